//! The language in which tests, committed answers and fuzz targets tell what happens in a world, and what is answered.
//!
//! Colliders are numbered from 0 in the order in which they are inserted. The files of committed answers are written in this language;
//! what they never say is left out of them.
//!
//! This file is long because it is a list: the words of the language.

use serde::{Deserialize, Serialize};

use super::shape::{Figure, Pixel, Q16, Shape};
use crate::{Affine, PoseParts, Turn, pose_from_parts};

/// x, y, width, height.
pub type Area = [i64; 4];

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What happens in a world.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// Width and height of a wrapped world.
    pub wrap: Option<(u32, u32)>,
    /// One after the other.
    pub commands: Vec<Command>,
}

/// A change of a world, or a question. Commands about a collider that is gone are answered by [`Given::Gone`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as those of hitmask's functions")]
pub enum Command {
    Insert(Newcomer),
    Remove(usize),
    Set(usize, Setting),
    /// Gives several colliders their places at once.
    Transforms(Vec<(usize, Place)>),
    /// Makes a collider, the second one, a part of another one.
    Attach(usize, usize),
    /// Makes a part a collider like any other.
    Detach(usize),
    /// Changes the terrain of a collider.
    Edit(usize, Edit),
    Step,
    /// A step that refuses pairs whose data are both odd.
    StepRefusing,
    /// A step in which the ways are cut into parts by the numbers of this seed.
    StepAlong(u64),
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
    /// What does a probe touch?
    Query {
        probe: Probe,
        filter: Filter,
    },
    /// What comes first on a line of pixels?
    Line {
        from: Pixel,
        to: Pixel,
        filter: Filter,
    },
    Ray {
        from: Q16,
        motion: Q16,
        filter: Filter,
    },
    /// Normal, separation and closest pixels of two.
    Relate(usize, usize),
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
        /// If set, all that stops it is asked for, too, and the slope of the ground, found past so many clear pixels.
        #[serde(default, skip_serializing_if = "is_default")]
        reach: Option<u32>,
        #[serde(default, skip_serializing_if = "is_default")]
        corner: u32,
        #[serde(default, skip_serializing_if = "is_default")]
        drop: bool,
        /// How many crates it pushes at once, at most.
        #[serde(default, skip_serializing_if = "is_default")]
        push: u32,
    },
    MoveSolid {
        collider: usize,
        motion: Q16,
        riders: Vec<usize>,
        #[serde(default, skip_serializing_if = "is_default")]
        step_up: u32,
        #[serde(default, skip_serializing_if = "is_default")]
        corner: u32,
    },
    /// Changes a solid in one jump.
    ReshapeSolid {
        collider: usize,
        change: Attempt,
        limit: u32,
    },
    /// What carries a collider?
    Support(usize),
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
    /// Goes on with a copy.
    Copy,
    Clear,
}

/// A collider to insert.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as those of hitmask's collider")]
pub struct Newcomer {
    pub figure: Figure,
    pub place: Place,
    pub kind: Kind,
    pub layers: (u32, u32),
    pub group: u32,
    pub space: u32,
    pub order: i32,
    pub swept: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub first_only: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub whole: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub disabled: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub data: u64,
    #[serde(default, skip_serializing_if = "is_default")]
    pub own: Option<Own>,
    #[serde(default = "upwards", skip_serializing_if = "is_upwards")]
    pub up: Option<Side>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub open_side: Side,
}

fn upwards() -> Option<Side> {
    Some(Side::Up)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_upwards(up: &Option<Side>) -> bool {
    *up == upwards()
}

/// A direction of the raster.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "as hitmask's directions")]
pub enum Side {
    #[default]
    Up,
    Right,
    Down,
    Left,
}

impl Side {
    /// One pixel that way.
    #[must_use]
    pub fn vector(self) -> (i64, i64) {
        match self {
            Side::Up => (0, -1),
            Side::Right => (1, 0),
            Side::Down => (0, 1),
            Side::Left => (-1, 0),
        }
    }
}

impl Newcomer {
    /// A body on every layer.
    #[must_use]
    pub fn new(figure: Figure, place: Place) -> Newcomer {
        Newcomer {
            figure,
            place,
            kind: Kind::Body,
            layers: (u32::MAX, u32::MAX),
            group: 0,
            space: 0,
            order: 0,
            swept: false,
            first_only: false,
            whole: false,
            disabled: false,
            data: 0,
            own: None,
            up: upwards(),
            open_side: Side::Up,
        }
    }
}

/// A collider's own test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Own {
    /// Gives no answer of its own.
    Silent,
    /// Touches nothing.
    Ghost,
    /// Touches every collider with a pixel in the smallest box around its own pixels.
    Boxy,
    /// Touches every collider with a pixel in a box of the world. Its own position does not matter.
    Far(Area),
}

/// What a collider is to others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "as hitmask's kinds")]
pub enum Kind {
    Body,
    Character,
    OneWay,
    Sensor,
    Crate,
}

/// A turn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "as hitmask's angles")]
pub enum Rotation {
    Degrees(f64),
    Radians(f64),
    /// A number of equal parts of a full turn, and how many parts a turn has.
    Steps(i32, u32),
}

impl Rotation {
    /// The same for [`pose_from_parts`].
    #[must_use]
    pub fn turn(self) -> Turn {
        match self {
            Rotation::Degrees(degrees) => Turn::Degrees(degrees),
            Rotation::Radians(radians) => Turn::Radians(radians),
            Rotation::Steps(step, of) => Turn::Steps(step, of),
        }
    }
}

/// Where and how a collider lies.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as those of hitmask's pose parts")]
pub enum Place {
    /// Six numbers in 1/65536. The pivot is (0, 0).
    Pose([i64; 6]),
    Parts {
        position: Q16,
        rotation: Rotation,
        scale: [f64; 2],
        flip: [bool; 2],
        pivot: [f64; 2],
    },
    /// Without a pose.
    Nowhere,
    /// Where a part is, or was when it was detached: scripts don't say it.
    #[serde(skip)]
    Led {
        matrix: [i64; 4],
        position: Q16,
        pivot: [f64; 2],
        /// Whether the origin is rounded beside the position, not with it.
        beside: bool,
    },
}

/// Rounds a number of 2^-digits to nearest, ties away from zero.
fn rounded(exact: i128, digits: u32) -> i64 {
    let nearest = (2 * exact.abs() + (1 << digits)) >> (digits + 1);
    (nearest * exact.signum()) as i64
}

impl Place {
    /// Upright.
    #[must_use]
    pub fn at([x, y]: Q16) -> Place {
        Place::Pose([1 << 16, 0, 0, 1 << 16, x, y])
    }

    /// The position; of nothing, the origin.
    #[must_use]
    pub fn position(&self) -> Q16 {
        match *self {
            Place::Pose([.., x, y]) => [x, y],
            Place::Parts { position, .. } | Place::Led { position, .. } => position,
            Place::Nowhere => [0, 0],
        }
    }

    /// The same turn and scale somewhere else.
    #[must_use]
    pub fn moved_to(self, to: Q16) -> Place {
        match self {
            Place::Pose([a, b, c, d, ..]) => Place::Pose([a, b, c, d, to[0], to[1]]),
            Place::Parts { rotation, scale, flip, pivot, .. } => {
                Place::Parts { position: to, rotation, scale, flip, pivot }
            }
            Place::Nowhere => Place::Nowhere,
            Place::Led { matrix, pivot, beside, .. } => Place::Led { matrix, position: to, pivot, beside },
        }
    }

    /// The point that lies on the position.
    #[must_use]
    pub fn pivot(&self) -> [f64; 2] {
        match *self {
            Place::Parts { pivot, .. } | Place::Led { pivot, .. } => pivot,
            Place::Pose(_) | Place::Nowhere => [0.0; 2],
        }
    }

    /// Where a root under a pose takes what lies at this place in its plane: by the definition of parts.
    #[must_use]
    pub fn led_by(&self, root: Option<Affine>) -> Place {
        let (Some([a, b, c, d, x, y]), Some([e, f, g, h, ..])) = (root, self.pose()) else {
            return Place::Nowhere;
        };
        let product = |x: i64, y: i64, u: i64, v: i64| {
            rounded(i128::from(x) * i128::from(u) + i128::from(y) * i128::from(v), 16)
        };
        let matrix = [product(a, b, e, g), product(a, b, f, h), product(c, d, e, g), product(c, d, f, h)];
        let [u, v] = self.position();
        let position = [x + product(a, b, u, v), y + product(c, d, u, v)];
        let [m, n, o, p] = matrix.map(i128::from);
        let is_too_large = matrix.iter().any(|entry| entry.abs() > 32_767 << 16);
        let is_too_far = position.iter().any(|q| q.abs() > 1 << 47);
        if m * p == n * o || is_too_large || is_too_far {
            return Place::Nowhere;
        }
        Place::Led { matrix, position, pivot: self.pivot(), beside: true }
    }

    /// The pose.
    #[must_use]
    pub fn pose(&self) -> Option<Affine> {
        match *self {
            Place::Pose(pose) => Some(pose),
            Place::Parts { position, rotation, scale: [sx, sy], flip: [fx, fy], pivot } => {
                let signed = |scale: f64, flip: bool| if flip { -scale } else { scale };
                let parts = PoseParts {
                    position: position.map(pixels),
                    rotation: rotation.turn(),
                    scale: [signed(sx, fx), signed(sy, fy)],
                    shear: [0.0; 2],
                    pivot,
                };
                Some(pose_from_parts(&parts).expect("the parts are legal"))
            }
            Place::Nowhere => None,
            Place::Led { matrix: [a, b, c, d], position: [x, y], pivot, beside } => {
                // Pivots have few digits here.
                const FINE: f64 = (1 << 20) as f64;
                let [u, v] = pivot.map(|at| (at * FINE) as i128);
                let origin = |row: [i64; 2], at: i64| {
                    let exact = -(i128::from(row[0]) * u + i128::from(row[1]) * v);
                    if beside { at + rounded(exact, 20) } else { rounded(exact + (i128::from(at) << 20), 20) }
                };
                Some([a, b, c, d, origin([a, b], x), origin([c, d], y)])
            }
        }
    }
}

/// A number of 65 536ths in pixels. It is exact: positions have far fewer than 53 bits.
#[must_use]
pub fn pixels(q16: i64) -> f64 {
    q16 as f64 / 65_536.0
}

/// A change of a collider.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the variants are named as what they set")]
pub enum Setting {
    /// Leads there from where it was.
    Position(Q16),
    /// Puts it there. It was not on the way.
    Teleport(Q16),
    Place(Place),
    Figure(Figure),
    Frame(usize),
    /// The frames of its root in which a part counts.
    PartFrames(Option<Vec<usize>>),
    Enabled(bool),
    Layers((u32, u32)),
    Group(u32),
    Space(u32),
    Order(i32),
    Kind(Kind),
    Swept(bool),
    FirstOnly(bool),
    Data(u64),
    Own(Option<Own>),
    Up(Option<Side>),
    OpenSide(Side),
}

/// A change of a terrain.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "named as hitmask's functions")]
pub enum Edit {
    Carve { shape: Shape, at: Pixel },
    Draw { shape: Shape, at: Pixel },
}

/// What a query looks at: in the space of the collider that it is about, otherwise in space 0.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as those of hitmask's filter")]
pub struct Filter {
    pub layers: (u32, u32),
    pub group: u32,
    pub sensors: bool,
    pub except: Vec<usize>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub space: Option<u32>,
    /// Names no layers and no group: those of the collider that it is about; otherwise all layers and no group.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unnamed: bool,
    /// Lets only even data through.
    #[serde(default, skip_serializing_if = "is_default")]
    pub only_even: bool,
}

impl Default for Filter {
    fn default() -> Filter {
        let layers = (u32::MAX, u32::MAX);
        Filter {
            layers,
            group: 0,
            sensors: false,
            except: vec![],
            space: None,
            unnamed: false,
            only_even: false,
        }
    }
}

/// What a query asks with.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "named as hitmask's probes")]
pub enum Probe {
    Point(Pixel),
    Line(Pixel, Pixel),
    Shape { shape: Shape, pose: [i64; 6] },
}

/// What moves in a cast.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "named as hitmask's casters")]
pub enum Caster {
    Collider(usize),
    Probe { shape: Shape, pose: [i64; 6] },
}

/// What a collider tries to become.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "named as what is tried")]
pub enum Attempt {
    Frame(usize),
    Figure(Figure),
    Place(Place),
    Unstick,
    /// Only asks. Nothing changes.
    At(Q16),
}

/// Time, point and normal where a ray enters; none if it begins inside.
pub type Struck = Option<((u64, u64), Pixel, Pixel)>;

/// The answer of a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as those of hitmask's answers")]
pub enum Given {
    Nothing,
    /// The collider is not there.
    Gone,
    /// A part can't do that, or can't be made so.
    InvalidArgument,
    /// The step failed: there are too many pairs.
    TooManyPairs,
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
    /// A collider, the pixel, and how many pixels of the line come before it.
    OnLine(Option<(usize, Pixel, u64)>),
    /// A collider, and where the ray meets it.
    Ray(Option<(usize, Struck)>),
    Relation {
        normal: Pixel,
        /// None if they touch in several ways around a torus.
        separation: Option<Pixel>,
        closest: Closest,
    },
    Casts(Vec<Met>),
    Slid {
        position: Q16,
        velocity: Q16,
        floor: Option<Stop>,
        ceiling: Option<Stop>,
        wall: Option<Stop>,
        stuck: Option<usize>,
        /// All that stops it, and run and rise of the ground. Only where asked for.
        #[serde(default, skip_serializing_if = "is_default")]
        all: Vec<Stop>,
        #[serde(default, skip_serializing_if = "is_default")]
        slope: Option<(i64, i64)>,
    },
    Moved {
        position: Q16,
        pushed: Vec<usize>,
        carried: Vec<usize>,
        crushed: Vec<usize>,
        /// Where those are now that a reshaped solid moved.
        #[serde(default, skip_serializing_if = "is_default")]
        places: Vec<(usize, Q16)>,
    },
    Support(Option<usize>),
    Fit(Fitting),
    /// 16 hex digits.
    StateHash(String),
    Bytes {
        length: u64,
        /// The FNV-1a hash of the bytes, as 16 hex digits.
        fnv1a64: String,
    },
}

/// What happened to a contact in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "as hitmask's kinds of events")]
pub enum Happening {
    Begin,
    Stay,
    End,
    Pass,
}

/// A pair whose contact began, went on or ended, or that touched on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as those of hitmask's event")]
pub struct Event {
    pub kind: Happening,
    pub a: usize,
    pub b: usize,
    pub since: u64,
    /// Numerator and denominator, in lowest terms.
    pub time: Option<(u64, u64)>,
    pub approximate: bool,
    pub touch: Option<Touching>,
    #[serde(skip)]
    pub data: [u64; 2],
}

/// Where two touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as those of hitmask's touch")]
pub struct Touching {
    pub first: Pixel,
    pub area: u64,
    pub bounds: Option<Area>,
    pub normal: Option<Pixel>,
    pub separation: Option<Pixel>,
}

/// What a collider or a probe touches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as those of hitmask's contact")]
pub struct Contact {
    pub collider: usize,
    pub touch: Touching,
    #[serde(skip)]
    pub data: u64,
}

/// The collider and the pixel that are nearest to a pixel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as those of hitmask's answer")]
pub struct Nearest {
    pub collider: usize,
    pub pixel: Pixel,
    pub squared: u64,
}

/// The closest pixels of two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as those of hitmask's answer")]
pub enum Closest {
    /// One of them covers nothing.
    Nothing,
    Overlapping,
    Apart {
        squared: u64,
        a: Pixel,
        b: Pixel,
    },
}

/// What a cast meets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as those of hitmask's answer")]
pub struct Met {
    pub collider: usize,
    pub impact: Impact,
}

/// How it meets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as those of hitmask's answer")]
pub enum Impact {
    InitialOverlap { pixel: Pixel },
    Hit { time: (u64, u64), free: Q16, pixel: Pixel, normal: Pixel },
}

/// What refuses one more step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as those of hitmask's blocker")]
pub struct Stop {
    pub collider: usize,
    pub pixel: Pixel,
    pub normal: Pixel,
}

/// Whether a change fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "named as hitmask's answers")]
pub enum Fitting {
    Free,
    Moved(Pixel),
    Stuck(usize),
}
