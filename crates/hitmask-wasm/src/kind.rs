//! The shapes of a build: all that a collider of the library may be, or masks alone.

#[cfg(feature = "full")]
pub(crate) use hitmask::{ColliderShape, ShapeRef};

#[cfg(not(feature = "full"))]
mod core_only {
    use alloc::sync::Arc;

    use hitmask::Mask;

    /// The library's enum of this name, with the one variant that the core has.
    #[derive(Clone, PartialEq)]
    pub(crate) enum ColliderShape {
        Mask(Arc<Mask>),
    }

    /// The same for the borrowed form.
    pub(crate) type ShapeRef<'a> = Mask;

    impl From<Mask> for ColliderShape {
        fn from(mask: Mask) -> ColliderShape {
            ColliderShape::Mask(Arc::new(mask))
        }
    }

    impl From<Arc<Mask>> for ColliderShape {
        fn from(mask: Arc<Mask>) -> ColliderShape {
            ColliderShape::Mask(mask)
        }
    }

    impl ColliderShape {
        pub(crate) fn as_shape(&self) -> Option<&Mask> {
            let ColliderShape::Mask(mask) = self;
            Some(mask)
        }

        pub(crate) fn memory_bytes(&self) -> usize {
            let ColliderShape::Mask(mask) = self;
            mask.memory_bytes()
        }
    }
}
#[cfg(not(feature = "full"))]
pub(crate) use core_only::{ColliderShape, ShapeRef};
