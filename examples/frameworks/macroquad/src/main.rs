//! The window: `cargo run --release -p macroquad_rocks` in `examples/frameworks`. Arrow keys fly, a click breaks a rock.

use macroquad::prelude::*;
use macroquad_rocks::game::{Game, Play, SCREEN};

fn window() -> Conf {
    let (window_width, window_height) = (SCREEN.x as i32, SCREEN.y as i32);
    Conf { window_title: "Rocks".to_owned(), window_width, window_height, ..Conf::default() }
}

#[macroquad::main(window)]
async fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets");
    let ship = load_image(&format!("{folder}/playerShip1_orange.png")).await.expect("a picture");
    let rock = load_image(&format!("{folder}/meteorGrey_big2.png")).await.expect("a picture");
    let textures = [&ship, &rock].map(Texture2D::from_image);
    // Each pixel of the screen shows one texel, as the library counts.
    textures.iter().for_each(|texture| texture.set_filter(FilterMode::Nearest));
    let mut game = Game::new([&ship, &rock]);
    while game.lives > 0 {
        let way = |more, less| f32::from(is_key_down(more)) - f32::from(is_key_down(less));
        game.update(
            Play {
                steer: vec2(way(KeyCode::Right, KeyCode::Left), way(KeyCode::Down, KeyCode::Up)),
                mouse: mouse_position().into(),
                clicks: is_mouse_button_pressed(MouseButton::Left),
            },
            get_frame_time(),
        );
        clear_background(BLACK);
        for sprite in &game.sprites {
            let color = if game.under_mouse == Some(sprite.handle) { YELLOW } else { WHITE };
            let Vec2 { x, y } = sprite.place;
            draw_texture_ex(&textures[sprite.picture], x, y, color, sprite.params.clone());
        }
        draw_text(format!("{} lives", game.lives), 10.0, 24.0, 24.0, WHITE);
        next_frame().await;
    }
}
