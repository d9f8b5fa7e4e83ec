//! The sprites and shapes that were needed so far: files are decoded once, masks are made once.

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::hash::Hash;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use hitmask::{AlphaMask, Pack, PackEntry, Rect};
use hitmask_assets::{
    ErrorKind, Frame, LevelFile, LevelOptions, LevelRule, Limits, Options, Slice, SliceKey, Sprite, Tag,
    TagFrames, TileShapes, lies_within, load_levels, load_pack, printable_path, select_packed,
};
use serde::Serialize;

use crate::answer::{CheckAnswer, SpriteShape};
use crate::contact::{CastAnswer, SeparateAnswer};
use crate::error::Error;
use crate::files::begins_like_a_level;
use crate::limit_args::LimitArgs;
use crate::memory;
use crate::note::Invisible;
use crate::output;
use crate::question::{Placement, Question, SpriteSpec};
use crate::sprite_name::SpriteName;
use crate::surface::Surface;
use crate::values::{Operation, Rule, SheetGrid};

/// Memory for decoded pictures, levels, packs and masks together, in bytes. A single file may take as much as the decoders' limits allow
/// (256 MiB), a mask 1/32 of the bytes of its picture.
const KEPT_BYTES: usize = 768 << 20;
/// Memory for the errors of files that cannot be read, in bytes.
const FAILURE_BYTES: usize = 16 << 20;

/// Reads sprites, answers questions about them, and remembers what it read. A file that changes after that is not read again.
#[derive(Debug)]
pub(crate) struct SpriteStore {
    limits: Limits,
    /// The folder in which all files must lie that files name.
    within: Option<PathBuf>,
    /// What the collision shapes of a level's tiles do.
    shapes: TileShapes,
    kept: Cache<Key, Kept>,
    /// Files that could not be read, and why.
    failures: Cache<SpriteKey, Error>,
}

/// What is kept, by where it came from.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Key {
    Sprite(SpriteKey),
    Shape(Box<SpriteSpec>),
    Pack(PathBuf),
    Level(PathBuf),
}

#[derive(Clone, Debug)]
enum Kept {
    Sprite(Rc<Sprite>),
    Shape(Rc<LoadedShape>),
    Pack(Rc<Pack<Vec<u8>>>),
    Level(Rc<LevelFile>),
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Reply {
    Check(CheckAnswer),
    Separate(SeparateAnswer),
    Cast(CastAnswer),
}

/// File, mask picture, grid.
type SpriteKey = (PathBuf, Option<PathBuf>, Option<SheetGrid>);

/// Which pixels of a frame are solid.
#[derive(Debug)]
pub(crate) struct LoadedShape {
    pub(crate) shape: SpriteShape,
    /// Set if the frame can be seen but not touched.
    pub(crate) invisible: Option<Invisible>,
}

impl SpriteStore {
    /// # Errors
    /// If the folder of `--within` is none.
    pub(crate) fn new(limits: &LimitArgs) -> Result<Self, Error> {
        Ok(SpriteStore {
            limits: limits.into(),
            within: folder(limits)?,
            shapes: limits.into(),
            kept: Cache::new(KEPT_BYTES),
            failures: Cache::new(FAILURE_BYTES),
        })
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// Which pixels of a level are solid.
    pub(crate) fn level_rule(&self, spec: &SpriteSpec) -> LevelRule {
        LevelRule {
            threshold: spec.threshold.0,
            shapes: self.shapes,
            limits: self.limits,
            ..LevelRule::default()
        }
    }

    pub(crate) fn within(&self) -> Option<PathBuf> {
        self.within.clone()
    }

    /// Refuses a sprite that a file names, if a file of it lies outside of the folder of `--within`, or is a pipe or a device: reading that
    /// might never end. Nothing outside is looked at.
    pub(crate) fn check_named(&self, spec: &SpriteSpec) -> Result<(), Error> {
        if let Some(within) = &self.within {
            check_place(spec, within)?;
        }
        let (file, _) = spec.name.resolve();
        let is_odd = |file: &Path| file.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir());
        match [Some(&*file), spec.mask.as_deref()].into_iter().flatten().find(|file| is_odd(file)) {
            Some(file) => {
                let error = ErrorKind::Io(io::Error::other("it is not a regular file"));
                Err(Error::in_file(file, hitmask_assets::Error::from(error)))
            }
            None => Ok(()),
        }
    }

    /// The answer to a question. Faults of the question are found before its files are read.
    pub(crate) fn reply(&mut self, question: &Question) -> Result<Reply, Error> {
        Ok(match question.operation {
            Operation::Check => {
                let (shapes, placement) = self.placed(question)?;
                let [a, b] = shapes.each_ref().map(|loaded| &loaded.shape);
                Reply::Check(CheckAnswer::new(a, b, placement, question.rule))
            }
            Operation::Separate => {
                let at = question.offset()?;
                let [a, b] = self.shapes(question)?;
                Reply::Separate(SeparateAnswer::new(&a.shape.mask(), &b.shape.mask(), at))
            }
            Operation::Cast => {
                let motion = question.motion()?;
                let [a, b] = self.shapes(question)?;
                Reply::Cast(CastAnswer::new(&a.shape.mask(), &b.shape.mask(), motion))
            }
        })
    }

    /// The two shapes of a check, and where they lie.
    pub(crate) fn placed(&mut self, question: &Question) -> Result<([Rc<LoadedShape>; 2], Placement), Error> {
        question.validate_check()?;
        let shapes = self.shapes(question)?;
        let placement = question.placement(shapes.each_ref().map(|loaded| loaded.shape.size()))?;
        Ok((shapes, placement))
    }

    /// The two shapes of a question.
    pub(crate) fn shapes(&mut self, question: &Question) -> Result<[Rc<LoadedShape>; 2], Error> {
        let [a, b] = question.sprites();
        Ok([self.shape(a)?, self.shape(b)?])
    }

    /// The shape of a sprite.
    pub(crate) fn shape(&mut self, spec: SpriteSpec) -> Result<Rc<LoadedShape>, Error> {
        let key = Key::Shape(Box::new(spec.clone()));
        if let Some(Kept::Shape(shape)) = self.kept.get(&key) {
            return Ok(Rc::clone(shape));
        }
        let frame = self.frame(&spec)?;
        let shape = Rc::new(LoadedShape::new(&frame, &spec));
        let bytes = shape.memory_bytes() + spec.memory_bytes();
        self.kept.insert(key, Kept::Shape(Rc::clone(&shape)), bytes);
        Ok(shape)
    }

    /// The frame of a sprite, with the alpha of its mask picture if it has one. Without a name it is the first frame.
    pub(crate) fn frame(&mut self, spec: &SpriteSpec) -> Result<Frame, Error> {
        let (path, frame) = spec.name.resolve();
        if let Some(pack) = self.pack(&path)? {
            return self.packed_frame(&pack, spec);
        }
        if let Some(levels) = self.levels(&path)? {
            let sprite = self.layer(&levels, &path, frame.unwrap_or_default(), spec)?;
            return self.first_frame(&path, sprite, spec);
        }
        let sprite = self.sprite(&path, spec.mask.as_deref(), spec.grid)?;
        // The shape of a frame takes less than half of the bytes of its picture.
        let largest = sprite.frames.iter().map(|frame| frame.image.as_rgba8().len()).max();
        memory::check(&spec.name.to_string(), largest.unwrap_or(0) as u64 / 2)?;
        if let Some(note) = frame.and_then(|frame| sprite.selection_note(frame)) {
            output::remark(&format!("{}: {note}", printable_path(&path)));
        }
        sprite.select(frame.unwrap_or("0")).map_err(|error| Error::in_file(&path, error))
    }

    /// The pack in a file. None if the file is no pack, or if it cannot be read: reading it as a sprite tells why.
    pub(crate) fn pack(&mut self, path: &Path) -> Result<Option<Rc<Pack<Vec<u8>>>>, Error> {
        let canonical = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let name = canonical.as_os_str().len();
        let key = Key::Pack(canonical);
        if let Some(Kept::Pack(pack)) = self.kept.get(&key) {
            return Ok(Some(Rc::clone(pack)));
        }
        // What is read from a pipe cannot be read a second time.
        let begins_like_one = || {
            let mut start = [0; 4];
            let mut file = File::open(path).ok().filter(|_| path.is_file())?;
            file.read_exact(&mut start).ok()?;
            Some(Pack::is_pack(&start))
        };
        if begins_like_one() != Some(true) {
            return Ok(None);
        }
        let pack = load_pack(path, &self.limits).map_err(|error| Error::in_file(path, error))?;
        let pack = Rc::new(pack);
        self.kept.insert(key, Kept::Pack(Rc::clone(&pack)), name + pack.bytes().len());
        Ok(Some(pack))
    }

    /// The levels in a file. None if the file holds none.
    pub(crate) fn levels(&mut self, path: &Path) -> Result<Option<Rc<LevelFile>>, Error> {
        let canonical = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let name = canonical.as_os_str().len();
        let key = Key::Level(canonical.clone());
        if let Some(Kept::Level(levels)) = self.kept.get(&key) {
            return Ok(Some(Rc::clone(levels)));
        }
        let failure = (canonical, None, None);
        if let Some(error) = self.failures.get(&failure) {
            return Err(error.clone());
        }
        if !begins_like_a_level(path) {
            return Ok(None);
        }
        let options = LevelOptions { limits: self.limits, within: self.within() };
        let levels = match load_levels(path, &options) {
            Ok(levels) => Rc::new(levels),
            Err(error) if matches!(error.kind(), ErrorKind::NotALevel | ErrorKind::OtherFile { .. }) => {
                return Ok(None);
            }
            Err(error) => {
                let error = Error::in_file(path, error);
                self.failures.insert(failure, error.clone(), name + error.to_string().len() + 512);
                return Err(error);
            }
        };
        let bytes = usize::try_from(levels.memory_bytes()).unwrap_or(usize::MAX);
        self.kept.insert(key, Kept::Level(Rc::clone(&levels)), name.saturating_add(bytes));
        Ok(Some(levels))
    }

    /// A layer of a level as a sprite. Without a name it is the only layer.
    pub(crate) fn layer(
        &self,
        levels: &LevelFile,
        path: &Path,
        layer: &str,
        spec: &SpriteSpec,
    ) -> Result<Sprite, Error> {
        if let Some(note) = levels.selection_note(layer) {
            output::remark(&format!("{}: {note}", printable_path(path)));
        }
        levels.layer_sprite(layer, &self.level_rule(spec)).map_err(|error| Error::in_file(path, error))
    }

    /// The frame of a pack's entry, with the alpha of its mask picture if it has one.
    fn packed_frame(&mut self, pack: &Pack<Vec<u8>>, spec: &SpriteSpec) -> Result<Frame, Error> {
        let (path, entry) = spec.name.resolve();
        // A pack of a single entry needs no name.
        let only = || pack.entries().next().filter(|_| pack.len() == 1).map_or("", PackEntry::name);
        let frame = select_packed(pack, entry.unwrap_or_else(only), &self.limits);
        let frame = frame.map_err(|error| Error::in_file(&path, error))?;
        self.first_frame(&path, Sprite::from(frame), spec)
    }

    /// The only frame of a sprite, with the alpha of its mask picture if it has one.
    fn first_frame(&mut self, path: &Path, mut sprite: Sprite, spec: &SpriteSpec) -> Result<Frame, Error> {
        if let Some(mask) = &spec.mask {
            let mask = self.sprite(mask, None, spec.grid)?;
            sprite.override_alpha(&mask).map_err(|error| Error::in_file(path, error))?;
        }
        Ok(sprite.frames.swap_remove(0))
    }

    /// A decoded file, with the alpha of its mask picture if it has one.
    pub(crate) fn sprite(
        &mut self,
        path: &Path,
        mask: Option<&Path>,
        grid: Option<SheetGrid>,
    ) -> Result<Rc<Sprite>, Error> {
        // A file with several names is decoded once.
        let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let failure = (canonical(path), mask.map(canonical), grid);
        let key = Key::Sprite(failure.clone());
        if let Some(Kept::Sprite(sprite)) = self.kept.get(&key) {
            return Ok(Rc::clone(sprite));
        }
        if let Some(error) = self.failures.get(&failure) {
            return Err(error.clone());
        }
        let sprite = match mask {
            Some(mask) => self.masked(path, mask, grid),
            None => self.read(path, grid),
        };
        let (file, mask, _) = &failure;
        let names = file.as_os_str().len() + mask.as_ref().map_or(0, |mask| mask.as_os_str().len());
        match sprite {
            Ok(sprite) => {
                let sprite = Rc::new(sprite);
                let bytes = names + sprite_bytes(&sprite);
                self.kept.insert(key, Kept::Sprite(Rc::clone(&sprite)), bytes);
                Ok(sprite)
            }
            Err(error) => {
                // The sentence holds the names that the error holds; the rest is its structure and that of its causes.
                let bytes = names + error.to_string().len() + 512;
                self.failures.insert(failure, error.clone(), bytes);
                Err(error)
            }
        }
    }

    /// A file with the alpha of another.
    fn masked(&mut self, path: &Path, mask: &Path, grid: Option<SheetGrid>) -> Result<Sprite, Error> {
        let original = self.sprite(path, None, grid)?;
        memory::check(&printable_path(path).to_string(), sprite_bytes(&original) as u64)?;
        let mut sprite = Sprite::clone(&original);
        let mask = self.sprite(mask, None, grid)?;
        sprite.override_alpha(&mask).map_err(|error| Error::in_file(path, error))?;
        Ok(sprite)
    }

    fn read(&self, path: &Path, grid: Option<SheetGrid>) -> Result<Sprite, Error> {
        let grid = grid.map(|SheetGrid(w, h)| (w, h));
        let options = Options { limits: self.limits, grid, within: self.within() };
        hitmask_assets::load(path, &options).map_err(|error| Error::in_file(path, error))
    }
}

/// Refuses a sprite with a file outside of the folder of `--within`.
fn check_place(spec: &SpriteSpec, within: &Path) -> Result<(), Error> {
    let outside = |name: &dyn fmt::Display| {
        let within = printable_path(within);
        Error::Question(format!("{name} lies outside {within}, and files outside are not allowed"))
    };
    if !spec.name.files().all(|file| lies_within(file, within)) {
        return Err(outside(&spec.name));
    }
    match &spec.mask {
        Some(mask) if !lies_within(mask, within) => Err(outside(&printable_path(mask))),
        _ => Ok(()),
    }
}

/// The folder of `--within`.
///
/// # Errors
/// If it is no folder.
pub(crate) fn folder(limits: &LimitArgs) -> Result<Option<PathBuf>, Error> {
    let Some(folder) = &limits.within else { return Ok(None) };
    match folder.metadata() {
        Ok(found) if found.is_dir() => Ok(Some(folder.clone())),
        Ok(_) => Err(Error::Question(format!("--within: {} is no folder", printable_path(folder)))),
        Err(error) => Err(Error::read(folder, error)),
    }
}

fn sprite_bytes(sprite: &Sprite) -> usize {
    let frame =
        |frame: &Frame| size_of::<Frame>() + 64 + frame.name.capacity() + frame.image.as_rgba8().len();
    let slice = |slice: &Slice| {
        size_of::<Slice>() + slice.name.capacity() + slice.keys.capacity() * size_of::<SliceKey>()
    };
    let tag = |tag: &Tag| {
        let list = match &tag.frames {
            TagFrames::List(list) => list.capacity() * size_of::<u32>(),
            _ => 0,
        };
        size_of::<Tag>() + tag.name.capacity() + list
    };
    size_of::<Sprite>()
        + sprite.frames.iter().map(frame).sum::<usize>()
        + sprite.slices.iter().map(slice).sum::<usize>()
        + sprite.tags.iter().map(tag).sum::<usize>()
}

impl LoadedShape {
    /// The solid pixels of a frame by the rule of its spec.
    pub(crate) fn new(frame: &Frame, spec: &SpriteSpec) -> Self {
        let (w, h) = (frame.image.width(), frame.image.height());
        let mut shape = match (spec.rule, spec.key) {
            (Rule::Rect, _) => SpriteShape::Rect(Rect::new(0, 0, w, h)),
            (Rule::Solid | Rule::Geometry, None) => SpriteShape::Mask(frame.mask(spec.threshold.0)),
            (Rule::Solid | Rule::Geometry, Some(key)) => SpriteShape::Mask(frame.mask_by_key(key.0)),
            (Rule::AlphaSum, None) => SpriteShape::Alpha(frame.alpha()),
            (Rule::AlphaSum, Some(key)) => {
                SpriteShape::Alpha(AlphaMask::from_mask(&frame.mask_by_key(key.0)))
            }
        };
        if spec.fill_holes
            && let SpriteShape::Mask(mask) = &mut shape
        {
            mask.fill_holes();
        }
        let by_threshold = spec.rule.texels() == Rule::Solid && spec.key.is_none();
        let invisible = if by_threshold { Invisible::find(&frame.image, spec.threshold) } else { None };
        LoadedShape { shape, invisible }
    }

    /// Tells on standard error which sprites of a question can be seen but not touched.
    pub(crate) fn remark_on(question: &Question, shapes: [&LoadedShape; 2]) {
        for (name, shape) in question.names.iter().zip(shapes) {
            shape.remark(name);
        }
    }

    /// Tells on standard error if the sprite of this name can be seen but not touched.
    pub(crate) fn remark(&self, name: &SpriteName) {
        if let Some(invisible) = self.invisible {
            output::remark(&invisible.sentence(name, Surface::CommandLine));
        }
    }

    fn memory_bytes(&self) -> usize {
        size_of::<LoadedShape>()
            + match &self.shape {
                SpriteShape::Mask(mask) => mask.memory_bytes(),
                SpriteShape::Alpha(alpha) => alpha.memory_bytes(),
                SpriteShape::Rect(_) => 0,
            }
    }
}

impl SpriteSpec {
    fn memory_bytes(&self) -> usize {
        size_of::<SpriteSpec>()
            + self.name.heap_bytes()
            + self.mask.as_ref().map_or(0, |mask| mask.as_os_str().len())
    }
}

/// Keeps values until they take too much memory. Then it drops all of them, and those that are still needed are made again. That
/// costs little, because it happens once in many bytes.
#[derive(Debug)]
struct Cache<K, V> {
    entries: HashMap<K, V>,
    bytes: usize,
    budget: usize,
}

impl<K: Eq + Hash, V> Cache<K, V> {
    fn new(budget: usize) -> Self {
        Cache { entries: HashMap::new(), bytes: 0, budget }
    }

    fn get(&self, key: &K) -> Option<&V> {
        self.entries.get(key)
    }

    fn insert(&mut self, key: K, value: V, bytes: usize) {
        // A table that grows may have room for four entries for each that is in it: the old table and one of twice its size, half full.
        let bytes = bytes.saturating_add(4 * size_of::<(K, V)>());
        if self.bytes.saturating_add(bytes) > self.budget {
            self.entries = HashMap::new();
            self.bytes = 0;
        }
        self.bytes = self.bytes.saturating_add(bytes);
        self.entries.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Cache, FAILURE_BYTES, SpriteStore};
    use crate::limit_args::LimitArgs;

    #[test]
    fn a_cache_stays_within_its_budget() {
        let mut cache = Cache::new(1000);
        for i in 0..100 {
            cache.insert(i, i, 400);
            assert!(cache.entries.len() <= 2 && cache.get(&i) == Some(&i), "{i}");
        }
        // Entries without memory of their own take room, too.
        let mut cache = Cache::new(1000);
        for i in 0..1000_u64 {
            cache.insert(i, i, 0);
            assert!(cache.entries.len() <= 1000 / 16, "{i}");
        }
    }

    #[test]
    fn failures_count_their_names_and_sentences() {
        let mut store = SpriteStore::new(&LimitArgs::default()).unwrap();
        let long = "n".repeat(200);
        for i in 0..40_000 {
            assert!(store.sprite(Path::new(&format!("no/such/{long}/{i}.png")), None, None).is_err());
            // Each holds its path three times: as the key, in the error, and in the sentence that is counted for the rest.
            assert!(store.failures.entries.len() * (2 * 200 + 512) <= FAILURE_BYTES, "{i}");
        }
        assert!(store.failures.bytes > 0 && store.kept.bytes == 0);
    }
}
