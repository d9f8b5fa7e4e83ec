//! The values that options and batch keys take. Each kind has one parser, for both.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use hitmask::{Connectivity, Point, PointQ16, Promise, Simplify, Tolerance};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::value::RawValue;

use crate::pose::Flip;

/// B's origin in A's pixels, or how far it moves: `X,Y`, or `[x, y]` in a batch line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Whole(Point),
    /// For motions; everything else says why it is no whole place.
    Between {
        place: PointQ16,
        why: String,
    },
}

impl Place {
    /// Two whole numbers.
    pub(crate) fn whole(text: &str) -> Result<Self, String> {
        Place::any(text)?.point().map(Place::Whole)
    }

    /// Two numbers.
    pub(crate) fn any(text: &str) -> Result<Self, String> {
        let (x, y) = text.split_once(',').ok_or_else(|| {
            format!("\"{text}\" is not X,Y: two numbers with a comma between, such as -3,4")
        })?;
        Place::new(x, y)
    }

    fn new(x: &str, y: &str) -> Result<Self, String> {
        let why = match (coordinate(x), coordinate(y)) {
            (Ok(x), Ok(y)) => return Ok(Place::Whole(Point::new(x, y))),
            (Err(why), _) | (_, Err(why)) => why,
        };
        let number = |text: &str| text.trim().parse().ok();
        let place = number(x).zip(number(y)).and_then(|(x, y)| PointQ16::from_f64(x, y));
        place.map(|place| Place::Between { place, why: why.clone() }).ok_or(why)
    }

    /// Where whole pixels are meant.
    pub(crate) fn point(&self) -> Result<Point, String> {
        match self {
            Place::Whole(point) => Ok(*point),
            Place::Between { why, .. } => Err(why.clone()),
        }
    }

    /// Where parts of pixels count.
    pub(crate) fn q16(&self) -> PointQ16 {
        match self {
            Place::Whole(point) => (*point).into(),
            Place::Between { place, .. } => *place,
        }
    }
}

/// A whole number of pixels within i32.
fn coordinate(text: &str) -> Result<i32, String> {
    let text = text.trim();
    if let Ok(number) = text.parse() {
        return Ok(number);
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    Err(match digits.parse::<f64>() {
        Ok(_) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{text} is too far: offsets reach from {} to {}", i32::MIN, i32::MAX)
        }
        Ok(_) => format!("{text} is not a whole number: offsets are whole pixels, written without a point"),
        Err(_) => format!("\"{text}\" is not a whole number of pixels"),
    })
}

/// The key `at` of a batch line, which may be left out but not be null.
pub(crate) fn at_key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Place>, D::Error> {
    place_key("at", <&RawValue>::deserialize(deserializer)?.get()).map(Some).map_err(D::Error::custom)
}

/// The key `by` of a batch line; null means that it is not given.
pub(crate) fn by_key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Place>, D::Error> {
    match <&RawValue>::deserialize(deserializer)?.get() {
        "null" => Ok(None),
        text => place_key("by", text).map(Some).map_err(D::Error::custom),
    }
}

fn place_key(key: &str, json: &str) -> Result<Place, String> {
    // The text of the numbers, not a float made of it: only so can a fraction and a far too great number be told.
    let parts: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
    let [x, y] = parts[..] else { return Err(format!("{key} takes [x, y], two numbers, not {json}")) };
    Place::new(x.get(), y.get()).map_err(|why| format!("{key}: {why}"))
}

/// What is asked about two sprites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Op {
    #[default]
    Check,
    Separate,
    Cast,
}

impl FromStr for Op {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "check" => Ok(Op::Check),
            "separate" => Ok(Op::Separate),
            "cast" => Ok(Op::Cast),
            _ => Err(format!("\"{text}\" is no op: there are check, separate and cast")),
        }
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Op::Check => "check",
            Op::Separate => "separate",
            Op::Cast => "cast",
        })
    }
}

/// The least alpha that counts as solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Threshold(pub(crate) u8);

impl Default for Threshold {
    fn default() -> Self {
        Threshold(128)
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse()
            .map(Threshold)
            .map_err(|_| format!("{text} is not a threshold: a whole number from 0 to 255"))
    }
}

impl<'de> Deserialize<'de> for Threshold {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer)?.get().parse().map_err(D::Error::custom)
    }
}

/// When two pixels that meet count as a touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum Rule {
    /// Both are solid: their alpha reaches the threshold. Turned or scaled sprites cover the pixels that you see (also called
    /// raster)
    #[default]
    #[value(alias = "raster")]
    Solid,
    /// As solid; but turned or scaled sprites touch as soon as two solid pixels' outlines share an area, however small
    Geometry,
    /// Both are visible and their alphas add up to 255 or more; the threshold plays no part.
    AlphaSum,
    /// Both lie in their frame's whole rectangle; threshold, key and mask pictures play no part.
    Rect,
}

impl Rule {
    /// The rule by which single texels are solid.
    pub(crate) fn texels(self) -> Rule {
        match self {
            Rule::Geometry => Rule::Solid,
            rule => rule,
        }
    }
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        <Rule as ValueEnum>::from_str(text, false).map_err(|_| {
            format!("\"{text}\" is no rule: there are solid (or raster), geometry, alpha-sum and rect")
        })
    }
}

/// The colour that is empty: `RRGGBB`, with or without a `#` before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key(pub(crate) [u8; 3]);

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        let value = u32::from_str_radix(digits, 16)
            .ok()
            .filter(|_| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let [_, red, green, blue] = value
            .ok_or_else(|| {
                format!("\"{text}\" is not a colour: RRGGBB in hexadecimal digits, such as FF00FF")
            })?
            .to_be_bytes();
        Ok(Key([red, green, blue]))
    }
}

/// The width and height of the cells of a plain sheet: `WxH`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Grid(pub(crate) u32, pub(crate) u32);

impl FromStr for Grid {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |side: &str| side.parse::<u32>().ok().filter(|&side| side > 0);
        let sides = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some(Grid(side(w)?, side(h)?)));
        sides.ok_or_else(|| format!("\"{text}\" is not a grid: WxH in pixels, such as 16x16"))
    }
}

/// How many neighbours a pixel has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Connect {
    /// Those beside it, above and below.
    #[value(name = "4")]
    Four,
    /// All around it.
    #[default]
    #[value(name = "8")]
    Eight,
}

impl Connect {
    pub(crate) fn number(self) -> u8 {
        match self {
            Connect::Four => 4,
            Connect::Eight => 8,
        }
    }
}

impl From<Connect> for Connectivity {
    fn from(connect: Connect) -> Self {
        match connect {
            Connect::Four => Connectivity::Four,
            Connect::Eight => Connectivity::Eight,
        }
    }
}

/// Which parts an outline is cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PieceKind {
    /// Convex polygons.
    Convex,
    /// Rectangles.
    Rects,
}

/// A simpler outline: `outer`, `inner`, `within:EPS`, and `outer:EPS`, `inner:EPS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Simpler(pub(crate) Simplify);

impl FromStr for Simpler {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, pixels) = text.split_once(':').map_or((text, None), |(name, eps)| (name, Some(eps)));
        let wish = match (name, pixels) {
            ("outer", _) => Simplify::outer(),
            ("inner", _) => Simplify::inner(),
            ("within", Some(_)) => Simplify::within(Tolerance::default()),
            ("within", None) => {
                return Err(
                    "within takes the pixels that the outline may be off, such as within:1.5".to_owned()
                );
            }
            _ => return Err(format!("\"{text}\" is not outer, inner or within:EPS, such as within:1.5")),
        };
        let Some(pixels) = pixels else { return Ok(Simpler(wish)) };
        let tolerance = pixels.parse().ok().and_then(Tolerance::from_pixels).ok_or_else(|| {
            format!("\"{pixels}\" is not a distance: a number of pixels from 0 to 65535, such as 1.5")
        })?;
        Ok(Simpler(wish.tolerance(tolerance)))
    }
}

impl fmt::Display for Simpler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.0.promise {
            Promise::Outer => "outer",
            Promise::Inner => "inner",
            Promise::Within => "within",
        };
        write!(f, "{name}:{}", f64::from(self.0.tolerance.to_q16()) / 65_536.0)
    }
}

/// A file for a shape, and what its ending says it is to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShapeFile {
    Svg(PathBuf),
    Json(PathBuf),
}

impl FromStr for ShapeFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let path = PathBuf::from(text);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(ShapeFile::Svg(path)),
            Some("json") => Ok(ShapeFile::Json(path)),
            _ => Err(format!("\"{text}\" ends in neither .svg nor .json, so it is not clear what to write")),
        }
    }
}

/// A file for a scene's pictures, and what its ending says it is to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FilmFile {
    Png(PathBuf),
    Gif(PathBuf),
}

impl FromStr for FilmFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let path = PathBuf::from(text);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("png") => Ok(FilmFile::Png(path)),
            Some("gif") => Ok(FilmFile::Gif(path)),
            _ => Err(format!("\"{text}\" ends in neither .png nor .gif, so it is not clear what to draw")),
        }
    }
}

/// Strings of a batch line go through the parser of the command line.
macro_rules! deserialize_from_str {
    ($($value:ty),*) => {$(
        impl<'de> Deserialize<'de> for $value {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}
deserialize_from_str!(Rule, Key, Grid, Flip, Op);

/// A key that is absent or null means the default, as an option that is not given does.
pub(crate) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// A sprite as the user names it: `FILE` or `FILE#FRAME`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SpriteName(OsString);

impl SpriteName {
    /// The file, and the frame if one is named.
    ///
    /// An existing file wins, however many `#` are in its name; then the longest part before a `#` that exists. Names
    /// that are no Unicode are files.
    pub(crate) fn resolve(&self) -> (PathBuf, Option<&str>) {
        let whole = (PathBuf::from(&self.0), None);
        let Some(text) = self.0.to_str().filter(|_| !whole.0.exists()) else { return whole };
        let splits = || text.rmatch_indices('#').map(|(at, _)| (&text[..at], &text[at + 1..]));
        let existing = splits().find(|(file, _)| Path::new(file).exists());
        match existing.or_else(|| splits().next().filter(|(file, _)| !file.is_empty())) {
            Some((file, frame)) => (file.into(), Some(frame)),
            None => whole,
        }
    }

    /// The bytes that it takes beside its own fields.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.0.len()
    }

    /// The file's own name with the frame, without folders: for pictures, where room is scarce.
    pub(crate) fn short(&self) -> String {
        let (path, frame) = self.resolve();
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        frame.map_or_else(|| file.to_string(), |frame| format!("{file}#{frame}"))
    }
}

impl From<OsString> for SpriteName {
    fn from(text: OsString) -> Self {
        SpriteName(text)
    }
}

impl fmt::Display for SpriteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}

impl<'de> Deserialize<'de> for SpriteName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| SpriteName(text.into()))
    }
}
