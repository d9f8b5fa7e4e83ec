//! Messages, observers, and the order of things.

use bevy_app::prelude::*;
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_hitmask::prelude::*;
use bevy_hitmask::{HitmaskProblem, ProblemKind, sync_hitmasks};
use bevy_math::{Quat, Vec2};
use bevy_reflect::PartialReflect;
use bevy_sprite::{Sprite, SpriteImageMode, TextureSlicer};
use bevy_transform::components::{GlobalTransform, Transform};

use crate::app::{app, messages, solid};

/// Two squares of 8 pixels, the second one this far to the right.
fn two_squares(app: &mut App, apart: f32) -> [Entity; 2] {
    let image = solid(app, 8, 8);
    [0.0, apart].map(|x| {
        app.world_mut()
            .spawn((Sprite::from_image(image.clone()), Transform::from_xyz(x, 0.0, 0.0), Hitmask::default()))
            .id()
    })
}

#[test]
fn a_touch_says_where_and_how_much() {
    let mut app = app(HitmaskPlugin::default());
    let [a, b] = two_squares(&mut app, 5.0);
    app.update();
    let mut cursor = MessageCursor::default();
    let [touch]: [TouchBegan; 1] = messages(&app, &mut cursor).try_into().unwrap();
    assert_eq!((touch.entity, touch.other, touch.other_than(b)), (a, b, Some(a)));
    // Columns 1 to 3 of Bevy's world, rows -4 to 3: the topmost pixel has y from 3 to 4.
    assert_eq!((touch.pixels.point, touch.pixels.area), (Vec2::new(1.5, 3.5), 24));
    assert_eq!(touch.pixels.normal, Some(Vec2::X));
}

/// The normal points up where the other one lies above.
#[test]
fn normals_point_up_in_bevys_world() {
    let mut app = app(HitmaskPlugin::default());
    let [_, b] = two_squares(&mut app, 0.0);
    app.world_mut().get_mut::<Transform>(b).unwrap().translation.y = 6.0;
    app.update();
    let touches: Vec<TouchBegan> = messages(&app, &mut MessageCursor::default());
    assert_eq!(touches[0].pixels.normal, Some(Vec2::Y));
    assert_eq!(touches[0].pixels.point, Vec2::new(-3.5, 3.5));
}

#[derive(Resource, Default)]
struct Log(Vec<(Entity, Entity, bool)>);

/// Observers on both entities run, each with itself first. Despawning in an observer ends the touch in the next step, and nobody hears of what is gone.
#[test]
fn observers_may_despawn() {
    let mut app = app(HitmaskPlugin::default());
    app.init_resource::<Log>();
    let [a, b] = two_squares(&mut app, 5.0);
    for entity in [a, b] {
        app.world_mut()
            .entity_mut(entity)
            .observe(move |touch: On<TouchBegan>, mut log: ResMut<Log>, mut commands: Commands| {
                assert_eq!(touch.entity, entity);
                log.0.push((touch.entity, touch.other, true));
                commands.entity(touch.other).despawn();
            })
            .observe(|touch: On<TouchEnded>, mut log: ResMut<Log>| {
                log.0.push((touch.entity, touch.other, false));
            });
    }
    app.update();
    // The first one despawned the second one, so the second one is not told.
    assert_eq!(app.world().resource::<Log>().0, [(a, b, true)]);
    app.update();
    assert_eq!(app.world().resource::<Log>().0, [(a, b, true), (a, b, false)]);
    let ended: Vec<TouchEnded> = messages(&app, &mut MessageCursor::default());
    assert_eq!(ended, [TouchEnded { entity: a, other: b, kinds: [None; 2] }]);
    app.update();
    assert_eq!(app.world().resource::<Log>().0.len(), 2);
    assert_eq!(app.world().resource::<HitmaskWorld>().pixels().len(), 1);
}

/// What an observer may do to the two of a touch, and to the world, by a command, which runs before the next observer.
const CHANGES: [fn(&mut World, TouchBegan); 7] = [
    |world, touch| [touch.entity, touch.other].into_iter().for_each(|entity| _ = world.despawn(entity)),
    |world, touch| _ = world.entity_mut(touch.other).remove::<Hitmask>(),
    |world, touch| _ = world.entity_mut(touch.entity).insert(Hitmask::default().in_space(3)),
    |world, touch| _ = world.entity_mut(touch.other).remove::<Sprite>(),
    |world, touch| {
        let (sprite, place) =
            (world.get::<Sprite>(touch.entity).cloned(), *world.get::<Transform>(touch.other).unwrap());
        world.spawn((sprite.unwrap(), place, Hitmask::default()));
    },
    |world, touch| {
        world.get_mut::<Transform>(touch.entity).unwrap().translation.x = 500.0;
        world.run_system_cached(sync_hitmasks).unwrap();
    },
    |world, touch| {
        // The colliders of before are gone, and the next sync makes new ones.
        let mut app = App::new();
        app.add_plugins(HitmaskPlugin::default());
        let fresh = app.world_mut().remove_resource::<HitmaskWorld>().unwrap();
        world.insert_resource(fresh);
        world.despawn(touch.entity);
    },
];

/// Whatever an observer changes, the plugin goes on, and the colliders are those of the entities.
#[test]
fn observers_may_change_anything() {
    for (number, change) in CHANGES.into_iter().enumerate() {
        let mut app = app(HitmaskPlugin::default());
        let squares = two_squares(&mut app, 5.0);
        for entity in squares {
            app.world_mut().entity_mut(entity).observe(
                move |touch: On<TouchBegan>, mut commands: Commands| {
                    let touch = *touch;
                    commands.queue(move |world: &mut World| {
                        let there =
                            [touch.entity, touch.other].map(|entity| world.get::<Hitmask>(entity).is_some());
                        if there == [true; 2] && world.get::<Sprite>(touch.other).is_some() {
                            change(world, touch);
                        }
                    });
                },
            );
        }
        for _ in 0..3 {
            app.update();
        }
        // What the last observers have spawned.
        app.world_mut().run_system_cached(sync_hitmasks).unwrap();
        let mut visible = app.world_mut().query_filtered::<Entity, (With<Hitmask>, With<Sprite>)>();
        let entities: Vec<Entity> = visible.iter(app.world()).collect();
        let hitmasks = app.world().resource::<HitmaskWorld>();
        assert_eq!(hitmasks.pixels().len(), entities.len(), "change {number}");
        assert!(entities.iter().all(|&entity| hitmasks.collider_of(entity).is_some()), "change {number}");
    }
}

/// What moves in `Update` touches in the same frame, through parents that were never propagated, too.
#[test]
fn answers_are_of_this_frame() {
    let mut app = app(HitmaskPlugin::default());
    let [a, b] = two_squares(&mut app, 50.0);
    let parent = app.world_mut().spawn(Transform::IDENTITY).id();
    app.world_mut().entity_mut(b).insert(ChildOf(parent));
    app.update();
    let mut cursor = MessageCursor::<TouchBegan>::default();
    assert!(messages(&app, &mut cursor).is_empty());
    app.world_mut().get_mut::<Transform>(parent).unwrap().translation.x = -45.0;
    app.update();
    assert_eq!(messages(&app, &mut cursor).len(), 1);
    assert_eq!(app.world().resource::<HitmaskWorld>().touched(a).collect::<Vec<_>>(), [b]);
    // A parent that turns by a right angle and is half as wide.
    *app.world_mut().get_mut::<Transform>(parent).unwrap() =
        Transform::from_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2))
            .with_scale((0.5, 1.0, 1.0).into());
    app.update();
    let hitmasks = app.world().resource::<HitmaskWorld>();
    assert_eq!(hitmasks.at_point((0.5, 25.5), &QueryFilter::default()), [b]);
    assert_eq!(hitmasks.pixels().bounds(hitmasks.collider_of(b).unwrap()).unwrap().h, 4);
}

#[test]
fn a_fixed_schedule_and_queries_between() {
    let mut app = app(HitmaskPlugin::default().in_schedule(FixedPostUpdate));
    let [a, _] = two_squares(&mut app, 5.0);
    app.world_mut().run_schedule(FixedPostUpdate);
    assert_eq!(app.world().resource::<HitmaskWorld>().touched(a).count(), 1);
    app.world_mut().get_mut::<Transform>(a).unwrap().translation.x = -100.0;
    let at =
        |app: &App| app.world().resource::<HitmaskWorld>().at_point((-100.0, 0.0), &QueryFilter::default());
    assert!(at(&app).is_empty());
    let sync = app.world_mut().register_system(sync_hitmasks);
    app.world_mut().run_system(sync).unwrap();
    assert_eq!(at(&app), [a]);
}

/// The components may be changed, removed and added again.
#[test]
fn components_change() {
    let mut app = app(HitmaskPlugin::default());
    let [a, b] = two_squares(&mut app, 5.0);
    let (mut began, mut ended) =
        (MessageCursor::<TouchBegan>::default(), MessageCursor::<TouchEnded>::default());
    let mut counts = |app: &mut App| {
        app.update();
        (messages(app, &mut began).len(), messages(app, &mut ended).len())
    };
    assert_eq!(counts(&mut app), (1, 0));
    app.world_mut().get_mut::<Hitmask>(a).unwrap().enabled = false;
    assert_eq!(counts(&mut app), (0, 1));
    app.world_mut().get_mut::<Hitmask>(a).unwrap().enabled = true;
    assert_eq!(counts(&mut app), (1, 0));
    app.world_mut().get_mut::<Hitmask>(a).unwrap().space = 3;
    assert_eq!(counts(&mut app), (0, 1));
    app.world_mut().get_mut::<Hitmask>(b).unwrap().space = 3;
    assert_eq!(counts(&mut app), (1, 0));
    app.world_mut().entity_mut(b).remove::<Hitmask>();
    assert_eq!(counts(&mut app), (0, 1));
    app.world_mut().entity_mut(b).insert(Hitmask::default().in_space(3));
    assert_eq!(counts(&mut app), (1, 0));
    app.world_mut().entity_mut(b).insert(HitmaskShape::Circle { centre: Vec2::new(40.0, 0.0), radius: 5.0 });
    assert_eq!(counts(&mut app), (0, 1));
    assert_eq!(
        app.world().resource::<HitmaskWorld>().at_point((45.0, 0.0), &QueryFilter::default().in_space(3)),
        [b]
    );
    app.world_mut().entity_mut(b).remove::<HitmaskShape>();
    assert_eq!(counts(&mut app), (1, 0));
    // The image of the sprite is no longer that which its mask was made from.
    let wide = solid(&mut app, 2, 2);
    app.world_mut().get_mut::<Sprite>(b).unwrap().image = wide;
    assert_eq!(counts(&mut app), (0, 1));
}

/// Shapes of one's own, and sprites that are only a colour.
#[test]
fn own_shapes() {
    let mut app = app(HitmaskPlugin::default());
    let filter = QueryFilter::default();
    let spawn = |app: &mut App, shape: HitmaskShape| {
        app.world_mut().spawn((shape, Hitmask::default(), Transform::from_xyz(0.0, 100.0, 0.0))).id()
    };
    let wall =
        spawn(&mut app, HitmaskShape::Rect { centre: Vec2::new(0.0, 50.0), size: Vec2::new(40.0, 5.5) });
    let wedge =
        spawn(&mut app, HitmaskShape::Polygon(vec![Vec2::ZERO, Vec2::new(30.0, 0.0), Vec2::new(0.0, 30.0)]));
    let mask = spawn(&mut app, hitmask_ring().into());
    let plate = app
        .world_mut()
        .spawn((
            Sprite::sized(Vec2::new(300.0, 20.0)),
            Hitmask::default(),
            Transform::from_xyz(0.0, -100.0, 0.0),
        ))
        .id();
    app.update();
    let hitmasks = app.world().resource::<HitmaskWorld>();
    let bounds = |entity| hitmasks.pixels().bounds(hitmasks.collider_of(entity).unwrap()).unwrap();
    assert_eq!((bounds(wall).w, bounds(wall).h), (40, 6));
    assert_eq!((bounds(plate).x, bounds(plate).y, bounds(plate).w, bounds(plate).h), (-150, 90, 300, 20));
    assert_eq!(hitmasks.at_point((10.5, 110.5), &filter), [wedge]);
    assert_eq!(hitmasks.at_point((20.5, 120.5), &filter), []);
    assert_eq!(hitmasks.at_point((-4.5, 100.5), &filter), [mask]);
    let touch = hitmasks.ray_cast((-20.0, 96.5), (40.0, 0.0), &filter).unwrap();
    assert_eq!((touch.entity, touch.point, touch.normal), (mask, Vec2::new(-5.0, 96.5), Vec2::NEG_X));
    assert_eq!(hitmasks.nearest((0.5, 140.5), 50.0, &filter), Some((wall, Vec2::new(0.5, 147.5))));
}

fn hitmask_ring() -> hitmask::Mask {
    hitmask::Mask::from_fn(10, 10, |x, y| !(1..9).contains(&x) || !(1..9).contains(&y))
}

/// One message for each problem, however many frames pass.
#[test]
fn problems_are_said_once() {
    let mut app = app(HitmaskPlugin::default());
    let image = solid(&mut app, 8, 8);
    let sliced = Sprite {
        image_mode: SpriteImageMode::Sliced(TextureSlicer::default()),
        ..Sprite::from_image(image.clone())
    };
    let sliced = app.world_mut().spawn((sliced, Hitmask::default())).id();
    let empty = app.world_mut().spawn(Hitmask::default()).id();
    let far = app
        .world_mut()
        .spawn((Sprite::from_image(image), Hitmask::default(), Transform::from_xyz(f32::INFINITY, 0.0, 0.0)))
        .id();
    let dart = vec![Vec2::ZERO, Vec2::new(4.0, 4.0), Vec2::new(0.0, 8.0), Vec2::new(2.0, 4.0)];
    let dart = app.world_mut().spawn((HitmaskShape::Polygon(dart), Hitmask::default())).id();
    let mut cursor = MessageCursor::<HitmaskProblem>::default();
    app.update();
    let mut said = messages(&app, &mut cursor);
    said.sort_by_key(|problem| problem.entity);
    let expected = [
        (sliced, ProblemKind::UnsupportedImageMode),
        (empty, ProblemKind::NoShape),
        (far, ProblemKind::OutOfRange),
        (dart, ProblemKind::BadShape),
    ];
    let mut expected = expected.map(|(entity, kind)| HitmaskProblem { entity: Some(entity), kind });
    expected.sort_by_key(|problem| problem.entity);
    assert_eq!(said, expected);
    app.update();
    app.update();
    assert_eq!(messages(&app, &mut cursor), []);
    assert_eq!(app.world().resource::<HitmaskWorld>().pixels().len(), 0);
    // What is mended collides, and may have a new problem.
    app.world_mut().get_mut::<Transform>(far).unwrap().translation.x = 0.0;
    app.world_mut().get_mut::<Sprite>(sliced).unwrap().image_mode = SpriteImageMode::Auto;
    app.update();
    assert_eq!(app.world().resource::<HitmaskWorld>().touched(far).collect::<Vec<_>>(), [sliced]);
    assert_eq!(app.world().get::<GlobalTransform>(far).unwrap().translation().x, 0.0);
}

/// Editors and scene files find the components by their type.
#[test]
fn components_are_reflected() {
    let app = app(HitmaskPlugin::default());
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for path in ["Hitmask", "HitmaskShape", "HitmaskTerrain"] {
        let type_ =
            registry.get_with_short_type_path(path).unwrap_or_else(|| panic!("{path} is not registered"));
        assert!(type_.data::<ReflectComponent>().is_some(), "{path}");
    }
    let hitmask = Hitmask::default().sensor().with_level(9);
    let mut copy = Hitmask::default();
    copy.apply(hitmask.as_partial_reflect());
    assert_eq!(copy, hitmask);
}
