//! How many pairs of posed sprites a second: the device, uploads and answers included, beside the library on all cores of this machine. Both
//! give the same answers; that is checked.
//!
//! `cargo run --release --example pairs_a_second -- 100000`, in the folder `crates/hitmask-gpu`. Set `HITMASK_GPU` to a part of an adapter's
//! name.

use std::error::Error;
use std::num::NonZero;
use std::time::{Duration, Instant};

use hitmask::{Angle, Mask, PixelRule, Pose, PoseParts};
use hitmask_gpu::{Gpu, GpuMasks, GpuOptions, GpuPairs, PendingPairs};
use hitmask_oracle::Rng;
use hitmask_scenes::shapes;

const ROUNDS: usize = 7;
/// Pairs of one submission.
const PART: usize = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let most: usize = std::env::args().nth(1).map_or(Ok(100_000), |count| count.parse())?;
    let gpu = Gpu::new(&GpuOptions { adapter: std::env::var("HITMASK_GPU").ok() })?;
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    println!("{}, beside {threads} cores", gpu.name());
    println!("pairs      submit ms  device ms   cores ms   device / cores   overlaps");
    let mut masks = GpuMasks::new(&gpu)?;
    let sprites: Vec<Mask> = (0..12).map(|n| shapes::blob(16 + n * 4, 16 + n * 4, n.into())).collect();
    let ids = sprites.iter().map(|mask| masks.insert(mask.clone())).collect::<Result<Vec<_>, _>>()?;
    let mut device = GpuPairs::new(&gpu)?;
    let mut count = 1000;
    while count <= most {
        let mut random = Rng::new(1);
        let mut posed = |near: [f64; 2]| {
            let which = random.below(12) as usize;
            let half = f64::from(sprites[which].width()) / 2.0;
            let mut by = || random.below(4000) as f64 / 100.0 - 20.0;
            let at = (near[0] + by(), near[1] + by());
            let angle = random.below(36_000) as f64 / 100.0;
            Pose::new(&PoseParts::at(at).with_pivot((half, half)).rotated(Angle::Degrees(angle)))
                .map(|pose| (which, pose))
        };
        let mut scene = Vec::with_capacity(2 * count);
        for n in 0..count {
            let near = [(n % 1000) as f64 * 50.0, (n / 1000) as f64 * 50.0];
            scene.extend([posed(near)?, posed(near)?]);
        }
        let question: Vec<_> = scene.iter().map(|&(which, pose)| (ids[which], pose)).collect();
        let numbers: Vec<[u32; 2]> = (0..count.min(PART) as u32).map(|n| [2 * n, 2 * n + 1]).collect();
        let mut best = [Duration::MAX; 3];
        let (mut by_device, mut by_cores) = (Vec::new(), vec![false; count]);
        for _ in 0..ROUNDS {
            let start = Instant::now();
            by_device.clear();
            let mut submitted = Duration::ZERO;
            // Each part is submitted while the device works on the one before.
            let mut before: Option<PendingPairs<bool>> = None;
            for sprites in question.chunks(2 * PART) {
                let start = Instant::now();
                let next = device.submit_sprites(&masks, sprites, &numbers[..sprites.len() / 2])?;
                submitted += start.elapsed();
                if let Some(pending) = before.replace(next) {
                    by_device.extend(device.recycle(pending.wait()?));
                }
            }
            if let Some(pending) = before {
                by_device.extend(device.recycle(pending.wait()?));
            }
            best[0] = best[0].min(submitted);
            best[1] = best[1].min(start.elapsed());

            let start = Instant::now();
            let part = count.div_ceil(threads);
            std::thread::scope(|scope| {
                for (answers, scene) in by_cores.chunks_mut(part).zip(scene.chunks(2 * part)) {
                    let sprites = &sprites;
                    scope.spawn(move || {
                        for (answer, pair) in answers.iter_mut().zip(scene.as_chunks::<2>().0) {
                            let [(a, pose), (b, other)] = pair;
                            *answer =
                                sprites[*a].overlaps_posed(pose, &sprites[*b], other, PixelRule::Raster);
                        }
                    });
                }
            });
            best[2] = best[2].min(start.elapsed());
        }
        assert!(by_device == by_cores, "the device and the library disagree");
        let [submit_ms, device_ms, cores_ms] = best.map(|time| time.as_secs_f64() * 1e3);
        let met = by_cores.iter().filter(|met| **met).count();
        println!(
            "{count:<9} {submit_ms:>10.2} {device_ms:>10.2} {cores_ms:>10.2} {:>16.2} {met:>10}",
            device_ms / cores_ms
        );
        count *= 10;
    }
    Ok(())
}
