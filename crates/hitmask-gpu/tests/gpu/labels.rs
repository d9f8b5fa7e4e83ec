//! Which labels meet, beside the library's answers.

use std::path::Path;
use std::sync::Arc;

use hitmask::{AlphaMask, LabelMask, LabelOverlap, Mask, Pose, Shape};
use hitmask_assets::{Options, load};
use hitmask_gpu::{GpuError, GpuMasks, GpuPairs, MaskId};
use hitmask_oracle::Rng;

use crate::child::{gpu, in_child};
use crate::pairs::{near, pose, shapes_to_try};

/// A mask on the device, and the shape that it must be for the library.
type Known = (MaskId, Arc<dyn Shape>);

#[test]
fn labels_that_meet_are_those_of_the_library() {
    in_child("labels::labels_that_meet_are_those_of_the_library", || {
        let gpu = gpu();
        let count = std::env::var("HITMASK_GPU_LABELS").ok().and_then(|n| n.parse().ok()).unwrap_or(6000);
        let mut random = Rng::new(13);
        let mut masks = GpuMasks::new(&gpu).unwrap();
        let mut pairs = GpuPairs::new(&gpu).unwrap();
        let mut labelled: Vec<Known> = Vec::new();
        for picture in adversarial(&mut random).into_iter().chain(shipped()) {
            let picture = Arc::new(picture);
            labelled.push((masks.insert_labels(Arc::clone(&picture)).unwrap(), picture));
        }
        let mut plain: Vec<Known> = Vec::new();
        for mask in shapes_to_try() {
            plain.push((masks.insert(mask.clone()).unwrap(), Arc::new(mask)));
        }
        let alpha = AlphaMask::from_fn(65, 33, |x, y| (x * 4 + y) as u8);
        let id = masks.insert_alpha(alpha.clone()).unwrap();
        for level in [0, 1, 128, 255] {
            plain.push((id.at_level(level), Arc::new(alpha.to_mask(level))));
        }
        let (mut asked, mut met, mut by_cpu) = (0, 0, 0);
        while asked < count {
            let batch: Vec<(&Known, Pose, &Known, Pose)> = (0..2000.min(count - asked))
                .map(|_| {
                    let mut any = |of: &[Known]| random.below(of.len() as u64) as usize;
                    let sides = [&labelled[any(&labelled)], &labelled[any(&labelled)], &plain[any(&plain)]];
                    let [a, b] =
                        random.pick(&[[0, 1], [0, 1], [0, 2], [2, 1]]).map(|side: usize| sides[side]);
                    let pose = pose(&mut random);
                    (a, pose, b, near(&mut random, &pose))
                })
                .collect();
            let question: Vec<_> = batch.iter().map(|&(a, p, b, q)| (a.0, p, b.0, q)).collect();
            let answered = pairs.submit_labels(&masks, &question).unwrap().wait().unwrap();
            by_cpu += answered.by_cpu;
            for (n, &(a, p, b, q)) in batch.iter().enumerate() {
                let expected = a.1.overlap_labels_posed(&p, &*b.1, &q);
                assert_eq!(answered.answers[n], expected, "pair {n}: {:?} {p:?}, {:?} {q:?}", a.0, b.0);
                met += expected.len();
            }
            asked += batch.len();
            pairs.recycle::<Vec<LabelOverlap>>(answered);
        }
        println!("{asked} pairs, {met} pairs of labels met, {by_cpu} decided by the CPU");
        assert!(met > asked, "labels of most pairs meet");
    });
}

#[test]
fn pairs_with_very_many_labels_are_left_to_the_cpu() {
    in_child("labels::pairs_with_very_many_labels_are_left_to_the_cpu", || {
        let gpu = gpu();
        let mut masks = GpuMasks::new(&gpu).unwrap();
        let mut pairs = GpuPairs::new(&gpu).unwrap();
        let all = LabelMask::from_fn(32, 8, |x, y| (x + 32 * y) as u8);
        let some = LabelMask::from_fn(4, 4, |x, y| (255 - x - 4 * y) as u8);
        let [id, other] = [&all, &some].map(|picture| masks.insert_labels(picture.clone()).unwrap());
        let here = Pose::IDENTITY;
        // 255 x 16 pairs of labels, and 255 x 255.
        let question = [(id, here, other, here), (id, here, id, here)];
        let answered = pairs.submit_labels(&masks, &question).unwrap().wait().unwrap();
        assert_eq!(answered.by_cpu, 1);
        assert_eq!(answered.answers[0], all.overlap_labels(&some, (0, 0)));
        assert_eq!(answered.answers[1], all.overlap_labels(&all, (0, 0)));
        // The level of a label mask says nothing; and it is solid where it has labels.
        let question = [(id.at_level(200), here, id.at_level(0), here)];
        let answered = pairs.submit(&masks, &question).unwrap().wait().unwrap();
        assert_eq!((answered.answers[0].area, answered.by_cpu), (255, 0));
        let without = masks.insert_labels(LabelMask::new(32, 8)).unwrap().at_level(0);
        let answered = pairs.submit(&masks, &[(id, here, without, here)]).unwrap().wait().unwrap();
        assert_eq!((answered.answers[0].area, answered.by_cpu), (0, 0));
        let answered = pairs.submit_labels(&masks, &[(id.at_level(9), here, other, here)]).unwrap();
        assert_eq!(answered.wait().unwrap().answers[0], all.overlap_labels(&some, (0, 0)));
        // As many answers as no buffer holds.
        let sprites = [(id, here), (other, here)];
        let many = vec![[0, 1]; (gpu.limits().buffer_bytes / (255 * 16 * 8)) as usize + 1];
        let error = pairs.submit_sprites::<Vec<LabelOverlap>>(&masks, &sprites, &many).unwrap_err();
        assert!(matches!(error, GpuError::TooLarge { what: "answers", .. }), "{error:?}");
        assert_eq!(masks.remove(id).unwrap().count(), 255);
        assert_eq!(pairs.submit_labels(&masks, &question).unwrap_err(), GpuError::StaleMask);
    });
}

/// Pictures with no, few, and all labels; one label a pixel, at the edges of words, in runs, and at random.
pub(crate) fn adversarial(random: &mut Rng) -> Vec<LabelMask> {
    let mut all = vec![LabelMask::new(0, 0), LabelMask::new(7, 0), LabelMask::new(40, 40)];
    for (w, h) in [(1, 1), (3, 5), (4, 4), (31, 33), (64, 17), (65, 65), (130, 40)] {
        all.push(LabelMask::from_fn(w, h, |_, _| 255));
        all.push(LabelMask::from_fn(w, h, |x, y| [0, 1, 255, 128][((x + 2 * y) % 4) as usize]));
        all.push(LabelMask::from_fn(w, h, |x, _| 1 + (x / 16) as u8));
        all.push(LabelMask::from_fn(w, h, |_, _| random.pick(&[0, 0, 3, 4, 5, 77])));
    }
    all.push(LabelMask::from_fn(33, 17, |_, _| random.below(256) as u8));
    all.push(LabelMask::from_fn(16, 17, |x, y| (x + 16 * y) as u8));
    all
}

/// The shipped sprites of at most 256 pixels, with labels for bands and for pixels that are not opaque.
fn shipped() -> Vec<LabelMask> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ext| ext == "png"));
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let sprite = load(&file, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
        let image = &sprite.frames[0].image;
        let (w, h) = (image.width(), image.height());
        if w.max(h) <= 256 {
            let label = |x, y| match image.pixel(x, y) {
                Some([.., 0]) | None => 0,
                Some([.., 255]) => 1 + (3 * y / h) as u8,
                Some(_) => 200,
            };
            all.push(LabelMask::from_fn(w, h, label));
        }
    }
    assert!(all.len() > 30, "the shipped sprites are there");
    all
}

/// All kinds of masks on the device, each with its solid pixels: bits, alpha masks at levels, and label masks.
pub(crate) fn of_all_kinds(masks: &mut GpuMasks) -> Vec<(MaskId, Arc<Mask>)> {
    let mut random = Rng::new(17);
    let mut all = Vec::new();
    for mask in shapes_to_try() {
        let mask = Arc::new(mask);
        all.push((masks.insert(Arc::clone(&mask)).unwrap(), mask));
    }
    for (w, h) in [(5, 5), (31, 33), (65, 40)] {
        let alpha = AlphaMask::from_fn(w, h, |_, _| random.pick(&[0, 1, 127, 128, 255]));
        let id = masks.insert_alpha(alpha.clone()).unwrap();
        all.extend([0, 1, 2, 128, 255].map(|level| (id.at_level(level), Arc::new(alpha.to_mask(level)))));
    }
    for picture in adversarial(&mut random).into_iter().step_by(5) {
        let mask = Arc::new(picture.mask().clone());
        all.push((masks.insert_labels(picture).unwrap(), mask));
    }
    all
}
