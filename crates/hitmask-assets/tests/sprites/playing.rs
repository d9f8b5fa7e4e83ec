//! Tags in playing order, and the frame that is shown at a time.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::common::{Random, assets};
use hitmask_assets::{Direction, Image, Options, Sprite, Tag, TagFrames, decode, encode_png, load};

const DIRECTIONS: [Direction; 4] =
    [Direction::Forward, Direction::Reverse, Direction::PingPong, Direction::PingPongReverse];

/// A sprite with a frame for each duration, in milliseconds.
fn sprite(durations: &[Option<u64>]) -> Sprite {
    let frames = durations.len() as u32;
    let sheet = Image::from_rgba8(frames, 1, vec![255; 4 * durations.len()]).expect("a sheet");
    let options = Options { grid: Some((1, 1)), ..Options::default() };
    let mut sprite = decode(&encode_png(&sheet), &options).expect("a sprite");
    for (frame, &duration) in sprite.frames.iter_mut().zip(durations) {
        frame.duration = duration.map(Duration::from_millis);
    }
    sprite
}

fn tag(frames: TagFrames, direction: Direction, repeat: u32) -> Tag {
    let mut tag = Tag::new("it", frames);
    (tag.direction, tag.repeat) = (direction, NonZeroU32::new(repeat));
    tag
}

fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

#[test]
fn playing_order() {
    let played = |frames: TagFrames, direction, repeat| -> Vec<u32> {
        tag(frames, direction, repeat).played().take(9).collect()
    };
    let range = || TagFrames::Range(2..=4);
    assert_eq!(played(range(), Direction::Forward, 0), [2, 3, 4, 2, 3, 4, 2, 3, 4]);
    assert_eq!(played(range(), Direction::Reverse, 0), [4, 3, 2, 4, 3, 2, 4, 3, 2]);
    assert_eq!(played(range(), Direction::PingPong, 0), [2, 3, 4, 3, 2, 3, 4, 3, 2]);
    assert_eq!(played(range(), Direction::PingPongReverse, 0), [4, 3, 2, 3, 4, 3, 2, 3, 4]);

    assert_eq!(played(range(), Direction::Forward, 2), [2, 3, 4, 2, 3, 4]);
    assert_eq!(played(range(), Direction::Reverse, 1), [4, 3, 2]);
    assert_eq!(played(range(), Direction::PingPong, 1), [2, 3, 4], "once is one direction");
    assert_eq!(played(range(), Direction::PingPong, 2), [2, 3, 4, 3, 2], "twice is there and back");
    assert_eq!(played(range(), Direction::PingPongReverse, 3), [4, 3, 2, 3, 4, 3, 2]);

    // A list repeats frames and has them in any order.
    let list = || TagFrames::List(vec![7, 7, 1]);
    assert_eq!(played(list(), Direction::Forward, 1), [7, 7, 1]);
    assert_eq!(played(list(), Direction::PingPong, 2), [7, 7, 1, 7, 7]);

    // The ends of one or two frames are not doubled.
    assert_eq!(played(TagFrames::Range(5..=5), Direction::PingPong, 3), [5, 5, 5]);
    assert_eq!(played(TagFrames::Range(5..=6), Direction::PingPong, 3), [5, 6, 5, 6]);
    assert_eq!(played(TagFrames::List(Vec::new()), Direction::PingPong, 0), [0; 0]);

    let round = |direction| tag(range(), direction, 7).round().collect::<Vec<_>>();
    assert_eq!(round(Direction::Reverse), [4, 3, 2]);
    assert_eq!(round(Direction::PingPong), [2, 3, 4, 3]);
}

#[test]
fn frame_lists() {
    let range = TagFrames::Range(2..=4);
    assert_eq!((range.len(), range.get(0), range.get(2), range.get(3)), (3, Some(2), Some(4), None));
    #[expect(clippy::reversed_empty_ranges, reason = "a tag without frames")]
    let none = TagFrames::Range(4..=2);
    assert_eq!((none.len(), none.is_empty(), none.get(0)), (0, true, None));
    let last = TagFrames::Range(u32::MAX..=u32::MAX);
    assert_eq!((last.len(), last.get(0), last.get(1)), (1, Some(u32::MAX), None));
    assert_eq!(TagFrames::List(vec![3, 3]).iter().collect::<Vec<_>>(), [3, 3]);
}

/// The frame at every millisecond is found by walking through the frames one after the other.
#[test]
fn frames_at_times() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let durations: Vec<_> = (0..1 + random.below(6))
            .map(|_| [None, Some(0), Some(1), Some(2), Some(7)][random.below(5) as usize])
            .collect();
        let sprite = sprite(&durations);
        let frames = durations.len() as u64;
        let list = (0..1 + random.below(5)).map(|_| random.below(frames) as u32).collect();
        let tag = tag(TagFrames::List(list), DIRECTIONS[random.below(4) as usize], random.below(4) as u32);
        // What is shown in each millisecond, until nothing changes any more.
        let mut shown = Vec::new();
        let order: Vec<u32> = tag.played().take(200).collect();
        for &frame in &order {
            let time = durations[frame as usize].unwrap_or(0);
            shown.extend((0..time).map(|_| frame));
        }
        let rest = match tag.repeat {
            Some(_) => *order.last().expect("there is a frame"),
            None if shown.is_empty() => order[0],
            None => u32::MAX,
        };
        for time in 0..60 {
            let expected = match shown.get(time as usize) {
                Some(&frame) => frame,
                None if rest == u32::MAX => continue,
                None => rest,
            };
            let said = tag.frame_at(&sprite, ms(time));
            assert_eq!(said, expected as usize, "seed {seed}, {time} ms, {durations:?}, {tag:?}");
        }
    }
}

#[test]
fn frames_of_a_whole_sprite() {
    let sprite = sprite(&[Some(10), Some(20), None, Some(5)]);
    let at = |time| sprite.frame_at(time);
    assert_eq!([0, 9, 10, 29, 30, 34, 35].map(|time| at(ms(time))), [0, 0, 1, 1, 3, 3, 0]);
    // Nothing is rounded: the next frame begins with its nanosecond.
    assert_eq!(at(ms(10) - Duration::from_nanos(1)), 0);
    // 2^64 - 1 seconds leave 20 ms of a round of 35 ms.
    assert_eq!((u128::from(u64::MAX) * 1000) % 35, 20);
    assert_eq!(at(Duration::from_secs(u64::MAX)), 1);

    let mut still = self::sprite(&[None, None]);
    assert_eq!(still.frame_at(ms(1_000_000)), 0, "no time passes");
    still.fill_durations(ms(3));
    assert_eq!((still.frame_at(ms(2)), still.frame_at(ms(3)), still.frame_at(ms(6))), (0, 1, 0));
    still.frames[0].duration = Some(Duration::ZERO);
    still.fill_durations(ms(9));
    assert_eq!(still.frame_at(ms(0)), 1, "0 is a duration: it is not filled, and the frame is skipped");
}

#[test]
fn the_end_of_a_tag() {
    let sprite = sprite(&[Some(10), Some(20), Some(0)]);
    let all = || TagFrames::Range(0..=2);
    let forward = tag(all(), Direction::Forward, 2);
    assert_eq!(forward.frame_at(&sprite, ms(59)), 1);
    assert_eq!(forward.frame_at(&sprite, ms(60)), 2, "the last frame stays, although it takes no time");
    assert_eq!(forward.frame_at(&sprite, Duration::MAX), 2);
    let there = tag(all(), Direction::PingPong, 1);
    assert_eq!([0, 10, 29, 30].map(|time| there.frame_at(&sprite, ms(time))), [0, 1, 1, 2]);
    // There and back: 10 + 20 + 0 + 20 + 10.
    let back = tag(all(), Direction::PingPong, 2);
    assert_eq!([30, 49, 50, 59, 60].map(|time| back.frame_at(&sprite, ms(time))), [1, 1, 0, 0, 0]);
    let often = tag(all(), Direction::Forward, u32::MAX);
    assert_eq!(often.frame_at(&sprite, ms(30 * u64::from(u32::MAX))), 2);
    assert_eq!(often.frame_at(&sprite, ms(30 * u64::from(u32::MAX) - 1)), 1);
}

#[test]
#[should_panic(expected = "the tag has no frame")]
fn a_tag_without_frames() {
    let _ = tag(TagFrames::List(Vec::new()), Direction::Forward, 0).frame_at(&sprite(&[None]), ms(0));
}

/// `tags3` has tags of every direction.
#[test]
fn tags_of_a_real_file() {
    let sprite = load(assets().join("aseprite_tags3.aseprite"), &Options::default()).expect("a file");
    assert!(!sprite.tags.is_empty());
    for tag in &sprite.tags {
        assert_eq!(sprite.tag(&tag.name).expect("by name").name, tag.name);
        let total: Duration = tag.round().filter_map(|frame| sprite.frames[frame as usize].duration).sum();
        let first = tag.round().next().expect("a frame") as usize;
        assert_eq!(tag.frame_at(&sprite, Duration::ZERO), first);
        if tag.repeat.is_none() {
            assert_eq!(tag.frame_at(&sprite, total), first, "{tag:?}");
        }
    }
    assert!(sprite.tag("no such tag").is_none());
}
