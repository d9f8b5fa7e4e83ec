//! Labels of sprites: where the user says they are, which of them meet, and how that is told.

use std::fmt::Write as _;

use hitmask::{LabelMask, LabelOverlap, Point, Shape};
use hitmask_assets::{Frame, LabelOptions, LabelSource, Options, load_labels, printable};
use serde::Serialize;

use crate::answer::{CheckAnswer, SpriteShape};
use crate::error::Error;
use crate::question::{Placement, SpriteSpec};
use crate::store::SpriteStore;
use crate::words::counted;

/// The value of --labels: where the labels of a sprite are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LabelChoice(LabelSource);

impl LabelChoice {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let names = |list: &str| list.split(',').map(|name| name.trim().to_owned()).collect::<Vec<_>>();
        Ok(LabelChoice(match text.split_once(':') {
            None if text == "slices" => LabelSource::Slices,
            None if text == "layers" => LabelSource::Layers(Vec::new()),
            None if text == "colors" => LabelSource::Colors,
            Some(("layers", list)) if !list.trim().is_empty() => LabelSource::Layers(names(list)),
            _ => return Err(format!("\"{text}\" is none of slices, layers, layers:NAME,NAME and colors")),
        }))
    }

    /// The labels of a sprite's frame.
    pub(crate) fn read(&self, store: &mut SpriteStore, spec: &SpriteSpec) -> Result<LabelMask, Error> {
        let frame: Frame = store.frame(spec)?;
        let (path, _) = spec.name.resolve();
        let sprite = store.sprite(&path, None, spec.grid)?;
        let number = sprite.frames.iter().position(|other| other.name == frame.name).ok_or_else(|| {
            Error::Question(format!("{} is a slice: labels are those of whole frames", spec.name))
        })?;
        let how =
            LabelOptions { source: self.0.clone(), threshold: spec.threshold.0, ..LabelOptions::default() };
        let frames = match self.0 {
            LabelSource::Slices | LabelSource::Colors => sprite.labels(&how),
            // Layers are pictures of their own.
            _ => load_labels(
                &path,
                &Options { limits: store.limits(), within: store.within(), grid: None },
                &how,
            ),
        };
        Ok(frames.map_err(|error| Error::in_file(&path, error))?.swap_remove(number))
    }
}

/// The two sides of a check of which one or both have labels.
pub(crate) struct LabelledPair {
    pub(crate) labels: [Option<LabelMask>; 2],
    /// The pixels that can touch.
    pub(crate) shapes: [SpriteShape; 2],
    pub(crate) met: Vec<LabelOverlap>,
}

impl LabelledPair {
    pub(crate) fn new(
        labels: [Option<LabelMask>; 2],
        shapes: [&SpriteShape; 2],
        placement: Placement,
    ) -> LabelledPair {
        let shapes = [0, 1].map(|i| {
            SpriteShape::Mask(match &labels[i] {
                Some(labels) => labels.mask().clone(),
                None => shapes[i].mask().into_owned(),
            })
        });
        let met = {
            let masks = shapes.each_ref().map(|shape| shape.mask());
            let side = |i: usize| -> &dyn Shape {
                match &labels[i] {
                    Some(labels) => labels,
                    None => &*masks[i],
                }
            };
            match placement {
                Placement::At(at) => side(0).overlap_labels(side(1), at),
                Placement::Posed([pose_a, pose_b]) => side(0).overlap_labels_posed(&pose_a, side(1), &pose_b),
            }
        };
        LabelledPair { labels, shapes, met }
    }

    /// The name of a label of A (0) or B (1). None if that side has no labels.
    pub(crate) fn name(&self, side: usize, label: u8) -> Option<String> {
        let labels = self.labels[side].as_ref()?;
        Some(match labels.names().name(label) {
            "" => format!("label {label}"),
            name => name.to_owned(),
        })
    }

    /// Which labels meet, in words: a line for each pair.
    pub(crate) fn sentences(&self) -> String {
        let mut text = String::new();
        for met in &self.met {
            let [a, b] = [0, 1].map(|side| self.name(side, met.labels[side]));
            let who = match (a, b) {
                (Some(a), Some(b)) => format!("A's {} and B's {}", printable(&a), printable(&b)),
                (Some(a), None) => format!("A's {}", printable(&a)),
                (None, Some(b)) => format!("B's {}", printable(&b)),
                (None, None) => continue,
            };
            let Point { x, y } = met.first;
            let _ =
                writeln!(text, "  {who}: {}, first at ({x}, {y})", counted(met.pixels, "pixel", "pixels"));
        }
        text
    }

    /// The answer with its labels, for JSON.
    pub(crate) fn json(&self, answer: &CheckAnswer) -> impl Serialize {
        let labels = self.met.iter().map(|met| MetAnswer {
            labels: met.labels,
            names: [0, 1].map(|side| self.name(side, met.labels[side])),
            pixels: met.pixels,
            first: met.first.into(),
        });
        LabelledAnswer { answer: *answer, labels: labels.collect() }
    }
}

#[derive(Serialize)]
struct LabelledAnswer {
    #[serde(flatten)]
    answer: CheckAnswer,
    labels: Vec<MetAnswer>,
}

/// One pair of labels that meet.
#[derive(Serialize)]
struct MetAnswer {
    /// A's label and B's; 0 for a side without labels.
    labels: [u8; 2],
    /// Their names; `None` for a side without labels.
    names: [Option<String>; 2],
    pixels: u64,
    first: [i32; 2],
}
