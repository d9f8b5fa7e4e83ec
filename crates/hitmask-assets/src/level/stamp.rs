//! What a tile looks like where it lies: its solid pixels, turned, mirrored and scaled.

use hitmask::{AlphaMask, InvalidArgument, Mask, Point, Rect, TileKinds};

use super::cell::{LevelCell, LevelOrientation};
use super::parts::drawn;
use super::place::Affine;
use super::tile_set::{LevelTile, LevelTileSet};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Budget, Limits, Work, area, mask_bytes};
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
    /// A tile that has some is solid where they cover it, and nowhere else. Parts outside the tile are cut off. If none of them can cover
    /// anything ([`LevelTile::is_shaped`]), its picture counts. The default.
    #[default]
    Use,
    /// Nothing: every tile is solid where its picture is.
    Ignore,
}

/// The work of making the mask of a tile, however small it is, in plain pixels.
const TILE_WORK: u64 = 128;

/// The tile of a set, as it is before it is turned: where it is solid, and its colours.
pub(super) struct Texels {
    pub(super) alpha: AlphaMask,
    pub(super) image: Image,
}

impl LevelTileSet {
    /// The solid pixels of a tile. None if there is no such tile.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`], and [`ErrorKind::LevelTile`] if it is beyond the limits of the rule.
    pub fn mask(&self, id: u32, rule: &LevelRule) -> Result<Option<Mask>> {
        self.mask_within(id, rule, &Budget::new(rule.limits))
    }

    /// The same, taken off a budget until the end.
    pub(super) fn mask_within(&self, id: u32, rule: &LevelRule, budget: &Budget) -> Result<Option<Mask>> {
        let mask = || match (self.shape_mask(id, rule, budget)?, self.picture(id)) {
            (Some(mask), _) => Ok(Some(mask)),
            (None, Some((image, rect))) => solid_pixels(image, rect, rule.threshold, budget).map(Some),
            (None, None) => Ok(None),
        };
        mask().map_err(|error| self.of_tile(id, error))
    }

    /// Whether the mask of a tile is that of its collision shapes.
    pub(super) fn is_shaped(&self, id: u32, rule: &LevelRule) -> bool {
        rule.shapes == TileShapes::Use && self.tile(id).is_some_and(LevelTile::is_shaped)
    }

    /// Names the tile, if an error says that something is too large.
    pub(super) fn of_tile(&self, id: u32, error: Error) -> Error {
        error.map_kind(|kind| match kind {
            ErrorKind::TooLarge { limit, claimed, allowed } => ErrorKind::LevelTile {
                layer: None,
                set: self.name.clone(),
                tile: id,
                limit,
                claimed,
                allowed,
            },
            kind => kind,
        })
    }

    /// The pixels of the collision shapes of a tile. None if it has none, or if they don't count.
    fn shape_mask(&self, id: u32, rule: &LevelRule, budget: &Budget) -> Result<Option<Mask>> {
        let shapes = self.tile(id).map(|tile| &tile.shapes[..]).unwrap_or_default();
        match self.size(id) {
            Some(size) if self.is_shaped(id, rule) => Ok(Some(fill_shapes(shapes, size, budget)?)),
            _ => Ok(None),
        }
    }

    /// A tile with its colours and with the alpha by which it collides. The caller gives their memory back.
    pub(super) fn texels(&self, id: u32, rule: &LevelRule, budget: &Budget) -> Result<Option<Texels>> {
        let Some([w, h]) = self.size(id) else { return Ok(None) };
        // The colours, if they are cut out, and the alpha with its two masks.
        let work = budget.work(4 * area(w, h) + 4 * TILE_WORK, Work::Draw);
        let taken = work.and_then(|()| budget.keep(5 * area(w, h) + 2 * mask_bytes(w, h)));
        taken.map_err(|error| self.of_tile(id, error.into()))?;
        let shape = self.shape_mask(id, rule, budget)?;
        let image = match self.picture(id) {
            None => return Ok(None),
            // A tile with shapes is white.
            Some((image, _)) if shape.is_some() && !image.is_drawn() => Image::default(),
            Some(_) => self.image(id)?.unwrap_or_default(),
        };
        let alpha = match shape {
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
    ) -> Result<Affine, InvalidArgument> {
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

/// The solid pixels of a part of a picture. No copy of the part is made, but of a few rows at a time.
pub(super) fn solid_pixels(image: &Image, rect: Rect, threshold: u8, budget: &Budget) -> Result<Mask> {
    const COPIED: u32 = 1 << 18;
    let image = drawn(image)?;
    let Rect { w, h, .. } = rect;
    budget.take_mask(w.into(), h.into())?;
    budget.work(2 * area(w, h) + TILE_WORK, Work::Draw)?;
    let wrong = |error: InvalidArgument| ErrorKind::level(error.to_string());
    if (w, h) == (image.width(), image.height()) {
        return Ok(Mask::from_rgba8(w, h, image.as_rgba8(), threshold).map_err(wrong)?);
    }
    let rows = (COPIED / w.max(1)).clamp(1, h.max(1));
    let _held = budget.hold(4 * area(w, rows) + mask_bytes(w, rows))?;
    let (x, y) = (rect.x.unsigned_abs(), rect.y.unsigned_abs());
    let part = |top: u32, rows: u32| -> Result<Mask> {
        let part = image.crop(x, y + top, w, rows)?;
        Ok(Mask::from_rgba8(w, rows, part.as_rgba8(), threshold).map_err(wrong)?)
    };
    if rows == h {
        return part(0, h);
    }
    let mut mask = Mask::try_new(w, h)?;
    for top in (0..h).step_by(rows as usize) {
        // The side of a mask fits an `i32`.
        mask.union_with(&part(top, rows.min(h - top))?, (0, top as i32));
    }
    Ok(mask)
}

/// A mask under a map, and its upper left pixel. It is taken off the budget until the end.
pub(super) fn baked(mask: &Mask, to: Affine, budget: &Budget) -> Result<(Mask, Point)> {
    let (w, h) = mask.size();
    let [wide, high] = to.box_of([w, h].map(f64::from));
    budget.take_mask(wide, high)?;
    // At worst every pixel has an edge, which is followed through its rows.
    budget.work(2 * area(w, h) + high.min(u64::from(Mask::MAX_SIDE)), Work::Draw)?;
    Ok(mask.bake(&to.pose()?)?)
}

/// The picture of a tile under a pose, and its upper left pixel. Its alpha is exact; its colours are those of the nearest texels.
pub(super) fn painted(texels: &Texels, to: Affine, budget: &Budget) -> Result<(Image, Point)> {
    let pose = &to.pose()?;
    let most = to.box_of([texels.alpha.width(), texels.alpha.height()].map(f64::from));
    let [wide, high] = most.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    budget.check_size(wide.saturating_sub(1), high.saturating_sub(1))?;
    budget.work(4 * area(wide, high), Work::Draw)?;
    // The alpha with its two masks, while the picture is made.
    let _held = budget.hold(area(wide, high) + 2 * mask_bytes(wide, high))?;
    let (alpha, corner) = texels.alpha.bake(pose)?;
    let (w, h) = alpha.size();
    budget.take_picture(w, h)?;
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
