//! A platform game with crates, a belt on a lift, a turning plank, gravity that flips, and jumps around corners. A script plays it. Writes
//! `crates_and_lifts.gif`.
//!
//! `cargo run -p hitmask-assets --example crates_and_lifts`
//!
//! The hero jumps through a hole that he does not hit exactly, pushes a crate to a step that is too high for him, climbs over it, rides on a
//! lift whose belt carries him on, lands on a plank that turns, and falls where down becomes up: there he walks on the ceiling and pushes
//! another crate. The program fails if it does not end in the state in which it ended before.

mod film;
mod reel;

use std::error::Error;

use hitmask::{
    Angle, Collider, Direction, EventKind, Handle, Mask, MoveOptions, PointQ16, QueryFilter, Rect, Slid,
    World,
};

use reel::Reel;

const SIZE: (u32, u32) = (320, 180);

/// Speeds in 1/65536 of a pixel a frame, and accelerations in the same a frame.
const WALK: i64 = 3 * PointQ16::ONE / 2;
const JUMP: i64 = 23 * PointQ16::ONE / 5;
const GRAVITY: i64 = PointQ16::ONE / 3;
const LIFT: i64 = 7 * PointQ16::ONE / 10;
const BELT: i64 = 3 * PointQ16::ONE / 10;
/// Where the lift goes to and fro.
const LIFT_ENDS: [i64; 2] = [80 * PointQ16::ONE, 138 * PointQ16::ONE];

/// The player's input: the number of frames, the direction, and whether the hero jumps as soon as he stands.
const SCRIPT: [(u32, i64, bool); 15] = [
    (12, 0, false),
    (12, 0, true), // through the hole: he does not hit it, but his jump goes around the corner
    (22, 1, false),
    (50, 1, false), // down again, and pushes the crate to the step
    (10, 0, false),
    (24, 1, true), // over it
    (21, 1, false),
    (146, 0, false), // the lift carries him up, the belt to its end
    (40, 0, false),  // on the plank
    (44, 1, false),  // off its end, to where down is up
    (40, 0, false),
    (78, -1, false), // along the ceiling with a crate, to where down is down again
    (40, 0, false),
    (28, 0, true),
    (30, 0, true),
];

/// The hash of the world at the end.
const END: u64 = 0x322e_68a7_175b_5730;

/// What has gravity: it keeps its speed.
struct Faller {
    handle: Handle,
    speed: PointQ16,
    /// 1 if it falls down, -1 if it falls up.
    falls: i64,
}

impl Faller {
    fn moves(
        &mut self,
        world: &mut World,
        walk: i64,
        jump: bool,
        options: &MoveOptions,
    ) -> Result<Slid, Box<dyn Error>> {
        let fall = if jump { -self.falls * JUMP } else { self.speed.y + self.falls * GRAVITY };
        let motion = PointQ16::new(walk, fall);
        let slid = world.move_and_slide(self.handle, motion, options, &QueryFilter::default());
        let slid = slid.ok_or("it is gone")?;
        assert_eq!(slid.stuck, None, "nobody is ever in a wall");
        self.speed = slid.velocity;
        Ok(slid)
    }
}

struct Game {
    world: World,
    lift: Handle,
    plank: Handle,
    /// Who enters the first falls up from then on; who enters the second, down.
    flips: [Handle; 2],
    crates: [Faller; 2],
    hero: Faller,
    hero_stands: bool,
    frame: u32,
}

impl Game {
    fn new() -> Game {
        let mut world = World::new();
        let (w, h) = (SIZE.0, SIZE.1);
        let frame = [(0, 168, w, 12), (0, 0, w, 8), (0, 0, 6, h), (314, 0, 6, h)];
        let inside = [(6, 144, 24, 6), (39, 144, 24, 6), (130, 136, 40, 32)];
        for (x, y, w, h) in frame.into_iter().chain(inside) {
            world.insert(Collider::new(Rect::new(x, y, w, h)));
        }
        let flips = [Rect::new(276, 110, 38, 58), Rect::new(164, 8, 24, 34)];
        let flips = flips.map(|flip| world.insert(Collider::new(flip).sensor()));
        let lift = world.insert(Collider::new(Rect::new(0, 0, 30, 6)).at((171, 138)));
        let plank = Collider::new(Mask::filled(64, 5)).with_pivot((32.0, 2.5)).at((236, 100));
        let plank = world.insert(plank);
        let mut faller = |collider: Collider, falls: i64| {
            let handle = world.insert(collider);
            Faller { handle, speed: PointQ16::ZERO, falls }
        };
        let below = faller(Collider::new(Rect::new(0, 0, 14, 14)).at((84, 154)).pushable(), 1);
        let above = Collider::new(Rect::new(0, 0, 12, 12)).at((236, 8)).pushable().with_up(Direction::Down);
        let above = faller(above, -1);
        let hero = faller(Collider::new(Mask::filled(8, 14)).at((28, 154)).character(), 1);
        let crates = [below, above];
        Game { world, lift, plank, flips, crates, hero, hero_stands: false, frame: 0 }
    }

    /// Plays a frame.
    fn update(&mut self, way: i64, jump: bool) -> Result<(), Box<dyn Error>> {
        let Game { world, lift, plank, flips, crates, hero, hero_stands, frame } = self;
        let gone = "it is gone";
        // The lift goes up while it carries him, and waits below.
        let y = world.position(*lift).ok_or(gone)?.y;
        let up = world.support(hero.handle) == Some(*lift);
        let lift_way = if up { (LIFT_ENDS[0] - y).max(-LIFT) } else { (LIFT_ENDS[1] - y).min(LIFT) };
        let options = MoveOptions { step_up: 2, corner: 2, ..MoveOptions::default() };
        let moved = world.move_solid(*lift, PointQ16::new(0, lift_way), &[], &options).ok_or(gone)?;
        assert!(moved.crushed.is_empty(), "nothing is above the lift");
        // To and fro within 180 frames.
        let turn = (*frame % 180) as i32;
        let angle = Angle::Degrees(f64::from((turn - 90).abs() - 45) / 3.0);
        let everything = QueryFilter::default();
        let moved = world
            .reshape_solid(*plank, 6, &everything, |plank| plank.transform.set_rotation(angle))
            .ok_or(gone)?;
        assert!(moved.crushed.is_empty(), "nothing is above the plank");
        for faller in crates {
            faller.moves(world, 0, false, &MoveOptions::default())?;
        }
        let belt = if world.support(hero.handle) == Some(*lift) { BELT } else { 0 };
        let options =
            MoveOptions { step_up: 3, step_down: 3, corner: 3, push: true, ..MoveOptions::default() };
        *hero_stands = hero.moves(world, way * WALK + belt, jump, &options)?.floor.is_some();
        let me = hero.handle;
        let begun = world.step()?.iter().filter(|event| event.kind == EventKind::Begin);
        let entered = begun.filter_map(|event| event.other(me)).find(|(other, _)| flips.contains(other));
        if let Some((flip, _)) = entered {
            hero.falls = if flip == flips[0] { -1 } else { 1 };
            let up = if hero.falls > 0 { Direction::Up } else { Direction::Down };
            world.set_up(me, up).ok_or(gone)?;
        }
        *frame += 1;
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::new();
    let mut reel = Reel::new("crates_and_lifts.gif", SIZE)?;
    for (frames, way, mut jumps) in SCRIPT {
        for _ in 0..frames {
            let jump = jumps && game.hero_stands;
            jumps &= !jump;
            game.update(way, jump)?;
            if game.frame.is_multiple_of(3) {
                reel.frame(&game.world, 5)?;
            }
        }
    }
    let end = game.world.state_hash();
    let at = game.world.position(game.hero.handle).ok_or("he is gone")?.to_f64();
    println!(
        "{} frames in crates_and_lifts.gif. The hero ends at {at:?}, the world as {end:#018x}.",
        reel.frames()
    );
    assert_eq!(
        end, END,
        "the game ended otherwise than before: look at the GIF, and write the new hash here"
    );
    Ok(())
}
