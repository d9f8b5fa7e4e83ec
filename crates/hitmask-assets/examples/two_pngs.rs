//! Loads two pictures and tells whether they touch where both are solid.
//!
//! ```text
//! cargo run -p hitmask-assets --example two_pngs
//! cargo run -p hitmask-assets --example two_pngs -- ship.png rock.png 60 40
//! ```

use hitmask::Point;
use hitmask_assets::load_mask;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets");
    let (a, b, offset) = match &arguments[..] {
        [a, b, x, y] => (a.clone(), b.clone(), Point::new(x.parse()?, y.parse()?)),
        [] => (
            format!("{shipped}/playerShip1_orange.png"),
            format!("{shipped}/meteorGrey_big2.png"),
            (60, 40).into(),
        ),
        _ => return Err("give two pictures and B's place in A's pixels: A B X Y".into()),
    };

    // A pixel is solid if its alpha is at least 128.
    let a = load_mask(&a)?;
    let b = load_mask(&b)?;

    match a.first_overlap(&b, offset) {
        Some(first) => {
            let area = a.overlap_area(&b, offset);
            println!("They touch: {area} pixels, first at ({}, {}) in A's pixels.", first.x, first.y);
        }
        None => println!("They don't touch."),
    }
    Ok(())
}
