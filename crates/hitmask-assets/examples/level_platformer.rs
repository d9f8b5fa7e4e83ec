//! A platform game on a map of Tiled: slopes, ledges, spikes, a lift and checkpoints. A script plays it. Writes `level_platformer.gif`.
//!
//! `cargo run -p hitmask-assets --example level_platformer`
//!
//! The map says what everything is: a plank of the tile set has the property `hitmask` = `one-way`, spikes are a `sensor` and `deadly`, the
//! lift and the checkpoints are objects. `World::insert_tiles` makes ground, ledges and sensors of the one layer of tiles, and
//! `Level::objects` gives each object with its place, its collider and its properties.

mod film;

use std::error::Error;

use film::Film;
use hitmask::{
    Collider, EventKind, Frames, Handle, MoveOptions, Point, PointQ16, QueryFilter, Rect, TileColliders,
    World,
};
use hitmask_assets::{
    CollisionOptions, Frame, FrameChoice, Image, Level, LevelContent, LevelObjectAt, LevelObjectShape,
    LevelOptions, LevelRule, LevelValue, Options, load, load_levels,
};

/// The side of a level's pixel in the picture.
const SCALE: u32 = 2;
/// Speeds in 1/65536 of a pixel a frame, and accelerations in the same a frame.
const WALK: i64 = 2 * PointQ16::ONE;
const JUMP: i64 = -5 * PointQ16::ONE;
const GRAVITY: i64 = PointQ16::ONE / 3;
const LIFT: i64 = PointQ16::ONE * 2 / 3;

/// What the player does, and until when.
#[derive(Clone, Copy)]
enum Play {
    /// Walks right to this column of pixels, or left.
    WalkTo(i32),
    /// Jumps as soon as it stands, to the right, straight up, or to the left, until it stands again.
    Jump(i64),
    /// Stands for some frames.
    Wait(u32),
    /// Stands until the lift has reached its upper end.
    Ride,
}

const SCRIPT: [Play; 16] = [
    Play::Wait(16),
    Play::WalkTo(244), // over the hill and past the lamp, into the spikes
    Play::Wait(10),
    Play::WalkTo(206),
    Play::Jump(0), // up through the planks
    Play::Wait(8),
    Play::WalkTo(222),
    Play::Jump(1), // over the spikes, to the other planks
    Play::Wait(8),
    Play::WalkTo(334), // down again
    Play::WalkTo(314), // back to the second lamp
    Play::WalkTo(401), // up the slope and onto the lift
    Play::Ride,
    Play::WalkTo(440),
    Play::Jump(0),
    Play::Wait(24),
];

struct Checkpoint {
    handle: Handle,
    position: Point,
    lit: bool,
}

struct Game<'a> {
    level: &'a Level,
    world: World,
    ground: TileColliders,
    lift: Handle,
    /// The place of the lift at rest, and how far it rises.
    lift_ends: [PointQ16; 2],
    rises: bool,
    checkpoints: Vec<Checkpoint>,
    goal: Handle,
    hero: Handle,
    walk: Vec<Frame>,
    velocity: PointQ16,
    looks_left: bool,
    stands: bool,
    steps: usize,
    shown: usize,
    home: Point,
    deaths: u32,
    won: bool,
}

impl<'a> Game<'a> {
    fn new(level: &'a Level) -> Result<Game<'a>, Box<dyn Error>> {
        let rule = LevelRule::default();
        let layer = level.layer("ground").ok_or("the map has no ground")?;
        let mut world = World::new();
        let ground = world.insert_tiles(level.tile_map(layer, &rule)?.collider());

        let things = level.objects("things")?;
        let named = |name: &str| things.iter().find(|thing| thing.name == name).ok_or("a thing is missing");
        let collider = |thing: &LevelObjectAt<'_>| -> Result<Collider, Box<dyn Error>> {
            Ok(thing.collider(&rule)?.ok_or("the thing has no pixels")?)
        };
        let lift = named("lift")?;
        let rise = lift.property("rise").and_then(LevelValue::as_int).ok_or("the lift has no rise")?;
        let lift = world.insert(collider(lift)?);
        let low = world.position(lift).ok_or("it was just inserted")?;
        // The map says that these are sensors.
        let goal = world.insert(collider(named("goal")?)?);
        let mut checkpoints = Vec::new();
        for lamp in things.iter().filter(|thing| thing.class == "Checkpoint") {
            let [x, y] = lamp.place().map(|at| at as i32);
            let handle = world.insert(collider(lamp)?);
            // The lamp stands on its lower left corner; the hero is placed by the middle of its feet.
            checkpoints.push(Checkpoint { handle, position: Point::new(x + 8, y), lit: false });
        }

        let player = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/player.aseprite");
        let player = load(player, &Options::default())?;
        let options = CollisionOptions {
            frames: FrameChoice::Numbers(vec![10, 11, 12, 13]),
            // The middle of the feet: the pixels of the frames end 23 pixels below their upper edge.
            pivot: Some((12, 23).into()),
            ..CollisionOptions::default()
        };
        let right = player.collision_frames(&options)?;
        let left = player.collision_frames(&CollisionOptions { flip_h: true, ..options })?;
        let both = [right.frames.all(), left.frames.all()].concat();
        let [x, y] = named("start")?.place().map(|at| at as i32);
        let hero = Collider::new(Frames::new(both)).with_pivot(right.pivot.to_f64()).at((x, y)).character();
        Ok(Game {
            level,
            hero: world.insert(hero),
            world,
            ground,
            lift,
            lift_ends: [low, low - PointQ16::new(0, rise * PointQ16::ONE)],
            rises: false,
            checkpoints,
            goal,
            walk: player.frames[10..14].to_vec(),
            velocity: PointQ16::ZERO,
            looks_left: false,
            stands: false,
            steps: 0,
            shown: 0,
            home: Point::new(x, y),
            deaths: 0,
            won: false,
        })
    }

    fn place(&self) -> Result<Point, Box<dyn Error>> {
        let place = self.world.position(self.hero).and_then(PointQ16::pixel);
        Ok(place.ok_or("the hero is far out of the level")?)
    }

    /// Whether the lift is at its upper end.
    fn is_up(&self) -> bool {
        self.world.position(self.lift) == Some(self.lift_ends[1])
    }

    /// Plays a frame of the game.
    fn update(&mut self, way: i64, jumps: bool) -> Result<(), Box<dyn Error>> {
        let stale = "the handle is stale";
        let filter = QueryFilter::default();
        let here = self.world.position(self.lift).ok_or(stale)?;
        let goal = self.lift_ends[usize::from(self.rises)];
        let motion = PointQ16::new(0, (goal.y - here.y).clamp(-LIFT, LIFT));
        let moved = self.world.move_solid(self.lift, motion, &[], &MoveOptions::default()).ok_or(stale)?;
        assert!(moved.crushed.is_empty(), "nothing is in the way of the hero");

        let up = if jumps { JUMP } else { self.velocity.y + GRAVITY };
        let motion = PointQ16::new(way * WALK, up);
        let options = MoveOptions { step_up: 3, step_down: 3, ..MoveOptions::default() };
        let slid = self.world.move_and_slide(self.hero, motion, &options, &filter).ok_or(stale)?;
        assert_eq!(slid.stuck, None, "it never enters the ground");
        self.velocity = slid.velocity;
        self.stands = slid.floor.is_some();
        // Who stands on the lift makes it rise.
        self.rises |= slid.floor.is_some_and(|floor| floor.handle == self.lift);
        self.looks_left = if way == 0 { self.looks_left } else { way < 0 };
        self.steps = if way == 0 { 0 } else { self.steps + 1 };
        let frame = self.steps / 4 % self.walk.len() + if self.looks_left { self.walk.len() } else { 0 };
        if !matches!(
            self.world.fit_frame(self.hero, frame, 3, &filter)?.ok_or(stale)?,
            hitmask::Fit::Stuck(_)
        ) {
            self.shown = frame;
        }
        self.touches()
    }

    /// Looks at what the hero has begun to touch.
    fn touches(&mut self) -> Result<(), Box<dyn Error>> {
        let events = self.world.step()?.to_vec();
        for event in events.iter().filter(|event| event.kind == EventKind::Begin) {
            let Some((other, _)) = event.other(self.hero) else { continue };
            let first = event.touch.ok_or("who begins to touch, touches")?.first;
            if Some(other) == self.ground.sensor {
                let tile = self.world.tile_at(other, first).ok_or("a tile is solid there")?;
                if self.level.tile_properties(&tile).get("deadly") == Some(&LevelValue::Bool(true)) {
                    self.world.set_position(self.hero, self.home).ok_or("the hero is there")?;
                    self.velocity = PointQ16::ZERO;
                    self.deaths += 1;
                }
            } else if let Some(point) = self.checkpoints.iter_mut().find(|point| point.handle == other) {
                point.lit = true;
                self.home = point.position;
            } else if other == self.goal {
                self.won = true;
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/hills/hills.tmx");
    let file = load_levels(file, &LevelOptions::default())?;
    let level = &file.levels[0];
    let mut game = Game::new(level)?;
    let size = (level.extent[0], level.extent[1]);
    let mut film = Film::new("level_platformer.gif", size, SCALE, &[])?;
    let mut painter = Painter::new(level)?;
    for play in SCRIPT {
        let deaths = game.deaths;
        let mut jumped = false;
        // A mistake in the script must not run for ever.
        for frame in 0..400 {
            let x = game.place()?.x;
            let (way, jumps, done) = match play {
                Play::WalkTo(goal) => {
                    let left = i64::from(goal - x);
                    (left.signum(), false, left.abs() < 2 && game.stands || game.deaths > deaths)
                }
                Play::Jump(way) => {
                    let now = game.stands && !jumped;
                    let done = jumped && game.stands;
                    jumped |= now;
                    (if jumped { way } else { 0 }, now, done)
                }
                Play::Wait(frames) => (0, false, frame >= frames),
                Play::Ride => (0, false, game.is_up()),
            };
            if done {
                break;
            }
            assert!(frame < 399, "the script does not get on at {:?}", game.place());
            game.update(way, jumps)?;
            if frame % 2 == 0 {
                film.frame(painter.paint(&game)?, Some(&painter.palette), 4)?;
            }
        }
    }
    let lit = game.checkpoints.iter().filter(|point| point.lit).count();
    let end = (game.won, game.deaths, lit);
    assert_eq!(end, (true, 1, 2), "the script reaches the goal past the spikes and both lamps");
    println!(
        "{} frames in level_platformer.gif. The hero met the spikes {} time(s), lit {lit} lamps and reached the goal.",
        film.frames(),
        game.deaths
    );
    Ok(())
}

/// The colours of the sky, the lift and a lamp that is not lit.
const SKY: [u8; 3] = [40, 46, 74];
const PLATE: [u8; 3] = [216, 160, 84];
const UNLIT: [u8; 3] = [92, 92, 104];

/// Paints frames. A pixel is an index into a palette that grows with every new colour.
struct Painter {
    palette: Vec<[u8; 3]>,
    /// What never moves.
    back: Vec<u8>,
    size: [u32; 2],
    /// The picture of a lamp.
    lamp: Image,
}

impl Painter {
    fn new(level: &Level) -> Result<Painter, Box<dyn Error>> {
        let size = level.extent;
        let mut painter = Painter {
            palette: vec![SKY],
            back: vec![0; (size[0] * size[1]) as usize],
            size,
            lamp: Image::default(),
        };
        for layer in &level.layers {
            match &layer.content {
                LevelContent::Cells(chunks) => {
                    // The flag of the goal collides with nothing, so the picture of the layer has not got it: the tiles are drawn one by one.
                    for ([column, row], cell) in chunks.iter().flat_map(|chunk| chunk.filled()) {
                        let tile = cell.tile().and_then(|tile| level.tile(tile));
                        let (set, id) = tile.ok_or("the reader has checked it")?;
                        let image = set.image(id)?.ok_or("a tile has a picture")?;
                        let side = image.width();
                        let at = Point::new(column * side as i32, row * side as i32);
                        let mut back = std::mem::take(&mut painter.back);
                        painter.draw(&mut back, &image, at, cell.flip_x(), None)?;
                        painter.back = back;
                    }
                }
                LevelContent::Objects(objects) => {
                    for object in objects {
                        if let LevelObjectShape::Tile(cell) = object.shape
                            && let Some((set, id)) = cell.tile().and_then(|tile| level.tile(tile))
                        {
                            painter.lamp = set.image(id)?.ok_or("a tile has a picture")?;
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(painter)
    }

    fn paint(&mut self, game: &Game<'_>) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut pixels = self.back.clone();
        let lamp = self.lamp.clone();
        for point in &game.checkpoints {
            let corner = Point::new(point.position.x - 8, point.position.y - lamp.height() as i32);
            self.draw(&mut pixels, &lamp, corner, false, (!point.lit).then_some(UNLIT))?;
        }
        let Rect { x, y, w, h } = game.world.bounds(game.lift).ok_or("it covers pixels")?;
        let plate = self.color(PLATE)?;
        for (x, y) in (0..h).flat_map(|v| (0..w).map(move |u| (x as u32 + u, y as u32 + v))) {
            pixels[(y * self.size[0] + x) as usize] = plate;
        }
        // A character is drawn under the pose with which it collides.
        let picture = game.walk[game.shown % game.walk.len()].image.clone();
        let corner = game.world.pose(game.hero).and_then(|pose| pose.translation().pixel());
        let corner = corner.ok_or("the hero is far out of the level")?;
        self.draw(&mut pixels, &picture, corner, game.shown >= game.walk.len(), None)?;
        Ok(pixels)
    }

    /// Draws a picture, mirrored or in one colour.
    fn draw(
        &mut self,
        pixels: &mut [u8],
        image: &Image,
        at: Point,
        flip: bool,
        only: Option<[u8; 3]>,
    ) -> Result<(), Box<dyn Error>> {
        for (y, x) in (0..image.height()).flat_map(|y| (0..image.width()).map(move |x| (y, x))) {
            let source = if flip { image.width() - 1 - x } else { x };
            let (px, py) = (at.x + x as i32, at.y + y as i32);
            let inside = (0..self.size[0] as i32).contains(&px) && (0..self.size[1] as i32).contains(&py);
            if let Some([r, g, b, 128..=255]) = image.pixel(source, y).filter(|_| inside) {
                pixels[(py as u32 * self.size[0] + px as u32) as usize] =
                    self.color(only.unwrap_or([r, g, b]))?;
            }
        }
        Ok(())
    }

    fn color(&mut self, color: [u8; 3]) -> Result<u8, Box<dyn Error>> {
        let found = self.palette.iter().position(|&other| other == color).unwrap_or_else(|| {
            self.palette.push(color);
            self.palette.len() - 1
        });
        Ok(u8::try_from(found)?)
    }
}
