//! Parts of colliders: the rules, one test for each. Random worlds with parts are in `scripts.rs`.
//!
//! This file is long because it is a list: each rule has a test of its own, and no test needs another one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{Blame, Rng, cases};
use hitmask::{
    Angle, Collider, ColliderKind, ColliderProps, ColliderRef, ColliderShape, CustomTest, DecodeError,
    DecodeErrorKind, Event, EventKind, Fit, Frames, Handle, InvalidArgument, InvalidReason, Mask, Member,
    MoveOptions, PointQ16, Pose, PoseParts, Probe, QueryFilter, Rect, Terrain, Touch, Transform, Verdict,
    World, WorldOptions,
};
use hitmask_oracle::sealed;

fn square(x: i32, y: i32) -> Collider {
    Collider::new(Rect::new(0, 0, 4, 4)).at((x, y))
}

fn kinds(events: &[Event]) -> Vec<(EventKind, Handle, Handle)> {
    events.iter().map(|event| (event.kind, event.a, event.b)).collect()
}

/// A root of 16 x 16 pixels at (100, 50), and a part of 4 x 4 pixels beside it.
fn hero() -> (World, Handle, Handle) {
    let mut world = World::new();
    let root = world.insert(Collider::new(Mask::filled(16, 16)).at((100, 50)));
    let part = world.insert(square(14, 6).with_data(7));
    world.attach(root, part).unwrap();
    (world, root, part)
}

#[test]
fn what_is_attached_leaves_nothing_in_the_space_that_it_leaves() {
    let mut world = World::new();
    let root = world.insert(square(0, 0));
    for i in 0..5000 {
        world.insert(square(i * 8, 0).in_space(1));
    }
    let item = world.insert(square(0, 100).in_space(1));
    world.step().unwrap();
    let before = world.memory_bytes();
    world.attach(root, item).unwrap();
    world.step().unwrap();
    // A filter for each of those that stay would take 80 000 bytes.
    assert!(world.memory_bytes() < before + 20_000, "{} of {before} bytes", world.memory_bytes());
}

#[test]
fn a_part_lies_where_its_root_takes_it() {
    let (mut world, root, part) = hero();
    let at = |world: &World| world.bounds(part).unwrap();
    assert_eq!(at(&world), Rect::new(114, 56, 4, 4));
    world.set_position(root, (20, 30)).unwrap();
    assert_eq!(at(&world), Rect::new(34, 36, 4, 4));
    world.set_position(part, (-4, 0)).unwrap();
    assert_eq!((at(&world), world.position(part)), (Rect::new(16, 30, 4, 4), Some((-4, 0).into())));
    // Turned clockwise about (20, 30): x becomes y, and -y becomes x.
    world.edit(root, |root| root.transform.set_rotation(Angle::Degrees(90.0))).unwrap();
    assert_eq!(at(&world), Rect::new(16, 26, 4, 4));
    world.edit(root, |root| root.transform.set_scale([2.0, 3.0])).unwrap();
    assert_eq!(at(&world), Rect::new(20 - 12, 30 - 8, 12, 8));
    world.set_pose(root, None).unwrap();
    assert_eq!((world.bounds(part), world.pose(part)), (None, None));
    world.set_pose(root, Pose::at(5, 5)).unwrap();
    assert_eq!(at(&world), Rect::new(1, 5, 4, 4));
    world.edit(part, |part| part.transform.set_rotation(Angle::Degrees(180.0))).unwrap();
    assert_eq!((at(&world), world.get(part).unwrap().data), (Rect::new(-3, 1, 4, 4), 7));
    world.set_transforms(|member| (member.handle == root).then(|| Pose::at(50, 0).into()));
    assert_eq!(at(&world), Rect::new(42, -4, 4, 4));
    world.set_transforms(|member| (member.handle == part).then(|| Pose::at(0, 9).into()));
    assert_eq!(at(&world), Rect::new(50, 9, 4, 4));
    world.validate().unwrap();
}

/// Each number is rounded once, ties away from zero, whatever the place of the root is.
#[test]
fn where_exactly_a_part_lies() {
    let mut world = World::new();
    let root = world.insert(Collider::new(Mask::filled(4, 4)));
    let part = world.insert(Collider::new(Mask::filled(4, 4)));
    world.attach(root, part).unwrap();
    let half = 1 << 15;
    for (x, y) in [(0, 0), (7, 9), (-7, -9), (-1, 1)] {
        // The matrix entries 1/2 and 3/65536: their products with 1/65536 and 1/2 are ties.
        world.set_pose(root, Pose::from_q16([half, 3, -half, 65536, x, y]).ok()).unwrap();
        let local = Pose::from_q16([1, 65536, half, -1, 1, half]).unwrap();
        world.set_pose(part, local).unwrap();
        // 1/2 + 1.5 = 2; 32768 - 3/65536; -1/2 + 32768 -> 32767.5 -> 32768; -32768 - 1
        // The position: 1/2 + 1.5 = 2; -1/2 + 32768 -> 32768.
        let expected = [2, 32768, 32768, -32769, x + 2, y + 32768];
        assert_eq!(world.pose(part).unwrap().to_q16(), expected, "at {x}, {y}");
    }
    // The pivot is half a 65536th: it lies on the position, and the origin beside it is rounded away from zero, too.
    let tie = 0.5 / 65536.0;
    for (x, pivot) in [(0, tie), (1, tie), (-1, tie), (-5, -tie), (0, -tie)] {
        world.set_pose(root, Pose::from_q16([65536, 0, 0, 65536, x, 0]).ok()).unwrap();
        let local = PoseParts { pivot: [pivot, 0.0], ..PoseParts::default() };
        world.set_transform(part, Transform::new(&local).unwrap()).unwrap();
        let beside = if pivot > 0.0 { -1 } else { 1 };
        assert_eq!(world.pose(part).unwrap().to_q16()[4], x + beside, "at {x}, pivot {pivot}");
    }
}

#[test]
fn a_root_and_its_parts_never_meet() {
    let (mut world, root, part) = hero();
    let other = world.insert(square(15, 8).with_data(9));
    world.attach(root, other).unwrap();
    assert_eq!(world.parts_of(root).unwrap().collect::<Vec<_>>(), [part, other]);
    assert!(world.step().unwrap().is_empty(), "they overlap, but belong together");
    let stone = world.insert(square(115, 57));
    assert_eq!(world.step().unwrap().len(), 3, "the stone lies in all three");
    assert_eq!(world.collide_one(root).unwrap().len(), 1);
    let all = |filter: &QueryFilter<'_>| world.query(&Probe::point((116, 59)), filter).all();
    assert_eq!(all(&QueryFilter::default().except(root)), [stone]);
    assert_eq!(all(&QueryFilter::default().except_all(&[root])), [stone]);
    assert_eq!(all(&QueryFilter::default().except(part)), [other, stone]);
    for handle in [root, part, other] {
        assert_eq!(all(&world.filter_of(handle).unwrap()), [stone], "{handle:?}");
        let hits = world.cast_all(handle, (50, 0), &QueryFilter::default());
        assert_eq!(hits.iter().map(|hit| hit.handle).collect::<Vec<_>>(), [stone]);
    }
    // The group of the root counts for all of them.
    world.edit(root, |root| root.group = 5).unwrap();
    assert_eq!(world.get(part).unwrap().group, 5);
    world.edit(stone, |stone| stone.group = 5).unwrap();
    assert_eq!(world.step().unwrap().len(), 3, "three ends");
    world.edit(part, |part| (part.group, part.space) = (0, 3)).unwrap();
    assert_eq!((world.get(part).unwrap().group, world.get(part).unwrap().space), (5, 0));
    // A group of the number that the family has inside.
    world.edit(root, |root| root.group = 0).unwrap();
    world.edit(stone, |stone| stone.group = root.index() + 1).unwrap();
    assert_eq!(world.step().unwrap().len(), 3);
    world.validate().unwrap();
}

#[test]
fn a_part_counts_while_its_root_does() {
    let mut world = World::new();
    let swing: Frames = (0..4).map(|_| Mask::filled(4, 4)).collect();
    let root = world.insert(Collider::new(swing));
    let part = world.insert(square(10, 0));
    world.attach(root, part).unwrap();
    let stone = world.insert(square(10, 0));
    let (begin, end) = ([(EventKind::Begin, part, stone)], [(EventKind::End, part, stone)]);
    assert_eq!(kinds(world.step().unwrap()), begin);
    world.edit(root, |root| root.enabled = false).unwrap();
    assert_eq!(kinds(world.step().unwrap()), end);
    assert!(world.get(part).unwrap().enabled, "its own switch stays");
    assert!(world.query(&Probe::point((10, 0)), &QueryFilter::default()).all() == [stone]);
    world.edit(root, |root| root.enabled = true).unwrap();
    assert_eq!(kinds(world.step().unwrap()), begin);
    world.edit(part, |part| part.enabled = false).unwrap();
    assert_eq!(kinds(world.step().unwrap()), end);
    world.edit(part, |part| part.enabled = true).unwrap();
    world.set_part_frames(part, Some(&[3, 2, 2])).unwrap();
    assert_eq!(world.part_frames(part), Some(Some(&[2, 3][..])));
    let mut seen = Vec::new();
    for frame in [0, 1, 2, 3, 0] {
        world.set_frame(root, frame).unwrap();
        world.step().unwrap();
        seen.push(world.contacts().len());
    }
    assert_eq!(seen, [0, 0, 1, 1, 0]);
    world.set_part_frames(part, None).unwrap();
    assert_eq!(kinds(world.step().unwrap()), begin);
    assert_eq!((world.set_part_frames(root, None), world.part_frames(root)), (None, None));
    // What is no animation shows frame 0.
    world.edit(root, |root| root.shape = Rect::new(0, 0, 1, 1).into()).unwrap();
    world.set_part_frames(part, Some(&[1])).unwrap();
    assert_eq!(kinds(world.step().unwrap()), end);
    world.set_part_frames(part, Some(&[])).unwrap();
    world.set_part_frames(part, Some(&[0])).unwrap();
    assert_eq!(kinds(world.step().unwrap()), begin);
    world.validate().unwrap();
}

fn refused<T>(argument: &'static str, reason: InvalidReason) -> Result<T, InvalidArgument> {
    // A refusal can't be made outside, so one is changed.
    let mut one = Transform::default().try_set_scale([f64::NAN; 2]).unwrap_err();
    (one.argument, one.reason) = (argument, reason);
    Err(one)
}

#[test]
fn parts_come_and_go() {
    let (mut world, root, part) = hero();
    let third = world.insert(square(0, 0));
    assert_eq!(world.try_attach(root, root), refused("root", InvalidReason::Cycle));
    assert_eq!(world.try_attach(part, root), refused("root", InvalidReason::Cycle));
    for stale in [Handle::from_bits(99 << 32), Handle::from_bits(1 << 32 | 5)] {
        assert_eq!((world.attach(root, stale), world.attach(stale, third)), (None, None));
        assert_eq!((world.detach(stale), world.root_of(stale)), (None, None));
        assert!(world.parts_of(stale).is_none());
    }
    assert_eq!((world.detach(root), world.root_of(root), world.root_of(part)), (None, None, Some(root)));
    let filter = QueryFilter::default();
    const IS_PART: InvalidReason = InvalidReason::IsPart;
    let options = MoveOptions::default();
    assert_eq!(world.try_move_and_slide(part, (1, 0), &options, &filter), refused("handle", IS_PART));
    assert_eq!(world.try_move_solid(part, (1, 0), &[], &MoveOptions::default()), refused("handle", IS_PART));
    assert_eq!(world.try_unstick(part, 3, &filter), refused("handle", IS_PART));
    assert_eq!(world.try_fit_at(part, (1, 0), 3, &filter), refused("handle", IS_PART));
    assert_eq!(world.fit_shape(part, Rect::new(0, 0, 1, 1), 3, &filter), refused("handle", IS_PART));
    // Another root takes it: its position counts in the plane of that one.
    world.attach(third, part).unwrap();
    assert_eq!((world.root_of(part), world.bounds(part)), (Some(third), Some(Rect::new(14, 6, 4, 4))));
    assert_eq!(world.parts_of(root).unwrap().len(), 0);
    world.validate().unwrap();
    // Dropped, it stays where it is and goes its own way.
    world.edit(third, |third| third.transform.set_rotation(Angle::Degrees(90.0))).unwrap();
    assert_eq!(world.bounds(part), Some(Rect::new(-10, 14, 4, 4)));
    world.detach(part).unwrap();
    assert_eq!((world.bounds(part), world.root_of(part)), (Some(Rect::new(-10, 14, 4, 4)), None));
    assert_eq!(world.position(part), Some((-6, 14).into()));
    world.set_position(third, (50, 50)).unwrap();
    assert_eq!(world.bounds(part), Some(Rect::new(-10, 14, 4, 4)));
    world.validate().unwrap();
    // Removing a root removes its parts, and the next step tells their data.
    world.attach(root, part).unwrap();
    world.edit(part, |part| part.transform = Pose::at(14, 6).into()).unwrap();
    let stone = world.insert(square(114, 56));
    assert_eq!(world.step().unwrap().len(), 2);
    assert_eq!(world.remove(root).unwrap().shape_size(), (16, 16));
    assert!(!world.contains(part) && world.get(part).is_none());
    let mut data: Vec<_> = world.step().unwrap().iter().map(|event| event.other(stone).unwrap()).collect();
    data.sort_unstable();
    assert_eq!(data, [(root, 0), (part, 7)]);
    world.validate().unwrap();
    // Removing a part leaves the root, and gives the part back as it was set.
    let (mut world, root, part) = hero();
    assert_eq!(world.remove(part).unwrap().transform.position(), (14, 6).into());
    assert!(world.contains(root) && world.len() == 1);
    world.validate().unwrap();
    world.clear();
    assert!(world.is_empty());
}

trait ShapeSize {
    fn shape_size(&self) -> (u32, u32);
}
impl ShapeSize for Collider {
    fn shape_size(&self) -> (u32, u32) {
        let ColliderShape::Mask(mask) = &self.shape else { panic!("{:?}", self.shape) };
        mask.size()
    }
}

/// A test of its own is given a part as it counts.
struct Reaching;

impl CustomTest for Reaching {
    fn test(&self, me: Member<'_>, other: Member<'_>) -> Option<Verdict> {
        let [me, other] = [me, other].map(|member| member.collider.position().pixel().unwrap());
        Some(match me.x.abs_diff(other.x) < 20 {
            true => Verdict::Touching(Touch::new(me)),
            false => Verdict::Apart,
        })
    }

    fn reach(&self, me: ColliderRef<'_>, own: Option<Rect>) -> Option<Rect> {
        assert_eq!(own.map(|own| (own.x, own.y)), me.position().pixel().map(|p| (p.x, p.y)));
        own.map(|own| Rect::new(own.x - 50, own.y - 50, own.w + 100, own.h + 100))
    }
}

#[test]
fn custom_tests_and_filters_see_a_part_in_the_world() {
    let mut world = World::new();
    let root = world.insert(square(0, 0));
    let part = world.insert(square(0, 0).with_test(Arc::new(Reaching)));
    world.attach(root, part).unwrap();
    world.set_position(root, (200, 0)).unwrap();
    let near = world.insert(square(215, 0));
    let far = world.insert(square(230, 0));
    assert_eq!(kinds(world.step().unwrap()), [(EventKind::Begin, part, near)]);
    let mut seen = Vec::new();
    world
        .step_with(|a, b| {
            seen.push([a, b].map(|member| (member.handle, member.collider.position())));
            true
        })
        .unwrap();
    assert!(seen.iter().flatten().any(|&it| it == (part, (200, 0).into())), "{seen:?} {far:?}");
}

/// Panics when it is asked how far it reaches, if it was told so.
struct Panics(AtomicBool);

impl CustomTest for Panics {
    fn test(&self, _: Member<'_>, _: Member<'_>) -> Option<Verdict> {
        None
    }

    fn reach(&self, _: ColliderRef<'_>, own: Option<Rect>) -> Option<Rect> {
        if self.0.load(Ordering::Relaxed) {
            std::panic::resume_unwind(Box::new("as it was told"));
        }
        own
    }
}

/// Roots and parts agree about each other, whoever's test panics while a part comes or goes.
#[test]
fn a_test_that_panics_tears_no_family() {
    for who in 0..2 {
        let test = Arc::new(Panics(AtomicBool::new(false)));
        let mut world = World::new();
        let [root, part, other] = [0, 1, 2].map(|i| {
            let custom: Option<Arc<dyn CustomTest>> = if i == who { Some(test.clone()) } else { None };
            world.insert(Collider { custom, ..square(10 * i, 0) })
        });
        let with_panics = |world: &mut World, change: &dyn Fn(&mut World)| {
            test.0.store(true, Ordering::Relaxed);
            let _ = catch_unwind(AssertUnwindSafe(|| change(world)));
            test.0.store(false, Ordering::Relaxed);
            let parts = |root| world.parts_of(root).unwrap().collect::<Vec<_>>();
            let now = world.root_of(part);
            assert_eq!(
                [parts(root), parts(other)].map(|of| of == [part]),
                [root, other].map(|of| now == Some(of))
            );
            now
        };
        let attach = |world: &mut World, to: Handle| world.attach(to, part).unwrap();
        assert_eq!(with_panics(&mut world, &|world| attach(world, root)), Some(root));
        assert_eq!(with_panics(&mut world, &|world| attach(world, other)), Some(other));
        assert_eq!(with_panics(&mut world, &|world| attach(world, root)), Some(root));
        assert_eq!(with_panics(&mut world, &|world| world.detach(part).unwrap()), None);
        attach(&mut world, root);
        with_panics(&mut world, &|world| attach(world, root));
        attach(&mut world, root);
        world.validate().unwrap();
    }
}

#[test]
fn a_terrain_that_is_a_part_is_carved_in_place() {
    let mut world = World::new();
    let root = world.insert(square(0, 0));
    let part = world.insert(Collider::new(Terrain::filled(100, 100)).at((10, 10)));
    world.attach(root, part).unwrap();
    world.edit_terrain(part, |terrain| terrain.carve(Rect::new(0, 0, 50, 50), (0, 0))).unwrap();
    let here = Probe::point((30, 30));
    assert!(!world.query(&here, &QueryFilter::default()).any());
    let ColliderShape::Terrain(terrain) = world.get(part).unwrap().shape else { panic!() };
    assert_eq!(terrain.count(), 7500);
    world.validate().unwrap();
    // What panics leaves a world that is valid.
    let carved = catch_unwind(AssertUnwindSafe(|| world.edit_terrain(part, |_| panic!("on purpose"))));
    assert!(carved.is_err());
    assert_eq!(world.bounds(part), Some(Rect::new(10, 10, 100, 100)));
    world.validate().unwrap();
}

/// The part is where the teleport leaves it, but its way is gone.
#[test]
fn a_teleport_to_the_same_place_is_taken_back() {
    let mut world = World::new();
    let root = world.insert(square(0, 0));
    let part = world.insert(Collider::new(Mask::filled(2, 2)).at((0, 20)).swept());
    world.attach(root, part).unwrap();
    world.step().unwrap();
    world.set_position(root, (300, 0)).unwrap();
    let (before, hash) = (world.snapshot(), world.state_hash());
    world.teleport(root, (300, 0)).unwrap();
    assert_ne!(world.state_hash(), hash);
    world.restore(&before);
    assert_eq!(world.state_hash(), hash);
    world.step().unwrap();
    assert_eq!(world.last_path(part), Some([(0, 20).into(), (300, 20).into()]));
}

/// A part is set where nothing of it shows, because its root covers nothing. Snapshots notice.
#[test]
fn a_crowd_of_hidden_parts_is_taken_back() {
    let (mut world, root, part) = hero();
    world.set_pose(root, None).unwrap();
    let (mut reused, old) = (world.snapshot(), world.state_hash());
    world.set_transforms(|member| (member.handle == part).then(|| Pose::at(3, 4).into()));
    let new = world.state_hash();
    let before = world.clone();
    assert_ne!(old, new);
    world.restore(&reused);
    assert_eq!(world.state_hash(), old);
    before.snapshot_into(&mut reused);
    world.restore(&reused);
    assert_eq!(world.state_hash(), new);
}

#[test]
fn a_swept_part_has_a_way_of_its_own() {
    let mut world = World::new();
    let root = world.insert(square(0, 0));
    let part = world.insert(Collider::new(Mask::filled(2, 2)).at((0, 20)).swept());
    world.attach(root, part).unwrap();
    let wall = world.insert(Collider::new(Rect::new(100, -50, 4, 200)));
    world.step().unwrap();
    world.set_position(root, (300, 0)).unwrap();
    assert_eq!(kinds(world.step().unwrap()), [(EventKind::Pass, part, wall)]);
    world.teleport(root, (0, 0)).unwrap();
    assert!(world.step().unwrap().is_empty());
    assert_eq!(world.last_path(part), Some([(0, 20).into(); 2]));
    world.set_position(part, (300, 20)).unwrap();
    assert_eq!(kinds(world.step().unwrap()), [(EventKind::Pass, part, wall)]);
    world.teleport(part, (0, 20)).unwrap();
    assert!(world.step().unwrap().is_empty());
    // A part that appears has no way to where it is.
    world.edit(root, |root| root.enabled = false).unwrap();
    world.set_position(root, (300, 0)).unwrap();
    world.edit(root, |root| root.enabled = true).unwrap();
    assert!(world.step().unwrap().is_empty());
    world.edit(root, |root| (root.space, root.transform) = (1, Pose::at(0, 0).into())).unwrap();
    assert!(world.step().unwrap().is_empty());
    world.edit(root, |root| root.space = 0).unwrap();
    assert!(world.step().unwrap().is_empty());
    world.set_position(root, (300, 0)).unwrap();
    assert_eq!(kinds(world.step().unwrap()), [(EventKind::Pass, part, wall)]);
}

/// What counts again because its root is gone appears where it is, and has no way to there.
#[test]
fn a_part_that_appears_by_leaving_its_root_has_no_way() {
    for is_off in [false, true] {
        let mut world = World::new();
        let root = world.insert(square(0, 0));
        let part = world.insert(Collider::new(Mask::filled(2, 2)).at((0, 20)).swept());
        world.attach(root, part).unwrap();
        let wall = world.insert(Collider::new(Rect::new(100, -50, 4, 200)));
        world.step().unwrap();
        world.set_position(root, (300, 0)).unwrap();
        world.edit(root, |root| root.enabled = !is_off).unwrap();
        world.detach(part).unwrap();
        let passed = kinds(world.step().unwrap());
        assert_eq!(passed, [(EventKind::Pass, part, wall)][usize::from(is_off)..]);
        let from = if is_off { (300, 20) } else { (0, 20) };
        assert_eq!(world.last_path(part), Some([from.into(), (300, 20).into()]));
        world.validate().unwrap();
    }
}

/// A sword that reaches beyond the seam goes with its hero, and not around the world.
#[test]
fn swept_parts_across_seams() {
    let mut world = World::with_options(WorldOptions { wrap: Some((100, 100)), ..WorldOptions::default() });
    let root = world.insert(square(90, 10));
    let part = world.insert(Collider::new(Mask::filled(2, 2)).at((15, 0)).swept());
    world.attach(root, part).unwrap();
    let far = world.insert(Collider::new(Rect::new(50, 0, 4, 100)));
    let near = world.insert(Collider::new(Rect::new(8, 12, 2, 100 - 13)).at((0, 0)));
    world.step().unwrap();
    assert_eq!(world.bounds(part), Some(Rect::new(5, 10, 2, 2)));
    for x in [93, 98, 103, 108] {
        let from = world.position(root).unwrap();
        let by = PointQ16::from((x, 10)) - from;
        let lap = if by.x > 50 << 16 { (100, 0) } else { (0, 0) };
        world.set_position(root, from + by - PointQ16::from(lap)).unwrap();
        let events = world.step().unwrap();
        let is_far = |event: &Event| event.other(far).is_some();
        assert!(!events.iter().any(is_far), "at {x}: {events:?}");
        let [from, to] = world.last_path(part).unwrap();
        assert!((to - from).x.abs() <= 5 << 16, "at {x}: {from:?} {to:?}");
        world.validate().unwrap();
    }
    let _ = near;
}

#[test]
fn a_character_takes_its_parts_along() {
    let mut world = World::new();
    let ground = world.insert(Collider::new(Rect::new(0, 100, 300, 20)));
    let wall = world.insert(Collider::new(Rect::new(60, 0, 10, 100)));
    let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((10.25, 60.0)).character());
    let sword = world.insert(Collider::new(Mask::filled(20, 3)).at((8.5, 6.0)).sensor());
    world.attach(hero, sword).unwrap();
    let (options, filter) = (MoveOptions::default(), QueryFilter::default());
    let slid = world.move_and_slide(hero, (100.0, 90.0), &options, &filter).unwrap();
    assert_eq!((slid.floor.unwrap().handle, slid.wall.unwrap().handle), (ground, wall));
    assert_eq!(world.bounds(hero), Some(Rect::new(52, 84, 8, 16)));
    // Half a pixel to the right of his pixels, through the wall: ⌈60.5 - ½⌉.
    assert_eq!(world.bounds(sword), Some(Rect::new(60, 90, 20, 3)));
    assert_eq!(kinds(world.step().unwrap()), [(EventKind::Begin, wall, sword)]);
    // A part that is solid is in nobody's way in its own family.
    world.edit(sword, |sword| sword.kind = ColliderKind::Body).unwrap();
    assert_eq!(world.fit_at(hero, (52, 84), 0, &filter), Some(Fit::Free));
    assert_eq!(world.move_and_slide(hero, (-20, 0), &options, &filter).unwrap().stuck, None);
    world.validate().unwrap();
}

/// A part beyond a seam: its next way is as short in a world that comes back from another state as in one that was never there.
#[test]
fn a_part_beyond_a_seam_comes_back_there() {
    let options = WorldOptions { wrap: Some((100, 60)), ..WorldOptions::default() };
    let mut world = World::with_options(options);
    let root = world.insert(square(50, 10));
    let part = world.insert(square(30, 0).swept());
    world.insert(square(60, 10));
    world.attach(root, part).unwrap();
    // The part is at 110, which is 10.
    world.set_position(root, (80, 10)).unwrap();
    assert!(world.step().unwrap().is_empty());
    let (snapshot, mut twin) = (world.snapshot(), world.clone());
    world.set_position(root, (20, 30)).unwrap();
    world.step().unwrap();
    world.restore(&snapshot);
    for world in [&mut twin, &mut world] {
        world.set_position(root, (85, 10)).unwrap();
        assert!(world.step().unwrap().is_empty());
        assert_eq!(world.bounds(part).map(|bounds| (bounds.x, bounds.y)), Some((15, 10)));
    }
}

/// A lift of several shapes pushes, carries and crushes as one of the same pixels.
#[test]
fn a_lift_of_parts_is_a_lift_of_one_piece() {
    cases(1, 600, |seed| {
        let _blame = Blame(&seed);
        let rng = &mut Rng::new(seed);
        let rects: Vec<Rect> = (0..1 + rng.below(4))
            .map(|_| {
                let mut side = || 2 + rng.below(12) as u32;
                let (w, h) = (side(), side());
                Rect::new(rng.below(30) as i32, rng.below(20) as i32, w, h)
            })
            .collect();
        let union = Mask::from_fn(50, 40, |x, y| {
            let (x, y) = (x as i32, y as i32);
            rects.iter().any(|r| r.x <= x && x < r.x + r.w as i32 && r.y <= y && y < r.y + r.h as i32)
        });
        let one_way = rng.one_in(4);
        let kind = if one_way { ColliderKind::OneWay } else { ColliderKind::Body };
        let angle = Angle::Steps { step: rng.below(4) as i32, of: 4 };
        let props = ColliderProps { kind, ..ColliderProps::default() };
        let solid = |shape: ColliderShape| Collider { props, ..Collider::new(shape) };
        let (mut one, mut many) = (World::new(), World::new());
        let at = (20 + rng.below(40) as i32, 20 + rng.below(40) as i32);
        let lift = one.insert(solid(union.into()).at(at).rotated(angle));
        // The root is the first rectangle, or nothing at all.
        let root = many.insert(solid(Rect::new(0, 0, 0, 0).into()).at(at).rotated(angle));
        let mut others = Vec::new();
        for _ in 0..1 + rng.below(5) {
            let mut place = || rng.below(90) as i32;
            let place = (place(), place());
            let collider = match rng.below(3) {
                0 => Collider::new(Rect::new(0, 0, 20, 3)),
                _ => Collider::new(Mask::filled(4, 6)).character(),
            };
            others.push([&mut one, &mut many].map(|world| world.insert(collider.clone().at(place))));
        }
        if rng.one_in(2) {
            many.edit(root, |root| root.shape = rects[0].into()).unwrap();
        }
        for rect in rects {
            // Half of them lie in the rectangle, half in the position.
            let part = match rng.one_in(2) {
                true => many.insert(solid(rect.into())),
                false => many.insert(solid(Rect::new(0, 0, rect.w, rect.h).into()).at((rect.x, rect.y))),
            };
            many.attach(root, part).unwrap();
        }
        // A part that is off pushes nobody.
        let off = many.insert(solid(Rect::new(-9, -9, 60, 50).into()).disabled());
        many.attach(root, off).unwrap();
        for _ in 0..3 {
            let motion = PointQ16::new(rng.between(-12 << 16, 12 << 16), rng.between(-12 << 16, 12 << 16));
            let rides = |world: &World, it: Handle| world.get(it).unwrap().kind == ColliderKind::Character;
            let named: Vec<_> = others.iter().filter(|_| rng.one_in(3)).copied().collect();
            let named: Vec<_> = named.into_iter().filter(|both| rides(&one, both[0])).collect();
            let riders = |i: usize| named.iter().map(|both| both[i]).collect::<Vec<_>>();
            let [a, b] = [
                one.move_solid(lift, motion, &riders(0), &MoveOptions::default()).unwrap(),
                many.move_solid(root, motion, &riders(1), &MoveOptions::default()).unwrap(),
            ];
            let as_one = |list: &[Handle], i: usize| -> Vec<usize> {
                list.iter().map(|&h| others.iter().position(|both| both[i] == h).unwrap()).collect()
            };
            assert_eq!(a.position, b.position);
            // A one-way platform that is cut along a horizontal line has another top: only those in one piece are compared.
            if !one_way {
                let lists =
                    |m: &hitmask::SolidMoved, i| [&m.pushed, &m.carried, &m.crushed].map(|l| as_one(l, i));
                assert_eq!(lists(&a, 0), lists(&b, 1));
                for &[x, y] in &others {
                    assert_eq!(one.position(x), many.position(y));
                }
            }
        }
        many.validate().unwrap();
        1
    });
}

/// Bytes that no world writes are refused, and so are worlds whose parts have no root.
#[test]
fn hostile_bytes_of_parts_are_refused() {
    let (mut world, root, part) = hero();
    world.set_part_frames(part, Some(&[0, 7])).unwrap();
    let bytes = world.to_bytes(|_, _| 3, |_, _| 0);
    assert_eq!(bytes[4], 2);
    let read = |bytes: &[u8]| World::from_bytes(bytes, |_| Some(Mask::filled(16, 16).into()), |_| None);
    assert_eq!(read(&bytes).unwrap().state_hash(), world.state_hash());
    assert_eq!(read(&bytes).unwrap().to_bytes(|_, _| 3, |_, _| 0), bytes);
    world.detach(part).unwrap();
    let without = world.to_bytes(|_, _| 3, |_, _| 0);
    assert_eq!(without[4], 1);
    // The end: the root 0, frames, two of them: 0 and 7; then no free slots, no contacts, nobody removed.
    let tail = bytes.len() - 8 - 3;
    assert_eq!(bytes[tail - 6..tail], [1, 0, 1, 2, 0, 7]);
    let with = |changes: &[(usize, u8)]| {
        let mut bytes = bytes.clone();
        changes.iter().for_each(|&(at, to)| bytes[at] = to);
        sealed(&bytes[..bytes.len() - 8])
    };
    let refuses = |changes: &[(usize, u8)], what: &str| match read(&with(changes)) {
        Err(DecodeError { kind: DecodeErrorKind::BadValue, part, .. }) => assert_eq!(part, what),
        other => panic!("{what}: {other:?}"),
    };
    refuses(&[(tail - 5, 1)], "root of a part before this");
    refuses(&[(tail - 5, 2)], "root of a part");
    refuses(&[(tail - 2, 7)], "frame of a part");
    refuses(&[(tail - 6, 2)], "mark of parts");
    refuses(&[(tail - 3, 100)], "count");
    let mut plain = without;
    plain[4] = 2;
    assert!(read(&sealed(&plain[..plain.len() - 8])).is_err(), "a world without parts has version 1");
    let mut newer = bytes.clone();
    newer[4] = 5;
    assert_eq!(read(&newer).unwrap_err().kind, DecodeErrorKind::UnknownVersion { version: 5 });
    // Every change of one byte is refused, or is another world that is valid.
    for (at, &byte) in bytes.iter().enumerate().take(bytes.len() - 8).skip(16) {
        for to in [0, 1, 2, 3, 127, 128, 255, byte ^ 1] {
            if let Ok(world) = read(&with(&[(at, to)])) {
                world.validate().unwrap();
            }
        }
    }
    let _ = root;
}

/// A player of 16 x 32, an arm on him, a gun in its hand, a lamp on the gun, each of 4 x 4.
fn player() -> (World, [Handle; 4]) {
    let mut world = World::new();
    let player = world.insert(Collider::new(Mask::filled(16, 32)).at((100, 50)));
    let [arm, gun, lamp] = [(16, 8), (4, 0), (4, 0)].map(|(x, y)| world.insert(square(x, y)));
    // From the outside in: what is attached takes its own parts along.
    world.attach(gun, lamp).unwrap();
    world.attach(arm, gun).unwrap();
    world.attach(player, arm).unwrap();
    world.validate().unwrap();
    (world, [player, arm, gun, lamp])
}

#[test]
fn parts_of_parts_go_where_their_root_goes() {
    let (mut world, [player, arm, gun, lamp]) = player();
    let at = |world: &World, handle| world.bounds(handle).unwrap();
    assert_eq!([arm, gun, lamp].map(|it| at(&world, it).x), [116, 120, 124]);
    assert_eq!([arm, gun, lamp].map(|it| world.root_of(it)), [Some(player); 3]);
    assert_eq!([arm, gun, lamp].map(|it| world.parent_of(it)), [Some(player), Some(arm), Some(gun)]);
    assert_eq!((world.root_of(player), world.parent_of(player)), (None, None));
    assert_eq!(world.parts_of(arm).unwrap().collect::<Vec<_>>(), [gun]);
    // The player walks, the arm turns about its shoulder, the gun is drawn back.
    world.set_position(player, (0, 0)).unwrap();
    assert_eq!([arm, gun, lamp].map(|it| at(&world, it)), [16, 20, 24].map(|x| Rect::new(x, 8, 4, 4)));
    world.edit(arm, |arm| arm.transform.set_rotation(Angle::Degrees(90.0))).unwrap();
    assert_eq!([arm, gun, lamp].map(|it| at(&world, it)), [8, 12, 16].map(|y| Rect::new(12, y, 4, 4)));
    world.set_position(gun, (5, 0)).unwrap();
    assert_eq!([arm, gun, lamp].map(|it| at(&world, it).y), [8, 13, 17]);
    world.edit(player, |player| player.transform.set_flip([true, false])).unwrap();
    assert_eq!(at(&world, lamp), Rect::new(-16, 17, 4, 4));
    world.validate().unwrap();
    // The poses are those of the parents, one on the other.
    let own = |world: &World, it| world.transform(it).unwrap().pose().unwrap();
    let expected = own(&world, lamp)
        .then(&own(&world, gun))
        .and_then(|pose| pose.then(&own(&world, arm)))
        .and_then(|pose| pose.then(&own(&world, player)));
    assert_eq!(world.pose(lamp), expected.ok());
    // A dropped arm keeps the gun, and lies where it lay.
    let before = [arm, gun, lamp].map(|it| at(&world, it));
    world.detach(arm).unwrap();
    assert_eq!([arm, gun, lamp].map(|it| at(&world, it)), before);
    assert_eq!([arm, gun, lamp].map(|it| world.root_of(it)), [None, Some(arm), Some(arm)]);
    world.set_position(player, (500, 500)).unwrap();
    assert_eq!([arm, gun, lamp].map(|it| at(&world, it)), before);
    world.attach(player, gun).unwrap();
    assert_eq!([gun, lamp].map(|it| world.root_of(it)), [Some(player); 2]);
    world.validate().unwrap();
    world.remove(gun).unwrap();
    assert!(!world.contains(lamp) && world.contains(arm) && world.contains(player));
    world.validate().unwrap();
}

#[test]
fn a_tree_counts_and_meets_as_one() {
    let (mut world, [player, arm, gun, lamp]) = player();
    let stone = world.insert(square(124, 58));
    let met = |world: &mut World| kinds(world.step().unwrap());
    assert_eq!(met(&mut world), [(EventKind::Begin, lamp, stone)], "what belongs together never meets");
    for above in [arm, gun, player] {
        world.edit(above, |above| above.enabled = false).unwrap();
        assert_eq!(met(&mut world), [(EventKind::End, lamp, stone)]);
        assert!(world.get(lamp).unwrap().enabled, "its own switch stays");
        world.edit(above, |above| above.enabled = true).unwrap();
        assert_eq!(met(&mut world), [(EventKind::Begin, lamp, stone)]);
    }
    world.edit(player, |player| (player.space, player.group) = (3, 7)).unwrap();
    assert_eq!(met(&mut world), [(EventKind::End, lamp, stone)]);
    assert_eq!((world.get(lamp).unwrap().space, world.get(lamp).unwrap().group), (3, 7));
    world.edit(stone, |stone| stone.space = 3).unwrap();
    assert_eq!(met(&mut world), [(EventKind::Begin, lamp, stone)]);
    // Whoever leaves out something leaves out what hangs on it.
    let all = |filter: &QueryFilter<'_>| world.query(&Probe::rect(Rect::new(0, 0, 300, 300)), filter).all();
    let here = QueryFilter { space: Some(3), ..QueryFilter::default() };
    assert_eq!(all(&here.except(player)), [stone]);
    assert_eq!(all(&here.except(gun)), [player, arm, stone]);
    for handle in [player, arm, gun, lamp] {
        assert_eq!(all(&world.filter_of(handle).unwrap()), [stone], "{handle:?}");
    }
    // Frames count for what hangs on what shows them.
    let swing: Frames = (0..3).map(|_| Mask::filled(4, 4)).collect();
    world.edit(gun, |gun| gun.shape = swing.into()).unwrap();
    world.set_part_frames(lamp, Some(&[1])).unwrap();
    let mut seen = Vec::new();
    for frame in 0..3 {
        world.set_frame(gun, frame).unwrap();
        let _ = met(&mut world);
        seen.push(world.contacts().len());
    }
    assert_eq!(seen, [0, 1, 0]);
    world.validate().unwrap();
}

#[test]
fn trees_are_saved_and_restored() {
    let (mut world, [player, arm, gun, lamp]) = player();
    world.edit(arm, |arm| arm.transform.set_rotation(Angle::Degrees(30.0))).unwrap();
    world.insert(square(130, 70));
    world.step().unwrap();
    let (hash, snapshot) = (world.state_hash(), world.snapshot());
    let shapes: Vec<ColliderShape> = [player, arm, gun, lamp]
        .into_iter()
        .chain(world.members().map(|member| member.handle).skip(4))
        .map(|it| world.get(it).unwrap().shape.clone())
        .collect();
    let bytes = world.to_bytes(|handle, _| handle.index().into(), |_, _| 0);
    let read = World::from_bytes(&bytes, |key| shapes.get(key as usize).cloned(), |_| None).unwrap();
    read.validate().unwrap();
    assert_eq!(
        (read.state_hash(), read.root_of(lamp), read.parent_of(lamp)),
        (hash, Some(player), Some(gun))
    );
    assert_eq!(read.pose(lamp), world.pose(lamp));
    world.detach(gun).unwrap();
    world.remove(player).unwrap();
    assert_ne!(world.state_hash(), hash);
    world.restore(&snapshot);
    world.validate().unwrap();
    assert_eq!((world.state_hash(), world.root_of(lamp)), (hash, Some(player)));
    let mut read = read;
    for world in [&mut world, &mut read] {
        world.set_position(player, (30, 30)).unwrap();
        world.validate().unwrap();
    }
    assert_eq!(world.state_hash(), read.state_hash());
}

/// As deep as promised, and no deeper; and nothing is a part of itself.
#[test]
fn deep_trees_and_circles() {
    let mut world = World::new();
    let chain: Vec<Handle> = (0..66).map(|_| world.insert(square(1, 0))).collect();
    for pair in chain[..33].windows(2) {
        world.attach(pair[0], pair[1]).unwrap();
    }
    assert_eq!(world.bounds(chain[32]), Some(Rect::new(33, 0, 4, 4)));
    for pair in chain[33..].windows(2) {
        world.attach(pair[0], pair[1]).unwrap();
    }
    // One more than 64 would be above the last one: all that hangs on what is attached counts.
    let too_deep = refused("part", InvalidReason::TooDeep { most: 64 });
    assert_eq!(world.try_attach(chain[32], chain[33]), too_deep);
    world.attach(chain[31], chain[33]).unwrap();
    assert_eq!(world.bounds(chain[65]), Some(Rect::new(65, 0, 4, 4)));
    for (above, below) in [(0, 0), (65, 0), (65, 33), (40, 39)] {
        let circle = refused("root", InvalidReason::Cycle);
        assert_eq!(world.try_attach(chain[above], chain[below]), circle, "{above} {below}");
    }
    world.validate().unwrap();
    let bytes = world.to_bytes(|_, _| 0, |_, _| 0);
    let shape: ColliderShape = Rect::new(0, 0, 4, 4).into();
    let read = World::from_bytes(&bytes, |_| Some(shape.clone()), |_| None).unwrap();
    assert_eq!((read.state_hash(), read.bounds(chain[65])), (world.state_hash(), world.bounds(chain[65])));
    world.remove(chain[0]).unwrap();
    assert_eq!(world.len(), 0);
}

/// Enlarged by its root and by itself a part may be too large. Then it covers nothing.
#[test]
fn a_part_that_is_enlarged_too_far_covers_nothing() {
    let (mut world, root, part) = hero();
    for (it, scale) in [(root, [200.0, 1.0]), (part, [200.0, 1.0])] {
        assert!(world.pose(part).is_some());
        world.edit(it, |it| it.transform.set_scale(scale)).unwrap();
    }
    assert_eq!((world.pose(part), world.bounds(part)), (None, None));
    world.edit(part, |part| part.transform.set_scale([160.0, 1.0])).unwrap();
    assert_eq!(world.bounds(part).map(|bounds| bounds.w), Some(4 * 32_000));
    world.validate().unwrap();
}
