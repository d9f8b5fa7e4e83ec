//! A hero walks, jumps, and is thrown through a level by a script; the frames go into `platformer.gif`.
//!
//! `cargo run -p hitmask-assets --example platformer`
//!
//! All there is to the physics: add gravity to the motion, let `move_and_slide` move, and stop where it says that something
//! stopped it. The script ends with throws of thousands of pixels a frame, at walls that are six pixels thick.

use std::error::Error;
use std::fs::File;

use hitmask::{Mask, MoveOptions, Moved, Obstacle, PointQ16, Rect, move_and_slide};
use hitmask_assets::{Frame, Options, load};

const WIDTH: u32 = 400;
const HEIGHT: u32 = 150;
/// Each pixel of the level is that many of the picture.
const SCALE: u32 = 2;

/// 65 536ths of a pixel a frame, or a frame and frame.
const WALK: i64 = 2 * PointQ16::ONE;
const JUMP: i64 = -5 * PointQ16::ONE;
const GRAVITY: i64 = PointQ16::ONE / 3;

/// What the player presses: for how many frames, which way, and whether the hero jumps as soon as it stands.
const SCRIPT: [(u32, i64, bool); 11] = [
    (22, 0, false), // falls to the ground
    (72, 1, false), // up the slope, down the other side, up small ledges, and into one of nine pixels
    (24, 1, true),  // that takes a jump
    (16, 0, false),
    (30, 0, true), // up through a platform, to stand on it
    (30, 0, true), // and through the next one
    (8, 0, false),
    (34, 1, true),  // off to the right, to the lower platform
    (36, 1, false), // off its end, and into the tall wall
    (30, -1, true), // away from it with a jump, back to the platform
    (16, 0, false),
];

/// Motions of a single frame, in pixels: over the tall wall, down behind it, against the mound, back up, and home.
const THROWS: [(i32, i32); 8] = [
    (0, -5_000),
    (9_000, 0),
    (0, 70_000),
    (-50_000, 3),
    (-10, -40_000),
    (-90_000, 0),
    (700, 90_000),
    (-30_000, 100),
];

struct Level {
    walls: Mask,
    platforms: Mask,
}

impl Level {
    fn new() -> Level {
        let walls = Mask::from_fn(WIDTH, HEIGHT, |x, y| {
            let ground = match x {
                0..60 => 130,
                60..100 => 130 - (x - 60) / 2, // a slope of one pixel in two
                100..130 => 110 + (x - 100) / 2,
                130..170 => 125 - (x - 130) / 10 * 3, // ledges of three pixels
                170..230 => 107,                      // one of nine
                230..262 => 140,
                _ => 130,
            };
            let frame = !(6..WIDTH - 6).contains(&x) || y < 6;
            let tall = (330..336).contains(&x) && y > 60;
            let bump = (x.abs_diff(362)).pow(2) + (y.abs_diff(130)).pow(2) < 150;
            y >= ground || frame || tall || bump
        });
        let platforms = Mask::from_fn(WIDTH, HEIGHT, |x, y| {
            (180..225).contains(&x) && (80..84).contains(&y)
                || (185..215).contains(&x) && (48..52).contains(&y)
                || (262..310).contains(&x) && (96..100).contains(&y)
        });
        Level { walls, platforms }
    }

    fn obstacles(&self) -> [Obstacle<'_>; 2] {
        [Obstacle::solid(&self.walls, (0, 0)), Obstacle::one_way(&self.platforms, (0, 0))]
    }
}

struct Hero {
    /// What collides, the same whichever way it looks.
    body: Mask,
    /// The walk to the right.
    walk: Vec<Frame>,
    position: PointQ16,
    motion: PointQ16,
    looks_left: bool,
    steps: u32,
    stands: bool,
}

impl Hero {
    fn load() -> Result<Hero, Box<dyn Error>> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/player.aseprite");
        let walk = load(file, &Options::default())?.frames[10..14].to_vec();
        let mut body = walk[0].mask(128);
        for frame in &walk {
            let mask = frame.mask(128);
            body.union_with(&mask, (0, 0));
            body.union_with(&mask.flip_h(), (0, 0));
        }
        Ok(Hero {
            body,
            walk,
            position: (20, 60).into(),
            motion: PointQ16::ZERO,
            looks_left: false,
            steps: 0,
            stands: false,
        })
    }

    /// A frame of the game.
    fn update(&mut self, level: &Level, motion: PointQ16) -> Moved {
        let options = MoveOptions { step_up: 3, step_down: 3 };
        let moved = move_and_slide(&self.body, self.position, motion, &level.obstacles(), &options);
        assert_eq!(moved.stuck, None, "it never enters a wall");
        let drawn = moved.position.pixel().expect("inside the level");
        assert!(!level.walls.overlaps(&self.body, drawn), "not as it is drawn either");
        self.position = moved.position;
        self.motion = motion;
        self.stands = moved.floor.is_some();
        if moved.wall.is_some() {
            self.motion.x = 0;
        }
        if moved.floor.is_some() || moved.ceiling.is_some() {
            self.motion.y = 0;
        }
        moved
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let level = Level::new();
    let mut hero = Hero::load()?;
    let mut film = Film::new("platformer.gif")?;
    let mut highest_speed = 0;
    for (frames, way, mut jumps) in SCRIPT {
        for frame in 0..frames {
            let mut motion = PointQ16::new(way * WALK, hero.motion.y + GRAVITY);
            if jumps && hero.stands {
                jumps = false;
                motion.y = JUMP;
            }
            hero.update(&level, motion);
            hero.looks_left = if way == 0 { hero.looks_left } else { way < 0 };
            hero.steps = if way == 0 { 0 } else { hero.steps + 1 };
            if frame % 2 == 0 {
                film.frame(&level, &hero, 4)?;
            }
        }
    }
    for (x, y) in THROWS {
        highest_speed = highest_speed.max(x.abs()).max(y.abs());
        hero.update(&level, (x, y).into());
        hero.looks_left = x < 0;
        film.frame(&level, &hero, 60)?;
    }
    println!(
        "{} frames in platformer.gif. Thrown at up to {highest_speed} pixels a frame the hero entered no wall.",
        film.frames
    );
    Ok(())
}

/// The animated picture. A pixel is an index into a palette that grows with the colours that are met.
struct Film {
    encoder: gif::Encoder<File>,
    palette: Vec<[u8; 3]>,
    /// The picture before, in pixels of the level.
    last: Vec<u8>,
    frames: u32,
}

const SKY: u8 = 0;
const WALL: u8 = 1;
const RIM: u8 = 2;
const PLATFORM: u8 = 3;

impl Film {
    fn new(path: &str) -> Result<Film, Box<dyn Error>> {
        let palette = vec![[24, 28, 44], [70, 92, 84], [136, 190, 120], [216, 160, 84]];
        let size = |side: u32| u16::try_from(side * SCALE);
        let mut encoder = gif::Encoder::new(File::create(path)?, size(WIDTH)?, size(HEIGHT)?, &[])?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        Ok(Film { encoder, palette, last: Vec::new(), frames: 0 })
    }

    /// Adds a picture that is shown for some hundredths of a second.
    fn frame(&mut self, level: &Level, hero: &Hero, delay: u16) -> Result<(), Box<dyn Error>> {
        let mut pixels = vec![SKY; (WIDTH * HEIGHT) as usize];
        for p in level.walls.points() {
            let rim = p.y > 0 && !level.walls.get((p.x, p.y - 1));
            pixels[(p.y as u32 * WIDTH + p.x as u32) as usize] = if rim { RIM } else { WALL };
        }
        for p in level.platforms.points() {
            pixels[(p.y as u32 * WIDTH + p.x as u32) as usize] = PLATFORM;
        }
        let picture = &hero.walk[(hero.steps / 4) as usize % hero.walk.len()].image;
        let corner = hero.position.pixel().ok_or("the hero is far out of the level")?;
        for y in 0..picture.height() {
            for x in 0..picture.width() {
                let source = if hero.looks_left { picture.width() - 1 - x } else { x };
                let (px, py) = (corner.x + x as i32, corner.y + y as i32);
                if let Some([r, g, b, alpha]) = picture.pixel(source, y)
                    && alpha >= 128
                    && (0..WIDTH as i32).contains(&px)
                    && (0..HEIGHT as i32).contains(&py)
                {
                    pixels[(py as u32 * WIDTH + px as u32) as usize] = self.color([r, g, b])?;
                }
            }
        }
        // Only the rectangle that changed is written, and all of the first picture.
        let changed = Mask::from_fn(WIDTH, HEIGHT, |x, y| {
            let i = (y * WIDTH + x) as usize;
            self.last.get(i) != Some(&pixels[i])
        });
        let part = changed.bounds().unwrap_or(Rect::new(0, 0, 1, 1));
        let (x0, y0) = (part.x as u32, part.y as u32);
        let enlarged: Vec<u8> = (0..part.h * SCALE)
            .flat_map(|y| (0..part.w * SCALE).map(move |x| (x0 + x / SCALE, y0 + y / SCALE)))
            .map(|(x, y)| pixels[(y * WIDTH + x) as usize])
            .collect();
        let size = |side: u32| u16::try_from(side * SCALE);
        let palette = self.palette.as_flattened();
        let mut frame =
            gif::Frame::from_palette_pixels(size(part.w)?, size(part.h)?, enlarged, palette, None);
        (frame.left, frame.top) = (size(x0)?, size(y0)?);
        self.last = pixels;
        frame.delay = delay;
        self.encoder.write_frame(&frame)?;
        self.frames += 1;
        Ok(())
    }

    fn color(&mut self, color: [u8; 3]) -> Result<u8, Box<dyn Error>> {
        let found = self.palette.iter().position(|&c| c == color).unwrap_or_else(|| {
            self.palette.push(color);
            self.palette.len() - 1
        });
        Ok(u8::try_from(found)?)
    }
}
