//! Saved worlds: snapshots, hashes of states, bytes. Random ones are in `churn.rs`.

use std::sync::Arc;

use hitmask::{
    AlphaMask, AlphaRule, Angle, Circle, Collider, ColliderKind, ColliderProps, ColliderRef, ColliderShape,
    ConvexPolygon, CustomTest, DecodeError, DecodeErrorKind, DecodeLimits, Event, EventKind, Frames, Handle,
    Layers, Mask, Member, PointQ16, Pose, Rect, RunMask, Terrain, Touch, Transform, Verdict, World,
    WorldOptions, WorldSnapshot,
};
use hitmask_oracle::sealed;

/// Touches everything that comes near.
struct Near;

impl CustomTest for Near {
    fn test(&self, _: Member<'_>, other: Member<'_>) -> Option<Verdict> {
        Some(Verdict::Touching(Touch::new((other.handle.index() as i32, 0))))
    }

    fn reach(&self, _: ColliderRef<'_>, own: Option<Rect>) -> Option<Rect> {
        own.map(|own| Rect::new(own.x - 50, own.y - 50, own.w + 100, own.h + 100))
    }
}

fn shapes() -> Vec<ColliderShape> {
    let mask = Arc::new(Mask::from_fn(20, 20, |x, y| x.abs_diff(10).pow(2) + y.abs_diff(10).pow(2) < 90));
    let alpha = Arc::new(AlphaMask::from_fn(12, 12, |x, y| (x * y * 3) as u8));
    vec![
        ColliderShape::from(&mask),
        RunMask::from_mask(&mask).into(),
        ColliderShape::Alpha(Arc::clone(&alpha), AlphaRule::AtLeast(9)),
        ColliderShape::Alpha(alpha, AlphaRule::Sum),
        Terrain::from_mask(&mask).into(),
        Rect::new(-3, 4, 30, 5).into(),
        Circle::new(PointQ16::new(-77, 99), 500_000).unwrap().into(),
        ConvexPolygon::new([(0, 0), (20, 3), (12, 25)].map(PointQ16::from)).unwrap().into(),
        [Mask::filled(3, 9), Mask::filled(9, 3)].into_iter().collect::<Frames>().into(),
    ]
}

/// A world with something of everything, after a step, a removal and a move.
fn rich() -> (World, Vec<Handle>) {
    let mut world = World::new();
    let mut handles = Vec::new();
    for (i, shape) in (0..).zip(shapes()) {
        let props = ColliderProps {
            layers: Layers::new(1 << i | 1, u32::MAX << 3 | 1),
            whole_pixels: i % 2 == 0,
            group: (i / 4) as u32,
            order: 5 - i,
            swept: i == 3,
            first_only: i == 3 || i == 4,
            enabled: i != 6,
            kind: [ColliderKind::Body, ColliderKind::Character, ColliderKind::OneWay, ColliderKind::Sensor]
                [i as usize % 4],
            space: if i == 5 { 7 } else { 0 },
            ..ColliderProps::default()
        };
        let collider = Collider { props, data: 1 << (7 * i), ..Collider::new(shape).at((9 * i, 4 * i)) };
        handles.push(world.insert(collider));
    }
    world.edit(handles[0], |collider| collider.transform.set_rotation(Angle::Degrees(30.0))).unwrap();
    world.edit(handles[1], |collider| collider.transform.set_rotation(Angle::Radians(-0.5))).unwrap();
    world
        .edit(handles[2], |collider| collider.transform.set_rotation(Angle::Steps { step: -3, of: 7 }))
        .unwrap();
    world.edit(handles[3], |collider| collider.transform.set_scale([1.5, -0.25])).unwrap();
    world.edit(handles[4], |collider| collider.transform.set_flip([true, false])).unwrap();
    world.edit(handles[7], |collider| collider.transform.set_pivot([3.5, -1.0 / 3.0])).unwrap();
    world.set_frame(handles[8], 1).unwrap();
    world.set_pose(handles[6], Pose::from_q16([0, -65536, 65536, 0, 7, -9]).unwrap()).unwrap();
    handles.push(world.insert(Collider::new(Mask::filled(4, 4)).at((40, 40)).with_test(Arc::new(Near))));
    handles.push(world.insert(Collider::new(Mask::filled(4, 4)).posed(None)));
    let gone = world.insert(Collider::new(Mask::filled(90, 90)).with_data(77));
    let unused = world.insert(Collider::new(Mask::filled(9, 9)));
    assert!(world.step().unwrap().len() > 4);
    world.remove(unused);
    world.remove(gone);
    world.set_position(handles[0], PointQ16::new(-1, 12345)).unwrap();
    world.validate().unwrap();
    (world, handles)
}

/// The bytes of a world, and its shapes and tests by their keys.
fn saved(world: &World) -> (Vec<u8>, Vec<ColliderShape>, Vec<Arc<dyn CustomTest>>) {
    let (mut shapes, mut tests) = (Vec::new(), Vec::new());
    let bytes = world.to_bytes(
        |handle, shape| {
            assert!(format!("{:?}", world.get(handle).unwrap().shape) == format!("{shape:?}"));
            shapes.push(shape.clone());
            shapes.len() as u64 - 1
        },
        |_, test| {
            tests.push(Arc::clone(test));
            tests.len() as u64 - 1
        },
    );
    (bytes, shapes, tests)
}

fn loaded(
    bytes: &[u8],
    shapes: &[ColliderShape],
    tests: &[Arc<dyn CustomTest>],
) -> Result<World, DecodeError> {
    let shape = |key: u64| shapes.get(key as usize).cloned();
    World::from_bytes(bytes, shape, |key| tests.get(key as usize).cloned())
}

/// Steps and changes. Everything that can be seen of them.
fn play(world: &mut World) -> (Vec<Vec<Event>>, Vec<Handle>, u64) {
    let mut told = vec![world.step().unwrap().to_vec()];
    let fresh = [3, 4].map(|side| world.insert(Collider::new(Mask::filled(side, side))));
    let all: Vec<Handle> = world.members().map(|member| member.handle).collect();
    for &handle in &all {
        let position = world.position(handle).unwrap();
        world.set_position(handle, PointQ16::new(position.x / 2, position.y + 70_000)).unwrap();
        told.push(world.step().unwrap().to_vec());
    }
    world.remove(all[0]);
    told.push(world.step().unwrap().to_vec());
    world.validate().unwrap();
    let mut handles = fresh.to_vec();
    handles.push(world.insert(Collider::new(Rect::new(0, 0, 1, 1))));
    (told, handles, world.state_hash())
}

#[test]
fn a_world_goes_on_as_before() {
    let (world, _) = rich();
    let hash = world.state_hash();
    let expected = play(&mut world.clone());
    assert!(
        expected.0.iter().flatten().any(|event| event.kind == EventKind::End && event.data.contains(&77))
    );

    // Back from where it went.
    let (mut once, snapshot) = (world.clone(), world.snapshot());
    for _ in 0..3 {
        assert_eq!(play(&mut once), expected);
        once.restore(&snapshot);
        once.validate().unwrap();
        assert_eq!((once.state_hash(), once.events()), (hash, world.events()));
        assert!(once.contacts().eq(world.contacts()));
    }
    // Into a world of other contents, and of other options.
    let other = WorldOptions { max_pairs: 3, ..WorldOptions::default() };
    for mut other in [World::new(), World::with_options(other), rich().0] {
        let _ = other.insert(Collider::new(Mask::filled(99, 99)).in_space(3));
        let _ = other.step();
        other.restore(&snapshot);
        other.validate().unwrap();
        assert_eq!((other.state_hash(), other.options()), (hash, world.options()));
        assert_eq!(play(&mut other), expected);
    }
    // From bytes.
    let (bytes, shapes, tests) = saved(&world);
    let mut read = loaded(&bytes, &shapes, &tests).unwrap();
    read.validate().unwrap();
    assert_eq!((read.state_hash(), read.options()), (hash, world.options()));
    assert_eq!(saved(&read).0, bytes);
    assert_eq!(play(&mut read), expected);
}

/// Snapshots in turn, of worlds that share a past. What is copied must not depend on what the snapshot held before.
#[test]
fn snapshots_are_reused() {
    let (mut world, handles) = rich();
    let mut twin = world.clone();
    let mut snapshots = [WorldSnapshot::default(), WorldSnapshot::default()];
    world.snapshot_into(&mut snapshots[0]);
    // The same number of changes in both, but other changes.
    world.edit(handles[1], |collider| collider.data = 1).unwrap();
    twin.edit(handles[1], |collider| collider.data = 2).unwrap();
    let hashes = [&world, &twin].map(World::state_hash);
    assert_ne!(hashes[0], hashes[1]);
    for (world, hash) in [(&world, hashes[0]), (&twin, hashes[1]), (&world, hashes[0])] {
        for snapshot in &mut snapshots {
            world.snapshot_into(snapshot);
            let mut other = World::new();
            other.restore(snapshot);
            assert_eq!(other.state_hash(), hash);
            twin.clone().restore(snapshot);
        }
    }
    // A clone of a snapshot, and worlds that were restored from one and then changed apart.
    let [mut a, mut b] = [World::new(), World::new()];
    [&mut a, &mut b].into_iter().for_each(|world| world.restore(&snapshots[1]));
    a.edit(handles[0], |collider| collider.order = 100).unwrap();
    b.edit(handles[0], |collider| collider.order = -100).unwrap();
    let hash = b.state_hash();
    let snapshot = a.snapshot();
    b.restore(&snapshot);
    assert_eq!((b.state_hash(), b.get(handles[0]).unwrap().order), (a.state_hash(), 100));
    assert_ne!(hash, a.state_hash());
}

/// A terrain that is carved in the world is as it was after a rollback, and sprites that changed their frames or shapes, too.
#[test]
fn pixels_come_back() {
    let mut world = World::new();
    let ground = world.insert(Collider::new(Terrain::filled(200, 100)));
    let hero = world.insert(Collider::new(Mask::filled(8, 8)).at((50, 50)).rotated(Angle::Degrees(20.0)));
    assert_eq!(world.step().unwrap().len(), 1);
    let (before, hash) = (world.snapshot(), world.state_hash());
    let carved = world.edit_terrain(ground, |terrain| terrain.carve(Rect::new(30, 30, 60, 60), (0, 0)));
    assert_eq!(carved.unwrap().pixels, 3600);
    assert_ne!(world.state_hash(), hash);
    assert_eq!(world.step().unwrap()[0].kind, EventKind::End);
    // The picture of this shape is drawn for the same pose. It has only the left part of the other one.
    world.edit(hero, |collider| collider.shape = Mask::from_fn(8, 8, |x, _| x == 0).into()).unwrap();
    world.edit_terrain(ground, |terrain| terrain.draw(Rect::new(0, 0, 200, 100), (0, 0))).unwrap();
    assert_eq!(world.step().unwrap()[0].kind, EventKind::Begin);
    world.restore(&before);
    assert_eq!(world.state_hash(), hash);
    world.edit_terrain(ground, |terrain| terrain.carve(Rect::new(0, 0, 53, 100), (0, 0))).unwrap();
    assert!(world.step().unwrap().is_empty(), "the right part still touches");
    world.edit_terrain(ground, |terrain| terrain.carve(Rect::new(30, 30, 60, 60), (0, 0))).unwrap();
    assert_eq!(world.step().unwrap()[0].kind, EventKind::End);
}

/// A restored world may have fewer slots than rows of its spaces.
#[test]
fn swept_colliders_in_a_world_that_had_more_of_them() {
    let mut world = World::new();
    let shot = world.insert(Collider::new(Mask::filled(4, 4)).swept());
    let before = world.snapshot();
    world.insert(Collider::new(Mask::filled(4, 4)).at((50, 0)));
    world.step().unwrap();
    world.restore(&before);
    world.insert(Collider::new(Mask::filled(4, 4)).at((50, 0)).in_space(1));
    let wall = world.insert(Collider::new(Rect::new(30, 0, 4, 4)));
    world.step().unwrap();
    world.set_position(shot, (90, 0)).unwrap();
    let events = world.step().unwrap();
    assert_eq!((events.len(), events[0].kind, events[0].b), (1, EventKind::Pass, wall));
    world.restore(&before);
    assert!(world.step().unwrap().is_empty());
    world.validate().unwrap();
}

/// Every field of a collider and every option that matters changes the hash. The others don't.
#[test]
fn what_counts() {
    let build = |options: WorldOptions, collider: Collider| {
        let mut world = World::with_options(options);
        world.insert(collider);
        world.state_hash()
    };
    let mask = Arc::new(Mask::filled(9, 9));
    let plain = Collider::new(&mask);
    let mut all = vec![build(WorldOptions::default(), plain.clone())];
    let transform = |change: &dyn Fn(&mut Transform)| {
        let mut collider = plain.clone();
        change(&mut collider.transform);
        collider
    };
    let mut others = vec![
        plain.clone().at((1, 0)),
        plain.clone().at(PointQ16::new(0, 1)),
        transform(&|t| t.set_pivot([1.0, 0.0])),
        transform(&|t| t.set_pivot([0.0, 1.0])),
        transform(&|t| t.set_rotation(Angle::Degrees(90.0))),
        transform(&|t| t.set_rotation(Angle::Radians(90.0))),
        transform(&|t| t.set_rotation(Angle::Steps { step: 1, of: 4 })),
        transform(&|t| t.set_rotation(Angle::Steps { step: 2, of: 8 })),
        transform(&|t| t.set_scale([2.0, 1.0])),
        transform(&|t| t.set_flip([true, false])),
        transform(&|t| t.set_flip([false, true])),
        transform(&|t| t.set_shear([0.0, 1.0])),
        plain.clone().posed(Pose::from_q16([0, -65536, 65536, 0, 0, 0]).unwrap()),
        plain.clone().posed(None),
        plain.clone().on(Layers::new(2, u32::MAX)),
        plain.clone().on(Layers::new(1, 1)),
        plain.clone().in_space(1),
        plain.clone().in_group(1),
        plain.clone().with_order(1),
        plain.clone().swept(),
        plain.clone().first_only(),
        plain.clone().swept().first_only(),
        plain.clone().character(),
        plain.clone().one_way(),
        plain.clone().sensor(),
        plain.clone().disabled(),
        plain.clone().with_data(1),
        plain.clone().with_test(Arc::new(Near)),
        Collider { props: ColliderProps { whole_pixels: true, ..plain.props }, ..plain.clone() },
        Collider::new(Rect::new(0, 0, 9, 9)),
        Collider::new(Rect::new(1, 0, 9, 9)),
        Collider::new(RunMask::from_mask(&mask)),
        Collider::new(Terrain::from_mask(&mask)),
        Collider::new(Mask::filled(9, 10)),
        Collider::new(Mask::filled(100, 9)),
        Collider::new(Mask::from_fn(100, 9, |x, y| (x, y) != (80, 8))),
        Collider::new(Mask::from_fn(9, 9, |x, y| (x, y) != (8, 8))),
        Collider::new(Circle::new((4, 4), 1 << 18).unwrap()),
        Collider::new(Circle::new((4, 4), 1 << 19).unwrap()),
        Collider::new(ConvexPolygon::new([(0, 0), (9, 0), (0, 9)].map(PointQ16::from)).unwrap()),
    ];
    let alpha = Arc::new(AlphaMask::from_mask(&mask));
    let rules = [AlphaRule::AtLeast(1), AlphaRule::AtLeast(255), AlphaRule::Sum];
    others.extend(rules.map(|rule| Collider::new(ColliderShape::Alpha(Arc::clone(&alpha), rule))));
    let mut faint = AlphaMask::clone(&alpha);
    faint.set((3, 3), 254);
    others.push(Collider::new(ColliderShape::Alpha(Arc::new(faint), AlphaRule::Sum)));
    for second in [Mask::filled(1, 1), Mask::filled(1, 2)] {
        let mut frames: Frames = [(*mask).clone(), second].into_iter().collect();
        others.push(Collider::new(frames.clone()));
        frames.show(1);
        others.push(Collider::new(frames));
    }
    all.extend(others.into_iter().map(|collider| build(WorldOptions::default(), collider)));
    for change in [
        |options: &mut WorldOptions| options.max_pairs = 7,
        |options: &mut WorldOptions| options.max_pairs = usize::MAX,
        |options: &mut WorldOptions| options.detail.stay = true,
        |options: &mut WorldOptions| options.detail.area = true,
        |options: &mut WorldOptions| options.detail.bounds = true,
        |options: &mut WorldOptions| options.detail.normal = true,
        |options: &mut WorldOptions| options.detail.separation = true,
    ] {
        let mut options = WorldOptions::default();
        change(&mut options);
        all.push(build(options, plain.clone()));
    }
    // Handles of the past and of the future.
    let mut world = World::new();
    let [a, b] = [0; 2].map(|_| world.insert(plain.clone()));
    all.push(world.state_hash());
    let contact = {
        let mut world = world.clone();
        world.step().unwrap();
        world
    };
    all.push(contact.state_hash());
    let [mut one, mut other] = [contact.clone(), contact];
    one.remove(a);
    one.remove(b);
    other.remove(b);
    other.remove(a);
    all.extend([one.state_hash(), other.state_hash()]);
    // Since when they touch, and how many steps there were.
    let mut later = world.clone();
    later.edit(a, |collider| collider.enabled = false).unwrap();
    later.step().unwrap();
    later.edit(a, |collider| collider.enabled = true).unwrap();
    all.push(later.state_hash());
    later.step().unwrap();
    all.push(later.state_hash());
    let mut longer = world;
    longer.step().unwrap();
    longer.step().unwrap();
    all.push(longer.state_hash());
    let mut hashes = all.clone();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), all.len(), "{all:x?}");

    // Copies of the same pixels, however they were made, and what changes no answer.
    let mut edited = Mask::new(9, 9);
    edited.fill();
    let tuned = WorldOptions {
        parallel_from: 3,
        timing: true,
        broad_phase: hitmask::broad_phase::BroadPhaseKind::SortX,
        ..WorldOptions::default()
    };
    assert_eq!(build(tuned, Collider::new(edited.clone())), all[0]);
    // The hash of a mask is dropped when it is edited.
    let hash = build(tuned, Collider::new(edited.clone()));
    edited.set((0, 0), false);
    assert_ne!(build(tuned, Collider::new(edited)), hash);
}

/// The hash and the bytes of one world, so that no machine and no later version has others.
#[test]
fn the_layout() {
    let mut world = World::new();
    world.insert(Collider::new(Rect::new(-1, 2, 300, 4)).at((1, -1)).with_data(5));
    let gone = world.insert(Collider::new(Mask::filled(2, 2)).at((1, 1)));
    world.step().unwrap();
    world.remove(gone);
    let (bytes, ..) = saved(&world);
    assert_eq!(bytes[..8], *b"HWLD\x01\0\0\0");
    assert_eq!(bytes[8..16], (bytes.len() as u64).to_le_bytes());
    let state = &bytes[16..bytes.len() - 8];
    let one = 1f64.to_bits().swap_bytes();
    assert_eq!(one, 0xF03F);
    let expected: &[u8] = &[
        0, 0x81, 0x80, 0x80, 8, 0, 0, 0, 0, 0, 0xA1, 0x9C, 1, 0x81, 0x80, 0x80, 0x20, 0, 0, // options
        1, // steps
        2, // slots
        1, 2, 1, 4, 0xAC, 2, 4, // generation 0 with a collider: the rectangle
        0x80, 0x80, 8, 0xFF, 0xFF, 7, 0, 0, // position, pivot
        0, 0, 0, 0xBF, 0xE0, 3, 0xBF, 0xE0, 3, 0, 0, 0, 0, // parts: degrees, scale, flips, shear
        0, 1, 0, 0, 0, 0, 0, 0, 1, 5,
        0, // whole pixels, layers, space, kind, group, order, swept, enabled, data, test
        0, // the start of its way
        2, // generation 1, free
        1, 1, // the free slots
        1, 0, 0, 1, 0, 1, // the contacts
        1, 1, 0, 0, // the data of the removed collider
    ];
    assert_eq!(state, expected);
    assert_eq!(world.state_hash(), 0x108B_6AC3_C1D7_0DAB);
}

#[test]
fn any_length_and_any_bit() {
    let (world, _) = rich();
    let (bytes, shapes, tests) = saved(&world);
    for length in 0..bytes.len() {
        let error = loaded(&bytes[..length], &shapes, &tests).expect_err("truncated");
        assert_eq!((error.kind, error.offset), (DecodeErrorKind::Truncated, length), "{length}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut altered = bytes.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        loaded(&altered, &shapes, &tests).expect_err("altered");
        // With a correct checksum it is another world, or refused.
        let altered = framed(&altered[..altered.len() - 8]);
        if let Ok(mut world) = loaded(&altered, &shapes, &tests) {
            world.validate().unwrap();
            // Other keys give other shapes, which may be written in another way.
            let keys = std::cell::RefCell::new(Vec::new());
            let shape = |key: u64| {
                keys.borrow_mut().push(key);
                shapes.get(key as usize).cloned()
            };
            let again = World::from_bytes(&altered, shape, |key| tests.get(key as usize).cloned()).unwrap();
            let keys = keys.into_inner();
            let is_other = !keys.iter().copied().eq(0..keys.len() as u64);
            let mut keys = keys.into_iter();
            assert!(is_other || again.to_bytes(|_, _| keys.next().unwrap(), |_, _| 0) == altered, "{bit}");
            assert_eq!(again.state_hash(), world.state_hash());
            let _ = world.step();
        }
    }
    let longer = [&bytes[..], &[0]].concat();
    let kind = DecodeErrorKind::WrongLength { expected: bytes.len() as u64, actual: bytes.len() + 1 };
    assert_eq!(loaded(&longer, &shapes, &tests).unwrap_err().kind, kind);
    assert_eq!(loaded(b"HTRN....", &shapes, &tests).unwrap_err().kind, DecodeErrorKind::WrongFormat);
}

/// Bytes with a correct length and checksum.
fn framed(body: &[u8]) -> Vec<u8> {
    let mut body = body.to_vec();
    let length = body.len() as u64 + 8;
    body[8..16].copy_from_slice(&length.to_le_bytes());
    sealed(&body)
}

#[test]
fn what_the_caller_gives() {
    let (world, handles) = rich();
    let (bytes, shapes, tests) = saved(&world);
    let error = loaded(&bytes, &[], &tests).unwrap_err();
    assert_eq!(error.kind, DecodeErrorKind::UnknownKey { key: 0 });
    assert_eq!(
        error.to_string(),
        "there is no shape of collider 0v0 for the key 0: the caller must give one"
    );
    let error = loaded(&bytes, &shapes, &[]).unwrap_err();
    assert_eq!(error.kind, DecodeErrorKind::UnknownKey { key: 0 });
    assert_eq!(error.part, format!("custom test of collider {:?}", handles[9]));
    let single = |key: u64| {
        let shape = shapes.get(key as usize)?;
        Some(if matches!(shape, ColliderShape::Frames(_)) {
            Mask::filled(1, 1).into()
        } else {
            shape.clone()
        })
    };
    let error = World::from_bytes(&bytes, single, |_| Some(Arc::new(Near))).unwrap_err();
    assert_eq!(error.kind, DecodeErrorKind::NoSuchFrame { frame: 1 });
    assert_eq!(error.part, format!("collider {:?}", handles[8]));
    let limits = DecodeLimits { memory: 3000, ..DecodeLimits::default() };
    let shape = |key: u64| shapes.get(key as usize).cloned();
    let error = World::from_bytes_with(&bytes, &limits, shape, |_| None).unwrap_err();
    assert_eq!(error.kind, DecodeErrorKind::TooMuchMemory { limit: 3000 });
}

/// Contents that the checksum can't refuse. The offsets are those of `the_layout`.
#[test]
fn crafted() {
    let options = [&b"HWLD\x01\0\0\0"[..], &[0; 8], &[0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0]].concat();
    let head = [&options[..], &[1]].concat();
    let bad_value = |error: DecodeError| {
        assert_eq!(error.kind, DecodeErrorKind::BadValue);
        (error.part.into_owned(), error.offset)
    };
    let read_all =
        |bytes: &[u8]| loaded(&framed(bytes), &[], &[]).map(|world| world.len()).map_err(bad_value);
    let read = |rest: &[u8]| read_all(&[&head[..], rest].concat());
    let bad = |part: &'static str, at: usize| Err((part.to_owned(), 28 + at));
    assert_eq!(read(&[0, 0, 0, 0]), Ok(0));
    assert_eq!(read(&[2, 0, 4, 2, 1, 0, 0, 0]), Ok(0));
    assert_eq!(read(&[0, 0, 0, 0, 0]), bad("end", 4));
    assert_eq!(read(&[0x80, 0]), bad("number", 0));
    assert_eq!(read(&[0xFF, 0xFF, 0xFF, 0xFF, 0xF, 0]), bad("count", 0));
    // Free slots: missing, twice, out of range.
    assert_eq!(read(&[2, 0, 4, 1, 1, 0, 0]), bad("list of free slots", 3));
    assert_eq!(read(&[2, 0, 4, 2, 1, 1, 0, 0]), bad("free slot", 5));
    assert_eq!(read(&[2, 0, 4, 2, 1, 2, 0, 0]), bad("free slot", 5));
    // Generations: the last one, and one beyond.
    assert_eq!(read(&[1, 0xFE, 0xFF, 0xFF, 0xFF, 0x1F, 0, 0, 0]), Ok(0));
    assert_eq!(read(&[1, 0xFE, 0xFF, 0xFF, 0xFF, 0x3F, 0, 0, 0]), bad("generation", 1));
    // Two free slots, a contact, and the data of two removed colliders.
    let contact =
        |contact: [u8; 5], buried: &[u8]| read(&[&[2, 2, 2, 2, 0, 1, 1][..], &contact, buried].concat());
    let (pair, both) = ([0, 0, 1, 0, 1], &[2, 0, 0, 5, 1, 0, 6]);
    assert_eq!(contact(pair, both), Ok(0));
    assert_eq!(contact([1, 0, 0, 0, 1], both), bad("contact", 7), "the lower handle comes first");
    assert_eq!(contact([1, 0, 1, 0, 1], both), bad("contact", 7), "with itself");
    assert_eq!(contact([0, 0, 1, 0, 0], both), bad("step of a contact", 11));
    assert_eq!(contact([0, 0, 1, 0, 2], both), bad("step of a contact", 11));
    assert_eq!(contact(pair, &[0]), bad("list of contacts", 6), "of nobody");
    assert_eq!(contact(pair, &[2, 1, 0, 5, 0, 0, 6]), bad("removed collider", 16), "in the wrong order");
    assert_eq!(contact(pair, &[2, 0, 0, 5, 2, 0, 6]), bad("removed collider", 16), "without a slot");
    let never = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1];
    let steps = ("number of steps".to_owned(), 27);
    assert_eq!(read_all(&[&options[..], &never, &[0, 0, 0, 0]].concat()), Err(steps));
    // The order of the options.
    let other = |at: usize, value: u8| {
        let mut bytes = [&head[..], &[0, 0, 0, 0]].concat();
        bytes[16 + at] = value;
        loaded(&framed(&bytes), &[], &[]).map(|world| *world.options()).map_err(bad_value)
    };
    assert_eq!(other(1, 0).unwrap().max_pairs, usize::MAX);
    assert_eq!(other(7, 9).unwrap().parallel_from, 8);
    assert_eq!(other(0, 4), Err(("broad phase".to_owned(), 16)));
    assert_eq!(other(3, 2), Err(("detail".to_owned(), 19)));
}
