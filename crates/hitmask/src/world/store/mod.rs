//! What a world keeps of each collider, and in which space.

pub(crate) mod crowd;
pub(crate) mod space;
pub(crate) mod transforms;
pub(crate) mod version;
