//! The options that every command has that reads sprites: limits, and where files may lie.

use std::path::PathBuf;

use clap::ValueHint;
use hitmask_assets::{LevelOptions, Limits, TileShapes};

use crate::values::whole_number;

const LIMITS: Limits = Limits::DEFAULT;

/// How much a file may hold and take to read, and where the files lie that it names. Every command that reads sprites has these; `-h`
/// leaves out the limits.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// Refuse files outside this folder, if a file names them
    ///
    /// Atlases, levels, scenes and lines of a batch name files, and pack finds files in folders. With this option all of these must lie in
    /// the folder after links are followed, and no message tells whether anything outside exists. Use it for files from strangers. Files
    /// that the command line names may lie anywhere.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) within: Option<PathBuf>,

    /// Take the tiles of levels as solid where their pictures are, and ignore their collision shapes
    #[arg(long)]
    pub(crate) no_shapes: bool,

    /// The greatest width and height of a picture, in pixels
    #[arg(long, value_name = "N", default_value_t = LIMITS.max_side, value_parser = whole_number(0..=u32::MAX), hide_short_help = true, help_heading = "Limits")]
    max_side: u32,

    /// The most pixels of one file, all its frames together; each layer of a level counts by itself where it is used alone
    #[arg(long, value_name = "N", default_value_t = LIMITS.max_pixels, value_parser = whole_number(0..=u64::MAX), hide_short_help = true, help_heading = "Limits")]
    max_pixels: u64,

    /// The most frames of one file
    #[arg(long, value_name = "N", default_value_t = LIMITS.max_frames, value_parser = whole_number(0..=u32::MAX), hide_short_help = true, help_heading = "Limits")]
    max_frames: u32,

    /// The greatest length of a file, in bytes
    #[arg(long, value_name = "N", default_value_t = LIMITS.max_file_bytes, value_parser = whole_number(0..=u64::MAX), hide_short_help = true, help_heading = "Limits")]
    max_file_bytes: u64,

    /// The most memory that reading one file may take at a time, in bytes
    #[arg(long, value_name = "N", default_value_t = LIMITS.max_memory, value_parser = whole_number(0..=u64::MAX), hide_short_help = true, help_heading = "Limits")]
    max_memory: u64,

    /// The most work that reading one file may take, in pixels that are copied or drawn
    #[arg(long, value_name = "N", default_value_t = LIMITS.max_work, value_parser = whole_number(0..=u64::MAX), hide_short_help = true, help_heading = "Limits")]
    max_work: u64,
}

impl From<&LimitArgs> for Limits {
    fn from(args: &LimitArgs) -> Self {
        let LimitArgs { max_side, max_pixels, max_frames, max_file_bytes, max_memory, max_work, .. } = *args;
        Limits { max_side, max_pixels, max_frames, max_file_bytes, max_memory, max_work }
    }
}

impl From<&LimitArgs> for TileShapes {
    fn from(args: &LimitArgs) -> Self {
        if args.no_shapes { TileShapes::Ignore } else { TileShapes::Use }
    }
}

impl From<&LimitArgs> for LevelOptions {
    fn from(args: &LimitArgs) -> Self {
        LevelOptions { limits: args.into(), within: args.within.clone() }
    }
}

#[cfg(test)]
impl Default for LimitArgs {
    fn default() -> Self {
        let Limits { max_side, max_pixels, max_frames, max_file_bytes, max_memory, max_work } = LIMITS;
        LimitArgs {
            within: None,
            no_shapes: false,
            max_side,
            max_pixels,
            max_frames,
            max_file_bytes,
            max_memory,
            max_work,
        }
    }
}
