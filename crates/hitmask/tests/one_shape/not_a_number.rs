//! Every function that takes a position or a motion refuses NaN and values beyond the limit, as the documentation of `PointQ16` says.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hitmask::{
    Circle, Collider, ConvexPolygon, InvalidArgument, Mask, MoveOptions, Obstacle, PointQ16, Pose,
    QueryFilter, Rect, Terrain, World, move_and_slide, ray_cast_obstacles,
};

const FAR: f32 = 4e9;
const BAD: [[f32; 2]; 6] = [
    [f32::NAN, 0.0],
    [0.0, f32::NAN],
    [f32::INFINITY, 0.0],
    [0.0, f32::NEG_INFINITY],
    [FAR, 0.0],
    [0.0, -FAR],
];

/// A function that takes a position.
type Taker<'a> = (&'a str, &'a dyn Fn(PointQ16));

fn ignore<T>(_: T) {}

#[test]
fn panics_where_no_result_is_returned() {
    let (dot, mut terrain) = (Mask::filled(1, 1), Terrain::new(64, 64));
    let _ = terrain.draw(Rect::new(0, 0, 64, 64), (0, 0));
    let wall = [Obstacle::solid(&dot, (0, 0))];
    let (still, rest, all) = ((0, 0), MoveOptions::default(), QueryFilter::default());
    let world = || {
        let mut world = World::new();
        let handle = world.insert(Collider::new(Mask::filled(4, 4)));
        (world, handle)
    };
    let takers: [Taker<'_>; 16] = [
        ("Mask::cast from", &|p| ignore(dot.cast(&dot, p, still))),
        ("Mask::cast by", &|p| ignore(dot.cast(&dot, still, p))),
        ("Mask::ray_cast from", &|p| ignore(dot.ray_cast(p, still))),
        ("Mask::ray_cast by", &|p| ignore(dot.ray_cast(still, p))),
        ("Terrain::cast from", &|p| ignore(terrain.cast(&dot, p, still))),
        ("Terrain::cast by", &|p| ignore(terrain.cast(&dot, still, p))),
        ("Terrain::ray_cast from", &|p| ignore(terrain.ray_cast(p, still))),
        ("Terrain::ray_cast by", &|p| ignore(terrain.ray_cast(still, p))),
        ("move_and_slide from", &|p| ignore(move_and_slide(&dot, p, still, &[], &rest))),
        ("move_and_slide by", &|p| ignore(move_and_slide(&dot, still, p, &wall, &rest))),
        ("ray_cast_obstacles from", &|p| ignore(ray_cast_obstacles(&wall, p, still))),
        ("ray_cast_obstacles by", &|p| ignore(ray_cast_obstacles(&wall, still, p))),
        ("an obstacle", &|p| ignore(move_and_slide(&dot, still, still, &[Obstacle::solid(&dot, p)], &rest))),
        ("Collider::at", &|p| ignore(Collider::new(Rect::new(0, 0, 1, 1)).at(p))),
        ("World::set_position", &|p| {
            let (mut world, handle) = world();
            let _ = world.set_position(handle, p);
        }),
        ("World::move_and_slide", &|p| {
            let (mut world, handle) = world();
            let _ = world.move_and_slide(handle, p, &rest, &all);
        }),
    ];
    for bad in BAD {
        for (name, take) in takers {
            let refused = catch_unwind(AssertUnwindSafe(|| take(bad.into())));
            let refused = refused.expect_err(&format!("{name} takes {bad:?}"));
            let message = refused.downcast_ref::<String>().map_or("", String::as_str);
            assert!(message.contains("leads too far away"), "{name} of {bad:?}: {message}");
        }
        let (world, _) = world();
        for (from, by) in [(PointQ16::from(bad), PointQ16::ZERO), (PointQ16::ZERO, PointQ16::from(bad))] {
            let ray = catch_unwind(AssertUnwindSafe(|| world.ray_cast(from, by, &all)));
            assert!(ray.is_err(), "World::ray_cast takes {from:?}, {by:?}");
        }
    }
}

#[test]
fn is_an_error_where_a_result_is_returned() {
    for bad in BAD {
        assert!(matches!(Circle::new(bad, 1), Err(InvalidArgument { argument: "centre", .. })), "{bad:?}");
        let corners = [bad, [0.0, 0.0], [8.0, 8.0]];
        assert!(
            matches!(ConvexPolygon::new(corners), Err(InvalidArgument { argument: "corner", .. })),
            "{bad:?}"
        );
        assert!(
            matches!(Pose::IDENTITY.moved(bad), Err(InvalidArgument { argument: "position", .. })),
            "{bad:?}"
        );
    }
}

#[test]
fn pairs_of_floats_are_pixels() {
    let (wall, ball) = (Mask::filled(4, 4), Mask::filled(2, 2));
    let exact = wall.cast(&ball, PointQ16::new(0x8_8000, 0), PointQ16::new(-0x9_0000, 0));
    assert_eq!(wall.cast(&ball, (8.5, 0.0), (-9.0, 0.0)), exact);
    assert_eq!(wall.cast(&ball, [8.5f32, 0.0], (-9.0f32, 0.0f32)), exact);
    assert_eq!(Pose::IDENTITY.placed((0.5, -0.25)).to_q16()[4..], [0x8000, -0x4000]);
}
