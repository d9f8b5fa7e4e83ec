//! The collision buffer
//!
//! A region of the world into which shapes are drawn with ids. Another shape can then ask which ids it meets.

use hitmask::{BufferOverlap, CollisionBuffer};

use crate::prelude::*;
use crate::table::hitmask_buffer_overlap;

/// A collision buffer. Free it with hitmask_buffer_free.
pub struct hitmask_buffer {
    pub(crate) buffer: CollisionBuffer,
    /// The last answers, which the caller reads.
    met: Vec<hitmask_buffer_overlap>,
    latched: Vec<u32>,
}

verbs! {
    /// A buffer over a region of world pixels. The mode is a hitmask_buffer_mode. HITMASK_TOO_LARGE if the region is.
    fn hitmask_buffer_new(mode: i32, region: hitmask_rect, out: *mut *mut hitmask_buffer) {
        let buffer = CollisionBuffer::new(choice(mode)?, region.into())?;
        give_object(out, hitmask_buffer { buffer, met: Vec::new(), latched: Vec::new() })
    }

    /// Frees it. NULL does nothing.
    free fn hitmask_buffer_free(buffer: *mut hitmask_buffer);

    /// Draws a placed shape with an id.
    fn hitmask_buffer_draw(buffer: *mut hitmask_buffer, placed: *const hitmask_placed, id: u32) {
        with_stamp(buffer, placed, |buffer, placed| {
            buffer.buffer.draw(placed, id);
            Ok(())
        })
    }

    /// Which ids the pixels of a placed shape hold, in ascending order. The list is the buffer's; it is good until the next call that takes the
    /// buffer without const.
    fn hitmask_buffer_test(buffer: *mut hitmask_buffer, placed: *const hitmask_placed, met: *mut *const hitmask_buffer_overlap, count: *mut usize) {
        with_stamp(buffer, placed, |buffer, placed| {
            check(met)?;
            check(count)?;
            let found = buffer.buffer.test(placed);
            buffer.give_met(found, met, count)
        })
    }

    /// Tests as hitmask_buffer_test, and then draws the id. In the mode HITMASK_LATCH, the id latches with those that it meets.
    fn hitmask_buffer_test_and_draw(
        buffer: *mut hitmask_buffer, placed: *const hitmask_placed, id: u32, met: *mut *const hitmask_buffer_overlap, count: *mut usize
    ) {
        with_stamp(buffer, placed, |buffer, placed| {
            check(met)?;
            check(count)?;
            let found = buffer.buffer.test_and_draw(placed, id);
            buffer.give_met(found, met, count)
        })
    }

    /// Whether any pixel of a placed shape holds an id.
    fn hitmask_buffer_touches(buffer: *mut hitmask_buffer, placed: *const hitmask_placed, out: *mut bool) {
        with_stamp(buffer, placed, |buffer, placed| give(out, buffer.buffer.touches(placed)))
    }

    /// The ids that were latched since this was asked last, in ascending order. The list is the buffer's, as that of hitmask_buffer_test.
    fn hitmask_buffer_take_latched(buffer: *mut hitmask_buffer, ids: *mut *const u32, count: *mut usize) {
        check(ids)?;
        check(count)?;
        let hitmask_buffer { buffer, latched, .. } = object_mut(buffer)?;
        buffer.take_latched_into(latched);
        give(ids, latched.as_ptr())?;
        give(count, latched.len())
    }

    /// A picture of the region, four bytes a pixel: the colour of the id that was drawn last to it. Rows have no padding.
    fn hitmask_buffer_to_image(buffer: *const hitmask_buffer, rgba: *mut u8, capacity: usize, count: *mut usize) {
        check_list(rgba, capacity, count)?;
        give_list(object(buffer)?.buffer.to_image().2, rgba, capacity, count)
    }

    /// The colour of an id in hitmask_buffer_to_image: its red, green, blue and alpha, from the lowest byte up.
    fn hitmask_buffer_colour_of(id: u32) -> u32 = u32::from_le_bytes(CollisionBuffer::colour_of(id));
}

unsafe fn with_stamp(
    buffer: *mut hitmask_buffer,
    placed: *const hitmask_placed,
    f: impl FnOnce(&mut hitmask_buffer, Placed<'_>) -> Checked,
) -> Checked {
    let placed = object(placed)?.lend()?;
    f(object_mut(buffer)?, placed)
}

impl hitmask_buffer {
    unsafe fn give_met(
        &mut self,
        found: Vec<BufferOverlap>,
        met: *mut *const hitmask_buffer_overlap,
        count: *mut usize,
    ) -> Checked {
        self.met.clear();
        self.met.extend(found.iter().map(hitmask_buffer_overlap::from));
        give(met, self.met.as_ptr())?;
        give(count, self.met.len())
    }
}
