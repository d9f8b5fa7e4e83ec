//! `hitmask check`: one question.

use crate::answer::Answer;
use crate::args::Check;
use crate::error::Error;
use crate::library::{Body, Library};
use crate::output::{self, NO_TOUCH, TOUCH};
use crate::picture::{self, check::Actor};
use crate::query::{Placement, Query};

pub(crate) fn run(args: &Check) -> Result<u8, Error> {
    let query = &args.query;
    let mut library = Library::new();
    let placement = query.placement()?;
    let [a, b] = library.bodies(query)?;
    let answer = Answer::new(&a.shape, &b.shape, placement, query.rule);
    if let Some(path) = &args.picture {
        let [side_a, side_b] = query.sides();
        let (frame_a, frame_b) = (library.frame(&side_a)?, library.frame(&side_b)?);
        let a = Actor { image: &frame_a.image, shape: &a.shape };
        let b = Actor { image: &frame_b.image, shape: &b.shape };
        let picture = match placement {
            Placement::At(at) => picture::check::draw(query, &answer, a, b, at, None),
            Placement::Posed(poses) => picture::posed::draw(query, &answer, a, b, poses)?,
        };
        output::write_file(path, &picture.into_png())?;
    }
    Body::remark_on(query, [&a, &b]);
    let text =
        if args.json { output::json_line(&answer) } else { sentence(query, &answer, placement, [&a, &b]) };
    output::print(&text)?;
    Ok(if answer.overlaps { TOUCH } else { NO_TOUCH })
}

/// The answer in words.
fn sentence(query: &Query, answer: &Answer, placement: Placement, [a, b]: [&Body; 2]) -> String {
    let Query { a: name_a, b: name_b, .. } = query;
    if let Answer { area: Some(area), first: Some([x, y]), bounds: Some(bounds), .. } = answer {
        let pixels = if *area == 1 { "pixel" } else { "pixels" };
        let where_ = if matches!(placement, Placement::Posed(_)) { " of the world" } else { "" };
        return format!(
            "{name_a} and {name_b} touch: {area} {pixels}{where_}, first at ({x}, {y}), all within {}x{} at ({}, {}).\n",
            bounds.w, bounds.h, bounds.x, bounds.y
        );
    }
    let at = match placement {
        Placement::At(at) => at,
        Placement::Posed(_) if answer.overlaps => return format!("{name_a} and {name_b} touch.\n"),
        Placement::Posed(_) => return format!("{name_a} and {name_b} do not touch.\n"),
    };
    let shared = a.shape.rect().overlap_area(&b.shape.rect(), at);
    let rectangles = match shared {
        0 => "nor do their rectangles".to_owned(),
        1 => "though their rectangles share 1 pixel".to_owned(),
        _ => format!("though their rectangles share {shared} pixels"),
    };
    format!("{name_a} and {name_b} do not touch, {rectangles}.\n")
}
