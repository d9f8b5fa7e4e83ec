//! `hitmask cast`: when a moving sprite hits another.

use crate::args::CastArgs;
use crate::contact::{CastAnswer, CastOutcome};
use crate::error::Error;
use crate::output::{self, NO_TOUCH, TOUCH};
use crate::question::Question;
use crate::store::{LoadedShape, SpriteStore};

pub(crate) fn run(args: CastArgs) -> Result<u8, Error> {
    let (is_json, is_quiet) = (args.json, args.quiet);
    let mut store = SpriteStore::new(&args.pair.both.limits)?;
    let question = args.into_question();
    let motion = question.motion()?;
    let [a, b] = store.shapes(&question)?;
    let answer = CastAnswer::new(&a.shape.mask(), &b.shape.mask(), motion);
    LoadedShape::remark_on(&question, [&a, &b]);
    if !is_quiet {
        output::print(&if is_json { output::json_line(&answer) } else { sentence(&question, &answer) })?;
    }
    Ok(if answer.cast == CastOutcome::Miss { NO_TOUCH } else { TOUCH })
}

/// The answer in words.
fn sentence(Question { names: [a, b], .. }: &Question, answer: &CastAnswer) -> String {
    match *answer {
        CastAnswer { time: Some([above, below]), first: Some([x, y]), normal: Some(normal), .. } => {
            let percent = above as f64 / below as f64 * 100.0;
            let side = match normal {
                [-1, 0] => "left side",
                [1, 0] => "right side",
                [0, -1] => "upper side",
                [0, 1] => "lower side",
                [-1, -1] => "upper left corner",
                [1, -1] => "upper right corner",
                [-1, _] => "lower left corner",
                _ => "lower right corner",
            };
            format!(
                "{b} hits {a} after {above}/{below} of the way ({percent:.2} %), at the {side} of ({x}, {y}).\n"
            )
        }
        CastAnswer { cast: CastOutcome::InitialOverlap, .. } => {
            format!("{b} overlaps {a} before it moves.\n")
        }
        _ => format!("{b} goes all the way and does not hit {a}.\n"),
    }
}
