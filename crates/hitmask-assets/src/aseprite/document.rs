//! The parts of an Aseprite file. Pixels stay packed.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::rc::Rc;

use crate::blend::BlendMode;
use crate::error::ErrorKind;
use crate::limits::Budget;
use crate::tag::{Direction, Tag, TagFrames};

use super::bytes::{Bytes, Damage};

/// A whole file.
pub(super) struct Document<'a> {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) depth: ColorDepth,
    /// The palette index that is clear on every layer except the background.
    pub(super) clear_index: u8,
    pub(super) layers: Vec<Layer>,
    pub(super) tilesets: HashMap<u32, Tileset<'a>>,
    pub(super) frames: Vec<StoredFrame<'a>>,
    pub(super) slices: Vec<StoredSlice>,
    pub(super) tags: Vec<Tag>,
    /// The position of the cel of a frame and layer in the frame's list.
    pub(super) cel_at: HashMap<(usize, usize), usize>,
}

/// How a pixel is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColorDepth {
    Indexed,
    Gray,
    Rgba,
}

impl ColorDepth {
    pub(super) fn bytes(self) -> u8 {
        match self {
            ColorDepth::Indexed => 1,
            ColorDepth::Gray => 2,
            ColorDepth::Rgba => 4,
        }
    }
}

pub(super) type Palette = [[u8; 4]; 256];

pub(super) struct Layer {
    /// Whether the layer and all groups around it are visible, and it is not a reference layer.
    pub(super) visible: bool,
    pub(super) background: bool,
    pub(super) opacity: u8,
    pub(super) mode: BlendMode,
    /// The innermost group around it that is merged by itself and then drawn over the layers below.
    pub(super) owner: Option<usize>,
    pub(super) tileset: Option<u32>,
    pub(super) name: String,
    /// The group around it.
    pub(super) parent: Option<usize>,
    pub(super) group: bool,
    merged_alone: bool,
}

pub(super) struct StoredFrame<'a> {
    /// In milliseconds.
    pub(super) duration: u16,
    pub(super) cels: Vec<Cel<'a>>,
    /// The colours of the palette indices; `None` before the first palette of the file.
    pub(super) palette: Option<Rc<Palette>>,
}

/// A layer's picture in a frame.
#[derive(Clone, Copy)]
pub(super) struct Cel<'a> {
    pub(super) layer: usize,
    pub(super) x: i16,
    pub(super) y: i16,
    pub(super) opacity: u8,
    /// The number of layers by which it moves up (or down, if negative) in this frame.
    pub(super) z: i16,
    pub(super) content: Content<'a>,
    /// Its position in the file.
    pub(super) offset: usize,
}

#[derive(Clone, Copy)]
pub(super) enum Content<'a> {
    Pixels {
        width: u16,
        height: u16,
        packed: bool,
        data: &'a [u8],
    },
    /// The cel of the same layer in that frame.
    Linked(u16),
    Tiles(StoredTiles<'a>),
}

#[derive(Clone, Copy)]
pub(super) struct StoredTiles<'a> {
    pub(super) columns: u16,
    pub(super) rows: u16,
    pub(super) id_mask: u32,
    pub(super) flip_x: u32,
    pub(super) flip_y: u32,
    pub(super) flip_diagonal: u32,
    pub(super) data: &'a [u8],
}

#[derive(Clone, Copy)]
pub(super) struct Tileset<'a> {
    pub(super) tiles: u32,
    pub(super) width: u16,
    pub(super) height: u16,
    /// The tile that is empty.
    pub(super) empty: u32,
    /// `None` if the tiles are in another file.
    pub(super) data: Option<&'a [u8]>,
    pub(super) offset: usize,
}

pub(super) struct StoredSlice {
    pub(super) name: String,
    pub(super) keys: Vec<StoredSliceKey>,
}

pub(super) type StoredSliceKey = crate::sprite::RawSliceKey;

/// The header, and what was read so far.
struct DocumentReader<'a> {
    document: Document<'a>,
    budget: &'a Budget,
    flags: u32,
    palette: Option<Rc<Palette>>,
    /// Whether a palette chunk of the new kind was seen. Chunks of the old kinds are then ignored.
    new_palette: bool,
    /// For each nesting level the group to which the next layer may belong.
    groups: Vec<usize>,
}

/// The deepest nesting of groups. Merging is recursive, so deeper groups are refused.
const MAX_NESTING: usize = 64;

impl<'a> Document<'a> {
    pub(super) fn parse(bytes: &'a [u8], budget: &'a Budget) -> Result<Self, ErrorKind> {
        let mut file = Bytes::new(bytes);
        let mut header = file.part(128)?;
        header.skip(6)?;
        let frames = header.u16()?;
        let (width, height) = (u32::from(header.u16()?), u32::from(header.u16()?));
        let depth = match header.u16()? {
            8 => ColorDepth::Indexed,
            16 => ColorDepth::Gray,
            32 => ColorDepth::Rgba,
            other => return Err(header.damage(format!("a pixel has 8, 16 or 32 bits, not {other}")).into()),
        };
        let flags = header.u32()?;
        header.skip(10)?;
        let clear_index = header.u8()?;
        budget.check_size(width, height)?;
        budget.check_frames(u64::from(frames))?;
        if frames == 0 {
            return Err(header.damage("it has no frame").into());
        }

        let document = Document {
            width,
            height,
            depth,
            clear_index,
            layers: Vec::new(),
            tilesets: HashMap::new(),
            frames: Vec::new(),
            slices: Vec::new(),
            tags: Vec::new(),
            cel_at: HashMap::new(),
        };
        let mut reader =
            DocumentReader { document, budget, flags, palette: None, new_palette: false, groups: Vec::new() };
        for _ in 0..frames {
            reader.read_frame(&mut file)?;
        }
        Ok(reader.document)
    }
}

impl<'a> DocumentReader<'a> {
    fn read_frame(&mut self, file: &mut Bytes<'a>) -> Result<(), ErrorKind> {
        const HEAD: usize = 16;
        let mut frame = sized_part(file, HEAD, "a frame")?;
        if frame.u16()? != 0xF1FA {
            return Err(frame.damage("a frame does not start with its magic number F1FA").into());
        }
        let old_chunks = frame.u16()?;
        let duration = frame.u16()?;
        frame.skip(2)?;
        let chunks = match frame.u32()? {
            0 => u32::from(old_chunks),
            chunks => chunks,
        };
        self.note::<StoredFrame>(0)?;
        self.document.frames.push(StoredFrame { duration, cels: Vec::new(), palette: None });
        for _ in 0..chunks {
            let mut chunk = sized_part(&mut frame, 6, "a chunk")?;
            self.read_chunk(&mut chunk)?;
        }
        if let Some(frame) = self.document.frames.last_mut() {
            frame.palette.clone_from(&self.palette);
        }
        Ok(())
    }

    fn read_chunk(&mut self, chunk: &mut Bytes<'a>) -> Result<(), ErrorKind> {
        match chunk.u16()? {
            0x0004 if !self.new_palette => self.read_old_palette(chunk, |byte| byte),
            // Six bits per channel.
            0x0011 if !self.new_palette => self.read_old_palette(chunk, |byte| byte << 2 | byte >> 4 & 3),
            0x2004 => self.read_layer(chunk),
            0x2005 => self.read_cel(chunk),
            0x2018 => self.read_tags(chunk),
            0x2019 => self.read_palette(chunk),
            0x2022 => self.read_slice(chunk),
            0x2023 => self.read_tileset(chunk),
            _ => Ok(()),
        }
    }

    fn read_layer(&mut self, chunk: &mut Bytes<'a>) -> Result<(), ErrorKind> {
        const VISIBLE: u16 = 1;
        const BACKGROUND: u16 = 8;
        const REFERENCE: u16 = 64;
        const OPACITY_IS_VALID: u32 = 1;
        const GROUPS_HAVE_OPACITY: u32 = 2;
        let flags = chunk.u16()?;
        let kind = chunk.u16()?;
        let level = usize::from(chunk.u16()?);
        chunk.skip(4)?;
        let mode = BlendMode::from_aseprite(chunk.u16()?);
        let opacity = chunk.u8()?;
        chunk.skip(3)?;
        let name = chunk.string()?;
        let tileset = if kind == 2 { Some(chunk.u32()?) } else { None };
        if level > MAX_NESTING {
            return Err(chunk.damage(format!("groups are nested deeper than {MAX_NESTING} levels")).into());
        }

        // The level of a layer is at most one above that of the group before it. A higher level means the innermost group.
        self.groups.truncate(level);
        let parent = self.groups.last().map(|&group| &self.document.layers[group]);
        let group = kind == 1;
        let owner = match (self.groups.last(), parent) {
            (Some(&group), Some(parent)) if parent.merged_alone => Some(group),
            (_, parent) => parent.and_then(|parent| parent.owner),
        };
        let counts = if group { GROUPS_HAVE_OPACITY } else { OPACITY_IS_VALID };
        let counts = self.flags & counts != 0;
        let opacity = if counts { opacity } else { 255 };
        let mode = if group && !counts { BlendMode::Normal } else { mode };
        let layer = Layer {
            visible: flags & VISIBLE != 0
                && flags & REFERENCE == 0
                && parent.is_none_or(|parent| parent.visible),
            background: flags & BACKGROUND != 0,
            merged_alone: group && (opacity != 255 || mode != BlendMode::Normal),
            opacity,
            mode,
            owner,
            tileset,
            parent: self.groups.last().copied(),
            group,
            name,
        };
        self.note::<Layer>(layer.name.len())?;
        if group {
            self.groups.push(self.document.layers.len());
        }
        self.document.layers.push(layer);
        Ok(())
    }

    fn read_cel(&mut self, chunk: &mut Bytes<'a>) -> Result<(), ErrorKind> {
        let offset = chunk.offset();
        let layer = usize::from(chunk.u16()?);
        let (x, y) = (chunk.i16()?, chunk.i16()?);
        let opacity = chunk.u8()?;
        let kind = chunk.u16()?;
        let z = chunk.i16()?;
        chunk.skip(5)?;
        match self.document.layers.get(layer) {
            None => {
                let what = format!("a cel belongs to layer {layer}, which does not exist");
                return Err(chunk.damage(what).into());
            }
            Some(owner) if owner.group => return Err(chunk.damage("a group has a cel").into()),
            Some(_) => {}
        }
        let content = match kind {
            0 | 2 => {
                let (width, height) = (chunk.u16()?, chunk.u16()?);
                Content::Pixels { width, height, packed: kind == 2, data: chunk.rest() }
            }
            1 => Content::Linked(chunk.u16()?),
            3 => {
                let (columns, rows) = (chunk.u16()?, chunk.u16()?);
                let bits = chunk.u16()?;
                if bits != 32 {
                    return Err(chunk.damage(format!("tiles have 32 bits, not {bits}")).into());
                }
                let id_mask = chunk.u32()?;
                let (flip_x, flip_y, flip_diagonal) = (chunk.u32()?, chunk.u32()?, chunk.u32()?);
                chunk.skip(10)?;
                Content::Tiles(StoredTiles {
                    columns,
                    rows,
                    id_mask,
                    flip_x,
                    flip_y,
                    flip_diagonal,
                    data: chunk.rest(),
                })
            }
            other => return Err(chunk.damage(format!("cels of kind {other} are not known")).into()),
        };
        self.note::<(Cel, (usize, usize), usize)>(0)?;
        let number = self.document.frames.len() - 1;
        if let Some(frame) = self.document.frames.last_mut() {
            self.document.cel_at.insert((number, layer), frame.cels.len());
            frame.cels.push(Cel { layer, x, y, opacity, z, content, offset });
        }
        Ok(())
    }

    fn read_tags(&mut self, chunk: &mut Bytes<'a>) -> Result<(), ErrorKind> {
        let tags = chunk.u16()?;
        chunk.skip(8)?;
        for _ in 0..tags {
            let (first, last) = (u32::from(chunk.u16()?), u32::from(chunk.u16()?));
            let direction = match chunk.u8()? {
                1 => Direction::Reverse,
                2 => Direction::PingPong,
                3 => Direction::PingPongReverse,
                _ => Direction::Forward,
            };
            // 0 means that it is not limited.
            let repeat = NonZeroU32::new(u32::from(chunk.u16()?));
            chunk.skip(10)?;
            let name = chunk.string()?;
            self.note::<Tag>(name.len())?;
            self.document.tags.push(Tag { name, frames: TagFrames::Range(first..=last), direction, repeat });
        }
        Ok(())
    }

    fn read_slice(&mut self, chunk: &mut Bytes<'a>) -> Result<(), ErrorKind> {
        const NINE_PATCHES: u32 = 1;
        const PIVOT: u32 = 2;
        let count = chunk.u32()?;
        let flags = chunk.u32()?;
        chunk.skip(4)?;
        let name = chunk.string()?;
        let mut keys = Vec::new();
        for _ in 0..count {
            let frame = i64::from(chunk.u32()?);
            let (x, y) = (i64::from(chunk.i32()?), i64::from(chunk.i32()?));
            let (w, h) = (i64::from(chunk.u32()?), i64::from(chunk.u32()?));
            let center = if flags & NINE_PATCHES != 0 {
                let corner = [chunk.i32()?, chunk.i32()?].map(i64::from);
                Some([corner[0], corner[1], i64::from(chunk.u32()?), i64::from(chunk.u32()?)])
            } else {
                None
            };
            let pivot = if flags & PIVOT != 0 {
                Some([f64::from(chunk.i32()?), f64::from(chunk.i32()?)])
            } else {
                None
            };
            self.note::<StoredSliceKey>(0)?;
            keys.push(StoredSliceKey { frame, rect: [x, y, w, h], center, pivot });
        }
        self.note::<StoredSlice>(name.len())?;
        self.document.slices.push(StoredSlice { name, keys });
        Ok(())
    }

    fn read_tileset(&mut self, chunk: &mut Bytes<'a>) -> Result<(), ErrorKind> {
        const IN_OTHER_FILE: u32 = 1;
        const IN_THIS_FILE: u32 = 2;
        const EMPTY_IS_0: u32 = 4;
        let offset = chunk.offset();
        let id = chunk.u32()?;
        let flags = chunk.u32()?;
        let tiles = chunk.u32()?;
        let (width, height) = (chunk.u16()?, chunk.u16()?);
        if width == 0 || height == 0 {
            return Err(chunk.damage("a tile has no pixels").into());
        }
        chunk.skip(16)?;
        chunk.string()?;
        if flags & IN_OTHER_FILE != 0 {
            chunk.skip(8)?;
        }
        let data = if flags & IN_THIS_FILE != 0 {
            let len = chunk.u32()?;
            Some(chunk.take(len as usize)?)
        } else {
            None
        };
        let empty = if flags & EMPTY_IS_0 != 0 { 0 } else { u32::MAX };
        self.note::<Tileset>(0)?;
        self.document.tilesets.insert(id, Tileset { tiles, width, height, empty, data, offset });
        Ok(())
    }

    fn read_palette(&mut self, chunk: &mut Bytes<'a>) -> Result<(), ErrorKind> {
        const NAMED: u16 = 1;
        self.new_palette = true;
        chunk.skip(4)?;
        let (first, last) = (chunk.u32()?, chunk.u32()?);
        chunk.skip(8)?;
        let palette = self.palette_mut()?;
        for index in first..=last {
            let flags = chunk.u16()?;
            let color = [chunk.u8()?, chunk.u8()?, chunk.u8()?, chunk.u8()?];
            if flags & NAMED != 0 {
                chunk.string()?;
            }
            // Full-colour pictures may have longer palettes, but nothing refers to the other entries.
            if let Some(entry) = palette.get_mut(index as usize) {
                *entry = color;
            }
        }
        Ok(())
    }

    fn read_old_palette(&mut self, chunk: &mut Bytes<'a>, widen: fn(u8) -> u8) -> Result<(), ErrorKind> {
        let packets = chunk.u16()?;
        let palette = self.palette_mut()?;
        let mut index = 0;
        for _ in 0..packets {
            index += usize::from(chunk.u8()?);
            let colors = match chunk.u8()? {
                0 => 256,
                colors => usize::from(colors),
            };
            for _ in 0..colors {
                let [r, g, b] = [chunk.u8()?, chunk.u8()?, chunk.u8()?].map(widen);
                if let Some(entry) = palette.get_mut(index) {
                    *entry = [r, g, b, 255];
                }
                index += 1;
            }
        }
        Ok(())
    }

    /// The palette for this frame and the following ones. Earlier frames keep theirs.
    fn palette_mut(&mut self) -> Result<&mut Palette, ErrorKind> {
        let palette = self.palette.get_or_insert_with(|| Rc::new([[0; 4]; 256]));
        if Rc::get_mut(palette).is_none() {
            self.budget.keep(size_of::<Palette>() as u64)?;
        }
        Ok(Rc::make_mut(palette))
    }

    /// Takes the memory of one more `T`, and of the bytes in it, off the budget. While a list grows, it may hold room for four times as
    /// many items as it has: the old list, which is half full, and the new one.
    fn note<T>(&self, bytes: usize) -> Result<(), ErrorKind> {
        self.budget.keep(4 * size_of::<T>() as u64 + bytes as u64)
    }
}

/// A part that starts with its own length. The length must be at least `least` bytes.
fn sized_part<'a>(bytes: &mut Bytes<'a>, least: usize, what: &str) -> Result<Bytes<'a>, Damage> {
    let mut ahead = *bytes;
    let len = ahead.u32()? as usize;
    if len < least {
        return Err(
            bytes.damage(format!("{what} says that it is {len} bytes long, less than its own header"))
        );
    }
    let mut part = bytes.part(len)?;
    part.skip(4)?;
    Ok(part)
}
