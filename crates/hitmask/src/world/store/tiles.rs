//! Changing a tile map that several colliders share: a map's ground, its ledges and its sensors.

use alloc::sync::Arc;

use crate::geom::{Direction, Extent, Mapped, Offset, Point, Transform};
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};
use crate::tile_map::{TileCell, TileDef, TileKind, TileKinds, TileMap, TileSet};
use crate::tile_verbs::TileOverlap;
use crate::world::collider::handle::Handle;
use crate::world::collider::shape::ColliderShape;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::collider::texels::Texels;
use crate::world::collider::{Collider, ColliderKind, ColliderProps};
use crate::world::store::Store;
use crate::world::store::world::World;

/// The colliders of a [`TileMap`] in a world: see [`World::insert_tiles`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct TileColliders {
    /// The root, with the tiles of the kind [`TileKind::Body`].
    pub body: Handle,
    /// Its part with the tiles of the kind [`TileKind::OneWay`]. None if the set has none.
    pub one_way: Option<Handle>,
    /// Its part with the tiles of the kind [`TileKind::OneWayRight`]. None if the set has none.
    pub one_way_right: Option<Handle>,
    /// Its part with the tiles of the kind [`TileKind::OneWayDown`]. None if the set has none.
    pub one_way_down: Option<Handle>,
    /// Its part with the tiles of the kind [`TileKind::OneWayLeft`]. None if the set has none.
    pub one_way_left: Option<Handle>,
    /// Its part with the tiles of the kind [`TileKind::Sensor`]. None if the set has none.
    pub sensor: Option<Handle>,
}

impl World {
    /// Inserts a tile map as ground, one-way ledges and sensors at once. The collider's shape is the map; its layers, its space, its place and
    /// everything else count for all of it.
    ///
    /// The tiles of the kind [`TileKind::Body`] are a collider of the kind that was given, most often a body. Those of the kinds
    /// [`TileKind::OneWay`] (and its relatives that are open to another side) and [`TileKind::Sensor`] are [parts](World::attach) of it, of
    /// the kind [`ColliderKind::OneWay`] and [`ColliderKind::Sensor`]. So what moves, hides or removes the body does so with all of them, and they never meet each other. All share one
    /// map in memory, and [`World::set_tile`] changes it for all. An event and a mover's [`Blocker`](crate::Blocker) name one of the handles and
    /// a pixel; [`World::tile_at`] names the cell.
    ///
    /// ```
    /// use hitmask::{
    ///     Collider, Mask, MoveOptions, Point, QueryFilter, TileCell, TileDef, TileKind, TileMap, TileSet, World,
    /// };
    /// let spikes = TileDef::new(Mask::filled(16, 6)).with_kind(TileKind::Sensor).with_number(25);
    /// let plank = TileDef::new(Mask::filled(16, 4)).with_kind(TileKind::OneWay);
    /// let set = TileSet::new([Mask::filled(16, 16).into(), plank, spikes]);
    /// let mut map = TileMap::new(set, (50, 20), (16, 16));
    /// map.fill((0, 19), 50, (0..50).map(|_| Some(TileCell::new(0))));
    /// map.set((5, 15), TileCell::new(1));
    /// map.set((8, 18), TileCell::new(2));
    ///
    /// let mut world = World::new();
    /// let level = world.insert_tiles(Collider::new(map));
    /// let hero = world.insert(Collider::new(Mask::filled(10, 20)).at((83, 200)).character());
    /// let (options, all) = (MoveOptions::default(), QueryFilter::default());
    /// let slid = world.move_and_slide(hero, (0, 100), &options, &all).unwrap();
    /// let floor = slid.floor.unwrap();
    /// assert_eq!(Some(floor.handle), level.one_way);
    /// assert_eq!(world.tile_at(floor.handle, floor.pixel).unwrap().cell, Point::new(5, 15));
    ///
    /// world.set_tile(level.body, (5, 15), None).unwrap();                   // the plank breaks
    /// let slid = world.move_and_slide(hero, (48, 0), &options, &all).unwrap();
    /// assert!(slid.floor.is_none());
    /// let _ = world.move_and_slide(hero, (0, 100), &options, &all);          // on the ground, and in the spikes
    /// let event = world.step()?[0];
    /// let (place, first) = (event.other(hero).unwrap().0, event.touch.unwrap().first);
    /// assert_eq!((Some(place), world.tile_at(place, first).unwrap().number), (level.sensor, 25));
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    ///
    /// # Panics
    /// If the collider's shape is not a tile map. [`World::try_insert_tiles`] returns an error instead.
    #[doc(alias = "insert_map")]
    #[doc(alias = "level")]
    pub fn insert_tiles(&mut self, collider: Collider) -> TileColliders {
        self.try_insert_tiles(collider).or_panic()
    }

    /// The checked form of [`World::insert_tiles`].
    ///
    /// # Errors
    /// [`InvalidArgument`], if the collider's shape is not a tile map.
    pub fn try_insert_tiles(&mut self, collider: Collider) -> Result<TileColliders, InvalidArgument> {
        let ColliderShape::Tiles(map, kinds) = &collider.shape else {
            return Err(InvalidArgument::new("shape", InvalidReason::WrongShape));
        };
        let (map, kinds) = (map.clone(), map.only(*kinds).kinds());
        let body = Collider {
            shape: ColliderShape::Tiles(Arc::clone(&map), kinds.intersection(TileKind::Body.into())),
            ..collider.clone()
        };
        let body = self.insert(body);
        let mut part = |seen: TileKind, kind: ColliderKind| {
            let open_side = seen.open_side().unwrap_or(collider.open_side);
            let seen = kinds.intersection(TileKinds::from(seen));
            if seen.index() == 0 {
                return None;
            }
            let shape = ColliderShape::Tiles(Arc::clone(&map), seen);
            let transform = Transform::default();
            let props = ColliderProps { kind, open_side, enabled: true, ..collider.props };
            let part = Collider { shape, transform, props, ..collider.clone() };
            let part = self.insert(part);
            let attached = self.store.attach(body, part);
            attached.expect("the body is no part").expect("both were just inserted");
            Some(part)
        };
        let one_ways = Direction::ALL.mapped(|side| part(TileKind::one_way_to(side), ColliderKind::OneWay));
        let [one_way, one_way_right, one_way_down, one_way_left] = one_ways;
        let sensor = part(TileKind::Sensor, ColliderKind::Sensor);
        Ok(TileColliders { body, one_way, one_way_right, one_way_down, one_way_left, sensor })
    }

    /// Changes what a cell of a collider's map shows; None empties it. Of a root and its [parts](World::attach), all that share the map
    /// see the change. Returns what the cell showed before. None if the handle is stale or its shape is not a tile map.
    ///
    /// A character is not pushed out of a tile that appears: see [`World::unstick`].
    ///
    /// # Panics
    /// If the cell lies outside the map, or the set has no tile of this id. [`World::try_set_tile`] returns an error instead.
    ///
    /// # Complexity
    /// As [`TileMap::set`], and a little for each collider that shares the map. Allocates nothing, unless a snapshot shares the map too, or
    /// tiles lie there for the first time.
    #[must_use = "None says that the handle is stale or its shape is not a map, and that nothing was changed"]
    pub fn set_tile(
        &mut self,
        handle: Handle,
        cell: impl Into<Point>,
        to: impl Into<Option<TileCell>>,
    ) -> Option<Option<TileCell>> {
        self.try_set_tile(handle, cell, to).or_panic()
    }

    /// The checked form of [`World::set_tile`].
    ///
    /// # Errors
    /// [`InvalidArgument`], if the cell lies outside the map, or the set has no tile of this id.
    pub fn try_set_tile(
        &mut self,
        handle: Handle,
        cell: impl Into<Point>,
        to: impl Into<Option<TileCell>>,
    ) -> Result<Option<Option<TileCell>>, InvalidArgument> {
        let (cell, to) = (cell.into(), to.into());
        self.edit_tiles(handle, |map| map.try_set(cell, to)).transpose()
    }

    /// Changes a collider's map in any way. Of a root and its [parts](World::attach), all that share the map see the change. Returns what
    /// `edit` returns. None if the handle is stale or its shape is not a tile map; then `edit` is not called.
    #[must_use = "None says that the handle is stale or its shape is not a map, and that nothing was changed"]
    pub fn edit_tiles<R>(&mut self, handle: Handle, edit: impl FnOnce(&mut TileMap) -> R) -> Option<R> {
        self.store.edit_tiles(handle, edit)
    }

    /// The tile of a collider's map that covers a pixel of the world: the [first](crate::Touch::first) pixel of an event, the
    /// [pixel](crate::Blocker::pixel) of a blocker, the point of a ray. Only tiles of the collider's kinds count. Of several it is the one
    /// that is drawn last: see [`TileView::tile_at`](crate::TileView::tile_at). Its `first` is a pixel of the map. None if the handle is
    /// stale, its shape is not a tile map, or no tile is solid there.
    ///
    /// The example of [`World::insert_tiles`] shows it.
    #[must_use]
    pub fn tile_at(&self, handle: Handle, pixel: impl Into<Point>) -> Option<TileOverlap> {
        let pixel: Point = pixel.into();
        let stored = self.store.stored(handle)?;
        let ColliderShape::Tiles(map, kinds) = &stored.shape else { return None };
        let placed = Texels::of(&stored.shape, stored.plain_pose()?).placed;
        let Offset { x, y } = self.store.plane().pixel(pixel.into());
        let there = Extent::of_pixel(x, y);
        self.store.plane().images(there, placed.extent()).find_map(|by| {
            let window = there.shifted(-by).intersection(Extent::WORLD).to_rect()?;
            let [u, v] = placed.pose().texels(window).next()?;
            map.only(*kinds).tile_at(Offset::new(u, v).to_point()?)
        })
    }
}

impl Store {
    /// Changes the tile map of a collider, for all colliders of its family that share it. None if the handle is stale or has no map.
    pub(crate) fn edit_tiles<R>(
        &mut self,
        handle: Handle,
        edit: impl FnOnce(&mut TileMap) -> R,
    ) -> Option<R> {
        let ColliderShape::Tiles(map, _) = &self.stored(handle)?.shape else { return None };
        let map = Arc::clone(map);
        let root = self.root(handle.index).unwrap_or(handle.index);
        let no_map = || Arc::new(TileMap::new(TileSet::new::<TileDef>([]), (0, 0), (1, 1)));
        let none = Arc::clone(self.no_map.get_or_insert_with(no_map));
        let mut edited = MapEdit { store: self, root, map, none };
        edited.exchange(|edit| (Arc::clone(&edit.map), Arc::clone(&edit.none)));
        // A map that no snapshot holds has one owner now, and is changed where it lies.
        Some(edit(Arc::make_mut(&mut edited.map)))
    }
}

/// A change of a map in progress. What follows from it is brought up to date even if it panicked.
struct MapEdit<'a> {
    store: &'a mut Store,
    /// The slot of the root.
    root: u32,
    map: Arc<TileMap>,
    none: Arc<TileMap>,
}

impl MapEdit<'_> {
    /// The slot of the root, and those of its parts, one by one.
    fn slot(&self, number: usize) -> Option<u32> {
        match number.checked_sub(1) {
            None => Some(self.root),
            Some(part) => self.store.below(self.root).nth(part),
        }
    }

    /// Gives one map in place of another to all shapes of the family that have it.
    fn exchange(&mut self, maps: impl Fn(&MapEdit<'_>) -> (Arc<TileMap>, Arc<TileMap>)) {
        let (from, to) = maps(self);
        let mut number = 0;
        while let Some(index) = self.slot(number) {
            if let Some(StoredCollider { shape: ColliderShape::Tiles(map, _), .. }) =
                &mut self.store.slots.colliders[index as usize]
                && Arc::ptr_eq(map, &from)
            {
                *map = Arc::clone(&to);
            }
            number += 1;
        }
    }
}

impl Drop for MapEdit<'_> {
    fn drop(&mut self) {
        self.exchange(|edit| (Arc::clone(&edit.none), Arc::clone(&edit.map)));
        let mut number = 0;
        while let Some(index) = self.slot(number) {
            if matches!(self.store.at(index).shape, ColliderShape::Tiles(..)) {
                self.store.commit_one(index);
            }
            number += 1;
        }
    }
}
