//! What a tile looks like where it lies: its solid pixels, turned, mirrored and scaled.

use hitmask::{AlphaMask, Mask, Point, Pose, Refused, TileKinds};

use super::cell::{LevelCell, LevelOrientation};
use super::place::Affine;
use super::tile_set::LevelTileSet;
use crate::error::{ErrorKind, Result};
use crate::limits::{Budget, Limits, Work, area};
use crate::{Image, level::fill::fill_shapes};

/// Which pixels of a level are solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LevelRule {
    /// The least alpha that is solid. 0 makes every pixel of a tile's picture solid. 128 by default.
    pub threshold: u8,
    /// What the collision shapes of a tile do.
    pub shapes: TileShapes,
    /// Tiles of which kinds count. All but [`TileKind::Nothing`](hitmask::TileKind::Nothing) by default. A [`TileMap`](hitmask::TileMap)
    /// has all kinds in any case.
    pub kinds: TileKinds,
    /// How large masks and pictures may be, and how much work they may take.
    pub limits: Limits,
}

impl Default for LevelRule {
    fn default() -> Self {
        LevelRule {
            threshold: 128,
            shapes: TileShapes::default(),
            kinds: TileKinds::ALL,
            limits: Limits::default(),
        }
    }
}

/// What the collision shapes of a tile do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TileShapes {
    /// A tile that has some is solid where they cover it, and nowhere else. Parts outside the tile are cut off. The default.
    #[default]
    Use,
    /// Nothing: every tile is solid where its picture is.
    Ignore,
}

/// The tile of a set, as it is before it is turned: where it is solid, and its colours.
pub(super) struct Texels {
    pub(super) alpha: AlphaMask,
    pub(super) image: Image,
}

impl LevelTileSet {
    /// The solid pixels of a tile. None if there is no such tile.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`].
    pub fn mask(&self, id: u32, rule: &LevelRule) -> Result<Option<Mask>> {
        if let Some(mask) = self.shape_mask(id, rule)? {
            return Ok(Some(mask));
        }
        let Some(image) = self.image(id)? else { return Ok(None) };
        let mask = Mask::from_rgba8(image.width(), image.height(), image.as_rgba8(), rule.threshold);
        Ok(Some(mask.map_err(|error| ErrorKind::level(error.to_string()))?))
    }

    /// The pixels of the collision shapes of a tile. None if it has none, or if they don't count.
    fn shape_mask(&self, id: u32, rule: &LevelRule) -> Result<Option<Mask>> {
        let shapes = self.tile(id).map(|tile| &tile.shapes[..]).unwrap_or_default();
        match (rule.shapes, self.size(id)) {
            (TileShapes::Use, Some(size)) if !shapes.is_empty() => Ok(Some(fill_shapes(shapes, size)?)),
            _ => Ok(None),
        }
    }

    /// A tile with its colours and with the alpha by which it collides.
    pub(super) fn texels(&self, id: u32, rule: &LevelRule) -> Result<Option<Texels>> {
        let Some(image) = self.image(id)? else { return Ok(None) };
        let alpha = match self.shape_mask(id, rule)? {
            Some(mask) => AlphaMask::from_mask(&mask),
            None => AlphaMask::from_rgba8(image.width(), image.height(), image.as_rgba8())
                .map_err(|error| ErrorKind::level(error.to_string()))?,
        };
        Ok(Some(Texels { alpha, image }))
    }

    /// How a tile is mapped to a place, from the lower left corner of the place. `size` is what its picture is scaled to.
    pub(super) fn placement(
        &self,
        tile: [u32; 2],
        size: [f64; 2],
        cell: LevelCell,
        orientation: LevelOrientation,
    ) -> Result<Affine, Refused> {
        let tile = tile.map(f64::from);
        let mut scale = [size[0] / tile[0], size[1] / tile[1]];
        if self.keeps_aspect {
            scale = [scale[0].min(scale[1]); 2];
        }
        let middle = [size[0] / 2.0, size[1] / 2.0];
        let mut at = [
            middle[0] + f64::from(self.offset[0]) * scale[0],
            middle[1] - size[1] + f64::from(self.offset[1]) * scale[1],
        ];
        let (mut turn, mut flips) = (0.0, [cell.flip_x(), cell.flip_y()]);
        if matches!(orientation, LevelOrientation::Hexagonal { .. }) {
            turn = 60.0 * f64::from(cell.hex_turns(orientation));
        } else if cell.diagonal() {
            // Exchanging x and y, and then mirroring, is mirroring first and then a quarter turn.
            turn = 90.0;
            flips = [cell.flip_y(), !cell.flip_x()];
            // The picture stays on the lower left corner, although its sides are exchanged.
            let half = middle[1] - middle[0];
            at = [at[0] + half, at[1] + half];
        }
        let mirrored = |scale: f64, flip: bool| if flip { -scale } else { scale };
        let scale = Affine::scale([mirrored(scale[0], flips[0]), mirrored(scale[1], flips[1])]);
        let to_middle = Affine::shift([-tile[0] / 2.0, -tile[1] / 2.0]);
        Ok(Affine::shift(at).after(Affine::turn(turn)?).after(scale).after(to_middle))
    }
}

/// The picture of a tile under a pose, and its upper left pixel. Its alpha is exact; its colours are those of the nearest texels.
pub(super) fn painted(texels: &Texels, pose: &Pose, budget: &Budget) -> Result<(Image, Point)> {
    let (alpha, corner) = texels.alpha.try_bake(pose)?;
    let (w, h) = alpha.size();
    budget.take_picture(w, h)?;
    budget.work(4 * area(w, h), Work::Draw)?;
    let [a, b, c, d, tx, ty] = pose.to_q16().map(|number| number as f64 / 65_536.0);
    let determinant = a * d - b * c;
    let mut rgba = crate::limits::reserved(4 * area(w, h))?;
    for (number, &alpha) in alpha.as_bytes().iter().enumerate() {
        let (column, row) = (number as u32 % w.max(1), number as u32 / w.max(1));
        let x = f64::from(corner.x) + f64::from(column) + 0.5 - tx;
        let y = f64::from(corner.y) + f64::from(row) + 0.5 - ty;
        // Casts saturate, so a place beside the picture takes its nearest colour.
        let u = (((d * x - b * y) / determinant) as u32).min(texels.image.width().saturating_sub(1));
        let v = (((a * y - c * x) / determinant) as u32).min(texels.image.height().saturating_sub(1));
        let [r, g, b, seen] = texels.image.pixel(u, v).unwrap_or([255; 4]);
        // Where a collision shape covers what cannot be seen, it is white.
        rgba.extend_from_slice(&if seen == 0 { [255, 255, 255, alpha] } else { [r, g, b, alpha] });
    }
    Ok((Image::from_rgba8(w, h, rgba)?, corner))
}
