//! Packs: what was written is read, and everything else is refused.
//!
//! This file is long because it is a list: each rule of the format has a test of its own.

mod common;

use std::num::NonZeroU32;
use std::time::Duration;

use common::pack_case::{data_at, read_all, repair};
use common::{Blame, Rng, each_picture, mask_of, pictures};
use hitmask::{
    AlphaMask, Connectivity, DecodeError, DecodeErrorKind, DecodeLimits, Mask, NewFrame, NewSprite,
    OutlineBound, Pack, PackBuilder, PackEntry, PackError, PackSlice, PackTag, Point, PointQ16, Rect,
    RunMask, Simplify, SliceArea, TagDirection, TileCell, TileDef, TileMap, TileSet,
};
use hitmask_oracle::crc64;

fn packed(sprites: impl IntoIterator<Item = NewSprite>) -> Vec<u8> {
    let mut builder = PackBuilder::new();
    sprites.into_iter().for_each(|sprite| builder.add(sprite).expect("a legal sprite"));
    builder.finish()
}

/// A small pack with everything that a pack can hold.
fn small_pack() -> Vec<u8> {
    let disc = Mask::from_fn(9, 9, |x, y| x.abs_diff(4).pow(2) + y.abs_diff(4).pow(2) < 18);
    let noise = Mask::from_fn(16, 8, |x, y| (x * 7 + y * 13 + x * y) % 3 == 0);
    let soft = AlphaMask::from_fn(6, 5, |x, y| if y == 0 { 0 } else { (x * 50) as u8 });
    let flat = AlphaMask::from_fn(20, 9, |x, _| if x < 9 { 255 } else { 90 });
    let hero = NewSprite {
        tags: vec![
            PackTag {
                direction: TagDirection::PingPong,
                repeat: NonZeroU32::new(2),
                ..PackTag::new("walk", [1, 2])
            },
            PackTag::new("again", [2, 0, 2]),
        ],
        slices: vec![
            PackSlice::new(
                "head",
                [
                    SliceArea { frame: 0, rect: Rect::new(1, 2, 3, 4), pivot: Some((1, 1).into()) },
                    SliceArea { frame: 2, rect: Rect::new(-2, 3, 3, 4), pivot: None },
                ],
            ),
            PackSlice::new("head", [SliceArea { frame: 1, rect: Rect::new(5, 5, 1, 1), pivot: None }]),
        ],
        source_hash: 0x0123_4567_89AB_CDEF,
        settings_hash: 7,
        ..NewSprite::new(
            "hero/größe.ase",
            [
                NewFrame::from_mask(&disc).with_duration(Duration::from_millis(80)),
                NewFrame::from_mask(&noise).named("jump").with_level(77).with_pivot((0.5, -3.25)),
                NewFrame::from_alpha(&flat).with_level(200),
            ],
        )
    };
    packed([
        hero,
        NewSprite::single(
            "disc.png",
            NewFrame::from_mask(&disc).with_outline(&disc.outline(Connectivity::Four)),
        ),
        NewSprite::single("soft.png", NewFrame::from_alpha(&soft)),
        NewSprite::single("empty.png", NewFrame::from_mask(&Mask::new(0, 4))),
        NewSprite::single("clear.png", NewFrame::from_mask(&Mask::new(3, 4))),
    ])
}

#[test]
fn masks_come_back_in_every_form() {
    each_picture(31_000_000, 3000, 8, |grid, mask| {
        let direct = mask_of(grid);
        let left_over = Mask::from_fn(9, 9, |x, y| x == y);
        for frame in [NewFrame::from_mask(mask), NewFrame::from_mask_as_bits(mask)] {
            let bytes = packed([
                NewSprite::single("it", frame),
                NewSprite::single("other", NewFrame::from_mask(&left_over)),
            ]);
            let pack = Pack::open(&bytes[..]).unwrap();
            let entry = pack.entry("it").unwrap();
            assert_eq!((entry.has_alpha(), entry.size()), (false, direct.size()));
            assert_eq!(entry.trim(), direct.bounds().unwrap_or_default());
            assert_eq!(entry.mask().unwrap(), direct);
            assert_eq!(entry.mask().unwrap().bounds(), direct.bounds());
            assert_eq!(entry.runs().unwrap(), RunMask::from_mask(&direct));
            assert_eq!(entry.alpha().unwrap().to_mask(255), direct);
            assert_eq!(entry.trimmed_mask().unwrap(), direct.crop(entry.trim()));
        }
    });
}

#[test]
fn alphas_come_back_in_every_form() {
    for seed in common::first_seed(31_500_000)..31_500_000 + 1000 {
        let rng = &mut Rng::new(seed);
        let grid = pictures::grid(rng, pictures::Scale::Icon);
        let kinds = [[0, 255], [0, 90], [1, 254], [100, 101]];
        let [clear, solid] = rng.pick(&kinds);
        let few = rng.one_in(2);
        let alpha = AlphaMask::from_fn(grid.w as u32, grid.h as u32, |x, y| {
            let inside = grid.get(x.into(), y.into());
            if few || !rng.one_in(5) { if inside { solid } else { clear } } else { rng.next() as u8 }
        });
        let _blame = Blame(&(seed, &alpha));
        let compact = NewFrame::from_alpha(&alpha).with_level(rng.next() as u8);
        for frame in [compact, NewFrame::from_alpha_as_bytes(&alpha).with_level(rng.next() as u8)] {
            let bytes = packed([NewSprite::single("it", frame)]);
            let pack = Pack::open(&bytes[..]).unwrap();
            let entry = pack.entry("it").unwrap();
            assert!(entry.has_alpha());
            assert_eq!(entry.trim(), alpha.to_mask(1).bounds().unwrap_or_default());
            assert_eq!(entry.alpha().unwrap(), alpha);
            let mask = entry.mask().unwrap();
            // A level of 0 makes every pixel solid, those outside the trim, too.
            assert_eq!(mask, alpha.to_mask(entry.level()));
            assert_eq!(entry.runs().unwrap().to_mask(), mask);
            assert_eq!(entry.trimmed_mask().unwrap(), mask.crop(entry.trim()));
        }
    }
}

#[test]
fn the_smaller_form_is_chosen() {
    let coding = |mask: &Mask| {
        let bytes = packed([NewSprite::single("it", NewFrame::from_mask(mask))]);
        let pack = Pack::open(bytes).unwrap();
        let entry = pack.entry("it").unwrap();
        (entry.coding_name(), entry.stored_bytes())
    };
    // Rows of 1000 equal pixels: one number for the first row, two bits for each of the others.
    assert_eq!(coding(&Mask::filled(1000, 800)), ("edges", 203));
    // Every second pixel: 2 bits would be too many.
    assert_eq!(coding(&Mask::from_fn(64, 64, |x, y| (x * x + y * y * 3 + x * y) % 7 < 3)).0, "bits");
    assert_eq!(coding(&Mask::filled(1, 1)), ("bits", 1));
    assert_eq!(coding(&Mask::new(100, 100)), ("bits", 0));
}

#[test]
fn everything_about_an_entry_comes_back() {
    let bytes = small_pack();
    let pack = Pack::open(&bytes[..]).unwrap();
    let names: Vec<_> = pack.entries().map(PackEntry::name).collect();
    let hero = ["hero/größe.ase#0", "hero/größe.ase#2", "hero/größe.ase#jump"];
    assert_eq!(names, [&["clear.png", "disc.png", "empty.png"][..], &hero, &["soft.png"]].concat());
    assert_eq!((pack.len(), pack.sprites().len(), pack.is_empty()), (7, 5, false));
    assert!(pack.entries().rev().map(PackEntry::index).eq((0..7).rev()));

    let sprite = pack.sprite("hero/größe.ase").unwrap();
    assert_eq!((sprite.source_hash(), sprite.settings_hash()), (0x0123_4567_89AB_CDEF, 7));
    let frames: Vec<_> = sprite.frames().map(PackEntry::name).collect();
    assert_eq!(frames, [hero[0], hero[2], hero[1]]);
    let frame_names: Vec<_> = sprite.frames().map(PackEntry::frame_name).collect();
    assert_eq!(frame_names, [Some("0"), Some("jump"), Some("2")]);
    assert_eq!(pack.entry("disc.png").unwrap().frame_name(), None);
    let levels: Vec<_> = sprite.frames().map(PackEntry::level).collect();
    assert_eq!(levels, [128, 77, 200]);
    let pivots: Vec<_> = sprite.frames().map(PackEntry::pivot).collect();
    assert_eq!(pivots, [None, Some(PointQ16::from((0.5, -3.25))), None]);
    let durations: Vec<_> = sprite.frames().map(PackEntry::duration).collect();
    assert_eq!(durations, [Some(Duration::from_millis(80)), None, None]);

    let walk = PackTag {
        direction: TagDirection::PingPong,
        repeat: NonZeroU32::new(2),
        ..PackTag::new("walk", [1, 2])
    };
    assert_eq!(sprite.tags().collect::<Vec<_>>(), [walk, PackTag::new("again", [2, 0, 2])]);
    let of_frame = |n: usize| sprite.frame(n).unwrap().tags().map(|tag| tag.name).collect::<Vec<_>>();
    assert_eq!([of_frame(0), of_frame(1), of_frame(2)], [vec!["again"], vec!["walk"], vec!["walk", "again"]]);

    let slices: Vec<_> = sprite.slices().collect();
    let first = SliceArea { frame: 0, rect: Rect::new(1, 2, 3, 4), pivot: Some((1, 1).into()) };
    let moved = SliceArea { frame: 2, rect: Rect::new(-2, 3, 3, 4), pivot: None };
    let other = SliceArea { frame: 1, rect: Rect::new(5, 5, 1, 1), pivot: None };
    assert_eq!(slices, [PackSlice::new("head", [first, moved]), PackSlice::new("head", [other])]);
    let of_frame = |n: usize| sprite.frame(n).unwrap().slices().collect::<Vec<_>>();
    let [first, moved, other] = [first, moved, other].map(|area| ("head".into(), area));
    assert_eq!(of_frame(0), std::slice::from_ref(&first));
    assert_eq!(of_frame(1), [first, other.clone()]);
    assert_eq!(of_frame(2), [moved, other]);

    let disc = pack.entry("disc.png").unwrap();
    let outline = disc.outline().unwrap().unwrap();
    assert_eq!(outline, disc.mask().unwrap().outline(Connectivity::Four));
    assert!(sprite.frame(0).unwrap().outline().unwrap().is_none());
    pack.verify().unwrap();
    read_all(&bytes).unwrap();
}

#[test]
fn simplified_outlines_come_back() {
    each_picture(31_700_000, 200, 8, |_, mask| {
        let outline = mask.outline(Connectivity::Eight);
        let simple = outline.simplify(&Simplify { promise: OutlineBound::Outer, ..Simplify::outer() });
        for outline in [Ok(outline), simple].into_iter().flatten() {
            let bytes = packed([NewSprite::single("it", NewFrame::from_mask(mask).with_outline(&outline))]);
            let pack = Pack::open(bytes).unwrap();
            assert_eq!(pack.entry("it").unwrap().outline().unwrap(), Some(outline));
        }
    });
}

#[test]
fn selectors() {
    let frame = || NewFrame::from_mask(&Mask::filled(2, 2));
    let sheet = NewSprite {
        tags: vec![PackTag::new("run", [2, 1]), PackTag::new("1", [0]), PackTag::new("a:1", [2])],
        ..NewSprite::new("a#b", [frame().named("run"), frame(), frame().named("7")])
    };
    let pack = Pack::open(packed([sheet, NewSprite::single("one", frame())])).unwrap();
    let found = |selector: &str| pack.select(selector).map(PackEntry::name);
    for (selector, name) in [
        ("one", Some("one")),
        ("one#0", Some("one")),
        ("one#1", None),
        ("a#b", Some("a#b#run")),
        ("a#b#run", Some("a#b#run")), // the name of a frame comes first
        ("a#b#run:0", Some("a#b#7")),
        ("a#b#run:1", Some("a#b#1")),
        ("a#b#run:2", None),
        ("a#b#1", Some("a#b#1")),
        ("a#b#2", Some("a#b#7")),
        ("a#b#a:1", Some("a#b#7")),
        ("a#b#", None),
        ("a", None),
        ("", None),
        ("#", None),
    ] {
        assert_eq!(found(selector), name, "{selector}");
    }
}

#[test]
fn equal_sprites_give_equal_packs() {
    let bytes = small_pack();
    let pack = Pack::open(&bytes[..]).unwrap();
    let mut sprites: Vec<_> = pack.sprites().map(|sprite| NewSprite::from_sprite(sprite).unwrap()).collect();
    assert_eq!(packed(sprites.clone()), bytes);
    sprites.reverse();
    assert_eq!(packed(sprites), bytes);
}

#[test]
fn equal_data_is_written_once() {
    let mask = Mask::from_fn(60, 60, |x, y| (x * y) % 11 < 5);
    let one = packed([NewSprite::single("a", NewFrame::from_mask(&mask))]).len();
    let three =
        packed([NewSprite::new("a", ["x", "y", "z"].map(|name| NewFrame::from_mask(&mask).named(name)))]);
    assert!(three.len() < one + 300, "{} after {one}", three.len());
    read_all(&three).unwrap();
}

#[test]
fn names_must_be_free() {
    let frame = || NewFrame::from_mask(&Mask::filled(2, 2));
    let mut builder = PackBuilder::new();
    builder.add(NewSprite::new("a", [frame(), frame()])).unwrap();
    builder.add(NewSprite::single("b", frame())).unwrap();
    let before = builder.finish();
    let mut refuse = |sprite: NewSprite| {
        assert!(matches!(builder.add(sprite.clone()), Err(PackError { .. })), "{sprite:?}");
    };
    refuse(NewSprite::single("b", frame()));
    refuse(NewSprite::new("b", [frame(), frame()]));
    refuse(NewSprite::single("a#1", frame()));
    refuse(NewSprite::single("", frame()));
    refuse(NewSprite::new("c", []));
    refuse(NewSprite::new("c", [frame().named("1"), frame(), frame()]));
    let tagged = |tag: PackTag<'static>| NewSprite { tags: vec![tag], ..NewSprite::single("c", frame()) };
    refuse(tagged(PackTag::new("", [0])));
    refuse(tagged(PackTag::new("t", [])));
    refuse(tagged(PackTag::new("t", [1])));
    let area = SliceArea { frame: 1, rect: Rect::new(0, 0, 1, 1), pivot: None };
    refuse(NewSprite { slices: vec![PackSlice::new("s", [area])], ..NewSprite::single("c", frame()) });
    assert_eq!(builder.finish(), before);
    // A name that is taken is replaced by the number.
    builder.add(NewSprite::new("d", [frame().named("x"), frame().named("x")])).unwrap();
    let pack = Pack::open(builder.finish()).unwrap();
    assert!(pack.entry("d#x").is_some() && pack.entry("d#1").is_some());
}

/// The exact bytes, so that packs of this version can be read in every later version, on any machine.
#[test]
fn the_layout() {
    let bytes = small_pack();
    assert_eq!((bytes.len(), crc64(&bytes)), KNOWN);
    assert_eq!(data_at(&bytes).unwrap() % 64, 0);
    let pack = Pack::open(&bytes[..]).unwrap();
    for entry in pack.entries() {
        let at = entry.stored_pixels().unwrap().as_ptr() as usize - bytes.as_ptr() as usize;
        assert_eq!(at % 8, 0, "{entry:?}");
    }
}

const KNOWN: (usize, u64) = (1432, 4_710_828_334_820_674_571);

/// The text of `assets/packs/README.md`.
fn listing(pack: &Pack<Vec<u8>>) -> String {
    let mut text = String::new();
    let point = |PointQ16 { x, y }| format!("{x} {y}");
    let rect = |Rect { x, y, w, h }| format!("{x} {y} {w} {h}");
    let numbers = |numbers: &mut dyn Iterator<Item = usize>| -> String {
        numbers.map(|number| format!(" {number}")).collect()
    };
    for entry in pack.entries() {
        let mut line = |line: String| text.push_str(&(line + "\n"));
        let (w, h) = entry.size();
        line(format!("entry {}", entry.name()));
        line(format!("size {w} {h}"));
        line(format!("trim {}", rect(entry.trim())));
        let is_alpha = entry.has_alpha();
        line(format!("{} {}", if is_alpha { "alpha" } else { "mask" }, entry.level()));
        entry.pivot().into_iter().for_each(|pivot| line(format!("pivot {}", point(pivot))));
        entry.duration().into_iter().for_each(|time| line(format!("duration {}", time.as_millis())));
        for (name, area) in entry.slices() {
            let pivot = area.pivot.map_or(String::new(), |pivot| format!(" pivot {}", point(pivot)));
            line(format!("slice {name} {}{pivot}", rect(area.rect)));
        }
        if let Some(outline) = entry.outline().unwrap() {
            line(format!("outline{}", numbers(&mut outline.rings().map(|ring| ring.points.len()))));
        }
        line("rows".to_owned());
        let mask = entry.mask().unwrap();
        for y in 0..h as i32 {
            line((0..w as i32).map(|x| if mask.contains((x, y)) { '#' } else { '.' }).collect());
        }
        if is_alpha {
            line("alphas".to_owned());
            let alpha = entry.alpha().unwrap();
            for row in alpha.as_bytes().chunks(w as usize) {
                line(row.iter().map(|alpha| format!("{alpha:02x}")).collect());
            }
        }
    }
    for sprite in pack.sprites() {
        let frames = numbers(&mut sprite.frames().map(PackEntry::index));
        text.push_str(&format!("sprite {}:{frames}\n", sprite.name()));
        for tag in sprite.tags() {
            let direction = match tag.direction {
                TagDirection::Forward => "forward",
                TagDirection::Reverse => "reverse",
                TagDirection::PingPong => "ping-pong",
                _ => "ping-pong-reverse",
            };
            let repeat = tag.repeat.map_or(0, NonZeroU32::get);
            let frames = numbers(&mut tag.frames.iter().map(|&frame| frame as usize));
            text.push_str(&format!("tag {} {direction} {repeat}:{frames}\n", tag.name));
        }
    }
    text
}

#[test]
fn every_language_reads_the_committed_pack() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/packs");
    let pack = Pack::open(small_pack()).unwrap();
    let (packed, listed) = (folder.join("small.hitmask"), folder.join("small.txt"));
    if std::env::var_os("HITMASK_BLESS").is_some() {
        std::fs::write(&packed, pack.bytes()).unwrap();
        std::fs::write(&listed, listing(&pack)).unwrap();
    }
    let committed = std::fs::read(&packed).unwrap();
    assert!(committed == pack.bytes(), "small.hitmask is not what this test makes");
    assert_eq!(listing(&Pack::open(committed).unwrap()), std::fs::read_to_string(&listed).unwrap());
}

#[test]
fn every_altered_bit_is_found() {
    let bytes = small_pack();
    let data_at = data_at(&bytes).unwrap();
    for bit in 0..bytes.len() * 8 {
        let mut altered = bytes.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        match Pack::open(&altered[..]) {
            Err(error) => assert!(bit / 8 < data_at, "bit {bit}: {error}"),
            Ok(pack) => {
                assert!(bit / 8 >= data_at, "bit {bit} of the index");
                assert!(pack.verify().unwrap_err().kind == DecodeErrorKind::WrongChecksum, "bit {bit}");
                let broken = |entry: PackEntry<'_>| entry.mask().is_err() && entry.verify().is_err();
                // Only the entries with the altered data are lost.
                let lost = pack.entries().filter(|&entry| broken(entry)).count();
                assert!((1..=2).contains(&lost), "bit {bit}: {lost} entries");
            }
        }
    }
    for length in 0..bytes.len() {
        let error = Pack::open(&bytes[..length]).unwrap_err();
        assert_eq!((error.kind, error.offset), (DecodeErrorKind::Truncated, length));
    }
    let longer = [&bytes[..], &[0]].concat();
    let error = Pack::open(&longer[..]).unwrap_err();
    assert!(matches!(error.kind, DecodeErrorKind::WrongLength { .. }), "{error}");
}

/// Adds to a number of 32 bits, and makes the checksums fit.
fn add(bytes: &[u8], at: usize, more: u32) -> Vec<u8> {
    let mut altered = bytes.to_vec();
    let number = u32::from_le_bytes(altered[at..at + 4].try_into().unwrap());
    altered[at..at + 4].copy_from_slice(&number.wrapping_add(more).to_le_bytes());
    repair(&mut altered);
    altered
}

#[test]
fn ranges_that_leave_their_table_are_refused() {
    // One entry without pixels, with names of zero bytes. So all bytes after the tables are 0, which is a legal number in each of them.
    let name = "\0";
    let area = SliceArea { frame: 0, rect: Rect::default(), pivot: None };
    let bytes = packed([NewSprite {
        tags: vec![PackTag::new(name, [0])],
        slices: vec![PackSlice::new(name, [area])],
        ..NewSprite::single(name, NewFrame::from_mask(&Mask::new(3, 3)))
    }]);
    let (sprite, tag) = (64 + 80, 64 + 80 + 48);
    for (length_at, wanted) in [
        (sprite + 28, "its frames do not follow in the table of numbers"),
        (sprite + 36, "its tags or slices do not follow in their tables"),
        (sprite + 44, "its tags or slices do not follow in their tables"),
        (tag + 12, "a tag has no name, no frame, or a wrong frame or direction"),
    ] {
        // The table of numbers has two, the others have one.
        for more in [2, 3, 1000, u32::MAX - 1] {
            let error = Pack::open(add(&bytes, length_at, more)).unwrap_err();
            let DecodeErrorKind::BadRecord { what } = error.kind else {
                panic!("{length_at} + {more}: {error}")
            };
            assert_eq!(what, wanted, "{length_at} + {more}");
        }
    }
    // The flags of a slice's first frame: 2 says that it goes on from the frame before.
    let flags = tag + 24 + 44;
    assert!(Pack::open(add(&bytes, flags, 1)).is_ok());
    for wrong in [2, 3, 4, 1 << 31] {
        let error = Pack::open(add(&bytes, flags, wrong)).unwrap_err();
        let DecodeErrorKind::BadRecord { what } = error.kind else { panic!("flags {wrong}: {error}") };
        assert_eq!(what, "a slice has no name, or a wrong frame, flag or pivot");
    }
}

#[test]
fn bits_after_the_edges_are_refused() {
    let mut refused = 0;
    for h in 20..40 {
        let mask = Mask::filled(1000, h);
        let bytes = packed([NewSprite::single("it", NewFrame::from_mask(&mask))]);
        let pack = Pack::open(&bytes[..]).unwrap();
        let pixels = pack.entry("it").unwrap().stored_pixels().unwrap();
        assert_eq!(pack.entry("it").unwrap().coding_name(), "edges");
        let last = pixels.as_ptr_range().end as usize - bytes.as_ptr() as usize - 1;
        for bit in 0..8 {
            let mut altered = bytes.clone();
            altered[last] ^= 1 << bit;
            repair(&mut altered);
            let pack = Pack::open(altered).unwrap();
            let entry = pack.entry("it").unwrap();
            // A bit of the edges changes the mask. A bit behind them must not be there.
            assert_ne!(entry.mask().ok().as_ref(), Some(&mask), "{h} rows, bit {bit}");
            assert_eq!(entry.mask().is_err(), entry.runs().is_err());
            refused += usize::from(entry.mask().is_err_and(|error| error.kind == DecodeErrorKind::BadValue));
        }
        if !pixels.len().is_multiple_of(8) {
            // A byte more than the edges have.
            let pack = Pack::open(add(&bytes, 64 + 8, 1)).unwrap();
            assert_eq!(
                pack.entry("it").unwrap().mask().unwrap_err().kind,
                DecodeErrorKind::BadValue,
                "{h} rows"
            );
        }
    }
    assert!(refused > 40, "{refused}");
}

/// Changes of which the checksums know nothing: whoever makes a pack may write anything.
#[test]
fn no_bytes_make_it_panic() {
    let bytes = small_pack();
    for bit in 0..bytes.len() * 8 {
        let mut altered = bytes.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        repair(&mut altered);
        let _ = read_all(&altered);
    }
    for seed in common::first_seed(31_800_000)..31_800_000 + 20_000 {
        let rng = &mut Rng::new(seed);
        let _blame = Blame(&seed);
        let mut altered = bytes.clone();
        for _ in 0..rng.between(1, 4) {
            let at = rng.below(altered.len() as u64) as usize;
            altered[at] = rng.pick(&[0, 1, 2, 0x7F, 0x80, 0xFF, rng.clone().next() as u8]);
        }
        altered.truncate(if rng.one_in(8) { rng.below(bytes.len() as u64) as usize } else { bytes.len() });
        repair(&mut altered);
        let _ = read_all(&altered);
    }
}

#[test]
fn limits_are_kept() {
    let bytes = packed([
        NewSprite::single("mask", NewFrame::from_mask(&Mask::filled(4096, 4096))),
        NewSprite::single("alpha", NewFrame::from_alpha(&AlphaMask::from_mask(&Mask::filled(4096, 4096)))),
    ]);
    assert!(bytes.len() < 4096);
    let open =
        |bytes, memory| Pack::open_with(bytes, DecodeLimits { memory, ..DecodeLimits::default() }).unwrap();
    let pack = open(&bytes[..], 1 << 20);
    let is_too_much = |error: DecodeError| matches!(error.kind, DecodeErrorKind::TooMuchMemory { .. });
    let too_much = |result: Result<Mask, DecodeError>| result.is_err_and(is_too_much);
    assert!(too_much(pack.entry("mask").unwrap().mask()) && too_much(pack.entry("alpha").unwrap().mask()));
    // As runs it takes little.
    assert_eq!(pack.entry("mask").unwrap().runs().unwrap().run_count(), 4096);
    let pack = Pack::open(&bytes[..]).unwrap();
    assert_eq!(pack.entry("alpha").unwrap().mask().unwrap(), Mask::filled(4096, 4096));
    // The lists of edges of one long row take more than its mask.
    let row = Mask::filled(65_535, 1);
    let bytes = packed([NewSprite::single("row", NewFrame::from_mask(&row))]);
    let pack = open(&bytes[..], 1 << 18);
    assert!(too_much(pack.entry("row").unwrap().mask()));
    assert!(pack.entry("row").unwrap().runs().is_err_and(is_too_much));
    assert_eq!(open(&bytes[..], 1 << 20).entry("row").unwrap().mask().unwrap(), row);
}

/// A map with tiles that hang over, in a frame that is larger and cuts some of it off; also with an outline, and twice in a sprite.
fn pack_of_maps() -> (Vec<u8>, TileMap) {
    let tiles = [Mask::filled(5, 4), Mask::from_fn(3, 9, |x, y| (x + y) % 2 == 0)].map(TileDef::new);
    let set = TileSet::with_ids([2, 700].into_iter().zip(tiles));
    let cells = (0..35).map(|n| TileCell::from_gid([0, 2, 700 | n << 29][n as usize % 3]));
    let map = TileMap::from_cells(set, (7, 5), (5, 4), cells);
    let mask = map.crop(Rect::new(-3, 2, 30, 15));
    let plain = NewFrame::from_mask(&mask).with_tile_map(&map, (3, -2));
    let outlined = plain.clone().with_outline(&mask.outline(Connectivity::Four));
    let empty = NewFrame::from_mask(&Mask::new(0, 0));
    (packed([NewSprite::new("cave.tmx", [plain, outlined, empty])]), map)
}

#[test]
fn maps_come_back() {
    let (bytes, map) = pack_of_maps();
    let pack = Pack::open(&bytes[..]).unwrap();
    let [plain, outlined, empty] = [0, 1, 2].map(|n| pack.entry_at(n).unwrap());
    for entry in [plain, outlined] {
        let (read, corner) = entry.tile_map().unwrap().unwrap();
        assert!(read == map && corner == Point::new(3, -2) && entry.has_tile_map());
        // The pixels lie where the map says.
        let (w, h) = entry.size();
        assert_eq!(entry.mask().unwrap(), map.crop(Rect::new(-corner.x, -corner.y, w, h)));
    }
    assert_eq!(outlined.outline().unwrap().unwrap(), outlined.mask().unwrap().outline(Connectivity::Four));
    assert_eq!((plain.outline().unwrap(), empty.tile_map().unwrap()), (None, None));
    read_all(&bytes).unwrap();
    common::pack_case::copy(&bytes);
}

#[test]
fn damaged_maps_are_refused() {
    let (bytes, map) = pack_of_maps();
    // The entries are the first table, and the map begins behind the pixels.
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let begin = number(64) + number(64 + 8);
    assert_eq!(number(begin), map.to_bytes().len() + 8);
    let kind =
        |altered: &[u8]| Pack::open(altered).unwrap().entry_at(0).unwrap().tile_map().unwrap_err().kind;
    for more in [1, 8, 1 << 20, u32::MAX - 7] {
        assert_eq!(kind(&add(&bytes, begin, more)), DecodeErrorKind::BadValue, "{more}");
    }
    // A map that does not even have a corner.
    let length = number(begin) as u32;
    assert_eq!(kind(&add(&bytes, begin, 7u32.wrapping_sub(length))), DecodeErrorKind::BadValue);
    for at in begin + 12..begin + 4 + number(begin) {
        assert_eq!(kind(&add(&bytes, at & !3, 1 << (at % 4 * 8))), DecodeErrorKind::BadValue, "{at}");
    }
    let limits = DecodeLimits { memory: 1 << 10, ..DecodeLimits::default() };
    let small = Pack::open_with(&bytes[..], limits).unwrap();
    let refused = small.entry_at(0).unwrap().tile_map().unwrap_err();
    assert_eq!(refused.kind, DecodeErrorKind::TooMuchMemory { limit: 1 << 10 });
    for bit in 0..bytes.len() * 8 {
        let mut altered = bytes.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        repair(&mut altered);
        let _ = read_all(&altered);
    }
}

#[test]
fn other_bytes_are_refused() {
    for other in [&b""[..], b"H", b"HPA"] {
        assert_eq!(Pack::open(other).unwrap_err().kind, DecodeErrorKind::Truncated, "{other:?}");
    }
    for other in [&b"X"[..], b"HPAX", b"\x89PNG\r\n", &[0; 100]] {
        assert_eq!(Pack::open(other).unwrap_err().kind, DecodeErrorKind::WrongFormat, "{other:?}");
    }
    let mut newer = small_pack();
    newer[4] = 2;
    assert_eq!(Pack::open(newer).unwrap_err().kind, DecodeErrorKind::UnknownVersion { version: 2 });
    assert!(Pack::is_pack(&small_pack()) && !Pack::is_pack(b"HTRN"));
    // An empty pack is legal.
    let pack = Pack::open(PackBuilder::new().finish()).unwrap();
    assert!(pack.is_empty() && pack.entry("").is_none() && pack.select("x").is_none());
}
