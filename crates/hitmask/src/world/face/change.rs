//! Changing colliders.

use alloc::sync::Arc;

use crate::geom::{PointQ16, Transform};
use crate::tiles::Terrain;
use crate::world::World;
use crate::world::store::start::WayStart;
use crate::world::types::collider::{ColliderKind, ColliderShape, Layers};
use crate::world::types::custom::{CustomTest, Member};
use crate::world::types::handle::Handle;

impl World {
    /// Sets a collider's shape. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_shape(&mut self, handle: Handle, shape: impl Into<ColliderShape>) -> Option<()> {
        let shape = shape.into();
        self.store.change(handle, |figure, _| {
            figure.collider.shape = shape;
            figure.forget_picture();
        })
    }

    /// Shows another frame of a collider's animation, counted from 0. None if the handle is stale.
    ///
    /// # Panics
    /// If the shape is not [`ColliderShape::Frames`], or the frame's number is not below the number of frames.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_frame(&mut self, handle: Handle, frame: usize) -> Option<()> {
        self.store.change(handle, |figure, _| {
            let ColliderShape::Frames(frames) = &mut figure.collider.shape else {
                panic!("collider {handle:?} is not an animation: its shape is {:?}", figure.collider.shape)
            };
            if frames.current() != frame {
                frames.show(frame);
                figure.forget_picture();
            }
        })
    }

    /// Edits a collider's terrain in place: carve, draw, restore a snapshot. Returns what `edit` returns. None if the handle is stale or
    /// the shape is not a terrain; `edit` is not called then.
    ///
    /// If the `Arc` of the terrain is shared, the world first makes a copy of its own and edits that. The copy shares its tiles with the
    /// original, so it costs the index of the tiles, not the pixels.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, Probe, QueryFilter, Rect, Terrain, World};
    /// let mut world = World::new();
    /// let ground = world.insert(Collider::new(Terrain::filled(1000, 200)).at((0, 100)));
    /// let here = Probe::point((500, 110));
    /// assert!(world.query(&here, &QueryFilter::default()).any());
    /// let change = world.edit_terrain(ground, |terrain| terrain.carve(&Rect::new(490, 0, 20, 20), (0, 0)));
    /// assert_eq!(change.unwrap().pixels, 400);
    /// assert!(!world.query(&here, &QueryFilter::default()).any());
    /// ```
    #[doc(alias = "carve")]
    #[must_use = "None says that the handle is stale or its shape is not a terrain, and that nothing was changed"]
    pub fn edit_terrain<R>(&mut self, handle: Handle, edit: impl FnOnce(&mut Terrain) -> R) -> Option<R> {
        let mut result = None;
        self.store.change(handle, |figure, _| {
            if let ColliderShape::Terrain(terrain) = &mut figure.collider.shape {
                result = Some(edit(Arc::make_mut(terrain)));
            }
        })?;
        result
    }

    /// Enables or disables a collider: see [`Collider::enabled`]. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_enabled(&mut self, handle: Handle, enabled: bool) -> Option<()> {
        self.store.change(handle, |figure, start| {
            if enabled && !figure.collider.enabled {
                *start = WayStart::default();
            }
            figure.collider.enabled = enabled;
        })
    }

    /// Sets a collider's own test; None removes it. Returns None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_test(&mut self, handle: Handle, test: impl Into<Option<Arc<dyn CustomTest>>>) -> Option<()> {
        let test = test.into();
        self.store.change(handle, |figure, _| figure.collider.custom = test)
    }

    /// Sets a collider's layers. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_layers(&mut self, handle: Handle, layers: Layers) -> Option<()> {
        self.store.refilter(handle, |collider| collider.layers = layers)
    }

    /// Makes a collider a body, a character, a one-way platform, or a sensor. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_kind(&mut self, handle: Handle, kind: ColliderKind) -> Option<()> {
        self.store.refilter(handle, |collider| collider.kind = kind)?;
        // A character stands on whole pixels.
        self.store.change(handle, |_, _| {})
    }

    /// Sets a collider's data. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_data(&mut self, handle: Handle, data: u64) -> Option<()> {
        self.store.refilter(handle, |collider| collider.data = data)
    }

    /// Sets a collider's group: see [`Collider::group`]. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_group(&mut self, handle: Handle, group: u32) -> Option<()> {
        self.store.refilter(handle, |collider| collider.group = group)
    }

    /// Sets a collider's place in the drawing order: see [`Collider::order`]. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_order(&mut self, handle: Handle, order: i32) -> Option<()> {
        self.store.refilter(handle, |collider| collider.order = order)
    }

    /// Moves a collider to another space. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_space(&mut self, handle: Handle, space: u32) -> Option<()> {
        self.store.set_space(handle, space)
    }

    /// Makes a collider swept, or ends that: see [`Collider::swept`](field@crate::Collider::swept). None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_swept(&mut self, handle: Handle, swept: bool) -> Option<()> {
        self.store.refilter(handle, |collider| collider.swept = swept)
    }

    /// Makes a collider first-only, or ends that: see [`Collider::first_only`](field@crate::Collider::first_only). None if the handle is
    /// stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_first_only(&mut self, handle: Handle, first_only: bool) -> Option<()> {
        self.store.refilter(handle, |collider| collider.first_only = first_only)
    }

    /// Puts a collider at a position without a way to it: a swept collider touches nothing between its old place and this one. Otherwise as
    /// [`World::set_position`]. None if the handle is stale.
    ///
    /// # Panics
    /// If a coordinate is beyond [`PointQ16::LIMIT`].
    ///
    /// ```
    /// use hitmask::{Collider, EventKind, Mask, Rect, World};
    /// let mut world = World::new();
    /// let wall = world.insert(Collider::new(Rect::new(100, 0, 4, 100)));
    /// let shot = world.insert(Collider::new(Mask::filled(4, 2)).at((0, 50)).swept());
    /// world.step()?;
    /// world.set_position(shot, (300, 50)).unwrap();
    /// assert_eq!(world.step()?[0].kind, EventKind::Pass);                 // it went through the wall
    /// world.teleport(shot, (0, 50)).unwrap();
    /// assert!(world.step()?.is_empty());                                  // it did not come back through the wall
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn teleport(&mut self, handle: Handle, position: impl Into<PointQ16>) -> Option<()> {
        let position = position.into();
        self.store.change(handle, |figure, start| {
            figure.collider.transform.set_position(position);
            *start = WayStart::default();
        })
    }

    /// Moves many colliders at once, on several threads. `f` is called for each collider. It returns where the collider lies from now on, or
    /// None if it stays as it is. The world is then what [`World::set_transform`] for each of them would make it.
    ///
    /// With the feature `parallel` it uses threads if there are at least [`WorldOptions::parallel_from`](crate::WorldOptions::parallel_from)
    /// slots. So let `f` do the work that it takes to find a transform: sines and cosines cost more than the rest. [`Collider::data`](field@crate::Collider::data)
    /// tells it which of your sprites a collider is. `f` is called in no particular order, on several threads, once for each collider; the
    /// result does not depend on it. Custom tests' `reach` is called on these threads, too.
    ///
    /// ```
    /// use hitmask::{Angle, Collider, Mask, PoseParts, Transform, World};
    /// struct Ship { at: [f64; 2], degrees: f64 }
    /// let ships: Vec<Ship> = (0..100).map(|i| Ship { at: [f64::from(i) * 20.0, 50.0], degrees: f64::from(i) }).collect();
    /// let mut world = World::new();
    /// for i in 0..100 {
    ///     world.insert(Collider::new(Mask::filled(16, 16)).with_data(i));
    /// }
    /// world.set_transforms(|member| {
    ///     let ship = &ships[member.collider.data as usize];
    ///     let parts = PoseParts { position: ship.at, rotation: Angle::Degrees(ship.degrees), ..PoseParts::default() };
    ///     Transform::new(&parts).ok()
    /// });
    /// world.step()?;
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    ///
    /// # Panics
    /// If `f` panics. Some colliders are moved then, others are not.
    ///
    /// # Complexity
    /// Linear in the number of slots.
    #[doc(alias = "par_iter")]
    #[doc(alias = "bulk")]
    pub fn set_transforms(&mut self, f: impl Fn(Member<'_>) -> Option<Transform> + Sync + Send) {
        self.store.set_transforms(&mut self.moved, f);
    }
}
