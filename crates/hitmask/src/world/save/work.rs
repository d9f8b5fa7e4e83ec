//! An upper bound of the work of a world's next step, computed from boxes and kinds of shapes alone. A world from a stranger may have few
//! colliders that together cost hours: circles of a million rows, or a wrapped world of one pixel with a large picture in it.
//!
//! One unit is about a nanosecond: a row of a circle or of a turned rectangle costs some, and so does a word of 64 pixels or a pixel that is
//! drawn.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::broad_phase::{Aabb, AnyBroadPhase, BroadPhase, BroadPhaseKind};
use crate::bytes::{Budget, DecodeError};
use crate::geom::{Extent, Mapped, PointQ16};
use crate::placed::{Footprint, Form};
use crate::world::broad_phase::filter::Filter;
use crate::world::broad_phase::space::Space;
use crate::world::collider::event::EventDetail;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::narrow_phase::raster_cover::PART;
use crate::world::plane::Plane;
use crate::world::store::Store;

/// What a pair costs in any case, and a collider.
const LEAST: u64 = 64;
/// What a row of a circle, a polygon or a turned rectangle costs.
const SPAN: u64 = 64;
/// What a pixel of alphas costs to draw: as much memory as eight pixels of a mask.
const ALPHA: u64 = 8;

/// How the pixels of a collider are read, the cheapest way first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reading {
    /// They are all in its box.
    Box,
    /// One span in each row.
    Spans,
    /// Words of 64 pixels.
    Words,
    /// Each pixel is drawn where it meets something.
    Pixels,
}

/// What a pair's cost depends on.
#[derive(Clone, Copy)]
struct Load {
    /// A box around its pixels.
    b: Aabb,
    /// How far it has moved since the last step, in pixels.
    motion: [u32; 2],
    reading: Reading,
    adds_alphas: bool,
    filter: Filter,
}

/// What it takes to look for the pairs of a space, for each box: a load, the box and its owner, and a broad phase.
const BYTES_OF_BOX: usize = size_of::<Load>() + size_of::<Aabb>() + 64;

/// The work of a step, and the two colliders that cost the most, or twice the one that does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    pub(crate) sum: u64,
    pub(crate) worst: [u32; 2],
}

/// An upper bound of the work of the next step. Once it exceeds the limit, it is any larger number. An error if the budget does not suffice to
/// find it.
pub(crate) fn bound(
    store: &Store,
    limit: u64,
    budget: &mut Budget,
    offset: usize,
) -> Result<Work, DecodeError> {
    let work = Work { sum: 0, worst: [0; 2] };
    let mut total = Total { plane: store.plane(), detail: store.options.detail, work, most: 0 };
    for space in store.spaces.all() {
        let (mut count, mut most) = (0_usize, None);
        for (slot, load, own) in loads(store, space) {
            total.add(own, [slot; 2]);
            let Some(load) = load else { continue };
            count += 1;
            most = Some(most.map_or(load, |most: Load| most.with(&load)));
        }
        if total.work.sum > limit {
            break;
        }
        // Most worlds have small things only: then their pairs need not be looked for.
        let Some(most) = most else { continue };
        let pairs = count as u64 * (count as u64 - 1) / 2;
        let at_most = total.pair(&most, &most).saturating_mul(pairs);
        if total.work.sum.saturating_add(at_most) <= limit {
            total.work.sum = total.work.sum.saturating_add(at_most);
            continue;
        }
        let rows = if store.plane().is_open() { count } else { 4 * count };
        let memory = rows.saturating_mul(BYTES_OF_BOX);
        budget.take(memory, offset)?;
        total.add_pairs(store, space, rows, limit);
        budget.give_back(memory);
    }
    Ok(total.work)
}

/// The slots of the members of a space, what they are in pairs, unless they are disabled or cover nothing, and what each costs by itself.
fn loads<'a>(store: &'a Store, space: &'a Space) -> impl Iterator<Item = (u32, Option<Load>, u64)> + 'a {
    let plane = store.plane();
    (0..space.members.len() as u32).filter_map(move |row| {
        let slot = space.members[row as usize];
        let stored = store.slots.colliders.get(slot as usize)?.as_ref()?;
        let place = store.slots.places[slot as usize];
        // Not a row for a part of a box, nor one that is free.
        if place.row != row || !core::ptr::eq(store.spaces.at(place.space), space) {
            return None;
        }
        let from = place.start.position(store.now).filter(|_| space.swept > 0);
        let Some((mut load, own)) = Load::of(stored, plane, from, Filter::of(stored, slot)) else {
            return Some((slot, None, LEAST));
        };
        if stored.custom().is_some() {
            // It is asked about all that comes into its reach.
            load.b = Extent::from(load.b).around(store.area_of(slot).into()).into();
        }
        Some((slot, Some(load).filter(|_| stored.enabled), own.saturating_add(LEAST)))
    })
}

struct Total {
    plane: Plane,
    detail: EventDetail,
    work: Work,
    /// The work of the worst.
    most: u64,
}

impl Total {
    fn add(&mut self, work: u64, of: [u32; 2]) {
        self.work.sum = self.work.sum.saturating_add(work);
        if work > self.most {
            (self.most, self.work.worst) = (work, of);
        }
    }

    /// Adds the pairs of a space whose boxes meet. `rows` is how many boxes there may be.
    fn add_pairs(&mut self, store: &Store, space: &Space, rows: usize, limit: u64) {
        // Each box with its way, cut at the seams.
        let (mut boxes, mut owners) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
        let own = loads(store, space).filter_map(|(slot, load, _)| Some((slot, load?)));
        for owner in own {
            for &part in self.plane.cut(owner.1.with_way()).as_slice() {
                boxes.push(part);
                owners.push(owner);
            }
        }
        let (sum, most, worst) =
            (AtomicUsize::new(0), AtomicUsize::new(0), [0; 2].mapped(|_| AtomicUsize::new(0)));
        let keep = |i: u32, j: u32| {
            let [(one, a), (other, b)] = [owners[i as usize], owners[j as usize]];
            if one != other && a.filter.agree(b.filter) {
                let work = usize::try_from(self.pair(&a, &b)).unwrap_or(usize::MAX);
                // One thread searches.
                sum.store(sum.load(Ordering::Relaxed).saturating_add(work), Ordering::Relaxed);
                if work > most.load(Ordering::Relaxed) {
                    most.store(work, Ordering::Relaxed);
                    worst
                        .iter()
                        .zip([one, other])
                        .for_each(|(to, slot)| to.store(slot as usize, Ordering::Relaxed));
                }
            }
            false
        };
        let mut broad_phase = AnyBroadPhase::new(BroadPhaseKind::Auto, usize::MAX);
        broad_phase.update(&boxes);
        // Pairs that are not kept count a sixteenth.
        let looks = usize::try_from((limit - self.work.sum) / LEAST / 16 + 1).unwrap_or(usize::MAX);
        let keep: &(dyn Fn(u32, u32) -> bool + Sync) = &keep;
        let is_counted = broad_phase.pairs(&boxes, &keep, looks, &mut Vec::new()).is_ok();
        let [sum, most] = [sum, most].mapped(|work| match work.into_inner() {
            usize::MAX => u64::MAX,
            work => work as u64,
        });
        let worst = worst.mapped(|slot| slot.into_inner() as u32);
        self.add(most, worst);
        self.work.sum = self.work.sum.saturating_add(sum - most);
        // A step may stop with an error at that many pairs, but it may also leave most of them out, and questions have no such limit.
        if !is_counted {
            self.work.sum = u64::MAX;
        }
    }

    /// What a pair costs at most.
    fn pair(&self, a: &Load, b: &Load) -> u64 {
        let sizes = [a.size(), b.size()];
        let least = [0, 1].mapped(|i| sizes[0][i].min(sizes[1][i]));
        let shared = match a.shared(b) {
            // On a torus they may meet anywhere.
            Some(shared) if self.plane.is_open() => shared,
            _ => least,
        };
        let by_alphas = a.adds_alphas && b.adds_alphas;
        let look = |size| reading_cost(a.reading, b.reading, by_alphas, size);
        let EventDetail { area, bounds, normal, separation, .. } = self.detail;
        let looks = 2 + u64::from(area) + 2 * u64::from(bounds) + 4 * u64::from(normal);
        let mut work = look(shared).saturating_mul(looks);
        if separation && (a.reading, b.reading) != (Reading::Box, Reading::Box) {
            // The shortest way past the boxes; the answer is no longer.
            let [w, h] = shared.mapped(u64::from);
            let depth = w.min(h);
            let offsets = depth.saturating_mul(depth).saturating_mul(w.max(h)) / 4;
            work = work.saturating_add(offsets).saturating_add(look(shared).saturating_mul(61));
        }
        if a.filter.is_swept || b.filter.is_swept {
            let along = |i: usize| {
                let motion = u64::from(a.motion[i]) + u64::from(b.motion[i]);
                motion.min(u64::from(sizes[0][i]) + u64::from(sizes[1][i]))
            };
            work = work.saturating_add(look(least).saturating_mul(1 + along(0) + along(1)));
        }
        if !self.plane.is_open() && (a.reading, b.reading) != (Reading::Box, Reading::Box) {
            work = work.saturating_mul(self.torus_images(a, b)).saturating_add(self.drawn_on_torus(a, b));
        }
        work.saturating_add(LEAST)
    }

    /// In how many ways images of a pair may meet, also on their ways.
    fn torus_images(&self, a: &Load, b: &Load) -> u64 {
        let [w, h] = [self.plane.periods().0, self.plane.periods().1].mapped(|side| side.unsigned_abs());
        let laps = |load: &Load| u64::from(load.motion[0]) / w + u64::from(load.motion[1]) / h;
        let laps = if a.filter.is_swept || b.filter.is_swept { laps(a) + laps(b) } else { 0 };
        images(self.plane, a.size(), b.size()).saturating_add(laps)
    }

    /// What is larger than a torus is drawn on all of it, image by image.
    fn drawn_on_torus(&self, a: &Load, b: &Load) -> u64 {
        let fits = |load: &Load| self.plane.fits(Extent::of_size(load.size()[0], load.size()[1]));
        if fits(a) && fits(b) {
            return 0;
        }
        let (w, h) = self.plane.periods();
        let part = |side: i64| side.min(PART).unsigned_abs();
        let parts = (w as u64).div_ceil(PART as u64) * (h as u64).div_ceil(PART as u64);
        let words = part(h) * (1 + part(w) / 64) + LEAST;
        let images =
            images(self.plane, a.size(), [0; 2]).saturating_add(images(self.plane, b.size(), [0; 2]));
        let area = |load: &Load| u64::from(load.size()[0]).saturating_mul(load.size()[1].into());
        images.saturating_mul(parts).saturating_mul(words).saturating_add(area(a)).saturating_add(area(b))
    }
}

/// How many images of a thing lie over another thing.
fn images(plane: Plane, one: [u32; 2], other: [u32; 2]) -> u64 {
    if plane.is_open() {
        return 1;
    }
    let (w, h) = plane.periods();
    let along = |i: usize, side: i64| (u64::from(one[i]) + u64::from(other[i])) / side.unsigned_abs() + 1;
    along(0, w).saturating_mul(along(1, h))
}

/// What it costs to look at all pixels of a size once.
fn reading_cost(a: Reading, b: Reading, by_alphas: bool, [w, h]: [u32; 2]) -> u64 {
    let (w, h) = (u64::from(w), u64::from(h));
    match a.max(b) {
        Reading::Pixels => w.saturating_mul(h),
        _ if by_alphas => w.saturating_mul(h),
        Reading::Words => h.saturating_mul(1 + w / 64),
        Reading::Spans => h.saturating_mul(SPAN),
        Reading::Box => 1,
    }
}

impl Load {
    /// Of a collider, and what it costs by itself: its picture, and a question that meets all of it. None if it covers nothing. `from` is where
    /// its way begins.
    fn of(
        stored: &StoredCollider,
        plane: Plane,
        from: Option<PointQ16>,
        filter: Filter,
    ) -> Option<(Load, u64)> {
        let formed = stored.formed(plane)?;
        let Footprint { form, extent, .. } = formed.footprint;
        let reading = match form {
            Form::Nothing => return None,
            Form::Box => Reading::Box,
            _ if formed.texels.placed.shape().has_convex_image() => Reading::Spans,
            Form::Plain | Form::Turned(_) | Form::Drawn => Reading::Words,
            Form::Large => Reading::Pixels,
        };
        let adds_alphas = formed.texels.alpha.is_some();
        let motion = from.map_or([0; 2], |from| {
            let way = stored.position - from;
            [way.x, way.y].mapped(|way| u32::try_from((way >> 16).unsigned_abs() + 1).unwrap_or(u32::MAX))
        });
        let load = Load { b: extent.into(), motion, reading, adds_alphas, filter };
        let picture = match form {
            Form::Drawn if adds_alphas => extent.area().saturating_mul(ALPHA),
            Form::Drawn => extent.area(),
            _ => 0,
        };
        let question = match reading {
            Reading::Box => return Some((load, 0)),
            Reading::Spans => load.size()[1].into(),
            Reading::Words => 0,
            // Squares of 64 pixels along its edge.
            Reading::Pixels => (u64::from(load.size()[0]) + u64::from(load.size()[1])).saturating_mul(64),
        };
        let images = images(plane, load.size(), [0; 2]);
        Some((load, picture.saturating_add(question).saturating_add(images)))
    }

    fn size(&self) -> [u32; 2] {
        let side = |first: i32, last: i32| first.abs_diff(last).saturating_add(1);
        if self.b.is_empty() { [0; 2] } else { [side(self.b.x0, self.b.x1), side(self.b.y0, self.b.y1)] }
    }

    /// The size of what two boxes share. None if that is nothing.
    fn shared(&self, other: &Load) -> Option<[u32; 2]> {
        let (a, b) = (self.b, other.b);
        let shared = Aabb { x0: a.x0.max(b.x0), y0: a.y0.max(b.y0), x1: a.x1.min(b.x1), y1: a.y1.min(b.y1) };
        (!shared.is_empty()).then(|| Load { b: shared, ..*self }.size())
    }

    /// What costs as much as either of two, with any other.
    fn with(&self, other: &Load) -> Load {
        let (a, b) = (self.size(), other.size());
        let last = [0, 1].mapped(|i| (i64::from(i32::MIN) + i64::from(a[i].max(b[i])) - 1) as i32);
        Load {
            b: Aabb { x0: i32::MIN, y0: i32::MIN, x1: last[0], y1: last[1] },
            motion: [0, 1].mapped(|i| self.motion[i].max(other.motion[i])),
            reading: self.reading.max(other.reading),
            adds_alphas: self.adds_alphas || other.adds_alphas,
            filter: Filter { is_swept: self.filter.is_swept || other.filter.is_swept, ..self.filter },
        }
    }

    /// The box around its way. It may have come from any side.
    fn with_way(&self) -> Aabb {
        let [x, y] = self.motion;
        let Aabb { x0, y0, x1, y1 } = self.b;
        Aabb {
            x0: x0.saturating_sub_unsigned(x),
            y0: y0.saturating_sub_unsigned(y),
            x1: x1.saturating_add_unsigned(x),
            y1: y1.saturating_add_unsigned(y),
        }
    }
}
