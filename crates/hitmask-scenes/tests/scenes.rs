//! The scenes are what their names say, and stay what they are.

use hitmask::Mask;
use hitmask_scenes::{Random, SCENES, Scene, shapes};

/// FNV-1a over the size and the rows.
fn hash(mask: &Mask) -> u64 {
    let size = mask.width().to_le_bytes().into_iter().chain(mask.height().to_le_bytes());
    size.chain(mask.to_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |h, byte| (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn a_pair_is_in_the_list_it_belongs_to_and_its_bounds_overlap() {
    for scene in SCENES {
        let small = scene.at_most(64);
        let pairs = small.pairs(7, 6, 40);
        for (list, hit) in [(&pairs.hits, true), (&pairs.misses, false)] {
            for p in list {
                let (a, b) = (&pairs.masks[p.a as usize], &pairs.masks[p.b as usize]);
                let solid = a.points().any(|q| b.get((q.x - p.offset.x, q.y - p.offset.y)));
                assert_eq!(solid, hit, "{} {p:?}", scene.name);
                let bounds = [a, b].map(|mask| mask.bounds().expect("a pair's masks are not empty"));
                assert!(bounds[0].overlaps(&bounds[1], p.offset), "{} {p:?}", scene.name);
            }
        }
        assert!(pairs.hits.len() + pairs.misses.len() >= 40, "{}", scene.name);
        assert!(!scene.interleaved || pairs.hits.is_empty(), "{}", scene.name);
    }
}

#[test]
fn names_are_single_and_carry_the_size() {
    for (i, scene) in SCENES.iter().enumerate() {
        assert!(scene.name.ends_with(&format!(" {}", scene.side)), "{}", scene.name);
        assert!(SCENES[..i].iter().all(|other| other.name != scene.name), "{}", scene.name);
        assert_eq!(Scene::named(scene.name).side, scene.side);
    }
}

#[test]
fn densities_are_what_the_shapes_promise() {
    let share = |mask: Mask| mask.count() as f64 / (f64::from(mask.width()) * f64::from(mask.height()));
    for seed in 0..8 {
        let blob = share(shapes::blob(100, 60, seed));
        assert!((0.40..0.60).contains(&blob), "seed {seed}: {blob}");
        let noise = share(shapes::noise(300, 300, seed, 100));
        assert!((0.09..0.11).contains(&noise), "seed {seed}: {noise}");
        let bounds = shapes::sprite(128, 128, seed).bounds().expect("a sprite has pixels");
        assert!(
            bounds.x >= 16 && bounds.y >= 16 && bounds.right() <= 112 && bounds.bottom() <= 112,
            "{bounds:?}"
        );
    }
    assert!((0.78..0.79).contains(&share(shapes::disc(400, 200))));
}

#[test]
fn shapes_exist_at_any_size() {
    for scene in SCENES {
        for (w, h) in [(0, 0), (0, 5), (5, 0), (1, 1), (2, 1), (1, 9), (3, 2), (65, 7)] {
            assert_eq!((scene.shape)(w, h, 1).size(), (w, h), "{}", scene.name);
        }
    }
}

/// The same bits on every machine: tests, benchmarks and state hashes rely on it.
#[test]
fn shapes_never_change() {
    let found = [
        hash(&shapes::blob(61, 43, 5)),
        hash(&shapes::sprite(61, 43, 5)),
        hash(&shapes::noise(61, 43, 5, 300)),
        hash(&shapes::interleaved(61, 43, 5)),
        hash(&shapes::ring(61, 43, 0.8)),
        Random::new(5).bits(),
    ];
    let expected = [
        1_070_454_147_282_459_548,
        7_890_027_288_149_218_437,
        15_775_110_233_265_125_465,
        1_333_063_437_797_993_780,
        13_854_497_508_592_179_722,
        7_134_611_160_154_358_618,
    ];
    assert_eq!(found, expected);
}
