//! The objects of which shapes are made. The overview of the header declares them; the functions that make and ask them are in the modules
//! of their names.

use std::sync::OnceLock;

/// A mask. Make it with a hitmask_mask_from function, free it with hitmask_mask_free. The worlds and animations that it is put into
/// share one copy of its pixels, which is made for the first of them. So free a mask that is only needed there.
pub struct hitmask_mask {
    pub(crate) mask: Mask,
    /// The copy that worlds and animations share. It is made when the first of them gets the mask, and dropped by an edit. The mask itself
    /// lies in the object, because a way through a shared one costs every question about it a nanosecond or two.
    shared: OnceLock<Arc<Mask>>,
}

impl From<Mask> for hitmask_mask {
    fn from(mask: Mask) -> hitmask_mask {
        hitmask_mask { mask, shared: OnceLock::new() }
    }
}

impl hitmask_mask {
    /// The same pixels for a world or an animation.
    pub(crate) fn share(&self) -> Arc<Mask> {
        Arc::clone(self.shared.get_or_init(|| Arc::new(self.mask.clone())))
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.mask.memory_bytes() + self.shared.get().map_or(0, |shared| shared.memory_bytes())
    }

    pub(crate) fn edit(&mut self) -> &mut Mask {
        self.shared.take();
        &mut self.mask
    }
}

/// The alphas of a picture. Free it with hitmask_alpha_mask_free.
pub struct hitmask_alpha_mask {
    pub(crate) shared: Arc<AlphaMask>,
}

/// A label for each pixel. Free it with hitmask_label_mask_free.
pub struct hitmask_label_mask {
    pub(crate) shared: Arc<LabelMask>,
}

/// Runs. Free it with hitmask_run_mask_free.
pub struct hitmask_run_mask {
    pub(crate) shared: Arc<RunMask>,
}

/// An animation. Free it with hitmask_frames_free.
pub struct hitmask_frames {
    pub(crate) frames: Frames,
}

/// Ground. Free it with hitmask_terrain_free.
pub struct hitmask_terrain {
    pub(crate) shared: Arc<Terrain>,
}

/// The tiles of maps. Free it with hitmask_tile_set_free.
pub struct hitmask_tile_set {
    pub(crate) set: TileSet,
}

/// A level made of tiles. Free it with hitmask_tile_map_free.
pub struct hitmask_tile_map {
    pub(crate) shared: Arc<TileMap>,
}

/// The objects that are what they are made of.
macro_rules! holding {
    ($($object:ident { $field:ident: $of:ty })*) => {$(
        impl From<$of> for $object {
            fn from($field: $of) -> $object {
                $object { $field }
            }
        }
    )*};
}
use crate::prelude::*;
pub(crate) use holding;

/// The objects that share what they are made of.
macro_rules! sharing {
    ($($object:ident: $of:ident),*) => {$(
        impl From<Arc<$of>> for $object {
            fn from(shared: Arc<$of>) -> $object {
                $object { shared }
            }
        }

        impl From<$of> for $object {
            fn from(shared: $of) -> $object {
                Arc::new(shared).into()
            }
        }
    )*};
}
sharing!(
    hitmask_alpha_mask: AlphaMask,
    hitmask_label_mask: LabelMask,
    hitmask_run_mask: RunMask,
    hitmask_terrain: Terrain,
    hitmask_tile_map: TileMap
);
