//! The sprites and shapes that were needed so far: files are decoded once, masks are made once.

use std::collections::HashMap;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use hitmask::{AlphaMask, Rect};
use hitmask_assets::{Frame, Options, Sprite};
use serde::Serialize;

use crate::answer::{Answer, Shape};
use crate::contact::{Impact, Separation};
use crate::error::Error;
use crate::note::Invisible;
use crate::output;
use crate::query::{Query, Side};
use crate::values::{Grid, Op, Rule, SpriteName};

/// Memory for decoded pictures. A single file may take as much as the decoders' limits allow (256 MiB).
const SPRITE_BYTES: usize = 512 << 20;
/// Memory for masks, which take 1/32 of a picture's bytes.
const SHAPE_BYTES: usize = 256 << 20;

/// Answers questions, and remembers what it read for that. A file that changes after it was read is not read again.
#[derive(Debug)]
pub(crate) struct Library {
    sprites: Cache<SpriteKey, Result<Rc<Sprite>, Error>>,
    bodies: Cache<Side, Rc<Body>>,
}

/// The answer to any question.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Reply {
    Check(Answer),
    Separate(Separation),
    Cast(Impact),
}

/// File, mask picture, grid.
type SpriteKey = (PathBuf, Option<PathBuf>, Option<Grid>);

/// A frame as its rule sees it.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) shape: Shape,
    /// Set where the frame can be seen but not touched.
    pub(crate) invisible: Option<Invisible>,
}

impl Library {
    pub(crate) fn new() -> Self {
        Library { sprites: Cache::new(SPRITE_BYTES), bodies: Cache::new(SHAPE_BYTES) }
    }

    /// The answer to a question.
    pub(crate) fn reply(&mut self, query: &Query) -> Result<Reply, Error> {
        // What is wrong with a question is told before its files are read.
        Ok(match query.op {
            Op::Check => {
                let placement = query.placement()?;
                let [a, b] = self.bodies(query)?;
                Reply::Check(Answer::new(&a.shape, &b.shape, placement, query.rule))
            }
            Op::Separate => {
                let at = query.offset()?;
                let [a, b] = self.bodies(query)?;
                Reply::Separate(Separation::new(&a.shape.mask(), &b.shape.mask(), at))
            }
            Op::Cast => {
                let motion = query.motion()?;
                let [a, b] = self.bodies(query)?;
                Reply::Cast(Impact::new(&a.shape.mask(), &b.shape.mask(), motion))
            }
        })
    }

    /// What the two sides of a question look like to its rule.
    pub(crate) fn bodies(&mut self, query: &Query) -> Result<[Rc<Body>; 2], Error> {
        let [a, b] = query.sides();
        Ok([self.body(a)?, self.body(b)?])
    }

    /// What a side looks like to its rule.
    pub(crate) fn body(&mut self, side: Side) -> Result<Rc<Body>, Error> {
        if let Some(body) = self.bodies.get(&side) {
            return Ok(Rc::clone(body));
        }
        let frame = self.frame(&side)?;
        let body = Rc::new(Body::new(&frame, &side));
        let bytes = body.memory_bytes() + side.heap_bytes();
        self.bodies.insert(side, Rc::clone(&body), bytes);
        Ok(body)
    }

    /// The frame of a side, with the alpha of its mask picture if it has one.
    pub(crate) fn frame(&mut self, side: &Side) -> Result<Frame, Error> {
        let (path, frame) = side.name.resolve();
        let sprite = self.sprite(&path, side.mask.as_deref(), side.grid)?;
        sprite.select(frame.unwrap_or("0")).map_err(|error| Error::in_file(&path, error))
    }

    /// A file, decoded.
    fn sprite(&mut self, path: &Path, mask: Option<&Path>, grid: Option<Grid>) -> Result<Rc<Sprite>, Error> {
        // One file by several names is still one file.
        let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let key = (canonical(path), mask.map(canonical), grid);
        if let Some(sprite) = self.sprites.get(&key) {
            return sprite.clone();
        }
        let sprite = match mask {
            Some(mask) => self.masked(path, mask, grid),
            None => read(path, grid),
        };
        let sprite = sprite.map(Rc::new);
        let names = key.0.as_os_str().len() + key.1.as_ref().map_or(0, |mask| mask.as_os_str().len());
        self.sprites.insert(
            key,
            sprite.clone(),
            names + sprite.as_ref().map_or(0, |sprite| pixel_bytes(sprite)),
        );
        sprite
    }

    /// A file with the alpha of another.
    fn masked(&mut self, path: &Path, mask: &Path, grid: Option<Grid>) -> Result<Sprite, Error> {
        let mut sprite = Sprite::clone(&*self.sprite(path, None, grid)?);
        let mask = self.sprite(mask, None, grid)?;
        sprite.override_alpha(&mask).map_err(|error| Error::in_file(path, error))?;
        Ok(sprite)
    }
}

/// Reads a file.
pub(crate) fn read(path: &Path, grid: Option<Grid>) -> Result<Sprite, Error> {
    let options = Options { grid: grid.map(|Grid(w, h)| (w, h)), ..Options::default() };
    hitmask_assets::load(path, &options).map_err(|error| Error::in_file(path, error))
}

fn pixel_bytes(sprite: &Sprite) -> usize {
    sprite.frames.iter().map(|frame| size_of::<Frame>() + frame.image.as_rgba8().len()).sum()
}

impl Body {
    /// A frame as its side's rule sees it.
    pub(crate) fn new(frame: &Frame, side: &Side) -> Self {
        let (w, h) = (frame.image.width(), frame.image.height());
        let shape = match (side.rule, side.key) {
            (Rule::Rect, _) => Shape::Rect(Rect::new(0, 0, w, h)),
            (Rule::Solid | Rule::Geometry, None) => Shape::Mask(frame.mask(side.threshold.0)),
            (Rule::Solid | Rule::Geometry, Some(key)) => Shape::Mask(frame.mask_by_key(key.0)),
            (Rule::AlphaSum, None) => Shape::Alpha(frame.alpha()),
            (Rule::AlphaSum, Some(key)) => Shape::Alpha(AlphaMask::from_mask(&frame.mask_by_key(key.0))),
        };
        let by_threshold = side.rule.texels() == Rule::Solid && side.key.is_none();
        let invisible = if by_threshold { Invisible::find(&frame.image, side.threshold) } else { None };
        Body { shape, invisible }
    }

    /// Says on standard error which of a question's sprites can be seen but not touched.
    pub(crate) fn remark_on(query: &Query, bodies: [&Body; 2]) {
        for (name, body) in [&query.a, &query.b].into_iter().zip(bodies) {
            body.remark(name);
        }
    }

    /// Says on standard error if the sprite, which goes by this name, can be seen but not touched.
    pub(crate) fn remark(&self, name: &SpriteName) {
        if let Some(invisible) = self.invisible {
            output::remark(&invisible.sentence(name));
        }
    }

    fn memory_bytes(&self) -> usize {
        size_of::<Body>()
            + match &self.shape {
                Shape::Mask(mask) => mask.memory_bytes(),
                Shape::Alpha(alpha) => alpha.memory_bytes(),
                Shape::Rect(_) => 0,
            }
    }
}

impl Side {
    fn heap_bytes(&self) -> usize {
        size_of::<Side>()
            + self.name.heap_bytes()
            + self.mask.as_ref().map_or(0, |mask| mask.as_os_str().len())
    }
}

/// Keeps what was made until it takes too much memory. Then all of it goes, and what is still asked for is made again:
/// that costs little, since it happens once in so many bytes.
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
        const ENTRY_BYTES: usize = 128;
        if self.bytes + bytes > self.budget {
            self.entries.clear();
            self.bytes = 0;
        }
        self.bytes += bytes + ENTRY_BYTES;
        self.entries.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;

    #[test]
    fn a_cache_stays_within_its_budget() {
        let mut cache = Cache::new(1000);
        for i in 0..100 {
            cache.insert(i, i, 400);
            assert!(cache.entries.len() <= 2 && cache.get(&i) == Some(&i), "{i}");
        }
    }
}
