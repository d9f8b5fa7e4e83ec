//! The glue, and the game without a window.

use hitmask::Mask;
use macroquad::math::{Rect, Vec2, vec2};
use macroquad::texture::{DrawTextureParams, Image};
use macroquad_rocks::game::{Game, Play, SCREEN};
use macroquad_rocks::glue::{mask_of, part_of, pixel_of, pose_of};

fn picture(name: &str) -> Image {
    let path = format!("{}/../../../assets/{name}", env!("CARGO_MANIFEST_DIR"));
    Image::from_file_with_format(&std::fs::read(path).expect("it is there"), None).expect("a picture")
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * (self.0 >> 40) as f32 / (1 << 24) as f32
    }

    fn tosses(&mut self) -> bool {
        self.between(0.0, 1.0) < 0.5
    }
}

/// Where the corners of the source rectangle lie on the screen: as draw_texture_ex computes its vertices.
fn corners(source: Vec2, x: f32, y: f32, params: &DrawTextureParams) -> [Vec2; 4] {
    let Vec2 { x: mut w, y: mut h } = params.dest_size.unwrap_or(source);
    let (mut x, mut y) = (x, y);
    if params.flip_x {
        x += w;
        w = -w;
    }
    if params.flip_y {
        y += h;
        h = -h;
    }
    let pivot = params.pivot.unwrap_or(vec2(x + w / 2.0, y + h / 2.0));
    let (sin, cos) = params.rotation.sin_cos();
    [vec2(x, y), vec2(x + w, y), vec2(x + w, y + h), vec2(x, y + h)].map(|corner| {
        let from = corner - pivot;
        vec2(from.x * cos - from.y * sin, from.x * sin + from.y * cos) + pivot
    })
}

#[test]
fn poses_lie_where_the_vertices_do() {
    let dice = &mut Dice(7);
    let size = vec2(99.0, 75.0);
    for case in 0..500 {
        let source = dice.tosses().then(|| Rect::new(16.0, 8.0, 24.0, 33.0));
        let params = DrawTextureParams {
            dest_size: dice.tosses().then(|| vec2(dice.between(10.0, 200.0), dice.between(10.0, 200.0))),
            source,
            rotation: dice.between(-7.0, 7.0),
            flip_x: dice.tosses(),
            flip_y: dice.tosses(),
            pivot: dice.tosses().then(|| vec2(dice.between(0.0, 640.0), dice.between(0.0, 480.0))),
        };
        let (x, y) = (dice.between(-50.0, 600.0), dice.between(-50.0, 400.0));
        let pose = pose_of(size, x, y, &params).expect("it covers something");
        let shown = source.map_or(size, |source| source.size());
        let texels = [vec2(0.0, 0.0), vec2(shown.x, 0.0), shown, vec2(0.0, shown.y)];
        for (texel, corner) in texels.into_iter().zip(corners(shown, x, y, &params)) {
            let [px, py] = pose.point_at(texel.as_dvec2().to_array());
            let off = vec2(px as f32, py as f32).distance(corner);
            assert!(off < 0.01, "case {case}: {off} pixels off at {texel} of {params:?}");
        }
    }
    let nothing = DrawTextureParams { dest_size: Some(vec2(0.0, 5.0)), ..DrawTextureParams::default() };
    assert!(pose_of(size, 1.0, 2.0, &nothing).is_none());
}

#[test]
fn parts_of_a_sheet_are_its_pixels() {
    let sheet = mask_of(&picture("female_adventurer_sheet.png"));
    let source = Rect::new(96.0, 0.0, 96.0, 99.0);
    let expected = Mask::from_fn(96, 99, |x, y| sheet.get((96 + x as i32, y as i32)));
    assert_eq!(part_of(&sheet, source), expected);
    assert!(!expected.is_empty());
    assert_eq!(pixel_of(vec2(-0.5, 7.9)), (-1, 7).into());
}

#[test]
fn rocks_hit_the_ship_and_break_under_the_mouse() {
    let (ship, rock) = (picture("playerShip1_orange.png"), picture("meteorGrey_big2.png"));
    let mut game = Game::new([&ship, &rock]);
    // Nobody steers: sooner or later a rock hits.
    let frames = (0..2000).take_while(|_| {
        game.update(Play::default(), 1.0 / 60.0);
        game.lives == 3
    });
    assert!(frames.count() < 2000);

    let mut game = Game::new([&ship, &rock]);
    game.update(Play::default(), 0.0);
    let before = game.sprites.len();
    let target = game.sprites[2].handle;
    let sprite = &game.sprites[2];
    let middle = sprite.place + sprite.params.dest_size.expect("rocks are scaled") / 2.0;
    // Its middle is solid, the corner of its rectangle is not.
    let aside = sprite.place + 1.0;
    game.update(Play { mouse: aside, clicks: true, ..Play::default() }, 0.0);
    assert_eq!((game.sprites.len(), game.under_mouse), (before, None));
    game.update(Play { mouse: middle, clicks: true, ..Play::default() }, 0.0);
    assert_eq!((game.sprites.len(), game.under_mouse), (before - 1, Some(target)));
    assert!(SCREEN.x > middle.x);
}
