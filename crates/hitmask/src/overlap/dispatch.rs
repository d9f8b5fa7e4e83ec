//! The dispatch: which file answers for which pair of shapes.

use super::answer::corner;
use super::{bits_bits, runs_any, tiled_any, tiled_mask, windows};
use crate::bits::KEEPS;
use crate::geom::{Extent, Offset, Point, Rect};
use crate::placed::ShapeRef;

/// Writes a verb of two shapes twice. The methods of the public types know what kind of shape they have, so theirs is always inlined: a compiler
/// that optimises for size would choose the method at run time. The rooms of the library mostly do not know it, and share one copy of what
/// serves other shapes than masks: inlined, it was compiled in each of them, a twentieth of all that the library gives to LLVM.
macro_rules! verb {
    ($verb:ident, $inlined:ident, $shared:ident, $others:ident($offset:ident) -> $answer:ty, $a:ident, $b:ident => $masks:expr) => {
        #[inline(always)]
        pub(crate) fn $verb(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: impl Into<Offset>) -> $answer {
            let $offset: Offset = offset.into();
            match (a, b) {
                (ShapeRef::Mask($a), ShapeRef::Mask($b)) => $masks,
                _ => $shared(a, b, $offset),
            }
        }

        /// For callers that know the kinds of both shapes.
        #[inline(always)]
        pub(super) fn $inlined(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: impl Into<Offset>) -> $answer {
            let $offset: Offset = offset.into();
            match (a, b) {
                (ShapeRef::Mask($a), ShapeRef::Mask($b)) => $masks,
                _ => $others(a, b, $offset),
            }
        }

        #[inline(never)]
        fn $shared(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Offset) -> $answer {
            $others(a, b, offset)
        }
    };
}

verb!(overlaps, known_overlap, shared_overlap, others_overlap(offset) -> bool, a, b => {
    offset.to_point().is_some_and(|offset| bits_bits::overlaps(a, b, offset))
});
verb!(area, known_area, shared_area, area_of_others(offset) -> u64, a, b => {
    offset.to_point().map_or(0, |offset| bits_bits::area(a, b, offset))
});
verb!(first, known_first, shared_first, first_of_others(offset) -> Option<Point>, a, b => {
    bits_bits::first(a, b, offset.to_point()?)
});
verb!(bounds, known_bounds, shared_bounds, bounds_of_others(offset) -> Option<Rect>, a, b => {
    bits_bits::bounds(a, b, offset.to_point()?)
});

/// [`overlaps`] unless both are masks.
#[inline]
fn others_overlap(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Offset) -> bool {
    match (a, b) {
        (ShapeRef::Terrain(a), ShapeRef::Mask(b)) => tiled_mask::on_terrain(a, b, offset),
        (ShapeRef::Mask(a), ShapeRef::Terrain(b)) => tiled_mask::on_terrain(b, a, -offset),
        (ShapeRef::Terrain(a), b) => tiled_any::overlaps(a, b, offset),
        (a, ShapeRef::Terrain(b)) => tiled_any::overlaps(b, a, -offset),
        (ShapeRef::Tiles(a), ShapeRef::Mask(b)) if KEEPS => tiled_mask::on_map(a, b, offset),
        (ShapeRef::Mask(a), ShapeRef::Tiles(b)) if KEEPS => tiled_mask::on_map(b, a, -offset),
        (ShapeRef::Tiles(a), b) if KEEPS => tiled_any::overlaps(a, b, offset),
        (a, ShapeRef::Tiles(b)) if KEEPS => tiled_any::overlaps(b, a, -offset),
        (ShapeRef::Tiles(_), _) | (_, ShapeRef::Tiles(_)) => windows::overlaps(a, b, offset),
        _ if a.is_convex() || b.is_convex() => windows::overlaps(a, b, offset),
        (ShapeRef::Runs(a), b) => !runs_any::first(a, b, offset).is_empty(),
        (a, ShapeRef::Runs(b)) => !runs_any::first(b, a, -offset).is_empty(),
        _ => windows::overlaps(a, b, offset),
    }
}

/// Writes a verb for all pairs but two masks. The function for a pair answers in A's pixels or in B's; `$moved` moves an answer in B's pixels
/// to A's. `$told` turns the extent into the answer. Two rectangles share a box, and `$of_box` gives its answer.
macro_rules! of_others {
    ($function:ident = $verb:ident -> $answer:ty, $told:expr, $moved:expr, $of_box:expr) => {
        #[inline]
        fn $function(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Offset) -> $answer {
            $told(match (a, b) {
                (ShapeRef::Terrain(a), b) => tiled_any::$verb(a, b, offset),
                (a, ShapeRef::Terrain(b)) => $moved(tiled_any::$verb(b, a, -offset), offset),
                (ShapeRef::Tiles(a), b) if KEEPS => tiled_any::$verb(a, b, offset),
                (a, ShapeRef::Tiles(b)) if KEEPS => $moved(tiled_any::$verb(b, a, -offset), offset),
                (ShapeRef::Tiles(_), _) | (_, ShapeRef::Tiles(_)) => windows::$verb(a, b, offset),
                _ if a.is_convex() || b.is_convex() => windows::$verb(a, b, offset),
                (ShapeRef::Runs(a), b) => runs_any::$verb(a, b, offset),
                (a, ShapeRef::Runs(b)) => $moved(runs_any::$verb(b, a, -offset), offset),
                (ShapeRef::Rect(_), ShapeRef::Rect(_)) => $of_box(windows::shared(a, b, offset)),
                _ => windows::$verb(a, b, offset),
            })
        }
    };
}
of_others!(area_of_others = area -> u64, |area| area, |area, _| area, Extent::area);
of_others!(first_of_others = first -> Option<Point>, corner, moved, |shared| shared);
of_others!(bounds_of_others = bounds -> Option<Rect>, Extent::to_rect, moved, |shared| shared);

fn moved(extent: Extent, by: Offset) -> Extent {
    extent.shifted(by)
}

/// The same as [`bounds`], as an extent. Two convex shapes may share all 2³² columns or rows, which a rectangle can't hold.
pub(super) fn bounds_extent(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> Extent {
    if a.is_convex() && b.is_convex() {
        return windows::bounds(a, b, offset);
    }
    bounds(a, b, offset).map_or(Extent::EMPTY, |bounds| bounds.extent())
}
