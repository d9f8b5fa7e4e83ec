//! Aseprite files: layers, groups, cels and tile maps, on files that the test writes byte by byte. The shipped files,
//! which Aseprite wrote, are compared in `shipped.rs`.

use crate::common::Random;
use crate::common::ase::{Ase, BACKGROUND, Cel, GRAY, GROUP, HIDDEN, INDEXED, LAYER, Layer, RGBA, cel};
use hitmask::Rect;
use hitmask_assets::{Direction, Image, Options, Result, Sprite, TagFrames, decode};

/// The result of reading a file.
trait Read {
    fn read(&self) -> Result<Sprite>;
    fn frame(&self, number: usize) -> Vec<[u8; 4]>;
    fn error(&self) -> String;
}

impl Read for Ase {
    fn read(&self) -> Result<Sprite> {
        decode(&self.bytes(), &Options::default())
    }

    fn frame(&self, number: usize) -> Vec<[u8; 4]> {
        self.read().unwrap_or_else(|error| panic!("{error}")).frames[number].image.pixels().collect()
    }

    fn error(&self) -> String {
        self.read().expect_err("the file is wrong").to_string()
    }
}

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const NONE: [u8; 4] = [0; 4];

#[test]
fn cels_are_placed_and_cut_off() {
    let mut ase = Ase::new((2, 2), RGBA);
    ase.layer(LAYER).pixels(Cel { at: (-1, 1), ..cel(0) }, (2, 2), &[RED, GREEN, BLUE, RED].concat());
    assert_eq!(ase.frame(0), [NONE, NONE, GREEN, NONE]);
    let mut ase = Ase::new((2, 1), RGBA);
    ase.layer(LAYER).pixels(Cel { at: (i16::MIN, i16::MAX), ..cel(0) }, (1, 1), &RED);
    assert_eq!(ase.frame(0), [NONE, NONE]);
    // Pixels that are not packed.
    let mut ase = Ase::new((2, 1), RGBA);
    ase.layer(LAYER).cel(cel(0), 0, &[&[2, 0, 1, 0], &RED[..], &BLUE].concat());
    assert_eq!(ase.frame(0), [RED, BLUE]);
}

#[test]
fn layers_lie_over_each_other() {
    let mut ase = Ase::new((1, 1), RGBA);
    ase.layer(LAYER).layer(LAYER).layer(Layer { flags: HIDDEN, ..LAYER });
    // The order in the file does not matter, that of the layers does.
    ase.pixels(cel(2), (1, 1), &BLUE).pixels(cel(1), (1, 1), &GREEN).pixels(cel(0), (1, 1), &RED);
    assert_eq!(ase.frame(0), [GREEN]);
    // Reference layers are not part of the picture.
    let mut ase = Ase::new((1, 1), RGBA);
    ase.layer(Layer { flags: 1 | 64, ..LAYER }).pixels(cel(0), (1, 1), &RED);
    assert_eq!(ase.frame(0), [NONE]);
}

#[test]
fn cels_may_leave_the_order_of_layers() {
    let order = |z: [i16; 3]| {
        let mut ase = Ase::new((1, 1), RGBA);
        ase.layer(LAYER).layer(LAYER).layer(LAYER);
        for (layer, color) in [(0, RED), (1, GREEN), (2, BLUE)] {
            ase.pixels(Cel { z: z[usize::from(layer)], ..cel(layer) }, (1, 1), &color);
        }
        ase.frame(0)[0]
    };
    assert_eq!(order([0, 0, 0]), BLUE);
    assert_eq!(order([3, 0, 0]), RED);
    // If two cels get the same position, the cel that was moved up more is above.
    assert_eq!(order([2, 0, 0]), RED);
    assert_eq!(order([0, 0, -1]), GREEN);
    assert_eq!(order([i16::MIN, i16::MAX, 0]), GREEN);
}

#[test]
fn opacities_multiply() {
    let mut ase = Ase::new((1, 1), RGBA);
    ase.layer(Layer { opacity: 128, ..LAYER }).pixels(Cel { opacity: 64, ..cel(0) }, (1, 1), &RED);
    // 64 * 128 / 255 = 32.1
    assert_eq!(ase.frame(0), [[255, 0, 0, 32]]);
    ase.flags = 0;
    assert_eq!(ase.frame(0), [[255, 0, 0, 64]], "without its flag the layer's opacity means nothing");
}

#[test]
fn groups() {
    let group = |group: Layer, flags| {
        let mut ase = Ase::new((1, 1), RGBA);
        ase.flags = flags;
        ase.layer(LAYER).layer(group).layer(Layer { level: 1, ..GROUP }).layer(Layer { level: 2, ..LAYER });
        ase.layer(Layer { level: 1, ..LAYER }).layer(Layer { level: 0, ..LAYER });
        ase.pixels(cel(0), (1, 1), &RED).pixels(cel(3), (1, 1), &GREEN).pixels(
            cel(4),
            (1, 1),
            &[0, 0, 255, 128],
        );
        ase.frame(0)[0]
    };
    let [green, blue] = [127, 128];
    assert_eq!(group(GROUP, 1), [0, green, blue, 255]);
    assert_eq!(
        group(Layer { flags: HIDDEN, ..GROUP }, 1),
        RED,
        "a hidden group hides what is in groups in it"
    );
    // A group's opacity counts only if the file's header says so. It applies to the group's picture as a whole.
    assert_eq!(group(Layer { opacity: 0, ..GROUP }, 1), [0, green, blue, 255]);
    assert_eq!(group(Layer { opacity: 0, ..GROUP }, 3), RED);
    assert_eq!(group(Layer { opacity: 128, ..GROUP }, 3), [127, 63, 64, 255]);
}

#[test]
fn nested_groups_are_merged_from_within() {
    let mut ase = Ase::new((1, 1), RGBA);
    ase.flags = 3;
    for level in 0..64 {
        ase.layer(Layer { level, opacity: 254, ..GROUP });
    }
    ase.layer(Layer { level: 64, ..LAYER }).pixels(cel(64), (1, 1), &RED);
    let expected = (0..64).fold(255_u32, |alpha, _| (alpha * 254 * 2 + 255) / 510);
    assert_eq!(ase.frame(0), [[255, 0, 0, expected as u8]]);
    ase.layer(Layer { level: 65, ..LAYER });
    assert!(ase.error().contains("deeper than 64 levels"), "{}", ase.error());
}

#[test]
fn colour_modes() {
    let mut ase = Ase::new((2, 1), GRAY);
    ase.layer(LAYER).pixels(cel(0), (2, 1), &[9, 200, 3, 0]);
    assert_eq!(ase.frame(0), [[9, 9, 9, 200], NONE]);

    let indexed = |flags, clear_index| {
        let mut ase = Ase::new((3, 1), INDEXED);
        ase.clear_index = clear_index;
        ase.palette(0, &[RED, GREEN]).layer(Layer { flags, ..LAYER }).pixels(cel(0), (3, 1), &[0, 1, 77]);
        ase.frame(0)
    };
    assert_eq!(indexed(1, 0), [NONE, GREEN, NONE], "an index past the palette is clear");
    assert_eq!(indexed(1, 1), [RED, NONE, NONE]);
    assert_eq!(indexed(BACKGROUND, 0), [RED, GREEN, NONE], "a background has no clear index");

    let mut ase = Ase::new((1, 1), INDEXED);
    ase.layer(LAYER).pixels(cel(0), (1, 1), &[1]);
    assert!(ase.error().contains("but there is no palette"), "{}", ase.error());
}

/// A group that is the lowest item in its level is merged in place; any other group gets a canvas of its own. So a clear cel below it must
/// change nothing.
#[test]
fn groups_are_merged_alike_in_place_and_apart() {
    for seed in 0..60 {
        let draw = |with_clear: bool| {
            let mut random = Random(seed);
            let mut ase = Ase::new((9, 7), RGBA);
            ase.flags = 3;
            let (mut layers, mut level) = (0, 0);
            if with_clear {
                ase.layer(LAYER).pixels(cel(0), (1, 1), &NONE);
                layers += 1;
            }
            for _ in 0..20 {
                if random.below(2) == 0 {
                    let opacity = [0, 90, 200, 255][random.below(4) as usize];
                    ase.layer(Layer { level, opacity, mode: random.below(19) as u16, ..GROUP });
                    level += 1;
                    layers += 1;
                    if with_clear {
                        ase.layer(Layer { level, ..LAYER }).pixels(cel(layers), (1, 1), &NONE);
                        layers += 1;
                    }
                    // Often another group follows at once. Then it is the lowest item in this group.
                    continue;
                }
                let mode = random.below(19) as u16;
                let at = [0; 2].map(|_| random.below(14) as i16 - 5);
                let (w, h) = (1 + random.below(6) as u16, 1 + random.below(6) as u16);
                let pixels = random.bytes(4 * usize::from(w) * usize::from(h));
                ase.layer(Layer { level, mode, opacity: 128 + random.below(128) as u8, ..LAYER });
                ase.pixels(Cel { at: (at[0], at[1]), ..cel(layers) }, (w, h), &pixels);
                layers += 1;
                level -= random.below(u64::from(level.min(2)) + 1) as u16;
            }
            ase.frame(0)
        };
        assert_eq!(draw(false), draw(true), "seed {seed}");
    }
}

#[test]
fn palettes_old_and_new() {
    // Two packets: skip 1 and set 1, skip 0 and set 1. Six bits a channel: 63 is 255, 32 is 130.
    let old = [2, 0, 1, 1, 63, 0, 32, 0, 1, 0, 63, 0];
    let read = |id: u16, with_new: bool| {
        let mut ase = Ase::new((2, 1), INDEXED);
        if with_new {
            ase.palette(1, &[BLUE]);
        }
        ase.chunk(id, &old).layer(LAYER).pixels(cel(0), (2, 1), &[1, 2]);
        ase.frame(0)
    };
    assert_eq!(read(0x0004, false), [[63, 0, 32, 255], [0, 63, 0, 255]]);
    assert_eq!(read(0x0011, false), [[255, 0, 130, 255], [0, 255, 0, 255]]);
    assert_eq!(read(0x0011, true), [BLUE, NONE], "old palettes count only where there is no new one");
}

#[test]
fn a_palette_holds_from_its_frame_on() {
    let mut ase = Ase::new((1, 1), INDEXED);
    ase.palette(1, &[RED]).layer(LAYER).pixels(cel(0), (1, 1), &[1]);
    ase.next_frame().cel(cel(0), 1, &[0, 0]);
    ase.next_frame().palette(1, &[BLUE]).cel(cel(0), 1, &[0, 0]);
    assert_eq!([ase.frame(0), ase.frame(1), ase.frame(2)], [[RED], [RED], [BLUE]]);
}

#[test]
fn links() {
    let mut ase = Ase::new((1, 1), RGBA);
    ase.layer(LAYER).pixels(cel(0), (1, 1), &RED).next_frame().cel(cel(0), 1, &[0, 0]);
    assert_eq!(ase.frame(1), [RED]);
    ase.next_frame().cel(cel(0), 1, &[1, 0]);
    assert!(ase.error().contains("one that is itself linked"), "{}", ase.error());
    let mut ase = Ase::new((1, 1), RGBA);
    ase.layer(LAYER).cel(cel(0), 1, &[9, 0]);
    assert!(ase.error().contains("linked to frame 9"), "{}", ase.error());
}

#[test]
fn tile_maps() {
    let map = |tile: u32| {
        let mut ase = Ase::new((2, 2), RGBA);
        // Tile 0 is empty, tile 1 is red green / blue clear.
        let tiles = [[NONE; 4], [RED, GREEN, BLUE, NONE]].concat().concat();
        ase.tile_set((2, 2), 2, &tiles).layer(Layer { kind: 2, ..LAYER }).tile_map(cel(0), (1, 1), &[tile]);
        ase.frame(0)
    };
    let (x, y, diagonal) = (0x8000_0000, 0x4000_0000, 0x2000_0000);
    assert_eq!(map(0), [NONE; 4]);
    assert_eq!(map(1), [RED, GREEN, BLUE, NONE]);
    assert_eq!(map(1 | x), [GREEN, RED, NONE, BLUE]);
    assert_eq!(map(1 | y), [BLUE, NONE, RED, GREEN]);
    assert_eq!(map(1 | diagonal), [RED, BLUE, GREEN, NONE]);
    // Mirrored along the diagonal and then left to right: turned clockwise.
    assert_eq!(map(1 | diagonal | x), [BLUE, RED, NONE, GREEN]);
    assert_eq!(map(7), [NONE; 4], "a tile that the set does not have");
}

#[test]
fn slices_tags_and_times() {
    let mut ase = Ase::new((4, 4), RGBA);
    let mut slice: Vec<u8> = [1_u32, 2, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
    slice.extend_from_slice(&[3, 0]);
    slice.extend_from_slice(b"hit");
    for word in [1_i32, -1, 1, 3, 2, 1, 2] {
        slice.extend_from_slice(&word.to_le_bytes());
    }
    let mut tags = vec![2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for repeat in [[0, 0], [2, 1]] {
        tags.extend_from_slice(&[0, 0, 9, 0, 1]);
        tags.extend_from_slice(&repeat);
        tags.extend_from_slice(&[0; 10]);
        tags.extend_from_slice(&[2, 0, b'g', b'o']);
    }
    ase.layer(LAYER).chunk(0x2022, &slice).chunk(0x2018, &tags);
    ase.next_frame().pixels(Cel { at: (0, 1), ..cel(0) }, (1, 1), &RED);
    let sprite = ase.read().expect("a file");
    let key = sprite.slices[0].keys[0];
    assert_eq!((key.frame, key.rect, key.pivot), (1, Rect::new(0, 1, 2, 2), Some([0.0, 2.0])));
    let hit = sprite.select("hit").expect("a slice");
    assert_eq!(hit.image.pixels().collect::<Vec<_>>(), [RED, NONE, NONE, NONE]);
    let tag = &sprite.tags[0];
    assert_eq!(
        (&tag.name[..], &tag.frames, tag.direction),
        ("go", &TagFrames::Range(0..=1), Direction::Reverse)
    );
    let repeats: Vec<_> = sprite.tags.iter().map(|tag| tag.repeat.map(u32::from)).collect();
    assert_eq!(repeats, [None, Some(258)], "0 means without end");
    assert_eq!(sprite.frames[1].duration.map(|time| time.as_millis()), Some(125));
}

#[test]
fn wrong_files_say_what_and_where() {
    let pixels = |len: usize| {
        let mut ase = Ase::new((4, 4), RGBA);
        ase.layer(LAYER).pixels(cel(0), (4, 4), &vec![0; len]);
        ase.error()
    };
    assert_eq!(pixels(63), "damaged Aseprite file: the pixels take 64 bytes, there are fewer (at byte 176)");
    assert_eq!(pixels(65), "damaged Aseprite file: the pixels take 64 bytes, there are more (at byte 176)");
    let mut ase = Ase::new((4, 4), RGBA);
    ase.pixels(cel(3), (1, 1), &RED);
    assert!(ase.error().contains("layer 3, which does not exist"), "{}", ase.error());
    let mut ase = Ase::new((4, 4), RGBA);
    ase.layer(GROUP).pixels(cel(0), (1, 1), &RED);
    assert!(ase.error().contains("a group has a cel"), "{}", ase.error());
    assert!(Ase::new((4, 4), 24).error().contains("8, 16 or 32 bits, not 24"));
    let mut bytes = Ase::new((4, 4), RGBA).bytes();
    bytes[132] = 0;
    let error = decode(&bytes, &Options::default()).expect_err("no frame");
    assert!(error.to_string().contains("magic number F1FA"), "{error}");
    assert_eq!(Ase::new((0, 0), RGBA).read().expect("an empty picture").frames[0].image, Image::default());
}
