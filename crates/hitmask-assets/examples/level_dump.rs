//! Prints what a level holds as JSON: `cargo run -p hitmask-assets --example level_dump [map.tmx [layer.png LAYER]]`. With a second file, it
//! writes the picture of a layer there. `tests/levels/oracle.py` compares it with other readers of Tiled's maps.

use std::error::Error;

use hitmask_assets::{
    Level, LevelContent, LevelLayer, LevelObject, LevelObjectShape, LevelOptions, LevelRule, TileShapes,
    encode_png, load_levels,
};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let hills = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/hills/hills.tmx");
    let (map, output) = (args.first().map_or(hills, String::as_str), args.get(1).zip(args.get(2)));
    let file = load_levels(map, &LevelOptions::default())?;
    if let Some((picture, layer)) = output {
        let (level, layer) = file.select(layer)?;
        // As it is seen, not as it collides.
        let rule = LevelRule { threshold: 1, shapes: TileShapes::Ignore, ..LevelRule::default() };
        std::fs::write(picture, encode_png(&level.frame(layer, &rule)?.image))?;
        return Ok(());
    }
    println!("{}", Value::Array(file.levels.iter().map(level).collect()));
    Ok(())
}

fn level(level: &Level) -> Value {
    let sets =
        level.sets.iter().map(|set| json!({"name": set.name, "first": set.first, "offset": set.offset}));
    json!({
        "name": level.name, "size": level.size, "cell": level.cell, "infinite": level.infinite,
        "properties": properties(&level.properties), "sets": sets.collect::<Vec<_>>(),
        "layers": level.layers.iter().map(layer).collect::<Vec<_>>(),
    })
}

fn properties(properties: &hitmask_assets::LevelProperties) -> Value {
    properties.iter().map(|(name, value)| (name.to_owned(), json!(value.to_string()))).collect()
}

fn layer(layer: &LevelLayer) -> Value {
    let content = match &layer.content {
        LevelContent::Cells(chunks) => {
            let cells = chunks.iter().flat_map(|chunk| chunk.filled());
            json!({"cells": cells.map(|([x, y], cell)| json!([x, y, cell.bits()])).collect::<Vec<_>>()})
        }
        LevelContent::Objects(objects) => {
            json!({"objects": objects.iter().map(object).collect::<Vec<_>>()})
        }
        _ => json!({}),
    };
    json!({
        "name": layer.name, "visible": layer.visible, "offset": layer.offset, "opacity": layer.opacity,
        "properties": properties(&layer.properties), "content": content,
    })
}

fn object(object: &LevelObject) -> Value {
    let (shape, more) = match &object.shape {
        LevelObjectShape::Rectangle => ("Rectangle", json!(null)),
        LevelObjectShape::Ellipse => ("Ellipse", json!(null)),
        LevelObjectShape::Capsule => ("Capsule", json!(null)),
        LevelObjectShape::Point => ("Point", json!(null)),
        LevelObjectShape::Polygon(corners) => ("Polygon", json!(corners)),
        LevelObjectShape::Polyline(corners) => ("Polyline", json!(corners)),
        LevelObjectShape::Tile(cell) => ("Tile", json!(cell.bits())),
        _ => ("Text", json!(null)),
    };
    json!({
        "id": object.id, "name": object.name, "class": object.class, "position": object.position, "size": object.size,
        "rotation": object.rotation, "visible": object.visible, "shape": shape, "more": more,
        "properties": properties(&object.properties),
    })
}
