//! Lists with an entry for each slot. Only inserts make these lists longer, so they reserve little more than they need. Lists that double
//! when they are full would have 131 072 entries for a hundred thousand colliders.
//!
//! A world frees memory that it has not needed for a long time: each list knows which of the [`Peaks`] bounds its length.

use alloc::vec::Vec;

/// Makes a list as long as that.
pub(crate) fn set_slots<T>(list: &mut Vec<T>, slots: usize, value: impl FnMut() -> T) {
    make_room(list, slots);
    list.resize_with(slots, value);
}

/// Adds an entry.
#[inline]
pub(crate) fn push_slot<T>(list: &mut Vec<T>, value: T) {
    make_room(list, list.len() + 1);
    list.push(value);
}

/// The least capacity that is worth giving back.
pub(crate) const LEAST: usize = 64;

/// Gives back the memory of a list that needs at most so many entries, if it has room for four times as many. Lists that need a little more
/// next time get room for an eighth more.
pub(crate) fn trim<T>(list: &mut Vec<T>, most: usize) {
    let most = most.max(list.len());
    if list.capacity() >= LEAST && list.capacity() / 4 >= most {
        list.shrink_to(most + most / 8);
    }
}

/// Trims several lists, none of which needs more entries than this.
macro_rules! trim_all {
    ($most:expr, $($list:expr),+ $(,)?) => { $($crate::world::grow::trim(&mut $list, $most);)+ };
}
pub(crate) use trim_all;

/// Makes room for this many entries, and an eighth more.
#[inline]
pub(crate) fn make_room<T>(list: &mut Vec<T>, slots: usize) {
    if slots > list.capacity() {
        list.reserve_exact(room_for(slots) - list.len());
    }
}

/// The room of a list that was just made as long as that.
#[inline]
pub(crate) fn room_for(slots: usize) -> usize {
    slots + slots / 8 + 3
}

/// Declares a struct of lists that are made anew by each step, each with what bounds its length. They keep their memory, so that the next
/// step allocates nothing.
macro_rules! lists {
    ($(#[$about:meta])* $name:ident { $($(#[$says:meta])* $list:ident: $item:ty = $most:expr,)* }) => {
        $(#[$about])*
        #[derive(Default)]
        pub(crate) struct $name {
            $($(#[$says])* pub(crate) $list: alloc::vec::Vec<$item>,)*
        }

        impl $name {
            /// Empties the lists, and gives back the memory that a step with these peaks does not need.
            pub(crate) fn trim(&mut self, peaks: &$crate::world::grow::Peaks) {
                $(
                    self.$list.clear();
                    let most: fn(&$crate::world::grow::Peaks) -> usize = $most;
                    $crate::world::grow::trim(&mut self.$list, most(peaks));
                )*
            }

            pub(crate) fn memory_bytes(&self) -> usize {
                $crate::heap::heap_bytes!($(self.$list),*)
            }
        }
    };
}
pub(crate) use lists;

/// The most of each thing that there was in the steps since memory was last given back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Peaks {
    /// How many steps.
    pub(crate) steps: u32,
    pub(crate) slots: usize,
    /// Candidates, swept ones included, and parts of ways.
    pub(crate) pairs: usize,
    /// Contacts and events.
    pub(crate) touches: usize,
    /// Pictures that were drawn.
    pub(crate) drawn: usize,
    /// Slots, if there was a swept collider.
    pub(crate) swept_paths: usize,
}

impl Peaks {
    /// A list that has had four times the room that it needs, for so many steps, gives it back.
    const STEPS: u32 = 32;

    /// Counts a step.
    pub(crate) fn add(&mut self, step: Peaks) {
        let Peaks { steps, slots, pairs, touches, drawn, swept_paths } = step;
        self.steps += steps;
        self.slots = self.slots.max(slots);
        self.pairs = self.pairs.max(pairs);
        self.touches = self.touches.max(touches);
        self.drawn = self.drawn.max(drawn);
        self.swept_paths = self.swept_paths.max(swept_paths);
    }

    /// The peaks, if there were enough steps. Begins anew.
    pub(crate) fn take(&mut self) -> Option<Peaks> {
        (self.steps >= Peaks::STEPS).then(|| core::mem::take(self))
    }
}
