//! Objects: what they are, and their shapes.

use hitmask::{ColliderShape, Mask, Point, Rect};
use hitmask_assets::{Level, LevelContent, LevelObject, LevelObjectShape, LevelRule, LevelShape};

use crate::{layer, level};

fn objects(level: &Level) -> &[LevelObject] {
    match &layer(level, "things").content {
        LevelContent::Objects(objects) => objects,
        _ => panic!("objects"),
    }
}

fn object(level: &Level, id: i64) -> &LevelObject {
    objects(level).iter().find(|object| object.id == id).unwrap_or_else(|| panic!("no object {id}"))
}

fn shape(level: &Level, id: i64) -> Option<LevelShape> {
    level.shape(layer(level, "things"), object(level, id), &LevelRule::default()).expect("a shape")
}

#[test]
fn templates_are_resolved() {
    let level = level("cave_csv.tmx");
    let (rock, big, coin) = (object(&level, 13), object(&level, 14), object(&level, 15));
    assert_eq!((rock.name.as_str(), rock.class.as_str(), rock.size), ("rock", "Rock", [16.0, 8.0]));
    assert_eq!((big.name.as_str(), big.size), ("big", [24.0, 8.0]));
    let weight = |object: &LevelObject| object.properties.get("weight").and_then(|value| value.as_int());
    assert_eq!((weight(rock), weight(big)), (Some(9), Some(20)));
    let LevelObjectShape::Tile(cell) = rock.shape else { panic!("a tile") };
    assert_eq!((cell.tile(), cell.flip_x(), cell.flip_y()), (Some(2), true, false));
    assert_eq!((coin.shape.clone(), coin.visible), (LevelObjectShape::Ellipse, false));
    // The set of the template is that of the map, not another one.
    assert_eq!(level.sets.len(), 2);
}

#[test]
fn shapes_are_the_simplest_possible() {
    let level = level("cave_csv.tmx");
    let door = shape(&level, 1).expect("a shape");
    assert_eq!(door.position, Point::new(17, 26));
    assert!(matches!(door.shape, ColliderShape::Rect(rect) if rect == Rect::new(0, 0, 8, 16)));
    assert!(matches!(shape(&level, 2).expect("a shape").shape, ColliderShape::Polygon(_)));
    let ball = shape(&level, 3).expect("a shape");
    let ColliderShape::Circle(circle) = ball.shape else { panic!("a circle") };
    assert_eq!(
        (circle.centre().to_f64(), circle.radius(), ball.position),
        ([4.5, 4.5], 294_912, Point::new(41, 10))
    );
    assert!(matches!(shape(&level, 4).expect("a shape").shape, ColliderShape::Mask(_)));
    assert!(matches!(shape(&level, 6).expect("a shape").shape, ColliderShape::Mask(_)));
    assert!(matches!(shape(&level, 7).expect("a shape").shape, ColliderShape::Polygon(_)));
    assert!(matches!(shape(&level, 9).expect("a shape").shape, ColliderShape::Mask(_)));
    assert!(matches!(shape(&level, 10).expect("a shape").shape, ColliderShape::Mask(_)));
    for id in [5, 8, 12] {
        assert!(shape(&level, id).is_none(), "{id} has no pixels");
    }
}

/// The pixels of the object by floats, for pixels whose middle does not lie near the rim.
fn by_floats(object: &LevelObject, [x, y]: [f64; 2]) -> Option<bool> {
    const NEAR: f64 = 1e-3;
    let angle = -object.rotation.to_radians();
    let (dx, dy) = (x - object.position[0], y - object.position[1]);
    let (u, v) = (dx * angle.cos() - dy * angle.sin(), dx * angle.sin() + dy * angle.cos());
    let [w, h] = object.size;
    // Below 0 inside, above 0 outside, about a distance.
    let depth = match &object.shape {
        LevelObjectShape::Rectangle => (-u).max(u - w).max(-v).max(v - h),
        LevelObjectShape::Ellipse => {
            let (a, b) = (w / 2.0, h / 2.0);
            ((u - a) / a).hypot((v - b) / b) - 1.0
        }
        LevelObjectShape::Capsule => {
            let r = w.min(h) / 2.0;
            let nearest = |at: f64, side: f64| at.clamp(r, side - r);
            (u - nearest(u, w)).hypot(v - nearest(v, h)) - r
        }
        LevelObjectShape::Polygon(corners) => {
            let mut inside = false;
            let mut least = f64::MAX;
            for (from, to) in corners.last().into_iter().chain(corners).zip(corners) {
                let (ex, ey) = (to[0] - from[0], to[1] - from[1]);
                let t = (((u - from[0]) * ex + (v - from[1]) * ey) / (ex * ex + ey * ey)).clamp(0.0, 1.0);
                least = least.min((u - from[0] - t * ex).hypot(v - from[1] - t * ey));
                if (from[1] > v) != (to[1] > v) && u < ex * (v - from[1]) / ey + from[0] {
                    inside = !inside;
                }
            }
            if inside { -least } else { least }
        }
        _ => return None,
    };
    (depth.abs() > NEAR).then_some(depth < 0.0)
}

#[test]
fn plain_shapes_cover_what_floats_say() {
    let level = level("cave_csv.tmx");
    let offset = layer(&level, "things").offset;
    let mut told = 0;
    for object in objects(&level) {
        let Some(LevelShape { shape, position, .. }) = shape(&level, object.id) else { continue };
        if matches!(object.shape, LevelObjectShape::Tile(_)) {
            continue;
        }
        let solid = |x: i32, y: i32| {
            let at = Point::new(x, y).checked_sub(position).expect("small");
            match &shape {
                ColliderShape::Rect(rect) => rect.contains(at),
                ColliderShape::Circle(circle) => circle.contains(at),
                ColliderShape::Polygon(polygon) => polygon.contains(at),
                ColliderShape::Mask(mask) => mask.contains(at),
                _ => panic!("another shape"),
            }
        };
        let mut solids = 0;
        for (x, y) in (-20..120).flat_map(|y| (-20..120).map(move |x| (x, y))) {
            let middle = [f64::from(x) + 0.5 - offset[0], f64::from(y) + 0.5 - offset[1]];
            if let Some(expected) = by_floats(object, middle) {
                assert_eq!(solid(x, y), expected, "object {} at ({x}, {y})", object.id);
                told += 1;
                solids += u32::from(expected);
            }
        }
        assert!(solids > 10, "object {} has only {solids} pixels", object.id);
    }
    assert!(told > 140 * 140 * 6, "only {told} pixels were compared");
}

/// The flat mask of an object layer is its shapes together.
#[test]
fn a_layer_of_objects_is_its_shapes() {
    let level = level("cave_csv.tmx");
    let things = layer(&level, "things");
    let pixels = level.pixels(things, &LevelRule::default()).expect("a mask");
    let mut expected = Mask::new(160, 160);
    for object in objects(&level) {
        let Some(LevelShape { shape, position, .. }) =
            level.shape(things, object, &LevelRule::default()).expect("a shape")
        else {
            continue;
        };
        let at = (position.x + 20, position.y + 20);
        match shape {
            ColliderShape::Rect(rect) => expected.union_with(&rect, at),
            ColliderShape::Circle(circle) => expected.union_with(&circle, at),
            ColliderShape::Polygon(polygon) => expected.union_with(&*polygon, at),
            ColliderShape::Mask(mask) => expected.union_with(&*mask, at),
            _ => panic!("another shape"),
        }
    }
    let mut all = Mask::new(160, 160);
    all.union_with(&pixels.mask, (pixels.corner.x + 20, pixels.corner.y + 20));
    assert_eq!(all, expected);
}
