//! Everything here reads what other people wrote: command lines, batch lines, scenes. The fuzz targets of this repository call these
//! functions with any bytes. Each function checks what must be true of every answer.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::str::FromStr;

use hitmask::{EventDetail, EventKind};
use hitmask_assets::{Limits, Options, encode_png};
use serde_json::Value;

use crate::batch_line;
use crate::command_line;
use crate::error::Error;
use crate::pose::{Decimal, Decimals, Flip, Pivot, Scale};
use crate::refusal;
use crate::scene::Scene;
use crate::scene::file::MOST_SPRITES;
use crate::scene::kinds::{MOST_LAYERS, read_scene};
use crate::scene::play::Play;
use crate::values::{ColorKey, Coordinates, Operation, Rule, SheetGrid, SimplifyMode, Threshold};

/// How many sprites of a scene are played, and for how many steps.
const PLAYED_SPRITES: usize = 24;
const PLAYED_STEPS: u32 = 6;

/// The words of a command line, one on each line.
///
/// # Panics
/// If a refusal is not one sentence of plain text.
pub fn command_line(text: &str) {
    let words: Vec<OsString> = std::iter::once("hitmask").chain(text.lines()).map(OsString::from).collect();
    if let Err(error) = command_line::read(&words)
        && error.use_stderr()
    {
        is_sentence(&refusal::sentence(&error, &words));
    }
}

/// A line of a batch.
///
/// # Panics
/// If a refusal is not one sentence of plain text, if the id is not that of the line, or if a question that was found right has a placement
/// that is wrong.
pub fn batch_line(line: &[u8]) {
    let (id, question) = batch_line::parse(line);
    let id = id.map(|id| serde_json::from_str::<Value>(id.get()).expect("an id is JSON"));
    let padded = [b"\xEF\xBB\xBF \t", line, b" \r\n"].concat();
    let question = match question {
        Err(error) => return is_sentence(&error.to_string()),
        Ok(question) => question,
    };
    let whole: Value = serde_json::from_slice(line.trim_ascii()).unwrap_or_default();
    assert!(whole.is_null() || whole.get("id") == id.as_ref(), "the id {id:?} is not that of the line");
    if !line.starts_with(b"\xEF\xBB\xBF") {
        let (_, again) = batch_line::parse(&padded);
        assert_eq!(
            format!("{again:?}"),
            format!("{:?}", Ok::<_, Error>(&question)),
            "spaces changed the question"
        );
    }
    let centred = question.poses.iter().any(|pose| pose.pivot == Some(Pivot::Centre));
    for sizes in [[(0, 0); 2], [(3, 5), (65_535, 1)]] {
        let placed = question.validate_check().and_then(|()| question.placement(sizes));
        match placed {
            Ok(_) => {}
            Err(error) => {
                is_sentence(&error.to_string());
                let found_before = question.validate_check().is_err();
                assert!(found_before || centred, "a fault of the question is found too late: {error}");
            }
        }
    }
    for refused in [question.offset().err(), question.motion().err()].into_iter().flatten() {
        is_sentence(&refused.to_string());
    }
}

/// One value, as it stands on the command line or in a batch line.
///
/// # Panics
/// If a refusal is not one sentence of plain text, if a value that is printed is read as another one, or if the command line and a batch
/// line read different numbers.
pub fn value(text: &str) {
    printed::<Threshold>(text);
    printed::<Rule>(text);
    printed::<Operation>(text);
    printed::<SimplifyMode>(text);
    read::<ColorKey>(text);
    read::<SheetGrid>(text);
    read::<Flip>(text);
    read::<Decimal>(text);
    read::<Scale>(text);
    read::<Pivot>(text);
    let pair = read::<Decimals<2>>(text);
    let six = read::<Decimals<6>>(text);
    assert!(pair.is_none() || six.is_none());
    let point = Coordinates::any(text).map_err(|why| is_sentence(&why)).ok();
    let whole = Coordinates::whole(text).map_err(|why| is_sentence(&why)).ok();
    assert!(whole.is_none() || whole == point);
    if let Some(pixel) = whole.and_then(|point| point.point().ok()) {
        let written = format!("{},{}", pixel.x, pixel.y);
        assert_eq!(Coordinates::whole(&written).ok().and_then(|point| point.point().ok()), Some(pixel));
    }
    // The numbers of a list in a batch line.
    let line = format!(r#"{{"a": "a", "b": "b", "at": [{text}], "at_a": [{text}]}}"#);
    if let (_, Ok(question)) = batch_line::parse(line.as_bytes()) {
        assert_eq!(question.at, point, "at of a batch line");
        assert_eq!(question.poses[0].at, pair, "at_a of a batch line");
    }
}

/// A scene. Its pictures are made up.
///
/// # Panics
/// If a refusal is not one sentence of plain text with a line of the file, or if the events of a short scene do not fit together.
pub fn scene(text: &str) {
    let options = Options { limits: Limits::default(), ..Options::default() };
    let picture = hitmask_assets::Image::from_rgba8(6, 5, (0..=255).cycle().step_by(7).take(120).collect());
    let picture = encode_png(&picture.expect("four bytes for each pixel"));
    let sprite = hitmask_assets::decode(&picture, &options).expect("a picture that was written is read");
    let mut find = |_: &_| Ok(sprite.frames[0].clone());
    match read_scene(Path::new("scene.toml"), text, Path::new(""), &mut find) {
        Err(error) => {
            if let Error::Toml { line, .. } = &error {
                let lines = 1 + text.matches('\n').count();
                assert!(line.is_none_or(|line| (1..=lines).contains(&line)), "{line:?} of {lines} lines");
            }
            is_sentence(&error.to_string());
        }
        Ok(scene) => {
            assert!(scene.sprites.len() <= MOST_SPRITES && scene.kinds.len() <= scene.sprites.len());
            assert!(scene.kinds.iter().all(|kind| kind.belongs_to.ilog2() < MOST_LAYERS as u32));
            let names: BTreeSet<&str> = scene.sprites.iter().map(|sprite| sprite.name.as_str()).collect();
            assert_eq!(names.len(), scene.sprites.len(), "names are unique");
            if scene.sprites.len() <= PLAYED_SPRITES {
                play(&scene);
            }
        }
    }
}

/// Who touches begins before it ends, and ends before it begins again. Whoever touches in a step is among the layers that the other hits.
fn play(scene: &Scene) {
    let detail = EventDetail { stay: true, area: true, ..EventDetail::default() };
    let mut play = Play::new(scene, detail);
    let mut touching = BTreeSet::new();
    for _ in 0..PLAYED_STEPS {
        if let Err(error) = play.step() {
            return is_sentence(&error.to_string());
        }
        let mut stayed = BTreeSet::new();
        for event in play.events() {
            let pair = event.pair;
            let [a, b] = pair.map(|sprite| &scene.kinds[scene.sprites[sprite].kind]);
            assert!(a.collides_with & b.belongs_to != 0 && b.collides_with & a.belongs_to != 0, "{event:?}");
            match event.kind {
                EventKind::Begin => assert!(touching.insert(pair), "{event:?} begins twice"),
                EventKind::Stay => assert!(touching.contains(&pair), "{event:?} did not begin"),
                EventKind::End => assert!(touching.remove(&pair), "{event:?} did not begin"),
                _ => {}
            }
            if matches!(event.kind, EventKind::Begin | EventKind::Stay) {
                stayed.insert(pair);
                assert!(event.touch.is_some_and(|touch| touch.area > 0), "{event:?} has no pixel");
            }
        }
        assert_eq!(stayed, touching, "all that touch are told");
    }
}

/// Reads a value. A refusal must be a sentence.
fn read<T: FromStr<Err = String>>(text: &str) -> Option<T> {
    text.parse().map_err(|why: String| is_sentence(&why)).ok()
}

/// Reads a value and reads again what is printed of it.
fn printed<T: FromStr<Err = String> + ToString + PartialEq + std::fmt::Debug>(text: &str) {
    if let Some(value) = read::<T>(text) {
        assert_eq!(value.to_string().parse::<T>().as_ref(), Ok(&value));
    }
}

/// Fails unless the text is one line that says something, once it is made fit for a terminal.
fn is_sentence(text: &str) {
    let text = hitmask_assets::printable(text).to_string();
    assert!(!text.trim().is_empty(), "a refusal says nothing");
    assert!(!text.contains(|letter: char| letter.is_control()), "a control character in {text:?}");
}
