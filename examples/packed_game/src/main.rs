//! A game whose masks were packed when it was built: it decodes no picture and needs no file.
//!
//! `cargo run -p packed_game` shoots at a meteor and prints the hit.

use std::error::Error;

use hitmask::{Collider, EventKind, Pack, World};

/// What build.rs has packed.
static MASKS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/masks.hitmask"));

fn main() -> Result<(), Box<dyn Error>> {
    let hit = play(&Pack::open(MASKS)?)?;
    println!("the laser hits the meteor in frame {} at {:?}", hit.frame, hit.at);
    Ok(())
}

/// The first hit.
struct Hit {
    frame: i32,
    at: (i32, i32),
}

fn play(pack: &Pack<&[u8]>) -> Result<Hit, Box<dyn Error>> {
    let mask = |name: &str| {
        let entry = pack.entry(name).ok_or_else(|| format!("build.rs does not pack {name}"))?;
        Ok::<_, Box<dyn Error>>(entry.mask()?)
    };
    let mut world = World::new();
    world.insert(Collider::new(mask("playerShip1_orange.png")?).at((40, 300)));
    let meteor = world.insert(Collider::new(mask("meteorGrey_big1.png")?).at((30, 0)));
    let laser = world.insert(Collider::new(mask("laserRed01.png")?).at((85, 240)));
    for frame in 0..60 {
        world.set_position(laser, (85, 240 - 9 * frame)).ok_or("the laser is there")?;
        for event in world.step()? {
            if event.kind == EventKind::Begin
                && event.other(laser).is_some_and(|(other, _)| other == meteor)
                && let Some(touch) = event.touch
            {
                return Ok(Hit { frame, at: (touch.first.x, touch.first.y) });
            }
        }
    }
    Err("the laser missed".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laser_hits() {
        let pack = Pack::open(MASKS).unwrap();
        pack.verify().unwrap();
        assert_eq!(pack.entry("laserRed01.png").unwrap().level(), 200);
        let walk = pack.sprite("player.aseprite").unwrap();
        assert!(walk.frames().len() > 1 && walk.frames().all(|frame| frame.duration().is_some()));
        let hit = play(&pack).unwrap();
        assert!((1..60).contains(&hit.frame) && hit.at.1 < 84, "{:?}", hit.at);
    }
}
