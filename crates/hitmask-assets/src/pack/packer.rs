//! Makes a pack from files and folders.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use hitmask::{
    NewSprite, Pack, PackBuilder, PackSlice, PackSprite, PackTag, PointQ16, SliceArea, TagDirection,
};

use super::settings::PackSettings;
use super::sources::{PackSource, Sources};
use crate::error::{Error, ErrorKind, Result};
use crate::file::{read_file, read_named};
use crate::level::{decode_levels_with, is_level};
use crate::limits::{Budget, Limits};
use crate::{Direction, Image, LevelOptions, LevelRule, Options, Slice, Sprite, Tag, decode, decode_atlas};

/// Makes a pack from the sprites in files and folders.
///
/// ```
/// use hitmask::Pack;
/// use hitmask_assets::{Image, PackSettings, Packer, encode_png};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = std::env::temp_dir().join("hitmask-packer-example");
/// # std::fs::create_dir_all(folder.join("rocks"))?;
/// std::fs::write(folder.join("rocks/small.png"), encode_png(&Image::from_rgba8(2, 1, vec![255; 8])?))?;
///
/// let mut packer = Packer::new();
/// packer.add(&folder)?;
/// let packed = packer.pack(|_| Some(PackSettings::default()), |_| {})?;
/// let pack = Pack::open(packed.bytes)?;
/// assert_eq!(pack.entry("rocks/small.png").unwrap().size(), (2, 1));
/// # Ok(())
/// # }
/// ```
///
/// # Names
/// A sprite that was found in a folder is named by its path in this folder, with `/` between folders: `rocks/small.png`. A file that was
/// added by itself is named by its path as it was given; if that path is absolute or has `..` in it, by the name of the file alone.
///
/// # What is found in folders
/// Every file that begins like a sprite of a format that [`load`](crate::load) reads, or like a level of [`load_levels`](crate::load_levels),
/// whatever its name. Left out are hidden files, pictures that an atlas or a level in the pack names, packs, and links to folders.
///
/// # Levels
/// Each layer is a frame, as [`Level::frame`](crate::Level::frame) draws it: `cave.tmx#ground`. If it can be a tile map, and its solid pixels
/// are kept as they are, the pack holds its cells, kinds and numbers beside them: [`PackEntry::tile_map`](hitmask::PackEntry::tile_map).
///
/// # Unchanged files
/// With the [previous](Packer::previous) pack, files are not decoded again if their bytes and their settings are still the same. The new
/// pack does not depend on this: it has the same bytes in both cases.
#[derive(Clone, Debug, Default)]
pub struct Packer {
    reading: LevelOptions,
    sources: Sources,
    previous: Option<Pack<Vec<u8>>>,
    keeps_going: bool,
}

/// A finished pack.
#[derive(Debug)]
#[non_exhaustive]
pub struct Packed {
    /// The pack. [`Pack::open`] reads it.
    pub bytes: Vec<u8>,
    /// The number of entries.
    pub entries: usize,
    /// The number of sprites that were decoded.
    pub decoded: usize,
    /// The number of sprites that were taken from the previous pack.
    pub unchanged: usize,
    /// Files in folders that were left out: those that are no sprites, pictures of an atlas, and what the settings left out.
    pub skipped: Vec<PathBuf>,
    /// What could not be packed: sources, if the packer was told to [keep going](Packer::keep_going), and layers of levels that need pixels
    /// that are not read ([`ErrorKind::NotDrawn`]).
    pub failed: Vec<Error>,
}

/// What a [`Packer`] does next.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PackingStep<'a> {
    /// The number of sources that are done.
    pub done: usize,
    /// The number of all sources.
    pub all: usize,
    /// The next source.
    pub source: &'a PackSource,
}

impl Packer {
    /// A packer without sources, with the default limits.
    #[must_use]
    pub fn new() -> Packer {
        Packer::default()
    }

    /// A packer whose sources may be as large as these limits allow, each by itself.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Packer {
        Packer { reading: LevelOptions { limits, within: None }, ..Packer::default() }
    }

    /// The folder in which all files must lie that are found in folders, or that atlases and levels name. Set it before files are added.
    /// Files and folders that are added by themselves may lie anywhere.
    pub fn within(&mut self, folder: impl Into<PathBuf>) {
        self.reading.within = Some(folder.into());
    }

    /// From now on, [`Packer::pack`] leaves out the sources that cannot be packed, and says so in [`Packed::failed`].
    pub fn keep_going(&mut self) {
        self.keeps_going = true;
    }

    /// Adds a file, or all sprites in a folder and in the folders in it. If there is an error, all others have been added; the errors of
    /// several files are [`ErrorKind::Several`].
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if a file or folder cannot be read, [`ErrorKind::SameName`] if two files would have the same name, or an error of
    /// an atlas that names no pictures.
    pub fn add(&mut self, path: impl AsRef<Path>) -> Result<()> {
        self.sources.add(path.as_ref(), &self.reading)
    }

    /// The pack that was made before. If the bytes are no pack, or a damaged one, everything is decoded.
    pub fn previous(&mut self, bytes: Vec<u8>) {
        self.previous = Pack::open(bytes).ok();
    }

    /// The sources so far, sorted by name. A build script tells cargo to run again if one of these files changes.
    #[must_use]
    pub fn sources(&self) -> Vec<PackSource> {
        self.sources.clone().without_sheets().iter().cloned().collect()
    }

    /// Makes the pack. `settings` says for the name of each sprite what is kept of it; `None` leaves it out. `progress` is called before
    /// each source.
    ///
    /// # Errors
    /// Those of [`load`](crate::load), which name the file; [`ErrorKind::FarPivot`]; [`ErrorKind::PackOutline`] if an outline cannot be
    /// simplified as the settings ask; [`ErrorKind::CannotPack`] if two entries have the same name. All sources are read, even if some cannot be
    /// packed: the errors of several are [`ErrorKind::Several`]. The limits hold for each source by itself, and for each layer of a level.
    pub fn pack(
        &self,
        mut settings: impl FnMut(&str) -> Option<PackSettings>,
        mut progress: impl FnMut(PackingStep<'_>),
    ) -> Result<Packed> {
        let sources = self.sources.clone().without_sheets();
        let mut skipped = sources.skipped.clone();
        let mut builder = PackBuilder::new();
        let (mut decoded, mut unchanged) = (0, 0);
        let (mut errors, mut undrawn) = (Vec::new(), Vec::new());
        let mut sheets = Sheets::default();
        for (done, source) in sources.iter().enumerate() {
            progress(PackingStep { done, all: sources.iter().len(), source });
            let Some(settings) = settings(&source.name) else {
                skipped.push(source.path.clone());
                continue;
            };
            let added = self.sprite(source, &settings, &mut sheets).and_then(|found| {
                let (sprite, counter) = match found {
                    Found::Unchanged(sprite) => (sprite, &mut unchanged),
                    Found::Decoded(sprite, layers) => {
                        undrawn.extend(layers.into_iter().map(|error| error.in_file(&source.path)));
                        (sprite, &mut decoded)
                    }
                };
                builder.add(sprite).map_err(ErrorKind::CannotPack)?;
                *counter += 1;
                Ok(())
            });
            errors.extend(added.err().map(|error| error.in_file(&source.path)));
        }
        if !self.keeps_going {
            ErrorKind::several(std::mem::take(&mut errors))?;
        }
        errors.append(&mut undrawn);
        skipped.sort();
        let entries = builder.len();
        Ok(Packed { bytes: builder.finish(), entries, decoded, unchanged, skipped, failed: errors })
    }

    fn sprite(&self, source: &PackSource, settings: &PackSettings, sheets: &mut Sheets) -> Result<Found> {
        let limits = self.reading.limits;
        let budget = Budget::new(limits);
        let bytes = read_file(&source.path, &budget).map_err(|error| error.in_file(&source.path))?;
        let mut pictures = HashMap::new();
        let mut hash = StableHash::new();
        hash.bytes(&bytes);
        for (name, path) in &source.pictures {
            // A picture that cannot be read is an error only if the atlas needs it.
            let picture = read_named(path, &budget);
            match &picture {
                Ok(picture) => hash.bytes(picture),
                Err(error) => hash.bytes(error.to_string().as_bytes()),
            }
            pictures.entry(name.as_str()).or_insert(picture);
        }
        let source_hash = hash.0;
        let mut hash = StableHash::new();
        // Another version may decode or encode in another way.
        hash.bytes(env!("CARGO_PKG_VERSION").as_bytes());
        hash.bytes(settings.text().as_bytes());
        let settings_hash = hash.0;

        let is_same =
            |old: &PackSprite<'_>| old.source_hash() == source_hash && old.settings_hash() == settings_hash;
        let old = self.previous.as_ref().and_then(|pack| pack.sprite(&source.name)).filter(is_same);
        // A damaged entry is decoded again.
        if let Some(sprite) = old.and_then(|old| NewSprite::from_sprite(old).ok()) {
            return Ok(Found::Unchanged(sprite));
        }
        let options = Options { limits, grid: settings.grid, within: None };
        let missing = || Err(ErrorKind::Io(std::io::ErrorKind::NotFound.into()).into());
        let read = |name: &str| pictures.remove(name).unwrap_or_else(missing);
        if is_level(&bytes).is_some() {
            let rule = LevelRule {
                threshold: settings.threshold,
                shapes: settings.shapes,
                limits,
                ..LevelRule::default()
            };
            let levels = decode_levels_with(&bytes, read, &limits, sheets.of(source))?;
            sheets.keep(source, &levels.1);
            let mut frames = Vec::new();
            let undrawn = levels.0.each_drawn(&rule, settings.keeps_maps(), |frame, map| {
                let frame = settings.frame(&frame)?;
                frames.push(match map {
                    Some((map, corner)) => frame.with_tile_map(&map, corner),
                    None => frame,
                });
                Ok(())
            })?;
            let packed = NewSprite { source_hash, settings_hash, ..NewSprite::new(&*source.name, frames) };
            return Ok(Found::Decoded(packed, undrawn));
        }
        let sprite = if source.pictures.is_empty() {
            decode(&bytes, &options)?
        } else {
            decode_atlas(&bytes, read, &options)?
        };
        let packed = new_sprite(&source.name, &sprite, settings)?;
        Ok(Found::Decoded(NewSprite { source_hash, settings_hash, ..packed }, Vec::new()))
    }
}

/// The pictures of levels that were decoded so far: many maps show the same tiles.
#[derive(Default)]
struct Sheets {
    images: HashMap<PathBuf, Image>,
    bytes: usize,
}

impl Sheets {
    /// Memory for pictures, in bytes.
    const MOST: usize = 256 << 20;

    /// Those that a level names, by the names that it gives them.
    fn of(&self, source: &PackSource) -> HashMap<String, Image> {
        let known = |(name, path): &(String, PathBuf)| Some((name.clone(), self.images.get(path)?.clone()));
        source.pictures.iter().filter_map(known).collect()
    }

    fn keep(&mut self, source: &PackSource, images: &HashMap<String, Image>) {
        for (name, path) in &source.pictures {
            let Some(image) = images.get(name) else { continue };
            if self.bytes > Self::MOST {
                *self = Sheets::default();
            }
            if self.images.insert(path.clone(), image.clone()).is_none() {
                self.bytes += image.as_rgba8().len();
            }
        }
    }
}

enum Found {
    /// Taken from the previous pack.
    Unchanged(NewSprite),
    /// With the errors of the layers that it does not have.
    Decoded(NewSprite, Vec<Error>),
}

/// A decoded sprite as the pack keeps it.
fn new_sprite(name: &str, sprite: &Sprite, settings: &PackSettings) -> Result<NewSprite> {
    let frames: Vec<_> = sprite.frames.iter().map(|frame| settings.frame(frame)).collect::<Result<_>>()?;
    // A name that is empty says nothing.
    let tags = sprite.tags.iter().filter(|tag| !tag.name.is_empty()).map(new_tag).collect();
    let named = sprite.slices.iter().filter(|slice| !slice.name.is_empty());
    let slices = named.map(new_slice).collect::<Result<_>>()?;
    Ok(NewSprite { tags, slices, ..NewSprite::new(name, frames) })
}

fn new_tag(tag: &Tag) -> PackTag<'static> {
    let direction = match tag.direction {
        Direction::Forward => TagDirection::Forward,
        Direction::Reverse => TagDirection::Reverse,
        Direction::PingPong => TagDirection::PingPong,
        Direction::PingPongReverse => TagDirection::PingPongReverse,
    };
    PackTag { direction, repeat: tag.repeat, ..PackTag::new(tag.name.clone(), tag.frames.iter()) }
}

fn new_slice(slice: &Slice) -> Result<PackSlice<'static>> {
    let far = || ErrorKind::FarPivot { frame: slice.name.clone() };
    let areas = slice.keys.iter().map(|key| {
        let pivot = key.pivot.map(|[x, y]| PointQ16::from_f64(x, y).ok_or_else(far)).transpose()?;
        Ok(SliceArea { frame: key.frame, rect: key.rect, pivot })
    });
    Ok(PackSlice::new(slice.name.clone(), areas.collect::<Result<Vec<_>>>()?))
}

/// FNV-1a with 64 bits. It finds out whether a file has changed, and is the same on every machine and in every version.
struct StableHash(u64);

impl StableHash {
    fn new() -> StableHash {
        StableHash(0xCBF2_9CE4_8422_2325)
    }

    /// Hashes bytes and their number, so that neighbours cannot exchange bytes.
    fn bytes(&mut self, bytes: &[u8]) {
        let length = (bytes.len() as u64).to_le_bytes();
        for &byte in bytes.iter().chain(&length) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}
