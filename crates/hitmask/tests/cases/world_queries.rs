//! Every query of a world between steps, against a test of all pixels one by one.

use crate::common::pictures::grid_of_size;
use crate::common::posed_case::pose_of;
use crate::common::{Blame, Rng, mask_of, point, poses, rect};
use hitmask::broad_phase::BroadPhaseKind;
use hitmask::{
    Cast, Circle, Closest, Collider, ColliderKind, ConvexPolygon, EventDetail, Handle, Layers, Mask, Member,
    Point, PointQ16, Pose, Probe, QueryFilter, Rect, World, WorldOptions,
};
use hitmask_oracle::{
    Affine, Convex, Grid, Solid, closest_of, convex_covers, normal_of, separation_of, texel_at,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

const ONE: i64 = 1 << 16;

/// The part of the world that is tested: pixels from -REACH to REACH.
const REACH: i64 = 40;

/// Something that covers pixels, in hitmask's form and in the oracle's.
enum Thing {
    Picture(Arc<Mask>, Grid, Affine),
    Box(Rect),
    Round(Circle, Convex, Affine),
    Polygon(Arc<ConvexPolygon>, Convex, Affine),
}

impl Thing {
    fn any(rng: &mut Rng) -> Thing {
        let at = |rng: &mut Rng| rng.between(-REACH, REACH) * ONE + poses::phase(rng);
        let pose = |rng: &mut Rng| {
            let (x, y) = (at(rng), at(rng));
            match rng.below(3) {
                0 => [ONE, 0, 0, ONE, x, y],
                1 => [0, -ONE, ONE, 0, x, y],
                _ => {
                    let (c, s) = rng.pick(&[(46_341, 46_341), (56_756, 32_768), (20_000, -70_000)]);
                    [c, -s, s, c, x, y]
                }
            }
        };
        match rng.below(5) {
            0 => {
                let side = |rng: &mut Rng| rng.between(0, 30) as u32;
                let corner = |rng: &mut Rng| rng.between(-REACH, REACH) as i32;
                Thing::Box(Rect::new(corner(rng), corner(rng), side(rng), side(rng)))
            }
            1 => {
                let (x, y, r) = (poses::phase(rng), poses::phase(rng), rng.between(0, 12) * ONE / 2);
                let circle = Circle::new(PointQ16::new(x, y), r).unwrap();
                Thing::Round(circle, Convex::Circle([x, y], r), pose(rng))
            }
            2 => {
                let side = |rng: &mut Rng| rng.between(1, 20 * ONE);
                let corners = [[0, 0], [side(rng), 0], [side(rng), side(rng)]];
                let polygon = ConvexPolygon::new(corners.map(|[x, y]| PointQ16::new(x, y))).unwrap();
                Thing::Polygon(Arc::new(polygon), Convex::Polygon(corners.to_vec()), pose(rng))
            }
            _ => {
                let (w, h) = (rng.below(24) as usize, rng.below(24) as usize);
                let grid = grid_of_size(rng, w, h);
                Thing::Picture(Arc::new(mask_of(&grid)), grid, pose(rng))
            }
        }
    }

    fn probe(&self) -> Probe {
        match self {
            Thing::Picture(mask, _, pose) => Probe::mask(mask, pose_of(*pose)),
            Thing::Box(rect) => Probe::rect(*rect),
            Thing::Round(circle, _, pose) => Probe::shape(*circle, pose_of(*pose)),
            Thing::Polygon(polygon, _, pose) => Probe::shape(polygon, pose_of(*pose)),
        }
    }

    fn collider(&self) -> Collider {
        match self {
            Thing::Picture(mask, _, pose) => Collider::new(mask).posed(pose_of(*pose)),
            Thing::Box(rect) => Collider::new(*rect).posed(Pose::IDENTITY),
            Thing::Round(circle, _, pose) => Collider::new(*circle).posed(pose_of(*pose)),
            Thing::Polygon(polygon, _, pose) => Collider::new(polygon).posed(pose_of(*pose)),
        }
    }

    fn covers(&self, x: i64, y: i64) -> bool {
        match self {
            Thing::Picture(_, grid, pose) => {
                let (u, v) = texel_at(*pose, x, y);
                grid.solid(u, v)
            }
            Thing::Box(r) => {
                let inside =
                    |at: i64, from: i32, size: u32| (0..i64::from(size)).contains(&(at - i64::from(from)));
                inside(x, r.x, r.w) && inside(y, r.y, r.h)
            }
            Thing::Round(_, truth, pose) | Thing::Polygon(_, truth, pose) => {
                convex_covers(truth, *pose, x, y)
            }
        }
    }

    /// All pixels that it covers. None is farther from its corner.
    fn pixels(&self) -> Vec<(i64, i64)> {
        const FAR: i64 = 40;
        let (x0, y0) = match self {
            Thing::Box(r) => (i64::from(r.x), i64::from(r.y)),
            Thing::Picture(_, _, pose) | Thing::Round(_, _, pose) | Thing::Polygon(_, _, pose) => {
                (pose[4] >> 16, pose[5] >> 16)
            }
        };
        let around = (y0 - FAR..y0 + FAR).flat_map(|y| (x0 - FAR..x0 + FAR).map(move |x| (x, y)));
        around.filter(|&(x, y)| self.covers(x, y)).collect()
    }
}

/// Bresenham's loop, in its usual form.
fn bresenham((mut x, mut y): (i64, i64), (x1, y1): (i64, i64)) -> Vec<(i64, i64)> {
    let (dx, dy) = ((x1 - x).abs(), -(y1 - y).abs());
    let (sx, sy) = ((x1 - x).signum(), (y1 - y).signum());
    let mut error = dx + dy;
    let mut pixels = vec![(x, y)];
    while (x, y) != (x1, y1) {
        let twice = 2 * error;
        if twice >= dy {
            error += dy;
            x += sx;
        }
        if twice <= dx {
            error += dx;
            y += sy;
        }
        pixels.push((x, y));
    }
    pixels
}

struct Story {
    world: World,
    /// Width and height of a wrapped world.
    wrap: Option<(i64, i64)>,
    /// Each collider that passes the filter, with all its pixels.
    members: Vec<(Handle, Vec<(i64, i64)>)>,
    /// Those that go farther than once around the world.
    large: BTreeSet<Handle>,
    /// The drawing orders of these colliders.
    orders: BTreeMap<Handle, i32>,
    filter: QueryFilter<'static>,
    /// Colliders to skip.
    skipped: Vec<Handle>,
    /// Whether only colliders with even data count.
    only_even: bool,
}

fn is_even(member: Member<'_>) -> bool {
    member.collider.data.is_multiple_of(2)
}

impl Story {
    fn any(rng: &mut Rng, is_wrapped: bool) -> Story {
        let broad_phase = rng.pick(&BroadPhaseKind::ALL);
        let detail = EventDetail { area: true, bounds: true, normal: true, separation: true, stay: false };
        let side = |rng: &mut Rng| rng.pick(&[16, 24, 37, 50]);
        let wrap: Option<(i64, i64)> = is_wrapped.then(|| (side(rng), side(rng)));
        let size = wrap.map(|(w, h)| (w as u32, h as u32));
        let mut world =
            World::with_options(WorldOptions { broad_phase, detail, wrap: size, ..WorldOptions::default() });
        let mut filter = QueryFilter { sensors: rng.one_in(2), ..QueryFilter::default() };
        let asked = rng.pick(&[u32::MAX, 0b01, 0b10]);
        // A probe asks at every layer, in no group and in space 0, unless told.
        filter.layers = (asked != u32::MAX || rng.one_in(2)).then(|| Layers::new(u32::MAX, asked));
        let (mut members, mut orders) = (Vec::new(), BTreeMap::new());
        let mut large = BTreeSet::new();
        filter.group = rng.pick(&[None, Some(0), Some(3)]);
        filter.space = rng.pick(&[None, None, Some(0), Some(1)]);
        let (mut skipped, only_even) = (Vec::new(), rng.one_in(4));
        for _ in 0..rng.below(9) {
            let thing = Thing::any(rng);
            let layers = Layers::new(rng.pick(&[0b01, 0b10, 0b11]), rng.pick(&[u32::MAX, u32::MAX, 0]));
            let mut collider = thing.collider().on(layers).in_space(rng.below(6) as u32 / 5);
            collider.kind = rng.pick(&[ColliderKind::Body, ColliderKind::OneWay, ColliderKind::Sensor]);
            collider.group = rng.pick(&[0, 0, 3, 4]);
            collider.data = rng.below(2);
            let found = collider.space == filter.space.unwrap_or(0)
                && (filter.sensors || collider.kind != ColliderKind::Sensor)
                && layers.belongs_to & asked != 0
                && layers.collides_with != 0
                && (collider.group == 0 || Some(collider.group) != filter.group)
                && !(only_even && collider.data == 1);
            collider.order = rng.pick(&[0, 0, 1, -1, i32::MIN, i32::MAX]);
            let order = collider.order;
            let handle = world.insert(collider);
            orders.insert(handle, order);
            // Some colliders are known to the broad phase already, some are not.
            if rng.one_in(4) {
                world.step().unwrap();
            }
            if rng.one_in(4) {
                orders.insert(handle, 1);
                world.edit(handle, |collider| collider.order = 1).unwrap();
            }
            if found {
                if !fits(&thing.pixels(), wrap) {
                    large.insert(handle);
                }
                members.push((handle, reduced(&thing.pixels(), wrap)));
            }
        }
        if !members.is_empty() && rng.one_in(5) {
            filter.except = Some(members.remove(0).0);
        }
        while members.len() > 1 && rng.one_in(4) {
            skipped.push(members.remove(1).0);
        }
        Story { world, wrap, members, large, orders, filter, skipped, only_even }
    }

    fn filter(&self) -> QueryFilter<'_> {
        let filter = self.filter.except_all(&self.skipped);
        if self.only_even { filter.only_if(&is_even) } else { filter }
    }

    /// The colliders that a probe of these pixels touches. The pixels must be sorted.
    fn touched(&self, pixels: &[(i64, i64)]) -> Vec<Handle> {
        let touches = |own: &[(i64, i64)]| own.iter().any(|pixel| pixels.binary_search(pixel).is_ok());
        self.members.iter().filter(|(_, own)| touches(own)).map(|(handle, _)| *handle).collect()
    }

    /// What a painter paints last comes first: he paints by order, and equal orders by handle.
    fn painted_last_first(&self, handles: &[Handle]) -> Vec<Handle> {
        let mut painted: Vec<_> = handles.iter().map(|handle| (self.orders[handle], *handle)).collect();
        painted.sort();
        painted.into_iter().rev().map(|(_, handle)| handle).collect()
    }

    /// Normal, separation and distance of two colliders on a torus.
    fn check_contact(&self, [(a, own), (b, other)]: [(Handle, &Vec<(i64, i64)>); 2], size: (i64, i64)) {
        if !self.large.contains(&a) && !self.large.contains(&b) {
            assert_eq!(self.world.normal(a, b), Some(point(normal_on_a_torus(own, other, size))));
        }
        let overlap = own.iter().any(|pixel| other.binary_search(pixel).is_ok());
        let stands_still = self.world.separation(a, b) == Some((0, 0).into());
        assert_eq!(stands_still, !overlap, "{a:?} {b:?}");
        let squared = |&(x, y): &(i64, i64), &(u, v): &(i64, i64)| {
            let gap = |way: i64, size: i64| (around(way, Some(size)) - 1).max(0) as u64;
            gap(u - x, size.0).pow(2) + gap(v - y, size.1).pow(2)
        };
        let least = own.iter().flat_map(|p| other.iter().map(move |q| squared(p, q))).min();
        let pair = |p: Point| (i64::from(p.x), i64::from(p.y));
        match self.world.closest(a, b) {
            None => assert_eq!(least, None),
            Some(Closest::Overlapping) => assert!(overlap, "{a:?} {b:?}"),
            Some(Closest::Apart { squared: found, a: p, b: q }) => {
                assert!(!overlap && own.contains(&pair(p)) && other.contains(&pair(q)), "{a:?} {b:?}");
                assert_eq!((Some(found), found), (least, squared(&pair(p), &pair(q))), "{a:?} {b:?}");
            }
        }
    }

    fn check(&self, probe: &Probe, pixels: &[(i64, i64)], is_line: bool) {
        let is_small = fits(pixels, self.wrap);
        let pixels = &*reduced(pixels, self.wrap);
        let expected = self.touched(pixels);
        let query = self.world.query(probe, &self.filter());
        assert_eq!(query.all(), expected, "{probe:?}");
        assert_eq!(query.any(), !expected.is_empty(), "{probe:?}");
        let mut touches = Vec::new();
        let _ = query.each(|contact| {
            touches.push((contact.handle, contact.touch.first, contact.touch.area, contact.touch.bounds));
            ControlFlow::Continue(())
        });
        touches.sort_by_key(|touch| touch.0);
        let brute = self.members.iter().filter_map(|(handle, own)| {
            let shared: Vec<_> =
                own.iter().copied().filter(|pixel| pixels.binary_search(pixel).is_ok()).collect();
            let first = *shared.iter().min_by_key(|(x, y)| (y, x))?;
            let (x0, y0) = (shared.iter().map(|p| p.0).min()?, shared.iter().map(|p| p.1).min()?);
            let (x1, y1) = (shared.iter().map(|p| p.0).max()?, shared.iter().map(|p| p.1).max()?);
            let bounds = rect(Some((x0, y0, x1 - x0 + 1, y1 - y0 + 1)));
            Some((*handle, point(first), shared.len() as u64, bounds))
        });
        assert_eq!(touches, brute.collect::<Vec<_>>(), "{probe:?}");
        assert_eq!(query.all_by_order(), self.painted_last_first(&expected), "{probe:?}");
        assert_eq!(query.topmost(), self.painted_last_first(&expected).first().copied(), "{probe:?}");
        let _ = query.each(|contact| {
            let (_, own) = self.members.iter().find(|(handle, _)| *handle == contact.handle).unwrap();
            let as_pair = |p: Point| (i64::from(p.x), i64::from(p.y));
            let [normal, way] = [contact.touch.normal, contact.touch.separation].map(|p| p.map(as_pair));
            if let (Some(size), false) = (self.wrap, is_line) {
                if is_small && !self.large.contains(&contact.handle) {
                    assert_eq!(normal, Some(normal_on_a_torus(pixels, own, size)), "{probe:?}");
                }
                assert_ne!(way, Some((0, 0)), "{probe:?}");
            } else if is_line {
                assert_eq!((normal, way), (None, None), "{probe:?}");
            } else {
                assert_eq!(normal, Some(normal_of(pixels, own)), "{probe:?}");
                assert_eq!(way, Some(separation_of(pixels, own)), "{probe:?}");
            }
            ControlFlow::Continue(())
        });
    }
}

/// Whether a thing does not go farther than once around the world.
fn fits(pixels: &[(i64, i64)], wrap: Option<(i64, i64)>) -> bool {
    let Some((w, h)) = wrap else { return true };
    let long = |axis: fn(&(i64, i64)) -> i64| {
        let all = pixels.iter().map(axis);
        all.clone().max().unwrap_or(0) - all.min().unwrap_or(0) + 1
    };
    long(|p| p.0) <= w && long(|p| p.1) <= h
}

/// How far it is along an axis, the shortest way around.
fn around(way: i64, size: Option<i64>) -> i64 {
    size.map_or(way, |size| way.rem_euclid(size).min((-way).rem_euclid(size)))
}

fn normal_on_a_torus(a: &[(i64, i64)], b: &[(i64, i64)], size: (i64, i64)) -> (i64, i64) {
    let area = |dx, dy| {
        let meets = |&&(x, y): &&(i64, i64)| a.binary_search(&reduce((x + dx, y + dy), Some(size))).is_ok();
        b.iter().filter(meets).count() as i64
    };
    (area(-1, 0) - area(1, 0), area(0, -1) - area(0, 1))
}

/// A pixel of the plane as a pixel of the world.
fn reduce((x, y): (i64, i64), wrap: Option<(i64, i64)>) -> (i64, i64) {
    wrap.map_or((x, y), |(w, h)| (x.rem_euclid(w), y.rem_euclid(h)))
}

/// The pixels of the world, each once, sorted.
fn reduced(pixels: &[(i64, i64)], wrap: Option<(i64, i64)>) -> Vec<(i64, i64)> {
    let all: BTreeSet<_> = pixels.iter().map(|&pixel| reduce(pixel, wrap)).collect();
    all.into_iter().collect()
}

/// Casts rays, and compares them with rays against masks in which the pixels of the torus are repeated.
fn check_rays(rng: &mut Rng, story: &Story, (w, h): (i64, i64)) {
    const LAPS: i64 = 3;
    let repeated = |own: &[(i64, i64)]| {
        let mut is_solid = vec![false; (w * h) as usize];
        own.iter().for_each(|(x, y)| is_solid[(y * w + x) as usize] = true);
        let all = (2 * LAPS + 1) as u32;
        let solid = |x: u32, y: u32| is_solid[(i64::from(y) % h * w + i64::from(x) % w) as usize];
        Mask::from_fn(all * w as u32, all * h as u32, solid)
    };
    let masks: Vec<(Handle, Mask)> =
        story.members.iter().map(|(handle, own)| (*handle, repeated(own))).collect();
    for _ in 0..6 {
        let near = |rng: &mut Rng, size: i64, laps: i64| {
            // Whole pixels make rays along the sides of pixels.
            let part = if rng.one_in(2) { 0 } else { poses::phase(rng) };
            rng.between(-laps * size + 2, laps * size - 2) * ONE + part
        };
        let from = PointQ16::new(near(rng, w, 1), near(rng, h, 1));
        let mut motion = PointQ16::new(near(rng, w, 2), near(rng, h, 2));
        match rng.below(4) {
            0 => motion.x = 0,
            1 => motion.y = 0,
            _ => {}
        }
        let shift = PointQ16::new(LAPS * w * ONE, LAPS * h * ONE);
        let time = |cast: &Cast| match cast {
            Cast::InitialOverlap => Some(None),
            Cast::Hit { time, .. } => Some(Some(*time)),
            Cast::Miss => None,
        };
        let casts = masks.iter().map(|(handle, mask)| (mask.ray_cast(from + shift, motion), *handle));
        let first =
            casts.filter(|(cast, _)| *cast != Cast::Miss).min_by_key(|(cast, handle)| (time(cast), *handle));
        let expected = first.map(|(cast, handle)| match cast {
            Cast::Hit { time, point: hit, normal } => {
                let hit = point(reduce((hit.x.into(), hit.y.into()), story.wrap));
                (Cast::Hit { time, point: hit, normal }, handle)
            }
            cast => (cast, handle),
        });
        let hit = story.world.ray_cast(from, motion, &story.filter());
        assert_eq!(hit.map(|hit| (hit.cast, hit.handle)), expected, "{from:?} by {motion:?}");
    }
}

/// A world, the same things pixel by pixel, and every query.
pub(crate) fn play(seed: u64, is_wrapped: bool) -> u64 {
    let rng = &mut Rng::new(seed);
    let _blame = Blame(&seed);
    let story = Story::any(rng, is_wrapped);
    let wrap = story.wrap;
    let somewhere = |rng: &mut Rng| (rng.between(-REACH, REACH), rng.between(-REACH, REACH));
    if let Some(size) = wrap {
        check_rays(rng, &story, size);
    }
    for _ in 0..4 {
        let thing = Thing::any(rng);
        story.check(&thing.probe(), &thing.pixels(), false);
        let pixel = somewhere(rng);
        story.check(&Probe::point(point(pixel)), &[pixel], false);
        let picked = story.painted_last_first(&story.touched(&[reduce(pixel, wrap)]));
        assert_eq!(story.world.pick_all(point(pixel), &story.filter()), picked, "{pixel:?}");
        assert_eq!(story.world.pick(point(pixel), &story.filter()), picked.first().copied(), "{pixel:?}");

        let (from, mut to) = (somewhere(rng), somewhere(rng));
        if wrap.is_some() && rng.one_in(3) {
            // Several times around.
            to = (to.0 * 4, to.1 * 4);
        }
        let line = bresenham(from, to);
        story.check(&Probe::line(point(from), point(to)), &line, true);
        let first = line.iter().zip(0u64..).find_map(|(pixel, steps)| {
            let pixel = reduce(*pixel, wrap);
            let hit = story.members.iter().find(|(_, own)| own.binary_search(&pixel).is_ok())?;
            Some((hit.0, point(pixel), steps))
        });
        let hit = story.world.first_on_line(point(from), point(to), &story.filter());
        assert_eq!(hit.map(|hit| (hit.handle, hit.pixel, hit.steps)), first, "{from:?} to {to:?}");

        if !story.members.is_empty() {
            let mut member = || &story.members[rng.below(story.members.len() as u64) as usize];
            let ((a, own), (b, other)) = (member(), member());
            if let Some(size) = wrap {
                story.check_contact([(*a, own), (*b, other)], size);
            }
        }
        if !story.members.is_empty() && wrap.is_none() {
            let mut member = || &story.members[rng.below(story.members.len() as u64) as usize];
            let ((a, own), (b, other)) = (member(), member());
            assert_eq!(story.world.normal(*a, *b), Some(point(normal_of(own, other))));
            assert_eq!(story.world.separation(*a, *b), Some(point(separation_of(own, other))));
            let closest = match closest_of(own, other) {
                Some(c) => Some(Closest::Apart { squared: c.squared, a: point(c.a), b: point(c.b) }),
                None if own.is_empty() || other.is_empty() => None,
                None => Some(Closest::Overlapping),
            };
            assert_eq!(story.world.closest(*a, *b), closest);
        }

        let (x, y) = somewhere(rng);
        let within = rng.pick(&[0, 1, 5, 30, u32::MAX]);
        let way = |&(px, py): &(i64, i64)| {
            let (dx, dy) = (around(px - x, wrap.map(|size| size.0)), around(py - y, wrap.map(|size| size.1)));
            (dx * dx + dy * dy) as u64
        };
        let nearest = story
            .members
            .iter()
            .flat_map(|(handle, own)| own.iter().map(move |pixel| (way(pixel), *handle, pixel.1, pixel.0)));
        let nearest = nearest.filter(|near| near.0 <= u64::from(within).pow(2)).min();
        let found = story.world.nearest(point((x, y)), within, &story.filter());
        assert_eq!(
            found.map(|near| (near.squared, near.handle, near.pixel.y.into(), near.pixel.x.into())),
            nearest,
            "nearest to ({x}, {y}) within {within}"
        );
    }
    16
}
