//! Every shipped sprite is the file that the manifest lists, and has the properties that the manifest lists.

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::fs;

use crate::common::{asset, assets};
use hitmask_assets::{AlphaKind, Format, Options, Sprite, load};
use sha2::{Digest, Sha256};

fn manifest() -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_path(assets().join("manifest.csv")).expect("the manifest opens");
    reader.deserialize().collect::<Result<_, _>>().expect("the manifest is well-formed CSV")
}

fn number(row: &HashMap<String, String>, column: &str) -> u64 {
    row[column].parse().unwrap_or_else(|error| panic!("{}, {column}: {error}", row["file"]))
}

/// The file's `WxH` cell or picture size.
fn size(text: &str) -> (u32, u32) {
    let (w, h) = text.split_once('x').expect("WxH");
    (w.parse().expect("a width"), h.parse().expect("a height"))
}

fn read(name: &str, grid: Option<(u32, u32)>) -> Sprite {
    load(assets().join(name), &Options { grid, ..Options::default() })
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn files_are_those_of_the_manifest() {
    let listed: BTreeSet<_> = manifest().into_iter().map(|row| row["file"].clone()).collect();
    let mut there: BTreeSet<_> = fs::read_dir(assets())
        .expect("the folder opens")
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().is_file())
        .map(|entry| entry.file_name().into_string().expect("a plain name"))
        .collect();
    assert!(there.remove("manifest.csv") && there.remove("LICENSES.md"));
    assert_eq!(there, listed);
    for row in manifest() {
        let bytes = asset(&row["file"]);
        assert_eq!(bytes.len() as u64, number(&row, "bytes"), "{}", row["file"]);
        let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, row["sha256"], "{}", row["file"]);
    }
}

#[test]
fn sprites_read_as_the_manifest_says() {
    let mut shares = 0;
    for row in manifest() {
        let file = &row["file"];
        let (width, height) = (number(&row, "width") as u32, number(&row, "height") as u32);
        let sprite = read(file, None);
        let first = &sprite.frames[0].image;
        if sprite.format == Format::Atlas {
            // This is the size of the sheet; the frames have a size of their own.
            assert_eq!((first.width(), first.height()), size(&row["frame_size"]), "{file}");
        } else {
            assert_eq!((first.width(), first.height()), (width, height), "{file}");
        }

        let grid = Some(&row["frame_size"]).filter(|_| sprite.format == Format::Png && row["frames"] != "1");
        let frames = grid.map_or(sprite.frames.len(), |cell| read(file, Some(size(cell))).frames.len());
        assert_eq!(frames as u64, number(&row, "frames"), "{file}");

        let kind = match row["alpha"].as_str() {
            "soft" => Some(AlphaKind::Soft),
            "binary" => Some(AlphaKind::Binary),
            // Some of the Aseprite files are opaque. The manifest counts them as binary.
            _ => None,
        };
        match kind {
            Some(kind) => assert_eq!(sprite.alpha_kind(), kind, "{file}"),
            None => assert_ne!(sprite.alpha_kind(), AlphaKind::Soft, "{file}"),
        }

        if !row["solid_at_128"].is_empty() {
            let share: f64 = row["solid_at_128"].parse().expect("a share");
            let solid = sprite.frames[0].mask(128).count() as f64 / (f64::from(width) * f64::from(height));
            assert!((solid - share).abs() <= 0.000_051, "{file}: {solid}, not {share}");
            shares += 1;
        }
    }
    assert!(shares > 60, "only {shares} shares were compared");
}

/// The same pictures as an Aseprite file, as an atlas and as a sheet.
#[test]
fn trios_agree_frame_for_frame() {
    for (name, extension, cell, frames) in
        [("boonga", "ase", (16, 16), 2), ("smiley", "aseprite", (32, 32), 4)]
    {
        let own = read(&format!("{name}.{extension}"), None);
        let atlas = read(&format!("{name}.json"), None);
        let sheet = read(&format!("{name}.png"), Some(cell));
        assert_eq!((own.format, atlas.format, sheet.format), (Format::Aseprite, Format::Atlas, Format::Png));
        assert_eq!([own.frames.len(), atlas.frames.len(), sheet.frames.len()], [frames; 3]);
        for number in 0..frames {
            let [own, atlas, sheet] = [&own, &atlas, &sheet].map(|sprite| &sprite.frames[number]);
            assert_eq!(own.duration, atlas.duration, "{name} {number}");
            assert_eq!(
                own.duration.map(|time| time.as_millis()),
                Some(if name == "boonga" { 250 } else { 100 })
            );
            assert_eq!(atlas.image, sheet.image, "{name} {number}");
            // Not every export keeps the colour of clear pixels.
            let seen = own.image.pixels().zip(sheet.image.pixels());
            assert!(seen.into_iter().all(|(a, b)| a == b || (a[3] == 0 && b[3] == 0)), "{name} {number}");
        }
        assert_eq!(own.tags, atlas.tags);
    }
}

#[test]
fn a_soft_shadow_is_empty_at_the_default_threshold() {
    let tracks = read("tracksSmall.png", None);
    let frame = &tracks.frames[0];
    assert!(frame.mask(128).is_empty());
    let greatest = frame.alpha().max_alpha();
    assert!((1..128).contains(&greatest));
    assert!(!frame.mask(greatest).is_empty());
}
