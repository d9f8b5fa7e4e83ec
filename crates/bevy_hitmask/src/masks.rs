//! The masks of images: each is made once and shared.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bevy_asset::{AssetId, Handle};
use bevy_ecs::prelude::*;
use bevy_image::Image;
use bevy_math::URect;
use hitmask::{AlphaMask, AlphaRule, ColliderShape, Mask, Pack, PackEntry, PackError, PackForm, Rect};

use crate::alpha;

/// The masks that were made from images, and packs for images whose pixels cannot be read.
///
/// A mask is made once for each image, part of the image and level, and shared by all entities that show it. It is made again when the image changes.
/// If the image then has no pixels any more, because the graphics card has taken them, the mask stays as it is.
#[derive(Resource, Default)]
pub struct HitmaskMasks {
    made: HashMap<MaskKey, Made>,
    packs: Vec<Pack<Vec<u8>>>,
    names: HashMap<AssetId<Image>, String>,
    /// Images whose problem was said.
    said: HashSet<AssetId<Image>>,
    /// Changes when a mask may have changed.
    epoch: u64,
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

impl HitmaskMasks {
    /// Adds a pack, made by `hitmask pack` or [`PackBuilder`](hitmask::PackBuilder). Images whose pixels cannot be read take their masks from it. An
    /// image is looked up by its path: `ships/hero.ktx2` finds the sprite of this name, or `ships/hero.png`. [`name_image`](HitmaskMasks::name_image)
    /// gives an image another name. Packs that are added later are asked first.
    ///
    /// A pack keeps masks, whose level was chosen when it was made, or alphas, which have all levels. The sprite in the pack must have the size of the image;
    /// or its frames are those of the texture atlas, in the same order.
    ///
    /// # Errors
    /// [`PackError`], if the bytes are no pack.
    pub fn add_pack(&mut self, bytes: impl Into<Vec<u8>>) -> Result<(), PackError> {
        self.packs.insert(0, Pack::open(bytes.into())?);
        self.made.retain(|_, made| !matches!(made, Made::Unreadable));
        self.said.clear();
        self.epoch += 1;
        Ok(())
    }

    /// Says under which name the packs have an image.
    pub fn name_image(&mut self, image: &Handle<Image>, name: impl Into<String>) {
        self.names.insert(image.id(), name.into());
        self.forget(image.id(), false);
    }

    /// The number of masks that are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.made.values().filter(|made| made.shape().is_some()).count()
    }

    /// Whether no mask is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Changes whenever a mask may have changed.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Drops what was made from an image. With `keep_masks`, only what could not be made.
    pub(crate) fn forget(&mut self, image: AssetId<Image>, keep_masks: bool) {
        let before = self.made.len();
        self.made.retain(|key, made| key.image != image || (keep_masks && made.shape().is_some()));
        self.said.remove(&image);
        if self.made.len() != before {
            self.epoch += 1;
        }
    }

    /// Whether this is the first time that it is asked about the image.
    pub(crate) fn say_once(&mut self, image: AssetId<Image>) -> bool {
        self.said.insert(image)
    }

    /// The mask of a part of an image. The frame is the index in the texture atlas.
    pub(crate) fn get(
        &mut self,
        key: MaskKey,
        image: &Image,
        handle: &Handle<Image>,
        frame: Option<usize>,
    ) -> Made {
        if let Some(made) = self.made.get(&key) {
            return made.clone();
        }
        let made = match alpha::divided(key.part.size(), key.division) {
            None => Made::TooLarge,
            Some(_) => match alpha::alphas(image, key.part) {
                Some(alphas) => from_alphas(key, &alphas),
                None => self.packed(key, image, handle, frame),
            },
        };
        self.made.insert(key, made.clone());
        made
    }

    /// The single pixel of a sprite without an image.
    pub(crate) fn plain(&mut self, key: MaskKey) -> Made {
        self.made.entry(key).or_insert_with(|| from_alphas(key, &[255])).clone()
    }

    fn packed(&self, key: MaskKey, image: &Image, handle: &Handle<Image>, frame: Option<usize>) -> Made {
        let size = (image.width(), image.height());
        for name in self.names_of(handle) {
            for pack in &self.packs {
                let whole =
                    pack.entry(&name).filter(|entry| entry.size() == size).map(|entry| (entry, key.part));
                let found = whole.or_else(|| {
                    let entry = pack.sprite(&name)?.frame(frame?)?;
                    let part = key.part.size();
                    (entry.size() == (part.x, part.y))
                        .then_some((entry, URect::from_corners(bevy_math::UVec2::ZERO, part)))
                });
                if let Some(made) = found.and_then(|(entry, part)| from_entry(entry, part, key)) {
                    return made;
                }
            }
        }
        Made::Unreadable
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
    if entry.form() == PackForm::Alpha {
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
