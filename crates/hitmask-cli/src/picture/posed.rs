//! The picture of two posed sprites: each is drawn into world pixels first, and then they are two sprites like any other.

use hitmask::{AlphaMask, Mask, Point, Pose, Rect};
use hitmask_assets::Image;

use super::canvas::Canvas;
use super::check::{self, Actor};
use crate::answer::{Answer, Shape};
use crate::error::Error;
use crate::pose::check_drawable;
use crate::query::Query;
use crate::values::SpriteName;

/// A sprite in world pixels.
struct Baked {
    image: Image,
    shape: Shape,
    /// The world pixel of its upper left corner.
    corner: Point,
}

/// Draws the question and its answer, which is in world pixels.
pub(crate) fn draw(
    query: &Query,
    answer: &Answer,
    a: Actor<'_>,
    b: Actor<'_>,
    [pose_a, pose_b]: [Pose; 2],
) -> Result<Canvas, Error> {
    let (a, b) = (baked(&query.a, a, &pose_a)?, baked(&query.b, b, &pose_b)?);
    // Far beyond the size of any image, sprites need only be far apart.
    let clamped = |to: i32, from: i32| (i64::from(to) - i64::from(from)).clamp(-(1 << 24), 1 << 24) as i32;
    let at = Point::new(clamped(b.corner.x, a.corner.x), clamped(b.corner.y, a.corner.y));
    // By the rule geometry the answer has no pixels; those that both cover are shown all the same.
    let (first, bounds) = match answer.area {
        Some(_) => (answer.first, answer.bounds),
        None => {
            let seen = Answer::plain(&a.shape, &b.shape, at);
            return Ok(check::draw(
                query,
                &Answer { area: None, overlaps: answer.overlaps, ..seen },
                a.actor(),
                b.actor(),
                at,
                Some(a.corner),
            ));
        }
    };
    let local = Answer {
        first: first.map(|[x, y]| [x.wrapping_sub(a.corner.x), y.wrapping_sub(a.corner.y)]),
        bounds: bounds.map(|r| Rect {
            x: r.x.wrapping_sub(a.corner.x),
            y: r.y.wrapping_sub(a.corner.y),
            ..r
        }),
        ..*answer
    };
    Ok(check::draw(query, &local, a.actor(), b.actor(), at, Some(a.corner)))
}

impl Baked {
    fn actor(&self) -> Actor<'_> {
        Actor { image: &self.image, shape: &self.shape }
    }
}

fn baked(name: &SpriteName, actor: Actor<'_>, pose: &Pose) -> Result<Baked, Error> {
    check_drawable(name, actor.shape.size(), pose)?;
    let too_large = |source| Error::Image { name: name.to_string(), source };
    let (shape, corner) = match actor.shape {
        Shape::Mask(mask) => {
            let (mask, corner) = mask.try_bake(pose).map_err(too_large)?;
            (Shape::Mask(mask), corner)
        }
        Shape::Alpha(alpha) => {
            let (alpha, corner) = alpha.try_bake(pose).map_err(too_large)?;
            (Shape::Alpha(alpha), corner)
        }
        // A posed rectangle is none.
        Shape::Rect(rect) => {
            let (mask, corner) = Mask::filled(rect.w, rect.h).try_bake(pose).map_err(too_large)?;
            (Shape::Alpha(AlphaMask::from_mask(&mask)), corner)
        }
    };
    let (w, h) = shape.size();
    let mut rgba = Vec::with_capacity(4 * w as usize * h as usize);
    for [u, v] in pose.texels(Rect::new(corner.x, corner.y, w, h)) {
        let texel = u32::try_from(u).ok().zip(u32::try_from(v).ok());
        rgba.extend(texel.and_then(|(u, v)| actor.image.pixel(u, v)).unwrap_or([0; 4]));
    }
    let image = Image::from_rgba8(w, h, rgba).expect("there are four bytes for each pixel");
    Ok(Baked { image, shape, corner })
}
