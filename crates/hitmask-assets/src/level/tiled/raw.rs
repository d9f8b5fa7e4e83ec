//! What Tiled writes, before it is checked and put together. JSON has this form; XML is brought into it.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::value::RawValue;

use super::super::property::LevelProperties;

/// A map. Fields that are missing have the value that Tiled means by that.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct RawMap<'a> {
    pub(super) orientation: String,
    pub(super) class: String,
    pub(super) width: f64,
    pub(super) height: f64,
    #[serde(rename = "tilewidth")]
    pub(super) tile_width: f64,
    #[serde(rename = "tileheight")]
    pub(super) tile_height: f64,
    pub(super) infinite: Truth,
    #[serde(rename = "hexsidelength")]
    pub(super) hex_side: f64,
    #[serde(rename = "staggeraxis")]
    pub(super) stagger_axis: String,
    #[serde(rename = "staggerindex")]
    pub(super) stagger_index: String,
    #[serde(rename = "skewx")]
    pub(super) skew_x: f64,
    #[serde(rename = "skewy")]
    pub(super) skew_y: f64,
    #[serde(borrow, rename = "tilesets")]
    pub(super) sets: Vec<RawSet<'a>>,
    #[serde(borrow)]
    pub(super) layers: Vec<RawLayer<'a>>,
    #[serde(borrow)]
    pub(super) properties: RawProperties<'a>,
}

/// A tile set, or the reference to one in a file of its own.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct RawSet<'a> {
    #[serde(rename = "firstgid")]
    pub(super) first: f64,
    pub(super) source: Option<String>,
    pub(super) name: String,
    pub(super) class: String,
    #[serde(rename = "tilewidth")]
    pub(super) tile_width: f64,
    #[serde(rename = "tileheight")]
    pub(super) tile_height: f64,
    pub(super) spacing: f64,
    pub(super) margin: f64,
    #[serde(rename = "objectalignment")]
    pub(super) alignment: String,
    #[serde(rename = "tilerendersize")]
    pub(super) render_size: String,
    #[serde(rename = "fillmode")]
    pub(super) fill_mode: String,
    #[serde(rename = "tileoffset")]
    pub(super) offset: RawPoint,
    pub(super) image: Option<String>,
    #[serde(rename = "transparentcolor")]
    pub(super) transparent: Option<String>,
    /// A picture that is inside an XML file.
    #[serde(skip)]
    pub(super) image_bytes: Option<Vec<u8>>,
    #[serde(borrow)]
    pub(super) tiles: RawTiles<'a>,
    #[serde(borrow)]
    pub(super) properties: RawProperties<'a>,
}

/// What is known about a tile.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct RawTile<'a> {
    pub(super) id: f64,
    pub(super) class: String,
    #[serde(rename = "type")]
    pub(super) old_class: String,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
    pub(super) image: Option<String>,
    #[serde(rename = "transparentcolor")]
    pub(super) transparent: Option<String>,
    /// A picture that is inside an XML file.
    #[serde(skip)]
    pub(super) image_bytes: Option<Vec<u8>>,
    #[serde(borrow, rename = "objectgroup")]
    pub(super) shapes: Option<Box<RawLayer<'a>>>,
    #[serde(borrow)]
    pub(super) properties: RawProperties<'a>,
}

/// A layer of any kind.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct RawLayer<'a> {
    /// `tilelayer`, `objectgroup`, `imagelayer` or `group`.
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) name: String,
    pub(super) class: String,
    pub(super) visible: Option<Truth>,
    pub(super) opacity: Option<f64>,
    #[serde(rename = "offsetx")]
    pub(super) offset_x: f64,
    #[serde(rename = "offsety")]
    pub(super) offset_y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) encoding: String,
    pub(super) compression: String,
    #[serde(borrow)]
    pub(super) data: Option<RawCells<'a>>,
    #[serde(borrow)]
    pub(super) chunks: Vec<RawChunk<'a>>,
    #[serde(borrow)]
    pub(super) objects: Vec<RawObject<'a>>,
    #[serde(borrow)]
    pub(super) layers: Vec<RawLayer<'a>>,
    #[serde(rename = "repeatx")]
    pub(super) repeat_x: Truth,
    #[serde(rename = "repeaty")]
    pub(super) repeat_y: Truth,
    pub(super) image: Option<String>,
    #[serde(rename = "transparentcolor")]
    pub(super) transparent: Option<String>,
    /// A picture that is inside an XML file.
    #[serde(skip)]
    pub(super) image_bytes: Option<Vec<u8>>,
    #[serde(borrow)]
    pub(super) properties: RawProperties<'a>,
    /// The byte of an XML file at which it begins.
    #[serde(skip)]
    pub(super) start: Option<u32>,
}

/// The cells of a layer or chunk.
pub(super) enum RawCells<'a> {
    /// What JSON has: a list of numbers, or text.
    Json(&'a RawValue),
    /// One `<tile>` for each.
    Tiles(Vec<u32>),
    /// Text in the encoding of the layer.
    Text(std::borrow::Cow<'a, str>),
}

impl<'de: 'a, 'a> Deserialize<'de> for RawCells<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Deserialize::deserialize(deserializer).map(RawCells::Json)
    }
}

/// Custom properties.
pub(super) enum RawProperties<'a> {
    /// JSON, which is read when it is known how much memory it takes.
    Json(&'a RawValue),
    /// Those of an XML file.
    Read(LevelProperties),
}

impl Default for RawProperties<'_> {
    fn default() -> Self {
        RawProperties::Read(LevelProperties::default())
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for RawProperties<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Deserialize::deserialize(deserializer).map(RawProperties::Json)
    }
}

/// A piece of an infinite layer.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct RawChunk<'a> {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    #[serde(borrow)]
    pub(super) data: Option<RawCells<'a>>,
}

/// An object. A field that is missing is that of the template.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct RawObject<'a> {
    pub(super) id: f64,
    pub(super) name: Option<String>,
    pub(super) class: Option<String>,
    #[serde(rename = "type")]
    pub(super) old_class: Option<String>,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
    pub(super) rotation: Option<f64>,
    pub(super) gid: Option<f64>,
    pub(super) visible: Option<Truth>,
    pub(super) ellipse: Truth,
    pub(super) capsule: Truth,
    pub(super) point: Truth,
    pub(super) polygon: Option<Vec<RawPoint>>,
    pub(super) polyline: Option<Vec<RawPoint>>,
    pub(super) text: Option<IgnoredAny>,
    pub(super) template: Option<String>,
    #[serde(borrow)]
    pub(super) properties: RawProperties<'a>,
    /// The byte of an XML file at which it begins.
    #[serde(skip)]
    pub(super) start: Option<u32>,
}

/// A template: an object, and the set of its tile.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct RawTemplate<'a> {
    #[serde(borrow, rename = "tileset")]
    pub(super) set: Option<RawSet<'a>>,
    #[serde(borrow)]
    pub(super) object: RawObject<'a>,
}

#[derive(Deserialize, Default, Clone, Copy)]
#[serde(default)]
pub(super) struct RawPoint {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// A truth value. Old files write 0 and 1.
#[derive(Default, Clone, Copy)]
pub(super) struct Truth(pub(super) bool);

impl<'de> Deserialize<'de> for Truth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = Truth;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, 0 or 1")
            }

            fn visit_bool<E: de::Error>(self, truth: bool) -> Result<Truth, E> {
                Ok(Truth(truth))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Truth, E> {
                Ok(Truth(number != 0))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// What is known about tiles: a list, or in old files an object of tiles by number.
#[derive(Default)]
pub(super) struct RawTiles<'a>(pub(super) Vec<RawTile<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for RawTiles<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ListOrNumbers<'a>(PhantomData<&'a ()>);
        impl<'de: 'a, 'a> Visitor<'de> for ListOrNumbers<'a> {
            type Value = RawTiles<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of tiles or an object of tiles by number")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RawTiles<'a>, A::Error> {
                let mut tiles = Vec::new();
                while let Some(tile) = list.next_element()? {
                    tiles.push(tile);
                }
                Ok(RawTiles(tiles))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut numbers: A) -> Result<RawTiles<'a>, A::Error> {
                let mut tiles = Vec::new();
                while let Some((number, tile)) = numbers.next_entry::<String, RawTile<'a>>()? {
                    let id =
                        number.parse().map_err(|_| de::Error::custom("the number of a tile is no number"))?;
                    tiles.push(RawTile { id, ..tile });
                }
                Ok(RawTiles(tiles))
            }
        }
        deserializer.deserialize_any(ListOrNumbers(PhantomData))
    }
}
