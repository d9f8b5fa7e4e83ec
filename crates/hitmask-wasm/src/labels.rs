//! Label masks, and which labels meet.

use hitmask::{ColliderShape, LabelMask, LabelOverlap, Labels, Margins, Shape, ShapeRef};

use crate::mask::slice_fill;
use crate::prelude::*;

/// The labels of a shape that JavaScript knows to be a label mask.
fn labels_of(shape: &ColliderShape) -> Result<&LabelMask, Fault> {
    shape.labels().map(|labels| &**labels).ok_or_else(|| "this is no LabelMask".into())
}

/// Asks a shape, which may have labels, about another one.
fn ask<R>(a: usize, b: usize, question: impl FnOnce(&dyn Shape, &ShapeRef<'_>) -> R) -> Result<R, Fault> {
    with_shapes(a, b, |a, b| Ok(question(&lent(a)?, &lent(b)?)))
}

/// A label mask made of another one.
fn made(labels: usize, make: impl FnOnce(&LabelMask) -> Result<LabelMask, Fault>) -> i32 {
    reply(with_shape(labels, |shape| Ok(keep_shape(make(labels_of(shape)?)?))))
}

/// The list in the list of floats, and its length on the desk.
fn listed(met: Vec<LabelOverlap>) -> i32 {
    put(0, give_all(met));
    SOME
}

/// The name in the list of bytes; its length and the number on the desk.
fn named(entry: Option<(&str, u64)>) -> i32 {
    let Some((name, number)) = entry else { return NONE };
    lay(0, &[give_bytes(name.as_bytes().to_vec()), number as f64]);
    SOME
}

export! {
    /// Of the labels in the list of bytes.
    fn labels_new(w: u32, h: u32) -> i32 = reply(LabelMask::from_labels(w, h, &taken_bytes()).map(keep_shape).map_err(Fault::from));

    fn labels_from_mask(mask: usize, label: u8) -> i32 = with_mask(mask, |mask| keep_shape(LabelMask::from_mask(mask, label)));

    fn labels_bytes(labels: usize) -> f64 = with_shape(labels, |shape| shape.labels().map_or(0.0, |labels| give_bytes(labels.as_bytes().to_vec())));

    /// The name is in the list of bytes.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has checked that it is whole and fits")]
    fn labels_set_name(labels: usize, label: u8, number: f64) {
        let name = String::from_utf8_lossy(&taken_bytes()).into_owned();
        change_shape(labels, |shape| {
            if let ColliderShape::Labels(labels) = shape {
                Arc::make_mut(labels).names_mut().set(label, name, number as u64);
            }
        });
    }

    fn labels_name(labels: usize, label: u8) -> i32 = with_shape(labels, |shape| named(shape.labels().and_then(|labels| labels.names().get(label))));

    /// The lowest label with the name in the list of bytes. 0 if there is none.
    fn labels_find(labels: usize) -> i32 {
        let name = String::from_utf8_lossy(&taken_bytes()).into_owned();
        with_shape(labels, |shape| shape.labels().and_then(|labels| labels.names().find(&name)).unwrap_or(0).into())
    }

    fn labels_label(labels: usize, x: i32, y: i32) -> i32 =
        with_shape(labels, |shape| shape.labels().map_or(0, |labels| labels.label((x, y))).into());

    /// A mask of the labels in the list of bytes.
    fn labels_only(labels: usize) -> i32 {
        let only = Labels::from(&*taken_bytes());
        reply(with_shape(labels, |shape| Ok(keep_shape(labels_of(shape)?.only(only).to_mask()))))
    }

    fn labels_crop(labels: usize, x: i32, y: i32, w: u32, h: u32) -> i32 = made(labels, |labels| {
        room(u64::from(w) * u64::from(h))?;
        Ok(labels.crop(Rect::new(x, y, w, h).checked("rect")?))
    });

    fn labels_nine_slice(labels: usize, left: u32, top: u32, right: u32, bottom: u32, w: u32, h: u32, tiles: i32) -> i32 = made(labels, |labels| {
        room(u64::from(w) * u64::from(h))?;
        Ok(labels.nine_slice(Margins { left, top, right, bottom }, (w, h), slice_fill(tiles))?)
    });

    /// How: 0 flipped from left to right, 1 from top to bottom, 2 turned by 90 degrees.
    fn labels_turned(labels: usize, how: i32) -> i32 = made(labels, |labels| Ok(match how {
        0 => labels.flip_h(),
        1 => labels.flip_v(),
        _ => labels.rotate90(),
    }));

    /// The posed picture, and its corner on the desk, where the pose was.
    fn labels_bake(labels: usize) -> i32 = made(labels, |labels| {
        let (baked, corner) = labels.bake(&pose_on_desk(0)?)?;
        let _ = some(&corner);
        Ok(baked)
    });

    fn labels_to_bytes(labels: usize) -> f64 = with_shape(labels, |shape| shape.labels().map_or(0.0, |labels| give_bytes(labels.to_bytes())));

    fn labels_from_bytes() -> i32 = reply(LabelMask::from_bytes(&taken_bytes()).map(keep_shape).map_err(Fault::from));

    fn labels_hash(labels: usize) = with_shape(labels, |shape| lay(0, &halves(shape.labels().map_or(0, |labels| labels.state_hash()))));

    fn overlap_labels(a: usize, b: usize, x: i32, y: i32) -> i32 = reply(ask(a, b, |a, b| a.overlap_labels(b, (x, y))).map(listed));

    fn label_hit(a: usize, b: usize, x: i32, y: i32) -> i32 = reply(ask(a, b, |a, b| a.label_hit(b, (x, y))).map(option));

    /// The poses are on the desk.
    fn overlap_labels_posed(a: usize, b: usize) -> i32 {
        let posed = || -> Result<_, Fault> {
            let (p, q) = (pose_on_desk(0)?, pose_on_desk(6)?);
            ask(a, b, |a, b| a.overlap_labels_posed(&p, b, &q))
        };
        reply(posed().map(listed))
    }

    fn label_hit_posed(a: usize, b: usize) -> i32 {
        let posed = || -> Result<_, Fault> {
            let (p, q) = (pose_on_desk(0)?, pose_on_desk(6)?);
            ask(a, b, |a, b| a.label_hit_posed(&p, b, &q))
        };
        reply(posed().map(option))
    }

    /// An animation. The list of floats has three numbers for each frame: the label mask, and where its corner lies in the whole picture.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has checked that they are whole and fit")]
    fn frames_with_labels() -> i32 {
        let frame = |&[labels, x, y]: &[f64; 3]| match shape(labels as usize) {
            ColliderShape::Labels(labels) => Ok((labels, Point::new(x as i32, y as i32))),
            _ => Err(Fault::from("the frames are label masks")),
        };
        let frames: Result<Vec<_>, Fault> = taken_numbers().as_chunks::<3>().0.iter().map(frame).collect();
        reply(frames.and_then(|frames| Ok(keep_shape(Frames::try_with_labels(frames)?))))
    }

    fn world_overlap_labels(world: usize, a: f64, b: f64) -> i32 = with_world(world, |world| world.overlap_labels(handle(a), handle(b)).map_or(NONE, listed));

    fn world_label_hit(world: usize, a: f64, b: f64) -> i32 = with_world(world, |world| option(world.label_hit(handle(a), handle(b))));

    /// The label plus 1. 0 if the collider does not cover the pixel.
    fn world_label_at(world: usize, collider: f64, x: i32, y: i32) -> i32 =
        with_world(world, |world| world.label_at(handle(collider), (x, y)).map_or(0, |label| i32::from(label) + 1));

    fn world_label_name(world: usize, collider: f64, label: u8) -> i32 = with_world(world, |world| named(world.label_name(handle(collider), label)));
}
