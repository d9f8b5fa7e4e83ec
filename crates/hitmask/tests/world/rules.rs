//! The rules of a world, one test for each: handles, events, filters, custom tests, limits, the ends of the world.
//!
//! This file is long because it is a list: each rule has a test of its own, and no test needs another one.

use std::sync::{Arc, Mutex};

use hitmask::broad_phase::BroadPhaseKind;
use hitmask::{
    AlphaMask, AlphaRule, Angle, Circle, Closest, Collider, ColliderKind, ColliderRef, ColliderShape,
    ConvexPolygon, CustomTest, Event, EventDetail, EventKind, Frames, Handle, Layers, Mask, Member,
    MoveOptions, Point, PointQ16, Pose, PoseParts, Probe, QueryFilter, Rect, Touch, Verdict, World,
    WorldOptions,
};

fn square(x: i32, y: i32) -> Collider {
    Collider::new(Rect::new(0, 0, 4, 4)).at((x, y))
}

fn kinds(events: &[Event]) -> Vec<(EventKind, Handle, Handle)> {
    events.iter().map(|event| (event.kind, event.a, event.b)).collect()
}

#[test]
fn handles_are_used_again_with_another_generation() {
    let mut world = World::new();
    let [a, b] = [0, 10].map(|x| world.insert(square(x, 0)));
    assert_eq!((a.index(), b.index(), a.generation()), (0, 1, 0));
    assert_eq!(world.remove(a).unwrap().shape_rect(), Rect::new(0, 0, 4, 4));
    assert!(world.remove(a).is_none() && world.get(a).is_none() && !world.contains(a));
    let c = world.insert(square(0, 0));
    assert_eq!((c.index(), c.generation()), (0, 1));
    assert_eq!(Handle::from_bits(c.to_bits()), c);
    assert!(a < c && c < b);
    // Every verb answers a stale handle with None, and changes nothing.
    assert_eq!(world.set_position(a, (9, 9)), None);
    assert_eq!(world.set_pose(a, None), None);
    assert_eq!(world.edit(a, |collider| collider.shape = Rect::new(0, 0, 1, 1).into()), None);
    assert_eq!(world.set_frame(a, 0), None);
    assert_eq!(world.edit(a, |collider| collider.layers = Layers::default()), None);
    assert_eq!(world.edit(a, |collider| collider.kind = ColliderKind::Sensor), None);
    assert_eq!(world.edit(a, |collider| collider.space = 1), None);
    assert_eq!(world.edit(a, |collider| collider.enabled = false), None);
    assert_eq!(world.edit(a, |collider| collider.data = 1), None);
    assert_eq!(world.edit(a, |collider| collider.custom = None), None);
    assert_eq!(world.edit(a, |collider| collider.group = 1), None);
    assert_eq!(world.collide_one(a), None);
    assert!(world.contacts_of(a).is_none());
    for (one, other) in [(a, b), (b, a), (a, a)] {
        assert_eq!((world.normal(one, other), world.separation(one, other)), (None, None));
        assert_eq!(world.closest(one, other), None);
        assert_eq!(world.touching_since(one, other), None);
    }
    assert_eq!(world.bounds(a), None);
    assert_eq!(world.len(), 2);
    world.clear();
    assert!(world.is_empty() && world.members().next().is_none());
    world.validate().unwrap();
}

trait ShapeRect {
    fn shape_rect(&self) -> Rect;
}
impl ShapeRect for Collider {
    fn shape_rect(&self) -> Rect {
        let ColliderShape::Rect(rect) = self.shape else { panic!("{:?}", self.shape) };
        rect
    }
}

#[test]
fn contacts_begin_stay_and_end() {
    let detail = EventDetail { stay: true, area: true, bounds: true, ..EventDetail::default() };
    let mut world = World::with_options(WorldOptions { detail, ..WorldOptions::default() });
    let (a, b) = (world.insert(square(0, 0).with_data(5)), world.insert(square(3, 2).with_data(6)));
    let [event] = world.step().unwrap() else { panic!() };
    assert_eq!((event.kind, event.a, event.b, event.data), (EventKind::Begin, a, b, [5, 6]));
    let touch = event.touch.unwrap();
    assert_eq!((touch.first, touch.area, touch.bounds), ((3, 2).into(), 2, Some(Rect::new(3, 2, 1, 2))));
    assert_eq!(kinds(world.step().unwrap()), [(EventKind::Stay, a, b)]);
    assert_eq!(world.contacts().collect::<Vec<_>>(), [(a, b)]);
    world.set_position(b, (4, 0)).unwrap();
    assert_eq!(kinds(world.step().unwrap()), [(EventKind::End, a, b)]);
    assert_eq!(world.events()[0].touch, None);
    assert!(world.step().unwrap().is_empty());
}

/// The contact of a removed collider ends in the next step, with its last data, even if its place was given to another collider.
#[test]
fn a_removed_collider_ends_its_contacts() {
    let mut world = World::new();
    let [a, b, c] = [10, 11, 12].map(|data| world.insert(square(0, 0).with_data(data)));
    assert_eq!(world.step().unwrap().len(), 3);
    world.edit(a, |collider| collider.data = 20).unwrap();
    world.remove(a);
    let d = world.insert(square(0, 0).with_data(13));
    assert_eq!(d.index(), a.index());
    let events = world.step().unwrap().to_vec();
    assert_eq!(
        kinds(&events),
        [(EventKind::End, a, b), (EventKind::End, a, c), (EventKind::Begin, d, b), (EventKind::Begin, d, c),]
    );
    assert_eq!(events[0].data, [20, 11]);
    assert_eq!(events[2].data, [13, 11]);
    // Removed before any step: there is no event.
    let e = world.insert(square(0, 0));
    world.remove(e);
    assert!(world.step().unwrap().is_empty());
    // Removed while events are handled.
    for event in events.iter().filter(|event| event.kind == EventKind::Begin) {
        world.remove(event.b);
    }
    assert_eq!(
        kinds(world.step().unwrap()),
        [(EventKind::End, d, b), (EventKind::End, d, c), (EventKind::End, b, c)].sorted()
    );
}

trait Sorted {
    fn sorted(self) -> Self;
}
impl<const N: usize> Sorted for [(EventKind, Handle, Handle); N] {
    fn sorted(mut self) -> Self {
        self.sort_by_key(|&(_, a, b)| (a, b));
        self
    }
}

#[test]
fn spaces_layers_sensors_and_switches_keep_pairs_apart() {
    let touching = |a: Collider, b: Collider| {
        let mut world = World::new();
        let (a, b) = (world.insert(a), world.insert(b));
        let one = world.collide_one(a).unwrap().len();
        assert_eq!(one, world.collide_one(b).unwrap().len());
        let events = world.step().unwrap().len();
        assert_eq!(events, one);
        world.validate().unwrap();
        events == 1
    };
    let at = || square(0, 0);
    assert!(touching(at(), at()));
    assert!(!touching(at(), at().in_space(1)));
    assert!(touching(at().in_space(u32::MAX), at().in_space(u32::MAX)));
    assert!(!touching(at().on(Layers::new(1, 2)), at()), "only one side agrees");
    assert!(touching(at().on(Layers::new(1, 2)), at().on(Layers::new(2, 1))));
    assert!(!touching(at().on(Layers::new(0, u32::MAX)), at()), "on no layer");
    assert!(touching(at().sensor(), at()));
    assert!(!touching(at().sensor(), at().sensor()));
    assert!(!touching(at().in_group(7), at().in_group(7)), "one group");
    assert!(touching(at().in_group(7), at().in_group(8)) && touching(at().in_group(7), at()));
    assert!(touching(at().in_group(0), at().in_group(0)), "0 is no group");
    assert!(!touching(at().in_group(u32::MAX).sensor(), at().in_group(u32::MAX)));
    assert!(!touching(at(), at().disabled()));
    assert!(!touching(at(), at().posed(None)));
}

#[test]
fn what_changes_later_counts_from_the_next_step_on() {
    let mut world = World::new();
    let (a, b) = (world.insert(square(0, 0)), world.insert(square(0, 0)));
    let mut touching = |change: &dyn Fn(&mut World) -> Option<()>, expected: bool| {
        change(&mut world).unwrap();
        world.validate().unwrap();
        world.step().unwrap();
        assert_eq!(world.contacts().len() == 1, expected);
        assert_eq!(world.collide_one(a).unwrap().len() == 1, expected);
        assert_eq!(
            world.query(&Probe::rect(Rect::new(0, 0, 1, 1)), &QueryFilter::default()).all().contains(&b),
            expected
        );
    };
    touching(&|world| world.edit(b, |collider| collider.space = 7), false);
    touching(&|world| world.edit(b, |collider| collider.space = 0), true);
    touching(&|world| world.edit(b, |collider| collider.enabled = false), false);
    touching(&|world| world.edit(b, |collider| collider.enabled = true), true);
    touching(&|world| world.set_pose(b, None), false);
    // A sprite without a pose stays invisible when it moves.
    touching(&|world| world.set_position(b, (0, 0)), false);
    touching(&|world| world.set_pose(b, Pose::at(4, 0)), false);
    touching(&|world| world.set_position(b, (0, 0)), true);
    touching(&|world| world.edit(b, |collider| collider.shape = Mask::new(4, 4).into()), false);
    touching(&|world| world.edit(b, |collider| collider.shape = Mask::filled(4, 4).into()), true);
}

/// A custom test that gives a fixed answer and notes that it was asked.
struct Told {
    name: char,
    says: Option<Verdict>,
    log: Arc<Mutex<String>>,
}

impl CustomTest for Told {
    fn test(&self, me: Member<'_>, other: Member<'_>) -> Option<Verdict> {
        assert_ne!(me.handle, other.handle);
        assert_eq!(me.collider.data, u64::from(self.name as u32));
        self.log.lock().unwrap().push(self.name);
        self.says
    }
}

#[test]
fn custom_tests_come_first_and_the_lower_handle_before_the_other() {
    let at = Touch::new((100, 100));
    let run = |says: [Option<Option<Verdict>>; 2]| {
        let log = Arc::new(Mutex::new(String::new()));
        let mut world = World::new();
        for (name, says) in ['a', 'b'].into_iter().zip(says) {
            let collider = square(0, 0).with_data(u64::from(name as u32));
            world.insert(match says {
                Some(says) => collider.with_test(Arc::new(Told { name, says, log: Arc::clone(&log) })),
                None => collider,
            });
        }
        let touch = world.step().unwrap().first().map(|event| event.touch.unwrap().first);
        world.validate().unwrap();
        let asked = log.lock().unwrap().clone();
        (touch, asked)
    };
    let (corner, told) = (Some(Point::new(0, 0)), Some(at.first));
    let (apart, touching) = (Some(Verdict::Apart), Some(Verdict::Touching(at)));
    assert_eq!(run([None, None]), (corner, String::new()));
    assert_eq!(run([Some(None), Some(None)]), (corner, "ab".into()));
    assert_eq!(run([Some(apart), Some(touching)]), (None, "a".into()));
    assert_eq!(run([Some(touching), Some(apart)]), (told, "a".into()));
    assert_eq!(run([Some(None), Some(apart)]), (None, "ab".into()));
    assert_eq!(run([None, Some(touching)]), (told, "b".into()));
}

/// Flames that reach beyond the picture.
struct Flames;

impl CustomTest for Flames {
    fn test(&self, _: Member<'_>, other: Member<'_>) -> Option<Verdict> {
        (other.collider.data == 1).then_some(Verdict::Touching(Touch::new((0, -1))))
    }
    fn reach(&self, _: ColliderRef<'_>, own: Option<Rect>) -> Option<Rect> {
        own.map(|Rect { x, y, w, h }| Rect::new(x - 5, y - 5, w + 10, h + 10))
    }
}

#[test]
fn a_custom_test_may_reach_farther_than_the_picture() {
    let mut world = World::new();
    let ship = world.insert(square(0, 0).with_test(Arc::new(Flames)));
    let (paper, stone) = (world.insert(square(8, 0).with_data(1)), world.insert(square(-8, 0)));
    assert_eq!(kinds(world.step().unwrap()), [(EventKind::Begin, ship, paper)]);
    let found: Vec<Handle> = world.collide_one(paper).unwrap().iter().map(|contact| contact.handle).collect();
    assert_eq!(found, [ship]);
    assert!(world.collide_one(stone).unwrap().is_empty());
    world.set_position(paper, (9, 0)).unwrap();
    assert_eq!(kinds(world.step().unwrap()), [(EventKind::End, ship, paper)], "the reach is half-open, too");
}

#[test]
fn a_filter_vetoes_pairs() {
    let mut world = World::new();
    let [a, b, c] = [1, 1, 2].map(|team| world.insert(square(0, 0).with_data(team)));
    let friends = |a: Member<'_>, b: Member<'_>| a.collider.data != b.collider.data;
    assert_eq!(
        kinds(world.step_with(friends).unwrap()),
        [(EventKind::Begin, a, c), (EventKind::Begin, b, c)]
    );
    assert_eq!((world.stats().candidates, world.stats().refused, world.stats().touching), (3, 1, 2));
    // If a filter refuses a pair, its contact ends.
    assert_eq!(world.step_with(|_, _| false).unwrap().len(), 2);
}

#[test]
fn too_many_pairs_are_an_error_and_lose_nothing() {
    for broad_phase in BroadPhaseKind::ALL {
        let mut world =
            World::with_options(WorldOptions { max_pairs: 100, broad_phase, ..WorldOptions::default() });
        let pair = [world.insert(square(1000, 0)), world.insert(square(1001, 0))];
        assert_eq!(world.step().unwrap().len(), 1);
        let crowd: Vec<Handle> = (0..1000).map(|_| world.insert(square(0, 0))).collect();
        assert_eq!(world.step().unwrap_err().limit, 100);
        assert!(world.events().is_empty());
        assert_eq!(world.contacts().collect::<Vec<_>>(), [(pair[0], pair[1])]);
        world.remove(pair[0]);
        assert!(world.step().is_err());
        for &handle in &crowd {
            world.edit(handle, |collider| collider.enabled = false).unwrap();
        }
        // Colliders that were removed during a failed step are reported by the next step.
        assert_eq!(kinds(world.step().unwrap()), [(EventKind::End, pair[0], pair[1])]);
        world.validate().unwrap();
    }
}

#[test]
fn a_million_in_one_spot_are_no_hang() {
    let limit = 1 << 20;
    for layers in [Layers::default(), Layers::new(1, 2)] {
        let mut world = World::with_options(WorldOptions { max_pairs: limit, ..WorldOptions::default() });
        let dot = Arc::new(Mask::filled(1, 1));
        for _ in 0..1_000_000 {
            world.insert(Collider::new(&dot).on(layers));
        }
        assert_eq!(world.step().unwrap_err().limit, limit);
    }
}

#[test]
fn the_world_ends_with_i32() {
    let mask = Arc::new(Mask::filled(8, 8));
    for (x, y) in [(i32::MAX - 3, i32::MAX - 3), (i32::MIN, i32::MIN), (i32::MAX, i32::MIN)] {
        let detail = EventDetail { area: true, bounds: true, ..EventDetail::default() };
        let mut world = World::with_options(WorldOptions { detail, ..WorldOptions::default() });
        let (a, b) =
            (world.insert(Collider::new(&mask).at((x, y))), world.insert(Collider::new(&mask).at((x, y))));
        let touch = world.step().unwrap()[0].touch.unwrap();
        let exist = |from: i32| (i64::from(i32::MAX) - i64::from(from) + 1).min(8) as u32;
        assert_eq!(touch.first, Point::new(x, y));
        assert_eq!(touch.area, u64::from(exist(x) * exist(y)));
        assert_eq!(touch.bounds, Some(Rect::new(x, y, exist(x), exist(y))));
        world.set_pose(a, Pose::from_matrix([1.5, 0.0, 0.0, 1.5, x.into(), y.into()]).ok()).unwrap();
        assert!(world.step().unwrap().is_empty());
        assert_eq!(world.contacts().len(), 1);
        world.set_position(b, (0, 0)).unwrap();
        assert_eq!(world.step().unwrap().len(), 1);
        world.validate().unwrap();
    }
    // Wholly beyond the world: it covers nothing.
    let mut world = World::new();
    let far = world
        .insert(Collider::new(&mask).posed(Pose::from_matrix([1.0, 0.0, 0.0, 1.0, 2147483648.0, 0.0]).ok()));
    assert_eq!(world.bounds(far), None);
    // Two rectangles that contain all pixels of the world. One of them reaches far beyond.
    let all = Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
    let huge = world.insert(Collider::new(all).posed(Pose::from_matrix([3.0, 0.0, 0.0, 3.0, 0.0, 0.0]).ok()));
    assert_eq!(world.bounds(huge), Some(all));
    world.remove(huge);
    let (a, b) = (world.insert(Collider::new(all)), world.insert(Collider::new(all)));
    let events = world.step().unwrap();
    assert_eq!(kinds(events), [(EventKind::Begin, a, b)]);
    assert_eq!(events[0].touch.unwrap().first, Point::new(i32::MIN, i32::MIN));
}

/// A sprite that is scaled up to more pixels than are drawn at once, against small sprites at its corners.
#[test]
fn images_may_be_larger_than_any_mask() {
    let parts = PoseParts { scale: [64.0; 2], position: [-40_000.0, 10.0], ..PoseParts::default() };
    let frame = Arc::new(Mask::from_fn(1500, 1500, |x, y| x == 0 || y == 0 || x == 1499 || y == 1499));
    let runs = Arc::new(hitmask::RunMask::from(&*frame));
    let dot = Arc::new(Mask::filled(3, 3));
    for shape in [ColliderShape::from(&frame), ColliderShape::from(&runs)] {
        let mut world = World::new();
        world.insert(Collider::new(shape).posed(Pose::new(&parts).ok()));
        let dots =
            [(-40_002, 8), (56_000 - 66, 96_010 - 66), (56_000 - 64, 96_009), (0, 100), (0, 74), (0, 73)]
                .map(|(x, y)| world.insert(Collider::new(&dot).at((x, y)).on(Layers::new(2, 1))));
        let events: Vec<(Handle, Point)> =
            world.step().unwrap().iter().map(|event| (event.b, event.touch.unwrap().first)).collect();
        let at = |x, y| Point::new(x, y);
        let expected = [
            (dots[0], at(-40_000, 10)),
            (dots[1], at(56_000 - 64, 96_010 - 66)),
            (dots[2], at(56_000 - 64, 96_009)),
            (dots[5], at(0, 73)),
        ];
        assert_eq!(events, expected);
    }
}

#[test]
fn frames_show_one_picture_in_its_place() {
    let dot = Arc::new(Mask::filled(2, 2));
    let frames = [(0, 0), (10, 0)].map(|(x, y)| (Arc::clone(&dot), Point::new(x, y)));
    let mut world = World::new();
    let walker = world.insert(Collider::new(Frames::new(frames)).at((100, 0)));
    let found = |world: &World, x| world.query(&Probe::point((x, 1)), &QueryFilter::default()).any();
    assert!(found(&world, 100) && !found(&world, 110));
    world.set_frame(walker, 1).unwrap();
    assert!(!found(&world, 100) && found(&world, 111));
    // Turned about its own origin, the second picture lies below.
    let turned = PoseParts { rotation: Angle::Degrees(90.0), position: [100.0, 0.0], ..PoseParts::default() };
    world.set_pose(walker, Pose::new(&turned).ok()).unwrap();
    assert_eq!(world.bounds(walker), Some(Rect::new(98, 10, 2, 2)));
    world.validate().unwrap();
}

#[test]
fn alphas_add_up_if_either_side_asks() {
    let alpha = |level| Arc::new(AlphaMask::from_alpha(1, 1, &[level]).unwrap());
    let touching = |a: ColliderShape, b: ColliderShape| {
        let mut world = World::new();
        world.insert(Collider::new(a));
        world.insert(Collider::new(b));
        !world.step().unwrap().is_empty()
    };
    let level = |a, level| ColliderShape::Alpha(alpha(a), AlphaRule::AtLeast(level));
    let sum = |a| ColliderShape::Alpha(alpha(a), AlphaRule::Sum);
    let solid = || ColliderShape::Rect(Rect::new(0, 0, 1, 1));
    assert!(touching(level(100, 100), level(50, 1)) && !touching(level(100, 101), level(50, 1)));
    assert!(touching(sum(100), sum(155)) && !touching(sum(100), sum(154)));
    assert!(touching(sum(100), level(155, 200)), "the level does not matter");
    assert!(!touching(level(200, 1), sum(54)));
    assert!(touching(sum(1), solid()) && !touching(sum(0), solid()), "what has no alphas counts as 255");
    assert!(touching(level(0, 0), solid()), "at level 0 everything is solid");
    assert!(!touching(level(0, 0), sum(255)), "nothing is not visible");
}

#[test]
fn lines_hit_what_lies_first_on_their_way() {
    let mut world = World::new();
    let [near, far] = [(10, 0), (20, 0)].map(|(x, y)| world.insert(square(x, y)));
    let everyone = QueryFilter::default();
    let hit = |from: (i32, i32), to: (i32, i32)| {
        world.first_on_line(from, to, &everyone).map(|hit| (hit.handle, hit.pixel, hit.steps))
    };
    assert_eq!(hit((0, 0), (30, 3)), Some((near, Point::new(10, 1), 10)));
    assert_eq!(hit((30, 3), (0, 0)), Some((far, Point::new(23, 2), 7)));
    assert_eq!(hit((0, 4), (30, 4)), None);
    assert_eq!(hit((11, 1), (11, 1)), Some((near, Point::new(11, 1), 0)));
    let all = (i32::MIN, i32::MIN);
    assert_eq!(hit(all, (i32::MAX, i32::MAX)), None);
    assert_eq!(hit(all, (i32::MAX - 10, i32::MAX)).map(|(handle, ..)| handle), None);
    assert_eq!(world.query(&Probe::line((0, 0), (30, 3)), &everyone).all(), [near, far]);
    let except = QueryFilter { except: Some(near), ..everyone };
    assert_eq!(world.query(&Probe::line((0, 0), (30, 3)), &except).all(), [far]);
}

#[test]
fn the_nearest_is_found_near_and_far() {
    let mut world = World::new();
    let everyone = QueryFilter::default();
    assert_eq!(world.nearest((0, 0), u32::MAX, &everyone), None);
    let far = world.insert(square(2_000_000_000, -2_000_000_000));
    let found = world.nearest((0, 0), u32::MAX, &everyone).unwrap();
    assert_eq!((found.handle, found.pixel), (far, Point::new(2_000_000_000, -1_999_999_997)));
    let twins = [world.insert(square(10, 0)), world.insert(square(-13, 0))];
    let found = world.nearest((0, 0), 10, &everyone).unwrap();
    assert_eq!(
        (found.handle, found.pixel, found.squared),
        (twins[0], Point::new(10, 0), 100),
        "as near as the other"
    );
    assert_eq!(world.nearest((0, 0), 9, &everyone), None);
    let sensor = world.insert(square(0, 0).sensor());
    assert_eq!(world.nearest((1, 1), 8, &everyone), None);
    let found = world.nearest((1, 1), 8, &QueryFilter { sensors: true, ..everyone }).unwrap();
    assert_eq!((found.handle, found.squared), (sensor, 0));
}

#[test]
fn an_empty_world_has_nothing_to_tell() {
    let mut world = World::new();
    assert!(world.step().unwrap().is_empty());
    assert!(world.query(&Probe::rect(Rect::new(0, 0, 9, 9)), &QueryFilter::default()).all().is_empty());
    assert_eq!(world.first_on_line((0, 0), (9, 9), &QueryFilter::default()), None);
    world.insert(Collider::new(Mask::new(0, 0)));
    world.insert(Collider::new(Rect::default()));
    assert!(world.step().unwrap().is_empty());
    world.validate().unwrap();
}

/// A collider inside a platform falls through it, no matter how tall it is or how fast it falls.
#[test]
fn a_platform_has_one_upper_side() {
    let mut world = World::new();
    let platform = world.insert(Collider::new(Rect::new(0, 100, 100, 5000)).one_way());
    let hero = world.insert(Collider::new(Mask::filled(8, 8)).at((10, 110)));
    let mut fall = |from: (i32, i32), by: i32| {
        world.set_position(hero, from).unwrap();
        let slid = world.move_and_slide(hero, (0, by), &MoveOptions::default(), &QueryFilter::default());
        slid.map(|slid| (slid.position.pixel().unwrap().y, slid.floor.map(|floor| floor.handle))).unwrap()
    };
    assert_eq!(fall((10, 110), 3000), (3110, None));
    assert_eq!(fall((10, 10), 3000), (92, Some(platform)));
}

/// A picture is drawn near the world's origin. Shapes of numbers may have no pixels there.
#[test]
fn circles_and_polygons_may_be_defined_far_from_where_they_lie() {
    let least = f64::from(i32::MIN);
    let circle = Circle::from_f64([least, least], 10.0).unwrap();
    let square = ConvexPolygon::new([
        (-1_000_000_000, 0),
        (0, 0),
        (0, 1_000_000_000),
        (-1_000_000_000, 1_000_000_000),
    ]);
    // The middle of the last rectangle, (2^31 - 5, 5), comes to lie at the origin.
    let (a, b, middle) = (39_322, 52_429, (1i64 << 31) - 5);
    let turned = Pose::from_q16([a, -b, b, a, b * 5 - a * middle, -a * 5 - b * middle]).unwrap();
    // A shape, its pose, pixels that it covers and pixels that it does not.
    type Case<'a> = (ColliderShape, Pose, &'a [(i32, i32)], &'a [(i32, i32)]);
    let shapes: [Case<'_>; 3] = [
        (
            circle.into(),
            Pose::at(0, 0).placed((-least, -least)),
            &[(0, 0), (-5, -5), (-9, 0)],
            &[(-9, -9), (10, 0)],
        ),
        (
            Arc::new(square.unwrap()).into(),
            Pose::at(i32::MIN + 9, 7),
            &[(i32::MIN, 7), (i32::MIN + 8, 999_999)],
            &[(i32::MIN + 9, 7), (i32::MIN, 6)],
        ),
        (Rect::new(i32::MAX - 9, 0, 10, 10).into(), turned, &[(0, 0), (-1, -1), (3, 3)], &[(9, 0), (0, -9)]),
    ];
    for (shape, pose, inside, outside) in shapes {
        let mut world = World::new();
        let far = world.insert(Collider::new(shape.clone()).posed(pose));
        for (pixels, covered) in [(inside, true), (outside, false)] {
            for &pixel in pixels {
                let dot = world.insert(Collider::new(Mask::filled(1, 1)).at(pixel));
                let _ = world.step().unwrap();
                assert_eq!(
                    world.contacts().any(|pair| pair == (far, dot)),
                    covered,
                    "{shape:?} at {pixel:?}"
                );
                let probe = Probe::point(pixel);
                let hits = world.query(&probe, &QueryFilter::default()).all();
                assert_eq!(hits.contains(&far), covered, "{shape:?} under {pixel:?}");
                world.remove(dot);
            }
        }
        let _ = world.step().unwrap();
        world.validate().unwrap();
    }
}

/// A mask may begin where no pixel exists; its solid pixels are what moves.
#[test]
fn movers_may_begin_beyond_the_first_pixel() {
    let (rest, all) = (MoveOptions::default(), QueryFilter::default());
    let edge = i32::MIN;
    let last = Arc::new(Mask::from_fn(64, 64, |x, y| x == 63 && y == 63));
    let frame = (Arc::clone(&last), Point::new(-60, -60));
    let first = Mask::from_fn(64, 64, |x, y| x == 0 && y == 0);
    let turned =
        Pose::from_matrix([-1.0, 0.0, 0.0, -1.0, f64::from(edge) + 1.0, f64::from(edge) + 1.0]).unwrap();
    let movers = [Collider::new(Frames::new([frame])).at((edge, edge)), Collider::new(first).posed(turned)];
    for mover in movers {
        let mut world = World::new();
        let mover = world.insert(mover);
        let wall = world.insert(Collider::new(Rect::new(edge + 20, edge, 5, 100)));
        let before = world.bounds(mover).unwrap();
        let slid = world.move_and_slide(mover, (100, 10), &rest, &all).unwrap();
        assert_eq!((slid.wall.map(|wall| wall.handle), slid.floor), (Some(wall), None));
        assert_eq!(world.bounds(mover), Some(Rect::new(edge + 19, before.y + 10, 1, 1)));
    }
}

/// A right angle keeps one turned copy of the alphas, whatever their rule.
#[test]
#[cfg(feature = "std")]
fn turned_alphas_are_kept_once() {
    let memory = |rule: AlphaRule| {
        let alpha = Arc::new(AlphaMask::from_fn(200, 150, |x, y| (x * y) as u8));
        let quarter = Pose::from_matrix([0.0, -1.0, 1.0, 0.0, 150.0, 0.0]).unwrap();
        let mut world = World::new();
        world.insert(Collider::new(ColliderShape::Alpha(Arc::clone(&alpha), rule)).posed(quarter));
        world.insert(Collider::new(ColliderShape::Alpha(Arc::clone(&alpha), rule)).at((3, 3)));
        assert_eq!(world.step().unwrap().len(), 1);
        alpha.memory_bytes()
    };
    assert_eq!(memory(AlphaRule::Sum), memory(AlphaRule::AtLeast(1)));
}

#[test]
fn parts_of_a_transform_read_back_as_they_were_set() {
    let mut world = World::new();
    let picture = Mask::from_fn(9, 5, |x, y| x >= y);
    let handle = world.insert(
        Collider::new(picture.clone())
            .with_pivot((4.5, 2.5))
            .at((30, -7))
            .rotated(Angle::Degrees(20.0))
            .scaled((1.5, 0.75)),
    );
    world.edit(handle, |collider| collider.transform.set_flip([true, false])).unwrap();
    world.edit(handle, |collider| collider.transform.rotate_by(Angle::Degrees(-50.0))).unwrap();
    world.set_position(handle, (31.25, -7.5)).unwrap();
    assert_eq!(world.position(handle), Some(PointQ16::from((31.25, -7.5))));
    assert_eq!(world.transform(handle).and_then(|it| it.rotation()), Some(Angle::Degrees(-30.0)));
    assert_eq!(world.transform(handle).and_then(|it| it.scale()), Some([1.5, 0.75]));
    assert_eq!(world.transform(handle).and_then(|it| it.flip()), Some([true, false]));
    assert_eq!(world.transform(handle).map(|it| it.pivot()), Some([4.5, 2.5]));
    let parts = PoseParts {
        position: [31.25, -7.5],
        rotation: Angle::Degrees(-30.0),
        scale: [1.5, 0.75],
        flip: [true, false],
        pivot: [4.5, 2.5],
        ..PoseParts::default()
    };
    assert_eq!(world.transform(handle).unwrap().parts(), Some(parts));
    assert_eq!(world.pose(handle), Pose::new(&parts).ok());
    // One step: what the world sees is what the pose draws.
    let (drawn, corner) = picture.bake(&world.pose(handle).unwrap()).unwrap();
    let (x, y) = (corner.x, corner.y);
    let dot = |x, y| world.query(&Probe::point((x, y)), &QueryFilter::default()).any();
    for v in 0..drawn.height() as i32 {
        for u in 0..drawn.width() as i32 {
            assert_eq!(dot(x + u, y + v), drawn.get((u, v)), "{u}, {v}");
        }
    }
    world.set_transform(handle, Pose::at(3, 4)).unwrap();
    assert_eq!(
        (world.position(handle), world.transform(handle).map(|it| it.pivot())),
        (Some((3, 4).into()), Some([0.0, 0.0]))
    );
    world.remove(handle).unwrap();
    assert_eq!((world.position(handle), world.transform(handle).and_then(|it| it.rotation())), (None, None));
    assert_eq!(world.edit(handle, |collider| collider.transform.set_rotation(Angle::default())), None);
}

/// A character is drawn, tested and asked about at its whole pixel. The rest of its position is kept.
#[test]
fn a_character_lies_on_whole_pixels() {
    let mut world = World::new();
    let hero = world.insert(Collider::new(Mask::filled(4, 4)).character().at((10.5, 7.75)));
    assert_eq!(world.position(hero), Some(PointQ16::from((10.5, 7.75))));
    assert_eq!(world.pose(hero), Some(Pose::at(10, 8)));
    assert_eq!(world.bounds(hero), Some(Rect::new(10, 8, 4, 4)));
    world.edit(hero, |collider| collider.kind = ColliderKind::Body).unwrap();
    assert_eq!(world.pose(hero).unwrap().translation(), (10.5, 7.75).into());
    // Turned, too: the cover stays the same wherever it stands, on both sides of the origin.
    world.edit(hero, |collider| collider.kind = ColliderKind::Character).unwrap();
    world.edit(hero, |collider| collider.transform.set_pivot((2.5, 1.5))).unwrap();
    world.edit(hero, |collider| collider.transform.set_rotation(Angle::Degrees(33.0))).unwrap();
    let cover = |world: &World, x: i32| {
        let near = Rect::new(x - 9, -9, 18, 18);
        let hits = |rect| world.query(&Probe::rect(rect), &QueryFilter::default()).any();
        let pixel = |i: i32| hits(Rect::new(near.x + i % 18, near.y + i / 18, 1, 1));
        (0..18 * 18).map(pixel).collect::<Vec<bool>>()
    };
    world.set_position(hero, (0, 0)).unwrap();
    let here = cover(&world, 0);
    assert!(here.contains(&true));
    for x in [-3.0, -0.75, 0.5, 1000.25, -70_000.5, 70_000.0] {
        world.set_position(hero, (x, 0.0)).unwrap();
        let at = PointQ16::from((x, 0.0)).pixel().unwrap().x;
        assert!(cover(&world, at) == here, "{x}");
    }
}

/// Moving a character has a short way. It leads to what a new world with the character at that place knows, also where positions are rounded,
/// at the ends of the world, and with a pivot between pixels.
#[test]
fn a_moved_character_is_as_one_that_was_put_there() {
    let ends = [-2_147_483_648.0, -2_147_483_647.5, 2_147_483_642.5, 2_147_483_647.5];
    for pivot in [(0.0, 0.0), (2.0, 1.0), (1.5, 2.5), (0.125, 3.875), (1.3, 0.7)] {
        let hero = |x: f64, y: f64| {
            let mut hero = Collider::new(Mask::filled(4, 4)).character();
            hero.transform.set_pivot(pivot);
            hero.at((x, y))
        };
        let mut world = World::new();
        let handle = world.insert(hero(0.0, 0.0));
        for x in [0.25, 0.5, 0.75, -0.5, -7.25, 9.125, 7.875, 1000.5].into_iter().chain(ends) {
            for y in [3.0, 2.5, -3.5] {
                world.set_position(handle, (x, y)).unwrap();
                world.validate().unwrap();
                let mut fresh = World::new();
                let other = fresh.insert(hero(x, y));
                let of = |world: &World, handle| {
                    let bounds = world.bounds(handle);
                    let inside = bounds.map(|it| {
                        Probe::rect(Rect::new(it.x.saturating_add(3), it.y.saturating_add(3), 9, 9))
                    });
                    let meets = inside.map(|probe| world.query(&probe, &QueryFilter::default()).any());
                    (world.position(handle), world.pose(handle), bounds, meets)
                };
                assert_eq!(of(&world, handle), of(&fresh, other), "{pivot:?} {x} {y}");
            }
        }
    }
}

#[test]
fn a_world_prints_a_summary() {
    let mut world = World::new();
    for x in 0..1000 {
        world.insert(square(x, 0));
    }
    world.step().unwrap();
    let text = format!("{world:?}");
    assert!(text.starts_with("World { colliders: 1000, spaces: 1, contacts: "), "{text}");
    assert!(text.len() < 500, "{text}");
}

/// A hero, his sword and his shield are one group. They don't meet each other, but everything else.
#[test]
fn groups_hold_in_steps_queries_and_casts() {
    let mut world = World::new();
    let hero = world.insert(square(0, 0).in_group(1));
    let sword = world.insert(square(2, 0).in_group(1));
    let orc = world.insert(square(3, 1));
    let axe = world.insert(square(3, 2).in_group(2));
    let pairs = |world: &mut World| {
        world.step().unwrap();
        world.contacts().collect::<Vec<_>>()
    };
    assert_eq!(pairs(&mut world), [(hero, orc), (hero, axe), (sword, orc), (sword, axe), (orc, axe)]);
    let met = |world: &World, handle| {
        world.collide_one(handle).unwrap().iter().map(|contact| contact.handle).collect::<Vec<_>>()
    };
    assert_eq!(met(&world, hero), [orc, axe]);
    assert_eq!(met(&world, axe), [hero, sword, orc]);
    let (here, mine) = (Probe::rect(Rect::new(0, 0, 9, 9)), QueryFilter::default().in_group(1));
    assert_eq!(world.query(&here, &mine).all(), [orc, axe]);
    assert_eq!(world.query(&here, &QueryFilter::default()).all().len(), 4, "an asker without a group");
    assert_eq!(world.nearest((0, 0), 99, &mine).unwrap().handle, orc);
    assert_eq!(world.first_on_line((-5, 3), (20, 3), &mine).unwrap().handle, orc);
    assert_eq!(world.ray_cast((-5, 3), (20, 0), &mine).unwrap().handle, orc);
    assert_eq!(world.ray_cast((-5, 3), (20, 0), &QueryFilter::default()).unwrap().handle, hero);
    // The filter of a cast says which group asks. A hero who casts without it meets his own sword.
    let below = Probe::rect(Rect::new(2, 20, 2, 2));
    let up = |filter: &QueryFilter<'_>| world.cast(&below, (0, -30), filter).unwrap().handle;
    assert_eq!((up(&QueryFilter::default()), up(&mine)), (axe, axe));
    assert_eq!((up(&QueryFilter::default().in_group(2)), up(&mine.except(axe))), (orc, orc));
    let all = world.cast_all(&below, (0, -30), &mine);
    assert_eq!(all.iter().map(|hit| hit.handle).collect::<Vec<_>>(), [axe, orc]);
    let heavy = |member: Member<'_>| member.handle != axe;
    assert_eq!(up(&mine.only_if(&heavy)), orc);
    // A change of the group counts from the next step on, and ends contacts.
    world.edit(orc, |collider| collider.group = 1).unwrap();
    assert_eq!(met(&world, orc), [axe]);
    let ended = world.step().unwrap().iter().map(|event| (event.kind, event.a, event.b)).collect::<Vec<_>>();
    assert_eq!(ended, [(EventKind::End, hero, orc), (EventKind::End, sword, orc)]);
    world.edit(orc, |collider| collider.group = 0).unwrap();
    assert_eq!(world.step().unwrap().len(), 2);
    world.validate().unwrap();
}

#[test]
fn filters_skip_several_and_ask_a_condition() {
    let mut world = World::new();
    let [a, b, c, d] = [0, 1, 2, 3].map(|n| world.insert(square(n, 0).with_data(n as u64)));
    let here = Probe::point((3, 0));
    let all = |filter: &QueryFilter<'_>| world.query(&here, filter).all();
    assert_eq!(all(&QueryFilter::default()), [a, b, c, d]);
    assert_eq!(all(&QueryFilter::default().except(b)), [a, c, d]);
    assert_eq!(all(&QueryFilter::default().except_all(&[a, d])), [b, c]);
    assert_eq!(all(&QueryFilter::default().except_all(&[a, d]).except(b)), [c]);
    let heavy = |member: Member<'_>| member.collider.data >= 2;
    let filter = QueryFilter::default().only_if(&heavy);
    assert_eq!(all(&filter), [c, d]);
    assert_eq!(all(&filter.except(c)), [d]);
    assert_eq!(world.first_on_line((-9, 0), (9, 0), &filter).unwrap().handle, c);
    assert_eq!(world.ray_cast((-9, 1), (18, 0), &filter).unwrap().handle, c);
    assert_eq!(world.nearest((0, 0), 9, &filter).unwrap().handle, c);
    // What the rest of the filter refuses is not asked about.
    let never = |member: Member<'_>| -> bool { panic!("asked about {:?}", member.handle) };
    let filter = QueryFilter::default().only_if(&never);
    assert!(all(&filter.except_all(&[a, b, c, d])).is_empty());
    assert!(all(&filter.in_space(1)).is_empty());
    assert!(format!("{filter:?}").contains("accept: Some(\"a function\")"));
}

/// A sword that touches an orc for three steps hits it once: in the step in which they began.
#[test]
fn contacts_know_their_age() {
    let mut world = World::with_options(WorldOptions {
        detail: EventDetail { stay: true, ..EventDetail::default() },
        max_pairs: 3,
        ..WorldOptions::default()
    });
    let [a, b, c] = [0, 2, 20].map(|x| world.insert(square(x, 0)));
    let step = |world: &mut World| {
        world
            .step()
            .unwrap()
            .iter()
            .map(|event| (event.kind, event.a, event.b, event.since))
            .collect::<Vec<_>>()
    };
    assert_eq!((world.steps(), world.touching_since(a, b)), (0, None));
    assert_eq!(step(&mut world), [(EventKind::Begin, a, b, 1)]);
    assert_eq!(step(&mut world), [(EventKind::Stay, a, b, 1)]);
    world.set_position(c, (1, 0)).unwrap();
    let three = [(EventKind::Stay, a, b, 1), (EventKind::Begin, a, c, 3), (EventKind::Begin, b, c, 3)];
    assert_eq!(step(&mut world), three);
    assert_eq!(
        (world.touching_since(b, a), world.touching_since(c, a), world.steps()),
        (Some(1), Some(3), 3)
    );
    // A step that fails has no number and changes no age.
    let d = world.insert(square(0, 0));
    assert!(world.step().is_err());
    assert_eq!((world.steps(), world.touching_since(a, b)), (3, Some(1)));
    let of = |world: &World, handle| world.contacts_of(handle).unwrap().collect::<Vec<_>>();
    assert_eq!((of(&world, a), of(&world, b), of(&world, c)), (vec![b, c], vec![a, c], vec![a, b]));
    assert!(of(&world, d).is_empty(), "it was in no step");
    // One that takes the slot of a removed one has none of its contacts. The others still name the removed one.
    world.remove(d).unwrap();
    world.remove(b).unwrap();
    let e = world.insert(square(100, 0));
    assert_eq!(e.index(), b.index());
    assert!(of(&world, e).is_empty() && world.contacts_of(b).is_none());
    assert_eq!((of(&world, a), world.touching_since(a, b)), (vec![b, c], Some(1)));
    assert_eq!(
        step(&mut world),
        [(EventKind::End, a, b, 1), (EventKind::Stay, a, c, 3), (EventKind::End, b, c, 3)]
    );
    assert_eq!((of(&world, a), of(&world, c), world.touching_since(a, b)), (vec![c], vec![a], None));
    // Apart and together again: a new contact.
    world.set_position(c, (50, 0)).unwrap();
    step(&mut world);
    world.set_position(c, (0, 0)).unwrap();
    assert_eq!(step(&mut world), [(EventKind::Begin, a, c, 6)]);
    // Snapshots and bytes keep all of it.
    let (before, bytes) = (world.snapshot(), world.to_bytes(|_, _| 0, |_, _| 0));
    step(&mut world);
    world.set_position(c, (50, 0)).unwrap();
    step(&mut world);
    assert_eq!((world.steps(), world.touching_since(a, c)), (8, None));
    world.restore(&before);
    let loaded = World::from_bytes(&bytes, |_| None, |_| None).unwrap();
    for mut world in [world, loaded] {
        world.validate().unwrap();
        assert_eq!((world.steps(), world.touching_since(c, a)), (6, Some(6)));
        assert_eq!((of(&world, a), of(&world, c)), (vec![c], vec![a]));
        assert_eq!(step(&mut world), [(EventKind::Stay, a, c, 6)]);
    }
}

#[test]
fn touches_tell_the_way_out() {
    let detail = EventDetail { normal: true, separation: true, ..EventDetail::default() };
    let mut world = World::with_options(WorldOptions { detail, ..WorldOptions::default() });
    let floor = world.insert(Collider::new(Rect::new(-100, 10, 200, 50)));
    let ball = world.insert(Collider::new(Circle::from_f64([4.0, 4.0], 4.0).unwrap()).at((0, 4)));
    let event = world.step().unwrap()[0];
    let touch = event.touch.unwrap();
    assert_eq!((event.a, event.b, touch.separation), (floor, ball, Some(Point::new(0, -2))));
    let normal = touch.normal.unwrap();
    assert!(normal.x == 0 && normal.y < 0, "up, from a to b: {normal:?}");
    assert_eq!((touch.area, touch.bounds), (0, None), "not asked for");
    // From the one that is asked about to the other.
    let from_ball = world.collide_one(ball).unwrap()[0].touch;
    assert_eq!((from_ball.normal, from_ball.separation), (Some(-normal), Some(Point::new(0, 2))));
    assert_eq!(world.normal(floor, ball), Some(normal));
    assert_eq!(world.separation(ball, floor), Some(Point::new(0, 2)));
    // Layers, groups, spaces and switches keep contacts apart, but not answers about two colliders.
    world.edit(ball, |collider| collider.space = 3).unwrap();
    world.edit(ball, |collider| collider.enabled = false).unwrap();
    assert_eq!(world.separation(ball, floor), Some(Point::new(0, 2)));
    world.set_pose(ball, None).unwrap();
    assert_eq!(
        (world.normal(ball, floor), world.separation(ball, floor)),
        (Some(Point::ZERO), Some(Point::ZERO))
    );
    assert_eq!(world.closest(ball, floor), None);
    // A collider and itself.
    assert_eq!(world.separation(floor, floor), Some(Point::new(0, -50)));
}

/// Two shots of smoke that add up to 255 in one column: they touch there, and they are separated by all that can be seen of them.
#[test]
fn visible_pixels_separate_alpha_sums() {
    let detail = EventDetail { normal: true, separation: true, area: true, ..EventDetail::default() };
    let mut world = World::with_options(WorldOptions { detail, ..WorldOptions::default() });
    let smoke = Arc::new(AlphaMask::from_alpha(4, 1, &[10, 100, 200, 0]).unwrap());
    let a = world.insert(Collider::new(ColliderShape::Alpha(Arc::clone(&smoke), AlphaRule::Sum)));
    let level = ColliderShape::Alpha(smoke, AlphaRule::AtLeast(250));
    let b = world.insert(Collider::new(level).at((1, 0)));
    let touch = world.step().unwrap()[0].touch.unwrap();
    // Only 200 + 100 is enough. Visible are three pixels of each, of which two lie on each other.
    assert_eq!(
        (touch.area, touch.normal, touch.separation),
        (1, Some(Point::new(3 - 1, 0)), Some(Point::new(0, -1)))
    );
    assert_eq!(world.normal(a, b), touch.normal);
    world.set_position(b, (5, 0)).unwrap();
    assert_eq!(world.closest(a, b).map(Closest::squared), Some(4));
}

/// In a wrapped world the way to a position is the way to the position as it was given.
#[test]
fn a_swept_collider_of_a_wrapped_world_goes_the_way_that_it_was_given() {
    let mut world = World::with_options(WorldOptions { wrap: Some((100, 100)), ..WorldOptions::default() });
    let shot = world.insert(square(0, 0).swept());
    let wall = world.insert(square(50, 0));
    assert!(world.step().unwrap().is_empty());
    world.set_position(shot, (-2, 0)).unwrap();
    assert!(world.step().unwrap().is_empty());
    world.set_position(shot, (0, 0)).unwrap();
    assert_eq!(kinds(world.step().unwrap()), [(EventKind::Pass, shot, wall)]);
    world.validate().unwrap();
}

#[test]
fn an_event_tells_the_other_one() {
    let mut world = World::new();
    let old = world.insert(Collider::new(Mask::filled(4, 4)).with_data(7));
    let rock = world.insert(Collider::new(Mask::filled(4, 4)).with_data(8));
    world.remove(old).unwrap();
    // The shot takes the lower slot.
    let shot = world.insert(Collider::new(Mask::filled(4, 4)).with_data(9));
    let event = world.step().unwrap()[0];
    assert_eq!((event.a, event.b), (shot, rock));
    assert_eq!((event.other(shot), event.other(rock)), (Some((rock, 8)), Some((shot, 9))));
    assert_eq!(event.other(old), None);
}

/// A terrain that only the world holds is carved where it is.
#[test]
fn a_terrain_is_edited_in_place() {
    let mut world = World::new();
    let ground = world.insert(Collider::new(hitmask::Terrain::filled(500, 300)));
    let at = |world: &World| match world.get(ground).unwrap().shape {
        ColliderShape::Terrain(terrain) => Arc::as_ptr(terrain),
        other => panic!("{other:?}"),
    };
    let before = at(&world);
    assert_eq!(
        world.edit_terrain(ground, |terrain| terrain.carve(Rect::new(0, 0, 3, 3), (9, 9)).pixels),
        Some(9)
    );
    assert_eq!(at(&world), before);
}
