//! `hitmask cast`: when a moving sprite hits another.

use crate::args::Cast;
use crate::contact::{Impact, Outcome};
use crate::error::Error;
use crate::library::{Body, Library};
use crate::output::{self, NO_TOUCH, TOUCH};
use crate::query::Query;
use crate::values::Op;

pub(crate) fn run(args: Cast) -> Result<u8, Error> {
    let query = Query { op: Op::Cast, by: Some(args.by), ..args.query };
    let motion = query.motion()?;
    let [a, b] = Library::new().bodies(&query)?;
    let answer = Impact::new(&a.shape.mask(), &b.shape.mask(), motion);
    Body::remark_on(&query, [&a, &b]);
    output::print(&if args.json { output::json_line(&answer) } else { sentence(&query, &answer) })?;
    Ok(if answer.cast == Outcome::Miss { NO_TOUCH } else { TOUCH })
}

/// The answer in words.
fn sentence(Query { a, b, .. }: &Query, answer: &Impact) -> String {
    match *answer {
        Impact { time: Some([above, below]), first: Some([x, y]), normal: Some(normal), .. } => {
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
        Impact { cast: Outcome::InitialOverlap, .. } => format!("{b} overlaps {a} before it moves.\n"),
        _ => format!("{b} goes all the way and does not hit {a}.\n"),
    }
}
