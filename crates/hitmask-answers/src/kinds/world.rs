//! A script that inserts, moves and removes colliders, and the events of every step.

use hitmask::{
    AlphaRule, Collider, ColliderShape, EventDetail, EventKind, Handle, Layers, PointQ16, Pose, World,
    WorldOptions,
};
use hitmask_oracle::{Cell, Change, Cover, Item};
use hitmask_scenes::Random;
use serde::{Deserialize, Serialize};

use super::{area, pixel, true_area, true_pixel};
use crate::draft::{ONE, any_shape, convex, one_of, pick, place, pose, size};
use crate::shape::{Built, Shape};
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Happening {
    Begin,
    Stay,
    End,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Touching {
    first: Pixel,
    area: u64,
    bounds: Option<Area>,
}

/// The shape in the form that a collider takes. Alphas collide by alpha sum.
pub(super) fn collider_shape(shape: &Shape, pictures: &Pictures) -> ColliderShape {
    match shape.build(pictures) {
        Built::Bits(mask) => mask.into(),
        Built::Runs(runs) => runs.into(),
        Built::Terrain(terrain) => terrain.into(),
        Built::Level(alpha, level) => ColliderShape::Alpha(alpha.into(), AlphaRule::AtLeast(level)),
        Built::Alpha(alpha) => ColliderShape::Alpha(alpha.into(), AlphaRule::Sum),
        Built::Rect(rect) => rect.into(),
        Built::Circle(circle) => circle.into(),
        Built::Polygon(polygon) => polygon.into(),
    }
}

/// The world pixels that the shape covers, by the oracle.
pub(super) fn cover(shape: &Shape, pose: [i64; 6], pictures: &Pictures) -> Cover {
    match *shape {
        Shape::Bits(number) | Shape::Runs(number) | Shape::Terrain(number) => {
            Cover::grid(&pictures.grid(number), pose)
        }
        Shape::Level(number, level) => Cover::alpha(&pictures.alpha_grid(number), level, pose),
        // All visible pixels take part in an alpha sum.
        Shape::Alpha(number) => Cover::alpha(&pictures.alpha_grid(number), 1, pose),
        Shape::Rect(x, y, w, h) => Cover::posed_block((x.into(), y.into(), w.into(), h.into()), pose),
        Shape::Circle(..) | Shape::Polygon(_) => {
            let convex = shape.convex();
            let around = |i: usize| ((pose[4 + i] >> 16) - 80, (pose[4 + i] >> 16) + 80);
            let ((x0, x1), (y0, y1)) = (around(0), around(1));
            Cover::from_fn((x0, y0, x1, y1), |x, y| {
                let solid = hitmask_oracle::convex_covers(&convex, pose, x, y);
                Cell { solid, alpha: if solid { 255 } else { 0 } }
            })
        }
    }
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
        let detail = EventDetail { stay: true, area: true, bounds: true, ..EventDetail::default() };
        let mut world = World::with_options(WorldOptions { detail, ..WorldOptions::default() });
        let mut handles: Vec<Handle> = Vec::new();
        let mut answer = Vec::new();
        for command in &self.commands {
            match *command {
                Command::Insert { ref shape, pose, layers: (belongs_to, collides_with), sensor } => {
                    let collider = Collider::new(collider_shape(shape, pictures))
                        .on(Layers::new(belongs_to, collides_with))
                        .posed(legal(pose));
                    handles.push(world.insert(if sensor { collider.sensor() } else { collider }));
                }
                Command::SetPosition { collider, position: [x, y] } => {
                    let position = PointQ16::new(x, y);
                    world.set_position(handles[collider], position).expect("the collider is there");
                }
                Command::SetPose { collider, pose } => {
                    world.set_pose(handles[collider], legal(pose)).expect("the collider is there");
                }
                Command::Enable { collider, enabled } => {
                    world
                        .edit(handles[collider], |collider| collider.enabled = enabled)
                        .expect("the collider is there");
                }
                Command::Remove { collider } => {
                    drop(world.remove(handles[collider]).expect("the collider is there"));
                }
                Command::Step => {
                    let number = |handle: Handle| {
                        handles.iter().position(|&other| other == handle).expect("events name colliders")
                    };
                    let events = world.step().expect("there are few pairs").iter();
                    answer.push(events.map(|event| seen(event, &number)).collect());
                }
            }
        }
        answer
    }

    fn check(&self, pictures: &Pictures, answer: &Vec<Events>) {
        let mut world = hitmask_oracle::World::<usize>::default();
        let mut colliders: Vec<(&Shape, [i64; 6])> = Vec::new();
        let mut truth = Vec::new();
        for command in &self.commands {
            match *command {
                Command::Insert { ref shape, pose, layers: (belongs_to, collides_with), sensor } => {
                    let item = Item::new(cover(shape, pose, pictures));
                    let by_sum = matches!(shape, Shape::Alpha(_));
                    world
                        .items
                        .insert(colliders.len(), Item { belongs_to, collides_with, sensor, by_sum, ..item });
                    colliders.push((shape, pose));
                }
                Command::SetPosition { collider, position: [x, y] } => {
                    let (shape, pose) = &mut colliders[collider];
                    (pose[4], pose[5]) = (x, y);
                    let item = world.items.get_mut(&collider).expect("the collider is there");
                    item.cover = cover(shape, *pose, pictures);
                }
                Command::SetPose { collider, pose } => {
                    colliders[collider].1 = pose;
                    let item = world.items.get_mut(&collider).expect("the collider is there");
                    item.cover = cover(colliders[collider].0, pose, pictures);
                }
                Command::Enable { collider, enabled } => {
                    world.items.get_mut(&collider).expect("the collider is there").enabled = enabled;
                }
                Command::Remove { collider } => drop(world.remove(collider)),
                Command::Step => truth.push(
                    world
                        .step(|_, _| true)
                        .into_iter()
                        .map(|event| Event {
                            kind: match event.change {
                                Change::Begin => Happening::Begin,
                                Change::Stay => Happening::Stay,
                                Change::End => Happening::End,
                            },
                            a: event.a,
                            b: event.b,
                            touch: event.touch.map(|touch| Touching {
                                first: true_pixel(touch.first),
                                area: touch.area,
                                bounds: Some(true_area(touch.bounds)),
                            }),
                        })
                        .collect::<Events>(),
                ),
            }
        }
        assert_eq!(*answer, truth);
    }
}

pub(super) fn legal(pose: [i64; 6]) -> Pose {
    Pose::from_q16(pose).expect("a legal pose")
}

fn seen(event: &hitmask::Event, number: &impl Fn(Handle) -> usize) -> Event {
    Event {
        kind: match event.kind {
            EventKind::Begin => Happening::Begin,
            EventKind::Stay => Happening::Stay,
            EventKind::End => Happening::End,
            other => panic!("the committed answers have no event of kind {other:?}"),
        },
        a: number(event.a),
        b: number(event.b),
        touch: event.touch.map(|touch| Touching {
            first: pixel(touch.first),
            area: touch.area,
            bounds: touch.bounds.map(area),
        }),
    }
}
