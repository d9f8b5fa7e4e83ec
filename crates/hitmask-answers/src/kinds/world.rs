//! A script that inserts, moves and removes colliders, and the events of every step.

use hitmask_oracle::world::{self, Given, Happening, Kind, Newcomer, Place, Setting};
use hitmask_scenes::Random;
use serde::{Deserialize, Serialize};

use super::game;
use crate::draft::{ONE, any_shape, convex, one_of, pick, place, pose, size};
use crate::shape::Shape;
use crate::{Area, Pictures, Pixel, Q16, Question};

/// Colliders are numbered from 0 in the order in which they are inserted.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Script {
    commands: Vec<Command>,
}

/// A pose is six numbers in 1/65536.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Command {
    Insert {
        shape: Shape,
        pose: [i64; 6],
        layers: (u32, u32),
        sensor: bool,
    },
    /// Moves the collider. Its turn and scale stay.
    SetPosition {
        collider: usize,
        position: Q16,
    },
    SetPose {
        collider: usize,
        pose: [i64; 6],
    },
    Enable {
        collider: usize,
        enabled: bool,
    },
    Remove {
        collider: usize,
    },
    Step,
}

/// The events of a step, sorted by a, then b.
type Events = Vec<Event>;

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Event {
    kind: Happening,
    a: usize,
    b: usize,
    /// Null if the contact ended.
    touch: Option<Touching>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Touching {
    first: Pixel,
    area: u64,
    bounds: Option<Area>,
}

/// A pose within about eighty pixels of the origin, so that many colliders are near each other. Half of the poses only move.
fn near_pose(random: &mut Random, shape: &Shape, pictures: &Pictures) -> [i64; 6] {
    let at = place(random, 40);
    if random.below(2) == 0 {
        [ONE, 0, 0, ONE, at[0], at[1]]
    } else {
        pose(random, size(shape, pictures), at)
    }
}

impl Question for Script {
    /// The events of each step.
    type Answer = Vec<Events>;
    const FILE: &'static str = "world";

    fn all(pictures: &Pictures) -> Vec<Script> {
        let random = &mut Random::new(10);
        let script = |_| {
            let (mut commands, mut shapes) = (Vec::new(), Vec::new());
            for _ in 0..10 {
                let shape = match random.below(6) {
                    0 => Shape::Alpha(one_of(random, pictures.alphas())),
                    1 | 2 => convex(random),
                    _ => any_shape(random, pictures),
                };
                let layers = pick(random, &[(1, u32::MAX), (1, u32::MAX), (3, 2), (2, 1), (4, 3)]);
                commands.push(Command::Insert {
                    pose: near_pose(random, &shape, pictures),
                    shape: shape.clone(),
                    layers,
                    sensor: random.below(5) == 0,
                });
                shapes.push(shape);
            }
            let mut removed = vec![false; shapes.len()];
            for step in 0..5 {
                commands.push(Command::Step);
                for _ in 0..4 {
                    let collider = random.below(shapes.len() as u32) as usize;
                    if removed[collider] {
                        continue;
                    }
                    commands.push(match random.below(8) {
                        0 if step > 1 => {
                            removed[collider] = true;
                            Command::Remove { collider }
                        }
                        1 | 2 => Command::SetPosition { collider, position: place(random, 40) },
                        3 | 4 => Command::Enable { collider, enabled: random.below(2) == 0 },
                        _ => Command::SetPose {
                            collider,
                            pose: near_pose(random, &shapes[collider], pictures),
                        },
                    });
                }
            }
            commands.push(Command::Step);
            Script { commands }
        };
        (0..8).map(script).collect()
    }

    fn ask(&self, pictures: &Pictures) -> Vec<Events> {
        events(&game::ask(&self.script(), pictures))
    }

    fn check(&self, pictures: &Pictures, answer: &Vec<Events>) {
        let script = self.script();
        let given = game::ask(&script, pictures);
        game::check(&script, pictures, &given);
        assert_eq!(*answer, events(&given));
    }
}

impl Script {
    /// The same in the language of games.
    fn script(&self) -> world::Script {
        let command = |command: &Command| match *command {
            Command::Insert { ref shape, pose, layers, sensor } => {
                let kind = if sensor { Kind::Sensor } else { Kind::Body };
                let newcomer = Newcomer::new(shape.clone().into(), Place::Pose(pose));
                world::Command::Insert(Newcomer { layers, kind, ..newcomer })
            }
            Command::SetPosition { collider, position } => {
                world::Command::Set(collider, Setting::Position(position))
            }
            Command::SetPose { collider, pose } => {
                world::Command::Set(collider, Setting::Place(Place::Pose(pose)))
            }
            Command::Enable { collider, enabled } => world::Command::Set(collider, Setting::Enabled(enabled)),
            Command::Remove { collider } => world::Command::Remove(collider),
            Command::Step => world::Command::Step,
        };
        world::Script { wrap: None, commands: self.commands.iter().map(command).collect() }
    }
}

/// The events of each step.
fn events(given: &[Given]) -> Vec<Events> {
    let event = |event: &world::Event| Event {
        kind: event.kind,
        a: event.a,
        b: event.b,
        touch: event.touch.map(|touch| Touching {
            first: touch.first,
            area: touch.area,
            bounds: touch.bounds,
        }),
    };
    given
        .iter()
        .filter_map(|given| match given {
            Given::Events(events) => Some(events.iter().map(event).collect()),
            _ => None,
        })
        .collect()
}
