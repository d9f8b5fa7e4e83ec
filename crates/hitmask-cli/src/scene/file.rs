//! The text of a scene: TOML. Unknown keys and wrong values are errors, which name the line and the key.

use std::str::FromStr;

use serde::Deserialize;
use serde::de::{self, Deserializer};
use toml::Spanned;

use super::bounds::{WorldBounds, WorldEdges};
use crate::pose::Flip;
use crate::toml_number::{NumberVisitor, ThresholdKey, TomlNumber, single, whole};
use crate::values::{ColorKey, Rule, SheetGrid};

/// The most sprites that a scene may have.
pub(crate) const MOST_SPRITES: usize = 1_000_000;
/// The greatest distance from (0, 0) on each axis, in pixels.
const FARTHEST: f64 = 2_147_483_648.0;
/// The most degrees a step. (360 would be enough for any turn.)
const FASTEST_SPIN: f64 = 1_000_000.0;

/// The content of the file. Each value is valid by itself; [`super::kinds`] checks that they fit together.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SceneFile {
    world: WorldTable,
    #[serde(default)]
    pub(super) sprite: Vec<Spanned<SpriteTable>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WorldTable {
    size: WorldSize,
    #[serde(default)]
    edges: EdgesKey,
}

/// A `[[sprite]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpriteTable {
    pub(super) name: Spanned<String>,
    pub(super) image: Spanned<String>,
    pub(super) at: Option<Spanned<PixelVector>>,
    pub(super) velocity: Option<PixelVector>,
    pub(super) spin: Option<Spin>,
    pub(super) layer: Option<Spanned<String>>,
    pub(super) hits: Option<Vec<String>>,
    pub(super) threshold: Option<ThresholdKey>,
    pub(super) rule: Option<Spanned<Rule>>,
    pub(super) key: Option<ColorKey>,
    pub(super) mask: Option<Spanned<String>>,
    pub(super) grid: Option<Spanned<SheetGrid>>,
    pub(super) scale: Option<Spanned<Factors>>,
    pub(super) flip: Option<Flip>,
    pub(super) count: Option<SpriteCount>,
    pub(super) seed: Option<Spanned<Seed>>,
    pub(super) insert_at: Option<StepNumber>,
    pub(super) remove_at: Option<Spanned<StepNumber>>,
    #[serde(default)]
    pub(super) swept: bool,
    #[serde(default)]
    pub(super) first_only: bool,
    #[serde(default)]
    pub(super) whole_pixels: bool,
}

impl SceneFile {
    pub(super) fn bounds(&self) -> WorldBounds {
        let EdgesKey { edges, by_solid } = self.world.edges;
        WorldBounds { size: self.world.size.0, edges, by_solid }
    }
}

/// Two numbers of pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PixelVector(pub(super) [f64; 2]);

/// Two whole numbers of pixels, at least 1.
#[derive(Clone, Copy, Debug)]
struct WorldSize([u32; 2]);

/// One number for both axes, or two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factors(pub(super) [f64; 2]);

/// Degrees a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spin(pub(super) f64);

/// A number of sprites.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpriteCount(pub(super) u32);

/// The first state of the generator that spreads the sprites of a count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed(pub(super) u64);

/// The number of a step, from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepNumber(pub(super) u32);

impl<'de> Deserialize<'de> for PixelVector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let make = |numbers: &[TomlNumber]| {
            let far = numbers.iter().find(|number| !(-FARTHEST..=FARTHEST).contains(&number.value()));
            match far {
                Some(far) => Err(format!("{far} is not a number of pixels from -2147483648 to 2147483648")),
                None => Ok(PixelVector([numbers[0].value(), numbers[1].value()])),
            }
        };
        let meant = "a list of two numbers of pixels, such as [10, 20.5],";
        deserializer.deserialize_any(NumberVisitor { meant, lists: Some(2), singles: false, make })
    }
}

impl<'de> Deserialize<'de> for WorldSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let make = |numbers: &[TomlNumber]| {
            let side = |number: TomlNumber| {
                whole(number, 1, i32::MAX.into())
                    .ok_or_else(|| format!("{number} is not a whole number of pixels from 1 to {}", i32::MAX))
            };
            Ok(WorldSize([side(numbers[0])?, side(numbers[1])?]))
        };
        let meant = "a list of two whole numbers of pixels, such as [640, 480],";
        deserializer.deserialize_any(NumberVisitor { meant, lists: Some(2), singles: false, make })
    }
}

impl<'de> Deserialize<'de> for Factors {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The pose refuses factors that are too large or too small.
        let make = |numbers: &[TomlNumber]| match numbers {
            [both] => Ok(Factors([both.value(); 2])),
            _ => Ok(Factors([numbers[0].value(), numbers[1].value()])),
        };
        let meant = "a number or a list of two, such as 2 or [2, 0.5],";
        deserializer.deserialize_any(NumberVisitor { meant, lists: Some(2), singles: true, make })
    }
}

impl<'de> Deserialize<'de> for Spin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        single(deserializer, "a number of degrees from -1000000 to 1000000", |number| {
            (-FASTEST_SPIN..=FASTEST_SPIN).contains(&number.value()).then(|| Spin(number.value()))
        })
    }
}

impl<'de> Deserialize<'de> for SpriteCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let most = MOST_SPRITES as i64;
        single(deserializer, "a whole number from 1 to 1000000", |number| {
            whole(number, 1, most).map(SpriteCount)
        })
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        single(deserializer, "a whole number from 0 to 9223372036854775807", |number| {
            whole(number, 0, i64::MAX).map(Seed)
        })
    }
}

impl<'de> Deserialize<'de> for StepNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        single(deserializer, "the number of a step, from 1 to 4294967295,", |number| {
            whole(number, 1, u32::MAX.into()).map(StepNumber)
        })
    }
}

/// What happens at the edges, and to what.
#[derive(Clone, Copy, Debug, Default)]
struct EdgesKey {
    edges: WorldEdges,
    by_solid: bool,
}

impl FromStr for EdgesKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (edges, by_solid) = match text {
            "bounce" => (WorldEdges::Bounce, false),
            "wrap" => (WorldEdges::Wrap, false),
            "bounce-solid" => (WorldEdges::Bounce, true),
            "wrap-solid" => (WorldEdges::Wrap, true),
            "open" => (WorldEdges::Open, false),
            _ => {
                return Err(format!(
                    "\"{text}\" is not a kind of edges: there are bounce, wrap, bounce-solid, wrap-solid and open"
                ));
            }
        };
        Ok(EdgesKey { edges, by_solid })
    }
}

impl<'de> Deserialize<'de> for EdgesKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
