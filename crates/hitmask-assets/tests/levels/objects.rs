//! Objects: what they are, and their shapes.

use hitmask::{
    Collider, ColliderKind, ColliderShape, Direction, Layers, Mask, MoveOptions, Point, PointQ16,
    QueryFilter, Rect, TileKind, World,
};
use hitmask_assets::{
    Level, LevelContent, LevelObject, LevelObjectShape, LevelOptions, LevelRule, LevelShape, Limits,
    decode_levels, load_levels,
};

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
    let depth = depth(object, turned_back(object, [x - object.position[0], y - object.position[1]]))?;
    (depth.abs() > NEAR).then_some(depth < 0.0)
}

/// A place from the object's position, before the object was turned.
fn turned_back(object: &LevelObject, [x, y]: [f64; 2]) -> [f64; 2] {
    let angle = -object.rotation.to_radians();
    [x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos()]
}

/// How far inside of an object's own shape (below 0) or outside of it (above 0) a place lies, about.
fn depth(object: &LevelObject, [u, v]: [f64; 2]) -> Option<f64> {
    let [w, h] = object.size;
    Some(match &object.shape {
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
    })
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

/// The only level of a text that names no file.
fn written(text: &str) -> Level {
    let file = decode_levels(text.as_bytes(), |name| panic!("{name} is read"), &Limits::default());
    file.unwrap_or_else(|error| panic!("{error}\n{text}")).levels.remove(0)
}

/// A map of 10 x 10 cells with one layer of objects.
fn map_of(orientation: &str, objects: &str) -> String {
    format!(
        "<map orientation={orientation} width=\"10\" height=\"10\" tilewidth=\"64\" tileheight=\"32\">
         <objectgroup name=\"things\">{objects}</objectgroup></map>"
    )
}

#[test]
fn turned_rectangles_lie_as_tiled_draws_them() {
    for (orientation, x, y, w, h, place) in [
        // 128 x 32 on the plane is 160 x 80 on the screen, before it is turned.
        ("\"isometric\"", 160, 96, 128, 32, Rect::new(304, 96, 80, 160)),
        ("\"oblique\" skewx=\"32\" skewy=\"0\"", 64, 64, 64, 32, Rect::new(96, 64, 32, 96)),
        ("\"orthogonal\"", 64, 64, 64, 32, Rect::new(32, 64, 32, 64)),
        ("\"staggered\" staggeraxis=\"y\" staggerindex=\"odd\"", 64, 64, 64, 32, Rect::new(32, 64, 32, 64)),
        (
            "\"hexagonal\" hexsidelength=\"8\" staggeraxis=\"x\" staggerindex=\"even\"",
            64,
            64,
            64,
            32,
            Rect::new(32, 64, 32, 64),
        ),
    ] {
        let object =
            format!("<object id=\"1\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rotation=\"90\"/>");
        let level = written(&map_of(orientation, &object));
        let rule = LevelRule::default();
        let things = layer(&level, "things");
        let pixels = level.pixels(things, &rule).expect("a mask");
        let bounds = pixels.mask.bounds().and_then(|bounds| bounds.checked_translate(pixels.corner));
        // The first pixel of a slanted edge may have its middle outside.
        let near = |a: i64, b: i64| (a - b).abs() <= 1;
        let ends = |rect: Rect| {
            let (x, y) = (i64::from(rect.x), i64::from(rect.y));
            [x, y, x + i64::from(rect.w), y + i64::from(rect.h)]
        };
        let found = bounds.expect("it has pixels");
        let same = ends(found).into_iter().zip(ends(place)).all(|(a, b)| near(a, b));
        assert!(same, "{orientation}: {found:?}, not {place:?}");
    }
}

#[test]
fn turned_shapes_are_slanted_first_and_turned_on_the_screen() {
    let shapes = [
        ("", ""),
        ("", "<ellipse/>"),
        ("", "<capsule/>"),
        ("polygon", "<polygon points=\"0,0 90,10 60,50 30,20 -20,40\"/>"),
    ];
    for (orientation, [a, b, c, d], [left, top]) in [
        ("\"isometric\"", [1.0, -1.0, 0.5, 0.5], [320.0, 0.0]),
        ("\"oblique\" skewx=\"16\" skewy=\"-8\"", [1.0, 0.5, -0.125, 1.0], [0.0, 0.0]),
        ("\"staggered\" staggeraxis=\"y\" staggerindex=\"odd\"", [1.0, 0.0, 0.0, 1.0], [0.0, 0.0]),
    ] {
        for (rotation, (kind, inner)) in
            [0, 30, 90, 215].into_iter().flat_map(|turn| shapes.map(|s| (turn, s)))
        {
            let size = if kind == "polygon" { "" } else { "width=\"90\" height=\"44\"" };
            let text = format!(
                "<object id=\"1\" x=\"150\" y=\"100\" {size} rotation=\"{rotation}\">{inner}</object>"
            );
            let level = written(&map_of(orientation, &text));
            let (things, rule) = (layer(&level, "things"), LevelRule::default());
            let object = &objects(&level)[0];
            let pixels = level.pixels(things, &rule).expect("a mask");
            let shape = level.shape(things, object, &rule).expect("a shape").expect("it has pixels");
            let mut alone = Mask::new(640, 400);
            match &shape.shape {
                ColliderShape::Rect(rect) => alone.union_with(rect, shape.position),
                ColliderShape::Polygon(polygon) => alone.union_with(&**polygon, shape.position),
                ColliderShape::Mask(mask) => alone.union_with(&**mask, shape.position),
                other => panic!("{other:?}"),
            }
            let origin = [a * 150.0 + b * 100.0 + left, c * 150.0 + d * 100.0 + top];
            let (mut told, mut solids) = (0, 0);
            for (x, y) in (0..400).step_by(3).flat_map(|y| (0..640).step_by(3).map(move |x| (x, y))) {
                let screen = [f64::from(x) + 0.5 - origin[0], f64::from(y) + 0.5 - origin[1]];
                let [sx, sy] = turned_back(object, screen);
                let det = a * d - b * c;
                let own = [(d * sx - b * sy) / det, (a * sy - c * sx) / det];
                let depth = depth(object, own).expect("a shape with pixels");
                if depth.abs() < 1e-3 {
                    continue;
                }
                let at = Point::new(x, y).checked_sub(pixels.corner).expect("small");
                assert_eq!(
                    pixels.mask.contains(at),
                    depth < 0.0,
                    "{orientation} {inner} {rotation} at ({x}, {y})"
                );
                assert_eq!(
                    alone.contains((x, y)),
                    depth < 0.0,
                    "the shape of {orientation} {inner} {rotation}"
                );
                told += 1;
                solids += u32::from(depth < 0.0);
            }
            assert!(told > 10_000 && solids > 50, "{orientation} {inner}: {told}, {solids}");
        }
    }
}

/// A property of a map of Tiled.
fn property(name: &str, value: &str) -> String {
    let kind = if value.parse::<i64>().is_ok() { " type=\"int\"" } else { "" };
    format!("<property name=\"{name}\"{kind} value=\"{value}\"/>")
}

/// An object of 8 x 4 pixels with properties.
fn said(class: &str, properties: &[(&str, &str)]) -> String {
    let all: String = properties.iter().map(|(name, value)| property(name, value)).collect();
    format!(
        "<object id=\"1\" class=\"{class}\" x=\"8\" y=\"8\" width=\"8\" height=\"4\"><properties>{all}</properties></object>"
    )
}

#[test]
fn colliders_are_what_the_level_says() {
    let body = (ColliderKind::Body, Direction::Up);
    let other = |layer: u32| Layers { belongs_to: 1 << layer, ..Layers::default() };
    for (class, properties, (kind, side), layers, data, enabled) in [
        ("", vec![], body, Layers::default(), 0, true),
        ("", vec![("hitmask", "one-way")], (ColliderKind::OneWay, Direction::Up), Layers::default(), 0, true),
        ("One-Way-Left", vec![], (ColliderKind::OneWay, Direction::Left), Layers::default(), 0, true),
        (
            "Door",
            vec![("one-way", "right")],
            (ColliderKind::OneWay, Direction::Right),
            Layers::default(),
            0,
            true,
        ),
        ("Sensor", vec![("number", "7")], (ColliderKind::Sensor, Direction::Up), Layers::default(), 7, true),
        ("Sensor", vec![("hitmask", "solid"), ("layer", "31")], body, other(31), 0, true),
        ("", vec![("hitmask", "none"), ("layer", "0"), ("number", "-1")], body, Layers::default(), 0, false),
        ("", vec![("layer", "32")], body, Layers::default(), 0, true),
    ] {
        let level = written(&map_of("\"orthogonal\"", &said(class, &properties)));
        let things = level.objects("things").expect("it has objects");
        let collider = things[0].collider(&LevelRule::default()).expect("a shape").expect("it has pixels");
        let found = (collider.kind, collider.open_side, collider.layers, collider.data, collider.enabled);
        assert_eq!(found, (kind, side, layers, data, enabled), "{class} {properties:?}");
        assert_eq!(collider.transform.position(), (8, 8).into());
    }
}

#[test]
fn an_object_that_says_nothing_is_what_its_tile_or_its_layer_says() {
    let tile = |properties: &str| {
        format!(
            "<map orientation=\"orthogonal\" width=\"9\" height=\"9\" tilewidth=\"8\" tileheight=\"8\">
             <tileset firstgid=\"1\" name=\"set\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"1\" columns=\"1\">
              <properties>{}{}</properties><image source=\"tiles.png\"/>
              <tile id=\"0\"><properties>{properties}</properties></tile>
             </tileset>
             <objectgroup name=\"things\" offsetx=\"3\"><properties>{}{}</properties>
              <object id=\"1\" gid=\"1\" x=\"8\" y=\"16\" width=\"8\" height=\"8\"/>
              <object id=\"2\" x=\"8\" y=\"16\"><point/></object>
             </objectgroup></map>",
            property("hitmask", "one-way"),
            property("harm", "2"),
            property("hitmask", "sensor"),
            property("layer", "4"),
        )
    };
    for (said, kind, harm) in [
        (String::new(), TileKind::OneWay, 2),
        (property("hitmask", "none") + &property("harm", "3"), TileKind::Nothing, 3),
    ] {
        let read =
            |name: &str| Ok(std::fs::read(crate::common::data("levels").join(name)).expect("it is there"));
        let file = decode_levels(tile(&said).as_bytes(), read, &Limits::default()).expect("a level");
        let level = &file.levels[0];
        let things = level.objects("things").expect("it has objects");
        assert_eq!(things.iter().map(|thing| thing.kind()).collect::<Vec<_>>(), [kind, TileKind::Sensor]);
        assert_eq!(things[0].property("harm").and_then(|value| value.as_int()), Some(harm));
        assert!(things[1].property("harm").is_none());
        assert_eq!(things[1].place(), [11.0, 16.0]);
        let rule = LevelRule::default();
        let collider = things[0].collider(&rule).expect("a shape").expect("it has pixels");
        assert_eq!((collider.layers.belongs_to, collider.enabled), (1 << 4, kind != TileKind::Nothing));
        // What is drawn of the layer is what collides.
        let pixels = level.pixels(layer(level, "things"), &rule).expect("a mask");
        assert_eq!(pixels.mask.is_empty(), kind == TileKind::Nothing);
    }
}

#[test]
fn layers_without_objects_are_named() {
    let level = level("cave_csv.tmx");
    let error = level.objects("thing").expect_err("there is no such layer").to_string();
    assert!(error.contains("no layer \"thing\"") && error.contains("\"things\""), "{error}");
    let error = level.objects("ground").expect_err("it holds tiles").to_string();
    assert_eq!(error, "layer \"ground\": it holds no objects: name a layer of objects");
}

/// A tile that a shape meets has the properties that the set gives it.
#[test]
fn met_tiles_have_their_properties() {
    let file = load_levels(
        concat!(env!("CARGO_MANIFEST_DIR"), "/examples/hills/hills.tmx"),
        &LevelOptions::default(),
    )
    .expect("the map of the example");
    let level = &file.levels[0];
    let map = level.tile_map(layer(level, "ground"), &LevelRule::default()).expect("a map").map;
    let numbers: Vec<_> = map
        .overlap_tiles(&Rect::new(0, 0, 480, 176), (0, 0))
        .iter()
        .filter_map(|met| Some((level.tile_properties(met).get("number")?.as_int()?, met.number, met.kind)))
        .collect();
    assert_eq!(numbers, [(10, 10, TileKind::Sensor); 3]);
}

/// The way through a level of the examples: over slopes and spikes, and with a lift to the goal. A move without end was found so.
#[test]
fn a_hero_reaches_the_goal() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/hills/hills.tmx");
    let file = load_levels(path, &LevelOptions::default()).unwrap();
    let (level, rule) = (&file.levels[0], LevelRule::default());
    let mut world = World::new();
    let ground = level.tile_map(level.layer("ground").unwrap(), &rule).unwrap();
    world.insert_tiles(ground.collider());
    let things = level.objects("things").unwrap();
    let named = |name: &str| things.iter().find(|thing| thing.name == name).unwrap();
    let mut insert = |name: &str| world.insert(named(name).collider(&rule).unwrap().unwrap());
    let (lift, goal) = (insert("lift"), insert("goal"));
    let body = Collider::new(Mask::filled(10, 20)).with_pivot([5.0, 20.0]).at(named("start").place());
    let hero = world.insert(body.character());
    let options = MoveOptions { step_up: 4, step_down: 4, corner: 3, ..MoveOptions::default() };
    let rise = named("lift").property("rise").unwrap().as_int().unwrap();
    let (mut speed, mut stands, mut risen, mut up) = (PointQ16::ZERO, false, 0, true);
    for _ in 0..600 {
        risen += if up { 1 } else { -1 };
        let _ = world.move_solid(lift, (0, if up { -1 } else { 1 }), &[], &options).unwrap();
        up = if up { risen < rise } else { risen <= 0 };
        let [x, _] = world.position(hero).unwrap().to_f64();
        let waits = (368.0..382.0).contains(&x) && risen > 3;
        speed.x = if waits { 0 } else { PointQ16::ONE * 3 / 2 };
        if stands && (212.0..225.0).contains(&x) {
            speed.y = PointQ16::ONE * -13 / 2;
        }
        speed.y += PointQ16::ONE * 7 / 20;
        let slid = world.move_and_slide(hero, speed, &options, &QueryFilter::default()).unwrap();
        (speed, stands) = (slid.velocity, slid.floor.is_some());
        world.step().unwrap();
        if world.contacts().any(|pair| pair == (goal.min(hero), goal.max(hero))) {
            return;
        }
    }
    panic!("he is at {:?}", world.position(hero));
}
