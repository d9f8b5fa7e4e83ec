//! Which pixels of a picture are solid, and how pictures are cut into frames.

use crate::values::{ColorKey, SheetGrid, Threshold};

/// Which pixels of a picture are solid, and how pictures are cut into frames. Every command that reads sprites has these.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PixelArgs {
    /// The least alpha that is solid, 0 to 255
    #[arg(long, value_name = "N", default_value_t, allow_hyphen_values = true)]
    pub(crate) threshold: Threshold,

    /// Take this colour as empty and every other pixel as solid; alpha is ignored
    ///
    /// A sprite that has a mask picture goes by that instead.
    #[arg(long, value_name = "RRGGBB")]
    pub(crate) key: Option<ColorKey>,

    /// Cut plain pictures into cells of this size, numbered from 0 row by row
    ///
    /// Files that have frames of their own (atlases, Aseprite files, animations) are not cut.
    #[arg(long, value_name = "WxH")]
    pub(crate) grid: Option<SheetGrid>,
}
