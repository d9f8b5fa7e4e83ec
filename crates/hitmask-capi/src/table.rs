//! Choices, options and answers
//!
//! Constants are numbers of their enums. What has has_x beside it may be missing; then it is 0.

// Generated from docs/table.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.

use std::ffi::c_void;

use hitmask::{
    Blocker, BorderMode, BroadPhaseKind, BufferMode, BufferOverlap, CacheStats, Cast, CastHit, Change,
    Collider, ColliderKind, ColliderRef, Component, Connectivity, Contact, Direction, Event, EventDetail,
    EventKind, FillRule, Fit, Handle, LabelHit, LabelOverlap, Layers, LineHit, Moments, MoveOptions, Moved,
    Nearest, OutlineBound, PixelRule, Point, PosedCast, QueryFilter, RayHit, ScanOrder, SliceFill, Slid,
    Slope, StepCast, Stop, StructuringElement, TagDirection, TileCell, TileColliders, TileKind, TileOverlap,
    Touch, TurningHit, TurningMotion, WorldOptions, WorldStats,
};

use crate::border::{Checked, Choice, choice, said};
use crate::event::{hitmask_accept, hitmask_handle};
use crate::geom::{
    hitmask_flag, hitmask_layers, hitmask_outcome, hitmask_point, hitmask_point_q16, hitmask_rect,
    hitmask_time, hitmask_transform,
};
use crate::shape::hitmask_shape;

/// How a collider takes part.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_collider_kind {
    /// A solid thing.
    HITMASK_BODY = 0,
    /// A thing that move_and_slide moves. It stands on whole pixels. Characters never block each other.
    HITMASK_CHARACTER = 1,
    /// A platform that characters can jump through from below and land on.
    HITMASK_ONE_WAY = 2,
    /// A trigger: it has events with all other kinds, and blocks nothing. Queries skip it unless they ask for sensors.
    HITMASK_SENSOR = 3,
    /// A thing that is moved like a character, and on which characters stand: it can be pushed, and carries what stands on it.
    HITMASK_CRATE = 4,
}

impl Choice for ColliderKind {
    const ALL: &'static [(ColliderKind, i32)] = &[
        (ColliderKind::Body, 0),
        (ColliderKind::Character, 1),
        (ColliderKind::OneWay, 2),
        (ColliderKind::Sensor, 3),
        (ColliderKind::Crate, 4),
    ];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            ColliderKind::Body => 0,
            ColliderKind::Character => 1,
            ColliderKind::OneWay => 2,
            ColliderKind::Sensor => 3,
            ColliderKind::Crate => 4,
            _ => -1,
        }
    }
}

/// A direction of the raster.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_direction {
    /// Towards smaller y.
    HITMASK_DIRECTION_UP = 0,
    /// Towards larger x.
    HITMASK_DIRECTION_RIGHT = 1,
    /// Towards larger y.
    HITMASK_DIRECTION_DOWN = 2,
    /// Towards smaller x.
    HITMASK_DIRECTION_LEFT = 3,
    /// None of them: the up of a character that is seen from above.
    HITMASK_DIRECTION_NONE = 4,
}

impl Choice for Direction {
    const ALL: &'static [(Direction, i32)] =
        &[(Direction::Up, 0), (Direction::Right, 1), (Direction::Down, 2), (Direction::Left, 3)];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            Direction::Up => 0,
            Direction::Right => 1,
            Direction::Down => 2,
            Direction::Left => 3,
            _ => -1,
        }
    }
}

/// How a world finds pairs of boxes. All give the same answers.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_broad_phase {
    /// The world chooses.
    HITMASK_BROAD_PHASE_AUTO = 0,
    /// Every pair is compared.
    HITMASK_BROAD_PHASE_BRUTE_FORCE = 1,
    /// A grid.
    HITMASK_BROAD_PHASE_GRID = 2,
    /// Sorted along the x axis.
    HITMASK_BROAD_PHASE_SORT_X = 3,
}

impl Choice for BroadPhaseKind {
    const ALL: &'static [(BroadPhaseKind, i32)] = &[
        (BroadPhaseKind::Auto, 0),
        (BroadPhaseKind::BruteForce, 1),
        (BroadPhaseKind::Grid, 2),
        (BroadPhaseKind::SortX, 3),
    ];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            BroadPhaseKind::Auto => 0,
            BroadPhaseKind::BruteForce => 1,
            BroadPhaseKind::Grid => 2,
            BroadPhaseKind::SortX => 3,
            _ => -1,
        }
    }
}

/// What happened to a pair.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_event_kind {
    /// They touch now, and did not in the step before.
    HITMASK_BEGIN = 0,
    /// They touch now, as in the step before. Only if the options of the world ask for it.
    HITMASK_STAY = 1,
    /// They touched in the step before and do not any more.
    HITMASK_END = 2,
    /// They touched on the way since the last step, and do not touch now. Only for pairs with a swept collider.
    HITMASK_PASS = 3,
}

impl Choice for EventKind {
    const ALL: &'static [(EventKind, i32)] =
        &[(EventKind::Begin, 0), (EventKind::Stay, 1), (EventKind::End, 2), (EventKind::Pass, 3)];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            EventKind::Begin => 0,
            EventKind::Stay => 1,
            EventKind::End => 2,
            EventKind::Pass => 3,
            _ => -1,
        }
    }
}

/// What a tile is for. As bits: add them up where a function takes kinds.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_tile_kind {
    /// A picture only. Its pixels never count.
    HITMASK_TILE_NOTHING = 0,
    /// Solid ground.
    HITMASK_TILE_BODY = 1,
    /// A platform through which one jumps from below.
    HITMASK_TILE_ONE_WAY = 2,
    /// What is only noticed: spikes, water, a checkpoint.
    HITMASK_TILE_SENSOR = 4,
    /// A door that is open to the right: it refuses only steps to the left.
    HITMASK_TILE_ONE_WAY_RIGHT = 8,
    /// A platform that is open below: it refuses only steps up.
    HITMASK_TILE_ONE_WAY_DOWN = 16,
    /// A door that is open to the left: it refuses only steps to the right.
    HITMASK_TILE_ONE_WAY_LEFT = 32,
    /// All kinds that have pixels, where a function takes kinds.
    HITMASK_TILE_ALL = 63,
}

impl Choice for TileKind {
    const ALL: &'static [(TileKind, i32)] = &[
        (TileKind::Nothing, 0),
        (TileKind::Body, 1),
        (TileKind::OneWay, 2),
        (TileKind::Sensor, 4),
        (TileKind::OneWayRight, 8),
        (TileKind::OneWayDown, 16),
        (TileKind::OneWayLeft, 32),
    ];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            TileKind::Nothing => 0,
            TileKind::Body => 1,
            TileKind::OneWay => 2,
            TileKind::Sensor => 4,
            TileKind::OneWayRight => 8,
            TileKind::OneWayDown => 16,
            TileKind::OneWayLeft => 32,
            _ => -1,
        }
    }
}

/// How polygons are filled.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_fill_rule {
    /// A pixel that the rings wind around is solid, whichever way.
    HITMASK_NON_ZERO = 1,
    /// A pixel inside an odd number of rings is solid: rings inside rings are holes.
    HITMASK_EVEN_ODD = 0,
}

impl Choice for FillRule {
    const ALL: &'static [(FillRule, i32)] = &[(FillRule::NonZero, 1), (FillRule::EvenOdd, 0)];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            FillRule::NonZero => 1,
            FillRule::EvenOdd => 0,
            _ => -1,
        }
    }
}

/// By what a mask grows or shrinks.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_element {
    /// Squares: corners count as much as sides.
    HITMASK_BOX = 0,
    /// Only sides count.
    HITMASK_DIAMOND = 1,
    /// The Euclidean distance counts.
    HITMASK_DISC = 2,
}

impl Choice for StructuringElement {
    const ALL: &'static [(StructuringElement, i32)] =
        &[(StructuringElement::Box, 0), (StructuringElement::Diamond, 1), (StructuringElement::Disc, 2)];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            StructuringElement::Box => 0,
            StructuringElement::Diamond => 1,
            StructuringElement::Disc => 2,
            _ => -1,
        }
    }
}

/// How the slices between the corners of a picture fill their place.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_slice_fill {
    /// They are stretched: each pixel takes the nearest of the old ones.
    HITMASK_STRETCH = 0,
    /// They are repeated from the left and from the top.
    HITMASK_TILE = 1,
}

impl Choice for SliceFill {
    const ALL: &'static [(SliceFill, i32)] = &[(SliceFill::Stretch, 0), (SliceFill::Tile, 1)];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            SliceFill::Stretch => 0,
            SliceFill::Tile => 1,
            _ => -1,
        }
    }
}

/// Whether pixels that only share a corner are connected.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_connectivity {
    /// Only sides connect.
    HITMASK_FOUR = 4,
    /// Sides and corners connect.
    HITMASK_EIGHT = 8,
}

impl Choice for Connectivity {
    const ALL: &'static [(Connectivity, i32)] = &[(Connectivity::Four, 4), (Connectivity::Eight, 8)];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            Connectivity::Four => 4,
            Connectivity::Eight => 8,
            _ => -1,
        }
    }
}

/// What an outline promises after it was simplified.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_outline_bound {
    /// It contains every solid pixel completely.
    HITMASK_OUTER = 0,
    /// It contains no part of a clear pixel.
    HITMASK_INNER = 1,
    /// It lies within the tolerance, on both sides.
    HITMASK_WITHIN = 2,
}

impl Choice for OutlineBound {
    const ALL: &'static [(OutlineBound, i32)] =
        &[(OutlineBound::Outer, 0), (OutlineBound::Inner, 1), (OutlineBound::Within, 2)];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            OutlineBound::Outer => 0,
            OutlineBound::Inner => 1,
            OutlineBound::Within => 2,
            _ => -1,
        }
    }
}

/// What counts as clear outside of a mask.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_border_mode {
    /// Everything.
    HITMASK_BORDER_CLEAR = 0,
    /// Nothing: only pixels of the mask count.
    HITMASK_BORDER_IGNORED = 1,
}

impl Choice for BorderMode {
    const ALL: &'static [(BorderMode, i32)] = &[(BorderMode::Clear, 0), (BorderMode::Ignored, 1)];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            BorderMode::Clear => 0,
            BorderMode::Ignored => 1,
            _ => -1,
        }
    }
}

/// What counts as an overlap of posed sprites.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_pixel_rule {
    /// The same world pixel is covered: its centre lies in solid pixels of both. That is what a screen shows.
    HITMASK_RASTER = 0,
    /// The rotated squares of two solid pixels share some area. Only for masks, and only for yes or no.
    HITMASK_GEOMETRY = 1,
}

impl Choice for PixelRule {
    const ALL: &'static [(PixelRule, i32)] = &[(PixelRule::Raster, 0), (PixelRule::Geometry, 1)];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            PixelRule::Raster => 0,
            PixelRule::Geometry => 1,
            _ => -1,
        }
    }
}

/// Which of the common pixels is "first": the edge that is swept first, and where on it.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_scan_order {
    /// The topmost, then the leftmost. Elsewhere "first" always means this.
    HITMASK_TOP_LEFT = 0,
    /// The topmost, then the rightmost.
    HITMASK_TOP_RIGHT = 1,
    /// The lowest, then the leftmost.
    HITMASK_BOTTOM_LEFT = 2,
    /// The lowest, then the rightmost.
    HITMASK_BOTTOM_RIGHT = 3,
    /// The leftmost, then the topmost.
    HITMASK_LEFT_TOP = 4,
    /// The leftmost, then the lowest.
    HITMASK_LEFT_BOTTOM = 5,
    /// The rightmost, then the topmost.
    HITMASK_RIGHT_TOP = 6,
    /// The rightmost, then the lowest.
    HITMASK_RIGHT_BOTTOM = 7,
}

impl Choice for ScanOrder {
    const ALL: &'static [(ScanOrder, i32)] = &[
        (ScanOrder::TopLeft, 0),
        (ScanOrder::TopRight, 1),
        (ScanOrder::BottomLeft, 2),
        (ScanOrder::BottomRight, 3),
        (ScanOrder::LeftTop, 4),
        (ScanOrder::LeftBottom, 5),
        (ScanOrder::RightTop, 6),
        (ScanOrder::RightBottom, 7),
    ];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            ScanOrder::TopLeft => 0,
            ScanOrder::TopRight => 1,
            ScanOrder::BottomLeft => 2,
            ScanOrder::BottomRight => 3,
            ScanOrder::LeftTop => 4,
            ScanOrder::LeftBottom => 5,
            ScanOrder::RightTop => 6,
            ScanOrder::RightBottom => 7,
            _ => -1,
        }
    }
}

/// What a buffer keeps at each pixel.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_buffer_mode {
    /// Every id that was drawn there.
    HITMASK_OWNERS = 0,
    /// Only the id that was drawn last.
    HITMASK_PAINTER = 1,
    /// Every id; and when an id comes to a pixel that holds another one, both are latched.
    HITMASK_LATCH = 2,
}

impl Choice for BufferMode {
    const ALL: &'static [(BufferMode, i32)] =
        &[(BufferMode::Owners, 0), (BufferMode::Painter, 1), (BufferMode::Latch, 2)];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            BufferMode::Owners => 0,
            BufferMode::Painter => 1,
            BufferMode::Latch => 2,
            _ => -1,
        }
    }
}

/// The order in which the frames of a tag are played.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_tag_direction {
    /// From first to last, then from first again.
    HITMASK_FORWARD = 0,
    /// From last to first, then from last again.
    HITMASK_REVERSE = 1,
    /// From first to last and back. The first and the last frame are not shown twice in a row.
    HITMASK_PING_PONG = 2,
    /// From last to first and back. The first and the last frame are not shown twice in a row.
    HITMASK_PING_PONG_REVERSE = 3,
}

impl Choice for TagDirection {
    const ALL: &'static [(TagDirection, i32)] = &[
        (TagDirection::Forward, 0),
        (TagDirection::Reverse, 1),
        (TagDirection::PingPong, 2),
        (TagDirection::PingPongReverse, 3),
    ];

    #[inline]
    #[allow(unreachable_patterns, reason = "some may grow")]
    fn number(self) -> i32 {
        match self {
            TagDirection::Forward => 0,
            TagDirection::Reverse => 1,
            TagDirection::PingPong => 2,
            TagDirection::PingPongReverse => 3,
            _ => -1,
        }
    }
}

/// How a character deals with ledges, corners, one-way platforms and crates. All zero: it climbs nothing, follows nothing down, and pushes
/// nothing.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_move_options {
    /// How high a ledge may be that it climbs, in pixels.
    pub step_up: u32,
    /// How deep a floor may lie that it follows down, in pixels.
    pub step_down: u32,
    /// How far it goes aside to get round a corner that stops it, in pixels.
    pub corner: u32,
    /// Whether the one-way pixels on which it stands at the start do not count in this move.
    pub drop: hitmask_flag,
    /// Whether it pushes crates sideways.
    pub push: hitmask_flag,
    /// The most crates in a chain that it pushes. 0 is any number.
    pub push_limit: u32,
}

impl hitmask_move_options {
    pub(crate) fn library(self) -> Checked<MoveOptions> {
        let hitmask_move_options { step_up, step_down, corner, drop, push, push_limit } = self;
        Ok(MoveOptions { step_up, step_down, corner, drop: drop.is_set(), push: push.is_set(), push_limit })
    }
}

/// How a world works. Begin with hitmask_world_options_default.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_world_options {
    /// A hitmask_broad_phase. How near pairs are found. The answers are the same.
    pub broad_phase: i32,
    /// The largest number of pairs of boxes that a step tests.
    pub max_pairs: usize,
    /// Whether there is an event for each pair that goes on touching, too.
    pub stay: hitmask_flag,
    /// Whether events count the common pixels.
    pub area: hitmask_flag,
    /// Whether events have the rectangle around the common pixels.
    pub bounds: hitmask_flag,
    /// Whether events have the direction of the touch.
    pub normal: hitmask_flag,
    /// Whether events have the shortest way out.
    pub separation: hitmask_flag,
    /// Whether events name the labels that meet.
    pub labels: hitmask_flag,
    /// The size of a wrapped world (a torus), each side up to 2^30 pixels. In C 0 and 0 for a world that has no ends. A collider that is
    /// larger than the world lies over itself, and each image that meets the world takes time; only rectangles that are not turned may be
    /// of any size.
    pub wrap_w: u32,
    /// The height.
    pub wrap_h: u32,
    /// The most bytes of pictures of turned colliders that are kept.
    pub drawing_bytes: usize,
}

impl hitmask_world_options {
    pub(crate) fn library(self) -> Checked<WorldOptions> {
        let hitmask_world_options {
            broad_phase,
            max_pairs,
            stay,
            area,
            bounds,
            normal,
            separation,
            labels,
            wrap_w,
            wrap_h,
            drawing_bytes,
        } = self;
        Ok(WorldOptions {
            broad_phase: choice(broad_phase)?,
            max_pairs,
            detail: EventDetail {
                stay: stay.is_set(),
                area: area.is_set(),
                bounds: bounds.is_set(),
                normal: normal.is_set(),
                separation: separation.is_set(),
                labels: labels.is_set(),
            },
            wrap: Some((wrap_w, wrap_h)).filter(|&size| size != (0, 0)),
            drawing_bytes,
            ..WorldOptions::default()
        })
    }
}

impl From<WorldOptions> for hitmask_world_options {
    fn from(
        WorldOptions { broad_phase, max_pairs, detail, wrap, drawing_bytes, .. }: WorldOptions,
    ) -> hitmask_world_options {
        hitmask_world_options {
            broad_phase: broad_phase.number(),
            max_pairs,
            stay: detail.stay.into(),
            area: detail.area.into(),
            bounds: detail.bounds.into(),
            normal: detail.normal.into(),
            separation: detail.separation.into(),
            labels: detail.labels.into(),
            wrap_w: wrap.map_or(0, |size| size.0),
            wrap_h: wrap.map_or(0, |size| size.1),
            drawing_bytes,
        }
    }
}

/// A motion that turns.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_turning_motion {
    /// How far the position moves.
    pub by: hitmask_point_q16,
    /// How far it turns about its pivot, in degrees.
    pub degrees: f64,
    /// How many steps the motion is divided into. 64 is good; 0 counts as 1.
    pub steps: u32,
}

impl hitmask_turning_motion {
    pub(crate) fn library(self) -> Checked<TurningMotion> {
        let hitmask_turning_motion { by, degrees, steps } = self;
        Ok(TurningMotion { by: by.into(), degrees, steps })
    }
}

/// Which colliders a question is about. Layers, group and space that are left out are the collider's own in a question about a collider:
/// its motion, its cast, its fit. Any other question looks at every layer, in no group, in space 0. Begin with
/// hitmask_query_filter_default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_query_filter {
    /// The layers of the asker, and those that it looks for. Two zeros leave them unsaid; a single zero stands for all.
    pub layers: hitmask_layers,
    /// The group of the asker, whose members are left out. 0 is no group. -1 leaves it unsaid.
    pub group: i64,
    /// Whether sensors are found, too.
    pub sensors: hitmask_flag,
    /// The space to look at. -1 leaves it unsaid.
    pub space: i64,
    /// Colliders to skip.
    pub except: *const hitmask_handle,
    /// How many they are.
    pub except_count: usize,
    /// A condition of your own, or NULL. It is called while the query runs; it may ask the world more, but a call that changes the world
    /// gives HITMASK_BUSY. It may be asked about colliders that are not found in the end.
    pub accept: hitmask_accept,
    /// The user data of the condition.
    pub user: *mut c_void,
}

impl hitmask_query_filter {
    /// With nothing said.
    pub(crate) fn unsaid() -> hitmask_query_filter {
        hitmask_query_filter {
            layers: hitmask_layers { belongs_to: 0, collides_with: 0 },
            group: -1,
            sensors: false.into(),
            space: -1,
            except: std::ptr::null(),
            except_count: 0,
            accept: None,
            user: std::ptr::null_mut(),
        }
    }

    /// Without what it borrows.
    pub(crate) fn library(self) -> Checked<QueryFilter<'static>> {
        let hitmask_query_filter { layers, group, sensors, space, .. } = self;
        Ok(QueryFilter {
            layers: layers.said(),
            group: said(group)?,
            sensors: sensors.is_set(),
            space: said(space)?,
            ..QueryFilter::default()
        })
    }
}

/// What is put into a world. Begin with hitmask_collider_default, and change what you need.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_collider {
    /// The solid pixels. The world shares the pixels of an object, so you may free or change your object afterwards.
    pub shape: hitmask_shape,
    /// Where and how the shape lies.
    pub transform: hitmask_transform,
    /// A hitmask_collider_kind. How it takes part.
    pub kind: i32,
    /// The layers that it is on, and those that it meets, 32 bits each.
    pub layers: hitmask_layers,
    /// Colliders of the same group never meet. 0 is no group.
    pub group: u32,
    /// Only colliders of the same space meet.
    pub space: u32,
    /// Its place in the drawing order, for picking: higher is on top.
    pub order: i32,
    /// Yours: a number that events carry.
    pub data: u64,
    /// Whether it meets anything at all.
    pub enabled: hitmask_flag,
    /// Whether steps look at its whole path since the last step, so that it passes through nothing.
    pub swept: hitmask_flag,
    /// Whether only the first of its new touches in a step counts: by their times, those without a time at the end.
    pub first_only: hitmask_flag,
    /// A hitmask_direction. Where up is for a character or a crate. None if it is seen from above: then there is no floor, and every
    /// blocker is a wall.
    pub up: i32,
    /// A hitmask_direction. The side from which one comes onto a one-way collider. It refuses only steps against that side.
    pub open_side: i32,
    /// Whether it stands on whole pixels and keeps the rest of its position as a remainder.
    pub whole_pixels: hitmask_flag,
}

impl hitmask_collider {
    /// Gives a collider all properties, or none if one of them is refused.
    pub(crate) fn give_properties(&self, collider: &mut Collider) -> Checked {
        let kind = choice(self.kind)?;
        let layers = self.layers.into();
        let group = self.group;
        let space = self.space;
        let order = self.order;
        let data = self.data;
        let enabled = self.enabled.is_set();
        let swept = self.swept.is_set();
        let first_only = self.first_only.is_set();
        let up = if self.up == 4 { None } else { Some(choice(self.up)?) };
        let open_side = choice(self.open_side)?;
        let whole_pixels = self.whole_pixels.is_set();
        collider.kind = kind;
        collider.layers = layers;
        collider.group = group;
        collider.space = space;
        collider.order = order;
        collider.data = data;
        collider.enabled = enabled;
        collider.swept = swept;
        collider.first_only = first_only;
        collider.up = up;
        collider.open_side = open_side;
        collider.whole_pixels = whole_pixels;
        Ok(())
    }

    pub(crate) fn new(shape: hitmask_shape, transform: hitmask_transform) -> hitmask_collider {
        hitmask_collider {
            shape,
            transform,
            kind: ColliderKind::Body.number(),
            layers: Layers::default().into(),
            group: 0,
            space: 0,
            order: 0,
            data: 0,
            enabled: true.into(),
            swept: false.into(),
            first_only: false.into(),
            up: Direction::Up.number(),
            open_side: Direction::Up.number(),
            whole_pixels: false.into(),
        }
    }
}

impl From<ColliderRef<'_>> for hitmask_collider {
    fn from(collider: ColliderRef<'_>) -> hitmask_collider {
        hitmask_collider {
            shape: collider.shape.into(),
            transform: (&collider.transform()).into(),
            kind: collider.kind.number(),
            layers: collider.layers.into(),
            group: collider.group,
            space: collider.space,
            order: collider.order,
            data: collider.data,
            enabled: collider.enabled.into(),
            swept: collider.swept.into(),
            first_only: collider.first_only.into(),
            up: collider.up.map_or(4, Choice::number),
            open_side: collider.open_side.number(),
            whole_pixels: collider.whole_pixels.into(),
        }
    }
}

/// The labels of the first pixel that two things share.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_label_hit {
    /// The label of the one who asked, and that of the other. 0 if it has no labels.
    pub label_a: u8,
    /// That of b, or of the other one.
    pub label_b: u8,
    /// The pixel.
    pub pixel: hitmask_point,
}

impl From<&LabelHit> for hitmask_label_hit {
    fn from(it: &LabelHit) -> hitmask_label_hit {
        hitmask_label_hit { label_a: it.labels[0], label_b: it.labels[1], pixel: it.pixel.into() }
    }
}

/// Two labels that meet, one of each side.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_label_overlap {
    /// The label of the one who asked, and that of the other. 0 if it has no labels.
    pub label_a: u8,
    /// That of b, or of the other one.
    pub label_b: u8,
    /// In how many pixels they meet.
    pub pixels: u64,
    /// The first of these.
    pub first: hitmask_point,
}

impl From<&LabelOverlap> for hitmask_label_overlap {
    fn from(it: &LabelOverlap) -> hitmask_label_overlap {
        hitmask_label_overlap {
            label_a: it.labels[0],
            label_b: it.labels[1],
            pixels: it.pixels,
            first: it.first.into(),
        }
    }
}

/// Where two colliders touch. What the options of the world do not ask for is missing.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_touch {
    /// The first world pixel that both cover.
    pub first: hitmask_point,
    /// How many world pixels both cover. 0 if not asked for.
    pub area: u64,
    /// Whether bounds is there.
    pub has_bounds: hitmask_flag,
    /// The smallest rectangle around the pixels that both cover.
    pub bounds: hitmask_rect,
    /// Whether normal is there.
    pub has_normal: hitmask_flag,
    /// The direction from a to b.
    pub normal: hitmask_point,
    /// Whether separation is there.
    pub has_separation: hitmask_flag,
    /// The shortest way out: move b by it.
    pub separation: hitmask_point,
    /// Whether labels is there.
    pub has_labels: hitmask_flag,
    /// The labels of a and b at the first pixel. 0 if it has no labels.
    pub label_a: u8,
    /// That of b, or of the other one.
    pub label_b: u8,
}

impl From<&Touch> for hitmask_touch {
    fn from(it: &Touch) -> hitmask_touch {
        hitmask_touch {
            first: it.first.into(),
            area: it.area,
            has_bounds: it.bounds.is_some().into(),
            bounds: it.bounds.map(Into::into).unwrap_or_default(),
            has_normal: it.normal.is_some().into(),
            normal: it.normal.map(Into::into).unwrap_or_default(),
            has_separation: it.separation.is_some().into(),
            separation: it.separation.map(Into::into).unwrap_or_default(),
            has_labels: it.labels.is_some().into(),
            label_a: it.labels.map_or(0, |both| both[0]),
            label_b: it.labels.map_or(0, |both| both[1]),
        }
    }
}

/// What happened between two colliders in a step. Always a < b.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_event {
    /// A hitmask_event_kind. What happened.
    pub kind: i32,
    /// The collider with the lower handle.
    pub a: hitmask_handle,
    /// The collider with the higher handle.
    pub b: hitmask_handle,
    /// The data of a and of b.
    pub data_a: u64,
    /// That of b, or of the other one.
    pub data_b: u64,
    /// The number of the step in which they began to touch.
    pub since: u64,
    /// Whether touch is there.
    pub has_touch: hitmask_flag,
    /// Where they touch. Missing if they ceased to touch.
    pub touch: hitmask_touch,
    /// Whether time is there.
    pub has_time: hitmask_flag,
    /// When they first touched on the way from the last step to this one. Only for pairs with a swept collider.
    pub time: hitmask_time,
    /// Whether the path of one of the two was not followed exactly.
    pub approximate: bool,
    /// Whether hit is there.
    pub has_hit: hitmask_flag,
    /// Which labels met first, and where: at the time, if there is one. Only if the options of the world ask for labels, and they began to
    /// touch or met on the way.
    pub hit: hitmask_label_hit,
}

impl From<&Event> for hitmask_event {
    fn from(it: &Event) -> hitmask_event {
        hitmask_event {
            kind: it.kind.number(),
            a: it.a.to_bits(),
            b: it.b.to_bits(),
            data_a: it.data[0],
            data_b: it.data[1],
            since: it.since,
            has_touch: it.touch.is_some().into(),
            touch: it.touch.as_ref().map(Into::into).unwrap_or_default(),
            has_time: it.time.is_some().into(),
            time: it.time.map(Into::into).unwrap_or_default(),
            approximate: it.approximate,
            has_hit: it.hit.is_some().into(),
            hit: it.hit.as_ref().map(Into::into).unwrap_or_default(),
        }
    }
}

/// A collider that touches the one that was asked about, or the probe.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_contact {
    /// The collider.
    pub handle: hitmask_handle,
    /// Its data.
    pub data: u64,
    /// Where they touch.
    pub touch: hitmask_touch,
}

impl From<&Contact> for hitmask_contact {
    fn from(it: &Contact) -> hitmask_contact {
        hitmask_contact { handle: it.handle.to_bits(), data: it.data, touch: (&it.touch).into() }
    }
}

/// The collider that is nearest to a pixel.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_nearest {
    /// The collider.
    pub handle: hitmask_handle,
    /// Its data.
    pub data: u64,
    /// Its nearest pixel.
    pub pixel: hitmask_point,
    /// The squared distance, from centre to centre.
    pub squared: u64,
}

impl From<&Nearest> for hitmask_nearest {
    fn from(it: &Nearest) -> hitmask_nearest {
        hitmask_nearest {
            handle: it.handle.to_bits(),
            data: it.data,
            pixel: it.pixel.into(),
            squared: it.squared,
        }
    }
}

/// The first collider on a line of pixels.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_line_hit {
    /// The collider.
    pub handle: hitmask_handle,
    /// Its data.
    pub data: u64,
    /// The first pixel of the line that it covers.
    pub pixel: hitmask_point,
    /// How many pixels of the line come before.
    pub steps: u64,
}

impl From<&LineHit> for hitmask_line_hit {
    fn from(it: &LineHit) -> hitmask_line_hit {
        hitmask_line_hit {
            handle: it.handle.to_bits(),
            data: it.data,
            pixel: it.pixel.into(),
            steps: it.steps,
        }
    }
}

/// The collider that a ray meets.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_ray_hit {
    /// The collider.
    pub handle: hitmask_handle,
    /// Its data.
    pub data: u64,
    /// When and where.
    pub cast: hitmask_cast,
}

impl From<&RayHit> for hitmask_ray_hit {
    fn from(it: &RayHit) -> hitmask_ray_hit {
        hitmask_ray_hit { handle: it.handle.to_bits(), data: it.data, cast: it.cast.into() }
    }
}

/// A collider that a motion meets, by raster.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_cast_hit {
    /// The collider.
    pub handle: hitmask_handle,
    /// Its data.
    pub data: u64,
    /// When they first cover the same pixel: a part of the motion. 0 if they overlap at the start.
    pub time: hitmask_time,
    /// The first pixel that both cover then: the topmost, then the leftmost.
    pub pixel: hitmask_point,
    /// The direction against the motion, on each axis that changed then: -1, 0 or 1. (0, 0) if they overlap at the start.
    pub normal: hitmask_point,
    /// Whether free is there.
    pub has_free: bool,
    /// The last free position, one step before the hit. There is none if they overlap at the start.
    pub free: hitmask_point_q16,
}

impl From<&CastHit> for hitmask_cast_hit {
    fn from(it: &CastHit) -> hitmask_cast_hit {
        hitmask_cast_hit {
            handle: it.handle.to_bits(),
            data: it.data,
            time: it.time.into(),
            pixel: it.pixel.into(),
            normal: it.normal.into(),
            has_free: it.free.is_some(),
            free: it.free.map(Into::into).unwrap_or_default(),
        }
    }
}

/// A collider that a motion with a turn meets or may meet. The times are proven.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct hitmask_turning_hit {
    /// The collider.
    pub handle: hitmask_handle,
    /// Its data.
    pub data: u64,
    /// Before this time, and at it, they share no pixel. 0 if they overlap at the start.
    pub free_until: hitmask_time,
    /// Whether overlapping_at is there.
    pub has_overlapping_at: bool,
    /// A time at which they share a pixel. There is none if none was found, and none could be ruled out.
    pub overlapping_at: hitmask_time,
    /// Whether pixel is there.
    pub has_pixel: bool,
    /// The first pixel that both cover then.
    pub pixel: hitmask_point,
    /// Whether free is there.
    pub has_free: bool,
    /// Where it is when it is free for the last time. There is none if they overlap at the start.
    pub free: hitmask_transform,
}

impl From<&TurningHit> for hitmask_turning_hit {
    fn from(it: &TurningHit) -> hitmask_turning_hit {
        hitmask_turning_hit {
            handle: it.handle.to_bits(),
            data: it.data,
            free_until: it.free_until.into(),
            has_overlapping_at: it.overlapping_at.is_some(),
            overlapping_at: it.overlapping_at.map(Into::into).unwrap_or_default(),
            has_pixel: it.pixel.is_some(),
            pixel: it.pixel.map(Into::into).unwrap_or_default(),
            has_free: it.free.is_some(),
            free: it.free.as_ref().map(Into::into).unwrap_or_default(),
        }
    }
}

/// An id that a shape meets in a collision buffer.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_buffer_overlap {
    /// The id.
    pub id: u32,
    /// How many of the shape's pixels hold it.
    pub area: u64,
    /// The first of these: the topmost, then the leftmost.
    pub first: hitmask_point,
}

impl From<&BufferOverlap> for hitmask_buffer_overlap {
    fn from(it: &BufferOverlap) -> hitmask_buffer_overlap {
        hitmask_buffer_overlap { id: it.id, area: it.area, first: it.first.into() }
    }
}

/// A connected part of a mask, or a piece of a terrain that nothing holds.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_component {
    /// How many pixels it has.
    pub area: u64,
    /// The smallest rectangle around them.
    pub bounds: hitmask_rect,
    /// The first of them: the topmost, then the leftmost.
    pub first: hitmask_point,
}

impl From<&Component> for hitmask_component {
    fn from(it: &Component) -> hitmask_component {
        hitmask_component { area: it.area, bounds: it.bounds.into(), first: it.first.into() }
    }
}

/// Exact sums over the solid pixels, for the centroid and the main axis.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_moments {
    /// The number of pixels.
    pub area: u64,
    /// The sum of x.
    pub x: u64,
    /// The sum of y.
    pub y: u64,
    /// The sum of x * x.
    pub xx: u64,
    /// The sum of x * y.
    pub xy: u64,
    /// The sum of y * y.
    pub yy: u64,
}

impl From<&Moments> for hitmask_moments {
    fn from(it: &Moments) -> hitmask_moments {
        hitmask_moments { area: it.area, x: it.x, y: it.y, xx: it.xx, xy: it.xy, yy: it.yy }
    }
}

/// What a pose cache has done, and what it holds.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_cache_stats {
    /// Requests that were answered with a kept mask.
    pub hits: u64,
    /// Requests for which a mask was drawn.
    pub misses: u64,
    /// Masks that were dropped to stay within the limit.
    pub evictions: u64,
    /// Masks that are kept now.
    pub entries: usize,
    /// Their memory in bytes.
    pub bytes: usize,
}

impl From<&CacheStats> for hitmask_cache_stats {
    fn from(it: &CacheStats) -> hitmask_cache_stats {
        hitmask_cache_stats {
            hits: it.hits,
            misses: it.misses,
            evictions: it.evictions,
            entries: it.entries,
            bytes: it.bytes,
        }
    }
}

/// What an edit of a terrain changed.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_change {
    /// How many pixels changed.
    pub pixels: u64,
    /// The smallest rectangle around them. Empty if there is none.
    pub bounds: hitmask_rect,
}

impl From<&Change> for hitmask_change {
    fn from(it: &Change) -> hitmask_change {
        hitmask_change { pixels: it.pixels, bounds: it.bounds.map(Into::into).unwrap_or_default() }
    }
}

/// What a cell shows. The diagonal flip comes first; a quarter turn clockwise is diagonal and x.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_tile_cell {
    /// The id of the tile in its set.
    pub tile: u32,
    /// Whether left and right are exchanged.
    pub flip_x: hitmask_flag,
    /// Whether top and bottom are exchanged.
    pub flip_y: hitmask_flag,
    /// Whether x and y are exchanged, before the other flips.
    pub diagonal: hitmask_flag,
}

impl From<&TileCell> for hitmask_tile_cell {
    fn from(it: &TileCell) -> hitmask_tile_cell {
        hitmask_tile_cell {
            tile: it.tile,
            flip_x: it.flip_x.into(),
            flip_y: it.flip_y.into(),
            diagonal: it.diagonal.into(),
        }
    }
}

/// A tile that a shape meets.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_tile_overlap {
    /// The column and the row of its cell.
    pub cell: hitmask_point,
    /// The tile's id and its flips.
    pub tile: hitmask_tile_cell,
    /// A hitmask_tile_kind. What the tile is for.
    pub kind: i32,
    /// The tile's own number.
    pub number: u64,
    /// How many of the tile's pixels the shape meets. Where pictures lie over each other, a pixel counts for each of them.
    pub area: u64,
    /// The first of these pixels, in pixels of the map.
    pub first: hitmask_point,
}

impl From<&TileOverlap> for hitmask_tile_overlap {
    fn from(it: &TileOverlap) -> hitmask_tile_overlap {
        hitmask_tile_overlap {
            cell: it.cell.into(),
            tile: (&it.tile).into(),
            kind: it.kind.number(),
            number: it.number,
            area: it.area,
            first: it.first.into(),
        }
    }
}

/// A collider that refuses one more step.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_blocker {
    /// Whether there is any. Otherwise the rest is 0.
    pub found: bool,
    /// The collider.
    pub handle: hitmask_handle,
    /// Its data.
    pub data: u64,
    /// Its pixel that refuses the step.
    pub pixel: hitmask_point,
    /// The direction against the step.
    pub normal: hitmask_point,
}

impl From<&Blocker> for hitmask_blocker {
    fn from(it: &Blocker) -> hitmask_blocker {
        hitmask_blocker {
            found: true,
            handle: it.handle.to_bits(),
            data: it.data,
            pixel: it.pixel.into(),
            normal: it.normal.into(),
        }
    }
}

impl From<Option<&Blocker>> for hitmask_blocker {
    fn from(it: Option<&Blocker>) -> hitmask_blocker {
        it.map_or(hitmask_blocker::default(), Into::into)
    }
}

/// What refuses one more step.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_stop {
    /// Whether there is any. Otherwise the rest is 0.
    pub found: bool,
    /// The number of the obstacle.
    pub index: usize,
    /// The world pixel that refuses the step.
    pub pixel: hitmask_point,
    /// The direction against the step.
    pub normal: hitmask_point,
}

impl From<&Stop> for hitmask_stop {
    fn from(it: &Stop) -> hitmask_stop {
        hitmask_stop { found: true, index: it.index, pixel: it.pixel.into(), normal: it.normal.into() }
    }
}

impl From<Option<&Stop>> for hitmask_stop {
    fn from(it: Option<&Stop>) -> hitmask_stop {
        it.map_or(hitmask_stop::default(), Into::into)
    }
}

/// Where a motion led.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_moved {
    /// Where it is now, with the remainder. Pass it to the next move.
    pub position: hitmask_point_q16,
    /// The motion, but 0 on an axis that was stopped.
    pub velocity: hitmask_point_q16,
    /// What it stands on.
    pub floor: hitmask_stop,
    /// What refuses one more step up.
    pub ceiling: hitmask_stop,
    /// What refuses one more step sideways.
    pub wall: hitmask_stop,
    /// Whether stuck is there.
    pub is_stuck: bool,
    /// The number of the solid that it overlapped at the start. Then it did not move.
    pub stuck: usize,
}

impl From<&Moved> for hitmask_moved {
    fn from(it: &Moved) -> hitmask_moved {
        hitmask_moved {
            position: it.position.into(),
            velocity: it.velocity.into(),
            floor: it.floor.as_ref().into(),
            ceiling: it.ceiling.as_ref().into(),
            wall: it.wall.as_ref().into(),
            is_stuck: it.stuck.is_some(),
            stuck: it.stuck.unwrap_or_default(),
        }
    }
}

/// Where a motion led a character among colliders.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_slid {
    /// Where it is now.
    pub position: hitmask_point_q16,
    /// The motion, but 0 on an axis that was stopped.
    pub velocity: hitmask_point_q16,
    /// What it stands on, its support: of several, what is under the most of it; of equals, the lowest handle.
    pub floor: hitmask_blocker,
    /// What refuses one more step up. Of several, the lowest handle.
    pub ceiling: hitmask_blocker,
    /// What refuses one more step sideways. Of several, the lowest handle.
    pub wall: hitmask_blocker,
    /// Whether stuck is there.
    pub is_stuck: bool,
    /// The body that it overlapped at the start. Then it did not move.
    pub stuck: hitmask_handle,
}

impl From<&Slid> for hitmask_slid {
    fn from(it: &Slid) -> hitmask_slid {
        hitmask_slid {
            position: it.position.into(),
            velocity: it.velocity.into(),
            floor: it.floor.as_ref().into(),
            ceiling: it.ceiling.as_ref().into(),
            wall: it.wall.as_ref().into(),
            is_stuck: it.stuck.is_some(),
            stuck: it.stuck.map_or(0, Handle::to_bits),
        }
    }
}

/// The colliders of a tile map in a world.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_tile_colliders {
    /// The root, with the tiles that are ground.
    pub body: hitmask_handle,
    /// Whether one_way is there.
    pub has_one_way: bool,
    /// Its part with the one-way tiles that are open above.
    pub one_way: hitmask_handle,
    /// Whether one_way_right is there.
    pub has_one_way_right: bool,
    /// Its part with those that are open to the right.
    pub one_way_right: hitmask_handle,
    /// Whether one_way_down is there.
    pub has_one_way_down: bool,
    /// Its part with those that are open below.
    pub one_way_down: hitmask_handle,
    /// Whether one_way_left is there.
    pub has_one_way_left: bool,
    /// Its part with those that are open to the left.
    pub one_way_left: hitmask_handle,
    /// Whether sensor is there.
    pub has_sensor: bool,
    /// Its part with the tiles that are sensors.
    pub sensor: hitmask_handle,
}

impl From<&TileColliders> for hitmask_tile_colliders {
    fn from(it: &TileColliders) -> hitmask_tile_colliders {
        hitmask_tile_colliders {
            body: it.body.to_bits(),
            has_one_way: it.one_way.is_some(),
            one_way: it.one_way.map_or(0, Handle::to_bits),
            has_one_way_right: it.one_way_right.is_some(),
            one_way_right: it.one_way_right.map_or(0, Handle::to_bits),
            has_one_way_down: it.one_way_down.is_some(),
            one_way_down: it.one_way_down.map_or(0, Handle::to_bits),
            has_one_way_left: it.one_way_left.is_some(),
            one_way_left: it.one_way_left.map_or(0, Handle::to_bits),
            has_sensor: it.sensor.is_some(),
            sensor: it.sensor.map_or(0, Handle::to_bits),
        }
    }
}

/// The slope of the ground under a collider's feet: rise over run.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_slope {
    /// How many columns the right end of the ground lies to the right of its left end.
    pub run: u32,
    /// How many pixels it lies higher there. Negative if it goes down to the right.
    pub rise: i32,
}

impl From<&Slope> for hitmask_slope {
    fn from(it: &Slope) -> hitmask_slope {
        hitmask_slope { run: it.run, rise: it.rise }
    }
}

/// What the last step did.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_world_stats {
    /// Colliders in the world.
    pub colliders: usize,
    /// Pairs whose layers agree and whose boxes share a pixel.
    pub candidates: usize,
    /// Candidates that the filter of the step refused.
    pub refused: usize,
    /// Candidates that a test of their own decided.
    pub custom: usize,
    /// Candidates that were decided without testing pixels.
    pub early_outs: usize,
    /// Candidates whose pixels were compared.
    pub tests: usize,
    /// Pairs that touch.
    pub touching: usize,
    /// Pictures that were drawn.
    pub drawn: usize,
    /// Pictures that another collider had drawn already.
    pub shared: usize,
    /// Candidates whose pictures were too large to be kept.
    pub undrawn: usize,
}

impl From<&WorldStats> for hitmask_world_stats {
    fn from(it: &WorldStats) -> hitmask_world_stats {
        hitmask_world_stats {
            colliders: it.colliders,
            candidates: it.candidates,
            refused: it.refused,
            custom: it.custom,
            early_outs: it.early_outs,
            tests: it.tests,
            touching: it.touching,
            drawn: it.drawn,
            shared: it.shared,
            undrawn: it.undrawn,
        }
    }
}

/// What a straight motion meets.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_cast {
    /// HITMASK_MISS or HITMASK_INITIAL_OVERLAP or HITMASK_HIT. What it does not have is 0.
    pub outcome: i32,
    /// When. From 0 to 1, without 1. Touching exactly at the end is a miss.
    pub time: hitmask_time,
    /// The first pixel of the resting shape among those that are met at that time.
    pub point: hitmask_point,
    /// The direction against the motion, on each axis on which the overlap with that pixel begins exactly then.
    pub normal: hitmask_point,
}

impl From<Cast> for hitmask_cast {
    fn from(it: Cast) -> hitmask_cast {
        let (outcome, time, point, normal) = match it {
            Cast::Miss => {
                (hitmask_outcome::HITMASK_MISS, Default::default(), Default::default(), Default::default())
            }
            Cast::InitialOverlap => (
                hitmask_outcome::HITMASK_INITIAL_OVERLAP,
                Default::default(),
                Default::default(),
                Default::default(),
            ),
            Cast::Hit { time, point, normal } => {
                (hitmask_outcome::HITMASK_HIT, time.into(), point.into(), normal.into())
            }
        };
        hitmask_cast { outcome: outcome as i32, time, point, normal }
    }
}

/// What a motion by whole pixels meets.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_step_cast {
    /// HITMASK_MISS or HITMASK_INITIAL_OVERLAP or HITMASK_HIT. What it does not have is 0.
    pub outcome: i32,
    /// How many steps are free.
    pub steps: u32,
    /// The offset after these.
    pub offset: hitmask_point,
    /// The first pixel of the overlap after the next step.
    pub point: hitmask_point,
}

impl From<StepCast> for hitmask_step_cast {
    fn from(it: StepCast) -> hitmask_step_cast {
        let (outcome, steps, offset, point) = match it {
            StepCast::Miss => {
                (hitmask_outcome::HITMASK_MISS, Default::default(), Default::default(), Default::default())
            }
            StepCast::InitialOverlap => (
                hitmask_outcome::HITMASK_INITIAL_OVERLAP,
                Default::default(),
                Default::default(),
                Default::default(),
            ),
            StepCast::Hit { steps, offset, point } => {
                (hitmask_outcome::HITMASK_HIT, steps, offset.into(), point.into())
            }
        };
        hitmask_step_cast { outcome: outcome as i32, steps, offset, point }
    }
}

/// What a turning motion meets: two times, proven, with the first overlap between them.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_posed_cast {
    /// HITMASK_MISS or HITMASK_INITIAL_OVERLAP or HITMASK_HIT or HITMASK_UNCLEAR. What it does not have is 0.
    pub outcome: i32,
    /// Until then the motion is free.
    pub free_until: hitmask_time,
    /// At that time they overlap.
    pub overlapping_at: hitmask_time,
}

impl From<PosedCast> for hitmask_posed_cast {
    fn from(it: PosedCast) -> hitmask_posed_cast {
        let (outcome, free_until, overlapping_at) = match it {
            PosedCast::Miss => (hitmask_outcome::HITMASK_MISS, Default::default(), Default::default()),
            PosedCast::InitialOverlap => {
                (hitmask_outcome::HITMASK_INITIAL_OVERLAP, Default::default(), Default::default())
            }
            PosedCast::Hit { free_until, overlapping_at } => {
                (hitmask_outcome::HITMASK_HIT, free_until.into(), overlapping_at.into())
            }
            PosedCast::Unclear { free_until } => {
                (hitmask_outcome::HITMASK_UNCLEAR, free_until.into(), Default::default())
            }
        };
        hitmask_posed_cast { outcome: outcome as i32, free_until, overlapping_at }
    }
}

/// Whether something fits.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_fit_kind {
    /// It overlaps no body there.
    HITMASK_FREE = 0,
    /// It does, but none after the least move that frees it, which was made.
    HITMASK_MOVED = 1,
    /// No move within the limit frees it. Nothing has changed.
    HITMASK_STUCK = 2,
}

/// Whether something fits.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_fit {
    /// HITMASK_FREE or HITMASK_MOVED or HITMASK_STUCK. What it does not have is 0.
    pub kind: i32,
    /// The least move that frees it, in whole pixels: (0, 0) if it is free.
    pub by: hitmask_point,
    /// The body that it is stuck in.
    pub handle: hitmask_handle,
}

impl From<Fit> for hitmask_fit {
    fn from(it: Fit) -> hitmask_fit {
        let (kind, by, handle) = match it {
            Fit::Free => (hitmask_fit_kind::HITMASK_FREE, Point::ZERO.into(), Default::default()),
            Fit::Moved(by) => (hitmask_fit_kind::HITMASK_MOVED, by.into(), Default::default()),
            Fit::Stuck(handle) => (hitmask_fit_kind::HITMASK_STUCK, Default::default(), handle.to_bits()),
        };
        hitmask_fit { kind: kind as i32, by, handle }
    }
}
