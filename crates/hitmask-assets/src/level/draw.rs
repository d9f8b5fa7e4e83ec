//! What a layer gives to the library: a flat mask, or a picture. Tile maps are in [`super::map`].

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use hitmask::{Mask, Point, PointQ16, Rect, TileKind, TileMap};

use super::cell::LevelCell;
use super::drawing_budget::{drawing_budget, far, q16, whole_pixel};
use super::fill::fill_object;
use super::map::LevelMap;
use super::model::{Level, LevelCells, LevelContent, LevelFile, LevelLayer, LevelPicture};
use super::object::{LevelObject, LevelObjectShape};
use super::object_at::LevelObjectAt;
use super::place::Affine;
use super::stamp::{LevelRule, baked, painted, solid_pixels};
use super::tile_set::LevelTileSet;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Budget, Work, area, mask_bytes};
use crate::{Frame, Image, Sprite};

/// The solid pixels of a layer, flat.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LevelPixels {
    /// The smallest mask with all of them.
    pub mask: Mask,
    /// The pixel of the level on which the mask's upper left corner lies.
    pub corner: Point,
}

/// A part of a layer that is put on the screen.
enum Part<'a> {
    Tile { set: &'a LevelTileSet, id: u32, to: Affine },
    Object(&'a LevelObject),
    Picture(&'a LevelPicture),
}

impl Level {
    /// The rectangle of the level on the screen. Of an infinite map it is the smallest that contains all its cells; larger tiles may hang
    /// out.
    #[must_use]
    pub fn area(&self) -> Rect {
        if !self.infinite {
            return Rect::new(0, 0, self.extent[0], self.extent[1]);
        }
        let chunks = self.layers.iter().filter_map(|layer| match &layer.content {
            LevelContent::Cells(chunks) => Some(chunks.iter().map(move |chunk| (layer.cell, chunk.area))),
            _ => None,
        });
        let boxes = chunks.flatten().flat_map(|(cell, area)| {
            // The outermost cells are at the corners, or beside them where rows are shifted.
            let ends = |from: i32, count: u32| {
                let last = from.saturating_add_unsigned(count.saturating_sub(1));
                [from, (from + 1).min(last), (last - 1).max(from), last]
            };
            let (xs, ys) = (ends(area.x, area.w), ends(area.y, area.h));
            let some = area.w > 0 && area.h > 0;
            let cells = ys.into_iter().flat_map(move |y| xs.map(|x| [x, y])).filter(move |_| some);
            cells.filter_map(move |at| {
                let [left, bottom] = self.cell_place(cell, at).map(|half| half.div_euclid(2));
                let top = bottom - i64::from(cell[1]);
                Some(Rect::new(left.try_into().ok()?, top.try_into().ok()?, cell[0], cell[1]))
            })
        });
        boxes.reduce(|a, b| a.union(&b)).unwrap_or_default()
    }

    /// The solid pixels of a layer, flat: the only form for isometric, staggered, hexagonal and oblique maps, for tiles that are scaled or
    /// lie anywhere, for objects and for pictures. [`Level::tile_map`] is the better form where it is possible.
    ///
    /// Tiles lie as Tiled draws them; those that are turned by 60 degrees or scaled cover pixels by
    /// [`PixelRule::Raster`](hitmask::PixelRule::Raster). Objects count by their class, as tiles do; points, lines and text have no pixels. A picture
    /// that repeats is there once.
    ///
    /// # Errors
    /// [`ErrorKind::Level`](crate::ErrorKind::Level) and [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge), if the mask would be too large.
    pub fn pixels(&self, layer: &LevelLayer, rule: &LevelRule) -> Result<LevelPixels> {
        let budget = drawing_budget([self], rule)?;
        self.pixels_within(layer, rule, &budget).map_err(|error| error.in_layer(&layer.name))
    }

    fn pixels_within(&self, layer: &LevelLayer, rule: &LevelRule, budget: &Budget) -> Result<LevelPixels> {
        let make = |part: Part<'_>| match part {
            Part::Tile { set, id, to } => match set.mask_within(id, rule, budget)? {
                None => Ok(None),
                Some(mask) => baked(&mask, to, budget).map(Some).map_err(|error| set.of_tile(id, error)),
            },
            Part::Object(object) => match object.shape {
                LevelObjectShape::Tile(cell) => {
                    match self.object_tile(object, cell, self.object_place(layer, object)?, rule, budget)? {
                        None => Ok(None),
                        Some((to, mask)) => baked(&mask, to, budget).map(Some),
                    }
                }
                _ => fill_object(object, self.object_place(layer, object)?, budget),
            },
            Part::Picture(picture) => {
                let (image, corner) = (picture.pixels()?, whole_pixel(layer.offset)?);
                let whole = Rect::new(0, 0, image.width(), image.height());
                Ok(Some((solid_pixels(image, whole, rule.threshold, budget)?, corner)))
            }
        };
        let pieces = self.pieces(layer, rule, budget, |part| {
            kept(budget, || make(part), |mask| mask_bytes(mask.width(), mask.height()))
        })?;
        let boxes = pieces.iter().filter_map(|(mask, corner)| mask.bounds()?.checked_translate(*corner));
        let Some(all) = boxes.reduce(|a, b| a.union(&b)) else {
            return Ok(LevelPixels { mask: Mask::new(0, 0), corner: Point::ZERO });
        };
        Mask::check_size(all.w, all.h)?;
        budget.take_mask(all.w.into(), all.h.into())?;
        let mut mask = Mask::try_new(all.w, all.h)?;
        for (piece, corner) in &pieces {
            let (w, h) = piece.size();
            // A rebuilt mask looks at all its rows.
            budget.work(area(w, h) / 32 + u64::from(h) + UNION_WORK, Work::Draw)?;
            mask.union_with(&**piece, far(corner.checked_sub((all.x, all.y)))?);
        }
        Ok(LevelPixels { mask, corner: Point::new(all.x, all.y) })
    }

    /// A layer as a picture of [the level's rectangle](Level::area): what hangs out is cut off. Its alpha is what collides: that of the
    /// tiles, 255 where the collision shapes of tiles and objects lie, the greatest of all that lie over each other. So its mask at any threshold
    /// is that of [`Level::pixels`]. The pivot of an infinite map's picture is the origin of the map.
    ///
    /// # Errors
    /// Those of [`Level::pixels`]. A picture takes 32 times the memory of a mask, so fewer pixels are allowed.
    pub fn frame(&self, layer: &LevelLayer, rule: &LevelRule) -> Result<Frame> {
        let budget = drawing_budget([self], rule)?;
        self.frame_within(layer, rule, &budget).map_err(|error| error.in_layer(&layer.name))
    }

    fn frame_within(&self, layer: &LevelLayer, rule: &LevelRule, budget: &Budget) -> Result<Frame> {
        let whole = self.area();
        budget.take_picture(whole.w, whole.h)?;
        budget.work(area(whole.w, whole.h), Work::Draw)?;
        let mut canvas = Image::clear(whole.w, whole.h)?;
        let make = |part: Part<'_>| match part {
            Part::Tile { set, id, to } => match set.texels(id, rule, budget)? {
                None => Ok(None),
                Some(texels) => {
                    painted(&texels, to, budget).map(Some).map_err(|error| set.of_tile(id, error))
                }
            },
            Part::Object(object) => match object.shape {
                LevelObjectShape::Tile(cell) => {
                    let found = cell.tile().and_then(|tile| self.tile(tile));
                    let texels = found.map(|(set, id)| set.texels(id, rule, budget)).transpose()?.flatten();
                    let Some(texels) = texels.filter(|_| !object.size.contains(&0.0)) else {
                        return Ok(None);
                    };
                    let place = self.object_place(layer, object)?;
                    painted(&texels, self.object_placement(object, cell, place)?, budget).map(Some)
                }
                _ => match fill_object(object, self.object_place(layer, object)?, budget)? {
                    None => Ok(None),
                    Some((mask, corner)) => {
                        let (w, h) = mask.size();
                        budget.take_picture(w, h)?;
                        let _held = budget.hold(area(w, h) + 2 * mask_bytes(w, h))?;
                        budget.work(2 * area(w, h), Work::Draw)?;
                        let alpha = hitmask::AlphaMask::from_mask(&mask);
                        let mut rgba = crate::limits::reserved(4 * area(w, h))?;
                        rgba.extend(alpha.as_bytes().iter().flat_map(|&alpha| [255, 255, 255, alpha]));
                        Ok(Some((Image::from_rgba8(w, h, rgba)?, corner)))
                    }
                },
            },
            Part::Picture(picture) => Ok(Some((picture.pixels()?.clone(), whole_pixel(layer.offset)?))),
        };
        let pieces = self.pieces(layer, rule, budget, |part| {
            kept(budget, || make(part), |image| 4 * area(image.width(), image.height()))
        })?;
        for (image, corner) in &pieces {
            budget.work(2 * area(image.width(), image.height()), Work::Draw)?;
            lay(&mut canvas, image, far(corner.checked_sub((whole.x, whole.y)))?);
        }
        let pivot = self.infinite.then(|| [-f64::from(whole.x), -f64::from(whole.y)]);
        let trim = Rect::new(0, 0, whole.w, whole.h);
        Ok(Frame { name: layer.name.clone(), image: canvas, duration: None, pivot, trim })
    }

    /// All parts of a layer as `make` makes them, and their corners. A tile that lies in many cells in the same way is made once.
    fn pieces<S>(
        &self,
        layer: &LevelLayer,
        rule: &LevelRule,
        budget: &Budget,
        mut make: impl FnMut(Part<'_>) -> Result<Option<(S, Point)>>,
    ) -> Result<Vec<Stamp<S>>> {
        let counts =
            |kind: Option<TileKind>| rule.kinds.contains(kind.or_else(|| layer.kind()).unwrap_or_default());
        let mut pieces = Vec::new();
        let mut stamps = Stamps { known: HashMap::new() };
        let mut tile = |cell: LevelCell, at: [i64; 2], size: Option<[u32; 2]>| -> Result<()> {
            let Some((set, id)) = cell.tile().and_then(|tile| self.tile(tile)) else { return Ok(()) };
            let picture = set.size(id).filter(|size| !size.contains(&0));
            let Some(picture) = picture.filter(|_| counts(set.kind(id))) else { return Ok(()) };
            let size = size.filter(|_| set.fits_cells).unwrap_or(picture).map(f64::from);
            budget.keep(4 * size_of::<Stamp<S>>() as u64)?;
            budget.work(CELL_WORK, Work::Draw)?;
            let made = stamps.at(cell, at, |fraction| {
                budget.keep(STAMP_BYTES)?;
                budget.work(STAMP_WORK, Work::Draw)?;
                let to = set.placement(picture, size, cell, self.orientation)?;
                make(Part::Tile { set, id, to: Affine::shift(fraction).after(to) })
            })?;
            pieces.extend(made);
            Ok(())
        };
        let offset = q16(layer.offset)?;
        match &layer.content {
            LevelContent::Cells(chunks) => {
                for (at, cell) in chunks.iter().flat_map(LevelCells::filled) {
                    let [x, y] = self.cell_place(layer.cell, at);
                    let half = PointQ16::ONE / 2;
                    tile(cell, [offset.x + x * half, offset.y + y * half], Some(layer.cell))?;
                }
            }
            LevelContent::Tiles(tiles) => {
                for placed in tiles {
                    let found = placed.cell.tile().and_then(|tile| self.tile(tile));
                    let Some([_, height]) = found.and_then(|(set, id)| set.size(id)) else { continue };
                    let [x, y] = placed.position.map(i64::from);
                    let bottom = y + i64::from(height);
                    let place = [offset.x + x * PointQ16::ONE, offset.y + bottom * PointQ16::ONE];
                    tile(placed.cell, place, None)?;
                }
            }
            LevelContent::Objects(objects) => {
                for object in
                    objects.iter().filter(|object| rule.kinds.contains(self.object_kind(layer, object)))
                {
                    budget.keep(4 * size_of::<Stamp<S>>() as u64)?;
                    budget.work(1 << 8, Work::Draw)?;
                    pieces.extend(make(Part::Object(object))?.map(|(made, at)| (Rc::new(made), at)));
                }
            }
            LevelContent::Picture(picture) if counts(None) => {
                pieces.extend(make(Part::Picture(picture))?.map(|(made, at)| (Rc::new(made), at)));
            }
            LevelContent::Picture(_) => {}
        }
        Ok(pieces)
    }
}

impl LevelFile {
    /// All layers of all levels as the frames of a sprite: see [`Level::frame`]. Their names are those of [`LevelFile::names`]. Layers that need
    /// the pixels of an SVG are left out ([`ErrorKind::NotDrawn`](crate::ErrorKind::NotDrawn)).
    ///
    /// # Errors
    /// Those of [`Level::frame`]. The limits hold for all pictures together.
    pub fn sprite(&self, rule: &LevelRule) -> Result<Sprite> {
        let budget = drawing_budget(&self.levels, rule)?;
        budget.check_frames(self.each_layer().count() as u64)?;
        let frame = |((level, layer), name): ((&Level, &LevelLayer), String)| {
            let made = budget.until_drop();
            let frame = level.frame_within(layer, rule, &budget).map_err(|error| error.in_layer(&name));
            let Some(frame) = unless_undrawn(frame)?.ok() else { return Ok(None) };
            drop(made);
            budget.keep(4 * area(frame.image.width(), frame.image.height()) + name.len() as u64 + 512)?;
            Ok(Some(Frame { name, ..frame }))
        };
        let frames = self.each_layer().zip(self.names()).map(frame);
        let frames = frames.filter_map(Result::transpose).collect::<Result<Vec<_>>>()?;
        Ok(Sprite::of_frames(self.format, frames))
    }

    /// The solid pixels of all layers of all levels, in the order of [`LevelFile::names`]: see [`Level::pixels`]. A layer that needs the pixels
    /// of an SVG has an error of its own ([`ErrorKind::NotDrawn`](crate::ErrorKind::NotDrawn)).
    ///
    /// # Errors
    /// Those of [`Level::pixels`]. The limits hold for all layers together.
    pub fn pixels(&self, rule: &LevelRule) -> Result<Vec<Result<LevelPixels>>> {
        let budget = drawing_budget(&self.levels, rule)?;
        let pixels = |((level, layer), name): ((&Level, &LevelLayer), String)| {
            let made = budget.until_drop();
            let pixels = level.pixels_within(layer, rule, &budget).map_err(|error| error.in_layer(&name));
            drop(made);
            let pixels = unless_undrawn(pixels)?;
            if let Ok(LevelPixels { mask, .. }) = &pixels {
                budget.keep(mask_bytes(mask.width(), mask.height()))?;
            }
            Ok(pixels)
        };
        self.each_layer().zip(self.names()).map(pixels).collect()
    }

    /// All layers of all levels as tile maps, in the order of [`LevelFile::names`], each with the errors of [`Level::tile_map`].
    ///
    /// # Errors
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) if the pictures of the levels are beyond the limits. These hold for all layers together.
    pub fn tile_maps(&self, rule: &LevelRule) -> Result<Vec<Result<LevelMap>>> {
        let budget = drawing_budget(&self.levels, rule)?;
        let map = |((level, layer), name): ((&Level, &LevelLayer), String)| {
            level.tile_map_within(layer, rule, &budget).map_err(|error| error.in_layer(&name))
        };
        Ok(self.each_layer().zip(self.names()).map(map).collect())
    }

    /// Calls `f` with the picture of each layer, and with its map if maps are wanted and the layer can be one. Each layer is drawn when the
    /// one before it is done with, so the limits hold for each by itself. The errors of layers that need the pixels of an SVG are returned.
    pub(crate) fn each_drawn(
        &self,
        rule: &LevelRule,
        with_maps: bool,
        mut f: impl FnMut(Frame, Option<(TileMap, Point)>) -> Result<()>,
    ) -> Result<Vec<Error>> {
        let held = drawing_budget(&self.levels, rule)?;
        held.check_frames(self.each_layer().count() as u64)?;
        let mut undrawn = Vec::new();
        for ((level, layer), name) in self.each_layer().zip(self.names()) {
            let frame = level.frame_within(layer, rule, &held.again());
            let frame = match unless_undrawn(frame.map_err(|error| error.in_layer(&name)))? {
                Ok(frame) => frame,
                Err(error) => {
                    undrawn.push(error);
                    continue;
                }
            };
            let mut map = None;
            if with_maps {
                match level.tile_map_within(layer, rule, &held.again()) {
                    Ok(LevelMap { map: found, corner, .. }) => {
                        let area = level.area();
                        map = corner.checked_sub((area.x, area.y)).map(|corner| (found, corner));
                    }
                    Err(error) if matches!(error.kind(), ErrorKind::NoTileMap { .. }) => {}
                    Err(error) => return Err(error.in_layer(&name)),
                }
            }
            f(Frame { name, ..frame }, map)?;
        }
        Ok(undrawn)
    }

    /// All layers, each with its level.
    fn each_layer(&self) -> impl Iterator<Item = (&Level, &LevelLayer)> {
        self.levels.iter().flat_map(|level| level.layers.iter().map(move |layer| (level, layer)))
    }
}

impl LevelFile {
    /// The layer that a selector means ([`LevelFile::select`]) as a sprite with one frame: see [`Level::frame`]. An empty selector means
    /// the only layer.
    ///
    /// # Errors
    /// Those of [`LevelFile::select`] and [`Level::frame`].
    pub fn layer_sprite(&self, selector: &str, rule: &LevelRule) -> Result<Sprite> {
        let (level, layer) = self.only_or_selected(selector)?;
        let frames = vec![level.frame(layer, rule)?];
        Ok(Sprite::of_frames(self.format, frames))
    }

    /// The layer that a selector means ([`LevelFile::select`]) as a tile map: see [`Level::tile_map`]. An empty selector means the only
    /// layer.
    ///
    /// # Errors
    /// Those of [`LevelFile::select`] and [`Level::tile_map`].
    pub fn layer_map(&self, selector: &str, rule: &LevelRule) -> Result<LevelMap> {
        let (level, layer) = self.only_or_selected(selector)?;
        level.tile_map(layer, rule)
    }

    /// The objects of the layer that a selector means ([`LevelFile::select`]): see [`Level::objects`]. An empty selector means the only layer.
    ///
    /// # Errors
    /// Those of [`LevelFile::select`] and [`Level::objects`].
    pub fn layer_objects(&self, selector: &str) -> Result<Vec<LevelObjectAt<'_>>> {
        let (level, layer) = self.only_or_selected(selector)?;
        level.objects_on(layer)
    }

    fn only_or_selected(&self, selector: &str) -> Result<(&Level, &LevelLayer)> {
        let mut layers = self.each_layer();
        let only = layers.next().filter(|_| selector.is_empty() && layers.next().is_none());
        only.map_or_else(|| self.select(selector), Ok)
    }
}

/// The error of a layer that needs pixels that are not read concerns this layer alone. Every other ends the work.
fn unless_undrawn<T>(made: Result<T>) -> Result<Result<T>> {
    match made {
        Err(error) if !matches!(error.kind(), ErrorKind::NotDrawn { .. }) => Err(error),
        made => Ok(made),
    }
}

/// Makes something, and keeps only its own memory off the budget, not what was needed to make it.
fn kept<S>(
    budget: &Budget,
    make: impl FnOnce() -> Result<Option<(S, Point)>>,
    bytes: impl Fn(&S) -> u64,
) -> Result<Option<(S, Point)>> {
    let making = budget.until_drop();
    let made = make()?;
    drop(making);
    if let Some((made, _)) = &made {
        budget.keep(bytes(made))?;
    }
    Ok(made)
}

/// The memory of a stamp beside its pixels: its place in a table that may have room for twice as many.
const STAMP_BYTES: u64 = 256;
/// The work of finding the stamp of a cell.
const CELL_WORK: u64 = 16;
/// The work of making a stamp, and of laying one over a mask, however small it is.
const STAMP_WORK: u64 = 1 << 8;
const UNION_WORK: u64 = 16;

/// Something that was made for many places, and its corner.
type Stamp<S> = (Rc<S>, Point);

/// Tiles as they were made, by cell and by the fraction of a pixel at which they lie.
struct Stamps<S> {
    known: HashMap<(LevelCell, [i64; 2]), Option<Stamp<S>>>,
}

impl<S> Stamps<S> {
    /// The stamp of a cell whose place is given in 65 536ths of a pixel, and its corner.
    fn at(
        &mut self,
        cell: LevelCell,
        at: [i64; 2],
        make: impl FnOnce([f64; 2]) -> Result<Option<(S, Point)>>,
    ) -> Result<Option<Stamp<S>>> {
        let fraction = at.map(|at| at.rem_euclid(PointQ16::ONE));
        let made = match self.known.entry((cell, fraction)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let made = make(fraction.map(|part| part as f64 / PointQ16::ONE as f64))?;
                new.insert(made.map(|(made, at)| (Rc::new(made), at)))
            }
        };
        let Some((stamp, corner)) = made else { return Ok(None) };
        let along =
            |at: i64, corner: i32| i32::try_from(at.div_euclid(PointQ16::ONE) + i64::from(corner)).ok();
        let corner = along(at[0], corner.x).zip(along(at[1], corner.y)).map(Point::from);
        Ok(Some((Rc::clone(stamp), far(corner)?)))
    }
}

/// Lays a picture over another: the colour of what can be seen, and the greater alpha.
fn lay(canvas: &mut Image, image: &Image, at: Point) {
    let whole = Rect::new(0, 0, canvas.width(), canvas.height());
    let place = Rect::new(at.x, at.y, image.width(), image.height());
    let Some(seen) = whole.intersection(&place) else { return };
    for y in 0..seen.h {
        let (to_x, to_y) = (seen.x.unsigned_abs(), seen.y.unsigned_abs() + y);
        let (from_x, from_y) = (seen.x.abs_diff(at.x), seen.y.abs_diff(at.y) + y);
        let row = canvas.row_mut(to_x, to_y, seen.w);
        for (to, from) in row.chunks_exact_mut(4).zip(image.row(from_x, from_y, seen.w).chunks_exact(4)) {
            if from[3] > 0 {
                let alpha = to[3].max(from[3]);
                to.copy_from_slice(from);
                to[3] = alpha;
            }
        }
    }
}
