//! All types that have the overlap verbs, each beside the oracle's picture of it.

use std::sync::{Mutex, PoisonError};

use hitmask::{
    AlphaMask, Circle, ConvexPolygon, LabelMask, LabelView, Labels, Mask, PointQ16, Rect, RunMask, ShapeRef,
    Terrain, TileKinds, TileMap,
};
use hitmask_oracle::{Block, Convex, Grid, LabelGrid, Patch, Solid, convex_covers};

use super::pictures::{Scale, alphas, labels};
use super::{Rng, loose_mask_of, mask_of, pictures, tile_case};

static KEPT: Mutex<Vec<&LabelMask>> = Mutex::new(Vec::new());

/// A shape, and its pixels by the oracle.
#[derive(Debug)]
pub(crate) enum Thing {
    Bits(Mask, Grid),
    Runs(RunMask, Grid),
    Level(AlphaMask, u8, Grid),
    Labels(LabelMask, LabelGrid, Grid),
    /// Some labels of a label mask, which is kept to the end.
    Only(LabelView<'static>, LabelGrid, Grid),
    Rect(Rect, Block),
    Terrain(Terrain, Grid),
    Tiles(Box<TileMap>, TileKinds, Patch),
    Circle(Circle, Patch),
    Polygon(ConvexPolygon, Patch),
}

/// The pixels of a convex shape whose coordinates are at most `reach` pixels.
fn patch_of(convex: &Convex, reach: i64) -> Patch {
    const IDENTITY: [i64; 6] = [1 << 16, 0, 0, 1 << 16, 0, 0];
    let (x, side) = (-reach, 2 * reach as usize);
    let covers = |u: usize, v: usize| convex_covers(convex, IDENTITY, x + u as i64, x + v as i64);
    Patch { x, y: x, grid: Grid::from_fn(side, side, covers) }
}

/// Calls a generic function with the shape that a [`Thing`] holds.
macro_rules! with_shape {
    ($thing:expr, $shape:ident => $body:expr) => {
        match $thing {
            $crate::common::things::Thing::Bits($shape, _) => $body,
            $crate::common::things::Thing::Runs($shape, _) => $body,
            $crate::common::things::Thing::Level(alpha, level, _) => {
                let $shape = &alpha.at_level(*level);
                $body
            }
            $crate::common::things::Thing::Labels($shape, _, _) => $body,
            $crate::common::things::Thing::Only($shape, _, _) => $body,
            $crate::common::things::Thing::Rect($shape, _) => $body,
            $crate::common::things::Thing::Terrain($shape, _) => $body,
            $crate::common::things::Thing::Tiles(map, kinds, _) => {
                let $shape = &map.only(*kinds);
                $body
            }
            $crate::common::things::Thing::Circle($shape, _) => $body,
            $crate::common::things::Thing::Polygon($shape, _) => $body,
        }
    };
}
pub(crate) use with_shape;

impl Thing {
    /// The shape in the form of any shape.
    pub(crate) fn lend(&self) -> ShapeRef<'_> {
        match self {
            Thing::Bits(mask, _) => mask.into(),
            Thing::Runs(runs, _) => runs.into(),
            Thing::Level(alpha, level, _) => alpha.at_level(*level).into(),
            Thing::Labels(labels, _, _) => labels.into(),
            Thing::Only(view, _, _) => view.into(),
            Thing::Rect(rect, _) => (*rect).into(),
            Thing::Terrain(terrain, _) => terrain.into(),
            Thing::Tiles(map, kinds, _) => map.only(*kinds).into(),
            Thing::Circle(circle, _) => (*circle).into(),
            Thing::Polygon(polygon, _) => polygon.into(),
        }
    }

    pub(crate) fn truth(&self) -> &dyn Solid {
        match self {
            Thing::Bits(_, grid)
            | Thing::Runs(_, grid)
            | Thing::Level(_, _, grid)
            | Thing::Labels(_, _, grid)
            | Thing::Only(_, _, grid)
            | Thing::Terrain(_, grid) => grid,
            Thing::Rect(_, block) => block,
            Thing::Circle(_, patch) | Thing::Polygon(_, patch) | Thing::Tiles(_, _, patch) => patch,
        }
    }

    /// A mask with these pixels. Its stored bounds may be too wide.
    pub(crate) fn bits(rng: &mut Rng, grid: Grid) -> Thing {
        let mask = if rng.one_in(4) { loose_mask_of(&grid) } else { mask_of(&grid) };
        Thing::Bits(mask, grid)
    }

    /// A run mask with these pixels.
    pub(crate) fn runs(grid: Grid) -> Thing {
        let runs = RunMask::from_fn(grid.w as u32, grid.h as u32, |x, y| grid.get(x.into(), y.into()));
        Thing::Runs(runs, grid)
    }

    /// A terrain with these pixels, drawn or carved.
    pub(crate) fn terrain(rng: &mut Rng, grid: Grid) -> Thing {
        let mask = mask_of(&grid);
        let terrain = if rng.one_in(2) {
            Terrain::from_mask(&mask)
        } else {
            let mut clear = mask;
            clear.invert();
            let mut terrain = Terrain::filled(clear.width(), clear.height());
            terrain.carve(&clear, (0, 0));
            terrain
        };
        Thing::Terrain(terrain, grid)
    }

    /// Any representation of these pixels, most often bits.
    pub(crate) fn any(rng: &mut Rng, grid: Grid) -> Thing {
        match rng.below(9) {
            0..=2 => Thing::bits(rng, grid),
            3 | 4 => Thing::runs(grid),
            5 | 6 => Thing::terrain(rng, grid),
            7 => tile_case::cut(rng, grid),
            _ if rng.one_in(2) => Thing::level(rng, grid),
            _ => Thing::labels(rng, &grid),
        }
    }

    /// A label mask that is solid where the grid is, or a view of one.
    pub(crate) fn labels(rng: &mut Rng, grid: &Grid) -> Thing {
        let labels = labels(rng, grid);
        let mask = LabelMask::from_labels(labels.w as u32, labels.h as u32, &labels.labels).unwrap();
        if rng.one_in(2) {
            let grid = labels.solid();
            return Thing::Labels(mask, labels, grid);
        }
        let only: Labels = match rng.below(4) {
            0 => Labels::NONE,
            1 => Labels::from(0..=255),
            2 => (0..=255).filter(|_| rng.one_in(2)).collect(),
            _ => rng.pick(&[1, 2, 64, 255]).into(),
        };
        let grid = labels.only(&|label| only.contains(label));
        let mask: &LabelMask = Box::leak(Box::new(mask));
        // What a static can reach is no leak for LeakSanitizer.
        KEPT.lock().unwrap_or_else(PoisonError::into_inner).push(mask);
        Thing::Only(mask.only(only), labels, grid)
    }

    /// Alphas that reach a level where the grid is solid. They are near the level, or at the ends of the range.
    pub(crate) fn level(rng: &mut Rng, grid: Grid) -> Thing {
        let level = rng.pick(&[0, 1, 2, 100, 128, 160, 254, 255]);
        let alphas = alphas(rng, &grid, level);
        let alpha = AlphaMask::from_alpha(grid.w as u32, grid.h as u32, &alphas.alpha).unwrap();
        Thing::Level(alpha, level, alphas.at_level(level))
    }

    /// A rectangle of a usual size near the origin.
    pub(crate) fn near_rect(rng: &mut Rng, scale: Scale) -> Thing {
        let corner = |rng: &mut Rng| rng.between(-210, 210) as i32;
        let (x, y) = (corner(rng), corner(rng));
        let (w, h) = (pictures::side(rng, scale) as u32, pictures::side(rng, scale) as u32);
        Thing::rect(Rect::new(x, y, w, h))
    }

    /// A rectangle that may begin or end anywhere, even beyond all coordinates.
    pub(crate) fn any_rect(rng: &mut Rng) -> Thing {
        const CORNERS: [i32; 9] =
            [i32::MIN, i32::MIN + 1, -65_536, -64, 0, 63, 65_535, i32::MAX - 1, i32::MAX];
        const SIDES: [u32; 9] = [0, 1, 63, 64, 65_536, 1 << 31, (1 << 31) + 1, u32::MAX - 1, u32::MAX];
        let (x, y) = (rng.pick(&CORNERS), rng.pick(&CORNERS));
        Thing::rect(Rect::new(x, y, rng.pick(&SIDES), rng.pick(&SIDES)))
    }

    /// A circle or a convex polygon: mostly a small one, at times one whose rows are longer than a word.
    pub(crate) fn convex(rng: &mut Rng) -> Thing {
        let size = if rng.one_in(80) { 11 } else { 1 };
        let number = |rng: &mut Rng, most: i64| {
            rng.between(-size * most, size * most) * (1 << 16) / rng.pick(&[1, 2, 3])
        };
        if rng.one_in(2) {
            let (centre, radius) = ([number(rng, 3), number(rng, 3)], number(rng, 6).abs());
            let circle = Circle::new(PointQ16::new(centre[0], centre[1]), radius).unwrap();
            Thing::Circle(circle, patch_of(&Convex::Circle(centre, radius), 10 * size))
        } else {
            let corners = [0; 3].map(|_| [number(rng, 9), number(rng, 9)]);
            let polygon = ConvexPolygon::new(corners.map(|[x, y]| PointQ16::new(x, y))).unwrap();
            Thing::Polygon(polygon, patch_of(&Convex::Polygon(corners.to_vec()), 10 * size))
        }
    }

    /// Pixels past `i32::MAX` don't exist, so the block ends there.
    pub(crate) fn rect(rect: Rect) -> Thing {
        let side = |from: i32, length: u32| i64::from(length).min((1 << 31) - i64::from(from));
        let (w, h) = (side(rect.x, rect.w), side(rect.y, rect.h));
        Thing::Rect(rect, Block { x: rect.x.into(), y: rect.y.into(), w, h })
    }
}
