//! Sprites from files.

use std::path::Path;

use hitmask_assets::{ErrorKind, LabelOptions, LabelSource, Options};

use crate::pack::{is_pack, load_selected};
use crate::prelude::*;

/// A sprite from a file: a sequence of frames, with named animations.
#[pyclass(name = "Sprite", module = "hitmask", frozen)]
pub(crate) struct PySprite {
    sprite: Sprite,
}

/// One picture of a sprite, at its full size.
#[pyclass(name = "Frame", module = "hitmask", frozen)]
pub(crate) struct PyFrame {
    frame: hitmask_assets::Frame,
}

/// Loads a sprite: PNG (also animated), GIF, WebP, JPEG, BMP, TGA, QOI, Aseprite, atlases of TexturePacker, Pixi, Aseprite, libGDX, Starling,
/// cocos2d and Kivy, levels of Tiled and LDtk.
///
/// The frames of a level are pictures of its layers: `cave.tmx#ground` loads one layer, `world.ldtk#First/Walls` one of a level of several.
/// Their masks are what the layers collide with.
///
/// `path#name` loads only the frames of a tag, or the one frame, slice or `tag:number` of this name; `path#2:name` is the second of this name. grid: (width, height) of the cells
/// into which a picture is cut. Of a pack, `path#name` loads the frames of a sprite or of `SPRITE#TAG`, or the one frame of an entry; its
/// pictures are white. `Pack` reads the masks of a pack without making pictures.
///
/// Raises OSError if the file cannot be read, ValueError if it is damaged, too large or of an unknown format, or has no such name.
#[pyfunction]
#[pyo3(signature = (path, *, grid = None))]
pub(crate) fn load(py: Python<'_>, path: PathBuf, grid: Option<(u32, u32)>) -> PyResult<PySprite> {
    py.detach(|| {
        let options = Options { grid, ..Options::default() };
        let (file, selector) = selected(&path);
        if let (Some(pack), Some(selector)) = (file.to_str().filter(|file| is_pack(file)), selector) {
            return Ok(PySprite { sprite: load_selected(pack, selector).raise()? });
        }
        let mut sprite = match hitmask_assets::load(file, &options) {
            Err(error) if matches!(error.kind(), ErrorKind::IsLevel) => {
                return Ok(PySprite { sprite: layers(file, selector).raise()? });
            }
            sprite => sprite.raise()?,
        };
        let Some(selector) = selector else { return Ok(PySprite { sprite }) };
        let of_tag: Option<Vec<_>> = sprite.tag(selector).map(|tag| {
            tag.frames.iter().filter_map(|number| sprite.frames.get(number as usize).cloned()).collect()
        });
        sprite.frames = match of_tag {
            Some(frames) if !frames.is_empty() => frames,
            _ => vec![sprite.select(selector).raise()?],
        };
        sprite.tags.clear();
        sprite.slices.clear();
        Ok(PySprite { sprite })
    })
}

/// The mask of a sprite of one frame.
fn mask_of_one(sprite: &Sprite, threshold: u8, what: &str) -> PyResult<PyMask> {
    let [frame] = &sprite.frames[..] else {
        return Err(PyValueError::new_err(format!(
            "{what} has {} frames, so say which: load(path)[0].mask(), load(path + '#NAME').mask(), or load(path).masks() for all",
            sprite.frames.len()
        )));
    };
    Ok(PyMask::of(frame.mask(threshold)))
}

/// The layers of a level as frames, or one of them.
fn layers(file: &Path, selector: Option<&str>) -> hitmask_assets::Result<Sprite> {
    let levels = load_levels(file, &LevelOptions::default())?;
    let rule = LevelRule::default();
    match selector {
        Some(selector) => levels.layer_sprite(selector, &rule),
        None => levels.sprite(&rule),
    }
}

/// Loads a layer of cells of Tiled or LDtk as a TileMap: `cave.tmx#ground`, or `world.ldtk#First/Walls` of a level of several.
///
/// A tile is solid where alpha is at least the threshold, or where its collision shapes cover it. Returns the map, and where (x, y) it lies
/// in the level: `world.insert_tiles(*hitmask.load_tile_map("cave.tmx#ground"))`.
///
/// Raises OSError if a file cannot be read, ValueError if it is damaged, too large or no level, has no such layer, or the layer is not made
/// of cells.
#[pyfunction]
#[pyo3(signature = (path, *, threshold = 128))]
pub(crate) fn load_tile_map(py: Python<'_>, path: PathBuf, threshold: u8) -> PyResult<(PyTileMap, Xy)> {
    let loaded = py.detach(|| {
        let (file, selector) = selected(&path);
        let rule = LevelRule { threshold, ..LevelRule::default() };
        load_levels(file, &LevelOptions::default())?.layer_map(selector.unwrap_or_default(), &rule)
    });
    let loaded = loaded.raise()?;
    Ok((PyTileMap::of(loaded.map), xy(loaded.corner)))
}

/// Loads the labels of each frame of a file: which part of a sprite each pixel belongs to. Returns a list of LabelMasks, whose names are those
/// of the file.
///
/// by: what says it. 'slices': the slices of an Aseprite file or an atlas. 'layers': the layers of an Aseprite file with the names in layers, in
/// the order of their labels, visible or not; without names, all visible ones. 'colors': each colour of the picture is a part, named like
/// '#ff8000'. With parts, a dict from names to colours (red, green, blue), in the order of their labels, the colours lie in one layer of an
/// Aseprite file, which layers names.
///
/// threshold: the least alpha that is solid. rest: the name of the label that all other solid pixels of the picture get; without it they are
/// clear. grid: (width, height) of the cells into which a picture is cut.
///
/// >>> hero = hitmask.load_labels("assets/player.aseprite", "layers")[0]
/// >>> hero.names
/// {1: 'base', 2: 'helmet', 3: 'Sunglasses'}
///
/// Raises OSError if the file cannot be read, ValueError if it is damaged, too large or of an unknown format, or does not say it.
#[pyfunction]
#[pyo3(signature = (path, by = "slices", *, layers = All::default(), parts = None, threshold = 128, rest = None, grid = None))]
#[pyo3(text_signature = "(path, by='slices', *, layers=(), parts=None, threshold=128, rest=None, grid=None)")]
pub(crate) fn load_labels(
    py: Python<'_>,
    path: PathBuf,
    by: &str,
    layers: All<String>,
    parts: Option<Items<String, [u8; 3]>>,
    threshold: u8,
    rest: Option<String>,
    grid: Option<(u32, u32)>,
) -> PyResult<Vec<PyLabelMask>> {
    let mut layers = layers.0;
    let source = match (by, parts) {
        ("slices", None) if layers.is_empty() => LabelSource::Slices,
        ("layers", None) => LabelSource::Layers(layers),
        ("colors", None) if layers.is_empty() => LabelSource::Colors,
        ("colors", Some(parts)) if layers.len() == 1 => {
            LabelSource::LayerColors { layer: layers.remove(0), parts: parts.0 }
        }
        ("slices" | "layers" | "colors", _) => {
            return Err(PyValueError::new_err(
                "layers are for by='layers'; parts and the one layer that they lie in are for by='colors'",
            ));
        }
        _ => {
            return Err(PyValueError::new_err(format!(
                "by must be 'slices', 'layers' or 'colors', not '{by}'"
            )));
        }
    };
    let how = LabelOptions { source, threshold, rest };
    let options = Options { grid, ..Options::default() };
    let labels = py.detach(|| hitmask_assets::load_labels(path, &options, &how)).raise()?;
    Ok(labels.into_iter().map(PyLabelMask::of).collect())
}

/// The file and the selector of `FILE#SELECTOR`. A file whose name has a # wins over a selector.
pub(crate) fn selected(path: &Path) -> (&Path, Option<&str>) {
    let whole = path.to_str().filter(|_| !path.exists()).and_then(split_selector);
    whole.map_or((path, None), |(file, selector)| (Path::new(file), Some(selector)))
}

/// Its parts. A selector in a pack may contain a `#`, too.
fn split_selector(text: &str) -> Option<(&str, &str)> {
    let mut places = text.match_indices('#').map(|(at, _)| (&text[..at], &text[at + 1..]));
    places.find(|(file, _)| is_pack(file)).or_else(|| text.rsplit_once('#'))
}

#[pymethods]
impl PySprite {
    fn __len__(&self) -> usize {
        self.sprite.frames.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<PyFrame> {
        let frames = &self.sprite.frames;
        Ok(PyFrame { frame: frames[numbers::index(index, frames.len(), "frame")?].clone() })
    }

    /// The frame of a number, a name, a slice, a tag or `tag:number`. Raises ValueError, with similar names, if there is none.
    fn select(&self, name: &str) -> PyResult<PyFrame> {
        Ok(PyFrame { frame: self.sprite.select(name).raise()? })
    }

    /// The names of the animations.
    #[getter]
    fn tags(&self) -> Vec<String> {
        self.sprite.tags.iter().map(|tag| tag.name.clone()).collect()
    }

    /// The mask of a sprite of one frame: solid where alpha is at least the threshold. Raises ValueError if there are several.
    #[pyo3(signature = (threshold = 128))]
    fn mask(&self, py: Python<'_>, threshold: u8) -> PyResult<PyMask> {
        py.detach(|| mask_of_one(&self.sprite, threshold, "the sprite"))
    }

    /// The masks of all frames: solid where alpha is at least the threshold.
    #[pyo3(signature = (threshold = 128))]
    fn masks(&self, py: Python<'_>, threshold: u8) -> Vec<PyMask> {
        let masks =
            py.detach(|| self.sprite.frames.iter().map(|frame| frame.mask(threshold)).collect::<Vec<_>>());
        masks.into_iter().map(PyMask::of).collect()
    }

    fn __repr__(&self) -> String {
        format!("<hitmask.Sprite, {}, {} frames>", self.sprite.format, self.sprite.frames.len())
    }
}

#[pymethods]
impl PyMask {
    /// The mask of a file of one frame, or of one frame of it, `path#NAME`: solid where alpha is at least the threshold. As
    /// `load(path).mask()`: see `load` for what can be read.
    ///
    /// >>> hitmask.Mask.load("assets/playerShip1_orange.png").size
    /// (99, 75)
    ///
    /// Raises OSError if the file cannot be read, ValueError if it is damaged, too large or of an unknown format, or has several frames.
    #[staticmethod]
    #[pyo3(name = "load", signature = (path, threshold = 128))]
    fn load_file(py: Python<'_>, path: PathBuf, threshold: u8) -> PyResult<PyMask> {
        let loaded = load(py, path.clone(), None)?;
        py.detach(|| mask_of_one(&loaded.sprite, threshold, &path.display().to_string()))
    }
}

#[pymethods]
impl PyFrame {
    /// The name that an atlas gives it. Frames of other files are named by their number.
    #[getter]
    fn name(&self) -> &str {
        &self.frame.name
    }

    /// How long it is shown, in seconds. None if the format has no durations.
    #[getter]
    fn duration(&self) -> Option<f64> {
        self.frame.duration.map(|duration| duration.as_secs_f64())
    }

    /// The point (x, y) by which it is placed. None if the file has none.
    #[getter]
    fn pivot(&self) -> Option<(f64, f64)> {
        self.frame.pivot.map(Into::into)
    }

    /// The width and the height in pixels.
    #[getter]
    fn size(&self) -> (u32, u32) {
        (self.frame.image.width(), self.frame.image.height())
    }

    /// Where (x, y, width, height) the stored pixels lie in the frame.
    #[getter]
    fn trim(&self) -> Xywh {
        xywh(self.frame.trim)
    }

    /// Solid where alpha is at least the threshold.
    #[pyo3(signature = (threshold = 128))]
    fn mask(&self, threshold: u8) -> PyMask {
        PyMask::of(self.frame.mask(threshold))
    }

    /// The alpha of every pixel.
    fn alpha(&self) -> PyAlphaMask {
        PyAlphaMask::of(self.frame.alpha())
    }

    /// The pixels as a NumPy array of the shape (height, width, 4).
    fn to_rgba<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (w, h) = self.size();
        array_of(py, self.frame.image.as_rgba8(), "uint8", &[h as usize, w as usize, 4])
    }

    fn __repr__(&self) -> String {
        let (w, h) = self.size();
        format!("<hitmask.Frame '{}', {w} x {h}>", self.frame.name)
    }
}
