//! The answer of a check.

use std::borrow::Cow;

use hitmask::{AlphaMask, Mask, PixelRule, Point, Pose, Rect};
use serde::Serialize;

use crate::question::Placement;
use crate::values::Rule;

/// The solid pixels of a frame, in the form that its rule needs.
#[derive(Debug)]
pub(crate) enum SpriteShape {
    /// The rule solid.
    Mask(Mask),
    /// The rule alpha-sum.
    Alpha(AlphaMask),
    /// The rule rect: the frame's whole rectangle.
    Rect(Rect),
}

/// What is known about a pair: in A's pixels, or in world pixels if the sprites are posed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct CheckAnswer {
    pub(crate) overlaps: bool,
    /// `None` by the rule geometry, which does not count pixels.
    pub(crate) area: Option<u64>,
    /// The pixel with the lowest y, then the lowest x.
    pub(crate) first: Option<[i32; 2]>,
    /// x, y, width, height.
    #[serde(serialize_with = "as_list")]
    pub(crate) bounds: Option<Rect>,
}

impl CheckAnswer {
    /// # Panics
    /// If the two shapes were made by different rules.
    pub(crate) fn new(a: &SpriteShape, b: &SpriteShape, placement: Placement, rule: Rule) -> Self {
        match placement {
            Placement::At(at) => CheckAnswer::plain(a, b, at),
            Placement::Posed([pose_a, pose_b]) => CheckAnswer::posed(a, &pose_a, b, &pose_b, rule),
        }
    }

    /// With B's corner at a pixel of A.
    pub(crate) fn plain(a: &SpriteShape, b: &SpriteShape, at: Point) -> Self {
        // The three types have the same methods, but no trait that covers all pairs.
        macro_rules! ask {
            ($a:expr, $b:expr) => {{
                if !$a.overlaps($b, at) {
                    return CheckAnswer::NO_TOUCH;
                }
                let (area, first, bounds) =
                    ($a.overlap_area($b, at), $a.first_overlap($b, at), $a.overlap_bounds($b, at));
                CheckAnswer { overlaps: true, area: Some(area), first: first.map(Into::into), bounds }
            }};
        }
        match (a, b) {
            (SpriteShape::Mask(a), SpriteShape::Mask(b)) => ask!(a, b),
            (SpriteShape::Alpha(a), SpriteShape::Alpha(b)) => ask!(a, b),
            (SpriteShape::Rect(a), SpriteShape::Rect(b)) => ask!(a, b),
            _ => panic!("both sides of a question have the same rule"),
        }
    }

    fn posed(a: &SpriteShape, pose_a: &Pose, b: &SpriteShape, pose_b: &Pose, rule: Rule) -> Self {
        macro_rules! ask {
            ($a:expr, $b:expr) => {{
                let Some(first) = $a.first_overlap_posed(pose_a, $b, pose_b) else {
                    return CheckAnswer::NO_TOUCH;
                };
                let area = $a.overlap_area_posed(pose_a, $b, pose_b);
                let bounds = $a.overlap_bounds_posed(pose_a, $b, pose_b);
                CheckAnswer { overlaps: true, area: Some(area), first: Some(first.into()), bounds }
            }};
        }
        match (a, b) {
            (SpriteShape::Mask(a), SpriteShape::Mask(b)) if rule == Rule::Geometry => {
                let overlaps = a.overlaps_posed(pose_a, b, pose_b, PixelRule::Geometry);
                CheckAnswer { overlaps, area: None, first: None, bounds: None }
            }
            (SpriteShape::Mask(a), SpriteShape::Mask(b)) => ask!(a, b),
            (SpriteShape::Alpha(a), SpriteShape::Alpha(b)) => ask!(a, b),
            (SpriteShape::Rect(a), SpriteShape::Rect(b)) => {
                ask!(Mask::filled(a.w, a.h), &Mask::filled(b.w, b.h))
            }
            _ => panic!("both sides of a question have the same rule"),
        }
    }

    const NO_TOUCH: CheckAnswer = CheckAnswer { overlaps: false, area: Some(0), first: None, bounds: None };
}

impl SpriteShape {
    /// Whether the pixel can touch at all; false outside.
    pub(crate) fn solid(&self, x: i32, y: i32) -> bool {
        match self {
            SpriteShape::Mask(mask) => mask.get((x, y)),
            SpriteShape::Alpha(alpha) => alpha.alpha((x, y)) > 0,
            SpriteShape::Rect(rect) => rect.contains((x, y)),
        }
    }

    /// The pixels that can touch, as a mask.
    pub(crate) fn mask(&self) -> Cow<'_, Mask> {
        match self {
            SpriteShape::Mask(mask) => Cow::Borrowed(mask),
            SpriteShape::Alpha(alpha) => Cow::Owned(alpha.to_mask(1)),
            SpriteShape::Rect(rect) => Cow::Owned(Mask::filled(rect.w, rect.h)),
        }
    }

    /// The pixels that can touch, as a mask of their own.
    pub(crate) fn into_mask(self) -> Mask {
        match self {
            SpriteShape::Mask(mask) => mask,
            other => other.mask().into_owned(),
        }
    }

    /// Width and height of the frame.
    pub(crate) fn size(&self) -> (u32, u32) {
        match self {
            SpriteShape::Mask(mask) => mask.size(),
            SpriteShape::Alpha(alpha) => alpha.size(),
            SpriteShape::Rect(rect) => (rect.w, rect.h),
        }
    }

    /// The tight rectangle around the pixels that can touch.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        match self {
            SpriteShape::Rect(rect) => Some(*rect).filter(|rect| !rect.is_empty()),
            _ => self.mask().bounds(),
        }
    }

    /// The frame's whole rectangle.
    pub(crate) fn rect(&self) -> Rect {
        let (w, h) = self.size();
        Rect::new(0, 0, w, h)
    }
}

/// Whether A's pixel `p` touches. Only pictures ask this of every pixel; [`CheckAnswer::new`] does not.
///
/// # Panics
/// If the two shapes were made by different rules.
pub(crate) fn touches(a: &SpriteShape, b: &SpriteShape, at: Point, p: Point) -> bool {
    // A pixel that far away is in no frame.
    let (Some(x), Some(y)) = (p.x.checked_sub(at.x), p.y.checked_sub(at.y)) else { return false };
    let q = Point::new(x, y);
    match (a, b) {
        (SpriteShape::Mask(a), SpriteShape::Mask(b)) => a.get(p) && b.get(q),
        (SpriteShape::Alpha(a), SpriteShape::Alpha(b)) => {
            let (a, b) = (u16::from(a.alpha(p)), u16::from(b.alpha(q)));
            a > 0 && b > 0 && a + b >= 255
        }
        (SpriteShape::Rect(a), SpriteShape::Rect(b)) => a.contains(p) && b.contains(q),
        _ => panic!("both sides of a question have the same rule"),
    }
}

fn as_list<S: serde::Serializer>(rect: &Option<Rect>, serializer: S) -> Result<S::Ok, S::Error> {
    rect.map(|Rect { x, y, w, h }| (x, y, w, h)).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::{CheckAnswer, SpriteShape, touches};
    use hitmask::{AlphaMask, Mask, Point, Rect};

    /// Pictures mark the pixels that answers count.
    #[test]
    fn touches_is_the_answer_a_pixel() {
        // Some sums of these alphas are just below 255, some just above.
        let alphas = [0, 1, 126, 127, 128, 129, 254, 255];
        let alpha = |shift: u32| {
            let bytes: Vec<u8> = (0..64u32).map(|i| alphas[((i * shift + i / 8) % 8) as usize]).collect();
            AlphaMask::from_alpha(8, 8, &bytes).unwrap()
        };
        let (a, b) = (alpha(1), alpha(3));
        let mask =
            |alpha: &AlphaMask| SpriteShape::Mask(Mask::from_alpha(8, 8, alpha.as_bytes(), 128).unwrap());
        let rect = || SpriteShape::Rect(Rect::new(0, 0, 8, 8));
        for (a, b) in [(mask(&a), mask(&b)), (rect(), rect()), (SpriteShape::Alpha(a), SpriteShape::Alpha(b))]
        {
            for at in (-9..=9).flat_map(|y| (-9..=9).map(move |x| Point::new(x, y))) {
                let pixels = (-1..10).flat_map(|y| (-1..10).map(move |x| Point::new(x, y)));
                let touching: Vec<_> = pixels.filter(|&p| touches(&a, &b, at, p)).collect();
                let answer = CheckAnswer::plain(&a, &b, at);
                assert_eq!(Some(touching.len() as u64), answer.area, "{at:?}");
                assert_eq!(touching.first().map(|&p| p.into()), answer.first, "{at:?}");
                assert_eq!(answer.overlaps, answer.bounds.is_some(), "{at:?}");
            }
        }
    }
}
