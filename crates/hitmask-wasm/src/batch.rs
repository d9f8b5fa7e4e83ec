//! Many pairs in one call.

use crate::desk::fault;
use crate::kind::ColliderShape;
use crate::prelude::*;

/// The answers about pairs of masks with their offsets. The list of floats has the masks. The list of bytes has two indices into them for
/// each pair, then two coordinates for each pair: 32-bit numbers, the lowest byte first.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "JavaScript has checked that they are numbers of objects"
)]
fn answers<T: Default + Clone>(ask: impl Fn(&Mask, &Mask, Point) -> T) -> Result<Vec<T>, Fault> {
    let masks: Vec<ColliderShape> = taken_numbers().into_iter().map(|mask| shape(mask as usize)).collect();
    let masks: Result<Vec<&Mask>, Fault> = masks
        .iter()
        .map(|mask| match mask {
            ColliderShape::Mask(mask) => Ok(&**mask),
            _ => Err("a batch is about masks".into()),
        })
        .collect();
    let masks = masks?;
    let bytes = taken_bytes();
    let pairs = bytes.as_chunks::<4>().0.as_chunks::<2>().0;
    let (indices, offsets) = pairs.split_at(pairs.len() / 2);
    // Filled in place: to push each answer would be a call for each.
    let mut answers = vec![T::default(); indices.len()];
    for (i, ((index, offset), answer)) in indices.iter().zip(offsets).zip(&mut answers).enumerate() {
        let [a, b] = index.map(u32::from_le_bytes);
        let (Some(mask), Some(other)) = (masks.get(a as usize), masks.get(b as usize)) else {
            let numbers = [i as f64, a.into(), b.into(), masks.len() as f64];
            return Err(fault("pair {} asks for the masks {} and {}, but there are {} masks", &numbers));
        };
        let [x, y] = offset.map(i32::from_le_bytes);
        *answer = ask(mask, other, Point::new(x, y));
    }
    Ok(answers)
}

export! {
    /// 1 or 0 for each pair, in the list of bytes. Without the library's batch: it prefetches, and WebAssembly cannot.
    fn overlaps_batch() -> i32 = reply(answers(|a, b, offset| u8::from(a.overlaps(b, offset))).map(|answers| {
        put(0, give_bytes(answers));
        SOME
    }));

    /// The areas, in the list of floats.
    fn overlap_areas_batch() -> i32 = reply(answers(|a, b, offset| a.overlap_area(b, offset) as f64).map(|answers| {
        put(0, give_numbers(answers));
        SOME
    }));

    /// Three numbers for each pair in the list of floats: whether there is a pixel, and the pixel.
    fn first_overlaps_batch() -> i32 {
        let first = |a: &Mask, b: &Mask, offset| {
            a.first_overlap(b, offset).map_or([0.0; 3], |first| [1.0, first.x.into(), first.y.into()])
        };
        reply(answers(first).map(|answers| {
            put(0, give_numbers(answers.into_flattened()));
            SOME
        }))
    }
}
