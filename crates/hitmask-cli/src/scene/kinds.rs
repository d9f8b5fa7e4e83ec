//! Makes the sprites of a scene from its file: reads pictures, gives names and layers, and checks that everything fits together.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use hitmask::PointQ16;
use hitmask_assets::Frame;
use toml::Spanned;

use super::content::{Appearance, Scene, SceneSprite, SpriteKind};
use super::file::{Factors, MOST_SPRITES, SceneFile, Spin, SpriteTable};
use super::motion::Motion;
use super::spread::Spread;
use crate::error::Error;
use crate::limit_args::LimitArgs;
use crate::pixels::PixelArgs;
use crate::pose::{Flip, check_drawable};
use crate::question::SpriteSpec;
use crate::sprite_name::SpriteName;
use crate::store::{LoadedShape, SpriteStore};
use crate::surface::Surface;
use crate::toml_text::{self, TomlFault};
use crate::values::{Rule, Threshold};

/// The most layers. Each is a bit of a `u32`.
pub(crate) const MOST_LAYERS: usize = 32;
/// The greatest velocity of the sprites of a count on each axis, if the file gives none.
const DEFAULT_VELOCITY: f64 = 2.0;
/// The layer of a sprite that names none.
const DEFAULT_LAYER: &str = "default";

/// Finds the frame of a sprite.
type FindFrame<'a> = &'a mut dyn FnMut(&SpriteSpec) -> Result<Frame, Error>;

/// Reads a scene file and the pictures that it names.
pub(crate) fn load(path: &Path, limits: &LimitArgs) -> Result<Scene, Error> {
    let text = toml_text::read(path)?;
    let mut store = SpriteStore::new(limits)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    read_scene(path, &text, folder, &mut |spec| {
        store.check_named(spec)?;
        store.frame(spec)
    })
}

/// Makes a scene from its text. The names of pictures are relative to `folder`.
pub(crate) fn read_scene(
    path: &Path,
    text: &str,
    folder: &Path,
    find: FindFrame<'_>,
) -> Result<Scene, Error> {
    let in_file = |fault: TomlFault| fault.in_file(path);
    let file: SceneFile = toml_text::parse(text).map_err(in_file)?;
    SceneReader { text, folder, find, file: &file, appearances: HashMap::new() }.scene().map_err(in_file)
}

struct SceneReader<'a> {
    text: &'a str,
    folder: &'a Path,
    find: FindFrame<'a>,
    file: &'a SceneFile,
    appearances: HashMap<SpriteSpec, Arc<Appearance>>,
}

impl<'a> SceneReader<'a> {
    fn scene(mut self) -> Result<Scene, TomlFault> {
        let bounds = self.file.bounds();
        let mut scene = Scene { bounds, kinds: Vec::new(), sprites: Vec::new(), remarks: Vec::new() };
        // TomlFaults of the text are found before pictures are read.
        let layers = self.layers()?;
        self.check_counts()?;
        for (number, table) in self.file.sprite.iter().enumerate() {
            self.sprites(table, number, &mut scene.sprites)?;
        }
        self.check_names(&scene.sprites)?;
        for table in &self.file.sprite {
            let kind = self.kind(table.get_ref(), &layers, &mut scene.remarks)?;
            scene.kinds.push(kind);
        }
        Ok(scene)
    }

    fn fault<T>(&self, at: &Spanned<T>, why: impl Into<String>) -> TomlFault {
        TomlFault::at(self.text, &at.span(), why)
    }

    /// The layers of all sprites, with their bits.
    fn layers(&self) -> Result<HashMap<&'a str, u32>, TomlFault> {
        let mut layers = HashMap::new();
        for table in &self.file.sprite {
            let sprite = table.get_ref();
            let name = sprite.layer.as_ref().map_or(DEFAULT_LAYER, |layer| layer.get_ref());
            if layers.contains_key(name) {
                continue;
            }
            if layers.len() == MOST_LAYERS {
                let at = sprite.layer.as_ref().unwrap_or(&sprite.name);
                return Err(self.fault(
                    at,
                    format!("\"{name}\" is one layer too many: a scene may have {MOST_LAYERS}, including the one named default"),
                ));
            }
            layers.insert(name, 1 << layers.len());
        }
        Ok(layers)
    }

    fn check_counts(&self) -> Result<(), TomlFault> {
        let mut sprites = 0;
        for table in &self.file.sprite {
            let SpriteTable { name, count, .. } = table.get_ref();
            sprites += count.map_or(1, |count| count.0 as usize);
            if sprites > MOST_SPRITES {
                return Err(self.fault(
                    name,
                    format!("with these there are {sprites} sprites: a scene may have {MOST_SPRITES}"),
                ));
            }
        }
        Ok(())
    }

    /// The sprites of a table, where they start.
    fn sprites(
        &self,
        table: &Spanned<SpriteTable>,
        kind: usize,
        sprites: &mut Vec<SceneSprite>,
    ) -> Result<(), TomlFault> {
        let SpriteTable { name, at, velocity, count, seed, insert_at, remove_at, .. } = table.get_ref();
        let q16 =
            |[x, y]: [f64; 2]| PointQ16::from_f64(x, y).expect("the file's numbers lie within 2^31 pixels");
        if name.get_ref().is_empty() {
            return Err(self.fault(name, "the name of a sprite has at least one letter"));
        }
        if let Some(remove) = remove_at
            && remove.get_ref().0 <= insert_at.map_or(1, |step| step.0)
        {
            let insert = insert_at.map_or(1, |step| step.0);
            let why = format!(
                "the sprite comes in step {insert}, so it can go in step {} at the earliest",
                u64::from(insert) + 1
            );
            return Err(self.fault(remove, why));
        }
        let Some(count) = count else {
            if let Some(seed) = seed {
                return Err(self.fault(seed, "a seed needs a count: it spreads the sprites of the count"));
            }
            let Some(at) = at else {
                return Err(
                    self.fault(name, "this sprite has no at: say where it starts, such as at = [10, 20]")
                );
            };
            let velocity = velocity.map_or([0.0; 2], |velocity| velocity.0);
            let start = Motion { at: q16(at.get_ref().0), velocity: q16(velocity) };
            sprites.push(SceneSprite { name: name.get_ref().clone(), kind, start });
            return Ok(());
        };
        if let Some(at) = at {
            return Err(self.fault(at, "the seed spreads the sprites of a count: leave out at or count"));
        }
        let Some(seed) = seed else {
            return Err(self.fault(name, "a count needs a seed, which spreads its sprites, such as seed = 1"));
        };
        let fastest = q16(velocity.map_or([DEFAULT_VELOCITY; 2], |velocity| velocity.0));
        let mut spread = Spread::new(seed.get_ref().0);
        sprites.extend((0..count.0).map(|number| SceneSprite {
            name: format!("{}{number}", name.get_ref()),
            kind,
            start: spread.next(self.file.bounds().size, fastest),
        }));
        Ok(())
    }

    fn check_names(&self, sprites: &[SceneSprite]) -> Result<(), TomlFault> {
        let mut first = HashMap::with_capacity(sprites.len());
        for sprite in sprites {
            if let Some(other) = first.insert(sprite.name.as_str(), sprite.kind) {
                let table = &self.file.sprite[sprite.kind].get_ref().name;
                let line = TomlFault::at(self.text, &self.file.sprite[other].get_ref().name.span(), "").line;
                let line = line.map_or(String::new(), |line| format!(" (line {line})"));
                return Err(self.fault(
                    table,
                    format!("there is a sprite \"{}\" already{line}: names are unique", sprite.name),
                ));
            }
        }
        Ok(())
    }

    /// What the sprites of a table have in common.
    fn kind(
        &mut self,
        table: &SpriteTable,
        layers: &HashMap<&str, u32>,
        remarks: &mut Vec<String>,
    ) -> Result<SpriteKind, TomlFault> {
        let name = table.name.get_ref();
        let rule = table.rule.as_ref().map_or(Rule::default(), |rule| *rule.get_ref());
        if let (Rule::Geometry, Some(at)) = (rule, &table.rule) {
            return Err(self.fault(
                at,
                "scenes do not take the rule geometry, because its touches have no first pixel: there are solid (or raster), alpha-sum and rect",
            ));
        }
        let path = |name: &str| self.folder.join(name).into_os_string();
        let mask = table.mask.as_ref().map(|mask| self.folder.join(mask.get_ref()));
        let pixels = PixelArgs {
            threshold: table.threshold.map_or(Threshold::default(), |level| Threshold(level.0)),
            key: table.key,
            grid: table.grid.as_ref().map(|grid| *grid.get_ref()),
        };
        let spec = SpriteSpec::new(SpriteName::from(path(table.image.get_ref())), &pixels, mask, rule);
        let appearance = match self.appearances.get(&spec) {
            Some(appearance) => Arc::clone(appearance),
            None => {
                let frame = (self.find)(&spec).map_err(|error| {
                    let why = error.to_string();
                    match (&table.mask, &table.grid) {
                        (Some(mask), _) if error.is_of_mask(spec.mask.as_deref()) => self.fault(mask, why),
                        (_, Some(grid)) if error.is_of_grid() => self.fault(grid, why),
                        _ => self.fault(&table.image, why),
                    }
                })?;
                let LoadedShape { shape, invisible } = LoadedShape::new(&frame, &spec);
                remarks.extend(invisible.map(|invisible| invisible.sentence(&spec.name, Surface::Scene)));
                let appearance = Arc::new(Appearance { shape, frame, spec: spec.clone() });
                self.appearances.insert(spec.clone(), Arc::clone(&appearance));
                appearance
            }
        };
        let collides_with = match &table.hits {
            None => u32::MAX,
            Some(hits) => hits.iter().fold(0, |bits, layer| {
                let bit = layers.get(layer.as_str());
                if bit.is_none() {
                    remarks.push(format!("\"{name}\" hits the layer \"{layer}\", which has no sprite"));
                }
                bits | bit.copied().unwrap_or(0)
            }),
        };
        let Factors(scale) = table.scale.as_ref().map_or(Factors([1.0; 2]), |scale| *scale.get_ref());
        let mirror = table.flip.map_or([1.0; 2], Flip::signs);
        let layer = table.layer.as_ref().map_or(DEFAULT_LAYER, |layer| layer.get_ref());
        let scale = [scale[0] * mirror[0], scale[1] * mirror[1]];
        let bounds = self.file.bounds();
        let mut kind = SpriteKind {
            appearance,
            rule,
            threshold: spec.threshold,
            scale,
            range: bounds.range(),
            spin: table.spin.map_or(0.0, |Spin(degrees)| degrees),
            belongs_to: layers[layer],
            collides_with,
            insert_at: table.insert_at.map_or(1, |step| step.0),
            remove_at: table.remove_at.as_ref().map(|step| step.get_ref().0),
            swept: table.swept,
            first_only: table.first_only,
            whole_pixels: table.whole_pixels,
        };
        // A sprite may start beyond the world's pixels. Any other fault of its pose is a fault of the file.
        let middle = kind.appearance.size().map(|side| f64::from(side) / 2.0);
        let wrong = |why: String| match &table.scale {
            Some(scale) => self.fault(scale, why),
            None => self.fault(&table.name, why),
        };
        let pose = kind.pose_parts(middle, 0.0).map_err(|error| wrong(error.to_string()))?;
        check_drawable(&spec.name, kind.appearance.shape.size(), &pose)
            .map_err(|error| wrong(error.to_string()))?;
        let shape = &kind.appearance.shape;
        // What has no solid pixel counts as its picture.
        let solid = shape.bounds().unwrap_or_else(|| shape.rect());
        kind.range = bounds.range_of(kind.appearance.size(), solid, scale).map_err(|axis| {
            let (side, room) = (["wide", "high"][axis], bounds.size[axis]);
            self.fault(
                &table.name,
                format!(
                    "its solid pixels are as {side} as the world, {room}, or more: where edges are bounce-solid, a sprite needs room to move"
                ),
            )
        })?;
        Ok(kind)
    }
}
