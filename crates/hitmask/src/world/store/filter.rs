//! The filter rule: which colliders may meet, by their layers, groups and kinds. That only those of one space meet follows from the lists:
//! each space has its own.

use crate::world::types::collider::{Collider, ColliderKind, Layers};

/// What decides, besides the boxes, whether two colliders are a candidate pair.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Filter {
    pub(crate) layers: Layers,
    /// 0 is no group.
    pub(crate) group: u32,
    pub(crate) is_sensor: bool,
    pub(crate) is_swept: bool,
    pub(crate) is_first_only: bool,
}

impl Filter {
    #[inline]
    pub(crate) fn of(collider: &Collider) -> Filter {
        Filter {
            layers: collider.layers,
            group: collider.group,
            is_sensor: collider.kind == ColliderKind::Sensor,
            is_swept: collider.swept,
            is_first_only: collider.first_only,
        }
    }

    /// Whether both let the same colliders through.
    pub(crate) fn is_like(self, other: Filter) -> bool {
        self.uncounted() == other.uncounted()
    }

    /// Whether two colliders may meet.
    #[inline]
    pub(crate) fn agree(self, other: Filter) -> bool {
        self.layers.agree(other.layers)
            && !(self.is_sensor && other.is_sensor)
            && (self.group == 0 || self.group != other.group)
    }

    /// The same of a row whose member is not counted.
    pub(crate) fn uncounted(self) -> Filter {
        Filter { is_swept: false, is_first_only: false, ..self }
    }
}
