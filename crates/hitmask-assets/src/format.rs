//! The kinds of files.

use std::fmt;

/// The kinds of files that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Portable Network Graphics, every frame. As a picture of an atlas or of a level, an animation is its default picture.
    Png,
    /// Graphics Interchange Format, every frame.
    Gif,
    /// WebP, every frame.
    WebP,
    /// JPEG. It has no alpha, so all of it is solid; a colour key makes parts of it clear.
    Jpeg,
    /// A bitmap of Windows or OS/2. Pixels have alpha only if its header says where.
    Bmp,
    /// Targa.
    Tga,
    /// The Quite OK Image format.
    Qoi,
    /// Scalable Vector Graphics. Only its size is read, for levels; [`ErrorKind::NotDrawn`](crate::ErrorKind::NotDrawn) where its pixels are needed.
    Svg,
    /// A JSON atlas, written by TexturePacker (hash or array), for Pixi, or by Aseprite.
    Atlas,
    /// A libGDX texture atlas (`.atlas`), which Spine writes, too.
    LibGdx,
    /// An atlas in XML: of Starling and Sparrow, or the generic one of TexturePacker, whose polygons [`decode_polygons`](crate::decode_polygons)
    /// reads.
    XmlAtlas,
    /// An atlas of cocos2d: a property list (`.plist`) in XML.
    Plist,
    /// An atlas of Kivy (`.atlas`), which is JSON.
    Kivy,
    /// Aseprite's own format (`.ase`, `.aseprite`).
    Aseprite,
    /// A map of Tiled (`.tmx`, `.tmj`). [`load_levels`](crate::load_levels) reads it; it has layers, not frames.
    Tiled,
    /// A project of LDtk (`.ldtk`). [`load_levels`](crate::load_levels) reads it; it has levels with layers.
    Ldtk,
    /// A pack of masks ([`hitmask::Pack`]). [`load_pack`](crate::load_pack) reads it; it holds many sprites.
    Pack,
}

impl Format {
    /// Whether it is text that names pictures with frames.
    pub(crate) fn is_atlas(self) -> bool {
        use Format::{Atlas, Kivy, LibGdx, Plist, XmlAtlas};
        matches!(self, Atlas | LibGdx | XmlAtlas | Plist | Kivy)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Png => "PNG",
            Format::Gif => "GIF",
            Format::WebP => "WebP",
            Format::Jpeg => "JPEG",
            Format::Bmp => "BMP",
            Format::Tga => "TGA",
            Format::Qoi => "QOI",
            Format::Svg => "SVG",
            Format::Atlas => "JSON atlas",
            Format::LibGdx => "libGDX atlas",
            Format::XmlAtlas => "XML atlas",
            Format::Plist => "cocos2d atlas",
            Format::Kivy => "Kivy atlas",
            Format::Aseprite => "Aseprite file",
            Format::Tiled => "Tiled map",
            Format::Ldtk => "LDtk project",
            Format::Pack => "pack",
        })
    }
}
