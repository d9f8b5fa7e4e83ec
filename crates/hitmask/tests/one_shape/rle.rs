//! The run-length formats: what is written, what is read, and the error for every kind of bad byte.

use crate::common::Rng;
use hitmask::rle::{Sprite8, Sprite16, decode8, decode16, encode8, encode16};
use hitmask::{
    AlphaMask, DecodeError, DecodeErrorKind, InvalidArgument, InvalidReason, Mask, Point, RunMask,
};

/// Up to 300 × 12 bytes, in stretches of up to `longest` bytes. A stretch repeats one of the values or is random.
fn picture(rng: &mut Rng, values: &[u8], longest: u64) -> (u32, u32, Vec<u8>) {
    let (w, h) = (rng.below(301) as u32, rng.below(13) as u32);
    let mut bytes = Vec::new();
    while bytes.len() < (w * h) as usize {
        let value = if rng.one_in(values.len() as u64 + 1) { rng.below(256) as u8 } else { rng.pick(values) };
        bytes.extend(vec![value; 1 + rng.below(longest) as usize]);
    }
    bytes.truncate((w * h) as usize);
    (w, h, bytes)
}

#[test]
fn what_the_article_loses() {
    let a = Sprite8::new(6, 1, &[4, 1, 1, 1, 1, 0xFE]).unwrap();
    let b = Sprite8::new(6, 1, &[0xFF, 5, 2, 2, 2, 2, 2]).unwrap();
    assert!(a.overlaps(&b, (0, 0)) && b.overlaps(&a, (0, 0)));
    assert_eq!(a.first_overlap(&b, (0, 0)), Some(Point::new(1, 0)));
    assert!(!a.overlaps(&b, (3, 0)) && !a.overlaps(&b, (0, 1)));
    assert!(!a.overlaps(&b, (i32::MIN, i32::MAX)) && !a.overlaps(&b, (i32::MAX, i32::MIN)));
}

type Fault = (usize, String, DecodeErrorKind);

fn fault(DecodeError { offset, part, kind, .. }: DecodeError) -> Fault {
    (offset, part.into_owned(), kind)
}

fn zero_code(at: usize, row: u32) -> Fault {
    (at, format!("run in row {row}"), DecodeErrorKind::BadRecord { what: "its code is 0" })
}

fn leaves_row(at: usize, row: u32, x: u32, length: u32) -> Fault {
    let run = format!("run of {length} pixels at pixel {x} of row {row}");
    (at, run, DecodeErrorKind::BadRecord { what: "it extends beyond its row" })
}

fn truncated(at: usize, row: u32, missing: usize) -> Fault {
    (at, format!("row {row} ({missing} bytes or more are missing)"), DecodeErrorKind::Truncated)
}

fn trailing(at: usize, extra: usize) -> Fault {
    let kind = DecodeErrorKind::WrongLength { expected: at as u64, actual: at + extra };
    (at, "end".into(), kind)
}

#[test]
fn bad_codes_are_named_with_their_place() {
    let read = |w, h, bytes: &[u8]| fault(Sprite8::new(w, h, bytes).map(|_| ()).unwrap_err());
    assert_eq!(read(3, 2, &[0xFD, 2, 9, 9, 0]), zero_code(4, 1));
    assert_eq!(read(3, 2, &[2, 9, 9, 2, 9, 9]), leaves_row(3, 0, 2, 2));
    assert_eq!(read(3, 2, &[2, 9, 9, 0xFE]), leaves_row(3, 0, 2, 2));
    assert_eq!(read(127, 1, &[0x80]), leaves_row(0, 0, 0, 128));
    assert_eq!(read(3, 2, &[0xFD, 3, 9]), truncated(3, 1, 2));
    assert_eq!(read(3, 2, &[0xFD]), truncated(1, 1, 1));
    assert_eq!(read(3, 1, &[0xFD, 7, 7]), trailing(1, 2));
    assert_eq!(read(0, 5, &[1]), trailing(0, 1));
    let large = DecodeErrorKind::TooLarge { width: 65_536, height: 1 };
    assert_eq!(read(65_536, 1, &[]), (0, "size".into(), large));
    // A false size costs no memory.
    assert_eq!(read(32_768, 65_535, &[]), truncated(0, 0, 1));

    let read = |w, h, bytes: &[u8]| fault(Sprite16::new(w, h, bytes).map(|_| ()).unwrap_err());
    let empty = DecodeErrorKind::BadRecord { what: "it is an alpha run without a pixel" };
    assert_eq!(read(3, 2, &[0xFD, 0xFF, 0, 0]), (2, "run in row 1".into(), empty));
    assert_eq!(read(3, 1, &[0]), truncated(1, 0, 1));
    assert_eq!(read(3, 1, &[0, 3, 1, 2, 3]), truncated(5, 0, 6));
    assert_eq!(read(3, 1, &[3, 1, 2, 3]), truncated(4, 0, 3));
    assert_eq!(read(3, 1, &[0, 4]), leaves_row(0, 0, 0, 4));
    assert_eq!(read(3, 1, &[0xFD, 0]), trailing(1, 1));

    let wrong = |made: Result<Vec<u8>, InvalidArgument>, needed, length, unit| {
        let refused = made.unwrap_err();
        assert_eq!((refused.argument, refused.reason), (unit, InvalidReason::WrongLength { length, needed }));
    };
    wrong(encode8(3, 2, &[0; 5], 0), 6, 5, "pixels");
    wrong(encode16(3, 2, &[0; 5], &[0; 6]), 6, 5, "colours");
    wrong(encode16(3, 2, &[0; 6], &[0; 7]), 6, 7, "alphas");
}

#[test]
fn errors_are_sentences() {
    let refused = Sprite8::new(3, 2, &[2, 9, 9, 0xFE]).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the run of 2 pixels at pixel 2 of row 0 of the run-length sprite is wrong at byte 3: it extends beyond its row"
    );
    assert_eq!(refused.format(), "run-length sprite");
    let refused = Sprite8::new(5, 1, &[5, 0]).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the bytes end too early, at byte 2, in row 0 (4 bytes or more are missing): they are not the whole of a run-length sprite"
    );
    let refused = encode8(3, 2, &[0; 5], 0).unwrap_err();
    assert_eq!(refused.to_string(), "the number of pixels must be 6, not 5");
}

#[test]
fn long_stretches_take_several_runs() {
    for (n, codes) in [(127, vec![127]), (128, vec![127, 1]), (300, vec![127, 127, 46])] {
        let bytes = encode8(n, 1, &vec![5; n as usize], 0).unwrap();
        let sprite = Sprite8::new(n, 1, &bytes).unwrap();
        assert_eq!(sprite.runs(0).map(|(_, pixels)| pixels.len()).collect::<Vec<_>>(), codes);
        assert_eq!(sprite.to_run_mask(), RunMask::filled(n, 1), "runs that touch are one");
        assert_eq!(sprite.runs(1).count(), 0);
    }
    for (n, bytes) in [(128, vec![0x80]), (129, vec![0x80, 0xFF]), (256, vec![0x80, 0x80])] {
        assert_eq!(encode8(n, 1, &vec![0; n as usize], 0), Ok(bytes.clone()));
        assert_eq!(encode16(n, 1, &vec![3; n as usize], &vec![0; n as usize]), Ok(bytes));
    }
    let bytes = encode16(256, 1, &[3; 256], &[9; 256]).unwrap();
    assert_eq!((bytes[..2].to_vec(), bytes[767..].to_vec()), (vec![0, 255], vec![0, 1, 3, 0, 9]));
}

/// All sprites of a seeded stream, each with the 8-bit picture that it was made from.
fn each8(seed: u64, cases: u32, mut f: impl FnMut(&str, u32, u32, &[u8], &[u8])) {
    let random = &mut Rng::new(seed);
    for case in 0..cases {
        let longest = 1 + random.below(299);
        let (w, h, picture) = picture(random, &[0, 0, 7], longest);
        let bytes = encode8(w, h, &picture, 0).unwrap();
        f(&format!("seed {seed:#x} case {case}"), w, h, &picture, &bytes);
    }
}

#[test]
fn pictures_come_back() {
    each8(0x51E_0001, 2_000, |why, w, h, picture, bytes| {
        assert_eq!(decode8(w, h, bytes, 0).as_deref(), Ok(picture), "{why}");
        let sprite = Sprite8::new(w, h, bytes).unwrap();
        let mask = Mask::from_indexed(w, h, picture, 0).unwrap();
        assert_eq!(sprite.to_run_mask(), RunMask::from(&mask), "{why}");
        for (i, &pixel) in picture.iter().enumerate().step_by(7) {
            let (x, y) = (i as u32 % w, i as u32 / w);
            assert_eq!(sprite.pixel((x as i32, y as i32)), (pixel != 0).then_some(pixel), "{why} {x} {y}");
        }
        assert_eq!(
            (sprite.pixel((w as i32, 0)), sprite.pixel((-1, 0)), sprite.pixel((0, h as i32))),
            (None, None, None)
        );
    });
    let seed = 0x51E_0002;
    let random = &mut Rng::new(seed);
    for case in 0..2_000 {
        let why = format!("seed {seed:#x} case {case}");
        let longest = 1 + random.below(299);
        let (w, h, alphas) = picture(random, &[0, 255], longest);
        let colors: Vec<u16> =
            alphas.iter().map(|&a| if a == 0 { 0 } else { random.below(65_536) as u16 }).collect();
        let bytes = encode16(w, h, &colors, &alphas).unwrap();
        let sprite = Sprite16::new(w, h, &bytes).unwrap();
        assert_eq!(decode16(w, h, &bytes).unwrap(), (colors.clone(), alphas.clone()), "{why}");
        assert_eq!(sprite.to_alpha_mask(), AlphaMask::from_alpha(w, h, &alphas).unwrap(), "{why}");
        let visible = Mask::from_alpha(w, h, &alphas, 1).unwrap();
        assert_eq!(sprite.to_run_mask(), RunMask::from(&visible), "{why}");
        for i in (0..alphas.len()).step_by(7) {
            let p = Point::new(i as i32 % w as i32, i as i32 / w as i32);
            let pixel = (alphas[i] > 0).then_some((colors[i], alphas[i]));
            assert_eq!(sprite.pixel(p), pixel, "{why} {p:?}");
        }
    }
}

#[test]
fn codes_come_back_when_they_were_the_shortest() {
    // 130 clear as 128 + 2, 2 solid; all alpha.
    let bytes = [0x80, 0xFE, 2, 8, 9];
    assert_eq!(encode8(132, 1, &decode8(132, 1, &bytes, 0).unwrap(), 0).unwrap(), bytes);
    each8(0x51E_0003, 500, |why, w, h, _, bytes| {
        assert_eq!(encode8(w, h, &decode8(w, h, bytes, 0).unwrap(), 0).as_deref(), Ok(bytes), "{why}");
    });
    // Split runs are read, and are written in a shorter form.
    assert_eq!(
        encode8(4, 1, &decode8(4, 1, &[1, 8, 1, 9, 0xFF, 0xFF], 0).unwrap(), 0),
        Ok(vec![2, 8, 9, 0xFE])
    );
    // An alpha run may hold any alpha. By the author's rule all of it is solid.
    let odd = Sprite16::new(2, 1, &[0, 2, 1, 0, 0, 1, 0, 255]).unwrap();
    assert_eq!((odd.to_run_mask().count(), odd.to_alpha_mask().to_mask(1).count()), (2, 1));
}

#[test]
fn truncated_anywhere() {
    each8(0x51E_0004, 60, |why, w, h, _, bytes| {
        for end in 0..bytes.len() {
            match Sprite8::new(w, h, &bytes[..end]) {
                Err(error) => {
                    let error = fault(error);
                    let is_named = (0..h).any(|row| {
                        (1..=bytes.len() - end).any(|missing| error == truncated(end, row, missing))
                    });
                    assert!(is_named, "{why} {end}: {error:?}");
                }
                Ok(read) => panic!("{why} {end}: {read:?}"),
            }
        }
        let longer = [bytes, &[1]].concat();
        let refused = Sprite8::new(w, h, &longer).map(|_| ()).map_err(fault);
        assert_eq!(refused, Err(trailing(bytes.len(), 1)), "{why}");
    });
    let random = &mut Rng::new(0x51E_0005);
    for _ in 0..60 {
        let (w, h, alphas) = picture(random, &[0, 255], 20);
        let bytes = encode16(w, h, &vec![0x1234; alphas.len()], &alphas).unwrap();
        for end in 0..bytes.len() {
            let read = Sprite16::new(w, h, &bytes[..end]).map(|_| ());
            let error = read.unwrap_err();
            assert_eq!((error.offset, error.kind), (end, DecodeErrorKind::Truncated));
        }
    }
}

#[test]
fn noise_is_read_or_refused() {
    let random = &mut Rng::new(0x51E_0006);
    for _ in 0..20_000 {
        let bytes: Vec<u8> =
            (0..random.below(40)).map(|_| [0, 1, 2, 255, 254, 7][random.below(6) as usize]).collect();
        let (w, h) = (random.below(6) as u32, random.below(6) as u32);
        if let Ok(sprite) = Sprite8::new(w, h, &bytes) {
            assert_eq!(sprite.to_indexed(9).len(), (w * h) as usize);
        }
        if let Ok(sprite) = Sprite16::new(w, h, &bytes) {
            assert_eq!(sprite.to_picture().1, sprite.to_alpha_mask().as_bytes());
        }
    }
}

#[test]
fn walking_the_codes_answers_what_bits_answer() {
    let seed = 0x51E_0007;
    let random = &mut Rng::new(seed);
    for case in 0..20_000 {
        let longest = 1 + random.below(150);
        let (wa, ha, a) = picture(random, &[0, 0, 0, 255], longest);
        let (wb, hb, b) = picture(random, &[0, 0, 0, 255], longest);
        let offset = Point::new(random.below(601) as i32 - 300, random.below(25) as i32 - 12);
        let (mask_a, mask_b) =
            (Mask::from_indexed(wa, ha, &a, 0).unwrap(), Mask::from_indexed(wb, hb, &b, 0).unwrap());
        let expected = mask_a.first_overlap(&mask_b, offset);

        let (bytes_a, bytes_b) = (encode8(wa, ha, &a, 0).unwrap(), encode8(wb, hb, &b, 0).unwrap());
        let (a8, b8) = (Sprite8::new(wa, ha, &bytes_a).unwrap(), Sprite8::new(wb, hb, &bytes_b).unwrap());
        assert_eq!(a8.first_overlap(&b8, offset), expected, "seed {seed:#x} case {case} {offset:?}");
        assert_eq!(a8.overlaps(&b8, offset), expected.is_some());

        let colors = |n: usize| vec![1; n];
        let bytes_a = encode16(wa, ha, &colors(a.len()), &a).unwrap();
        let bytes_b = encode16(wb, hb, &colors(b.len()), &b).unwrap();
        let (a16, b16) = (Sprite16::new(wa, ha, &bytes_a).unwrap(), Sprite16::new(wb, hb, &bytes_b).unwrap());
        assert_eq!(a16.first_overlap(&b16, offset), expected, "seed {seed:#x} case {case} {offset:?}");
    }
}
