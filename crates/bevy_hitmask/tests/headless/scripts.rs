//! Random scripts of spawning, despawning, moving, reparenting and animating, compared after each frame with a search by brute force that starts anew from
//! Bevy's own transforms and images, and shares no state with the plugin.

use std::collections::BTreeMap;

use bevy_app::prelude::*;
use bevy_asset::{Assets, Handle};
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_hitmask::prelude::*;
use bevy_image::{Image, TextureAtlas, TextureAtlasLayout};
use bevy_math::{Quat, UVec2, Vec2, Vec3};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::components::{GlobalTransform, Transform};

use crate::app::{Random, app, image, messages};

const SIZE: UVec2 = UVec2::new(12, 8);

struct Script {
    random: Random,
    app: App,
    picture: Handle<Image>,
    layout: Handle<TextureAtlasLayout>,
    alive: Vec<Entity>,
}

impl Script {
    fn new(seed: u64) -> Script {
        let mut random = Random(seed);
        let mut app = app(HitmaskPlugin::default());
        let picture = image(SIZE, |_, _| random.below(256) as u8);
        let picture = app.world_mut().resource_mut::<Assets<Image>>().add(picture);
        let layout = TextureAtlasLayout::from_grid(SIZE / 2, 2, 2, None, None);
        let layout = app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
        Script { random, app, picture, layout, alive: Vec::new() }
    }

    /// Right angles, whole pixels and scales of 1 or 2: no pixel is in doubt.
    fn transform(&mut self) -> Transform {
        let random = &mut self.random;
        let mut whole = |low: i64, count: u64| (low + random.below(count) as i64) as f32;
        let translation = Vec3::new(whole(-12, 24), whole(-12, 24), whole(0, 3));
        let scale = Vec3::new(whole(0, 2) * 2.0 - 1.0, whole(1, 2), 1.0);
        let rotation = [
            Quat::IDENTITY,
            Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
            Quat::from_rotation_z(std::f32::consts::PI),
        ];
        Transform { translation, rotation: rotation[whole(0, 3) as usize], scale }
    }

    fn any(&mut self) -> Option<Entity> {
        (!self.alive.is_empty()).then(|| self.alive[self.random.below(self.alive.len() as u64) as usize])
    }

    fn spawn(&mut self) {
        let transform = self.transform();
        let layers = 1 << self.random.below(2);
        let hitmask = Hitmask::default()
            .with_level(self.random.below(256) as u8)
            .on(layers, if self.random.one_in(2) { 3 } else { layers });
        let atlas = TextureAtlas { layout: self.layout.clone(), index: self.random.below(4) as usize };
        let mut sprite = Sprite::from_image(self.picture.clone());
        sprite.texture_atlas = self.random.one_in(2).then_some(atlas);
        self.alive.push(self.app.world_mut().spawn((sprite, Anchor::TOP_LEFT, transform, hitmask)).id());
    }

    fn act(&mut self) {
        let action = self.random.below(10);
        let Some(entity) = (if action < 3 { None } else { self.any() }) else { return self.spawn() };
        let transform = self.transform();
        let other = self.any();
        let number = self.random.below(4) as u32;
        let mut target = self.app.world_mut().entity_mut(entity);
        match action {
            3 => {
                target.despawn();
                self.alive.retain(|&alive| self.app.world().get_entity(alive).is_ok());
            }
            4 | 5 => *target.get_mut::<Transform>().unwrap() = transform,
            6 => {
                let mut sprite = target.get_mut::<Sprite>().unwrap();
                match &mut sprite.texture_atlas {
                    Some(atlas) => atlas.index = number as usize,
                    None => sprite.flip_x = !sprite.flip_x,
                }
            }
            7 => {
                let mut hitmask = target.get_mut::<Hitmask>().unwrap();
                match number {
                    0 => hitmask.enabled = !hitmask.enabled,
                    1 => hitmask.space = 1 - hitmask.space,
                    2 => hitmask.group = 1 - hitmask.group,
                    _ => hitmask.level = hitmask.level.wrapping_add(97),
                }
            }
            8 => {
                if let Some(other) = other
                    && !self.is_above(entity, other)
                {
                    self.app.world_mut().entity_mut(entity).insert(ChildOf(other));
                }
            }
            _ => {
                target.remove::<ChildOf>();
            }
        }
    }

    /// Whether an entity is another one or one of its parents.
    fn is_above(&self, entity: Entity, other: Entity) -> bool {
        let parent = |of: Entity| self.app.world().get::<ChildOf>(of).map(ChildOf::parent);
        std::iter::successors(Some(other), |&at| parent(at)).any(|above| above == entity)
    }

    /// The world pixels that an entity covers, as Bevy samples them.
    fn pixels(&self, entity: Entity) -> Vec<[i32; 2]> {
        let world = self.app.world();
        let (images, layouts) =
            (world.resource::<Assets<Image>>(), world.resource::<Assets<TextureAtlasLayout>>());
        let sprite = world.get::<Sprite>(entity).unwrap();
        let level = world.get::<Hitmask>(entity).unwrap().level;
        let affine = world.get::<GlobalTransform>(entity).unwrap().affine();
        let inverse = affine.inverse();
        let corners = [(0, 0), (12, 0), (0, -12), (12, -12)]
            .map(|(x, y)| affine.transform_point3(Vec3::new(x as f32, y as f32, 0.0)));
        let low = corners.into_iter().reduce(Vec3::min).unwrap().floor().as_ivec3();
        let high = corners.into_iter().reduce(Vec3::max).unwrap().ceil().as_ivec3();
        let mut pixels = Vec::new();
        for (x, y) in (low.x..high.x).flat_map(|x| (low.y..high.y).map(move |y| (x, y))) {
            let middle = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let local = inverse.transform_point3(middle.extend(affine.translation.z)).truncate();
            let texel = sprite.compute_pixel_space_point(local, Anchor::TOP_LEFT, images, layouts);
            let alpha = texel
                .ok()
                .and_then(|at| images.get(&sprite.image).unwrap().pixel_bytes(at.as_uvec2().extend(0)).ok());
            if alpha.is_some_and(|texel| texel[3] >= level) {
                pixels.push([-y - 1, x]);
            }
        }
        pixels.sort_unstable();
        pixels
    }

    /// All pairs that touch, with the first pixel and the area.
    fn touches(&self) -> BTreeMap<[Entity; 2], ([i32; 2], u64)> {
        let hitmask = |entity| self.app.world().get::<Hitmask>(entity).unwrap();
        let pixels: Vec<_> = self.alive.iter().map(|&entity| self.pixels(entity)).collect();
        let mut touches = BTreeMap::new();
        for (i, &a) in self.alive.iter().enumerate() {
            for (j, &b) in self.alive.iter().enumerate().skip(i + 1) {
                let (one, two) = (hitmask(a), hitmask(b));
                let may = one.enabled
                    && two.enabled
                    && one.space == two.space
                    && (one.group == 0 || one.group != two.group)
                    && one.belongs_to & two.collides_with != 0
                    && two.belongs_to & one.collides_with != 0;
                let both: Vec<_> =
                    pixels[i].iter().filter(|pixel| pixels[j].binary_search(pixel).is_ok()).collect();
                if may && !both.is_empty() {
                    let [y, x] = *both[0];
                    touches.insert([a.min(b), a.max(b)], ([x, y], both.len() as u64));
                }
            }
        }
        touches
    }
}

fn pair(a: Entity, b: Entity) -> [Entity; 2] {
    [a.min(b), a.max(b)]
}

#[test]
fn a_hundred_scripts() {
    let (mut all_began, mut all_ended) = (0, 0);
    for seed in 0..100 {
        let mut script = Script::new(seed);
        let (mut began, mut ended) =
            (MessageCursor::<TouchBegan>::default(), MessageCursor::<TouchEnded>::default());
        let mut before = BTreeMap::new();
        for frame in 0..16 {
            for _ in 0..4 {
                script.act();
            }
            script.app.update();
            let now = script.touches();
            let case = format!("seed {seed}, frame {frame}");
            let found: BTreeMap<_, _> = messages(&script.app, &mut began)
                .into_iter()
                .map(|touch| (pair(touch.entity, touch.other), (touch.pixels.pixel, touch.pixels.area)))
                .collect();
            let expected: BTreeMap<_, _> = now
                .iter()
                .filter(|(pair, _)| !before.contains_key(*pair))
                .map(|(pair, touch)| (*pair, *touch))
                .collect();
            assert_eq!(found, expected, "{case}: what began");
            all_began += found.len();
            let mut found: Vec<_> = messages(&script.app, &mut ended)
                .into_iter()
                .map(|touch| pair(touch.entity, touch.other))
                .collect();
            found.sort_unstable();
            let expected: Vec<_> = before.keys().filter(|pair| !now.contains_key(*pair)).copied().collect();
            assert_eq!(found, expected, "{case}: what ended");
            all_ended += found.len();
            before = now;
        }
    }
    assert!(all_began > 1000 && all_ended > 500, "{all_began} began, {all_ended} ended");
}
