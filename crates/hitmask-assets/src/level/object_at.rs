//! The objects of a layer, each with all that the level says of it.

use std::ops::Deref;

use hitmask::{Collider, TileKind};

use super::kind::kind_said;
use super::model::{Level, LevelContent, LevelLayer};
use super::object::{LevelObject, LevelObjectShape};
use super::property::LevelValue;
use super::shape::LevelShape;
use super::stamp::LevelRule;
use super::tile_set::LevelTileSet;
use crate::error::{Error, ErrorKind, Result};
use crate::sprite::similar_of;

/// An object of a layer: [`Level::objects`] gives it. It reads as the [`LevelObject`] that it is, and knows where it lies and what it is for.
#[derive(Clone, Copy, Debug)]
pub struct LevelObjectAt<'a> {
    level: &'a Level,
    layer: &'a LevelLayer,
    object: &'a LevelObject,
}

impl Deref for LevelObjectAt<'_> {
    type Target = LevelObject;

    fn deref(&self) -> &LevelObject {
        self.object
    }
}

impl<'a> LevelObjectAt<'a> {
    /// What it is for: what its property `hitmask` or its class says, or else its tile or the tile's set, or else its layer, or else
    /// [`TileKind::Body`].
    #[must_use]
    pub fn kind(&self) -> TileKind {
        self.level.object_kind(self.layer, self.object)
    }

    /// A property of it, or else of its tile, or else of the tile's set.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&'a LevelValue> {
        let tile = || self.level.tile_of(self.object);
        let of_tile = || tile().and_then(|(set, id)| set.tile(id)?.properties.get(name));
        let of_set = || tile().and_then(|(set, _)| set.properties.get(name));
        self.object.properties.get(name).or_else(of_tile).or_else(of_set)
    }

    /// Where its [position](LevelObject::position) lies in the level, in pixels: the place of a point.
    #[must_use]
    pub fn place(&self) -> [f64; 2] {
        self.level.object_position(self.layer, self.object)
    }

    /// Its shape and what its author says of it. None if it has no pixels: points, lines and text.
    ///
    /// # Errors
    /// As [`Level::shape`].
    pub fn shape(&self, rule: &LevelRule) -> Result<Option<LevelShape>> {
        self.level.shape(self.layer, self.object, rule)
    }

    /// A collider of it: see [`LevelShape::collider`]. None if it has no pixels.
    ///
    /// # Errors
    /// As [`Level::shape`].
    pub fn collider(&self, rule: &LevelRule) -> Result<Option<Collider>> {
        Ok(self.shape(rule)?.map(LevelShape::collider))
    }
}

impl Level {
    /// The objects of a layer, in the order of the file. The layer is named as for [`Level::layer`].
    ///
    /// ```
    /// use hitmask::{ColliderKind, TileKind};
    /// use hitmask_assets::{LevelRule, Limits, decode_levels};
    ///
    /// # fn main() -> hitmask_assets::Result<()> {
    /// let map = br#"<map orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16"><objectgroup name="things">
    ///   <object id="1" name="ledge" x="16" y="32" width="48" height="4">
    ///     <properties><property name="hitmask" value="one-way"/><property name="number" type="int" value="7"/></properties>
    ///   </object>
    ///   <object id="2" name="start" x="24" y="30"><point/></object>
    /// </objectgroup></map>"#;
    /// let file = decode_levels(map, |_| unreachable!("it names no other file"), &Limits::default())?;
    /// let things = file.levels[0].objects("things")?;
    /// assert_eq!((things[0].name.as_str(), things[0].kind(), things[1].place()), ("ledge", TileKind::OneWay, [24.0, 30.0]));
    /// let ledge = things[0].collider(&LevelRule::default())?.unwrap();
    /// assert_eq!((ledge.kind, ledge.data), (ColliderKind::OneWay, 7));
    /// assert!(things[1].collider(&LevelRule::default())?.is_none());               // a point has no pixels
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchLayer`], with the most similar names; [`ErrorKind::Level`] if the layer holds no objects.
    pub fn objects(&self, layer: &str) -> Result<Vec<LevelObjectAt<'_>>> {
        let Some(found) = self.layer(layer) else {
            let similar = similar_of(layer, self.layers.iter().map(|layer| layer.name.as_str()));
            let (wanted, layers) = (layer.to_owned(), self.layers.len());
            return Err(ErrorKind::NoSuchLayer { wanted, layers, similar }.into());
        };
        self.objects_on(found)
    }

    /// The objects of a layer of this level.
    pub(super) fn objects_on<'a>(&'a self, layer: &'a LevelLayer) -> Result<Vec<LevelObjectAt<'a>>> {
        let LevelContent::Objects(objects) = &layer.content else {
            let error = ErrorKind::level("it holds no objects: name a layer of objects");
            return Err(Error::from(error).in_layer(&layer.name));
        };
        Ok(objects.iter().map(|object| LevelObjectAt { level: self, layer, object }).collect())
    }

    /// What an object of a layer is for.
    pub(super) fn object_kind(&self, layer: &LevelLayer, object: &LevelObject) -> TileKind {
        let of_tile = || self.tile_of(object).and_then(|(set, id)| set.kind(id));
        let own = kind_said(&object.properties, &object.class).or_else(of_tile);
        own.or_else(|| layer.kind()).unwrap_or_default()
    }

    /// The set of the tile that an object shows, and the tile's number in the set.
    fn tile_of(&self, object: &LevelObject) -> Option<(&LevelTileSet, u32)> {
        let LevelObjectShape::Tile(cell) = object.shape else { return None };
        self.tile(cell.tile()?)
    }
}
