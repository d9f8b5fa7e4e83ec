//! What moves together with a mover: crates that it pushes, and what stands on them.

use super::obstacle::ObstaclePixels;
use crate::geom::Offset;

/// Those that a mover pushes and carries. A carrier is a number that [`ObstaclePixels::carrier`] has.
pub(crate) trait Company {
    /// Whether these carriers can make a step, with all that is in their way. If so, and `really`, they make it.
    fn go(&mut self, carriers: &mut dyn Iterator<Item = u32>, by: Offset, really: bool) -> bool;

    /// Whether nobody is in the way of a step of the mover, or they make it, too, if it pushes.
    fn make_way(&mut self, by: Offset, pushes: bool) -> bool;

    /// The mover has made a step. Who rides on what has moved goes along, and the mover's obstacles are brought to where they are now.
    fn follow(&mut self, by: Offset, obstacles: &mut [ObstaclePixels<'_>]);

    /// Remembers where all are, by a number.
    fn mark(&mut self) -> usize;

    /// Puts all back to where they were, and the mover's obstacles with them.
    fn go_back(&mut self, mark: usize, obstacles: &mut [ObstaclePixels<'_>]);

    /// Drops a mark, and those that came after it.
    fn forget(&mut self, mark: usize);
}
