//! Worlds from any bytes: an error, or a world that is consistent and is written as exactly the same bytes.

use std::cell::RefCell;
use std::sync::Arc;

use hitmask::{
    Collider, ColliderRef, ColliderShape, CustomTest, DecodeErrorKind, DecodeLimits, Event, Frames, Handle,
    Mask, Member, MoveOptions, PointQ16, Probe, QueryFilter, Rect, Terrain, Verdict, World,
};
use hitmask_oracle::sealed;

/// Decides nothing, and reaches a little farther than its collider.
struct Silent;

impl CustomTest for Silent {
    fn test(&self, _: Member<'_>, _: Member<'_>) -> Option<Verdict> {
        None
    }

    fn reach(&self, _: ColliderRef<'_>, own: Option<Rect>) -> Option<Rect> {
        own.filter(|own| own.w < 1000)
    }
}

fn shape(key: u64) -> Option<ColliderShape> {
    Some(match key {
        0 => Mask::from_fn(20, 10, |x, y| x * y % 3 == 0).into(),
        1 => Terrain::filled(70, 70).into(),
        2 => [Mask::filled(2, 3), Mask::filled(3, 2)].into_iter().collect::<Frames>().into(),
        3 => Rect::new(0, 0, 5, 5).into(),
        _ => return None,
    })
}

/// Tries the bytes as they are, and then as a state with a valid frame around them, so that the search gets past the checksum: as a world
/// without parts, and as one with parts.
pub(crate) fn world(bytes: &[u8]) {
    let _ = World::from_bytes(bytes, shape, |_| None);
    [1, 2].into_iter().for_each(|version| framed(bytes, version));
}

fn framed(bytes: &[u8], version: u8) {
    let head = [b'H', b'W', b'L', b'D', version, 0, 0, 0];
    let mut framed = [&head[..], &(bytes.len() as u64 + 24).to_le_bytes()].concat();
    framed.extend(bytes);
    let framed = sealed(&framed);
    // A step of a world that is read takes some milliseconds: the search stops at an input that takes longer.
    let limits = DecodeLimits { memory: 1 << 22, work: 1 << 22 };
    let keys = RefCell::new((Vec::new(), Vec::new()));
    let read = World::from_bytes_with(
        &framed,
        &limits,
        |key| {
            keys.borrow_mut().0.push(key);
            shape(key)
        },
        |key| {
            keys.borrow_mut().1.push(key);
            (key < 9).then(|| Arc::new(Silent) as Arc<dyn CustomTest>)
        },
    );
    let world = match read {
        Ok(world) => world,
        Err(error) => {
            let is_of_frame = matches!(
                error.kind,
                DecodeErrorKind::WrongChecksum
                    | DecodeErrorKind::WrongLength { .. }
                    | DecodeErrorKind::WrongFormat
            );
            assert!(!is_of_frame, "{error}");
            return;
        }
    };
    world.validate().unwrap();
    let (shapes, tests) = keys.into_inner();
    // With little memory it is refused, or takes hardly more than that. Lists that grow may have room for twice as many.
    let little = DecodeLimits { memory: 1 << 11, ..DecodeLimits::default() };
    let silent = |_| Some(Arc::new(Silent) as Arc<dyn CustomTest>);
    match World::from_bytes_with(&framed, &little, shape, silent) {
        Ok(small) => {
            let memory = small.memory_bytes() - World::new().memory_bytes();
            assert!(memory <= 2 * little.memory, "{memory} bytes");
        }
        Err(error) => assert!(matches!(error.kind, DecodeErrorKind::TooMuchMemory { .. }), "{error}"),
    }
    // An animation or a rectangle for the key of another kind of shape is written in another way.
    if shapes.iter().all(|&key| key < 2) {
        let (mut shapes, mut tests) = (shapes.into_iter(), tests.into_iter());
        let again = world.to_bytes(|_, _| shapes.next().unwrap(), |_, _| tests.next().unwrap());
        assert_eq!(again, framed);
    }
    let mut other = World::new();
    other.insert(Collider::new(Mask::filled(9, 9)));
    other.restore(&world.snapshot());
    other.validate().unwrap();
    assert_eq!(other.state_hash(), world.state_hash());
    // The next step is the same.
    let mut world = world;
    assert_eq!(other.step().map(<[Event]>::to_vec), world.step().map(<[Event]>::to_vec));
    assert_eq!(other.state_hash(), world.state_hash());
    world.validate().unwrap();
    // Where a thing is large, moves would take too long.
    let is_small = |member: Member<'_>| {
        let position = member.collider.position();
        let bounds = world.bounds(member.handle).unwrap_or_default();
        position.x.abs().max(position.y.abs()) < 1 << 26 && bounds.w.max(bounds.h) < 1 << 10
    };
    if world.members().all(is_small) {
        assert_eq!(use_it(&mut other), use_it(&mut world));
        world.validate().unwrap();
    }
}

/// Asks about a few colliders and moves them. What all of it told.
fn use_it(world: &mut World) -> String {
    let (filter, options) =
        (QueryFilter::default(), MoveOptions { step_up: 2, step_down: 3, ..MoveOptions::default() });
    let mut told = String::new();
    let handles: Vec<Handle> = world.members().map(|member| member.handle).take(4).collect();
    for &handle in &handles {
        // A shape that no mask can hold is refused.
        let cast = world.try_cast_all(handle, (9, -4), &filter);
        let slid = world.try_move_and_slide(handle, PointQ16::new(200_000, 99_999), &options, &filter);
        let moved = world.try_move_solid(handle, (-3, 2), &handles, &MoveOptions::default());
        let fit = world.try_unstick(handle, 3, &filter);
        let at = world.bounds(handle).unwrap_or_default();
        let probe = Probe::shape(at, None);
        let found = (world.pick((at.x, at.y), &filter), world.nearest((at.x, at.y), 30, &filter));
        let all = (world.query(&probe, &filter).all(), world.closest(handle, handles[0]));
        told += &format!("{cast:?} {slid:?} {moved:?} {fit:?} {found:?} {all:?}\n");
    }
    if let Some(&handle) = handles.first() {
        let _ = world.remove(handle);
    }
    let fresh = world.insert(Collider::new(Rect::new(0, 0, 3, 3)).swept());
    let events = world.step().map(<[Event]>::to_vec);
    told + &format!("{events:?} {fresh:?} {:016x}", world.state_hash())
}
