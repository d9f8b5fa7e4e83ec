//! Terrains: edits, islands, snapshots, deltas.

use hitmask::{Change, ColliderShape, IslandOptions, TerrainEdges};

use crate::mask::analysis::connectivity;
use crate::prelude::*;
use crate::store::{change_terrain, with_islands, with_terrain_snapshot};

/// Carves or draws with a shape, under the pose on the desk if `posed` is not 0.
pub(crate) fn brush(
    terrain: &mut Terrain,
    shape: &ColliderShape,
    at: Point,
    pose: Option<&Pose>,
    draws: bool,
) -> Result<Change, Fault> {
    let placed = Placed::from(lent(shape)?);
    let placed = pose.map_or(placed, |pose| placed.posed(pose));
    Ok(if draws { terrain.draw(placed, at) } else { terrain.carve(placed, at) })
}

/// The pose on the desk, if there is one.
pub(crate) fn pose_if(posed: i32) -> Result<Option<Pose>, Fault> {
    if posed == 0 { Ok(None) } else { pose_on_desk(0).map(Some) }
}

export! {
    fn terrain_edit(terrain: usize, by: usize, x: i32, y: i32, posed: i32, draws: i32) -> i32 {
        // A copy of the reference, so that a terrain can be edited by itself.
        let by = shape(by);
        reply(pose_if(posed).and_then(|pose| {
            change_terrain(terrain, |terrain| brush(terrain, &by, Point::new(x, y), pose.as_ref(), draws != 0))
        }).map(|change| some(&change)))
    }

    /// Options on the desk: edges as bits, whether the largest is held, area from which on one is held (-1: none), least area,
    /// connectivity. Pixels that hold their piece are in the list of floats. Then seven numbers for each island in the list of floats.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has checked that they are whole and fit")]
    fn islands(terrain: usize) -> i32 {
        let points = taken_numbers();
        let options = IslandOptions {
            anchors: TerrainEdges::from_bits(get(0) as u8).unwrap_or(TerrainEdges::NONE),
            anchor_points: points.as_chunks::<2>().0.iter().map(|&[x, y]| Point::new(x as i32, y as i32)).collect(),
            anchor_largest: get(1) != 0.0,
            anchor_area: (get(2) >= 0.0).then(|| get(2) as u64),
            min_area: get(3) as u64,
            connectivity: connectivity(get(4) as u32),
        };
        let islands = with_terrain(terrain, |terrain| terrain.islands(&options));
        let length = give_all(&islands);
        let number = keep(Object::Islands(islands));
        put(0, length);
        number
    }

    /// A mask, and its corner on the desk. None if the terrain has changed there.
    fn take_island(terrain: usize, islands: usize, index: usize) -> i32 =
        with_islands(islands, |islands| islands.get(index).copied()).map_or(NONE, |island| {
            change_terrain(terrain, |terrain| terrain.take_island(&island)).map_or(NONE, |(mask, corner)| {
                let _ = some(&corner);
                keep_shape(mask)
            })
        });

    fn terrain_snapshot(terrain: usize) -> i32 = keep(Object::TerrainSnapshot(with_terrain(terrain, Terrain::snapshot)));

    fn terrain_restore(terrain: usize, snapshot: usize) {
        let snapshot = with_terrain_snapshot(snapshot, Clone::clone);
        change_terrain(terrain, |terrain| terrain.restore(&snapshot));
    }

    fn delta_since(terrain: usize, snapshot: usize) -> i32 = reply(with_terrain(terrain, |terrain| with_terrain_snapshot(snapshot, |snapshot| {
        put(0, give_bytes(terrain.delta_since(snapshot)?));
        Ok(SOME)
    })));

    fn apply_delta(terrain: usize) -> i32 {
        let delta = taken_bytes();
        reply(change_terrain(terrain, |terrain| terrain.apply_delta(&delta)).map(|change| some(&change)).map_err(Fault::from))
    }

    /// In two halves of 32 bits, the upper first.
    fn content_hash(terrain: usize) = lay(0, &with_terrain(terrain, |terrain| halves(terrain.content_hash())));
}
