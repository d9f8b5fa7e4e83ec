//! Characters among sprites.

use bevy_app::prelude::*;
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_hitmask::hitmask::{self, Collider, Mask, MoveOptions, PointQ16, QueryFilter, World as PixelWorld};
use bevy_hitmask::prelude::*;
use bevy_hitmask::{CharacterMover, Slide};
use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::Transform;

use crate::app::{Random, app, messages};

const OPTIONS: MoveOptions =
    MoveOptions { step_up: 3, step_down: 3, corner: 0, drop: false, push: false, push_limit: 0 };

fn slide(app: &mut App, hero: Entity, motion: Vec2) -> Slide {
    let walk = move |mut mover: CharacterMover, mut transforms: Query<&mut Transform>| {
        mover.move_and_slide(hero, &mut transforms.get_mut(hero).unwrap(), motion, &OPTIONS).unwrap()
    };
    app.world_mut().run_system_once(walk).unwrap()
}

fn hills() -> Mask {
    Mask::from_fn(200, 60, |x, y| {
        f64::from(y) > 30.0 + 20.0 * (f64::from(x) / 17.0).sin() || (90..96).contains(&x) && y > 5
    })
}

/// A hero that walks, jumps and is thrown for 1000 frames goes where the library's own world sends it, to the last bit, and never touches the ground.
#[test]
fn a_hero_goes_where_the_library_sends_it() {
    let mut app = app(HitmaskPlugin::default());
    // So far from the origin, f32 does not hold 65 536ths.
    let here = Transform::from_xyz(3000.0, 1000.0, 0.0);
    let start = Vec3::new(2959.5, 1060.25, 1.0);
    let ground = app.world_mut().spawn((HitmaskShape::from(hills()), Hitmask::default(), here)).id();
    let platform = HitmaskShape::Rect { centre: Vec2::new(-60.0, 20.0), size: Vec2::new(40.0, 4.0) };
    let platform = app.world_mut().spawn((platform, Hitmask::default().one_way(), here)).id();
    let body = HitmaskShape::from(Mask::from_fn(7, 12, |x, y| y > 2 || (2..5).contains(&x)));
    let hero = app
        .world_mut()
        .spawn((body, Hitmask::default().character(), Transform::from_translation(start)))
        .id();
    app.update();

    let mut pixels = PixelWorld::new();
    let ground_there = pixels.insert(Collider::new(hills()).at((3000, -1000)).with_pivot((100.0, 30.0)));
    let platform_there = pixels.insert(Collider::new(hitmask::Rect::new(2920, -1022, 40, 4)).one_way());
    let body = Mask::from_fn(7, 12, |x, y| y > 2 || (2..5).contains(&x));
    let hero_there =
        pixels.insert(Collider::new(body).with_pivot((3.5, 6.0)).at((2959.5, -1060.25)).character());
    let entity_of = |handle| {
        if handle == ground_there {
            ground
        } else if handle == platform_there {
            platform
        } else {
            hero
        }
    };

    let mut random = Random(5);
    let mut cursor = MessageCursor::<TouchBegan>::default();
    let (mut floors, mut walls, mut on_platform) = (0, 0, 0);
    let mut velocity = Vec2::ZERO;
    for frame in 0..1000 {
        if app.world().get::<Transform>(hero).unwrap().translation.y < 920.0 {
            // It fell off the end of the world.
            app.world_mut().get_mut::<Transform>(hero).unwrap().translation = start;
            pixels.set_position(hero_there, (2959.5, -1060.25)).unwrap();
            velocity = Vec2::ZERO;
        }
        if random.one_in(20) {
            // Back towards the middle, where the platform and the wall are.
            let x = app.world().get::<Transform>(hero).unwrap().translation.x;
            velocity =
                Vec2::new(random.between(0.0, 4.0) * -(x - 2975.0).signum(), random.between(-3.0, 9.0));
        }
        velocity.y -= 0.375;
        let found = slide(&mut app, hero, velocity);
        let motion = PointQ16::from((velocity.x, -velocity.y));
        let expected = pixels.move_and_slide(hero_there, motion, &OPTIONS, &QueryFilter::default()).unwrap();
        let [x, y] = expected.position.to_f64();
        assert_eq!(
            app.world().get::<Transform>(hero).unwrap().translation,
            Vec3::new(x as f32, -y as f32, 1.0),
            "frame {frame}"
        );
        let hitmasks = app.world().resource::<HitmaskWorld>();
        assert_eq!(
            hitmasks.pixels().position(hitmasks.collider_of(hero).unwrap()).unwrap(),
            expected.position
        );
        let [floor, ceiling, wall] =
            [found.floor, found.ceiling, found.wall].map(|blocker| blocker.map(|blocker| blocker.entity));
        let there = [expected.floor, expected.ceiling, expected.wall]
            .map(|blocker| blocker.map(|blocker| entity_of(blocker.handle)));
        assert_eq!([floor, ceiling, wall], there);
        assert_eq!(found.stuck, None);
        if let Some(floor) = found.floor {
            assert_eq!(floor.normal, Vec2::Y);
        }
        floors += usize::from(floor == Some(ground));
        on_platform += usize::from(floor == Some(platform));
        walls += usize::from(wall.is_some());
        velocity = found.velocity;
        // The sync keeps the exact position, so a float that was rounded never pushes the hero into the ground.
        app.update();
        let hitmasks = app.world().resource::<HitmaskWorld>();
        let kept = hitmasks.pixels().position(hitmasks.collider_of(hero).unwrap());
        assert_eq!(kept, Some(expected.position));
        // It may pass through the platform.
        let touches = messages(&app, &mut cursor);
        let in_ground = touches.iter().any(|touch| touch.other_than(ground).is_some());
        assert!(!in_ground, "the hero is in the ground in frame {frame}");
    }
    assert!(
        floors > 50 && walls > 5 && on_platform > 5,
        "{floors} floors, {walls} walls, {on_platform} on the platform"
    );
}

/// The position of a child is in the coordinates of its parent.
#[test]
fn a_child_walks_in_its_parents_coordinates() {
    let mut app = app(HitmaskPlugin::default());
    let floor = HitmaskShape::Rect { centre: Vec2::new(0.0, -5.0), size: Vec2::new(100.0, 10.0) };
    app.world_mut().spawn((floor, Hitmask::default()));
    let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let parent = app
        .world_mut()
        .spawn(Transform::from_xyz(10.0, 50.0, 0.0).with_rotation(quarter).with_scale(Vec3::splat(2.0)))
        .id();
    let body = HitmaskShape::Rect { centre: Vec2::ZERO, size: Vec2::new(4.0, 4.0) };
    let hero = app.world_mut().spawn((body, Hitmask::default().character(), ChildOf(parent))).id();
    app.update();
    let slid = slide(&mut app, hero, Vec2::new(6.0, -100.0));
    assert!(slid.floor.is_some());
    // 46 down and 6 to the right of the parent, which is turned to the left and twice as large.
    let translation = app.world().get::<Transform>(hero).unwrap().translation;
    assert!(translation.abs_diff_eq(Vec3::new(-23.0, -3.0, 0.0), 1e-4), "{translation}");
    app.update();
    let hitmasks = app.world().resource::<HitmaskWorld>();
    assert!(hitmasks.touching_now(hero).is_empty());
    assert_eq!(hitmasks.at_point((16.5, 0.5), &QueryFilter::default()), [hero]);
}

/// A lift that swings for 600 frames carries, pushes and crushes two heroes as the library's own does, and the transforms say so.
#[test]
fn a_lift_carries_whom_the_librarys_carries() {
    let mut app = app(HitmaskPlugin::default());
    let lift_mask = || Mask::from_fn(40, 8, |x, y| y > 1 || !(8..32).contains(&x));
    let body = || Mask::filled(6, 10);
    let there = [(100.0, 50.5), (95.0, 61.5), (125.25, 90.0)];
    let [lift, hero, other] = [0, 1, 2].map(|i| {
        let (x, y) = there[i];
        let (shape, hitmask) = match i {
            0 => (HitmaskShape::from(lift_mask()), Hitmask::default()),
            _ => (HitmaskShape::from(body()), Hitmask::default().character()),
        };
        app.world_mut().spawn((shape, hitmask, Transform::from_xyz(x, y, i as f32))).id()
    });
    let roof = HitmaskShape::Rect { centre: Vec2::new(125.0, 107.0), size: Vec2::new(20.0, 10.0) };
    app.world_mut().spawn((roof, Hitmask::default()));
    app.update();
    let mut pixels = PixelWorld::new();
    let lift_there = pixels.insert(Collider::new(lift_mask()).with_pivot((20.0, 4.0)).at((100.0, -50.5)));
    let [hero_there, other_there] = [1, 2].map(|i| {
        let (x, y) = there[i];
        pixels.insert(Collider::new(body()).with_pivot((3.0, 5.0)).at((x, -y)).character())
    });
    pixels.insert(Collider::new(hitmask::Rect::new(115, -112, 20, 10)));

    let [mut pushed, mut carried, mut crushed] = [0; 3];
    for frame in 0..600 {
        let motion = Vec2::new((frame as f32 * 0.11).sin() * 2.5, (frame as f32 * 0.031).cos() * 1.3);
        let fall = Vec2::new(0.0, -1.5);
        for (entity, handle) in [(hero, hero_there), (other, other_there)] {
            slide(&mut app, entity, fall);
            let filter = pixels.filter_of(handle).unwrap().except(handle);
            pixels.move_and_slide(handle, PointQ16::from((0.0, 1.5)), &OPTIONS, &filter).unwrap();
        }
        let riders = if frame % 3 == 0 { vec![other] } else { vec![] };
        let riders_there = if frame % 3 == 0 { vec![other_there] } else { vec![] };
        let go = move |mut mover: CharacterMover, mut transforms: Query<&mut Transform>| {
            mover.move_solid(lift, motion, &riders, &mut transforms).unwrap()
        };
        let found = app.world_mut().run_system_once(go).unwrap();
        let expected = pixels
            .move_solid(
                lift_there,
                PointQ16::from((motion.x, -motion.y)),
                &riders_there,
                &MoveOptions::default(),
            )
            .unwrap();
        let named = |handles: &[hitmask::Handle]| -> Vec<Entity> {
            handles.iter().map(|&handle| if handle == hero_there { hero } else { other }).collect()
        };
        assert_eq!(found.pushed, named(&expected.pushed), "frame {frame}");
        assert_eq!(found.carried, named(&expected.carried), "frame {frame}");
        assert_eq!(found.crushed, named(&expected.crushed), "frame {frame}");
        pushed += found.pushed.len();
        carried += found.carried.len();
        crushed += found.crushed.len();
        for _ in 0..2 {
            for (entity, handle) in [(lift, lift_there), (hero, hero_there), (other, other_there)] {
                let expected = pixels.position(handle).unwrap();
                let [x, y] = expected.to_f64();
                let at = app.world().get::<Transform>(entity).unwrap().translation;
                assert_eq!(at.truncate(), Vec2::new(x as f32, -y as f32), "frame {frame}");
                let hitmasks = app.world().resource::<HitmaskWorld>();
                let exact = hitmasks.pixels().position(hitmasks.collider_of(entity).unwrap());
                assert_eq!(exact, Some(expected), "frame {frame}");
            }
            // The sync changes nothing.
            app.update();
        }
    }
    assert!(
        pushed > 20 && carried > 200 && crushed > 0,
        "{pushed} pushed, {carried} carried, {crushed} crushed"
    );
    assert_eq!(app.world().get::<Transform>(hero).unwrap().translation.z, 1.0);
}

/// A plank turns and grows under a hero, who rides on it and is never in it; what the sync sees afterwards is the same.
#[test]
fn a_plank_turns_under_a_hero() {
    let mut app = app(HitmaskPlugin::default());
    let plank = HitmaskShape::from(Mask::filled(80, 6));
    let plank = app.world_mut().spawn((plank, Hitmask::default())).id();
    let hero = HitmaskShape::from(Mask::filled(8, 16));
    let hero = (hero, Hitmask::default().character(), Transform::from_xyz(-15.0, 11.0, 0.0));
    let hero = app.world_mut().spawn(hero).id();
    app.update();
    for frame in 0..40 {
        let turn = move |mut mover: CharacterMover, mut transforms: Query<&mut Transform>| {
            let mut transform = transforms.get_mut(plank).unwrap();
            transform.rotate_z(if frame < 20 { 0.035 } else { -0.035 });
            transform.scale.y += 0.05;
            mover.reshape_solid(plank, 8, &mut transforms).unwrap()
        };
        let moved = app.world_mut().run_system_once(turn).unwrap();
        assert!(moved.crushed.is_empty(), "frame {frame}");
        let slid = slide(&mut app, hero, Vec2::new(0.0, -2.0));
        assert_eq!(slid.floor.map(|floor| floor.entity), Some(plank), "frame {frame}");
        let at = app.world().get::<Transform>(hero).unwrap().translation.truncate();
        app.update();
        let hitmasks = app.world().resource::<HitmaskWorld>();
        assert!(hitmasks.touching_now(hero).is_empty(), "frame {frame}");
        let exact = hitmasks.pixels().position(hitmasks.collider_of(hero).unwrap()).unwrap().to_f64();
        assert_eq!(at, Vec2::new(exact[0] as f32, -exact[1] as f32), "frame {frame}");
    }
}
