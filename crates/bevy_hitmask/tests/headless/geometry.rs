//! What is solid in hitmask's world is what Bevy's own arithmetic finds under the middle of a pixel.

use bevy_asset::{Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_hitmask::hitmask::{Point, Probe, Rect as PixelRect};
use bevy_hitmask::prelude::*;
use bevy_image::{Image, TextureAtlas, TextureAtlasLayout};
use bevy_math::{Quat, Rect, URect, UVec2, Vec2, Vec3};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::components::{GlobalTransform, Transform};

use crate::app::{Random, app, image};

/// A sprite with everything that a sprite may have.
pub(crate) fn random_sprite(
    random: &mut Random,
    picture: Handle<Image>,
    size: UVec2,
    layout: &Handle<TextureAtlasLayout>,
) -> (Sprite, Anchor) {
    let mut sprite = Sprite::from_image(picture);
    let mut part = size;
    if random.one_in(2) {
        sprite.texture_atlas = Some(TextureAtlas { layout: layout.clone(), index: random.below(4) as usize });
        part = size / 2;
    }
    if random.one_in(3) {
        let min = UVec2::new(random.below(4) as u32, random.below(4) as u32).as_vec2();
        let max = part.as_vec2() - UVec2::new(random.below(3) as u32, random.below(3) as u32).as_vec2();
        sprite.rect = Some(Rect { min, max });
    }
    sprite.flip_x = random.one_in(2);
    sprite.flip_y = random.one_in(2);
    if random.one_in(3) {
        sprite.custom_size = Some(Vec2::new(random.between(3.0, 90.0), random.between(3.0, 90.0)));
    }
    let anchor = match random.below(3) {
        0 => Anchor::default(),
        1 => Anchor::BOTTOM_RIGHT,
        _ => Anchor(Vec2::new(random.between(-1.5, 1.5), random.between(-1.5, 1.5))),
    };
    (sprite, anchor)
}

pub(crate) fn random_transform(random: &mut Random, far: f32) -> Transform {
    let scale = |random: &mut Random| random.between(0.3, 2.5) * if random.one_in(3) { -1.0 } else { 1.0 };
    Transform {
        translation: Vec3::new(
            random.between(-far, far),
            random.between(-far, far),
            random.between(-5.0, 5.0),
        ),
        rotation: if random.one_in(3) {
            Quat::IDENTITY
        } else {
            Quat::from_rotation_z(random.between(-7.0, 7.0))
        },
        scale: if random.one_in(3) { Vec3::ONE } else { Vec3::new(scale(random), scale(random), 1.0) },
    }
}

/// 400 sprites with up to three parents that turn, shear and mirror them, and 50 pixels on or near each.
#[test]
fn pixels_are_those_that_bevy_samples() {
    let mut random = Random(7);
    let mut app = app(HitmaskPlugin::default());
    let size = UVec2::new(26, 34);
    let noise: Vec<u8> = (0..size.element_product()).map(|_| random.below(256) as u8).collect();
    let noise = move |x: u32, y: u32| noise[((y / 2) * 26 + x / 3) as usize];
    let picture = app.world_mut().resource_mut::<Assets<Image>>().add(image(size, noise));
    let layout = TextureAtlasLayout::from_grid(size / 2, 2, 2, None, None);
    let layout = app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    let levels = [1, 100, 128, 255];
    let mut sprites = Vec::new();
    for i in 0..400 {
        let (sprite, anchor) = random_sprite(&mut random, picture.clone(), size, &layout);
        let level = levels[i % levels.len()];
        let space = i as u32;
        let entity = app
            .world_mut()
            .spawn((
                sprite,
                anchor,
                random_transform(&mut random, 60.0),
                Hitmask::default().with_level(level).in_space(space),
            ))
            .id();
        let mut child = entity;
        for _ in 0..random.below(4) {
            let parent = app.world_mut().spawn(random_transform(&mut random, 200.0)).id();
            app.world_mut().entity_mut(child).insert(ChildOf(parent));
            child = parent;
        }
        sprites.push((entity, level, space));
    }
    app.update();

    let world = app.world();
    let (hitmasks, images, layouts) = (
        world.resource::<HitmaskWorld>(),
        world.resource::<Assets<Image>>(),
        world.resource::<Assets<TextureAtlasLayout>>(),
    );
    let (mut solid, mut doubtful, mut tested) = (0, 0, 0);
    for (entity, level, space) in sprites {
        let sprite = world.get::<Sprite>(entity).unwrap();
        let anchor = *world.get::<Anchor>(entity).unwrap();
        let affine = world.get::<GlobalTransform>(entity).unwrap().affine();
        let inverse = affine.inverse();
        let bevy = |point: Vec2| {
            let local = inverse.transform_point3(point.extend(affine.translation.z)).truncate();
            let texel = sprite.compute_pixel_space_point(local, anchor, images, layouts).ok()?;
            let alpha = images.get(&sprite.image).unwrap().pixel_bytes(texel.as_uvec2().extend(0)).ok()?[3];
            (alpha >= level).then_some(())
        };
        // Where the part that is shown is clear, around the entity.
        let around = PixelRect::new(affine.translation.x as i32, -affine.translation.y as i32, 1, 1);
        let bounds = hitmasks.pixels().bounds(hitmasks.collider_of(entity).unwrap()).unwrap_or(around);
        for _ in 0..50 {
            let x = bounds.x - 3 + random.below(u64::from(bounds.w) + 6) as i32;
            let y = bounds.y - 3 + random.below(u64::from(bounds.h) + 6) as i32;
            let middle = Vec2::new(x as f32 + 0.5, -y as f32 - 0.5);
            // Floats cannot say on which side of an edge a point lies that is almost on it.
            let near = [(0.0, 0.0), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
                .map(|(dx, dy)| bevy(middle + Vec2::new(dx, dy) * 2e-3));
            tested += 1;
            if near.iter().any(|answer| *answer != near[0]) {
                doubtful += 1;
                continue;
            }
            let found =
                hitmasks.query(&Probe::point(Point::new(x, y)), &QueryFilter::default().in_space(space));
            assert_eq!(
                found.contains(&entity),
                near[0].is_some(),
                "{entity} at ({x}, {y}): {sprite:?} {anchor:?} {affine:?}"
            );
            solid += usize::from(near[0].is_some());
        }
    }
    assert_eq!(tested, 20_000);
    assert!(doubtful < tested / 50, "{doubtful} of {tested} pixels are doubtful");
    assert!(solid > 3_000, "only {solid} pixels are solid");
}

/// Without any part of a pixel and without turns there is no doubt: every pixel is compared. The pattern looks the same from no two sides.
#[test]
fn a_whole_sprite_agrees_at_every_pixel() {
    let mut app = app(HitmaskPlugin::default());
    let size = UVec2::new(10, 8);
    let picture = app
        .world_mut()
        .resource_mut::<Assets<Image>>()
        .add(image(size, |x, y| if (x * y + 2 * x + y) % 5 < 2 { 200 } else { 0 }));
    let layout = TextureAtlasLayout { size, textures: vec![URect::new(2, 1, 8, 7)] };
    let layout = app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    for flips in 0..4 {
        let sprite = Sprite {
            flip_x: flips & 1 == 1,
            flip_y: flips & 2 == 2,
            ..Sprite::from_atlas_image(picture.clone(), TextureAtlas { layout: layout.clone(), index: 0 })
        };
        let entity = app
            .world_mut()
            .spawn((sprite, Anchor::TOP_LEFT, Transform::from_xyz(-3.0, 20.0, 0.0), Hitmask::default()))
            .id();
        app.update();
        let hitmasks = app.world().resource::<HitmaskWorld>();
        for (x, y) in (-2..9).flat_map(|x| (-2..9).map(move |y| (x, y))) {
            let texel = [(x, flips & 1 == 1), (y, flips & 2 == 2)]
                .map(|(at, flipped)| if flipped { 5 - at } else { at });
            let [u, v] = [texel[0] + 2, texel[1] + 1];
            let expected = texel.iter().all(|at| (0..6).contains(at)) && (u * v + 2 * u + v) % 5 < 2;
            let point = Vec2::new(-3.0 + x as f32 + 0.5, 20.0 - y as f32 - 0.5);
            assert_eq!(
                hitmasks.at_point(point, &QueryFilter::default()) == [entity],
                expected,
                "flips {flips}, pixel ({x}, {y})"
            );
        }
        app.world_mut().despawn(entity);
    }
}
