//! A scene file, played by Bevy entities, gives the events that `hitmask scene` gives. `cargo xtask bevy` checks that the committed events are those of
//! the program.

use std::collections::HashMap;
use std::path::Path;

use bevy_app::prelude::*;
use bevy_asset::{Assets, Handle, RenderAssetUsages};
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_hitmask::prelude::*;
use bevy_image::{Image, ToExtents};
use bevy_math::{Quat, UVec2, Vec3};
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use toml::{Table, Value};
use wgpu_types::{TextureDimension, TextureFormat};

use crate::app::{Random, app, messages};

const ONE: i64 = 1 << 16;

/// A sprite of a scene, as docs/scenes.md describes it. Positions and velocities are in 65 536ths of a pixel.
struct Actor {
    name: String,
    position: [i64; 2],
    velocity: [i64; 2],
    spin: f64,
    scale: [f32; 2],
    flip: [bool; 2],
    hitmask: Hitmask,
    image: Handle<Image>,
    size: UVec2,
    life: std::ops::Range<i64>,
    entity: Option<Entity>,
    turns: u32,
}

fn number(value: &Value) -> f64 {
    value.as_float().unwrap_or_else(|| value.as_integer().expect("a number") as f64)
}

/// Rounded to Q16, halves away from zero.
fn q16(value: &Value) -> i64 {
    (number(value) * ONE as f64).round() as i64
}

fn pair<T: Copy>(table: &Table, key: &str, default: T, read: impl Fn(&Value) -> T) -> [T; 2] {
    match table.get(key) {
        None => [default; 2],
        Some(Value::Array(values)) => [read(&values[0]), read(&values[1])],
        Some(value) => [read(value); 2],
    }
}

fn load(app: &mut App, path: &Path) -> (Handle<Image>, UVec2) {
    let sprite =
        hitmask_assets::load(path, &hitmask_assets::Options::default()).expect("the picture can be read");
    let picture = &sprite.frames[0].image;
    let size = UVec2::new(picture.width(), picture.height());
    let data = picture.as_rgba8().to_vec();
    let image = Image::new(
        size.to_extents(),
        TextureDimension::D2,
        data,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::all(),
    );
    (app.world_mut().resource_mut::<Assets<Image>>().add(image), size)
}

fn actors(app: &mut App, file: &Path, scene: &Table, world: [i64; 2]) -> Vec<Actor> {
    let mut layers: Vec<String> = Vec::new();
    let mut bit = |name: &str| {
        let at = layers.iter().position(|layer| layer == name).unwrap_or_else(|| {
            layers.push(name.to_owned());
            layers.len() - 1
        });
        1_u32 << at
    };
    let mut actors = Vec::new();
    for sprite in scene["sprite"].as_array().unwrap() {
        let sprite = sprite.as_table().unwrap();
        let known = [
            "name",
            "image",
            "at",
            "velocity",
            "spin",
            "scale",
            "flip",
            "layer",
            "hits",
            "threshold",
            "count",
            "seed",
            "insert_at",
            "remove_at",
        ];
        assert!(
            sprite.keys().all(|key| known.contains(&key.as_str())),
            "this test does not know a key of {sprite:?}"
        );
        let text = |key: &str| sprite.get(key).map(|value| value.as_str().unwrap());
        let whole = |key: &str| sprite.get(key).map(|value| value.as_integer().unwrap());
        let (image, size) = load(app, &file.parent().unwrap().join(text("image").unwrap()));
        let belongs_to = bit(text("layer").unwrap_or("default"));
        let hits = sprite
            .get("hits")
            .map(|hits| hits.as_array().unwrap().iter().map(|hit| bit(hit.as_str().unwrap())).sum());
        let flip = text("flip").unwrap_or("");
        let actor = |name: String, position, velocity| Actor {
            name,
            position,
            velocity,
            spin: sprite.get("spin").map_or(0.0, number),
            scale: pair(sprite, "scale", 1.0, |value| number(value) as f32),
            flip: [flip.contains('h'), flip.contains('v')],
            hitmask: Hitmask::default()
                .with_level(whole("threshold").unwrap_or(128) as u8)
                .on(belongs_to, hits.unwrap_or(u32::MAX)),
            image: image.clone(),
            size,
            life: whole("insert_at").unwrap_or(1)..whole("remove_at").unwrap_or(i64::MAX),
            entity: None,
            turns: 0,
        };
        let name = text("name").unwrap();
        match whole("count") {
            None => actors.push(actor(
                name.to_owned(),
                pair(sprite, "at", 0, q16),
                pair(sprite, "velocity", 0, q16),
            )),
            Some(count) => {
                let most = pair(sprite, "velocity", 2 * ONE, q16);
                let mut random = Random(whole("seed").unwrap() as u64);
                for i in 0..count {
                    let position = world.map(|side| random.below(side as u64) as i64);
                    let velocity = most.map(|most| random.below(2 * most as u64 + 1) as i64 - most);
                    actors.push(actor(format!("{name}{i}"), position, velocity));
                }
            }
        }
    }
    actors
}

impl Actor {
    /// One step of the scene: see docs/scenes.md.
    fn play(&mut self, app: &mut App, step: i64, world: [i64; 2], edges: &str) {
        if !self.life.contains(&step) {
            if let Some(entity) = self.entity.take() {
                app.world_mut().despawn(entity);
            }
            return;
        }
        self.turns += 1;
        for (axis, size) in world.into_iter().enumerate() {
            self.position[axis] += self.velocity[axis];
            let (p, v) = (&mut self.position[axis], &mut self.velocity[axis]);
            match edges {
                "bounce" => {
                    while *p < 0 || *p > size {
                        *p = if *p < 0 { -*p } else { 2 * size - *p };
                        *v = -*v;
                    }
                }
                "wrap" => *p = p.rem_euclid(size),
                _ => assert_eq!(edges, "open"),
            }
        }
        let middle = |axis: usize, side: u32| self.position[axis] as f64 / ONE as f64 + f64::from(side) / 2.0;
        let turned = (self.spin * f64::from(self.turns)).rem_euclid(360.0).to_radians();
        let transform = Transform {
            translation: Vec3::new(middle(0, self.size.x) as f32, -middle(1, self.size.y) as f32, 0.0),
            // Clockwise, as on a screen.
            rotation: Quat::from_rotation_z(-turned as f32),
            scale: Vec3::new(self.scale[0], self.scale[1], 1.0),
        };
        match self.entity {
            Some(entity) => *app.world_mut().get_mut::<Transform>(entity).unwrap() = transform,
            None => {
                let sprite = Sprite {
                    flip_x: self.flip[0],
                    flip_y: self.flip[1],
                    ..Sprite::from_image(self.image.clone())
                };
                self.entity = Some(app.world_mut().spawn((sprite, transform, self.hitmask)).id());
            }
        }
    }
}

/// The events of a scene as `hitmask scene --events` writes them.
fn play(file: &Path, steps: i64) -> Vec<String> {
    let scene: Table = std::fs::read_to_string(file).unwrap().parse().unwrap();
    let settings = scene["world"].as_table().unwrap();
    let world = pair(settings, "size", 0, q16);
    let edges = settings.get("edges").map_or("open", |edges| edges.as_str().unwrap());
    let mut app = app(HitmaskPlugin::default());
    let mut actors = actors(&mut app, file, &scene, world);
    // Despawned entities are still named by events.
    let mut numbers: HashMap<Entity, usize> = HashMap::new();
    let (mut began, mut ended) =
        (MessageCursor::<TouchBegan>::default(), MessageCursor::<TouchEnded>::default());
    let mut lines = Vec::new();
    for step in 1..=steps {
        for (number, actor) in actors.iter_mut().enumerate() {
            actor.play(&mut app, step, world, edges);
            numbers.extend(actor.entity.map(|entity| (entity, number)));
        }
        app.update();
        let mut events = Vec::new();
        let pair = |a, b| {
            let mut pair = [numbers[&a], numbers[&b]];
            pair.sort_unstable();
            pair
        };
        for TouchBegan { entity, other, pixels, .. } in messages(&app, &mut began) {
            let [x, y] = pixels.pixel;
            events.push((
                pair(entity, other),
                "begin",
                format!(r#","first":[{x},{y}],"area":{}"#, pixels.area),
            ));
        }
        for TouchEnded { entity, other, .. } in messages(&app, &mut ended) {
            events.push((pair(entity, other), "end", String::new()));
        }
        events.sort();
        lines.extend(events.into_iter().map(|([a, b], kind, rest)| {
            format!(
                r#"{{"step":{step},"event":"{kind}","a":"{}","b":"{}"{rest}}}"#,
                actors[a].name, actors[b].name
            )
        }));
    }
    lines
}

fn check(scene: &str, events: &str, steps: i64, least: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let expected = std::fs::read_to_string(root.join("tests/scenes").join(events)).unwrap();
    let expected: Vec<&str> = expected.lines().collect();
    let found = play(&root.join(scene), steps);
    assert!(expected.len() >= least);
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn turning_rocks() {
    check("tests/scenes/turning.toml", "turning.jsonl", 120, 80);
}

#[test]
fn the_race() {
    check("../../scenes/race.toml", "race.jsonl", 240, 10);
}
