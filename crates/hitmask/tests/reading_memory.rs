//! What reading takes: each reader of the library reads the inputs that need the most memory for their length, once with a counter of bytes,
//! and then with ever less memory until it refuses. It must charge what it allocates.

#[path = "../../hitmask-assets/tests/common/allocations.rs"]
mod allocations;

use std::sync::{Arc, Mutex};

use allocations::{Counting, peak};
use hitmask::rle::{Sprite8, Sprite16};
use hitmask::{
    AlphaMask, Angle, Circle, Collider, ColliderRef, ColliderShape, Connectivity, CustomTest, DecodeError,
    DecodeErrorKind, DecodeLimits, Frames, LabelMask, Mask, Member, NewFrame, NewSprite, Pack, PackBuilder,
    PackEntry, Point, Pose, Rect, Terrain, TileCell, TileDef, TileMap, TileSet, Verdict, World, WorldOptions,
};

#[global_allocator]
static COUNTING: Counting = Counting;

/// Why a reader read nothing.
enum Stopped {
    TooMuchMemory,
    Otherwise(String),
}

/// Reads something with a limit of memory. `read` says why it could not, and forgets what it has read.
fn measure(name: &str, read: impl Fn(usize) -> Result<(), Stopped>) {
    measure_beside(name, 0, read);
}

/// The same, of which so many bytes are not the reader's.
fn measure_beside(name: &str, beside: usize, read: impl Fn(usize) -> Result<(), Stopped>) {
    let peak = |f: &dyn Fn() -> Result<(), Stopped>| {
        let (result, needs) = peak(f);
        (result, needs.saturating_sub(beside))
    };
    let enough = 1 << 32;
    let (result, needs) = peak(&|| read(enough));
    if let Err(Stopped::Otherwise(error)) = result {
        panic!("{name}: {error}");
    }
    // The least limit with which it is read is what was charged. A few per cent are near enough.
    let (mut refused, mut charged) = (needs / 4, 4 * needs + 4096);
    while charged - refused > charged / 32 + 64 {
        let middle = refused + (charged - refused) / 2;
        let (result, took) = peak(&|| read(middle));
        match result {
            Ok(()) => charged = middle,
            Err(Stopped::TooMuchMemory) => refused = middle,
            Err(Stopped::Otherwise(error)) => panic!("{name}, with {middle} bytes: {error}"),
        }
        if took > middle + middle / 4 + 4096 {
            fault(format!("{name}: took {took} bytes, of {middle} that were allowed"));
            break;
        }
    }
    // Where the bytes tell less than what is in them, more is charged, but not so much that honest files are refused.
    let is_right = needs <= charged + charged / 4 + 1024 && charged <= 3 * needs + 4096;
    if !is_right {
        fault(format!("{name}: {needs} bytes were needed, {charged} charged"));
    }
}

static FAULTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn fault(what: String) {
    FAULTS.lock().unwrap().push(what);
}

/// One test, because the count is for the whole process.
#[test]
fn what_is_allocated_is_charged() {
    worlds();
    tile_maps();
    label_masks();
    terrains();
    packs();
    without_limits();
    #[cfg(feature = "serde")]
    by_serde();
    let faults = FAULTS.lock().unwrap();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Decides nothing.
struct Silent;

impl CustomTest for Silent {
    fn test(&self, _: Member<'_>, _: Member<'_>) -> Option<Verdict> {
        None
    }

    fn reach(&self, _: ColliderRef<'_>, own: Option<Rect>) -> Option<Rect> {
        own
    }
}

fn of_memory(memory: usize) -> DecodeLimits {
    DecodeLimits { memory, ..DecodeLimits::default() }
}

fn stopped(error: DecodeError) -> Stopped {
    match error.kind {
        DecodeErrorKind::TooMuchMemory { .. } => Stopped::TooMuchMemory,
        _ => Stopped::Otherwise(error.to_string()),
    }
}

fn read_world(bytes: &[u8], shape: &ColliderShape, memory: usize) -> Result<(), Stopped> {
    let limits = of_memory(memory);
    let test = Arc::new(Silent);
    let shape = |_| Some(shape.clone());
    let silent = |_| Some(Arc::clone(&test) as Arc<dyn CustomTest>);
    World::from_bytes_with(bytes, &limits, shape, silent).map(drop).map_err(stopped)
}

fn worlds() {
    let mask = ColliderShape::from(Mask::filled(3, 3));
    let world = |name: &str, world: &World| {
        let bytes = world.to_bytes(|_, _| 0, |_, _| 0);
        measure(&format!("a world with {name}"), |memory| read_world(&bytes, &mask, memory));
    };
    let apart = |n: i32| (n % 200 * 10, n / 200 * 10);
    let rect = |n: i32| Collider::new(Rect::new(0, 0, 1, 1)).at(apart(n));
    let full = |options: WorldOptions, count: i32, collider: &dyn Fn(i32) -> Collider| {
        let mut world = World::with_options(options);
        (0..count).for_each(|n| _ = world.insert(collider(n)));
        world
    };
    let open = WorldOptions::default();
    world("nothing", &World::new());
    world("one collider", &full(open, 1, &rect));
    world("rectangles", &full(open, 20_000, &rect));
    world("spaces in ascending order", &full(open, 10_000, &|n| rect(n).in_space(n as u32)));
    world("spaces in descending order", &full(open, 10_000, &|n| rect(n).in_space(20_000 - n as u32)));
    let two = |n: i32| rect(n).in_space(n as u32 / 2).in_group(n as u32 % 2);
    world("two colliders in each space", &full(open, 10_000, &two));
    let turned = |n: i32| {
        let mut collider = Collider::new(mask.clone()).at(apart(n));
        collider.transform.set_rotation(Angle::Degrees(n.into()));
        collider
    };
    world("turned masks", &full(open, 10_000, &turned));
    world("turned masks in spaces", &full(open, 10_000, &|n| turned(n).in_space(!n as u32)));
    let tested = |n: i32| turned(n).swept().with_test(Arc::new(Silent));
    world("turned masks with tests", &full(open, 10_000, &tested));
    let torus = WorldOptions { wrap: Some((100, 100)), ..open };
    let corner = |n: i32| Collider::new(Rect::new(0, 0, 9, 9)).at((95, 95)).in_group(n as u32 % 7);
    world("seams", &full(torus, 10_000, &corner));
    world("seams in spaces", &full(torus, 5000, &|n| corner(n).in_space(!n as u32)));
    let mut moved = full(open, 10_000, &turned);
    moved.step().unwrap();
    let all: Vec<_> = moved.members().map(|member| member.handle).collect();
    all.iter().for_each(|&handle| moved.set_pose(handle, Some(Pose::IDENTITY)).unwrap());
    world("starts of ways", &moved);

    // Slots without colliders, and what was removed.
    let mut gone = full(open, 3000, &|n| rect(n % 60));
    gone.step().unwrap();
    let all: Vec<_> = gone.members().map(|member| member.handle).collect();
    world("contacts", &gone);
    all.iter().for_each(|&handle| _ = gone.remove(handle).unwrap());
    world("free slots and removed colliders", &gone);
    let bytes = [&b"HWLD\x01\0\0\0"[..], &[0; 8], &[0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1], &[0xA0, 0x8D, 6]];
    let mut bytes =
        [&bytes.concat()[..], &[0xFE, 0xFF, 0xFF, 0xFF, 0x1F].repeat(100_000), &[0, 0, 0]].concat();
    let length = bytes.len() as u64 + 8;
    bytes[8..16].copy_from_slice(&length.to_le_bytes());
    let bytes = hitmask_oracle::sealed(&bytes);
    measure("a world with used up slots", |memory| read_world(&bytes, &mask, memory));

    // Families.
    let mut family = full(open, 5000, &rect);
    let all: Vec<_> = family.members().map(|member| member.handle).collect();
    all[1..].iter().for_each(|&part| family.attach(all[0], part).unwrap());
    world("a large family", &family);
    let mut pairs = full(open, 5000, &turned);
    let all: Vec<_> = pairs.members().map(|member| member.handle).collect();
    all.chunks(2).for_each(|pair| pairs.attach(pair[0], pair[1]).unwrap());
    world("small families", &pairs);
    let mut frames = full(open, 2, &rect);
    let all: Vec<_> = frames.members().map(|member| member.handle).collect();
    frames.attach(all[0], all[1]).unwrap();
    frames.set_part_frames(all[1], Some(&(0..200_000).collect::<Vec<usize>>())).unwrap();
    world("a part with many frames", &frames);

    // An animation for each collider is the caller's.
    let animation: Frames = [Mask::filled(2, 3), Mask::filled(3, 2)].into_iter().collect();
    let shown = full(open, 5000, &|n| Collider::new(animation.clone()).at(apart(n)));
    let bytes = shown.to_bytes(|_, _| 0, |_, _| 0);
    let shape = ColliderShape::from(animation);
    measure("a world with animations", |memory| read_world(&bytes, &shape, memory));
    world(
        "circles",
        &full(open, 5000, &|n| Collider::new(Circle::new(Point::ZERO, 9 << 16).unwrap()).at(apart(n))),
    );
}

fn read_map(bytes: &[u8], memory: usize) -> Result<(), Stopped> {
    TileMap::from_bytes_with(bytes, &of_memory(memory)).map(drop).map_err(stopped)
}

/// The maps that need the most memory for their length.
fn maps() -> Vec<(&'static str, TileMap)> {
    let size = (60_000, 60_000);
    let of = |masks: Vec<Mask>| TileMap::new(TileSet::new(masks), size, (16, 16));
    let mut maps = vec![
        ("one picture of one row", of(vec![Mask::filled(65_535, 1)])),
        ("one picture of one column", of(vec![Mask::filled(1, 65_535)])),
        ("tiles of one pixel", of(vec![Mask::filled(1, 1); 10_000])),
        ("tiles of a word", of(vec![Mask::filled(33, 1); 20_000])),
        ("tiles without pixels", of(vec![Mask::new(0, 0); 20_000])),
        ("wide tiles", of(vec![Mask::filled(1000, 3); 2000])),
        ("a large tile", of(vec![Mask::filled(3000, 3000)])),
        ("large ids", {
            let tiles = [(TileSet::MAX_TILES - 1, TileDef::new(Mask::filled(1, 1)))];
            TileMap::new(TileSet::with_ids(tiles), size, (16, 16))
        }),
    ];
    let mut scattered = of(vec![Mask::filled(16, 16)]);
    (0..200).for_each(|at| _ = scattered.set((at * 299, at * 257), TileCell::new(0)));
    maps.push(("scattered chunks", scattered));
    let mut far = of(vec![Mask::filled(5000, 5000)]);
    (0..20).for_each(|at| _ = far.set((at * 2999, at * 2999), TileCell::new(0)));
    maps.push(("pictures that reach far", far));
    maps
}

fn tile_maps() {
    for (name, map) in maps() {
        let bytes = map.to_bytes();
        drop(map);
        measure(&format!("a map with {name}"), |memory| read_map(&bytes, memory));
    }
}

fn label_masks() {
    let read = |bytes: &[u8], memory: usize| {
        LabelMask::from_bytes_with(bytes, &of_memory(memory)).map(drop).map_err(stopped)
    };
    for (w, h) in [(0, 0), (1, 1), (2048, 2048), (65_535, 1), (1, 65_535), (300, 300)] {
        let bytes = LabelMask::from_fn(w, h, |_, _| 1).to_bytes();
        measure(&format!("labels of {w} x {h}"), |memory| read(&bytes, memory));
    }
    let mut named = LabelMask::new(1, 1);
    (1..=255).for_each(|label| named.names_mut().set(label, "x".repeat(label.into()), 0));
    let bytes = named.to_bytes();
    measure("names of labels", |memory| read(&bytes, memory));
}

fn terrains() {
    let read = |bytes: &[u8], memory: usize| {
        Terrain::from_bytes_with(bytes, &of_memory(memory)).map(drop).map_err(stopped)
    };
    let dot = |terrain: &mut Terrain, x: i32, y: i32| _ = terrain.draw(Rect::new(0, 0, 1, 1), (x, y));
    let mut dots = Terrain::new(9000, 9000);
    (0..140 * 140).for_each(|n| dot(&mut dots, n % 140 * 64, n / 140 * 64));
    let mut pages = Terrain::new(40_000, 40_000);
    (0..39 * 39).for_each(|n| dot(&mut pages, n % 39 * 1024, n / 39 * 1024));
    let mut full = Terrain::filled(20_000, 20_000);
    let _ = full.carve(Rect::new(0, 0, 1, 1), (7, 7));
    let noise = Terrain::from_mask(&Mask::from_fn(700, 700, |x, y| x.wrapping_mul(y * 7) % 5 < 2));
    for (name, terrain) in [
        ("nothing", Terrain::new(0, 0)),
        ("size", Terrain::new(Terrain::MAX_SIDE, Terrain::MAX_SIDE)),
        ("dots", dots),
        ("pages", pages),
        ("full tiles", full),
        ("noise", noise),
    ] {
        let bytes = terrain.to_bytes();
        let base = Terrain::new(terrain.size().0, terrain.size().1);
        let delta = terrain.delta_since(&base.snapshot()).unwrap();
        drop((terrain, base));
        measure(&format!("a terrain with {name}"), |memory| read(&bytes, memory));
        let (w, h) =
            (u32::from_le_bytes(bytes[8..12].try_into().unwrap()), bytes[12..16].try_into().unwrap());
        let h = u32::from_le_bytes(h);
        if w > 0 {
            // What it changes is the caller's, and is not counted.
            let beside = Terrain::new(w, h).memory_bytes();
            measure_beside(&format!("a delta with {name}"), beside, |memory| {
                let mut base = Terrain::new(w, h);
                base.apply_delta_with(&delta, &of_memory(memory)).map(drop).map_err(stopped)
            });
        }
    }
}

fn packs() {
    let mut builder = PackBuilder::new();
    let mut add = |name: &str, frame: NewFrame| builder.add(NewSprite::single(name, frame)).unwrap();
    let noise = Mask::from_fn(700, 700, |x, y| x.wrapping_mul(y * 7) % 5 < 2);
    add("bits", NewFrame::from_mask(&noise));
    add("edges", NewFrame::from_mask(&Mask::filled(3000, 3000)));
    add("row", NewFrame::from_mask(&Mask::filled(65_535, 1)));
    add("column", NewFrame::from_mask(&Mask::filled(1, 65_535)));
    add("comb", NewFrame::from_mask(&Mask::from_fn(1000, 300, |x, _| x % 2 == 0)));
    add("alpha", NewFrame::from_alpha(&AlphaMask::from_fn(900, 900, |x, y| (x * y) as u8)));
    add("stretches", NewFrame::from_alpha(&AlphaMask::from_fn(900, 900, |_, _| 255)));
    add("trimmed", NewFrame::from_alpha(&AlphaMask::from_fn(900, 900, |x, y| u8::from(x * y == 999))));
    let maps = maps();
    for (name, map) in &maps {
        add(name, NewFrame::from_mask(&Mask::filled(1, 1)).with_tile_map(map, (0, 0)));
    }
    drop(maps);
    let bytes = builder.finish();
    type Read = fn(PackEntry<'_>) -> Result<(), DecodeError>;
    let ways: [(&str, Read); 4] = [
        ("mask", |entry| entry.mask().map(drop)),
        ("runs", |entry| entry.runs().map(drop)),
        ("alpha", |entry| entry.alpha().map(drop)),
        ("map", |entry| entry.tile_map().map(drop)),
    ];
    let names: Vec<String> =
        Pack::open(&bytes[..]).unwrap().entries().map(|entry| entry.name().into()).collect();
    for name in &names {
        for (way, read) in ways {
            let has_map = Pack::open(&bytes[..]).unwrap().entry(name).unwrap().has_tile_map();
            if has_map != (way == "map") {
                continue;
            }
            measure(&format!("{way} of {name} in a pack"), |memory| {
                let pack = Pack::open_with(&bytes[..], of_memory(memory)).unwrap();
                read(pack.entry(name).unwrap()).map_err(stopped)
            });
        }
    }
    let mut outlines = PackBuilder::new();
    for (name, mask) in [("comb", Mask::from_fn(300, 300, |x, y| x % 2 == 0 && y < 299)), ("noise", noise)] {
        let frame = NewFrame::from_mask(&mask).with_outline(&mask.outline(Connectivity::Four));
        outlines.add(NewSprite::single(name, frame)).unwrap();
    }
    let bytes = outlines.finish();
    for name in ["comb", "noise"] {
        measure(&format!("outline of {name} in a pack"), |memory| {
            let pack = Pack::open_with(&bytes[..], of_memory(memory)).unwrap();
            pack.entry(name).unwrap().outline().map(drop).map_err(stopped)
        });
    }
}

fn at_most(needs: usize, most: usize, name: &str) {
    if needs > most {
        fault(format!("{name}: {needs} bytes, more than {most}"));
    }
}

/// Readers whose memory follows from the length of the bytes, and a size that the caller gives.
fn without_limits() {
    for (w, h) in [(1, 65_535), (65_535, 1), (2048, 2048)] {
        let bytes = Mask::filled(w, h).to_bytes();
        let (mask, needs) = peak(|| Mask::from_bytes(w, h, &bytes).unwrap());
        at_most(needs, mask.memory_bytes(), &format!("a mask of {w} x {h}"));
    }
    // 128 clear pixels for each byte.
    let clear = vec![0x80; 1 << 16];
    let (sprite, needs) = peak(|| Sprite8::new(128, 1 << 15, &clear[..1 << 15]).unwrap());
    at_most(needs, 10 << 15, "rows");
    let (_, needs) = peak(|| sprite.to_run_mask());
    at_most(needs, 10 << 15, "runs");
    let (sprite, needs) = peak(|| Sprite16::new(128, 1 << 15, &clear[..1 << 15]).unwrap());
    at_most(needs, 10 << 15, "rows");
    let (_, needs) = peak(|| sprite.to_run_mask());
    at_most(needs, 10 << 15, "runs");
    let (mask, needs) = peak(|| sprite.to_alpha_mask());
    at_most(needs, mask.memory_bytes() + 4096, "alphas");
}

/// What is read through serde takes what its reader takes, and a list of the bytes.
#[cfg(feature = "serde")]
fn by_serde() {
    use hitmask::RunMask;
    let (_, map) = maps().swap_remove(0);
    let mask = Mask::from_fn(900, 900, |x, y| x.wrapping_mul(y * 7) % 5 < 2);
    let runs = RunMask::from_mask(&mask);
    let alpha = AlphaMask::from_fn(900, 900, |x, y| (x * y) as u8);
    let labels = LabelMask::from_fn(900, 900, |x, _| x as u8);
    macro_rules! check {
        ($($value:expr, $type:ty, $times:expr;)*) => {$(
            let name = stringify!($type);
            let (text, bytes) = (serde_json::to_string(&$value).unwrap(), postcard::to_allocvec(&$value).unwrap());
            let (value, needs) = peak(|| serde_json::from_str::<$type>(&text).unwrap());
            // Text is read into a text of its own where it may have escapes, and a list grows to twice its size.
            at_most(needs, value.memory_bytes() + $times * text.len() + 4096, &format!("{name} as text"));
            let (value, needs) = peak(|| postcard::from_bytes::<$type>(&bytes).unwrap());
            at_most(needs, value.memory_bytes() + $times * bytes.len() + 4096, &format!("{name} as bytes"));
        )*};
    }
    check! {
        mask, Mask, 1;
        alpha, AlphaMask, 1;
        labels, LabelMask, 1;
        Terrain::from_mask(&mask), Terrain, 1;
        // A list of runs for each row, and each of them grows.
        runs, RunMask, 5;
    }
    let bytes = postcard::to_allocvec(&map).unwrap();
    let (_, needs) = peak(|| postcard::from_bytes::<TileMap>(&bytes).unwrap());
    at_most(needs, 200_000, "a map with one picture of one row");
    // Ten million empty rows, in ten million bytes.
    let bytes = [&[1, 1, 0x80, 0xAD, 0xE2, 4][..], &vec![0; 10_000_000]].concat();
    let (read, needs) = peak(|| postcard::from_bytes::<RunMask>(&bytes));
    assert!(read.is_err());
    at_most(needs, 4 << 20, "empty rows");
}
