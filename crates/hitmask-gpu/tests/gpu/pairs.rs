//! Pairs of posed masks.

use hitmask::{AlphaMask, Mask, PixelRule, Pose};
use hitmask_gpu::{GpuMasks, GpuPairs, MaskId, PairAnswer};
use hitmask_oracle::Rng;
use hitmask_scenes::shapes;

use crate::child::{gpu, in_child};

type Pair = (MaskId, Pose, MaskId, Pose);

#[test]
fn random_pairs_are_those_of_the_library() {
    in_child("pairs::random_pairs_are_those_of_the_library", || {
        let gpu = gpu();
        let count = std::env::var("HITMASK_GPU_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000);
        let (mut met, mut by_cpu, mut asked) = (0, 0, 0);
        let mut random = Rng::new(7);
        let mut masks = GpuMasks::new(&gpu).unwrap();
        let mut pairs = GpuPairs::new(&gpu).unwrap();
        let all: Vec<(MaskId, Mask)> =
            shapes_to_try().into_iter().map(|mask| (masks.insert(mask.clone()).unwrap(), mask)).collect();
        while asked < count {
            let batch: Vec<(usize, Pose, usize, Pose)> = (0..2000.min(count - asked))
                .map(|_| {
                    let (a, b) =
                        (random.below(all.len() as u64) as usize, random.below(all.len() as u64) as usize);
                    let pose = pose(&mut random);
                    (a, pose, b, near(&mut random, &pose))
                })
                .collect();
            let question: Vec<Pair> = batch.iter().map(|&(a, p, b, q)| (all[a].0, p, all[b].0, q)).collect();
            let everything = pairs.submit(&masks, &question).unwrap();
            let whether = pairs.submit_overlaps(&masks, &question).unwrap();
            let everything = everything.wait().unwrap();
            by_cpu += everything.by_cpu;
            let whether = whether.wait().unwrap();
            for (n, &(a, p, b, q)) in batch.iter().enumerate() {
                let (one, other) = (&all[a].1, &all[b].1);
                let answer = everything.answers[n];
                let expected = one.overlap_area_posed(&p, other, &q);
                let case = || format!("pair {n}: {:?} {p:?}, {:?} {q:?}", one.size(), other.size());
                assert_eq!(answer.area, expected, "area of {}", case());
                assert_eq!(answer.first, one.first_overlap_posed(&p, other, &q), "first of {}", case());
                assert_eq!(answer.bounds, one.overlap_bounds_posed(&p, other, &q), "bounds of {}", case());
                assert_eq!(whether.answers[n], expected > 0, "overlap of {}", case());
                assert_eq!(whether.answers[n], one.overlaps_posed(&p, other, &q, PixelRule::Raster));
                met += usize::from(expected > 0);
            }
            asked += batch.len();
            pairs.recycle::<PairAnswer>(everything);
            pairs.recycle::<bool>(whether);
        }
        println!("{asked} pairs, {met} met, {by_cpu} decided by the CPU");
        assert!(met * 5 > asked && met < asked, "the pairs are neither all apart nor all together");
    });
}

#[test]
fn alpha_levels_are_chosen_for_each_question() {
    in_child("pairs::alpha_levels_are_chosen_for_each_question", || {
        let gpu = gpu();
        let mut random = Rng::new(11);
        let mut masks = GpuMasks::new(&gpu).unwrap();
        let mut pairs = GpuPairs::new(&gpu).unwrap();
        let mut all = Vec::new();
        for (w, h) in [(0, 0), (1, 1), (3, 9), (4, 4), (5, 0), (31, 33), (64, 17), (65, 65), (130, 40)] {
            let alphas = [0, 1, 2, 127, 128, 254, 255];
            let alpha = AlphaMask::from_fn(w, h, |_, _| random.pick(&alphas));
            all.push((masks.insert_alpha(alpha.clone()).unwrap(), alpha));
        }
        // One that is larger at level 0 than at others, and an invisible one.
        for visible in [3, 0] {
            let alpha = AlphaMask::from_fn(20, 30, |x, y| if (x, y) == (9, 9) { visible } else { 0 });
            all.push((masks.insert_alpha(alpha.clone()).unwrap(), alpha));
        }
        // One without levels beside them, and freed memory between.
        masks.insert(Mask::filled(70, 3)).unwrap();
        let plain = Mask::from_fn(65, 65, |x, y| (x ^ y) & 1 == 0);
        let bits = masks.insert(plain.clone()).unwrap();
        let (old, alpha) = all.remove(3);
        assert_eq!(masks.remove(old), Some(alpha.to_mask(1).into()));
        assert!(masks.insert(Mask::filled(2, 2)).is_ok());
        let (mut question, mut expected) = (Vec::new(), Vec::new());
        for _ in 0..3000 {
            let one = pose(&mut random);
            let other = near(&mut random, &one);
            let (a, alpha) = &all[random.below(all.len() as u64) as usize];
            let level = random.pick(&[0, 1, 2, 3, 127, 128, 129, 255]);
            let (b, second) = &all[random.below(all.len() as u64) as usize];
            let (b, second) = match random.below(3) {
                0 => (bits.at_level(255), plain.clone()),
                1 => (*b, second.to_mask(1)),
                _ => (b.at_level(level ^ 1), second.to_mask(level ^ 1)),
            };
            question.push((a.at_level(level), one, b, other));
            expected.push(alpha.to_mask(level).overlap_area_posed(&one, &second, &other));
        }
        let answers = pairs.submit(&masks, &question).unwrap().wait().unwrap().answers;
        let areas: Vec<u64> = answers.iter().map(|answer| answer.area).collect();
        assert_eq!(areas, expected);
        assert!(areas.iter().filter(|&&area| area > 0).count() > 500);
    });
}

/// Sprites, and masks at the edges of words.
pub(crate) fn shapes_to_try() -> Vec<Mask> {
    let mut all = vec![Mask::new(0, 0), Mask::new(5, 0), Mask::new(40, 40), Mask::filled(1, 1)];
    for side in [2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 130] {
        all.push(Mask::filled(side, 7));
        all.push(Mask::from_fn(side, side, |x, y| (x ^ y) & 1 == 0));
        all.push(shapes::blob(side, side, side.into()));
    }
    // Only the corner pixels.
    all.push(Mask::from_fn(97, 61, |x, y| (x == 0 || x == 96) && (y == 0 || y == 60)));
    all
}

/// A pose of any kind: upright, on half pixels, turned, scaled, sheared, mirrored; at the ends of the world, too.
pub(crate) fn pose(random: &mut Rng) -> Pose {
    loop {
        let far = random.pick(&[0, 0, 0, i64::from(i32::MAX) - 40, i64::from(i32::MIN) + 40]) << 16;
        let [x, y] = [(); 2].map(|()| far + (random.between(-60, 60) << 16) + fraction(random));
        let whole = 1 << 16;
        let [a, b, c, d] = match random.below(6) {
            0 => [whole, 0, 0, whole],
            1 => random.pick(&[[whole, 0, 0, -whole], [0, whole, -whole, 0], [-2 * whole, 0, 0, whole / 2]]),
            // Ties at many centres, exact in binary or not.
            2 => [whole, whole, -whole, whole],
            3 => {
                let by = random.pick(&[3, 5, 6, 7, 11]) * whole / random.pick(&[1, 2, 4]);
                random.pick(&[[by, 0, 0, by], [0, -by, by, 0], [by, by, -by, by], [-by, whole, 0, by]])
            }
            _ => [(); 4].map(|()| random.between(-2 * whole, 2 * whole)),
        };
        if let Ok(pose) = Pose::from_q16([a, b, c, d, x, y]) {
            return pose;
        }
    }
}

fn fraction(random: &mut Rng) -> i64 {
    let any = random.between(0, 0xFFFF);
    random.pick(&[0, 1 << 15, 1, 0xFFFF, any])
}

/// Another pose, near a first one.
pub(crate) fn near(random: &mut Rng, pose: &Pose) -> Pose {
    loop {
        let other = self::pose(random);
        let [a, b, c, d, ..] = other.to_q16();
        let [.., x, y] = pose.to_q16();
        let by = |random: &mut Rng| (random.between(-30, 30) << 16) + fraction(random);
        if let Ok(pose) = Pose::from_q16([a, b, c, d, x + by(random), y + by(random)]) {
            return pose;
        }
    }
}
