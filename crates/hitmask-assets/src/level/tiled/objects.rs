//! Objects: their shapes, and what they take from templates.

use std::rc::Rc;

use super::super::cell::LevelCell;
use super::super::object::{LevelObject, LevelObjectShape};
use super::super::parts::joined;
use super::super::property::LevelProperties;
use super::super::tile_set::set_of;
use super::super::whole::{side, whole};
use super::raw::{self, RawObject, RawPoint, RawTemplate, Truth};
use super::{Reader, with_json, xml};
use crate::error::{ErrorKind, Result, quoted};
use crate::limits::Work;

/// The farthest place and the greatest side of an object, in pixels.
const FARTHEST: f64 = (1_u64 << 31) as f64;

impl<R: FnMut(&str) -> Result<Vec<u8>>> Reader<'_, '_, R> {
    /// An object that the file at `from` has.
    pub(super) fn object(&mut self, raw: RawObject<'_>, from: &str) -> Result<LevelObject> {
        let line = raw.start;
        let id = raw.id;
        self.object_of(raw, from).map_err(|error| {
            error.map_kind(|kind| match kind {
                ErrorKind::Level { layer, cell, line: None, reason } => {
                    ErrorKind::Level { layer, cell, line, reason: format!("object {id}: {reason}") }
                }
                kind => kind,
            })
        })
    }

    fn object_of(&mut self, mut raw: RawObject<'_>, from: &str) -> Result<LevelObject> {
        self.budget().keep(2 * size_of::<LevelObject>() as u64)?;
        let template = match raw.template.take() {
            None => None,
            Some(template) => Some(self.template(&joined(from, &template))?),
        };
        let own_shape = self.shape(&mut raw)?;
        let base = template.as_deref();
        if let Some(base) = base {
            self.budget().keep(base.bytes())?;
            self.budget().work(base.bytes() / 8, Work::Draw)?;
        }
        let or_base = |own: Option<f64>, base: Option<f64>| own.or(base).unwrap_or(0.0);
        let mut size = [
            or_base(raw.width, base.map(|base| base.size[0])),
            or_base(raw.height, base.map(|base| base.size[1])),
        ];
        let shape =
            own_shape.or_else(|| base.map(|base| base.shape.clone())).unwrap_or(LevelObjectShape::Rectangle);
        if let LevelObjectShape::Tile(cell) = shape
            && let Some([w, h]) = self.tile_size(cell)?
        {
            // Old files leave the size out.
            let or = |own: f64, of_tile: u32| if own == 0.0 { f64::from(of_tile) } else { own };
            size = [or(size[0], w), or(size[1], h)];
        }
        let position = [raw.x, raw.y];
        let rotation = or_base(raw.rotation, base.map(|base| base.rotation));
        let corners = match &shape {
            LevelObjectShape::Polygon(corners) | LevelObjectShape::Polyline(corners) => &corners[..],
            _ => &[],
        };
        let all = position.iter().chain(&size).chain([&rotation]).chain(corners.as_flattened());
        if !all.into_iter().all(|number| number.abs() < FARTHEST) || size.iter().any(|side| *side < 0.0) {
            let reason = format!("a place, size or angle is below zero, or beyond {FARTHEST}");
            return Err(ErrorKind::level(reason).into());
        }
        let class = [raw.class, raw.old_class].into_iter().flatten().find(|class| !class.is_empty());
        let own = self.properties(raw.properties)?;
        Ok(LevelObject {
            id: whole(raw.id, "its number", 0, i64::from(u32::MAX))?,
            name: raw.name.or_else(|| base.map(|base| base.name.clone())).unwrap_or_default(),
            class: class.or_else(|| base.map(|base| base.class.clone())).unwrap_or_default(),
            position,
            size,
            rotation,
            visible: raw.visible.map_or(base.is_none_or(|base| base.visible), |Truth(is)| is),
            shape,
            properties: own
                .over(base.map_or(&LevelProperties::default(), |base| &base.properties), self.budget())?,
        })
    }

    /// The shape that an object names itself.
    fn shape(&self, raw: &mut RawObject<'_>) -> Result<Option<LevelObjectShape>, ErrorKind> {
        let corners = |corners: Vec<RawPoint>| {
            self.budget().keep(16 * corners.len() as u64)?;
            Ok::<_, ErrorKind>(corners.into_iter().map(|RawPoint { x, y }| [x, y]).collect())
        };
        Ok(Some(if let Some(gid) = raw.gid {
            let gid = side(gid, "the gid", 0, i64::from(u32::MAX))?;
            LevelObjectShape::Tile(LevelCell(gid & !LevelCell::HEX_120))
        } else if let Some(polygon) = raw.polygon.take() {
            LevelObjectShape::Polygon(corners(polygon)?)
        } else if let Some(polyline) = raw.polyline.take() {
            LevelObjectShape::Polyline(corners(polyline)?)
        } else if raw.ellipse.0 {
            LevelObjectShape::Ellipse
        } else if raw.capsule.0 {
            LevelObjectShape::Capsule
        } else if raw.point.0 {
            LevelObjectShape::Point
        } else if raw.text.is_some() {
            LevelObjectShape::Text
        } else {
            return Ok(None);
        }))
    }

    /// The size of the tile that an object shows. Tiles that no set has are refused.
    fn tile_size(&self, cell: LevelCell) -> Result<Option<[u32; 2]>, ErrorKind> {
        let Some(tile) = cell.tile() else { return Ok(None) };
        let size = set_of(&self.sets, tile).and_then(|(set, id)| set.size(id));
        size.map(Some).ok_or_else(|| self.no_such_tile(tile))
    }

    /// The error for a tile that no set has.
    pub(super) fn no_such_tile(&self, tile: u32) -> ErrorKind {
        ErrorKind::level(match set_of(&self.sets, tile) {
            None => format!("tile {tile} belongs to no tile set: save the map again with all its sets"),
            Some((set, id)) => format!(
                "tile {tile} would be tile {id} of set {}, whose tiles end before {}: is its picture the right one?",
                quoted(&set.name),
                set.end()
            ),
        })
    }

    /// The object of a template.
    fn template(&mut self, path: &str) -> Result<Rc<LevelObject>> {
        if let Some(template) = self.templates.get(path) {
            return Ok(Rc::clone(template));
        }
        let budget = self.parts.budget;
        let object = self.with_file(path, |bytes, reader| {
            if bytes.trim_ascii_start().starts_with(b"<") {
                xml::with_top(bytes, "template", budget, |top| {
                    reader.template_object(raw::template(top)?, path)
                })
            } else {
                with_json(bytes, budget, |raw| reader.template_object(raw, path))
            }
        })?;
        let object = Rc::new(object);
        self.budget().keep(path.len() as u64 + 128)?;
        self.templates.insert(path.to_owned(), Rc::clone(&object));
        Ok(object)
    }

    fn template_object(&mut self, raw: RawTemplate<'_>, path: &str) -> Result<LevelObject> {
        let RawTemplate { set, mut object } = raw;
        if object.template.is_some() {
            return Err(ErrorKind::level("a template names another template").into());
        }
        if let (Some(gid), Some(set)) = (object.gid, set) {
            let gid = side(gid, "the gid", 0, i64::from(u32::MAX))?;
            let first = side(set.first, "the first gid of a tile set", 1, (1 << 28) - 1)?;
            let first_here = self.first_of(set, path)?;
            // The number of the tile in its set, which has another first number in the level.
            let id = (gid & !LevelCell::FLAGS).checked_sub(first);
            let id = id.ok_or_else(|| ErrorKind::level("the tile of the template is not in its set"))?;
            let here = first_here.saturating_add(id) & !LevelCell::FLAGS;
            object.gid = Some(f64::from(gid & LevelCell::FLAGS | here));
        }
        self.object(object, path)
    }

    /// The first number that the set of a template has in the level. It is added if the level has not got it yet.
    fn first_of(&mut self, raw: raw::RawSet<'_>, path: &str) -> Result<u32> {
        let source = raw.source.as_ref().map(|source| joined(path, source));
        self.budget().work(self.sources.len() as u64, Work::Draw)?;
        let same = self.sources.iter().position(|other| other.is_some() && *other == source);
        if let Some(at) = same {
            return Ok(self.sets[at].first);
        }
        let set = self.set(raw, path)?;
        let first = self.sets.last().map_or(1, |last| last.first.saturating_add(last.end()));
        if first.saturating_add(set.end()) >= 1 << 28 {
            return Err(ErrorKind::level("the level has no number left for the tiles of the template").into());
        }
        self.add_set(set, first, source)?;
        Ok(first)
    }
}
