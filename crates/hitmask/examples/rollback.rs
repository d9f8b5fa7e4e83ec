//! Two players over a slow network. Each machine goes on at once with a guess of the other's keys. When the true keys arrive and the guess
//! was wrong, it rolls back to that frame and plays the frames since again. Prints what both machines know, and how often they rolled back.
//!
//! `cargo run -p hitmask --example rollback`

use std::sync::Arc;

use hitmask::{Angle, Collider, EventKind, Handle, Layers, Mask, PointQ16, Terrain, World, WorldSnapshot};

/// How many frames are played.
const FRAMES: usize = 600;
/// How far back a machine can go. Keys always arrive earlier.
const KEPT: usize = 16;
/// The keys of a player arrive at the other one after this many frames at most.
const SLOWEST: u64 = 9;
const WIDTH: i64 = 400 << 16;
const HEIGHT: i64 = 300 << 16;

/// What a player holds down in a frame.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Keys {
    turn: i32,
    thrust: bool,
    fire: bool,
}

/// A shot, with the frames that it has left.
#[derive(Clone)]
struct Shot {
    handle: Handle,
    speed: PointQ16,
    left: u32,
}

/// What a game knows besides its world.
#[derive(Clone, Default)]
struct Rest {
    ships: Vec<Handle>,
    speeds: [PointQ16; 2],
    shots: Vec<Shot>,
    hits: [u32; 2],
}

/// The game. The same keys make the same game on every machine.
struct Game {
    world: World,
    ground: Handle,
    rest: Rest,
    shot: Arc<Mask>,
}

/// A state of the game.
#[derive(Clone, Default)]
struct Saved {
    world: WorldSnapshot,
    rest: Rest,
}

/// The data of the ground. Ships have their players' numbers, shots 2 and 3.
const GROUND: u64 = 9;

impl Game {
    fn new() -> Game {
        let mut world = World::new();
        let ship =
            Arc::new(Mask::from_fn(19, 15, |x, y| x / 3 + 1 >= y.abs_diff(7) && x < 19 - 2 * y.abs_diff(7)));
        let place = |player: u64| {
            Collider::new(&ship)
                .with_pivot([9.5, 7.5])
                .at(PointQ16::new((100 + 200 * player as i64) << 16, 150 << 16))
                .rotated(Angle::Steps { step: 32 * player as i32, of: 64 })
                .on(Layers::new(1, 2 | 4))
                .in_group(player as u32 + 1)
                .with_data(player)
        };
        let ships = vec![world.insert(place(0)), world.insert(place(1))];
        let mut hills = Terrain::new(400, 300);
        for x in 0..400i32 {
            let height = 30 + (x % 130 - 65).abs() / 2;
            let _ = hills.draw(hitmask::Rect::new(x, 300 - height, 1, height as u32), (0, 0));
        }
        let ground = world.insert(Collider::new(hills).on(Layers::new(4, 1 | 2)).with_data(GROUND));
        let rest = Rest { ships, ..Rest::default() };
        Game { world, ground, rest, shot: Arc::new(Mask::filled(3, 3)) }
    }

    fn save(&self, into: &mut Saved) {
        self.world.snapshot_into(&mut into.world);
        into.rest.clone_from(&self.rest);
    }

    fn restore(&mut self, saved: &Saved) {
        self.world.restore(&saved.world);
        self.rest.clone_from(&saved.rest);
    }

    /// One number for everything: the same on both machines, if both have played with the same keys.
    fn hash(&self) -> u64 {
        let [one, two] = self.rest.hits.map(u64::from);
        self.world.state_hash() ^ one.rotate_left(20) ^ two.rotate_left(40)
    }

    /// Plays a frame. Everything is computed in whole numbers.
    fn play(&mut self, keys: [Keys; 2]) {
        let Game { world, ground, rest, shot } = self;
        for (player, keys) in keys.into_iter().enumerate() {
            let ship = rest.ships[player];
            world
                .edit(ship, |collider| collider.transform.rotate_by(Angle::Steps { step: keys.turn, of: 64 }))
                .unwrap();
            // The first column of the matrix is where the nose points.
            let [nose_x, _, nose_y, ..] = world.pose(ship).unwrap().to_q16();
            let speed = &mut rest.speeds[player];
            if keys.thrust {
                *speed = PointQ16::new(speed.x + nose_x / 16, speed.y + nose_y / 16);
            }
            *speed = PointQ16::new(speed.x - speed.x / 64, speed.y - speed.y / 64);
            let at = world.position(ship).unwrap();
            let (x, y) = ((at.x + speed.x).rem_euclid(WIDTH), (at.y + speed.y).rem_euclid(HEIGHT));
            world.set_position(ship, PointQ16::new(x, y)).unwrap();
            if keys.fire {
                let collider = Collider::new(&*shot)
                    .at(PointQ16::new(x + 8 * nose_x, y + 8 * nose_y))
                    .on(Layers::new(2, 1 | 4))
                    .in_group(player as u32 + 1)
                    .with_data(2 + player as u64);
                let speed = PointQ16::new(speed.x + 6 * nose_x, speed.y + 6 * nose_y);
                rest.shots.push(Shot { handle: world.insert(collider), speed, left: 50 });
            }
        }
        rest.shots.retain_mut(|shot| {
            shot.left -= 1;
            let Some(at) = world.position(shot.handle).filter(|_| shot.left > 0) else {
                world.remove(shot.handle);
                return false;
            };
            world.set_position(shot.handle, PointQ16::new(at.x + shot.speed.x, at.y + shot.speed.y)).is_some()
        });
        for event in world.step().unwrap().to_vec() {
            let ([a, b], EventKind::Begin) = (event.data, event.kind) else { continue };
            for (handle, shot, other) in [(event.a, a, b), (event.b, b, a)] {
                if !(2..4).contains(&shot) || world.remove(handle).is_none() {
                    continue;
                }
                if other == GROUND {
                    let at = event.touch.unwrap().first;
                    let crater =
                        Mask::from_fn(13, 13, |x, y| x.abs_diff(6).pow(2) + y.abs_diff(6).pow(2) <= 40);
                    let _ = world.edit_terrain(*ground, |hills| hills.carve(&crater, (at.x - 6, at.y - 6)));
                } else {
                    rest.hits[shot as usize - 2] += 1;
                }
            }
        }
    }
}

/// One player's machine.
struct Machine {
    game: Game,
    /// The states before the last frames.
    saved: Vec<Saved>,
    /// The keys of each frame and player, as far as they are known.
    known: Vec<[Option<Keys>; 2]>,
    /// The keys with which each frame was played.
    used: Vec<[Keys; 2]>,
    /// The hash after each frame, as it was last played.
    hashes: Vec<u64>,
    rollbacks: usize,
    played_again: usize,
}

impl Machine {
    fn new() -> Machine {
        Machine {
            game: Game::new(),
            saved: vec![Saved::default(); KEPT],
            known: vec![[None; 2]; FRAMES],
            used: Vec::new(),
            hashes: Vec::new(),
            rollbacks: 0,
            played_again: 0,
        }
    }

    /// The known keys; otherwise the last known ones, because players hold keys down for a while.
    fn guess(&self, frame: usize) -> [Keys; 2] {
        [0, 1]
            .map(|player| self.known[..=frame].iter().rev().find_map(|keys| keys[player]).unwrap_or_default())
    }

    fn play_frame(&mut self) {
        let frame = self.used.len();
        self.game.save(&mut self.saved[frame % KEPT]);
        let keys = self.guess(frame);
        self.game.play(keys);
        self.used.push(keys);
        self.hashes.push(self.game.hash());
    }

    /// Learns the true keys of frames. If one was played with others, everything since is played again.
    fn hear(&mut self, news: &[(usize, usize, Keys)]) {
        let now = self.used.len();
        for &(frame, player, keys) in news {
            self.known[frame][player] = Some(keys);
        }
        let Some(wrong) = (0..now).find(|&frame| self.used[frame] != self.guess(frame)) else { return };
        assert!(now - wrong <= KEPT, "the keys of frame {wrong} came too late");
        self.game.restore(&self.saved[wrong % KEPT]);
        self.used.truncate(wrong);
        self.hashes.truncate(wrong);
        self.rollbacks += 1;
        while self.used.len() < now {
            self.play_frame();
            self.played_again += 1;
        }
    }
}

/// Random numbers that are the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

fn main() {
    let mut dice = Dice(7);
    // What the players press: they change their minds every few frames.
    let mut pressed = Vec::new();
    let mut now = [Keys::default(); 2];
    for _ in 0..FRAMES {
        for keys in &mut now {
            if dice.below(8) == 0 {
                *keys = Keys { turn: dice.below(3) as i32 - 1, thrust: dice.below(2) == 0, fire: false };
            }
            keys.fire = dice.below(12) == 0;
        }
        pressed.push(now);
    }

    let mut machines = [Machine::new(), Machine::new()];
    // For each machine: when it hears of the other player's keys.
    let mut on_the_way: [Vec<(usize, usize, usize, Keys)>; 2] = Default::default();
    for frame in 0..FRAMES + SLOWEST as usize {
        for me in 0..2 {
            let arrived: Vec<_> = on_the_way[me]
                .extract_if(.., |(when, ..)| *when <= frame)
                .map(|(_, frame, player, keys)| (frame, player, keys))
                .collect();
            machines[me].hear(&arrived);
            if let Some(keys) = pressed.get(frame) {
                let keys = keys[me];
                machines[me].known[frame][me] = Some(keys);
                let delay = 1 + dice.below(SLOWEST) as usize;
                on_the_way[1 - me].push((frame + delay, frame, me, keys));
                machines[me].play_frame();
            }
        }
    }

    // The game as it would have been on one machine.
    let mut truth = Game::new();
    for (frame, &keys) in pressed.iter().enumerate() {
        truth.play(keys);
        let hashes = machines.each_ref().map(|machine| machine.hashes[frame]);
        if (frame + 1) % 100 == 0 {
            println!("frame {:3}   {:016x}   {:016x}", frame + 1, hashes[0], hashes[1]);
        }
        assert_eq!(hashes, [truth.hash(); 2], "the machines disagree after frame {frame}");
    }
    for (player, machine) in machines.iter().enumerate() {
        let Machine { game, rollbacks, played_again, .. } = machine;
        let Rest { hits, shots, .. } = &game.rest;
        println!(
            "machine {player}: {rollbacks} rollbacks, {played_again} frames played again; hits {hits:?}, {} shots in the air",
            shots.len()
        );
    }
}
