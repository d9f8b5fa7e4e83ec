//! A mask may differ from the picture: a little larger for what the player wants to hit, a little smaller for what kills, and with
//! windows filled in where nobody should fly through.
//!
//! `cargo run -p hitmask --example fair_targets`

use hitmask::{Mask, StructuringElement};

fn main() {
    let ring = Mask::from_fn(15, 15, |x, y| {
        let from_centre = x.abs_diff(7).pow(2) + y.abs_diff(7).pow(2);
        (16..=49).contains(&from_centre)
    });
    let bullet = Mask::filled(2, 2);

    // The offset at which the bullet flies through the middle of the ring.
    let middle = (7, 7);
    println!("through the ring:          {}", ring.overlaps(&bullet, middle));

    let mut plugged = ring.clone();
    plugged.fill_holes();
    println!("with its hole filled:      {}", plugged.overlaps(&bullet, middle));

    // A near miss above the ring. The larger mask has another origin, and the offset is relative to that origin.
    let above = (7, -3);
    println!("above the ring:            {}", ring.overlaps(&bullet, above));
    let (coin, origin) = ring.grow(2, StructuringElement::Disc);
    println!(
        "above, the ring as a coin: {}",
        coin.overlaps(&bullet, (above.0 - origin.x, above.1 - origin.y))
    );

    let grazing = (7, -1);
    println!("grazing the ring:          {}", ring.overlaps(&bullet, grazing));
    let (spikes, _) = ring.shrink(1, StructuringElement::Disc);
    println!("grazing it as spikes:      {}", spikes.overlaps(&bullet, grazing));
}
