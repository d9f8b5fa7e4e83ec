//! `hitmask check`: does B touch A?

use std::rc::Rc;

use serde::Serialize;

use super::check_many;
use crate::answer::{CheckAnswer, SpriteShape};
use crate::args::CheckArgs;
use crate::error::Error;
use crate::files::FileGuard;
use crate::labels::{LabelChoice, LabelledPair};
use crate::output::{self, NO_TOUCH, TOUCH};
use crate::output_file::PngFile;
use crate::picture::{self, canvas::Rgb, check::SpritePicture, label_tint};
use crate::question::{Placement, Question};
use crate::sprite_name::SpriteName;
use crate::store::{LoadedShape, SpriteStore};
use crate::words::counted;

pub(crate) fn run(mut args: CheckArgs) -> Result<u8, Error> {
    match <[SpriteName; 1]>::try_from(std::mem::take(&mut args.b)) {
        Ok([name]) if !check_many::is_folder(&name) => one(args, name),
        Ok([name]) => check_many::check(args, &[name]),
        Err(names) => check_many::check(args, &names),
    }
}

fn one(mut args: CheckArgs, name: SpriteName) -> Result<u8, Error> {
    let (is_json, is_quiet, picture) = (args.json, args.quiet, args.picture.take());
    let mut store = SpriteStore::new(&args.both.limits)?;
    let reading = (&args.both.limits).into();
    let choices = [args.labels.take(), args.labels_b.take()];
    let remark = args.remark();
    let question = &args.into_question(name);
    let checked = Checked::new(&mut store, question, &choices)?;
    if let Some(PngFile(path)) = picture {
        let [spec_a, spec_b] = question.sprites();
        FileGuard::reading([&spec_a, &spec_b], &reading)?.writes(&path)?;
        let (frame_a, frame_b) = (store.frame(&spec_a)?, store.frame(&spec_b)?);
        let labels = |side: usize| checked.labelled.as_ref().and_then(|pair| pair.labels[side].as_ref());
        let [shape_a, shape_b] = checked.shapes();
        let a = SpritePicture { image: &frame_a.image, shape: shape_a, labels: labels(0) };
        let b = SpritePicture { image: &frame_b.image, shape: shape_b, labels: labels(1) };
        let legend = checked.labelled.as_ref().map_or_else(Vec::new, legend);
        let answer = &checked.answer;
        let picture = match checked.placement {
            Placement::At(at) => picture::check::draw(question, answer, [a, b], at, None, &legend),
            Placement::Posed(poses) => picture::posed::draw(question, answer, [a, b], poses, &legend)?,
        };
        output::write_file(&path, &picture.into_png())?;
    }
    remark.iter().for_each(output::remark);
    checked.remark_on(question);
    if !is_quiet {
        output::print(&if is_json { checked.json(None) } else { checked.sentences(question) })?;
    }
    Ok(if checked.answer.overlaps { TOUCH } else { NO_TOUCH })
}

/// A pair that was looked at.
pub(super) struct Checked {
    pub(super) answer: CheckAnswer,
    placement: Placement,
    loaded: [Rc<LoadedShape>; 2],
    labelled: Option<LabelledPair>,
}

impl Checked {
    pub(super) fn new(
        store: &mut SpriteStore,
        question: &Question,
        choices: &[Option<LabelChoice>; 2],
    ) -> Result<Checked, Error> {
        let (loaded, placement) = store.placed(question)?;
        let shapes = loaded.each_ref().map(|loaded| &loaded.shape);
        let labelled = labelled(choices, store, question, placement, shapes)?;
        let [a, b] = shapes_of(labelled.as_ref(), &loaded);
        let answer = CheckAnswer::new(a, b, placement, question.rule);
        Ok(Checked { answer, placement, loaded, labelled })
    }

    fn shapes(&self) -> [&SpriteShape; 2] {
        shapes_of(self.labelled.as_ref(), &self.loaded)
    }

    /// Tells on standard error which of the two can be seen but not touched.
    pub(super) fn remark_on(&self, question: &Question) {
        LoadedShape::remark_on(question, self.loaded.each_ref().map(|loaded| &**loaded));
    }

    /// The answer in words.
    pub(super) fn sentences(&self, question: &Question) -> String {
        let labels = self.labelled.as_ref().map(LabelledPair::sentences);
        sentence(question, &self.answer, self.placement, self.shapes()) + &labels.unwrap_or_default()
    }

    /// The answer as a line of JSON, with the name of B if there are several.
    pub(super) fn json(&self, b: Option<&SpriteName>) -> String {
        let b = b.map(SpriteName::text);
        match &self.labelled {
            Some(pair) => output::json_line(&Named { b, answer: pair.json(&self.answer) }),
            None => output::json_line(&Named { b, answer: self.answer }),
        }
    }
}

/// An answer about one of several Bs.
#[derive(Serialize)]
struct Named<T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<String>,
    #[serde(flatten)]
    answer: T,
}

/// The pixels that can touch.
fn shapes_of<'a>(
    labelled: Option<&'a LabelledPair>,
    loaded: &'a [Rc<LoadedShape>; 2],
) -> [&'a SpriteShape; 2] {
    match labelled {
        Some(LabelledPair { shapes, .. }) => shapes.each_ref(),
        None => loaded.each_ref().map(|loaded| &loaded.shape),
    }
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
