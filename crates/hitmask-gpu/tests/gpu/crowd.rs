//! Steps of crowds beside those of a world.

use std::sync::Arc;

use hitmask::{Collider, EventDetail, EventKind, Handle, Layers, Mask, Pose, World, WorldOptions};
use hitmask_gpu::{CrowdSprite, Gpu, GpuCrowd, GpuError, GpuMasks, MaskId, PairEvents};
use hitmask_oracle::Rng;

use crate::child::{gpu, in_child};
use crate::labels::of_all_kinds;
use crate::pairs::{near, pose};

/// What a run has seen.
#[derive(Default)]
struct Seen {
    steps: usize,
    candidates: usize,
    pairs: usize,
    by_cpu: usize,
    /// Begins, Stays, Ends.
    events: [usize; 3],
}

#[test]
fn steps_are_those_of_a_world() {
    in_child("crowd::steps_are_those_of_a_world", || {
        let worlds = std::env::var("HITMASK_GPU_WORLDS").ok().and_then(|n| n.parse().ok()).unwrap_or(100);
        let gpu = gpu();
        let mut masks = GpuMasks::new(&gpu).unwrap();
        let all = of_all_kinds(&mut masks);
        let mut crowd = GpuCrowd::new(&gpu).unwrap();
        let mut seen = Seen::default();
        for seed in 0..worlds {
            run_world(&mut Rng::new(seed), &masks, &all, &mut crowd, &mut seen);
        }
        let Seen { steps, candidates, pairs, by_cpu, events } = seen;
        println!(
            "{steps} steps, {candidates} pairs of boxes, {by_cpu} decided by the CPU, {pairs} touch, {events:?}"
        );
        assert!(pairs * 10 > candidates && pairs < candidates && by_cpu > 0 && events.iter().all(|&n| n > 0));
    });
}

/// A sprite of the script, in a slot of the world.
struct Sprite {
    handle: Handle,
    is_here: bool,
    on_device: CrowdSprite,
}

fn run_world(
    random: &mut Rng,
    masks: &GpuMasks,
    all: &[(MaskId, Arc<Mask>)],
    crowd: &mut GpuCrowd,
    seen: &mut Seen,
) {
    let detail = EventDetail { stay: random.below(2) == 0, ..EventDetail::default() };
    let mut world = World::with_options(WorldOptions { detail, ..WorldOptions::default() });
    let count = random.pick(&[0, 2, 20, 60, 60, 120]);
    // Where sprites lie: apart, around a few centres, or all in one spot.
    let centres: Vec<Pose> = (0..random.pick(&[1, 3, 40])).map(|_| pose(random)).collect();
    // One large sprite is enough: a world draws what two of them share.
    let place = |random: &mut Rng, slot: usize| match random.below(12) {
        0 => centres[0],
        _ if slot == 0 => large(random),
        _ => {
            let centre = random.below(centres.len() as u64) as usize;
            near(random, &centres[centre])
        }
    };
    let is_filtered = random.below(2) == 0;
    let mut sprites: Vec<Sprite> = Vec::new();
    let insert = |random: &mut Rng, world: &mut World, slot: usize| {
        let (id, mask) = &all[random.below(all.len() as u64) as usize];
        let mut on_device = CrowdSprite::new(*id, place(random, slot));
        if is_filtered {
            on_device.layers =
                Layers::new(random.below(8) as u32 | 1 << 31, random.below(16) as u32 | 1 << 31);
            on_device.group = random.pick(&[0, 0, 1, u32::MAX]);
            on_device.space = random.pick(&[0, 0, 1, u32::MAX]);
            on_device.is_sensor = random.below(4) == 0;
            if random.below(3) == 0 {
                on_device.layers = Layers::new(random.below(8) as u32, random.below(8) as u32);
            }
        }
        let collider = Collider::new(mask)
            .posed(on_device.pose)
            .on(on_device.layers)
            .in_group(on_device.group)
            .in_space(on_device.space);
        let collider = if on_device.is_sensor { collider.sensor() } else { collider };
        Sprite { handle: world.insert(collider), is_here: true, on_device }
    };
    for slot in 0..count {
        sprites.push(insert(random, &mut world, slot));
    }
    let nothing = all[0].0;
    let mut events = PairEvents::new();
    for _ in 0..4 {
        for slot in 0..sprites.len() {
            match random.below(9) {
                0 => {
                    let pose = place(random, slot);
                    sprites[slot].on_device.pose = pose;
                    if sprites[slot].is_here {
                        world.set_pose(sprites[slot].handle, pose).unwrap();
                    }
                }
                1 if sprites[slot].is_here => {
                    world.remove(sprites[slot].handle).unwrap();
                    sprites[slot].is_here = false;
                    // The world may use the slot for a new one.
                    if random.below(2) == 0 {
                        let new = insert(random, &mut world, slot);
                        let at = new.handle.index() as usize;
                        assert_eq!(at, slot, "the last free slot");
                        sprites[at] = new;
                    } else {
                        sprites[slot].on_device.mask = nothing;
                        // Keeps the slot of the world occupied, too.
                        let stand_in = world.insert(Collider::new(Mask::new(0, 0)));
                        assert_eq!(stand_in.index() as usize, slot);
                        sprites[slot].handle = stand_in;
                    }
                }
                _ => {}
            }
        }
        let question: Vec<CrowdSprite> = sprites.iter().map(|sprite| sprite.on_device).collect();
        let answered = loop {
            match crowd.submit(masks, &question).unwrap().wait() {
                Err(GpuError::NoRoom { pairs, room }) => assert!(pairs > room),
                answered => break answered.unwrap(),
            }
        };
        let expected = world.step().unwrap().to_vec();
        let contacts: Vec<[u32; 2]> = world.contacts().map(|(a, b)| [a.index(), b.index()]).collect();
        assert_eq!(answered.pairs, contacts, "of {count} sprites");
        seen.steps += 1;
        seen.candidates += answered.candidates;
        seen.by_cpu += answered.by_cpu;
        seen.pairs += contacts.len();
        let pairs = crowd.recycle(answered);
        let named: Vec<[Handle; 2]> =
            pairs.iter().map(|pair| pair.map(|slot| sprites[slot as usize].handle)).collect();
        let changed = events.step(&named, detail.stay).to_vec();
        assert_eq!(changed.len(), expected.len());
        for (one, other) in changed.iter().zip(&expected) {
            assert_eq!((one.kind, one.a, one.b, one.since), (other.kind, other.a, other.b, other.since));
            seen.events[match one.kind {
                EventKind::Begin => 0,
                EventKind::Stay => 1,
                _ => 2,
            }] += 1;
        }
    }
}

/// A pose under which a mask is thousands of pixels large, or so flat that the CPU must decide.
fn large(random: &mut Rng) -> Pose {
    loop {
        let by = random.pick(&[20 << 16, 40 << 16, 45 << 16]);
        let [a, b, c, d] = random.pick(&[
            [by, 0, 0, by],
            [by, 1 << 12, -(1 << 12), 1 << 16],
            [1, 0, 0, by],
            [by, by, by, by + 1],
            [by, by - 1, by - 1, by],
        ]);
        let [x, y] = [(); 2].map(|()| random.pick(&[0, -(1 << 20), i64::from(i32::MIN) << 16]));
        if let Ok(pose) = Pose::from_q16([a, b, c, d, x, y]) {
            return pose;
        }
    }
}

fn coincident(gpu: &Gpu, count: usize) -> (GpuMasks, Vec<CrowdSprite>) {
    let mut masks = GpuMasks::new(gpu).unwrap();
    let dot = masks.insert(Mask::filled(3, 3)).unwrap();
    let sprites = vec![CrowdSprite::new(dot, Pose::at(7, -7)); count];
    (masks, sprites)
}

#[test]
fn too_little_room_is_an_error_that_loses_nothing() {
    in_child("crowd::too_little_room_is_an_error_that_loses_nothing", || {
        let gpu = gpu();
        let (masks, sprites) = coincident(&gpu, 200);
        let all: Vec<[u32; 2]> = (0..200).flat_map(|a| (a + 1..200).map(move |b| [a, b])).collect();
        let mut crowd = GpuCrowd::new(&gpu).unwrap();
        // Two frames are in flight; neither has room, both are typed, and the next has.
        let [first, second] = [(); 2].map(|()| crowd.submit(&masks, &sprites).unwrap());
        for pending in [first, second] {
            assert_eq!(pending.wait().unwrap_err(), GpuError::NoRoom { pairs: 19_900, room: 1024 });
        }
        let answered = crowd.submit(&masks, &sprites).unwrap().wait().unwrap();
        assert_eq!((answered.candidates, answered.by_cpu), (19_900, 0));
        assert_eq!(answered.pairs, all);
        assert_eq!(GpuCrowd::new(&gpu).unwrap().pairs(&masks, &sprites).unwrap(), all);
        crowd.recycle(answered);
        crowd.set_max_pairs(19_899);
        let refused = crowd.pairs(&masks, &sprites).unwrap_err();
        assert_eq!(refused, GpuError::TooManyPairs { limit: 19_899 });
        crowd.set_max_pairs(19_900);
        assert_eq!(crowd.pairs(&masks, &sprites).unwrap(), all, "exactly as many as are allowed");
        assert_eq!(crowd.pairs(&masks, &[]).unwrap(), [[0; 2]; 0]);
    });
}

#[test]
fn a_crowd_of_removed_masks_or_on_a_lost_device_is_refused() {
    in_child("crowd::a_crowd_of_removed_masks_or_on_a_lost_device_is_refused", || {
        let gpu = gpu();
        let (mut masks, sprites) = coincident(&gpu, 2);
        let mut crowd = GpuCrowd::new(&gpu).unwrap();
        let pending = crowd.submit(&masks, &sprites).unwrap();
        masks.remove(sprites[0].mask).unwrap();
        masks.insert(Mask::new(3, 3)).unwrap();
        assert_eq!(crowd.pairs(&masks, &sprites).unwrap_err(), GpuError::StaleMask);
        assert_eq!(pending.wait().unwrap().pairs, [[0, 1]], "what was asked before is answered");
        gpu.destroy();
        assert!(matches!(crowd.pairs(&masks, &[]), Err(GpuError::Lost(_))));
    });
}
