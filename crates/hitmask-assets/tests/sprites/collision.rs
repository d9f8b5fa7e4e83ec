//! Collision frames: every solid pixel lies where it does in the sprite, about one pivot.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::Random;
use hitmask::{Collider, Point, PointQ16, Probe, QueryFilter, World};
use hitmask_assets::{
    CollisionFrames, CollisionOptions, ErrorKind, FrameChoice, Image, Options, Sprite, Tag, TagFrames,
    decode_atlas, encode_png,
};
use serde_json::json;

/// A sprite whose frames have these pictures and pivots.
fn sprite(frames: &[(Image, Option<[f64; 2]>)]) -> Sprite {
    let entries: Vec<_> =
        (0..frames.len()).map(|_| json!({"frame": {"x": 0, "y": 0, "w": 1, "h": 1}})).collect();
    let atlas = json!({"frames": entries, "meta": {"image": "dot.png"}});
    let dot = encode_png(&Image::from_rgba8(1, 1, vec![255; 4]).expect("a dot"));
    let mut sprite = decode_atlas(atlas.to_string().as_bytes(), |_| Ok(dot.clone()), &Options::default())
        .expect("an atlas");
    for (frame, (image, pivot)) in sprite.frames.iter_mut().zip(frames) {
        (frame.image, frame.pivot) = (image.clone(), *pivot);
    }
    sprite
}

fn noise(random: &mut Random, w: u32, h: u32) -> Image {
    Image::from_rgba8(w, h, random.bytes((4 * w * h) as usize)).expect("a picture")
}

/// The solid pixels of a frame, in the coordinates of the shape.
fn solid(shape: &CollisionFrames, frame: usize) -> BTreeSet<(i32, i32)> {
    let (mask, offset) = &shape.frames.all()[frame];
    mask.points().map(|Point { x, y }| (x + offset.x, y + offset.y)).collect()
}

/// Compares with pixels that are moved one by one: shifted to the pivot of the first frame, then mirrored there.
#[test]
fn pixels_are_where_they_should_be() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let frames: Vec<(Image, Option<[f64; 2]>)> = (0..1 + random.below(4))
            .map(|_| {
                let (w, h) = (random.below(80) as u32, 1 + random.below(7) as u32);
                let quarter = |random: &mut Random| random.below(60) as f64 / 4.0 - 3.0;
                let pivot = [quarter(&mut random), quarter(&mut random)];
                let image = noise(&mut random, w, h);
                (image, (random.below(4) > 0).then_some(pivot))
            })
            .collect();
        let sprite = sprite(&frames);
        let [flip_h, flip_v, trim] = [0; 3].map(|_| random.below(2) == 1);
        let threshold = [0, 1, 100, 255][random.below(4) as usize];
        let options = CollisionOptions { threshold, flip_h, flip_v, trim, ..CollisionOptions::default() };
        let shape = sprite.collision_frames(&options).expect("collision frames");

        let (first, first_pivot) = &frames[0];
        let (w, h) = (first.width(), first.height());
        let middle = [f64::from(w) / 2.0, f64::from(h) / 2.0];
        let common = first_pivot.unwrap_or(middle);
        for (number, (image, pivot)) in frames.iter().enumerate() {
            let pivot = pivot.unwrap_or(common);
            // Quarters of pixels are exact in a float. A tie goes to the left and up.
            let shift = [0, 1].map(|axis| (common[axis] - pivot[axis] - 0.5).ceil() as i32);
            let mut expected = BTreeSet::new();
            for (y, x) in (0..image.height()).flat_map(|y| (0..image.width()).map(move |x| (y, x))) {
                if image.pixel(x, y).expect("inside")[3] < threshold {
                    continue;
                }
                let (x, y) = (x as i32 + shift[0], y as i32 + shift[1]);
                let x = if flip_h { w as i32 - 1 - x } else { x };
                let y = if flip_v { h as i32 - 1 - y } else { y };
                expected.insert((x, y));
            }
            assert_eq!(solid(&shape, number), expected, "seed {seed}, frame {number}, {options:?}");
            let mask = &shape.frames.all()[number].0;
            let tight = mask.bounds().map_or((0, 0), |bounds| (bounds.w, bounds.h));
            assert_eq!(
                mask.size(),
                if trim { tight } else { (image.width(), image.height()) },
                "seed {seed}"
            );
        }
        let mirrored = |flip: bool, side: u32, at: f64| if flip { f64::from(side) - at } else { at };
        let pivot = [mirrored(flip_h, w, common[0]), mirrored(flip_v, h, common[1])];
        assert_eq!(shape.pivot.to_f64(), pivot, "seed {seed}");
    }
}

/// A collider that is placed by the pivot covers the same pixels, whether its frames are flipped or its transform is.
#[test]
fn a_flip_is_the_same_as_that_of_a_transform() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let mut quarter = || random.below(40) as f64 / 4.0 - 1.0;
        let (pivot, position, shift) =
            ([quarter(), quarter()], [quarter(), quarter()], random.below(3) as f64);
        // The other pivot differs by whole pixels: other shifts are rounded once in the frames, and once more in the world.
        let pivots = [pivot, [pivot[0] + shift, pivot[1] - shift]];
        let sprite = sprite(&pivots.map(|pivot| {
            let (w, h) = (1 + random.below(9) as u32, 1 + random.below(9) as u32);
            (noise(&mut random, w, h), Some(pivot))
        }));
        let flip = [random.below(2) == 1, random.below(2) == 1];
        let covered = |flip_of_frames: [bool; 2], flip_of_transform: [bool; 2], frame| {
            let [flip_h, flip_v] = flip_of_frames;
            let options = CollisionOptions { threshold: 150, flip_h, flip_v, ..CollisionOptions::default() };
            let shape = sprite.collision_frames(&options).expect("collision frames");
            let mut world = World::new();
            let hero = world.insert(Collider::new(shape.frames));
            world
                .edit(hero, |collider| collider.transform.set_pivot(shape.pivot.to_f64()))
                .expect("the collider");
            world.set_position(hero, position).expect("the collider");
            world
                .edit(hero, |collider| collider.transform.set_flip(flip_of_transform))
                .expect("the collider");
            world.set_frame(hero, frame).expect("the collider");
            let pixels = (-30..30).flat_map(|y| (-30..30).map(move |x| Point::new(x, y)));
            let hits = |pixel: &Point| world.query(&Probe::point(*pixel), &QueryFilter::default()).any();
            pixels.filter(hits).collect::<Vec<_>>()
        };
        for frame in 0..2 {
            assert_eq!(
                covered(flip, [false; 2], frame),
                covered([false; 2], flip, frame),
                "seed {seed}, frame {frame}, {flip:?}, pivots {pivots:?}, position {position:?}"
            );
        }
    }
}

#[test]
fn equal_pictures_share_a_mask() {
    let mut random = Random(1);
    let (a, b) = (noise(&mut random, 8, 8), noise(&mut random, 8, 8));
    let mut moved = vec![0; 4 * 9 * 8];
    for (row, pixels) in a.as_rgba8().chunks(32).enumerate() {
        moved[36 * row + 4..36 * row + 36].copy_from_slice(pixels);
    }
    let moved = Image::from_rgba8(9, 8, moved).expect("a picture");
    let sprite = sprite(&[(a.clone(), None), (b, None), (a, None), (moved, None)]);
    let shared = |trim| {
        let options = CollisionOptions { trim, ..CollisionOptions::default() };
        let shape = sprite.collision_frames(&options).expect("collision frames");
        let masks: Vec<_> = shape.frames.all().iter().map(|(mask, _)| Arc::clone(mask)).collect();
        [1, 2, 3].map(|other| Arc::ptr_eq(&masks[0], &masks[other]))
    };
    assert_eq!(shared(false), [false, true, false]);
    assert_eq!(shared(true), [false, true, true], "the same pixels at another place");
}

#[test]
fn chosen_frames() {
    let mut random = Random(2);
    let mut sprite = sprite(&[0; 4].map(|_| (noise(&mut random, 5, 5), None)));
    sprite.tags.push(Tag::new("blink", TagFrames::List(vec![3, 1, 3])));
    let choose =
        |frames| sprite.collision_frames(&CollisionOptions { frames, ..CollisionOptions::default() });

    let all = choose(FrameChoice::All).expect("all");
    assert_eq!(all.numbers, [0, 1, 2, 3]);
    assert_eq!((all.index_of(2), all.index_of(4)), (Some(2), None));
    let tag = choose(FrameChoice::Tag("blink".to_owned())).expect("a tag");
    assert_eq!((tag.numbers.clone(), tag.frames.all().len()), (vec![3, 1, 3], 3));
    assert_eq!((tag.index_of(1), tag.index_of(3), tag.index_of(0)), (Some(1), Some(0), None));
    assert_eq!(solid(&tag, 1), solid(&all, 1));
    assert_eq!(solid(&tag, 2), solid(&all, 3));
    let some = choose(FrameChoice::Numbers(vec![2])).expect("a frame");
    assert_eq!(solid(&some, 0), solid(&all, 2));

    for wrong in [FrameChoice::Tag("blnk".to_owned()), FrameChoice::Numbers(vec![0, 4])] {
        let error = choose(wrong).expect_err("it does not exist");
        assert!(matches!(error.kind(), ErrorKind::NoSuchFrame { .. }), "{error:?}");
    }
    let error = choose(FrameChoice::Tag("blnk".to_owned())).expect_err("it does not exist");
    assert!(error.to_string().contains("\"blink\""), "{error}");
}

#[test]
#[should_panic(expected = "no frame is chosen")]
fn no_frame() {
    let sprite = sprite(&[(Image::default(), None)]);
    let frames = FrameChoice::Numbers(Vec::new());
    let _ = sprite.collision_frames(&CollisionOptions { frames, ..CollisionOptions::default() });
}

#[test]
fn one_pivot_for_all() {
    let mut random = Random(3);
    let mut sprite =
        sprite(&[(noise(&mut random, 5, 5), Some([1.0, 1.0])), (noise(&mut random, 3, 3), Some([3.0, 3.0]))]);
    let pivot = Some(PointQ16::from((2.25, 5.0)));
    let shape =
        sprite.collision_frames(&CollisionOptions { pivot, trim: false, ..CollisionOptions::default() });
    let shape = shape.expect("collision frames");
    assert_eq!(shape.pivot.to_f64(), [2.25, 5.0]);
    assert_eq!([0, 1].map(|at| shape.frames.all()[at].1), [Point::ZERO; 2]);

    // Without it, the pivots of the file count.
    let shape = sprite.collision_frames(&CollisionOptions { trim: false, ..CollisionOptions::default() });
    assert_eq!(shape.expect("collision frames").frames.all()[1].1, Point::new(-2, -2));

    let beyond = PointQ16::LIMIT + 1;
    for far in [PointQ16::new(beyond, 0), PointQ16::new(0, -beyond)] {
        let options = CollisionOptions { pivot: Some(far), ..CollisionOptions::default() };
        let error = sprite.collision_frames(&options).expect_err("too far away");
        assert!(matches!(error.kind(), ErrorKind::FarPivot { .. }), "{far:?}: {error}");
    }

    for far in [[f64::NAN, 0.0], [0.0, 1e12], [-2e9, 0.0]] {
        (sprite.frames[0].pivot, sprite.frames[1].pivot) = (Some([2e9, 0.0]), Some(far));
        let error = sprite.collision_frames(&CollisionOptions::default()).expect_err("too far away");
        assert_eq!(
            error.to_string(),
            "the pivot of frame \"1\" lies farther than 2147483648 pixels away",
            "{far:?}"
        );
    }
}
