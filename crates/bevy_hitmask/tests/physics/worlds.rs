//! The worlds that all engines must agree on.

use std::time::Duration;

use bevy_app::prelude::*;
use bevy_asset::{Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_hitmask::hitmask::Mask;
use bevy_hitmask::prelude::*;
use bevy_hitmask::{HitmaskCollider, HitmaskTerrain, PixelContacts, hitmask::Terrain};
use bevy_image::Image;
use bevy_math::{Rect, UVec2, Vec2};
use bevy_sprite::{Anchor, Sprite};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

use crate::app::{app, image};

/// How an engine is asked.
pub(crate) trait Engine {
    /// The skin that a body needs that flies 14 units a step.
    const FAST_SKIN: f32;

    /// Its plugins and ours, gravity of 500 units a second squared, contacts by pixels where entities ask for them.
    fn add_plugins(app: &mut App);
    /// Makes a body of an entity that moves.
    fn make_dynamic(entity: &mut EntityWorldMut);
    /// Makes a body of an entity that does not move.
    fn make_fixed(entity: &mut EntityWorldMut);
    /// A box of the engine's own, about the entity's origin.
    fn add_box(entity: &mut EntityWorldMut, size: Vec2);
    /// The velocity of a body.
    fn set_velocity(entity: &mut EntityWorldMut, velocity: Vec2);
    /// The box around the collider, in the entity's coordinates, and the number of its pieces. None if it has no collider.
    fn collider(app: &App, entity: Entity) -> Option<(Rect, usize)>;
}

fn world<E: Engine>() -> App {
    let mut app = app(HitmaskPlugin::default());
    app.add_plugins(TimePlugin)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(15_625)));
    E::add_plugins(&mut app);
    app.finish();
    app.cleanup();
    app
}

fn add(app: &mut App, size: u32, solid: impl Fn(u32, u32) -> bool) -> Handle<Image> {
    let picture = image(UVec2::splat(size), |x, y| if solid(x, y) { 255 } else { 0 });
    app.world_mut().resource_mut::<Assets<Image>>().add(picture)
}

fn fixed<'a, E: Engine>(app: &'a mut App, bundle: impl Bundle) -> EntityWorldMut<'a> {
    let mut entity = app.world_mut().spawn(bundle);
    E::make_fixed(&mut entity);
    entity
}

fn dynamic<'a, E: Engine>(app: &'a mut App, bundle: impl Bundle) -> EntityWorldMut<'a> {
    let mut entity = app.world_mut().spawn(bundle);
    E::make_dynamic(&mut entity);
    entity
}

fn place(app: &App, entity: Entity) -> Vec2 {
    app.world().get::<Transform>(entity).unwrap().translation.truncate()
}

fn run(app: &mut App, frames: usize) {
    for _ in 0..frames {
        app.update();
    }
}

/// The squared distance of a texel from the middle of a picture of 64 × 64, in quarters.
fn from_middle(x: u32, y: u32) -> i32 {
    let away = |side: u32| 2 * side as i32 - 63;
    away(x).pow(2) + away(y).pow(2)
}

/// A ring with an inner radius of 20 and an outer one of 30, with or without a gap of 30 at the bottom and at the top.
fn ring(app: &mut App, has_gaps: bool) -> Sprite {
    let is_ring = |x, y| (40_i32.pow(2)..60_i32.pow(2)).contains(&from_middle(x, y));
    Sprite::from_image(add(app, 64, |x, y| is_ring(x, y) && !(has_gaps && (17..47).contains(&x))))
}

fn ball(radius: f32) -> (HitmaskShape, HitmaskCollider) {
    (HitmaskShape::Circle { centre: Vec2::ZERO, radius }, HitmaskCollider::default())
}

pub(crate) fn a_ball_falls_through_the_gap_and_the_hole_of_a_ring<E: Engine>() {
    let mut app = world::<E>();
    let open = ring(&mut app, true);
    fixed::<E>(&mut app, (open, HitmaskCollider::default()));
    let shut = ring(&mut app, false);
    fixed::<E>(&mut app, (shut, HitmaskCollider::default(), Transform::from_xyz(200.0, 0.0, 0.0)));
    let falls = dynamic::<E>(&mut app, (ball(12.0), Transform::from_xyz(0.0, 60.0, 0.0))).id();
    let stays = dynamic::<E>(&mut app, (ball(12.0), Transform::from_xyz(200.0, 60.0, 0.0))).id();
    run(&mut app, 70);
    // On the closed ring it lies, or rolls off.
    let at = place(&app, stays);
    assert!(at.distance(Vec2::new(200.0, 0.0)) > 41.0, "it is at {at}");
    run(&mut app, 50);
    assert!(place(&app, falls).y < -100.0, "it is at {}", place(&app, falls));
    assert!(place(&app, falls).x.abs() < 1.0, "it is at {}", place(&app, falls));
}

/// With the hull of its outline, the ring would throw the ball out.
pub(crate) fn a_ball_inside_a_ring_stays_inside<E: Engine>() {
    let mut app = world::<E>();
    let shut = ring(&mut app, false);
    fixed::<E>(&mut app, (shut, HitmaskCollider::within(1.0)));
    let inside = dynamic::<E>(&mut app, (ball(8.0), Transform::from_xyz(3.0, 2.0, 0.0))).id();
    for _ in 0..200 {
        app.update();
        assert!(place(&app, inside).length() < 14.0, "it is at {}", place(&app, inside));
    }
    // It lies at the bottom: the radius of the hole less its own.
    assert!((place(&app, inside).y + 12.0).abs() < 1.5, "it is at {}", place(&app, inside));
}

/// A crate of planks: a frame with a cross in it.
fn crate_of_pixels(app: &mut App) -> Handle<Image> {
    add(app, 32, |x, y| x < 3 || y < 3 || x >= 29 || y >= 29 || x.abs_diff(y) < 2)
}

pub(crate) fn a_box_rests_on_a_crate_of_pixels<E: Engine>() {
    let mut app = world::<E>();
    let crate_ = Sprite::from_image(crate_of_pixels(&mut app));
    // The crate lies to the lower right of its entity, and is twice as large.
    let crate_ = Sprite { custom_size: Some(Vec2::splat(64.0)), flip_x: true, ..crate_ };
    fixed::<E>(&mut app, (crate_, Anchor::TOP_LEFT, HitmaskCollider::default()));
    let plank = Sprite::from_image(add(&mut app, 16, |_, y| (4..12).contains(&y)));
    let plank = dynamic::<E>(&mut app, (plank, HitmaskCollider::default(), PixelContacts::default()))
        .insert(Transform::from_xyz(32.0, 20.0, 0.0))
        .id();
    run(&mut app, 200);
    let at = place(&app, plank);
    assert!(at.abs_diff_eq(Vec2::new(32.0, 4.0), 0.5), "it is at {at}");
}

pub(crate) fn a_collider_lies_where_the_sprite_lies<E: Engine>() {
    let mut app = world::<E>();
    // 10 texels to the right of the left edge, 6 below the upper one, 12 × 4 in size.
    let picture = add(&mut app, 32, |x, y| (10..22).contains(&x) && (6..10).contains(&y));
    let sprite = Sprite::from_image(picture);
    let cases = [
        (sprite.clone(), Anchor::CENTER, Rect::new(-6.0, 6.0, 6.0, 10.0)),
        (sprite.clone(), Anchor::TOP_LEFT, Rect::new(10.0, -10.0, 22.0, -6.0)),
        (Sprite { flip_y: true, ..sprite.clone() }, Anchor::CENTER, Rect::new(-6.0, -10.0, 6.0, -6.0)),
        (Sprite { flip_x: true, ..sprite.clone() }, Anchor::BOTTOM_LEFT, Rect::new(10.0, 22.0, 22.0, 26.0)),
        (
            Sprite { custom_size: Some(Vec2::new(64.0, 16.0)), ..sprite.clone() },
            Anchor::CENTER,
            Rect::new(-12.0, 3.0, 12.0, 5.0),
        ),
        (
            Sprite { rect: Some(Rect::new(12.0, 0.0, 32.0, 32.0)), ..sprite },
            Anchor::CENTER,
            Rect::new(-10.0, 6.0, 0.0, 10.0),
        ),
    ];
    for (sprite, anchor, expected) in cases {
        let entity = fixed::<E>(&mut app, (sprite, anchor, HitmaskCollider::default())).id();
        run(&mut app, 3);
        let (found, pieces) = E::collider(&app, entity).unwrap();
        assert!(
            found.min.abs_diff_eq(expected.min, 1e-3) && found.max.abs_diff_eq(expected.max, 1e-3),
            "{anchor:?}: {found:?} is not {expected:?}"
        );
        assert_eq!(pieces, 1);
    }
}

/// Editors and scene files find the components by their type.
pub(crate) fn components_are_reflected<E: Engine>() {
    let app = world::<E>();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for path in ["HitmaskCollider", "PixelContacts"] {
        let type_ =
            registry.get_with_short_type_path(path).unwrap_or_else(|| panic!("{path} is not registered"));
        assert!(type_.data::<ReflectComponent>().is_some(), "{path}");
    }
}

pub(crate) fn colliders_follow_what_is_shown<E: Engine>() {
    let mut app = world::<E>();
    let half = add(&mut app, 16, |x, _| x < 8);
    let entity = fixed::<E>(&mut app, (Sprite::from_image(half.clone()), HitmaskCollider::default())).id();
    let width = |app: &mut App| {
        run(app, 3);
        E::collider(app, entity).map(|(bounds, _)| (bounds.min.x, bounds.max.x))
    };
    assert_eq!(width(&mut app), Some((-8.0, 0.0)));
    app.world_mut().get_mut::<Sprite>(entity).unwrap().flip_x = true;
    assert_eq!(width(&mut app), Some((0.0, 8.0)));
    // The image changes.
    let quarter = image(UVec2::splat(16), |x, _| if x < 4 { 255 } else { 200 });
    app.world_mut().resource_mut::<Assets<Image>>().insert(&half, quarter).unwrap();
    assert_eq!(width(&mut app), Some((-8.0, 8.0)));
    app.world_mut().get_mut::<Hitmask>(entity).unwrap().level = 201;
    assert_eq!(width(&mut app), Some((4.0, 8.0)));
    // Nothing is solid.
    let clear = image(UVec2::splat(16), |_, _| 0);
    app.world_mut().resource_mut::<Assets<Image>>().insert(&half, clear).unwrap();
    assert_eq!(width(&mut app), None);
    app.world_mut().entity_mut(entity).insert(Anchor::CENTER_RIGHT).remove::<Sprite>();
    app.world_mut().entity_mut(entity).insert(HitmaskShape::from(Mask::filled(6, 2)));
    assert_eq!(width(&mut app), Some((-3.0, 3.0)));
    app.world_mut().entity_mut(entity).remove::<HitmaskCollider>();
    assert_eq!(width(&mut app), None);
}

pub(crate) fn own_shapes_are_colliders<E: Engine>() {
    let mut app = world::<E>();
    let wedge = vec![Vec2::ZERO, Vec2::new(0.0, 9.0), Vec2::new(12.0, 0.0)];
    let ground = Terrain::from_mask(&Mask::from_fn(20, 10, |x, y| x < 4 || y >= 5));
    type Dress = Box<dyn FnOnce(&mut EntityWorldMut)>;
    let shapes: [(Dress, Rect, usize); 4] = [
        (
            Box::new(move |entity| {
                entity.insert(HitmaskShape::Polygon(wedge));
            }),
            Rect::new(0.0, 0.0, 12.0, 9.0),
            1,
        ),
        (
            Box::new(|entity| {
                entity.insert(HitmaskShape::Circle { centre: Vec2::new(3.0, 4.5), radius: 2.0 });
            }),
            Rect::new(1.0, 2.5, 5.0, 6.5),
            1,
        ),
        (
            Box::new(|entity| {
                entity.insert(HitmaskShape::Rect { centre: Vec2::new(1.0, 2.0), size: Vec2::new(4.0, 3.0) });
            }),
            Rect::new(-1.0, 0.5, 3.0, 3.5),
            1,
        ),
        (
            Box::new(move |entity| {
                entity.insert(HitmaskTerrain::new(ground));
            }),
            Rect::new(-10.0, -5.0, 10.0, 5.0),
            2,
        ),
    ];
    for (dress, expected, pieces) in shapes {
        let mut entity = fixed::<E>(&mut app, HitmaskCollider::default());
        dress(&mut entity);
        let entity = entity.id();
        run(&mut app, 3);
        let (found, count) = E::collider(&app, entity).unwrap();
        assert!(
            found.min.abs_diff_eq(expected.min, 1e-3) && found.max.abs_diff_eq(expected.max, 1e-3),
            "{found:?} is not {expected:?}"
        );
        assert_eq!(count, pieces);
    }
}

/// Discs in boxes of 32 × 32 of the engine's own. The corners of the boxes meet, the discs don't.
pub(crate) fn corners_without_pixels_pass<E: Engine>() {
    let mut app = world::<E>();
    let disc = add(&mut app, 32, |x, y| {
        let away = |side: u32| 2 * side as i32 - 31;
        away(x).pow(2) + away(y).pow(2) < 16_i32.pow(2)
    });
    let disc = || (Sprite::from_image(disc.clone()), Hitmask::default().only_picked());
    let spawn = |app: &mut App, x: f32, by_pixels: bool, beside: f32| {
        let mut peg = fixed::<E>(app, (disc(), Transform::from_xyz(x, 0.0, 0.0)));
        E::add_box(&mut peg, Vec2::splat(32.0));
        let mut falls = dynamic::<E>(app, (disc(), Transform::from_xyz(x + beside, 60.0, 0.0)));
        E::add_box(&mut falls, Vec2::splat(32.0));
        if by_pixels {
            falls.insert(PixelContacts::default());
        }
        falls.id()
    };
    let by_boxes = spawn(&mut app, 0.0, false, 21.0);
    let by_pixels = spawn(&mut app, 300.0, true, 21.0);
    let on_pixels = spawn(&mut app, 600.0, true, 0.0);
    let mut lowest = f32::MAX;
    for _ in 0..60 {
        app.update();
        lowest = lowest.min(place(&app, on_pixels).y);
    }
    // Nothing has touched it.
    assert_eq!(place(&app, by_pixels).x, 321.0);
    assert!(place(&app, by_pixels).y < -40.0, "it is at {}", place(&app, by_pixels));
    assert!(lowest > 10.0, "it sank to {lowest}");
    // The other box was stopped, or was turned aside by the edge.
    assert!(place(&app, by_boxes).y > place(&app, by_pixels).y + 20.0, "it is at {}", place(&app, by_boxes));
}

/// Eight of them, which would sink in by eight different parts of a step.
pub(crate) fn a_fast_ball_stops_at_pixels<E: Engine>() {
    let mut app = world::<E>();
    let wall = Sprite::from_image(add(&mut app, 64, |x, _| x >= 40));
    let wall = Sprite { custom_size: Some(Vec2::new(64.0, 256.0)), ..wall };
    fixed::<E>(&mut app, (wall, HitmaskCollider::default()));
    let balls = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0].map(|i| {
        let mut ball = dynamic::<E>(&mut app, (ball(6.0), PixelContacts { skin: E::FAST_SKIN }));
        ball.insert(Transform::from_xyz(-60.0 - 1.75 * i, 30.0 * i - 105.0, 0.0));
        E::set_velocity(&mut ball, Vec2::new(900.0, 0.0));
        ball.id()
    });
    for _ in 0..12 {
        app.update();
        for ball in balls {
            // The wall begins at 8.
            assert!(place(&app, ball).x < 4.0, "it is at {}", place(&app, ball));
        }
    }
    for ball in balls {
        assert!(place(&app, ball).x > -40.0, "it is at {}", place(&app, ball));
    }
}
