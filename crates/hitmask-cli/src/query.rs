//! One question: does B touch A? The options of `check` are the keys of a batch line, because both fill this struct.

use std::path::PathBuf;

use serde::Deserialize;

use crate::args::sprite_name;
use crate::values::{Grid, Key, Offset, Rule, SpriteName, Threshold, or_default};

/// A question, from the command line or from a line of a batch.
#[derive(Clone, Debug, clap::Args, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Query {
    /// The first sprite: FILE or FILE#FRAME, where FRAME is a number from 0, a name or a slice
    #[arg(value_parser = sprite_name())]
    pub(crate) a: SpriteName,

    /// The second sprite
    #[arg(value_parser = sprite_name())]
    pub(crate) b: SpriteName,

    /// Where B's upper left corner lies, in A's pixels: x to the right, y down
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) at: Offset,

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
            rule: self.rule,
            threshold: self.threshold,
            key: self.key.filter(|_| mask.is_none()),
        })
    }
}
