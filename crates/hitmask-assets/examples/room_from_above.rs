//! A room that is seen from above: walls that slant, crates that are pushed, a door that swings. A script plays it. Writes
//! `room_from_above.gif`.
//!
//! `cargo run -p hitmask-assets --example room_from_above`
//!
//! Nobody has an up. The hero walks straight on and slides along a wall that slants, around the edge of a doorway of his own width, and pushes two
//! crates to the wall. A door opens; he goes through, and it pushes him out again when it closes. The program fails if it does not end in the
//! state in which it ended before.

mod film;
mod reel;

use std::error::Error;

use hitmask::{Angle, Collider, Mask, MoveOptions, QueryFilter, Rect, World};

use reel::Reel;

const SIZE: (u32, u32) = (240, 160);

/// The player's input: the number of frames, the motion of each in pixels, and how far the door shall be open, in degrees.
const SCRIPT: [(u32, (i32, i32), i32); 12] = [
    (100, (2, 0), 0), // along the wall that slants, through the doorway, to the crates
    (46, (2, 0), 0),  // and to the wall with them
    (8, (0, 0), 0),
    (5, (-2, 0), 0),
    (16, (0, 2), 0), // to the door
    (40, (0, 0), 90),
    (12, (0, 2), 90),
    (6, (-1, 0), 90),
    (20, (0, 0), 90),
    (50, (0, 0), 0), // it pushes him out
    (30, (2, 0), 0),
    (30, (-2, -2), 0),
];

/// The hash of the world at the end.
const END: u64 = 0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new();
    let frame = [(0, 0, 240, 6), (0, 154, 240, 6), (0, 0, 6, 160), (234, 0, 6, 160)];
    let inside = [(120, 6, 6, 62), (120, 78, 6, 76), (126, 110, 40, 4), (206, 110, 28, 4)];
    for (x, y, w, h) in frame.into_iter().chain(inside) {
        world.insert(Collider::new(Rect::new(x, y, w, h)));
    }
    world.insert(Collider::new(Mask::from_fn(60, 60, |x, y| x >= y)).at((60, 6)));
    world.insert(Collider::new(Mask::from_fn(40, 40, |x, y| x + y >= 39)).at((80, 114)));
    let door = world.insert(Collider::new(Mask::filled(40, 4)).with_pivot((0.0, 2.0)).at((166, 112)));
    for at in [(150, 66), (178, 64)] {
        world.insert(Collider::new(Mask::filled(14, 14)).at(at).pushable().seen_from_above());
    }
    let hero = Collider::new(Mask::filled(10, 10)).at((20, 20)).character().seen_from_above();
    let hero = world.insert(hero);

    let mut reel = Reel::new("room_from_above.gif", SIZE)?;
    let (mut angle, mut count) = (0, 0);
    let (options, everything) =
        (MoveOptions { corner: 3, push: true, ..MoveOptions::default() }, QueryFilter::default());
    for (frames, motion, open) in SCRIPT {
        for _ in 0..frames {
            if angle != open {
                angle += if open > angle { 3 } else { -3 };
                let turned = Angle::Degrees(angle.into());
                let moved =
                    world.reshape_solid(door, 12, &everything, |door| door.transform.set_rotation(turned));
                assert!(moved.ok_or("the door is gone")?.crushed.is_empty(), "the door crushes nobody");
            }
            let slid = world.move_and_slide(hero, motion, &options, &everything).ok_or("the hero is gone")?;
            assert_eq!(slid.stuck, None, "he is never in a wall");
            assert!(world.step()?.is_empty(), "nobody overlaps anybody");
            count += 1;
            if count % 2 == 0 {
                reel.frame(&world, 4)?;
            }
        }
    }
    let (end, at) = (world.state_hash(), world.position(hero).ok_or("the hero is gone")?);
    println!(
        "{} frames in room_from_above.gif. The hero ends at {at}, the world as {end:#018x}.",
        reel.frames()
    );
    assert_eq!(
        end, END,
        "the game ended otherwise than before: look at the GIF, and write the new hash here"
    );
    Ok(())
}
