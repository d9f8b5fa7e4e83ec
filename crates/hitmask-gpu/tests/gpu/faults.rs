//! What goes wrong gives an error, and the next question is answered.

use core::future::Future;
use core::pin::pin;
use core::task::{Context, Poll, Waker};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hitmask::{Mask, Pose};
use hitmask_gpu::{Gpu, GpuError, GpuMasks, GpuOptions, GpuPairs};
use wgpu::{
    BufferDescriptor, BufferUsages, Device, DeviceDescriptor, Instance, InstanceDescriptor, Limits, Queue,
};

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

/// A device as an engine opens it, on the adapter of the tests.
fn opened(limits: Limits) -> (Device, Queue) {
    fn now<T>(future: impl Future<Output = T>) -> T {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => value,
            Poll::Pending => panic!("outside of browsers it is ready at once"),
        }
    }
    let name = gpu().name().to_owned();
    let instance = Instance::new(InstanceDescriptor::new_without_display_handle());
    let mut all = now(instance.enumerate_adapters(wgpu::Backends::all())).into_iter();
    let adapter = all.find(|adapter| adapter.get_info().name == name).unwrap();
    let wanted = DeviceDescriptor { required_limits: limits, ..DeviceDescriptor::default() };
    now(adapter.request_device(&wanted)).unwrap()
}

#[test]
fn a_device_of_the_game_keeps_its_handlers() {
    in_child("faults::a_device_of_the_game_keeps_its_handlers", || {
        let (device, queue) = opened(Limits::default());
        let told = [(); 2].map(|()| Arc::new(AtomicUsize::new(0)));
        let [lost, refused] = told.clone();
        device.set_device_lost_callback(move |_, _| {
            lost.fetch_add(1, Ordering::Relaxed);
        });
        device.on_uncaptured_error(Arc::new(move |_| {
            refused.fetch_add(1, Ordering::Relaxed);
        }));
        let told = || told.each_ref().map(|count| count.load(Ordering::Relaxed));

        let gpu = Gpu::with_device(device.clone(), queue, "the game's".into()).unwrap();
        let mut masks = GpuMasks::new(&gpu).unwrap();
        let mut pairs = GpuPairs::new(&gpu).unwrap();
        let dot = masks.insert(Mask::filled(1, 1)).unwrap();
        let question = [(dot, Pose::IDENTITY, dot, Pose::IDENTITY)];
        assert_eq!(pairs.submit(&masks, &question).unwrap().wait().unwrap().answers[0].area, 1);
        // An error of the game is told to the game, and none of ours.
        let usage = BufferUsages::MAP_READ | BufferUsages::MAP_WRITE;
        let _ = device.create_buffer(&BufferDescriptor {
            label: None,
            size: 4,
            usage,
            mapped_at_creation: false,
        });
        assert_eq!(told(), [0, 1]);
        assert_eq!(pairs.submit(&masks, &question).unwrap().wait().unwrap().answers[0].area, 1);

        let pending = pairs.submit(&masks, &question).unwrap();
        gpu.destroy();
        // The work that was given to it is done first.
        assert!(matches!(pending.wait(), Ok(_) | Err(GpuError::Lost(_))));
        let _ = device.poll(wgpu::PollType::wait_indefinitely());
        assert_eq!(told(), [1, 1], "the game knows that the device is lost");
        let asked = pairs.submit(&masks, &question).and_then(|pending| pending.wait().map(drop));
        assert!(matches!(asked, Err(GpuError::Lost(_) | GpuError::Driver(_))), "{asked:?}");
        assert_eq!(told(), [1, 1], "the errors of hitmask's questions are not the game's");
    });
}

#[test]
fn a_device_with_small_limits_is_refused() {
    in_child("faults::a_device_with_small_limits_is_refused", || {
        let (device, queue) = opened(Limits::downlevel_defaults());
        let error = Gpu::with_device(device, queue, "a small one".into()).unwrap_err();
        assert_eq!(error, GpuError::Lacks { what: "storage buffers in a shader", needed: 7, has: 4 });
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
