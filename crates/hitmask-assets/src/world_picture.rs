//! A picture of a world, to see what it holds.

use std::error::Error as StdError;
use std::fmt;

use hitmask::{
    AlphaRule, BufferMode, ColliderKind, ColliderRef, ColliderShape, CollisionBuffer, Contact, Handle,
    Placed, Point, PointQ16, Pose, Rect, World,
};

use crate::Image;
use crate::blend::over;

type Rgba = [u8; 4];

/// A board of squares shows through where nothing is. Their sides are [`WorldPicture::SQUARE`] world pixels.
const BOARD: [Rgba; 2] = [[29, 32, 45, 255], [34, 38, 53, 255]];
/// The axes through the world's pixel (0, 0).
const AXIS: Rgba = [255, 255, 255, 40];
const DISABLED: Rgba = [128, 132, 145, 255];
/// The colours of labels 1, 2, ...: neighbours differ, and none is that of a kind. After the last comes the first again.
const LABELS: [Rgba; 8] = [
    [64, 200, 200, 255],
    [240, 120, 180, 255],
    [180, 220, 70, 255],
    [150, 110, 80, 255],
    [120, 160, 160, 255],
    [250, 220, 190, 255],
    [60, 120, 90, 255],
    [200, 150, 220, 255],
];
/// The pixels that two colliders share that touch.
const SHARED: Rgba = [255, 38, 148, 255];
const WHITE: Rgba = [255; 4];
const NORMAL: Rgba = [255, 236, 120, 255];
const WAY: Rgba = [110, 231, 255, 255];

/// Draws a part of a world as it is now: for debugging, not for players.
///
/// Every collider is drawn in its solid pixels, in the colour of its [kind](ColliderKind): bodies are blue, characters green, crates red,
/// one-way platforms amber, sensors violet and clear, and whatever is disabled is grey. Those with [labels](hitmask::LabelMask) have a colour for each label. The board behind them has squares of 16 by 16 world pixels.
/// On top of that, each as you choose:
/// - [`boxes`](WorldPicture::boxes): thin frames around the pixels of each collider;
/// - [`contacts`](WorldPicture::contacts): which pixels are shared by two that touch now, in pink (paler in a sensor), and the first of them
///   with a white frame;
/// - [`normals`](WorldPicture::normals): a yellow line from the first pixel of each such pair to where the normal points: from the lower
///   handle to the higher one;
/// - [`paths`](WorldPicture::paths): the last path of each swept collider in light blue, with a frame where it began: see
///   [`World::last_path`].
///
/// ```
/// use hitmask::{Collider, Mask, Rect, World};
/// use hitmask_assets::{WorldPicture, encode_png};
/// let mut world = World::new();
/// world.insert(Collider::new(Rect::new(0, 20, 60, 8)));
/// world.insert(Collider::new(Mask::filled(8, 16)).at((10, 6)).character());
/// let image = WorldPicture { scale: 4, ..WorldPicture::new(Rect::new(0, 0, 60, 30)) }.draw(&world)?;
/// assert_eq!((image.width(), image.height()), (240, 120));
/// let file = encode_png(&image);
/// # assert!(!file.is_empty());
/// # Ok::<(), hitmask_assets::WorldPictureError>(())
/// ```
#[doc(alias = "debug draw")]
#[doc(alias = "debug_draw")]
#[doc(alias = "debug renderer")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorldPicture {
    /// The part of the world that is drawn, in world pixels.
    pub region: Rect,
    /// Each world pixel becomes a square with this side. At least 1.
    pub scale: u32,
    /// The space that is drawn; see [`ColliderProps::space`](field@hitmask::ColliderProps::space).
    pub space: u32,
    /// Whether frames are drawn around the colliders.
    pub boxes: bool,
    /// Whether the shared pixels of pairs that touch are marked.
    pub contacts: bool,
    /// Whether the normals of pairs that touch are drawn.
    pub normals: bool,
    /// Whether the paths of swept colliders are drawn.
    pub paths: bool,
}

/// Why a picture of a world cannot be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WorldPictureError {
    /// The picture would have more than [`WorldPicture::MAX_PIXELS`] pixels.
    TooLarge {
        /// The width of the picture, in pixels.
        width: u64,
        /// The height of the picture, in pixels.
        height: u64,
    },
    /// The region is empty, or the scale is 0.
    Empty,
}

impl fmt::Display for WorldPictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorldPictureError::TooLarge { width, height } => write!(
                f,
                "the picture would be {width} x {height} pixels, and at most {} are drawn: choose a smaller region or a smaller scale",
                WorldPicture::MAX_PIXELS
            ),
            WorldPictureError::Empty => {
                f.write_str("the picture has no pixels: the region and the scale must be at least 1")
            }
        }
    }
}

impl StdError for WorldPictureError {}

impl WorldPicture {
    /// The most pixels that a picture may have.
    pub const MAX_PIXELS: u64 = 1 << 24;
    /// The side of the squares of the board, in world pixels.
    pub const SQUARE: u32 = 16;

    /// A picture of a region at scale 1, of space 0, with everything in it.
    #[must_use]
    pub fn new(region: Rect) -> WorldPicture {
        WorldPicture { region, scale: 1, space: 0, boxes: true, contacts: true, normals: true, paths: true }
    }

    /// The scale from 1 to 8 with which the longer side of a picture of a region is at most 1600 pixels, if that can be.
    #[must_use]
    pub fn fitting_scale(region: Rect) -> u32 {
        (1600 / region.w.max(region.h).max(1)).clamp(1, 8)
    }

    /// A picture of all colliders of a space, with some room around them, and at a [fitting scale](WorldPicture::fitting_scale). A space without colliders gives one square of the board.
    #[must_use]
    pub fn of_space(world: &World, space: u32) -> WorldPicture {
        let mut all: Option<Rect> = None;
        for member in world.members().filter(|member| member.collider.space == space) {
            if let Some(bounds) = world.bounds(member.handle) {
                all = Some(all.map_or(bounds, |all| all.union(&bounds)));
            }
        }
        let region = all.map_or(Rect::new(0, 0, Self::SQUARE, Self::SQUARE), |Rect { x, y, w, h }| {
            Rect::new(x.saturating_sub(8), y.saturating_sub(8), w.saturating_add(16), h.saturating_add(16))
        });
        WorldPicture { scale: WorldPicture::fitting_scale(region), space, ..WorldPicture::new(region) }
    }

    /// The width and the height of the picture, in its own pixels.
    ///
    /// # Errors
    /// As [`WorldPicture::draw`].
    pub fn size(&self) -> Result<(u32, u32), WorldPictureError> {
        let Rect { w, h, .. } = self.region;
        let [width, height] = [w, h].map(|side| u64::from(side) * u64::from(self.scale));
        if width == 0 || height == 0 {
            return Err(WorldPictureError::Empty);
        }
        if width.max(height) > u64::from(CollisionBuffer::MAX_SIDE) || width * height > Self::MAX_PIXELS {
            return Err(WorldPictureError::TooLarge { width, height });
        }
        Ok((width as u32, height as u32))
    }

    /// Draws the picture. The world stays as it is.
    ///
    /// In a wrapped world all images of the colliders are drawn that lie in the region.
    ///
    /// # Errors
    /// [`WorldPictureError`] if the picture would be too large or empty.
    ///
    /// # Complexity
    /// The pixels of the region and of the picture, and [`World::collide_one`] and [`World::normal`] for what touches in the region.
    pub fn draw(&self, world: &World) -> Result<Image, WorldPictureError> {
        let (width, height) = self.size()?;
        let mut canvas = Canvas {
            picture: *self,
            width: width.into(),
            height: height.into(),
            rgba: vec![0; 4 * width as usize * height as usize],
        };
        canvas.board();
        let seen = self.seen(world);
        let pairs = if self.contacts || self.normals { pairs(world, &seen) } else { Vec::new() };
        self.covers(&mut canvas, &seen, &pairs);
        for one in seen.iter().filter(|_| self.boxes) {
            canvas.frame(one.bounds, one.color(), if one.collider.enabled { 150 } else { 90 });
        }
        for one in seen.iter().filter(|one| self.paths && one.collider.swept) {
            canvas.way(one.bounds, world.last_path(one.handle).unwrap_or_default());
        }
        for &(_, _, first, normal) in &pairs {
            for first in self.images(world, Rect::new(first.x, first.y, 1, 1)) {
                if self.contacts {
                    canvas.mark(first);
                }
                if self.normals {
                    canvas.normal(first, normal);
                }
            }
        }
        Ok(Image::from_rgba8(width, height, canvas.rgba).expect("the size was checked"))
    }

    /// The colliders of which a part may be seen, in the order in which they are drawn.
    fn seen<'w>(&self, world: &'w World) -> Vec<Seen<'w>> {
        let mut seen = Vec::new();
        for member in world.members().filter(|member| member.collider.space == self.space) {
            let (Some(bounds), Some(pose)) = (member.collider.bounds(), member.collider.pose()) else {
                continue;
            };
            for image in self.images(world, bounds) {
                let by = (image.x.wrapping_sub(bounds.x), image.y.wrapping_sub(bounds.y));
                let Ok(pose) = pose.moved(Point::from(by)) else { continue };
                seen.push(Seen { handle: member.handle, collider: member.collider, bounds: image, pose });
            }
        }
        seen.sort_by_key(|one| {
            (one.collider.enabled, one.collider.kind != ColliderKind::Sensor, one.collider.order)
        });
        seen
    }

    /// The images of a box that meet the region: only the box itself unless the world is wrapped.
    fn images(&self, world: &World, bounds: Rect) -> Vec<Rect> {
        let laps = |size: u32, from: i32, length: u32, low: i32, high: i64| {
            let (size, from) = (i64::from(size), i64::from(from));
            let first = (i64::from(low) - from - i64::from(length) + 1).div_euclid(size);
            let last = (high - 1 - from).div_euclid(size);
            (first..=last).map(move |lap| from + lap * size).collect::<Vec<i64>>()
        };
        let region = &self.region;
        let (xs, ys) = match world.options().wrap {
            None => (vec![bounds.x.into()], vec![bounds.y.into()]),
            Some((w, h)) => (
                laps(w, bounds.x, bounds.w, region.x, region.right()),
                laps(h, bounds.y, bounds.h, region.y, region.bottom()),
            ),
        };
        let place = |(x, y): (i64, i64)| {
            Some(Rect::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?, bounds.w, bounds.h))
        };
        let all = ys.iter().flat_map(|&y| xs.iter().map(move |&x| (x, y)));
        all.filter_map(place).filter(|image| image.intersection(region).is_some()).collect()
    }

    /// Draws the solid pixels.
    fn covers(&self, canvas: &mut Canvas, seen: &[Seen<'_>], pairs: &[(Handle, Handle, Point, Point)]) {
        let buffer = CollisionBuffer::new(BufferMode::Owners, self.region);
        let mut buffer = buffer.expect("a picture is smaller than the largest buffer");
        for (id, one) in (1..).zip(seen) {
            one.draw(&mut buffer, id);
        }
        let one = |id: u32| &seen[id as usize - 1];
        let mut above: Vec<Option<u32>> = vec![None; self.region.w as usize];
        for y in self.region.y.into()..self.region.bottom() {
            let mut left = None;
            for (x, above) in (i64::from(self.region.x)..self.region.right()).zip(&mut above) {
                let (Ok(px), Ok(py)) = (i32::try_from(x), i32::try_from(y)) else { continue };
                let ids = buffer.ids_at((px, py));
                let top = ids.last().copied();
                for &id in &ids {
                    let one = one(id);
                    let label = one.label_at((px, py).into());
                    canvas.pixel(x, y, label.unwrap_or(one.color()), one.alpha());
                }
                // A sensor shows through: it only notices what is in it.
                let shared = |a: u32, b: u32| {
                    let (a, b) = (one(a), one(b));
                    let pair = (a.handle.min(b.handle), a.handle.max(b.handle));
                    pairs.binary_search_by_key(&pair, |&(a, b, ..)| (a, b)).ok()?;
                    Some(if a.is_sensor() || b.is_sensor() { 90 } else { 235 })
                };
                let all = ids.iter().enumerate().flat_map(|(i, &a)| ids[..i].iter().map(move |&b| (a, b)));
                if let Some(alpha) = all.filter(|_| self.contacts).filter_map(|(a, b)| shared(a, b)).max() {
                    canvas.pixel(x, y, SHARED, alpha);
                }
                // Lines between different colliders, where there is room for them.
                if self.scale >= 3 {
                    let line = |other: Option<u32>| {
                        (other != top).then(|| top.or(other).map(|id| one(id).color())).flatten()
                    };
                    let s = i64::from(self.scale);
                    let (cx, cy) = canvas.corner(x, y);
                    if let Some(color) = line(left) {
                        canvas.fill(cx, cy, 1, s, color, 255);
                    }
                    if let Some(color) = line(*above) {
                        canvas.fill(cx, cy, s, 1, color, 255);
                    }
                }
                (left, *above) = (top, top);
            }
        }
    }
}

/// A collider, or an image of one, that may be seen.
struct Seen<'w> {
    handle: Handle,
    collider: ColliderRef<'w>,
    bounds: Rect,
    pose: Pose,
}

/// The pairs that touch now, sorted, with the first pixel and the normal of each.
fn pairs(world: &World, seen: &[Seen<'_>]) -> Vec<(Handle, Handle, Point, Point)> {
    let mut pairs = Vec::new();
    let mut contacts: Vec<Contact> = Vec::new();
    for one in seen {
        if world.collide_one_into(one.handle, &mut contacts).is_none() {
            continue;
        }
        for Contact { handle, touch, .. } in &contacts {
            let (a, b) = (one.handle.min(*handle), one.handle.max(*handle));
            pairs.push((a, b, touch.first, Point::ZERO));
        }
    }
    pairs.sort_by_key(|&(a, b, ..)| (a, b));
    pairs.dedup_by_key(|&mut (a, b, ..)| (a, b));
    for (a, b, _, normal) in &mut pairs {
        *normal = world.normal(*a, *b).unwrap_or_default();
    }
    pairs
}

impl Seen<'_> {
    fn is_sensor(&self) -> bool {
        self.collider.kind == ColliderKind::Sensor
    }

    fn color(&self) -> Rgba {
        match self.collider.kind {
            _ if !self.collider.enabled => DISABLED,
            ColliderKind::Character => [86, 211, 122, 255],
            ColliderKind::OneWay => [245, 188, 72, 255],
            ColliderKind::Sensor => [186, 130, 255, 255],
            ColliderKind::Crate => [235, 112, 90, 255],
            _ => [88, 142, 245, 255],
        }
    }

    /// The colour of the label of a pixel. None if its shape has no labels, or if it is disabled.
    fn label_at(&self, pixel: Point) -> Option<Rgba> {
        let ColliderShape::Labels(labels) = self.collider.shape else { return None };
        let [u, v] = self.pose.texel_at(pixel);
        let texel = Point::new(i32::try_from(u).ok()?, i32::try_from(v).ok()?);
        let label = usize::from(labels.label(texel)).checked_sub(1).filter(|_| self.collider.enabled)?;
        Some(LABELS[label % LABELS.len()])
    }

    /// How much of what lies behind is hidden.
    fn alpha(&self) -> u8 {
        match self.collider.kind {
            _ if !self.collider.enabled => 70,
            ColliderKind::Sensor => 70,
            _ => 150,
        }
    }

    fn draw(&self, buffer: &mut CollisionBuffer, id: u32) {
        let mut draw = |placed: Placed<'_>| buffer.draw(placed.posed(&self.pose), id);
        match self.collider.shape {
            ColliderShape::Alpha(alpha, AlphaRule::Sum) => draw(alpha.at_level(1).into()),
            ColliderShape::Frames(frames) => {
                let (mask, offset) = frames.shown();
                let [a, b, c, d, tx, ty] = self.pose.to_q16();
                let (x, y) = (i64::from(offset.x), i64::from(offset.y));
                if let Ok(pose) = Pose::from_q16([a, b, c, d, tx + a * x + b * y, ty + c * x + d * y]) {
                    buffer.draw(Placed::from(&**mask).posed(&pose), id);
                }
            }
            other => {
                if let Some(shape) = other.as_shape() {
                    draw(shape.into());
                }
            }
        }
    }
}

/// The picture in progress. What lies outside is cut off.
struct Canvas {
    picture: WorldPicture,
    width: i64,
    height: i64,
    rgba: Vec<u8>,
}

impl Canvas {
    /// The upper left corner of a world pixel.
    fn corner(&self, x: i64, y: i64) -> (i64, i64) {
        let WorldPicture { region, scale, .. } = self.picture;
        ((x - i64::from(region.x)) * i64::from(scale), (y - i64::from(region.y)) * i64::from(scale))
    }

    fn fill(&mut self, x: i64, y: i64, w: i64, h: i64, [r, g, b, _]: Rgba, alpha: u8) {
        let (x0, x1) = (x.clamp(0, self.width), x.saturating_add(w).clamp(0, self.width));
        for y in y.clamp(0, self.height)..y.saturating_add(h).clamp(0, self.height) {
            let row = (y * self.width) as usize;
            for pixel in
                self.rgba[4 * (row + x0 as usize)..4 * (row + x1.max(x0) as usize)].chunks_exact_mut(4)
            {
                let back = [pixel[0], pixel[1], pixel[2], pixel[3]];
                pixel.copy_from_slice(&over(back, [r, g, b, alpha]));
            }
        }
    }

    /// A world pixel.
    fn pixel(&mut self, x: i64, y: i64, color: Rgba, alpha: u8) {
        let ((cx, cy), s) = (self.corner(x, y), i64::from(self.picture.scale));
        self.fill(cx, cy, s, s, color, alpha);
    }

    fn board(&mut self) {
        let Rect { x, y, .. } = self.picture.region;
        let square = i64::from(WorldPicture::SQUARE);
        let (right, bottom) = (self.picture.region.right(), self.picture.region.bottom());
        for y in i64::from(y).div_euclid(square)..=(bottom - 1).div_euclid(square) {
            for x in i64::from(x).div_euclid(square)..=(right - 1).div_euclid(square) {
                let ((cx, cy), s) =
                    (self.corner(x * square, y * square), square * i64::from(self.picture.scale));
                self.fill(cx, cy, s, s, BOARD[((x + y) & 1) as usize], 255);
            }
        }
        let (cx, cy) = self.corner(0, 0);
        self.fill(cx, 0, 1, self.height, AXIS, AXIS[3]);
        self.fill(0, cy, self.width, 1, AXIS, AXIS[3]);
    }

    /// The corners of the squares of a rectangle of the world: left, top, right, bottom.
    fn edges(&self, Rect { x, y, w, h }: Rect) -> [i64; 4] {
        let (left, top) = self.corner(x.into(), y.into());
        let (right, bottom) = self.corner(i64::from(x) + i64::from(w), i64::from(y) + i64::from(h));
        [left, top, right, bottom]
    }

    /// A thin frame around a rectangle of the world.
    fn frame(&mut self, rect: Rect, color: Rgba, alpha: u8) {
        let [left, top, right, bottom] = self.edges(rect);
        self.outline([left - 1, top - 1, right + 1, bottom + 1], color, alpha);
    }

    fn outline(&mut self, [left, top, right, bottom]: [i64; 4], color: Rgba, alpha: u8) {
        self.fill(left, top, right - left, 1, color, alpha);
        self.fill(left, bottom - 1, right - left, 1, color, alpha);
        self.fill(left, top + 1, 1, bottom - top - 2, color, alpha);
        self.fill(right - 1, top + 1, 1, bottom - top - 2, color, alpha);
    }

    /// The first pixel of a contact.
    fn mark(&mut self, first: Rect) {
        let [left, top, right, bottom] = self.edges(first);
        self.fill(left, top, right - left, bottom - top, SHARED, 255);
        for (by, color) in [(2, WHITE), (3, [10, 11, 18, 255])] {
            self.outline([left - by, top - by, right + by, bottom + by], color, 255);
        }
    }

    /// A line with a dot at its end, in the direction of a normal.
    fn normal(&mut self, first: Rect, normal: Point) {
        let [left, top, right, bottom] = self.edges(first);
        let (x, y) = ((left + right) / 2, (top + bottom) / 2);
        let (nx, ny) = (i64::from(normal.x), i64::from(normal.y));
        let longest = nx.abs().max(ny.abs());
        if longest == 0 {
            return;
        }
        let length = 14 + 2 * i64::from(self.picture.scale);
        let (ex, ey) = (x + nx * length / longest, y + ny * length / longest);
        let thickness = 1 + i64::from(self.picture.scale / 4).min(2);
        self.line((x, y), (ex, ey), thickness + 2, [10, 11, 18, 255]);
        self.line((x, y), (ex, ey), thickness, NORMAL);
        self.fill(ex - 2, ey - 2, 5, 5, [10, 11, 18, 255], 255);
        self.fill(ex - 1, ey - 1, 3, 3, NORMAL, 255);
    }

    /// The path of a swept collider that now lies in a box.
    fn way(&mut self, bounds: Rect, [from, to]: [PointQ16; 2]) {
        if from == to {
            return;
        }
        let s = i64::from(self.picture.scale);
        let [left, top, right, bottom] = self.edges(bounds);
        let (dx, dy) = (((from.x - to.x) * s) >> 16, ((from.y - to.y) * s) >> 16);
        let (x, y) = ((left + right) / 2, (top + bottom) / 2);
        self.outline([left + dx - 1, top + dy - 1, right + dx + 1, bottom + dy + 1], WAY, 110);
        self.line((x + dx, y + dy), (x, y), 1, WAY);
        self.fill(x + dx - 1, y + dy - 1, 3, 3, WAY, 255);
        self.fill(x - 2, y - 2, 5, 5, WAY, 255);
    }

    /// A line of square dots.
    fn line(&mut self, (x0, y0): (i64, i64), (x1, y1): (i64, i64), thickness: i64, color: Rgba) {
        let steps = (x1 - x0).abs().max((y1 - y0).abs()).max(1);
        // Only the steps that may be seen: a way can be as long as the world.
        let range = |from: i64, to: i64, end: i64| match to - from {
            0 => (0, steps),
            way => {
                let at = |p: i64| (i128::from(p - from) * i128::from(steps) / i128::from(way)) as i64;
                let (a, b) = (at(-thickness), at(end + thickness));
                (a.min(b) - 1, a.max(b) + 1)
            }
        };
        let (a, b) = (range(x0, x1, self.width), range(y0, y1, self.height));
        for i in a.0.max(b.0).max(0)..=a.1.min(b.1).min(steps) {
            let at = |from: i64, to: i64| {
                from + (i128::from(to - from) * i128::from(i) / i128::from(steps)) as i64
            };
            self.fill(
                at(x0, x1) - thickness / 2,
                at(y0, y1) - thickness / 2,
                thickness,
                thickness,
                color,
                255,
            );
        }
    }
}
