//! Plays a script in a world of hitmask.

use std::sync::Arc;

use hitmask::{
    Blocker, Collider, ColliderFrame, ColliderKind, ColliderShape, EventDetail, EventKind, Fit, Frames,
    Handle, Layers, MoveOptions, PixelCast, PointQ16, Probe, QueryFilter, Terrain, TimeOfImpact, Touch,
    World, WorldOptions, WorldSnapshot,
};

use super::super::terrain::edit;
use super::super::world::{collider_shape, legal};
use super::super::{area, pixel};
use super::{
    Attempt, Caster, Command, Contact, Event, Figure, Filter, Fitting, Given, Happening, Impact, Kind, Met,
    Nearest, Newcomer, Setting, Stop, Touching,
};
use crate::file::Fnv;
use crate::{Pictures, Q16};

/// A world, and the handles of the colliders by their numbers.
pub(super) struct Game<'a> {
    pictures: &'a Pictures,
    world: World,
    handles: Vec<Handle>,
    saved: Option<(WorldSnapshot, usize)>,
}

const GONE: &str = "the collider is there";

fn q16([x, y]: Q16) -> PointQ16 {
    PointQ16::new(x, y)
}

fn pair(position: PointQ16) -> Q16 {
    [position.x, position.y]
}

fn fraction(time: TimeOfImpact) -> (u64, u64) {
    (time.numerator(), time.denominator())
}

fn layers((belongs_to, collides_with): (u32, u32)) -> Layers {
    Layers::new(belongs_to, collides_with)
}

fn kind(kind: Kind) -> ColliderKind {
    match kind {
        Kind::Body => ColliderKind::Body,
        Kind::Character => ColliderKind::Character,
        Kind::OneWay => ColliderKind::OneWay,
        Kind::Sensor => ColliderKind::Sensor,
    }
}

fn touching(touch: &Touch) -> Touching {
    Touching {
        first: pixel(touch.first),
        area: touch.area,
        bounds: touch.bounds.map(area),
        normal: touch.normal.map(pixel),
        separation: touch.separation.map(pixel),
    }
}

impl Figure {
    fn build(&self, pictures: &Pictures) -> ColliderShape {
        match self {
            Figure::Shape(shape) => collider_shape(shape, pictures),
            Figure::Frames(frames) => {
                let frame = |&(number, [x, y]): &(usize, [i32; 2])| ColliderFrame {
                    mask: Arc::new(pictures.mask(number).clone()),
                    offset: (x, y).into(),
                };
                frames.iter().map(frame).collect::<Frames>().into()
            }
        }
    }
}

impl Game<'_> {
    pub(super) fn new(wrap: Option<(u32, u32)>, pictures: &Pictures) -> Game<'_> {
        let direction = wrap.is_none();
        let detail =
            EventDetail { stay: true, area: true, bounds: true, normal: direction, separation: direction };
        let world = World::with_options(WorldOptions { detail, wrap, ..WorldOptions::default() });
        Game { pictures, world, handles: Vec::new(), saved: None }
    }

    fn number(&self, handle: Handle) -> usize {
        self.handles.iter().position(|&other| other == handle).expect("the handle was given out")
    }

    fn numbers(&self, handles: &[Handle]) -> Vec<usize> {
        handles.iter().map(|&handle| self.number(handle)).collect()
    }

    fn stop(&self, blocker: Option<Blocker>) -> Option<Stop> {
        blocker.map(|blocker| Stop {
            collider: self.number(blocker.handle),
            pixel: pixel(blocker.pixel),
            normal: pixel(blocker.normal),
        })
    }

    /// Calls a function with a filter, which borrows its exceptions.
    fn with_filter<R>(&mut self, filter: &Filter, f: impl FnOnce(&mut Self, &QueryFilter<'_>) -> R) -> R {
        let except: Vec<Handle> = filter.except.iter().map(|&number| self.handles[number]).collect();
        let query = QueryFilter {
            layers: Some(layers(filter.layers)),
            group: Some(filter.group),
            sensors: filter.sensors,
            except_all: &except,
            ..QueryFilter::default()
        };
        f(self, &query)
    }

    pub(super) fn obey(&mut self, command: &Command) -> Given {
        match command {
            Command::Insert(newcomer) => self.insert(newcomer),
            Command::Remove(number) => {
                drop(self.world.remove(self.handles[*number]).expect(GONE));
                Given::Nothing
            }
            Command::Set(number, setting) => {
                self.set(self.handles[*number], setting);
                Given::Nothing
            }
            Command::Edit(number, change) => {
                let made = |terrain: &mut Terrain| edit(terrain, change, self.pictures);
                let change = self.world.edit_terrain(self.handles[*number], made).expect("it has a terrain");
                Given::Changed { pixels: change.pixels, bounds: change.bounds.map(area) }
            }
            Command::Step => {
                let events = self.world.step().expect("there are few pairs").to_vec();
                Given::Events(events.iter().map(|event| self.seen(event)).collect())
            }
            Command::CollideOne(number) => {
                let contacts = self.world.collide_one(self.handles[*number]).expect(GONE);
                let contact = |contact: &hitmask::Contact| Contact {
                    collider: self.number(contact.handle),
                    touch: touching(&contact.touch),
                };
                Given::Contacts(contacts.iter().map(contact).collect())
            }
            Command::Pick { pixel: [x, y], filter } => {
                let picked = self.with_filter(filter, |game, filter| {
                    let all = game.world.pick_all((*x, *y), filter);
                    assert_eq!(game.world.pick((*x, *y), filter), all.first().copied());
                    all
                });
                Given::Picked(self.numbers(&picked))
            }
            Command::Nearest { pixel: [x, y], within, filter } => {
                let nearest =
                    self.with_filter(filter, |game, filter| game.world.nearest((*x, *y), *within, filter));
                Given::Nearest(nearest.map(|found| Nearest {
                    collider: self.number(found.handle),
                    pixel: pixel(found.pixel),
                    squared: found.squared,
                }))
            }
            Command::Cast { what, motion, filter } => {
                let hits = self.with_filter(filter, |game, filter| {
                    let (first, all) = match what {
                        Caster::Collider(number) => {
                            let handle = game.handles[*number];
                            let (world, motion) = (&game.world, q16(*motion));
                            (world.cast(handle, motion, filter), world.cast_all(handle, motion, filter))
                        }
                        Caster::Probe { shape, pose } => {
                            let probe = Probe::shape(collider_shape(shape, game.pictures), legal(*pose));
                            let (world, motion) = (&game.world, q16(*motion));
                            (world.cast(&probe, motion, filter), world.cast_all(&probe, motion, filter))
                        }
                    };
                    assert_eq!(first, all.first().copied());
                    all
                });
                let met = |hit: &hitmask::CastHit| Met {
                    collider: self.number(hit.handle),
                    impact: match hit.cast {
                        PixelCast::InitialOverlap { pixel: at } => {
                            Impact::InitialOverlap { pixel: pixel(at) }
                        }
                        PixelCast::Hit { time, free, pixel: at, normal } => Impact::Hit {
                            time: fraction(time),
                            free: pair(free),
                            pixel: pixel(at),
                            normal: pixel(normal),
                        },
                    },
                };
                Given::Casts(hits.iter().map(met).collect())
            }
            Command::MoveAndSlide { collider, motion, step_up, step_down, filter } => {
                let options = MoveOptions { step_up: *step_up, step_down: *step_down };
                let slid = self.with_filter(filter, |game, filter| {
                    let handle = game.handles[*collider];
                    game.world.move_and_slide(handle, q16(*motion), &options, filter).expect(GONE)
                });
                Given::Slid {
                    position: pair(slid.position),
                    velocity: pair(slid.velocity),
                    floor: self.stop(slid.floor),
                    ceiling: self.stop(slid.ceiling),
                    wall: self.stop(slid.wall),
                    stuck: slid.stuck.map(|handle| self.number(handle)),
                }
            }
            Command::MoveSolid { collider, motion, riders } => {
                let riders: Vec<Handle> = riders.iter().map(|&number| self.handles[number]).collect();
                let moved =
                    self.world.move_solid(self.handles[*collider], q16(*motion), &riders).expect(GONE);
                Given::Moved {
                    position: pair(moved.position),
                    pushed: self.numbers(&moved.pushed),
                    carried: self.numbers(&moved.carried),
                    crushed: self.numbers(&moved.crushed),
                }
            }
            Command::Fit { collider, attempt, limit, filter } => {
                let fit =
                    self.with_filter(filter, |game, filter| game.fit(*collider, attempt, *limit, filter));
                Given::Fit(match fit {
                    Fit::Free => Fitting::Free,
                    Fit::Moved(by) => Fitting::Moved(pixel(by)),
                    Fit::Stuck(handle) => Fitting::Stuck(self.number(handle)),
                })
            }
            Command::StateHash => Given::StateHash(format!("{:016x}", self.world.state_hash())),
            Command::Save => {
                self.saved = Some((self.world.snapshot(), self.handles.len()));
                Given::Nothing
            }
            Command::Restore => {
                let (snapshot, handles) = self.saved.as_ref().expect("it was saved");
                self.world.restore(snapshot);
                self.handles.truncate(*handles);
                Given::Nothing
            }
            Command::Reload => self.reload(),
        }
    }

    fn insert(&mut self, newcomer: &Newcomer) -> Given {
        let mut collider = Collider::new(newcomer.figure.build(self.pictures));
        collider.transform = newcomer.place.transform();
        collider.kind = kind(newcomer.kind);
        collider.layers = layers(newcomer.layers);
        collider.group = newcomer.group;
        collider.space = newcomer.space;
        collider.order = newcomer.order;
        collider.swept = newcomer.swept;
        let handle = self.world.insert(collider);
        self.handles.push(handle);
        Given::Handle([handle.index(), handle.generation()])
    }

    fn set(&mut self, handle: Handle, setting: &Setting) {
        let world = &mut self.world;
        match setting {
            Setting::Position(to) => world.set_position(handle, q16(*to)),
            Setting::Teleport(to) => world.teleport(handle, q16(*to)),
            Setting::Place(place) => world.set_transform(handle, place.transform()),
            Setting::Figure(figure) => {
                world.edit(handle, |collider| collider.shape = figure.build(self.pictures))
            }
            Setting::Frame(frame) => world.set_frame(handle, *frame),
            Setting::Enabled(enabled) => world.edit(handle, |collider| collider.enabled = *enabled),
            Setting::Layers(to) => world.edit(handle, |collider| collider.layers = layers(*to)),
            Setting::Group(group) => world.edit(handle, |collider| collider.group = *group),
            Setting::Space(space) => world.edit(handle, |collider| collider.space = *space),
            Setting::Order(order) => world.edit(handle, |collider| collider.order = *order),
            Setting::Kind(to) => world.edit(handle, |collider| collider.kind = kind(*to)),
            Setting::Swept(swept) => world.edit(handle, |collider| collider.swept = *swept),
        }
        .expect(GONE);
    }

    fn fit(&mut self, number: usize, attempt: &Attempt, limit: u32, filter: &QueryFilter<'_>) -> Fit {
        let (handle, world) = (self.handles[number], &mut self.world);
        match attempt {
            Attempt::Frame(frame) => world.try_set_frame(handle, *frame, limit, filter),
            Attempt::Figure(figure) => {
                world.try_set_shape(handle, figure.build(self.pictures), limit, filter)
            }
            Attempt::Place(place) => world.try_set_transform(handle, place.transform(), limit, filter),
            Attempt::Unstick => world.unstick(handle, limit, filter),
            Attempt::At(position) => world.fit_at(handle, q16(*position), limit, filter),
        }
        .expect(GONE)
    }

    fn reload(&mut self) -> Given {
        let mut shapes = vec![None; self.handles.len()];
        let key = |handle, shape: &ColliderShape| {
            let number = self.number(handle);
            shapes[number] = Some(shape.clone());
            number as u64
        };
        let bytes = self.world.to_bytes(key, |_, _| panic!("no collider has a custom test"));
        let shape = |key: u64| shapes.get(usize::try_from(key).ok()?)?.clone();
        self.world = World::from_bytes(&bytes, shape, |_| None).expect("the world was written just now");
        let mut hash = Fnv::default();
        hash.add(&bytes);
        Given::Bytes { length: bytes.len() as u64, fnv1a64: format!("{:016x}", hash.0) }
    }

    fn seen(&self, event: &hitmask::Event) -> Event {
        Event {
            kind: match event.kind {
                EventKind::Begin => Happening::Begin,
                EventKind::Stay => Happening::Stay,
                EventKind::End => Happening::End,
                EventKind::Pass => Happening::Pass,
                other => panic!("the committed answers have no event of kind {other:?}"),
            },
            a: self.number(event.a),
            b: self.number(event.b),
            since: event.since,
            time: event.time.map(fraction),
            approximate: event.approximate,
            touch: event.touch.as_ref().map(touching),
        }
    }
}
