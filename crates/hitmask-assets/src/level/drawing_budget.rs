//! What drawing a level may take, and where it may lie.

use std::collections::HashSet;
use std::sync::Arc;

use hitmask::{Point, PointQ16};

use super::model::{Level, LevelContent};
use super::stamp::LevelRule;
use crate::Image;
use crate::error::{ErrorKind, Result};
use crate::limits::{Budget, area};
/// What drawing parts of some levels may take: the limits of the rule, less the pictures and the cells of the levels.
pub(super) fn drawing_budget<'l>(
    levels: impl IntoIterator<Item = &'l Level>,
    rule: &LevelRule,
) -> Result<Budget> {
    let budget = Budget::new(rule.limits);
    let (mut sets, mut images) = (HashSet::new(), HashSet::new());
    let mut take = |image: &Image| match image.is_drawn() && images.insert(image.as_rgba8().as_ptr()) {
        true => budget.keep(4 * area(image.width(), image.height())),
        false => Ok(()),
    };
    for level in levels {
        for set in level.sets.iter().filter(|set| sets.insert(Arc::as_ptr(set))) {
            set.images().try_for_each(&mut take)?;
        }
        for layer in &level.layers {
            match &layer.content {
                LevelContent::Picture(picture) => take(&picture.image)?,
                LevelContent::Cells(pieces) => {
                    let cells: u64 = pieces.iter().map(|piece| piece.cells.len() as u64).sum();
                    budget.keep(4 * cells)?;
                }
                LevelContent::Tiles(tiles) => budget.keep(size_of_val(&tiles[..]) as u64)?,
                LevelContent::Objects(_) => {}
            }
        }
    }
    Ok(budget)
}

/// The pixel on which an offset lies.
pub(super) fn whole_pixel(offset: [f64; 2]) -> Result<Point, ErrorKind> {
    far(q16(offset)?.pixel())
}

pub(super) fn far<T>(place: Option<T>) -> Result<T, ErrorKind> {
    place.ok_or_else(|| ErrorKind::level("a part of it lies beyond 2^31 pixels"))
}

pub(super) fn q16([x, y]: [f64; 2]) -> Result<PointQ16, ErrorKind> {
    far(PointQ16::from_f64(x, y))
}
