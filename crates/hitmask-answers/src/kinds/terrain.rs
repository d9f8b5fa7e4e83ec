//! A script of edits on a terrain: what each edit changed, which pixels remain, and which islands nothing holds.

use hitmask::{Change, Connectivity, IslandOptions, Mask, Rect, Terrain, TerrainEdges};
use hitmask_model::edit;
use hitmask_oracle::Grid;
use hitmask_oracle::world::{Edit, edit_grid};
use serde::{Deserialize, Serialize};

use super::mask::Piece;
use super::{area, pixel, true_area};
use crate::pictures::{bits_of, bits_of_grid};
use crate::{Area, Pictures, Question};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Script {
    w: u32,
    h: u32,
    /// Whether every pixel is solid at the start.
    filled: bool,
    edits: Vec<Edit>,
    /// The edges that hold every component with a pixel at them.
    anchors: Vec<Edge>,
    /// 4 or 8: whether only sides connect pixels, or corners, too.
    connectivity: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Edge {
    Left,
    Right,
    Top,
    Bottom,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    /// One answer for each edit.
    changes: Vec<Changed>,
    count: u64,
    bounds: Option<Area>,
    bits: String,
    islands: Vec<Piece>,
    /// The content hash, in hexadecimal digits.
    hash: String,
    /// What the second half of the edits changed, as bytes in hexadecimal digits.
    delta: String,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Changed {
    pixels: u64,
    bounds: Option<Area>,
}

impl From<Change> for Changed {
    fn from(change: Change) -> Changed {
        Changed { pixels: change.pixels, bounds: change.bounds.map(area) }
    }
}

pub(super) fn edges(anchors: &[Edge]) -> TerrainEdges {
    anchors.iter().fold(TerrainEdges::NONE, |edges, edge| {
        edges
            | match edge {
                Edge::Left => TerrainEdges::LEFT,
                Edge::Right => TerrainEdges::RIGHT,
                Edge::Top => TerrainEdges::TOP,
                Edge::Bottom => TerrainEdges::BOTTOM,
            }
    })
}

impl Question for Script {
    type Answer = Answer;
    const FILE: &'static str = "terrain";

    fn ask(&self, pictures: &Pictures) -> Answer {
        let Script { w, h, filled, .. } = *self;
        let mut terrain = if filled { Terrain::filled(w, h) } else { Terrain::new(w, h) };
        let mut changes = Vec::new();
        let mut half = terrain.snapshot();
        for (number, change) in self.edits.iter().enumerate() {
            if number == self.edits.len() / 2 {
                half = terrain.snapshot();
            }
            changes.push(edit(&mut terrain, change, &pictures.book).into());
        }
        let anchors = edges(&self.anchors);
        let connectivity = if self.connectivity == 8 { Connectivity::Eight } else { Connectivity::Four };
        let islands = terrain.islands(&IslandOptions { anchors, connectivity, ..IslandOptions::default() });
        Answer {
            changes,
            count: terrain.count(),
            bounds: terrain.bounds().map(area),
            bits: bits_of(&terrain.crop(Rect::new(0, 0, w, h))),
            islands: islands
                .iter()
                .map(|piece| Piece {
                    area: piece.area,
                    bounds: area(piece.bounds),
                    first: pixel(piece.first),
                })
                .collect(),
            hash: format!("{:016x}", terrain.content_hash()),
            delta: terrain
                .delta_since(&half)
                .expect("of one size")
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
        }
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        let mut grid = Grid::from_fn(self.w as usize, self.h as usize, |_, _| self.filled);
        let mut changes = Vec::new();
        let mut half = grid.clone();
        for (number, change) in self.edits.iter().enumerate() {
            if number == self.edits.len() / 2 {
                half = grid.clone();
            }
            let (pixels, bounds) = edit_grid(&mut grid, change, &pictures.book);
            changes.push(Changed { pixels, bounds: bounds.map(true_area) });
        }
        let held =
            [Edge::Left, Edge::Right, Edge::Top, Edge::Bottom].map(|edge| self.anchors.contains(&edge));
        let islands = grid.islands(held, self.connectivity == 8);
        let truth = Answer {
            changes,
            count: grid.count(),
            bounds: grid.bounds().map(true_area),
            bits: bits_of_grid(&grid),
            islands: islands.iter().map(|piece| Piece::of(piece)).collect(),
            hash: format!("{:016x}", hash_of(&grid)),
            delta: answer.delta.clone(),
        };
        assert_eq!(*answer, truth);
        // The delta leads from the first half of the edits to the second.
        let byte = |digits: &[u8]| {
            let digits = std::str::from_utf8(digits).expect("hexadecimal digits");
            u8::from_str_radix(digits, 16).expect("hexadecimal digits")
        };
        let delta: Vec<u8> = answer.delta.as_bytes().chunks(2).map(byte).collect();
        assert_eq!(delta[24..32], hash_of(&half).to_le_bytes());
        let solid = |x: u32, y: u32| half.get(x.into(), y.into());
        let mut terrain = Terrain::from_mask(&Mask::from_fn(self.w, self.h, solid));
        terrain.apply_delta(&delta).expect("it was made for these pixels");
        assert_eq!(bits_of(&terrain.crop(Rect::new(0, 0, self.w, self.h))), truth.bits);
    }
}

/// The content hash of a terrain of one page with these pixels, computed step by step.
fn hash_of(grid: &Grid) -> u64 {
    fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
        let step = |h: u64, word: u64| {
            let h = (h ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            h ^ (h >> 32)
        };
        let h = words.into_iter().fold(0, step);
        let h = (h ^ (h >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let h = (h ^ (h >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        h ^ (h >> 31)
    }
    let tile = |tile: i64| {
        let row = |y: i64| {
            let solid = |x: &i64| grid.get(tile % 16 * 64 + x, tile / 16 * 64 + y);
            (0..64).filter(solid).fold(0, |row, x| row | 1 << x)
        };
        let rows: Vec<u64> = (0..64).map(row).collect();
        match () {
            () if rows.iter().all(|&row| row == 0) => 0,
            () if rows.iter().all(|&row| row == u64::MAX) => 1,
            () => hash(rows),
        }
    };
    assert!(grid.w <= 1024 && grid.h <= 1024, "more than one page");
    let page = if grid.count() == 0 { 0 } else { hash([256].into_iter().chain((0..256).map(tile))) };
    hash([u64::from_le_bytes(*b"terrain\0"), grid.w as u64, grid.h as u64, page])
}
