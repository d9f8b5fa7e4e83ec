//! Brings the colliders up to date with the entities.

use std::sync::Arc;

use bevy_asset::{AssetEvent, AssetId, Assets, Handle as AssetHandle};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::{Affine3A, URect, UVec2, Vec2};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::components::Transform;
use hitmask::{Circle, ColliderShape, ConvexPolygon, PointQ16, Rect};

use crate::component::{Hitmask, HitmaskRule, HitmaskShape};
use crate::geometry::{PixelGrid, Placement, Plane, SpriteGeometry, Unsupported, sprite_geometry};
use crate::masks::{HitmaskMasks, Made, MaskKey};
use crate::problem::{HitmaskProblem, ProblemKind};
use crate::record::Source;
use crate::terrain::HitmaskTerrain;
use crate::world::HitmaskWorld;

/// Computes where entities lie from their [`Transform`]s and those of their parents. So it is right at any time of the frame, also in fixed schedules,
/// where `GlobalTransform` is one frame old.
#[derive(SystemParam)]
pub struct Places<'w, 's> {
    parents: Query<'w, 's, &'static ChildOf>,
    transforms: Query<'w, 's, &'static Transform>,
}

impl Places<'_, '_> {
    /// As `GlobalTransform` will be after the next propagation, bit for bit.
    pub(crate) fn global(&self, entity: Entity, own: &Transform) -> Affine3A {
        if !self.parents.contains(entity) {
            return own.compute_affine();
        }
        let mut chain = vec![*own];
        chain.extend(
            self.parents.iter_ancestors(entity).map_while(|parent| self.transforms.get(parent).ok().copied()),
        );
        // From the root down, because products of floats depend on the order.
        let root = chain.pop().map_or(Affine3A::IDENTITY, |root| root.compute_affine());
        chain.into_iter().rev().fold(root, |parent, child| parent * child.compute_affine())
    }
}

/// The images, and what is made of them.
#[derive(SystemParam)]
pub struct Pictures<'w> {
    images: Option<Res<'w, Assets<Image>>>,
    layouts: Option<Res<'w, Assets<TextureAtlasLayout>>>,
    pub(crate) masks: ResMut<'w, HitmaskMasks>,
}

/// What an entity shows.
enum Shown<'a> {
    /// Its image or its atlas layout is not loaded yet.
    Nothing,
    Problem(ProblemKind),
    Texels {
        key: MaskKey,
        placement: Placement,
        image: &'a AssetHandle<Image>,
        frame: Option<usize>,
    },
    Own {
        shape: &'a HitmaskShape,
        placement: Placement,
    },
    Ground {
        ground: &'a HitmaskTerrain,
        placement: Placement,
    },
}

/// What a sprite shows of an image.
pub(crate) struct Texels<'a> {
    pub(crate) image: &'a AssetHandle<Image>,
    pub(crate) part: URect,
    /// From texels of the part to the entity's own coordinates.
    pub(crate) plane: Plane,
    /// The number of the frame in the atlas.
    pub(crate) frame: Option<usize>,
}

type Parts = (
    Entity,
    &'static Hitmask,
    &'static Transform,
    Option<&'static HitmaskShape>,
    Option<(&'static Sprite, Option<&'static Anchor>)>,
    Option<&'static HitmaskTerrain>,
);

/// Brings the colliders in [`HitmaskWorld`] up to date: new entities, removed ones, and what has moved, turned, or shows another image. The plugin runs it
/// in [`HitmaskSystems::Sync`](crate::HitmaskSystems::Sync). Run it yourself wherever you want fresh answers. It sends no touches.
///
/// # Complexity
/// A look at each entity with a [`Hitmask`]. Masks are made when they are first needed, large ones by tasks: see [`HitmaskMasks`].
pub fn sync_hitmasks(
    mut hitmasks: ResMut<HitmaskWorld>,
    mut pictures: Pictures,
    changes: Res<Messages<AssetEvent<Image>>>,
    entities: Query<Parts>,
    places: Places,
    mut problems: MessageWriter<HitmaskProblem>,
) {
    pictures.masks.refresh(&changes);
    let HitmaskWorld { pixels, grid, records, round } = &mut *hitmasks;
    *round += 1;
    let mut waiting = 0;
    for (entity, hitmask, transform, shape, sprite, ground) in &entities {
        let record = records.entry(entity).or_default();
        record.round = *round;
        let affine = places.global(entity, transform);
        let shown = match ground {
            Some(ground) => pictures.ground(ground, sprite, *grid, &affine),
            None => pictures.shown(hitmask, shape, sprite, *grid, &affine),
        };
        let problem = match shown {
            Shown::Nothing => {
                waiting += 1;
                record.keep(pixels, entity, hitmask, &affine, *grid);
                None
            }
            Shown::Problem(problem) => Some(problem),
            Shown::Ground { ground, placement } => {
                let source = Source::Ground(Arc::clone(ground.shared()));
                let made = record.needs(&source).then(|| ColliderShape::from(ground.shared()));
                record.show(source, made);
                record.update(pixels, entity, hitmask, &affine, placement, [1, 1]);
                None
            }
            Shown::Own { shape, placement } => {
                let source = Source::Own(shape.clone());
                let made = record.needs(&source).then(|| own_shape(shape, *grid));
                match made {
                    Some(None) => Some(ProblemKind::BadShape),
                    made => {
                        record.show(source, made.flatten());
                        record.update(pixels, entity, hitmask, &affine, placement, [1, 1]);
                        None
                    }
                }
            }
            Shown::Texels { key, placement, image, frame } => {
                let source = Source::Texels(key, pictures.masks.epoch());
                let made = record.needs(&source).then(|| pictures.made(key, image, frame));
                match made {
                    Some(None) => {
                        record.keep(pixels, entity, hitmask, &affine, *grid);
                        None
                    }
                    Some(Some(Made::TooLarge)) => Some(ProblemKind::OutOfRange),
                    Some(Some(Made::Unreadable)) => Some(ProblemKind::UnreadableImage { image: name_of(image) }),
                    made => {
                        record.show(source, made.flatten().and_then(|made| made.shape()));
                        record.update(pixels, entity, hitmask, &affine, placement, key.division);
                        None
                    }
                }
            }
        };
        if problem.is_some() {
            record.drop_collider(pixels);
        }
        if problem != record.said {
            record.said.clone_from(&problem);
            if let Some(kind) = problem.filter(|kind| pictures.is_news(kind, shape, sprite)) {
                let problem = HitmaskProblem { entity: Some(entity), kind };
                tracing::warn!("{problem}");
                problems.write(problem);
            }
        }
    }
    pictures.masks.waiting = waiting;
    let round = *round;
    records.retain(|_, record| {
        let is_alive = record.round == round;
        if !is_alive {
            record.drop_collider(pixels);
        }
        is_alive
    });
}

impl Pictures<'_> {
    fn image(&self, id: AssetId<Image>) -> Option<&Image> {
        self.images.as_ref()?.get(id)
    }

    /// What the entity shows, and where.
    fn shown<'a>(
        &self,
        hitmask: &Hitmask,
        shape: Option<&'a HitmaskShape>,
        sprite: Option<(&'a Sprite, Option<&Anchor>)>,
        grid: PixelGrid,
        affine: &Affine3A,
    ) -> Shown<'a> {
        let shown = match (shape, sprite) {
            (None, None) => return Shown::Problem(ProblemKind::NoShape),
            (None | Some(HitmaskShape::Image(_)), Some((sprite, anchor))) => {
                self.texels_of(shape, sprite, anchor)
            }
            (Some(HitmaskShape::Image(image)), None) => self.texels(image, None, &Sprite::default(), None),
            (Some(shape), _) => {
                return match grid.place(&own_plane(shape, grid), affine) {
                    Some(placement) => Shown::Own { shape, placement },
                    None => Shown::Problem(ProblemKind::OutOfRange),
                };
            }
        };
        let Texels { image, part, plane, frame } = match shown {
            Ok(Some(texels)) => texels,
            Ok(None) => return Shown::Nothing,
            Err(problem) => return Shown::Problem(problem),
        };
        let Some(placement) = grid.place(&plane, affine) else {
            return Shown::Problem(ProblemKind::OutOfRange);
        };
        let level = match hitmask.rule {
            HitmaskRule::Solid => Some(hitmask.level),
            HitmaskRule::AlphaSum => None,
        };
        let key = MaskKey { image: image.id(), part, level, division: placement.division() };
        Shown::Texels { key, placement, image, frame }
    }

    /// Where a terrain lies: as the whole image of its sprite.
    fn ground<'a>(
        &self,
        ground: &'a HitmaskTerrain,
        sprite: Option<(&Sprite, Option<&Anchor>)>,
        grid: PixelGrid,
        affine: &Affine3A,
    ) -> Shown<'a> {
        let plain = Sprite::default();
        let (sprite, anchor) = sprite.unwrap_or((&plain, None));
        let size = ground.terrain().size().into();
        let plane = sprite_geometry(sprite, anchor.copied().unwrap_or_default(), size, None);
        let Ok(SpriteGeometry { plane, .. }) = plane else {
            return Shown::Problem(ProblemKind::UnsupportedImageMode);
        };
        match grid.place(&plane, affine) {
            Some(placement) => Shown::Ground { ground, placement },
            None => Shown::Problem(ProblemKind::OutOfRange),
        }
    }

    /// What an entity with a sprite shows: of its own image, or of the mask image that takes its place. None if something is not loaded yet.
    pub(crate) fn texels_of<'a>(
        &self,
        shape: Option<&'a HitmaskShape>,
        sprite: &'a Sprite,
        anchor: Option<&Anchor>,
    ) -> Result<Option<Texels<'a>>, ProblemKind> {
        match shape {
            Some(HitmaskShape::Image(image)) => self.texels(image, Some(&sprite.image), sprite, anchor),
            _ => self.texels(&sprite.image, None, sprite, anchor),
        }
    }

    /// As [`Pictures::texels_of`]. With `base`, the image takes the place of that image.
    fn texels<'a>(
        &self,
        image: &'a AssetHandle<Image>,
        base: Option<&AssetHandle<Image>>,
        sprite: &Sprite,
        anchor: Option<&Anchor>,
    ) -> Result<Option<Texels<'a>>, ProblemKind> {
        let Some(size) = self.size_of(base.unwrap_or(image)) else { return Ok(None) };
        let Some(own_size) = self.size_of(image) else { return Ok(None) };
        let frame = sprite.texture_atlas.as_ref().map(|atlas| atlas.index);
        let atlas = match &sprite.texture_atlas {
            None => None,
            Some(atlas) => match self.layouts.as_ref().and_then(|layouts| atlas.texture_rect(layouts)) {
                None => return Ok(None),
                rect => rect,
            },
        };
        let geometry = sprite_geometry(sprite, anchor.copied().unwrap_or_default(), size, atlas);
        let SpriteGeometry { texels, plane } =
            geometry.map_err(|Unsupported| ProblemKind::UnsupportedImageMode)?;
        if own_size == size {
            Ok(Some(Texels { image, part: texels, plane, frame }))
        } else if own_size == texels.size() {
            Ok(Some(Texels { image, part: URect::from_corners(UVec2::ZERO, own_size), plane, frame }))
        } else {
            Err(ProblemKind::MaskImageSize)
        }
    }

    /// The size of an image. A sprite without an image is one texel, which is solid.
    fn size_of(&self, image: &AssetHandle<Image>) -> Option<UVec2> {
        match self.image(image.id()) {
            Some(image) => Some(image.size()),
            None => (image.id() == AssetId::default()).then_some(UVec2::ONE),
        }
    }

    /// The mask, made now if it is not there. None if a task is making it.
    pub(crate) fn made(
        &mut self,
        key: MaskKey,
        handle: &AssetHandle<Image>,
        frame: Option<usize>,
    ) -> Option<Made> {
        match self.images.as_ref().and_then(|images| images.get(key.image)) {
            Some(image) => self.masks.get(key, image, handle, frame),
            None => self.masks.plain(key),
        }
    }

    /// Whether a problem was not said about the same image before.
    fn is_news(
        &mut self,
        kind: &ProblemKind,
        shape: Option<&HitmaskShape>,
        sprite: Option<(&Sprite, Option<&Anchor>)>,
    ) -> bool {
        match (kind, shape, sprite) {
            (ProblemKind::UnreadableImage { .. }, Some(HitmaskShape::Image(image)), _) => {
                self.masks.say_once(image.id())
            }
            (ProblemKind::UnreadableImage { .. }, _, Some((sprite, _))) => {
                self.masks.say_once(sprite.image.id())
            }
            _ => true,
        }
    }
}

/// The path of an image, or its id.
fn name_of(image: &AssetHandle<Image>) -> String {
    image.path().map_or_else(|| format!("{:?}", image.id()), ToString::to_string)
}

/// The plane of an own shape: hitmask's pixels about the entity's origin, y down.
fn own_plane(shape: &HitmaskShape, grid: PixelGrid) -> Plane {
    match shape {
        HitmaskShape::Mask(mask) => {
            let (w, h) = mask.0.size();
            Plane { matrix: [1.0, 0.0, 0.0, -1.0], pivot: [w, h].map(|side| f64::from(side) / 2.0) }
        }
        _ => Plane { matrix: [1.0 / grid.per_unit, 0.0, 0.0, -1.0 / grid.per_unit], pivot: [0.0; 2] },
    }
}

/// None if a number is not finite or too large, or a polygon is not convex.
fn own_shape(shape: &HitmaskShape, grid: PixelGrid) -> Option<ColliderShape> {
    let polygon = |corners: &[Vec2]| {
        let corners: Option<Vec<PointQ16>> = corners.iter().map(|&corner| grid.to_pixels(corner)).collect();
        Some(ConvexPolygon::new(corners?).ok()?.into())
    };
    match shape {
        HitmaskShape::Image(_) => None,
        HitmaskShape::Mask(mask) => Some(ColliderShape::from(&mask.0)),
        HitmaskShape::Circle { centre, radius } => {
            let centre = grid.to_pixels(*centre)?.to_f64();
            Some(Circle::from_f64(centre, f64::from(*radius) * grid.per_unit).ok()?.into())
        }
        HitmaskShape::Polygon(corners) => polygon(corners),
        HitmaskShape::Rect { centre, size } => {
            if size.min_element() < 0.0 {
                return None;
            }
            let (low, high) = (grid.to_pixels(centre - size / 2.0)?, grid.to_pixels(centre + size / 2.0)?);
            let (x, y, w, h) = (low.x, high.y, high.x - low.x, low.y - high.y);
            if [x, y, w, h].iter().all(|side| side % PointQ16::ONE == 0) {
                let [x, y, w, h] = [x, y, w, h].map(|side| side >> 16);
                let (x, y) = (i32::try_from(x).ok()?, i32::try_from(y).ok()?);
                return Some(Rect::new(x, y, u32::try_from(w).ok()?, u32::try_from(h).ok()?).into());
            }
            let corner = |x, y| centre + size / 2.0 * Vec2::new(x, y);
            polygon(&[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)])
        }
    }
}
