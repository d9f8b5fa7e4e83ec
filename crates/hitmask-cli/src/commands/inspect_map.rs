//! What `hitmask inspect` tells of tile maps, in levels and in packs.

use std::collections::BTreeSet;

use hitmask::{Point, TileKind, TileMap};
use serde::Serialize;

use crate::table::{TableCell, table};

/// What a tile map holds.
#[derive(Debug, Serialize)]
pub(super) struct MapReport {
    /// Columns and rows.
    size: [u32; 2],
    /// The size of a cell in pixels.
    cell: [u32; 2],
    /// The pixel of the level, or of a pack's frame, on which the corner of its first cell lies.
    corner: [i32; 2],
    /// How many cells are not empty.
    filled: u64,
    /// How many different tiles these show.
    tiles: usize,
    /// How many of these cells are of each kind.
    solid: u64,
    one_way: u64,
    sensor: u64,
    none: u64,
}

impl MapReport {
    pub(super) fn new(map: &TileMap, corner: Point) -> Self {
        let ((columns, rows), (w, h)) = (map.size(), map.cell_size());
        let mut tiles = BTreeSet::new();
        let [mut solid, mut one_way, mut sensor, mut none] = [0; 4];
        for (_, shown) in map.cells() {
            tiles.insert(shown.tile);
            *match map.tile_set().get(shown.tile).map(|tile| tile.kind) {
                Some(TileKind::Body) => &mut solid,
                Some(kind) if kind.open_side().is_some() => &mut one_way,
                Some(TileKind::Sensor) => &mut sensor,
                _ => &mut none,
            } += 1;
        }
        MapReport {
            size: [columns, rows],
            cell: [w, h],
            corner: [corner.x, corner.y],
            filled: map.filled(),
            tiles: tiles.len(),
            solid,
            one_way,
            sensor,
            none,
        }
    }

    fn row(&self, name: &str) -> Vec<TableCell> {
        let ([columns, rows], [w, h], [x, y]) = (self.size, self.cell, self.corner);
        let number =
            |count: u64| TableCell::number(if count == 0 { String::new() } else { count.to_string() });
        vec![
            TableCell::text(name),
            TableCell::text(format!("{columns}x{rows} of {w}x{h}")),
            TableCell::text(format!("({x}, {y})")),
            TableCell::number(self.filled),
            TableCell::number(self.tiles),
            number(self.solid),
            number(self.one_way),
            number(self.sensor),
            number(self.none),
        ]
    }
}

/// A table of the maps of layers or entries with these names. Nothing if there are none.
pub(super) fn maps<'a>(reports: impl Iterator<Item = (&'a str, Option<&'a MapReport>)>) -> String {
    let header = ["tile map", "cells", "corner", "filled", "tiles", "solid", "one-way", "sensor", "none"];
    let rows: Vec<_> = reports.filter_map(|(name, map)| Some(map?.row(name))).collect();
    if rows.is_empty() { String::new() } else { table(&header, &rows, "  ") }
}
