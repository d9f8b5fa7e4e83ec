//! A line of a batch: a JSON object whose keys are the options of `check`, `separate` and `cast`.

use std::path::PathBuf;

use serde::de::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::error::Error;
use crate::pixels::PixelArgs;
use crate::pose::{Decimal, Decimals, Flip, Pivot, PoseOptions, Scale};
use crate::question::Question;
use crate::sprite_name::SpriteName;
use crate::surface::Surface;
use crate::values::{
    ColorKey, Coordinates, Operation, Rule, SheetGrid, Threshold, at_key, by_key, or_default,
};

/// The keys. A key that is null means its default, but for `at` and `id`.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct BatchLine<'a> {
    /// Goes back with the answer.
    #[serde(borrow, default, deserialize_with = "any_value")]
    id: Option<&'a RawValue>,
    #[serde(default, deserialize_with = "or_default")]
    op: Operation,
    a: SpriteName,
    b: SpriteName,
    #[serde(default, deserialize_with = "at_key")]
    at: Option<Coordinates>,
    #[serde(default, deserialize_with = "by_key")]
    by: Option<Coordinates>,
    #[serde(default, deserialize_with = "or_default")]
    threshold: Threshold,
    #[serde(default, deserialize_with = "or_default")]
    rule: Rule,
    key: Option<ColorKey>,
    grid: Option<SheetGrid>,
    mask_a: Option<PathBuf>,
    mask_b: Option<PathBuf>,
    affine_a: Option<Decimals<6>>,
    rotate_a: Option<Decimal>,
    scale_a: Option<Scale>,
    flip_a: Option<Flip>,
    pivot_a: Option<Pivot>,
    at_a: Option<Decimals<2>>,
    affine_b: Option<Decimals<6>>,
    rotate_b: Option<Decimal>,
    scale_b: Option<Scale>,
    flip_b: Option<Flip>,
    pivot_b: Option<Pivot>,
    at_b: Option<Decimals<2>>,
}

/// Reads any value, null included.
fn any_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Reads a line. The question may be faulty while the id is readable.
pub(crate) fn parse(line: &[u8]) -> (Option<&RawValue>, Result<Question, Error>) {
    // Some editors write a byte order mark.
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
    let bad = |why: &str| (None, Err(Error::BadLine(why.into())));
    match line.first() {
        None => return bad("the line is blank: a question is a JSON object"),
        Some(b'{') => {}
        Some(_) => return bad("the line is not a JSON object: a question starts with {"),
    }
    match serde_json::from_slice::<BatchLine<'_>>(line) {
        Ok(line) => (line.id, Ok(line.question())),
        Err(error) => (find_id(line), Err(Error::BadLine(message(&error)))),
    }
}

/// The id of a line whose other keys may be wrong.
fn find_id(line: &[u8]) -> Option<&RawValue> {
    #[derive(serde::Deserialize)]
    struct Id<'a> {
        #[serde(borrow, default, deserialize_with = "any_value")]
        id: Option<&'a RawValue>,
    }
    serde_json::from_slice::<Id<'_>>(line).ok()?.id
}

/// What is wrong with the JSON. The parser ends its sentence with the line and the column; it sees one line only, so that its
/// line number would always be 1.
fn message(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return format!("the line ends in the middle of a JSON object (column {})", error.column());
    }
    let (text, place) = (error.to_string(), format!(" at line {} column {}", error.line(), error.column()));
    format!("{} (column {})", text.strip_suffix(&place).unwrap_or(&text), error.column())
}

impl BatchLine<'_> {
    fn question(self) -> Question {
        Question {
            surface: Surface::Batch,
            operation: self.op,
            names: [self.a, self.b],
            at: self.at,
            by: self.by,
            rule: self.rule,
            pixels: PixelArgs { threshold: self.threshold, key: self.key, grid: self.grid },
            masks: [self.mask_a, self.mask_b],
            poses: [
                PoseOptions {
                    affine: self.affine_a,
                    rotate: self.rotate_a,
                    scale: self.scale_a,
                    flip: self.flip_a,
                    pivot: self.pivot_a,
                    at: self.at_a,
                },
                PoseOptions {
                    affine: self.affine_b,
                    rotate: self.rotate_b,
                    scale: self.scale_b,
                    flip: self.flip_b,
                    pivot: self.pivot_b,
                    at: self.at_b,
                },
            ],
        }
    }
}
