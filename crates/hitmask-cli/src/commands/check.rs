//! `hitmask check`: does B touch A?

use crate::answer::CheckAnswer;
use crate::args::CheckArgs;
use crate::error::Error;
use crate::files::FileGuard;
use crate::output::{self, NO_TOUCH, TOUCH};
use crate::output_file::PngFile;
use crate::picture::{self, check::SpritePicture};
use crate::question::{Placement, Question};
use crate::store::{LoadedShape, SpriteStore};
use crate::words::counted;

pub(crate) fn run(mut args: CheckArgs) -> Result<u8, Error> {
    let (is_json, picture) = (args.json, args.picture.take());
    let mut store = SpriteStore::new(args.pair.limits);
    let remark = args.remark();
    let question = &args.into_question();
    let ([a, b], placement) = store.placed(question)?;
    let answer = CheckAnswer::new(&a.shape, &b.shape, placement, question.rule);
    if let Some(PngFile(path)) = picture {
        let [spec_a, spec_b] = question.sprites();
        FileGuard::reading([&spec_a, &spec_b]).writes(&path)?;
        let (frame_a, frame_b) = (store.frame(&spec_a)?, store.frame(&spec_b)?);
        let a = SpritePicture { image: &frame_a.image, shape: &a.shape };
        let b = SpritePicture { image: &frame_b.image, shape: &b.shape };
        let picture = match placement {
            Placement::At(at) => picture::check::draw(question, &answer, a, b, at, None),
            Placement::Posed(poses) => picture::posed::draw(question, &answer, a, b, poses)?,
        };
        output::write_file(&path, &picture.into_png())?;
    }
    remark.iter().for_each(output::remark);
    LoadedShape::remark_on(question, [&a, &b]);
    let text =
        if is_json { output::json_line(&answer) } else { sentence(question, &answer, placement, [&a, &b]) };
    output::print(&text)?;
    Ok(if answer.overlaps { TOUCH } else { NO_TOUCH })
}

/// The answer in words.
fn sentence(
    question: &Question,
    answer: &CheckAnswer,
    placement: Placement,
    [a, b]: [&LoadedShape; 2],
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
    let shared = a.shape.rect().overlap_area(&b.shape.rect(), at);
    let rectangles = match shared {
        0 => "nor do their rectangles".to_owned(),
        _ => format!("though their rectangles share {}", counted(shared, "pixel", "pixels")),
    };
    format!("{name_a} and {name_b} do not touch, {rectangles}.\n")
}
