//! Two shapes at one offset: whether they touch, where, and by how much. Drawn in the terminal.
//!
//! `cargo run -p hitmask --example first_contact`

use hitmask::{Mask, Point};

fn main() {
    let ship = Mask::from_fn(21, 11, |x, y| x.abs_diff(10) <= y);
    let moon = Mask::from_fn(13, 13, |x, y| x.abs_diff(6).pow(2) + y.abs_diff(6).pow(2) <= 40);

    for offset in [Point::new(20, -8), Point::new(15, -5), Point::new(12, 2)] {
        println!("the moon's corner at ({}, {}) of the ship's:", offset.x, offset.y);
        draw(&ship, &moon, offset);
        match ship.first_overlap(&moon, offset) {
            None => println!("no touch, though the pictures overlap\n"),
            Some(first) => println!(
                "touch: {} pixels, the first at ({}, {}), all within {:?}\n",
                ship.overlap_area(&moon, offset),
                first.x,
                first.y,
                ship.overlap_bounds(&moon, offset).expect("there is a first one"),
            ),
        }
    }
}

/// `/` for the ship, `\` for the moon, `#` for pixels of both.
fn draw(ship: &Mask, moon: &Mask, offset: Point) {
    for y in offset.y.min(0)..11.max(offset.y + 13) {
        let row: String = (0..21.max(offset.x + 13))
            .map(|x| match (ship.get((x, y)), moon.get((x - offset.x, y - offset.y))) {
                (true, true) => '#',
                (true, false) => '/',
                (false, true) => '\\',
                (false, false) => '.',
            })
            .collect();
        println!("  {row}");
    }
}
