//! Packs of files: what goes in comes out, unchanged files are not decoded again, and the pack is small.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::assets;
use hitmask::{Connectivity, NewFrame, NewSprite, Pack, PackBuilder, PackEntry, Rect, Simplify};
use hitmask_assets::{
    ErrorKind, Format, Image, LevelOptions, LevelRule, Limit, Limits, Options, PackContent, PackOutline,
    PackSettings, Packed, Packer, Sprite, encode_png, load, load_levels, load_pack, select_packed,
};
use serde_json::{Value, json};

/// A folder that is removed at the end.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn copy(&self, asset: &str, to: &str) {
        let to = self.path().join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(assets().join(asset), to).unwrap();
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn pack(&self, previous: Option<&[u8]>, settings: impl FnMut(&str) -> Option<PackSettings>) -> Packed {
        let mut packer = Packer::new();
        packer.add(self.path()).unwrap_or_else(|error| panic!("{error}"));
        if let Some(bytes) = previous {
            packer.previous(bytes.to_vec());
        }
        packer.pack(settings, |_| {}).unwrap_or_else(|error| panic!("{error}"))
    }
}

fn usual(_: &str) -> Option<PackSettings> {
    Some(PackSettings::default())
}

/// Everything that the repository ships, as one pack.
fn shipped(settings: impl FnMut(&str) -> Option<PackSettings>) -> Packed {
    let mut packer = Packer::new();
    packer.add(assets()).unwrap();
    packer.pack(settings, |_| {}).unwrap_or_else(|error| panic!("{error}"))
}

fn assert_same_animation(packed: &Sprite, sprite: &Sprite, threshold: u8) {
    assert_eq!(packed.frames.len(), sprite.frames.len());
    for (packed, frame) in packed.frames.iter().zip(&sprite.frames) {
        assert_eq!(packed.mask(1), frame.mask(threshold), "{}", frame.name);
        assert_eq!((packed.duration, packed.pivot), (frame.duration, frame.pivot), "{}", frame.name);
    }
    // A pack does not keep the centre of a nine-patch.
    let mut slices = sprite.slices.clone();
    slices.iter_mut().flat_map(|slice| &mut slice.keys).for_each(|key| key.center = None);
    assert_eq!((&packed.slices, &packed.tags), (&slices, &sprite.tags));
}

#[test]
fn every_shipped_sprite_comes_back() {
    let packed = shipped(|_| Some(PackSettings { threshold: 100, ..PackSettings::default() }));
    let pack = Pack::open(&packed.bytes[..]).unwrap();
    assert_eq!((packed.decoded, packed.unchanged, packed.entries), (pack.sprites().len(), 0, pack.len()));
    let mut frames = 0;
    for sprite in pack.sprites() {
        let from_file = load(assets().join(sprite.name()), &Options::default()).unwrap();
        assert_same_animation(&Sprite::from_pack(sprite, &Limits::default()).unwrap(), &from_file, 100);
        frames += sprite.frames().len();
    }
    assert_eq!(frames, pack.len());
    // The sheets of atlases are left out; so are texts and tables.
    let names: Vec<_> = pack.sprites().map(|sprite| sprite.name()).collect();
    assert!(
        names.contains(&"boonga.json") && !names.contains(&"boonga.png") && names.contains(&"boonga.ase")
    );
    assert!(packed.skipped.iter().any(|path| path.ends_with("manifest.csv")), "{:?}", packed.skipped);
    assert!(packed.skipped.iter().any(|path| path.ends_with("boonga.png")), "{:?}", packed.skipped);
}

#[test]
fn alphas_come_back() {
    let packed = shipped(|name| {
        let small = !name.contains("europe") && !name.contains("australia");
        small.then_some(PackSettings {
            content: PackContent::Alpha,
            threshold: 77,
            ..PackSettings::default()
        })
    });
    let pack = Pack::open(&packed.bytes[..]).unwrap();
    for sprite in pack.sprites() {
        let from_file = load(assets().join(sprite.name()), &Options::default()).unwrap();
        for (entry, frame) in sprite.frames().zip(&from_file.frames) {
            assert!(entry.has_alpha());
            assert_eq!(entry.alpha().unwrap(), frame.alpha(), "{}", entry.name());
            assert_eq!(entry.mask().unwrap(), frame.mask(77), "{}", entry.name());
        }
    }
}

/// The goal: a pack takes at most a fifth of the bytes of the alpha channels as PNGs.
#[test]
fn a_pack_is_small() {
    let packed = shipped(usual);
    let pack = Pack::open(&packed.bytes[..]).unwrap();
    let mut pngs = 0;
    for sprite in pack.sprites() {
        for frame in load(assets().join(sprite.name()), &Options::default()).unwrap().frames {
            let alpha: Vec<u8> = frame.image.pixels().map(|[.., alpha]| alpha).collect();
            let mut bytes = Vec::new();
            let mut encoder = png::Encoder::new(&mut bytes, frame.image.width(), frame.image.height());
            encoder.set_color(png::ColorType::Grayscale);
            encoder.set_depth(png::BitDepth::Eight);
            encoder.write_header().unwrap().write_image_data(&alpha).unwrap();
            pngs += bytes.len();
        }
    }
    println!("{} bytes in the pack, {pngs} bytes as PNGs", packed.bytes.len());
    assert!(5 * packed.bytes.len() <= pngs, "{} bytes in the pack, {pngs} bytes as PNGs", packed.bytes.len());
}

#[test]
fn unchanged_files_are_not_decoded_again() {
    let folder = Folder::new();
    for name in ["bee.png", "saw.png", "boonga.json", "boonga.png", "player.aseprite"] {
        folder.copy(name, &format!("sub/{name}"));
    }
    let first = folder.pack(None, usual);
    assert_eq!((first.decoded, first.unchanged), (4, 0));
    let counts = |packed: &Packed| (packed.decoded, packed.unchanged);

    let second = folder.pack(Some(&first.bytes), usual);
    assert_eq!(counts(&second), (0, 4));
    assert_eq!(second.bytes, first.bytes);

    // Another picture under the same name.
    folder.copy("coin.png", "sub/saw.png");
    let third = folder.pack(Some(&first.bytes), usual);
    assert_eq!(counts(&third), (1, 3));
    assert_eq!(third.bytes, folder.pack(None, usual).bytes);
    assert_ne!(third.bytes, first.bytes);

    // The picture of an atlas.
    let mut pixels =
        load(folder.path().join("sub/boonga.png"), &Options::default()).unwrap().frames[0].image.clone();
    let mut rgba = pixels.as_rgba8().to_vec();
    rgba[3] ^= 0xFF;
    pixels = Image::from_rgba8(pixels.width(), pixels.height(), rgba).unwrap();
    fs::write(folder.path().join("sub/boonga.png"), encode_png(&pixels)).unwrap();
    assert_eq!(counts(&folder.pack(Some(&third.bytes), usual)), (1, 3));

    // Other settings for some of them.
    let high = |name: &str| {
        let threshold = if name.ends_with(".png") { 200 } else { 128 };
        Some(PackSettings { threshold, ..PackSettings::default() })
    };
    assert_eq!(counts(&folder.pack(Some(&third.bytes), high)), (3, 1));

    // A removed file, a damaged entry, and bytes that are no pack.
    fs::remove_file(folder.path().join("sub/bee.png")).unwrap();
    let fewer = folder.pack(Some(&third.bytes), usual);
    assert_eq!(counts(&fewer), (1, 2));
    let mut damaged = fewer.bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let again = folder.pack(Some(&damaged), usual);
    assert!(again.bytes == fewer.bytes && again.decoded == 1, "{:?}", counts(&again));
    assert_eq!(counts(&folder.pack(Some(b"no pack"), usual)), (3, 0));
}

#[test]
fn every_setting_counts() {
    let folder = Folder::new();
    folder.copy("metal_cage_kurt_nordstro_.png", "cage.png");
    let usual = PackSettings::default();
    let outline = PackOutline { connectivity: Connectivity::Four, simplify: None };
    let all = [
        usual,
        PackSettings { threshold: 7, ..usual },
        PackSettings { content: PackContent::Alpha, ..usual },
        PackSettings { content: PackContent::Rect, ..usual },
        PackSettings { key: Some([0, 0, 0]), ..usual },
        PackSettings { fill_holes: true, ..usual },
        PackSettings { grid: Some((32, 32)), ..usual },
        PackSettings { in_place: true, ..usual },
        PackSettings { outline: Some(outline), ..usual },
        PackSettings { outline: Some(PackOutline { connectivity: Connectivity::Eight, ..outline }), ..usual },
        PackSettings { outline: Some(PackOutline { simplify: Some(Simplify::outer()), ..outline }), ..usual },
        PackSettings { outline: Some(PackOutline { simplify: Some(Simplify::inner()), ..outline }), ..usual },
    ];
    let packs: Vec<_> = all.iter().map(|&settings| folder.pack(None, |_| Some(settings)).bytes).collect();
    for (i, a) in packs.iter().enumerate() {
        for (j, settings) in all.iter().enumerate() {
            let again = folder.pack(Some(a), |_| Some(*settings));
            assert_eq!((again.unchanged == 1, again.bytes == *a), (i == j, i == j), "{i} {j}");
        }
    }
    let frame = load(folder.path().join("cage.png"), &Options::default()).unwrap().frames.remove(0);
    let entry = |pack: usize, check: &dyn Fn(PackEntry<'_>)| {
        let pack = Pack::open(&packs[pack][..]).unwrap();
        check(pack.select("cage.png").unwrap());
    };
    entry(1, &|entry| assert_eq!(entry.mask().unwrap(), frame.mask(7)));
    entry(3, &|entry| assert_eq!(entry.mask().unwrap().count(), frame.mask(0).count()));
    entry(4, &|entry| assert_eq!(entry.mask().unwrap(), frame.mask_by_key([0, 0, 0])));
    entry(5, &|entry| {
        let mut mask = frame.mask(128);
        mask.fill_holes();
        assert_eq!(entry.mask().unwrap(), mask);
    });
    entry(6, &|entry| assert_eq!((entry.size(), entry.sprite().frames().len() > 1), ((32, 32), true)));
    entry(7, &|entry| assert_eq!(entry.coding_name(), "bits"));
    entry(8, &|entry| {
        assert_eq!(entry.outline().unwrap(), Some(frame.mask(128).outline(Connectivity::Four)));
    });
    entry(10, &|entry| {
        let simple = frame.mask(128).outline(Connectivity::Four).simplify(&Simplify::outer()).unwrap();
        assert_eq!(entry.outline().unwrap(), Some(simple));
    });
}

#[test]
fn names_are_paths() {
    let folder = Folder::new();
    folder.copy("bee.png", "a/b/bee.png");
    folder.copy("bee.png", "bee.png");
    folder.copy("bee.png", ".hidden.png");
    folder.copy("boonga.json", "sheet/any name");
    folder.copy("boonga.png", "sheet/boonga.png");
    fs::write(folder.path().join("other.json"), "{\"a\": 1}").unwrap();
    fs::write(folder.path().join("old.hitmask"), PackBuilder::new().finish()).unwrap();
    let packed = folder.pack(None, usual);
    let pack = Pack::open(&packed.bytes[..]).unwrap();
    let names: Vec<_> = pack.sprites().map(|sprite| sprite.name()).collect();
    assert_eq!(names, ["a/b/bee.png", "bee.png", "sheet/any name"]);
    let mut skipped: Vec<_> =
        packed.skipped.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    skipped.sort_unstable();
    assert_eq!(skipped, [".hidden.png", "boonga.png", "old.hitmask", "other.json"]);

    // A sheet that is added by itself is packed, too; an absolute path says nothing about the game.
    let mut packer = Packer::new();
    packer.add(folder.path()).unwrap();
    packer.add(folder.path().join("sheet/boonga.png")).unwrap();
    let names: Vec<_> = packer.sources().into_iter().map(|source| source.name).collect();
    assert_eq!(names, ["a/b/bee.png", "bee.png", "boonga.png", "sheet/any name"]);
    // The same file twice is one; another file of the same name is an error.
    packer.add(folder.path().join("bee.png")).unwrap();
    let error = packer.add(folder.path().join("a/b/bee.png")).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::SameName { name, .. } if name == "bee.png"), "{error}");
}

#[test]
fn text_in_folders_is_read_within_the_limits() {
    let folder = Folder::new();
    let file = folder.path().join("text.json");
    let add = |limits: Limits| {
        let mut packer = Packer::with_limits(limits);
        packer.add(folder.path()).map(|()| packer.sources().len())
    };
    let little = Limits { max_memory: 1 << 20, ..Limits::default() };
    let short = Limits { max_file_bytes: 1 << 10, ..Limits::default() };
    let brackets = format!("[{}[]]", "[],".repeat(9000));
    // What is no atlas is left out, whatever its parts would take.
    fs::write(&file, format!("{{\"features\": {brackets}}}")).unwrap();
    assert_eq!(add(little).unwrap(), 0);
    assert!(matches!(add(short).unwrap_err().kind(), ErrorKind::TooLarge { limit: Limit::FileBytes, .. }));
    // What may be one is refused before it is parsed.
    for text in [
        format!("{{\"textures\": {brackets}}}"),
        format!("page.png\nsize: 8, 8\n{}", "region\nbounds: 0, 0, 1, 1\n".repeat(9000)),
    ] {
        fs::write(&file, text).unwrap();
        let error = add(little).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::TooLarge { limit: Limit::Memory, .. }), "{error}");
    }
}

#[test]
fn faults_name_the_file() {
    let folder = Folder::new();
    folder.copy("bee.png", "good.png");
    let mut bytes = crate::common::asset("saw.png");
    bytes.truncate(bytes.len() / 2);
    fs::write(folder.path().join("bad.png"), bytes).unwrap();
    let mut packer = Packer::new();
    packer.add(folder.path()).unwrap();
    let error = packer.pack(usual, |_| {}).unwrap_err();
    assert_eq!(error.file(), Some(&*folder.path().join("bad.png")));
    assert!(Packer::new().add(folder.path().join("none.png")).is_err());
    // An atlas without its picture.
    folder.copy("boonga.json", "bad.png");
    let mut packer = Packer::new();
    packer.add(folder.path()).unwrap();
    let error = packer.pack(usual, |_| {}).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::AtlasPicture { .. }), "{error}");
    // An outline that cannot be as simple as wanted.
    let simplify = Some(Simplify::outer().at_most(3));
    let outline = Some(PackOutline { connectivity: Connectivity::Eight, simplify });
    fs::remove_file(folder.path().join("bad.png")).unwrap();
    let mut packer = Packer::new();
    packer.add(folder.path()).unwrap();
    let error =
        packer.pack(|_| Some(PackSettings { outline, ..PackSettings::default() }), |_| {}).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::PackOutline { .. }), "{error}");
}

#[test]
fn packs_are_loaded_and_searched() {
    let folder = Folder::new();
    folder.copy("player.aseprite", "hero/player.aseprite");
    folder.copy("bee.png", "bee.png");
    let file = folder.path().join("all.hitmask");
    fs::write(&file, folder.pack(None, usual).bytes).unwrap();
    let pack = load_pack(&file, &Limits::default()).unwrap();
    let sprite = load(folder.path().join("hero/player.aseprite"), &Options::default()).unwrap();
    let frame = |selector: &str| select_packed(&pack, selector, &Limits::default());
    assert_eq!(frame("hero/player.aseprite#1").unwrap().mask(128), sprite.frames[1].mask(128));
    for tag in &sprite.tags {
        let first = sprite.select(&tag.name).unwrap();
        assert_eq!(frame(&format!("hero/player.aseprite#{}", tag.name)).unwrap().mask(1), first.mask(128));
    }
    let error = frame("bea.png").unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::NoSuchEntry { similar, .. } if similar[0] == "bee.png"),
        "{error}"
    );
    assert_eq!(Format::sniff(&fs::read(&file).unwrap()), Some(Format::Pack));
    let error = load(&file, &Options::default()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::IsPack), "{error}");
    let small = Limits { max_pixels: 10, ..Limits::default() };
    let error = select_packed(&pack, "bee.png", &small).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TooLarge { .. }), "{error}");
    let error = load_pack(folder.path().join("bee.png"), &Limits::default()).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Pack(error) if error.kind == hitmask::DecodeErrorKind::WrongFormat),
        "{error}"
    );
}

#[test]
fn slices_are_cut_out() {
    let packed = shipped(usual);
    let pack = Pack::open(&packed.bytes[..]).unwrap();
    let mut cut = 0;
    for sprite in pack.sprites().filter(|sprite| sprite.slices().next().is_some()) {
        let from_file = load(assets().join(sprite.name()), &Options::default()).unwrap();
        for slice in &from_file.slices {
            let frame =
                select_packed(&pack, &format!("{}#{}", sprite.name(), slice.name), &Limits::default())
                    .unwrap();
            assert_eq!(frame.mask(1), from_file.select(&slice.name).unwrap().mask(128), "{}", slice.name);
            cut += 1;
        }
    }
    assert!(cut > 0);
}

/// Readers may meet frames of any size.
#[test]
fn empty_frames_are_pictures_without_pixels() {
    let mut builder = PackBuilder::new();
    builder.add(NewSprite::single("none", NewFrame::from_mask(&hitmask::Mask::new(0, 3)))).unwrap();
    let pack = Pack::open(builder.finish()).unwrap();
    let frame = select_packed(&pack, "none", &Limits::default()).unwrap();
    assert_eq!((frame.image.width(), frame.image.height(), frame.mask(1).size()), (0, 3, (0, 3)));
}

/// A reader that was written from docs/pack.md alone reads the same as ours.
#[test]
fn the_page_suffices_for_another_reader() {
    let usual = PackSettings::default();
    let outline = Some(PackOutline { connectivity: Connectivity::Eight, simplify: Some(Simplify::inner()) });
    let mut packer = Packer::new();
    packer.add(assets()).unwrap();
    let mut number = 0;
    // Python takes long for large pictures.
    let small = |name: &str| {
        let frames = load(assets().join(name), &Options::default()).unwrap().frames;
        frames.iter().all(|frame| frame.image.width() * frame.image.height() < 20_000) && frames.len() < 20
    };
    let packed = packer.pack(
        |name| {
            number += 1;
            let of_each = [
                usual,
                PackSettings { outline, threshold: 40, ..usual },
                PackSettings { in_place: true, ..usual },
                PackSettings { content: PackContent::Alpha, threshold: 9, ..usual },
                PackSettings { content: PackContent::Alpha, in_place: true, ..usual },
            ];
            small(name).then_some(of_each[number % 5])
        },
        |_| {},
    );
    let bytes = packed.unwrap().bytes;
    let pack = Pack::open(&bytes[..]).unwrap();
    assert!(pack.len() > 50);
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), &bytes).unwrap();
    let reader = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/python/read_pack.py");
    let output = match Command::new("python3").arg(reader).arg(file.path()).output() {
        Ok(output) => output,
        Err(error) => {
            println!("skipped: python3 cannot be started: {error}");
            return;
        }
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let read: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ours: Vec<Value> = pack.entries().map(as_json).collect();
    assert_eq!(read.len(), ours.len());
    read.iter().zip(&ours).for_each(|(read, ours)| assert_eq!(read, ours));
}

/// An entry as the reader in Python prints it.
fn as_json(entry: PackEntry<'_>) -> Value {
    let point = |point: Option<hitmask::PointQ16>| point.map(|point| [point.x, point.y]);
    let rect = |rect: Rect| json!([rect.x, rect.y, rect.w, rect.h]);
    let tags = entry.tags().map(|tag| {
        let repeat = tag.repeat.map_or(0, std::num::NonZeroU32::get);
        json!([tag.name, tag.frames, repeat, tag.direction as u32])
    });
    let slices = entry.sprite().slices().map(|slice| {
        let areas = slice.areas.iter().map(|area| json!([area.frame, rect(area.rect), point(area.pivot)]));
        json!([slice.name, areas.collect::<Vec<_>>()])
    });
    let rings = |outline: hitmask::Outline| -> Vec<Value> {
        let ring = |ring: hitmask::Ring<'_>| {
            let points: Vec<_> = ring.points.iter().map(|point| [point.x, point.y]).collect();
            let kind = u32::from(ring.is_hole);
            json!([kind, ring.parent.map_or(0, |parent| parent + 1), points])
        };
        outline.rings().map(ring).collect()
    };
    let mask = entry.trimmed_mask().unwrap();
    let (w, h) = mask.size();
    let trim = entry.trim();
    let all = (0..h as i32).flat_map(|y| (0..w as i32).map(move |x| (x, y)));
    let alpha = entry.alpha().unwrap();
    let (form, stored): (_, Vec<u8>) = match entry.has_alpha() {
        true => ("alpha", all.map(|(x, y)| alpha.alpha((trim.x + x, trim.y + y))).collect()),
        false => ("mask", all.map(|(x, y)| u8::from(mask.get((x, y)))).collect()),
    };
    json!({
        "name": entry.name(),
        "size": [entry.size().0, entry.size().1],
        "trim": rect(trim),
        "form": form,
        "level": entry.level(),
        "pivot": point(entry.pivot()),
        "duration": entry.duration().map(|time| time.as_nanos() as u64),
        "tags": tags.collect::<Vec<_>>(),
        "slices": slices.collect::<Vec<_>>(),
        "solid": mask.count(),
        "crc32": crc32fast::hash(&stored),
        "outline": entry.outline().unwrap().map(rings),
    })
}

/// Every source that cannot be packed is named, in the order of the sources. One alone is its own error.
#[test]
fn all_bad_sources_are_named() {
    let folder = Folder::new();
    folder.copy("bee.png", "good.png");
    let bytes = fs::read(assets().join("bee.png")).unwrap();
    let errors = |names: &[&str]| {
        for name in names {
            fs::write(folder.path().join(name), &bytes[..40]).unwrap();
        }
        let mut packer = Packer::new();
        packer.add(folder.path()).unwrap();
        packer.pack(usual, |_| {}).unwrap_err()
    };
    let one = errors(&["z.png"]);
    assert!(matches!(one.kind(), ErrorKind::Corrupt { .. }), "{one}");
    assert_eq!(one.file(), Some(&*folder.path().join("z.png")));
    let several = errors(&["a.png", "m.png"]);
    let ErrorKind::Several(all) = several.kind() else { panic!("{several}") };
    let files: Vec<_> = all.iter().map(|error| error.file().unwrap().to_path_buf()).collect();
    assert_eq!(files, ["a.png", "m.png", "z.png"].map(|name| folder.path().join(name)));
    let told = several.to_string();
    assert!(told.starts_with("3 files cannot be packed: ") && told.matches("; ").count() == 2, "{told}");
}

/// A layer of cells comes back as the tile map that the level gives, beside the pixels of its frame.
#[test]
fn layers_keep_their_cells() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let levels =
        ["examples/hills/hills.tmx", "tests/data/levels/cave_infinite_csv.tmx"].map(|path| root.join(path));
    let mut packer = Packer::new();
    levels.iter().for_each(|path| packer.add(path).unwrap());
    let make = |settings: PackSettings| {
        let packed = packer.pack(|_| Some(settings), |_| {}).unwrap();
        Pack::open(packed.bytes).unwrap()
    };
    let pack = make(PackSettings::default());
    let mut cells = 0;
    for path in levels {
        let file = load_levels(&path, &LevelOptions::default()).unwrap();
        let level = &file.levels[0];
        let name = path.file_name().unwrap().to_str().unwrap();
        let sprite = pack.sprites().find(|sprite| sprite.name().ends_with(name)).unwrap();
        for (entry, layer) in sprite.frames().zip(&level.layers) {
            let rule = LevelRule::default();
            let (read, map) = (entry.tile_map().unwrap(), level.tile_map(layer, &rule).ok());
            assert_eq!(read.is_some(), map.is_some(), "{name}, {}", layer.name);
            assert_eq!(entry.mask().unwrap(), level.frame(layer, &rule).unwrap().mask(128));
            let (Some((read, corner)), Some(map)) = (read, map) else { continue };
            let area = level.area();
            assert!(read == map.map, "{name}, {}", layer.name);
            assert_eq!((corner.x + area.x, corner.y + area.y), (map.corner.x, map.corner.y));
            // The pixels are those of the cells, as far as the frame reaches.
            let seen = Rect::new(-corner.x, -corner.y, area.w, area.h);
            assert_eq!(entry.mask().unwrap(), read.crop(seen), "{name}, {}", layer.name);
            cells += read.filled();
        }
    }
    assert_eq!(cells, 246);
    // Other pixels than those of the map have no map.
    for settings in [
        PackSettings { content: PackContent::Rect, ..PackSettings::default() },
        PackSettings { fill_holes: true, ..PackSettings::default() },
        PackSettings { key: Some([0; 3]), ..PackSettings::default() },
    ] {
        assert!(make(settings).entries().all(|entry| !entry.has_tile_map()));
    }
    let outline = Some(PackOutline { connectivity: Connectivity::Four, simplify: None });
    let alphas = PackSettings { content: PackContent::Alpha, outline, ..PackSettings::default() };
    assert!(make(alphas).entries().any(|entry| entry.has_tile_map() && entry.has_outline()));
}
