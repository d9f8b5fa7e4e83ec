//! How long a step of a crowd takes: the device, uploads and sorted pairs included, beside a `World` on one core of this machine. All sprites
//! move and turn before each step. Both find the same pairs; that is checked.
//!
//! `cargo run --release --example steps_a_second -- 100000`, in the folder `crates/hitmask-gpu`. Set `HITMASK_GPU` to a part of an adapter's
//! name.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hitmask::{Angle, Collider, Mask, Pose, World};
use hitmask_gpu::{CrowdSprite, Gpu, GpuCrowd, GpuMasks, GpuOptions};
use hitmask_oracle::Rng;
use hitmask_scenes::shapes;

const ROUNDS: u32 = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let most: usize = std::env::args().nth(1).map_or(Ok(10_000), |count| count.parse())?;
    let gpu = Gpu::new(&GpuOptions { adapter: std::env::var("HITMASK_GPU").ok() })?;
    println!("{}, beside a world", gpu.name());
    println!("sprites    device ms   world ms   device / world    touches");
    let mut masks = GpuMasks::new(&gpu)?;
    let shapes: Vec<Arc<Mask>> =
        (0..13).map(|n| Arc::new(shapes::blob(16 + n * 4, 16 + n * 4, n.into()))).collect();
    let ids = shapes.iter().map(|mask| masks.insert(Arc::clone(mask))).collect::<Result<Vec<_>, _>>()?;
    let mut count = 1000;
    while count <= most {
        let mut random = Rng::new(3);
        let mut crowd = GpuCrowd::new(&gpu)?;
        let mut world = World::new();
        // About one touch for each sprite.
        let side = (count as f64 * 3000.0).sqrt() as u64;
        let mut pose = |which: usize| {
            let half = f64::from(shapes[which].width()) / 2.0;
            let at = [(); 2].map(|()| random.below(side * 16) as f64 / 16.0);
            Pose::about((half, half), (at[0], at[1]), Angle::Degrees(random.below(36_000) as f64 / 100.0))
        };
        let mut sprites = Vec::with_capacity(count);
        for n in 0..count {
            let pose = pose(n % shapes.len())?;
            let handle = world.insert(Collider::new(&shapes[n % shapes.len()]).posed(pose));
            sprites.push((handle, CrowdSprite::new(ids[n % shapes.len()], pose)));
        }
        let mut best = [Duration::MAX; 2];
        let mut touches = 0;
        for _ in 0..ROUNDS {
            for (n, (handle, sprite)) in sprites.iter_mut().enumerate() {
                sprite.pose = pose(n % shapes.len())?;
                world.set_pose(*handle, sprite.pose).ok_or("a stale handle")?;
            }
            let question: Vec<CrowdSprite> = sprites.iter().map(|(_, sprite)| *sprite).collect();
            let start = Instant::now();
            let pairs = crowd.pairs(&masks, &question)?;
            best[0] = best[0].min(start.elapsed());
            let start = Instant::now();
            world.step()?;
            best[1] = best[1].min(start.elapsed());
            assert!(
                world.contacts().map(|(a, b)| [a.index(), b.index()]).eq(pairs),
                "the device and the world disagree"
            );
            touches = world.contacts().len();
        }
        let [device_ms, world_ms] = best.map(|time| time.as_secs_f64() * 1e3);
        println!(
            "{count:<9} {device_ms:>10.2} {world_ms:>10.2} {:>16.2} {touches:>10}",
            device_ms / world_ms
        );
        count *= 10;
    }
    Ok(())
}
