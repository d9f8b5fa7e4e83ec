//! The values that options and batch keys take. Each kind has one parser for both.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use hitmask::{Connectivity, OutlineBound, Point, PointQ16, Rect, Simplify};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::value::RawValue;

use crate::pose::Flip;

/// Two numbers of pixels: `X,Y` on the command line, `[x, y]` in a batch line. B's origin in A's pixels, or how far B moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Coordinates {
    /// Two whole numbers.
    Whole(Point),
    /// At least one fraction. Only casts take fractions; everything else answers with `why`.
    Fractional { point: PointQ16, why: String },
}

impl Coordinates {
    /// Reads two whole numbers.
    pub(crate) fn whole(text: &str) -> Result<Self, String> {
        Coordinates::any(text)?.point().map(Coordinates::Whole)
    }

    /// Reads two numbers, which may have fractions.
    pub(crate) fn any(text: &str) -> Result<Self, String> {
        let (x, y) = text.split_once(',').ok_or_else(|| {
            format!("\"{text}\" is not X,Y: two numbers with a comma between, such as -3,4")
        })?;
        Coordinates::new(x, y)
    }

    fn new(x: &str, y: &str) -> Result<Self, String> {
        let why = match (coordinate(x), coordinate(y)) {
            (Ok(x), Ok(y)) => return Ok(Coordinates::Whole(Point::new(x, y))),
            (Err(why), _) | (_, Err(why)) => why,
        };
        let number = |text: &str| text.trim().parse().ok();
        let point = number(x).zip(number(y)).and_then(|(x, y)| PointQ16::from_f64(x, y));
        point.map(|point| Coordinates::Fractional { point, why: why.clone() }).ok_or(why)
    }

    /// The point, where whole pixels are required.
    pub(crate) fn point(&self) -> Result<Point, String> {
        match self {
            Coordinates::Whole(point) => Ok(*point),
            Coordinates::Fractional { why, .. } => Err(why.clone()),
        }
    }

    /// The point, where fractions are allowed.
    pub(crate) fn q16(&self) -> PointQ16 {
        match self {
            Coordinates::Whole(point) => (*point).into(),
            Coordinates::Fractional { point, .. } => *point,
        }
    }
}

/// Reads a whole number of pixels that fits `i32`.
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

/// Reads the key `at` of a batch line. It may be missing but not null.
pub(crate) fn at_key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Coordinates>, D::Error> {
    coordinates_key("at", <&RawValue>::deserialize(deserializer)?.get()).map(Some).map_err(D::Error::custom)
}

/// Reads the key `by` of a batch line. Null means that it is not given.
pub(crate) fn by_key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Coordinates>, D::Error> {
    match <&RawValue>::deserialize(deserializer)?.get() {
        "null" => Ok(None),
        text => coordinates_key("by", text).map(Some).map_err(D::Error::custom),
    }
}

fn coordinates_key(key: &str, json: &str) -> Result<Coordinates, String> {
    // We read the text of the numbers. A float made from it would hide fractions and huge numbers.
    let parts: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
    let [x, y] = parts[..] else { return Err(format!("{key} takes [x, y], two numbers, not {json}")) };
    Coordinates::new(x.get(), y.get()).map_err(|why| format!("{key}: {why}"))
}

/// What is asked about two sprites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Operation {
    #[default]
    Check,
    Separate,
    Cast,
}

impl FromStr for Operation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "check" => Ok(Operation::Check),
            "separate" => Ok(Operation::Separate),
            "cast" => Ok(Operation::Cast),
            _ => Err(format!("\"{text}\" is not an op: there are check, separate and cast")),
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operation::Check => "check",
            Operation::Separate => "separate",
            Operation::Cast => "cast",
        })
    }
}

/// Reads a whole number of this range.
pub(crate) fn whole_number<N>(range: RangeInclusive<N>) -> impl TypedValueParser<Value = N>
where
    N: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| format!("\"{text}\" is not a whole number from {least} to {most}"))
    }
}

/// The least alpha that is solid.
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

/// When two pixels that meet touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum Rule {
    /// Both are solid: their alpha reaches the threshold. Turned or scaled sprites cover the pixels that you see
    #[default]
    #[value(alias = "raster")]
    Solid,
    /// Like solid, but turned or scaled sprites touch as soon as the outlines of two solid pixels share an area, however small
    Geometry,
    /// Both are visible and their alphas add up to 255 or more. The threshold is ignored; with a colour key, that colour has
    /// alpha 0 and every other pixel 255
    #[value(alias = "alpha_sum")]
    AlphaSum,
    /// Both lie in the whole rectangle of their frame. Threshold, key and mask pictures are ignored
    Rect,
}

impl Rule {
    /// The rule that says which texels of a picture are solid.
    pub(crate) fn texels(self) -> Rule {
        match self {
            Rule::Geometry => Rule::Solid,
            rule => rule,
        }
    }

    /// Reads any rule: what `check` takes.
    pub(crate) fn of_check() -> impl TypedValueParser<Value = Rule> {
        Rule::among(Rule::value_variants().iter().filter_map(ValueEnum::to_possible_value))
    }

    /// Reads a rule by which every pixel is solid or clear: what `separate` and `cast` take. Without a pose `geometry` is `solid`, too.
    pub(crate) fn of_masks() -> impl TypedValueParser<Value = Rule> {
        let solid =
            PossibleValue::new("solid").help("Both pixels are solid: their alpha reaches the threshold");
        let rect = PossibleValue::new("rect").help(
            "Both lie in the whole rectangle of their frame. Threshold, key and mask pictures are ignored",
        );
        Rule::among([solid.alias("geometry"), rect])
    }

    /// Reads what a pack keeps.
    pub(crate) fn of_packs() -> impl TypedValueParser<Value = Rule> {
        let known = [
            PossibleValue::new("solid").help("Which pixels are solid: their alpha reaches the threshold"),
            PossibleValue::new("alpha-sum").alias("alpha_sum").help("The alpha of every pixel"),
            PossibleValue::new("rect").help("The whole rectangle of each frame"),
        ];
        PossibleValuesParser::new(known).try_map(|text| text.parse::<Rule>())
    }

    /// Reads one of these rules, of which `solid` is the first. Its other name, `raster`, is listed after it.
    fn among(known: impl IntoIterator<Item = PossibleValue>) -> impl TypedValueParser<Value = Rule> {
        let mut known: Vec<_> = known.into_iter().collect();
        known.insert(1, PossibleValue::new("raster").help("Another name of solid"));
        PossibleValuesParser::new(known).try_map(|text| text.parse::<Rule>())
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", PossibleValue::get_name))
    }
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        <Rule as ValueEnum>::from_str(text, false).map_err(|_| {
            format!("\"{text}\" is not a rule: there are solid (or raster), geometry, alpha-sum and rect")
        })
    }
}

/// The colour that is empty: `RRGGBB`, with or without a `#` before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ColorKey(pub(crate) [u8; 3]);

impl FromStr for ColorKey {
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
        Ok(ColorKey([red, green, blue]))
    }
}

/// The width and height of the cells of a sheet: `WxH`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SheetGrid(pub(crate) u32, pub(crate) u32);

impl FromStr for SheetGrid {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |side: &str| side.parse::<u32>().ok().filter(|&side| side > 0);
        let sides = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some(SheetGrid(side(w)?, side(h)?)));
        sides.ok_or_else(|| format!("\"{text}\" is not a grid: WxH in pixels, such as 16x16"))
    }
}

/// A part of the world: `X,Y,W,H` in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region(pub(crate) Rect);

impl FromStr for Region {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let region = || {
            let mut parts = text.split(',').map(str::trim);
            let [x, y] = [parts.next()?, parts.next()?].map(|number| number.parse().ok());
            let [w, h] =
                [parts.next()?, parts.next()?].map(|side| side.parse().ok().filter(|&side| side > 0));
            parts.next().is_none().then_some(Region(Rect::new(x?, y?, w?, h?)))
        };
        region()
            .ok_or_else(|| format!("\"{text}\" is not a region: X,Y,W,H in pixels, such as 0,-20,320,200"))
    }
}

/// How many neighbours a pixel has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Connect {
    /// The pixels left, right, above and below.
    #[value(name = "4")]
    Four,
    /// The same, and those at its corners.
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

/// The kind of parts that a shape is cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PieceKind {
    /// Convex polygons.
    Convex,
    /// Rectangles.
    Rects,
}

/// How an outline is simplified: `outer`, `inner`, `within:EPS`, `outer:EPS` or `inner:EPS`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SimplifyMode(pub(crate) Simplify);

impl FromStr for SimplifyMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, pixels) = text.split_once(':').map_or((text, None), |(name, eps)| (name, Some(eps)));
        let mode = match (name, pixels) {
            ("outer", _) => Simplify::outer(),
            ("inner", _) => Simplify::inner(),
            ("within", Some(_)) => Simplify::within(1.0),
            ("within", None) => {
                return Err("within needs a distance in pixels, such as within:1.5".to_owned());
            }
            _ => return Err(format!("\"{text}\" is not outer, inner or within:EPS, such as within:1.5")),
        };
        let Some(pixels) = pixels else { return Ok(SimplifyMode(mode)) };
        let mode = pixels.parse().ok().map(|pixels| mode.tolerance(pixels));
        mode.filter(|mode| mode.tolerance_q16().is_ok()).map(SimplifyMode).ok_or_else(|| {
            format!("\"{pixels}\" is not a distance: a number of pixels from 0 to 65535, such as 1.5")
        })
    }
}

impl fmt::Display for SimplifyMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.0.promise {
            OutlineBound::Outer => "outer",
            OutlineBound::Inner => "inner",
            OutlineBound::Within => "within",
        };
        write!(f, "{name}:{}", self.0.tolerance)
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
deserialize_from_str!(Rule, ColorKey, SheetGrid, Flip, Operation);

/// Reads a key that means its default when it is null.
pub(crate) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}
