//! What the commands that find shapes in one sprite start from: its frame and its solid pixels.

use std::cell::OnceCell;
use std::rc::Rc;

use hitmask::{DistanceField, Mask, Outside};
use hitmask_assets::Frame;

use crate::args::SingleSpriteArgs;
use crate::error::Error;
use crate::sprite_name::SpriteName;
use crate::store::{LoadedShape, SpriteStore};

/// A sprite's frame and its solid pixels.
pub(super) struct LoadedMask {
    name: SpriteName,
    pub(super) frame: Frame,
    pub(super) mask: Mask,
    loaded: Rc<LoadedShape>,
    distances: OnceCell<DistanceField>,
}

impl LoadedMask {
    pub(super) fn read(args: &SingleSpriteArgs) -> Result<Self, Error> {
        let (mut store, spec) = (SpriteStore::new(args.options.limits), args.options.spec(&args.file));
        let frame = store.frame(&spec)?;
        let loaded = store.shape(spec)?;
        let mask = loaded.shape.mask().into_owned();
        Ok(LoadedMask { name: args.file.clone(), frame, mask, loaded, distances: OnceCell::new() })
    }

    /// Tells on standard error if the sprite can be seen but not touched.
    pub(super) fn remark(&self) {
        self.loaded.remark(&self.name);
    }

    /// From each pixel to the nearest clear one.
    pub(super) fn distances(&self) -> &DistanceField {
        self.distances.get_or_init(|| self.mask.distance_to_clear(Outside::Clear))
    }
}
