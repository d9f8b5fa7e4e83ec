//! How a sprite is turned, scaled and mirrored: the same values for options, for batch keys and for `bake`.

use std::str::FromStr;

use clap::ValueEnum;
use hitmask::{Angle, Pose, PoseParts};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::value::RawValue;

use crate::error::Error;
use crate::values::SpriteName;

/// What may be said of a sprite's pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoseOptions {
    /// For messages: which of two sprites.
    pub(crate) side: Option<char>,
    pub(crate) affine: Option<Numbers<6>>,
    pub(crate) rotate: Option<Number>,
    pub(crate) scale: Option<Scale>,
    pub(crate) flip: Option<Flip>,
    pub(crate) pivot: Option<Numbers<2>>,
    pub(crate) at: Option<Numbers<2>>,
}

impl PoseOptions {
    /// Whether nothing was said.
    pub(crate) fn is_empty(&self) -> bool {
        self.affine.is_none() && self.has_no_parts()
    }

    fn has_no_parts(&self) -> bool {
        let PoseOptions { side: _, affine: _, rotate, scale, flip, pivot, at } = self;
        rotate.is_none() && scale.is_none() && flip.is_none() && pivot.is_none() && at.is_none()
    }

    /// The pose; what was not said is as in the identity.
    pub(crate) fn pose(&self) -> Result<Pose, Error> {
        let pose = match self.affine {
            Some(_) if !self.has_no_parts() => {
                let of = self.side.map_or(String::new(), |side| format!(" of {}", side.to_ascii_uppercase()));
                return Err(Error::Question(format!(
                    "the affine{of} says all: rotate, scale, flip, pivot and at cannot be given beside it"
                )));
            }
            Some(Numbers(affine)) => Pose::from_matrix(affine),
            None => {
                let Scale(scale) = self.scale.unwrap_or(Scale([1.0; 2]));
                let mirror = self.flip.map_or([1.0; 2], Flip::signs);
                Pose::new(&PoseParts {
                    position: self.at.map_or([0.0; 2], |Numbers(at)| at),
                    rotation: Angle::Degrees(self.rotate.map_or(0.0, |Number(degrees)| degrees)),
                    scale: [scale[0] * mirror[0], scale[1] * mirror[1]],
                    pivot: self.pivot.map_or([0.0; 2], |Numbers(pivot)| pivot),
                    ..PoseParts::default()
                })
            }
        };
        pose.map_err(|source| Error::Pose { side: self.side, source })
    }
}

/// Refuses to draw a sprite that its pose makes larger than a picture that the program would read: at scale 64 each of its pixels
/// becomes 4096, of four bytes each.
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
        "{name}, as it is posed, takes a picture of {width} x {height} pixels, and pictures may have {most}: give it a smaller scale"
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
    /// What it multiplies the scale with.
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
            .map_err(|_| format!("\"{text}\" is no way to flip: there are h, v and hv"))
    }
}

/// A number, with or without a fraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Number(pub(crate) f64);

/// So many numbers: separated by commas, or a list in a batch line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Numbers<const N: usize>(pub(crate) [f64; N]);

/// One number for both axes, or two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale(pub(crate) [f64; 2]);

impl FromStr for Number {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // Rust would read "inf" and "nan".
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
        let number = text.parse().ok().filter(|number: &f64| is_number && number.is_finite());
        number.map(Number).ok_or_else(|| format!("\"{text}\" is not a number, such as 30 or -1.5"))
    }
}

impl<const N: usize> FromStr for Numbers<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split(',').map(|part| part.trim().parse().map(|Number(number)| number));
        let numbers: Vec<f64> = numbers.collect::<Result<_, _>>()?;
        let count = numbers.len();
        let numbers = numbers.try_into();
        numbers.map(Numbers).map_err(|_| format!("\"{text}\" has {count} of {N} numbers with commas between"))
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.contains(',') {
            true => text.parse().map(|Numbers(both)| Scale(both)),
            false => text.trim().parse().map(|Number(both)| Scale([both; 2])),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer)?.get().parse().map_err(D::Error::custom)
    }
}

/// A list as it would be written on the command line; None if it is no list.
fn list(raw: &RawValue) -> Option<String> {
    let parts: Vec<&RawValue> = serde_json::from_str(raw.get()).ok()?;
    Some(parts.iter().map(|part| part.get()).collect::<Vec<_>>().join(","))
}

impl<'de, const N: usize> Deserialize<'de> for Numbers<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?;
        let text = list(raw)
            .ok_or_else(|| D::Error::custom(format!("a list of {N} numbers is meant, not {}", raw.get())))?;
        text.parse().map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Scale {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?;
        let two = |text: String| text.parse().map(|Numbers(both)| Scale(both));
        list(raw).map_or_else(|| raw.get().parse(), two).map_err(D::Error::custom)
    }
}
