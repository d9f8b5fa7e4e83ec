//! Poses
//!
//! Rotated, scaled, mirrored and sheared sprites, also between pixels. Both sides are masks, or both are levels of alpha masks; for alpha
//! sum, see hitmask_alpha_mask_overlaps_posed. Answers are in world pixels.

use crate::prelude::*;
use hitmask::{PixelRule, PoseCache};

/// Masks as they look under poses, kept for the next question.
pub struct hitmask_pose_cache {
    pub(crate) cache: PoseCache,
}

/// A question by the raster rule about two placed shapes of the same type.
macro_rules! ask_posed {
    ($a:expr, $b:expr, $verb:ident $(, $rule:expr)?) => {{
        let (a, b) = (value($a)?, value($b)?);
        let (pose_a, pose_b) = (a.pose.library()?, b.pose.library()?);
        match (a.shape.lend()?.without_labels(), b.shape.lend()?.without_labels()) {
            (ShapeRef::Mask(a), ShapeRef::Mask(b)) => a.$verb(&pose_a, b, &pose_b $(, $rule)?),
            (ShapeRef::Level(a), ShapeRef::Level(b)) => a.$verb(&pose_a, &b, &pose_b),
            _ => return Err(HITMASK_WRONG_SHAPE),
        }
    }};
}

verbs! {
    /// Whether two posed masks, or two posed levels, overlap. The rule is a hitmask_pixel_rule.
    fn hitmask_placed_overlaps(a: *const hitmask_placed, b: *const hitmask_placed, rule: i32, out: *mut bool) {
        let rule = choice(rule)?;
        let geometry = rule == PixelRule::Geometry;
        if geometry && !matches!(value(a)?.shape.lend()?.without_labels(), ShapeRef::Mask(_)) {
            return Err(HITMASK_WRONG_SHAPE);
        }
        give(out, ask_posed!(a, b, overlaps_posed, rule))
    }

    /// How many world pixels both cover.
    fn hitmask_placed_overlap_area(a: *const hitmask_placed, b: *const hitmask_placed, out: *mut u64) {
        give(out, ask_posed!(a, b, overlap_area_posed))
    }

    /// The first world pixel that both cover.
    fn hitmask_placed_first_overlap(a: *const hitmask_placed, b: *const hitmask_placed, out: *mut hitmask_point, found: *mut bool) {
        let first: Option<Point> = ask_posed!(a, b, first_overlap_posed);
        give_found(out, found, first.map(Into::into))
    }

    /// The smallest rectangle around all world pixels that both cover.
    fn hitmask_placed_overlap_bounds(a: *const hitmask_placed, b: *const hitmask_placed, out: *mut hitmask_rect, found: *mut bool) {
        let bounds: Option<Rect> = ask_posed!(a, b, overlap_bounds_posed);
        give_found(out, found, bounds.map(Into::into))
    }

    /// The world pixels that a placed mask, level, circle or polygon covers, as a mask, and the world pixel of its upper left pixel.
    fn hitmask_placed_bake(placed: *const hitmask_placed, out: *mut *mut hitmask_mask, corner: *mut hitmask_point) {
        let placed = value(placed)?;
        let pose = placed.pose.library()?;
        let baked = match placed.shape.lend()?.without_labels() {
            ShapeRef::Mask(mask) => mask.bake(&pose)?,
            ShapeRef::Level(level) => level.bake(&pose)?,
            ShapeRef::Circle(circle) => circle.bake(&pose)?,
            ShapeRef::Polygon(polygon) => polygon.bake(&pose)?,
            _ => return Err(HITMASK_WRONG_SHAPE),
        };
        give_placed(baked, out, corner)
    }

    /// A cache that keeps pictures of at most so many bytes.
    fn hitmask_pose_cache_new(max_bytes: usize, out: *mut *mut hitmask_pose_cache) {
        give_object(out, hitmask_pose_cache { cache: PoseCache::new(max_bytes) })
    }

    /// Frees it. NULL does nothing.
    free fn hitmask_pose_cache_free(cache: *mut hitmask_pose_cache);

    /// A posed mask as a plain one, and the world pixel of its upper left pixel. The picture is kept; the mask that you get is a copy.
    fn hitmask_pose_cache_bake(
        cache: *mut hitmask_pose_cache, mask: *const hitmask_mask, pose: *const hitmask_pose, out: *mut *mut hitmask_mask, corner: *mut hitmask_point
    ) {
        let baked = object_mut(cache)?.cache.bake(&object(mask)?.mask, &value(pose)?.library()?)?;
        give_placed((Arc::unwrap_or_clone(baked.0), baked.1), out, corner)
    }
}
