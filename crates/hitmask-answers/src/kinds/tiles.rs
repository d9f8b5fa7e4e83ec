//! A map of tiles: how large it is, and which tiles a shape meets.

use std::collections::BTreeMap;

use hitmask::{Point, ShapeRef, TileCell, TileDef, TileKind, TileKinds, TileMap, TileSet};
use hitmask_oracle::{FlatCell, FlatMap, FlatTile, Grid};
use serde::{Deserialize, Serialize};

use super::{area, pixel, true_area, true_pixel};
use crate::shape::{Forms, Shape};
use crate::{Area, Pictures, Pixel, Question};

/// What a tile is for, in the order of the oracle's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Body,
    OneWay,
    Sensor,
    Nothing,
}

impl Kind {
    fn tile_kind(self) -> TileKind {
        match self {
            Kind::Body => TileKind::Body,
            Kind::OneWay => TileKind::OneWay,
            Kind::Sensor => TileKind::Sensor,
            Kind::Nothing => TileKind::Nothing,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tile {
    id: u32,
    /// The number of a picture of bits.
    bits: usize,
    kind: Kind,
    number: u64,
    offset: Pixel,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tiles {
    tiles: Vec<Tile>,
    /// Columns and rows.
    size: [u32; 2],
    /// Width and height of a cell.
    cell: [u32; 2],
    /// Numbers as Tiled writes them, row by row.
    gids: Vec<u32>,
    /// Only tiles of these kinds count.
    kinds: Vec<Kind>,
    shape: Shape,
    offset: Pixel,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    count: u64,
    bounds: Option<Area>,
    /// How many pixels the shape shares with the map.
    area: u64,
    met: Vec<Met>,
    /// The content hash.
    hash: String,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Met {
    cell: Pixel,
    tile: u32,
    /// Along x, along y, along the diagonal.
    flips: [bool; 3],
    kind: Kind,
    number: u64,
    area: u64,
    first: Pixel,
}

impl Tiles {
    fn map(&self, pictures: &Pictures) -> TileMap {
        let tile = |tile: &Tile| {
            let def = TileDef::new(pictures.mask(tile.bits).clone());
            let def = def.with_kind(tile.kind.tile_kind()).with_number(tile.number);
            (tile.id, def.with_offset((tile.offset[0], tile.offset[1])))
        };
        let ([columns, rows], [w, h]) = (self.size, self.cell);
        let set = TileSet::with_ids(self.tiles.iter().map(tile));
        TileMap::from_cells(
            set,
            (columns, rows),
            (w, h),
            self.gids.iter().map(|&gid| TileCell::from_gid(gid)),
        )
    }

    fn tile(&self, id: u32) -> &Tile {
        self.tiles.iter().find(|tile| tile.id == id).expect("a tile of the set")
    }

    /// The oracle's map.
    fn flat(&self, pictures: &Pictures) -> FlatMap {
        let tile = |tile: &Tile| {
            let offset = (tile.offset[0].into(), tile.offset[1].into());
            (tile.id, FlatTile { picture: pictures.grid(tile.bits), kind: tile.kind as u8, offset })
        };
        let cell = |(at, &gid): (usize, &u32)| {
            let at = (at as i64 % i64::from(self.size[0]), at as i64 / i64::from(self.size[0]));
            let flips = [31, 30, 29].map(|bit| gid >> bit & 1 != 0);
            (gid != 0).then_some((at, FlatCell { tile: gid & 0x0fff_ffff, flips }))
        };
        FlatMap {
            tiles: self.tiles.iter().map(tile).collect::<BTreeMap<_, _>>(),
            cells: self.gids.iter().enumerate().filter_map(cell).collect(),
            cell: (self.cell[0].into(), self.cell[1].into()),
        }
    }
}

impl Question for Tiles {
    type Answer = Answer;
    const FILE: &'static str = "tiles";

    fn ask(&self, pictures: &Pictures) -> Answer {
        let map = self.map(pictures);
        let kinds = self.kinds.iter().fold(TileKinds::from([]), |all, kind| all | kind.tile_kind());
        let view = map.only(kinds);
        let (shape, offset) = (self.shape.mask(pictures), (self.offset[0], self.offset[1]));
        let met = view.overlap_tiles(shape, offset);
        let met = met.iter().map(|met| Met {
            cell: pixel(met.cell),
            tile: met.tile.tile,
            flips: [met.tile.flip_x, met.tile.flip_y, met.tile.diagonal],
            kind: self.tile(met.tile.tile).kind,
            number: met.number,
            area: met.area,
            first: pixel(met.first),
        });
        Answer {
            count: view.count(),
            bounds: view.bounds().map(area),
            area: ShapeRef::from(view).overlap_area(shape, Point::new(self.offset[0], self.offset[1])),
            met: met.collect(),
            hash: format!("{:016x}", map.content_hash()),
        }
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        let flat = self.flat(pictures);
        let is_seen = |kind: u8| self.kinds.iter().any(|&seen| seen as u8 == kind);
        let (all, shape) = (flat.flat(is_seen), self.shape.grid(pictures));
        let [dx, dy] = self.offset.map(i64::from);
        let shares = |grid: &Grid, x: i64, y: i64| grid.get(x - dx, y - dy);
        assert_eq!(answer.count, all.grid.count());
        let solid: Vec<_> = all.grid.points().into_iter().map(|(x, y)| (x + all.x, y + all.y)).collect();
        let ends = |axis: fn(&(i64, i64)) -> i64| {
            let pixels = || solid.iter().map(axis);
            Some((pixels().min()?, pixels().max()? + 1))
        };
        let bounds = ends(|p| p.0).zip(ends(|p| p.1)).map(|((x0, x1), (y0, y1))| (x0, y0, x1 - x0, y1 - y0));
        assert_eq!(answer.bounds, bounds.map(true_area));
        assert_eq!(answer.area, solid.iter().filter(|&&(x, y)| shares(&shape, x, y)).count() as u64);
        let mut cells: Vec<_> = flat.cells.iter().collect();
        cells.sort_by_key(|&(&(x, y), _)| (y, x));
        let met = cells.into_iter().filter_map(|(&(x, y), cell)| {
            let Tile { kind, number, .. } = *self.tile(cell.tile);
            let pixels = flat.pixels_of(x, y);
            let shared: Vec<_> = pixels.into_iter().filter(|&(u, v)| shares(&shape, u, v)).collect();
            let first = true_pixel(*shared.iter().min_by_key(|&&(u, v)| (v, u))?);
            let area = shared.len() as u64;
            let met = Met {
                cell: true_pixel((x, y)),
                tile: cell.tile,
                flips: cell.flips,
                kind,
                number,
                area,
                first,
            };
            is_seen(kind as u8).then_some(met)
        });
        assert_eq!(answer.met, met.collect::<Vec<_>>());
    }
}
