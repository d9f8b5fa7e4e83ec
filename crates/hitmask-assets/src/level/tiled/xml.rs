//! Tiled's XML: its attributes, its properties, and where its faults are.

use std::borrow::Cow;

use super::super::property::{LevelProperties, LevelValue};
use super::value::from_words;
use crate::Format;
use crate::error::{ErrorKind, Result, quoted};
use crate::limits::Budget;
use crate::xml::{XmlNode, children, content, utf8, with_document, without_doctype};

/// How deep groups and classes may lie in each other.
pub(super) const MOST_DEPTH: u32 = 100;

/// Reads the text of a file and gives the node at the top, which must have this name.
pub(super) fn with_top<T>(
    bytes: &[u8],
    name: &str,
    budget: &Budget,
    read: impl FnOnce(XmlNode<'_>) -> Result<T>,
) -> Result<T> {
    // Old files name the file of a document type, which nobody needs.
    let text = without_doctype(utf8(bytes, Format::Tiled)?, name);
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

/// A fault in the file, with its place as [`start`] gives it.
pub(super) fn fault(node: XmlNode<'_>, reason: impl Into<String>) -> ErrorKind {
    ErrorKind::Level { layer: None, cell: None, line: Some(start(node)), reason: reason.into() }
}

/// The byte at which a node begins. In an error that leaves the file, [`with_top`] makes a line of it.
pub(super) fn start(node: XmlNode<'_>) -> u32 {
    u32::try_from(node.range().start).unwrap_or(u32::MAX)
}

/// What an attribute may hold.
pub(super) trait Attribute: Sized {
    /// None if the text is no such value.
    fn parse(text: &str) -> Option<Self>;
}

impl Attribute for String {
    fn parse(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl Attribute for f64 {
    fn parse(text: &str) -> Option<Self> {
        text.trim().parse().ok()
    }
}

impl Attribute for u32 {
    fn parse(text: &str) -> Option<Self> {
        text.trim().parse().ok()
    }
}

impl<T: Attribute> Attribute for Option<T> {
    fn parse(text: &str) -> Option<Self> {
        T::parse(text).map(Some)
    }
}

/// The value of an attribute. One that is missing is the default.
pub(super) fn attribute<T: Attribute + Default>(node: XmlNode<'_>, name: &str) -> Result<T> {
    let Some(text) = node.attribute(name) else { return Ok(T::default()) };
    let not = || format!("{name} of <{}> is {}, not a number", node.tag_name().name(), quoted(text));
    T::parse(text).ok_or_else(|| fault(node, not()).into())
}

pub(super) fn text(node: XmlNode<'_>, name: &str) -> String {
    node.attribute(name).unwrap_or_default().to_owned()
}

pub(super) fn properties(node: XmlNode<'_>, depth: u32) -> Result<LevelProperties> {
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
