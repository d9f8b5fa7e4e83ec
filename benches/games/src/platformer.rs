//! Walkers on a level of tiles with slopes: they run, turn round at walls, and jump.

use std::sync::Arc;

use hitmask::{
    Collider, Handle, Mask, MoveOptions, PointQ16, QueryFilter, TileCell, TileDef, TileMap, TileSet, World,
};
use hitmask_scenes::Random;
use rapier2d::control::{CharacterLength, KinematicCharacterController};
use rapier2d::prelude::{Pose, QueryFilter as RapierFilter, SharedShape, Vector};

use crate::naive::Picture;
use crate::physics::{Rapier, shape};
use crate::player::{Answer, Game, Player};

const TILE: u32 = 16;
const COLUMNS: u32 = 200;
const ROWS: u32 = 40;
const WALKER: (u32, u32) = (12, 20);
const FASTEST: i32 = 8;

/// The pictures of the tiles, by their numbers: full, up to the right, up to the left, a thin ledge.
fn tiles() -> [Mask; 4] {
    [
        Mask::filled(TILE, TILE),
        Mask::from_fn(TILE, TILE, |x, y| x + y >= TILE - 1),
        Mask::from_fn(TILE, TILE, |x, y| x <= y),
        Mask::from_fn(TILE, TILE, |_, y| y < 5),
    ]
}

/// The tile of each cell.
fn level() -> Vec<Option<u32>> {
    let random = &mut Random::new(11);
    let mut cells = vec![None; (COLUMNS * ROWS) as usize];
    let mut height: i32 = 6;
    for column in 0..COLUMNS {
        let step = random.between(-1, 2).clamp(-1, 1);
        let edge = column == 0 || column == COLUMNS - 1;
        let next = (height + step).clamp(3, 16);
        let (full, top) = match next - height {
            1 => (height, Some(1)),
            -1 => (next, Some(2)),
            _ => (height, None),
        };
        let full = if edge { ROWS as i32 } else { full };
        for row in 0..ROWS as i32 {
            let above = ROWS as i32 - 1 - row;
            let cell = &mut cells[(row as u32 * COLUMNS + column) as usize];
            if above < full {
                *cell = Some(0);
            } else if above == full && !edge {
                *cell = top;
            } else if above > full + 3 && above % 5 == 0 && random.below(3) == 0 && !edge {
                *cell = Some(3);
            }
        }
        height = next;
    }
    cells
}

/// All of the level as one picture.
fn drawn() -> Mask {
    let (cells, tiles) = (level(), tiles());
    Mask::from_fn(COLUMNS * TILE, ROWS * TILE, |x, y| {
        let cell = cells[(y / TILE * COLUMNS + x / TILE) as usize];
        cell.is_some_and(|tile| tiles[tile as usize].contains(((x % TILE) as i32, (y % TILE) as i32)))
    })
}

/// What the script says of a walker, whoever moves it.
#[derive(Clone, Copy)]
struct Walker {
    /// The upper left corner at the start.
    from: [i32; 2],
    to_the_right: bool,
    /// Down is positive, in pixels a frame.
    speed: i32,
    jumps_at: usize,
}

impl Walker {
    fn all(count: usize) -> Vec<Walker> {
        let random = &mut Random::new(5);
        let walker = |_| Walker {
            from: [random.between(40, (COLUMNS * TILE) as i32 - 60), 60],
            to_the_right: random.below(2) == 0,
            speed: 0,
            jumps_at: random.below(50) as usize,
        };
        (0..count).map(walker).collect()
    }

    /// The motion of a frame.
    fn motion(&self) -> [i32; 2] {
        [if self.to_the_right { 2 } else { -2 }, self.speed]
    }

    /// What follows from what it met.
    fn goes_on(&mut self, frame: usize, stands: bool, met_a_wall: bool, met_a_ceiling: bool) {
        self.to_the_right ^= met_a_wall;
        self.speed = match stands {
            true if frame % 50 == self.jumps_at => -FASTEST,
            true => 1,
            false if met_a_ceiling => 1,
            false => (self.speed + 1).min(FASTEST),
        };
    }
}

pub fn game(small: bool) -> Game {
    let count = if small { 20 } else { 400 };
    let (width, height) = WALKER;
    Game {
        name: "Platformer",
        about: format!(
            "{count} walkers of {width} x {height} on {COLUMNS} x {ROWS} tiles of {TILE} x {TILE} with slopes and ledges."
        ),
        counted: "sum of the positions",
        players: vec![
            Player::new("hitmask", ours(count)),
            Player::new("a loop over pixels", naive(count)).inexact(),
            Player::new("rapier2d's characters on traced polygons", rapier(count)).inexact(),
        ],
    }
}

fn ours(count: usize) -> impl FnMut(usize) -> Answer {
    let mut world = World::new();
    let mut map = TileMap::new(TileSet::new(tiles().map(TileDef::new)), (COLUMNS, ROWS), (TILE, TILE));
    for (i, tile) in level().into_iter().enumerate() {
        let cell = (i as i32 % COLUMNS as i32, i as i32 / COLUMNS as i32);
        map.set(cell, tile.map(TileCell::new));
    }
    world.insert_tiles(Collider::new(map));
    let mut walkers = Walker::all(count);
    let body = Arc::new(Mask::filled(WALKER.0, WALKER.1));
    let handles: Vec<Handle> =
        walkers.iter().map(|walker| world.insert(Collider::new(&body).at(walker.from).character())).collect();
    let options = MoveOptions { step_up: 3, step_down: 3, ..MoveOptions::default() };
    move |frame| {
        for (walker, &handle) in walkers.iter_mut().zip(&handles) {
            let slid = world.move_and_slide(handle, walker.motion(), &options, &QueryFilter::default());
            let slid = slid.expect("nobody is removed");
            walker.goes_on(frame, slid.floor.is_some(), slid.wall.is_some(), slid.ceiling.is_some());
        }
        let place =
            |&handle: &Handle| world.position(handle).and_then(PointQ16::pixel).expect("whole pixels");
        Answer::of_positions(handles.iter().map(place).map(|p| [p.x, p.y]))
    }
}

fn naive(count: usize) -> impl FnMut(usize) -> Answer {
    let (ground, body) = (Picture::new(&drawn()), Picture::new(&Mask::filled(WALKER.0, WALKER.1)));
    let mut walkers = Walker::all(count);
    let mut places: Vec<[i32; 2]> = walkers.iter().map(|walker| walker.from).collect();
    move |frame| {
        for (walker, place) in walkers.iter_mut().zip(&mut places) {
            let blocked = |[x, y]: [i32; 2]| body.touches([x, y], &ground, [0, 0]);
            let [right, down] = walker.motion();
            let [mut x, mut y] = *place;
            let stood = blocked([x, y + 1]);
            let (mut wall, mut ceiling) = (false, false);
            for _ in 0..right.abs() {
                let next = x + right.signum();
                let climbed = (0..=if stood { 3 } else { 0 }).find(|&up| !blocked([next, y - up]));
                let Some(up) = climbed else {
                    wall = true;
                    break;
                };
                (x, y) = (next, y - up);
            }
            if stood && down > 0 {
                y += (1..=3)
                    .find(|&by| blocked([x, y + by + 1]))
                    .filter(|_| !blocked([x, y + 1]))
                    .unwrap_or(0);
            }
            for _ in 0..down.abs() {
                if blocked([x, y + down.signum()]) {
                    ceiling = down < 0;
                    break;
                }
                y += down.signum();
            }
            *place = [x, y];
            walker.goes_on(frame, blocked([x, y + 1]), wall, ceiling);
        }
        Answer::of_positions(places.iter().copied())
    }
}

fn rapier(count: usize) -> impl FnMut(usize) -> Answer {
    let mut rapier = Rapier::new();
    rapier.colliders.insert(rapier2d::prelude::ColliderBuilder::new(shape(&drawn(), [0.0; 2])));
    rapier.step();
    let (half_width, half_height) = (WALKER.0 as f32 / 2.0, WALKER.1 as f32 / 2.0);
    let body = SharedShape::cuboid(half_width - 0.05, half_height - 0.05);
    let controller = KinematicCharacterController {
        up: Vector::new(0.0, -1.0),
        offset: CharacterLength::Absolute(0.05),
        max_slope_climb_angle: 50_f32.to_radians(),
        min_slope_slide_angle: 50_f32.to_radians(),
        snap_to_ground: Some(CharacterLength::Absolute(3.0)),
        ..KinematicCharacterController::default()
    };
    let mut walkers = Walker::all(count);
    let mut places: Vec<Vector> = walkers
        .iter()
        .map(|walker| Vector::new(walker.from[0] as f32 + half_width, walker.from[1] as f32 + half_height))
        .collect();
    move |frame| {
        let queries = rapier.queries(RapierFilter::default());
        for (walker, place) in walkers.iter_mut().zip(&mut places) {
            let [x, y] = walker.motion();
            let (motion, pose) = (Vector::new(x as f32, y as f32), Pose::from_translation(*place));
            let moved = controller.move_shape(1.0 / 60.0, &queries, &*body, &pose, motion, |_| ());
            *place += moved.translation;
            let wall = moved.translation.x.abs() < 0.5;
            let ceiling = y < 0 && moved.translation.y > y as f32 / 2.0;
            walker.goes_on(frame, moved.grounded, wall, ceiling);
        }
        let corner =
            |place: &Vector| [(place.x - half_width).round() as i32, (place.y - half_height).round() as i32];
        Answer::of_positions(places.iter().map(corner))
    }
}
