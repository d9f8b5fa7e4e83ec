//! The sprites that a scene file asks for: pictures read, names given, layers counted, and all that must go together checked.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use hitmask::{Angle, PointQ16, Pose, PoseError, PoseParts};
use hitmask_assets::Frame;
use toml::Spanned;

use super::file::{Factors, Fault, SceneFile, Spin, SpriteTable};
use super::motion::Motion;
use super::spread::Spread;
use super::{Scene, Sprite};
use crate::answer::Shape;
use crate::error::Error;
use crate::library::{Body, Library};
use crate::pose::{Flip, check_drawable};
use crate::query::Side;
use crate::values::{Rule, SpriteName, Threshold};

/// The most sprites that a scene may have.
pub(crate) const MOST_SPRITES: usize = 1_000_000;
/// The most layers: a bit each.
pub(crate) const MOST_LAYERS: usize = 32;
/// No scene is longer, in bytes.
const LONGEST_FILE: u64 = 16 << 20;
/// How fast the sprites of a count are at most, where the file does not say.
const USUAL_VELOCITY: f64 = 2.0;
/// The layer of a sprite that names none.
const USUAL_LAYER: &str = "default";

/// What the sprites of a `[[sprite]]` have in common.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) look: Arc<Look>,
    pub(crate) rule: Rule,
    pub(crate) threshold: Threshold,
    /// Along its own x and y; negative where it is mirrored.
    pub(crate) scale: [f64; 2],
    /// Degrees a step, clockwise.
    pub(crate) spin: f64,
    /// The layer it lies in, as a bit.
    pub(crate) belongs_to: u32,
    /// The layers it meets.
    pub(crate) collides_with: u32,
    /// It is there from this step on.
    pub(crate) insert_at: u32,
    /// It is no longer there in this step.
    pub(crate) remove_at: Option<u32>,
}

/// A picture and what of it is solid.
#[derive(Debug)]
pub(crate) struct Look {
    pub(crate) shape: Shape,
    /// The picture, with the alpha of its mask picture if it has one.
    pub(crate) frame: Frame,
    pub(crate) side: Side,
}

impl Look {
    /// Width and height of the picture.
    pub(crate) fn size(&self) -> [u32; 2] {
        self.shape.size().into()
    }

    /// The alpha that a texel shows, if it counts: for alpha sums any, else only of solid ones.
    pub(crate) fn alpha(&self, u: u32, v: u32, by_sum: bool) -> Option<u8> {
        let [w, h] = self.size();
        if u >= w || v >= h {
            return None;
        }
        // Sides of pictures fit i32.
        let at = (u as i32, v as i32);
        match &self.shape {
            Shape::Rect(_) => Some(255),
            Shape::Alpha(alpha) => Some(alpha.alpha(at)),
            Shape::Mask(_) if by_sum && self.side.key.is_none() => {
                self.frame.image.pixel(u, v).map(|pixel| pixel[3])
            }
            Shape::Mask(mask) => mask.get(at).then_some(255),
        }
    }
}

impl Kind {
    /// The pose of a sprite whose picture's middle lies at a place, turned by so many degrees.
    pub(super) fn pose_parts(&self, middle: [f64; 2], degrees: f64) -> Result<Pose, PoseError> {
        Pose::new(&PoseParts {
            position: middle,
            rotation: Angle::Degrees(degrees),
            scale: self.scale,
            pivot: self.look.size().map(|side| f64::from(side) / 2.0),
            ..PoseParts::default()
        })
    }

    /// Whether it only moves.
    pub(crate) fn is_upright(&self) -> bool {
        self.spin == 0.0 && self.scale == [1.0; 2]
    }
}

/// Finds a picture.
type Find<'a> = &'a mut dyn FnMut(&Side) -> Result<Frame, Error>;

/// Reads a scene file and the pictures that it names.
pub(crate) fn load(path: &Path) -> Result<Scene, Error> {
    let text = read(path)
        .map_err(|source| Error::Read { name: path.display().to_string(), source: source.into() })?;
    let mut library = Library::new();
    let folder = path.parent().unwrap_or(Path::new(""));
    read_scene(path, &text, folder, &mut |side| library.frame(side))
}

fn read(path: &Path) -> io::Result<String> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    let mut bytes = Vec::new();
    file.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(io::Error::other(format!(
            "it is longer than {LONGEST_FILE} bytes, no scene is that long"
        )));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is no text in UTF-8"))
}

/// Makes a scene of a text. Pictures are named relative to `folder`.
pub(crate) fn read_scene(path: &Path, text: &str, folder: &Path, find: Find<'_>) -> Result<Scene, Error> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let in_file = |Fault { line, why }: Fault| Error::Scene { file: path.into(), line, why };
    let file = SceneFile::parse(text).map_err(in_file)?;
    Reader { text, folder, find, file: &file, looks: HashMap::new() }.scene().map_err(in_file)
}

struct Reader<'a> {
    text: &'a str,
    folder: &'a Path,
    find: Find<'a>,
    file: &'a SceneFile,
    looks: HashMap<Side, Arc<Look>>,
}

impl<'a> Reader<'a> {
    fn scene(mut self) -> Result<Scene, Fault> {
        let bounds = self.file.bounds();
        let mut scene = Scene { bounds, kinds: Vec::new(), sprites: Vec::new(), remarks: Vec::new() };
        // What is wrong with the text is told before pictures are read.
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

    fn fault<T>(&self, at: &Spanned<T>, why: impl Into<String>) -> Fault {
        Fault::at(self.text, &at.span(), why)
    }

    /// The layers that sprites lie in, with their bits.
    fn layers(&self) -> Result<HashMap<&'a str, u32>, Fault> {
        let mut layers = HashMap::new();
        for table in &self.file.sprite {
            let sprite = table.get_ref();
            let name = sprite.layer.as_ref().map_or(USUAL_LAYER, |layer| layer.get_ref());
            if layers.contains_key(name) {
                continue;
            }
            if layers.len() == MOST_LAYERS {
                let at = sprite.layer.as_ref().unwrap_or(&sprite.name);
                return Err(self.fault(
                    at,
                    format!("\"{name}\" is one layer too many: a scene may have {MOST_LAYERS}, the one named default included"),
                ));
            }
            layers.insert(name, 1 << layers.len());
        }
        Ok(layers)
    }

    fn check_counts(&self) -> Result<(), Fault> {
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

    /// The sprites of a table, where they begin.
    fn sprites(
        &self,
        table: &Spanned<SpriteTable>,
        kind: usize,
        sprites: &mut Vec<Sprite>,
    ) -> Result<(), Fault> {
        let SpriteTable { name, at, velocity, count, seed, insert_at, remove_at, .. } = table.get_ref();
        let q16 =
            |[x, y]: [f64; 2]| PointQ16::from_f64(x, y).expect("the file's numbers lie within 2^31 pixels");
        if name.get_ref().is_empty() {
            return Err(self.fault(name, "a sprite's name has at least one letter"));
        }
        if let Some(remove) = remove_at
            && remove.get_ref().0 <= insert_at.map_or(1, |step| step.0)
        {
            let insert = insert_at.map_or(1, |step| step.0);
            let why = format!(
                "the sprite comes in step {insert}, so it can go from step {} on",
                u64::from(insert) + 1
            );
            return Err(self.fault(remove, why));
        }
        let Some(count) = count else {
            if let Some(seed) = seed {
                return Err(self.fault(seed, "a seed goes with a count: it spreads the sprites of one"));
            }
            let Some(at) = at else {
                return Err(
                    self.fault(name, "this sprite has no at: say where it starts, such as at = [10, 20]")
                );
            };
            let velocity = velocity.map_or([0.0; 2], |velocity| velocity.0);
            let start = Motion { at: q16(at.get_ref().0), velocity: q16(velocity) };
            sprites.push(Sprite { name: name.get_ref().clone(), kind, start });
            return Ok(());
        };
        if let Some(at) = at {
            return Err(
                self.fault(at, "the sprites of a count are spread by the seed: leave at out, or the count")
            );
        }
        let Some(seed) = seed else {
            return Err(self
                .fault(name, "a count goes with a seed, by which its sprites are spread: such as seed = 1"));
        };
        let fastest = q16(velocity.map_or([USUAL_VELOCITY; 2], |velocity| velocity.0));
        let mut spread = Spread::new(seed.get_ref().0);
        sprites.extend((0..count.0).map(|number| Sprite {
            name: format!("{}{number}", name.get_ref()),
            kind,
            start: spread.next(self.file.bounds().size, fastest),
        }));
        Ok(())
    }

    fn check_names(&self, sprites: &[Sprite]) -> Result<(), Fault> {
        let mut first = HashMap::with_capacity(sprites.len());
        for sprite in sprites {
            if let Some(other) = first.insert(sprite.name.as_str(), sprite.kind) {
                let table = &self.file.sprite[sprite.kind].get_ref().name;
                let line = Fault::at(self.text, &self.file.sprite[other].get_ref().name.span(), "").line;
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
    ) -> Result<Kind, Fault> {
        let name = table.name.get_ref();
        let rule = table.rule.as_ref().map_or(Rule::default(), |rule| *rule.get_ref());
        if let (Rule::Geometry, Some(at)) = (rule, &table.rule) {
            return Err(self.fault(
                at,
                "geometry knows no pixels, and every touch of a scene tells its first one: there are solid (or raster), alpha-sum and rect",
            ));
        }
        let path = |name: &str| self.folder.join(name).into_os_string();
        let mask = table.mask.as_ref().map(|mask| self.folder.join(mask.get_ref()));
        let side = Side {
            name: SpriteName::from(path(table.image.get_ref())),
            grid: table.grid,
            key: table.key.filter(|_| mask.is_none()),
            mask,
            rule,
            threshold: table.threshold.map_or(Threshold::default(), |level| Threshold(level.0)),
        };
        let look = match self.looks.get(&side) {
            Some(look) => Arc::clone(look),
            None => {
                let frame =
                    (self.find)(&side).map_err(|error| self.fault(&table.image, error.to_string()))?;
                let Body { shape, invisible } = Body::new(&frame, &side);
                remarks.extend(invisible.map(|invisible| {
                    invisible.sentence(&side.name).replace("try --threshold", "try a threshold of")
                }));
                let look = Arc::new(Look { shape, frame, side: side.clone() });
                self.looks.insert(side.clone(), Arc::clone(&look));
                look
            }
        };
        let collides_with = match &table.hits {
            None => u32::MAX,
            Some(hits) => hits.iter().fold(0, |bits, layer| {
                let bit = layers.get(layer.as_str());
                if bit.is_none() {
                    remarks
                        .push(format!("\"{name}\" hits the layer \"{layer}\", in which there is no sprite"));
                }
                bits | bit.copied().unwrap_or(0)
            }),
        };
        let Factors(scale) = table.scale.unwrap_or(Factors([1.0; 2]));
        let mirror = table.flip.map_or([1.0; 2], Flip::signs);
        let layer = table.layer.as_ref().map_or(USUAL_LAYER, |layer| layer.get_ref());
        let kind = Kind {
            look,
            rule,
            threshold: side.threshold,
            scale: [scale[0] * mirror[0], scale[1] * mirror[1]],
            spin: table.spin.map_or(0.0, |Spin(degrees)| degrees),
            belongs_to: layers[layer],
            collides_with,
            insert_at: table.insert_at.map_or(1, |step| step.0),
            remove_at: table.remove_at.as_ref().map(|step| step.get_ref().0),
        };
        // Beside the pixels that exist a sprite may start; any other fault of its pose is one of the file.
        let middle = kind.look.size().map(|side| f64::from(side) / 2.0);
        let pose =
            kind.pose_parts(middle, 0.0).map_err(|error| self.fault(&table.name, error.to_string()))?;
        check_drawable(&side.name, kind.look.shape.size(), &pose)
            .map_err(|error| self.fault(&table.name, error.to_string()))?;
        Ok(kind)
    }
}
