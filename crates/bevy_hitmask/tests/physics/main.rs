//! Physics engines with colliders and contacts of pixels. The same worlds for each engine: one file says how an engine is asked.

mod avian;
mod rapier;
mod worlds;

#[expect(dead_code, reason = "shared with the other tests, and not all of it is used here")]
#[path = "../headless/app.rs"]
mod app;

/// Makes a test of each world for an engine.
macro_rules! tests_of {
    ($engine:ty: $($name:ident)*) => {$(
        #[test]
        fn $name() {
            crate::worlds::$name::<$engine>();
        }
    )*};
}
pub(crate) use tests_of;

/// The tests of each engine.
macro_rules! all_tests_of {
    ($engine:ty) => {
        crate::tests_of! { $engine:
            a_ball_falls_through_the_gap_and_the_hole_of_a_ring
            a_ball_inside_a_ring_stays_inside
            a_box_rests_on_a_crate_of_pixels
            a_collider_lies_where_the_sprite_lies
            colliders_follow_what_is_shown
            components_are_reflected
            own_shapes_are_colliders
            corners_without_pixels_pass
            a_fast_ball_stops_at_pixels
        }
    };
}
pub(crate) use all_tests_of;
