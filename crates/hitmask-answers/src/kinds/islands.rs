//! The pieces of a terrain that nothing holds, with every kind of anchor, and what is left once the first of them is taken out.

use hitmask::{Connectivity, IslandOptions, Point, Rect, Terrain};
use hitmask_model::edit;
use hitmask_oracle::Grid;
use hitmask_oracle::world::{Edit, edit_grid};
use serde::{Deserialize, Serialize};

use super::mask::Piece;
use super::terrain::{Edge, edges};
use crate::file::Fnv;
use crate::pictures::Pictures;
use crate::pictures::{bits_of, bits_of_grid};
use crate::question::{Pixel, Question, area, pixel};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ground {
    /// The number of a picture of bits.
    terrain: usize,
    edits: Vec<Edit>,
    anchors: Vec<Edge>,
    anchor_points: Vec<Pixel>,
    anchor_largest: bool,
    anchor_area: Option<u64>,
    min_area: u64,
    /// 4 or 8.
    connectivity: u8,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    islands: Vec<Piece>,
    /// The pixels of the first island as a picture of the size of its bounds. Null if there is none.
    taken: Option<String>,
    /// All pixels after it was taken out.
    bits: String,
    /// What is left, as bytes: their number, and their hash in hexadecimal digits.
    bytes: (u64, String),
}

impl Question for Ground {
    type Answer = Answer;
    const FILE: &'static str = "islands";

    fn ask(&self, pictures: &Pictures) -> Answer {
        let mut terrain = Terrain::from_mask(pictures.mask(self.terrain));
        for change in &self.edits {
            let _ = edit(&mut terrain, change, &pictures.book);
        }
        let islands = terrain.islands(&IslandOptions {
            anchors: edges(&self.anchors),
            anchor_points: self.anchor_points.iter().map(|&[x, y]| Point::new(x, y)).collect(),
            anchor_largest: self.anchor_largest,
            anchor_area: self.anchor_area,
            min_area: self.min_area,
            connectivity: if self.connectivity == 8 { Connectivity::Eight } else { Connectivity::Four },
        });
        let taken = islands.first().map(|first| {
            let (mask, corner) = terrain.take_island(first).expect("it is there");
            assert_eq!(corner, Point::new(first.bounds.x, first.bounds.y));
            bits_of(&mask)
        });
        let bytes = terrain.to_bytes();
        let mut hash = Fnv::default();
        hash.add(&bytes);
        let again = Terrain::from_bytes(&bytes).expect("it was written just now");
        let (w, h) = again.size();
        let piece = |piece: &hitmask::Component| Piece {
            area: piece.area,
            bounds: area(piece.bounds),
            first: pixel(piece.first),
        };
        Answer {
            islands: islands.iter().map(piece).collect(),
            taken,
            bits: bits_of(&again.crop(Rect::new(0, 0, w, h))),
            bytes: (bytes.len() as u64, format!("{:016x}", hash.0)),
        }
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        let mut grid = pictures.grid(self.terrain);
        for change in &self.edits {
            let _ = edit_grid(&mut grid, change, &pictures.book);
        }
        // All pieces, and those that no edge holds.
        let corners = self.connectivity == 8;
        let pieces = grid.islands([false; 4], corners);
        let held =
            [Edge::Left, Edge::Right, Edge::Top, Edge::Bottom].map(|edge| self.anchors.contains(&edge));
        let free = grid.islands(held, corners);
        let largest = pieces.iter().map(Vec::len).max().unwrap_or(0);
        let largest = pieces.iter().find(|piece| piece.len() == largest);
        let islands: Vec<&Vec<(i64, i64)>> = free
            .iter()
            .filter(|piece| {
                let has = |[x, y]: &Pixel| piece.contains(&((*x).into(), (*y).into()));
                let is_large = self.anchor_area.is_some_and(|least| piece.len() as u64 >= least);
                let is_largest = self.anchor_largest && largest == Some(*piece);
                !self.anchor_points.iter().any(has)
                    && !is_large
                    && !is_largest
                    && piece.len() as u64 >= self.min_area
            })
            .collect();
        let told: Vec<Piece> = islands.iter().map(|piece| Piece::of(piece)).collect();
        assert_eq!(answer.islands, told);
        let taken = islands.first().map(|piece| {
            let [x, y, w, h] = told[0].bounds;
            let inside = |u: usize, v: usize| piece.contains(&(x + u as i64, y + v as i64));
            bits_of_grid(&Grid::from_fn(w as usize, h as usize, inside))
        });
        assert_eq!(answer.taken, taken);
        for &(x, y) in islands.first().into_iter().copied().flatten() {
            grid.set(x as usize, y as usize, false);
        }
        assert_eq!(answer.bits, bits_of_grid(&grid));
    }
}
