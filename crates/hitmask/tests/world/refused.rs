//! What is refused: the panicking form of a verb says the sentence of its checked form, and nothing has changed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hitmask::{
    Angle, Circle, Collider, ColliderShape, Fit, Frames, Handle, InvalidArgument, InvalidReason, Mask,
    MoveOptions, Point, PointQ16, Pose, PoseParts, Probe, QueryFilter, Rect, TimeOfImpact, Transform,
    TurningMotion, World, WorldOptions, overlaps_batch,
};

const LIMIT: i64 = PointQ16::LIMIT;

/// Both forms of a verb refuse, with the same sentence.
fn both<T: std::fmt::Debug, U>(
    checked: Result<T, InvalidArgument>,
    panicking: impl FnOnce() -> U,
    argument: &str,
) -> InvalidReason {
    let refused = checked.unwrap_err();
    assert_eq!(refused.argument, argument);
    let said = catch_unwind(AssertUnwindSafe(panicking)).err().expect("it panics");
    assert_eq!(said.downcast_ref::<String>(), Some(&refused.to_string()));
    refused.reason
}

fn far() -> PointQ16 {
    PointQ16::new(LIMIT + 1, 0)
}

/// A world with a body, an animation, a character that is a circle, and one whose circle no mask can hold.
fn world() -> (World, [Handle; 4]) {
    let mut world = World::new();
    let frame = |w| (Mask::filled(w, 8), Point::ZERO);
    let circle = |radius: i64| Circle::new((0, 0), radius << 16).unwrap();
    let handles = [
        Collider::new(Mask::filled(8, 8)),
        Collider::new(Frames::new([frame(8), frame(9)])).at((40, 0)),
        Collider::new(circle(5)).at((90, 0)).character(),
        Collider::new(circle(50_000)).at((300_000, 0)).character(),
    ]
    .map(|collider| world.insert(collider));
    world.step().unwrap();
    (world, handles)
}

#[test]
fn both_forms_of_a_world_say_the_same_and_change_nothing() {
    let (mut world, [body, animation, ball, giant]) = world();
    let first = world.state_hash();
    let mut other = world.clone();
    let (filter, options) = (QueryFilter::default(), MoveOptions::default());
    let edge = PointQ16::new(LIMIT, 0);
    let too_far = |reason| assert_eq!(reason, InvalidReason::TooFar { most: 1 << 31 });
    let too_large =
        |reason| assert!(matches!(reason, InvalidReason::TooLarge { width: 99_999.., .. }), "{reason:?}");

    too_far(both(far().checked("position"), || other.set_position(body, far()), "position"));
    too_far(both(far().checked("position"), || other.teleport(body, far()), "position"));
    let wrong = both(world.try_set_frame(body, 0), || other.set_frame(body, 0), "frame");
    assert_eq!(wrong, InvalidReason::WrongShape);
    let none = both(world.try_set_frame(animation, 2), || other.set_frame(animation, 2), "frame");
    assert_eq!(none, InvalidReason::NoSuchIndex { index: 2, count: 2 });
    let at = PointQ16::ZERO;
    too_far(both(far().checked("position"), || other.ray_cast(far(), at, &filter), "position"));
    too_far(both(far().checked("motion"), || other.ray_cast(at, far(), &filter), "motion"));
    for what in [animation, ball, giant] {
        too_far(both(world.try_cast(what, edge, &filter), || other.cast(what, edge, &filter), "motion"));
        too_far(both(
            world.try_cast_all(what, edge, &filter),
            || other.cast_all(what, edge, &filter),
            "motion",
        ));
        let turn = TurningMotion { by: edge, degrees: 1.0, steps: 4 };
        too_far(both(
            world.try_cast_turning(what, &turn, &filter),
            || other.cast_turning(what, &turn, &filter),
            "motion",
        ));
    }
    let line = Probe::line((0, 0), (70_000, 3));
    let long = both(world.try_cast(&line, at, &filter), || other.cast(&line, at, &filter), "probe");
    assert!(matches!(long, InvalidReason::TooLarge { width: 70_001, height: 4, .. }));

    for what in [animation, ball] {
        too_far(both(
            world.try_move_and_slide(what, edge, &options, &filter),
            || other.move_and_slide(what, edge, &options, &filter),
            "motion",
        ));
        too_far(both(
            world.try_move_solid(what, edge, &[], &MoveOptions::default()),
            || other.move_solid(what, edge, &[], &MoveOptions::default()),
            "motion",
        ));
        too_far(both(
            world.try_fit_at(what, far(), 1, &filter),
            || other.fit_at(what, far(), 1, &filter),
            "position",
        ));
    }
    too_large(both(
        world.try_move_and_slide(giant, at, &options, &filter),
        || other.move_and_slide(giant, at, &options, &filter),
        "mover",
    ));
    too_large(both(world.try_unstick(giant, 1, &filter), || other.unstick(giant, 1, &filter), "mover"));
    too_large(both(world.try_fit_at(giant, at, 1, &filter), || other.fit_at(giant, at, 1, &filter), "mover"));
    too_large(both(
        world.try_ground_slope(giant, 1, &filter),
        || other.ground_slope(giant, 1, &filter),
        "mover",
    ));
    // The solid carries the giant, which must be drawn.
    too_large(both(
        world.try_move_solid(body, (1, 0), &[giant], &MoveOptions::default()),
        || other.move_solid(body, (1, 0), &[giant], &MoveOptions::default()),
        "mover",
    ));
    assert_eq!([&world, &other].map(World::state_hash), [first; 2]);
    // A rider at the end of the world.
    for world in [&mut world, &mut other] {
        world.set_position(ball, PointQ16::new(LIMIT, 0)).unwrap();
    }
    let hashes = [&world, &other].map(World::state_hash);
    too_far(both(
        world.try_move_solid(body, (1, 0), &[ball], &MoveOptions::default()),
        || other.move_solid(body, (1, 0), &[ball], &MoveOptions::default()),
        "motion",
    ));
    assert_eq!([&world, &other].map(World::state_hash), hashes);
    for world in [&mut world, &mut other] {
        world.set_position(ball, (90, 0)).unwrap();
        world.validate().unwrap();
    }
    let before = world.state_hash();
    let circle = ColliderShape::from(Circle::new((0, 0), 50_000 << 16).unwrap());
    assert_eq!(world.fit_shape(body, circle, 1, &filter).unwrap_err().argument, "mover");
    assert_eq!(world.fit_frame(body, 0, 1, &filter).unwrap_err().reason, InvalidReason::WrongShape);
    assert_eq!(world.fit_frame(animation, 2, 1, &filter).unwrap_err().argument, "frame");
    assert_eq!(world.state_hash(), before);
    assert_eq!(world.fit_frame(animation, 1, 1, &filter), Ok(Some(Fit::Free)));

    // A stale handle is no refusal.
    world.remove(body);
    assert_eq!(world.set_position(body, (0, 0)), None);
    assert_eq!(world.try_move_solid(body, (0, 0), &[], &MoveOptions::default()), Ok(None));
    assert_eq!(world.fit_frame(body, 9, 1, &filter), Ok(None));
    let wrap = WorldOptions { wrap: Some((0, 9)), ..WorldOptions::default() };
    let size = both(World::try_with_options(wrap), || World::with_options(wrap), "wrap");
    assert_eq!(size, InvalidReason::OutOfRange { least: 1, most: 1 << 30 });
}

/// A legal scale and shear that turn to a matrix that is none.
#[test]
fn a_turn_that_stretches_too_far_is_refused() {
    let mut sheared = Transform::default();
    sheared.set_scale([32_767.0, 32_767.0]);
    sheared.set_shear([0.5, 0.0]);
    let was = sheared;
    let (mut one, mut two) = (sheared, sheared);
    let turn = Angle::Degrees(15.0);
    let stretched = InvalidReason::TooStretched { most: 32_767 };
    assert_eq!(both(one.try_set_rotation(turn), || two.set_rotation(turn), "rotation"), stretched);
    assert_eq!(both(one.try_rotate_by(turn), || two.rotate_by(turn), "angle"), stretched);
    assert_eq!((one, two), (was, was));
    // Half a turn back it fits.
    one.try_set_rotation(Angle::Degrees(180.0)).unwrap();

    // A sum that is not finite.
    let mut far = Transform::default();
    far.set_rotation(Angle::Degrees(f64::MAX));
    let (mut one, mut two) = (far, far);
    let turn = Angle::Degrees(f64::MAX);
    assert_eq!(both(one.try_rotate_by(turn), || two.rotate_by(turn), "angle"), InvalidReason::NotFinite);
    assert_eq!((one, two), (far, far));
    let nan = f64::NAN;
    assert_eq!(
        both(one.try_set_scale([nan, 1.0]), || two.set_scale([nan, 1.0]), "scale"),
        InvalidReason::NotFinite
    );
    assert_eq!(
        both(one.try_set_shear([0.0, nan]), || two.set_shear([0.0, nan]), "shear"),
        InvalidReason::NotFinite
    );
    assert_eq!(
        both(one.try_set_pivot([nan, 0.0]), || two.set_pivot([nan, 0.0]), "pivot"),
        InvalidReason::NotFinite
    );
    let most = InvalidReason::OutOfRange { least: -32_767, most: 32_767 };
    assert_eq!(both(one.try_set_scale([32_768.0, 1.0]), || two.set_scale([32_768.0, 1.0]), "scale"), most);
    assert_eq!((one, two), (far, far));
}

/// The limit of casts that turn is one, and a shape at the limit turns all the way without a panic.
#[test]
fn turning_casts_stretch_up_to_the_limit() {
    let filter = QueryFilter::default();
    let mut world = World::new();
    world.insert(Collider::new(Rect::new(400, -400, 9, 800)));
    let cast = |world: &World, collider: Collider, motion: TurningMotion| {
        let mut world = world.clone();
        let handle = world.insert(collider);
        world.try_cast_turning_all(handle, &motion, &filter).map(|all| all.len())
    };
    let turn = |degrees| TurningMotion { by: (9, 0).into(), degrees, steps: 64 };
    let pixel = || Collider::new(Mask::filled(2, 2));
    let matrix = Pose::from_matrix([32_767.0, 10.0, 32_767.0, -32_767.0, 0.0, 0.0]).unwrap();
    let refused = cast(&world, pixel().posed(matrix), turn(10.0)).unwrap_err();
    assert_eq!((refused.argument, refused.reason), ("degrees", InvalidReason::TooStretched { most: 32_767 }));
    // It may move without a turn.
    assert!(cast(&world, pixel().posed(matrix), turn(0.0)).is_ok());
    let endless = pixel().rotated(Angle::Radians(1e308));
    let refused = cast(&world, endless, turn(1.0)).unwrap_err();
    assert_eq!((refused.argument, refused.reason), ("degrees", InvalidReason::NotFinite));

    // Around the limit: what is not refused turns through all angles.
    let (mut cast_ones, mut refused_ones) = (0, 0);
    for i in 0..400 {
        let shear = f64::from(i) * 2e-7;
        for (scale, degrees) in
            [([32_767.0, 32_767.0], 0.0), ([32_766.999_9, 32_767.0], 33.0), ([-32_767.0, 32_767.0], -7.5)]
        {
            let parts = PoseParts {
                scale,
                shear: [shear, 0.0],
                rotation: Angle::Degrees(degrees),
                ..PoseParts::default()
            };
            let Ok(transform) = Transform::new(&parts) else { continue };
            match cast(&world, pixel().with_transform(transform), turn(450.0)) {
                Ok(_) => cast_ones += 1,
                Err(refused) => {
                    assert_eq!(refused.reason, InvalidReason::TooStretched { most: 32_767 });
                    refused_ones += 1;
                    continue;
                }
            }
            for part in 0..=720 {
                let mut at = turn(450.0).transform_at(&transform, TimeOfImpact::new(part, 720)).unwrap();
                at.set_flip([true, false]);
            }
        }
    }
    assert!(cast_ones > 100 && refused_ones > 100, "{cast_ones} {refused_ones}");
}

#[test]
fn a_turning_motion_that_leads_beyond_all_numbers_is_refused() {
    let past = TimeOfImpact::new(1 << 48, 1);
    for (by, time) in [(1 << 16, past), (i64::MAX, past), (i64::MIN, TimeOfImpact::new(u64::MAX, 1))] {
        let motion = TurningMotion { by: PointQ16::new(by, 0), ..TurningMotion::default() };
        let refused = motion.transform_at(&Transform::default(), time).unwrap_err();
        assert_eq!(refused.reason, InvalidReason::TooFar { most: 1 << 31 }, "{by}");
    }
}

#[test]
fn both_forms_of_a_builder_and_of_a_batch_say_the_same() {
    let body = || Collider::new(Mask::filled(2, 2));
    let transform = Transform::default;
    let reason = both(far().checked("position"), || body().at(far()), "position");
    assert_eq!(reason, InvalidReason::TooFar { most: 1 << 31 });
    let angle = Angle::Degrees(f64::NAN);
    let nan = [f64::NAN, 1.0];
    for reason in [
        both(transform().try_set_rotation(angle), || body().rotated(angle), "rotation"),
        both(transform().try_set_scale(nan), || body().scaled(nan), "scale"),
        both(transform().try_set_pivot(nan), || body().with_pivot(nan), "pivot"),
    ] {
        assert_eq!(reason, InvalidReason::NotFinite);
    }

    let mask = Mask::filled(1, 1);
    let (pairs, mut answers) = ([(&mask, &mask, Point::ZERO)], [false; 2]);
    let refused = overlaps_batch(&pairs, &mut answers).unwrap_err();
    assert_eq!((refused.reason, answers), (InvalidReason::WrongLength { length: 2, needed: 1 }, [false; 2]));
}
