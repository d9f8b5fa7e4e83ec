//! One question about two sprites: does B touch A, how do they part, when does B hit A? The options of `check`, `separate` and
//! `cast` are the keys of a batch line, because all fill this struct.

use std::path::PathBuf;

use hitmask::{Point, PointQ16, Pose};
use serde::Deserialize;

use crate::args::sprite_name;
use crate::error::Error;
use crate::pose::{Flip, Number, Numbers, PoseOptions, Scale};
use crate::values::{Grid, Key, Op, Place, Rule, SpriteName, Threshold, at_key, by_key, or_default};

/// A question, from the command line or from a line of a batch.
#[derive(Clone, Debug, clap::Args, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Query {
    /// What is asked; on the command line the command says it.
    #[arg(skip)]
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) op: Op,

    /// How far B moves: `cast` has an option for it.
    #[arg(skip)]
    #[serde(default, deserialize_with = "by_key")]
    pub(crate) by: Option<Place>,

    /// The first sprite: FILE or FILE#FRAME, where FRAME is a number from 0, a name or a slice
    #[arg(value_parser = sprite_name())]
    pub(crate) a: SpriteName,

    /// The second sprite
    #[arg(value_parser = sprite_name())]
    pub(crate) b: SpriteName,

    /// Where B's upper left corner lies, in A's pixels: x to the right, y down
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = Place::whole)]
    #[arg(required_unless_present_any = POSE_OPTIONS)]
    #[serde(default, deserialize_with = "at_key")]
    pub(crate) at: Option<Place>,

    /// The least alpha that is solid, 0 to 255
    #[arg(long, value_name = "N", default_value_t, allow_hyphen_values = true)]
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) threshold: Threshold,

    /// When two pixels that meet count as a touch
    #[arg(long, value_enum, default_value_t)]
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) rule: Rule,

    /// Take this colour as empty and every other pixel as solid, whatever its alpha
    ///
    /// With the rule alpha-sum the colour has alpha 0 and every other pixel 255. A sprite that has a mask picture goes
    /// by that instead.
    #[arg(long, value_name = "RRGGBB")]
    #[serde(default)]
    pub(crate) key: Option<Key>,

    /// Cut plain pictures into cells of this size, numbered from 0 row by row
    ///
    /// Files that bring their own frames (atlases, Aseprite files, animations) are left as they are.
    #[arg(long, value_name = "WxH")]
    #[serde(default)]
    pub(crate) grid: Option<Grid>,

    /// A picture of A's size whose alpha is used instead of A's own
    #[arg(long, value_name = "FILE")]
    #[serde(default)]
    pub(crate) mask_a: Option<PathBuf>,

    /// A picture of B's size whose alpha is used instead of B's own
    #[arg(long, value_name = "FILE")]
    #[serde(default)]
    pub(crate) mask_b: Option<PathBuf>,

    /// Where A's texels lie in the world: x' = A u + B v + TX, y' = C u + D v + TY
    #[arg(long, value_name = "A,B,C,D,TX,TY", allow_hyphen_values = true, help_heading = POSES)]
    #[serde(default)]
    pub(crate) affine_a: Option<Numbers<6>>,

    /// Turn A clockwise about its pivot, in degrees
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true, help_heading = POSES)]
    #[serde(default)]
    pub(crate) rotate_a: Option<Number>,

    /// Scale A along its own x and y: one number for both, or X,Y, up to 64; negative mirrors
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, help_heading = POSES)]
    #[serde(default)]
    pub(crate) scale_a: Option<Scale>,

    /// Mirror A: h exchanges left and right, v top and bottom, hv both
    #[arg(long, value_enum, value_name = "FLIP", help_heading = POSES)]
    #[serde(default)]
    pub(crate) flip_a: Option<Flip>,

    /// The point of A about which it turns, scales and mirrors, in its pixels; its upper left corner unless given
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, help_heading = POSES)]
    #[serde(default)]
    pub(crate) pivot_a: Option<Numbers<2>>,

    /// Where A's pivot lies in the world; fractions of pixels are welcome
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, help_heading = POSES)]
    #[serde(default)]
    pub(crate) at_a: Option<Numbers<2>>,

    /// Where B's texels lie in the world: x' = A u + B v + TX, y' = C u + D v + TY
    #[arg(long, value_name = "A,B,C,D,TX,TY", allow_hyphen_values = true, help_heading = POSES)]
    #[serde(default)]
    pub(crate) affine_b: Option<Numbers<6>>,

    /// Turn B clockwise about its pivot, in degrees
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true, help_heading = POSES)]
    #[serde(default)]
    pub(crate) rotate_b: Option<Number>,

    /// Scale B along its own x and y: one number for both, or X,Y, up to 64; negative mirrors
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, help_heading = POSES)]
    #[serde(default)]
    pub(crate) scale_b: Option<Scale>,

    /// Mirror B: h exchanges left and right, v top and bottom, hv both
    #[arg(long, value_enum, value_name = "FLIP", help_heading = POSES)]
    #[serde(default)]
    pub(crate) flip_b: Option<Flip>,

    /// The point of B about which it turns, scales and mirrors, in its pixels; its upper left corner unless given
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, help_heading = POSES)]
    #[serde(default)]
    pub(crate) pivot_b: Option<Numbers<2>>,

    /// Where B's pivot lies in the world; fractions of pixels are welcome
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, help_heading = POSES)]
    #[serde(default)]
    pub(crate) at_b: Option<Numbers<2>>,
}

/// The options that pose a sprite, as the parser knows them.
pub(crate) const POSE_OPTIONS: [&str; 12] = [
    "affine_a", "rotate_a", "scale_a", "flip_a", "pivot_a", "at_a", "affine_b", "rotate_b", "scale_b",
    "flip_b", "pivot_b", "at_b",
];

/// The heading of the options that pose a sprite.
const POSES: &str = "Turned, scaled, mirrored (instead of --at)";

/// Where the two sprites of a question lie.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Placement {
    /// B's corner at a pixel of A. Answers are in A's pixels.
    At(Point),
    /// Both somewhere in the world. Answers are in world pixels.
    Posed([Pose; 2]),
}

/// One sprite of a question, with everything that says which of its pixels are solid. Equal sides have equal shapes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Side {
    pub(crate) name: SpriteName,
    pub(crate) grid: Option<Grid>,
    pub(crate) mask: Option<PathBuf>,
    pub(crate) rule: Rule,
    pub(crate) threshold: Threshold,
    /// Only where no mask picture says more.
    pub(crate) key: Option<Key>,
}

impl Query {
    /// A's side and B's.
    pub(crate) fn sides(&self) -> [Side; 2] {
        [(&self.a, &self.mask_a), (&self.b, &self.mask_b)].map(|(name, mask)| Side {
            name: name.clone(),
            grid: self.grid,
            mask: mask.clone(),
            rule: self.rule.texels(),
            threshold: self.threshold,
            key: self.key.filter(|_| mask.is_none()),
        })
    }

    /// Where the two lie, for a check.
    pub(crate) fn placement(&self) -> Result<Placement, Error> {
        if self.by.is_some() {
            return Err(Error::Question("by says how B moves: it goes with the op cast".into()));
        }
        let [a, b] = self.poses();
        match &self.at {
            Some(at) if a.is_empty() && b.is_empty() => Ok(Placement::At(whole(at)?)),
            Some(_) => Err(Error::Question(
                "at places sprites that lie as they are: with affine, rotate, scale, flip or pivot say where they \
                 lie in the world, with at_a and at_b"
                    .into(),
            )),
            None if a.is_empty() && b.is_empty() => Err(missing_at()),
            None => Ok(Placement::Posed([a.pose()?, b.pose()?])),
        }
    }

    /// Where B lies, for a separation.
    pub(crate) fn offset(&self) -> Result<Point, Error> {
        if self.by.is_some() {
            return Err(Error::Question("by says how B moves: it goes with the op cast".into()));
        }
        whole(self.upright()?)
    }

    /// Where B lies and how it moves, for a cast.
    pub(crate) fn motion(&self) -> Result<[PointQ16; 2], Error> {
        let at = self.upright()?.q16();
        let by = self.by.as_ref().ok_or_else(|| {
            Error::Question("missing field `by`: say how B moves, such as \"by\": [-30, 2.5]".into())
        })?;
        Ok([at, by.q16()])
    }

    /// Where B lies, of two sprites that are not posed and whose pixels are solid or not.
    fn upright(&self) -> Result<&Place, Error> {
        let op = self.op;
        if self.poses().iter().any(|pose| !pose.is_empty()) {
            return Err(Error::Question(format!(
                "{op} takes sprites as they are: turned, scaled or mirrored ones can be checked only"
            )));
        }
        if self.rule == Rule::AlphaSum {
            return Err(Error::Question(format!("{op} knows the rules solid and rect, not alpha-sum")));
        }
        self.at.as_ref().ok_or_else(missing_at)
    }

    fn poses(&self) -> [PoseOptions; 2] {
        [
            PoseOptions {
                side: Some('a'),
                affine: self.affine_a,
                rotate: self.rotate_a,
                scale: self.scale_a,
                flip: self.flip_a,
                pivot: self.pivot_a,
                at: self.at_a,
            },
            PoseOptions {
                side: Some('b'),
                affine: self.affine_b,
                rotate: self.rotate_b,
                scale: self.scale_b,
                flip: self.flip_b,
                pivot: self.pivot_b,
                at: self.at_b,
            },
        ]
    }
}

fn missing_at() -> Error {
    let said = "missing field `at`: say where B lies in A's pixels, such as --at 40,12 or \"at\": [40, 12]";
    Error::Question(said.into())
}

fn whole(at: &Place) -> Result<Point, Error> {
    at.point().map_err(|why| Error::Question(format!("at: {why}")))
}
