//! Ground that is carved, and its picture.

use bevy_asset::Assets;
use bevy_hitmask::hitmask::{Circle, PointQ16, Terrain};
use bevy_hitmask::prelude::*;
use bevy_hitmask::{HitmaskMasks, HitmaskTerrain};
use bevy_image::Image;
use bevy_math::{UVec2, Vec2};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::components::{GlobalTransform, Transform};

use crate::app::{app, image};

#[test]
fn what_is_carved_is_gone_in_the_world_and_in_the_picture() {
    let mut app = app(HitmaskPlugin::default());
    let size = UVec2::new(120, 50);
    let picture = image(size, |_, y| if y < 10 { 0 } else { 180 });
    let ground = HitmaskTerrain::from_image(&picture, 128).unwrap();
    let picture = app.world_mut().resource_mut::<Assets<Image>>().add(picture);
    let place = Transform::from_xyz(30.0, -20.0, 0.0);
    let ground =
        app.world_mut().spawn((ground, Sprite::from_image(picture.clone()), Anchor::TOP_LEFT, place)).id();
    let probe = HitmaskShape::Rect { centre: Vec2::ZERO, size: Vec2::new(2.0, 2.0) };
    app.world_mut().spawn((probe, Hitmask::default(), Transform::from_xyz(90.0, -45.0, 0.0)));
    app.update();
    let touches = |app: &bevy_app::App| app.world().resource::<HitmaskWorld>().touched(ground).count();
    assert_eq!(touches(&app), 1);
    let transform = app.world().get::<GlobalTransform>(ground).unwrap().affine();
    let mut terrain = app.world_mut().get_mut::<HitmaskTerrain>(ground).unwrap();
    let sprite = Sprite::from_image(picture.clone());
    let at = terrain.texel_at(Some((&sprite, Anchor::TOP_LEFT)), &transform, Vec2::new(90.0, -45.0)).unwrap();
    assert_eq!((at.x, at.y), (60, 25));
    let hole = Circle::new((0, 0), 6 * PointQ16::ONE).unwrap();
    let change = terrain.carve(&hole, at);
    assert!(change.pixels > 100);
    terrain.draw(&hole, (10, 0));
    app.update();
    assert_eq!(touches(&app), 0);

    let terrain = app.world().get::<HitmaskTerrain>(ground).unwrap().terrain();
    let picture = app.world().resource::<Assets<Image>>().get(&picture).unwrap();
    let hitmasks = app.world().resource::<HitmaskWorld>();
    for (x, y) in (0..size.x).flat_map(|x| (0..size.y).map(move |y| (x, y))) {
        let alpha = picture.pixel_bytes(UVec2::new(x, y).extend(0)).unwrap()[3];
        let is_solid = terrain.get((x as i32, y as i32));
        let drawn = y < 10 && is_solid;
        assert_eq!(
            alpha,
            if drawn {
                255
            } else if is_solid {
                180
            } else {
                0
            },
            "({x}, {y})"
        );
        let middle = Vec2::new(30.5 + x as f32, -20.5 - y as f32);
        assert_eq!(hitmasks.at_point(middle, &QueryFilter::default()).contains(&ground), is_solid);
    }
    // No mask was made of the picture that changes in every frame.
    assert!(app.world().resource::<HitmaskMasks>().is_empty());
}

#[test]
fn ground_without_a_picture() {
    let mut app = app(HitmaskPlugin::default());
    let ground = app.world_mut().spawn(HitmaskTerrain::new(Terrain::filled(40, 20))).id();
    app.update();
    let at = |app: &bevy_app::App, y: f32| {
        app.world().resource::<HitmaskWorld>().at_point((0.5, y), &QueryFilter::default())
    };
    assert_eq!((at(&app, 9.5), at(&app, 10.5)), (vec![ground], vec![]));
    app.world_mut()
        .get_mut::<HitmaskTerrain>(ground)
        .unwrap()
        .edit(|terrain| *terrain = Terrain::new(40, 20));
    app.update();
    assert_eq!(at(&app, 9.5), []);
}
