//! A ship shoots at turning meteors with shots that fly 90 pixels a frame. Writes the animation `shooter.gif`.
//!
//! `cargo run -p hitmask-assets --example shooter`
//!
//! Everything turns and moves, and one `World::step` a frame tells what touches. The shots are swept: a step looks at their whole way, so
//! they do not jump over meteors (what turns on its way is followed with the pixels that it covers at the end). The same game is then played with shots that are not swept, and the hits are counted.

mod film;

use std::error::Error;
use std::sync::Arc;

use film::Film;
use hitmask::{Angle, Collider, EventKind, Handle, Layers, Mask, PointQ16, Rect, World};
use hitmask_assets::{Frame, Options, load};

const WIDTH: i32 = 360;
const HEIGHT: i32 = 240;
const FRAMES: u32 = 180;
/// Pixels a frame. A shot is about 20 pixels long.
const SHOT_SPEED: i32 = 90;

const SHOTS: u32 = 1 << 0;
const METEORS: u32 = 1 << 1;

/// A kind of sprite: its picture, at half its size, and its solid pixels.
struct Sprite {
    picture: Frame,
    mask: Arc<Mask>,
}

impl Sprite {
    fn load(name: &str) -> Result<Sprite, Box<dyn Error>> {
        let file = format!("{}/../../assets/{name}.png", env!("CARGO_MANIFEST_DIR"));
        let picture = load(file, &Options::default())?.frames.swap_remove(0);
        let mask = Arc::new(picture.mask(128));
        Ok(Sprite { picture, mask })
    }

    /// A collider of half the picture's size that turns about its middle.
    fn collider(&self) -> Collider {
        let (w, h) = self.mask.size();
        Collider::new(&self.mask).with_pivot([f64::from(w) / 2.0, f64::from(h) / 2.0]).scaled([0.5, 0.5])
    }
}

/// A thing that flies.
struct Flyer {
    handle: Handle,
    kind: usize,
    velocity: PointQ16,
    spin: f64,
}

/// The game, without its picture.
struct Game {
    world: World,
    sprites: [Sprite; 4],
    ship: Handle,
    flyers: Vec<Flyer>,
    /// Where something was hit, and how many frames ago.
    flashes: Vec<(hitmask::Point, u32)>,
    swept: bool,
    shots: u32,
    hits: u32,
}

const SHIP: usize = 0;
const SHOT: usize = 1;
const METEOR: [usize; 2] = [2, 3];

impl Game {
    fn new(swept: bool) -> Result<Game, Box<dyn Error>> {
        let names = ["playerShip1_orange", "laserRed01", "meteorGrey_med1", "meteorGrey_tiny2"];
        let [ship, shot, meteor, small] = names.map(Sprite::load);
        let sprites = [ship?, shot?, meteor?, small?];
        let mut world = World::new();
        let ship = sprites[SHIP].collider().on(Layers::new(0, 0)).at((WIDTH / 2, HEIGHT - 30));
        let ship = world.insert(ship);
        Ok(Game { world, sprites, ship, flyers: Vec::new(), flashes: Vec::new(), swept, shots: 0, hits: 0 })
    }

    /// Plays a frame.
    fn update(&mut self, frame: u32) -> Result<(), Box<dyn Error>> {
        // The ship sweeps from left to right and back.
        let angle = Angle::Degrees(f64::from(frame % 120).min(120.0 - f64::from(frame % 120)) - 30.0);
        self.world
            .edit(self.ship, |collider| collider.transform.set_rotation(angle))
            .ok_or("the ship is there")?;
        if frame.is_multiple_of(6) {
            self.launch_meteor(frame / 6)?;
        }
        if frame.is_multiple_of(3) {
            self.shoot(angle);
        }
        for flyer in &self.flyers {
            let at = self.world.position(flyer.handle).ok_or("it flies")? + flyer.velocity;
            self.world.set_position(flyer.handle, at).ok_or("it flies")?;
            self.world
                .edit(flyer.handle, |collider| collider.transform.rotate_by(Angle::Degrees(flyer.spin)))
                .ok_or("it flies")?;
        }
        self.flashes.iter_mut().for_each(|flash| flash.1 += 1);
        self.flashes.retain(|flash| flash.1 < 6);
        for event in self.world.step()?.to_vec() {
            // A shot that flies through a small meteor touches it only on the way: that is a pass.
            if !matches!(event.kind, EventKind::Begin | EventKind::Pass) {
                continue;
            }
            let both = [event.a, event.b];
            // A shot hits one meteor, and a meteor is hit once.
            if !both.iter().all(|&handle| self.world.contains(handle)) {
                continue;
            }
            for handle in both {
                self.world.remove(handle);
            }
            self.flyers.retain(|flyer| !both.contains(&flyer.handle));
            self.flashes.extend(event.touch.map(|touch| (touch.first, 0)));
            self.hits += 1;
        }
        let field = Rect::new(-60, -60, WIDTH as u32 + 120, HEIGHT as u32 + 120);
        let world = &mut self.world;
        self.flyers.retain(|flyer| {
            let is_near = world
                .position(flyer.handle)
                .and_then(|position| position.pixel())
                .is_some_and(|pixel| field.contains(pixel));
            if !is_near {
                world.remove(flyer.handle);
            }
            is_near
        });
        Ok(())
    }

    fn launch_meteor(&mut self, number: u32) -> Result<(), Box<dyn Error>> {
        let number = i32::try_from(number)?;
        let kind = METEOR[usize::try_from(number % 2)?];
        let from_left = number % 4 < 2;
        let x = if from_left { -20 } else { WIDTH + 20 };
        let at = (x, 20 + number * 37 % 110);
        let speed = 1.0 + f64::from(number % 3) * 0.6;
        let velocity = (if from_left { speed } else { -speed }, f64::from(number % 5) * 0.1);
        let collider = self.sprites[kind].collider().on(Layers::new(METEORS, SHOTS)).at(at);
        let handle = self.world.insert(collider);
        self.flyers.push(Flyer { handle, kind, velocity: velocity.into(), spin: 3.7 * speed });
        Ok(())
    }

    fn shoot(&mut self, angle: Angle) {
        self.shots += 1;
        let Angle::Degrees(degrees) = angle else { unreachable!("the ship's angle is in degrees") };
        let (sin, cos) = degrees.to_radians().sin_cos();
        let way = |pixels: f64| (sin * pixels, -cos * pixels);
        let from: PointQ16 = (WIDTH / 2, HEIGHT - 30).into();
        let collider = self.sprites[SHOT].collider().rotated(angle).on(Layers::new(SHOTS, METEORS));
        let mut collider = collider.at(from + PointQ16::from(way(30.0)));
        collider.swept = self.swept;
        let handle = self.world.insert(collider);
        let velocity = way(SHOT_SPEED.into()).into();
        self.flyers.push(Flyer { handle, kind: SHOT, velocity, spin: 0.0 });
    }

    /// Draws everything as the world sees it. A pixel is a colour of the palette.
    fn paint(&self) -> Vec<u8> {
        let mut pixels = vec![0; (WIDTH * HEIGHT) as usize];
        let mut set = |x: i32, y: i32, color: u8| {
            if (0..WIDTH).contains(&x) && (0..HEIGHT).contains(&y) {
                pixels[(y * WIDTH + x) as usize] = color;
            }
        };
        let ship = [(self.ship, SHIP)];
        for (handle, kind) in self.flyers.iter().map(|flyer| (flyer.handle, flyer.kind)).chain(ship) {
            let sprite = &self.sprites[kind];
            let (Some(pose), Some(bounds)) = (self.world.pose(handle), self.world.bounds(handle)) else {
                continue;
            };
            for (i, [u, v]) in (0..).zip(pose.texels(bounds)) {
                let texel = u32::try_from(u).ok().zip(u32::try_from(v).ok());
                let color = texel.and_then(|(u, v)| sprite.picture.image.pixel(u, v));
                if let Some([r, g, b, alpha]) = color
                    && alpha >= 128
                {
                    let (x, y) = (i % bounds.w as i32, i / bounds.w as i32);
                    set(bounds.x + x, bounds.y + y, web_color([r, g, b]));
                }
            }
        }
        for &(at, age) in &self.flashes {
            let radius = 3 + 2 * age as i32;
            for y in -radius..=radius {
                for x in -radius..=radius {
                    let d = x * x + y * y;
                    if d <= radius * radius && d >= (radius - 3) * (radius - 3) {
                        set(at.x + x, at.y + y, web_color([255, 220 - 30 * age as u8, 60]));
                    }
                }
            }
        }
        pixels
    }
}

/// The nearest of 216 colours, as its number in the palette. Number 0 is the sky.
fn web_color(color: [u8; 3]) -> u8 {
    let [r, g, b] = color.map(|c| (u16::from(c) + 25) / 51);
    1 + (36 * r + 6 * g + b) as u8
}

fn palette() -> Vec<[u8; 3]> {
    let web = (0..216).map(|i| [i / 36, i / 6 % 6, i % 6].map(|c: u8| 51 * c));
    [[12, 14, 30]].into_iter().chain(web).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut film = Film::new("shooter.gif", (WIDTH as u32, HEIGHT as u32), 2, &palette())?;
    let mut game = Game::new(true)?;
    let mut plain = Game::new(false)?;
    for frame in 0..FRAMES {
        game.update(frame)?;
        plain.update(frame)?;
        if frame.is_multiple_of(2) {
            film.frame(game.paint(), None, 4)?;
        }
    }
    println!(
        "{} frames in shooter.gif. {} shots at {SHOT_SPEED} pixels a frame hit {} meteors; without sweeping, {}.",
        film.frames(),
        game.shots,
        game.hits,
        plain.hits
    );
    assert!(game.hits >= plain.hits, "here, swept shots hit at least as many meteors");
    Ok(())
}
