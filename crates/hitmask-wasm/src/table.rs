//! What crosses to JavaScript, field by field. The decoders in js/src/table.ts are made of the same table.

// Generated from docs/table.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.

use hitmask::{
    Blocker, BorderMode, BroadPhaseKind, BufferMode, BufferOverlap, Cast, CastHit, Change, Collider,
    ColliderKind, ColliderRef, Component, Contact, Direction, Event, EventDetail, EventKind, FillRule, Fit,
    LabelHit, LabelOverlap, Layers, LineHit, MoveOptions, Moved, Nearest, OutlineBound, PixelRule, PosedCast,
    QueryFilter, RayHit, ScanOrder, SliceFill, Slid, Slope, StepCast, Stop, StructuringElement, TagDirection,
    TileCell, TileColliders, TileKind, TileOverlap, Touch, TurningHit, WorldOptions, WorldStats,
};

use crate::desk::{Choice, Floats, get, numbered, whole, write, write_some};
use crate::export::export;

/// A number that changes with what lies where.
const LAYOUT: u32 = 138104358;

export! {
    /// The scripts compare it with theirs.
    fn layout() -> u32 {
        LAYOUT
    }
}

impl Choice for ColliderKind {
    const ALL: &'static [(ColliderKind, f64)] = &[
        (ColliderKind::Body, 0.0),
        (ColliderKind::Character, 1.0),
        (ColliderKind::OneWay, 2.0),
        (ColliderKind::Sensor, 3.0),
        (ColliderKind::Crate, 4.0),
    ];
}

impl Choice for Direction {
    const ALL: &'static [(Direction, f64)] =
        &[(Direction::Up, 0.0), (Direction::Right, 1.0), (Direction::Down, 2.0), (Direction::Left, 3.0)];
}

impl Choice for BroadPhaseKind {
    const ALL: &'static [(BroadPhaseKind, f64)] = &[
        (BroadPhaseKind::Auto, 0.0),
        (BroadPhaseKind::BruteForce, 1.0),
        (BroadPhaseKind::Grid, 2.0),
        (BroadPhaseKind::SortX, 3.0),
    ];
}

impl Choice for EventKind {
    const ALL: &'static [(EventKind, f64)] =
        &[(EventKind::Begin, 0.0), (EventKind::Stay, 1.0), (EventKind::End, 2.0), (EventKind::Pass, 3.0)];
}

impl Choice for TileKind {
    const ALL: &'static [(TileKind, f64)] = &[
        (TileKind::Nothing, 0.0),
        (TileKind::Body, 1.0),
        (TileKind::OneWay, 2.0),
        (TileKind::Sensor, 4.0),
        (TileKind::OneWayRight, 8.0),
        (TileKind::OneWayDown, 16.0),
        (TileKind::OneWayLeft, 32.0),
    ];
}

impl Choice for FillRule {
    const ALL: &'static [(FillRule, f64)] = &[(FillRule::NonZero, 1.0), (FillRule::EvenOdd, 0.0)];
}

impl Choice for StructuringElement {
    const ALL: &'static [(StructuringElement, f64)] = &[
        (StructuringElement::Box, 0.0),
        (StructuringElement::Diamond, 1.0),
        (StructuringElement::Disc, 2.0),
    ];
}

impl Choice for SliceFill {
    const ALL: &'static [(SliceFill, f64)] = &[(SliceFill::Stretch, 0.0), (SliceFill::Tile, 1.0)];
}

impl Choice for OutlineBound {
    const ALL: &'static [(OutlineBound, f64)] =
        &[(OutlineBound::Outer, 0.0), (OutlineBound::Inner, 1.0), (OutlineBound::Within, 2.0)];
}

impl Choice for BorderMode {
    const ALL: &'static [(BorderMode, f64)] = &[(BorderMode::Clear, 0.0), (BorderMode::Ignored, 1.0)];
}

impl Choice for PixelRule {
    const ALL: &'static [(PixelRule, f64)] = &[(PixelRule::Raster, 0.0), (PixelRule::Geometry, 1.0)];
}

impl Choice for ScanOrder {
    const ALL: &'static [(ScanOrder, f64)] = &[
        (ScanOrder::TopLeft, 0.0),
        (ScanOrder::TopRight, 1.0),
        (ScanOrder::BottomLeft, 2.0),
        (ScanOrder::BottomRight, 3.0),
        (ScanOrder::LeftTop, 4.0),
        (ScanOrder::LeftBottom, 5.0),
        (ScanOrder::RightTop, 6.0),
        (ScanOrder::RightBottom, 7.0),
    ];
}

impl Choice for BufferMode {
    const ALL: &'static [(BufferMode, f64)] =
        &[(BufferMode::Owners, 0.0), (BufferMode::Painter, 1.0), (BufferMode::Latch, 2.0)];
}

impl Choice for TagDirection {
    const ALL: &'static [(TagDirection, f64)] = &[
        (TagDirection::Forward, 0.0),
        (TagDirection::Reverse, 1.0),
        (TagDirection::PingPong, 2.0),
        (TagDirection::PingPongReverse, 3.0),
    ];
}

/// The options on the desk, from a place on.
pub(crate) fn move_options(at: usize) -> MoveOptions {
    MoveOptions {
        step_up: whole(at),
        step_down: whole(at + 1),
        corner: whole(at + 2),
        drop: get(at + 3) != 0.0,
        push: get(at + 4) != 0.0,
        push_limit: whole(at + 5),
    }
}

/// The options on the desk, from a place on.
pub(crate) fn event_detail(at: usize) -> EventDetail {
    EventDetail {
        stay: get(at) != 0.0,
        area: get(at + 1) != 0.0,
        bounds: get(at + 2) != 0.0,
        normal: get(at + 3) != 0.0,
        separation: get(at + 4) != 0.0,
        labels: get(at + 5) != 0.0,
    }
}

/// The options on the desk, from a place on.
pub(crate) fn world_options(at: usize) -> WorldOptions {
    WorldOptions {
        broad_phase: numbered(get(at)),
        max_pairs: whole(at + 1) as usize,
        detail: event_detail(at + 2),
        wrap: (get(at + 8) >= 0.0).then(|| (whole(at + 8), whole(at + 8 + 1))),
        ..WorldOptions::default()
    }
}

/// How many floats they take.
pub(crate) const QUERY_FILTER: usize = 5;

/// The options on the desk, from a place on.
pub(crate) fn query_filter(at: usize) -> QueryFilter<'static> {
    QueryFilter {
        layers: (get(at) >= 0.0).then(|| Layers::new(whole(at), whole(at + 1))),
        group: (get(at + 2) >= 0.0).then(|| whole(at + 2)),
        sensors: get(at + 3) != 0.0,
        space: (get(at + 4) >= 0.0).then(|| whole(at + 4)),
        ..QueryFilter::default()
    }
}

/// How many properties a collider has. Each takes two floats.
pub(crate) const PROPERTIES: usize = 12;

/// Sets a property by its number in the table.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "JavaScript has checked that it is whole and fits"
)]
pub(crate) fn set_property(collider: &mut Collider, what: usize, [value, more]: [f64; 2]) {
    match what {
        0 => collider.kind = numbered(value),
        1 => collider.layers = Layers::new(value as u32, more as u32),
        2 => collider.group = value as u32,
        3 => collider.space = value as u32,
        4 => collider.order = value as i32,
        5 => collider.data = value as u64,
        6 => collider.enabled = value != 0.0,
        7 => collider.swept = value != 0.0,
        8 => collider.first_only = value != 0.0,
        9 => collider.up = (value >= 0.0).then(|| numbered(value)),
        10 => collider.open_side = numbered(value),
        _ => collider.whole_pixels = value != 0.0,
    }
}

/// All properties, in the order of their numbers.
pub(crate) fn properties(collider: ColliderRef<'_>) -> [[f64; 2]; PROPERTIES] {
    [
        [collider.kind.number(), 0.0],
        [f64::from(collider.layers.belongs_to), f64::from(collider.layers.collides_with)],
        [f64::from(collider.group), 0.0],
        [f64::from(collider.space), 0.0],
        [f64::from(collider.order), 0.0],
        [collider.data as f64, 0.0],
        [f64::from(u8::from(collider.enabled)), 0.0],
        [f64::from(u8::from(collider.swept)), 0.0],
        [f64::from(u8::from(collider.first_only)), 0.0],
        [collider.up.map_or(-1.0, Choice::number), 0.0],
        [collider.open_side.number(), 0.0],
        [f64::from(u8::from(collider.whole_pixels)), 0.0],
    ]
}

pub(crate) const LABEL_HIT: usize = 4;

impl Floats for LabelHit {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; LABEL_HIT];
        write(&mut floats, 0, &self.labels);
        write(&mut floats, 2, &self.pixel);
        floats
    }
}

pub(crate) const LABEL_OVERLAP: usize = 5;

impl Floats for LabelOverlap {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; LABEL_OVERLAP];
        write(&mut floats, 0, &self.labels);
        write(&mut floats, 2, &self.pixels);
        write(&mut floats, 3, &self.first);
        floats
    }
}

pub(crate) const TOUCH: usize = 17;

impl Floats for Touch {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; TOUCH];
        write(&mut floats, 0, &self.first);
        write(&mut floats, 2, &self.area);
        write_some(&mut floats, 3, self.bounds.as_ref());
        write_some(&mut floats, 8, self.normal.as_ref());
        write_some(&mut floats, 11, self.separation.as_ref());
        write_some(&mut floats, 14, self.labels.as_ref());
        floats
    }
}

pub(crate) const EVENT: usize = 36;

impl Floats for Event {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; EVENT];
        write(&mut floats, 0, &self.kind.number());
        write(&mut floats, 1, &self.a);
        write(&mut floats, 2, &self.b);
        write(&mut floats, 3, &self.data);
        write(&mut floats, 5, &self.since);
        write_some(&mut floats, 6, self.touch.as_ref());
        write_some(&mut floats, 24, self.time.as_ref());
        write(&mut floats, 30, &self.approximate);
        write_some(&mut floats, 31, self.hit.as_ref());
        floats
    }
}

pub(crate) const CONTACT: usize = 19;

impl Floats for Contact {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; CONTACT];
        write(&mut floats, 0, &self.handle);
        write(&mut floats, 1, &self.data);
        write(&mut floats, 2, &self.touch);
        floats
    }
}

pub(crate) const NEAREST: usize = 5;

impl Floats for Nearest {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; NEAREST];
        write(&mut floats, 0, &self.handle);
        write(&mut floats, 1, &self.data);
        write(&mut floats, 2, &self.pixel);
        write(&mut floats, 4, &self.squared);
        floats
    }
}

pub(crate) const LINE_HIT: usize = 5;

impl Floats for LineHit {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; LINE_HIT];
        write(&mut floats, 0, &self.handle);
        write(&mut floats, 1, &self.data);
        write(&mut floats, 2, &self.pixel);
        write(&mut floats, 4, &self.steps);
        floats
    }
}

pub(crate) const RAY_HIT: usize = 12;

impl Floats for RayHit {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; RAY_HIT];
        write(&mut floats, 0, &self.handle);
        write(&mut floats, 1, &self.data);
        write(&mut floats, 2, &self.cast);
        floats
    }
}

pub(crate) const CAST_HIT: usize = 14;

impl Floats for CastHit {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; CAST_HIT];
        write(&mut floats, 0, &self.handle);
        write(&mut floats, 1, &self.data);
        write(&mut floats, 2, &self.time);
        write(&mut floats, 7, &self.pixel);
        write(&mut floats, 9, &self.normal);
        write_some(&mut floats, 11, self.free.as_ref());
        floats
    }
}

pub(crate) const TURNING_HIT: usize = 20;

impl Floats for TurningHit {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; TURNING_HIT];
        write(&mut floats, 0, &self.handle);
        write(&mut floats, 1, &self.data);
        write(&mut floats, 2, &self.free_until);
        write_some(&mut floats, 7, self.overlapping_at.as_ref());
        write_some(&mut floats, 13, self.pixel.as_ref());
        write_some(&mut floats, 16, self.free.as_ref());
        floats
    }
}

pub(crate) const BUFFER_OVERLAP: usize = 4;

impl Floats for BufferOverlap {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; BUFFER_OVERLAP];
        write(&mut floats, 0, &self.id);
        write(&mut floats, 1, &self.area);
        write(&mut floats, 2, &self.first);
        floats
    }
}

pub(crate) const COMPONENT: usize = 7;

impl Floats for Component {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; COMPONENT];
        write(&mut floats, 0, &self.area);
        write(&mut floats, 1, &self.bounds);
        write(&mut floats, 5, &self.first);
        floats
    }
}

pub(crate) const CHANGE: usize = 6;

impl Floats for Change {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; CHANGE];
        write(&mut floats, 0, &self.pixels);
        write_some(&mut floats, 1, self.bounds.as_ref());
        floats
    }
}

pub(crate) const TILE_CELL: usize = 4;

impl Floats for TileCell {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; TILE_CELL];
        write(&mut floats, 0, &self.tile);
        write(&mut floats, 1, &self.flip_x);
        write(&mut floats, 2, &self.flip_y);
        write(&mut floats, 3, &self.diagonal);
        floats
    }
}

pub(crate) const TILE_OVERLAP: usize = 11;

impl Floats for TileOverlap {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; TILE_OVERLAP];
        write(&mut floats, 0, &self.cell);
        write(&mut floats, 2, &self.tile);
        write(&mut floats, 6, &self.kind.number());
        write(&mut floats, 7, &self.number);
        write(&mut floats, 8, &self.area);
        write(&mut floats, 9, &self.first);
        floats
    }
}

pub(crate) const BLOCKER: usize = 6;

impl Floats for Blocker {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; BLOCKER];
        write(&mut floats, 0, &self.handle);
        write(&mut floats, 1, &self.data);
        write(&mut floats, 2, &self.pixel);
        write(&mut floats, 4, &self.normal);
        floats
    }
}

pub(crate) const STOP: usize = 5;

impl Floats for Stop {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; STOP];
        write(&mut floats, 0, &self.index);
        write(&mut floats, 1, &self.pixel);
        write(&mut floats, 3, &self.normal);
        floats
    }
}

pub(crate) const MOVED: usize = 24;

impl Floats for Moved {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; MOVED];
        write(&mut floats, 0, &self.position);
        write(&mut floats, 2, &self.velocity);
        write_some(&mut floats, 4, self.floor.as_ref());
        write_some(&mut floats, 10, self.ceiling.as_ref());
        write_some(&mut floats, 16, self.wall.as_ref());
        write_some(&mut floats, 22, self.stuck.as_ref());
        floats
    }
}

pub(crate) const SLID: usize = 27;

impl Floats for Slid {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; SLID];
        write(&mut floats, 0, &self.position);
        write(&mut floats, 2, &self.velocity);
        write_some(&mut floats, 4, self.floor.as_ref());
        write_some(&mut floats, 11, self.ceiling.as_ref());
        write_some(&mut floats, 18, self.wall.as_ref());
        write_some(&mut floats, 25, self.stuck.as_ref());
        floats
    }
}

pub(crate) const TILE_COLLIDERS: usize = 11;

impl Floats for TileColliders {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; TILE_COLLIDERS];
        write(&mut floats, 0, &self.body);
        write_some(&mut floats, 1, self.one_way.as_ref());
        write_some(&mut floats, 3, self.one_way_right.as_ref());
        write_some(&mut floats, 5, self.one_way_down.as_ref());
        write_some(&mut floats, 7, self.one_way_left.as_ref());
        write_some(&mut floats, 9, self.sensor.as_ref());
        floats
    }
}

pub(crate) const SLOPE: usize = 2;

impl Floats for Slope {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; SLOPE];
        write(&mut floats, 0, &self.run);
        write(&mut floats, 1, &self.rise);
        floats
    }
}

pub(crate) const WORLD_STATS: usize = 10;

impl Floats for WorldStats {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; WORLD_STATS];
        write(&mut floats, 0, &self.colliders);
        write(&mut floats, 1, &self.candidates);
        write(&mut floats, 2, &self.refused);
        write(&mut floats, 3, &self.custom);
        write(&mut floats, 4, &self.early_outs);
        write(&mut floats, 5, &self.tests);
        write(&mut floats, 6, &self.touching);
        write(&mut floats, 7, &self.drawn);
        write(&mut floats, 8, &self.shared);
        write(&mut floats, 9, &self.undrawn);
        floats
    }
}

pub(crate) const CAST: usize = 10;

impl Floats for Cast {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; CAST];
        match self {
            Cast::Miss => {
                floats[0] = 0.0;
            }
            Cast::InitialOverlap => {
                floats[0] = 1.0;
            }
            Cast::Hit { time, point, normal } => {
                floats[0] = 2.0;
                write(&mut floats, 1, time);
                write(&mut floats, 6, point);
                write(&mut floats, 8, normal);
            }
        }
        floats
    }
}

pub(crate) const STEP_CAST: usize = 6;

impl Floats for StepCast {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; STEP_CAST];
        match self {
            StepCast::Miss => {
                floats[0] = 0.0;
            }
            StepCast::InitialOverlap => {
                floats[0] = 1.0;
            }
            StepCast::Hit { steps, offset, point } => {
                floats[0] = 2.0;
                write(&mut floats, 1, steps);
                write(&mut floats, 2, offset);
                write(&mut floats, 4, point);
            }
        }
        floats
    }
}

pub(crate) const POSED_CAST: usize = 11;

impl Floats for PosedCast {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; POSED_CAST];
        match self {
            PosedCast::Miss => {
                floats[0] = 0.0;
            }
            PosedCast::InitialOverlap => {
                floats[0] = 1.0;
            }
            PosedCast::Hit { free_until, overlapping_at } => {
                floats[0] = 2.0;
                write(&mut floats, 1, free_until);
                write(&mut floats, 6, overlapping_at);
            }
            PosedCast::Unclear { free_until } => {
                floats[0] = 3.0;
                write(&mut floats, 1, free_until);
            }
        }
        floats
    }
}

pub(crate) const FIT: usize = 4;

impl Floats for Fit {
    #[inline]
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; FIT];
        match self {
            Fit::Free => {
                floats[0] = 0.0;
            }
            Fit::Moved(by) => {
                floats[0] = 1.0;
                write(&mut floats, 1, by);
            }
            Fit::Stuck(handle) => {
                floats[0] = 2.0;
                write(&mut floats, 3, handle);
            }
        }
        floats
    }
}
