//! Files that are not read, or not by themselves: what they are, and what to do instead. Whoever names one learns more than that it is
//! none of the formats that are read.

use crate::text::without_mark;

/// What a file is, and what to do.
pub(crate) type Other = (&'static str, &'static str);

const EXPORT: &str = "export it as a PNG";
const NO_PICTURE: &str = "it holds no picture";
const UNPACK: &str = "unpack it first";

/// The first bytes of files that are not read.
const BEGINNINGS: &[(&[u8], Other)] = &[
    (b"8BPS", ("a Photoshop file", EXPORT)),
    (b"gimp xcf", ("a GIMP file", EXPORT)),
    (b"%PDF", ("a PDF", EXPORT)),
    (b"II*\0", ("a TIFF", EXPORT)),
    (b"MM\0*", ("a TIFF", EXPORT)),
    (b"\0\0\x01\0", ("an icon", EXPORT)),
    (b"\0\0\x02\0", ("a cursor", EXPORT)),
    (b"DDS ", ("a DDS texture", EXPORT)),
    (b"\xABKTX", ("a KTX texture", EXPORT)),
    (b"PVR\x03", ("a PVR texture", EXPORT)),
    (b"\xFF\x0A", ("a JPEG XL", EXPORT)),
    (b"\0\0\0\x0CJXL ", ("a JPEG XL", EXPORT)),
    (b"\0\0\0\x0CjP  ", ("a JPEG 2000", EXPORT)),
    (b"PK\x03\x04", ("a ZIP archive", UNPACK)),
    (b"\x1F\x8B", ("a gzip archive", UNPACK)),
    (b"7z\xBC\xAF", ("a 7z archive", UNPACK)),
    (b"Rar!", ("a RAR archive", UNPACK)),
    (b"OggS", ("an Ogg sound", NO_PICTURE)),
    (b"ID3", ("an MP3 sound", NO_PICTURE)),
    (b"fLaC", ("a FLAC sound", NO_PICTURE)),
    (b"\0\x01\0\0", ("a font", NO_PICTURE)),
    (b"OTTO", ("a font", NO_PICTURE)),
    (b"wOF", ("a font", NO_PICTURE)),
    (b"\x7FELF", ("a program", NO_PICTURE)),
    (b"MZ", ("a program", NO_PICTURE)),
    (b"bplist", ("a binary property list", "save it as XML: `plutil -convert xml1` does it")),
    (b"version https://git-lfs", ("a pointer of Git LFS", "fetch the file itself with `git lfs pull`")),
    (b"%YAML", ("a file of Unity", "name the picture that it is about")),
    (b"[gd_", ("a file of Godot", "name the picture that it is about")),
    (b"[remap]", ("a file of Godot", "name the picture that it is about")),
];

const TILE_SET: Other = ("a tile set of Tiled", "name a map that uses it, or its picture with a grid");
const TEMPLATE: Other = ("a template of Tiled", "name a map that uses it");
const WORLD: Other = ("a world of Tiled", "name one of its maps");

/// What a file is that is not read. None if that is not known.
pub(crate) fn what(bytes: &[u8]) -> Option<Other> {
    let text = without_mark(bytes).trim_ascii_start();
    match text.first() {
        Some(b'<') => return xml(text),
        Some(b'{' | b'[') if std::str::from_utf8(text).is_ok() && !text.starts_with(b"[gd_") => {
            return json(text);
        }
        _ => {}
    }
    if let (Some(b"RIFF"), Some(b"WAVE")) = (bytes.get(..4), bytes.get(8..12)) {
        return Some(("a WAV sound", NO_PICTURE));
    }
    if bytes.get(4..8) == Some(b"ftyp") {
        return Some(match bytes.get(8..12) {
            Some(b"avif" | b"avis") => ("an AVIF", EXPORT),
            Some(b"heic" | b"heix" | b"mif1") => ("an HEIC", EXPORT),
            _ => ("a video", EXPORT),
        });
    }
    BEGINNINGS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, other)| *other)
}

/// The name of the node at the top of XML.
pub(crate) fn xml_top(text: &[u8]) -> Option<&str> {
    let text = without_mark(text).trim_ascii_start();
    let mut rest = text;
    // The declaration, comments and the type of the document come before the top.
    while let Some(inner) = rest.strip_prefix(b"<?").or_else(|| rest.strip_prefix(b"<!")) {
        let end: &[u8] = if inner.starts_with(b"--") { b"-->" } else { b">" };
        let at = inner.windows(end.len()).position(|window| window == end)?;
        rest = inner[at + end.len()..].trim_ascii_start();
    }
    let name = rest.strip_prefix(b"<")?;
    let end = name.iter().position(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'>' | b'/'))?;
    std::str::from_utf8(&name[..end]).ok().filter(|name| !name.is_empty())
}

fn xml(text: &[u8]) -> Option<Other> {
    Some(match xml_top(text)? {
        "tileset" => TILE_SET,
        "template" => TEMPLATE,
        "html" | "HTML" => ("a web page", "it may be the answer of a server instead of the file"),
        "svg" => ("an SVG", EXPORT),
        _ => return None,
    })
}

/// What JSON is. It is told by its keys, wherever they are.
pub(crate) fn json(text: &[u8]) -> Option<Other> {
    let text = std::str::from_utf8(text).ok()?;
    let has = |key: &str| text.contains(key);
    // Values may have a space before them.
    let says = |key: &str, value: &str| {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once(key) {
            if after.trim_start().strip_prefix(':').is_some_and(|after| after.trim_start().starts_with(value))
            {
                return true;
            }
            rest = after;
        }
        false
    };
    Some(if has("json-schema.org") {
        ("a JSON schema", "name a file that follows it")
    } else if says("\"fileType\"", "\"LDtk Level JSON\"") {
        ("a level of an LDtk project", "name the project, an .ldtk file")
    } else if says("\"jsonVersion\"", "\"0.") && has("\"defs\"") {
        ("a project of LDtk that is too old", "open it in LDtk 1.0 or newer, and save it")
    } else if says("\"type\"", "\"world\"") || has("\"maps\"") && has("\"fileName\"") {
        WORLD
    } else if says("\"type\"", "\"template\"") {
        TEMPLATE
    } else if says("\"type\"", "\"tileset\"")
        || has("\"tilewidth\"") && has("\"tileheight\"") && !has("\"layers\"")
    {
        TILE_SET
    } else if has("\"skeleton\"") && has("\"bones\"") {
        ("a skeleton of Spine", "name its .atlas")
    } else {
        return None;
    })
}
