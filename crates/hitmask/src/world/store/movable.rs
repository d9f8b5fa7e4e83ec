//! The members of a convoy, and the memory for them, which is kept for the next move.

use alloc::vec::Vec;

use crate::geom::{Direction, Mapped, Offset, PointQ16};
use crate::heap::{bytes_of, heap_bytes};
use crate::mover::{BodyPixels, MoveOptions, NO_CARRIER, ObstaclePixels, Walk};
use crate::world::collider::handle::Handle;
use crate::world::collider::previous_position::PreviousPosition;
use crate::world::grow::{LEAST, lists, trim, trim_all};

/// A character or a crate.
pub(crate) struct Movable<'a> {
    pub(crate) handle: Handle,
    pub(crate) body: BodyPixels<'a>,
    pub(crate) up: Option<Direction>,
    pub(crate) start: Offset,
    pub(crate) now: Whereabouts,
    /// What may refuse its steps, what moves included.
    pub(crate) pieces: Vec<ObstaclePixels<'a>>,
    pub(crate) is_crate: bool,
    /// Whether the caller says that it rides.
    pub(crate) is_named: bool,
    /// Whether it has made the step that is made now, or the one that is nested in it.
    pub(crate) went: [bool; 2],
    /// How far it is ahead of the others: the open step, if it has made that, and the nested one.
    pub(crate) ahead: [Offset; 2],
    /// Whether it was in the way in the open step.
    pub(crate) was_tried: bool,
    /// The number of the last attempt of a step before which it climbed.
    pub(crate) climbed: u32,
    /// The way by which it makes that step.
    pub(crate) moved: Offset,
    /// Where the obstacles of what moves of its own were told that it is.
    pub(crate) told: Offset,
}

impl<'a> Movable<'a> {
    /// Where it was before the open step.
    pub(crate) fn place(&self) -> Offset {
        self.now.at - self.ahead[0]
    }

    pub(crate) fn walk<'w>(&'w mut self, options: &MoveOptions, motion: PointQ16) -> Walk<'w, 'a> {
        let at = self.place();
        Walk::new(self.body.mask(), &mut self.pieces, at, self.up, options, motion)
    }

    pub(crate) fn shift_pieces(&mut self, by: Offset, of: impl Fn(u32) -> bool) {
        let moving = self.pieces.iter_mut().filter(|piece| piece.carrier != NO_CARRIER);
        moving.filter(|piece| of(piece.carrier)).for_each(|piece| piece.shift(by));
    }

    /// Whether something that a carrier takes along would overlap it after a step.
    pub(crate) fn is_in_the_way(&mut self, carrier: u32, by: Offset) -> bool {
        let at = self.place() - by;
        let Movable { body, pieces, .. } = self;
        let mut own = pieces.iter_mut().filter(|piece| piece.carrier == carrier && piece.is_solid());
        own.any(|piece| piece.meets(body.mask(), at))
    }
}

/// Where one is, what carries it, and what has happened to it: all that a mark keeps.
#[derive(Clone, Copy, Default)]
pub(crate) struct Whereabouts {
    /// The pixel of the body's mask.
    pub(crate) at: Offset,
    /// What carries it, as it was decided last.
    pub(crate) support: Option<Handle>,
    /// Whether that bore it when it was looked at last: what has lost it is carried by something else at once. Who was left by what was put
    /// elsewhere keeps it until that is needed.
    pub(crate) is_borne: bool,
    /// Whether what carries it may have been lost in the open step, and where it was before.
    pub(crate) is_loose: bool,
    pub(crate) before: Offset,
    pub(crate) was_pushed: bool,
    pub(crate) was_carried: bool,
    pub(crate) was_crushed: bool,
}

/// What a convoy has done to one of its movables.
pub(crate) struct MovableChange {
    pub(crate) handle: Handle,
    pub(crate) position: Option<PointQ16>,
    pub(crate) support: Option<Handle>,
}

/// The texel of a solid that bears a rider, and the pixel on which its centre lies.
pub(crate) struct RiddenPoint {
    pub(crate) rider: Handle,
    pub(crate) support: Handle,
    pub(crate) texel: [i64; 2],
    pub(crate) before: Offset,
}

lists! {
    /// What is found out about a solid that changes in one jump, and about what is freed then.
    JumpLists {
        points: RiddenPoint = |_| 0,
        /// Riders, and their ways.
        ways: (Handle, Offset) = |_| 0,
        /// The same riders.
        named: Handle = |_| 0,
        /// Whom the solid overlaps.
        met: Handle = |_| 0,
        /// Those that what carries them bears before it.
        borne: Handle = |_| 0,
        /// What has moved, as it was before.
        moved: (Handle, PointQ16, Option<Handle>) = |_| 0,
        /// Where the ways of these slots began.
        starts: (u32, PreviousPosition) = |_| 0,
        /// What a crate that is freed takes along: the slots of its column, its riders and their supports, and whom it pushed and carried.
        column: u32 = |_| 0,
        riders: (Handle, Handle) = |_| 0,
        pushed: Handle = |_| 0,
        carried: Handle = |_| 0,
    }
}

/// All lists of a convoy. Between moves they are empty.
#[derive(Default)]
pub(crate) struct ConvoyLists<'a> {
    /// The slots of those that are found.
    pub(crate) found: Vec<u32>,
    /// In the order of their handles.
    pub(crate) movables: Vec<Movable<'a>>,
    /// The memory for the obstacles of movables.
    pub(crate) pieces: Vec<Vec<ObstaclePixels<'a>>>,
    /// The slots of the carriers that make the step that is made now, and the memory for a copy.
    pub(crate) along: Vec<u32>,
    pub(crate) spare: Vec<u32>,
    /// The numbers of those that must make a step together, and the memory for those of a nested one.
    pub(crate) party: [Vec<usize>; 2],
    pub(crate) marks: Vec<Whereabouts>,
    pub(crate) changes: Vec<MovableChange>,
    /// The slots of what must be drawn, and whose picture the world can keep.
    pub(crate) undrawn: Vec<u32>,
    /// The most movables, the most obstacles of one, and the most marks since memory was last given back.
    pub(crate) most: [usize; 3],
    /// For how many obstacles each list of them has room once it was used.
    pub(crate) room: usize,
}

impl ConvoyLists<'_> {
    /// The same lists without anything in them, but for the changes.
    pub(crate) fn emptied(mut self) -> ConvoyLists<'static> {
        self.most[0] = self.most[0].max(self.movables.len());
        self.pieces.extend(self.movables.drain(..).map(|movable| movable.pieces));
        let ConvoyLists { found, movables, pieces, along, spare, party, marks, changes, undrawn, most, room } =
            self;
        ConvoyLists {
            found: emptied(found),
            movables: emptied(movables),
            pieces: pieces.into_iter().map(emptied).collect(),
            along: emptied(along),
            spare: emptied(spare),
            party: party.mapped(emptied),
            marks: emptied(marks),
            changes,
            undrawn,
            most,
            room: room.max(most[1]),
        }
    }
}

impl ConvoyLists<'static> {
    /// Gives back memory that no move needed since the last call.
    pub(crate) fn trim(&mut self) {
        let [movables, pieces, marks] = core::mem::take(&mut self.most);
        if self.room / 4 >= pieces {
            self.room = pieces;
        }
        if self.pieces.len() >= LEAST && self.pieces.len() / 4 >= movables {
            self.pieces.truncate(movables);
        }
        self.pieces.iter_mut().for_each(|list| trim(list, pieces));
        trim_all!(movables, self.pieces, self.found, self.movables, self.along, self.spare);
        self.party.iter_mut().for_each(|list| trim(list, movables));
        trim(&mut self.marks, marks.max(8 * movables));
        self.changes.clear();
        trim(&mut self.changes, movables);
        trim(&mut self.undrawn, 0);
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let [one, other] = &self.party;
        heap_bytes!(self.found, self.along, self.spare, self.undrawn, *one, *other, self.movables)
            + heap_bytes!(self.pieces, self.marks, self.changes)
            + self.pieces.iter().map(bytes_of).sum::<usize>()
    }
}

/// The memory of a list, for elements of another lifetime.
pub(crate) fn emptied<T, U>(mut list: Vec<T>) -> Vec<U> {
    list.clear();
    // Collecting an iterator of a vector into a vector of elements of the same size happens in place. Without elements, this changes only the
    // lifetime.
    list.into_iter().map(|_| unreachable!("the list is empty")).collect()
}
