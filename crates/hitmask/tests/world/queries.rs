//! Queries of a world between steps.

use std::sync::Arc;

use hitmask::{Circle, Collider, Mask, Pose, Probe, QueryFilter, World};

#[test]
fn picking_goes_by_order_then_by_handle() {
    let mut world = World::new();
    let square = Arc::new(Mask::filled(4, 4));
    let mut put = |order, sensor: bool| {
        let collider = Collider::new(&square).with_order(order);
        world.insert(if sensor { collider.sensor() } else { collider })
    };
    let [low, one, two, trigger] = [put(-5, false), put(7, false), put(7, false), put(9, true)];
    let filter = QueryFilter::default();
    assert_eq!(world.pick_all((3, 3), &filter), [two, one, low]);
    assert_eq!(world.pick((3, 3), &filter.with_sensors()), Some(trigger));
    assert_eq!(world.pick((3, 3), &filter.except(two)), Some(one));
    assert_eq!((world.pick((4, 3), &filter), world.pick_all((4, 3), &filter)), (None, vec![]));
    // Orders and positions count at once, without a step.
    world.edit(low, |collider| collider.order = 8).unwrap();
    world.set_position(two, (1, 0)).unwrap();
    assert_eq!(world.pick_all((0, 0), &filter), [low, one]);
    let finger = world.query(&Probe::circle(Circle::from_f64([4.0, 2.0], 1.0).unwrap()), &filter);
    assert_eq!((finger.topmost(), finger.all_by_order()), (Some(low), vec![low, two, one]));
}

#[test]
fn points_of_a_sprite_lie_under_their_texels() {
    let pose = Pose::from_q16([30_000, -70_000, 65_536, 20_000, 1_234_567, -7_654_321]).unwrap();
    for (x, y) in (-300..300).step_by(7).flat_map(|y| (-300..300).step_by(11).map(move |x| (x, y))) {
        let [u, v] = pose.texel_at((x, y)).map(|texel| texel as f64);
        // The pixel's centre lies in the image of its texel: on the inner side of each of the four edges.
        let corners = [[u, v], [u + 1.0, v], [u + 1.0, v + 1.0], [u, v + 1.0]].map(|at| pose.point_at(at));
        let centre = [f64::from(x) + 0.5, f64::from(y) + 0.5];
        let side = |i: usize| {
            let ([ax, ay], [bx, by]) = (corners[i], corners[(i + 1) % 4]);
            (bx - ax) * (centre[1] - ay) - (by - ay) * (centre[0] - ax)
        };
        assert!((0..4).all(|i| side(i) > -1e-6), "({x}, {y}) shows the texel ({u}, {v})");
    }
}
