//! The pictures of turned colliders: who needs one, who shares one, and drawing what is missing.
//!
//! A picture depends on the pixels, the matrix and the fraction of a pixel. Colliders for which these are equal share one drawing. A store
//! keeps drawings, within a budget in bytes, for the next collider that comes to the same angle. A crowd that turns by any angle would fill
//! the store with pictures that are never needed again. So a picture is stored when it is requested for the second time; a table of hashes
//! remembers the first request. And a world looks for pictures only as long as that saves time.
//!
//! All of this decides only how much is drawn. No answer depends on it.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::geom::Extent;
use crate::heap::heap_bytes;
use crate::placed::ShapeRef;
use crate::posed::{BakeKey, BakeStore, mixed};
use crate::world::collider::drawing::Drawing;
use crate::world::collider::form::Formed;
use crate::world::collider::options::WorldOptions;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::grow::{LEAST, trim};
use crate::world::plane::Plane;
use crate::world::threads::for_each;

/// A search for one pair is taken to cost about a quarter of a drawing. So a collider with this many undecided pairs is drawn.
const MANY: u8 = 4;

/// Where looking for pictures does not pay, one of this many colliders still looks. So a world finds out when looking begins to pay.
const SAMPLE: u32 = 256;

/// How many pictures the store has room for when the first one enters it.
const FIRST: usize = 256;

/// What is known of a collider's picture, and how often it was asked for. One for each slot.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PictureState {
    /// Whether it is there, or will be drawn in this step.
    pub(crate) is_there: bool,
    /// Whether the picture that the collider has now was asked for.
    was_asked: bool,
    /// Whether the step with this number has looked for a picture to share, and how often it has asked. Only the low half of the number is
    /// kept: no answer depends on it.
    has_looked: bool,
    times: u8,
    step: u16,
}

/// How often a step has asked for a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asks {
    /// This time included.
    times: u8,
    /// Whether this is the first time, and an earlier step has asked for the same picture.
    rests: bool,
}

impl PictureState {
    /// Counts that a step asks.
    fn count(&mut self, step: u16) -> Asks {
        if self.step != step {
            (self.step, self.times, self.has_looked) = (step, 0, false);
        }
        self.times = self.times.saturating_add(1);
        let is_first = self.times == 1;
        let was_asked = core::mem::replace(&mut self.was_asked, true);
        Asks { times: self.times, rests: is_first && was_asked }
    }

    /// After the collider has changed. `looks_the_same` says that only its place did.
    #[inline]
    pub(crate) fn changed(self, looks_the_same: bool) -> PictureState {
        PictureState { is_there: false, was_asked: self.was_asked && looks_the_same, ..self }
    }

    /// Whether a change of the collider changes this state.
    #[inline]
    pub(crate) fn is_known(self) -> bool {
        self.is_there || self.was_asked
    }
}

/// The pictures that a world shares and draws.
#[derive(Debug)]
pub(crate) struct Pictures {
    store: BakeStore<Arc<Drawing>>,
    /// By hash: what was asked for last.
    seen: Vec<Seen>,
    /// Pictures that nobody shows any more. Their memory is used next.
    spare: Vec<Arc<Drawing>>,
    /// Pictures to draw now.
    queue: Vec<Queued>,
    /// Colliders that will show a picture of the queue: their slots, and its place there.
    waiting: Vec<(u32, u32)>,
    /// The number of the step. It may begin anew: no answer depends on it.
    step: u32,
    /// What this step has gained so far.
    gain: Gain,
    /// Whether looking is worth its time for a collider that is asked for fewer than [`MANY`] times: it was in the last step that looked at
    /// all. In a crowd that turns by any angle nobody shares a picture, and each look waits for memory.
    looking_pays: bool,
    pub(crate) drawn: usize,
    pub(crate) shared: usize,
}

/// What one step gained by lookups of pictures that a search could replace.
#[derive(Clone, Copy, Default, Debug)]
struct Gain {
    looked: usize,
    found: usize,
    /// Pictures that were drawn only because others may show them, too.
    offered: usize,
}

impl Gain {
    /// Whether looking paid. None if nobody looked.
    fn pays(self) -> Option<bool> {
        // In tenths of a drawing. A picture that is found spares a search.
        let Gain { looked, found, offered } = self;
        (looked > 0).then(|| 2 * found >= looked + 10 * offered)
    }
}

/// What was asked for last under a hash.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The upper half of the hash, to tell others apart.
    hash: u32,
    /// If it is being drawn: its place in the queue.
    queued: u32,
}

impl Seen {
    const NOTHING: Seen = Seen { hash: 0, queued: u32::MAX };
}

/// A picture to draw.
#[derive(Debug)]
struct Queued {
    slot: u32,
    key: Option<BakeKey>,
    drawing: Arc<Drawing>,
    /// Whether it enters the store.
    is_kept: bool,
}

/// Shares the kept pictures. The lists that are empty between steps start empty.
impl Clone for Pictures {
    fn clone(&self) -> Pictures {
        Pictures {
            store: self.store.clone(),
            seen: self.seen.clone(),
            step: self.step,
            looking_pays: self.looking_pays,
            ..Pictures::new(self.store.max_bytes())
        }
    }
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures::new(WorldOptions::default().drawing_bytes)
    }
}

impl Pictures {
    /// No pictures. Allocates nothing.
    pub(crate) fn new(max_bytes: usize) -> Pictures {
        Pictures {
            store: BakeStore::new(max_bytes),
            seen: Vec::new(),
            spare: Vec::new(),
            queue: Vec::new(),
            waiting: Vec::new(),
            step: 0,
            gain: Gain::default(),
            looking_pays: true,
            drawn: 0,
            shared: 0,
        }
    }

    /// The bytes that it allocated, kept pictures included.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.store.memory_bytes()
            + heap_bytes!(self.seen, self.queue, self.waiting)
            + self.spare.iter().map(|spare| spare.memory_bytes() + size_of::<Arc<Drawing>>()).sum::<usize>()
    }

    /// Gives back the memory for more slots than these, and for more pictures than are drawn in one step. Kept pictures have a limit of their
    /// own; they go when the table was made for four times as many slots.
    pub(crate) fn trim(&mut self, slots: usize, drawn: usize) {
        if self.seen.len() / 4 >= Pictures::room(slots) {
            self.seen = Vec::new();
            self.store = BakeStore::new(self.store.max_bytes());
        }
        if self.spare.len() >= LEAST && self.spare.len() / 4 >= drawn {
            self.spare.truncate(drawn);
        }
        trim(&mut self.spare, drawn);
        trim(&mut self.queue, drawn);
        trim(&mut self.waiting, slots);
    }

    /// How many places the table of what was seen has.
    fn room(slots: usize) -> usize {
        (2 * slots).next_power_of_two().clamp(1 << 8, 1 << 18)
    }

    pub(crate) fn begin_step(&mut self) {
        self.step = self.step.wrapping_add(1);
        self.looking_pays = self.gain.pays().unwrap_or(self.looking_pays);
        (self.drawn, self.shared, self.gain) = (0, 0, Gain::default());
    }

    /// Whether looking is worth its time for a collider that is asked for fewer than [`MANY`] times.
    pub(crate) fn looking_pays(&self) -> bool {
        self.looking_pays
    }

    /// A picture that is kept. Any thread may look for it.
    #[inline]
    pub(crate) fn kept(&self, key: &BakeKey) -> Option<&Drawing> {
        self.store.see(key).map(|drawing| &**drawing)
    }

    /// Counts that a collider was compared by a picture that is kept, once a step.
    pub(crate) fn count_kept(&mut self, picture: &mut PictureState) {
        picture.count(self.step as u16);
        if !core::mem::replace(&mut picture.has_looked, true) {
            self.gain.looked += 1;
            self.gain.found += 1;
            self.shared += 1;
        }
    }

    /// Asks for the picture of a collider that meets another in a way that is not decided yet. If `must`, it is there after
    /// [`Pictures::draw`]; otherwise it may be left to a search.
    pub(crate) fn ask(
        &mut self,
        colliders: &mut [Option<StoredCollider>],
        plane: Plane,
        slot: u32,
        picture: &mut PictureState,
        must: bool,
    ) {
        if picture.is_there {
            return;
        }
        let asks = picture.count(self.step as u16);
        // Where looking does not pay, most are left to the search, and their colliders are not even read. A few show whether it pays now.
        let is_sample = slot.wrapping_add(self.step).is_multiple_of(SAMPLE);
        if must || asks.rests || asks.times >= MANY || self.looking_pays || is_sample {
            picture.is_there = self.provide(colliders, plane, slot, picture, asks, must);
        }
    }

    /// Looks for a picture to share, and queues what must be drawn or will be shared. Returns whether it will be there.
    fn provide(
        &mut self,
        colliders: &mut [Option<StoredCollider>],
        plane: Plane,
        slot: u32,
        picture: &mut PictureState,
        asks: Asks,
        must: bool,
    ) -> bool {
        let room = colliders.len();
        let stored = stored_mut(colliders, slot);
        let formed = stored.formed(plane).filter(|formed| formed.needs_drawing(stored.drawn()));
        let Some(formed) = formed else { return true };
        let wish = Wish::of(slot, &formed);
        let is_wanted = must || asks.times >= MANY;
        // A step counts only its first lookup for a collider. It repeats a lookup only for a picture that it needs.
        let is_first = !core::mem::replace(&mut picture.has_looked, true);
        if !is_first && !is_wanted {
            return false;
        }
        let Some(key) = wish.key else {
            if is_wanted {
                self.queue(stored, wish, false);
            }
            return is_wanted;
        };
        let hash = upper(key.hash());
        let (counts, freely) = (usize::from(is_first), usize::from(is_first && !must));
        self.gain.looked += freely;
        if let Some(found) = self.store.get(&key) {
            let found = Arc::clone(found);
            self.recycle(stored.drawn_mut().replace(found));
            self.shared += counts;
            self.gain.found += freely;
            return true;
        }
        let seen = *self.seen(key.hash(), room);
        let queued = self.queue.get_mut(seen.queued as usize).filter(|queued| queued.key == Some(key));
        if let Some(queued) = queued {
            queued.is_kept = true;
            self.waiting.push((slot, seen.queued));
            self.shared += counts;
            self.gain.found += freely;
            return true;
        }
        let is_known = is_first && (seen.hash == hash || asks.rests);
        if is_wanted || is_known {
            self.gain.offered += usize::from(!is_wanted);
            self.queue(stored, wish, is_known);
        } else {
            *self.seen(key.hash(), room) = Seen { hash, ..Seen::NOTHING };
        }
        is_wanted || is_known
    }

    /// Whether this mask was asked about before, and remembers it.
    pub(crate) fn has_seen(&mut self, stamp: Option<usize>, room: usize) -> bool {
        let Some(stamp) = stamp else { return false };
        let hash = mixed(stamp as u64);
        let seen = Seen { hash: upper(hash), ..Seen::NOTHING };
        core::mem::replace(self.seen(hash, room), seen).hash == seen.hash
    }

    /// The place in the table of what was seen. The table grows with the world.
    fn seen(&mut self, hash: u64, room: usize) -> &mut Seen {
        let wanted = Pictures::room(room);
        if self.seen.len() < wanted {
            self.seen.clear();
            self.seen.resize(wanted, Seen::NOTHING);
        }
        // Each hash has two places, so two pictures of one step with the same place do not replace each other.
        let first = hash as usize & (self.seen.len() - 1);
        let is_busy = (self.seen[first].queued as usize) < self.queue.len();
        let is_mine = |place: usize| self.seen[place].hash == upper(hash);
        let place = if is_mine(first ^ 1) || is_busy && !is_mine(first) { first ^ 1 } else { first };
        &mut self.seen[place]
    }

    fn queue(&mut self, stored: &mut StoredCollider, wish: Wish, is_kept: bool) {
        let Wish { slot, key, .. } = wish;
        // A picture that others show stays theirs.
        let own = stored.drawn_mut().take().filter(|own| Arc::strong_count(own) == 1);
        let drawing = own.or_else(|| self.take_spare(wish)).unwrap_or_default();
        if let Some(key) = key {
            let queued = u32::try_from(self.queue.len()).unwrap_or(u32::MAX);
            *self.seen(key.hash(), 0) = Seen { hash: upper(key.hash()), queued };
        }
        self.queue.push(Queued { slot, key, drawing, is_kept });
    }

    /// A spare drawing, if possible one that is large enough.
    fn take_spare(&mut self, wish: Wish) -> Option<Arc<Drawing>> {
        // How many to look at.
        const LOOKS: usize = 16;
        let fits = |at: &usize| self.spare[*at].has_room(wish.is_alpha, wish.window);
        let last = self.spare.len().checked_sub(1)?;
        let found = (0..=last).rev().take(LOOKS).find(fits);
        Some(self.spare.swap_remove(found.unwrap_or(last)))
    }

    fn recycle(&mut self, old: Option<Arc<Drawing>>) {
        self.spare.extend(old.filter(|old| Arc::strong_count(old) == 1));
    }

    /// Draws what was asked for.
    pub(crate) fn draw(
        &mut self,
        colliders: &mut [Option<StoredCollider>],
        plane: Plane,
        parallel_from: usize,
    ) {
        if self.queue.is_empty() && self.waiting.is_empty() {
            return;
        }
        let all = &*colliders;
        for_each(&mut self.queue, parallel_from / 16, |queued| {
            let stored = all[queued.slot as usize].as_ref().expect("a candidate is there");
            let drawing = Arc::get_mut(&mut queued.drawing).expect("nobody else holds it");
            if let Some(formed) = stored.formed(plane) {
                drawing.draw(formed.texels);
            }
        });
        self.drawn += self.queue.len();
        let mut waiting = core::mem::take(&mut self.waiting);
        for (slot, queued) in waiting.drain(..) {
            let stored = stored_mut(colliders, slot);
            let drawing = Arc::clone(&self.queue[queued as usize].drawing);
            self.recycle(stored.drawn_mut().replace(drawing));
        }
        self.waiting = waiting;
        let Pictures { store, spare, queue, .. } = self;
        for Queued { slot, key, drawing, is_kept } in queue.drain(..) {
            let stored = stored_mut(colliders, slot);
            if let Some(key) = key.filter(|_| is_kept) {
                if store.is_empty() {
                    store.reserve(FIRST);
                }
                let bytes = drawing.memory_bytes();
                store.insert(key, Arc::clone(&drawing), bytes, |old| {
                    spare.extend(Some(old).filter(|old| Arc::strong_count(old) == 1));
                });
            }
            *stored.drawn_mut() = Some(drawing);
        }
    }
}

fn stored_mut(colliders: &mut [Option<StoredCollider>], slot: u32) -> &mut StoredCollider {
    colliders[slot as usize].as_mut().expect("a candidate is there")
}

/// The half of a hash that does not choose the place in the table. Not 0, which stands for nothing.
fn upper(hash: u64) -> u32 {
    (hash >> 32) as u32 | 1
}

/// A picture that a collider needs.
#[derive(Clone, Copy)]
struct Wish {
    slot: u32,
    /// What decides the picture. None if the pixels have no stamp.
    key: Option<BakeKey>,
    is_alpha: bool,
    window: Extent,
}

impl Wish {
    fn of(slot: u32, Formed { texels, footprint, .. }: &Formed<'_>) -> Wish {
        let stamp = match (texels.alpha, texels.placed.shape()) {
            (Some((alpha, _)), _) => alpha.stamp(),
            (None, ShapeRef::Mask(mask)) => mask.stamp(),
            _ => None,
        };
        let key = stamp.map(|stamp| BakeKey::new(stamp, texels.pose()));
        Wish { slot, key, is_alpha: texels.alpha.is_some(), window: footprint.extent }
    }
}
