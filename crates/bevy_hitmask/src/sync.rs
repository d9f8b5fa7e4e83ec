//! Brings the colliders up to date with the entities.

use std::sync::Arc;

use bevy_asset::{AssetEvent, AssetId, Assets, Handle as AssetHandle};
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::{Affine3A, URect, UVec2, Vec2};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::components::Transform;
use hitmask::{Circle, ColliderShape, ConvexPolygon, LabelMask, PointQ16, Rect};

use crate::component::{Hitmask, HitmaskRule, HitmaskShape};
use crate::geometry::{PixelGrid, Placement, Plane, SpriteGeometry, Unsupported, sprite_geometry};
use crate::masks::{HitmaskMasks, Made, MaskKey};
use crate::part::HitmaskPart;
use crate::problem::{HitmaskProblem, ProblemKind};
use crate::record::{Place, Record, Source};
use crate::terrain::HitmaskTerrain;
use crate::tiles::HitmaskTileMap;
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

    /// The map from an entity's own coordinates to those of one above it.
    fn relative(&self, entity: Entity, own: &Transform, root: Entity) -> Affine3A {
        let between = self.parents.iter_ancestors(entity).take_while(|&parent| parent != root);
        let chain: Vec<_> = between.filter_map(|parent| self.transforms.get(parent).ok()).collect();
        let down = chain.into_iter().rev().map(Transform::compute_affine);
        let above = down.reduce(|parent, child| parent * child).unwrap_or(Affine3A::IDENTITY);
        above * own.compute_affine()
    }
}

/// The images, and what is made of them.
#[derive(SystemParam)]
pub struct Pictures<'w> {
    images: Option<Res<'w, Assets<Image>>>,
    layouts: Option<Res<'w, Assets<TextureAtlasLayout>>>,
    pub(crate) masks: ResMut<'w, HitmaskMasks>,
}

/// The components that say what of an entity is solid.
#[derive(QueryData)]
pub struct Look {
    pub(crate) hitmask: &'static Hitmask,
    shape: Option<&'static HitmaskShape>,
    sprite: Option<(&'static Sprite, Option<&'static Anchor>)>,
    ground: Option<&'static HitmaskTerrain>,
    tiles: Option<&'static HitmaskTileMap>,
    part: Option<&'static HitmaskPart>,
}

impl LookItem<'_, '_> {
    /// The index in the texture atlas.
    fn frame(&self) -> usize {
        self.sprite.and_then(|(sprite, _)| sprite.texture_atlas.as_ref()).map_or(0, |atlas| atlas.index)
    }
}

/// What of an entity is solid.
pub(crate) enum Solid<'a> {
    Texels(Texels<'a>),
    Own(&'a HitmaskShape, Plane),
    Ground(&'a HitmaskTerrain, Plane),
    Tiles(&'a HitmaskTileMap, Plane),
    Labels(&'a Arc<LabelMask>, Plane),
}

impl Solid<'_> {
    /// From the coordinates of the shape to the entity's own.
    pub(crate) fn plane(&self) -> Plane {
        match self {
            Solid::Texels(texels) => texels.plane,
            Solid::Own(_, plane)
            | Solid::Ground(_, plane)
            | Solid::Tiles(_, plane)
            | Solid::Labels(_, plane) => *plane,
        }
    }

    /// What the shape is made from.
    pub(crate) fn source(&self, level: Option<u8>, division: [u32; 2], epoch: u64) -> Source {
        match self {
            Solid::Texels(Texels { image, part, .. }) => {
                Source::Texels(MaskKey { image: image.id(), part: *part, level, division }, epoch)
            }
            Solid::Own(shape, _) => Source::Own((*shape).clone()),
            Solid::Ground(ground, _) => Source::Ground(Arc::clone(ground.shared())),
            Solid::Tiles(tiles, _) => Source::Tiles(Arc::clone(tiles.shared())),
            Solid::Labels(labels, _) => Source::Labels(Arc::clone(labels)),
        }
    }
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

/// Brings the colliders in [`HitmaskWorld`] up to date: new entities, removed ones, and what has moved, turned, or shows another image. The plugin runs it
/// in [`HitmaskSystems::Sync`](crate::HitmaskSystems::Sync). Run it yourself wherever you want fresh answers. It sends no touches.
///
/// # Complexity
/// A look at each entity with a [`Hitmask`]. Masks are made when they are first needed, large ones by tasks: see [`HitmaskMasks`].
pub fn sync_hitmasks(
    mut hitmasks: ResMut<HitmaskWorld>,
    mut pictures: Pictures,
    changes: Res<Messages<AssetEvent<Image>>>,
    entities: Query<(Entity, &Transform, Look)>,
    places: Places,
    mut problems: MessageWriter<HitmaskProblem>,
) {
    pictures.masks.refresh(&changes);
    let HitmaskWorld { pixels, grid, records, round, .. } = &mut *hitmasks;
    *round += 1;
    let mut waiting = 0;
    // Parts lie where their roots take them, so roots come first.
    let is_part = |look: &LookItem<'_, '_>| look.part.is_some();
    let roots = entities.iter().filter(|(_, _, look)| !is_part(look));
    let parts = entities.iter().filter(|(_, _, look)| is_part(look));
    for (entity, transform, look) in roots.chain(parts) {
        let mut hitmask = *look.hitmask;
        let affine = places.global(entity, transform);
        let within;
        let mut place = Ok(Some(Place::Free(*grid, &affine)));
        if let Some(part) = look.part {
            let is_root = |above: &Entity| entities.get(*above).is_ok_and(|(_, _, look)| !is_part(&look));
            let above = places.parents.iter_ancestors(entity).find(is_root);
            place = match above.and_then(|above| entities.get(above).ok()) {
                None => Err(ProblemKind::NoRoot),
                Some((above, _, root_look)) => {
                    hitmask.enabled &= part.is_on(root_look.frame());
                    within = places.relative(entity, transform, above);
                    let root = records.get(&above).and_then(Record::as_root);
                    Ok(root.map(|(root, plane, division)| Place::Part {
                        root,
                        plane,
                        division,
                        affine: &within,
                    }))
                }
            };
        }
        let (hitmask, z) = (&hitmask, affine.translation.z);
        let record = records.entry(entity).or_default();
        record.round = *round;
        record.look_after(pixels);
        let solid = pictures.solid(&look, *grid);
        waiting += usize::from(matches!(solid, Ok(None)));
        let problem = match placed(solid, place) {
            Err(problem) => Some(problem),
            Ok(Placed::Rootless) => {
                record.drop_collider(pixels);
                None
            }
            Ok(Placed::Waiting(place)) => {
                record.keep(pixels, entity, hitmask, place, z);
                None
            }
            Ok(Placed::At(place, solid, placement)) => {
                let (level, division) = match (&solid, hitmask.rule) {
                    (Solid::Texels(_), HitmaskRule::Solid) => (Some(hitmask.level), placement.division()),
                    (Solid::Texels(_), HitmaskRule::AlphaSum) => (None, placement.division()),
                    _ => (None, [1, 1]),
                };
                let source = solid.source(level, division, pictures.masks.epoch());
                let made = record.needs(&source).then(|| pictures.shape_of(&solid, &source, *grid));
                match made.transpose() {
                    Err(problem) => Some(problem),
                    Ok(Some(None)) => {
                        record.keep(pixels, entity, hitmask, place, z);
                        None
                    }
                    Ok(made) => {
                        if let Some(shape) = made.flatten() {
                            record.show(source, shape);
                        }
                        record.update(pixels, entity, hitmask, place, z, placement, division);
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
            if let Some(kind) = problem.filter(|kind| pictures.is_news(kind, &look)) {
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

    /// What of an entity is solid. None if its image or its atlas layout is not loaded yet.
    pub(crate) fn solid<'a>(
        &self,
        look: &LookItem<'a, '_>,
        grid: PixelGrid,
    ) -> Result<Option<Solid<'a>>, ProblemKind> {
        if let Some(tiles) = look.tiles {
            return Ok(Some(Solid::Tiles(tiles, tiles.plane())));
        }
        if let (None, Some(HitmaskShape::Labels(labels))) = (look.ground, look.shape) {
            return self.labels(labels.frame(look.frame()).ok_or(ProblemKind::LabelsSize)?, look.sprite);
        }
        let texels = match (look.ground, look.shape, look.sprite) {
            (Some(ground), _, sprite) => {
                return Ok(Some(Solid::Ground(ground, ground_plane(ground, sprite)?)));
            }
            (None, None, None) => return Err(ProblemKind::NoShape),
            (None, None | Some(HitmaskShape::Image(_)), Some((sprite, anchor))) => {
                self.texels_of(look.shape, sprite, anchor)
            }
            (None, Some(HitmaskShape::Image(image)), None) => {
                self.texels(image, None, &Sprite::default(), None)
            }
            (None, Some(shape), _) => return Ok(Some(Solid::Own(shape, own_plane(shape, grid)))),
        };
        Ok(texels?.map(Solid::Texels))
    }

    /// Labels lie where their sprite lies.
    fn labels<'a>(
        &self,
        labels: &'a Arc<LabelMask>,
        sprite: Option<(&Sprite, Option<&Anchor>)>,
    ) -> Result<Option<Solid<'a>>, ProblemKind> {
        let Some((sprite, anchor)) = sprite else {
            return Ok(Some(Solid::Labels(labels, plane_about_middle(labels.size()))));
        };
        let Some(Texels { part, plane, .. }) = self.texels(&sprite.image, None, sprite, anchor)? else {
            return Ok(None);
        };
        if labels.size() != part.size().into() {
            return Err(ProblemKind::LabelsSize);
        }
        Ok(Some(Solid::Labels(labels, plane)))
    }

    /// The shape of what is solid, which its source names. None if a task is making its mask.
    pub(crate) fn shape_of(
        &mut self,
        solid: &Solid<'_>,
        source: &Source,
        grid: PixelGrid,
    ) -> Result<Option<ColliderShape>, ProblemKind> {
        match (solid, source) {
            (Solid::Ground(ground, _), _) => Ok(Some(ground.shared().into())),
            (Solid::Tiles(tiles, _), _) => Ok(Some(tiles.shared().into())),
            (Solid::Labels(labels, _), _) => Ok(Some((*labels).into())),
            (Solid::Own(shape, _), _) => own_shape(shape, grid).map(Some).ok_or(ProblemKind::BadShape),
            (Solid::Texels(Texels { image, frame, .. }), Source::Texels(key, _)) => {
                match self.made(*key, image, *frame) {
                    Some(Made::TooLarge) => Err(ProblemKind::OutOfRange),
                    Some(Made::Unreadable) => Err(ProblemKind::UnreadableImage { image: name_of(image) }),
                    made => Ok(made.and_then(|made| made.shape())),
                }
            }
            (Solid::Texels(_), _) => Ok(None),
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
    fn is_news(&mut self, kind: &ProblemKind, look: &LookItem<'_, '_>) -> bool {
        match (kind, look.shape, look.sprite) {
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

/// What is solid, and where.
enum Placed<'a, 'p> {
    At(Place<'p>, Solid<'a>, Placement),
    /// Its image is not loaded yet.
    Waiting(Place<'p>),
    /// The root of which it is a part has no collider.
    Rootless,
}

fn placed<'a, 'p>(
    solid: Result<Option<Solid<'a>>, ProblemKind>,
    place: Result<Option<Place<'p>>, ProblemKind>,
) -> Result<Placed<'a, 'p>, ProblemKind> {
    let Some(place) = place? else { return Ok(Placed::Rootless) };
    let Some(solid) = solid? else { return Ok(Placed::Waiting(place)) };
    let placement = place.of(&solid.plane()).ok_or(ProblemKind::OutOfRange)?;
    Ok(Placed::At(place, solid, placement))
}

/// A terrain lies as the whole image of its sprite.
fn ground_plane(
    ground: &HitmaskTerrain,
    sprite: Option<(&Sprite, Option<&Anchor>)>,
) -> Result<Plane, ProblemKind> {
    let plain = Sprite::default();
    let (sprite, anchor) = sprite.unwrap_or((&plain, None));
    let size = ground.terrain().size().into();
    match sprite_geometry(sprite, anchor.copied().unwrap_or_default(), size, None) {
        Ok(SpriteGeometry { plane, .. }) => Ok(plane),
        Err(Unsupported) => Err(ProblemKind::UnsupportedImageMode),
    }
}

/// The path of an image, or its id.
fn name_of(image: &AssetHandle<Image>) -> String {
    image.path().map_or_else(|| format!("{:?}", image.id()), ToString::to_string)
}

/// The plane of an own shape: hitmask's pixels about the entity's origin, y down.
fn own_plane(shape: &HitmaskShape, grid: PixelGrid) -> Plane {
    match shape {
        HitmaskShape::Mask(mask) => plane_about_middle(mask.0.size()),
        _ => Plane { matrix: [1.0 / grid.per_unit, 0.0, 0.0, -1.0 / grid.per_unit], pivot: [0.0; 2] },
    }
}

/// The plane of a mask whose middle lies on the entity's origin.
fn plane_about_middle((w, h): (u32, u32)) -> Plane {
    Plane { matrix: [1.0, 0.0, 0.0, -1.0], pivot: [w, h].map(|side| f64::from(side) / 2.0) }
}

/// None if a number is not finite or too large, or a polygon is not convex.
fn own_shape(shape: &HitmaskShape, grid: PixelGrid) -> Option<ColliderShape> {
    let polygon = |corners: &[Vec2]| {
        let corners: Option<Vec<PointQ16>> = corners.iter().map(|&corner| grid.to_pixels(corner)).collect();
        Some(ConvexPolygon::new(corners?).ok()?.into())
    };
    match shape {
        HitmaskShape::Image(_) | HitmaskShape::Labels(_) => None,
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
