//! What `hitmask check` finds out about a pair of sprites, and how it tells it.

use std::rc::Rc;

use serde::Serialize;

use crate::answer::{CheckAnswer, SpriteShape};
use crate::error::Error;
use crate::labels::{LabelChoice, LabelledPair};
use crate::output;
use crate::question::{Placement, Question};
use crate::sprite_name::SpriteName;
use crate::store::{LoadedShape, SpriteStore};
use crate::words::counted;

/// A pair that was looked at.
pub(super) struct Checked {
    pub(super) answer: CheckAnswer,
    pub(super) placement: Placement,
    loaded: [Rc<LoadedShape>; 2],
    pub(super) labelled: Option<LabelledPair>,
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

    pub(super) fn shapes(&self) -> [&SpriteShape; 2] {
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
