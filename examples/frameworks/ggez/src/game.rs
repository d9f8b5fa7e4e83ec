//! The game without a window: it keeps what `Canvas::draw` is called with, and lets the world see the same.

use std::sync::Arc;

use ggez::glam::{Vec2, vec2};
use ggez::graphics::DrawParam;
use hitmask::{Collider, EventKind, Handle, Mask, QueryFilter, World};

use crate::glue::{pixel_of, pose_of};

pub const SCREEN: Vec2 = vec2(640.0, 480.0);
const SHIP: usize = 0;
const ROCK: usize = 1;

/// A picture, and where it is drawn.
pub struct Sprite {
    pub handle: Handle,
    pub picture: usize,
    /// Where its middle lies.
    pub place: Vec2,
    scale: Vec2,
    rotation: f32,
    drift: Vec2,
    spin: f32,
}

impl Sprite {
    pub fn param(&self) -> DrawParam {
        let Sprite { place, scale, rotation, .. } = *self;
        DrawParam::new().dest(place).offset(vec2(0.5, 0.5)).scale(scale).rotation(rotation)
    }
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
    masks: [Arc<Mask>; 2],
    /// The ship is the first.
    pub sprites: Vec<Sprite>,
    /// The rock whose pixels lie under the mouse.
    pub under_mouse: Option<Handle>,
    pub lives: u32,
}

impl Game {
    /// A game with the masks of the ship and of a rock.
    pub fn new(masks: [Mask; 2]) -> Game {
        let masks = masks.map(Arc::new);
        let mut game = Game { world: World::new(), masks, sprites: Vec::new(), under_mouse: None, lives: 3 };
        game.add(SHIP, vec2(320.0, 420.0), Vec2::ONE, 0.0, Vec2::ZERO, 0.0);
        for n in 0..7 {
            let number = n as f32;
            let size = 0.5 + 0.1 * number;
            let scale = vec2(if n % 2 == 1 { -size } else { size }, size);
            let drift = vec2(9.0 - 3.0 * number, 60.0);
            game.add(ROCK, vec2(60.0 + 85.0 * number, -40.0 * number), scale, number, drift, 0.7);
        }
        game
    }

    fn add(&mut self, picture: usize, place: Vec2, scale: Vec2, rotation: f32, drift: Vec2, spin: f32) {
        let handle = self.world.insert(Collider::new(&self.masks[picture]));
        self.sprites.push(Sprite { handle, picture, place, scale, rotation, drift, spin });
    }

    /// A frame of so many seconds.
    pub fn update(&mut self, play: Play, seconds: f32) {
        self.sprites[0].drift = play.steer * 200.0;
        for sprite in &mut self.sprites {
            sprite.place += sprite.drift * seconds;
            sprite.rotation += sprite.spin * seconds;
            if sprite.place.y > SCREEN.y + 60.0 {
                sprite.place.y = -100.0;
            }
            let pose = pose_of(self.masks[sprite.picture].size(), &sprite.param());
            self.world.set_pose(sprite.handle, pose).expect("it is in the world");
        }
        let ship = self.sprites[0].handle;
        let events = self.world.step().expect("there are few sprites");
        let begins = events.iter().filter(|event| event.kind == EventKind::Begin);
        let booms = begins.filter(|event| event.other(ship).is_some()).count();
        self.lives = self.lives.saturating_sub(booms as u32);
        let under = self.world.pick(pixel_of(play.mouse.into()), &QueryFilter::default());
        self.under_mouse = under.filter(|&handle| handle != ship);
        if let Some(rock) = self.under_mouse.filter(|_| play.clicks) {
            self.world.remove(rock);
            self.sprites.retain(|sprite| sprite.handle != rock);
        }
    }
}
