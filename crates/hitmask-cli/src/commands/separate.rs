//! `hitmask separate`: how two sprites part, or how far apart they are.

use crate::args::SeparateArgs;
use crate::contact::SeparateAnswer;
use crate::error::Error;
use crate::output::{self, NO_TOUCH, TOUCH};
use crate::question::Question;
use crate::store::{LoadedShape, SpriteStore};

pub(crate) fn run(args: SeparateArgs) -> Result<u8, Error> {
    let (is_json, is_quiet) = (args.json, args.quiet);
    let mut store = SpriteStore::new(&args.pair.both.limits)?;
    let question = args.into_question();
    let at = question.offset()?;
    let [a, b] = store.shapes(&question)?;
    let answer = SeparateAnswer::new(&a.shape.mask(), &b.shape.mask(), at);
    LoadedShape::remark_on(&question, [&a, &b]);
    if !is_quiet {
        output::print(&if is_json { output::json_line(&answer) } else { sentence(&question, &answer) })?;
    }
    Ok(if answer.overlaps { TOUCH } else { NO_TOUCH })
}

/// The answer in words.
fn sentence(Question { names: [a, b], .. }: &Question, answer: &SeparateAnswer) -> String {
    let ([x, y], [nx, ny]) = (answer.separation, answer.normal);
    match (answer.distance_squared, answer.closest) {
        _ if answer.overlaps => {
            format!("{a} and {b} touch: {b} is out after ({x}, {y}); the contact's normal is ({nx}, {ny}).\n")
        }
        (Some(0), Some([[ax, ay], [bx, by]])) => {
            format!("{a} and {b} do not touch, but lie side by side at ({ax}, {ay}) and ({bx}, {by}).\n")
        }
        (Some(squared), Some([[ax, ay], [bx, by]])) => {
            let distance = (squared as f64).sqrt();
            format!(
                "{a} and {b} do not touch: they are {distance:.2} pixels apart (squared {squared}), from ({ax}, {ay}) \
                 to ({bx}, {by}).\n"
            )
        }
        _ => format!("{a} and {b} do not touch: one of them has no solid pixel.\n"),
    }
}
