//! Label masks
//!
//! A hitmask_label_mask has a label for each pixel, 0 where it is clear: which part of a sprite a pixel belongs to. As a shape
//! (hitmask_shape_labels) it is solid where its label is not 0. The functions here tell which labels meet. A shape without labels counts as
//! label 0.

use std::ffi::c_char;
use std::sync::Arc;

use hitmask::{Frames, LabelMask, Labels, Mask, Point};

use crate::border::{
    Checked, array, check, choice, give, give_found, give_list, give_object, object, object_mut, value,
};
use crate::bytes::hitmask_bytes;
use crate::fault::OrTell as _;
use crate::geom::{hitmask_margins, hitmask_point, hitmask_pose, hitmask_rect};
use crate::hitmask_status::*;
use crate::mask::{give_placed, rows};
use crate::objects::{hitmask_frames, hitmask_label_mask, hitmask_mask};
use crate::pack::{hitmask_text, text};
use crate::shape::{hitmask_shape, hitmask_shape_kind};
use crate::status::hitmask_error;
use crate::table::{hitmask_label_hit, hitmask_labels_met};

/// A frame of an animation with labels.
#[repr(C)]
pub struct hitmask_label_frame {
    /// Its labels. They are shared, so you may free or change your label mask afterwards.
    pub labels: *const hitmask_label_mask,
    /// Where the upper left pixel lies in the whole picture. Not (0, 0) if the frame was trimmed.
    pub offset: hitmask_point,
}

verbs! {
    /// Labels that are all 0: everything is clear.
    fn hitmask_label_mask_new(w: u32, h: u32, out: *mut *mut hitmask_label_mask) {
        Mask::check_size(w, h)?;
        give_object(out, LabelMask::new(w, h))
    }

    /// From labels, one byte a pixel.
    fn hitmask_label_mask_from_labels(w: u32, h: u32, labels: *const u8, pitch: usize, out: *mut *mut hitmask_label_mask) {
        let rows = rows(w, h, 1, labels, pitch)?;
        give_object(out, LabelMask::from_labels(w, h, &rows)?)
    }

    /// One label wherever the mask is solid.
    fn hitmask_label_mask_from_mask(mask: *const hitmask_mask, label: u8, out: *mut *mut hitmask_label_mask) {
        give_object(out, LabelMask::from_mask(&object(mask)?.mask, label))
    }

    /// A copy. Copies are cheap: the labels are shared until one of the two is changed.
    fn hitmask_label_mask_clone(labels: *const hitmask_label_mask, out: *mut *mut hitmask_label_mask) {
        give_object(out, hitmask_label_mask { shared: object(labels)?.shared.clone() })
    }

    /// Whether two label masks have the same size, labels, names and numbers.
    fn hitmask_label_mask_equals(a: *const hitmask_label_mask, b: *const hitmask_label_mask, out: *mut bool) {
        give(out, object(a)?.shared == object(b)?.shared)
    }

    /// Frees it. NULL does nothing.
    free fn hitmask_label_mask_free(labels: *mut hitmask_label_mask);

    /// Its width and height.
    fn hitmask_label_mask_size(labels: *const hitmask_label_mask, w: *mut u32, h: *mut u32) {
        let (width, height) = object(labels)?.shared.size();
        check(h)?;
        give(w, width)?;
        give(h, height)
    }

    /// How many bytes of memory it takes, with what was computed about it and kept.
    fn hitmask_label_mask_memory(labels: *const hitmask_label_mask, out: *mut usize) {
        give(out, object(labels)?.shared.memory_bytes())
    }

    /// One number for the size, the labels, names and numbers: the same on every machine.
    fn hitmask_label_mask_hash(labels: *const hitmask_label_mask, out: *mut u64) {
        give(out, object(labels)?.shared.state_hash())
    }

    /// The labels without padding: h rows of w bytes.
    fn hitmask_label_mask_to_labels(labels: *const hitmask_label_mask, to: *mut u8, capacity: usize, count: *mut usize) {
        give_list(object(labels)?.shared.as_bytes().iter().copied(), to, capacity, count)
    }

    /// The label of a pixel. 0 outside.
    fn hitmask_label_mask_get(labels: *const hitmask_label_mask, pixel: hitmask_point, out: *mut u8) {
        give(out, object(labels)?.shared.label(pixel))
    }

    /// Sets the label of a pixel; 0 makes it clear. HITMASK_OUT_OF_RANGE if it lies outside.
    fn hitmask_label_mask_set(labels: *mut hitmask_label_mask, pixel: hitmask_point, to: u8) {
        let labels = edit(labels)?;
        labels.set(Point::from(pixel).checked_in("point", labels.size())?, to);
        Ok(())
    }

    /// Gives a label to every pixel that is solid in the shape at the offset. Label 0 makes them clear.
    fn hitmask_label_mask_draw(labels: *mut hitmask_label_mask, shape: *const hitmask_shape, offset: hitmask_point, label: u8) {
        change_by(labels, shape, |labels, shape| labels.draw(&shape, offset, label))
    }

    /// As hitmask_label_mask_draw, but clear pixels stay clear: a rough box around a head labels the pixels of the head.
    fn hitmask_label_mask_relabel(labels: *mut hitmask_label_mask, shape: *const hitmask_shape, offset: hitmask_point, label: u8) {
        change_by(labels, shape, |labels, shape| labels.relabel(&shape, offset, label))
    }

    /// Gives a label a name, in UTF-8, and a number of yours. HITMASK_BAD_BYTES if the name is not UTF-8.
    fn hitmask_label_mask_set_name(labels: *mut hitmask_label_mask, label: u8, name: *const c_char, number: u64) {
        let name = text(name)?.ok_or(HITMASK_BAD_BYTES)?;
        edit(labels)?.names_mut().set(label, name, number);
        Ok(())
    }

    /// The name and the number of a label. Not found if it has none. The text is good until the label mask is changed or freed.
    fn hitmask_label_mask_name(labels: *const hitmask_label_mask, label: u8, name: *mut hitmask_text, number: *mut u64, found: *mut bool) {
        check(name)?;
        check(number)?;
        let entry = object(labels)?.shared.names().get(label);
        give_found(name, found, entry.map(|(name, _)| name.into()))?;
        give(number, entry.map_or(0, |(_, number)| number))
    }

    /// The lowest label with a name.
    fn hitmask_label_mask_find(labels: *const hitmask_label_mask, name: *const c_char, out: *mut u8, found: *mut bool) {
        let name = text(name)?;
        give_found(out, found, name.and_then(|name| object(labels).ok()?.shared.names().find(name)))
    }

    /// The pixels with one of some labels, as a mask.
    fn hitmask_label_mask_only(labels: *const hitmask_label_mask, only: *const u8, count: usize, out: *mut *mut hitmask_mask) {
        let only = Labels::from(array(only, count)?);
        give_object(out, object(labels)?.shared.only(only).to_mask())
    }

    /// All pixels with a label, as a mask.
    fn hitmask_label_mask_to_mask(labels: *const hitmask_label_mask, out: *mut *mut hitmask_mask) {
        give_object(out, object(labels)?.shared.mask().clone())
    }

    /// The pixels inside a rectangle, as a label mask of its size.
    fn hitmask_label_mask_crop(labels: *const hitmask_label_mask, rect: hitmask_rect, out: *mut *mut hitmask_label_mask) {
        made(labels, out, |labels| Ok(labels.crop(rect.checked()?)))
    }

    /// As hitmask_mask_nine_slice. Names and numbers of labels stay.
    fn hitmask_label_mask_nine_slice(labels: *const hitmask_label_mask, margins: hitmask_margins, w: u32, h: u32, fill: i32, out: *mut *mut hitmask_label_mask) {
        let fill = choice(fill)?;
        made(labels, out, |labels| Ok(labels.nine_slice(margins.into(), (w, h), fill)?))
    }

    /// Mirrored: left becomes right.
    fn hitmask_label_mask_flip_h(labels: *const hitmask_label_mask, out: *mut *mut hitmask_label_mask) {
        made(labels, out, |labels| Ok(labels.flip_h()))
    }

    /// Mirrored: top becomes bottom.
    fn hitmask_label_mask_flip_v(labels: *const hitmask_label_mask, out: *mut *mut hitmask_label_mask) {
        made(labels, out, |labels| Ok(labels.flip_v()))
    }

    /// Turned by 90 degrees clockwise.
    fn hitmask_label_mask_rotate90(labels: *const hitmask_label_mask, out: *mut *mut hitmask_label_mask) {
        made(labels, out, |labels| Ok(labels.rotate90()))
    }

    /// What a posed label mask shows in the world: the labels, and the world pixel of the upper left one.
    fn hitmask_label_mask_bake(
        labels: *const hitmask_label_mask, pose: *const hitmask_pose, out: *mut *mut hitmask_label_mask, corner: *mut hitmask_point
    ) {
        give_placed(object(labels)?.shared.bake(&value(pose)?.library()?)?, out, corner)
    }

    /// The label mask as bytes, with names and numbers.
    fn hitmask_label_mask_to_bytes(labels: *const hitmask_label_mask, out: *mut *mut hitmask_bytes) {
        give_object(out, hitmask_bytes { bytes: object(labels)?.shared.to_bytes() })
    }

    /// The label mask from bytes.
    fn hitmask_label_mask_from_bytes(bytes: *const u8, length: usize, out: *mut *mut hitmask_label_mask, error: *mut hitmask_error) {
        check(out)?;
        let labels = LabelMask::from_bytes(array(bytes, length)?).or_tell(error)?;
        give_object(out, labels)
    }

    /// Which labels of a label mask and of a shape meet: for each pair of labels in how many pixels, and the first of these, in pixels of the
    /// label mask. Sorted by the labels.
    fn hitmask_label_mask_labels_met(
        labels: *const hitmask_label_mask, shape: *const hitmask_shape, offset: hitmask_point, list: *mut hitmask_labels_met, capacity: usize,
        count: *mut usize
    ) {
        let met = object(labels)?.shared.labels_met(&value(shape)?.lend()?, offset);
        give_list(met.iter().map(Into::into), list, capacity, count)
    }

    /// The first pixel that a label mask and a shape share, and the labels there.
    fn hitmask_label_mask_label_hit(
        labels: *const hitmask_label_mask, shape: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_label_hit, found: *mut bool
    ) {
        let hit = object(labels)?.shared.label_hit(&value(shape)?.lend()?, offset);
        give_found(out, found, hit.as_ref().map(Into::into))
    }

    /// As hitmask_label_mask_labels_met, under poses: the pixels are those of the world.
    fn hitmask_label_mask_labels_met_posed(
        labels: *const hitmask_label_mask, pose: *const hitmask_pose, shape: *const hitmask_shape, shape_pose: *const hitmask_pose,
        list: *mut hitmask_labels_met, capacity: usize, count: *mut usize
    ) {
        let (pose, shape_pose) = (value(pose)?.library()?, value(shape_pose)?.library()?);
        let met = object(labels)?.shared.labels_met_posed(&pose, &value(shape)?.lend()?, &shape_pose);
        give_list(met.iter().map(Into::into), list, capacity, count)
    }

    /// As hitmask_label_mask_label_hit, under poses: the pixel is one of the world.
    fn hitmask_label_mask_label_hit_posed(
        labels: *const hitmask_label_mask, pose: *const hitmask_pose, shape: *const hitmask_shape, shape_pose: *const hitmask_pose,
        out: *mut hitmask_label_hit, found: *mut bool
    ) {
        let (pose, shape_pose) = (value(pose)?.library()?, value(shape_pose)?.library()?);
        let hit = object(labels)?.shared.label_hit_posed(&pose, &value(shape)?.lend()?, &shape_pose);
        give_found(out, found, hit.as_ref().map(Into::into))
    }

    /// An animation of label masks, of one frame or more. HITMASK_WRONG_LENGTH if there is none.
    fn hitmask_frames_with_labels(frames: *const hitmask_label_frame, count: usize, out: *mut *mut hitmask_frames) {
        let frame = |frame: &hitmask_label_frame| -> Checked<(Arc<LabelMask>, Point)> {
            Ok((object(frame.labels)?.shared.clone(), frame.offset.into()))
        };
        let frames = array(frames, count)?.iter().map(frame).collect::<Checked<Vec<_>>>()?;
        give_object(out, hitmask_frames { frames: Frames::try_with_labels(frames)? })
    }
}

/// The shape of a label mask: solid where its label is not 0. Worlds that name labels know those of its colliders.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_shape_labels(labels: *const hitmask_label_mask) -> hitmask_shape {
    hitmask_shape::of_object(hitmask_shape_kind::HITMASK_SHAPE_LABELS, labels)
}

/// The labels to be changed. A share of them that a world holds stays as it is.
unsafe fn edit<'a>(labels: *mut hitmask_label_mask) -> Checked<&'a mut LabelMask> {
    Ok(Arc::make_mut(&mut object_mut(labels)?.shared))
}

/// Changes a label mask by a shape, which may be that label mask itself.
unsafe fn change_by(
    labels: *mut hitmask_label_mask,
    shape: *const hitmask_shape,
    change: impl FnOnce(&mut LabelMask, hitmask::ShapeRef<'_>),
) -> Checked {
    value(shape)?.beside(labels, |shape| {
        change(edit(labels)?, shape);
        Ok(())
    })
}

/// Makes a label mask of another one.
unsafe fn made(
    labels: *const hitmask_label_mask,
    out: *mut *mut hitmask_label_mask,
    make: impl FnOnce(&LabelMask) -> Checked<LabelMask>,
) -> Checked {
    give_object(out, make(&object(labels)?.shared)?)
}
