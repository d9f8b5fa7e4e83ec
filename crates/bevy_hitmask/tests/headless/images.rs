//! Images that change, that cannot be read, and the packs that help.

use bevy_app::prelude::*;
use bevy_asset::{Assets, Handle, RenderAssetUsages};
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_hitmask::hitmask::{AlphaMask, Mask, NewFrame, NewSprite, PackBuilder};
use bevy_hitmask::prelude::*;
use bevy_hitmask::{HitmaskMasks, HitmaskProblem, ProblemKind};
use bevy_image::{Image, TextureAtlas, TextureAtlasLayout, ToExtents};
use bevy_math::{Rect, UVec2, Vec2};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::components::Transform;
use wgpu_types::{TextureDimension, TextureFormat};

use crate::app::{app, image, messages};

fn add(app: &mut App, image: Image) -> Handle<Image> {
    app.world_mut().resource_mut::<Assets<Image>>().add(image)
}

fn sprite(app: &mut App, image: &Handle<Image>) -> Entity {
    app.world_mut().spawn((Sprite::from_image(image.clone()), Anchor::TOP_LEFT, Hitmask::default())).id()
}

/// Whether the entity covers a texel, if its image lies at the origin.
fn covers(app: &App, entity: Entity, x: i32, y: i32) -> bool {
    let middle = Vec2::new(x as f32 + 0.5, -y as f32 - 0.5);
    app.world().resource::<HitmaskWorld>().at_point(middle, &QueryFilter::default()).contains(&entity)
}

/// The area that an entity covers.
fn area(app: &App, entity: Entity) -> usize {
    (0..16).flat_map(|x| (0..16).map(move |y| (x, y))).filter(|&(x, y)| covers(app, entity, x, y)).count()
}

#[test]
fn masks_are_made_once_and_shared() {
    let mut app = app(HitmaskPlugin::default());
    let picture = add(&mut app, image(UVec2::splat(8), |x, _| x as u8 * 30));
    for x in 0..20 {
        let place =
            Transform::from_xyz(x as f32 * 3.0, 0.0, 0.0).with_scale(bevy_math::Vec3::splat(0.5 + x as f32));
        app.world_mut().spawn((Sprite::from_image(picture.clone()), Hitmask::default(), place));
    }
    app.update();
    assert_eq!(app.world().resource::<HitmaskMasks>().len(), 1);
    app.world_mut().spawn((Sprite::from_image(picture.clone()), Hitmask::default().with_level(30)));
    let part = Sprite { rect: Some(Rect::new(0.0, 0.0, 4.0, 4.0)), ..Sprite::from_image(picture) };
    app.world_mut().spawn((part, Hitmask::default()));
    app.update();
    assert_eq!(app.world().resource::<HitmaskMasks>().len(), 3);
}

/// An image that is edited or replaced changes what is solid in the same frame.
#[test]
fn hot_reload() {
    let mut app = app(HitmaskPlugin::default());
    let picture = add(&mut app, image(UVec2::splat(8), |x, _| if x < 2 { 255 } else { 0 }));
    let entity = sprite(&mut app, &picture);
    app.update();
    assert_eq!(area(&app, entity), 16);
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    images.get_mut(&picture).unwrap().pixel_bytes_mut(UVec2::new(7, 7).extend(0)).unwrap()[3] = 255;
    app.update();
    assert_eq!((area(&app, entity), covers(&app, entity, 7, 7)), (17, true));
    // Another size, as a file may have that was saved anew.
    app.world_mut()
        .resource_mut::<Assets<Image>>()
        .insert(&picture, image(UVec2::splat(10), |_, _| 255))
        .unwrap();
    app.update();
    assert_eq!(area(&app, entity), 100);
    // The graphics card takes the pixels: the mask stays.
    app.world_mut().resource_mut::<Assets<Image>>().get_mut(&picture).unwrap().data = None;
    app.update();
    app.update();
    assert_eq!(area(&app, entity), 100);
    // An image that comes later than its entity.
    let empty = app.world().resource::<Assets<Image>>().reserve_handle();
    let late = sprite(&mut app, &empty);
    app.update();
    assert_eq!(area(&app, late), 0);
    app.world_mut()
        .resource_mut::<Assets<Image>>()
        .insert(&empty, image(UVec2::splat(3), |_, _| 255))
        .unwrap();
    app.update();
    assert_eq!(area(&app, late), 9);
    assert!(messages::<HitmaskProblem>(&app, &mut MessageCursor::default()).is_empty());
}

fn compressed() -> Image {
    let size = UVec2::splat(8).to_extents();
    Image::new(
        size,
        TextureDimension::D2,
        vec![0; 32],
        TextureFormat::Bc1RgbaUnormSrgb,
        RenderAssetUsages::all(),
    )
}

fn gone() -> Image {
    let mut image = image(UVec2::splat(8), |_, _| 255);
    image.asset_usage = RenderAssetUsages::RENDER_WORLD;
    image.data = None;
    image
}

/// One warning for each image that cannot be read, and none for what a pack has.
#[test]
fn what_cannot_be_read_comes_from_a_pack() {
    let mut app = app(HitmaskPlugin::default());
    let (one, two, sheet) = (add(&mut app, compressed()), add(&mut app, gone()), add(&mut app, gone()));
    let entities = [&one, &one, &two].map(|image| sprite(&mut app, image));
    let layout = TextureAtlasLayout::from_grid(UVec2::splat(4), 2, 2, None, None);
    let layout = app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    let frame =
        |index| Sprite::from_atlas_image(sheet.clone(), TextureAtlas { layout: layout.clone(), index });
    let frames =
        [0, 3].map(|index| app.world_mut().spawn((frame(index), Anchor::TOP_LEFT, Hitmask::default())).id());
    let mut cursor = MessageCursor::<HitmaskProblem>::default();
    let mut said = 0;
    for _ in 0..3 {
        app.update();
        for problem in messages(&app, &mut cursor) {
            said += 1;
            assert!(matches!(problem.kind, ProblemKind::UnreadableImage { .. }));
            assert!(problem.to_string().contains("hitmask pack"), "{problem}");
        }
    }
    assert_eq!((said, app.world().resource::<HitmaskWorld>().pixels().len()), (3, 0));

    let mut builder = PackBuilder::new();
    let half = Mask::from_fn(8, 8, |x, _| x < 4);
    builder.add(NewSprite::single("one.png", NewFrame::from_mask(&half))).unwrap();
    let fade = AlphaMask::from_fn(8, 8, |x, _| x as u8 * 32);
    builder.add(NewSprite::single("two.png", NewFrame::from_alpha(&fade))).unwrap();
    let frames_of_sheet =
        (1..=4).map(|side| NewFrame::from_mask(&Mask::from_fn(4, 4, |x, y| x < side && y < side)));
    builder.add(NewSprite::new("sheet.png", frames_of_sheet)).unwrap();
    let mut masks = app.world_mut().resource_mut::<HitmaskMasks>();
    masks.name_image(&one, "one.png");
    masks.name_image(&two, "two.png");
    masks.name_image(&sheet, "sheet.png");
    masks.add_pack(builder.finish()).unwrap();
    assert!(masks.add_pack(*b"no pack").is_err());
    app.update();
    assert!(messages(&app, &mut cursor).is_empty());
    assert_eq!(entities.map(|entity| area(&app, entity)), [32, 32, 32]);
    assert!(
        covers(&app, entities[0], 3, 7)
            && !covers(&app, entities[2], 3, 7)
            && covers(&app, entities[2], 4, 7)
    );
    assert_eq!(frames.map(|entity| area(&app, entity)), [1, 16]);
}

/// An image of hit areas in place of the alpha, of the same size or of the size of the part that is shown.
#[test]
fn own_mask_images() {
    let mut app = app(HitmaskPlugin::default());
    let picture = add(&mut app, gone());
    let whole = add(&mut app, image(UVec2::splat(8), |x, y| if x == y { 255 } else { 0 }));
    let small = add(&mut app, image(UVec2::splat(4), |_, _| 255));
    let wrong = add(&mut app, image(UVec2::new(4, 5), |_, _| 255));
    let part = Sprite { rect: Some(Rect::new(4.0, 3.0, 8.0, 7.0)), ..Sprite::from_image(picture) };
    let [by_whole, by_small, by_wrong] = [&whole, &small, &wrong].map(|mask| {
        let shape = HitmaskShape::Image(mask.clone());
        app.world_mut().spawn((part.clone(), Anchor::TOP_LEFT, shape, Hitmask::default())).id()
    });
    app.update();
    // Of the diagonal, (4, 4), (5, 5) and (6, 6) lie in the part.
    assert_eq!((area(&app, by_whole), area(&app, by_small)), (3, 16));
    assert!(covers(&app, by_whole, 0, 1) && covers(&app, by_whole, 2, 3));
    let problems = messages::<HitmaskProblem>(&app, &mut MessageCursor::default());
    assert_eq!(problems, [HitmaskProblem { entity: Some(by_wrong), kind: ProblemKind::MaskImageSize }]);
}

/// The frames that a mask may take, each with a pause for the task.
const PATIENCE: u32 = 3000;

fn pause() {
    std::thread::sleep(std::time::Duration::from_millis(1));
}

/// Updates until all masks are made.
fn load(app: &mut App) {
    for _ in 0..PATIENCE {
        app.update();
        if app.world().resource::<HitmaskMasks>().progress().is_done() {
            return;
        }
        pause();
    }
    panic!("the masks don't come: {:?}", app.world().resource::<HitmaskMasks>().progress());
}

/// Made, wanted, waiting.
fn progress(app: &App) -> [usize; 3] {
    let progress = app.world().resource::<HitmaskMasks>().progress();
    [progress.made, progress.wanted, progress.waiting]
}

/// A large mask comes some frames later. Until then the entity has the mask that it had, or none.
#[test]
fn large_masks_come_later() {
    let mut app = app(HitmaskPlugin::default().masks_at_once(64));
    let large = |solid: u32| image(UVec2::new(9, 8), move |x, _| if x < solid { 255 } else { 0 });
    let picture = add(&mut app, large(2));
    let small = add(&mut app, image(UVec2::splat(8), |_, _| 255));
    let none = app.world().resource::<Assets<Image>>().reserve_handle();
    let [entity, other, late] = [&picture, &small, &none].map(|picture| sprite(&mut app, picture));
    app.update();
    assert_eq!([entity, other, late].map(|entity| area(&app, entity)), [0, 64, 0]);
    assert_eq!(progress(&app), [1, 2, 1]);
    app.world_mut().despawn(late);
    load(&mut app);
    assert_eq!((area(&app, entity), progress(&app)), (16, [2, 2, 0]));

    // The image changes: the old mask counts, and follows its entity.
    let set = |app: &mut App, image: Image| {
        app.world_mut().resource_mut::<Assets<Image>>().insert(&picture, image).unwrap();
    };
    set(&mut app, large(3));
    app.world_mut().get_mut::<Transform>(entity).unwrap().translation.x = 1.0;
    app.update();
    assert_eq!((area(&app, entity), progress(&app)), (16, [1, 2, 0]));
    assert!(!covers(&app, entity, 0, 0) && covers(&app, entity, 2, 0));
    // So it is for a new entity, but not for one with another part.
    let new = sprite(&mut app, &picture);
    let part = Sprite { rect: Some(Rect::new(0.0, 0.0, 9.0, 7.5)), ..Sprite::from_image(picture.clone()) };
    let part = app.world_mut().spawn((part, Anchor::TOP_LEFT, Hitmask::default().with_level(9))).id();
    load(&mut app);
    assert_eq!([entity, new, part].map(|entity| area(&app, entity)), [24, 24, 24]);

    // Another size: the old mask stays where it lay in its entity.
    set(&mut app, image(UVec2::splat(10), |_, _| 255));
    app.world_mut().get_mut::<Transform>(entity).unwrap().translation.x = 2.0;
    app.update();
    assert_eq!(area(&app, entity), 24);
    assert!(!covers(&app, entity, 1, 0) && covers(&app, entity, 4, 7));
    app.world_mut().get_mut::<Transform>(entity).unwrap().translation.x = 1.0;
    load(&mut app);
    assert_eq!((area(&app, entity), area(&app, new)), (100, 100));

    // An image that changes in each frame has a mask all the same, though not always the newest.
    set(&mut app, large(0));
    load(&mut app);
    let mut frame = 0;
    while area(&app, new) == 0 {
        assert!(frame < PATIENCE, "no mask ever comes");
        set(&mut app, large(1 + frame % 2));
        app.update();
        frame += 1;
        pause();
    }
    load(&mut app);
    assert_eq!(area(&app, new), if frame % 2 == 1 { 8 } else { 16 });
    // The graphics card takes the pixels while a mask is made.
    set(&mut app, large(9));
    app.update();
    app.world_mut().resource_mut::<Assets<Image>>().get_mut(&picture).unwrap().data = None;
    load(&mut app);
    assert_eq!(area(&app, new), 72);
    assert!(messages::<HitmaskProblem>(&app, &mut MessageCursor::default()).is_empty());
}

/// Who cannot wait has all masks at once.
#[test]
fn all_masks_at_once() {
    let mut app = app(HitmaskPlugin::default().masks_at_once(u64::MAX));
    let picture = add(&mut app, image(UVec2::splat(1000), |x, y| if x < 16 && y < 16 { 255 } else { 0 }));
    let entity = sprite(&mut app, &picture);
    app.update();
    assert_eq!((area(&app, entity), progress(&app)), (256, [1, 1, 0]));
    let big = app.world_mut().spawn((Sprite::from_image(picture), Hitmask::default().by_alpha_sum())).id();
    app.update();
    assert_eq!(app.world().resource::<HitmaskWorld>().touching_now(big), []);
}
