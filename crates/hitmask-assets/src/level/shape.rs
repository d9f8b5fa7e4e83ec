//! Objects as shapes of the library.

use std::sync::Arc;

use hitmask::{
    Circle, Collider, ColliderShape, ConvexPolygon, Layers, Mask, Point, PointQ16, Rect, TileKind,
};

use super::cell::LevelCell;
use super::fill::{corner, fill_object, hold_corners, rectangle};
use super::kind::{layers_said, number_said};
use super::model::{Level, LevelLayer};
use super::object::{LevelObject, LevelObjectShape};
use super::place::Affine;
use super::stamp::{LevelRule, baked};
use crate::error::{ErrorKind, Result};
use crate::limits::Budget;

/// An object as a shape, where it lies in the level, and what its author says of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LevelShape {
    /// The shape.
    pub shape: ColliderShape,
    /// The pixel of the level on which the shape's origin lies.
    pub position: Point,
    /// What it is for: see [`LevelObjectAt::kind`](crate::LevelObjectAt::kind).
    pub kind: TileKind,
    /// What its property `layer` says, or that of its layer, or else the default.
    pub layers: Layers,
    /// What its property `number` says, or else 0.
    pub number: u64,
}

impl LevelShape {
    /// A collider of this shape, at its place in the level: a body, a sensor or one-way with its open side, on its layers, with its number as
    /// [`Collider::data`]. What is for [nothing](TileKind::Nothing) is [disabled](Collider::disabled).
    #[must_use]
    pub fn collider(self) -> Collider {
        let collider = Collider::new(self.shape).at(self.position).on(self.layers).with_data(self.number);
        match (self.kind, self.kind.open_side()) {
            (_, Some(side)) => collider.one_way_to(side),
            (TileKind::Sensor, _) => collider.sensor(),
            (TileKind::Nothing, _) => collider.disabled(),
            _ => collider,
        }
    }
}

impl Level {
    /// An object of a layer as a shape:
    /// - a rectangle that lies on whole pixels is a [`Rect`], any other a [`ConvexPolygon`];
    /// - an ellipse with equal sides is a [`Circle`], any other a [`Mask`]; so is a capsule;
    /// - a polygon is a [`ConvexPolygon`] if it is one, or else a [`Mask`] of the pixels whose centres it contains, by the even-odd rule;
    /// - a tile is a [`Mask`], turned and scaled.
    ///
    /// Places are rounded to 65 536ths of a pixel. In isometric and oblique levels all but tiles lie on the slanted plane; what is turned is
    /// slanted first, and then turned on the screen about its position, as Tiled draws it. Points, lines and text are no shapes: None.
    ///
    /// # Errors
    /// [`ErrorKind::Level`] if it is larger than a mask can be, or if a tile is scaled by more than 64; [`ErrorKind::TooLarge`] or
    /// [`ErrorKind::LevelTile`] if it is beyond the limits of the rule.
    pub fn shape(
        &self,
        layer: &LevelLayer,
        object: &LevelObject,
        rule: &LevelRule,
    ) -> Result<Option<LevelShape>> {
        let Some((shape, position)) = self.pixels_of(layer, object, rule)? else { return Ok(None) };
        let kind = self.object_kind(layer, object);
        let layers = layers_said(&object.properties).or_else(|| layers_said(&layer.properties));
        let number = number_said(&object.properties).unwrap_or(0);
        Ok(Some(LevelShape { shape, position, kind, layers: layers.unwrap_or_default(), number }))
    }

    fn pixels_of(
        &self,
        layer: &LevelLayer,
        object: &LevelObject,
        rule: &LevelRule,
    ) -> Result<Option<(ColliderShape, Point)>> {
        let budget = &Budget::new(rule.limits);
        let place = self.object_place(layer, object)?;
        if let LevelObjectShape::Tile(cell) = object.shape {
            return self.tile_shape(object, cell, place, rule, budget);
        }
        let [x, y] = place.point([0.0, 0.0]);
        let far = || ErrorKind::level(format!("object {} lies at ({x}, {y}), too far away", object.id));
        let at = |at: f64| {
            let at = at.floor();
            if at.abs() < f64::from(i32::MAX) { Ok(at as i32) } else { Err(far()) }
        };
        let position = Point::new(at(x)?, at(y)?);
        let origin = Affine::shift([-f64::from(position.x), -f64::from(position.y)]);
        let own = origin.after(place);
        let shape = |shape: ColliderShape| Ok(Some((shape, position)));
        let [w, h] = object.size;
        match &object.shape {
            LevelObjectShape::Rectangle => {
                let corners = rectangle([0.0, 0.0], [w, h]).map(|at| own.point(at));
                let corners = corners.map(corner);
                let corners: Vec<PointQ16> = corners.into_iter().collect::<Result<_, _>>()?;
                match rect(&corners) {
                    Some(rect) => shape(ColliderShape::Rect(rect)),
                    None => shape(polygon(&corners).map_err(|error| ErrorKind::level(error.to_string()))?),
                }
            }
            LevelObjectShape::Ellipse if w == h && self.projection() == Affine::IDENTITY => {
                let circle = Circle::from_f64(own.point([w / 2.0, h / 2.0]), w / 2.0);
                shape(ColliderShape::Circle(circle.map_err(|error| ErrorKind::level(error.to_string()))?))
            }
            LevelObjectShape::Polygon(corners) => {
                let _held = hold_corners(corners, budget)?;
                let all = corners.iter().map(|&at| corner(own.point(at)));
                match polygon(&all.collect::<Result<Vec<_>, _>>()?) {
                    Ok(polygon) => shape(polygon),
                    Err(_) => Ok(fill_object(object, place, budget)?.map(masked)),
                }
            }
            _ => Ok(fill_object(object, place, budget)?.map(masked)),
        }
    }

    fn tile_shape(
        &self,
        object: &LevelObject,
        cell: LevelCell,
        place: Affine,
        rule: &LevelRule,
        budget: &Budget,
    ) -> Result<Option<(ColliderShape, Point)>> {
        let Some((pose, mask)) = self.object_tile(object, cell, place, rule, budget)? else {
            return Ok(None);
        };
        Ok(Some(masked(baked(&mask, pose, budget)?)))
    }

    /// How the tile of an object is mapped to the screen, and its solid pixels. `place` maps the object's position to the origin.
    pub(super) fn object_tile(
        &self,
        object: &LevelObject,
        cell: LevelCell,
        place: Affine,
        rule: &LevelRule,
        budget: &Budget,
    ) -> Result<Option<(Affine, Mask)>> {
        let Some((set, id)) = cell.tile().and_then(|tile| self.tile(tile)) else { return Ok(None) };
        let (Some(mask), Some(tile)) = (set.mask_within(id, rule, budget)?, set.size(id)) else {
            return Ok(None);
        };
        if object.size.contains(&0.0) || tile.contains(&0) {
            return Ok(None);
        }
        Ok(Some((self.object_placement(object, cell, place)?, mask)))
    }

    /// How the tile of an object is mapped to the screen.
    pub(super) fn object_placement(
        &self,
        object: &LevelObject,
        cell: LevelCell,
        place: Affine,
    ) -> Result<Affine> {
        let found = cell.tile().and_then(|tile| self.tile(tile));
        let Some((set, tile)) = found.and_then(|(set, id)| Some((set, set.size(id)?))) else {
            return Ok(Affine::IDENTITY);
        };
        let isometric = self.orientation == super::LevelOrientation::Isometric;
        let halves = set.alignment.halves(isometric);
        let [w, h] = object.size;
        // From the position to the lower left corner of the tile's place.
        let corner = Affine::shift([-w * halves[0] / 2.0, h - h * halves[1] / 2.0]);
        let own = set.placement(tile, object.size, cell, self.orientation)?;
        Ok(place.after(corner).after(own))
    }
}

fn masked((mask, position): (Mask, Point)) -> (ColliderShape, Point) {
    (ColliderShape::Mask(Arc::new(mask)), position)
}

fn polygon(corners: &[PointQ16]) -> Result<ColliderShape, hitmask::InvalidArgument> {
    Ok(ColliderShape::Polygon(Arc::new(ConvexPolygon::new(corners.iter().copied())?)))
}

/// The rectangle with these corners, clockwise from the upper left, if it lies on whole pixels.
fn rect(corners: &[PointQ16]) -> Option<Rect> {
    let &[a, b, c, d] = corners else { return None };
    let upright = a.y == b.y && c.y == d.y && a.x == d.x && b.x == c.x;
    let pixel = |at: i64| (at % PointQ16::ONE == 0).then_some(at / PointQ16::ONE);
    let side = |from: i64, to: i64| u32::try_from(pixel(to)? - pixel(from)?).ok();
    let place = |at: i64| i32::try_from(pixel(at)?).ok();
    if !upright {
        return None;
    }
    Some(Rect::new(place(a.x)?, place(a.y)?, side(a.x, c.x)?, side(a.y, c.y)?))
}
