//! Many pairs in one call.

use crate::bits::prefetch;
use crate::geom::Point;
use crate::invalid_argument::InvalidArgument;
use crate::mask::{Mask, check_length};

/// How many pairs ahead the masks are prefetched, how many ahead their pixels, and how many cache lines of the shared rows. Found by
/// measuring. Prefetching all rows makes a batch slower than single queries, because a processor can wait for few cache lines at once and
/// most queries need one.
const MASKS_AHEAD: usize = 12;
const PIXELS_AHEAD: usize = 6;
const LINES: usize = 3;

/// [`Mask::overlaps`] for many pairs: `answers[i]` is `a.overlaps(b, offset)` for the i-th pair, at its [offset](crate::mask#the-offset).
///
/// It prefetches the masks of later pairs. So it is faster if the masks are not in the processor's caches, for example because there are
/// many megabytes of them. The repository's tables in benches/record have figures ("cold").
///
/// ```
/// use hitmask::{Mask, Point, overlaps_batch};
/// let (a, b) = (Mask::filled(4, 4), Mask::filled(2, 2));
/// let mut answers = [false; 2];
/// overlaps_batch(&[(&a, &b, Point::new(3, 3)), (&a, &b, Point::new(4, 0))], &mut answers)?;
/// assert_eq!(answers, [true, false]);
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
///
/// # Errors
/// [`InvalidArgument`], if there are not as many answers as pairs. No answer is written then.
pub fn overlaps_batch(pairs: &[(&Mask, &Mask, Point)], answers: &mut [bool]) -> Result<(), InvalidArgument> {
    check_length(pairs.len() as u64, answers.len(), "answers")?;
    for (i, (&(a, b, offset), answer)) in pairs.iter().zip(answers).enumerate() {
        if let Some(&(a, b, _)) = prefetch::ahead(pairs, i + MASKS_AHEAD) {
            prefetch::value(a);
            prefetch::value(b);
        }
        if let Some(&(a, b, Point { y, .. })) = prefetch::ahead(pairs, i + PIXELS_AHEAD) {
            a.prefetch(y.max(0).unsigned_abs(), LINES);
            b.prefetch(y.min(0).unsigned_abs(), LINES);
        }
        *answer = a.overlaps(b, offset);
    }
    Ok(())
}
