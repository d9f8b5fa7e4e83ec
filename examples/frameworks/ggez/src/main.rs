//! The window: `cargo run --release -p ggez_rocks` in `examples/frameworks`. Arrow keys fly, a click breaks a rock.

use ggez::conf::{WindowMode, WindowSetup};
use ggez::event::{self, EventHandler};
use ggez::glam::{Vec2, vec2};
use ggez::graphics::{Canvas, Color, Image, Sampler};
use ggez::input::mouse::MouseButton;
use ggez::winit::keyboard::{KeyCode, PhysicalKey};
use ggez::{Context, ContextBuilder, GameResult};
use ggez_rocks::game::{Game, Play, SCREEN};
use ggez_rocks::glue::mask_of;

struct Window {
    game: Game,
    images: [Image; 2],
}

impl EventHandler for Window {
    fn update(&mut self, ctx: &mut Context) -> GameResult {
        let way = |more, less| {
            let held = |key| f32::from(ctx.keyboard.is_physical_key_pressed(&PhysicalKey::Code(key)));
            held(more) - held(less)
        };
        let play = Play {
            steer: vec2(
                way(KeyCode::ArrowRight, KeyCode::ArrowLeft),
                way(KeyCode::ArrowDown, KeyCode::ArrowUp),
            ),
            mouse: Vec2::from(ctx.mouse.position()),
            clicks: ctx.mouse.button_just_pressed(MouseButton::Left),
        };
        self.game.update(play, ctx.time.delta().as_secs_f32());
        if self.game.lives == 0 {
            ctx.request_quit();
        }
        Ok(())
    }

    fn draw(&mut self, ctx: &mut Context) -> GameResult {
        let mut canvas = Canvas::from_frame(ctx, Color::BLACK);
        // Each pixel of the screen shows one texel, as the library counts.
        canvas.set_sampler(Sampler::nearest_clamp());
        for sprite in &self.game.sprites {
            let color =
                if self.game.under_mouse == Some(sprite.handle) { Color::YELLOW } else { Color::WHITE };
            canvas.draw(&self.images[sprite.picture], sprite.param().color(color));
        }
        canvas.finish(ctx)
    }
}

fn main() -> GameResult {
    let (ctx, events) = ContextBuilder::new("rocks", "hitmask")
        .window_setup(WindowSetup::default().title("Rocks"))
        .window_mode(WindowMode::default().dimensions(SCREEN.x, SCREEN.y))
        .add_resource_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets"))
        .build()?;
    let ship = Image::from_path(&ctx, "/playerShip1_orange.png")?;
    let rock = Image::from_path(&ctx, "/meteorGrey_big2.png")?;
    let game = Game::new([mask_of(&ctx, &ship)?, mask_of(&ctx, &rock)?]);
    event::run(ctx, events, Window { game, images: [ship, rock] })
}
