//! A quick look at whether two boxes that move straight come near each other.

/// A box that moves straight, for a quick look at whether two of them come near each other. In Q16.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drift {
    /// The middle of the box at the start.
    pub(crate) middle: [i64; 2],
    /// Half the size of the box, and a pixel more. Below 0: it may be anywhere.
    pub(crate) half: [i32; 2],
    pub(crate) motion: [i32; 2],
}

impl Drift {
    /// What may be anywhere.
    pub(crate) const ANY: Drift = Drift { middle: [0; 2], half: [-1; 2], motion: [0; 2] };
    /// In pixels. Boxes or motions of this length may be anywhere, so that products fit 64 bits.
    pub(crate) const LARGE: i64 = 1 << 13;

    /// Whether two colliders, whose boxes around their ways meet, may meet on their ways. Looks at how far apart they pass each other.
    #[inline]
    pub(crate) fn may_meet(&self, other: &Drift) -> bool {
        let apart = [0, 1].map(|i| other.middle[i] - self.middle[i]);
        if self.half[0] < 0 || other.half[0] < 0 || apart.iter().any(|apart| apart.abs() >> 31 > 0) {
            return true;
        }
        let motion = [0, 1].map(|i| i64::from(other.motion[i]) - i64::from(self.motion[i]));
        let half = [0, 1].map(|i| i64::from(self.half[i]) + i64::from(other.half[i]));
        // The axis across the motion separates them, or it does not.
        (apart[0] * motion[1] - apart[1] * motion[0]).abs()
            <= half[0] * motion[1].abs() + half[1] * motion[0].abs()
    }
}
