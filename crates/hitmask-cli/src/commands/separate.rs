//! `hitmask separate`: how two sprites part, or how far apart they are.

use crate::args::Separate;
use crate::contact::Separation;
use crate::error::Error;
use crate::library::{Body, Library};
use crate::output::{self, NO_TOUCH, TOUCH};
use crate::query::Query;
use crate::values::Op;

pub(crate) fn run(args: Separate) -> Result<u8, Error> {
    let query = Query { op: Op::Separate, ..args.query };
    let at = query.offset()?;
    let [a, b] = Library::new().bodies(&query)?;
    let answer = Separation::new(&a.shape.mask(), &b.shape.mask(), at);
    Body::remark_on(&query, [&a, &b]);
    output::print(&if args.json { output::json_line(&answer) } else { sentence(&query, &answer) })?;
    Ok(if answer.overlaps { TOUCH } else { NO_TOUCH })
}

/// The answer in words.
fn sentence(Query { a, b, .. }: &Query, answer: &Separation) -> String {
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
