//! Merges the visible layers of a frame.

use std::collections::BTreeMap;
use std::io::{ErrorKind as IoErrorKind, Read as _};

use flate2::read::ZlibDecoder;

use crate::Image;
use crate::blend::{self, Mode};
use crate::error::ErrorKind;
use crate::limits::Budget;

use super::bytes::Damage;
use super::document::{Cel, Content, Depth, Document, Frame, Palette, Tiles, Tileset};

/// The picture of a frame.
pub(super) fn frame(document: &Document, frame: &Frame, budget: &mut Budget) -> Result<Image, ErrorKind> {
    budget.take_picture(document.width, document.height)?;
    let composer = Composer { document, frame, budget, levels: levels(document, frame) };
    composer.merge(None)
}

/// What is drawn, from below to above, within a group that is merged alone (`None`: within no such group).
type Levels<'a> = BTreeMap<Option<usize>, Vec<Item<'a>>>;

/// One thing to draw.
#[derive(Clone, Copy)]
struct Item<'a> {
    /// The layer's number, moved by the cel's z, then z: the lower one is drawn first.
    order: (i64, i64),
    what: What<'a>,
}

#[derive(Clone, Copy)]
enum What<'a> {
    Cel(&'a Cel<'a>),
    Group(usize),
}

fn levels<'a>(document: &Document, frame: &'a Frame<'a>) -> Levels<'a> {
    let mut levels = Levels::new();
    for cel in frame.cels.iter().filter(|cel| document.layers[cel.layer].visible) {
        let mut owner = document.layers[cel.layer].owner;
        let z = i64::from(cel.z);
        let mut item = Item { order: (cel.layer as i64 + z, z), what: What::Cel(cel) };
        loop {
            let level = levels.entry(owner).or_default();
            level.push(item);
            // The first thing in a group brings the group into its own level.
            match owner {
                Some(group) if level.len() == 1 => {
                    owner = document.layers[group].owner;
                    item = Item { order: (group as i64, 0), what: What::Group(group) };
                }
                _ => break,
            }
        }
    }
    levels.values_mut().for_each(|level| level.sort_by_key(|item| item.order));
    levels
}

struct Composer<'a> {
    document: &'a Document<'a>,
    frame: &'a Frame<'a>,
    budget: &'a Budget,
    levels: Levels<'a>,
}

impl Composer<'_> {
    /// The items of a level on a clear canvas. Nested as deeply as groups are, which the document bounds.
    fn merge(&self, level: Option<usize>) -> Result<Image, ErrorKind> {
        let (width, height) = (self.document.width, self.document.height);
        self.budget.take_merged(width, height)?;
        let mut canvas = Image::clear(width, height)?;
        for item in self.levels.get(&level).into_iter().flatten() {
            match item.what {
                What::Cel(cel) => self.draw_cel(&mut canvas, cel)?,
                What::Group(group) => {
                    let merged = self.merge(Some(group))?;
                    let layer = &self.document.layers[group];
                    let area = Area { x: 0, y: 0, width, height };
                    draw(&mut canvas, area, layer.mode, layer.opacity, |x, y| {
                        merged.pixel(x, y).unwrap_or_default()
                    });
                }
            }
        }
        Ok(canvas)
    }

    fn draw_cel(&self, canvas: &mut Image, cel: &Cel) -> Result<(), ErrorKind> {
        let layer = &self.document.layers[cel.layer];
        let opacity = blend::mul(cel.opacity, layer.opacity);
        let content = self.follow_link(cel)?;
        match content {
            Content::Pixels { width, height, packed, data } => {
                let (width, height) = (u32::from(width), u32::from(height));
                self.budget.take_merged(width, height)?;
                let area = Area { x: i32::from(cel.x), y: i32::from(cel.y), width, height };
                let len = u64::from(width) * u64::from(height) * u64::from(self.document.depth.bytes());
                let unpacked;
                let pixels = if packed {
                    unpacked = unpack(data, len, cel.offset)?;
                    &unpacked[..]
                } else {
                    exact(data, len, cel.offset)?
                };
                let color = self.colors(layer.background, cel.offset)?;
                draw(canvas, area, layer.mode, opacity, |x, y| {
                    color.of(pixels, y as usize * width as usize + x as usize)
                });
            }
            Content::Tiles(tiles) => {
                let tileset = layer.tileset.and_then(|id| self.document.tilesets.get(&id));
                let missing = |what: &'static str| Damage { offset: cel.offset, what: what.into() };
                let tileset = tileset.ok_or_else(|| missing("a tile map has no tile set"))?;
                let data = tileset.data.ok_or_else(|| missing("a tile set is in another file"))?;
                let map = TileMap::unpack(tiles, tileset, data, self, cel)?;
                let color = self.colors(layer.background, cel.offset)?;
                draw(canvas, map.area, layer.mode, opacity, |x, y| {
                    map.pixel(x, y).map_or([0; 4], |index| color.of(&map.pixels, index))
                });
            }
            Content::Linked(_) => {
                let what = "a cel is linked to one that is itself linked";
                return Err(Damage { offset: cel.offset, what: what.into() }.into());
            }
        }
        Ok(())
    }

    /// The content of the cel, or of the one that it is linked to.
    fn follow_link<'a>(&'a self, cel: &Cel<'a>) -> Result<Content<'a>, Damage> {
        let Content::Linked(number) = cel.content else { return Ok(cel.content) };
        let number = usize::from(number);
        let at = self.document.cel_at.get(&(number, cel.layer));
        let target = at.and_then(|&at| self.document.frames.get(number)?.cels.get(at));
        target.map(|target| target.content).ok_or_else(|| Damage {
            offset: cel.offset,
            what: format!("a cel is linked to frame {number}, where its layer has none").into(),
        })
    }

    fn colors(&self, background: bool, offset: usize) -> Result<Colors<'_>, Damage> {
        let palette = self.frame.palette.as_deref();
        match (self.document.depth, palette) {
            (Depth::Rgba, _) => Ok(Colors::Rgba),
            (Depth::Gray, _) => Ok(Colors::Gray),
            (Depth::Indexed, Some(palette)) => {
                Ok(Colors::Indexed { palette, clear: (!background).then_some(self.document.clear_index) })
            }
            (Depth::Indexed, None) => Err(Damage {
                offset,
                what: "pixels are indices into a palette, of which there is none".into(),
            }),
        }
    }
}

/// From stored pixels to colours.
enum Colors<'a> {
    Rgba,
    Gray,
    Indexed { palette: &'a Palette, clear: Option<u8> },
}

impl Colors<'_> {
    /// The colour of a pixel by its number.
    fn of(&self, pixels: &[u8], index: usize) -> [u8; 4] {
        match *self {
            Colors::Rgba => {
                let at = 4 * index;
                [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]]
            }
            Colors::Gray => {
                let [value, alpha] = [pixels[2 * index], pixels[2 * index + 1]];
                [value, value, value, alpha]
            }
            Colors::Indexed { clear, .. } if clear == Some(pixels[index]) => [0; 4],
            Colors::Indexed { palette, .. } => palette[usize::from(pixels[index])],
        }
    }
}

/// Where something lies on the canvas.
#[derive(Clone, Copy)]
struct Area {
    x: i32,
    y: i32,
    width: u32,
    height: u32,
}

/// Blends the pixels of `area` onto the canvas, `pixel` counting from the area's own corner.
fn draw(canvas: &mut Image, area: Area, mode: Mode, opacity: u8, pixel: impl Fn(u32, u32) -> [u8; 4]) {
    // The part that is on the canvas. Canvas and area are below 2^32 wide, so nothing overflows.
    let part = |at: i32, len: u32, canvas: u32| {
        let end = (i64::from(at) + i64::from(len)).clamp(0, i64::from(canvas));
        (i64::from(at).clamp(0, end) as u32, end as u32)
    };
    let (left, right) = part(area.x, area.width, canvas.width());
    let (top, bottom) = part(area.y, area.height, canvas.height());
    for y in top..bottom {
        let row = canvas.row_mut(left, y, right - left);
        for (to, x) in row.chunks_exact_mut(4).zip(left..right) {
            let inner = |at: u32, origin: i32| (i64::from(at) - i64::from(origin)) as u32;
            let [r, g, b, a] = pixel(inner(x, area.x), inner(y, area.y));
            let front = [r, g, b, blend::mul(a, opacity)];
            to.copy_from_slice(&blend::blend(mode, [to[0], to[1], to[2], to[3]], front));
        }
    }
}

/// A tile map with the pixels of its tiles.
struct TileMap<'a> {
    tiles: Tiles<'a>,
    tileset: &'a Tileset<'a>,
    /// Four bytes for each place, row by row.
    places: Vec<u8>,
    /// The tiles, one below the other.
    pixels: Vec<u8>,
    area: Area,
}

impl<'a> TileMap<'a> {
    fn unpack(
        tiles: Tiles<'a>,
        tileset: &'a Tileset<'a>,
        data: &[u8],
        composer: &Composer,
        cel: &Cel,
    ) -> Result<Self, ErrorKind> {
        let (tile_w, tile_h) = (u32::from(tileset.width), u32::from(tileset.height));
        let area = Area {
            x: i32::from(cel.x),
            y: i32::from(cel.y),
            width: u32::from(tiles.columns) * tile_w,
            height: u32::from(tiles.rows) * tile_h,
        };
        composer.budget.take_merged(area.width, area.height)?;
        composer.budget.check_pixels(u64::from(tile_w * tile_h).saturating_mul(u64::from(tileset.tiles)))?;
        let places = unpack(tiles.data, u64::from(tiles.columns) * u64::from(tiles.rows) * 4, cel.offset)?;
        let bytes = u64::from(tile_w * tile_h)
            * u64::from(tileset.tiles)
            * u64::from(composer.document.depth.bytes());
        let pixels = unpack(data, bytes, tileset.offset)?;
        Ok(TileMap { tiles, tileset, places, pixels, area })
    }

    /// The number of the tile set's pixel that is seen at (x, y) of the map; `None` where no tile is.
    fn pixel(&self, x: u32, y: u32) -> Option<usize> {
        let (w, h) = (u32::from(self.tileset.width), u32::from(self.tileset.height));
        let place = 4 * ((y / h) as usize * usize::from(self.tiles.columns) + (x / w) as usize);
        let word = u32::from_le_bytes(self.places.get(place..place + 4)?.try_into().ok()?);
        let id = word & self.tiles.id_mask;
        if id == self.tileset.empty & self.tiles.id_mask || id >= self.tileset.tiles {
            return None;
        }
        let (mut x, mut y) = (x % w, y % h);
        // A tile is mirrored along its diagonal first, so that is undone last.
        if word & self.tiles.flip_x != 0 {
            x = w - 1 - x;
        }
        if word & self.tiles.flip_y != 0 {
            y = h - 1 - y;
        }
        if word & self.tiles.flip_diagonal != 0 {
            (x, y) = (y, x);
        }
        // A tile that is not square has no pixels where its mirror image sticks out.
        (x < w && y < h).then(|| (id as usize * h as usize + y as usize) * w as usize + x as usize)
    }
}

/// Exactly `len` bytes out of zlib data. Memory grows with what comes out, never with what was promised.
fn unpack(data: &[u8], len: u64, offset: usize) -> Result<Vec<u8>, ErrorKind> {
    let mut bytes = Vec::new();
    let read = ZlibDecoder::new(data).take(len + 1).read_to_end(&mut bytes);
    if let Err(error) = read {
        return Err(match error.kind() {
            IoErrorKind::OutOfMemory => ErrorKind::OutOfMemory { bytes: len },
            _ => Damage { offset, what: format!("packed pixels are damaged: {error}").into() }.into(),
        });
    }
    exact(&bytes, len, offset)?;
    Ok(bytes)
}

/// The data, if there are `len` bytes of them.
fn exact(data: &[u8], len: u64, offset: usize) -> Result<&[u8], Damage> {
    if data.len() as u64 == len {
        return Ok(data);
    }
    let more = if data.len() as u64 > len { "more" } else { "fewer" };
    Err(Damage { offset, what: format!("the pixels take {len} bytes, there are {more}").into() })
}
