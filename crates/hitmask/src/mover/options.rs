//! How a mover deals with what is in its way.

/// How a mover deals with what is in its way. Lengths are in whole pixels. By default it climbs nothing, follows nothing down, goes around no
/// corner, drops through nothing and pushes nothing. Up, down and sideways are meant by the mover's [up](crate::Body::up).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct MoveOptions {
    /// The highest ledge that it climbs while it stands on something, moves sideways and does not rise. Slopes of pixels are ledges of one
    /// pixel each. There must be room: at each height up to that of the ledge it must overlap no solid obstacle. If this is above 0, it also
    /// climbs onto one-way obstacles that are no higher: a pixel of theirs that a step sideways would newly cover counts as in the way,
    /// whatever lies above it. If it cannot climb them, it walks through.
    #[doc(alias = "step_height")]
    #[doc(alias = "max_step_height")]
    #[doc(alias = "autostep")]
    #[doc(alias = "stairs")]
    pub step_up: u32,
    /// How far it follows the ground down, where it would otherwise walk off into the air: to the nearest floor that is at most this far
    /// below. If there is none, it stays at its height. It does so only if it stood at the start and does not rise.
    #[doc(alias = "snap_to_ground")]
    #[doc(alias = "floor_snap_length")]
    pub step_down: u32,
    /// How far it goes aside around a corner. A refused step is tried again 1, 2, ... pixels aside, the nearest first; at equal distance first
    /// on the side to which the motion leans on that axis, or to the left or up if it does not lean. All of the way aside must be free. Steps
    /// down are never corrected, and steps sideways only while it does not stand: who stands has ledges, which come first. What a corner
    /// makes possible is not refused: nothing is named, and no speed is lost.
    ///
    /// A mover without an up is corrected on all steps, and pays for each: a correction by so many pixels leaves out as many of the next steps on
    /// the axis of the refused one. So one who walks straight into a slanting wall slides along it, and is not faster than its motion.
    #[doc(alias = "corner correction")]
    #[doc(alias = "bumped head correction")]
    pub corner: u32,
    /// Whether it drops through what it stands on, if that is one-way: the one-way pixels that refuse one more step down at the start of the move
    /// do not count in this move. So it lands on the next ledge, at any speed.
    #[doc(alias = "drop through")]
    #[doc(alias = "fall through")]
    pub drop: bool,
    /// Whether a step sideways that is refused by [crates](crate::ColliderKind::Crate) alone pushes them, if all can go, with what stands on
    /// them. They climb ledges and go around corners as it does, by the same options. For characters in a [`World`](crate::World).
    pub push: bool,
    /// The most crates that it pushes at once. 0, the default, is any number.
    pub push_limit: u32,
}
