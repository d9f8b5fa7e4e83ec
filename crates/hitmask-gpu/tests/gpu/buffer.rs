//! Scripts for the collision buffer, in all modes, beside the library's.

use hitmask::{BufferMode, CollisionBuffer, Mask, Placed, Pose, Rect};
use hitmask_gpu::{GpuBuffer, GpuMasks};
use hitmask_oracle::Rng;

use crate::child::{gpu, in_child};
use crate::labels::of_all_kinds;
use crate::pairs::{near, pose};

const MODES: [BufferMode; 3] = [BufferMode::Owners, BufferMode::Painter, BufferMode::Latch];

#[test]
fn random_scripts_are_those_of_the_library() {
    in_child("buffer::random_scripts_are_those_of_the_library", || {
        let gpu = gpu();
        let scripts = std::env::var("HITMASK_GPU_SCRIPTS").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
        let mut masks = GpuMasks::new(&gpu).unwrap();
        let all = of_all_kinds(&mut masks);
        let (mut met, mut latched, mut seen) = (0, 0, 0);
        for seed in 0..scripts {
            let mut random = Rng::new(seed);
            let mode = MODES[seed as usize % 3];
            let centre = pose(&mut random);
            let [.., x, y] =
                centre.to_q16().map(|n| (n >> 16).clamp(i32::MIN.into(), i32::MAX.into()) as i32);
            let corner = |n: i32| n.saturating_sub(50);
            let mut region =
                Rect::new(corner(x), corner(y), random.below(150) as u32, random.below(130) as u32);
            let mut ours = GpuBuffer::new(&gpu, mode, region).unwrap();
            let mut library = CollisionBuffer::new(mode, region).unwrap();
            for step in 0..12 {
                let case = format!("seed {seed}, {mode:?}, step {step}, {region:?}");
                match random.below(8) {
                    0 if random.one_in(2) => {
                        ours.clear();
                        library.clear();
                    }
                    0 => {
                        let Rect { x, y, w, h } = region;
                        let moved = Rect::new(x.saturating_add(random.between(-20, 20) as i32), y, w + 3, h);
                        ours.set_region(moved).unwrap();
                        library.set_region(moved).unwrap();
                        region = moved;
                    }
                    1 => {
                        let found = ours.submit_latched(&masks).unwrap().wait().unwrap();
                        assert_eq!(found, library.take_latched(), "{case}");
                        latched += found.len();
                    }
                    2 => {
                        let (window, ids) = ours.submit_picture(&masks, region).unwrap().wait().unwrap();
                        for (at, &id) in ids.iter().enumerate() {
                            let (x, y) = (at as u32 % window.w, at as u32 / window.w);
                            let pixel =
                                (window.x.wrapping_add_unsigned(x), window.y.wrapping_add_unsigned(y));
                            assert_eq!(id, library.top_at(pixel).unwrap_or(0), "{case}, {pixel:?}");
                            seen += usize::from(id != 0);
                        }
                    }
                    3 | 4 => {
                        let tests: Vec<_> = (0..random.below(6))
                            .map(|_| (random.below(all.len() as u64) as usize, near(&mut random, &centre)))
                            .collect();
                        let question: Vec<_> =
                            tests.iter().map(|&(mask, pose)| (all[mask].0, pose)).collect();
                        let pending = ours.submit_tests(&masks, &question).unwrap();
                        for (found, (mask, pose)) in pending.wait().unwrap().into_iter().zip(tests) {
                            let expected = library.test(Placed::from(&*all[mask].1).posed(&pose));
                            assert_eq!(found, expected, "{case}, {:?} {pose:?}", all[mask].1.size());
                            met += found.len();
                        }
                    }
                    _ => {
                        for _ in 0..=random.below(4) {
                            let (id, mask) = &all[random.below(all.len() as u64) as usize];
                            let pose: Pose = near(&mut random, &centre);
                            let number = random.below(5) as u32;
                            ours.draw(&masks, *id, &pose, number).unwrap();
                            library.draw(Placed::from(&**mask).posed(&pose), number);
                        }
                    }
                }
            }
        }
        println!("{met} ids met, {latched} latched, {seen} pixels seen");
        assert!(met > 0 && latched > 0 && seen > 0);
    });
}

#[test]
fn a_pixel_under_the_pointer() {
    in_child("buffer::a_pixel_under_the_pointer", || {
        let gpu = gpu();
        let mut masks = GpuMasks::new(&gpu).unwrap();
        let square = masks.insert(Mask::filled(4, 4)).unwrap();
        let mut buffer = GpuBuffer::new(&gpu, BufferMode::Owners, Rect::new(0, 0, 20, 20)).unwrap();
        for (at, id) in [(0, 7), (2, 9)] {
            buffer.draw(&masks, square, &Pose::at(at, at), id).unwrap();
        }
        let id = |x, y| buffer.submit_picture(&masks, Rect::new(x, y, 1, 1)).unwrap().wait().unwrap().1;
        assert_eq!([id(1, 1), id(3, 3), id(10, 10)], [[7], [9], [0]]);
        assert_eq!(id(30, 30), [0; 0], "outside of the region");
        assert!(GpuBuffer::new(&gpu, BufferMode::Owners, Rect::new(0, 0, 70_000, 1)).is_err());
    });
}

#[test]
fn what_was_drawn_outlives_its_mask() {
    in_child("buffer::what_was_drawn_outlives_its_mask", || {
        let gpu = gpu();
        let mut masks = GpuMasks::new(&gpu).unwrap();
        let [gone, other] = [(); 2].map(|()| masks.insert(Mask::filled(4, 4)).unwrap());
        let mut buffer = GpuBuffer::new(&gpu, BufferMode::Latch, Rect::new(0, 0, 20, 20)).unwrap();
        for (mask, id) in [(gone, 7), (other, 9)] {
            buffer.draw(&masks, mask, &Pose::at(0, 0), id).unwrap();
        }
        masks.remove(gone).unwrap();
        masks.insert(Mask::new(9, 9)).unwrap();
        let met = buffer.submit_tests(&masks, &[(other, Pose::at(3, 3))]).unwrap().wait().unwrap();
        assert_eq!(met[0].iter().map(|met| met.id).collect::<Vec<_>>(), [7, 9]);
        buffer.clear();
        assert_eq!(buffer.submit_latched(&masks).unwrap().wait().unwrap(), [7, 9]);
        assert!(buffer.draw(&masks, gone, &Pose::at(0, 0), 7).is_err());
    });
}
