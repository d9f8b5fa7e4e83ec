//! Draws the pictures of docs/movers.md: one for each rule, what happens from the left to the right. Fails if one of them is not as it is
//! committed; `--bless` writes them anew.
//!
//! `cargo run -p hitmask-assets --example mover_rules -- --bless`

use std::error::Error;
use std::path::Path;

use hitmask::{
    Angle, Collider, Direction, Handle, Mask, MoveOptions, QueryFilter, Rect, TileCell, TileDef, TileKind,
    TileMap, TileSet, World,
};
use hitmask_assets::{Image, Options, WorldPicture, encode_png, load};

/// The part of the world that a picture shows, and how large its pixels are.
const REGION: Rect = Rect::new(0, 0, 72, 56);
const SCALE: u32 = 3;
/// Picture pixels between two panels.
const GAP: u32 = 6;

/// A world, and the panels that were drawn of it.
#[derive(Default)]
struct Strip {
    world: World,
    panels: Vec<Image>,
}

impl Strip {
    fn put(&mut self, collider: Collider) -> Handle {
        self.world.insert(collider)
    }

    fn wall(&mut self, x: i32, y: i32, w: u32, h: u32) -> Handle {
        self.put(Collider::new(Rect::new(0, 0, w, h)).at((x, y)))
    }

    fn hero(&mut self, x: i32, y: i32) -> Handle {
        self.put(Collider::new(Mask::filled(8, 14)).at((x, y)).character())
    }

    /// Draws the next panel.
    fn shot(&mut self) {
        let plain = WorldPicture::new(REGION);
        let picture = WorldPicture {
            scale: SCALE,
            boxes: false,
            contacts: false,
            normals: false,
            paths: false,
            ..plain
        };
        self.panels.push(picture.draw(&self.world).expect("a small picture"));
    }

    /// Moves somebody, and draws a panel.
    fn go(&mut self, who: Handle, motion: (f64, f64), options: &MoveOptions) {
        let _ = self.world.move_and_slide(who, motion, options, &QueryFilter::default());
        self.shot();
    }

    /// Moves a solid, and draws a panel.
    fn lift(&mut self, solid: Handle, motion: (f64, f64)) {
        let options = MoveOptions { step_up: 2, ..MoveOptions::default() };
        let _ = self.world.move_solid(solid, motion, &[], &options);
        self.shot();
    }

    fn picture(&self) -> Result<Image, Box<dyn Error>> {
        let (w, h) = (REGION.w * SCALE, REGION.h * SCALE);
        let width = self.panels.len() as u32 * (w + GAP) - GAP;
        let mut rgba = vec![0; (width * h * 4) as usize];
        for (number, panel) in self.panels.iter().enumerate() {
            let left = number as u32 * (w + GAP);
            for (y, row) in panel.as_rgba8().chunks_exact(w as usize * 4).enumerate() {
                let at = (y * width as usize + left as usize) * 4;
                rgba[at..at + row.len()].copy_from_slice(row);
            }
        }
        Ok(Image::from_rgba8(width, h, rgba)?)
    }
}

const NONE: MoveOptions =
    MoveOptions { step_up: 0, step_down: 0, corner: 0, drop: false, push: false, push_limit: 0 };

type Rule = (&'static str, fn(&mut Strip));

const RULES: [Rule; 14] = [
    ("whole_pixels", |strip| {
        strip.wall(0, 48, 30, 8);
        strip.wall(38, 48, 34, 8);
        let hero = strip.hero(8, 10);
        strip.shot();
        strip.go(hero, (0.0, 100.0), &NONE);
        strip.go(hero, (22.3, 0.0), &NONE);
        strip.go(hero, (0.0, 6.0), &NONE);
    }),
    ("up", |strip| {
        for (x, y, w, h) in [(0, 0, 72, 5), (0, 51, 72, 5), (0, 5, 5, 46), (67, 5, 5, 46)] {
            strip.wall(x, y, w, h);
        }
        let hero =
            strip.put(Collider::new(Mask::from_fn(9, 9, |x, y| y > 2 || x > 2)).at((30, 20)).character());
        for (up, motion) in [
            (Direction::Up, (0.0, 99.0)),
            (Direction::Left, (99.0, 0.0)),
            (Direction::Down, (0.0, -99.0)),
            (Direction::Right, (-99.0, 0.0)),
        ] {
            let _ = strip.world.set_up(hero, up);
            strip.go(hero, motion, &NONE);
        }
    }),
    ("ledges", |strip| {
        strip.put(Collider::new(Mask::from_fn(72, 56, |x, y| match x {
            0..20 => y >= 48,
            20..40 => y >= 48 - (x - 20) / 2,
            40..52 => y >= 38,
            _ => y >= 42,
        })));
        let options = MoveOptions { step_up: 4, step_down: 4, ..NONE };
        let hero = strip.hero(4, 34);
        strip.shot();
        for _ in 0..3 {
            strip.go(hero, (18.0, 1.0), &options);
        }
    }),
    ("push", |strip| {
        strip.wall(0, 48, 72, 8);
        strip.wall(66, 20, 6, 28);
        strip.put(Collider::new(Mask::filled(12, 12)).at((18, 36)).pushable());
        strip.put(Collider::new(Mask::filled(10, 10)).at((36, 38)).pushable());
        let hero = strip.hero(4, 34);
        strip.shot();
        let options = MoveOptions { push: true, ..NONE };
        strip.go(hero, (18.0, 0.0), &options);
        strip.go(hero, (60.0, 0.0), &options);
    }),
    ("corner", |strip| {
        strip.wall(0, 48, 72, 8);
        strip.wall(36, 18, 36, 8);
        let hero = strip.hero(31, 34);
        strip.shot();
        let options = MoveOptions { corner: 4, ..NONE };
        strip.go(hero, (0.0, -7.0), &options);
        strip.go(hero, (0.0, -5.0), &options);
        strip.go(hero, (0.0, -18.0), &options);
    }),
    ("slanting_wall", |strip| {
        strip.put(Collider::new(Mask::from_fn(46, 46, |x, y| x >= y)).at((26, 0)));
        let hero = Collider::new(Mask::filled(10, 10)).at((4, 6)).character().seen_from_above();
        let hero = strip.put(hero);
        strip.shot();
        let options = MoveOptions { corner: 3, ..NONE };
        strip.go(hero, (24.0, 0.0), &options);
        strip.go(hero, (24.0, 0.0), &options);
        strip.go(hero, (40.0, 0.0), &options);
    }),
    ("one_way", |strip| {
        strip.wall(0, 50, 72, 6);
        strip.put(Collider::new(Rect::new(12, 28, 26, 4)).one_way());
        strip.put(Collider::new(Rect::new(52, 10, 4, 40)).one_way_to(Direction::Left));
        let hero = strip.hero(20, 36);
        strip.shot();
        strip.go(hero, (0.0, -26.0), &NONE);
        strip.go(hero, (0.0, 30.0), &NONE);
        strip.go(hero, (40.0, 0.0), &NONE);
    }),
    ("drop", |strip| {
        let plank = TileDef::new(Mask::filled(12, 3)).with_kind(TileKind::OneWay);
        let set = TileSet::new([plank]);
        let mut map = TileMap::new(set, (6, 4), (12, 14));
        for cell in [(1, 1), (2, 1), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3)] {
            map.set(cell, TileCell::new(0));
        }
        strip.world.insert_tiles(Collider::new(map));
        let hero = strip.hero(24, 11);
        strip.shot();
        let options = MoveOptions { drop: true, ..NONE };
        strip.go(hero, (0.0, 40.0), &options);
        strip.go(hero, (0.0, 40.0), &options);
    }),
    ("support", |strip| {
        let lift = strip.wall(0, 40, 28, 6);
        strip.wall(28, 40, 44, 6);
        strip.hero(8, 26);
        strip.hero(26, 26);
        strip.shot();
        strip.lift(lift, (0.0, 8.0));
        strip.lift(lift, (-6.0, 0.0));
    }),
    ("pushed_up_a_slope", |strip| {
        strip.put(Collider::new(Mask::from_fn(72, 56, |x, y| y >= 48 - x.saturating_sub(20) / 2)));
        let wall = strip.wall(0, 8, 8, 38);
        strip.hero(10, 34);
        strip.shot();
        strip.lift(wall, (20.0, 0.0));
        strip.lift(wall, (20.0, 0.0));
    }),
    ("crushed", |strip| {
        strip.wall(0, 50, 72, 6);
        strip.wall(56, 20, 16, 30);
        let wall = strip.wall(0, 30, 20, 20);
        strip.hero(24, 36);
        strip.shot();
        strip.lift(wall, (28.0, 0.0));
        strip.lift(wall, (6.0, 0.0));
    }),
    ("crates", |strip| {
        let lift = strip.wall(6, 46, 34, 6);
        let low = strip.put(Collider::new(Mask::filled(16, 12)).at((14, 34)).pushable());
        strip.put(Collider::new(Mask::filled(10, 8)).at((17, 26)).pushable());
        strip.hero(18, 12);
        strip.shot();
        strip.lift(lift, (8.0, -6.0));
        strip.go(low, (14.0, 0.0), &NONE);
    }),
    ("reshape", |strip| {
        let plank = Collider::new(Mask::filled(56, 4)).with_pivot((28.0, 2.0)).at((36, 36));
        let plank = strip.put(plank);
        strip.hero(12, 20);
        strip.shot();
        for angle in [10.0, 20.0, 30.0] {
            let turn = |plank: &mut Collider| plank.transform.set_rotation(Angle::Degrees(angle));
            let _ = strip.world.reshape_solid(plank, 8, &QueryFilter::default(), turn);
            strip.shot();
        }
    }),
    ("fit", |strip| {
        strip.wall(0, 48, 72, 8);
        strip.wall(40, 10, 32, 38);
        let hero = strip.hero(31, 34);
        strip.shot();
        let wide = Mask::from_fn(16, 14, |x, y| (4..12).contains(&x) || y < 5);
        let _ = strip.world.fit_shape(hero, wide, 10, &QueryFilter::default());
        strip.shot();
    }),
];

fn main() -> Result<(), Box<dyn Error>> {
    let bless = std::env::args().any(|arg| arg == "--bless");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/movers");
    for (name, play) in RULES {
        let mut strip = Strip::default();
        play(&mut strip);
        let (picture, file) = (strip.picture()?, folder.join(name).with_extension("png"));
        if bless {
            std::fs::create_dir_all(&folder)?;
            std::fs::write(&file, encode_png(&picture))?;
            continue;
        }
        let committed = load(&file, &Options::default())?;
        let is_same = committed.frames[0].image.as_rgba8() == picture.as_rgba8();
        assert!(
            is_same,
            "docs/movers/{name}.png shows something else: look at it, and run this with --bless"
        );
    }
    println!("{} pictures of movers are as they are committed.", RULES.len());
    Ok(())
}
