//! What a world sees of a small game. Writes the picture `world_picture.png`.
//!
//! `cargo run -p hitmask-assets --example world_picture`
//!
//! A hero stands two pixels deep in the ground, another one is in the reach of a sensor, two rocks overlap, a third one is disabled, and a
//! shot flew into a rock in one step.

use std::error::Error;
use std::sync::Arc;

use hitmask::{Angle, Circle, Collider, Mask, Rect, World};
use hitmask_assets::{WorldPicture, encode_png};

fn main() -> Result<(), Box<dyn Error>> {
    let rock = Arc::new(Mask::from_fn(24, 24, |x, y| {
        let (dx, dy) = (x as i32 - 12, y as i32 - 12);
        dx * dx + dy * dy < 130 + ((x * 7 + y * 3) % 5) as i32 * 8 && (x * y) % 37 != 5
    }));
    let hero = Arc::new(Mask::from_fn(10, 18, |x, y| y > 6 || (3..7).contains(&x)));
    let mut world = World::new();
    world.insert(Collider::new(Rect::new(0, 100, 200, 20)));
    world.insert(Collider::new(Rect::new(30, 70, 40, 3)).one_way());
    world.insert(Collider::new(&hero).at((20, 84)).character());
    world.insert(Collider::new(&hero).at((146, 80)).character());
    world.insert(Collider::new(Circle::from_f64([150.0, 75.0], 22.0)?).sensor());
    world.insert(Collider::new(&rock).at((88, 30)));
    world.insert(Collider::new(&rock).at((106, 38)).rotated(Angle::Degrees(30.0)));
    world.insert(Collider::new(&rock).at((160, 14)).disabled());
    let shot = world.insert(Collider::new(Mask::filled(5, 2)).at((4, 20)).swept());
    world.step()?;
    world.set_position(shot, (92, 42)).ok_or("the shot is gone")?;
    world.step()?;
    let picture = WorldPicture { scale: 4, ..WorldPicture::new(Rect::new(-10, 4, 220, 120)) };
    std::fs::write("world_picture.png", encode_png(&picture.draw(&world)?))?;
    Ok(())
}
