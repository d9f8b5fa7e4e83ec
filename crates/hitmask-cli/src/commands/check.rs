//! `hitmask check`: does B touch A?

use crate::answer::{CheckAnswer, SpriteShape};
use crate::args::CheckArgs;
use crate::error::Error;
use crate::files::FileGuard;
use crate::labels::{LabelChoice, LabelledPair};
use crate::output::{self, NO_TOUCH, TOUCH};
use crate::output_file::PngFile;
use crate::picture::{self, canvas::Rgb, check::SpritePicture, label_tint};
use crate::question::{Placement, Question};
use crate::store::{LoadedShape, SpriteStore};
use crate::words::counted;

pub(crate) fn run(mut args: CheckArgs) -> Result<u8, Error> {
    let (is_json, picture) = (args.json, args.picture.take());
    let mut store = SpriteStore::new(&args.pair.limits)?;
    let reading = (&args.pair.limits).into();
    let choices = [args.labels.take(), args.labels_b.take()];
    let remark = args.remark();
    let question = &args.into_question();
    let ([a, b], placement) = store.placed(question)?;
    let labelled = labelled(&choices, &mut store, question, placement, [&a.shape, &b.shape])?;
    let [shape_a, shape_b] = match &labelled {
        Some(LabelledPair { shapes: [a, b], .. }) => [a, b],
        None => [&a.shape, &b.shape],
    };
    let answer = CheckAnswer::new(shape_a, shape_b, placement, question.rule);
    if let Some(PngFile(path)) = picture {
        let [spec_a, spec_b] = question.sprites();
        FileGuard::reading([&spec_a, &spec_b], &reading)?.writes(&path)?;
        let (frame_a, frame_b) = (store.frame(&spec_a)?, store.frame(&spec_b)?);
        let labels = |side: usize| labelled.as_ref().and_then(|pair| pair.labels[side].as_ref());
        let a = SpritePicture { image: &frame_a.image, shape: shape_a, labels: labels(0) };
        let b = SpritePicture { image: &frame_b.image, shape: shape_b, labels: labels(1) };
        let legend = labelled.as_ref().map_or_else(Vec::new, legend);
        let picture = match placement {
            Placement::At(at) => picture::check::draw(question, &answer, [a, b], at, None, &legend),
            Placement::Posed(poses) => picture::posed::draw(question, &answer, [a, b], poses, &legend)?,
        };
        output::write_file(&path, &picture.into_png())?;
    }
    remark.iter().for_each(output::remark);
    LoadedShape::remark_on(question, [&a, &b]);
    let text = match (&labelled, is_json) {
        (Some(pair), true) => output::json_line(&pair.json(&answer)),
        (None, true) => output::json_line(&answer),
        (Some(pair), false) => sentence(question, &answer, placement, [shape_a, shape_b]) + &pair.sentences(),
        (None, false) => sentence(question, &answer, placement, [shape_a, shape_b]),
    };
    output::print(&text)?;
    Ok(if answer.overlaps { TOUCH } else { NO_TOUCH })
}

/// The two sides with their labels, if they were asked for.
fn labelled(
    choices: &[Option<LabelChoice>; 2],
    store: &mut SpriteStore,
    question: &Question,
    placement: Placement,
    shapes: [&SpriteShape; 2],
) -> Result<Option<LabelledPair>, Error> {
    let [spec_a, spec_b] = question.sprites();
    let mut read = |choice: &Option<LabelChoice>, spec| {
        choice.as_ref().map(|choice| choice.read(store, spec)).transpose()
    };
    let labels = [read(&choices[0], &spec_a)?, read(&choices[1], &spec_b)?];
    let is_labelled = labels.iter().any(Option::is_some);
    Ok(is_labelled.then(|| LabelledPair::new(labels, shapes, placement)))
}

/// The colour of each label that a picture shows, and what to say about it.
fn legend(pair: &LabelledPair) -> Vec<(Rgb, String)> {
    let mut legend = Vec::new();
    for (side, letter) in [(0, 'A'), (1, 'B')] {
        for label in pair.labels[side].iter().flat_map(|labels| labels.labels().iter()) {
            let met = pair.met.iter().filter(|met| met.labels[side] == label).map(|met| met.pixels).sum();
            let name = pair.name(side, label).unwrap_or_default();
            let hit = if met == 0 { "not met".to_owned() } else { counted(met, "pixel", "pixels") };
            legend.push((label_tint(side, label), format!("{letter} {name}: {hit}")));
        }
    }
    legend
}

/// The answer in words.
fn sentence(
    question: &Question,
    answer: &CheckAnswer,
    placement: Placement,
    [a, b]: [&SpriteShape; 2],
) -> String {
    let [name_a, name_b] = &question.names;
    if let CheckAnswer { area: Some(area), first: Some([x, y]), bounds: Some(bounds), .. } = answer {
        let pixels = counted(*area, "pixel", "pixels");
        let where_ = if matches!(placement, Placement::Posed(_)) { " of the world" } else { "" };
        return format!(
            "{name_a} and {name_b} touch: {pixels}{where_}, first at ({x}, {y}), all within {}x{} at ({}, {}).\n",
            bounds.w, bounds.h, bounds.x, bounds.y
        );
    }
    let at = match placement {
        Placement::At(at) => at,
        Placement::Posed(_) if answer.overlaps => return format!("{name_a} and {name_b} touch.\n"),
        Placement::Posed(_) => return format!("{name_a} and {name_b} do not touch.\n"),
    };
    let shared = a.rect().overlap_area(&b.rect(), at);
    let rectangles = match shared {
        0 => "nor do their rectangles".to_owned(),
        _ => format!("though their rectangles share {}", counted(shared, "pixel", "pixels")),
    };
    format!("{name_a} and {name_b} do not touch, {rectangles}.\n")
}
