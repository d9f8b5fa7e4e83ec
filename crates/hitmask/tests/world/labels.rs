//! Which labels meet in a world, against counting pixel by pixel: pairs as they lie, events, contacts, probes, and first hits on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hitmask::{
    AlphaMask, AlphaRule, Circle, Collider, ColliderShape, CustomTest, EventDetail, EventKind, Frames,
    Handle, LabelHit, LabelMask, LabelNames, Mask, Member, Point, PointQ16, Probe, QueryFilter, Rect, Touch,
    Verdict, World, WorldOptions,
};
use hitmask_oracle::{
    Affine, Cell, Gliding, LabelCounts, LabelGrid, Overlap, StraightWay, bake, count_labels, first_glide,
    glide_covers, posed_overlap,
};

use crate::common::labels_case::{hit, label_mask, listed, seen, seen_hit};
use crate::common::pictures::labels;
use crate::common::posed_case::pose_of;
use crate::common::poses::{ONE, Reach, Scene, matrix, small_matrix};
use crate::common::{Blame, Rng, cases, point};

const DETAIL: EventDetail =
    EventDetail { stay: true, area: false, bounds: false, normal: false, separation: false, labels: true };

/// A shape with these labels, and the pose of its texels if the shape has this pose: an animation's frame may be trimmed.
fn shape(rng: &mut Rng, grid: &LabelGrid, pose: Affine) -> (ColliderShape, Affine) {
    let mask = label_mask(grid);
    if rng.one_in(2) {
        return (mask.into(), pose);
    }
    let (x, y) = (rng.between(-9, 9), rng.between(-9, 9));
    let frames = [(LabelMask::new(70, 70), Point::ZERO), (mask, point((x, y)))];
    let mut frames = Frames::with_labels(frames);
    frames.show(1);
    let [a, b, c, d, tx, ty] = pose;
    (frames.into(), [a, b, c, d, tx + a * x + b * y, ty + c * x + d * y])
}

/// Two shapes with labels, one perhaps without, as colliders of one world.
struct Pair {
    world: World,
    handles: [Handle; 2],
    truth: LabelCounts,
}

impl Pair {
    fn random(seed: u64, options: WorldOptions) -> (Pair, Scene, [LabelGrid; 2], [Affine; 2], bool) {
        let rng = &mut Rng::new(seed);
        let scene =
            if rng.one_in(2) { Scene::any(rng, Reach::Dot) } else { Scene::touching(rng, Reach::Dot) };
        let grids = [labels(rng, &scene.a), labels(rng, &scene.b)];
        let mut poses = [scene.pose_a, scene.pose_b];
        if options.wrap.is_some() {
            // Near the world, so that all of its pixels exist.
            poses = poses.map(|[a, b, c, d, tx, ty]| [a, b, c, d, tx % (1000 * ONE), ty % (1000 * ONE)]);
        }
        let (one, pose_a) = shape(rng, &grids[0], poses[0]);
        let is_plain = rng.one_in(4);
        let (other, pose_b) = match is_plain {
            true => (label_mask(&grids[1]).mask().clone().into(), poses[1]),
            false => shape(rng, &grids[1], poses[1]),
        };
        let mut world = World::with_options(options);
        let handles = [(one, poses[0]), (other, poses[1])]
            .map(|(shape, pose)| world.insert(Collider::new(shape).posed(pose_of(pose))));
        let poses = [pose_a, pose_b];
        let [at, bt] = poses;
        let shared = posed_overlap(&grids[0].solid(), at, &grids[1].solid(), bt);
        let other = |x, y| if is_plain { 0 } else { grids[1].posed(bt, x, y) };
        let truth = count_labels(&shared, &|x, y| grids[0].posed(at, x, y), &other);
        (Pair { world, handles, truth }, scene, grids, poses, is_plain)
    }
}

#[test]
fn pairs_as_they_lie() {
    let options = WorldOptions { detail: DETAIL, ..WorldOptions::default() };
    cases(0, 4_000, |seed| {
        let (Pair { mut world, handles: [a, b], truth }, scene, grids, poses, _) =
            Pair::random(seed, options);
        let _blame = Blame(&(seed, &scene, &grids, poses));
        let first = hit(&truth);
        let check = |world: &World| {
            assert_eq!(seen(&world.overlap_labels(a, b).unwrap()), listed(&truth));
            assert_eq!(seen_hit(world.label_hit(a, b)), first);
            let swapped = world.label_hit(b, a).map(|hit| ([hit.labels[1], hit.labels[0]], hit.pixel));
            assert_eq!(swapped, first);
            for handle in [a, b] {
                for contact in world.collide_one(handle).unwrap() {
                    let ([one, other], pixel) = first.unwrap();
                    let labels = if handle == a { [one, other] } else { [other, one] };
                    assert_eq!((contact.touch.first, contact.touch.labels), (pixel, Some(labels)));
                }
            }
            if let Some(([label, _], pixel)) = first {
                assert_eq!(world.label_at(a, pixel), Some(label));
            }
        };
        check(&world);
        for kind in [EventKind::Begin, EventKind::Stay] {
            let events = world.step().unwrap().to_vec();
            assert_eq!(events.len(), usize::from(first.is_some()));
            for event in events {
                let touch = event.touch.unwrap();
                assert_eq!(Some((touch.labels.unwrap(), touch.first)), first);
                let begun = first.filter(|_| kind == EventKind::Begin);
                assert_eq!((event.kind, seen_hit(event.hit)), (kind, begun));
            }
            check(&world);
        }
        1
    });
}

#[test]
fn pairs_around_a_torus() {
    cases(1_000_000, 3_000, |seed| {
        let mut size = Rng::new(seed + 77);
        let (w, h) = (size.between(6, 90), size.between(6, 90));
        let options =
            WorldOptions { wrap: Some((w as u32, h as u32)), detail: DETAIL, ..WorldOptions::default() };
        let (Pair { mut world, handles: [a, b], .. }, scene, grids, poses, is_plain) =
            Pair::random(seed, options);
        let _blame = Blame(&(seed, (w, h), &scene, &grids, poses, is_plain));
        // The labels that images show at each pixel of the torus.
        let covers = [0, 1].map(|i| {
            let mut shown: BTreeMap<(i64, i64), BTreeSet<u8>> = BTreeMap::new();
            if let Some((grid, (x0, y0))) = bake(&grids[i].solid(), poses[i]) {
                for (u, v) in (0..grid.h as i64).flat_map(|v| (0..grid.w as i64).map(move |u| (u, v))) {
                    let (x, y) = (x0 + u, y0 + v);
                    let label = if i == 1 && is_plain { 0 } else { grids[i].posed(poses[i], x, y) };
                    if grid.get(u, v) {
                        shown.entry((y.rem_euclid(h), x.rem_euclid(w))).or_default().insert(label);
                    }
                }
            }
            shown
        });
        let both = |at: &(i64, i64)| Some((covers[0].get(at)?, covers[1].get(at)?));
        let points: Vec<(i64, i64)> =
            covers[0].keys().filter(|at| both(at).is_some()).map(|&(y, x)| (x, y)).collect();
        let met = world.overlap_labels(a, b).unwrap();
        let unique = points.iter().all(|&(x, y)| both(&(y, x)).is_some_and(|(a, b)| a.len() + b.len() == 2));
        let first = points.first().map(|&p| point(p));
        assert_eq!(met.iter().map(|met| met.pixels).sum::<u64>(), points.len() as u64);
        assert_eq!(met.iter().map(|met| met.first).min_by_key(|p| (p.y, p.x)), first);
        assert_eq!(world.label_hit(a, b).map(|hit| hit.pixel), first);
        for met in &met {
            let (a, b) = both(&(met.first.y.into(), met.first.x.into())).unwrap();
            assert!(a.contains(&met.labels[0]) && b.contains(&met.labels[1]));
        }
        if unique {
            let shown = |i: usize| {
                let covers = &covers;
                move |x, y| *covers[i][&(y, x)].first().unwrap()
            };
            let truth = count_labels(&Overlap { points }, &shown(0), &shown(1));
            assert_eq!(seen(&met), listed(&truth));
            assert_eq!(seen_hit(world.label_hit(a, b)), hit(&truth));
            let event = world.step().unwrap().first().copied();
            assert_eq!(event.and_then(|event| seen_hit(event.hit)), hit(&truth));
        }
        1
    });
}

/// Two things without labels are not looked at pixel by pixel: these share 2 · 10¹¹ pixels.
#[test]
fn large_things_without_labels() {
    let detail = EventDetail { area: true, ..EventDetail::default() };
    let mut world = World::with_options(WorldOptions { detail, ..WorldOptions::default() });
    let planet = world.insert(Collider::new(Circle::new((0, 0), 1 << 34).unwrap()));
    let sky = world.insert(Collider::new(Rect::new(-(1 << 30), -(1 << 20), 1 << 31, 1 << 21)));
    let touch = world.step().unwrap()[0].touch.unwrap();
    let met = world.overlap_labels(planet, sky).unwrap();
    assert_eq!(seen(&met), [([0, 0], touch.area, touch.first)]);
    assert!(touch.area > 200_000_000_000, "{}", touch.area);
}

/// What is longer than its world is drawn square by square.
#[test]
fn a_torus_of_several_squares() {
    let options = WorldOptions { wrap: Some((1500, 1100)), ..WorldOptions::default() };
    let mut world = World::with_options(options);
    // What lies over itself has one label there.
    let band = |x: u32| if (100..1500).contains(&x) { (x / 400) as u8 + 1 } else { 9 };
    let long = world.insert(Collider::new(LabelMask::from_fn(1600, 30, |x, _| band(x))).at((0, 1050)));
    let slab = world.insert(Collider::new(Rect::new(0, 0, 1600, 20)).at((7, 1040)));
    let met = world.overlap_labels(long, slab).unwrap();
    let expected = [(1, 300, 100), (2, 400, 400), (3, 400, 800), (4, 300, 1200), (9, 100, 0)];
    assert_eq!(seen(&met), expected.map(|(label, w, x)| ([label, 0], 10 * w, Point::new(x, 1050))));
}

/// Two things that move straight, upright or under any matrix, against the oracle's walk from look to look.
#[test]
fn first_hits_on_the_way() {
    cases(2_000_000, 2_400, |seed| {
        let rng = &mut Rng::new(seed);
        let side = |rng: &mut Rng| rng.between(1, 6) as usize;
        let grids = [0; 2].map(|_| {
            let (w, h) = (side(rng), side(rng));
            let solid = crate::common::pictures::grid_of_size(rng, w, h);
            labels(rng, &solid)
        });
        let upright = rng.one_in(2);
        let matrices = [0; 2].map(|_| match rng.below(4) {
            _ if upright => [ONE, 0, 0, ONE],
            0 => [ONE, 0, 0, ONE],
            1 => matrix(rng).map(|n| n.clamp(-3 * ONE, 3 * ONE)),
            _ => small_matrix(rng),
        });
        if matrices.iter().any(|[a, b, c, d]| a * d == b * c) {
            return 0;
        }
        let near = |rng: &mut Rng, most: i64| match rng.below(3) {
            0 => rng.between(-most, most) * ONE,
            1 => rng.between(-2 * most, 2 * most) * ONE / 2,
            _ => rng.between(-most * ONE, most * ONE),
        };
        let ways = [0; 2].map(|_| StraightWay {
            from: (near(rng, 12), near(rng, 12)),
            to: (near(rng, 12), near(rng, 12)),
        });
        let _blame = Blame(&(seed, &grids, matrices, ways));
        let mut world = World::with_options(WorldOptions { detail: DETAIL, ..WorldOptions::default() });
        let handles = [0, 1].map(|i| {
            let [a, b, c, d] = matrices[i];
            let (x, y) = ways[i].from;
            let collider = Collider::new(label_mask(&grids[i])).posed(pose_of([a, b, c, d, x, y]));
            world.insert(if i == 0 || rng.one_in(2) { collider.swept() } else { collider })
        });
        if !world.step().unwrap().is_empty() {
            return 0;
        }
        for (handle, way) in handles.iter().zip(&ways) {
            world.set_position(*handle, PointQ16::new(way.to.0, way.to.1)).unwrap();
        }
        let show = |i: usize| {
            let grid = &grids[i];
            // The label goes as an alpha.
            move |u, v| Cell { solid: grid.get(u, v) != 0, alpha: grid.get(u, v) }
        };
        let (show_a, show_b) = (show(0), show(1));
        let box_of = |i: usize| (0, 0, grids[i].w as i64, grids[i].h as i64);
        let glide = |i: usize, show| Gliding { show, texels: box_of(i), matrix: matrices[i], way: ways[i] };
        let (one, other) = (glide(0, &show_a), glide(1, &show_b));
        let truth = first_glide(&one, &other, false).map(|look| {
            let [a, b] = glide_covers([&one, &other], look);
            let met = a.touch(&b, false).expect("they meet");
            let label = |cover: &hitmask_oracle::Cover| cover.at(met.first.0, met.first.1).alpha;
            ([label(&a), label(&b)], point(met.first))
        });
        let event = world.step().unwrap().first().copied();
        let ours = event.filter(|event| event.time.is_some());
        assert_eq!(ours.and_then(|event| seen_hit(event.hit)), truth, "{event:?}");
        if let Some(event) = event.filter(|event| event.kind == EventKind::Pass) {
            let touch = event.touch.unwrap();
            assert_eq!((touch.labels, Some(touch.first)), (truth.map(|t| t.0), truth.map(|t| t.1)));
        }
        1
    });
}

/// A shot that flies through a head into a body hits the head, though it lies in the body at the end of the step.
#[test]
fn a_headshot_is_one_though_the_shot_flies_on() {
    let hero = LabelMask::from_fn(12, 30, |_, y| if y < 8 { 1 } else { 2 })
        .with_names(LabelNames::from([(1, "head", 100), (2, "body", 20)]));
    let hero = Arc::new(hero);
    let mut world = World::with_options(WorldOptions { detail: DETAIL, ..WorldOptions::default() });
    let target = world.insert(Collider::new(&hero).at((100, 0)));
    let shot = world.insert(Collider::new(Mask::filled(2, 2)).at((105, -40)).swept().first_only());
    assert!(world.step().unwrap().is_empty());
    world.set_position(shot, (105, 20)).unwrap();
    let event = world.step().unwrap()[0];
    let hit = event.hit.unwrap();
    assert_eq!((event.a, hero.names().name(hit.labels[0])), (target, "head"));
    assert_eq!((event.touch.unwrap().labels, hit.pixel), (Some([2, 0]), Point::new(105, 0)));
}

struct Always;

impl CustomTest for Always {
    fn test(&self, _: Member<'_>, _: Member<'_>) -> Option<Verdict> {
        Some(Verdict::Touching(Touch::new((3, 4))))
    }
}

#[test]
fn other_shapes_have_no_labels_and_custom_tests_name_none() {
    let mut world = World::with_options(WorldOptions { detail: DETAIL, ..WorldOptions::default() });
    let hero = world.insert(Collider::new(LabelMask::from_fn(4, 4, |x, _| 1 + x as u8)));
    let panes = AlphaMask::from_fn(4, 4, |x, _| if x == 1 { 0 } else { 9 });
    let glass = world.insert(Collider::new(ColliderShape::Alpha(Arc::new(panes), AlphaRule::Sum)));
    // A label mask is opaque, so only invisible alphas miss it.
    let met = world.overlap_labels(hero, glass).unwrap();
    assert_eq!(
        met.iter().map(|met| (met.labels, met.pixels)).collect::<Vec<_>>(),
        [([1, 0], 4), ([3, 0], 4), ([4, 0], 4)]
    );
    world.remove(glass).unwrap();
    let mut tested = Collider::new(Rect::new(0, 0, 2, 2));
    tested.custom = Some(Arc::new(Always));
    let tested = world.insert(tested);
    let event = world.step().unwrap()[0];
    assert_eq!((event.hit, event.touch.unwrap().labels), (None, None));
    assert_eq!(world.collide_one(hero).unwrap()[0].touch.labels, None);
    // Pixels alone count here.
    assert_eq!(
        seen(&world.overlap_labels(tested, hero).unwrap()),
        [([0, 1], 2, Point::ZERO), ([0, 2], 2, Point::new(1, 0))]
    );
    assert_eq!((world.label_at(hero, (9, 0)), world.label_at(tested, (0, 0))), (None, Some(0)));
    world.remove(tested).unwrap();
    // Probes have labels, too; lines have none.
    let touches = |probe: Probe| {
        let mut all = Vec::new();
        let _ = world.query(&probe, &QueryFilter::default()).each(|contact| {
            all.push(contact.touch.labels);
            std::ops::ControlFlow::Continue(())
        });
        all
    };
    let probe = Probe::shape(LabelMask::from_fn(9, 9, |_, _| 77), hitmask::Pose::at(2, 1));
    assert_eq!(touches(probe), [Some([77, 3])]);
    assert_eq!(touches(Probe::line((3, 1), (3, 9))), [Some([0, 4])]);
    // Not asked for, not told.
    let mut world = World::new();
    let hero = world.insert(Collider::new(LabelMask::from_fn(4, 4, |_, _| 1)));
    world.insert(Collider::new(Mask::filled(4, 4)));
    let event = world.step().unwrap()[0];
    assert_eq!((event.hit, event.touch.unwrap().labels), (None, None));
    let both = world.remove(hero).unwrap();
    assert_eq!((world.overlap_labels(hero, hero), world.label_at(hero, (0, 0))), (None, None));
    assert_eq!(both.shape.labels().unwrap().count(1), 16);
}

#[test]
fn saved_worlds_keep_what_they_name() {
    let hero = Arc::new(LabelMask::from_fn(4, 4, |_, y| 1 + y as u8));
    let frames =
        Frames::with_labels([(Arc::clone(&hero), Point::ZERO), (Arc::new(hero.flip_v()), Point::ZERO)]);
    let mut world = World::with_options(WorldOptions { detail: DETAIL, ..WorldOptions::default() });
    let one = world.insert(Collider::new(&hero));
    let other = world.insert(Collider::new(frames.clone()).at((2, 2)));
    world.set_frame(other, 1).unwrap();
    let bytes = world.to_bytes(|handle, _| u64::from(handle == other), |_, _| 0);
    let shape = |key| Some(if key == 0 { ColliderShape::from(&hero) } else { frames.clone().into() });
    let mut again = World::from_bytes(&bytes, shape, |_| None).unwrap();
    assert_eq!((again.state_hash(), again.options().detail), (world.state_hash(), DETAIL));
    let events: Vec<Option<LabelHit>> = again.step().unwrap().iter().map(|event| event.hit).collect();
    assert_eq!(events, world.step().unwrap().iter().map(|event| event.hit).collect::<Vec<_>>());
    assert_eq!(events[0].unwrap().labels, [3, 4]);
    // Another label is another state, and so is a world that does not name labels.
    let before = world.state_hash();
    let mut changed = (*hero).clone();
    changed.set((0, 0), 9);
    world.edit(one, |collider| collider.shape = changed.into()).unwrap();
    assert_ne!(world.state_hash(), before);
    assert_ne!(
        World::with_options(WorldOptions { detail: DETAIL, ..WorldOptions::default() }).state_hash(),
        World::new().state_hash()
    );
}

/// An animation with labels takes the memory of its labels, too.
#[test]
fn frames_count_their_labels() {
    let labels = LabelMask::from_labels(64, 64, &[1; 64 * 64]).unwrap();
    let one = ColliderShape::from(labels.clone()).memory_bytes();
    let frames = Frames::with_labels([(labels, Point::ZERO)]);
    assert_eq!(ColliderShape::from(frames).memory_bytes(), one);
    assert!(one > 64 * 64);
}
