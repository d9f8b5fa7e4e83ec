//! Many pairs in one call.

use hitmask::{ColliderShape, Mask, Point};

use crate::desk::{Fault, SOME, give_bytes, give_numbers, put, reply, taken_numbers};
use crate::export::export;
use crate::store::shape;

/// Pairs of masks with their offsets. The list of floats has the number of masks, the masks, then four numbers for each pair: two indices
/// into the masks, and the offset.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "JavaScript has checked that they are whole and fit"
)]
fn with_pairs(ask: impl FnOnce(&[(&Mask, &Mask, Point)]) -> i32) -> Result<i32, Fault> {
    let numbers = taken_numbers();
    let (count, rest) = numbers.split_first().ok_or("the batch is empty")?;
    let (masks, pairs) = rest.split_at_checked(*count as usize).ok_or("the batch is too short")?;
    let masks: Vec<ColliderShape> = masks.iter().map(|&mask| shape(mask as usize)).collect();
    let mask = |index: f64| match masks.get(index as usize) {
        Some(ColliderShape::Mask(mask)) => Ok(&**mask),
        _ => Err(Fault(format!("the batch asks for mask {index}, but there are {count} masks"))),
    };
    let pair = |&[a, b, x, y]: &[f64; 4]| Ok((mask(a)?, mask(b)?, Point::new(x as i32, y as i32)));
    let pairs: Result<Vec<_>, Fault> = pairs.as_chunks::<4>().0.iter().map(pair).collect();
    Ok(ask(&pairs?))
}

export! {
    /// 1 or 0 for each pair, in the list of bytes.
    fn overlaps_batch() -> i32 {
        reply(with_pairs(|pairs| {
            let mut answers = vec![false; pairs.len()];
            hitmask::overlaps_batch(pairs, &mut answers);
            put(0, give_bytes(answers.into_iter().map(u8::from).collect()));
            SOME
        }))
    }

    /// The areas, in the list of floats.
    fn overlap_areas_batch() -> i32 {
        reply(with_pairs(|pairs| {
            put(0, give_numbers(pairs.iter().map(|(a, b, offset)| a.overlap_area(*b, *offset) as f64).collect()));
            SOME
        }))
    }

    /// Three numbers for each pair in the list of floats: whether there is a pixel, and the pixel.
    fn first_overlaps_batch() -> i32 {
        reply(with_pairs(|pairs| {
            let first = |(a, b, offset): &(&Mask, &Mask, Point)| {
                a.first_overlap(*b, *offset).map_or([0.0; 3], |first| [1.0, first.x.into(), first.y.into()])
            };
            put(0, give_numbers(pairs.iter().flat_map(first).collect()));
            SOME
        }))
    }
}
