//! `hitmask check`: one question.

use crate::answer::Answer;
use crate::args::Check;
use crate::error::Error;
use crate::library::{Body, Library};
use crate::output::{self, NO_TOUCH, TOUCH};
use crate::picture::{self, check::Actor};
use crate::query::Query;

pub(crate) fn run(args: &Check) -> Result<u8, Error> {
    let query = &args.query;
    let mut library = Library::new();
    let [a, b] = library.bodies(query)?;
    let answer = Answer::new(&a.shape, &b.shape, query.at.0);
    if let Some(path) = &args.picture {
        let [side_a, side_b] = query.sides();
        let (frame_a, frame_b) = (library.frame(&side_a)?, library.frame(&side_b)?);
        let a = Actor { frame: &frame_a, shape: &a.shape };
        let b = Actor { frame: &frame_b, shape: &b.shape };
        output::write_file(path, &picture::check::draw(query, &answer, a, b).into_png())?;
    }
    for (name, body) in [(&query.a, &a), (&query.b, &b)] {
        if let Some(invisible) = body.invisible {
            output::remark(&invisible.sentence(name));
        }
    }
    let text = if args.json { output::json_line(&answer) } else { sentence(query, &answer, [&a, &b]) };
    output::print(&text)?;
    Ok(if answer.overlaps { TOUCH } else { NO_TOUCH })
}

/// The answer in words.
fn sentence(query: &Query, answer: &Answer, [a, b]: [&Body; 2]) -> String {
    let Query { a: name_a, b: name_b, at, .. } = query;
    if let Answer { area, first: Some([x, y]), bounds: Some(bounds), .. } = answer {
        let pixels = if *area == 1 { "pixel" } else { "pixels" };
        return format!(
            "{name_a} and {name_b} touch: {area} {pixels}, first at ({x}, {y}), all within {}x{} at ({}, {}).\n",
            bounds.w, bounds.h, bounds.x, bounds.y
        );
    }
    let shared = a.shape.rect().overlap_area(&b.shape.rect(), at.0);
    let rectangles = match shared {
        0 => "nor do their rectangles".to_owned(),
        1 => "though their rectangles share 1 pixel".to_owned(),
        _ => format!("though their rectangles share {shared} pixels"),
    };
    format!("{name_a} and {name_b} do not touch, {rectangles}.\n")
}
