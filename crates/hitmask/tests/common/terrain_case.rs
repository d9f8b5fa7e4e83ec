//! A script of edits, queries, snapshots, islands and copies on a terrain, against the oracle's flat array.

use hitmask::{Change, Component, Connectivity, IslandOptions, Mask, Point, Rect, Terrain, TerrainEdges};
use hitmask_oracle::{Changed, Grid, overlap};

use super::pictures::{self, Scale};
use super::things::Thing;
use super::{Blame, Rng, assert_same, mask_of, overlap_case, places, point, rect};

/// Sides at the end of a tile or a page, and some in between.
const SIDES: [usize; 16] = [0, 1, 2, 63, 64, 65, 100, 127, 128, 129, 190, 192, 200, 256, 300, 321];

/// The same, for terrains that are tested quickly.
const SMALL_SIDES: [usize; 8] = [0, 1, 2, 17, 40, 63, 65, 70];

/// A terrain, the expected pixels, and what was kept during the script.
struct Both {
    /// The size of brushes.
    scale: Scale,
    terrain: Terrain,
    grid: Grid,
    kept: Vec<(Terrain, Grid)>,
}

/// One step of a script. It is printed if the step fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Carve,
    Draw,
    Ask,
    Keep,
    Restore,
    Islands,
    Take,
    Copy,
    Send,
}

/// Runs the script of a seed. Returns the number of its steps.
pub(crate) fn run(seed: u64) -> u64 {
    script(seed, &SIDES, Scale::Sprite, 12)
}

/// The same as [`run`], with a small terrain and a short script.
pub(crate) fn run_small(seed: u64) -> u64 {
    script(seed, &SMALL_SIDES, Scale::Icon, 6)
}

fn script(seed: u64, sides: &[usize], scale: Scale, steps: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let (w, h) = (rng.pick(sides), rng.pick(sides));
    let grid = pictures::grid_of_size(rng, w, h);
    let Thing::Terrain(terrain, grid) = Thing::terrain(rng, grid) else { unreachable!() };
    let mut both = Both { scale, terrain, grid, kept: Vec::new() };
    both.check();
    for number in 0..steps {
        let step = rng.pick(&[
            Step::Carve,
            Step::Carve,
            Step::Carve,
            Step::Draw,
            Step::Draw,
            Step::Ask,
            Step::Keep,
            Step::Restore,
            Step::Islands,
            Step::Islands,
            Step::Take,
            Step::Copy,
            Step::Send,
        ]);
        let _blame = Blame(&(seed, (w, h), number, step));
        both.step(rng, step);
    }
    // An edit of one terrain must not change the tiles of another.
    for (snapshot, grid) in &both.kept {
        assert_terrain(snapshot, grid);
    }
    steps
}

/// Fails unless the terrain has exactly the grid's pixels and its count, bounds and other stored data are correct.
pub(crate) fn assert_terrain(terrain: &Terrain, grid: &Grid) {
    terrain.validate();
    let (w, h) = (grid.w as u32, grid.h as u32);
    assert_eq!((terrain.width(), terrain.height()), (w, h));
    assert_same(&terrain.crop(Rect::new(0, 0, w, h)), grid, "cropped");
    assert_eq!(terrain.count(), grid.count());
    assert_eq!(terrain.bounds(), rect(grid.bounds()));
    assert_eq!(terrain.is_empty(), grid.count() == 0);
}

/// A change in the oracle's form.
#[track_caller]
fn assert_changed(change: Change, (pixels, bounds): Changed) {
    assert_eq!((change.pixels, change.bounds), (pixels, rect(bounds)));
}

impl Both {
    fn check(&self) {
        assert_terrain(&self.terrain, &self.grid);
    }

    fn step(&mut self, rng: &mut Rng, step: Step) {
        match step {
            Step::Carve | Step::Draw => {
                let brush = brush(rng, &self.grid, self.scale);
                let offset = places::offset(rng, &self.grid, brush.truth());
                let truth = brush.truth();
                let shape = &brush.lend();
                if step == Step::Carve {
                    assert_changed(self.terrain.carve(shape, offset), self.grid.carve(truth, offset));
                } else {
                    assert_changed(self.terrain.draw(shape, offset), self.grid.paint(truth, offset));
                }
            }
            Step::Ask => self.ask(rng),
            Step::Keep => self.kept.push((self.terrain.snapshot(), self.grid.clone())),
            Step::Restore => {
                if let Some(i) = (self.kept.len() as u64).checked_sub(1).map(|last| rng.below(last + 1)) {
                    let (snapshot, grid) = &self.kept[i as usize];
                    self.terrain.restore(snapshot);
                    self.grid = grid.clone();
                }
            }
            Step::Islands => {
                self.islands(rng);
            }
            Step::Take => self.take(rng),
            Step::Copy => {
                // No matter how it was made, it equals a terrain made directly from its pixels.
                let remade = Terrain::from_mask(&mask_of(&self.grid));
                assert_eq!(self.terrain, remade);
                if rng.one_in(2) {
                    self.terrain = self.terrain.clone();
                }
            }
            Step::Send => self.send(rng),
        }
        self.check();
    }

    /// Sends what changed since a snapshot to another terrain with the snapshot's pixels.
    fn send(&self, rng: &mut Rng) {
        let Some((snapshot, base)) = self.kept.get(rng.below(3) as usize) else { return };
        let delta = self.terrain.delta_since(snapshot).unwrap();
        let mut there = match rng.below(3) {
            // No matter how it was made.
            0 => Terrain::from_mask(&mask_of(base)),
            _ => snapshot.clone(),
        };
        let mut changed = Grid::new(base.w, base.h);
        for (x, y) in base.points().into_iter().chain(self.grid.points()) {
            changed.set(x as usize, y as usize, base.get(x, y) != self.grid.get(x, y));
        }
        let is_same = changed.count() == 0;
        if rng.one_in(2) {
            let _ = there.islands(&IslandOptions::default());
        }
        let change = there.apply_delta(&delta).expect("it was made for these pixels");
        assert_changed(change, (changed.count(), changed.bounds()));
        assert_terrain(&there, &self.grid);
        assert_eq!(there, self.terrain);
        assert_eq!(there.content_hash(), self.terrain.content_hash());
        assert_eq!(there.content_hash() == snapshot.content_hash(), is_same);
        assert_eq!(there.apply_delta(&delta).is_ok(), is_same, "a second time");
        assert_terrain(snapshot, base);
        // The same bytes on any way between the same pixels.
        let remade = Terrain::from_mask(&mask_of(base)).snapshot();
        assert_eq!(there.delta_since(&remade), Ok(delta));
    }

    fn ask(&self, rng: &mut Rng) {
        let other = brush(rng, &self.grid, self.scale);
        let offset = places::offset(rng, &self.grid, other.truth());
        let truth = overlap(&self.grid, other.truth(), offset);
        let shape = &other.lend();
        assert_eq!(self.terrain.overlaps(shape, offset), truth.overlaps());
        assert_eq!(self.terrain.overlap_area(shape, offset), truth.area());
        assert_eq!(self.terrain.first_overlap(shape, offset), truth.first().map(point));
        assert_eq!(self.terrain.overlap_bounds(shape, offset), rect(truth.bounds()));
    }

    fn islands(&mut self, rng: &mut Rng) -> (Vec<Component>, Vec<Vec<(i64, i64)>>) {
        let held = [0; 4].map(|_| rng.one_in(3));
        let edges = [TerrainEdges::LEFT, TerrainEdges::RIGHT, TerrainEdges::TOP, TerrainEdges::BOTTOM];
        let anchors = edges.into_iter().zip(held).filter(|(_, held)| *held);
        let anchors = anchors.fold(TerrainEdges::NONE, |all, (edge, _)| all | edge);
        let connectivity = rng.pick(&[Connectivity::Four, Connectivity::Four, Connectivity::Eight]);
        let (w, h) = (self.grid.w as i64, self.grid.h as i64);
        let mut anchor_points = Vec::new();
        while rng.one_in(2) {
            let (x, y) = (rng.between(-2, w + 1), rng.between(-2, h + 1));
            anchor_points.push(point((x, y)));
        }
        let options = IslandOptions {
            anchors,
            anchor_points,
            anchor_largest: rng.one_in(6),
            anchor_area: rng.one_in(6).then(|| rng.below(2000)),
            min_area: rng.pick(&[0, 0, 0, 1, 2, 20]),
            connectivity,
        };
        let ours = self.terrain.islands(&options);
        let truth = self.islands_left(held, &options);
        assert_eq!(ours.len(), truth.len(), "{options:?}");
        for (ours, truth) in ours.iter().zip(&truth) {
            assert_eq!((ours.area, ours.first), (truth.len() as u64, point(truth[0])));
            let grid = grid_of(truth, (self.grid.w, self.grid.h));
            assert_eq!(Some(ours.bounds), rect(grid.bounds()));
            assert_eq!(ours.connectivity, connectivity);
        }
        (ours, truth)
    }

    /// The pieces that the oracle finds, without those that an anchor holds or that are too small.
    fn islands_left(&self, edges: [bool; 4], options: &IslandOptions) -> Vec<Vec<(i64, i64)>> {
        let corners = options.connectivity == Connectivity::Eight;
        let all = self.grid.islands([false; 4], corners);
        let largest = all.iter().map(Vec::len).max();
        let first_largest = all.iter().position(|piece| Some(piece.len()) == largest);
        let largest = first_largest.map(|i| all[i].clone()).filter(|_| options.anchor_largest);
        let mut left = self.grid.islands(edges, corners);
        left.retain(|piece| {
            let area = piece.len() as u64;
            let is_nailed = piece.iter().any(|&pixel| options.anchor_points.contains(&point(pixel)));
            !is_nailed
                && Some(piece) != largest.as_ref()
                && options.anchor_area.is_none_or(|least| area < least)
                && area >= options.min_area
        });
        left
    }

    fn take(&mut self, rng: &mut Rng) {
        let (ours, truth) = self.islands(rng);
        if ours.is_empty() {
            return;
        }
        let i = rng.below(ours.len() as u64) as usize;
        let piece = grid_of(&truth[i], (self.grid.w, self.grid.h));
        let (mask, at) = self.terrain.take_island(&ours[i]).expect("it was there a moment ago");
        assert_eq!(at, Point::new(ours[i].bounds.x, ours[i].bounds.y));
        assert_eq!(mask.size(), (ours[i].bounds.w, ours[i].bounds.h));
        let mut seen = Mask::new(piece.w as u32, piece.h as u32);
        seen.union_with(&mask, at);
        assert_same(&seen, &piece, "the island");
        self.grid.difference_with(&piece, (0, 0));
        self.check();
        assert_eq!(self.terrain.take_island(&ours[i]), None, "it is gone");
        // An island that has changed since it was listed is no longer the same island.
        let other = (i + 1) % ours.len();
        if other != i {
            let first = ours[other].first;
            self.terrain.carve(Rect::new(first.x, first.y, 1, 1), (0, 0));
            self.grid.set(first.x as usize, first.y as usize, false);
            assert_eq!(self.terrain.take_island(&ours[other]), None, "a pixel less");
        }
    }
}

/// Shapes for edits and queries: small and large, of every kind.
fn brush(rng: &mut Rng, grid: &Grid, scale: Scale) -> Thing {
    match rng.below(8) {
        0 => overlap_case::some_rect(rng, scale),
        1 => Thing::rect(Rect::new(0, 0, grid.w as u32 + 9, rng.below(200) as u32)),
        2 => {
            let side = (grid.w + 20, grid.h / 2);
            let grid = pictures::grid_of_size(rng, side.0, side.1);
            Thing::any(rng, grid)
        }
        _ => {
            let grid = pictures::grid(rng, scale);
            Thing::any(rng, grid)
        }
    }
}

fn grid_of(points: &[(i64, i64)], (w, h): (usize, usize)) -> Grid {
    let mut grid = Grid::new(w, h);
    points.iter().for_each(|&(x, y)| grid.set(x as usize, y as usize, true));
    grid
}
