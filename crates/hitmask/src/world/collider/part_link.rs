//! The link between a root and its parts.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::geom::{PointQ16, Pose, Transform};

/// The links between a collider and its parts, and between a part and what it belongs to. Most colliders have none.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartLink {
    /// If it is a part.
    pub(crate) part: Option<LinkedPart>,
    /// The slots of its own parts, sorted. There is at least one, unless it is a part.
    pub(crate) parts: Vec<u32>,
    /// In a wrapped world, by how many laps its place was brought back into the world since its parts last followed it.
    pub(crate) came: PointQ16,
}

/// The data of a part besides its stored collider. The stored collider has the effective state: the transform in the world.
#[derive(Clone, Debug)]
pub(crate) struct LinkedPart {
    /// The slot of what it was attached to, and goes with.
    pub(crate) parent: u32,
    /// The slot of the collider at the root of all, which is no part. It follows from the parents.
    pub(crate) root: u32,
    /// Its transform in its parent's frame, as it was set.
    pub(crate) transform: Transform,
    /// Its own switch, as it was set.
    pub(crate) enabled: bool,
    /// The frames of its parent in which the part is enabled, sorted. None means all frames.
    pub(crate) frames: Option<Arc<[usize]>>,
    /// In a wrapped world, how many laps lie between its place and the one to which its parent takes it, which may be outside the world.
    pub(crate) laps: PointQ16,
    /// Whether it has moved, but its box has not. It stays so if a custom test panics when it is asked for its reach.
    pub(crate) is_behind: bool,
}

/// What parts take from what they belong to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootState {
    pub(crate) pose: Option<Pose>,
    pub(crate) enabled: bool,
    pub(crate) frame: usize,
    pub(crate) space: u32,
    pub(crate) group: u32,
    /// In a wrapped world, by how many laps the root's place was brought back into the world.
    pub(crate) came: PointQ16,
}

impl LinkedPart {
    /// The part's transform in the world, computed from the state of its root.
    pub(crate) fn transform_under(&self, root_state: &RootState) -> Transform {
        root_state.pose.map_or_else(|| None.into(), |pose| self.transform.under(&pose))
    }

    /// Whether the part is enabled: by its own switch, by its root, and in the frame that the root shows.
    pub(crate) fn is_on(&self, root_state: &RootState) -> bool {
        let shows = self.frames.as_ref().is_none_or(|frames| frames.binary_search(&root_state.frame).is_ok());
        self.enabled && root_state.enabled && shows
    }
}

impl PartLink {
    /// `*self = from.clone()`, in the memory that there is.
    pub(crate) fn copy(&mut self, from: &PartLink) {
        let PartLink { part, parts, came } = from;
        self.parts.clone_from(parts);
        (self.part, self.came) = (part.clone(), *came);
    }
}
