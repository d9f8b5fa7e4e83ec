//! `hitmask check` with several Bs, and `hitmask which`: the same question about many sprites.

use std::path::Path;

use hitmask_assets::{ErrorKind, Packer};

use super::checked::Checked;
use crate::args::{CheckArgs, WhichArgs};
use crate::error::Error;
use crate::labels::LabelChoice;
use crate::limit_args::LimitArgs;
use crate::output::{self, FAILED, NO_TOUCH, Stdout, TOUCH};
use crate::question::Question;
use crate::sprite_name::SpriteName;
use crate::store::{self, SpriteStore};

pub(super) fn check(mut args: CheckArgs, names: &[SpriteName]) -> Result<u8, Error> {
    for (is_set, option) in [(args.picture.is_some(), "--picture"), (args.both.mask_b.is_some(), "--mask-b")]
    {
        if is_set {
            return Err(Error::Question(format!("{option} is for one B: name a file, or FILE#FRAME")));
        }
    }
    let remark = args.remark();
    let choices = [args.labels.take(), args.labels_b.take()];
    let (is_json, is_quiet, limits) = (args.json, args.quiet, args.both.limits.clone());
    let question = args.into_question(names[0].clone());
    each(question, names, &limits, (&choices, remark), |question, checked| {
        let name = &question.names[1];
        (!is_quiet).then(|| if is_json { checked.json(Some(name)) } else { checked.sentences(question) })
    })
}

pub(super) fn which(mut args: WhichArgs) -> Result<u8, Error> {
    let names = std::mem::take(&mut args.b);
    let (is_json, limits) = (args.json, args.limits.clone());
    let question = args.into_question(names[0].clone());
    each(question, &names, &limits, (&[None, None], None), |question, checked| {
        let name = &question.names[1];
        let line = || if is_json { checked.json(Some(name)) } else { format!("{name}\n") };
        checked.answer.overlaps.then(line)
    })
}

/// Asks the question about each of the sprites, and prints what is said of each. What cannot be read is told, and the rest goes on.
fn each(
    mut question: Question,
    names: &[SpriteName],
    limits: &LimitArgs,
    (choices, remark): (&[Option<LabelChoice>; 2], Option<&'static str>),
    mut said: impl FnMut(&Question, &Checked) -> Option<String>,
) -> Result<u8, Error> {
    let mut store = SpriteStore::new(limits)?;
    question.validate_check()?;
    // A that cannot be read is told once.
    store.shape(question.sprites()[0].clone())?;
    remark.iter().for_each(output::remark);
    let (mut touches, mut failed) = (false, false);
    for name in names {
        let (sprites, is_whole) = sprites_of(name, limits).unwrap_or_else(|error| {
            output::complain(&error);
            (Vec::new(), false)
        });
        failed |= !is_whole;
        for name in sprites {
            question.names[1] = name;
            let checked = match Checked::new(&mut store, &question, choices) {
                Ok(checked) => checked,
                Err(error) => {
                    output::complain(&error);
                    failed = true;
                    continue;
                }
            };
            touches |= checked.answer.overlaps;
            checked.remark_on(&question);
            if let Some(text) = said(&question, &checked)
                && output::print(&text)? == Stdout::Closed
            {
                return Ok(status(failed, touches));
            }
        }
    }
    Ok(status(failed, touches))
}

fn status(failed: bool, touches: bool) -> u8 {
    match (failed, touches) {
        (true, _) => FAILED,
        (_, true) => TOUCH,
        _ => NO_TOUCH,
    }
}

pub(super) fn is_folder(name: &SpriteName) -> bool {
    matches!(name.resolve(), (path, None) if path.is_dir())
}

/// The sprite of a name, or all sprites in a folder; and whether all of the folder could be read.
fn sprites_of(name: &SpriteName, limits: &LimitArgs) -> Result<(Vec<SpriteName>, bool), Error> {
    if !is_folder(name) {
        return Ok((vec![name.clone()], true));
    }
    let (folder, _) = name.resolve();
    let mut packer = Packer::with_limits(limits.into());
    if let Some(within) = store::folder(limits)? {
        packer.within(within);
    }
    let is_whole = packer.add(&folder).map_err(|error| tell(&folder, error)).is_ok();
    let found: Vec<SpriteName> =
        packer.sources().into_iter().map(|source| source.path.into_os_string().into()).collect();
    if found.is_empty() && is_whole {
        return Err(Error::Question(format!("{name}: there is no sprite in this folder")));
    }
    Ok((found, is_whole))
}

/// A line for each file.
fn tell(folder: &Path, error: hitmask_assets::Error) {
    match error.kind() {
        ErrorKind::Several(errors) => errors.iter().for_each(output::complain),
        _ => output::complain(&Error::in_file(folder, error)),
    }
}
