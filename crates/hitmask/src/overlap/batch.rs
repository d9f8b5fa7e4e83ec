//! Many pairs in one call.

use crate::bits::prefetch;
use crate::geom::Point;
use crate::mask::Mask;

/// How many pairs ahead the masks are prefetched, and how many pairs ahead their pixels. Found by measuring.
const MASKS_AHEAD: usize = 12;
const PIXELS_AHEAD: usize = 6;

/// Whether the masks of each pair overlap, at its [offset](crate::mask#the-offset): `answers[i]` is
/// `a.overlaps(b, offset)` of the i-th pair.
///
/// The answers are those of [`Mask::overlaps`]. The function is meant for many masks that are not in the processor's cache: it prefetches
/// the next ones. So far no benchmark has shown a gain.
///
/// ```
/// use hitmask::{Mask, Point, overlaps_batch};
/// let (a, b) = (Mask::filled(4, 4), Mask::filled(2, 2));
/// let mut answers = [false; 2];
/// overlaps_batch(&[(&a, &b, Point::new(3, 3)), (&a, &b, Point::new(4, 0))], &mut answers);
/// assert_eq!(answers, [true, false]);
/// ```
///
/// # Panics
/// If there are not as many answers as pairs.
pub fn overlaps_batch(pairs: &[(&Mask, &Mask, Point)], answers: &mut [bool]) {
    assert_eq!(pairs.len(), answers.len(), "as many answers as pairs");
    for (i, (&(a, b, offset), answer)) in pairs.iter().zip(answers).enumerate() {
        if let Some(&(a, b, _)) = pairs.get(i + MASKS_AHEAD) {
            prefetch::value(a);
            prefetch::value(b);
        }
        if let Some(&(a, b, _)) = pairs.get(i + PIXELS_AHEAD) {
            a.prefetch();
            b.prefetch();
        }
        *answer = a.overlaps(b, offset);
    }
}
