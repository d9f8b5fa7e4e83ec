//! Labels for the pixels of a sprite: which part each belongs to, as its file says it.

use std::collections::HashMap;
use std::path::Path;

use hitmask::{FillRule, LabelMask, Mask, PointQ16, Rect};

use crate::corner::rounded;
use crate::error::{ErrorKind, Result};
use crate::file::read_file;
use crate::limits::{Budget, Limits, Work, area};
use crate::{Format, Frame, Options, Sprite, aseprite};

/// How labels are read from a sprite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelOptions {
    /// What says which part a pixel belongs to.
    pub source: LabelSource,
    /// The least alpha that is solid. 128 by default. A layer is judged by its own pixels, however faint the layer is shown.
    pub threshold: u8,
    /// What becomes of solid pixels of the picture that no part claims. By default they are clear. With a name they get a label of that
    /// name, the one after all others.
    pub rest: Option<String>,
}

/// What says which part a pixel belongs to. Labels are numbered from 1, and carry the names of the file; things with the same name have the
/// same label. What lies on top counts.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum LabelSource {
    /// The slices of the file, each from the frame of a key on, in the order of the file: later ones lie on top. Only solid pixels of the
    /// picture get their labels. From Aseprite files and atlases with slices.
    #[default]
    Slices,
    /// Layers of an Aseprite file with these names, in the order of their labels, visible or not; the name of a group means all layers in
    /// it. Without names, all visible layers, the lowest first.
    Layers(Vec<String>),
    /// One layer of an Aseprite file, visible or not, in which each part has a colour of its own: red, green, blue. The name and the colour of
    /// each part, in the order of their labels. A solid pixel of another colour is an error.
    LayerColors {
        /// The name of the layer.
        layer: String,
        /// The names of the parts, and their colours.
        parts: Vec<(String, [u8; 3])>,
    },
    /// The picture itself, in which each part has a colour of its own: each colour of a solid pixel is a label, in the order in which they
    /// come first, and named like `#ff8000`.
    Colors,
}

impl Default for LabelOptions {
    fn default() -> LabelOptions {
        LabelOptions { source: LabelSource::default(), threshold: 128, rest: None }
    }
}

/// Reads a file and the labels of each of its frames, in the order of the frames.
///
/// ```no_run
/// use hitmask::{Frames, Point};
/// use hitmask_assets::{LabelOptions, LabelSource, Options, load_labels};
///
/// let layers = LabelSource::Layers(vec!["head".into(), "body".into()]);
/// let how = LabelOptions { source: layers, ..LabelOptions::default() };
/// let frames = load_labels("hero.aseprite", &Options::default(), &how)?;
/// let shape = Frames::with_labels(frames.into_iter().map(|frame| (frame, Point::ZERO)));
/// # Ok::<(), hitmask_assets::Error>(())
/// ```
///
/// # Errors
/// Those of [`load`](crate::load), and:
/// - [`ErrorKind::NoLayers`] if layers are asked of a file that is no Aseprite file;
/// - [`ErrorKind::NoSuchLayer`] if no layer and no group has a name;
/// - [`ErrorKind::NoSlices`] if slices are asked of a file without any;
/// - [`ErrorKind::TooManyLabels`] if there are more than 255;
/// - [`ErrorKind::UnknownColor`] if a pixel of [`LabelSource::LayerColors`] has a colour of no part.
pub fn load_labels(
    path: impl AsRef<Path>,
    options: &Options,
    labels: &LabelOptions,
) -> Result<Vec<LabelMask>> {
    let path = path.as_ref();
    if !labels.asks_for_layers() {
        let sprite = crate::load(path, options)?;
        let budget = Budget::new(options.limits);
        return sprite.labels_within(labels, &budget).map_err(|error| error.in_file(path));
    }
    let read = || {
        let budget = Budget::new(options.limits);
        let bytes = read_file(path, &budget)?;
        let _held = budget.hold(bytes.len() as u64)?;
        of_layers(&bytes, labels, &budget)
    };
    read().map_err(|error| error.in_file(path))
}

/// As [`load_labels`], from memory.
///
/// # Errors
/// Those of [`decode`](crate::decode) and [`load_labels`].
pub fn decode_labels(bytes: &[u8], options: &Options, labels: &LabelOptions) -> Result<Vec<LabelMask>> {
    if labels.asks_for_layers() {
        return of_layers(bytes, labels, &Budget::new(options.limits));
    }
    crate::decode(bytes, options)?.labels_within(labels, &Budget::new(options.limits))
}

/// The pixels of a mask of w × h pixels whose centres lie in a polygon with any corners, in pixels. It may be concave, and cross itself: a
/// centre is inside if a line from the left to it crosses the sides an odd number of times. A centre on a left or upper side is inside, on a
/// right or lower one it is not; so polygons that share a side share no pixel. This is how polygons of TexturePacker, `PhysicsEditor` and
/// Tiled become parts: [`LabelMask::draw`] or [`LabelMask::relabel`] gives these pixels a label.
///
/// Corners are rounded to 1/65536 of a pixel. Corners beyond 2²⁰ pixels are moved there. Not a number counts as 0.
///
/// ```
/// use hitmask::LabelMask;
/// let arrow = [[0.0, 0.0], [8.0, 4.0], [0.0, 8.0], [4.0, 4.0]];
/// let mask = hitmask_assets::polygon_mask(8, 8, &arrow);
/// assert!(mask.get((5, 4)) && !mask.get((1, 4)));
/// let mut parts = LabelMask::new(8, 8);
/// parts.draw(&mask, (0, 0), 3);
/// ```
///
/// # Panics
/// If the size exceeds the limits of a mask: see [`Mask::new`].
#[must_use]
pub fn polygon_mask(w: u32, h: u32, corners: &[[f64; 2]]) -> Mask {
    let corners: Vec<PointQ16> = corners.iter().map(|&at| rounded(at)).collect();
    Mask::from_polygons(w, h, [corners], FillRule::EvenOdd)
}

impl LabelOptions {
    fn asks_for_layers(&self) -> bool {
        matches!(self.source, LabelSource::Layers(_) | LabelSource::LayerColors { .. })
    }

    /// Gives the pixels that are left the label after all others, if they get one.
    fn finish(&self, labels: &mut LabelMask, names: &[String], solid: impl FnOnce() -> Mask) -> Result<()> {
        if let Some(rest) = &self.rest {
            let label = number_of(names.len())?;
            let mut left = solid();
            left.difference_with(labels.mask(), (0, 0));
            labels.draw(&left, (0, 0), label);
            labels.names_mut().set(label, rest.clone(), 0);
        }
        for (label, name) in (1..=255).zip(names) {
            labels.names_mut().set(label, name.clone(), 0);
        }
        Ok(())
    }
}

/// The label of the thing with this number, from 0.
fn number_of(number: usize) -> Result<u8> {
    u8::try_from(number + 1).map_err(|_| ErrorKind::TooManyLabels { count: number + 1 }.into())
}

/// The number of a name in a list, which is added if it is new.
fn place_of(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|other| other == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

fn of_layers(bytes: &[u8], options: &LabelOptions, budget: &Budget) -> Result<Vec<LabelMask>> {
    budget.take_file(bytes)?;
    match Format::sniff(bytes) {
        Some(Format::Aseprite) => {}
        Some(format) => return Err(ErrorKind::NoLayers { format }.into()),
        None => return Err(crate::picture::unknown(bytes).into()),
    }
    let threshold = options.threshold;
    let mut masks: Vec<LabelMask> = Vec::new();
    let add = |frame: usize, place: Option<usize>, picture: &crate::Image| -> Result<()> {
        let (w, h) = (picture.width(), picture.height());
        while masks.len() <= frame {
            budget.keep(u64::from(w) * u64::from(h) * 5 / 4)?;
            masks.push(LabelMask::new(w, h));
        }
        budget.work(u64::from(w) * u64::from(h), Work::Draw)?;
        let (labels, Some(place)) = (&mut masks[frame], place) else { return Ok(()) };
        let solid = Mask::from_rgba8(w, h, picture.as_rgba8(), threshold).expect("an image has its length");
        let LabelSource::LayerColors { parts, .. } = &options.source else {
            labels.draw(&solid, (0, 0), number_of(place)?);
            return Ok(());
        };
        for at in solid.points() {
            let [r, g, b, _] = picture.pixel(at.x as u32, at.y as u32).unwrap_or_default();
            let part = parts.iter().position(|&(_, color)| color == [r, g, b]);
            let unknown = || ErrorKind::UnknownColor { frame, at: [at.x, at.y], color: [r, g, b] };
            labels.set(at, number_of(part.ok_or_else(unknown)?)?);
        }
        Ok(())
    };
    let wanted = match &options.source {
        LabelSource::LayerColors { layer, .. } => std::slice::from_ref(layer),
        LabelSource::Layers(names) => names,
        LabelSource::Slices | LabelSource::Colors => &[],
    };
    let names = aseprite::each_layer(bytes, budget, wanted, add)?;
    let names = match &options.source {
        LabelSource::LayerColors { parts, .. } => parts.iter().map(|(name, _)| name.clone()).collect(),
        _ => names,
    };
    let frames = if options.rest.is_some() { aseprite::decode(bytes, budget)?.frames } else { Vec::new() };
    for (number, labels) in masks.iter_mut().enumerate() {
        let solid = || frames.get(number).map_or_else(|| Mask::new(0, 0), |frame| frame.mask(threshold));
        options.finish(labels, &names, solid)?;
    }
    Ok(masks)
}

impl Sprite {
    /// The labels of each frame, in the order of the frames, from its slices or from its colours. [`load_labels`] also reads layers.
    ///
    /// # Errors
    /// As [`load_labels`]. [`ErrorKind::NoLayers`] if layers are asked for: a sprite has none any more. [`ErrorKind::TooLarge`] if there is too
    /// much to do, because many slices lie in many frames: more than the default limits allow.
    pub fn labels(&self, options: &LabelOptions) -> Result<Vec<LabelMask>> {
        self.labels_within(options, &Budget::new(Limits::default()))
    }

    fn labels_within(&self, options: &LabelOptions, budget: &Budget) -> Result<Vec<LabelMask>> {
        let mut names: Vec<String> = Vec::new();
        let mut masks: Vec<LabelMask> = match options.source {
            LabelSource::Layers(_) | LabelSource::LayerColors { .. } => {
                return Err(ErrorKind::NoLayers { format: self.format }.into());
            }
            LabelSource::Slices if self.slices.is_empty() => return Err(ErrorKind::NoSlices.into()),
            LabelSource::Slices => {
                let labels = self.slices.iter().map(|slice| number_of(place_of(&mut names, &slice.name)));
                let labels: Vec<u8> = labels.collect::<Result<_>>()?;
                // In each frame each slice is looked up among its keys, cut out and drawn.
                let keys: u64 = self.slices.iter().map(|slice| 16 + slice.keys.len() as u64).sum();
                budget.work(keys.saturating_mul(self.frames.len() as u64), Work::Draw)?;
                let labelled = |(number, frame): (usize, &Frame)| -> Result<LabelMask> {
                    let solid = frame.mask(options.threshold);
                    let (w, h) = solid.size();
                    let mut mask = LabelMask::new(w, h);
                    for (slice, &label) in self.slices.iter().zip(&labels) {
                        let key = slice.keys.iter().take_while(|key| key.frame as usize <= number).last();
                        let seen = key.and_then(|key| key.rect.intersection(&Rect::new(0, 0, w, h)));
                        if let Some(rect) = seen {
                            budget.work(area(rect.w, rect.h) / 8 + u64::from(rect.h), Work::Draw)?;
                            mask.draw(&solid.crop(rect), (rect.x, rect.y), label);
                        }
                    }
                    Ok(mask)
                };
                self.frames.iter().enumerate().map(labelled).collect::<Result<_>>()?
            }
            LabelSource::Colors => {
                let mut colors: HashMap<[u8; 3], u8> = HashMap::new();
                let mut masks = Vec::new();
                for frame in &self.frames {
                    let mut labels = LabelMask::new(frame.image.width(), frame.image.height());
                    for at in frame.mask(options.threshold).points() {
                        let [r, g, b, _] = frame.image.pixel(at.x as u32, at.y as u32).unwrap_or_default();
                        let label = match colors.get(&[r, g, b]) {
                            Some(&label) => label,
                            None => {
                                let label = number_of(names.len())?;
                                names.push(format!("#{r:02x}{g:02x}{b:02x}"));
                                *colors.entry([r, g, b]).or_insert(label)
                            }
                        };
                        labels.set(at, label);
                    }
                    masks.push(labels);
                }
                masks
            }
        };
        for (frame, labels) in self.frames.iter().zip(&mut masks) {
            options.finish(labels, &names, || frame.mask(options.threshold))?;
        }
        Ok(masks)
    }
}
