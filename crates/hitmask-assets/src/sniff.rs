//! The format of a file, from its first bytes.

use crate::format::Format;
use crate::text::without_mark;
use crate::{other, tga};

impl Format {
    /// The format, found from the first bytes. The name of a file does not matter.
    ///
    /// ```
    /// use hitmask_assets::Format;
    ///
    /// assert_eq!(Format::sniff(b"GIF89a"), Some(Format::Gif));
    /// assert_eq!(Format::sniff(b" { \"frames\": {} }"), Some(Format::Atlas));
    /// assert_eq!(Format::sniff(b"page.png\nsize: 64, 64\n"), Some(Format::LibGdx));
    /// assert_eq!(Format::sniff(b"8BPS\0\x01"), None);
    /// ```
    #[must_use]
    pub fn sniff(bytes: &[u8]) -> Option<Format> {
        match bytes {
            [0x89, b'P', b'N', b'G', ..] => Some(Format::Png),
            [b'G', b'I', b'F', b'8', ..] => Some(Format::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Format::WebP),
            [b'H', b'P', b'A', b'K', ..] => Some(Format::Pack),
            [0xFF, 0xD8, 0xFF, ..] => Some(Format::Jpeg),
            [b'q', b'o', b'i', b'f', ..] => Some(Format::Qoi),
            [b'B', b'M', _, _, _, _, 0, 0, 0, 0, _, _, 0, 0, 12 | 16 | 40.., 0, 0, 0, ..] => {
                Some(Format::Bmp)
            }
            [_, _, _, _, 0xE0, 0xA5, ..] => Some(Format::Aseprite),
            _ => {
                let text = without_mark(bytes).trim_ascii_start();
                match text.first() {
                    Some(b'{' | b'[') => Some(Format::Atlas),
                    Some(b'<') => match other::xml_top(text)? {
                        "TextureAtlas" => Some(Format::XmlAtlas),
                        "plist" => Some(Format::Plist),
                        "svg" => Some(Format::Svg),
                        _ => None,
                    },
                    _ if is_libgdx(text) => Some(Format::LibGdx),
                    _ => tga::is_tga(bytes).then_some(Format::Tga),
                }
            }
        }
    }
}

/// Whether text is a libGDX atlas: the name of a picture, and then a line with a key of a page. Only the beginning of the text is read.
fn is_libgdx(text: &[u8]) -> bool {
    const BEGINNING: usize = 4096;
    const PAGE_KEYS: [&[u8]; 6] = [b"size", b"format", b"filter", b"repeat", b"pma", b"scale"];
    let text = &text[..text.len().min(BEGINNING)];
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    // Headers, which some tools write before the first page, have a colon, too.
    let name = lines.by_ref().find(|line| !line.is_empty() && !line.contains(&b':'));
    let is_name = name.is_some_and(|name| !name.iter().any(u8::is_ascii_control));
    let is_key = |line: &[u8]| {
        let colon = line.iter().position(|&byte| byte == b':');
        colon.is_some_and(|colon| PAGE_KEYS.contains(&line[..colon].trim_ascii_end()))
    };
    is_name && lines.next().is_some_and(is_key)
}
