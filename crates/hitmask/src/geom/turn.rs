use super::Pose;
use super::pose::ONE;

/// One of the eight rotations and reflections that map the pixel grid to itself: x and y are exchanged or not, then each axis is mirrored
/// or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    pub(crate) swap: bool,
    pub(crate) flip_x: bool,
    pub(crate) flip_y: bool,
}

impl Turn {
    /// A number from 0 (the sprite unchanged) to 7.
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.swap) << 2 | usize::from(self.flip_x) << 1 | usize::from(self.flip_y)
    }
}

impl Pose {
    /// The turn that the matrix describes. None unless the matrix is the identity, a rotation by a multiple of 90 degrees, or a flip of one
    /// of these.
    #[inline]
    pub(crate) fn turn(&self) -> Option<Turn> {
        let unit = |x: i32| (x == ONE || x == -ONE).then_some(x < 0);
        let (swap, x, y) = match self.matrix {
            [a, 0, 0, d] => (false, a, d),
            [0, b, c, 0] => (true, b, c),
            _ => return None,
        };
        Some(Turn { swap, flip_x: unit(x)?, flip_y: unit(y)? })
    }
}
