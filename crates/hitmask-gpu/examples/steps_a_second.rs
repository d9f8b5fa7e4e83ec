//! How long a step of a crowd takes: the device, uploads and sorted pairs included, beside a `World` on all cores of this machine. All sprites
//! move and turn in each step. Both find the same pairs; that is checked. A game that reads the pairs a frame later waits for `submit` and the
//! reading alone.
//!
//! `cargo run --release --example steps_a_second -- 100000`, in the folder `crates/hitmask-gpu`. Set `HITMASK_GPU` to a part of an adapter's
//! name.

use std::error::Error;
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hitmask::{Angle, Collider, Mask, Pose, PoseParts, World};
use hitmask_gpu::{CrowdSprite, Gpu, GpuCrowd, GpuError, GpuMasks, GpuOptions};
use hitmask_oracle::Rng;
use hitmask_scenes::shapes;

const ROUNDS: u32 = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let most: usize = std::env::args().nth(1).map_or(Ok(10_000), |count| count.parse())?;
    let gpu = Gpu::new(&GpuOptions { adapter: std::env::var("HITMASK_GPU").ok() })?;
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    println!("{}, beside a world on {threads} cores", gpu.name());
    println!("sprites    submit ms   ready ms     all ms   world ms   all / world    touches");
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
            let angle = Angle::Degrees(random.below(36_000) as f64 / 100.0);
            Pose::new(&PoseParts::at((at[0], at[1])).with_pivot((half, half)).rotated(angle))
        };
        let mut sprites = Vec::with_capacity(count);
        for n in 0..count {
            let pose = pose(n % shapes.len())?;
            world.insert(Collider::new(&shapes[n % shapes.len()]).posed(pose).with_data(n as u64));
            sprites.push(CrowdSprite::new(ids[n % shapes.len()], pose));
        }
        let mut best = [Duration::MAX; 4];
        let mut touches = 0;
        crowd.pairs(&masks, &sprites)?;
        for _ in 0..ROUNDS {
            for (n, sprite) in sprites.iter_mut().enumerate() {
                sprite.pose = pose(n % shapes.len())?;
            }
            let start = Instant::now();
            let mut pending = crowd.submit(&masks, &sprites)?;
            best[0] = best[0].min(start.elapsed());
            while !pending.is_ready() {
                std::hint::spin_loop();
            }
            best[1] = best[1].min(start.elapsed());
            let answered = loop {
                match pending.wait() {
                    Err(GpuError::NoRoom { .. }) => pending = crowd.submit(&masks, &sprites)?,
                    answered => break answered?,
                }
            };
            best[2] = best[2].min(start.elapsed());
            let pairs = crowd.recycle(answered);
            let start = Instant::now();
            world.set_transforms(|member| Some(sprites[member.collider.data as usize].pose.into()));
            world.step()?;
            best[3] = best[3].min(start.elapsed());
            assert!(
                world.contacts().map(|(a, b)| [a.index(), b.index()]).eq(pairs),
                "the device and the world disagree"
            );
            touches = world.contacts().len();
        }
        let [submit_ms, ready_ms, all_ms, world_ms] = best.map(|time| time.as_secs_f64() * 1e3);
        println!(
            "{count:<9} {submit_ms:>10.2} {ready_ms:>10.2} {all_ms:>10.2} {world_ms:>10.2} {:>13.2} {touches:>10}",
            all_ms / world_ms
        );
        count *= 10;
    }
    Ok(())
}
