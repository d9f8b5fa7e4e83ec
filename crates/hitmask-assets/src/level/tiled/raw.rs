//! What Tiled writes, before it is checked and put together. JSON and XML have the same things, mostly with the same names.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::value::RawValue;

use super::super::property::LevelProperties;
use super::xml::{Attribute, MOST_DEPTH, attribute, fault, properties, start, text};
use crate::error::{Result, quoted};
use crate::json::ListOrObject;
use crate::xml::{XmlNode, child, children, content};

/// Declares a struct, how JSON is read, and a function that reads a node of XML. A field has the name in quotes: that of a member of JSON, and
/// of an attribute of XML unless the field says how else to find it. A field that is missing has the value that Tiled means by that.
macro_rules! raw {
    (
        $(#[$about:meta])*
        $name:ident = $read:ident($node:ident $(, $with:ident: $is:ty)* $(; $part:ident = $found:expr)*) {
            $($(#[$says:meta])* $field:ident $($key:literal)?: $type:ty $(= $value:expr)?,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Deserialize, Default)]
        #[serde(default)]
        pub(super) struct $name<'a> {
            $($(#[$says])* $(#[serde(rename = $key)])? pub(super) $field: $type,)*
        }

        pub(super) fn $read<'a>($node: XmlNode<'a> $(, $with: $is)*) -> Result<$name<'a>> {
            $(let $part = $found;)*
            Ok($name { $($field: raw!(@ $node $($key)? $(= $value)?),)* })
        }
    };
    (@ $node:ident $key:literal) => { attribute($node, $key)? };
    (@ $node:ident $($key:literal)? = $value:expr) => { $value };
}

raw! {
    /// A map.
    RawMap = map(node) {
        orientation "orientation": String,
        class "class": String,
        width "width": f64,
        height "height": f64,
        tile_width "tilewidth": f64,
        tile_height "tileheight": f64,
        infinite "infinite": Truth,
        hex_side "hexsidelength": f64,
        stagger_axis "staggeraxis": String,
        stagger_index "staggerindex": String,
        skew_x "skewx": f64,
        skew_y "skewy": f64,
        #[serde(borrow)]
        sets "tilesets": Vec<RawSet<'a>> = children(node, "tileset").map(set).collect::<Result<_>>()?,
        #[serde(borrow)]
        layers "layers": Vec<RawLayer<'a>> = layers(node, 0)?,
        #[serde(borrow)]
        properties "properties": RawProperties<'a> = RawProperties::of(node)?,
    }
}

raw! {
    /// A tile set, or the reference to one in a file of its own.
    RawSet = set(node; image = child(node, "image")) {
        first "firstgid": f64,
        source "source": Option<String>,
        name "name": String,
        class "class": String,
        tile_width "tilewidth": f64,
        tile_height "tileheight": f64,
        spacing "spacing": f64,
        margin "margin": f64,
        alignment "objectalignment": String,
        render_size "tilerendersize": String,
        fill_mode "fillmode": String,
        offset "tileoffset": RawPoint = child(node, "tileoffset").map(point).transpose()?.unwrap_or_default(),
        image "image": Option<String> = of(image, "source")?,
        transparent "transparentcolor": Option<String> = of(image, "trans")?,
        /// A picture that is inside an XML file.
        #[serde(skip)]
        image_bytes: Option<Vec<u8>> = image_bytes(image)?,
        #[serde(borrow)]
        tiles "tiles": RawTiles<'a> = RawTiles(children(node, "tile").map(tile).collect::<Result<_>>()?),
        #[serde(borrow)]
        properties "properties": RawProperties<'a> = RawProperties::of(node)?,
    }
}

raw! {
    /// What is known about a tile.
    RawTile = tile(node; image = child(node, "image")) {
        id "id": f64,
        class "class": String,
        old_class "type": String,
        x "x": f64,
        y "y": f64,
        width "width": Option<f64>,
        height "height": Option<f64>,
        image "image": Option<String> = of(image, "source")?,
        transparent "transparentcolor": Option<String> = of(image, "trans")?,
        /// A picture that is inside an XML file.
        #[serde(skip)]
        image_bytes: Option<Vec<u8>> = image_bytes(image)?,
        #[serde(borrow)]
        shapes "objectgroup": Option<Box<RawLayer<'a>>> =
            child(node, "objectgroup").map(|group| layer(group, 0).map(Box::new)).transpose()?,
        #[serde(borrow)]
        properties "properties": RawProperties<'a> = RawProperties::of(node)?,
    }
}

raw! {
    /// A layer of any kind.
    RawLayer = layer(node, depth: u32; data = child(node, "data"); image = child(node, "image")) {
        /// `tilelayer`, `objectgroup`, `imagelayer` or `group`.
        kind "type": String = kind(node).unwrap_or_default().to_owned(),
        name "name": String,
        class "class": String,
        visible "visible": Option<Truth>,
        opacity "opacity": Option<f64>,
        offset_x "offsetx": f64 = offset(node, ["offsetx", "x"])?,
        offset_y "offsety": f64 = offset(node, ["offsety", "y"])?,
        width "width": f64,
        height "height": f64,
        encoding "encoding": String = of(data, "encoding")?,
        compression "compression": String = of(data, "compression")?,
        #[serde(borrow)]
        data "data": Option<RawCells<'a>> = data.map(|data| cells(data, data)).transpose()?,
        #[serde(borrow)]
        chunks "chunks": Vec<RawChunk<'a>> = match data {
            Some(data) => children(data, "chunk").map(|node| chunk(node, data)).collect::<Result<_>>()?,
            None => Vec::new(),
        },
        #[serde(borrow)]
        objects "objects": Vec<RawObject<'a>> = children(node, "object").map(object).collect::<Result<_>>()?,
        #[serde(borrow)]
        layers "layers": Vec<RawLayer<'a>> = layers(node, depth + 1)?,
        repeat_x "repeatx": Truth,
        repeat_y "repeaty": Truth,
        image "image": Option<String> = of(image, "source")?,
        transparent "transparentcolor": Option<String> = of(image, "trans")?,
        /// A picture that is inside an XML file.
        #[serde(skip)]
        image_bytes: Option<Vec<u8>> = image_bytes(image)?,
        #[serde(borrow)]
        properties "properties": RawProperties<'a> = RawProperties::of(node)?,
        /// The byte of an XML file at which it begins.
        #[serde(skip)]
        start: Option<u32> = Some(start(node)),
    }
}

raw! {
    /// A piece of an infinite layer, whose data say how they are written.
    RawChunk = chunk(node, data: XmlNode<'a>) {
        x "x": f64,
        y "y": f64,
        width "width": f64,
        height "height": f64,
        #[serde(borrow)]
        data "data": Option<RawCells<'a>> = Some(cells(node, data)?),
    }
}

raw! {
    /// An object. A field that is missing is that of the template.
    RawObject = object(node) {
        id "id": f64,
        name "name": Option<String>,
        class "class": Option<String>,
        old_class "type": Option<String>,
        x "x": f64,
        y "y": f64,
        width "width": Option<f64>,
        height "height": Option<f64>,
        rotation "rotation": Option<f64>,
        gid "gid": Option<f64>,
        visible "visible": Option<Truth>,
        ellipse "ellipse": Truth = Truth(child(node, "ellipse").is_some()),
        capsule "capsule": Truth = Truth(child(node, "capsule").is_some()),
        point "point": Truth = Truth(child(node, "point").is_some()),
        polygon "polygon": Option<Vec<RawPoint>> = child(node, "polygon").map(points).transpose()?,
        polyline "polyline": Option<Vec<RawPoint>> = child(node, "polyline").map(points).transpose()?,
        text "text": Option<IgnoredAny> = child(node, "text").map(|_| IgnoredAny),
        template "template": Option<String>,
        #[serde(borrow)]
        properties "properties": RawProperties<'a> = RawProperties::of(node)?,
        /// The byte of an XML file at which it begins.
        #[serde(skip)]
        start: Option<u32> = Some(start(node)),
    }
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

pub(super) fn template<'a>(node: XmlNode<'a>) -> Result<RawTemplate<'a>> {
    let object = child(node, "object").ok_or_else(|| fault(node, "the template has no <object>"))?;
    Ok(RawTemplate { set: child(node, "tileset").map(set).transpose()?, object: self::object(object)? })
}

/// An attribute of a node that may be missing.
fn of<T: Attribute + Default>(node: Option<XmlNode<'_>>, name: &str) -> Result<T> {
    node.map_or_else(|| Ok(T::default()), |node| attribute(node, name))
}

/// The bytes of a picture that is in the file.
fn image_bytes(image: Option<XmlNode<'_>>) -> Result<Option<Vec<u8>>> {
    let Some(image) = image.filter(|image| !image.has_attribute("source")) else { return Ok(None) };
    let Some(data) = child(image, "data") else { return Ok(None) };
    let text: String = content(data).split_ascii_whitespace().collect();
    let decoded = STANDARD.decode(text);
    let no_base64 = |error| fault(data, format!("the picture in the file is no base64: {error}"));
    Ok(Some(decoded.map_err(no_base64)?))
}

fn layers<'a>(node: XmlNode<'a>, depth: u32) -> Result<Vec<RawLayer<'a>>> {
    let layer = |node| match depth {
        0..=MOST_DEPTH => layer(node, depth),
        _ => Err(fault(node, format!("more than {MOST_DEPTH} groups lie in each other")).into()),
    };
    node.children().filter(|node| kind(*node).is_some()).map(layer).collect()
}

/// What JSON calls a kind of layer.
fn kind(node: XmlNode<'_>) -> Option<&'static str> {
    match node.tag_name().name() {
        "layer" => Some("tilelayer"),
        "objectgroup" => Some("objectgroup"),
        "imagelayer" => Some("imagelayer"),
        "group" => Some("group"),
        _ => None,
    }
}

/// An offset along an axis. Old image layers lie at x and y.
fn offset(node: XmlNode<'_>, [name, old]: [&str; 2]) -> Result<f64> {
    let is_old = !node.has_attribute(name) && node.has_tag_name("imagelayer");
    attribute(node, if is_old { old } else { name })
}

/// The cells in a node, written as `data` says.
fn cells<'a>(node: XmlNode<'a>, data: XmlNode<'_>) -> Result<RawCells<'a>> {
    if data.attribute("encoding").unwrap_or_default().is_empty() {
        let gids = children(node, "tile").map(|tile| attribute(tile, "gid"));
        Ok(RawCells::Tiles(gids.collect::<Result<_>>()?))
    } else {
        Ok(RawCells::Text(content(node)))
    }
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

impl RawProperties<'_> {
    fn of(node: XmlNode<'_>) -> Result<Self> {
        properties(node, 0).map(RawProperties::Read)
    }
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

#[derive(Deserialize, Default, Clone, Copy)]
#[serde(default)]
pub(super) struct RawPoint {
    pub(super) x: f64,
    pub(super) y: f64,
}

fn point(node: XmlNode<'_>) -> Result<RawPoint> {
    Ok(RawPoint { x: attribute(node, "x")?, y: attribute(node, "y")? })
}

/// Corners, as `0,0 16,4.5`.
fn points(node: XmlNode<'_>) -> Result<Vec<RawPoint>> {
    let text = text(node, "points");
    let point = |pair: &str| {
        let (x, y) = pair.split_once(',')?;
        Some(RawPoint { x: x.parse().ok()?, y: y.parse().ok()? })
    };
    let points = text.split_ascii_whitespace().map(|pair| {
        point(pair).ok_or_else(|| {
            fault(node, format!("a corner is {}, not two numbers like 16,4.5", quoted(pair))).into()
        })
    });
    points.collect()
}

/// A truth value. Old files write 0 and 1.
#[derive(Default, Clone, Copy)]
pub(super) struct Truth(pub(super) bool);

impl Attribute for Truth {
    fn parse(text: &str) -> Option<Self> {
        Some(Truth(!matches!(text.trim(), "0" | "false")))
    }
}

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
        let expected = "a list of tiles or an object of tiles by number";
        let named = |number: String, tile| match number.parse() {
            Ok(id) => Ok(RawTile { id, ..tile }),
            Err(_) => Err("the number of a tile is no number"),
        };
        deserializer.deserialize_any(ListOrObject { expected, named }).map(RawTiles)
    }
}
