//! Pictures of worlds: what is drawn where, and what is refused.

use std::sync::Arc;

use hitmask::{Angle, Collider, Frames, Handle, LabelMask, Mask, Point, Rect, World, WorldOptions};
use hitmask_assets::{Image, WorldPicture, WorldPictureError};

const PINK: [u8; 3] = [255, 38, 148];

fn plain(region: Rect) -> WorldPicture {
    WorldPicture { boxes: false, contacts: false, normals: false, paths: false, ..WorldPicture::new(region) }
}

/// The world pixels that differ from the same picture of an empty world.
fn drawn(world: &World, picture: WorldPicture) -> Vec<(i32, i32)> {
    let (image, empty) = (picture.draw(world).unwrap(), picture.draw(&World::new()).unwrap());
    let Rect { x, y, w, h } = picture.region;
    let all = (0..h).flat_map(|v| (0..w).map(move |u| (u, v)));
    let differs = all.filter(|&(u, v)| image.pixel(u, v) != empty.pixel(u, v));
    differs.map(|(u, v)| (x + u as i32, y + v as i32)).collect()
}

/// What a point probe finds: another way to the same pixels.
fn covered(world: &World, handle: Handle, Rect { x, y, w, h }: Rect) -> Vec<(i32, i32)> {
    let filter = hitmask::QueryFilter::default().with_sensors();
    let all = (y..y + h as i32).flat_map(|y| (x..x + w as i32).map(move |x| (x, y)));
    all.filter(|&at| world.query(&hitmask::Probe::point(at), &filter).all().contains(&handle)).collect()
}

#[test]
fn covers_are_what_queries_find() {
    let region = Rect::new(-20, -15, 50, 40);
    let mask = Arc::new(Mask::from_fn(13, 9, |x, y| ((x * 3) ^ y) % 4 > 0));
    let frames = Frames::new([(Arc::clone(&mask), Point::new(3, 2))]);
    let colliders = [
        Collider::new(&mask).at((-4, 3)),
        Collider::new(&mask).at((2, 1)).rotated(Angle::Degrees(31.0)).scaled([1.5, -0.8]),
        Collider::new(frames.clone()).at((-7.5, 4.25)),
        Collider::new(frames).at((1, 4)).rotated(Angle::Degrees(-70.0)).scaled([1.2, 1.0]),
        Collider::new(Rect::new(-2, -3, 7, 5)).at((4, 4)).sensor(),
        Collider::new(&mask).at((3.5, 2.5)).character(),
    ];
    for wrap in [None, Some((21, 17))] {
        for collider in &colliders {
            let mut world = World::with_options(WorldOptions { wrap, ..WorldOptions::default() });
            let handle = world.insert(collider.clone());
            let expected = covered(&world, handle, region);
            assert!(expected.len() > 20);
            if wrap.is_none() {
                assert_eq!(drawn(&world, plain(region)), expected, "{collider:?}");
                continue;
            }
            // A query finds a pixel in any tile; a picture draws all images.
            assert_eq!(drawn(&world, plain(region)), expected, "wrapped: {collider:?}");
        }
    }
}

#[test]
fn contacts_normals_boxes_and_ways_are_marked() {
    let region = Rect::new(0, 0, 80, 60);
    let mut world = World::new();
    let floor = world.insert(Collider::new(Rect::new(0, 50, 80, 10)));
    let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((20, 36)).character());
    let shot = world.insert(Collider::new(Mask::filled(4, 2)).at((40, 10)).swept());
    let off = world.insert(Collider::new(Mask::filled(6, 6)).at((60, 10)).disabled());
    world.insert(Collider::new(Mask::filled(9, 9)).at((60, 30)).in_space(1));
    world.step().unwrap();
    world.set_position(shot, (70, 10)).unwrap();
    let picture = |change: fn(&mut WorldPicture)| {
        let mut picture = plain(region);
        change(&mut picture);
        picture.draw(&world).unwrap()
    };
    let at = |image: &Image, x: u32, y: u32| {
        let [r, g, b, alpha] = image.pixel(x, y).unwrap();
        assert_eq!(alpha, 255);
        [r, g, b]
    };
    let base = picture(|_| {});
    let near = |a: [u8; 3], b: [u8; 3]| a.iter().zip(b).all(|(a, b)| a.abs_diff(b) < 40);
    // The hero stands two pixels deep in the floor.
    let contacts = picture(|picture| picture.contacts = true);
    let pink: Vec<_> = (0..60)
        .flat_map(|y| (0..80).map(move |x| (x, y)))
        .filter(|&(x, y)| near(at(&contacts, x, y), PINK) && !near(at(&base, x, y), PINK))
        .collect();
    // All shared pixels but those under the frame around the first one.
    assert!(pink.iter().all(|&(x, y)| (20..28).contains(&x) && (50..52).contains(&y)), "{pink:?}");
    assert!(pink.contains(&(20, 50)) && pink.contains(&(27, 51)));
    assert_eq!(at(&contacts, 18, 50), [255; 3]);
    // The normal from the floor to the hero points up.
    let normals = picture(|picture| picture.normals = true);
    assert!((38..50).all(|y| near(at(&normals, 20, y), [255, 236, 120])));
    assert_eq!(at(&normals, 20, 56), at(&base, 20, 56));
    assert_eq!(world.normal(floor, hero).map(|normal| (normal.x, normal.y < 0)), Some((0, true)));
    // Frames lie outside of what they frame. The disabled one has one, too; that of the other space is not there.
    let boxes = picture(|picture| picture.boxes = true);
    assert!(at(&boxes, 19, 40) != at(&base, 19, 40) && at(&boxes, 20, 40) == at(&base, 20, 40));
    assert!(at(&boxes, 59, 12) != at(&base, 59, 12));
    let [r, g, b] = at(&base, 62, 12);
    assert!(r.abs_diff(b) < 20 && g.abs_diff(b) < 20, "grey");
    assert!(
        world.get(off).is_some()
            && at(&base, 62, 32) == at(&plain(region).draw(&World::new()).unwrap(), 62, 32)
    );
    // The way of the shot: from the middle of its old place to that of the new one.
    let paths = picture(|picture| picture.paths = true);
    assert!((42..72).all(|x| near(at(&paths, x, 11), [110, 231, 255])));
    assert_eq!(at(&paths, 30, 11), at(&base, 30, 11));
}

#[test]
fn scales_and_limits() {
    let mut world = World::new();
    world.insert(Collider::new(Rect::new(-3, 5, 30, 20)));
    let image = WorldPicture { scale: 5, ..WorldPicture::new(Rect::new(-3, 5, 4, 2)) }.draw(&world).unwrap();
    assert_eq!((image.width(), image.height()), (20, 10));
    let all = WorldPicture::of_space(&world, 0);
    assert_eq!((all.region, all.scale), (Rect::new(-11, -3, 46, 36), 8));
    assert_eq!(WorldPicture::of_space(&world, 7).region, Rect::new(0, 0, 16, 16));
    let draw = |region, scale| WorldPicture { scale, ..plain(region) }.draw(&world).map(drop);
    assert_eq!(draw(Rect::new(0, 0, 4096, 4096), 1), Ok(()));
    let error = draw(Rect::new(0, 0, 4096, 4097), 1).unwrap_err();
    assert_eq!(error, WorldPictureError::TooLarge { width: 4096, height: 4097 });
    assert_eq!(
        error.to_string(),
        "the picture would be 4096 x 4097 pixels, and at most 16777216 are drawn: choose a smaller region or a smaller scale"
    );
    let whole = Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
    for scale in [1, u32::MAX] {
        assert!(matches!(draw(whole, scale), Err(WorldPictureError::TooLarge { .. })));
    }
    for (region, scale) in [(Rect::new(0, 0, 0, 5), 1), (Rect::new(0, 0, 5, 5), 0)] {
        assert_eq!(draw(region, scale), Err(WorldPictureError::Empty));
    }
    // At the ends of the world, and with paths as long as it.
    let far = world.insert(Collider::new(Rect::new(0, 0, 3, 3)).at((i32::MIN, i32::MIN)).swept());
    world.step().unwrap();
    world.set_position(far, (i32::MAX - 3, i32::MAX - 3)).unwrap();
    for corner in [i32::MIN, i32::MAX - 50] {
        let region = Rect::new(corner, corner, 60, 60);
        WorldPicture { scale: 3, ..WorldPicture::new(region) }.draw(&world).unwrap();
    }
    let around = WorldPicture::of_space(&world, 0).draw(&world);
    assert!(matches!(around, Err(WorldPictureError::TooLarge { .. })));
}

/// Each label of a turned hero has a colour of its own; what is disabled is grey, labels or not.
#[test]
fn labels_have_colours() {
    let mut labels = LabelMask::new(6, 4);
    for (x, y) in (0..4).flat_map(|y| (0..6).map(move |x| (x, y))) {
        labels.set((x, y), 1 + u8::from(x > 2));
    }
    let mut world = World::new();
    let hero = world.insert(Collider::new(labels).at((20, 10)).rotated(Angle::Degrees(90.0)));
    let region = Rect::new(0, 0, 40, 30);
    let image = plain(region).draw(&world).unwrap();
    // Turned clockwise about its corner: the first columns lie above the others, and all left of the corner.
    let (head, feet) = (image.pixel(18, 11).unwrap(), image.pixel(18, 14).unwrap());
    let body = {
        let mut world = World::new();
        world.insert(Collider::new(Rect::new(16, 10, 4, 6)));
        plain(region).draw(&world).unwrap().pixel(18, 11).unwrap()
    };
    assert!(head != feet && head != body && feet != body, "{head:?} {feet:?} {body:?}");
    for (x, y) in (10..16).flat_map(|y| (16..20).map(move |x| (x, y))) {
        assert_eq!(image.pixel(x, y).unwrap(), if y < 13 { head } else { feet }, "({x}, {y})");
    }
    world.edit(hero, |hero| hero.enabled = false).unwrap();
    let off = plain(region).draw(&world).unwrap();
    assert_eq!(off.pixel(18, 11), off.pixel(18, 14));
}
