//! A script of edits on a terrain: what each edit changed, which pixels remain, and which islands nothing holds.

use hitmask::{Change, Connectivity, Edges, IslandOptions, Rect, Terrain};
use hitmask_oracle::Grid;
use hitmask_scenes::Random;
use serde::{Deserialize, Serialize};

use super::mask::Piece;
use super::{area, pixel, true_area};
use crate::draft::{any_shape, convex, pick};
use crate::pictures::{bits_of, bits_of_grid};
use crate::shape::{Built, Shape, with_shape};
use crate::{Area, Pictures, Pixel, Question};

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

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Edit {
    Carve { shape: Shape, at: Pixel },
    Draw { shape: Shape, at: Pixel },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Edge {
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

/// Edits with a random shape, which may be a circle or a polygon.
macro_rules! edit {
    ($terrain:expr, $verb:ident, $built:expr, $at:expr) => {
        match $built {
            Built::Circle(circle) => $terrain.$verb(circle, $at),
            Built::Polygon(polygon) => $terrain.$verb(polygon, $at),
            built => with_shape!(built, shape => $terrain.$verb(shape, $at)),
        }
    };
}

impl Question for Script {
    type Answer = Answer;
    const FILE: &'static str = "terrain";

    fn all(pictures: &Pictures) -> Vec<Script> {
        let random = &mut Random::new(8);
        let script = |i: i32| {
            let (w, h) = (pick(random, &[63, 64, 100, 129]), pick(random, &[20, 63, 64, 70]));
            let mut edits = Vec::new();
            for _ in 0..8 {
                let shape = if random.below(2) == 0 { convex(random) } else { any_shape(random, pictures) };
                let at = [random.between(-20, w), random.between(-20, h)];
                let carves = (random.below(4) > 0) == (i % 2 == 0);
                edits.push(if carves { Edit::Carve { shape, at } } else { Edit::Draw { shape, at } });
            }
            let anchors = match i % 3 {
                0 => vec![Edge::Bottom],
                1 => vec![Edge::Left, Edge::Right],
                _ => vec![],
            };
            let connectivity = if i % 4 < 2 { 4 } else { 8 };
            Script { w: w as u32, h: h as u32, filled: i % 2 == 0, edits, anchors, connectivity }
        };
        (0..16).map(script).collect()
    }

    fn ask(&self, pictures: &Pictures) -> Answer {
        let Script { w, h, filled, .. } = *self;
        let mut terrain = if filled { Terrain::filled(w, h) } else { Terrain::new(w, h) };
        let mut changes = Vec::new();
        for edit in &self.edits {
            let change = match edit {
                Edit::Carve { shape, at } => edit!(terrain, carve, &shape.build(pictures), (at[0], at[1])),
                Edit::Draw { shape, at } => edit!(terrain, draw, &shape.build(pictures), (at[0], at[1])),
            };
            changes.push(change.into());
        }
        let anchors = self.anchors.iter().fold(Edges::NONE, |edges, edge| {
            edges
                | match edge {
                    Edge::Left => Edges::LEFT,
                    Edge::Right => Edges::RIGHT,
                    Edge::Top => Edges::TOP,
                    Edge::Bottom => Edges::BOTTOM,
                }
        });
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
        }
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        let mut grid = Grid::from_fn(self.w as usize, self.h as usize, |_, _| self.filled);
        let mut changes = Vec::new();
        for edit in &self.edits {
            let (pixels, bounds) = match edit {
                Edit::Carve { shape, at } => grid.carve(&*shape.truth(pictures), (at[0], at[1])),
                Edit::Draw { shape, at } => grid.paint(&*shape.truth(pictures), (at[0], at[1])),
            };
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
        };
        assert_eq!(*answer, truth);
    }
}
