//! What carries a character or a crate.

use alloc::vec::Vec;

use crate::geom::PointQ16;
use crate::mover::{MoveOptions, ObstaclePixels, Walk, pivot_pixel};
use crate::world::collider::ColliderKind;
use crate::world::collider::handle::Handle;
use crate::world::mover::slide::FEW;
use crate::world::queries::query::QueryFilter;
use crate::world::store::Store;

impl Store {
    /// What carries a collider. None if nothing does, if it is moved as neither a character nor a crate, or if the handle is stale.
    pub(crate) fn support(&self, handle: Handle) -> Option<Handle> {
        let stored = self.stored(handle).filter(|stored| stored.enabled && self.is_movable(handle.index))?;
        let body = self.mover(handle.index).ok()?;
        let at = body.corner() + pivot_pixel(stored.position);
        let way = body.mask().extent().shifted(at).grown(1);
        let (mut few, mut many) = ([ObstaclePixels::NOTHING; FEW], Vec::new());
        let pieces = self.pieces_in(way, handle, &QueryFilter::default().about(stored), &mut few, &mut many);
        let options = MoveOptions::default();
        let mut walk = Walk::new(body.mask(), pieces, at, stored.up, &options, PointQ16::ZERO);
        let bears =
            |old: &Handle| self.stored(*old).is_some() && walk.stands_on(|piece| piece.owner == old.index);
        stored.support().filter(bears).or_else(|| Some(self.handle_at(walk.support(None)?.owner)))
    }

    /// Decides anew what carries those that have lost what carried them: these were borne before.
    pub(crate) fn decide_supports(&mut self, borne: &[Handle]) {
        for &handle in borne {
            let support = self.support(handle);
            self.set_support(handle, support);
        }
    }

    /// Sets what carries a collider, if it is moved as a character or a crate.
    pub(crate) fn set_support(&mut self, handle: Handle, support: Option<Handle>) {
        let at = handle.index as usize;
        let Some(stored) = &mut self.slots.colliders[at] else { return };
        let is_kind = matches!(stored.kind, ColliderKind::Character | ColliderKind::Crate);
        if is_kind && stored.support() != support {
            stored.set_support(support);
            self.slots.changed(handle.index);
        }
    }
}
