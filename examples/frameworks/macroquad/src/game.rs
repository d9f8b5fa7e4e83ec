//! The game without a window: it keeps what `draw_texture_ex` is called with, and lets the world see the same.

use std::sync::Arc;

use hitmask::{Collider, EventKind, Handle, Mask, QueryFilter, World};
use macroquad::math::{Vec2, vec2};
use macroquad::texture::{DrawTextureParams, Image};

use crate::glue::{mask_of, pixel_of, pose_of};

pub const SCREEN: Vec2 = vec2(640.0, 480.0);
const SHIP: usize = 0;
const ROCK: usize = 1;

/// A picture, and how it is drawn.
pub struct Sprite {
    pub handle: Handle,
    pub picture: usize,
    pub place: Vec2,
    pub params: DrawTextureParams,
    drift: Vec2,
    spin: f32,
}

/// What the player does.
#[derive(Clone, Copy, Default)]
pub struct Play {
    pub steer: Vec2,
    pub mouse: Vec2,
    pub clicks: bool,
}

pub struct Game {
    world: World,
    /// The size and the mask of each picture.
    pictures: Vec<(Vec2, Arc<Mask>)>,
    /// The ship is the first.
    pub sprites: Vec<Sprite>,
    /// The rock whose pixels lie under the mouse.
    pub under_mouse: Option<Handle>,
    pub lives: u32,
}

impl Game {
    /// A game with the pictures of the ship and of a rock.
    pub fn new(pictures: [&Image; 2]) -> Game {
        let known = pictures.map(|image| (image_size(image), Arc::new(mask_of(image))));
        let world = World::new();
        let mut game =
            Game { world, pictures: known.into(), sprites: Vec::new(), under_mouse: None, lives: 3 };
        game.add(SHIP, vec2(270.0, 380.0), DrawTextureParams::default(), Vec2::ZERO, 0.0);
        for n in 0..7 {
            let number = n as f32;
            let params = DrawTextureParams {
                dest_size: Some(game.pictures[ROCK].0 * (0.5 + 0.1 * number)),
                rotation: number,
                flip_x: n % 2 == 1,
                ..DrawTextureParams::default()
            };
            game.add(ROCK, vec2(85.0 * number, -40.0 * number), params, vec2(9.0 - 3.0 * number, 60.0), 0.7);
        }
        game
    }

    fn add(&mut self, picture: usize, place: Vec2, params: DrawTextureParams, drift: Vec2, spin: f32) {
        let (size, mask) = &self.pictures[picture];
        let collider = Collider::new(mask).posed(pose_of(*size, place.x, place.y, &params));
        let handle = self.world.insert(collider);
        self.sprites.push(Sprite { handle, picture, place, params, drift, spin });
    }

    /// A frame of so many seconds.
    pub fn update(&mut self, play: Play, seconds: f32) {
        self.sprites[0].drift = play.steer * 200.0;
        for sprite in &mut self.sprites {
            sprite.place += sprite.drift * seconds;
            sprite.params.rotation += sprite.spin * seconds;
            if sprite.place.y > SCREEN.y {
                sprite.place.y = -150.0;
            }
            let Vec2 { x, y } = sprite.place;
            let pose = pose_of(self.pictures[sprite.picture].0, x, y, &sprite.params);
            self.world.set_pose(sprite.handle, pose).expect("it is in the world");
        }
        let ship = self.sprites[0].handle;
        let events = self.world.step().expect("there are few sprites");
        let begins = events.iter().filter(|event| event.kind == EventKind::Begin);
        let booms = begins.filter(|event| event.other(ship).is_some()).count();
        self.lives = self.lives.saturating_sub(booms as u32);
        let under = self.world.pick(pixel_of(play.mouse), &QueryFilter::default());
        self.under_mouse = under.filter(|&handle| handle != ship);
        if let Some(rock) = self.under_mouse.filter(|_| play.clicks) {
            self.world.remove(rock);
            self.sprites.retain(|sprite| sprite.handle != rock);
        }
    }
}

fn image_size(image: &Image) -> Vec2 {
    vec2(image.width.into(), image.height.into())
}
