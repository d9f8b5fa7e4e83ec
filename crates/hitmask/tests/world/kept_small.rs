//! The small form in which a world keeps colliders: how small it is, and that nothing shows it.

use crate::common::{Rng, filled};
use hitmask::{
    Angle, Collider, ColliderProps, CustomTest, Event, Mask, Member, PointQ16, Pose, Transform, Verdict,
    World, WorldOptions,
};
use std::sync::Arc;

/// A hundred thousand sprites, drawn about their middles, as in a full game. The bytes are those of the documentation.
#[test]
fn a_large_world_takes_300_bytes_a_collider() {
    const COUNT: usize = 100_000;
    let rng = &mut Rng::new(0x5EED_0300);
    let masks: Vec<Arc<Mask>> = (8..32).map(|side| filled(side, side)).collect();
    let side = (COUNT as f64).sqrt() as i64 * 80;
    let mut world =
        World::with_options(WorldOptions { parallel_from: usize::MAX, ..WorldOptions::default() });
    let mut sprites = Vec::new();
    for _ in 0..COUNT {
        let mask = rng.pick(&masks);
        let middle = [f64::from(mask.width()) / 2.0, f64::from(mask.height()) / 2.0];
        let at = [rng.between(0, side), rng.between(0, side)].map(|q| q as i32);
        sprites.push((world.insert(Collider::new(mask).with_pivot(middle).at((at[0], at[1]))), at));
    }
    for _ in 0..4 {
        for (handle, [x, y]) in &mut sprites {
            *x += rng.between(-3, 3) as i32;
            *y += rng.between(-3, 3) as i32;
            world.set_position(*handle, (*x, *y)).unwrap();
        }
        world.step().unwrap();
    }
    assert!(world.contacts().len() > COUNT / 20);
    let each = world.memory_bytes() / COUNT;
    assert!(each <= 300, "{each} bytes a collider");
}

struct Never;

impl CustomTest for Never {
    fn test(&self, _: Member<'_>, _: Member<'_>) -> Option<Verdict> {
        None
    }
}

/// Transforms that a world keeps in a few bytes, and such that it does not.
fn transforms() -> Vec<Transform> {
    let with = |change: &dyn Fn(&mut Transform)| {
        let mut transform = Transform::default();
        change(&mut transform);
        transform
    };
    let pivots = [[0.0, 0.0], [2.5, -1.125], [0.1, 7.0], [-0.0, 0.0], [4095.875, 4096.0], [1e-30, 0.5]];
    let angles = [
        Angle::Degrees(0.0),
        Angle::Degrees(-0.0),
        Angle::Degrees(30.0),
        Angle::Radians(0.0),
        Angle::Steps { step: 0, of: 4 },
        Angle::Steps { step: 1, of: 4 },
    ];
    let mut all = vec![
        None.into(),
        Pose::at(3, -4).into(),
        Pose::from_q16([0, -65536, 65536, 0, 7, 9]).unwrap().into(),
    ];
    for pivot in pivots {
        all.extend(angles.map(|angle| {
            with(&|it| {
                it.set_pivot(pivot);
                it.set_rotation(angle);
            })
        }));
        all.push(with(&|it| {
            it.set_pivot(pivot);
            it.set_scale([1.5, 0.0]);
        }));
        all.push(with(&|it| {
            it.set_flip([true, false]);
            it.set_pivot(pivot);
        }));
        all.push(with(&|it| {
            it.set_pivot(pivot);
            it.set_shear([-0.0, 0.0]);
        }));
    }
    all
}

/// Whatever is set reads back bit by bit, by whichever verb it was set, and takes the same state of the world.
#[test]
fn what_is_set_reads_back() {
    let rng = &mut Rng::new(0x5EED_0301);
    let test: Arc<dyn CustomTest> = Arc::new(Never);
    let all = transforms();
    for seed in 0..300 {
        let mut world = World::new();
        let collider = |rng: &mut Rng| Collider {
            custom: rng.one_in(4).then(|| Arc::clone(&test)),
            props: ColliderProps { order: rng.between(-2, 2) as i32, ..ColliderProps::default() },
            ..Collider::new(filled(7, 5)).with_transform(rng.pick(&all)).with_data(seed)
        };
        let handle = world.insert(collider(rng));
        world.insert(Collider::new(filled(9, 9)));
        for _ in 0..6 {
            let mut wanted = rng.pick(&all);
            wanted.set_position((rng.between(-9, 9) as i32, rng.between(-9, 9) as i32));
            match rng.below(5) {
                0 => world.set_transform(handle, wanted).unwrap(),
                1 => world.edit(handle, |it| it.transform = wanted).unwrap(),
                2 => world.edit(handle, |it| *it = collider(rng).with_transform(wanted)).unwrap(),
                3 => world.set_transforms(|member| (member.handle == handle).then_some(wanted)),
                _ => {
                    wanted = world.transform(handle).unwrap();
                    wanted.set_position((4, 5));
                    world.set_position(handle, (4, 5)).unwrap();
                }
            }
            world.validate().unwrap();
            let lent = world.get(handle).unwrap();
            assert_eq!(format!("{:?}", lent.transform()), format!("{wanted:?}"), "seed {seed}");
            assert_eq!(
                (lent.position(), world.position(handle)),
                (wanted.position(), Some(wanted.position()))
            );
            assert_eq!((lent.pose(), world.pose(handle)), (wanted.pose(), wanted.pose()));
            let owned = lent.to_collider();
            assert_eq!((owned.pose(), owned.bounds()), (lent.pose(), world.bounds(handle)));
            // A world in which it always was so has the same state after a step, which forgets the ways.
            let mut other = World::new();
            assert_eq!(other.insert(owned), handle);
            other.insert(Collider::new(filled(9, 9)));
            let [one, other] = [world.clone(), other].map(|mut world| {
                world.step().unwrap();
                world.state_hash()
            });
            assert_eq!(one, other, "seed {seed}");
        }
    }
}

/// A sprite with a pivot moves as one without whose origin lies there: by halves and parts of a pixel, at the ends of the plane, and swept.
#[test]
fn a_pivot_moves_along() {
    let rng = &mut Rng::new(0x5EED_0302);
    let far = PointQ16::LIMIT;
    let (mut beyond, mut met) = (0, 0);
    for seed in 0..2000 {
        let swept = rng.one_in(2);
        let pivot = [rng.between(-40, 40), rng.between(-40, 40)];
        let texels = pivot.map(|eighths| eighths as f64 / 8.0);
        let pivot = PointQ16::new(pivot[0] << 13, pivot[1] << 13);
        let base = rng.pick(&[PointQ16::ZERO, PointQ16::new(far - (9 << 16), 0), PointQ16::new(-far, -far)]);
        let mut worlds = [World::new(), World::new()];
        let place = |rng: &mut Rng| {
            let part = |rng: &mut Rng| rng.between(-20 << 3, 20 << 3) << 13 | rng.pick(&[0, 1, 0x1FFF]);
            let PointQ16 { x, y } = base + PointQ16::new(part(rng), part(rng));
            PointQ16::new(x.clamp(-far, far), y.clamp(-far, far))
        };
        let exists = |p: PointQ16| p.x.abs() <= far && p.y.abs() <= far;
        let target = place(rng);
        for world in &mut worlds {
            world.insert(Collider::new(filled(6, 9)).at(target));
        }
        let from = place(rng);
        if !exists(from - pivot) {
            continue;
        }
        let props = ColliderProps { swept, ..ColliderProps::default() };
        let body = || Collider { props, ..Collider::new(filled(5, 3)) };
        let one = worlds[0].insert(body().with_pivot(texels).at(from));
        let other = worlds[1].insert(body().at(from - pivot));
        for _ in 0..4 {
            let to = place(rng);
            if !exists(to - pivot) {
                beyond += 1;
                worlds[0].set_position(one, to).unwrap();
                assert_eq!((worlds[0].pose(one), worlds[0].bounds(one)), (None, None));
                worlds[0].validate().unwrap();
                break;
            }
            match rng.one_in(2) {
                true => worlds[0].set_position(one, to).unwrap(),
                false => worlds[0].set_transforms(|member| {
                    let mut transform = member.collider.transform();
                    transform.set_position(to);
                    (member.handle == one).then_some(transform)
                }),
            }
            worlds[1].set_position(other, to - pivot).unwrap();
            worlds.iter().for_each(|world| world.validate().unwrap());
            assert_eq!(worlds[0].pose(one), worlds[1].pose(other), "seed {seed}");
            assert_eq!(worlds[0].bounds(one), worlds[1].bounds(other), "seed {seed}");
            let events = worlds.each_mut().map(|world| world.step().map(<[Event]>::to_vec).unwrap());
            assert_eq!(events[0], events[1], "seed {seed}");
            met += events[0].len();
        }
    }
    assert!(beyond > 20 && met > 200, "{beyond} beyond, {met} met");
}
