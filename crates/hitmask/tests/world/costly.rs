//! Saved worlds of a few bytes whose next step would take minutes or years: they are refused when they are read, and honest ones are not.

use std::sync::Arc;

use hitmask::{
    AlphaMask, AlphaRule, Angle, Circle, Collider, ColliderShape, DecodeError, DecodeErrorKind, DecodeLimits,
    EventDetail, Mask, PointQ16, Rect, Terrain, World, WorldOptions,
};

fn circle(radius: f64) -> Collider {
    Collider::new(Circle::from_f64([0.0, 0.0], radius).unwrap())
}

/// What reading the saved world says, and how many bytes it has.
fn read(world: &World, limits: &DecodeLimits) -> (Result<World, DecodeError>, usize) {
    let mut shapes: Vec<ColliderShape> = Vec::new();
    let bytes = world.to_bytes(
        |_, shape| {
            shapes.push(shape.clone());
            shapes.len() as u64 - 1
        },
        |_, _| 0,
    );
    (World::from_bytes_with(&bytes, limits, |key| shapes.get(key as usize).cloned(), |_| None), bytes.len())
}

fn world(options: WorldOptions, colliders: impl IntoIterator<Item = Collider>) -> World {
    let mut world = World::with_options(options);
    colliders.into_iter().for_each(|collider| _ = world.insert(collider));
    world
}

fn detail(detail: EventDetail) -> WorldOptions {
    WorldOptions { detail, ..WorldOptions::default() }
}

#[test]
fn what_would_not_end_is_refused() {
    let plain = EventDetail::default();
    let torus = |side| WorldOptions { wrap: Some((side, side)), ..WorldOptions::default() };
    let open = WorldOptions::default();
    let two = |collider: &Collider| [collider.clone(), collider.clone()];
    let huge = circle(2e9);
    let mask = Arc::new(Mask::filled(300, 300));
    let scaled = |mut collider: Collider, scale: f64, degrees: f64| {
        collider.transform.set_scale([scale; 2]);
        collider.transform.set_rotation(Angle::Degrees(degrees));
        collider
    };
    let of_mask = || Collider::new(&mask);
    let alpha = Arc::new(AlphaMask::from_fn(300, 300, |x, _| x as u8 | 1));
    let of_alpha = || Collider::new(ColliderShape::Alpha(Arc::clone(&alpha), AlphaRule::Sum));
    let turned = |w: u32, degrees: f64| scaled(Collider::new(Rect::new(0, 0, w, w)), 1.0, degrees);
    // Two that pass each other on long ways.
    let mut passing =
        world(open, [circle(30_000.0).swept(), circle(30_000.0).at((1_000_000, 50_000)).swept()]);
    passing.step().unwrap();
    for (member, x) in
        passing.members().map(|member| member.handle).collect::<Vec<_>>().iter().zip([1_000_000, 0])
    {
        passing.set_position(*member, (x, 59_000)).unwrap();
    }
    let worlds = [
        ("the normal of two circles", world(detail(EventDetail { normal: true, ..plain }), two(&huge)), 140),
        ("the area of two circles", world(detail(EventDetail { area: true, ..plain }), two(&huge)), 140),
        ("the bounds of two circles", world(detail(EventDetail { bounds: true, ..plain }), two(&huge)), 140),
        (
            "the way out of two circles",
            world(detail(EventDetail { separation: true, ..plain }), two(&circle(1e5))),
            140,
        ),
        (
            "a step that would stop, and questions that would not",
            world(
                WorldOptions { max_pairs: 0, ..detail(EventDetail { normal: true, ..plain }) },
                two(&circle(5e8)),
            ),
            140,
        ),
        (
            "circles in one spot, and no pairs",
            world(WorldOptions { max_pairs: 1, ..open }, (0..3000).map(|_| circle(1e5))),
            300_000,
        ),
        ("a circle over itself", world(torus(1), two(&circle(1e8))), 140),
        ("one circle over itself", world(torus(1), [circle(1e8)]), 140),
        ("a turned rectangle over itself", world(torus(3), two(&turned(1 << 30, 45.0))), 200),
        ("turned rectangles", world(open, (0..99).map(|n| turned(1 << 30, f64::from(n) + 0.5))), 9000),
        ("a crowd of circles", world(open, (0..2000).map(|_| circle(1e6))), 200_000),
        (
            "a crowd",
            {
                let options = WorldOptions { max_pairs: usize::MAX, ..open };
                world(options, (0..20_000).map(|_| Collider::new(Rect::new(0, 0, 9, 9))))
            },
            1 << 20,
        ),
        ("large pictures", world(open, (0..300).map(|n| scaled(of_mask(), 9.0, f64::from(n) + 0.5))), 30_000),
        ("pictures drawn part by part", world(open, (0..9).map(|_| scaled(of_mask(), 64.0, 20.0))), 900),
        ("alphas", world(open, (0..40).map(|n| scaled(of_alpha(), 9.0, f64::from(n) + 0.5))), 4000),
        ("long ways", passing, 300),
    ];
    for (name, world, most_bytes) in worlds {
        let (read, bytes) = read(&world, &DecodeLimits::default());
        assert!(bytes < most_bytes, "{name}: {bytes} bytes");
        let error = read.expect_err(name);
        assert!(matches!(error.kind, DecodeErrorKind::TooMuchWork { .. }), "{name}: {error}");
        // Whoever trusts the bytes may read it.
        let limits = DecodeLimits { work: u64::MAX, ..DecodeLimits::default() };
        assert!(self::read(&world, &limits).0.is_ok(), "{name}");
    }
}

#[test]
fn the_sentence_names_the_worst() {
    let detail = detail(EventDetail { area: true, ..EventDetail::default() });
    let small = Collider::new(Rect::new(0, 0, 3, 3));
    let world = world(detail, [small.clone(), circle(1e9), small, circle(9e8)]);
    let error = read(&world, &DecodeLimits::default()).0.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the next step (most of all colliders 1v0 and 3v0, where they meet) might take more than the 4294967296 units of work that are \
         allowed; raise `DecodeLimits::work`, or refuse the file"
    );
    let limits = DecodeLimits { work: 1 << 20, ..DecodeLimits::default() };
    let error = read(&self::world(WorldOptions::default(), [circle(1e9)]), &limits).0.unwrap_err();
    assert!(error.to_string().contains("most of all collider 0v0, which is very large"), "{error}");
}

/// Worlds of games, and large ones. All are read with the default limits, and their steps end soon.
#[test]
fn honest_worlds_are_read() {
    let all =
        EventDetail { stay: true, area: true, bounds: true, normal: true, separation: true, labels: true };
    let spread = |n: i32, collider: Collider| collider.at((n % 100 * 40, n / 100 * 40));
    let sprite = Arc::new(Mask::from_fn(64, 64, |x, y| x.abs_diff(32) + y.abs_diff(32) < 32));
    let sprites = |count: i32| (0..count).map(|n| spread(n, Collider::new(&sprite))).collect::<Vec<_>>();
    let turned = |count: i32| {
        let mut all = sprites(count);
        all.iter_mut().for_each(|one| one.transform.set_rotation(Angle::Degrees(33.0)));
        all
    };
    let ground = Collider::new(Terrain::filled(16_384, 4096)).at((-4000, 1000));
    let floor = Collider::new(Rect::new(-(1 << 30), 0, 1 << 31, 1 << 20));
    let planet = circle(100_000.0).at((2000, 100_000));
    let with = |mut all: Vec<Collider>, more: &[Collider]| {
        all.extend_from_slice(more);
        all
    };
    let torus = WorldOptions { wrap: Some((4000, 4000)), ..detail(all) };
    let plain = WorldOptions::default();
    let crowd = (0..1000).map(|n| Collider::new(&sprite).at((n % 70, n / 70)));
    let mut shots = world(plain, with(sprites(2000), &[ground.clone(), floor.clone()]));
    let fast: Vec<_> =
        (0..500).map(|n| shots.insert(Collider::new(Mask::filled(4, 2)).at((n, n)).swept())).collect();
    shots.step().unwrap();
    fast.iter().for_each(|&shot| shots.set_position(shot, PointQ16::new(5000 << 16, 4000 << 16)).unwrap());
    let worlds = [
        ("nothing", world(plain, [])),
        ("sprites", world(detail(all), sprites(1000))),
        ("turned sprites", world(detail(all), turned(1000))),
        ("ground and planets", world(plain, with(sprites(3000), &[ground, floor, planet.clone(), planet]))),
        ("a torus", world(torus, with(turned(500), &[circle(200.0), circle(300.0)]))),
        ("a crowd in one spot", world(plain, crowd)),
        ("shots", shots),
    ];
    for (name, world) in worlds {
        let limits = DecodeLimits::default();
        let (read, _) = read(&world, &limits);
        let mut read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(read.step().is_ok(), "{name}");
    }
}

/// What is at the limit of work is not far above what a step does: it is counted in pixels and rows, not guessed.
#[test]
fn work_follows_the_size() {
    let least = |world: &World| {
        let reads = |work: u64| read(world, &DecodeLimits { work, ..DecodeLimits::default() }).0.is_ok();
        let mut work = 1;
        while !reads(work) {
            work *= 2;
        }
        work
    };
    let pair = |radius: f64| least(&world(WorldOptions::default(), [circle(radius), circle(radius)]));
    let (small, large) = (pair(1e4), pair(1e6));
    assert!((50..200).contains(&(large / small)), "{small}, {large}");
    assert!(least(&world(WorldOptions::default(), [circle(1e9).at((1 << 30, 0)), circle(9.0)])) < 1 << 34);
    assert!(least(&world(WorldOptions::default(), [])) <= 1);
}
