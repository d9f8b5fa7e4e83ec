//! `hitmask.Pack`: many masks with their names in one file.

use std::fs::File;
use std::io::Read as _;

use crate::prelude::*;
use hitmask::{DecodeLimits, Pack, PackEntry, PackSprite, PackTag};
use hitmask_assets::{Limits, load_pack, select_packed};

/// Many masks with their names in one file, which `hitmask pack` writes. Opening it reads the index only; a mask is read when it is asked
/// for.
///
/// `Pack(data)` reads bytes, `Pack.open(path)` a file. `len(pack)` is the number of entries, which are sorted by name. `pack[name]` is the
/// entry that a name means: of an entry, of a sprite (its first frame), `SPRITE#N`, `SPRITE#TAG` or `SPRITE#TAG:N`. `pack[number]` counts in
/// the order of names.
#[pyclass(name = "Pack", module = "hitmask", frozen)]
pub(crate) struct PyPack {
    pub(crate) pack: Arc<Pack<Vec<u8>>>,
}

/// One entry of a pack: a frame of a sprite, and what is known about it without decoding its pixels.
#[pyclass(name = "PackEntry", module = "hitmask", frozen)]
pub(crate) struct PyPackEntry {
    pack: Arc<Pack<Vec<u8>>>,
    number: usize,
}

pickles!(PyPackTag { name: String, frames: Vec<u32>, direction: &'static str, repeat: Option<u32> });

#[pymethods]
impl PyPackTag {
    fn __repr__(&self) -> String {
        let PyPackTag { name, frames, direction, .. } = self;
        format!("<hitmask.PackTag '{name}', {direction}, frames {frames:?}>")
    }
}

/// A named animation of a sprite in a pack.
#[pyclass(name = "PackTag", module = "hitmask", frozen, get_all, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyPackTag {
    /// The name. Several tags may have the same.
    name: String,
    /// The numbers of its frames in the sprite, in their order.
    frames: Vec<u32>,
    /// 'forward', 'reverse', 'ping-pong' or 'ping-pong-reverse'.
    direction: &'static str,
    /// How many times it is played. None means without end.
    repeat: Option<u32>,
}

/// A name, a rectangle (x, y, width, height), and a pivot measured from its upper left corner.
type PackedSlice = (String, Xywh, Option<(f64, f64)>);

impl From<PackTag<'_>> for PyPackTag {
    fn from(tag: PackTag<'_>) -> PyPackTag {
        PyPackTag {
            name: tag.name.into_owned(),
            frames: tag.frames,
            direction: tag.direction.word(),
            repeat: tag.repeat.map(Into::into),
        }
    }
}

/// Whether a file begins like a pack.
pub(crate) fn is_pack(file: &str) -> bool {
    let mut begin = [0; 4];
    File::open(file).and_then(|mut file| file.read_exact(&mut begin)).is_ok() && Pack::is_pack(&begin)
}

/// What `hitmask.load` gives for `FILE#SELECTOR` of a pack: all frames of a sprite or of a tag, or one frame.
pub(crate) fn load_selected(file: &str, selector: &str) -> Result<Sprite, hitmask_assets::Error> {
    let limits = Limits::default();
    let pack = load_pack(file, &limits)?;
    if let Some(sprite) = pack.sprite(selector) {
        return Sprite::from_pack(sprite, &limits);
    }
    let of_tag = selector.rmatch_indices('#').find_map(|(at, _)| {
        let sprite = pack.sprite(&selector[..at])?;
        sprite.tag(&selector[at + 1..]).filter(|_| pack.entry(selector).is_none()).map(|tag| (sprite, tag))
    });
    let Some((sprite, tag)) = of_tag else {
        return Ok(Sprite::from(select_packed(&pack, selector, &limits)?));
    };
    let mut shown = Sprite::from_pack(sprite, &limits)?;
    shown.frames = tag.frames.iter().map(|&number| shown.frames[number as usize].clone()).collect();
    shown.tags.clear();
    shown.slices.clear();
    Ok(shown)
}

impl PyPack {
    fn entry(&self, number: usize) -> PyPackEntry {
        PyPackEntry { pack: Arc::clone(&self.pack), number }
    }

    fn find_sprite(&self, name: &str) -> PyResult<PackSprite<'_>> {
        self.pack.sprite(name).ok_or_else(|| PyKeyError::new_err(format!("the pack has no sprite '{name}'")))
    }
}

#[pymethods]
impl PyPack {
    /// Reads a pack from bytes. max_memory: the largest number of bytes that one mask may take; 480 MiB by default.
    ///
    /// Raises ValueError if the bytes are no pack or a damaged one.
    #[new]
    #[pyo3(signature = (data, *, max_memory = None))]
    fn new(data: &[u8], max_memory: Option<u64>) -> PyResult<PyPack> {
        let default = DecodeLimits::default();
        let memory =
            max_memory.map_or(default.memory, |memory| usize::try_from(memory).unwrap_or(usize::MAX));
        let limits = DecodeLimits { memory, ..default };
        Ok(PyPack { pack: Arc::new(Pack::open_with(data.to_vec(), limits).raise()?) })
    }

    /// Reads a pack from a file. Raises OSError if the file cannot be read, ValueError if it is no pack or a damaged one.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<PyPack> {
        let pack = py.detach(|| load_pack(path, &Limits::default())).raise()?;
        Ok(PyPack { pack: Arc::new(pack) })
    }

    /// Raises KeyError if no entry is meant by a name, IndexError if a number is too large.
    fn __getitem__(&self, key: PackKey) -> PyResult<PyPackEntry> {
        match key {
            PackKey::Number(index) => Ok(self.entry(numbers::index(index, self.pack.len(), "entry")?)),
            PackKey::Name(name) => {
                let entry = self.pack.select(&name);
                let missing = || PyKeyError::new_err(format!("the pack has no entry '{name}'"));
                Ok(self.entry(entry.ok_or_else(missing)?.index()))
            }
        }
    }

    /// Whether an entry is meant by a name.
    fn __contains__(&self, name: &str) -> bool {
        self.pack.select(name).is_some()
    }

    /// The names of all entries, sorted.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.pack.entries().map(PackEntry::name).collect()
    }

    /// The names of all sprites, sorted.
    #[getter]
    fn sprites(&self) -> Vec<&str> {
        self.pack.sprites().map(PackSprite::name).collect()
    }

    /// The frames of a sprite in their order. Raises KeyError if there is no such sprite.
    fn frames(&self, sprite: &str) -> PyResult<Vec<PyPackEntry>> {
        Ok(self.find_sprite(sprite)?.frames().map(|entry| self.entry(entry.index())).collect())
    }

    /// The animations of a sprite. Raises KeyError if there is no such sprite.
    fn tags(&self, sprite: &str) -> PyResult<Vec<PyPackTag>> {
        Ok(self.find_sprite(sprite)?.tags().map(PyPackTag::from).collect())
    }

    /// Checks the data of all entries. Raises ValueError if some of it is damaged. Reading an entry checks its own data, too.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.pack.verify()).raise()
    }
}

/// What stands between the brackets of `pack[...]`.
#[derive(FromPyObject)]
enum PackKey {
    Number(isize),
    Name(String),
}

impl PyPackEntry {
    pub(crate) fn entry(&self) -> PackEntry<'_> {
        self.pack.entry_at(self.number).expect("it was found in the pack, which does not change")
    }

    /// Reads pixels while other Python threads run.
    pub(crate) fn read<T: Send>(
        &self,
        py: Python<'_>,
        how: impl FnOnce(PackEntry<'_>) -> Result<T, DecodeError> + Send,
    ) -> PyResult<T> {
        py.detach(|| how(self.entry())).raise()
    }
}

#[pymethods]
impl PyPackEntry {
    /// The name of the sprite that it is a frame of.
    #[getter]
    fn sprite(&self) -> &str {
        self.entry().sprite().name()
    }

    /// The point (x, y) by which the frame is placed. None if the source has none.
    #[getter]
    fn pivot(&self) -> Option<(f64, f64)> {
        self.entry().pivot().map(|pivot| pivot.to_f64().into())
    }

    /// How long the frame is shown, in seconds. None if the source does not say.
    #[getter]
    fn duration(&self) -> Option<f64> {
        self.entry().duration().map(|duration| duration.as_secs_f64())
    }

    /// The names of the animations in which it is shown.
    #[getter]
    fn tags(&self) -> Vec<Cow<'_, str>> {
        self.entry().tags().map(|tag| tag.name).collect()
    }

    /// The slices (named rectangles) as they lie in this frame: name, rectangle, and pivot from the rectangle's corner or None.
    #[getter]
    fn slices(&self) -> Vec<PackedSlice> {
        let slice = |(name, area): (Cow<'_, str>, hitmask::SliceArea)| {
            (name.into_owned(), xywh(area.rect), area.pivot.map(|pivot| pivot.to_f64().into()))
        };
        self.entry().slices().map(slice).collect()
    }

    /// The TileMap of which it shows the pixels, such as a layer of a level, and the pixel (x, y) of the frame on which the corner of its
    /// first cell lies. None if the pack has none for this entry.
    fn tile_map(&self, py: Python<'_>) -> PyResult<Option<(PyTileMap, Xy)>> {
        let found = self.read(py, |entry| entry.tile_map())?;
        Ok(found.map(|(map, corner)| (PyTileMap::of(map), xy(corner))))
    }
}
