//! The masks of images: each is made once and shared.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bevy_asset::{AssetEvent, AssetId, Handle};
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_image::Image;
use bevy_math::{URect, UVec2};
use bevy_tasks::{AsyncComputeTaskPool, Task, block_on};
use hitmask::{AlphaMask, AlphaRule, ColliderShape, DecodeError, Mask, Pack, PackEntry, Rect};

use crate::alpha;

/// The masks that were made from images, and packs for images whose pixels cannot be read.
///
/// A mask is made once for each image, part of the image and level, and shared by all entities that show it. It is made again when the image changes.
/// If the image then has no pixels any more, because the graphics card has taken them, the mask stays as it is.
///
/// Large masks are made by tasks on Bevy's `AsyncComputeTaskPool`: see [`HitmaskPlugin::masks_at_once`](crate::HitmaskPlugin::masks_at_once). An entity
/// that has no mask yet is not in the world. One that had another mask, because its image was another one or has changed, keeps that until the new one
/// has come. [`progress`](HitmaskMasks::progress) is for loading screens.
#[derive(Resource)]
pub struct HitmaskMasks {
    kept: HashMap<MaskKey, Kept>,
    packs: Vec<Arc<Pack<Vec<u8>>>>,
    names: HashMap<AssetId<Image>, String>,
    /// Images whose problem was said.
    said: HashSet<AssetId<Image>>,
    /// The changes of images that were seen. All syncs share it, so each change counts once.
    changes: MessageCursor<AssetEvent<Image>>,
    /// Changes when a mask may have changed.
    epoch: u64,
    /// The largest mask that is made at once, in texels.
    at_once: u64,
    /// The entities whose image or atlas layout the last sync did not find.
    pub(crate) waiting: usize,
}

/// How far the masks are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct MaskProgress {
    /// The masks that are made, or that cannot be made.
    pub made: usize,
    /// Those, and the ones that are being made.
    pub wanted: usize,
    /// The entities whose image or atlas layout is not loaded yet. Their masks are not counted in `wanted`.
    pub waiting: usize,
}

impl MaskProgress {
    /// Whether nothing is left to wait for.
    #[must_use]
    pub const fn is_done(self) -> bool {
        self.made == self.wanted && self.waiting == 0
    }
}

/// Which pixels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct MaskKey {
    pub(crate) image: AssetId<Image>,
    pub(crate) part: URect,
    /// None keeps all alphas, for alpha sums.
    pub(crate) level: Option<u8>,
    pub(crate) division: [u32; 2],
}

impl MaskKey {
    /// The texels of the mask.
    fn texels(&self) -> u64 {
        let sides = self.part.size().to_array().into_iter().chain(self.division);
        sides.map(u64::from).fold(1, u64::saturating_mul)
    }
}

#[derive(Clone)]
pub(crate) enum Made {
    Mask(Arc<Mask>),
    Alpha(Arc<AlphaMask>),
    /// The image exists, but its pixels cannot be read.
    Unreadable,
    /// With its division, the mask would be larger than masks can be.
    TooLarge,
}

impl Made {
    /// The shape. None if there is none.
    pub(crate) fn shape(&self) -> Option<ColliderShape> {
        match self {
            Made::Mask(mask) => Some(mask.into()),
            Made::Alpha(alpha) => Some(ColliderShape::Alpha(Arc::clone(alpha), AlphaRule::Sum)),
            Made::Unreadable | Made::TooLarge => None,
        }
    }
}

/// What there is of a mask.
struct Kept {
    /// None until it is made for the first time.
    made: Option<Made>,
    coming: Option<Task<Made>>,
    /// The image has changed since `made` was made, or since `coming` was begun.
    is_stale: bool,
}

impl Kept {
    const NOTHING: Kept = Kept { made: None, coming: None, is_stale: true };

    fn has_shape(&self) -> bool {
        self.made.as_ref().is_some_and(|made| made.shape().is_some())
    }
}

impl HitmaskMasks {
    pub(crate) fn new(at_once: u64) -> HitmaskMasks {
        HitmaskMasks {
            kept: HashMap::new(),
            packs: Vec::new(),
            names: HashMap::new(),
            said: HashSet::new(),
            changes: MessageCursor::default(),
            epoch: 0,
            at_once,
            waiting: 0,
        }
    }

    /// Adds a pack, made by `hitmask pack` or [`PackBuilder`](hitmask::PackBuilder). Images whose pixels cannot be read take their masks from it. An
    /// image is looked up by its path: `ships/hero.ktx2` finds the sprite of this name, or `ships/hero.png`. [`name_image`](HitmaskMasks::name_image)
    /// gives an image another name. Packs that are added later are asked first.
    ///
    /// A pack keeps masks, whose level was chosen when it was made, or alphas, which have all levels. The sprite in the pack must have the size of the image;
    /// or its frames are those of the texture atlas, in the same order.
    ///
    /// # Errors
    /// [`DecodeError`], if the bytes are no pack.
    pub fn add_pack(&mut self, bytes: impl Into<Vec<u8>>) -> Result<(), DecodeError> {
        self.packs.insert(0, Arc::new(Pack::open(bytes.into())?));
        for kept in self.kept.values_mut() {
            // A task that is under way may not find anything without the pack.
            kept.is_stale |= matches!(kept.made, Some(Made::Unreadable)) || kept.coming.is_some();
        }
        self.said.clear();
        self.epoch += 1;
        Ok(())
    }

    /// Says under which name the packs have an image.
    pub fn name_image(&mut self, image: &Handle<Image>, name: impl Into<String>) {
        self.names.insert(image.id(), name.into());
        self.forget(image.id());
    }

    /// The number of masks that are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kept.values().filter(|kept| kept.has_shape()).count()
    }

    /// Whether no mask is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many masks are made and wanted, as the last sync saw it.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_hitmask::HitmaskMasks;
    /// fn loading_screen(masks: Res<HitmaskMasks>) {
    ///     let progress = masks.progress();
    ///     println!("{} of {} masks", progress.made, progress.wanted);
    ///     if progress.is_done() { /* begin the game */ }
    /// }
    /// ```
    #[must_use]
    pub fn progress(&self) -> MaskProgress {
        let coming = self.kept.values().filter(|kept| kept.coming.is_some()).count();
        MaskProgress { made: self.kept.len() - coming, wanted: self.kept.len(), waiting: self.waiting }
    }

    /// Changes whenever a mask may have changed.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Takes the masks that tasks have made, and notes which images have changed.
    pub(crate) fn refresh(&mut self, changes: &Messages<AssetEvent<Image>>) {
        // What was stale after the last sync is shown by nobody.
        self.kept.retain(|_, kept| !kept.is_stale || kept.coming.is_some());
        for kept in self.kept.values_mut() {
            if let Some(task) = kept.coming.take_if(|task| task.is_finished()) {
                kept.made = Some(block_on(task));
                self.epoch += 1;
            }
        }
        let mut changed = Vec::new();
        for change in self.changes.read(changes) {
            match *change {
                AssetEvent::Added { id } | AssetEvent::Modified { id } | AssetEvent::Removed { id } => {
                    changed.push(id);
                }
                _ => {}
            }
        }
        for image in changed {
            self.forget(image);
        }
    }

    /// Lets the masks of an image be made anew when they are next asked for.
    fn forget(&mut self, image: AssetId<Image>) {
        for (_, kept) in self.kept.iter_mut().filter(|(key, _)| key.image == image) {
            kept.is_stale = true;
            self.epoch += 1;
        }
        self.said.remove(&image);
    }

    /// Whether this is the first time that it is asked about the image.
    pub(crate) fn say_once(&mut self, image: AssetId<Image>) -> bool {
        self.said.insert(image)
    }

    /// The mask of a part of an image; while it is made anew, the one before. None if none has come yet. The frame is the index in the texture atlas.
    pub(crate) fn get(
        &mut self,
        key: MaskKey,
        image: &Image,
        handle: &Handle<Image>,
        frame: Option<usize>,
    ) -> Option<Made> {
        let is_small = key.texels() <= self.at_once;
        if !self.kept.get(&key).is_some_and(|kept| !kept.is_stale) {
            let job = self.job(key, image, handle, frame);
            let kept = self.kept.entry(key).or_insert(Kept::NOTHING);
            match AsyncComputeTaskPool::try_get().filter(|_| !is_small) {
                // The graphics card has taken the pixels.
                _ if image.data.is_none() && kept.has_shape() => kept.is_stale = false,
                // What the task under way makes is out of date, but it is let finish: an image that changes in each frame would never have a mask.
                _ if kept.coming.is_some() => {}
                Some(pool) => {
                    let job = job.into_owned();
                    kept.coming = Some(pool.spawn(async move { job.make() }));
                    kept.is_stale = false;
                }
                None => *kept = Kept { made: Some(job.make()), coming: None, is_stale: false },
            }
        }
        self.kept.get(&key)?.made.clone()
    }

    /// The single pixel of a sprite without an image.
    pub(crate) fn plain(&mut self, key: MaskKey) -> Option<Made> {
        let kept = self.kept.entry(key).or_insert_with(|| Kept {
            made: Some(from_alphas(key, &[255])),
            coming: None,
            is_stale: false,
        });
        kept.made.clone()
    }

    fn job<'a>(
        &self,
        key: MaskKey,
        image: &'a Image,
        handle: &Handle<Image>,
        frame: Option<usize>,
    ) -> Job<'a> {
        Job {
            key,
            image: Some((Cow::Borrowed(image), key.part)),
            size: (image.width(), image.height()),
            names: self.names_of(handle),
            packs: self.packs.clone(),
            frame,
        }
    }

    /// The names under which an image is looked up.
    fn names_of(&self, handle: &Handle<Image>) -> Vec<String> {
        if let Some(name) = self.names.get(&handle.id()) {
            return vec![name.clone()];
        }
        let Some(path) = handle.path() else { return Vec::new() };
        let with = |path: &std::path::Path| path.to_string_lossy().replace('\\', "/");
        vec![with(path.path()), with(&path.path().with_extension("png"))]
    }
}

/// All that is needed to make a mask, on any thread.
struct Job<'a> {
    key: MaskKey,
    /// An image, and which part of it counts. None if its pixels cannot be read.
    image: Option<(Cow<'a, Image>, URect)>,
    /// The size of the whole image.
    size: (u32, u32),
    names: Vec<String>,
    packs: Vec<Arc<Pack<Vec<u8>>>>,
    frame: Option<usize>,
}

impl Job<'_> {
    /// The same with a copy of the texels that count.
    fn into_owned(self) -> Job<'static> {
        let image = self.image.and_then(|(image, part)| {
            let copy = alpha::copy_of(&image, part)?;
            Some((Cow::Owned(copy), URect::from_corners(UVec2::ZERO, part.size())))
        });
        Job { image, ..self }
    }

    fn make(&self) -> Made {
        let key = self.key;
        if alpha::divided(key.part.size(), key.division).is_none() {
            return Made::TooLarge;
        }
        match self.image.as_ref().and_then(|(image, part)| alpha::alphas(image, *part)) {
            Some(alphas) => from_alphas(key, &alphas),
            None => self.packed().unwrap_or(Made::Unreadable),
        }
    }

    fn packed(&self) -> Option<Made> {
        let part = self.key.part;
        self.names.iter().flat_map(|name| self.packs.iter().map(move |pack| (name, pack))).find_map(
            |(name, pack)| {
                let whole =
                    pack.entry(name).filter(|entry| entry.size() == self.size).map(|entry| (entry, part));
                let (entry, part) = whole.or_else(|| {
                    let entry = pack.sprite(name)?.frame(self.frame?)?;
                    let size = part.size();
                    (entry.size() == (size.x, size.y))
                        .then_some((entry, URect::from_corners(UVec2::ZERO, size)))
                })?;
                from_entry(entry, part, self.key)
            },
        )
    }
}

fn from_alphas(key: MaskKey, alphas: &[u8]) -> Made {
    let size = key.part.size();
    let made = match key.level {
        Some(level) => alpha::mask(size, alphas, level, key.division).map(|mask| Made::Mask(Arc::new(mask))),
        None => alpha::alpha_mask(size, alphas, key.division).map(|alpha| Made::Alpha(Arc::new(alpha))),
    };
    made.unwrap_or(Made::TooLarge)
}

/// None if the entry is damaged.
fn from_entry(entry: PackEntry<'_>, part: URect, key: MaskKey) -> Option<Made> {
    if entry.has_alpha() {
        let alpha = entry.alpha().ok()?;
        let alphas: Vec<u8> = (part.min.y..part.max.y)
            .flat_map(|y| (part.min.x..part.max.x).map(move |x| (x, y)))
            .map(|(x, y)| alpha.alpha((x as i32, y as i32)))
            .collect();
        return Some(from_alphas(key, &alphas));
    }
    let mask = entry.mask().ok()?;
    let mask = mask.crop(Rect::new(part.min.x as i32, part.min.y as i32, part.width(), part.height()));
    let [w, h] = alpha::divided(part.size(), key.division)?;
    let mask = if key.division == [1, 1] { mask } else { mask.scale_nearest(w, h) };
    Some(match key.level {
        Some(_) => Made::Mask(Arc::new(mask)),
        None => Made::Alpha(Arc::new(AlphaMask::from_mask(&mask))),
    })
}
