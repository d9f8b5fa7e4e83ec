//! Which sprite is under the mouse? The topmost one whose pixel is solid there, turned, scaled and flipped as on the screen. Writes the
//! picture `picking.png`.
//!
//! `cargo run -p hitmask-assets --example picking`
//!
//! A click goes through the holes of a sprite: between the bars of the cage, through the spokes of the bike.
//!
//! The left half of the picture shows the scene and some clicks. The right half asks for every pixel which sprite would be picked, and
//! paints the pixel in the sprite's colour. The example checks that this is, everywhere, the sprite that was drawn last.

use std::error::Error;
use std::fs;

use hitmask::{
    Angle, Collider, Handle, Mask, Point, PoseParts, QueryFilter, Rect, StructuringElement, Transform, World,
};
use hitmask_assets::{CollisionOptions, Frame, Image, Options, encode_png, load};

const WIDTH: u32 = 420;
const HEIGHT: u32 = 320;

/// The least alpha that can be clicked.
const SOLID: u8 = 128;

/// A sprite: its file, its place in the drawing order, where its middle lies, its rotation, scale and flip, and its colour in the map.
type Thing = (&'static str, i32, [f64; 2], f64, f64, bool, [u8; 3]);

/// They are not sorted by their order.
const THINGS: [Thing; 9] = [
    ("metal_cage_kurt_nordstro_.png", 7, [96.0, 104.0], 0.0, 0.17, false, [236, 236, 240]),
    ("treeGreen_large.png", 1, [330.0, 80.0], 25.0, 1.3, false, [70, 160, 80]),
    ("bike_tobias_jakobs_.png", 6, [310.0, 236.0], -8.0, 0.17, true, [240, 120, 190]),
    ("bee.png", 5, [96.0, 112.0], 30.0, 0.75, true, [250, 210, 60]),
    ("femaleAdventurer_walk0.png", 3, [228.0, 168.0], 0.0, 1.25, true, [120, 170, 250]),
    ("saw.png", 4, [180.0, 208.0], 10.0, 0.9, false, [200, 90, 70]),
    ("meteorGrey_big1.png", 2, [128.0, 236.0], -40.0, 1.4, false, [150, 120, 90]),
    ("playerShip1_orange.png", 3, [290.0, 180.0], 75.0, 0.9, false, [250, 140, 40]),
    ("wormGreen.png", 8, [246.0, 262.0], -20.0, 1.0, true, [150, 230, 90]),
];

const CLICKS: [(i32, i32); 9] =
    [(96, 70), (92, 108), (140, 240), (188, 200), (236, 140), (282, 170), (330, 80), (330, 236), (390, 300)];

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new();
    let mut drawn: Vec<(Handle, Frame)> = Vec::new();
    for (file, order, position, degrees, scale, flip, _) in THINGS {
        let path = format!("{}/../../assets/{file}", env!("CARGO_MANIFEST_DIR"));
        let sprite = load(path, &Options::default())?;
        let shape =
            sprite.collision_frames(&CollisionOptions { threshold: SOLID, ..CollisionOptions::default() })?;
        let transform = Transform::new(&PoseParts {
            position,
            pivot: shape.pivot.to_f64(), // the file has none, so it is the middle of the picture
            rotation: Angle::Degrees(degrees),
            scale: [scale; 2],
            flip: [flip, false],
            ..PoseParts::default()
        })?;
        // `drawn` has the same order as the colliders, so their data are places in it.
        let collider = Collider::new(shape.frames).with_transform(transform).with_order(order);
        let handle = world.insert(collider.with_data(drawn.len() as u64));
        drawn.push((handle, sprite.frames[0].clone()));
    }

    // Drawn from the lowest order to the highest. Of equal ones the later collider lies on top, as for `pick`.
    let mut order: Vec<usize> = (0..THINGS.len()).collect();
    order.sort_by_key(|&thing| THINGS[thing].1);
    let screen = Rect::new(0, 0, WIDTH, HEIGHT);
    let mut picture = vec![[38, 44, 62]; (WIDTH * HEIGHT) as usize];
    let mut seen: Vec<Option<usize>> = vec![None; picture.len()];
    for thing in order {
        let (handle, frame) = &drawn[thing];
        let pose = world.pose(*handle).ok_or("the sprite is not in the world")?;
        for (i, texel) in pose.texels(screen).enumerate() {
            let color = pixel(frame, texel);
            mix(&mut picture[i], color);
            if color[3] >= SOLID {
                seen[i] = Some(thing);
            }
        }
    }

    let filter = QueryFilter::default();
    let thing_of = |handle| world.get(handle).map(|collider| collider.data as usize);
    let name = |thing: usize| THINGS[thing].0;
    for at in CLICKS {
        let all: Vec<&str> = world.pick_all(at, &filter).into_iter().filter_map(thing_of).map(name).collect();
        match all.split_first() {
            None => println!("a click at {at:?} picks nothing"),
            Some((top, [])) => println!("a click at {at:?} picks {top}"),
            Some((top, below)) => println!("a click at {at:?} picks {top}; below it: {}", below.join(", ")),
        }
    }

    // What a click on each pixel would pick.
    let mut map = Vec::with_capacity(picture.len());
    for (i, seen) in seen.iter().enumerate() {
        let (x, y) = (i as u32 % WIDTH, i as u32 / WIDTH);
        let picked = world.pick((x as i32, y as i32), &filter).and_then(thing_of);
        assert_eq!(picked, *seen, "what is picked at ({x}, {y}) is what is seen there");
        map.push(picked.map_or([24, 26, 34], |thing| THINGS[thing].6));
    }
    for half in [&mut picture, &mut map] {
        cross_out(half);
    }

    let rows = picture.chunks(WIDTH as usize).zip(map.chunks(WIDTH as usize));
    let pixels = rows.flat_map(|(left, right)| left.iter().chain(right));
    let rgba = pixels.flat_map(|&[r, g, b]| [r, g, b, 255]).collect();
    fs::write("picking.png", encode_png(&Image::from_rgba8(2 * WIDTH, HEIGHT, rgba)?))?;
    println!(
        "picking.png: the scene with the clicks, and for every pixel the sprite that a click there picks"
    );
    Ok(())
}

/// Marks the clicks by small crosses with a dark rim.
fn cross_out(pixels: &mut [[u8; 3]]) {
    let cross = Mask::from_fn(11, 11, |x, y| (x == 5 || y == 5) && (x, y) != (5, 5));
    let (rim, corner) = cross.grow(1, StructuringElement::Box);
    for (x, y) in CLICKS {
        for (mask, corner, color) in [(&rim, corner, [0; 3]), (&cross, Point::ZERO, [255; 3])] {
            for point in mask.points() {
                let (x, y) = (x - 5 + corner.x + point.x, y - 5 + corner.y + point.y);
                if (0..WIDTH as i32).contains(&x) && (0..HEIGHT as i32).contains(&y) {
                    pixels[(y as u32 * WIDTH + x as u32) as usize] = color;
                }
            }
        }
    }
}

/// A pixel of a picture; clear outside.
fn pixel(frame: &Frame, [u, v]: [i64; 2]) -> [u8; 4] {
    let inside = u32::try_from(u).ok().zip(u32::try_from(v).ok());
    inside.and_then(|(u, v)| frame.image.pixel(u, v)).unwrap_or_default()
}

/// Draws a pixel over another.
fn mix(under: &mut [u8; 3], [r, g, b, alpha]: [u8; 4]) {
    for (under, over) in under.iter_mut().zip([r, g, b]) {
        let sum = u32::from(over) * u32::from(alpha) + u32::from(*under) * (255 - u32::from(alpha));
        *under = (sum / 255) as u8;
    }
}
