//! The picture of two posed sprites: each is first drawn into world pixels, then both are drawn like sprites without poses.

use hitmask::{AlphaMask, LabelMask, Mask, Point, Pose, Rect};
use hitmask_assets::Image;

use super::canvas::{PictureCanvas, Rgb};
use super::check::{self, SpritePicture};
use crate::answer::{CheckAnswer, SpriteShape};
use crate::error::Error;
use crate::pose::check_drawable;
use crate::question::Question;
use crate::sprite_name::SpriteName;

/// A posed sprite in world pixels.
struct BakedSprite {
    image: Image,
    shape: SpriteShape,
    labels: Option<LabelMask>,
    /// The world pixel of its upper left corner.
    corner: Point,
}

/// Draws the question and its answer, which is in world pixels.
pub(crate) fn draw(
    question: &Question,
    answer: &CheckAnswer,
    [a, b]: [SpritePicture<'_>; 2],
    [pose_a, pose_b]: [Pose; 2],
    legend: &[(Rgb, String)],
) -> Result<PictureCanvas, Error> {
    let (a, b) = (baked(&question.names[0], a, &pose_a)?, baked(&question.names[1], b, &pose_b)?);
    // Beyond the size of any image the exact distance does not matter.
    let clamped = |to: i32, from: i32| (i64::from(to) - i64::from(from)).clamp(-(1 << 24), 1 << 24) as i32;
    let at = Point::new(clamped(b.corner.x, a.corner.x), clamped(b.corner.y, a.corner.y));
    // By the rule geometry the answer has no pixels. The picture shows those that both cover all the same.
    let (first, bounds) = match answer.area {
        Some(_) => (answer.first, answer.bounds),
        None => {
            let seen = CheckAnswer::plain(&a.shape, &b.shape, at);
            return Ok(check::draw(
                question,
                &CheckAnswer { area: None, overlaps: answer.overlaps, ..seen },
                [a.picture(), b.picture()],
                at,
                Some(a.corner),
                legend,
            ));
        }
    };
    let local = CheckAnswer {
        first: first.map(|[x, y]| [x.wrapping_sub(a.corner.x), y.wrapping_sub(a.corner.y)]),
        bounds: bounds.map(|r| Rect {
            x: r.x.wrapping_sub(a.corner.x),
            y: r.y.wrapping_sub(a.corner.y),
            ..r
        }),
        ..*answer
    };
    Ok(check::draw(question, &local, [a.picture(), b.picture()], at, Some(a.corner), legend))
}

impl BakedSprite {
    fn picture(&self) -> SpritePicture<'_> {
        SpritePicture { image: &self.image, shape: &self.shape, labels: self.labels.as_ref() }
    }
}

fn baked(name: &SpriteName, sprite: SpritePicture<'_>, pose: &Pose) -> Result<BakedSprite, Error> {
    check_drawable(name, sprite.shape.size(), pose)?;
    let too_large = |source| Error::Image { name: name.to_string(), source };
    let (shape, corner) = match sprite.shape {
        SpriteShape::Mask(mask) => {
            let (mask, corner) = mask.bake(pose).map_err(too_large)?;
            (SpriteShape::Mask(mask), corner)
        }
        SpriteShape::Alpha(alpha) => {
            let (alpha, corner) = alpha.bake(pose).map_err(too_large)?;
            (SpriteShape::Alpha(alpha), corner)
        }
        // A posed rectangle need not be a rectangle.
        SpriteShape::Rect(rect) => {
            let (mask, corner) = Mask::filled(rect.w, rect.h).bake(pose).map_err(too_large)?;
            (SpriteShape::Alpha(AlphaMask::from_mask(&mask)), corner)
        }
    };
    let (w, h) = shape.size();
    let mut rgba = Vec::with_capacity(4 * w as usize * h as usize);
    for [u, v] in pose.texels(Rect::new(corner.x, corner.y, w, h)) {
        let texel = u32::try_from(u).ok().zip(u32::try_from(v).ok());
        rgba.extend(texel.and_then(|(u, v)| sprite.image.pixel(u, v)).unwrap_or([0; 4]));
    }
    let image = Image::from_rgba8(w, h, rgba).expect("there are four bytes for each pixel");
    let labels = sprite.labels.map(|labels| labels.bake(pose)).transpose().map_err(too_large)?;
    Ok(BakedSprite { image, shape, labels: labels.map(|(labels, _)| labels), corner })
}
