//! What the commands that find shapes in one sprite start from: its frame and its solid pixels.

use std::cell::OnceCell;

use hitmask::{BorderMode, DistanceField, Mask};
use hitmask_assets::Frame;

use crate::args::{ShapeArgs, SingleSpriteArgs};
use crate::error::Error;
use crate::files::FileGuard;
use crate::note::Invisible;
use crate::output;
use crate::output_file::ShapeFile;
use crate::sprite_name::SpriteName;
use crate::store::{LoadedShape, SpriteStore};
use crate::surface::Surface;

/// A sprite's frame and its solid pixels.
pub(super) struct LoadedMask {
    name: SpriteName,
    pub(super) frame: Frame,
    pub(super) mask: Mask,
    invisible: Option<Invisible>,
    distances: OnceCell<DistanceField>,
}

impl LoadedMask {
    /// Reads the sprite, and refuses an output file that is one of its files.
    pub(super) fn read(args: &SingleSpriteArgs, shape: &ShapeArgs) -> Result<Self, Error> {
        let spec = args.options.spec(&args.file);
        let frame = SpriteStore::new(&args.options.limits)?.frame(&spec)?;
        if let Some(ShapeFile::Svg(path) | ShapeFile::Json(path)) = &shape.output {
            FileGuard::reading([&spec], &(&args.options.limits).into())?.writes(path)?;
        }
        let LoadedShape { shape, invisible } = LoadedShape::new(&frame, &spec);
        let mask = shape.into_mask();
        Ok(LoadedMask { name: args.file.clone(), frame, mask, invisible, distances: OnceCell::new() })
    }

    /// Tells on standard error if the sprite can be seen but not touched.
    pub(super) fn remark(&self) {
        if let Some(invisible) = self.invisible {
            output::remark(&invisible.sentence(&self.name, Surface::CommandLine));
        }
    }

    /// The number of runs of solid pixels in all rows.
    pub(super) fn runs(&self) -> u64 {
        let (w, h) = self.mask.size();
        // The sides of masks fit `i32`.
        let starts =
            |y: i32| (0..w as i32).filter(move |&x| self.mask.get((x, y)) && !self.mask.get((x - 1, y)));
        (0..h as i32).map(|y| starts(y).count() as u64).sum()
    }

    /// From each pixel to the nearest clear one.
    pub(super) fn distances(&self) -> &DistanceField {
        self.distances.get_or_init(|| self.mask.distance_to_clear(BorderMode::Clear))
    }
}
