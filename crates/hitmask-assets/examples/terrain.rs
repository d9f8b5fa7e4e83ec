//! Shells carve an island until pieces break off and fall. Writes the animation `terrain.gif`.
//!
//! `cargo run -p hitmask-assets --example terrain`
//!
//! A shell flies until `Terrain::cast` reports a hit, and carves a circle there. `Terrain::islands` lists the pieces that are no longer
//! attached to the ground. `take_island` takes each of them out as a mask, which falls until `cast` reports that it has landed. Then it is
//! drawn into the terrain again.

mod film;

use std::error::Error;

use film::Film;
use hitmask::{Cast, Circle, IslandOptions, Mask, Point, PointQ16, Rect, Terrain};

const WIDTH: u32 = 320;
const HEIGHT: u32 = 180;
/// The side of a terrain pixel in the picture.
const SCALE: u32 = 2;
const SEA: u32 = 168;
const FRAMES: u32 = 290;
/// The acceleration of a fall, in 1/65536 of a pixel a frame, each frame.
const GRAVITY: i64 = PointQ16::ONE / 10;

/// When a shell is shot, where it comes from, what it is aimed at, how many frames it flies, and the radius of its crater.
type Shot = (u32, (i32, i32), (i32, i32), i64, i64);

const SHOTS: [Shot; 10] = [
    (4, (80, -6), (122, 86), 30, 11), // the left end of the bridge
    (24, (70, -6), (122, 97), 32, 11),
    (50, (260, -6), (206, 86), 30, 11), // the right end: the middle falls, and the tower on it
    (70, (270, -6), (206, 97), 32, 11),
    (112, (324, 60), (276, 80), 24, 7), // the tree
    (134, (-6, 20), (50, 80), 26, 11),  // the arch on the left
    (150, (140, -6), (97, 82), 26, 11),
    (182, (250, -6), (168, 112), 34, 13), // the tower
    (200, (70, -6), (158, 112), 34, 13),
    (222, (320, 20), (242, 130), 34, 20), // the right pillar
];

/// A piece that was part of the terrain, with its colours.
struct Piece {
    mask: Mask,
    colors: Vec<u8>,
    position: PointQ16,
    fall: i64,
}

struct Shell {
    position: PointQ16,
    motion: PointQ16,
    radius: i64,
}

struct World {
    terrain: Terrain,
    /// The colour of each solid pixel.
    colors: Vec<u8>,
    shells: Vec<Shell>,
    pieces: Vec<Piece>,
    /// The flashes: where they are, how large, and for how many more frames.
    flashes: Vec<(Point, i64, u32)>,
    carved: u64,
    broken: usize,
}

const BACKDROP: u8 = 0;
const WATER: u8 = 1;
const GRASS: u8 = 2;
const SOIL: u8 = 3;
const ROCK: u8 = 4;
const BRICK: u8 = 5;
const JOINT: u8 = 6;
const WOOD: u8 = 7;
const LEAVES: u8 = 8;
const SHELL: u8 = 9;
const FLASH: u8 = 10;
const CLOUD: u8 = 11;

const PALETTE: [[u8; 3]; 12] = [
    [126, 178, 212],
    [44, 96, 150],
    [116, 176, 74],
    [150, 106, 66],
    [112, 84, 64],
    [176, 168, 160],
    [140, 130, 126],
    [104, 72, 44],
    [62, 128, 62],
    [30, 30, 36],
    [255, 226, 120],
    [150, 194, 222],
];

/// The colour of the island at a pixel, as a palette index; `None` for air.
fn island(x: u32, y: u32) -> Option<u8> {
    let (px, py) = (x as i32, y as i32);
    let wobble = |x: i32| [0, 1, 1, 2, 3, 3, 2, 1][(x / 5).rem_euclid(8) as usize];
    let ground = match px {
        30..=296 => {
            let shore = (px - 30).min(296 - px).min(24);
            SEA as i32 + 4 - shore + wobble(px)
        }
        _ => HEIGHT as i32 + 1,
    };
    // Two pillars and the deck between them.
    let deck_top = 82 + (px - 164).pow(2) / 400;
    let deck = (96..=232).contains(&px) && (deck_top..deck_top + 18).contains(&py);
    let pillar = |middle: i32| (px - middle).abs() < 12 + (py - 120).pow(2) / 300 && py >= 84;
    let pillars = pillar(96) || pillar(234);
    // A tower on the deck, with windows and battlements.
    let tower = (150..=180).contains(&px) && (36..deck_top).contains(&py);
    let window = (px - 158).abs() < 3 && (py - 56).abs() < 5 || (px - 172).abs() < 3 && (py - 56).abs() < 5;
    let battlement = py < 42 && (px - 150) / 6 % 2 == 1;
    // An arch to the left, from the pillar to a rock.
    let (ax, ay) = (px - 72, py - 104);
    let arch = (ax * ax + ay * ay <= 34 * 34) && (ax * ax + ay * ay >= 24 * 24) && py < 104;
    let rock = (30..=52).contains(&px) && py >= 104;
    // A tree on the right pillar.
    let trunk = (270..=276).contains(&px) && py >= 60;
    let leaves = (px - 273).pow(2) + (py - 46).pow(2) * 2 < 20 * 20;
    let hill = (px - 268).pow(2) / 14 + 96 < py && px < 310;
    if leaves {
        Some(LEAVES)
    } else if tower && !window && !battlement {
        let row = py / 5;
        Some(if py % 5 == 0 || (px + row % 2 * 4) % 8 == 0 { JOINT } else { BRICK })
    } else if trunk && py < 98 + (px - 268).pow(2) / 14 {
        Some(WOOD)
    } else if deck || pillars || arch || rock || hill || py >= ground {
        Some(if (px * 7 + py * 13) % 29 < 3 || (px / 6 + py / 5) % 5 == 0 { ROCK } else { SOIL })
    } else {
        None
    }
}

impl World {
    fn new() -> World {
        let mask = Mask::from_fn(WIDTH, HEIGHT, |x, y| island(x, y).is_some());
        let mut colors = vec![BACKDROP; (WIDTH * HEIGHT) as usize];
        for p in mask.points() {
            let color = island(p.x as u32, p.y as u32).unwrap_or(SOIL);
            // Grass grows where there is sky above.
            let grass = color == SOIL || color == ROCK;
            let top = (1..=3).any(|up| p.y >= up && !mask.get((p.x, p.y - up)));
            colors[index(p)] = if grass && top { GRASS } else { color };
        }
        World {
            terrain: Terrain::from_mask(&mask),
            colors,
            shells: Vec::new(),
            pieces: Vec::new(),
            flashes: Vec::new(),
            carved: 0,
            broken: 0,
        }
    }

    /// Moves the shells until they hit.
    fn fly(&mut self) {
        let body = Mask::filled(3, 3);
        for mut shell in std::mem::take(&mut self.shells) {
            if let Cast::Hit { point, .. } = self.terrain.cast(&body, shell.position, shell.motion) {
                let crater = Circle::new(point, shell.radius * PointQ16::ONE).expect("a radius");
                self.carved += self.terrain.carve(crater, (0, 0)).pixels;
                self.flashes.push((point, shell.radius, 5));
                continue;
            }
            shell.position += shell.motion;
            shell.motion.y += GRAVITY;
            let inside = -20..i64::from(WIDTH) + 20;
            if inside.contains(&(shell.position.x / PointQ16::ONE)) {
                self.shells.push(shell);
            }
        }
    }

    /// Lets the pieces fall that are no longer attached.
    fn break_off(&mut self) {
        for island in self.terrain.islands(&IslandOptions::default()) {
            let Some((mask, at)) = self.terrain.take_island(&island) else { continue };
            let colors =
                mask.points().map(|p| self.colors[index(Point::new(p.x + at.x, p.y + at.y))]).collect();
            // Pieces of a few pixels become dust.
            if island.area > 6 {
                self.pieces.push(Piece { mask, colors, position: at.into(), fall: 0 });
                self.broken += 1;
            }
        }
    }

    /// Moves the falling pieces. Those that land become terrain again.
    fn fall(&mut self) {
        for mut piece in std::mem::take(&mut self.pieces) {
            piece.fall += GRAVITY;
            let motion = PointQ16::new(0, piece.fall);
            match self.terrain.cast(&piece.mask, piece.position, motion) {
                Cast::Miss => {
                    piece.position += motion;
                    if piece.position.y < i64::from(HEIGHT) * PointQ16::ONE {
                        self.pieces.push(piece);
                    }
                }
                Cast::Hit { time, .. } => {
                    // It stops at a whole pixel, because what it touches has whole pixels.
                    let way = i128::from(piece.fall) * i128::from(time.numerator())
                        / i128::from(time.denominator());
                    piece.position.y += way as i64;
                    self.settle(&piece);
                }
                Cast::InitialOverlap => self.settle(&piece),
            }
        }
    }

    fn settle(&mut self, piece: &Piece) {
        let at = piece.position.pixel().expect("near the picture");
        for (p, &color) in piece.mask.points().zip(&piece.colors) {
            let p = Point::new(p.x + at.x, p.y + at.y);
            if on_picture(p) && !self.terrain.get(p) {
                self.colors[index(p)] = color;
            }
        }
        self.terrain.draw(&piece.mask, at);
    }

    /// The picture: a colour for each pixel.
    fn paint(&self) -> Vec<u8> {
        let sky = |x: u32, y: u32| {
            let cloud =
                |cx: i32, cy: i32, w: i32| ((x as i32 - cx) * 8 / w).pow(2) + (y as i32 - cy).pow(2) < 60;
            if y >= SEA {
                WATER
            } else if cloud(50, 26, 30) || cloud(240, 18, 40) || cloud(130, 14, 22) {
                CLOUD
            } else {
                BACKDROP
            }
        };
        let mut pixels: Vec<u8> = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| sky(x, y))).collect();
        for p in self.terrain.crop(Rect::new(0, 0, WIDTH, HEIGHT)).points() {
            pixels[index(p)] = self.colors[index(p)];
        }
        let mut put = |p: Point, color: u8| {
            if on_picture(p) {
                pixels[index(p)] = color;
            }
        };
        for piece in &self.pieces {
            let at = piece.position.pixel().expect("near the picture");
            for (p, &color) in piece.mask.points().zip(&piece.colors) {
                put(Point::new(p.x + at.x, p.y + at.y), color);
            }
        }
        for shell in &self.shells {
            let at = shell.position.pixel().expect("near the picture");
            (0..9).for_each(|i| put(Point::new(at.x + i % 3, at.y + i / 3), SHELL));
        }
        for &(at, radius, left) in &self.flashes {
            let flash = Circle::new(at, (radius - 5 + i64::from(left)) * PointQ16::ONE).expect("a radius");
            let (mask, corner) = flash.to_mask().expect("a small circle");
            mask.points().for_each(|p| put(Point::new(p.x + corner.x, p.y + corner.y), FLASH));
        }
        pixels
    }
}

fn on_picture(p: Point) -> bool {
    Rect::new(0, 0, WIDTH, HEIGHT).contains(p)
}

fn index(p: Point) -> usize {
    p.y as usize * WIDTH as usize + p.x as usize
}

/// A shell that reaches its target after `frames` frames if nothing is in its way.
fn shoot((_, from, target, frames, radius): Shot) -> Shell {
    let way = PointQ16::from(target) - PointQ16::from(from);
    let up = GRAVITY * (frames - 1) / 2;
    Shell { position: from.into(), motion: PointQ16::new(way.x / frames, way.y / frames - up), radius }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new();
    let before = world.terrain.snapshot();
    let mut film = Film::new("terrain.gif", (WIDTH, HEIGHT), SCALE, &PALETTE)?;
    for frame in 0..FRAMES {
        world.shells.extend(SHOTS.into_iter().filter(|shot| shot.0 == frame).map(shoot));
        world.fly();
        world.break_off();
        world.fall();
        film.frame(world.paint(), None, if frame + 1 == FRAMES { 150 } else { 4 })?;
        world.flashes.retain_mut(|flash| {
            flash.2 -= 1;
            flash.2 > 0
        });
    }
    println!(
        "{} frames in terrain.gif: {} pixels carved, {} pieces broken off, {} of {} pixels left in {} bytes.",
        film.frames(),
        world.carved,
        world.broken,
        world.terrain.count(),
        before.count(),
        world.terrain.to_bytes().len(),
    );
    Ok(())
}
