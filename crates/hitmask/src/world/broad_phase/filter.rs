//! The filter rule: which colliders may meet, by their layers, groups and kinds. That only those of one space meet follows from the lists:
//! each space has its own.

use crate::world::collider::stored_collider::StoredCollider;
use crate::world::collider::{ColliderKind, Layers};

/// What decides, besides the boxes, whether two colliders are a candidate pair.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Filter {
    pub(crate) layers: Layers,
    /// 0 is no group.
    pub(crate) group: u32,
    /// Whether the group is a root and its parts. Then its number is the root's slot, plus 1.
    pub(crate) is_family: bool,
    pub(crate) is_sensor: bool,
    pub(crate) is_swept: bool,
    pub(crate) is_first_only: bool,
}

impl Filter {
    /// That of the collider in a slot. A root and its parts are a group, unless the root has one.
    #[inline]
    pub(crate) fn of(stored: &StoredCollider, index: u32) -> Filter {
        let family = if stored.group == 0 { stored.family(index) } else { None };
        Filter {
            layers: stored.layers,
            group: family.map_or(stored.group, |root| root + 1),
            is_family: family.is_some(),
            is_sensor: stored.kind == ColliderKind::Sensor,
            is_swept: stored.swept,
            is_first_only: stored.first_only,
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
            && (self.group == 0 || (self.group, self.is_family) != (other.group, other.is_family))
    }

    /// The same filter without the flags that a space counts.
    pub(crate) fn uncounted(self) -> Filter {
        Filter { is_swept: false, is_first_only: false, ..self }
    }
}
