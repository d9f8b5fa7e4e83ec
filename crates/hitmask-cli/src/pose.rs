//! How a sprite is turned, scaled and mirrored: the same values for the options of one sprite (`bake`), for those of two (`check`)
//! and for batch keys.

use std::str::FromStr;

use clap::builder::{EnumValueParser, ValueParser};
use clap::{Arg, ArgMatches, Command, FromArgMatches, ValueEnum};
use hitmask::{Angle, Pose, PoseParts};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::value::RawValue;

use crate::error::Error;
use crate::sprite_name::SpriteName;
use crate::surface::Surface;
use crate::words::listed;

/// What the user said about the pose of a sprite.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PoseOptions {
    pub(crate) affine: Option<Decimals<6>>,
    pub(crate) rotate: Option<Decimal>,
    pub(crate) scale: Option<Scale>,
    pub(crate) flip: Option<Flip>,
    pub(crate) pivot: Option<Pivot>,
    pub(crate) at: Option<Decimals<2>>,
}

/// The keys of the options, in the order of the help.
const KEYS: [&str; 6] = ["affine", "rotate", "scale", "flip", "pivot", "at"];

/// Which sprite a pose belongs to, and where it was written: for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoseOwner {
    /// `a` or `b`; none if there is one sprite only.
    pub(crate) side: Option<char>,
    pub(crate) surface: Surface,
}

impl PoseOwner {
    /// An option as the user writes it, such as `--pivot-a`.
    fn name(self, key: &str) -> String {
        self.surface.name(&key_of(self.side, key))
    }
}

/// The key of an option: `rotate` of the only sprite, `rotate_a` of A.
fn key_of(side: Option<char>, key: &str) -> String {
    side.map_or_else(|| key.to_owned(), |side| format!("{key}_{side}"))
}

impl PoseOptions {
    /// Whether nothing was said.
    pub(crate) fn is_empty(&self) -> bool {
        self.given().is_empty()
    }

    /// The keys of what was said.
    fn given(&self) -> Vec<&'static str> {
        let PoseOptions { affine, rotate, scale, flip, pivot, at } = self;
        let given = [
            affine.is_some(),
            rotate.is_some(),
            scale.is_some(),
            flip.is_some(),
            pivot.is_some(),
            at.is_some(),
        ];
        KEYS.into_iter().zip(given).filter_map(|(key, given)| given.then_some(key)).collect()
    }

    /// The pose of a sprite of this width and height. What was not said is as in the identity.
    pub(crate) fn pose(&self, size: (u32, u32), owner: PoseOwner) -> Result<Pose, Error> {
        let pose = match (self.affine, &self.given()[..]) {
            (Some(Decimals(affine)), ["affine"]) => Pose::from_matrix(affine),
            (Some(_), others) => {
                let others: Vec<String> = others[1..].iter().map(|key| owner.name(key)).collect();
                let of = owner.side.map_or("the sprite".to_owned(), |side| side.to_uppercase().to_string());
                return Err(Error::Question(format!(
                    "{} gives the whole pose of {of}: leave out {}",
                    owner.name("affine"),
                    listed(&others)
                )));
            }
            (None, _) => {
                let Scale(scale) = self.scale.unwrap_or(Scale([1.0; 2]));
                let mirror = self.flip.map_or([1.0; 2], Flip::signs);
                Pose::new(&PoseParts {
                    position: self.at.map_or([0.0; 2], |Decimals(at)| at),
                    rotation: Angle::Degrees(self.rotate.map_or(0.0, |Decimal(degrees)| degrees)),
                    scale: [scale[0] * mirror[0], scale[1] * mirror[1]],
                    pivot: self.pivot.map_or([0.0; 2], |pivot| pivot.of_size(size)),
                    ..PoseParts::default()
                })
            }
        };
        pose.map_err(|source| Error::Pose { side: owner.side, source })
    }

    /// Finds every fault of the pose that does not depend on the sprite's size.
    pub(crate) fn check(&self, owner: PoseOwner) -> Result<(), Error> {
        let known = match self.pivot {
            Some(Pivot::Centre) => PoseOptions { at: self.at.and(Some(Decimals([0.0; 2]))), ..*self },
            _ => *self,
        };
        known.pose((0, 0), owner).map(drop)
    }
}

/// The options of the command line for a pose. `SIDE` is `a`, `b`, or a space where there is one sprite only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoseArgs<const SIDE: char>(pub(crate) PoseOptions);

/// The heading above the options of two sprites.
const HEADING: &str = "Pose options: turn, scale, mirror (instead of --at)";

impl<const SIDE: char> PoseArgs<SIDE> {
    fn side() -> Option<char> {
        Some(SIDE).filter(|side| side.is_ascii_alphabetic())
    }

    /// The options, defined once for every sprite.
    fn options() -> Vec<Arg> {
        let side = Self::side();
        let name = side.map_or("the sprite".to_owned(), |side| side.to_uppercase().to_string());
        let option = |key: &str, value: &'static str, help: String, parser: ValueParser| {
            let id = key_of(side, key);
            let long = id.replace('_', "-");
            let arg = Arg::new(id).long(long).help(help).value_name(value).value_parser(parser);
            let arg = arg.allow_hyphen_values(true);
            if side.is_some() { arg.help_heading(HEADING) } else { arg }
        };
        vec![
            option(
                "affine",
                "A,B,C,D,TX,TY",
                format!(
                    "Give the whole pose of {name}: texel (u, v) lies at world pixel (A u + B v + TX, C u + D v + TY)"
                ),
                ValueParser::new(Decimals::<6>::from_str),
            ),
            option(
                "rotate",
                "DEGREES",
                format!("Turn {name} clockwise about its pivot, in degrees"),
                ValueParser::new(Decimal::from_str),
            ),
            option(
                "scale",
                "X,Y",
                format!(
                    "Scale {name} along its own x and y: one number for both, or X,Y, up to 32767; negative mirrors"
                ),
                ValueParser::new(Scale::from_str),
            ),
            option(
                "flip",
                "FLIP",
                format!("Mirror {name}: h exchanges left and right, v top and bottom, hv both"),
                EnumValueParser::<Flip>::new().into(),
            ),
            option(
                "pivot",
                "X,Y|centre",
                format!(
                    "The point about which {name} turns, scales and mirrors: in its pixels, or its centre; its upper left \
                     corner unless given"
                ),
                ValueParser::new(Pivot::from_str),
            ),
            option(
                "at",
                "X,Y",
                format!("Where the pivot of {name} lies in the world; fractions of pixels are allowed"),
                ValueParser::new(Decimals::<2>::from_str),
            ),
        ]
    }
}

impl<const SIDE: char> clap::Args for PoseArgs<SIDE> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::options())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const SIDE: char> FromArgMatches for PoseArgs<SIDE> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        fn get<T: Clone + Send + Sync + 'static>(
            matches: &ArgMatches,
            side: Option<char>,
            key: &str,
        ) -> Option<T> {
            matches.get_one::<T>(&key_of(side, key)).cloned()
        }
        let side = Self::side();
        Ok(PoseArgs(PoseOptions {
            affine: get(matches, side, "affine"),
            rotate: get(matches, side, "rotate"),
            scale: get(matches, side, "scale"),
            flip: get(matches, side, "flip"),
            pivot: get(matches, side, "pivot"),
            at: get(matches, side, "at"),
        }))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Refuses to draw a posed sprite that would be a larger picture than the program reads. At scale 64 each pixel becomes 4096, of
/// four bytes each.
pub(crate) fn check_drawable(name: &SpriteName, (w, h): (u32, u32), pose: &Pose) -> Result<(), Error> {
    let [a, b, c, d, _, _] = pose.to_q16();
    let side = |across: i64, down: i64| {
        let q16 = across.unsigned_abs() * u64::from(w) + down.unsigned_abs() * u64::from(h);
        q16.div_ceil(1 << 16)
    };
    let (width, height) = (side(a, b), side(c, d));
    let most = hitmask_assets::Limits::default().max_pixels;
    if width * height <= most {
        return Ok(());
    }
    Err(Error::Question(format!(
        "{name}, as it is posed, needs a picture of {width} x {height} pixels, but pictures may have {most}: give it a smaller scale"
    )))
}

/// How a sprite is mirrored about its pivot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Flip {
    /// Left and right exchanged
    H,
    /// Top and bottom exchanged
    V,
    /// Both
    Hv,
}

impl Flip {
    /// The factors for the scale along x and y.
    pub(crate) fn signs(self) -> [f64; 2] {
        match self {
            Flip::H => [-1.0, 1.0],
            Flip::V => [1.0, -1.0],
            Flip::Hv => [-1.0, -1.0],
        }
    }
}

impl FromStr for Flip {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        <Flip as ValueEnum>::from_str(text, false)
            .map_err(|_| format!("\"{text}\" is not a way to flip: there are h, v and hv"))
    }
}

/// The point of a sprite about which it turns, scales and mirrors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pivot {
    /// In the sprite's pixels.
    At([f64; 2]),
    /// Half the sprite's width and height.
    Centre,
}

impl Pivot {
    fn of_size(self, (w, h): (u32, u32)) -> [f64; 2] {
        match self {
            Pivot::At(point) => point,
            Pivot::Centre => [w, h].map(|side| f64::from(side) / 2.0),
        }
    }
}

/// A number, with or without a fraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Decimal(pub(crate) f64);

/// `N` numbers: separated by commas, or a list in a batch line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Decimals<const N: usize>(pub(crate) [f64; N]);

/// One number for both axes, or two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale(pub(crate) [f64; 2]);

impl FromStr for Decimal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // Rust would read "inf" and "nan", too.
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
        let number = text.parse().ok().filter(|number: &f64| is_number && number.is_finite());
        number.map(Decimal).ok_or_else(|| format!("\"{text}\" is not a number, such as 30 or -1.5"))
    }
}

impl<const N: usize> FromStr for Decimals<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split(',').map(|part| part.trim().parse().map(|Decimal(number)| number));
        let numbers: Vec<f64> = numbers.collect::<Result<_, _>>()?;
        let count = numbers.len();
        let numbers = numbers.try_into();
        numbers
            .map(Decimals)
            .map_err(|_| format!("\"{text}\" has {count} of {N} numbers with commas between"))
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.contains(',') {
            true => text.parse().map(|Decimals(both)| Scale(both)),
            false => text.trim().parse().map(|Decimal(both)| Scale([both; 2])),
        }
    }
}

impl FromStr for Pivot {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "centre" | "center" => Ok(Pivot::Centre),
            _ => text
                .parse()
                .map(|Decimals(point)| Pivot::At(point))
                .map_err(|_| format!("\"{text}\" is not a pivot: X,Y in pixels, or centre")),
        }
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer)?.get().parse().map_err(D::Error::custom)
    }
}

/// The text of a JSON list as it would be written on the command line; `None` if the value is not a list.
fn list(raw: &RawValue) -> Option<String> {
    let parts: Vec<&RawValue> = serde_json::from_str(raw.get()).ok()?;
    Some(parts.iter().map(|part| part.get()).collect::<Vec<_>>().join(","))
}

impl<'de, const N: usize> Deserialize<'de> for Decimals<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?;
        let text = list(raw)
            .ok_or_else(|| D::Error::custom(format!("{} is not a list of {N} numbers", raw.get())))?;
        text.parse().map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Scale {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?;
        let two = |text: String| text.parse().map(|Decimals(both)| Scale(both));
        list(raw).map_or_else(|| raw.get().parse(), two).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Pivot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?;
        // A point is a list, and only a list.
        let word = serde_json::from_str::<String>(raw.get()).ok().filter(|word| !word.contains(','));
        let text = list(raw).or(word).unwrap_or_else(|| raw.get().to_owned());
        text.parse().map_err(D::Error::custom)
    }
}
