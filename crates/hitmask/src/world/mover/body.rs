//! What a collider covers as a mover, and the drawings that are cached for it, so that no move draws what an earlier one has drawn.

use alloc::vec::Vec;

use crate::geom::{Extent, PointQ16, Pose};
use crate::invalid_argument::InvalidArgument;
use crate::mask::fits_mask;
use crate::mover::{BodyPixels, ObstaclePixels, pivot_pixel};
use crate::placed::{Form, Plain, ShapeRef};
use crate::world::collider::drawing::{Drawing, Picture};
use crate::world::collider::form::{Formed, Texels};
use crate::world::collider::{Collider, ColliderRef};
use crate::world::store::Store;

/// What a mover is read from.
enum BodySource<'a> {
    /// Its shape, or the picture from which steps read it.
    AsInSteps,
    /// A drawing of its own: what is to be drawn.
    Own(Texels<'a>),
}

impl<'a> BodySource<'a> {
    fn of(formed: &Formed<'a>) -> BodySource<'a> {
        let Texels { placed, alpha } = formed.texels;
        let is_mask = alpha.is_none() && matches!(placed.shape(), ShapeRef::Mask(_));
        let own = match formed.footprint.form {
            Form::Nothing | Form::Large => false,
            Form::Drawn => alpha.is_some(),
            // Terrains and maps change without notice.
            Form::Plain | Form::Turned(_) | Form::Box => {
                !is_mask && !matches!(placed.shape(), ShapeRef::Terrain(_) | ShapeRef::Tiles(_))
            }
        };
        // A picture is drawn near the origin, and whole. One that ends where the world ends, or that goes around a torus, is cut.
        let extent = formed.footprint.extent;
        let near = Pose { translation: placed.pose().translation.map(|at| at & 0xFFFF), ..*placed.pose() };
        let is_whole = |near: Extent| near.size() == extent.size() && !extent.reaches_the_end();
        match own && fits_mask("mover", extent.size()).is_ok() && is_whole(placed.posed(&near).extent()) {
            true => BodySource::Own(Texels { placed, alpha: None }),
            false => BodySource::AsInSteps,
        }
    }

    /// What must be drawn, besides the picture of steps and its own.
    fn undrawn(
        formed: &Formed<'a>,
        picture: Option<&Drawing>,
        own: Option<&Drawing>,
    ) -> Option<BodySource<'a>> {
        let source = BodySource::of(formed);
        let is_drawn = match source {
            BodySource::AsInSteps => !formed.needs_drawing(picture),
            BodySource::Own(texels) => own.is_some_and(|own| own.is_current(texels.pose())),
        };
        (!is_drawn).then_some(source)
    }
}

/// What a collider covers, as a mover whose position is (0, 0): read from the picture of steps, and from its own, if there are any.
fn formed_body<'a>(
    formed: &Formed<'a>,
    position: PointQ16,
    picture: Option<&'a Drawing>,
    own: Option<&'a Drawing>,
) -> Result<BodyPixels<'a>, InvalidArgument> {
    let pixels = match own.and_then(|own| kept(formed, own)) {
        Some(plain) => BodyPixels::of_plain(plain)?,
        None => formed.cover(picture).map_or_else(|| Ok(BodyPixels::nothing()), |cover| cover.mover())?,
    };
    let pixels = pixels.moved(-pivot_pixel(position));
    Ok(if formed.footprint.form == Form::Drawn { pixels.of_a_drawing() } else { pixels })
}

/// What a drawing of its own shows, if it is one of this mover.
fn kept<'a>(formed: &Formed<'_>, own: &'a Drawing) -> Option<Plain<'a>> {
    let Picture::Bits(bits) = own.picture() else { return None };
    let pose = formed.texels.pose();
    let is_own = own.is_current(pose) && matches!(BodySource::of(formed), BodySource::Own(_));
    is_own.then(|| Plain { shape: ShapeRef::Mask(bits), corner: own.corner(pose) })
}

impl Store {
    /// What a collider covers, as a mover whose position is (0, 0).
    pub(crate) fn mover(&self, index: u32) -> Result<BodyPixels<'_>, InvalidArgument> {
        let stored = self.at(index);
        if let Some(flat) = self.slots.upright[index as usize].flat() {
            let plain = Plain { shape: ShapeRef::Mask(flat.mask), corner: flat.corner.into() };
            return Ok(BodyPixels::of_plain(plain)?.moved(-pivot_pixel(stored.position)));
        }
        match stored.formed(self.plane()) {
            Some(formed) => formed_body(&formed, stored.position, stored.drawn(), stored.body()),
            None => Ok(BodyPixels::nothing()),
        }
    }

    /// What a collider would cover after a change, as a mover whose position is (0, 0). If there is no picture of that, a trial is drawn.
    pub(crate) fn body_after<'a>(
        &'a self,
        index: u32,
        changed: &'a Collider,
        trial: &'a mut Drawing,
    ) -> Result<BodyPixels<'a>, InvalidArgument> {
        let (plane, stored, changed) = (self.plane(), self.at(index), ColliderRef::from(changed));
        let (Some(pose), position) = (changed.pose(), changed.position()) else {
            return Ok(BodyPixels::nothing());
        };
        let formed = Formed::of(changed.shape, pose, plane);
        let is_same = stored.shape.is_same(changed.shape);
        let (picture, own) = if is_same { (stored.drawn(), stored.body()) } else { (None, None) };
        trial.draw(match BodySource::undrawn(&formed, picture, own) {
            None => return formed_body(&formed, position, picture, own),
            Some(BodySource::AsInSteps) => formed.texels,
            Some(BodySource::Own(texels)) => texels,
        });
        formed_body(&formed, position, Some(trial), Some(trial))
    }

    /// What must be drawn before a collider moves, if it can be kept: a picture for steps, or one of its own.
    fn undrawn_body(&self, index: u32) -> Option<BodySource<'_>> {
        if self.slots.upright[index as usize].is_some() {
            return None;
        }
        let stored = self.at(index);
        let formed = stored.formed(self.plane())?;
        BodySource::undrawn(&formed, stored.drawn(), stored.body())
    }

    /// Draws what a collider covers as a mover, if it can be kept.
    pub(crate) fn draw_body(&mut self, index: u32) {
        match self.undrawn_body(index) {
            None => {}
            Some(BodySource::AsInSteps) => self.slots.draw_all(core::iter::once(index), usize::MAX),
            Some(BodySource::Own(_)) => {
                let mut own = core::mem::take(self.stored_mut(index).body_mut());
                if let Some(BodySource::Own(texels)) = self.undrawn_body(index) {
                    own.draw(texels);
                }
                *self.stored_mut(index).body_mut() = own;
            }
        }
    }

    /// Notes a mover that must be drawn.
    pub(crate) fn note_undrawn_body(&self, index: u32, undrawn: &mut Vec<u32>) {
        undrawn.extend(self.undrawn_body(index).map(|_| index));
    }

    /// Notes those obstacles that must be drawn.
    pub(crate) fn note_undrawn(&self, pieces: &[ObstaclePixels<'_>], undrawn: &mut Vec<u32>) {
        let must_be = |owner: u32| self.at(owner).needs_drawing(self.plane());
        let owners = pieces.iter().filter(|piece| piece.is_undrawn()).map(|piece| piece.owner);
        undrawn.extend(owners.filter(|&owner| must_be(owner)));
    }

    /// Draws what was noted.
    pub(crate) fn draw_noted(&mut self, undrawn: &mut Vec<u32>) {
        self.slots.draw_all(undrawn.iter().copied(), usize::MAX);
        for index in undrawn.drain(..) {
            if self.is_movable(index) {
                self.draw_body(index);
            }
        }
    }
}
