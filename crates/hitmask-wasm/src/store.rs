//! The objects that JavaScript holds, by number.

use alloc::rc::Rc;
use core::hint::black_box;

#[cfg(feature = "full")]
use hitmask::{
    CollisionBuffer, Component, Components, Outline, Pack, Terrain, TileSet, World, WorldSnapshot,
};

use crate::kind::ColliderShape;
use crate::prelude::*;

/// An object that JavaScript holds.
pub(crate) enum Object {
    Shape(ColliderShape),
    #[cfg(feature = "full")]
    Components(Components),
    #[cfg(feature = "full")]
    Outline(Outline),
    #[cfg(feature = "full")]
    Islands(Vec<Component>),
    #[cfg(feature = "full")]
    TerrainSnapshot(Terrain),
    #[cfg(feature = "full")]
    Buffer(Box<CollisionBuffer>),
    #[cfg(feature = "full")]
    World(Box<World>),
    Cache(Box<PoseCache>),
    #[cfg(feature = "full")]
    WorldSnapshot(Box<WorldSnapshot>),
    #[cfg(feature = "full")]
    Pack(Box<Pack<Vec<u8>>>),
    #[cfg(feature = "full")]
    TileSet(TileSet),
}

/// The objects. Number n lies at n - 1, so that 0 is no number.
struct Store {
    /// Behind a counter, so that the store is not borrowed while somebody looks at an object: a look may make a new one.
    objects: Vec<Option<Rc<Object>>>,
    free: Vec<usize>,
}

static STORE: Global<RefCell<Store>> = Global(RefCell::new(Store { objects: Vec::new(), free: Vec::new() }));

export! {
    /// Forgets an object.
    fn release(number: usize) {
        let object = {
            let mut store = STORE.0.borrow_mut();
            store.free.push(number - 1);
            store.objects[number - 1].take()
        };
        drop(object);
    }

    /// How many objects there are.
    fn object_count() -> usize {
        let store = STORE.0.borrow();
        store.objects.len() - store.free.len()
    }
}

/// JavaScript holds each number in one object of the right class, which forgets the number when it is freed.
const HELD: &str = "JavaScript holds the object, and it is of this kind";

/// How many pages the memory had when an object was kept last.
static PAGES: Global<Cell<usize>> = Global(Cell::new(0));

/// Growing the memory takes an engine milliseconds, whether by one page or by a hundred. The allocator grows it by as little as it needs. So
/// when it has grown, it grows by an eighth more at once. What is given back here serves the next objects.
fn grow_ahead() {
    const PAGE: usize = 1 << 16;
    let pages = core::arch::wasm32::memory_size(0);
    if pages > PAGES.0.get() {
        let mut spare: Vec<u8> = Vec::new();
        if spare.try_reserve_exact(pages / 8 * PAGE).is_ok() {
            // The compiler would leave out memory that nobody sees.
            drop(black_box(spare));
        }
        PAGES.0.set(core::arch::wasm32::memory_size(0));
    }
}

/// Keeps an object and returns its number.
#[expect(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "memory ends long before")]
pub(crate) fn keep(object: Object) -> i32 {
    let mut store = STORE.0.borrow_mut();
    let place = store.free.pop().unwrap_or_else(|| {
        store.objects.push(None);
        store.objects.len() - 1
    });
    store.objects[place] = Some(Rc::new(object));
    grow_ahead();
    place as i32 + 1
}

/// Keeps a shape.
pub(crate) fn keep_shape(shape: impl Into<ColliderShape>) -> i32 {
    keep(Object::Shape(shape.into()))
}

/// An alpha mask by itself goes by alpha sum.
#[cfg(feature = "full")]
pub(crate) fn keep_alpha(alpha: hitmask::AlphaMask) -> i32 {
    keep_shape(ColliderShape::Alpha(Arc::new(alpha), hitmask::AlphaRule::Sum))
}

// The number of a free place, or of an object of another kind, ends the call: `unreachable` in JavaScript. The store is borrowed no more by then,
// and the object is back in it, so that later calls go on. No other numbers come: only this package makes objects of numbers.

/// An object, to look at. Nearly every export looks at one, so this and [`leave`] are no part of each.
#[inline(never)]
fn get(number: usize) -> Rc<Object> {
    let object = STORE.0.borrow().objects[number - 1].clone();
    object.expect(HELD)
}

/// The end of a look.
#[inline(never)]
fn leave(object: Rc<Object>) {
    drop(object);
}

/// An object, to be changed. It is out of the store meanwhile, so that one may look at other objects.
#[inline(never)]
fn take(number: usize) -> Rc<Object> {
    let object = STORE.0.borrow_mut().objects[number - 1].take();
    object.expect(HELD)
}

/// Puts an object back.
#[inline(never)]
fn put_back(number: usize, object: Rc<Object>) {
    STORE.0.borrow_mut().objects[number - 1] = Some(object);
}

/// Looks at an object.
fn with<R>(number: usize, look: impl FnOnce(&Object) -> R) -> R {
    let object = get(number);
    let result = look(&object);
    leave(object);
    result
}

/// Changes an object.
fn with_mut<R>(number: usize, change: impl FnOnce(&mut Object) -> R) -> R {
    let mut object = take(number);
    let result = change(Rc::get_mut(&mut object).expect("nobody looks at it"));
    put_back(number, object);
    result
}

/// Looks at an object, or changes it, whose variant is known.
macro_rules! access {
    ($($variant:ident($type:ty): $look:ident, $change:ident;)*) => {$(
        #[allow(dead_code, reason = "not every kind of object is both looked at and changed")]
        pub(crate) fn $look<R>(number: usize, look: impl FnOnce(&$type) -> R) -> R {
            with(number, |object| match object {
                Object::$variant(object) => Some(look(object)),
                _ => None,
            })
            .expect(HELD)
        }

        #[allow(dead_code, reason = "not every kind of object is both looked at and changed")]
        pub(crate) fn $change<R>(number: usize, change: impl FnOnce(&mut $type) -> R) -> R {
            with_mut(number, |object| match object {
                Object::$variant(object) => Some(change(object)),
                _ => None,
            })
            .expect(HELD)
        }
    )*};
}

access! {
    Shape(ColliderShape): with_shape, change_shape;
    Cache(PoseCache): with_cache, change_cache;
}
#[cfg(feature = "full")]
access! {
    Components(Components): with_components, change_components;
    Outline(Outline): with_outline, change_outline;
    Islands(Vec<Component>): with_islands, change_islands;
    TerrainSnapshot(Terrain): with_terrain_snapshot, change_terrain_snapshot;
    Buffer(CollisionBuffer): with_buffer, change_buffer;
    World(World): with_world, change_world;
    WorldSnapshot(WorldSnapshot): with_world_snapshot, change_world_snapshot;
    Pack(Pack<Vec<u8>>): with_pack, change_pack;
    TileSet(TileSet): with_tile_set, change_tile_set;
}

/// Looks at two shapes for a moment: the store is borrowed meanwhile, so `look` must not touch it. Half as long as [`with_shapes`] takes.
pub(crate) fn glance_at_shapes<R>(
    a: usize,
    b: usize,
    look: impl FnOnce(&ColliderShape, &ColliderShape) -> R,
) -> R {
    let store = STORE.0.borrow();
    let seen = match (store.objects[a - 1].as_deref(), store.objects[b - 1].as_deref()) {
        (Some(Object::Shape(a)), Some(Object::Shape(b))) => Some(look(a, b)),
        _ => None,
    };
    drop(store);
    seen.expect(HELD)
}

/// Looks at two shapes. They may be the same one.
#[inline]
pub(crate) fn with_shapes<R>(
    a: usize,
    b: usize,
    look: impl FnOnce(&ColliderShape, &ColliderShape) -> R,
) -> R {
    with_shape(a, |a| with_shape(b, |b| look(a, b)))
}

/// The shape as it is now. Later edits don't change it.
pub(crate) fn shape(number: usize) -> ColliderShape {
    with_shape(number, ColliderShape::clone)
}

/// Looks at a mask.
pub(crate) fn with_mask<R>(number: usize, look: impl FnOnce(&Mask) -> R) -> R {
    with_shape(number, |shape| match shape {
        ColliderShape::Mask(mask) => Some(look(mask)),
        _ => None,
    })
    .expect(HELD)
}

/// Changes a mask. Copies it first if a world or a snapshot shares it.
pub(crate) fn change_mask<R>(number: usize, change: impl FnOnce(&mut Mask) -> R) -> R {
    change_shape(number, |shape| match shape {
        ColliderShape::Mask(mask) => Some(change(Arc::make_mut(mask))),
        _ => None,
    })
    .expect(HELD)
}

/// Looks at a terrain.
#[cfg(feature = "full")]
pub(crate) fn with_terrain<R>(number: usize, look: impl FnOnce(&Terrain) -> R) -> R {
    with_shape(number, |shape| match shape {
        ColliderShape::Terrain(terrain) => Some(look(terrain)),
        _ => None,
    })
    .expect(HELD)
}

/// Changes a terrain.
#[cfg(feature = "full")]
pub(crate) fn change_terrain<R>(number: usize, change: impl FnOnce(&mut Terrain) -> R) -> R {
    change_shape(number, |shape| match shape {
        ColliderShape::Terrain(terrain) => Some(change(Arc::make_mut(terrain))),
        _ => None,
    })
    .expect(HELD)
}
