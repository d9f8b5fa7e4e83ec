//! The world of a scene, and where its sprites may be in it.

use hitmask::{PointQ16, Rect};

/// What happens to a sprite at the edges of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum WorldEdges {
    /// It bounces back.
    Bounce,
    /// It comes back on the other side.
    Wrap,
    /// It goes on.
    #[default]
    Open,
}

/// The size of the world in pixels, and its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WorldBounds {
    pub(crate) size: [u32; 2],
    pub(crate) edges: WorldEdges,
    /// Whether the box of a sprite's solid pixels counts, not its position.
    pub(crate) by_solid: bool,
}

/// The edges as a position meets them, in 1/65536 of a pixel: the position less `low` bounces or wraps between 0 and `span`, on each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EdgeRange {
    pub(crate) edges: WorldEdges,
    pub(crate) low: PointQ16,
    pub(crate) span: [i64; 2],
}

impl WorldBounds {
    /// The range of a position that counts itself.
    pub(crate) fn range(self) -> EdgeRange {
        let span = self.size.map(|side| i64::from(side) * PointQ16::ONE);
        EdgeRange { edges: self.edges, low: PointQ16::ZERO, span }
    }

    /// The range of the upper left corner of a picture of this size, whose solid pixels lie in a box. The picture is scaled, and mirrored where a
    /// factor is negative, about its middle. An error is the axis on which the box does not fit between edges where it bounces.
    pub(crate) fn range_of(self, size: [u32; 2], solid: Rect, scale: [f64; 2]) -> Result<EdgeRange, usize> {
        let range = self.range();
        if !self.by_solid {
            return Ok(range);
        }
        let starts = [solid.x, solid.y].map(f64::from);
        let sides = [solid.w, solid.h].map(f64::from);
        let (mut low, mut span) = ([0; 2], range.span);
        for axis in 0..2 {
            let middle = f64::from(size[axis]) / 2.0;
            let ends = [starts[axis], starts[axis] + sides[axis]].map(|end| {
                let end = middle + scale[axis] * (end - middle);
                (end * PointQ16::ONE as f64).round() as i64
            });
            let (near, far) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            (low[axis], span[axis]) = match self.edges {
                // The whole box is in the world.
                WorldEdges::Bounce => (-near, span[axis] - (far - near)),
                // It comes back as soon as all of the box is out of the world.
                _ => (-far, span[axis] + (far - near)),
            };
            if span[axis] <= 0 {
                return Err(axis);
            }
        }
        Ok(EdgeRange { edges: self.edges, low: PointQ16::new(low[0], low[1]), span })
    }
}
