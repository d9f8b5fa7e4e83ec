//! Swept colliders, against a step at every moment of the ways.

use std::collections::BTreeSet;

use crate::common::poses::phase;
use crate::common::{Rng, filled};
use hitmask::{
    Collider, ColliderRef, CustomTest, Event, EventKind, Handle, Mask, Member, MoveOptions, PathSegment,
    PointQ16, Pose, PoseParts, QueryFilter, Rect, TimeOfImpact, Touch, Verdict, World, WorldOptions,
};
use std::sync::Arc;

const ONE: i64 = 1 << 16;

/// Shots across the seams of a world of 100 x 60 pixels, far and many times around.
#[test]
fn ways_around_a_torus() {
    let options = WorldOptions { wrap: Some((100, 60)), ..WorldOptions::default() };
    let shoot = |from: (i32, i32), to: (i32, i32)| {
        let mut world = World::with_options(options);
        world.insert(Collider::new(Rect::new(0, 0, 2, 10)).at((4, 0)));
        let shot = world.insert(Collider::new(filled(2, 2)).at(from).swept());
        world.step().unwrap();
        world.set_position(shot, to).unwrap();
        let events = world.step().unwrap().to_vec();
        world.validate().unwrap();
        assert!(events.len() <= 1);
        events.first().map(|event| (event.kind, event.time.unwrap().to_string(), event.touch.unwrap().first))
    };
    // Its right side comes to column 104, which is 4, when it is just beyond 102.5.
    let pass = |time: &str| Some((EventKind::Pass, time.to_owned(), (4, 5).into()));
    assert_eq!(shoot((95, 5), (115, 5)), pass("3/8"));
    // The other way to the same place is free.
    assert_eq!(shoot((95, 5), (15, 5)), None);
    // Down across the lower seam: rows 0 to 9 are 60 to 69.
    assert_eq!(shoot((4, 50), (4, 80)), Some((EventKind::Pass, "17/60".to_owned(), (4, 0).into())));
    // Around the world and back to its place, and seven million times around a free row.
    assert_eq!(shoot((50, 5), (150, 5)), pass("21/40"));
    assert_eq!(shoot((50, 5), (-50, 5)), Some((EventKind::Pass, "89/200".to_owned(), (5, 5).into())));
    // Characters cross the seam by their short way.
    let mut world = World::with_options(options);
    let wall = world.insert(Collider::new(Rect::new(0, 0, 2, 10)).at((50, 0)));
    let hero = world.insert(Collider::new(filled(2, 2)).at((99, 5)).character().swept());
    world.step().unwrap();
    let slid = world.move_and_slide(hero, (3, 0), &MoveOptions::default(), &QueryFilter::default()).unwrap();
    assert_eq!((slid.position, world.step().unwrap().len()), ((2, 5).into(), 0));
    let _ = wall;
}

/// The touches of k equal sub-steps are among those of one swept step.
#[test]
fn sub_steps_find_no_more() {
    let mut found = 0;
    for seed in 0..1000 {
        let rng = &mut Rng::new(seed);
        let (mut fast, mut slow) = (World::new(), World::new());
        let k = rng.pick(&[2, 3, 8]);
        let count = 12;
        let mut ways = Vec::new();
        for _ in 0..count {
            let (w, h) = (rng.between(1, 9) as u32, rng.between(1, 9) as u32);
            let mask = Arc::new(Mask::from_fn(w, h, |x, y| (x + y) % 2 == 0));
            let mut axis = || (rng.between(-40, 40) * ONE + phase(rng), rng.between(-9 * ONE, 9 * ONE));
            let ((x, dx), (y, dy)) = (axis(), axis());
            let at = PointQ16::new(x, y);
            let one = fast.insert(Collider::new(&mask).at(at).swept());
            let other = slow.insert(Collider::new(&mask).at(at));
            assert_eq!(one, other);
            ways.push((one, at, PointQ16::new(dx, dy)));
        }
        fast.step().unwrap();
        slow.step().unwrap();
        let mut touched: BTreeSet<(Handle, Handle)> = fast.contacts().collect();
        let mut sub_steps = BTreeSet::new();
        for step in 1..=k {
            for &(handle, at, by) in &ways {
                slow.set_position(handle, at + by * step).unwrap();
            }
            slow.step().unwrap();
            sub_steps.extend(slow.contacts());
        }
        for &(handle, at, by) in &ways {
            fast.set_position(handle, at + by * k).unwrap();
        }
        touched.extend(fast.step().unwrap().iter().map(|event| (event.a, event.b)));
        assert!(sub_steps.is_subset(&touched), "seed {seed}: {sub_steps:?}, but {touched:?}");
        found += sub_steps.len();
    }
    assert!(found > 400, "{found}");
}

/// Two shots and a rock: each rule of first hits once.
#[test]
fn only_first_hits_count() {
    let met = |first_only: [bool; 3], xs: [i32; 2]| {
        let mut world = World::new();
        // The shot flies from 0 to 100, through two walls. The first one is lower in the order of handles.
        let one = Collider::new(Rect::new(xs[0], 0, 4, 20));
        let other = Collider::new(Rect::new(xs[1], 0, 4, 20));
        let shot = Collider::new(filled(2, 2)).at((0, 9)).swept();
        let mut handles = Vec::new();
        for (mut collider, first_only) in [one, other, shot].into_iter().zip(first_only) {
            collider.first_only = first_only;
            handles.push(world.insert(collider));
        }
        world.step().unwrap();
        world.set_position(handles[2], (100, 9)).unwrap();
        let events: Vec<_> = world.step().unwrap().iter().map(|event| event.a).collect();
        assert_eq!(world.stats().touching, world.contacts().count());
        let touched = events.iter().map(|&a| handles.iter().position(|&handle| handle == a).unwrap());
        touched.collect::<Vec<_>>()
    };
    assert_eq!(met([false; 3], [60, 30]), [0, 1]);
    assert_eq!(met([false, false, true], [60, 30]), [1]);
    // Both at the same time: the lower handle.
    assert_eq!(met([false, false, true], [60, 60]), [0]);
    // A begin at the end, after a pass, and with the other way around.
    assert_eq!(met([false, false, true], [100, 30]), [1]);
    // The walls have one hit each.
    assert_eq!(met([true, true, false], [60, 30]), [0, 1]);

    // A plain collider's hits are all at the end: the lowest pair is kept. What is refused begins as soon as it may.
    let mut world = World::new();
    let [a, b] = [0; 2].map(|_| world.insert(Collider::new(Rect::new(0, 0, 4, 4))));
    let fuse = world.insert(Collider::new(Rect::new(2, 2, 4, 4)).first_only());
    let pairs = |world: &mut World| {
        let events: Vec<_> =
            world.step().unwrap().iter().map(|event| (event.kind, event.a, event.b)).collect();
        events
    };
    assert_eq!(pairs(&mut world), [(EventKind::Begin, a, b), (EventKind::Begin, a, fuse)]);
    assert_eq!(world.contacts().collect::<Vec<_>>(), [(a, b), (a, fuse)]);
    assert_eq!(pairs(&mut world), [(EventKind::Begin, b, fuse)]);
    assert_eq!(pairs(&mut world), []);
    world.edit(fuse, |collider| collider.first_only = false).unwrap();
    world.remove(fuse);
    assert_eq!(world.edit(fuse, |collider| collider.first_only = true), None);
}

/// Touches whatever comes near, or nothing, or says nothing.
struct Says(Option<Verdict>);

impl CustomTest for Says {
    fn test(&self, _: Member<'_>, _: Member<'_>) -> Option<Verdict> {
        self.0
    }
}

#[test]
fn custom_tests_answer_for_the_end() {
    let shoot = |says: Option<Verdict>| {
        let mut world = World::new();
        world.insert(Collider::new(Rect::new(50, 0, 4, 40)).with_test(Arc::new(Says(says))));
        let shot = world.insert(Collider::new(filled(4, 2)).at((0, 10)).swept());
        world.step().unwrap();
        world.set_position(shot, (100, 10)).unwrap();
        world.step().unwrap().iter().map(|event| (event.kind, event.time)).collect::<Vec<_>>()
    };
    // The right side comes to the wall just after 46.5 of 100 pixels.
    assert_eq!(shoot(None), [(EventKind::Pass, Some(TimeOfImpact::new(93, 200)))]);
    assert_eq!(shoot(Some(Verdict::Apart)), []);
    assert_eq!(shoot(Some(Verdict::Touching(Touch::new((9, 9))))), [(EventKind::Begin, None)]);
}

/// A test is asked wherever the boxes around the ways meet, however far a long way passes.
#[test]
fn custom_tests_are_asked_beside_long_ways() {
    let touching = Some(Verdict::Touching(Touch::new((9, 9))));
    for (far, height) in [(60, 4), (300, 4), (300, 200)] {
        let mut world = World::new();
        let shot = world.insert(Collider::new(filled(2, 2)).swept());
        let test = Arc::new(Says(touching));
        world.insert(Collider::new(Rect::new(far - 10, 2, 4, height)).with_test(test));
        world.step().unwrap();
        world.set_position(shot, (far, far)).unwrap();
        let events = world.step().unwrap();
        assert_eq!(
            events.iter().map(|event| event.kind).collect::<Vec<_>>(),
            [EventKind::Begin],
            "{far}, {height}"
        );
    }
}

/// A test that reaches farther than its collider, which covers nothing.
struct Reaches(Rect);

impl CustomTest for Reaches {
    fn test(&self, _: Member<'_>, _: Member<'_>) -> Option<Verdict> {
        Some(Verdict::Touching(Touch::new((9, 9))))
    }

    fn reach(&self, _: ColliderRef<'_>, _: Option<Rect>) -> Option<Rect> {
        Some(self.0)
    }
}

/// What covers nothing asks where its test reaches, however far from the way that is.
#[test]
fn tests_of_what_covers_nothing_are_asked_beside_ways() {
    for far in [60, 300] {
        let mut world = World::new();
        let shot = world.insert(Collider::new(filled(2, 2)).swept());
        let test = Arc::new(Reaches(Rect::new(far - 10, 2, 10, 10)));
        world.insert(Collider::new(filled(4, 4)).scaled([0.0; 2]).with_test(test));
        world.step().unwrap();
        world.set_position(shot, (far, far)).unwrap();
        let kinds = world.step().unwrap().iter().map(|event| event.kind).collect::<Vec<_>>();
        assert_eq!(kinds, [EventKind::Begin], "{far}");
    }
}

/// Beyond 2^30 pixels the difference of two middles, in half pixels, no longer fits 32 bits.
#[test]
fn the_far_end_of_a_wide_box_is_met() {
    for over in [-9000, -3000, -1, 0, 1, 1000] {
        let width = (i64::from(i32::MAX) + over).min(i64::from(i32::MAX)) as u32;
        let end = (i64::from(width) - (1 << 30)) as i32;
        for by in [60, 4000, 8000] {
            for inside in [1, 1000, 3000] {
                let mut world = World::new();
                world.insert(Collider::new(Rect::new(-(1 << 30), 0, width, 100)));
                let at = (end - inside, 98);
                let shot = world.insert(Collider::new(filled(2, 2)).at((at.0 + by, at.1 + by)).swept());
                assert_eq!(world.step().unwrap().len(), 0);
                world.set_position(shot, at).unwrap();
                let kinds = world.step().unwrap().iter().map(|event| event.kind).collect::<Vec<_>>();
                assert_eq!(kinds, [EventKind::Begin], "{over} {by} {inside}");
            }
        }
    }
}

/// A way is as long as that of the position, even if its start, seen with the pivot of its end, lies beyond the plane.
#[test]
fn a_pivot_that_changes_at_the_end_of_the_plane() {
    let far = PointQ16::LIMIT;
    let mut world = World::new();
    let shot = world.insert(Collider::new(filled(1, 1)).at(PointQ16::new(-far, 0)).swept());
    world.insert(Collider::new(Rect::new(i32::MIN + 50, -3, 2, 8)));
    world.step().unwrap();
    let change = |collider: &mut Collider| {
        collider.transform.set_pivot([8.0, 0.0]);
        collider.transform.set_position(PointQ16::new(-far + 100 * ONE, 0));
    };
    world.edit(shot, change).unwrap();
    // It comes to the wall just after 57.5 of 100 pixels.
    let events = world.step().unwrap();
    let times = events.iter().map(|event| (event.kind, event.time)).collect::<Vec<_>>();
    assert_eq!(times, [(EventKind::Pass, Some(TimeOfImpact::new(23, 40)))]);
}

/// Through a portal: what lies between its two ends is not touched.
#[test]
fn parts_may_jump() {
    let mut world = World::new();
    let [near, between, far] =
        [20, 50, 80].map(|x| world.insert(Collider::new(Rect::new(0, 0, 1, 40)).at((x, 0))));
    let shot = world.insert(Collider::new(filled(1, 1)).at((10, 10)).swept());
    world.step().unwrap();
    // 40 pixels to the right. At 30, after half of them, it goes on at 70.
    world.set_position(shot, (90, 10)).unwrap();
    let until = TimeOfImpact::new(1, 2);
    let part = |from: i32, to: i32| PathSegment {
        from: (from, 10).into(),
        to: (to, 10).into(),
        until,
        before: true,
    };
    let parts = [part(10, 50), part(50, 90)];
    let ways = |member: Member<'_>| if member.handle == shot { &parts[..] } else { &[] };
    let events = world.step_along(ways).unwrap().iter();
    let met: Vec<_> = events.map(|event| (event.a, event.kind, event.time, event.touch)).collect();
    let at = |half: u64, x: i32| (Some(TimeOfImpact::new(half, 80)), Some(Touch::new((x, 10))));
    assert_eq!(met.len(), 2, "{met:?}");
    for (found, (handle, (time, touch))) in met.iter().zip([(near, at(19, 20)), (far, at(59, 80))]) {
        assert_eq!((found.0, found.1, found.2), (handle, EventKind::Pass, time));
        assert_eq!(found.3.unwrap().first, touch.unwrap().first);
    }
    assert!(met.iter().all(|found| found.0 != between));
    // The parts are not kept: it rests now.
    assert!(world.step().unwrap().is_empty());
}

/// A part may end so shortly after it has come to a pixel that its end, cut to 65 536ths, is still on the pixel before.
#[test]
fn a_part_may_end_just_after_a_mark() {
    let mut world = World::new();
    let rock = world.insert(Collider::new(Rect::new(0, 0, 1, 1)).at((11, 0)));
    let shot = world.insert(Collider::new(filled(1, 1)).at((0, 0)).swept());
    world.step().unwrap();
    world.set_position(shot, (-100, 50)).unwrap();
    // A little more than half of 21 pixels.
    let (until, before) = (TimeOfImpact::new((1 << 40) + 1, 1 << 41), false);
    let part =
        |from: (i32, i32), to: (i32, i32)| PathSegment { from: from.into(), to: to.into(), until, before };
    let parts = [part((0, 0), (21, 0)), part((-100, 50), (-100, 50))];
    let ways = |member: Member<'_>| if member.handle == shot { &parts[..] } else { &[] };
    let events = world.step_along(ways).unwrap();
    let met: Vec<_> = events.iter().map(|event| (event.a, event.kind, event.time)).collect();
    assert_eq!(met, [(rock, EventKind::Pass, Some(TimeOfImpact::new(1, 2)))]);
}

/// A part of a way may begin at its end. A turned shot whose edge comes to a pixel's centre at time 1 meets it there. Found by a soak.
#[test]
fn a_part_may_begin_at_the_end() {
    let mut world = World::new();
    world.insert(Collider::new(Rect::new(10, 0, 1, 8)));
    // It covers two pixels from its position on, whose edge belongs to it.
    let shot = world.insert(Collider::new(filled(4, 4)).scaled([0.5, 0.5]).at((16.5, 2.0)).swept());
    world.step().unwrap();
    world.set_position(shot, (10.5, 2.0)).unwrap();
    let [from, to] = [16.5, 10.5].map(|x| PointQ16::from((x, 2.0)));
    let parts = [PathSegment { from, to, until: TimeOfImpact::new(1, 1), before: true }; 2];
    let ways = |member: Member<'_>| if member.handle == shot { &parts[..] } else { &[] };
    let events = world.step_along(ways).unwrap();
    let met: Vec<_> = events.iter().map(|event| (event.kind, event.time)).collect();
    assert_eq!(met, [(EventKind::Begin, Some(TimeOfImpact::new(1, 1)))]);
}

/// What jumps at the end of a step touches what it meets there, whether it is followed by its pixels or through its texels.
#[test]
fn a_jump_at_the_end_leads_to_the_end() {
    for scale in [1.0, 0.5] {
        let mut world = World::new();
        world.insert(Collider::new(Rect::new(10, 0, 1, 8)));
        let shot = world.insert(Collider::new(filled(4, 4)).scaled([scale; 2]).at((40, 2)).swept());
        world.step().unwrap();
        world.set_position(shot, (9, 2)).unwrap();
        let (until, before) = (TimeOfImpact::new(1, 1), false);
        let part =
            |from: i32, to: i32| PathSegment { from: (from, 2).into(), to: (to, 2).into(), until, before };
        let parts = [part(40, 50), part(20, 9)];
        let ways = |member: Member<'_>| if member.handle == shot { &parts[..] } else { &[] };
        let events = world.step_along(ways).unwrap();
        let met: Vec<_> = events.iter().map(|event| (event.kind, event.time)).collect();
        assert_eq!(met, [(EventKind::Begin, Some(TimeOfImpact::new(1, 1)))], "{scale}");
    }
}

#[test]
fn times_that_cannot_be_are_refused() {
    for time in [TimeOfImpact::new(3, 2), TimeOfImpact::new(1, u64::MAX)] {
        let mut world = World::new();
        world.insert(Collider::new(filled(1, 1)).swept());
        let part = PathSegment { from: (0, 0).into(), to: (0, 0).into(), until: time, before: false };
        let parts = [part; 2];
        let step = std::panic::AssertUnwindSafe(|| world.step_along(|_| &parts).map(<[Event]>::len));
        let refusal = std::panic::catch_unwind(step).unwrap_err();
        let said = refusal.downcast_ref::<String>().unwrap();
        assert!(said.contains("the until must be from 0 to 1"), "{said}");
    }
}

/// What turns or is round says that it is approximate; what keeps its angle or its scale does not.
#[test]
fn turning_and_round_things_say_that_they_are_approximate() {
    let mut world = World::new();
    world.insert(Collider::new(Rect::new(50, 0, 4, 40)));
    let parts = PoseParts::at((0.0, 20.0)).with_pivot((2.0, 2.0));
    let turned = Pose::new(&parts.rotated(hitmask::Angle::Degrees(30.0))).unwrap();
    let shot = world.insert(Collider::new(filled(4, 4)).posed(turned).swept());
    let ball =
        world.insert(Collider::new(hitmask::Circle::new((0, 0), 2 * ONE).unwrap()).at((0, 10)).swept());
    world.step().unwrap();
    let fly = |world: &mut World, x: i32| {
        world.set_position(shot, (x, 20)).unwrap();
        world.set_position(ball, (x, 10)).unwrap();
        let events = world.step().unwrap().iter();
        events.map(|event| (event.b, event.kind, event.approximate)).collect::<Vec<_>>()
    };
    assert_eq!(fly(&mut world, 100), [(shot, EventKind::Pass, false), (ball, EventKind::Pass, true)]);
    // What spins in its place does not move.
    world.edit(shot, |collider| collider.transform.rotate_by(hitmask::Angle::Degrees(90.0))).unwrap();
    assert!(world.step().unwrap().is_empty());
    // What turns on its way is not exact.
    world.edit(shot, |collider| collider.transform.rotate_by(hitmask::Angle::Degrees(10.0))).unwrap();
    assert_eq!(fly(&mut world, 0), [(shot, EventKind::Pass, true), (ball, EventKind::Pass, true)]);
}

/// A dot of half a pixel covers a pixel only while it lies on the pixel's centre.
#[test]
fn small_things_blink() {
    let mut world = World::new();
    world.insert(Collider::new(Rect::new(8, 0, 1, 8)));
    let dot = world.insert(Collider::new(filled(1, 1)).scaled([0.5, 0.5]).at((0.0, 3.25)).swept());
    world.step().unwrap();
    world.set_position(dot, (16.0, 3.25)).unwrap();
    let event = world.step().unwrap()[0];
    // It covers the centre at x = 8.5 from just after x = 8 on, until just after 8.5.
    assert_eq!(
        (event.kind, event.time, event.approximate),
        (EventKind::Pass, Some(TimeOfImpact::new(1, 2)), false)
    );
    assert_eq!(event.touch.unwrap().first, (8, 3).into());
    // Half a pixel lower it never covers a centre.
    world.teleport(dot, (0.0, 3.75)).unwrap();
    world.step().unwrap();
    world.set_position(dot, (16.0, 3.75)).unwrap();
    assert!(world.step().unwrap().is_empty());
}

#[test]
fn a_fractional_pivot_is_rounded_with_the_corner() {
    let mut world = World::new();
    world.insert(Collider::new(Rect::new(50, 0, 4, 40)));
    let shot = world.insert(Collider::new(filled(5, 5)).with_pivot([2.5, 2.5]).at((0.5, 20.5)).swept());
    world.step().unwrap();
    world.set_position(shot, (100.5, 20.5)).unwrap();
    let event = world.step().unwrap()[0];
    // The corner goes from -2 to 98, and is at 46 just after 45.5.
    assert_eq!((event.time, event.approximate), (Some(TimeOfImpact::new(95, 200)), false));
}

/// The same events on any number of threads.
#[cfg(feature = "parallel")]
#[test]
fn threads_change_nothing() {
    let play = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            const DETAIL: hitmask::EventDetail = hitmask::EventDetail {
                stay: true,
                area: true,
                bounds: true,
                normal: false,
                separation: false,
                labels: false,
            };
            let rng = &mut Rng::new(5);
            let options = WorldOptions { parallel_from: 16, detail: DETAIL, ..WorldOptions::default() };
            let mut world = World::with_options(options);
            let mask = filled(6, 6);
            let handles: Vec<Handle> = (0..3000)
                .map(|i| {
                    let collider =
                        Collider::new(&mask).at((rng.between(0, 2000) as i32, rng.between(0, 2000) as i32));
                    world.insert(if i % 3 == 0 { collider.swept() } else { collider })
                })
                .collect();
            let mut all = Vec::new();
            for _ in 0..4 {
                for &handle in &handles {
                    let p = world.position(handle).unwrap();
                    let by =
                        PointQ16::new(rng.between(-200 * ONE, 200 * ONE), rng.between(-200 * ONE, 200 * ONE));
                    world.set_position(handle, p + by).unwrap();
                }
                all.extend(world.step().unwrap().iter().copied());
            }
            all
        })
    };
    let one = play(1);
    assert!(one.iter().filter(|event| event.kind == EventKind::Pass).count() > 1000);
    for threads in [2, 4] {
        assert_eq!(play(threads), one, "{threads} threads");
    }
}
