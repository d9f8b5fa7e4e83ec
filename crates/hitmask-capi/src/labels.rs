//! Label masks
//!
//! A hitmask_label_mask has a label for each pixel, 0 where it is clear: which part of a sprite a pixel belongs to. As a shape
//! (hitmask_shape_labels) it is solid where its label is not 0. The functions here tell which labels meet. A shape without labels counts as
//! label 0.

use hitmask::Labels;

use crate::fault::OrTell as _;
use crate::pack::text;
use crate::prelude::*;
use crate::shape::hitmask_shape_kind;

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

    /// Frees it. NULL does nothing.
    free fn hitmask_label_mask_free(labels: *mut hitmask_label_mask);

    /// The labels without padding: h rows of w bytes.
    fn hitmask_label_mask_to_labels(labels: *const hitmask_label_mask, to: *mut u8, capacity: usize, count: *mut usize) {
        give_list(object(labels)?.shared.as_bytes().iter().copied(), to, capacity, count)
    }

    /// Sets the label of a pixel; 0 makes it clear. HITMASK_OUT_OF_RANGE if it lies outside.
    fn hitmask_label_mask_set(labels: *mut hitmask_label_mask, pixel: hitmask_point, to: u8) {
        let labels = edit(labels)?;
        labels.set(Point::from(pixel).checked_in("point", labels.size())?, to);
        Ok(())
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

    /// The label mask from bytes.
    fn hitmask_label_mask_from_bytes(bytes: *const u8, length: usize, out: *mut *mut hitmask_label_mask, error: *mut hitmask_error) {
        check(out)?;
        let labels = LabelMask::from_bytes(array(bytes, length)?).or_tell(error)?;
        give_object(out, labels)
    }

    /// An animation of label masks, of one frame or more. HITMASK_WRONG_LENGTH if there is none.
    fn hitmask_frames_with_labels(frames: *const hitmask_label_frame, count: usize, out: *mut *mut hitmask_frames) {
        let frame = |frame: &hitmask_label_frame| -> Checked<(Arc<LabelMask>, Point)> {
            Ok((object(frame.labels)?.shared.clone(), frame.offset.into()))
        };
        let frames = array(frames, count)?.iter().map(frame).collect::<Checked<Vec<_>>>()?;
        give_object(out, hitmask_frames { frames: Frames::try_with_labels(frames)? })
    }

    /// The shape of a label mask: solid where its label is not 0. Worlds that name labels know those of its colliders.
    fn hitmask_shape_labels(labels: *const hitmask_label_mask) -> hitmask_shape =
        hitmask_shape::of_object(hitmask_shape_kind::HITMASK_SHAPE_LABELS, labels);
}

/// The labels to be changed. A share of them that a world holds stays as it is.
unsafe fn edit<'a>(labels: *mut hitmask_label_mask) -> Checked<&'a mut LabelMask> {
    Ok(Arc::make_mut(&mut object_mut(labels)?.shared))
}
