//! LDtk's projects, with levels in files of their own and several worlds.

mod layers;
mod raw;
mod sets;

use serde::Deserialize;
use serde_json::Value;

use super::cell::LevelOrientation;
use super::model::{Level, LevelFile};
use super::parts::Parts;
use super::property::{LevelProperties, LevelValue};
use super::tiled::value::{guessed, parsed_bytes};
use super::whole::whole;
use crate::Format;
use crate::error::{ErrorKind, Result};
use crate::limits::{Budget, Work};
use crate::other;

use self::raw::{RawEntity, RawField, RawLayer, RawLevel, RawProject, RawSet};
use self::sets::Sets;

/// The greatest side of a level in pixels, and its farthest place in its world.
const MOST_PIXELS: i64 = 1 << 26;

pub(super) fn decode<R: FnMut(&str) -> Result<Vec<u8>>>(
    text: &[u8],
    parts: &mut Parts<'_, R>,
) -> Result<LevelFile> {
    let budget = parts.budget;
    let _held = budget.hold(json_bytes(text))?;
    let project: RawProject<'_> = parse(text, budget)?;
    let sets = sets::read(&project, parts)?;
    let grid = if project.grid >= 1.0 && project.grid < 65_536.0 { project.grid as u32 } else { 16 };
    let mut levels = Vec::new();
    let worlds = project.worlds.into_iter().map(|world| (format!("{}/", world.identifier), world.levels));
    for (prefix, raw) in [(String::new(), project.levels)].into_iter().chain(worlds) {
        for raw in raw {
            let name = format!("{prefix}{}", raw.identifier);
            let reader = Reader { sets: &sets, grid, budget };
            let level = match (&raw.layer_instances, &raw.external_rel_path) {
                (None, Some(path)) => parts.with(&super::parts::joined("", path), |text, parts| {
                    let _held = parts.budget.hold(json_bytes(text))?;
                    reader.level(parse(text, parts.budget)?, name)
                }),
                _ => reader.level(raw, name),
            };
            levels.push(level?);
        }
    }
    if levels.is_empty() {
        return Err(ErrorKind::level("the project has no level").into());
    }
    Ok(LevelFile { format: Format::Ldtk, levels })
}

fn parse<'a, J: Deserialize<'a>>(text: &'a [u8], budget: &Budget) -> Result<J, ErrorKind> {
    budget.work(text.len() as u64, Work::Unpack)?;
    serde_json::from_slice(text).map_err(|error| {
        if error.is_data() {
            // What has changed since then is missing, or has another type.
            let old = other::json(text).filter(|_| is_old(text));
            old.map_or_else(
                || ErrorKind::level(format!("the JSON is no LDtk file: {error}")),
                ErrorKind::other,
            )
        } else {
            ErrorKind::corrupt(Format::Ldtk, error)
        }
    })
}

/// Whether a file was written by a version before 1.0.
fn is_old(text: &[u8]) -> bool {
    const KEY: &[u8] = b"\"jsonVersion\"";
    let at = text.windows(KEY.len()).position(|window| window == KEY);
    let value = at.and_then(|at| text[at + KEY.len()..].trim_ascii_start().strip_prefix(b":"));
    value.is_some_and(|value| value.trim_ascii_start().starts_with(b"\"0."))
}

/// The most memory that the parsed text takes, and what is made of it. Each part that takes more memory than its text begins with a brace,
/// and lies in a list that may have room for four times as many parts. Lists of numbers stay text.
fn json_bytes(json: &[u8]) -> u64 {
    const LARGEST: usize = {
        let (layer, entity, set) = (size_of::<RawLayer>(), size_of::<RawEntity>(), size_of::<RawSet>());
        let larger = if layer > entity { layer } else { entity };
        if set > larger { set } else { larger }
    };
    const { assert!(LARGEST >= size_of::<RawLevel>()) };
    let count = |wanted: u8| json.iter().filter(|&&byte| byte == wanted).count() as u64;
    // Short lists of numbers and names in them: places, tiles of a tag.
    4 * LARGEST as u64 * count(b'{') + 64 * count(b'[') + 32 * count(b'"') + 2 * json.len() as u64
}

/// Makes levels.
struct Reader<'a> {
    sets: &'a Sets,
    /// The side of a cell of the project.
    grid: u32,
    budget: &'a Budget,
}

impl Reader<'_> {
    fn level(&self, raw: RawLevel<'_>, name: String) -> Result<Level> {
        let side = |number, what: &str| whole(number, what, 0, MOST_PIXELS).map(|side| side as u32);
        let extent =
            [side(raw.px_wid, "the width of the level")?, side(raw.px_hei, "the height of the level")?];
        let place = |number, what: &str| whole(number, what, -MOST_PIXELS, MOST_PIXELS).map(|at| at as i32);
        let position = [place(raw.world_x, "the level's place")?, place(raw.world_y, "the level's place")?];
        self.budget.keep((2 * size_of::<Level>() + name.len() + 16 * self.sets.all.len()) as u64)?;
        let mut layers = Vec::new();
        // The first layer is the topmost.
        for raw in raw.layer_instances.unwrap_or_default().into_iter().rev() {
            let layer_name = raw.identifier.clone();
            self.layer(raw, &mut layers).map_err(|error| error.in_layer(&format!("{name}/{layer_name}")))?;
        }
        Ok(Level {
            name,
            class: String::new(),
            orientation: LevelOrientation::Orthogonal,
            size: extent.map(|side| side.div_ceil(self.grid)),
            cell: [self.grid; 2],
            extent,
            infinite: false,
            position,
            layers,
            sets: self.sets.all.clone(),
            properties: self.fields(raw.field_instances)?,
        })
    }

    /// The fields of a level or an entity.
    fn fields(&self, raw: Vec<RawField<'_>>) -> Result<LevelProperties, ErrorKind> {
        let field = |raw: RawField<'_>| {
            let json = raw.value.map_or("null", |value| value.get());
            self.budget.keep(parsed_bytes(json) + raw.identifier.len() as u64)?;
            let value: Value =
                serde_json::from_str(json).map_err(|error| ErrorKind::corrupt(Format::Ldtk, error))?;
            Ok((raw.identifier, typed(guessed(value), &raw.kind)))
        };
        raw.into_iter().map(field).collect()
    }
}

/// A value of a field, as its type says.
fn typed(value: LevelValue, kind: &str) -> LevelValue {
    let inner = kind.strip_prefix("Array<").and_then(|kind| kind.strip_suffix('>'));
    match (value, inner.unwrap_or(kind)) {
        (LevelValue::List(values), kind) => {
            LevelValue::List(values.into_iter().map(|value| typed(value, kind)).collect())
        }
        (LevelValue::Int(number), "Float") => LevelValue::Float(number as f64),
        (LevelValue::Text(text), "Color") => LevelValue::Color(text),
        (LevelValue::Text(text), "FilePath") => LevelValue::File(text),
        (LevelValue::Class { members, .. }, kind) => LevelValue::Class { class: kind.to_owned(), members },
        (value, _) => value,
    }
}
