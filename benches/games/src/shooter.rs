//! Thousands of bullets fly over a screen of enemies, whose pictures have holes. Which bullet hits whom?

use std::collections::HashMap;
use std::sync::Arc;

use boxdd::shapes as box2d_shapes;
use boxdd::{
    BodyBuilder, BodyId, BodyType, Foundation, Position, QueryFilter, ShapeDef, ShapeId, ShapeProxy,
    ShapeQueryBuffer, World as Box2d, WorldBuilder,
};
use hitmask::{Collider, Handle, Layers, Mask, World, WorldOptions};
use hitmask_scenes::{Random, shapes};
use rapier2d::prelude::{ColliderHandle, Group, Pose, SharedShape, Vector};

use crate::naive::{Grid, Picture};
use crate::physics::{Rapier, shape, traced};
use crate::player::{Answer, Game, Player, one_core, two_cores};

const WIDTH: i32 = 1920;
const HEIGHT: i32 = 1080;
const BULLET: u32 = 6;
const ENEMY: u32 = 48;

const BULLETS: Layers = Layers::new(1, 2);
const ENEMIES: Layers = Layers::new(2, 1);

/// One who flies straight, and comes in again on the other side.
#[derive(Clone, Copy)]
struct Flier {
    from: [i32; 2],
    by: [i32; 2],
    size: i32,
}

impl Flier {
    fn new(random: &mut Random, fastest: i32, size: u32) -> Flier {
        let from = [random.between(0, WIDTH), random.between(0, HEIGHT)];
        let by = [random.between(-fastest, fastest), random.between(-fastest, fastest)];
        Flier { from, by, size: size as i32 }
    }

    /// The upper left corner in a frame.
    fn at(&self, frame: usize) -> [i32; 2] {
        let along = |from: i32, by: i32, side: i32| {
            (from + by * frame as i32).rem_euclid(side + self.size) - self.size
        };
        [along(self.from[0], self.by[0], WIDTH), along(self.from[1], self.by[1], HEIGHT)]
    }

    fn bounds(&self, frame: usize) -> [i32; 4] {
        let [x, y] = self.at(frame);
        [x, y, x + self.size, y + self.size]
    }
}

#[derive(Clone)]
struct Scene {
    bullets: Vec<Flier>,
    enemies: Vec<Flier>,
    bullet: Arc<Mask>,
    /// Rings, figures and noise, in turn.
    pictures: Vec<Arc<Mask>>,
}

impl Scene {
    fn picture(&self, enemy: usize) -> &Arc<Mask> {
        &self.pictures[enemy % self.pictures.len()]
    }
}

pub fn game(small: bool) -> Game {
    let (bullets, enemies) = if small { (500, 20) } else { (5000, 200) };
    let random = &mut Random::new(7);
    let scene = Scene {
        bullets: (0..bullets).map(|_| Flier::new(random, 9, BULLET)).collect(),
        enemies: (0..enemies).map(|_| Flier::new(random, 2, ENEMY)).collect(),
        bullet: Arc::new(shapes::disc(BULLET, BULLET)),
        pictures: vec![
            Arc::new(shapes::ring(ENEMY, ENEMY, 0.7)),
            Arc::new(shapes::sprite(ENEMY, ENEMY, 3)),
            Arc::new(shapes::blob(ENEMY, ENEMY, 4)),
            Arc::new(shapes::comb(ENEMY, ENEMY)),
        ],
    };
    Game {
        name: "Shooter",
        about: format!(
            "{bullets} bullets of {BULLET} x {BULLET} among {enemies} enemies of {ENEMY} x {ENEMY} on {WIDTH} x {HEIGHT}."
        ),
        counted: "hits",
        players: vec![
            Player::new("hitmask, one core", ours(&scene, one_core())),
            Player::on(2, "hitmask, two cores", ours(&scene, two_cores())),
            Player::new("a grid and a loop over pixels", naive(scene.clone())),
            Player::new("rapier2d, sensors of traced polygons", rapier(scene.clone())).inexact(),
            Player::new("Box2D v3, overlaps with traced polygons", box2d(scene)).inexact(),
        ],
    }
}

fn ours(scene: &Scene, options: WorldOptions) -> impl FnMut(usize) -> Answer + Send + use<> {
    let scene = scene.clone();
    let mut world = World::with_options(options);
    let bullets: Vec<Handle> = (0..scene.bullets.len())
        .map(|i| world.insert(Collider::new(&scene.bullet).on(BULLETS).with_data(i as u64)))
        .collect();
    let enemies: Vec<Handle> = (0..scene.enemies.len())
        .map(|i| world.insert(Collider::new(scene.picture(i)).on(ENEMIES).with_data(i as u64)))
        .collect();
    move |frame| {
        for (fliers, handles) in [(&scene.bullets, &bullets), (&scene.enemies, &enemies)] {
            for (flier, &handle) in fliers.iter().zip(handles) {
                world.set_position(handle, flier.at(frame)).expect("nobody is removed");
            }
        }
        world.step().expect("few pairs");
        let first = bullets.len() as u32;
        Answer::of_pairs(world.contacts().map(|(a, b)| [a.index(), b.index() - first]))
    }
}

fn naive(scene: Scene) -> impl FnMut(usize) -> Answer {
    let bullet = Picture::new(&scene.bullet);
    let pictures: Vec<Picture> = scene.pictures.iter().map(|mask| Picture::new(mask)).collect();
    let (mut grid, mut near, mut hits) = (Grid::new(64, WIDTH, HEIGHT), Vec::new(), Vec::new());
    move |frame| {
        grid.clear();
        hits.clear();
        for (i, enemy) in scene.enemies.iter().enumerate() {
            grid.enter(i as u32, enemy.bounds(frame));
        }
        for (i, flier) in scene.bullets.iter().enumerate() {
            grid.near(flier.bounds(frame), &mut near);
            for &enemy in &near {
                let at = scene.enemies[enemy as usize].at(frame);
                if bullet.touches(flier.at(frame), &pictures[enemy as usize % pictures.len()], at) {
                    hits.push([i as u32, enemy]);
                }
            }
        }
        Answer::of_pairs(hits.iter().copied())
    }
}

fn rapier(scene: Scene) -> impl FnMut(usize) -> Answer {
    let mut rapier = Rapier::new();
    let (ball, middle) = (SharedShape::ball(BULLET as f32 / 2.0), [BULLET as f32 / 2.0; 2]);
    let bullets: Vec<ColliderHandle> = (0..scene.bullets.len())
        .map(|i| rapier.sensor(ball.clone(), i, Group::GROUP_1, Group::GROUP_2))
        .collect();
    let shapes: Vec<SharedShape> = scene.pictures.iter().map(|mask| shape(mask, [0.0; 2])).collect();
    let enemies: Vec<ColliderHandle> = (0..scene.enemies.len())
        .map(|i| rapier.sensor(shapes[i % shapes.len()].clone(), i, Group::GROUP_2, Group::GROUP_1))
        .collect();
    move |frame| {
        for (fliers, handles, middle) in
            [(&scene.bullets, &bullets, middle), (&scene.enemies, &enemies, [0.0; 2])]
        {
            for (flier, &handle) in fliers.iter().zip(handles) {
                let [x, y] = flier.at(frame);
                let at = Vector::new(x as f32 + middle[0], y as f32 + middle[1]);
                rapier.colliders[handle].set_position(Pose::from_translation(at));
            }
        }
        rapier.step();
        Answer::of_pairs(rapier.touching())
    }
}

fn box2d(scene: Scene) -> impl FnMut(usize) -> Answer {
    let foundation = Foundation::initialize_default().expect("Box2D starts once");
    let options = WorldBuilder::from(foundation.world_def()).build().expect("the default world");
    let mut world: Box2d = foundation.create_world(options).expect("a world");
    let mut owner: HashMap<ShapeId, u32> = HashMap::new();
    let pieces: Vec<_> = scene.pictures.iter().map(|mask| traced(mask)).collect();
    let enemies: Vec<BodyId> = (0..scene.enemies.len())
        .map(|i| {
            let def = BodyBuilder::from(foundation.body_def()).body_type(BodyType::Kinematic);
            let id = world.create_body(def.build().expect("a body")).expect("a body");
            for piece in &pieces[i % pieces.len()] {
                // Box2D takes at most eight corners: a fan of such polygons.
                let mut from = 1;
                while from + 1 < piece.len() {
                    let to = (from + 6).min(piece.len() - 1);
                    let part = std::iter::once(piece[0]).chain(piece[from..=to].iter().copied());
                    from = to;
                    let Ok(polygon) = box2d_shapes::polygon_from_points(part, 0.0) else { continue };
                    let def = ShapeDef::builder().build().expect("a shape");
                    let shape = world.body(id).expect("it is there").create_polygon(&def, &polygon);
                    owner.insert(shape.expect("a valid polygon"), i as u32);
                }
            }
            id
        })
        .collect();
    let (mut buffer, mut met, mut hits) = (ShapeQueryBuffer::new(), Vec::new(), Vec::new());
    move |frame| {
        for (flier, &id) in scene.enemies.iter().zip(&enemies) {
            let [x, y] = flier.at(frame);
            let mut body = world.body(id).expect("it is there");
            body.set_position_and_rotation(Position::new(x as f32, y as f32), 0.0).expect("a position");
        }
        hits.clear();
        let query = world.query().expect("nothing else runs");
        for (i, flier) in scene.bullets.iter().enumerate() {
            let [x, y] = flier.at(frame);
            let half = BULLET as f32 / 2.0;
            let proxy = ShapeProxy::new([[0.0, 0.0]], half).expect("a circle");
            let origin = Position::new(x as f32 + half, y as f32 + half);
            query.overlap_shape_into(origin, proxy, QueryFilter::default(), &mut buffer).expect("a query");
            met.clear();
            met.extend(buffer.iter().map(|shape| owner[shape]));
            met.sort_unstable();
            met.dedup();
            hits.extend(met.iter().map(|&enemy| [i as u32, enemy]));
        }
        Answer::of_pairs(hits.iter().copied())
    }
}
