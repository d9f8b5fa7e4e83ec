//! Tiled's XML, brought into the form of its JSON.

use std::borrow::Cow;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::super::property::{LevelProperties, LevelValue};
use super::raw::{
    RawCells, RawChunk, RawLayer, RawMap, RawObject, RawPoint, RawProperties, RawSet, RawTemplate, RawTile,
    RawTiles, Truth,
};
use super::value::from_words;
use crate::Format;
use crate::error::{ErrorKind, Result, quoted};
use crate::limits::Budget;
use crate::xml::{XmlNode, child, children, content, utf8, with_document};

/// How deep groups and classes may lie in each other.
pub(super) const MOST_DEPTH: u32 = 100;

/// Reads the text of a file and gives the node at the top, which must have this name.
pub(super) fn with_top<T>(
    bytes: &[u8],
    name: &str,
    budget: &Budget,
    read: impl FnOnce(XmlNode<'_>) -> Result<T>,
) -> Result<T> {
    let text = without_doctype(utf8(bytes, Format::Tiled)?);
    with_document(&text, Format::Tiled, budget, |document| {
        let top = document.root_element();
        if top.tag_name().name() != name {
            let what = format!("the file holds a <{}>, not a <{name}>", top.tag_name().name());
            return Err(ErrorKind::level(what).into());
        }
        // Counting lines takes time by the length of the text, so nodes say where they begin, and only an error's line is counted.
        read(top).map_err(|error| {
            error.map_kind(|kind| match kind {
                ErrorKind::Level { layer, cell, line: Some(at), reason } => {
                    #[expect(clippy::disallowed_methods, reason = "once for a file")]
                    let line = Some(document.text_pos_at(at as usize).row);
                    ErrorKind::Level { layer, cell, line, reason }
                }
                kind => kind,
            })
        })
    })
}

/// Old files name the file of a document type, which nobody needs. Types that are inside the file can be bombs: the parser refuses them.
fn without_doctype(text: &str) -> Cow<'_, str> {
    const START: &str = "<!DOCTYPE";
    let Some(start) = text.find(START).filter(|&at| !text[..at].contains("<map") && at < 1024) else {
        return Cow::Borrowed(text);
    };
    match text[start..].find(['[', '>']) {
        Some(end) if text.as_bytes()[start + end] == b'>' => {
            // As long as before, so that lines and columns stay.
            let blank = " ".repeat(end + 1);
            Cow::Owned(format!("{}{blank}{}", &text[..start], &text[start + end + 1..]))
        }
        _ => Cow::Borrowed(text),
    }
}

/// A fault in the file, with its place as [`start`] gives it.
pub(super) fn fault(node: XmlNode<'_>, reason: impl Into<String>) -> ErrorKind {
    ErrorKind::Level { layer: None, cell: None, line: Some(start(node)), reason: reason.into() }
}

/// The byte at which a node begins. In an error that leaves the file, [`with_top`] makes a line of it.
fn start(node: XmlNode<'_>) -> u32 {
    u32::try_from(node.range().start).unwrap_or(u32::MAX)
}

/// The number in an attribute, or nothing if there is no such attribute.
fn number<T: FromStr>(node: XmlNode<'_>, name: &str) -> Result<Option<T>> {
    let Some(text) = node.attribute(name) else { return Ok(None) };
    match text.trim().parse() {
        Ok(number) => Ok(Some(number)),
        Err(_) => Err(fault(
            node,
            format!("{name} of <{}> is {}, not a number", node.tag_name().name(), quoted(text)),
        )
        .into()),
    }
}

fn float(node: XmlNode<'_>, name: &str) -> Result<f64> {
    Ok(number(node, name)?.unwrap_or(0.0))
}

fn text(node: XmlNode<'_>, name: &str) -> String {
    node.attribute(name).unwrap_or_default().to_owned()
}

fn truth(node: XmlNode<'_>, name: &str) -> Option<Truth> {
    node.attribute(name).map(|text| Truth(!matches!(text.trim(), "0" | "false")))
}

pub(super) fn map<'a>(node: XmlNode<'a>) -> Result<RawMap<'a>> {
    Ok(RawMap {
        orientation: text(node, "orientation"),
        class: text(node, "class"),
        width: float(node, "width")?,
        height: float(node, "height")?,
        tile_width: float(node, "tilewidth")?,
        tile_height: float(node, "tileheight")?,
        infinite: truth(node, "infinite").unwrap_or_default(),
        hex_side: float(node, "hexsidelength")?,
        stagger_axis: text(node, "staggeraxis"),
        stagger_index: text(node, "staggerindex"),
        skew_x: float(node, "skewx")?,
        skew_y: float(node, "skewy")?,
        sets: children(node, "tileset").map(set).collect::<Result<_>>()?,
        layers: layers(node, 0)?,
        properties: RawProperties::Read(properties(node, 0)?),
    })
}

pub(super) fn template<'a>(node: XmlNode<'a>) -> Result<RawTemplate<'a>> {
    let object = child(node, "object").ok_or_else(|| fault(node, "the template has no <object>"))?;
    Ok(RawTemplate { set: child(node, "tileset").map(set).transpose()?, object: self::object(object)? })
}

pub(super) fn set<'a>(node: XmlNode<'a>) -> Result<RawSet<'a>> {
    let offset = child(node, "tileoffset");
    let offset = |name| offset.map_or(Ok(0.0), |offset| float(offset, name));
    let (image, transparent, image_bytes) = image(node)?;
    Ok(RawSet {
        first: float(node, "firstgid")?,
        source: node.attribute("source").map(str::to_owned),
        name: text(node, "name"),
        class: text(node, "class"),
        tile_width: float(node, "tilewidth")?,
        tile_height: float(node, "tileheight")?,
        spacing: float(node, "spacing")?,
        margin: float(node, "margin")?,
        alignment: text(node, "objectalignment"),
        render_size: text(node, "tilerendersize"),
        fill_mode: text(node, "fillmode"),
        offset: RawPoint { x: offset("x")?, y: offset("y")? },
        image,
        transparent,
        image_bytes,
        tiles: RawTiles(children(node, "tile").map(tile).collect::<Result<_>>()?),
        properties: RawProperties::Read(properties(node, 0)?),
    })
}

/// The path of a picture, its transparent colour, and its bytes if they are in the file.
type RawImage = (Option<String>, Option<String>, Option<Vec<u8>>);

fn image(node: XmlNode<'_>) -> Result<RawImage> {
    let Some(image) = child(node, "image") else { return Ok((None, None, None)) };
    let source = image.attribute("source").map(str::to_owned);
    let bytes = match child(image, "data") {
        Some(data) if source.is_none() => {
            let text: String = content(data).split_ascii_whitespace().collect();
            let decoded = STANDARD.decode(text);
            Some(
                decoded
                    .map_err(|error| fault(data, format!("the picture in the file is no base64: {error}")))?,
            )
        }
        _ => None,
    };
    Ok((source, image.attribute("trans").map(str::to_owned), bytes))
}

fn tile<'a>(node: XmlNode<'a>) -> Result<RawTile<'a>> {
    let (image, transparent, image_bytes) = image(node)?;
    Ok(RawTile {
        id: float(node, "id")?,
        class: text(node, "class"),
        old_class: text(node, "type"),
        x: float(node, "x")?,
        y: float(node, "y")?,
        width: number(node, "width")?,
        height: number(node, "height")?,
        image,
        transparent,
        image_bytes,
        shapes: child(node, "objectgroup").map(|group| layer(group, 0).map(Box::new)).transpose()?,
        properties: RawProperties::Read(properties(node, 0)?),
    })
}

fn layers<'a>(node: XmlNode<'a>, depth: u32) -> Result<Vec<RawLayer<'a>>> {
    let is_layer = |node: &XmlNode<'_>| kind(*node).is_some();
    node.children().filter(is_layer).map(|node| layer(node, depth)).collect()
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

fn layer<'a>(node: XmlNode<'a>, depth: u32) -> Result<RawLayer<'a>> {
    if depth > MOST_DEPTH {
        return Err(fault(node, format!("more than {MOST_DEPTH} groups lie in each other")).into());
    }
    let data = child(node, "data");
    let attribute = |name| data.map_or_else(String::new, |data| text(data, name));
    let encoding = attribute("encoding");
    let cells_in = |node| cells(node, &encoding);
    let (image, transparent, image_bytes) = image(node)?;
    Ok(RawLayer {
        kind: kind(node).unwrap_or_default().to_owned(),
        name: text(node, "name"),
        class: text(node, "class"),
        visible: truth(node, "visible"),
        opacity: number(node, "opacity")?,
        // Old image layers lie at x and y.
        offset_x: number(node, "offsetx")?.map_or_else(|| old_offset(node, "x"), Ok)?,
        offset_y: number(node, "offsety")?.map_or_else(|| old_offset(node, "y"), Ok)?,
        width: float(node, "width")?,
        height: float(node, "height")?,
        compression: attribute("compression"),
        data: data.map(cells_in).transpose()?,
        chunks: match data {
            None => Vec::new(),
            Some(data) => {
                children(data, "chunk").map(|node| chunk(node, &encoding)).collect::<Result<_>>()?
            }
        },
        objects: children(node, "object").map(object).collect::<Result<_>>()?,
        layers: layers(node, depth + 1)?,
        repeat_x: truth(node, "repeatx").unwrap_or_default(),
        repeat_y: truth(node, "repeaty").unwrap_or_default(),
        image,
        transparent,
        image_bytes,
        properties: RawProperties::Read(properties(node, 0)?),
        start: Some(start(node)),
        encoding,
    })
}

fn old_offset(node: XmlNode<'_>, name: &str) -> Result<f64> {
    if node.has_tag_name("imagelayer") { float(node, name) } else { Ok(0.0) }
}

fn chunk<'a>(node: XmlNode<'a>, encoding: &str) -> Result<RawChunk<'a>> {
    Ok(RawChunk {
        x: float(node, "x")?,
        y: float(node, "y")?,
        width: float(node, "width")?,
        height: float(node, "height")?,
        data: Some(cells(node, encoding)?),
    })
}

fn cells<'a>(node: XmlNode<'a>, encoding: &str) -> Result<RawCells<'a>> {
    if encoding.is_empty() {
        let gid = |tile| Ok(number(tile, "gid")?.unwrap_or(0));
        Ok(RawCells::Tiles(children(node, "tile").map(gid).collect::<Result<_>>()?))
    } else {
        Ok(RawCells::Text(content(node)))
    }
}

fn object<'a>(node: XmlNode<'a>) -> Result<RawObject<'a>> {
    let has = |name| Truth(child(node, name).is_some());
    Ok(RawObject {
        id: float(node, "id")?,
        name: node.attribute("name").map(str::to_owned),
        class: node.attribute("class").map(str::to_owned),
        old_class: node.attribute("type").map(str::to_owned),
        x: float(node, "x")?,
        y: float(node, "y")?,
        width: number(node, "width")?,
        height: number(node, "height")?,
        rotation: number(node, "rotation")?,
        gid: number(node, "gid")?,
        visible: truth(node, "visible"),
        ellipse: has("ellipse"),
        capsule: has("capsule"),
        point: has("point"),
        polygon: child(node, "polygon").map(points).transpose()?,
        polyline: child(node, "polyline").map(points).transpose()?,
        text: child(node, "text").map(|_| serde::de::IgnoredAny),
        template: node.attribute("template").map(str::to_owned),
        properties: RawProperties::Read(properties(node, 0)?),
        start: Some(start(node)),
    })
}

/// Corners, as `0,0 16,4.5`.
fn points(node: XmlNode<'_>) -> Result<Vec<RawPoint>> {
    let text = node.attribute("points").unwrap_or_default();
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

fn properties(node: XmlNode<'_>, depth: u32) -> Result<LevelProperties> {
    let mut all = LevelProperties::default();
    for list in children(node, "properties") {
        for property in children(list, "property") {
            let name = text(property, "name");
            all.push(name, value(property, depth)?);
        }
    }
    Ok(all)
}

/// The value of a property or of an item of a list.
fn value(node: XmlNode<'_>, depth: u32) -> Result<LevelValue> {
    if depth > MOST_DEPTH {
        return Err(fault(node, format!("more than {MOST_DEPTH} properties lie in each other")).into());
    }
    match node.attribute("type").unwrap_or("string") {
        "class" => {
            Ok(LevelValue::Class { class: text(node, "propertytype"), members: properties(node, depth + 1)? })
        }
        "list" => {
            let items =
                node.children().filter(|child| matches!(child.tag_name().name(), "item" | "property"));
            Ok(LevelValue::List(items.map(|item| value(item, depth + 1)).collect::<Result<_>>()?))
        }
        kind => {
            // Text of several lines stands between the tags.
            let words = node.attribute("value").map_or_else(|| content(node), Cow::Borrowed);
            from_words(kind, &words).ok_or_else(|| {
                let name = text(node, "name");
                fault(
                    node,
                    format!("the value {} of property {} is no {kind}", quoted(&words), quoted(&name)),
                )
                .into()
            })
        }
    }
}
