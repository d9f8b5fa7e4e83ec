//! The pixels of layers, compared with a naive drawing.

use hitmask::{Mask, Point, TileKind, TileKinds};
use hitmask_assets::{
    ErrorKind, Image, Level, LevelContent, LevelLayer, LevelRule, Limits, TileShapes, decode_levels,
    encode_png,
};

use crate::{layer, level};

/// The naive drawing of an orthogonal layer of cells, in a frame of 40 pixels: pixel by pixel from the picture.
fn naive(level: &Level, layer: &LevelLayer, rule: &LevelRule) -> Mask {
    let LevelContent::Cells(chunks) = &layer.content else { panic!("cells") };
    let mut mask = Mask::new(200, 200);
    // Half a pixel goes to the left and up.
    let offset = layer.offset.map(|by| (by - 0.5).ceil() as i32 + 40);
    for ([column, row], cell) in chunks.iter().flat_map(|chunk| chunk.filled()) {
        let tile = cell.tile().expect("filled");
        let (set, id) = level.tile(tile).expect("a tile");
        if !rule.kinds.contains(level.kind(layer, tile)) {
            continue;
        }
        let image: Image = set.image(id).expect("a picture").expect("a tile");
        let (w, h) = (image.width() as i32, image.height() as i32);
        let (turned_w, turned_h) = if cell.diagonal() { (h, w) } else { (w, h) };
        for (x, y) in (0..turned_h).flat_map(|y| (0..turned_w).map(move |x| (x, y))) {
            let (mut u, mut v) = (x, y);
            if cell.flip_x() {
                u = turned_w - 1 - u;
            }
            if cell.flip_y() {
                v = turned_h - 1 - v;
            }
            if cell.diagonal() {
                (u, v) = (v, u);
            }
            let [.., alpha] = image.pixel(u as u32, v as u32).expect("inside");
            let left = column * layer.cell[0] as i32 + set.offset[0] + offset[0];
            let top = (row + 1) * layer.cell[1] as i32 - turned_h + set.offset[1] + offset[1];
            if alpha >= rule.threshold {
                mask.set((left + x, top + y), true);
            }
        }
    }
    mask
}

#[test]
fn cells_are_drawn_as_tiled_draws_them() {
    for name in ["cave_csv.tmx", "cave_infinite_csv.tmx"] {
        let level = level(name);
        for layer_name in ["ground", "decor"] {
            for (threshold, kinds) in [
                (128, TileKinds::ALL),
                (1, TileKind::Sensor.into()),
                (200, TileKinds::from([TileKind::Body, TileKind::OneWay])),
            ] {
                let rule = LevelRule { threshold, kinds, shapes: TileShapes::Ignore, ..LevelRule::default() };
                let layer = layer(&level, layer_name);
                let expected = naive(&level, layer, &rule);
                let pixels = level.pixels(layer, &rule).expect("a mask");
                let mut drawn = Mask::new(200, 200);
                drawn.union_with(&pixels.mask, (pixels.corner.x + 40, pixels.corner.y + 40));
                assert_eq!(drawn, expected, "{name} {layer_name} {threshold} {kinds:?}");

                let map = level.tile_map(layer, &rule).expect("a map");
                let corner = (map.corner.x + 40, map.corner.y + 40);
                let mut of_map = Mask::new(200, 200);
                for (x, y) in (0..200).flat_map(|y| (0..200).map(move |x| (x, y))) {
                    let at = Point::new(x - corner.0, y - corner.1);
                    of_map.set((x, y), map.map.only(kinds).contains(at));
                }
                assert_eq!(of_map, expected, "{name} {layer_name}, the map");
            }
        }
    }
}

/// A picture's mask at any threshold is the flat mask, cut to the level's rectangle.
#[test]
fn pictures_have_the_alpha_that_collides() {
    for name in
        ["cave_csv.tmx", "cave_infinite_csv.tmx", "iso.tmx", "hex_turned.tmx", "grid_fit.tmx", "cave.ldtk"]
    {
        let file = crate::file(name);
        let level = &file.levels[0];
        let area = level.area();
        for layer in &level.layers {
            for threshold in [1, 100, 128, 255] {
                let rule = LevelRule { threshold, ..LevelRule::default() };
                let frame = level.frame(layer, &rule).expect("a picture");
                assert_eq!((frame.image.width(), frame.image.height()), (area.w, area.h));
                let pixels = level.pixels(layer, &rule).expect("a mask");
                let mut expected = Mask::new(area.w, area.h);
                let offset = pixels.corner.checked_sub((area.x, area.y)).expect("small");
                expected.union_with(&pixels.mask, offset);
                assert_eq!(frame.mask(threshold), expected, "{name} {} {threshold}", layer.name);
            }
        }
    }
}

#[test]
fn what_cannot_be_a_tile_map_says_why() {
    for (name, layer_name, why) in [
        ("iso.tmx", "ground", "not orthogonal"),
        ("hex_x_odd.tmx", "ground", "not orthogonal"),
        ("grid_stretch.tmx", "ground", "scaled"),
        ("cave_csv.tmx", "things", "objects"),
        ("cave_csv.tmx", "moon", "picture"),
        ("cave_worlds.ldtk", "Stacked", "cells of their own"),
    ] {
        let file = crate::file(name);
        let (level, layer) = file.select(layer_name).expect("a layer");
        let error = level.tile_map(layer, &LevelRule::default()).expect_err("no tile map");
        let ErrorKind::NoTileMap { reason, .. } = error.kind() else { panic!("{error}") };
        assert!(reason.contains(why), "{name}: {reason}");
        assert!(level.pixels(layer, &LevelRule::default()).expect("a mask").mask.count() > 0, "{name}");
    }
}

/// The pixels of maps that are not orthogonal. `tests/levels/oracle.py` has compared each with what Tiled draws, pixel by pixel, except the
/// last four, which Debian's Tiled is too old for: those were looked at.
#[test]
fn cells_lie_where_tiled_lays_them() {
    let rule = LevelRule { threshold: 1, shapes: TileShapes::Ignore, ..LevelRule::default() };
    let mut told = String::new();
    for name in [
        "iso",
        "staggered_x_odd",
        "staggered_x_even",
        "staggered_y_odd",
        "staggered_y_even",
        "hex_x_odd",
        "hex_x_even",
        "hex_y_odd",
        "hex_y_even",
        "hex_turned",
        "iso_infinite",
        "oblique",
        "grid_stretch",
        "grid_fit",
    ] {
        let level = level(&format!("{name}.tmx"));
        let mask = level.frame(layer(&level, "ground"), &rule).expect("a picture").mask(1);
        let fnv = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        let hash = mask.to_bytes().iter().fold(0xCBF2_9CE4_8422_2325, fnv);
        told += &format!("{name} {}x{} {} {hash:016x}\n", mask.width(), mask.height(), mask.count());
    }
    assert_eq!(told, PLACED);
}

const PLACED: &str = "\
iso 104x52 1496 5a967c19b4a3e1a9\n\
staggered_x_odd 64x52 1748 40ff182bffb8fa0b\n\
staggered_x_even 64x52 1848 e3773d0671c5fd25\n\
staggered_y_odd 120x28 1716 218f9e9fd0912b4f\n\
staggered_y_even 120x28 1784 795fea246a0501f5\n\
hex_x_odd 74x78 2960 29e0fc392d6888e4\n\
hex_x_even 74x78 3284 5f4d23d28df01785\n\
hex_y_odd 105x57 3921 f3ce00d5194767f0\n\
hex_y_even 105x57 3530 90f12de2b84933fc\n\
hex_turned 105x57 2817 3e60690d076b0d32\n\
iso_infinite 56x60 532 236e3e6a88c165d5\n\
oblique 142x69 1801 138f0993e4808158\n\
grid_stretch 140x120 4909 954081de25db039e\n\
grid_fit 140x120 3008 bb9f6a7fb893f568\n";

/// Spawn points are often put onto tiles, as shapes that cover nothing.
#[test]
fn a_tile_with_only_a_point_counts_by_its_picture() {
    for (shapes, is_shaped, solid) in [
        (r#"<object x="3" y="3"><point/></object>"#, false, 256),
        (r#"<object x="3" y="3"/>"#, false, 256),
        (r#"<object x="3" y="3" width="5"/>"#, false, 256),
        (r#"<object x="3" y="3" width="5"><ellipse/></object>"#, false, 256),
        (r#"<object x="3" y="3"><polyline points="0,0 9,9 3,4"/></object>"#, false, 256),
        (r#"<object x="3" y="3"><polygon points="0,0 9,9"/></object>"#, false, 256),
        (r#"<object x="3" y="3" width="9" height="9"><text>a</text></object>"#, false, 256),
        (r#"<object x="3" y="3" width="5" height="2"/>"#, true, 10),
        (r#"<object x="3" y="3"><point/></object><object x="3" y="3" width="5" height="2"/>"#, true, 10),
        // It covers no pixel's middle, but it is a shape.
        (r#"<object x="3" y="3" width="0.25" height="0.25"/>"#, true, 0),
    ] {
        let text = format!(
            r#"<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">
            <tileset firstgid="1" name="s" tilewidth="16" tileheight="16"><image source="t.png"/>
            <tile id="0"><objectgroup>{shapes}</objectgroup></tile></tileset>
            <layer name="g" width="1" height="1"><data encoding="csv">1</data></layer></map>"#
        );
        let picture = encode_png(&Image::from_rgba8(16, 16, vec![255; 4 * 256]).expect("a picture"));
        let file = decode_levels(text.as_bytes(), |_| Ok(picture.clone()), &Limits::default());
        let level = file.expect("a map").levels.remove(0);
        let set = &level.sets[0];
        assert_eq!(set.tile(0).expect("it has shapes").is_shaped(), is_shaped, "{shapes}");
        let rule = LevelRule::default();
        assert_eq!(set.mask(0, &rule).expect("a mask").expect("a tile").count(), solid, "{shapes}");
        let layer = &level.layers[0];
        assert_eq!(level.pixels(layer, &rule).expect("pixels").mask.count(), solid, "{shapes}");
        assert_eq!(level.frame(layer, &rule).expect("a picture").mask(128).count(), solid, "{shapes}");
        let map = level.tile_map(layer, &rule).expect("a map").map;
        assert_eq!(map.count(), solid, "{shapes}");
    }
}
