//! Everything that is measured.

mod broad_phase;
mod buffer;
mod cold;
mod contact;
mod motion;
mod movers;
mod offsets;
mod overlap;
mod packs;
mod posed;
mod queries;
mod runs;
mod shapes;
mod sprites;
mod terrain;
mod tiles;
mod world;

use crate::frames::FrameWork;
use crate::question::Work;

/// Work that is done frame by frame.
#[must_use]
pub fn frames() -> Vec<FrameWork> {
    [broad_phase::all(), world::all(), movers::all(), buffer::all()].into_iter().flatten().collect()
}

/// Everything that is measured.
#[must_use]
pub fn all() -> Vec<Work> {
    [
        overlap::all(),
        sprites::all(),
        queries::all(),
        offsets::all(),
        runs::all(),
        cold::all(),
        posed::all(),
        shapes::all(),
        contact::all(),
        motion::all(),
        terrain::all(),
        tiles::all(),
        packs::all(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
