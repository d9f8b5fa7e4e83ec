//! Is it deadly, or is it gold? The colour tells, as in games of the late 1990s. Writes the picture `deadly_or_gold.png`.
//!
//! `cargo run -p hitmask-assets --example deadly_or_gold`
//!
//! Everything that can be touched is painted into a small buffer around the hero: deadly things in red, gold in yellow, turned and
//! scaled as on the screen. Then the hero's own pixels are tested against the buffer. The painted shapes may differ from the sprites:
//! deadly things are painted two pixels smaller and gold three pixels larger, which is kind to the player.
//!
//! The picture shows the scene at the top, with the hero at six places: red where it was hurt, yellow where it took gold. At the bottom
//! it shows the buffer at those places.

use std::error::Error;
use std::fs;

use hitmask::{
    Angle, BufferMode, BufferOverlap, CollisionBuffer, Mask, PixelRule, Placed, Pose, PoseParts, Rect,
    StructuringElement,
};
use hitmask_assets::{Frame, Image, Options, encode_png, load};

/// Ids are colours: red, green, blue.
const DEADLY: u32 = 0xE8_30_30;
const GOLD: u32 = 0xF8_C8_20;

const WIDTH: u32 = 640;
const HEIGHT: u32 = 230;

/// The six places of the hero's corner.
const STEPS: [(i32, i32); 6] = [(6, 120), (112, 66), (196, 88), (300, 24), (424, 92), (548, 116)];

/// A sprite in the scene.
struct Thing {
    frame: Frame,
    pose: Pose,
    /// The shape that is painted, and its colour.
    mask: Mask,
    mask_pose: Pose,
    id: u32,
}

impl Thing {
    fn new(
        file: &str,
        id: u32,
        position: [f64; 2],
        degrees: f64,
        scale: f64,
    ) -> Result<Thing, Box<dyn Error>> {
        let frame = read(file)?;
        let solid = frame.mask(128);
        // Sprites are shown at half their size, so these numbers are twice those on the screen.
        let (mask, corner) = match id {
            DEADLY => solid.shrink(4, StructuringElement::Disc),
            _ => solid.grow(6, StructuringElement::Disc),
        };
        let middle = [solid.width(), solid.height()].map(|side| f64::from(side) / 2.0);
        let pose = |pivot| {
            let rotation = Angle::Degrees(degrees);
            Pose::new(&PoseParts { position, rotation, scale: [scale; 2], pivot, ..PoseParts::default() })
        };
        // The mask may start left of the picture and above it.
        let in_mask = [middle[0] - f64::from(corner.x), middle[1] - f64::from(corner.y)];
        Ok(Thing { pose: pose(middle)?, mask_pose: pose(in_mask)?, frame, mask, id })
    }
}

/// The hero, also at half its size.
fn standing((x, y): (i32, i32)) -> Result<Pose, hitmask::InvalidArgument> {
    Pose::from_matrix([0.5, 0.0, 0.0, 0.5, x.into(), y.into()])
}

fn read(file: &str) -> Result<Frame, Box<dyn Error>> {
    let path = format!("{}/../../assets/{file}", env!("CARGO_MANIFEST_DIR"));
    Ok(load(path, &Options::default())?.frames[0].clone())
}

fn main() -> Result<(), Box<dyn Error>> {
    let hero = read("alienBlue_walk1.png")?;
    let body = hero.mask(128);
    let mut things = vec![
        Thing::new("spikes.png", DEADLY, [84.0, 196.0], 0.0, 0.5)?,
        Thing::new("coinGold.png", GOLD, [186.0, 66.0], 20.0, 0.45)?,
        Thing::new("saw.png", DEADLY, [285.0, 176.0], 17.0, 0.6)?,
        Thing::new("coinGold.png", GOLD, [378.0, 48.0], 0.0, 0.6)?,
        Thing::new("cactus.png", DEADLY, [478.0, 186.0], 0.0, 0.5)?,
        Thing::new("keyBlue.png", GOLD, [496.0, 100.0], -35.0, 0.5)?,
        Thing::new("saw.png", DEADLY, [619.0, 150.0], 40.0, 0.4)?,
    ];
    let mut picture = Picture::new(&things);

    // The buffer is as large as the hero, because only the hero is tested.
    let around = |(x, y): (i32, i32)| Rect::new(x, y, body.width() / 2, body.height() / 2);
    let mut buffer = CollisionBuffer::new(BufferMode::Painter, around(STEPS[0]))?;
    for at in STEPS {
        buffer.set_region(around(at))?;
        for thing in &things {
            buffer.draw(Placed::from(&thing.mask).posed(&thing.mask_pose), thing.id);
        }
        let here = standing(at)?;
        let met = buffer.test(Placed::from(&body).posed(&here));
        picture.look(&buffer, &hero, &body, &here);

        let tell = |id| {
            let met: Option<&BufferOverlap> = met.iter().find(|met| met.id == id);
            met.map_or("no".into(), |met| {
                format!("{} pixels from ({}, {}) on", met.area, met.first.x, met.first.y)
            })
        };
        println!("the hero at {at:?}: hurt: {}; gold: {}", tell(DEADLY), tell(GOLD));
        // The hero takes the gold.
        things.retain(|thing| {
            thing.id != GOLD || !body.overlaps_posed(&here, &thing.mask, &thing.mask_pose, PixelRule::Raster)
        });
    }
    fs::write("deadly_or_gold.png", picture.encode()?)?;
    println!(
        "deadly_or_gold.png: red where it hurt, yellow where there was gold; below, what the buffer held."
    );
    Ok(())
}

/// The picture: the scene at the top, the buffer at the bottom.
struct Picture(Vec<[u8; 3]>);

impl Picture {
    fn new(things: &[Thing]) -> Picture {
        let mut picture = Picture(vec![[38, 44, 62]; (WIDTH * HEIGHT * 2) as usize]);
        picture.0[(WIDTH * HEIGHT) as usize..].fill([12, 14, 20]);
        for thing in things {
            for (i, [u, v]) in thing.pose.texels(Rect::new(0, 0, WIDTH, HEIGHT)).enumerate() {
                mix(&mut picture.0[i], texel(&thing.frame, [u, v]));
            }
        }
        picture
    }

    /// Draws the hero at its place, and the buffer around it.
    fn look(&mut self, buffer: &CollisionBuffer, hero: &Frame, body: &Mask, pose: &Pose) {
        let (all, region) = (Rect::new(0, 0, WIDTH, HEIGHT), buffer.region());
        let ids = region.intersection(&all).unwrap_or_default();
        let places =
            (ids.y..).take(ids.h as usize).flat_map(|y| (ids.x..).take(ids.w as usize).map(move |x| (x, y)));
        for ((x, y), [u, v]) in places.zip(pose.texels(ids)) {
            let above = (y as u32 * WIDTH + x as u32) as usize;
            let below = above + (WIDTH * HEIGHT) as usize;
            mix(&mut self.0[above], texel(hero, [u, v]));
            let solid = body.get((u as i32, v as i32));
            match (buffer.top_at((x, y)), solid) {
                (Some(id), true) => {
                    self.0[above] = colour(id);
                    self.0[below] = colour(id).map(|channel| channel / 2 + 127);
                }
                (Some(id), false) => self.0[below] = colour(id),
                (None, true) => self.0[below] = [70, 90, 120],
                (None, false) => self.0[below] = [28, 34, 48],
            }
        }
    }

    fn encode(self) -> Result<Vec<u8>, Box<dyn Error>> {
        let rgba = self.0.iter().flat_map(|&[r, g, b]| [r, g, b, 255]).collect();
        Ok(encode_png(&Image::from_rgba8(WIDTH, HEIGHT * 2, rgba)?))
    }
}

/// A pixel of a picture; clear outside.
fn texel(frame: &Frame, [u, v]: [i64; 2]) -> [u8; 4] {
    let inside = u32::try_from(u).ok().zip(u32::try_from(v).ok());
    inside.and_then(|(u, v)| frame.image.pixel(u, v)).unwrap_or_default()
}

fn colour(id: u32) -> [u8; 3] {
    let [_, r, g, b] = id.to_be_bytes();
    [r, g, b]
}

/// Draws a pixel over another.
fn mix(under: &mut [u8; 3], [r, g, b, alpha]: [u8; 4]) {
    for (under, over) in under.iter_mut().zip([r, g, b]) {
        let sum = u32::from(over) * u32::from(alpha) + u32::from(*under) * (255 - u32::from(alpha));
        *under = (sum / 255) as u8;
    }
}
