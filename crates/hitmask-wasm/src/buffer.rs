//! Collision buffers.

use hitmask::{BufferMode, BufferOverlap, CollisionBuffer};

use crate::prelude::*;
use crate::store::{change_buffer, with_buffer};

/// Calls a function with a shape where it lies: under the pose on the desk, or at a position.
fn placed<R>(
    shape: usize,
    x: f64,
    y: f64,
    posed: i32,
    then: impl FnOnce(Placed<'_>) -> R,
) -> Result<R, Fault> {
    let pose: Option<Pose> = pose_if(posed)?;
    with_shape(shape, |shape| {
        let placed = Placed::from(lent(shape)?);
        Ok(then(match &pose {
            None => placed.at(q16(x, y).checked("position")?),
            Some(pose) => placed.posed(pose),
        }))
    })
}

fn met(found: Vec<BufferOverlap>) -> i32 {
    put(0, give_all(found));
    SOME
}

/// A buffer, if it is not too large.
fn buffer(mode: BufferMode, region: Rect) -> Result<CollisionBuffer, Fault> {
    // The library refuses what is larger than this.
    if region.area() <= CollisionBuffer::MAX_PIXELS {
        room(region.area() * 4)?;
    }
    Ok(CollisionBuffer::new(mode, region)?)
}

export! {
    fn buffer_new(mode: usize, x: i32, y: i32, w: u32, h: u32) -> i32 {
        let mode = [BufferMode::Owners, BufferMode::Painter, BufferMode::Latch][mode];
        reply(buffer(mode, Rect::new(x, y, w, h)).map(|buffer| keep(Object::Buffer(Box::new(buffer)))))
    }

    fn buffer_region(buffer: usize) -> i32 = with_buffer(buffer, |buffer| some(&buffer.region()));

    fn buffer_set_region(number: usize, x: i32, y: i32, w: u32, h: u32) -> i32 {
        let region = Rect::new(x, y, w, h);
        let mode = with_buffer(number, CollisionBuffer::mode);
        // Refuses what is too large.
        reply(buffer(mode, region).and_then(|_| change_buffer(number, |buffer| Ok(buffer.set_region(region).map(|()| NONE)?))))
    }

    fn buffer_move_to(buffer: usize, x: i32, y: i32) = change_buffer(buffer, |buffer| buffer.move_to((x, y)));

    fn buffer_clear(buffer: usize) = change_buffer(buffer, CollisionBuffer::clear);

    fn buffer_draw(buffer: usize, shape: usize, x: f64, y: f64, posed: i32, id: u32) -> i32 =
        reply(change_buffer(buffer, |buffer| placed(shape, x, y, posed, |placed| {
            buffer.draw(placed, id);
            NONE
        })));

    fn buffer_test(buffer: usize, shape: usize, x: f64, y: f64, posed: i32) -> i32 =
        reply(change_buffer(buffer, |buffer| placed(shape, x, y, posed, |placed| met(buffer.test(placed)))));

    fn buffer_touches(buffer: usize, shape: usize, x: f64, y: f64, posed: i32) -> i32 =
        reply(change_buffer(buffer, |buffer| placed(shape, x, y, posed, |placed| i32::from(buffer.touches(placed)))));

    fn buffer_test_and_draw(buffer: usize, shape: usize, x: f64, y: f64, posed: i32, id: u32) -> i32 =
        reply(change_buffer(buffer, |buffer| placed(shape, x, y, posed, |placed| met(buffer.test_and_draw(placed, id)))));

    fn take_latched(buffer: usize) -> f64 = give_numbers(change_buffer(buffer, CollisionBuffer::take_latched).into_iter().map(f64::from).collect());

    fn buffer_ids_at(buffer: usize, x: i32, y: i32) -> f64 =
        give_numbers(with_buffer(buffer, |buffer| buffer.ids_at((x, y))).into_iter().map(f64::from).collect());

    fn buffer_top_at(buffer: usize, x: i32, y: i32) -> f64 = with_buffer(buffer, |buffer| buffer.top_at((x, y))).map_or(-1.0, f64::from);

    fn buffer_memory(buffer: usize) -> f64 = with_buffer(buffer, |buffer| buffer.memory_bytes() as f64);

    fn colour_of(id: u32) = lay(0, &CollisionBuffer::colour_of(id).map(f64::from));

    /// Four bytes a pixel; width and height on the desk.
    fn buffer_image(buffer: usize) -> f64 {
        let (width, height, rgba) = with_buffer(buffer, CollisionBuffer::to_image);
        lay(0, &[width.into(), height.into()]);
        give_bytes(rgba)
    }
}
