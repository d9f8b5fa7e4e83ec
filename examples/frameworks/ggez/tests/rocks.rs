//! The glue, and the game without a window.

use ggez::glam::{Mat4, Vec2, vec2, vec3, vec4};
use ggez::graphics::{DrawParam, Rect};
use ggez::mint::ColumnMatrix4;
use ggez_rocks::game::{Game, Play};
use ggez_rocks::glue::{part_of, pixel_of, pose_of};
use hitmask::Mask;

fn picture(name: &str) -> Mask {
    let path = format!("{}/../../../assets/{name}", env!("CARGO_MANIFEST_DIR"));
    let image = image::open(path).expect("a picture").to_rgba8();
    Mask::from_rgba8(image.width(), image.height(), &image, 128).expect("four bytes a pixel")
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * (self.0 >> 40) as f32 / (1 << 24) as f32
    }
}

/// Where ggez draws a corner of the source, which is a part of 1: its own matrix, after the scale that it gives to images.
fn drawn(param: &DrawParam, (w, h): (u32, u32), corner: Vec2) -> Vec2 {
    let size = vec3(w as f32 * param.src.w, h as f32 * param.src.h, 1.0);
    let matrix = match param.transform {
        // It scales the parts, because their offset is one of 1.
        ggez::graphics::Transform::Values { scale, .. } => {
            let scaled = param.scale(vec2(scale.x * size.x, scale.y * size.y));
            Mat4::from(scaled.transform.to_bare_matrix())
        }
        ggez::graphics::Transform::Matrix(matrix) => Mat4::from(matrix) * Mat4::from_scale(size),
    };
    (matrix * vec4(corner.x, corner.y, 0.0, 1.0)).truncate().truncate()
}

#[test]
fn poses_lie_where_ggez_draws() {
    let dice = &mut Dice(7);
    let size = (99, 75);
    for case in 0..500 {
        let src = if case % 2 == 0 { Rect::one() } else { Rect::new(0.25, 0.1, 0.5, 0.3) };
        let param = DrawParam::new()
            .src(src)
            .dest(vec2(dice.between(-50.0, 600.0), dice.between(-50.0, 400.0)))
            .rotation(dice.between(-7.0, 7.0))
            .scale(vec2(if case % 3 == 0 { -1.5 } else { 0.7 }, -dice.between(0.2, 3.0)))
            .offset(vec2(dice.between(-0.5, 1.5), dice.between(0.0, 1.0)));
        let matrix: ColumnMatrix4<f32> = param.transform.to_bare_matrix();
        for param in [param, param.transform(matrix)] {
            let pose = pose_of(size, &param).expect("it covers something");
            for corner in [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.3, 0.7), vec2(1.0, 1.0)] {
                let texel = [corner.x * size.0 as f32 * src.w, corner.y * size.1 as f32 * src.h];
                let [x, y] = pose.point_at(texel.map(f64::from)).map(|at| at as f32);
                let off = vec2(x, y).distance(drawn(&param, size, corner));
                assert!(off < 0.01, "case {case}: {off} pixels off at {corner} of {param:?}");
            }
        }
    }
    assert!(pose_of(size, &DrawParam::new().scale(vec2(0.0, 1.0))).is_none());
}

#[test]
fn parts_of_a_sheet_are_its_pixels() {
    let sheet = picture("female_adventurer_sheet.png");
    let src = Rect::new(1.0 / 8.0, 0.0, 1.0 / 8.0, 1.0);
    let expected = Mask::from_fn(96, 99, |x, y| sheet.get((96 + x as i32, y as i32)));
    assert_eq!(part_of(&sheet, src), expected);
    assert_eq!(pixel_of(vec2(-0.5, 7.9).into()), (-1, 7).into());
}

#[test]
fn rocks_hit_the_ship_and_break_under_the_mouse() {
    let game = || Game::new([picture("playerShip1_orange.png"), picture("meteorGrey_big2.png")]);
    let mut hit = game();
    // Nobody steers: sooner or later a rock hits.
    let frames = (0..2000).take_while(|_| {
        hit.update(Play::default(), 1.0 / 60.0);
        hit.lives == 3
    });
    assert!(frames.count() < 2000);
    let mut game = game();
    game.update(Play::default(), 0.0);
    let (before, target) = (game.sprites.len(), &game.sprites[2]);
    let (handle, mouse) = (target.handle, target.place);
    // Beside all rocks nothing is picked.
    let aside = Vec2::splat(9000.0);
    game.update(Play { mouse: aside, clicks: true, ..Play::default() }, 0.0);
    assert_eq!((game.sprites.len(), game.under_mouse), (before, None));
    game.update(Play { mouse, clicks: true, ..Play::default() }, 0.0);
    assert_eq!((game.sprites.len(), game.under_mouse), (before - 1, Some(handle)));
}
