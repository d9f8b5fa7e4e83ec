//! The collision frames of a sprite: masks that share one pivot, for a collider of a world.

use std::collections::HashSet;
use std::sync::Arc;

use hitmask::{Frames, Mask, Point, PointQ16, Rect};

use crate::error::{ErrorKind, Result};
use crate::{Frame, Sprite};

/// Which pixels become solid, of which frames, and how the frames are turned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CollisionOptions {
    /// The least alpha that is solid. 0 makes every pixel of a frame solid. 128 by default.
    pub threshold: u8,
    /// Which frames. All by default.
    pub frames: FrameChoice,
    /// Whether left and right are exchanged, about the vertical line through the pivot.
    pub flip_h: bool,
    /// Whether top and bottom are exchanged, about the horizontal line through the pivot.
    pub flip_v: bool,
    /// Whether the masks are cut to their solid pixels. This changes no answer: the masks become smaller and more of them are equal. True
    /// by default.
    pub trim: bool,
    /// A pivot for every frame, measured from the frame's upper left corner, instead of the pivots in the file.
    pub pivot: Option<PointQ16>,
}

/// Which frames of a sprite.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum FrameChoice {
    /// All, so that the numbers of the frames in the sprite are those in the collider.
    #[default]
    All,
    /// Those of the tag with this name, in the order of the file. If several tags have this name, those of the first one.
    Tag(String),
    /// Those with these numbers, in this order. There must be at least one.
    Numbers(Vec<u32>),
}

impl Default for CollisionOptions {
    fn default() -> Self {
        CollisionOptions {
            threshold: 128,
            frames: FrameChoice::All,
            flip_h: false,
            flip_v: false,
            trim: true,
            pivot: None,
        }
    }
}

/// The frames of a sprite as a collider's shape.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CollisionFrames {
    /// The masks, for [`Collider::new`](hitmask::Collider::new). They show the first frame.
    pub frames: Frames,
    /// The point that all frames share, measured from the shape's origin. The origin is the upper left corner of the first chosen frame, as
    /// it is after a flip. Give the point to [`Transform::set_pivot`](hitmask::Transform::set_pivot) or [`PoseParts::pivot`](hitmask::PoseParts),
    /// so that the collider is placed by it, and turns and flips about it.
    pub pivot: PointQ16,
    /// The numbers that the frames have in the sprite.
    pub numbers: Vec<u32>,
}

impl CollisionFrames {
    /// Which of the frames is the frame of the sprite with this number, for [`World::set_frame`](hitmask::World::set_frame). None if it was
    /// not chosen. If all frames were chosen, it is the number itself.
    ///
    /// Complexity: linear in the number of frames, constant if all were chosen.
    #[must_use]
    pub fn index_of(&self, number: usize) -> Option<usize> {
        let is_it = |&at: &usize| self.numbers.get(at).is_some_and(|&it| it as usize == number);
        Some(number).filter(is_it).or_else(|| (0..self.numbers.len()).find(is_it))
    }
}

impl Sprite {
    /// The collision frames of the sprite: a mask for each chosen frame, placed so that the pivots of all frames lie on one point. Frames
    /// with the same solid pixels share one mask.
    ///
    /// # Pivots
    /// - A pivot may lie between pixels. It is kept, rounded to 1/65536 pixel. A flip keeps it, too: the picture is mirrored in place, and
    ///   the pivot moves to the other side. So a flip never rounds.
    /// - The masks lie on whole pixels. A frame whose pivot differs from that of the first frame by whole pixels is shifted exactly. Other
    ///   differences are rounded to the nearest pixel, and a tie goes to the left and up, as everywhere ([`PointQ16::pixel`]). The shift is
    ///   rounded before a flip, so a flipped animation is always the mirror image of the animation.
    /// - A frame without a pivot has that of the first frame, measured from its own upper left corner. If the first frame has none, it is
    ///   the middle of the first frame.
    /// - The pivots of slices are not used. To use one, set [`CollisionOptions::pivot`].
    ///
    /// [`Transform::set_flip`](hitmask::Transform::set_flip) flips a collider about its pivot, too, and covers the same pixels. It needs no second set
    /// of frames.
    ///
    /// ```
    /// use std::time::Duration;
    /// use hitmask::{Collider, World};
    /// use hitmask_assets::{CollisionOptions, Image, Options, decode, encode_png};
    ///
    /// // A sheet of two frames, 8 x 8 pixels each.
    /// let solid = |i: usize| if i % 16 < 8 { i % 16 < 4 } else { i / 16 < 2 };
    /// let rgba = (0..16 * 8).flat_map(|i| [255, 255, 255, if solid(i) { 255 } else { 0 }]).collect();
    /// let png = encode_png(&Image::from_rgba8(16, 8, rgba)?);
    /// let mut hero = decode(&png, &Options { grid: Some((8, 8)), ..Options::default() })?;
    /// hero.fill_durations(Duration::from_millis(80));
    ///
    /// let right = hero.collision_frames(&CollisionOptions::default())?;
    /// let left = hero.collision_frames(&CollisionOptions { flip_h: true, ..CollisionOptions::default() })?;
    /// assert_eq!(right.frames.all()[0].1, (0, 0).into());      // the left half is solid
    /// assert_eq!(left.frames.all()[0].1, (4, 0).into());       // now it is the right half
    ///
    /// let mut world = World::new();
    /// let collider = world.insert(Collider::new(right.frames));
    /// world.edit(collider, |collider| collider.transform.set_pivot(right.pivot.to_f64())).unwrap();
    /// world.set_position(collider, (100, 50)).unwrap();           // where the pivot lies: the middle of the frame
    /// let frame = hero.frame_at(Duration::from_millis(130));
    /// world.set_frame(collider, frame).unwrap();
    /// assert_eq!(world.bounds(collider).unwrap(), hitmask::Rect::new(96, 46, 8, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// - [`ErrorKind::NoSuchFrame`] if there is no tag with the name, or no frame with a number.
    /// - [`ErrorKind::FarPivot`] if a pivot is farther away from a frame, or from the pivot of the first frame, than a pixel can be.
    ///
    /// # Panics
    /// If no frame is chosen: the list of numbers is empty, or the sprite or the tag has no frame. A sprite that was read has frames, and so
    /// have its tags.
    ///
    /// Complexity: linear in the pixels of the chosen frames.
    pub fn collision_frames(&self, options: &CollisionOptions) -> Result<CollisionFrames> {
        let numbers = self.numbers_of(&options.frames)?;
        let frame = |&number: &u32| self.frames.get(number as usize).ok_or(number);
        let chosen: Vec<&Frame> = numbers
            .iter()
            .map(frame)
            .collect::<Result<_, u32>>()
            .map_err(|number| self.no_such_frame(&number.to_string()))?;
        let Some(first) = chosen.first() else {
            panic!("no frame is chosen: collision frames need at least one")
        };
        let size = |frame: &Frame| [frame.image.width(), frame.image.height()];
        let middle = size(first).map(|side| f64::from(side) / 2.0);
        let common = first.pivot.unwrap_or(middle);
        let pivot_of = |frame: &Frame| match options.pivot {
            Some(pivot) => pivot.checked("pivot").ok(),
            None => {
                let [x, y] = frame.pivot.unwrap_or(common);
                PointQ16::from_f64(x, y)
            }
        };
        let far = |frame: &Frame| ErrorKind::FarPivot { frame: frame.name.clone() };

        let pivot = pivot_of(first).ok_or_else(|| far(first))?;
        #[expect(
            clippy::mutable_key_type,
            reason = "masks are compared by their pixels, which nobody changes here"
        )]
        let mut masks: HashSet<Arc<Mask>> = HashSet::new();
        let mut frames = Vec::with_capacity(chosen.len());
        for &frame in &chosen {
            let own = pivot_of(frame).ok_or_else(|| far(frame))?;
            let shift = (pivot - own).pixel().ok_or_else(|| far(frame))?;
            let mut mask = frame.mask(options.threshold);
            if options.flip_h {
                mask = mask.flip_h();
            }
            if options.flip_v {
                mask = mask.flip_v();
            }
            let mut corner = Point::ZERO;
            if options.trim {
                let Rect { x, y, w, h } = mask.bounds().unwrap_or_default();
                corner = Point::new(x, y);
                if (w, h) != mask.size() {
                    mask = mask.crop(Rect { x, y, w, h });
                }
            }
            // The frame begins at `shift` in the first frame, and ends `w` pixels further on. So its mirror image begins where it ended.
            let along = |flip: bool, shift: i32, corner: i32, of_first: u32, own: u32| {
                let shift = i64::from(shift);
                let begin = if flip { i64::from(of_first) - i64::from(own) - shift } else { shift };
                i32::try_from(begin + i64::from(corner)).ok()
            };
            let ([first_w, first_h], [w, h]) = (size(first), size(frame));
            let offset = along(options.flip_h, shift.x, corner.x, first_w, w)
                .zip(along(options.flip_v, shift.y, corner.y, first_h, h))
                .ok_or_else(|| far(frame))?;
            let mask = match masks.get(&mask) {
                Some(shared) => Arc::clone(shared),
                None => {
                    let mask = Arc::new(mask);
                    masks.insert(Arc::clone(&mask));
                    mask
                }
            };
            frames.push((mask, offset.into()));
        }
        let mirrored = |flip: bool, side: u32, at: i64| {
            if flip { i64::from(side) * PointQ16::ONE - at } else { at }
        };
        let [w, h] = size(first);
        let pivot = PointQ16::new(mirrored(options.flip_h, w, pivot.x), mirrored(options.flip_v, h, pivot.y));
        let pivot = pivot.checked("pivot").map_err(|_| far(first))?;
        Ok(CollisionFrames { frames: Frames::new(frames), pivot, numbers })
    }

    /// The numbers of the chosen frames.
    fn numbers_of(&self, choice: &FrameChoice) -> Result<Vec<u32>> {
        Ok(match choice {
            // A sprite never has 2^32 frames: each takes more than one byte.
            FrameChoice::All => (0..self.frames.len() as u32).collect(),
            FrameChoice::Tag(name) => {
                self.tag(name).ok_or_else(|| self.no_such_frame(name))?.frames.iter().collect()
            }
            FrameChoice::Numbers(numbers) => numbers.clone(),
        })
    }
}
