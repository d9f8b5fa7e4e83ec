//! Conversions from and to the points of other mathematics crates.

use hitmask::{Cast, Mask, Point, PointQ16};
use mint::{Point2, Vector2};

#[test]
fn pairs_of_integers_are_points() {
    assert_eq!(Point::from(Point2 { x: 3, y: -4 }), Point::new(3, -4));
    assert_eq!(Point::from(Vector2 { x: i32::MIN, y: i32::MAX }), Point::new(i32::MIN, i32::MAX));
    assert_eq!(Point2::from(Point::new(3, -4)), Point2 { x: 3, y: -4 });
    assert_eq!(Vector2::<i32>::from(Point::new(3, -4)), Vector2 { x: 3, y: -4 });
    assert_eq!(PointQ16::from(Point2 { x: 3, y: -4 }), PointQ16::new(3 << 16, -4 << 16));
}

#[test]
fn pairs_of_floats_are_positions() {
    let p = PointQ16::new(0x1_8000, -0x4000);
    assert_eq!(PointQ16::from(Point2 { x: 1.5f32, y: -0.25 }), p);
    assert_eq!(PointQ16::from(Vector2 { x: 1.5f64, y: -0.25 }), p);
    assert_eq!(Point2::<f32>::from(p), Point2 { x: 1.5, y: -0.25 });
    assert_eq!(Vector2::<f64>::from(p), Vector2 { x: 1.5, y: -0.25 });
    let far = PointQ16::new(PointQ16::LIMIT - 1, 1 - PointQ16::LIMIT);
    assert_eq!(PointQ16::from(Vector2::<f64>::from(far)), far);
    assert_eq!(PointQ16::from(Vector2 { x: f32::NAN, y: f32::INFINITY }), PointQ16::new(i64::MIN, i64::MAX));
}

#[test]
fn they_are_taken_as_they_are() {
    let (wall, ball) = (Mask::filled(4, 4), Mask::filled(2, 2));
    assert!(wall.overlaps(&ball, Point2 { x: 3, y: 3 }));
    let hit = wall.cast(&ball, Point2 { x: 5.0f32, y: 0.5 }, Vector2 { x: -2.0f32, y: 0.0 });
    assert!(matches!(hit, Cast::Hit { time, .. } if time.to_f64() == 0.5));
}
