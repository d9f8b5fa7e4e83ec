//! Merges the visible layers of a frame.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::Image;
use crate::blend::{self, BlendMode};
use crate::error::ErrorKind;
use crate::limits::{Budget, Work};

use super::bytes::Damage;
use super::document::{
    Cel, ColorDepth, Content, Document, Layer, Palette, StoredFrame, StoredTiles, Tileset,
};
use super::layered::{LayerArea, LayerCanvas};
use super::stored::Stored;

/// Merges frame after frame of a document.
pub(super) struct Composer<'a> {
    document: &'a Document<'a>,
    budget: &'a Budget,
    /// The tile sets that were needed so far. Each is unpacked once and used for all cels.
    tiles: HashMap<u32, Rc<Vec<u8>>>,
}

impl<'a> Composer<'a> {
    pub(super) fn new(document: &'a Document<'a>, budget: &'a Budget) -> Self {
        Composer { document, budget, tiles: HashMap::new() }
    }

    /// The picture of a frame.
    pub(super) fn merge(&mut self, frame: &StoredFrame) -> Result<Image, ErrorKind> {
        let (width, height) = (self.document.width, self.document.height);
        self.budget.take_picture(width, height)?;
        self.budget.work(frame.cels.len() as u64, Work::Cel)?;
        let mut canvas = LayerCanvas::clear(LayerArea { x: 0, y: 0, width, height }, self.budget)?;
        self.draw_level(&mut canvas, None, &levels(self.document, frame), frame)?;
        Ok(canvas.image)
    }

    /// Calls `f` with the wanted layers of a frame that have pixels there, each drawn alone and fully opaque, the lowest first; if there are
    /// none, with an empty picture and no layer.
    pub(super) fn each_cel(
        &mut self,
        frame: &StoredFrame,
        is_wanted: impl Fn(usize) -> bool,
        mut f: impl FnMut(Option<usize>, &Image) -> crate::Result<()>,
    ) -> crate::Result<()> {
        let (width, height) = (self.document.width, self.document.height);
        self.budget.check_size(width, height)?;
        let _held = self.budget.hold(4 * u64::from(width) * u64::from(height))?;
        self.budget.work(frame.cels.len() as u64, Work::Cel)?;
        let mut cels: Vec<&Cel> = frame.cels.iter().filter(|cel| is_wanted(cel.layer)).collect();
        cels.sort_by_key(|cel| (cel.layer as i64 + i64::from(cel.z), cel.z));
        let area = LayerArea { x: 0, y: 0, width, height };
        for cel in &cels {
            let mut canvas = LayerCanvas::clear(area, self.budget)?;
            self.draw_cel_as(&mut canvas, cel, frame.palette.as_deref(), BlendMode::Normal, 255)?;
            f(Some(cel.layer), &canvas.image)?;
        }
        if cels.is_empty() {
            f(None, &LayerCanvas::clear(area, self.budget)?.image)?;
        }
        Ok(())
    }

    /// Draws the items of a level on a canvas. The canvas must be clear and large enough for the seen part of the items. The recursion is
    /// as deep as groups are nested, and the document limits that.
    fn draw_level(
        &mut self,
        canvas: &mut LayerCanvas,
        owner: Option<usize>,
        levels: &LayerLevels,
        frame: &StoredFrame,
    ) -> Result<(), ErrorKind> {
        let Some(level) = levels.get(&owner) else { return Ok(()) };
        for (number, item) in level.items.iter().enumerate() {
            let group = match item.kind {
                ItemKind::Cel(cel) => {
                    self.draw_cel(canvas, cel, frame.palette.as_deref())?;
                    continue;
                }
                ItemKind::Group(group) => group,
            };
            let Layer { mode, opacity, .. } = self.document.layers[group];
            let seen = levels.get(&Some(group)).map_or(LayerArea::default(), |level| level.seen);
            if number == 0 {
                // On a clear canvas every blend mode gives the same result as the normal mode, so the group can be merged in place.
                self.draw_level(canvas, Some(group), levels, frame)?;
                self.budget.work(seen.pixels(), Work::Draw)?;
                canvas.fade(seen, opacity);
            } else {
                let _held = self.budget.hold(4 * seen.pixels())?;
                let mut merged = LayerCanvas::clear(seen, self.budget)?;
                self.draw_level(&mut merged, Some(group), levels, frame)?;
                canvas.charge(seen, mode, self.budget)?;
                for y in 0..seen.height {
                    canvas.draw_row(seen, y, mode, opacity, |x| merged.image.pixel(x, y).unwrap_or_default());
                }
            }
        }
        Ok(())
    }

    fn draw_cel(
        &mut self,
        canvas: &mut LayerCanvas,
        cel: &Cel,
        palette: Option<&Palette>,
    ) -> Result<(), ErrorKind> {
        let layer = &self.document.layers[cel.layer];
        self.draw_cel_as(canvas, cel, palette, layer.mode, blend::mul(cel.opacity, layer.opacity))
    }

    fn draw_cel_as(
        &mut self,
        canvas: &mut LayerCanvas,
        cel: &Cel,
        palette: Option<&Palette>,
        mode: BlendMode,
        opacity: u8,
    ) -> Result<(), ErrorKind> {
        let document = self.document;
        let layer = &document.layers[cel.layer];
        let content = follow_link(document, cel)?;
        let area = area_of(document, cel, content);
        self.budget.check_size(area.width, area.height)?;
        self.budget.work(area.height.into(), Work::CelRow)?;
        match content {
            Content::Pixels { packed, data, .. } => {
                let stored = Stored { data, packed, depth: document.depth.bytes(), offset: cel.offset };
                let mut rows = stored.rows(area.width, area.height, self.budget)?;
                let color = colors(document, layer.background, palette, cel.offset)?;
                canvas.charge(area, mode, self.budget)?;
                for y in 0..area.height {
                    let row = rows.next_row()?;
                    canvas.draw_row(area, y, mode, opacity, |x| color.of(row, x as usize));
                }
                rows.finish().map(drop)
            }
            Content::Tiles(tiles) => {
                let tileset = layer.tileset.and_then(|id| Some((id, document.tilesets.get(&id)?)));
                let missing = || Damage { offset: cel.offset, what: "a tile map has no tile set".into() };
                let (id, tileset) = tileset.ok_or_else(missing)?;
                let pixels = self.tiles(id, tileset, cel.offset)?;
                let stored = Stored { data: tiles.data, packed: true, depth: 4, offset: cel.offset };
                let places = u64::from(tiles.columns) * u64::from(tiles.rows);
                let (_held, places) = stored.whole(places, self.budget)?;
                let map = TileMap { tiles, tileset, places: &places };
                let color = colors(document, layer.background, palette, cel.offset)?;
                canvas.charge(area, mode, self.budget)?;
                for y in 0..area.height {
                    canvas.draw_row(area, y, mode, opacity, |x| {
                        map.pixel(x, y).map_or([0; 4], |index| color.of(&pixels, index))
                    });
                }
                Ok(())
            }
            Content::Linked(_) => {
                let what = "a cel is linked to one that is itself linked";
                Err(Damage { offset: cel.offset, what: what.into() }.into())
            }
        }
    }

    /// The tiles of a set, one below the other.
    fn tiles(&mut self, id: u32, tileset: &Tileset, offset: usize) -> Result<Rc<Vec<u8>>, ErrorKind> {
        if let Some(tiles) = self.tiles.get(&id) {
            return Ok(Rc::clone(tiles));
        }
        let missing = Damage { offset, what: "a tile set is in another file".into() };
        let data = tileset.data.ok_or(missing)?;
        let pixels =
            (u64::from(tileset.width) * u64::from(tileset.height)).saturating_mul(tileset.tiles.into());
        self.budget.check_pixels(pixels)?;
        let stored =
            Stored { data, packed: true, depth: self.document.depth.bytes(), offset: tileset.offset };
        let (held, bytes) = stored.whole(pixels, self.budget)?;
        held.keep();
        let tiles = Rc::new(bytes);
        self.tiles.insert(id, Rc::clone(&tiles));
        Ok(tiles)
    }
}

/// What is drawn in each group that is merged by itself, from the lowest to the highest item. `None` stands for everything outside such
/// groups.
type LayerLevels<'a> = BTreeMap<Option<usize>, LayerLevel<'a>>;

#[derive(Default)]
struct LayerLevel<'a> {
    items: Vec<LayerItem<'a>>,
    /// The part of the canvas that the items may cover.
    seen: LayerArea,
}

/// One thing to draw.
#[derive(Clone, Copy)]
struct LayerItem<'a> {
    /// The layer's number plus the cel's z, then z. Lower items are drawn first.
    order: (i64, i64),
    kind: ItemKind<'a>,
}

#[derive(Clone, Copy)]
enum ItemKind<'a> {
    Cel(&'a Cel<'a>),
    Group(usize),
}

fn levels<'a>(document: &Document, frame: &'a StoredFrame<'a>) -> LayerLevels<'a> {
    let whole = LayerArea { x: 0, y: 0, width: document.width, height: document.height };
    let mut levels = LayerLevels::new();
    for cel in frame.cels.iter().filter(|cel| document.layers[cel.layer].visible) {
        let mut owner = document.layers[cel.layer].owner;
        let z = i64::from(cel.z);
        let mut item = LayerItem { order: (cel.layer as i64 + z, z), kind: ItemKind::Cel(cel) };
        // A link without a target is an error, but only when the cel is drawn.
        let seen = follow_link(document, cel)
            .map_or(LayerArea::default(), |content| area_of(document, cel, content));
        let level = levels.entry(owner).or_default();
        level.seen = level.seen.hull(whole.intersection(seen));
        loop {
            let level = levels.entry(owner).or_default();
            level.items.push(item);
            // The first item in a group adds the group to the level around it.
            match owner {
                Some(group) if level.items.len() == 1 => {
                    owner = document.layers[group].owner;
                    item = LayerItem { order: (group as i64, 0), kind: ItemKind::Group(group) };
                }
                _ => break,
            }
        }
    }
    // Groups come after the groups around them. So, in reverse order, the seen part of a group is known before it is used.
    let groups: Vec<usize> = levels.keys().rev().copied().flatten().collect();
    for group in groups {
        let seen = levels.get(&Some(group)).map_or(LayerArea::default(), |level| level.seen);
        if let Some(around) = levels.get_mut(&document.layers[group].owner) {
            around.seen = around.seen.hull(seen);
        }
    }
    levels.values_mut().for_each(|level| level.items.sort_by_key(|item| item.order));
    levels
}

/// The content of the cel, or of the cel that it is linked to.
fn follow_link<'a>(document: &'a Document, cel: &Cel<'a>) -> Result<Content<'a>, Damage> {
    let Content::Linked(number) = cel.content else { return Ok(cel.content) };
    let number = usize::from(number);
    let at = document.cel_at.get(&(number, cel.layer));
    let target = at.and_then(|&at| document.frames.get(number)?.cels.get(at));
    target.map(|target| target.content).ok_or_else(|| Damage {
        offset: cel.offset,
        what: format!("a cel is linked to frame {number}, where its layer has no cel").into(),
    })
}

/// The area of a cel. Empty if its content is not known.
fn area_of(document: &Document, cel: &Cel, content: Content) -> LayerArea {
    let (width, height) = match content {
        Content::Pixels { width, height, .. } => (u32::from(width), u32::from(height)),
        Content::Tiles(tiles) => {
            let tileset = document.layers[cel.layer].tileset.and_then(|id| document.tilesets.get(&id));
            let (w, h) =
                tileset.map_or((0, 0), |tileset| (u32::from(tileset.width), u32::from(tileset.height)));
            (u32::from(tiles.columns) * w, u32::from(tiles.rows) * h)
        }
        Content::Linked(_) => (0, 0),
    };
    LayerArea { x: cel.x.into(), y: cel.y.into(), width, height }
}

fn colors<'a>(
    document: &Document,
    background: bool,
    palette: Option<&'a Palette>,
    offset: usize,
) -> Result<Colors<'a>, Damage> {
    match (document.depth, palette) {
        (ColorDepth::Rgba, _) => Ok(Colors::Rgba),
        (ColorDepth::Gray, _) => Ok(Colors::Gray),
        (ColorDepth::Indexed, Some(palette)) => {
            Ok(Colors::Indexed { palette, clear: (!background).then_some(document.clear_index) })
        }
        (ColorDepth::Indexed, None) => {
            Err(Damage { offset, what: "pixels are palette indices, but there is no palette".into() })
        }
    }
}

/// Converts stored pixels to colours.
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

/// A tile map and its tile set.
struct TileMap<'a> {
    tiles: StoredTiles<'a>,
    tileset: &'a Tileset<'a>,
    /// Four bytes for each place, row by row.
    places: &'a [u8],
}

impl TileMap<'_> {
    /// The number of the tile set's pixel that is shown at (x, y) of the map. `None` if there is no tile.
    fn pixel(&self, x: u32, y: u32) -> Option<usize> {
        let (w, h) = (u32::from(self.tileset.width), u32::from(self.tileset.height));
        let place = 4 * ((y / h) as usize * usize::from(self.tiles.columns) + (x / w) as usize);
        let word = u32::from_le_bytes(self.places.get(place..place + 4)?.try_into().ok()?);
        let id = word & self.tiles.id_mask;
        if id == self.tileset.empty & self.tiles.id_mask || id >= self.tileset.tiles {
            return None;
        }
        let (mut x, mut y) = (x % w, y % h);
        // A tile is mirrored along its diagonal first, so that step is undone last.
        if word & self.tiles.flip_x != 0 {
            x = w - 1 - x;
        }
        if word & self.tiles.flip_y != 0 {
            y = h - 1 - y;
        }
        if word & self.tiles.flip_diagonal != 0 {
            (x, y) = (y, x);
        }
        // If a tile is not square, its diagonal mirror image reaches beyond it. There are no pixels there.
        (x < w && y < h).then(|| (id as usize * h as usize + y as usize) * w as usize + x as usize)
    }
}
