//! What goes wrong gives an error, and the next question is answered.

use hitmask::{Mask, Pose};
use hitmask_gpu::{Gpu, GpuError, GpuMasks, GpuOptions, GpuPairs};

use crate::child::{gpu, in_child};

#[test]
fn an_unknown_adapter_is_named() {
    in_child("faults::an_unknown_adapter_is_named", || {
        let error = Gpu::new(&GpuOptions { adapter: Some("no such adapter".into()) }).unwrap_err();
        let GpuError::NoAdapter(why) = &error else { panic!("{error:?}") };
        assert!(why.contains("no such adapter"), "{why}");
    });
}

#[test]
fn removed_masks_and_strange_masks_are_refused() {
    in_child("faults::removed_masks_and_strange_masks_are_refused", || {
        let gpu = gpu();
        let mut masks = GpuMasks::new(&gpu).unwrap();
        let mut pairs = GpuPairs::new(&gpu).unwrap();
        let [one, other] = [4, 5].map(|side| masks.insert(Mask::filled(side, side)).unwrap());
        let question = [(one, Pose::IDENTITY, other, Pose::at(3, 3))];
        let pending = pairs.submit(&masks, &question).unwrap();
        assert_eq!(masks.remove(one).unwrap().size(), (4, 4));
        // The place is used again, by another mask.
        let third = masks.insert(Mask::new(4, 4)).unwrap();
        assert_eq!(pairs.submit(&masks, &question).unwrap_err(), GpuError::StaleMask);
        assert!(masks.remove(one).is_none() && masks.get(one).is_none());
        assert_eq!(pending.wait().unwrap().answers[0].area, 1, "what was asked before is answered");
        let empty = pairs.submit(&masks, &[(third, Pose::IDENTITY, other, Pose::IDENTITY)]).unwrap();
        assert_eq!(empty.wait().unwrap().answers[0].area, 0);
        assert!(pairs.submit(&masks, &[]).unwrap().wait().unwrap().answers.is_empty());
    });
}

#[test]
fn masks_may_come_and_go_for_ever() {
    in_child("faults::masks_may_come_and_go_for_ever", || {
        let gpu = gpu();
        let mut masks = GpuMasks::new(&gpu).unwrap();
        let mut pairs = GpuPairs::new(&gpu).unwrap();
        let dot = masks.insert(Mask::filled(1, 1)).unwrap();
        let mut kept = Vec::new();
        for n in 0..600u32 {
            kept.push((masks.insert(Mask::filled(n % 90 + 1, n % 70 + 1)).unwrap(), n));
            if n % 3 == 0 {
                let (id, _) = kept.remove((n as usize * 7) % kept.len());
                masks.remove(id).unwrap();
            }
        }
        let before = masks.device_bytes();
        let question: Vec<_> = kept
            .iter()
            .flat_map(|&(id, n)| {
                let (x, y) = ((n % 90) as i32, (n % 70) as i32);
                [Pose::at(x, y), Pose::at(x + 1, y), Pose::at(x, y + 1)]
                    .map(|at| (id, Pose::IDENTITY, dot, at))
            })
            .collect();
        let answers = pairs.submit_overlaps(&masks, &question).unwrap().wait().unwrap().answers;
        assert!(answers.chunks(3).all(|three| three == [true, false, false]), "each mask has its own pixels");
        for (id, _) in kept {
            masks.remove(id).unwrap();
        }
        masks.insert(Mask::filled(2000, 200)).unwrap();
        assert!(masks.device_bytes() <= before.max(1 << 18), "free memory is joined");
        assert_eq!(masks.len(), 2);
    });
}

#[test]
fn a_lost_device_is_an_error() {
    in_child("faults::a_lost_device_is_an_error", || {
        let gpu = gpu();
        let mut masks = GpuMasks::new(&gpu).unwrap();
        let mut pairs = GpuPairs::new(&gpu).unwrap();
        let dot = masks.insert(Mask::filled(1, 1)).unwrap();
        let question = [(dot, Pose::IDENTITY, dot, Pose::IDENTITY)];
        assert_eq!(pairs.submit(&masks, &question).unwrap().wait().unwrap().answers[0].area, 1);
        gpu.destroy();
        assert!(matches!(pairs.submit(&masks, &question), Err(GpuError::Lost(_))));
        assert!(matches!(masks.insert(Mask::filled(3, 3)), Err(GpuError::Lost(_))));
        assert_eq!(masks.len(), 1, "nothing was changed");
        assert_eq!(masks.get(dot).unwrap().size(), (1, 1), "the CPU still has the masks");
    });
}

#[test]
fn too_large_a_batch_is_an_error() {
    in_child("faults::too_large_a_batch_is_an_error", || {
        let gpu = gpu();
        let mut masks = GpuMasks::new(&gpu).unwrap();
        let most = gpu.limits().buffer_bytes;
        let mask = Mask::filled(65_535, 30_000);
        let mut inserted = 0;
        let error = loop {
            match masks.insert(mask.clone()) {
                Ok(_) if inserted < 4 => inserted += 1,
                Ok(_) => return println!("this device allows buffers of {most} bytes"),
                Err(error) => break error,
            }
        };
        assert!(matches!(error, GpuError::TooLarge { .. } | GpuError::OutOfMemory(_)), "{error:?}");
        let dot = masks.insert(Mask::filled(1, 1)).unwrap();
        let mut pairs = GpuPairs::new(&gpu).unwrap();
        let answers =
            pairs.submit(&masks, &[(dot, Pose::IDENTITY, dot, Pose::IDENTITY)]).unwrap().wait().unwrap();
        assert_eq!(answers.answers[0].area, 1);
    });
}
