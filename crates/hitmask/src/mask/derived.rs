//! The data that is kept with a mask or with alphas: how it is found, and when it is dropped.

use super::alpha::{AlphaMask, DerivedAlphas};
use super::build::of_each;
use super::kept::{Cracks, Field, Lazy, Reach, Silhouette, Stamp, Turned};
use super::storage::{Derived, Grown, Mask};
use crate::bits::KEEPS;
use crate::geom::Turn;

impl DerivedAlphas {
    pub(super) fn memory_bytes(&self) -> usize {
        self.turned.made().map_or(0, |turned| turned.memory_bytes(AlphaMask::memory_bytes))
    }
}

impl Derived {
    /// What a mask allocates to keep the hash of its pixels, in bytes.
    pub(crate) const BYTES_WITH_HASH: usize =
        4 * size_of::<usize>() + size_of::<Derived>() + size_of::<u64>();

    pub(super) fn memory_bytes(&self) -> usize {
        size_of::<Derived>()
            + self.field.made().map_or(0, Field::memory_bytes)
            + self.cracks.made().map_or(0, Cracks::memory_bytes)
            + self.turned.memory_bytes(Mask::memory_bytes)
            + self.grown.made().map_or(0, Grown::memory_bytes)
            + self.silhouette.made().map_or(0, Silhouette::memory_bytes)
    }
}

/// Writes how turned pictures are kept. `$made` gives the copies if there are any yet; `$place` makes the place for them if needed.
macro_rules! keep_turned {
    ($picture:ident, |$it:ident| $made:expr, $place:expr) => {
        impl $picture {
            /// Calls `f` with the picture turned.
            #[inline]
            pub(crate) fn with_turned<R>(&self, turn: Turn, f: impl FnOnce(&$picture) -> R) -> R {
                match self.kept_turned(turn) {
                    Some(turned) => f(turned),
                    None if KEEPS => unreachable!("turned pictures are kept"),
                    None => f(&self.turned(turn)),
                }
            }

            /// The turned picture, kept. None where nothing can be kept.
            #[inline]
            pub(crate) fn kept_turned(&self, turn: Turn) -> Option<&$picture> {
                let $it = self;
                match turn.index() {
                    0 => Some(self),
                    _ => $made.and_then(|kept| kept.of(turn).made()).or_else(|| self.keep_turned(turn)),
                }
            }

            #[cold]
            fn keep_turned(&self, turn: Turn) -> Option<&$picture> {
                let $it = self;
                $place?.of(turn).get(|| self.turned(turn))
            }
        }
    };
}
keep_turned!(Mask, |mask| mask.derived.made().map(|derived| &derived.turned), {
    mask.derived.get(Derived::default).map(|derived| &derived.turned)
});
keep_turned!(AlphaMask, |alphas| alphas.derived.turned.made(), alphas.derived.turned.get(Turned::default));

impl Mask {
    /// Identifies the pixels: two masks with the same stamp are equal, and an edit removes the stamp. None if no numbers are left.
    pub(crate) fn stamp(&self) -> Option<usize> {
        self.stamp.get()
    }

    /// The field, built now if necessary. None where nothing can be kept.
    #[inline]
    pub(crate) fn kept_field(&self, make: impl FnOnce() -> Field) -> Option<&Field> {
        self.derived.get(Derived::default)?.field.get(make)
    }

    /// The silhouette, built now if necessary. None where nothing can be kept.
    pub(crate) fn kept_silhouette(&self, make: impl FnOnce() -> Silhouette) -> Option<&Silhouette> {
        self.derived.get(Derived::default)?.silhouette.get(make)
    }

    /// The silhouette, if it was built before. Then the field was, too.
    #[inline]
    pub(crate) fn made_silhouette(&self) -> Option<&Silhouette> {
        self.derived.made()?.silhouette.made()
    }

    /// Calls `f` with the boundary of the solid pixels.
    pub(crate) fn with_cracks<R>(&self, f: impl FnOnce(&Cracks) -> R) -> R {
        self.derived.with(Derived::default, |derived| derived.cracks.with(|| Cracks::of(self), f))
    }

    /// The mask grown to the right and down by a box of offsets. None if the result would exceed the size limits of a mask, and
    /// where nothing can be kept.
    #[inline]
    pub(crate) fn grown(&self, reach: Reach, level: usize) -> Option<&Mask> {
        self.derived.get(Derived::default)?.grown.get(Grown::default)?.level(self, reach, level)
    }

    /// The turned mask, computed without the cache.
    pub(crate) fn turned(&self, turn: Turn) -> Mask {
        // Exchanging x and y is a vertical flip followed by a quarter turn: (x, y) -> (x, h-1-y) -> (y, x).
        let mut mask = if turn.swap { self.flip_v().rotate90() } else { self.clone() };
        if turn.flip_x {
            mask = mask.flip_h();
        }
        if turn.flip_y {
            mask = mask.flip_v();
        }
        mask
    }

    /// Drops all derived data. Call it after any pixel changed.
    #[inline]
    pub(super) fn forget_derived(&mut self) {
        self.derived = Lazy::new();
        self.stamp = Stamp::default();
    }
}

impl AlphaMask {
    /// Identifies the alphas, as [`Mask::stamp`] identifies pixels. No mask has the same stamp.
    pub(crate) fn stamp(&self) -> Option<usize> {
        self.derived.stamp.get()
    }

    /// The turned alphas, computed without the cache.
    pub(crate) fn turned(&self, turn: Turn) -> AlphaMask {
        let (w, h) = if turn.swap { (self.height(), self.width()) } else { self.size() };
        let mirrored = |x: u32, size: u32, flip: bool| if flip { size - 1 - x } else { x };
        let source = |x: u32, y: u32| {
            let (x, y) = (mirrored(x, w, turn.flip_x), mirrored(y, h, turn.flip_y));
            let (u, v) = if turn.swap { (y, x) } else { (x, y) };
            self.texel((u.into(), v.into())).unwrap_or(0)
        };
        AlphaMask::of_bytes(w, h, of_each(w, h, source).into()).expect("there is a byte for each pixel")
    }
}
