//! The error for wrong arguments: why a call was refused. There is one such error for all calls, and the caller could have avoided it.

use core::fmt;

/// Why a call was refused: which argument was wrong, and what was wrong with it.
///
/// Verbs that ask something of their arguments come in two forms. `x` panics with this error's sentence, `try_x` returns the error and has
/// changed nothing. Where a small check says the same, there is that check instead, such as [`Point::checked_in`](crate::Point::checked_in) and
/// [`Mask::check_size`](crate::Mask::check_size). Bytes of a saved format have an error of their own: [`DecodeError`](crate::DecodeError).
///
/// ```
/// use hitmask::{Angle, InvalidArgument, InvalidReason, Transform};
/// let mut turned = Transform::default();
/// let refused = turned.try_set_rotation(Angle::Degrees(f64::NAN)).unwrap_err();
/// assert_eq!((refused.argument, refused.reason), ("rotation", InvalidReason::NotFinite));
/// assert_eq!(refused.to_string(), "the rotation must be finite: neither infinite nor NaN");
/// assert_eq!(turned, Transform::default());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct InvalidArgument {
    /// The argument, or a part of it, by its name in this documentation: `"position"`, `"scale"`. Or what would come of it: `"image"`,
    /// `"result"`.
    pub argument: &'static str,
    /// What is wrong with it.
    pub reason: InvalidReason,
}

/// What is wrong with a [refused](InvalidArgument) argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum InvalidReason {
    /// A number is infinite or NaN, or an angle in steps has 0 steps per turn.
    NotFinite,
    /// A number is below the least or above the most that is allowed.
    OutOfRange {
        /// The least number allowed.
        least: i64,
        /// The largest number allowed.
        most: i64,
    },
    /// A position, or the place to which a motion leads, lies more than so many pixels from (0, 0) along an axis.
    TooFar {
        /// The largest magnitude of a coordinate, in pixels: that of [`PointQ16::LIMIT`](crate::PointQ16::LIMIT).
        most: i64,
    },
    /// A turn, a scale or a shear would stretch a shape to more than so many times its size.
    TooStretched {
        /// The most that a shape may be stretched: [`Pose::MAX_STRETCH`](crate::Pose::MAX_STRETCH).
        most: u32,
    },
    /// The matrix maps the shape to a line or a point and has no inverse. A scale is 0 or nearly 0, or the shear maps both axes to the same
    /// line.
    Singular,
    /// An image, or a shape that must be drawn, has too many pixels.
    TooLarge {
        /// Its width in pixels. If it does not fit, [`u32::MAX`].
        width: u32,
        /// Its height in pixels. If it does not fit, [`u32::MAX`].
        height: u32,
        /// The longest side allowed.
        side: u32,
        /// The largest number of pixels allowed.
        pixels: u64,
    },
    /// A pixel lies outside an image.
    Outside {
        /// The pixel's x.
        x: i32,
        /// The pixel's y.
        y: i32,
        /// The image's width.
        width: u32,
        /// The image's height.
        height: u32,
    },
    /// There is none with this number. Numbers begin with 0.
    NoSuchIndex {
        /// The number.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A cell lies outside a tile map.
    NoSuchCell {
        /// The cell's column.
        x: i32,
        /// The cell's row.
        y: i32,
        /// The number of columns.
        columns: u32,
        /// The number of rows.
        rows: u32,
    },
    /// The set has no tile with this id.
    NoSuchTile {
        /// The id.
        tile: u32,
    },
    /// The corners of a polygon don't go exactly once around a convex area, always turning in the same direction.
    NotConvex {
        /// The first corner at which this shows, counted from 0 in the order given.
        corner: usize,
    },
    /// There must be at least one: it is 0, or an empty list.
    Empty,
    /// A list has not as many items as it must have: as the size of a mask asks for, or as there are questions.
    WrongLength {
        /// How many it has.
        length: usize,
        /// How many it must have.
        needed: u64,
    },
    /// A run is not valid in its row of a mask.
    BadRun {
        /// The row of the run, from 0.
        row: u32,
        /// The index of the run in its row, from 0.
        index: usize,
        /// The start of the run.
        start: u16,
        /// The end of the run (exclusive).
        end: u16,
        /// What is wrong with the run: `"contains no pixel"`, `"extends beyond the right edge of the mask"`, or `"starts before the end of
        /// the previous run"`.
        fault: &'static str,
    },
    /// A pixel has a colour that has no label: see [`LabelMask::from_colors`](crate::LabelMask::from_colors).
    UnlistedColor {
        /// The pixel's x.
        x: u32,
        /// The pixel's y.
        y: u32,
        /// Its red, green, blue and alpha.
        color: [u8; 4],
    },
    /// An outline that was simplified has more corners than allowed. The smallest number of corners is not always found, so fewer may be
    /// possible.
    TooManyPoints {
        /// The number of corners of all rings in the result.
        needed: usize,
        /// The number of corners allowed.
        allowed: usize,
    },
    /// An outline that was simplified breaks its promise at a pixel. No such case is known. If it happens, the outline is not returned.
    BrokenPromise {
        /// The pixel's x.
        x: i32,
        /// The pixel's y.
        y: i32,
    },
    /// Shapes of this kind can't be used there: its shape is not an animation.
    WrongShape,
    /// It belongs to a terrain of another size.
    WrongBase,
    /// It is a part of another collider, and goes where that one goes.
    IsPart,
    /// It is the collider itself or one of its parts, so it can't have that collider as a part.
    Cycle,
    /// Parts of parts would be deeper than this.
    TooDeep {
        /// How many parts may lie above each other.
        most: u32,
    },
    /// It is neither a character nor a crate, or is a part, stale, disabled, in another space or the solid itself: so the solid cannot carry it.
    CannotRide,
}

impl InvalidArgument {
    pub(crate) const fn new(argument: &'static str, reason: InvalidReason) -> InvalidArgument {
        InvalidArgument { argument, reason }
    }

    /// The same number, if there are more than that. It is the checked form of verbs that panic for nothing but a number of which there is
    /// none, such as [`Components::mask`](crate::Components::mask).
    ///
    /// # Errors
    /// [`InvalidReason::NoSuchIndex`] about the argument of that name.
    pub const fn index(argument: &'static str, index: usize, count: usize) -> Result<usize, InvalidArgument> {
        if index < count {
            return Ok(index);
        }
        Err(InvalidArgument::new(argument, InvalidReason::NoSuchIndex { index, count }))
    }

    /// A size that is too large.
    pub(crate) const fn too_large(
        argument: &'static str,
        size: (u32, u32),
        side: u32,
        pixels: u64,
    ) -> InvalidArgument {
        let (width, height) = size;
        InvalidArgument::new(argument, InvalidReason::TooLarge { width, height, side, pixels })
    }

    /// The same, about another argument.
    pub(crate) fn of(self, argument: &'static str) -> InvalidArgument {
        InvalidArgument { argument, ..self }
    }
}

impl fmt::Display for InvalidArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = self.argument;
        match self.reason {
            InvalidReason::NotFinite => {
                write!(f, "the {what} must be finite: neither infinite nor NaN")
            }
            InvalidReason::OutOfRange { least, most } => {
                write!(f, "the {what} must be from {least} to {most}")
            }
            InvalidReason::TooFar { most } => {
                write!(
                    f,
                    "the {what} leads too far away: keep it within {most} pixels of (0, 0) along each axis"
                )
            }
            InvalidReason::TooStretched { most } => write!(
                f,
                "the {what} would stretch the shape to more than {most} times its size: scale or shear it less"
            ),
            InvalidReason::Singular => write!(
                f,
                "the {what} flattens the sprite to a line or a point and has no inverse: give a scale that is not 0"
            ),
            InvalidReason::TooLarge { width, height, side, pixels } => write!(
                f,
                "the {what} of {width} x {height} pixels is too large: at most {side} pixels per side and {pixels} in total"
            ),
            InvalidReason::Outside { x, y, width, height } => {
                write!(f, "the {what} ({x}, {y}) lies outside {width} x {height} pixels: the first is (0, 0)")
            }
            InvalidReason::NotConvex { corner } => {
                write!(f, "the {what} is not convex, or goes around more than once: see corner {corner}")
            }
            InvalidReason::NoSuchIndex { index, count } => {
                write!(f, "there is no {what} {index}: there are {count}, and the first is number 0")
            }
            InvalidReason::NoSuchCell { x, y, columns, rows } => {
                write!(f, "the {what} ({x}, {y}) lies outside {columns} x {rows} cells: the first is (0, 0)")
            }
            InvalidReason::NoSuchTile { tile } => {
                write!(f, "the {what} {tile} is not in the set: give it a tile with this id")
            }
            InvalidReason::WrongLength { length, needed } => {
                write!(f, "the number of {what} must be {needed}, not {length}")
            }
            InvalidReason::BadRun { row, index, start, end, fault } => {
                write!(f, "{what} {index} of row {row}, from {start} up to but not including {end}, {fault}")
            }
            InvalidReason::UnlistedColor { x, y, color: [r, g, b, a] } => write!(
                f,
                "the {what} #{r:02x}{g:02x}{b:02x}{a:02x} of pixel ({x}, {y}) has no label: list it, or say which label unlisted colors have"
            ),
            InvalidReason::TooManyPoints { needed, allowed } => write!(
                f,
                "the {what} has {needed} corners but {allowed} are allowed: allow more, or a larger tolerance"
            ),
            InvalidReason::BrokenPromise { x, y } => {
                write!(f, "the {what} breaks its promise at pixel ({x}, {y})")
            }
            InvalidReason::Empty => write!(f, "the {what} must have at least one: give 1 or more"),
            InvalidReason::WrongShape if what == "shape" => f.write_str("the shape must be a tile map"),
            InvalidReason::WrongShape => {
                write!(
                    f,
                    "the {what} is asked for, but the collider's shape is not an animation: give it frames"
                )
            }
            InvalidReason::WrongBase => {
                write!(f, "the {what} is of a terrain of another size: take one of this terrain")
            }
            InvalidReason::IsPart => {
                write!(
                    f,
                    "the {what} is a part, which goes where its root goes: take the root, or detach the part"
                )
            }
            InvalidReason::Cycle => {
                write!(f, "the {what} is the part itself, or a part of it: nothing can be a part of itself")
            }
            InvalidReason::TooDeep { most } => {
                write!(
                    f,
                    "the {what} would be a part of a part, and so on, more than {most} deep: attach it further up"
                )
            }
            InvalidReason::CannotRide => {
                write!(
                    f,
                    "the {what} name a collider that the solid cannot carry: name characters and crates that are in its space, enabled, and \
                     no parts"
                )
            }
        }
    }
}

impl core::error::Error for InvalidArgument {}

/// The panicking form of a checked verb.
pub(crate) trait OrPanic<T> {
    /// What was not refused.
    ///
    /// # Panics
    /// With the refusal's sentence.
    fn or_panic(self) -> T;
}

impl<T> OrPanic<T> for Result<T, InvalidArgument> {
    #[inline]
    #[track_caller]
    fn or_panic(self) -> T {
        match self {
            Ok(answer) => answer,
            Err(refused) => panic_with(&refused),
        }
    }
}

#[cold]
#[track_caller]
fn panic_with(refused: &InvalidArgument) -> ! {
    panic!("{refused}")
}
