//! How entities take part: sensors, groups, swept shots, alpha sums; what touches say, and systems between ours.

use std::collections::HashSet;

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_hitmask::hitmask::{EventDetail, WorldOptions};
use bevy_hitmask::prelude::*;
use bevy_image::Image;
use bevy_math::{Rect, UVec2, Vec2};
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;

use crate::app::{app, image, messages, solid};

/// A square of 8 pixels around a place.
fn square(app: &mut App, hitmask: Hitmask, x: f32) -> Entity {
    let image = solid(app, 8, 8);
    app.world_mut().spawn((Sprite::from_image(image), hitmask, Transform::from_xyz(x, 0.0, 0.0))).id()
}

/// The pairs that begin to touch in one frame.
fn began(app: &mut App, cursor: &mut MessageCursor<TouchBegan>) -> HashSet<[Entity; 2]> {
    app.update();
    messages(app, cursor).iter().map(|touch| [touch.entity, touch.other]).collect()
}

#[test]
fn sensors_and_groups() {
    let mut app = app(HitmaskPlugin::default());
    let mut cursor = MessageCursor::default();
    let body = square(&mut app, Hitmask::default(), 0.0);
    let [one, two] = [1.0, 2.0].map(|x| square(&mut app, Hitmask::default().sensor(), x));
    // Two sensors never meet.
    assert_eq!(began(&mut app, &mut cursor), HashSet::from([[body, one], [body, two]]));
    app.world_mut().get_mut::<Hitmask>(two).unwrap().kind = HitmaskKind::Body;
    assert_eq!(began(&mut app, &mut cursor), HashSet::from([[one, two]]));
    for entity in [body, one] {
        app.world_mut().get_mut::<Hitmask>(entity).unwrap().group = 7;
    }
    app.update();
    let touched = |app: &App| app.world().resource::<HitmaskWorld>().touched(body).collect::<Vec<_>>();
    assert_eq!(touched(&app), [two]);
    // It is still on a layer that the other one meets, but meets none itself.
    app.world_mut().get_mut::<Hitmask>(two).unwrap().collides_with = 0;
    app.update();
    assert_eq!(touched(&app), []);
}

#[derive(Resource, Default)]
struct Passed(Vec<(Entity, Option<Vec2>)>);

/// A shot that is beyond the wall after one frame has passed it only if it is swept.
#[test]
fn swept_shots_tell_what_they_passed() {
    for [was_swept, is_swept] in [[false, false], [true, true], [false, true]] {
        let mut app = app(HitmaskPlugin::default());
        app.init_resource::<Passed>();
        let wall = square(&mut app, Hitmask::default(), 0.0);
        let shot = Hitmask { swept: was_swept, ..Hitmask::default() };
        let shot = square(&mut app, shot, -100.0);
        for entity in [wall, shot] {
            app.world_mut().entity_mut(entity).observe(
                |touch: On<TouchPassed>, mut passed: ResMut<Passed>| {
                    passed.0.push((touch.entity, touch.pixels.normal));
                },
            );
        }
        app.update();
        app.world_mut().get_mut::<Hitmask>(shot).unwrap().swept = is_swept;
        app.world_mut().get_mut::<Transform>(shot).unwrap().translation.x = 100.0;
        app.update();
        let passed = messages::<TouchPassed>(&app, &mut MessageCursor::default());
        assert!(messages::<TouchBegan>(&app, &mut MessageCursor::default()).is_empty());
        let heard = &app.world().resource::<Passed>().0;
        if !is_swept {
            assert!(passed.is_empty() && heard.is_empty());
            continue;
        }
        let [touch] = passed.as_slice() else { panic!("{passed:?}") };
        assert_eq!([touch.entity, touch.other], [wall, shot]);
        // Their middles are 8 apart when they meet: after 92 of 200 units, in the leftmost column of the wall.
        assert!((touch.pixels.time.unwrap() - 0.46).abs() < 0.01, "{touch:?}");
        assert_eq!(touch.pixels.point.x, -3.5);
        assert_eq!(*heard, [(wall, Some(Vec2::NEG_X)), (shot, Some(Vec2::X))]);
        app.update();
        assert!(messages::<TouchEnded>(&app, &mut MessageCursor::default()).is_empty());
    }
}

/// Alphas that add up to 255 touch, whatever the level is. Without the rule an entity counts as 255 where it is solid.
#[test]
fn alpha_sums() {
    let sum = Hitmask::default().by_alpha_sum();
    let cases = [
        ((100, sum), (155, sum), true),
        ((100, sum), (154, sum), false),
        ((255, sum), (0, sum), false),
        ((1, sum), (130, Hitmask::default()), true),
        ((254, sum), (120, Hitmask::default()), false),
        ((120, Hitmask::default()), (255, Hitmask::default()), false),
    ];
    for (one, two, expected) in cases {
        let mut app = app(HitmaskPlugin::default());
        let [one, _] = [one, two].map(|(alpha, hitmask)| {
            let picture = image(UVec2::splat(6), |_, _| alpha);
            let picture = app.world_mut().resource_mut::<Assets<Image>>().add(picture);
            app.world_mut().spawn((Sprite::from_image(picture), hitmask)).id()
        });
        app.update();
        let found = app.world().resource::<HitmaskWorld>().touched(one).count() == 1;
        assert_eq!(found, expected, "{one:?} and {two:?}");
    }
}

/// Boxes and ways out are said if they are asked for, in Bevy's units, y up.
#[test]
fn touches_say_what_the_options_ask() {
    let detail = EventDetail { bounds: true, separation: true, ..EventDetail::default() };
    let options = WorldOptions { detail, ..WorldOptions::default() };
    let mut app = app(HitmaskPlugin::default().with_options(options).pixels_per_unit(2.0));
    let [_, upper] = [0.0, 5.0].map(|x| square(&mut app, Hitmask::default(), x));
    app.world_mut().get_mut::<Transform>(upper).unwrap().translation.y = 6.0;
    app.update();
    let touches = messages::<TouchBegan>(&app, &mut MessageCursor::default());
    let pixels = touches[0].pixels;
    assert_eq!(pixels.bounds, Some(Rect::new(1.0, 2.0, 4.0, 4.0)));
    assert_eq!(pixels.separation, Some(Vec2::new(0.0, 2.0)));
    assert_eq!(pixels.normal, None);
}

#[derive(Resource, Default)]
struct Order(Vec<(&'static str, usize)>);

/// Systems run before, between and after ours, and a run condition pauses the steps.
#[test]
fn systems_are_ordered_against_ours() {
    fn note(name: &'static str) -> impl Fn(ResMut<Order>, Res<HitmaskWorld>, MessageReader<TouchBegan>) {
        move |mut order, hitmasks, mut touches| {
            order.0.push((name, hitmasks.pixels().len() + 10 * touches.read().count()));
        }
    }
    #[derive(Resource)]
    struct Runs(bool);
    let mut app = app(HitmaskPlugin::default());
    app.init_resource::<Order>().insert_resource(Runs(false)).add_systems(
        PostUpdate,
        (
            note("after").after(HitmaskSystems::Notify),
            note("between").after(HitmaskSystems::Sync).before(HitmaskSystems::Step),
            note("before").before(HitmaskSystems::Sync),
        ),
    );
    app.configure_sets(PostUpdate, HitmaskSystems::Step.run_if(|runs: Res<Runs>| runs.0));
    square(&mut app, Hitmask::default(), 0.0);
    square(&mut app, Hitmask::default(), 3.0);
    app.update();
    app.world_mut().resource_mut::<Runs>().0 = true;
    app.update();
    let expected =
        [("before", 0), ("between", 2), ("after", 2), ("before", 2), ("between", 2), ("after", 12)];
    assert_eq!(app.world().resource::<Order>().0, expected);
}
