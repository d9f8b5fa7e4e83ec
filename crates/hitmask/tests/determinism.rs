//! The same answers with every kernel, on every machine and in every version: a hash over the answers to a fixed set of questions.
//!
//! The hash is committed. If it changes, an answer has changed: find out which one before you write down the new hash. The hash does not
//! show that the answers are right; the other tests do. `cargo xtask cross` runs this test on other machines.

mod common;

use common::posed_case::pose_of;
use common::poses::{Reach, Scene};
use common::{Rng, mask_of, on_every_backend};
use hitmask::{
    AlphaMask, AlphaRule, Angle, Circle, Collider, ColliderShape, Mask, PixelRule, Point, PointQ16, Pose,
    PoseParts, Rect, RunMask, StructuringElement, Terrain, World,
};

/// The hash of all answers below.
const GOLDEN: u64 = 0x61F2_F604_DDF3_D91D;

/// The hash of the answers about posed masks.
const GOLDEN_POSED: u64 = 0x50FE_4BAC_6542_2C99;

/// The hash of the states of saved worlds and terrains.
const GOLDEN_SAVED: u64 = 0x5A43_30A4_EC73_4044;

/// FNV-1a over 64-bit words, least significant byte first (Fowler, Noll and Vo).
struct Hash(u64);

impl Hash {
    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    fn point(&mut self, point: Option<Point>) {
        let Point { x, y } = point.unwrap_or(Point::new(i32::MIN, i32::MIN));
        self.add(i64::from(x) as u64);
        self.add(i64::from(y) as u64);
    }

    fn rect(&mut self, rect: Option<Rect>) {
        self.point(rect.map(|rect| Point::new(rect.x, rect.y)));
        self.add(rect.map_or(0, |rect| u64::from(rect.w) << 32 | u64::from(rect.h)));
    }

    fn mask(&mut self, mask: &Mask) {
        self.add(u64::from(mask.width()) << 32 | u64::from(mask.height()));
        self.add(mask.count());
        self.rect(mask.bounds());
        self.point(mask.centroid());
        mask.to_row_words64().into_iter().for_each(|word| self.add(word));
    }
}

/// Alphas of a soft disc in noise, computed in whole numbers. Every second picture has lines across it.
fn alphas(rng: &mut Rng, w: u32, h: u32) -> AlphaMask {
    let (cx, cy, r) = (i64::from(w) / 2, i64::from(h) / 2, i64::from(w.min(h)) / 2 + 1);
    let lines = rng.below(2) * rng.between(2, 9) as u64;
    let noise = rng.pick(&[1, 16, 128, 255]);
    let mut alpha = Vec::new();
    for y in 0..i64::from(h) {
        for x in 0..i64::from(w) {
            let d = (x - cx) * (x - cx) + (y - cy) * (y - cy);
            let disc = 255 - (255 * d / (r * r)).min(255) as u64;
            let line = if lines > 0 && (x as u64 + 3 * y as u64).is_multiple_of(lines) { 255 } else { 0 };
            alpha.push((disc.max(line) + rng.below(noise)).min(255) as u8);
        }
    }
    AlphaMask::from_alpha(w, h, &alpha).unwrap()
}

/// Widths or heights near multiples of the word size. Some are large enough for the cells of a large mask.
const SIDES: [u32; 14] = [0, 1, 15, 16, 17, 32, 33, 48, 64, 65, 100, 129, 200, 420];

/// The answers about one mask.
fn about_one(hash: &mut Hash, rng: &mut Rng, mask: &Mask) {
    hash.mask(mask);
    hash.mask(&mask.flip_h());
    hash.mask(&mask.flip_v());
    hash.mask(&mask.rotate90());
    hash.mask(&mask.scale_nearest(rng.pick(&SIDES), 37));
    hash.mask(&mask.crop(Rect::new(rng.between(-20, 20) as i32, rng.between(-20, 20) as i32, 70, 50)));
    for element in [StructuringElement::Box, StructuringElement::Diamond, StructuringElement::Disc] {
        for (mask, origin) in [mask.grow(3, element), mask.shrink(2, element)] {
            hash.mask(&mask);
            hash.point(Some(origin));
        }
    }
    let mut filled = mask.clone();
    filled.fill_holes();
    hash.mask(&filled);
    mask.to_bytes().into_iter().for_each(|byte| hash.add(byte.into()));
    for run in (0..mask.height()).flat_map(|row| mask.runs(row)) {
        hash.add(u64::from(run.0) << 32 | u64::from(run.1));
    }
}

/// The answers about two shapes at an offset. The second shape has each type in turn.
macro_rules! about_two {
    ($hash:expr, $a:expr, $b:expr, $offset:expr) => {{
        $hash.add($a.overlaps($b, $offset).into());
        $hash.add($a.overlap_area($b, $offset));
        $hash.point($a.first_overlap($b, $offset));
        $hash.rect($a.overlap_bounds($b, $offset));
    }};
}

/// All answers of one seed.
fn answers() -> u64 {
    let mut hash = Hash(0xCBF2_9CE4_8422_2325);
    let rng = &mut Rng::new(1995);
    for round in 0..60 {
        // The large masks come last and are few, because they take most of the time.
        let sides = if round < 55 { &SIDES[..13] } else { &SIDES[12..] };
        let mut picture = || {
            let (w, h) = (rng.pick(sides), rng.pick(sides));
            alphas(rng, w, h)
        };
        let (alpha_a, alpha_b) = (picture(), picture());
        let (level_a, level_b) = (rng.below(256) as u8, rng.below(256) as u8);
        let (a, b) = (alpha_a.to_mask(level_a), alpha_b.to_mask(level_b));
        let (runs_a, runs_b) = (RunMask::from_mask(&a), RunMask::from_mask(&b));
        about_one(&mut hash, rng, &a);
        hash.mask(&a.overlap_offsets(&b).unwrap());

        for _ in 0..40 {
            let on_axis =
                |rng: &mut Rng, a: u32, b: u32| rng.between(-i64::from(b) - 1, i64::from(a) + 1) as i32;
            let offset = (on_axis(rng, a.width(), b.width()), on_axis(rng, a.height(), b.height()));
            about_two!(hash, a, &b, offset);
            about_two!(hash, a, &runs_b, offset);
            about_two!(hash, runs_a, &runs_b, offset);
            about_two!(hash, a, &Rect::new(3, -5, 40, 21), offset);
            about_two!(hash, alpha_a.at_level(level_a), &alpha_b.at_level(level_b), offset);
            about_two!(hash, alpha_a, &alpha_b, offset);
            hash.mask(&a.overlap_mask(&b, offset));
            a.overlap_points(&b, offset).for_each(|point| hash.point(Some(point)));
            for verb in [
                Mask::union_with,
                Mask::difference_with,
                Mask::intersect_with,
                Mask::symmetric_difference_with::<Mask>,
            ] {
                let mut changed = a.clone();
                verb(&mut changed, &b, Point::from(offset));
                hash.mask(&changed);
            }
        }
    }
    hash.0
}

#[test]
fn every_kernel_gives_the_committed_answers() {
    on_every_backend(|kernel| {
        let found = answers();
        assert_eq!(found, GOLDEN, "{found:#018X} on {kernel:?}");
    });
}

/// Poses from parts. Floats hold each part exactly on every machine.
fn about_parts(hash: &mut Hash, rng: &mut Rng) {
    let mut number = |most: i64, parts: i64| rng.between(-most * parts, most * parts) as f64 / parts as f64;
    for round in 0..3_000 {
        let rotation = match round % 4 {
            0 => Angle::Degrees(number(720, 7)),
            1 => Angle::Degrees(number(24, 1) * 15.0),
            2 => Angle::Radians(number(1 << 20, 1000)),
            _ => Angle::Steps { step: round, of: 360 },
        };
        let parts = PoseParts {
            position: [number(2_000, 3), number(2_000_000_000, 1)],
            rotation,
            scale: [number(20, 12), number(16, 5)],
            flip: [false; 2],
            shear: [number(1, 9), number(1, 1 << 40)],
            pivot: [number(300, 2), number(64, 1 << 20)],
        };
        match Pose::new(&parts) {
            Ok(pose) => pose.to_q16().into_iter().for_each(|n| hash.add(n as u64)),
            Err(_) => hash.add(u64::MAX),
        }
    }
}

/// Answers about posed masks and alphas, of one seed.
fn posed_answers() -> u64 {
    let mut hash = Hash(0xCBF2_9CE4_8422_2325);
    let rng = &mut Rng::new(1966);
    about_parts(&mut hash, rng);
    for round in 0..1_500 {
        let reach =
            [Reach::Dot, Reach::Icon, Reach::Icon, Reach::Sprite][if round < 1_400 { round % 3 } else { 3 }];
        let mut scene = Scene::any(rng, reach);
        if round % 5 == 0 {
            scene = scene.nearly_missing(rng);
        }
        let (a, b) = (mask_of(&scene.a), mask_of(&scene.b));
        let (pose_a, pose_b) = (pose_of(scene.pose_a), pose_of(scene.pose_b));
        for rule in [PixelRule::Raster, PixelRule::Geometry] {
            hash.add(a.overlaps_posed(&pose_a, &b, &pose_b, rule).into());
        }
        hash.add(a.overlap_area_posed(&pose_a, &b, &pose_b));
        hash.point(a.first_overlap_posed(&pose_a, &b, &pose_b));
        hash.rect(a.overlap_bounds_posed(&pose_a, &b, &pose_b));
        let (baked, corner) = a.bake(&pose_a).unwrap();
        hash.mask(&baked);
        hash.point(Some(corner));

        let [alpha_a, alpha_b] = [&a, &b].map(|mask| alphas(rng, mask.width(), mask.height()));
        hash.add(alpha_a.overlap_area_posed(&pose_a, &alpha_b, &pose_b));
        let (level_a, level_b) = (alpha_a.at_level(100), alpha_b.at_level(30));
        hash.point(level_a.first_overlap_posed(&pose_a, &level_b, &pose_b));
    }
    hash.0
}

#[test]
fn every_kernel_gives_the_committed_posed_answers() {
    on_every_backend(|kernel| {
        let found = posed_answers();
        assert_eq!(found, GOLDEN_POSED, "{found:#018X} on {kernel:?}");
    });
}

/// Hashes and bytes of worlds and terrains that change, of one seed.
fn saved_answers() -> u64 {
    let mut hash = Hash(0xCBF2_9CE4_8422_2325);
    let rng = &mut Rng::new(2026);
    for _ in 0..20 {
        let mut world = World::new();
        let mut handles = Vec::new();
        for i in 0..40 {
            let (w, h) = (rng.between(1, 70) as u32, rng.between(1, 70) as u32);
            let alpha = alphas(rng, w, h);
            let shape: ColliderShape = match i % 6 {
                0 => alpha.to_mask(90).into(),
                1 => RunMask::from_mask(&alpha.to_mask(90)).into(),
                2 => ColliderShape::Alpha(alpha.into(), AlphaRule::Sum),
                3 => Terrain::from_mask(&alpha.to_mask(40)).into(),
                4 => Rect::new(-3, 4, w, h).into(),
                _ => Circle::new((0, 0), rng.between(0, 20 << 16)).unwrap().into(),
            };
            let mut coordinate = || rng.between(-(100 << 16), 100 << 16);
            let collider = Collider::new(shape).at(PointQ16::new(coordinate(), coordinate()));
            handles.push(world.insert(collider.with_pivot([f64::from(w) / 2.0, 0.1]).with_data(i)));
        }
        let mut snapshot = world.snapshot();
        for frame in 0..12 {
            for &handle in &handles {
                let turn = Angle::Degrees(rng.between(-9, 9) as f64 / 7.0);
                if rng.one_in(3)
                    && world.edit(handle, |collider| collider.transform.rotate_by(turn)).is_some()
                {
                    let scale = [rng.between(0, 20) as f64 / 9.0, -0.75];
                    world.edit(handle, |collider| collider.transform.set_scale(scale)).unwrap();
                }
                let hole = Rect::new(rng.between(0, 50) as i32, rng.between(0, 50) as i32, 9, 9);
                if let Some(delta) = world.edit_terrain(handle, |terrain| {
                    let before = terrain.snapshot();
                    let _ = terrain.carve(hole, (0, 0));
                    terrain.delta_since(&before).unwrap()
                }) {
                    delta.into_iter().for_each(|byte| hash.add(byte.into()));
                }
            }
            world.remove(handles[frame * 3 % handles.len()]);
            world.step().unwrap();
            hash.add(world.state_hash());
            match frame % 4 {
                1 => world.snapshot_into(&mut snapshot),
                3 => world.restore(&snapshot),
                _ => {}
            }
        }
        let mut key = 0;
        let bytes = world.to_bytes(
            |_, _| {
                key += 1;
                key
            },
            |_, _| 0,
        );
        bytes.into_iter().for_each(|byte| hash.add(byte.into()));
    }
    hash.0
}

#[test]
fn every_kernel_gives_the_committed_states() {
    on_every_backend(|kernel| {
        let found = saved_answers();
        assert_eq!(found, GOLDEN_SAVED, "{found:#018X} on {kernel:?}");
    });
}
