//! Obeys the commands of a script in a world of hitmask, and gives its answers in the script's form. What hitmask says in several ways must
//! agree.
//!
//! This file is long because it is a list: how each command is obeyed.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use hitmask::{
    Blocker, CastHit, Collider, ColliderKind, ColliderRef, ColliderShape, CustomTest, Direction, EventKind,
    Fit, Handle, Layers, Member, MoveOptions, PathSegment, Point, PointQ16, QueryFilter, Rect, Terrain,
    TimeOfImpact, Touch, Transform, Verdict, World, WorldOptions, WorldSnapshot,
};
use hitmask_oracle::Rng;
use hitmask_oracle::world::{
    self as script, Area, Attempt, Caster, Command, Contact, Edit, Event, Filter, Fitting, Given, Happening,
    Impact, Key, Kind, Met, Nearest, Newcomer, Own, Pixel, Probe, Q16, Setting, Side, Stop, Touching,
    own_verdict,
};

use crate::shape::{Shapes, pose_of, shape_of, transform_of};

/// What a command needs to know that hitmask does not tell.
#[derive(Debug, Clone, Default)]
pub struct Aid {
    /// The smallest boxes of all colliders. Custom tests read them, because their answers must not depend on how tight the world's boxes are.
    pub boxes: BTreeMap<Key, Option<Area>>,
    /// The ways of a step that is cut into parts.
    pub ways: Vec<(usize, Q16, Q16)>,
}

/// A world, and the handles of the colliders by their numbers.
#[derive(Debug)]
pub struct Player<'a> {
    shapes: &'a Shapes<'a>,
    book: &'a script::Book,
    /// The world.
    pub world: World,
    handles: Vec<Handle>,
    /// A state, how many handles it knows, and its hash.
    saved: Option<(WorldSnapshot, usize, u64)>,
    boxes: Boxes,
}

type Boxes = Arc<Mutex<BTreeMap<Key, Option<Area>>>>;

struct Test(Own, Boxes);

impl CustomTest for Test {
    fn test(&self, me: Member<'_>, other: Member<'_>) -> Option<Verdict> {
        let boxes = self.1.lock().unwrap();
        let [me, other] = [me, other].map(|member| boxes[&key_of(member.handle)]);
        own_verdict(self.0, me, other).map(|touch| match touch {
            None => Verdict::Apart,
            Some(touch) => {
                let small = |(x, y): (i64, i64)| Point::new(x as i32, y as i32);
                let mut ours = Touch::new(small(touch.first));
                let (x, y, w, h) = touch.bounds;
                (ours.area, ours.bounds) = (touch.area, Some(rect([x, y, w, h])));
                Verdict::Touching(ours)
            }
        })
    }

    fn reach(&self, _: ColliderRef<'_>, own: Option<Rect>) -> Option<Rect> {
        match self.0 {
            Own::Far(reach) => Some(own.map_or(rect(reach), |own| own.union(&rect(reach)))),
            _ => own,
        }
    }
}

fn key_of(handle: Handle) -> Key {
    [handle.index(), handle.generation()]
}

fn rect([x, y, w, h]: Area) -> Rect {
    Rect::new(x as i32, y as i32, w as u32, h as u32)
}

fn q16([x, y]: Q16) -> PointQ16 {
    PointQ16::new(x, y)
}

fn pair(position: PointQ16) -> Q16 {
    [position.x, position.y]
}

fn pixel(point: Point) -> Pixel {
    [point.x, point.y]
}

fn area(rect: Rect) -> Area {
    [rect.x.into(), rect.y.into(), rect.w.into(), rect.h.into()]
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
        Kind::Crate => ColliderKind::Crate,
    }
}

fn direction(side: Side) -> Direction {
    match side {
        Side::Up => Direction::Up,
        Side::Right => Direction::Right,
        Side::Down => Direction::Down,
        Side::Left => Direction::Left,
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

fn both_odd(a: Member<'_>, b: Member<'_>) -> bool {
    a.collider.data % 2 == 1 && b.collider.data % 2 == 1
}

fn is_even(member: Member<'_>) -> bool {
    member.collider.data.is_multiple_of(2)
}

/// FNV-1a with 64 bits (Fowler, Noll and Vo).
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

impl<'a> Player<'a> {
    /// An empty world.
    #[must_use]
    pub fn new(options: WorldOptions, shapes: &'a Shapes<'a>, book: &'a script::Book) -> Player<'a> {
        let (world, boxes) = (World::with_options(options), Boxes::default());
        Player { shapes, book, world, handles: Vec::new(), saved: None, boxes }
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
        // One of them may be named alone.
        let (except, one) = match &except[..] {
            [one, others @ ..] if one.index() % 2 == 0 => (others, Some(*one)),
            all => (all, None),
        };
        let query = QueryFilter {
            layers: (!filter.unnamed).then(|| layers(filter.layers)),
            group: (!filter.unnamed).then_some(filter.group),
            sensors: filter.sensors,
            except: one,
            except_all: except,
            space: filter.space,
            ..QueryFilter::default()
        };
        let query = if filter.only_even { query.only_if(&is_even) } else { query };
        f(self, &query)
    }

    fn custom(&self, own: Option<Own>) -> Option<Arc<dyn CustomTest>> {
        own.map(|own| Arc::new(Test(own, Arc::clone(&self.boxes))) as Arc<dyn CustomTest>)
    }

    /// Obeys a command.
    ///
    /// # Panics
    /// If hitmask contradicts itself.
    pub fn obey(&mut self, command: &Command, aid: &Aid) -> Given {
        self.boxes.lock().unwrap().clone_from(&aid.boxes);
        self.try_to(command, aid).unwrap_or(Given::Gone)
    }

    /// None if the collider is gone.
    fn try_to(&mut self, command: &Command, aid: &Aid) -> Option<Given> {
        Some(match command {
            Command::Insert(newcomer) => self.insert(newcomer),
            Command::Remove(number) => {
                drop(self.world.remove(self.handles[*number])?);
                assert!(self.world.get(self.handles[*number]).is_none());
                Given::Nothing
            }
            Command::Set(number, setting) => {
                self.set(self.handles[*number], setting)?;
                Given::Nothing
            }
            Command::Transforms(places) => {
                let to = places.iter().map(|(number, place)| (self.handles[*number], transform_of(place)));
                let to: BTreeMap<Handle, Transform> = to.collect();
                self.world.set_transforms(|member| to.get(&member.handle).copied());
                Given::Nothing
            }
            Command::Attach(root, part) => {
                let [root, part] = [*root, *part].map(|number| self.handles[number]);
                match self.world.try_attach(root, part) {
                    Ok(done) => done.map(|()| Given::Nothing)?,
                    Err(_) => Given::InvalidArgument,
                }
            }
            Command::Detach(number) => {
                let (handle, pose) = (self.handles[*number], self.world.pose(self.handles[*number]));
                self.world.detach(handle)?;
                if let (Some(before), Some(after)) = (pose, self.world.pose(handle)) {
                    let moved = before.to_q16().into_iter().zip(after.to_q16()).map(|(a, b)| (a - b).abs());
                    assert!(moved.max() <= Some(1), "{before:?} {after:?}");
                }
                Given::Nothing
            }
            Command::Edit(number, edit) => {
                let book = self.book;
                let made = |terrain: &mut Terrain| self::edit(terrain, edit, book);
                let change = self.world.edit_terrain(self.handles[*number], made)?;
                Given::Changed { pixels: change.pixels, bounds: change.bounds.map(area) }
            }
            Command::Step | Command::StepRefusing | Command::StepAlong(_) => self.step(command, aid),
            Command::CollideOne(number) => {
                let contacts = self.world.collide_one(self.handles[*number])?;
                Given::Contacts(contacts.iter().map(|contact| self.contact(contact)).collect())
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
            Command::Query { probe, filter } => self.query(probe, filter),
            Command::Line { from: [x, y], to: [u, v], filter } => {
                let hit = self
                    .with_filter(filter, |game, filter| game.world.first_on_line((*x, *y), (*u, *v), filter));
                Given::OnLine(hit.map(|hit| (self.number(hit.handle), pixel(hit.pixel), hit.steps)))
            }
            Command::Ray { from, motion, filter } => {
                let hit = self.with_filter(filter, |game, filter| {
                    game.world.ray_cast(q16(*from), q16(*motion), filter)
                });
                Given::Ray(hit.map(|hit| match hit.cast {
                    hitmask::Cast::InitialOverlap => (self.number(hit.handle), None),
                    hitmask::Cast::Hit { time, point, normal } => {
                        (self.number(hit.handle), Some((fraction(time), pixel(point), pixel(normal))))
                    }
                    hitmask::Cast::Miss => panic!("a hit that misses"),
                }))
            }
            Command::Relate(a, b) => {
                let [a, b] = [*a, *b].map(|number| self.handles[number]);
                if !self.world.contains(a) || !self.world.contains(b) {
                    assert_eq!((self.world.normal(a, b), self.world.closest(a, b)), (None, None));
                    return None;
                }
                Given::Relation {
                    normal: pixel(self.world.normal(a, b)?),
                    separation: self.world.separation(a, b).map(pixel),
                    closest: match self.world.closest(a, b) {
                        None => script::Closest::Nothing,
                        Some(hitmask::Closest::Overlapping) => script::Closest::Overlapping,
                        Some(hitmask::Closest::Apart { squared, a, b }) => {
                            script::Closest::Apart { squared, a: pixel(a), b: pixel(b) }
                        }
                    },
                }
            }
            Command::Cast { what, motion, filter } => self.cast(what, q16(*motion), filter),
            Command::MoveAndSlide {
                collider,
                motion,
                step_up,
                step_down,
                filter,
                reach,
                corner,
                drop,
                push,
            } => {
                let (step_up, step_down, corner, drop) = (*step_up, *step_down, *corner, *drop);
                let options =
                    MoveOptions { step_up, step_down, corner, drop, push: *push > 0, push_limit: *push };
                let (handle, motion) = (self.handles[*collider], q16(*motion));
                let mut all = Vec::new();
                if self.world.root_of(handle).is_some() {
                    let by = (motion, &options, &QueryFilter::default());
                    assert!(self.world.try_move_and_slide(handle, by.0, by.1, by.2).is_err());
                    return Some(Given::InvalidArgument);
                }
                let (slid, slope) = self.with_filter(filter, |game, filter| {
                    let world = &mut game.world;
                    let slid = match reach {
                        None => world.move_and_slide(handle, motion, &options, filter)?,
                        Some(_) => world.move_and_slide_into(handle, motion, &options, filter, &mut all)?,
                    };
                    let slope = reach.and_then(|reach| world.ground_slope(handle, reach, filter));
                    Some((slid, slope.map(|slope| (slope.run.into(), slope.rise.into()))))
                })?;
                assert_eq!(self.world.position(handle), Some(slid.position));
                if slid.stuck.is_some() {
                    all.clear();
                }
                Given::Slid {
                    position: pair(slid.position),
                    velocity: pair(slid.velocity),
                    floor: self.stop(slid.floor),
                    ceiling: self.stop(slid.ceiling),
                    wall: self.stop(slid.wall),
                    stuck: slid.stuck.map(|handle| self.number(handle)),
                    all: all.into_iter().filter_map(|blocker| self.stop(Some(blocker))).collect(),
                    slope,
                }
            }
            Command::MoveSolid { collider, motion, riders, step_up, corner } => {
                let riders: Vec<Handle> = riders.iter().map(|&number| self.handles[number]).collect();
                let handle = self.handles[*collider];
                if self.world.root_of(handle).is_some() {
                    assert!(
                        self.world
                            .try_move_solid(handle, q16(*motion), &riders, &MoveOptions::default())
                            .is_err()
                    );
                    return Some(Given::InvalidArgument);
                }
                let options = MoveOptions { step_up: *step_up, corner: *corner, ..MoveOptions::default() };
                let Ok(moved) = self.world.try_move_solid(handle, q16(*motion), &riders, &options) else {
                    return Some(Given::InvalidArgument);
                };
                let moved = moved?;
                Given::Moved {
                    position: pair(moved.position),
                    pushed: self.numbers(&moved.pushed),
                    carried: self.numbers(&moved.carried),
                    crushed: self.numbers(&moved.crushed),
                    places: Vec::new(),
                }
            }
            Command::ReshapeSolid { collider, change, limit } => self.reshape(*collider, change, *limit)?,
            Command::Support(number) => {
                let handle = self.handles[*number];
                Given::Support(self.world.support(handle).map(|handle| self.number(handle)))
            }
            Command::Fit { collider, attempt, limit, filter } => {
                let (handle, before) = (self.handles[*collider], self.world.state_hash());
                let fit = self.with_filter(filter, |game, filter| game.fit(handle, attempt, *limit, filter));
                let Ok(fit) = fit else {
                    assert!(self.world.root_of(handle).is_some() && self.world.state_hash() == before);
                    return Some(Given::InvalidArgument);
                };
                Given::Fit(match fit? {
                    Fit::Free => Fitting::Free,
                    Fit::Moved(by) => Fitting::Moved(pixel(by)),
                    Fit::Stuck(by) => {
                        assert_eq!(self.world.state_hash(), before, "nothing changes");
                        Fitting::Stuck(self.number(by))
                    }
                })
            }
            Command::StateHash => Given::StateHash(format!("{:016x}", self.world.state_hash())),
            Command::Save => {
                // Sometimes into the memory of an older state, which may be newer than the world after it was restored.
                let (handles, hash) = (self.handles.len(), self.world.state_hash());
                match &mut self.saved {
                    Some((older, count, before)) => {
                        self.world.snapshot_into(older);
                        (*count, *before) = (handles, hash);
                    }
                    None => self.saved = Some((self.world.snapshot(), handles, hash)),
                }
                Given::Nothing
            }
            Command::Restore => {
                let (snapshot, handles, hash) = self.saved.as_ref().expect("it was saved");
                self.world.restore(snapshot);
                assert_eq!(self.world.state_hash(), *hash, "it is not what it was");
                self.world.validate().unwrap();
                self.handles.truncate(*handles);
                Given::Nothing
            }
            Command::Reload => self.reload(),
            Command::Copy => {
                self.world = self.world.clone();
                Given::Nothing
            }
            Command::Clear => {
                self.world.clear();
                Given::Nothing
            }
        })
    }

    fn insert(&mut self, newcomer: &Newcomer) -> Given {
        let mut collider = Collider::new(self.shapes.of(&newcomer.figure));
        collider.transform = transform_of(&newcomer.place);
        collider.kind = kind(newcomer.kind);
        collider.layers = layers(newcomer.layers);
        collider.group = newcomer.group;
        collider.space = newcomer.space;
        collider.order = newcomer.order;
        collider.swept = newcomer.swept;
        collider.first_only = newcomer.first_only;
        collider.whole_pixels = newcomer.whole;
        collider.enabled = !newcomer.disabled;
        collider.data = newcomer.data;
        collider.custom = self.custom(newcomer.own);
        collider.up = newcomer.up.map(direction);
        collider.open_side = direction(newcomer.open_side);
        let handle = self.world.insert(collider);
        // Whatever had the slot before.
        assert!(self.world.contacts_of(handle).is_some_and(|mut all| all.next().is_none()), "it is new");
        self.handles.push(handle);
        Given::Handle(key_of(handle))
    }

    fn set(&mut self, handle: Handle, setting: &Setting) -> Option<()> {
        let own = if let Setting::Own(own) = setting { self.custom(*own) } else { None };
        let world = &mut self.world;
        match setting {
            Setting::Position(to) => world.set_position(handle, q16(*to)),
            Setting::Teleport(to) => world.teleport(handle, q16(*to)),
            Setting::Place(script::Place::Pose(pose)) if pose[4] % 2 == 0 => {
                world.set_pose(handle, pose_of(*pose))
            }
            Setting::Place(script::Place::Nowhere) => world.set_pose(handle, None),
            Setting::Place(place) => world.set_transform(handle, transform_of(place)),
            Setting::Figure(figure) => world.edit(handle, |collider| collider.shape = self.shapes.of(figure)),
            Setting::Frame(frame) => world.set_frame(handle, *frame),
            Setting::PartFrames(frames) => world.set_part_frames(handle, frames.as_deref()),
            Setting::Enabled(enabled) => world.edit(handle, |collider| collider.enabled = *enabled),
            Setting::Layers(to) => world.edit(handle, |collider| collider.layers = layers(*to)),
            Setting::Group(group) => world.edit(handle, |collider| collider.group = *group),
            Setting::Space(space) => world.edit(handle, |collider| collider.space = *space),
            Setting::Order(order) => world.edit(handle, |collider| collider.order = *order),
            Setting::Kind(to) => world.edit(handle, |collider| collider.kind = kind(*to)),
            Setting::Swept(swept) => world.edit(handle, |collider| collider.swept = *swept),
            Setting::FirstOnly(first_only) => {
                world.edit(handle, |collider| collider.first_only = *first_only)
            }
            Setting::Data(data) => world.edit(handle, |collider| collider.data = *data),
            Setting::Own(_) => world.edit(handle, |collider| collider.custom = own),
            Setting::Up(up) => world.set_up(handle, up.map(direction)),
            Setting::OpenSide(side) => world.set_open_side(handle, direction(*side)),
        }
    }

    fn contact(&self, contact: &hitmask::Contact) -> Contact {
        Contact { collider: self.number(contact.handle), touch: touching(&contact.touch), data: contact.data }
    }

    fn probe(&self, probe: &Probe) -> hitmask::Probe {
        match probe {
            Probe::Point([x, y]) => hitmask::Probe::point((*x, *y)),
            Probe::Line([x, y], [u, v]) => hitmask::Probe::line((*x, *y), (*u, *v)),
            Probe::Shape { shape, pose } => hitmask::Probe::shape(shape_of(shape, self.book), pose_of(*pose)),
        }
    }

    fn query(&mut self, probe: &Probe, filter: &Filter) -> Given {
        let probe = self.probe(probe);
        let mut each = Vec::new();
        self.with_filter(filter, |game, filter| {
            let query = game.world.query(&probe, filter);
            let end = query.each(|contact| {
                each.push(contact);
                ControlFlow::Continue(())
            });
            assert!(end.is_continue());
            each.sort_by_key(|contact| contact.handle);
            let all: Vec<Handle> = each.iter().map(|contact| contact.handle).collect();
            assert_eq!((query.all(), query.any()), (all.clone(), !all.is_empty()), "{probe:?}");
            // What a painter paints last comes first: he paints by order, and equal orders by handle.
            let mut painted = all;
            painted.sort_by_key(|&handle| (game.world.get(handle).expect("it is there").order, handle));
            painted.reverse();
            assert_eq!((query.topmost(), query.all_by_order()), (painted.first().copied(), painted.clone()));
        });
        Given::Contacts(each.iter().map(|contact| self.contact(contact)).collect())
    }

    fn cast(&mut self, what: &Caster, motion: PointQ16, filter: &Filter) -> Given {
        let probe = match what {
            Caster::Collider(_) => None,
            Caster::Probe { shape, pose } => {
                Some(self.probe(&Probe::Shape { shape: shape.clone(), pose: *pose }))
            }
        };
        let hits: Vec<CastHit> = self.with_filter(filter, |game, filter| {
            let world = &game.world;
            let (first, all) = match (what, &probe) {
                (Caster::Collider(number), _) => {
                    let handle = game.handles[*number];
                    (world.cast(handle, motion, filter), world.cast_all(handle, motion, filter))
                }
                (_, probe) => {
                    let probe = probe.as_ref().expect("it is made");
                    (world.cast(probe, motion, filter), world.cast_all(probe, motion, filter))
                }
            };
            assert_eq!(first, all.first().copied());
            all
        });
        let met = |hit: &CastHit| Met {
            collider: self.number(hit.handle),
            impact: match hit.free {
                None => Impact::InitialOverlap { pixel: pixel(hit.pixel) },
                Some(free) => Impact::Hit {
                    time: fraction(hit.time),
                    free: pair(free),
                    pixel: pixel(hit.pixel),
                    normal: pixel(hit.normal),
                },
            },
        };
        Given::Casts(hits.iter().map(met).collect())
    }

    fn fit(
        &mut self,
        handle: Handle,
        attempt: &Attempt,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, hitmask::InvalidArgument> {
        let world = &mut self.world;
        match attempt {
            Attempt::Frame(frame) => world.fit_frame(handle, *frame, limit, filter),
            Attempt::Figure(figure) => world.fit_shape(handle, self.shapes.of(figure), limit, filter),
            Attempt::Place(place) => world.fit_transform(handle, transform_of(place), limit, filter),
            Attempt::Unstick => world.try_unstick(handle, limit, filter),
            Attempt::At(position) => world.try_fit_at(handle, q16(*position), limit, filter),
        }
    }

    fn reshape(&mut self, number: usize, change: &Attempt, limit: u32) -> Option<Given> {
        let (handle, shapes) = (self.handles[number], self.shapes);
        let filter = QueryFilter::default();
        let change = |collider: &mut Collider| {
            match change {
                Attempt::Frame(frame) => collider.try_set_frame(*frame)?,
                Attempt::Figure(figure) => collider.shape = shapes.of(figure),
                Attempt::Place(place) => collider.transform = transform_of(place),
                Attempt::At(to) => collider.transform.set_position(q16(*to)),
                Attempt::Unstick => {}
            }
            Ok(())
        };
        let Ok(moved) = self.world.try_reshape_solid(handle, limit, &filter, change) else {
            return Some(Given::InvalidArgument);
        };
        let moved = moved?;
        let mut named = [&moved.pushed[..], &moved.carried].concat();
        named.sort_unstable();
        named.dedup();
        let place = |&it: &Handle| (self.number(it), pair(self.world.position(it).expect("it is there")));
        Some(Given::Moved {
            position: pair(moved.position),
            places: named.iter().map(place).collect(),
            pushed: self.numbers(&moved.pushed),
            carried: self.numbers(&moved.carried),
            crushed: self.numbers(&moved.crushed),
        })
    }

    /// The world that is read from this world's bytes.
    fn reload(&mut self) -> Given {
        let mut shapes = vec![None; self.handles.len()];
        let mut tests = vec![None; self.handles.len()];
        let bytes_of = |player: &Player<'_>, world: &World, shapes: &mut Vec<_>, tests: &mut Vec<_>| {
            let shape_key = |handle, shape: &ColliderShape| {
                let number = player.number(handle);
                shapes[number] = Some(shape.clone());
                number as u64
            };
            let test_key = |handle, test: &Arc<dyn CustomTest>| {
                let number = player.number(handle);
                tests[number] = Some(Arc::clone(test));
                number as u64
            };
            world.to_bytes(shape_key, test_key)
        };
        let bytes = bytes_of(self, &self.world, &mut shapes, &mut tests);
        let loaded = World::from_bytes(
            &bytes,
            |key| shapes.get(usize::try_from(key).ok()?)?.clone(),
            |key| tests.get(usize::try_from(key).ok()?)?.clone(),
        )
        .expect("the world was written just now");
        loaded.validate().unwrap();
        assert_eq!((loaded.state_hash(), loaded.options()), (self.world.state_hash(), self.world.options()));
        assert!(loaded.contacts().eq(self.world.contacts()));
        assert_eq!(bytes_of(self, &loaded, &mut shapes, &mut tests), bytes);
        self.world = loaded;
        Given::Bytes { length: bytes.len() as u64, fnv1a64: format!("{:016x}", fnv(&bytes)) }
    }

    fn step(&mut self, command: &Command, aid: &Aid) -> Given {
        let mut asked = std::collections::BTreeSet::new();
        let parts = if let Command::StepAlong(seed) = command {
            cut(&self.handles, aid, *seed)
        } else {
            BTreeMap::new()
        };
        let events = match command {
            Command::StepRefusing => self.world.step_with(|a, b| {
                assert!(asked.insert((a.handle, b.handle)), "asked twice");
                !both_odd(a, b)
            }),
            Command::StepAlong(_) => {
                self.world.step_along(|member| parts.get(&member.handle).map_or(&[], |all| &all[..]))
            }
            _ => self.world.step(),
        };
        let events = events.map(<[hitmask::Event]>::to_vec);
        assert_eq!(self.world.events(), events.as_deref().unwrap_or_default());
        let stats = self.world.stats();
        let Ok(events) = events else { return Given::TooManyPairs };
        assert_eq!((stats.colliders, stats.touching), (self.world.len(), self.world.contacts().count()));
        assert_eq!(stats.candidates, stats.refused + stats.custom + stats.early_outs + stats.tests);
        Given::Events(events.iter().map(|event| self.seen(event)).collect())
    }

    fn seen(&self, event: &hitmask::Event) -> Event {
        Event {
            kind: match event.kind {
                EventKind::Begin => Happening::Begin,
                EventKind::Stay => Happening::Stay,
                EventKind::End => Happening::End,
                EventKind::Pass => Happening::Pass,
                other => panic!("scripts have no event of kind {other:?}"),
            },
            a: self.number(event.a),
            b: self.number(event.b),
            since: event.since,
            time: event.time.map(fraction),
            approximate: event.approximate,
            touch: event.touch.as_ref().map(touching),
            data: event.data,
        }
    }

    /// Compares what the world keeps after a step with the truth.
    ///
    /// # Panics
    /// If it is something else.
    pub fn check_state(&mut self, truth: &script::Truth<'_>, events: &[Event]) {
        self.world.validate().unwrap();
        let contacts = self.world.contacts().map(|(a, b)| {
            let since = self.world.touching_since(b, a).expect("they touch");
            assert_eq!(self.world.touching_since(a, b), Some(since));
            ((key_of(a), key_of(b)), since)
        });
        let truths: Vec<_> = truth.contacts().collect();
        assert_eq!(contacts.collect::<Vec<_>>(), truths);
        for (number, &handle) in self.handles.iter().enumerate() {
            let ours = self.world.contacts_of(handle).map(|all| all.map(key_of).collect::<Vec<_>>());
            assert_eq!(ours.is_some(), truth.is_there(number), "{handle:?}");
            let key = key_of(handle);
            let other =
                |&((a, b), _): &((Key, Key), u64)| if a == key { Some(b) } else { (b == key).then_some(a) };
            let mut theirs: Vec<Key> = truths.iter().filter_map(other).collect();
            theirs.sort();
            assert_eq!(ours.unwrap_or_default(), theirs, "{handle:?}");
        }
        self.check_poses(truth);
        let in_time: Vec<hitmask::Event> = self.world.events_by_time().to_vec();
        let in_time: Vec<Event> = in_time.iter().map(|event| self.seen(event)).collect();
        assert_eq!(in_time, truth.in_time(events));
        let members = self.world.members().map(|member| self.number(member.handle));
        assert!(members.into_iter().all(|number| truth.is_there(number)));
    }

    /// All lie where the oracle says.
    pub fn check_poses(&self, truth: &script::Truth<'_>) {
        for (number, &handle) in self.handles.iter().enumerate() {
            let (mut pose, truth) = (self.world.pose(handle).map(|pose| pose.to_q16()), truth.pose(number));
            if let (Some((w, h)), Some(pose), Some(truth)) = (self.world.options().wrap, &mut pose, truth) {
                // The image that lies in the world.
                for (at, side) in [(4, w), (5, h)] {
                    pose[at] = truth[at] + (pose[at] - truth[at]) % (i64::from(side) << 16);
                }
            }
            assert_eq!(pose, truth, "{handle:?}");
        }
    }
}

/// Ways cut at some times.
fn cut(handles: &[Handle], aid: &Aid, seed: u64) -> BTreeMap<Handle, Vec<PathSegment>> {
    let rng = &mut Rng::new(seed);
    let parts = |&(number, from, to): &(usize, Q16, Q16)| {
        let mut times: Vec<TimeOfImpact> = (0..rng.below(4))
            .map(|_| {
                let below = rng.pick(&[1, 2, 3, 64, 1000]);
                TimeOfImpact::new(rng.below(below + 1), below)
            })
            .collect();
        times.sort();
        times.push(TimeOfImpact::new(1, 1));
        let part = |until| PathSegment { from: q16(from), to: q16(to), until, before: rng.one_in(2) };
        let parts = times.into_iter().map(part);
        (handles[number], parts.collect())
    };
    aid.ways.iter().filter(|way| way.1 != way.2).map(parts).collect()
}

/// Makes an edit of a terrain.
///
/// # Panics
/// If the shape is no brush.
pub fn edit(terrain: &mut Terrain, edit: &Edit, book: &script::Book) -> hitmask::Change {
    let (Edit::Carve { shape, at: [x, y] } | Edit::Draw { shape, at: [x, y] }) = edit;
    let shape = shape_of(shape, book);
    let brush = shape.as_shape().unwrap_or_else(|| panic!("{shape:?} is no brush"));
    match edit {
        Edit::Carve { .. } => terrain.carve(brush, (*x, *y)),
        Edit::Draw { .. } => terrain.draw(brush, (*x, *y)),
    }
}
