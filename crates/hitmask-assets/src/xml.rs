//! XML within the limits, and what its nodes hold.

use std::borrow::Cow;

use roxmltree::{Document, Node, ParsingOptions};

use crate::Format;
use crate::error::{ErrorKind, Result};
use crate::limits::{Budget, Work};

pub(crate) type XmlNode<'a> = Node<'a, 'a>;

/// A file as text.
pub(crate) fn utf8(bytes: &[u8], format: Format) -> Result<&str, ErrorKind> {
    std::str::from_utf8(bytes).map_err(|error| ErrorKind::corrupt(format, error))
}

/// Parses a text, and calls `read` with the document.
pub(crate) fn with_document<T>(
    text: &str,
    format: Format,
    budget: &Budget,
    read: impl FnOnce(&Document<'_>) -> Result<T>,
) -> Result<T> {
    budget.work(text.len() as u64, Work::Unpack)?;
    budget.work(compared_names(text.as_bytes()), Work::Draw)?;
    let _held = budget.hold(parsed_bytes(text))?;
    let options = ParsingOptions { nodes_limit: u32::MAX - 1, ..ParsingOptions::default() };
    read(&Document::parse_with_options(text, options).map_err(|error| ErrorKind::corrupt(format, error))?)
}

/// The text with spaces in place of the document type before the node at the top, so that lines and columns stay. A type with a part in
/// brackets stays: it could be a bomb, and the parser refuses it.
pub(crate) fn without_doctype<'a>(text: &'a str, top: &str) -> Cow<'a, str> {
    let found = text.find("<!DOCTYPE").and_then(|start| {
        let end = start + text[start..].find(['[', '>'])?;
        let is_at_top = !text[..start].contains(&format!("<{top}"));
        (is_at_top && text.as_bytes()[end] == b'>').then_some((start, end + 1))
    });
    match found {
        Some((start, end)) => format!("{}{}{}", &text[..start], " ".repeat(end - start), &text[end..]).into(),
        None => text.into(),
    }
}

/// How many names the parser compares: those of the attributes of each tag with each other, and those of namespaces with each other, again
/// for each tag that has some.
fn compared_names(text: &[u8]) -> u64 {
    let behind = |from: usize, end: &[u8]| {
        let found = text[from..].windows(end.len()).position(|window| window == end);
        found.map_or(text.len(), |at| from + at + end.len())
    };
    let (mut pairs, mut spaces, mut at) = (0_u64, 0_u64, 0);
    while let Some(start) = text[at..].iter().position(|&byte| byte == b'<') {
        at += start + 1;
        if text[at..].starts_with(b"!--") {
            at = behind(at + 3, b"-->");
            continue;
        }
        if text[at..].starts_with(b"?") {
            at = behind(at + 1, b"?>");
            continue;
        }
        if text[at..].starts_with(b"![CDATA[") {
            at = behind(at, b"]]>");
            continue;
        }
        let mut attributes = 0_u64;
        while let Some(&byte) = text.get(at) {
            match byte {
                b'>' => break,
                b'=' => attributes += 1,
                b'x' if text[at..].starts_with(b"xmlns") => spaces += 1,
                // What stands in quotes is no name.
                b'"' | b'\'' => at = behind(at + 1, &[byte]) - 1,
                _ => {}
            }
            at += 1;
        }
        pairs = pairs.saturating_add(attributes * attributes / 2);
    }
    pairs.saturating_add(spaces.saturating_pow(3) / 16)
}

/// The most memory that the parsed text and what is made of it take.
fn parsed_bytes(text: &str) -> u64 {
    // A node takes 72 bytes, an attribute 88, and both lists may grow; our own form of an object takes less than four of each.
    const NODE: u64 = 4 * 80;
    const ATTRIBUTE: u64 = 2 * 96;
    let count = |wanted: u8| text.bytes().filter(|&byte| byte == wanted).count() as u64;
    NODE * (count(b'<') + count(b'>')) + ATTRIBUTE * count(b'=') + 2 * text.len() as u64
}

pub(crate) fn children<'a>(node: XmlNode<'a>, name: &'static str) -> impl Iterator<Item = XmlNode<'a>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

pub(crate) fn child<'a>(node: XmlNode<'a>, name: &'static str) -> Option<XmlNode<'a>> {
    children(node, name).next()
}

/// All text in a node, without copying it if it is in one piece.
pub(crate) fn content<'a>(node: XmlNode<'a>) -> Cow<'a, str> {
    let mut pieces = node.children().filter(Node::is_text).filter_map(|piece| piece.text());
    let first = pieces.next().unwrap_or_default();
    match pieces.next() {
        None => Cow::Borrowed(first),
        Some(second) => Cow::Owned([first, second].into_iter().chain(pieces).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::compared_names;

    #[test]
    fn attributes_of_one_tag_are_compared() {
        let tag = |count: usize| format!("<a {}/>", "b='>' ".repeat(count));
        assert_eq!(compared_names(tag(1000).as_bytes()), 500_000);
        assert_eq!(compared_names(tag(2).repeat(1000).as_bytes()), 2000);
        for none in [
            "<!-- a=b=c=d -->",
            "<a b='======'/>",
            "<![CDATA[<======>]]>",
            "<a>======</a>",
            "<",
            "<a b='",
            "<!--",
            "<?",
            "<?a b=' c=d ?>",
            "x=y",
        ] {
            assert_eq!(compared_names(none.as_bytes()), 0, "{none}");
        }
        // What is no tag ends where it does for the parser, and opens no quote that would hide a tag.
        for before in ["<?p ' ?>", "<?p > <a ' ?>", "<!--> <a ' -->", "<!---> <a ' -->", "<![CDATA[<a ']]>"] {
            assert_eq!(compared_names((before.to_owned() + &tag(1000)).as_bytes()), 500_000, "{before}");
        }
        assert_eq!(compared_names("<a xmlns:b='c'/>".repeat(1000).as_bytes()), 1_000_000_000 / 16);
    }
}
