//! What the commands that look at one sprite's shape start from: its picture and its solid pixels.

use std::cell::OnceCell;
use std::rc::Rc;

use hitmask::{DistanceField, Mask, Outside};
use hitmask_assets::Frame;

use crate::args::Source;
use crate::error::Error;
use crate::library::{Body, Library};
use crate::values::SpriteName;

/// A sprite's frame and its solid pixels.
pub(super) struct Picked {
    name: SpriteName,
    pub(super) frame: Frame,
    pub(super) mask: Mask,
    body: Rc<Body>,
    field: OnceCell<DistanceField>,
}

impl Picked {
    pub(super) fn read(source: &Source) -> Result<Self, Error> {
        let (mut library, side) = (Library::new(), source.side());
        let frame = library.frame(&side)?;
        let body = library.body(side)?;
        let mask = body.shape.mask().into_owned();
        Ok(Picked { name: source.file.clone(), frame, mask, body, field: OnceCell::new() })
    }

    /// Says on standard error if there is something to see but nothing solid.
    pub(super) fn remark(&self) {
        self.body.remark(&self.name);
    }

    /// From each pixel to the nearest clear one.
    pub(super) fn distances(&self) -> &DistanceField {
        self.field.get_or_init(|| self.mask.distance_to_clear(Outside::Clear))
    }
}
