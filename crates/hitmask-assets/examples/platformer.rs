//! A hero walks, jumps, rides a lift and a moving platform, and is thrown through a level by a script. Writes `platformer.gif`.
//!
//! `cargo run -p hitmask-assets --example platformer`
//!
//! The physics is simple: the velocity of the last move plus gravity is the motion of the next one. What moves, moves first and carries the
//! hero; then the hero moves; then its animation shows its next frame, if that fits. Every frame has its own pixels, so the hero collides
//! exactly as it is drawn. The script ends with throws of thousands of pixels a frame, at walls that are six pixels thick.

mod film;

use std::error::Error;

use film::Film;
use hitmask::{Collider, Fit, Frames, Handle, Mask, MoveOptions, PointQ16, QueryFilter, Rect, Slid, World};
use hitmask_assets::{CollisionOptions, Frame, FrameChoice, Options, load};

const WIDTH: u32 = 400;
const HEIGHT: u32 = 150;
/// The side of a level's pixel in the picture.
const SCALE: u32 = 2;

/// Speeds in 1/65536 of a pixel a frame, and accelerations in the same a frame.
const WALK: i64 = 2 * PointQ16::ONE;
const JUMP: i64 = -5 * PointQ16::ONE;
const GRAVITY: i64 = PointQ16::ONE / 3;

/// How far the hero may be moved so that the next frame of its animation fits, in pixels.
const NUDGE: u32 = 3;

/// The player's input: the number of frames, the direction, and whether the hero jumps as soon as it stands.
const SCRIPT: [(u32, i64, bool); 13] = [
    (22, 0, false), // falls to the ground
    (72, 1, false), // up the slope, down the other side, up small ledges, and into one of nine pixels
    (24, 1, true),  // a jump over that ledge
    (16, 0, false),
    (30, 0, true), // up through a platform, to stand on it
    (30, 0, true), // and through the next one
    (8, 0, false),
    (24, 1, false), // off its end and down, onto the lift in the pit
    (64, 0, false), // the lift carries it up
    (17, 1, true),  // a jump to the moving platform
    (75, 0, false), // which carries it, too
    (40, 1, true),  // on, towards the tall wall
    (30, -1, true), // and back again
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

fn walls() -> Mask {
    Mask::from_fn(WIDTH, HEIGHT, |x, y| {
        let ground = match x {
            0..60 => 130,
            60..100 => 130 - (x - 60) / 2, // a slope of one pixel in two
            100..130 => 110 + (x - 100) / 2,
            130..170 => 125 - (x - 130) / 10 * 3, // ledges of three pixels
            170..230 => 107,                      // a ledge of nine pixels
            230..262 => 144,
            _ => 130,
        };
        let frame = !(6..WIDTH - 6).contains(&x) || y < 6;
        let tall = (330..336).contains(&x) && y > 60;
        let bump = (x.abs_diff(362)).pow(2) + (y.abs_diff(130)).pow(2) < 150;
        y >= ground || frame || tall || bump
    })
}

fn platforms() -> Mask {
    Mask::from_fn(WIDTH, HEIGHT, |x, y| {
        (180..225).contains(&x) && (80..84).contains(&y) || (185..215).contains(&x) && (48..52).contains(&y)
    })
}

/// The lift and the moving platform: their shapes, and where each goes to and fro.
const LIFT: (Rect, (i32, i32), (i32, i32)) = (Rect::new(0, 0, 30, 5), (231, 139), (231, 100));
const FERRY: (Rect, (i32, i32), (i32, i32)) = (Rect::new(0, 0, 30, 4), (264, 96), (298, 96));

/// Something that moves between two places.
struct Shuttle {
    handle: Handle,
    ends: [PointQ16; 2],
    /// The end that it goes to, and its speed.
    goal: usize,
    speed: i64,
}

impl Shuttle {
    /// The motion of the next frame.
    fn motion(&mut self, world: &World) -> Option<PointQ16> {
        let here = world.position(self.handle)?;
        if here == self.ends[self.goal] {
            self.goal = 1 - self.goal;
        }
        let way = self.ends[self.goal] - here;
        let part = |way: i64| way.clamp(-self.speed, self.speed);
        Some(PointQ16::new(part(way.x), part(way.y)))
    }
}

struct Game {
    world: World,
    walls: Handle,
    shuttles: [Shuttle; 2],
    hero: Handle,
    /// The pictures of the walk to the right. The collider has the frames to the right, then those to the left.
    walk: Vec<Frame>,
    velocity: PointQ16,
    looks_left: bool,
    steps: usize,
    stands: bool,
    /// The number of the frame that is shown.
    shown: usize,
    frames_that_did_not_fit: u32,
}

impl Game {
    fn load() -> Result<Game, Box<dyn Error>> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/player.aseprite");
        let player = load(file, &Options::default())?;
        let options = CollisionOptions {
            frames: FrameChoice::Numbers(vec![10, 11, 12, 13]),
            ..CollisionOptions::default()
        };
        let right = player.collision_frames(&options)?;
        let left = player.collision_frames(&CollisionOptions { flip_h: true, ..options })?;
        let both = [right.frames.all(), left.frames.all()].concat();

        let mut world = World::new();
        let walls = world.insert(Collider::new(walls()));
        world.insert(Collider::new(platforms()).one_way());
        let lift = world.insert(Collider::new(LIFT.0).at(LIFT.1));
        let ferry = world.insert(Collider::new(FERRY.0).at(FERRY.1).one_way());
        let shuttle = |handle, (_, from, to): (Rect, (i32, i32), (i32, i32)), speed| Shuttle {
            handle,
            ends: [from.into(), to.into()],
            goal: 1,
            speed,
        };
        let hero = Collider::new(Frames::new(both)).with_pivot(right.pivot.to_f64()).at((32, 70)).character();
        let hero = world.insert(hero);
        Ok(Game {
            shuttles: [
                shuttle(lift, LIFT, PointQ16::ONE * 2 / 3),
                shuttle(ferry, FERRY, PointQ16::ONE * 3 / 5),
            ],
            world,
            walls,
            hero,
            walk: player.frames[10..14].to_vec(),
            velocity: PointQ16::ZERO,
            looks_left: false,
            steps: 0,
            stands: false,
            shown: 0,
            frames_that_did_not_fit: 0,
        })
    }

    /// Plays a frame of the game.
    fn update(&mut self, motion: PointQ16) -> Result<Slid, Box<dyn Error>> {
        let stale = "the handle is stale";
        let filter = QueryFilter::default();
        for shuttle in &mut self.shuttles {
            let motion = shuttle.motion(&self.world).ok_or(stale)?;
            let moved =
                self.world.move_solid(shuttle.handle, motion, &[], &MoveOptions::default()).ok_or(stale)?;
            assert!(moved.crushed.is_empty(), "nothing is in the way of the hero");
        }
        let options = MoveOptions { step_up: 3, step_down: 3, ..MoveOptions::default() };
        let slid = self.world.move_and_slide(self.hero, motion, &options, &filter).ok_or(stale)?;
        assert_eq!(slid.stuck, None, "it never enters a wall");
        self.velocity = slid.velocity;
        self.stands = slid.floor.is_some();

        let frame = self.steps / 4 % self.walk.len() + if self.looks_left { self.walk.len() } else { 0 };
        match self.world.fit_frame(self.hero, frame, NUDGE, &filter)?.ok_or(stale)? {
            Fit::Free | Fit::Moved(_) => self.shown = frame,
            Fit::Stuck(_) => self.frames_that_did_not_fit += 1,
        }

        // Nothing solid is touched as it is drawn. It may be inside a platform, which is one-way.
        self.world.step()?;
        let [lift, _] = &self.shuttles;
        let touches = |(a, b): (Handle, Handle)| (a == self.walls || a == lift.handle) && b == self.hero;
        assert!(!self.world.contacts().any(touches), "the hero is never in a wall");
        Ok(slid)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::load()?;
    let mut film = Film::new("platformer.gif", (WIDTH, HEIGHT), SCALE, &[])?;
    let mut painter = Painter { palette: COLORS.to_vec() };
    let mut highest_speed = 0;
    for (frames, way, mut jumps) in SCRIPT {
        for frame in 0..frames {
            let mut motion = PointQ16::new(way * WALK, game.velocity.y + GRAVITY);
            if jumps && game.stands {
                jumps = false;
                motion.y = JUMP;
            }
            game.looks_left = if way == 0 { game.looks_left } else { way < 0 };
            game.steps = if way == 0 { 0 } else { game.steps + 1 };
            game.update(motion)?;
            if frame % 2 == 0 {
                film.frame(painter.paint(&game)?, Some(&painter.palette), 4)?;
            }
        }
    }
    for (x, y) in THROWS {
        highest_speed = highest_speed.max(x.abs()).max(y.abs());
        game.looks_left = x < 0;
        game.update((x, y).into())?;
        film.frame(painter.paint(&game)?, Some(&painter.palette), 60)?;
    }
    println!(
        "{} frames in platformer.gif. Thrown at up to {highest_speed} pixels a frame the hero entered no wall. {} frames of its walk did \
         not fit.",
        film.frames(),
        game.frames_that_did_not_fit
    );
    Ok(())
}

/// The colours of the level: sky, wall, rim and platform.
const COLORS: [[u8; 3]; 4] = [[24, 28, 44], [70, 92, 84], [136, 190, 120], [216, 160, 84]];
const SKY: u8 = 0;
const WALL: u8 = 1;
const RIM: u8 = 2;
const PLATFORM: u8 = 3;

/// Paints frames. A pixel is an index into a palette that grows with every new colour.
struct Painter {
    palette: Vec<[u8; 3]>,
}

impl Painter {
    fn paint(&mut self, game: &Game) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut pixels = vec![SKY; (WIDTH * HEIGHT) as usize];
        let (walls, platforms) = (walls(), platforms());
        for p in walls.points() {
            let rim = p.y > 0 && !walls.get((p.x, p.y - 1));
            pixels[(p.y as u32 * WIDTH + p.x as u32) as usize] = if rim { RIM } else { WALL };
        }
        for p in platforms.points() {
            pixels[(p.y as u32 * WIDTH + p.x as u32) as usize] = PLATFORM;
        }
        for shuttle in &game.shuttles {
            let Rect { x, y, w, h } = game.world.bounds(shuttle.handle).ok_or("it covers pixels")?;
            for (x, y) in (0..h).flat_map(|v| (0..w).map(move |u| (x as u32 + u, y as u32 + v))) {
                pixels[(y * WIDTH + x) as usize] = PLATFORM;
            }
        }
        // A character is drawn under the pose with which it collides.
        let picture = &game.walk[game.shown % game.walk.len()].image;
        let corner = game.world.pose(game.hero).and_then(|pose| pose.translation().pixel());
        let corner = corner.ok_or("the hero is far out of the level")?;
        for y in 0..picture.height() {
            for x in 0..picture.width() {
                let source = if game.shown >= game.walk.len() { picture.width() - 1 - x } else { x };
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
        Ok(pixels)
    }

    fn color(&mut self, color: [u8; 3]) -> Result<u8, Box<dyn Error>> {
        let found = self.palette.iter().position(|&c| c == color).unwrap_or_else(|| {
            self.palette.push(color);
            self.palette.len() - 1
        });
        Ok(u8::try_from(found)?)
    }
}
