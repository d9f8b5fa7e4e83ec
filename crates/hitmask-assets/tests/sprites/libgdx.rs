//! libGDX atlases: regions that are trimmed, turned and numbered, both generations of keys, and errors that name the line.

use std::fmt::Write as _;

use crate::common::Random;
use hitmask::{Mask, Rect};
use hitmask_assets::{
    ErrorKind, Format, Image, Limit, Limits, Options, Result, Sprite, TagFrames, decode, decode_atlas,
    encode_png,
};

fn read(text: &str, sheet: &Image) -> Result<Sprite> {
    decode_atlas(text.as_bytes(), |_| Ok(encode_png(sheet)), &Options::default())
}

fn picture(w: u32, h: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Image {
    let pixels = (0..h).flat_map(|y| (0..w).map(move |x| (x, y)));
    Image::from_rgba8(w, h, pixels.flat_map(|(x, y)| pixel(x, y)).collect()).expect("a picture")
}

/// A picture that was packed: what it was, and where it lies.
struct Region {
    name: String,
    index: i32,
    original: Image,
    /// Left, top, width and height of the part that is kept.
    part: [u32; 4],
    /// Counterclockwise.
    degrees: u32,
    page: usize,
    at: [u32; 2],
}

impl Region {
    fn random(random: &mut Random, number: usize) -> Region {
        let mut below = |end: u64| random.below(end) as u32;
        let [left, top, w, h] = [below(4), below(4), 1 + below(12), 1 + below(12)];
        let (source_w, source_h) = (left + w + below(4), top + h + below(4));
        let colors = random.bytes(64);
        let original = picture(source_w, source_h, |x, y| {
            let inside = (left..left + w).contains(&x) && (top..top + h).contains(&y);
            let color = |n: u32| colors[((13 * x + 7 * y + n) % 64) as usize];
            if inside { [color(0), color(1), color(2), color(3)] } else { [0; 4] }
        });
        Region {
            name: format!("part {}", random.below(4)),
            index: random.below(5) as i32 - 1,
            original,
            part: [left, top, w, h],
            degrees: [0, 90, 180, 270][random.below(4) as usize],
            page: number % 2,
            at: [20 * (number as u32 / 2) + random.below(3) as u32, random.below(5) as u32],
        }
    }

    /// The pixel of the sheet that shows a pixel of the part: turning counterclockwise by 90 degrees takes the right edge to the top.
    fn place(&self, x: u32, y: u32) -> (u32, u32) {
        let [.., w, h] = self.part;
        let (x, y) = match self.degrees {
            90 => (y, w - 1 - x),
            180 => (w - 1 - x, h - 1 - y),
            270 => (h - 1 - y, x),
            _ => (x, y),
        };
        (self.at[0] + x, self.at[1] + y)
    }

    /// The lines, in the words of the old or the new generation.
    fn lines(&self, is_old: bool) -> String {
        let [x, y] = self.at;
        let [left, top, w, h] = self.part;
        let (source_w, source_h) = (self.original.width(), self.original.height());
        let bottom = source_h - h - top;
        let mut text = format!("{}\n", self.name);
        let written = if is_old {
            let rotate = match self.degrees {
                0 => "false".to_owned(),
                90 => "true".to_owned(),
                other => other.to_string(),
            };
            write!(
                text,
                "  rotate: {rotate}\n  xy: {x}, {y}\n  size: {w}, {h}\n  split: 1, 2, 3, 4\n  orig: {source_w}, {source_h}\n  offset: \
                 {left}, {bottom}\n  index: {}\n",
                self.index
            )
        } else {
            let rotate = if self.degrees == 0 { String::new() } else { format!("rotate:{}\n", self.degrees) };
            let index = if self.index < 0 { String::new() } else { format!("index:{}\n", self.index) };
            write!(
                text,
                "{index}bounds:{x},{y},{w},{h}\noffsets:{left},{bottom},{source_w},{source_h}\n{rotate}"
            )
        };
        written.expect("writing to a string");
        text
    }
}

/// Packs pictures as libGDX does, and compares every pixel of what is read.
#[test]
fn packed_regions_are_put_back() {
    for seed in 0..100 {
        let mut random = Random(seed);
        let regions: Vec<Region> =
            (0..1 + random.below(12) as usize).map(|number| Region::random(&mut random, number)).collect();
        let is_old = random.below(2) == 1;
        let sheets = [0, 1].map(|page| {
            let mut sheet = vec![[9_u8; 4]; 160 * 40];
            for region in regions.iter().filter(|region| region.page == page) {
                let [left, top, w, h] = region.part;
                for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
                    let (to_x, to_y) = region.place(x, y);
                    sheet[(160 * to_y + to_x) as usize] =
                        region.original.pixel(left + x, top + y).expect("a pixel");
                }
            }
            Image::from_rgba8(160, 40, sheet.concat()).expect("a sheet")
        });
        let mut text = if is_old { "\n".to_owned() } else { String::new() };
        for page in 0..2 {
            text += &format!("page {page}.png\n");
            text += if is_old {
                "size: 160,40\nformat: RGBA8888\nfilter: Nearest,Nearest\nrepeat: none\n"
            } else {
                "size:160,40\n"
            };
            for region in regions.iter().filter(|region| region.page == page) {
                text += &region.lines(is_old);
            }
            text += "\n";
        }
        if random.below(2) == 1 {
            text = text.replace('\n', "\r\n");
        }
        let picture = |name: &str| match name {
            "page 0.png" => Ok(encode_png(&sheets[0])),
            "page 1.png" => Ok(encode_png(&sheets[1])),
            other => panic!("seed {seed}: {other:?} is no page"),
        };
        let sprite = decode_atlas(text.as_bytes(), picture, &Options::default())
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(sprite.format, Format::LibGdx);
        let in_order: Vec<&Region> =
            (0..2).flat_map(|page| regions.iter().filter(move |region| region.page == page)).collect();
        assert_eq!(sprite.frames.len(), in_order.len(), "seed {seed}");
        for (frame, region) in sprite.frames.iter().zip(&in_order) {
            let name = if region.index < 0 {
                region.name.clone()
            } else {
                format!("{}_{}", region.name, region.index)
            };
            assert_eq!(frame.name, name, "seed {seed}");
            assert_eq!(frame.image, region.original, "seed {seed}\n{text}");
            let original = &region.original;
            let mask = Mask::from_fn(original.width(), original.height(), |x, y| {
                original.pixel(x, y).is_some_and(|[.., alpha]| alpha >= 128)
            });
            assert_eq!(frame.mask(128), mask, "seed {seed}");
            let [left, top, w, h] = region.part;
            assert_eq!(frame.trim, Rect::new(left as i32, top as i32, w, h), "seed {seed}");
            assert_eq!((frame.pivot, frame.duration), (None, None));
        }
        // A tag for each name with an index: its regions by index, and then those without one.
        let mut names: Vec<&str> = Vec::new();
        for region in &in_order {
            if !names.contains(&&region.name[..]) {
                names.push(&region.name);
            }
        }
        let mut tags = Vec::new();
        for name in names {
            let of_name = |index: i32| {
                let all = in_order.iter().enumerate();
                all.filter(move |(_, region)| region.name == name && region.index == index)
                    .map(|(number, _)| number as u32)
            };
            let numbered: Vec<u32> = (0..5).flat_map(of_name).collect();
            if !numbered.is_empty() {
                tags.push((name.to_owned(), TagFrames::List([numbered, of_name(-1).collect()].concat())));
            }
        }
        let read: Vec<_> = sprite.tags.iter().map(|tag| (tag.name.clone(), tag.frames.clone())).collect();
        assert_eq!(read, tags, "seed {seed}\n{text}");
    }
}

/// A file in the words of libGDX 1.9, with a header of another tool, that is checked number by number.
#[test]
fn a_small_file() {
    // Upright it reads: row 0 is 1 2 3, row 1 is 4 5 6. Turned counterclockwise: 3 6 / 2 5 / 1 4.
    let sheet = picture(4, 4, |x, y| {
        let number = [[0, 3, 6, 0], [0, 2, 5, 0], [0, 1, 4, 0], [0; 4]][y as usize][x as usize];
        [number, number, number, 10 * number]
    });
    let text = "made by: some tool\n\nart.png\n\tsize: 4, 4\n\tpma: false\nturned\n\trotate: true\n\txy: 1, 0\n\tsize: 3, 2\n\
                \torig: 5, 6\n\toffset: 1, 3\n\tindex: -1\n";
    let sprite = read(text, &sheet).expect("an atlas");
    let frame = sprite.select("turned").expect("the region");
    assert_eq!((frame.image.width(), frame.image.height()), (5, 6));
    let red = |y: u32| [0, 1, 2, 3, 4].map(|x| frame.image.pixel(x, y).expect("inside")[0]);
    // Three clear rows below, so the picture is in the rows 1 and 2.
    assert_eq!([0, 1, 2, 3].map(red), [[0; 5], [0, 1, 2, 3, 0], [0, 4, 5, 6, 0], [0; 5]]);
    assert_eq!(frame.trim, Rect::new(1, 1, 3, 2));
    assert!(sprite.tags.is_empty());
}

#[test]
fn animations_are_selected_by_name() {
    let sheet = picture(3, 1, |x, _| [x as u8; 4]);
    let region = |name: &str, x: u32, index: i32| format!("{name}\nbounds:{x},0,1,1\nindex:{index}\n");
    let text =
        format!("a.png\nsize:3,1\n{}{}{}", region("run", 2, 10), region("run", 0, 9), region("idle", 1, -1));
    let sprite = read(&text, &sheet).expect("an atlas");
    assert_eq!(sprite.tag("run").expect("a tag").frames, TagFrames::List(vec![1, 0]));
    let red = |selector: &str| sprite.select(selector).expect(selector).image.pixel(0, 0).expect("inside")[0];
    assert_eq!(["run", "run:1", "run_10", "run_9", "idle"].map(red), [0, 2, 2, 0, 1]);
    assert!(sprite.tag("idle").is_none());
}

#[test]
fn premultiplied_pages() {
    let sheet =
        picture(4, 1, |x, _| [[50, 100, 0, 100], [0, 0, 0, 0], [7, 8, 9, 255], [9, 9, 9, 3]][x as usize]);
    let text = |pma: &str| format!("a.png\nsize: 4,1\npma: {pma}\nall\nbounds: 0,0,4,1\n");
    let pixels = |pma: &str| {
        let sprite = read(&text(pma), &sheet).expect("an atlas");
        [0, 1, 2, 3].map(|x| sprite.frames[0].image.pixel(x, 0).expect("inside"))
    };
    assert_eq!(pixels("true"), [[128, 255, 0, 100], [0; 4], [7, 8, 9, 255], [255, 255, 255, 3]]);
    assert_eq!(pixels("false"), [[50, 100, 0, 100], [0; 4], [7, 8, 9, 255], [9, 9, 9, 3]]);
}

#[test]
fn the_format_is_found() {
    for text in [
        "a.png\nsize: 1,1",
        "\u{feff}a.png\nsize:1,1\n",
        "\r\n\r\na b.png\r\nformat: RGB565\r\n",
        "x: 1\n\na\n filter : Linear",
    ] {
        assert_eq!(Format::sniff(text.as_bytes()), Some(Format::LibGdx), "{text:?}");
    }
    for text in [
        "",
        "a.png",
        "a.png\n",
        "a.png\n\nsize: 1,1",
        "a.png\nsize",
        "a.png\nbounds: 1,1,1,1",
        "size: 1,1\n",
        "a\x1b\nsize:1",
    ] {
        assert_eq!(Format::sniff(text.as_bytes()), None, "{text:?}");
    }
    let error = decode(b"a.png\nsize: 1,1\nb\nbounds: 0,0,1,1", &Options::default()).expect_err("no picture");
    assert!(matches!(error.kind(), ErrorKind::AtlasWithoutFolder), "{error:?}");
}

#[test]
fn errors_name_the_line() {
    let sheet = picture(4, 4, |_, _| [255; 4]);
    for (text, line, reason) in [
        (
            "a.png\nsize: 4,4\nr\nbounds: 0,0,4\n",
            4,
            "\"bounds\" takes 4 whole numbers with commas between them, not \"0,0,4\"",
        ),
        (
            "a.png\nsize: 4,4\nr\nxy: 0,1.5\n",
            4,
            "\"xy\" takes 2 whole numbers with commas between them, not \"0,1.5\"",
        ),
        (
            "a.png\nsize: 4,4\nr\n\nb.png\nsize: 1,1\nr\nbounds:0,0,1,1\nindex: one\n",
            9,
            "\"index\" takes a whole number, not \"one\"",
        ),
        ("a.png\r\nsize: 4,4\r\nr\r\nbounds: 0,0,4,4,4\r\n", 4, "\"bounds\" takes 4 whole numbers"),
        (
            "a.png\nsize: 4,4\nr\nrotate: 45\n",
            4,
            "\"rotate\" takes true, false, 0, 90, 180 or 270, not \"45\"",
        ),
        (
            "a.png\nsize: 4,4\nr\nindex: 1\nxy: 0,0\n",
            3,
            "the region \"r_1\" needs a line \"bounds\", or the lines \"xy\" and \"size\"",
        ),
        (
            "a.png\nsize: 4,4\nr\nxy: 0,0\nsize: 1,1\nq:r\nxy: 2,2\n",
            7,
            "\"xy\" gives the region \"r\" what an earlier line gave it",
        ),
        ("a.png\nsize: 4,4\nr\noffsets: 0,0,1,1\norig: 1,1\n", 5, "\"orig\" gives"),
        ("\n\na.png\nsize: 4,4\n", 4, "the atlas ends here and lists no region"),
        ("a.png\nsize: 4,4\nr\x1b[2J\nxy: 1", 4, "takes 2 whole numbers"),
    ] {
        let error = read(text, &sheet).expect_err(text);
        assert!(
            matches!(error.kind(), ErrorKind::AtlasLine { line: at, .. } if *at == line),
            "{text:?}: {error:?}"
        );
        let said = error.to_string();
        assert!(said.starts_with(&format!("line {line} of the libGDX atlas: ")), "{said}");
        assert!(said.contains(reason), "{said}");
    }
    let bad =
        decode_atlas(b"a.png\nsize: 4,4\nr\n\xFF\n", |_| panic!("no picture is needed"), &Options::default());
    assert_eq!(bad.expect_err("no text").to_string(), "line 4 of the libGDX atlas: it is not text in UTF-8");

    let evil = read("a.png\nsize: 4,4\nr\u{202e}\nindex: 1\n", &sheet).expect_err("no bounds").to_string();
    assert!(evil.contains(r"r\u{202e}_1"), "{evil}");
}

#[test]
fn regions_outside() {
    let sheet = picture(8, 4, |_, _| [255; 4]);
    let with = |lines: &str| read(&format!("a.png\nsize: 8,4\nit\n{lines}"), &sheet);
    for lines in [
        "bounds: 5,0,4,4",
        "bounds: 0,-1,1,1",
        "bounds: 0,0,-1,1",
        "bounds: 9223372036854775807,0,1,1",
        "bounds: 0,0,5,2\nrotate: 90",
    ] {
        let error = with(lines).expect_err(lines);
        assert!(
            matches!(error.kind(), ErrorKind::FrameOutside { picture: [8, 4], .. }),
            "{lines}: {error:?}"
        );
    }
    for offsets in [
        "1,0,4,4",
        "0,1,4,4",
        "-1,0,9,9",
        "0,-1,9,9",
        "0,0,3,4",
        "0,9223372036854775807,9,9",
        "0,-9223372036854775808,9,9",
    ] {
        let error = with(&format!("bounds: 0,0,4,4\noffsets: {offsets}")).expect_err(offsets);
        assert!(matches!(error.kind(), ErrorKind::TrimOutside { .. }), "{offsets}: {error:?}");
    }
    for size in ["-4,4", "65536,4", "9223372036854775807,-9223372036854775808"] {
        let error = with(&format!("bounds: 0,0,4,4\norig: {size}")).expect_err(size);
        assert!(matches!(error.kind(), ErrorKind::TooLarge { .. }), "{size}: {error:?}");
    }
    let zero = with("bounds: 0,0,4,4\noffsets: 0,0,0,0").expect("an original of 0 x 0 was not trimmed");
    assert_eq!(zero.frames[0].trim, Rect::new(0, 0, 4, 4));
}

#[test]
fn limits_hold() {
    let sheet = picture(1, 1, |_, _| [255; 4]);
    let many = |regions: usize| format!("a.png\nsize: 1,1\n{}", "r\nbounds: 0,0,1,1\n".repeat(regions));
    let within = |regions, limits| {
        decode_atlas(
            many(regions).as_bytes(),
            |_| Ok(encode_png(&sheet)),
            &Options { limits, ..Options::default() },
        )
    };
    let limit = |result: Result<Sprite>| match result.expect_err("it is too much").kind() {
        ErrorKind::TooLarge { limit, .. } => *limit,
        other => panic!("{other:?}"),
    };
    assert_eq!(within(10, Limits { max_frames: 10, ..Limits::default() }).expect("ten").frames.len(), 10);
    assert_eq!(limit(within(11, Limits { max_frames: 10, ..Limits::default() })), Limit::Frames);
    assert_eq!(limit(within(1000, Limits { max_memory: 100_000, ..Limits::default() })), Limit::Memory);
    assert_eq!(limit(within(1000, Limits { max_work: 5000, ..Limits::default() })), Limit::Work);
}

/// Damaged atlases give an error or a sprite, and never a panic.
#[test]
fn damaged_text() {
    let sheet = picture(8, 8, |x, y| [x as u8, y as u8, 0, 255]);
    let good = "a.png\nsize: 8,8\npma: true\nr\nrotate: 90\nbounds: 1,1,3,4\noffsets: 1,2,6,7\nindex: 3\nr\nxy: 0,0\nsize: 2,2\nindex: 1\n";
    read(good, &sheet).expect("an atlas");
    for seed in 0..2000 {
        let mut random = Random(seed);
        let mut bytes = good.as_bytes().to_vec();
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(4) {
                0 => bytes.truncate(at),
                1 => bytes[at] = random.next() as u8,
                2 => bytes.insert(at, b"-90:,\n"[random.below(6) as usize]),
                _ => drop(bytes.remove(at)),
            }
            if bytes.is_empty() {
                break;
            }
        }
        let read = decode_atlas(&bytes, |_| Ok(encode_png(&sheet)), &Options::default());
        match read {
            Ok(sprite) => assert!(!sprite.frames.is_empty(), "seed {seed}"),
            Err(error) => assert!(!error.to_string().is_empty(), "seed {seed}"),
        }
    }
}
