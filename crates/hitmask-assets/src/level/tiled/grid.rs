//! What the layers of a map have in common, and what they take from their groups.

use super::super::cell::LevelOrientation;
use super::super::property::LevelProperties;

/// What all layers of a map share.
pub(super) struct Grid {
    pub(super) orientation: LevelOrientation,
    pub(super) cell: [u32; 2],
    pub(super) size: [u32; 2],
}

/// What a layer has of the groups that it lies in.
pub(super) struct Above {
    /// Their names, each with a slash behind it.
    pub(super) prefix: String,
    pub(super) visible: bool,
    pub(super) opacity: f64,
    pub(super) offset: [f64; 2],
    pub(super) properties: LevelProperties,
}

impl Default for Above {
    fn default() -> Self {
        Above {
            prefix: String::new(),
            visible: true,
            opacity: 1.0,
            offset: [0.0; 2],
            properties: LevelProperties::default(),
        }
    }
}
