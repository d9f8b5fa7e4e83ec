//! A script of a whole game: colliders of every kind come, move, push and go; the game is saved and goes back to what was saved.

mod ask;
mod check;
mod write;

use hitmask::{PoseParts, Transform};
use hitmask_oracle::{Affine, pose_from_parts};
use serde::{Deserialize, Serialize};

use super::pose::Rotation;
use super::terrain::Edit;
use crate::shape::Shape;
use crate::{Area, Pictures, Pixel, Q16, Question};

/// Colliders are numbered from 0 in the order in which they are inserted.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Script {
    /// Width and height of a wrapped world.
    wrap: Option<(u32, u32)>,
    commands: Vec<Command>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Command {
    Insert(Newcomer),
    Remove(usize),
    Set(usize, Setting),
    /// Changes the terrain of a collider.
    Edit(usize, Edit),
    Step,
    /// What does this collider touch now?
    CollideOne(usize),
    Pick {
        pixel: Pixel,
        filter: Filter,
    },
    Nearest {
        pixel: Pixel,
        within: u32,
        filter: Filter,
    },
    Cast {
        what: Caster,
        motion: Q16,
        filter: Filter,
    },
    MoveAndSlide {
        collider: usize,
        motion: Q16,
        step_up: u32,
        step_down: u32,
        filter: Filter,
    },
    MoveSolid {
        collider: usize,
        motion: Q16,
        riders: Vec<usize>,
    },
    Fit {
        collider: usize,
        attempt: Attempt,
        limit: u32,
        filter: Filter,
    },
    StateHash,
    /// Keeps the state for `restore`.
    Save,
    Restore,
    /// Writes the world as bytes and goes on with the world that is read from them. The key of a shape is the collider's number.
    Reload,
}

/// A collider to insert.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Newcomer {
    figure: Figure,
    place: Place,
    kind: Kind,
    layers: (u32, u32),
    group: u32,
    space: u32,
    order: i32,
    swept: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Figure {
    Shape(Shape),
    /// For each frame of an animation, a picture of bits, and its upper left pixel in the collider's own coordinates.
    Frames(Vec<(usize, Pixel)>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Body,
    Character,
    OneWay,
    Sensor,
}

/// Where and how a collider lies.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Place {
    /// Six numbers in 1/65536. The pivot is (0, 0).
    Pose([i64; 6]),
    Parts {
        position: Q16,
        rotation: Rotation,
        scale: [f64; 2],
        flip: [bool; 2],
        pivot: [f64; 2],
    },
}

impl Place {
    fn position(&self) -> Q16 {
        match *self {
            Place::Pose([.., x, y]) => [x, y],
            Place::Parts { position, .. } => position,
        }
    }

    fn moved_to(self, to: Q16) -> Place {
        match self {
            Place::Pose([a, b, c, d, ..]) => Place::Pose([a, b, c, d, to[0], to[1]]),
            Place::Parts { rotation, scale, flip, pivot, .. } => {
                Place::Parts { position: to, rotation, scale, flip, pivot }
            }
        }
    }

    fn transform(&self) -> Transform {
        match *self {
            Place::Pose(pose) => super::world::legal(pose).into(),
            Place::Parts { position, rotation, scale, flip, pivot } => {
                let position = position.map(pixels);
                let rotation = rotation.angle();
                let parts = PoseParts { position, rotation, scale, flip, pivot, ..PoseParts::default() };
                Transform::new(&parts).expect("the parts are legal")
            }
        }
    }

    /// The pose, by the oracle.
    fn truth(&self) -> Affine {
        match *self {
            Place::Pose(pose) => pose,
            Place::Parts { position, rotation, scale: [sx, sy], flip: [fx, fy], pivot } => {
                let signed = |scale: f64, flip: bool| if flip { -scale } else { scale };
                let parts = hitmask_oracle::PoseParts {
                    position: position.map(pixels),
                    rotation: rotation.turn(),
                    scale: [signed(sx, fx), signed(sy, fy)],
                    shear: [0.0; 2],
                    pivot,
                };
                pose_from_parts(&parts).expect("the parts are legal")
            }
        }
    }
}

/// A number of 65 536ths in pixels. It is exact: positions have far fewer than 53 bits.
fn pixels(q16: i64) -> f64 {
    q16 as f64 / 65_536.0
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Setting {
    /// Leads there from where it was.
    Position(Q16),
    /// Puts it there. It was not on the way.
    Teleport(Q16),
    Place(Place),
    Figure(Figure),
    Frame(usize),
    Enabled(bool),
    Layers((u32, u32)),
    Group(u32),
    Space(u32),
    Order(i32),
    Kind(Kind),
    Swept(bool),
}

/// What a query looks at: in the space of the collider that it is about, otherwise in space 0.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Filter {
    layers: (u32, u32),
    group: u32,
    sensors: bool,
    except: Vec<usize>,
}

/// What moves in a cast.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Caster {
    Collider(usize),
    Probe { shape: Shape, pose: [i64; 6] },
}

/// What a collider tries to become.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Attempt {
    Frame(usize),
    Figure(Figure),
    Place(Place),
    Unstick,
    /// Only asks. Nothing changes.
    At(Q16),
}

/// The answer of a command.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Given {
    Nothing,
    /// Index and generation of the new collider's handle.
    Handle([u32; 2]),
    Changed {
        pixels: u64,
        bounds: Option<Area>,
    },
    Events(Vec<Event>),
    Contacts(Vec<Contact>),
    Picked(Vec<usize>),
    Nearest(Option<Nearest>),
    Casts(Vec<Met>),
    Slid {
        position: Q16,
        velocity: Q16,
        floor: Option<Stop>,
        ceiling: Option<Stop>,
        wall: Option<Stop>,
        stuck: Option<usize>,
    },
    Moved {
        position: Q16,
        pushed: Vec<usize>,
        carried: Vec<usize>,
        crushed: Vec<usize>,
    },
    Fit(Fitting),
    /// 16 hex digits.
    StateHash(String),
    Bytes {
        length: u64,
        /// The FNV-1a hash of the bytes, as 16 hex digits.
        fnv1a64: String,
    },
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Event {
    kind: Happening,
    a: usize,
    b: usize,
    since: u64,
    /// Numerator and denominator, in lowest terms.
    time: Option<(u64, u64)>,
    approximate: bool,
    touch: Option<Touching>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Happening {
    Begin,
    Stay,
    End,
    Pass,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Touching {
    first: Pixel,
    area: u64,
    bounds: Option<Area>,
    normal: Option<Pixel>,
    separation: Option<Pixel>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Contact {
    collider: usize,
    touch: Touching,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nearest {
    collider: usize,
    pixel: Pixel,
    squared: u64,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Met {
    collider: usize,
    impact: Impact,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Impact {
    InitialOverlap { pixel: Pixel },
    Hit { time: (u64, u64), free: Q16, pixel: Pixel, normal: Pixel },
}

/// What refuses one more step.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stop {
    collider: usize,
    pixel: Pixel,
    normal: Pixel,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Fitting {
    Free,
    Moved(Pixel),
    Stuck(usize),
}

impl Question for Script {
    /// One answer for each command.
    type Answer = Vec<Given>;
    const FILE: &'static str = "game";

    fn all(pictures: &Pictures) -> Vec<Script> {
        write::scripts(pictures)
    }

    fn ask(&self, pictures: &Pictures) -> Vec<Given> {
        let mut game = ask::Game::new(self.wrap, pictures);
        self.commands.iter().map(|command| game.obey(command)).collect()
    }

    fn check(&self, pictures: &Pictures, answer: &Vec<Given>) {
        assert_eq!(self.commands.len(), answer.len());
        let mut truth = check::Truth::new(self.wrap, pictures);
        for (number, (command, given)) in self.commands.iter().zip(answer).enumerate() {
            truth.check(number, command, given);
        }
    }
}
