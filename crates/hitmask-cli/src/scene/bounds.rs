//! The world of a scene.

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
}
