//! A level made of tiles, as a world sees it. Writes the picture `tiles.png`.
//!
//! `cargo run -p hitmask-assets --example tiles`

use std::error::Error;

use hitmask::{Collider, Mask, Rect, TileCell, TileDef, TileKind, TileMap, TileSet, World};
use hitmask_assets::{WorldPicture, encode_png};

/// One letter a cell. Slopes go up to the right (/) and down (\).
const LEVEL: &str = "
....................
....................
..............---...
.......--...........
..................T.
..................##
...../##\\......../##
.T../####\\.^^..T/###
####################
";

fn main() -> Result<(), Box<dyn Error>> {
    let slope = Mask::from_fn(16, 16, |x, y| x + y >= 15);
    let plank = TileDef::new(Mask::filled(16, 4)).with_kind(TileKind::OneWay).with_offset((0, -12));
    let spikes = TileDef::new(Mask::from_fn(16, 8, |x, y| (x % 8).abs_diff(4) * 2 <= y + 1));
    // Wider and higher than a cell: its lower left corner is that of the cell.
    let pine = TileDef::new(Mask::from_fn(24, 40, |x, y| {
        let half = if y < 34 { y % 17 / 2 + y / 17 * 3 } else { 2 };
        x.abs_diff(12) <= half
    }));
    let set = TileSet::new([
        Mask::filled(16, 16).into(),
        slope.into(),
        plank,
        spikes.with_kind(TileKind::Sensor),
        pine.with_kind(TileKind::OneWay).with_offset((-4, 0)),
    ]);
    let rows: Vec<&str> = LEVEL.split_whitespace().collect();
    let cells = rows.iter().flat_map(|row| row.chars()).map(|letter| match letter {
        '#' => Some(TileCell::new(0)),
        '/' => Some(TileCell::new(1)),
        '\\' => Some(TileCell { flip_x: true, ..TileCell::new(1) }),
        '-' => Some(TileCell::new(2)),
        '^' => Some(TileCell::new(3)),
        'T' => Some(TileCell::new(4)),
        _ => None,
    });
    let map = TileMap::try_from_cells(set, (rows[0].len() as u32, rows.len() as u32), (16, 16), cells)?;
    let mut world = World::new();
    world.insert_tiles(Collider::new(map));
    let hero = Mask::from_fn(12, 22, |x, y| y > 8 || (3..9).contains(&x));
    world.insert(Collider::new(hero).at((104, 74)).character());
    let picture = WorldPicture { scale: 3, ..WorldPicture::new(Rect::new(0, 16, 320, 128)) };
    std::fs::write("tiles.png", encode_png(&picture.draw(&world)?))?;
    Ok(())
}
