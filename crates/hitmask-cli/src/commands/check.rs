//! `hitmask check`: does B touch A?

use super::check_many;
use super::checked::Checked;
use crate::args::CheckArgs;
use crate::error::Error;
use crate::files::FileGuard;
use crate::labels::LabelledPair;
use crate::output::{self, NO_TOUCH, TOUCH};
use crate::output_file::PngFile;
use crate::picture::{self, canvas::Rgb, check::SpritePicture, label_tint};
use crate::question::Placement;
use crate::sprite_name::SpriteName;
use crate::store::SpriteStore;
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
