//! Random calls through the C interface: with objects that exist or not, NULL, misaligned pointers, stale handles, and any numbers. Each
//! call must give a status that is not the one of a panic.
//!
//! This file is long because it is a list: one arm for each function that is called.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use hitmask::{AlphaMask, Connectivity, NewFrame, NewSprite, PackBuilder, PackTag};
use hitmask_capi::*;

use crate::bytes::Bytes;

/// The objects that the calls use. NULL where there is none.
struct Objects {
    masks: [*mut hitmask_mask; 4],
    alphas: [*mut hitmask_alpha_mask; 2],
    runs: [*mut hitmask_run_mask; 2],
    terrains: [*mut hitmask_terrain; 2],
    polygons: [*mut hitmask_polygon; 2],
    tile_set: *mut hitmask_tile_set,
    tiles: [*mut hitmask_tile_map; 2],
    frames: *mut hitmask_frames,
    pack: *mut hitmask_pack,
    /// What the pack reads in place.
    packed: Vec<u64>,
    kept: *mut hitmask_kept_shape,
    buffer: *mut hitmask_buffer,
    world: *mut hitmask_world,
    snapshot: *mut hitmask_world_snapshot,
    handles: Vec<u64>,
}

pub fn c_calls(bytes: &[u8]) {
    let mut input = Bytes(bytes);
    let mut objects = Objects {
        masks: [null_mut(); 4],
        alphas: [null_mut(); 2],
        runs: [null_mut(); 2],
        terrains: [null_mut(); 2],
        polygons: [null_mut(); 2],
        tile_set: null_mut(),
        tiles: [null_mut(); 2],
        frames: null_mut(),
        pack: null_mut(),
        packed: Vec::new(),
        kept: null_mut(),
        buffer: null_mut(),
        world: null_mut(),
        snapshot: null_mut(),
        handles: vec![0, u64::MAX],
    };
    for _ in 0..200 {
        if input.0.is_empty() {
            break;
        }
        let kind = input.next();
        // SAFETY: the objects come from the functions that make them, and are freed once. Arrays have the lengths that are given.
        let status = unsafe { objects.call(kind, &mut input) };
        let is_known =
            (0..=hitmask_status::HITMASK_WRONG_PART as i32).contains(&status) && status != HITMASK_PANICKED;
        assert!(is_known, "call {kind} gave the status {status}");
    }
    // SAFETY: each object is freed once.
    unsafe { objects.free() };
}

const HITMASK_PANICKED: i32 = hitmask_status::HITMASK_PANICKED as i32;

/// A callback that uses the world of its call.
unsafe extern "C-unwind" fn accept(user: *mut c_void, handle: u64, data: u64) -> hitmask_flag {
    let mut position = hitmask_point_q16::default();
    // SAFETY: the user data is the world, which lives as long as the call.
    let status = unsafe { hitmask_world_set_position(user.cast(), handle, position) };
    assert_eq!(status, hitmask_status::HITMASK_BUSY as i32);
    // SAFETY: as above.
    let status = unsafe { hitmask_world_position(user.cast(), handle, &mut position) };
    assert!(status < HITMASK_PANICKED);
    (data != 3).into()
}

unsafe extern "C-unwind" fn refuse(_: *mut c_void, a: u64, _: u64, b: u64, _: u64) -> hitmask_flag {
    ((a ^ b) & 4 == 0).into()
}

/// A custom test that says anything, also what is no verdict.
unsafe extern "C-unwind" fn test(
    user: *mut c_void,
    me: *const hitmask_member,
    other: *const hitmask_member,
    touch: *mut hitmask_touch,
) -> i32 {
    assert!(user.is_null());
    // SAFETY: by the contract of the header they are values that live as long as the call.
    let (me, other, touch) = unsafe { (&*me, &*other, &mut *touch) };
    assert!(me.handle != other.handle);
    assert_eq!(*touch, hitmask_touch::default());
    touch.first = hitmask_point { x: i32::MIN, y: i32::MAX };
    touch.area = u64::MAX;
    touch.bounds = hitmask_rect { x: i32::MAX, y: i32::MAX, w: u32::MAX, h: u32::MAX };
    touch.has_bounds = (other.handle % 2 == 0).into();
    ((me.collider.data ^ other.collider.data) % 5) as i32 - 1
}

/// A box around more or less than the picture, or none.
unsafe extern "C-unwind" fn reach(
    user: *mut c_void,
    me: *const hitmask_collider,
    reached: *mut hitmask_rect,
) -> hitmask_flag {
    assert!(user.is_null());
    // SAFETY: by the contract of the header they are values that live as long as the call.
    let (me, reached) = unsafe { (&*me, &mut *reached) };
    match me.data % 5 {
        0 => return false.into(),
        1 => *reached = hitmask_rect { x: i32::MIN, y: i32::MIN, w: u32::MAX, h: u32::MAX },
        2 => reached.w = 0,
        3 => (reached.x, reached.w) = (reached.x.wrapping_sub(9), reached.w.wrapping_add(18)),
        _ => {}
    }
    true.into()
}

/// The bytes of a pack with two sprites, as numbers, so that they lie where a pack may be read in place; and their length.
fn packed(input: &mut Bytes<'_>) -> (Vec<u64>, usize) {
    let mut frame = || {
        let (w, h) = (input.side() % 100, input.side() % 100);
        let mask = input.mask_of(w, h).0;
        match input.next() % 3 {
            0 => NewFrame::from_alpha(&AlphaMask::from_mask(&mask)),
            1 => NewFrame::from_mask(&mask).with_outline(&mask.outline(Connectivity::Eight)),
            _ => NewFrame::from_mask(&mask),
        }
    };
    let mut builder = PackBuilder::new();
    let mut hero = NewSprite::new("hero", [frame(), frame(), frame()]);
    hero.tags.push(PackTag::new("walk", [2, 0]));
    let rock = NewSprite::single("rock", frame());
    builder.add(hero).expect("a legal sprite");
    builder.add(rock).expect("a legal sprite");
    let mut bytes = builder.finish();
    let length = bytes.len();
    if input.next().is_multiple_of(4) {
        let at = (usize::from(input.next()) << 8 | usize::from(input.next())) % length;
        bytes[at] ^= 1 << (input.next() % 8);
    }
    bytes.resize(length.next_multiple_of(8), 0);
    (
        bytes.chunks_exact(8).map(|part| u64::from_ne_bytes(part.try_into().expect("8 bytes"))).collect(),
        length,
    )
}

fn point(input: &mut Bytes<'_>) -> hitmask_point {
    hitmask_point { x: input.step(), y: input.step() }
}

/// Near, or beyond the limits. The library may take long for ways of a billion pixels.
fn q16(input: &mut Bytes<'_>) -> hitmask_point_q16 {
    let mut axis = || match input.next() {
        255 => i64::MIN,
        254 => (1 << 47) + 1,
        n => (i64::from(n as i8) << 16) + (i64::from(input.next()) << 8),
    };
    hitmask_point_q16 { x: axis(), y: axis() }
}

fn rect(input: &mut Bytes<'_>) -> hitmask_rect {
    let (hitmask_point { x, y }, huge) = (point(input), input.next() == 255);
    let (w, h) = if huge { (u32::MAX, u32::MAX) } else { (input.side(), input.side()) };
    hitmask_rect { x, y, w, h }
}

fn pose(input: &mut Bytes<'_>) -> hitmask_pose {
    let at = hitmask_pose_at(input.step() % 1000, input.step() % 1000);
    match input.next() % 4 {
        0 => {
            let mut entry = || i64::from(input.next() as i8) << 10;
            hitmask_pose { a: entry(), b: entry(), c: entry(), d: entry(), ..at }
        }
        _ => at,
    }
}

impl Objects {
    fn mask(&self, input: &mut Bytes<'_>) -> *mut hitmask_mask {
        self.masks[usize::from(input.next() % 4)]
    }

    fn handle(&self, input: &mut Bytes<'_>) -> u64 {
        self.handles[usize::from(input.next()) % self.handles.len()]
    }

    fn shape(&self, input: &mut Bytes<'_>) -> hitmask_shape {
        let second = usize::from(input.next() % 2);
        match input.next() % 12 {
            0 | 1 => hitmask_shape_mask(self.mask(input)),
            2 => hitmask_shape_runs(self.runs[second]),
            3 => hitmask_shape_level(self.alphas[second], input.next()),
            4 => hitmask_shape_alpha_sum(self.alphas[second]),
            5 => hitmask_shape_rect(rect(input)),
            6 => {
                let hitmask_point_q16 { x, y } = q16(input);
                hitmask_shape_circle(hitmask_circle { x, y, radius: i64::from(input.next()) << 14 })
            }
            7 => hitmask_shape_polygon(self.polygons[second]),
            8 => hitmask_shape_terrain(self.terrains[second]),
            9 => hitmask_shape_frames(self.frames),
            10 => hitmask_shape_kept(self.kept),
            _ => match input.next() {
                n if n.is_multiple_of(2) => hitmask_shape_tiles(self.tiles[second], u32::from(n / 2 % 9)),
                n => hitmask_shape { kind: i32::from(n) * 100, ..hitmask_shape_rect(rect(input)) },
            },
        }
    }

    /// A shape for a world. In a wrapped world a turned rectangle lies over itself as many times as it is larger than the world, and each
    /// time takes time. So rectangles are not huge here.
    fn shape_in_world(&self, input: &mut Bytes<'_>) -> hitmask_shape {
        let mut shape = self.shape(input);
        let rect = &mut shape.rect;
        (rect.w, rect.h) = (rect.w.min(500), rect.h.min(500));
        shape
    }

    fn placed(&self, input: &mut Bytes<'_>) -> hitmask_placed {
        hitmask_placed { shape: self.shape(input), pose: pose(input) }
    }

    fn filter(&self, input: &mut Bytes<'_>) -> hitmask_query_filter {
        let mut filter = hitmask_query_filter_default();
        filter.sensors = input.next().is_multiple_of(2).into();
        if input.next().is_multiple_of(2) {
            (filter.except, filter.except_count) = (self.handles.as_ptr(), self.handles.len());
        }
        if input.next().is_multiple_of(4) {
            filter.accept = Some(accept);
            filter.user = self.world.cast();
        }
        filter
    }

    /// # Safety
    /// All objects live.
    unsafe fn call(&mut self, kind: u8, input: &mut Bytes<'_>) -> i32 {
        let (mut yes, mut area, mut found) = (false, 0_u64, false);
        let (mut at, mut bounds, mut count) = (hitmask_point::default(), hitmask_rect::default(), 0_usize);
        let slot = usize::from(input.next() % 4);
        let second = slot % 2;
        // SAFETY: as above; the local variables live as long as the calls.
        unsafe {
            // Numbers below 200 had their meaning before there were packs and custom tests, those below 240 before there were tiles.
            let kind = match kind {
                0..200 => kind % 40,
                200..240 => 40 + kind % 4,
                240.. => 44 + kind % 4,
            };
            match kind {
                0 => {
                    let (w, h) = (input.side(), input.side());
                    hitmask_mask_free(std::mem::replace(&mut self.masks[slot], null_mut()));
                    match input.next() % 3 {
                        0 => hitmask_mask_new(w, h, &mut self.masks[slot]),
                        1 => hitmask_mask_filled(w, h, &mut self.masks[slot]),
                        _ => {
                            // The pitch may be too short; the bytes are enough for it.
                            let pitch = usize::from(input.next());
                            let bytes = vec![input.next(); pitch.max(1) * (h as usize + 1) + 600];
                            hitmask_mask_from_alpha(w, h, bytes.as_ptr(), pitch, 128, &mut self.masks[slot])
                        }
                    }
                }
                1 => hitmask_mask_set(self.masks[slot], point(input), true),
                2 => hitmask_mask_overlaps(self.mask(input), self.mask(input), point(input), &mut yes),
                3 => hitmask_mask_first_overlap(
                    self.mask(input),
                    self.mask(input),
                    point(input),
                    &mut at,
                    &mut found,
                ),
                4 => hitmask_mask_overlap_area(self.mask(input), self.mask(input), point(input), null_mut()),
                5 => {
                    let shape = self.shape(input);
                    hitmask_mask_union_with(self.masks[slot], &shape, point(input))
                }
                6 => {
                    let shape = self.shape(input);
                    hitmask_mask_difference_with(self.masks[slot], &shape, point(input))
                }
                7 => {
                    let mut grown = null_mut();
                    let n = u32::from(input.next() % 9);
                    let status = hitmask_mask_grow(
                        self.masks[slot],
                        n,
                        i32::from(input.next() % 4),
                        &mut grown,
                        &mut at,
                    );
                    hitmask_mask_free(grown);
                    status
                }
                8 => {
                    hitmask_alpha_mask_free(std::mem::replace(&mut self.alphas[second], null_mut()));
                    let (w, h) = (input.side() % 64, input.side() % 64);
                    let alphas: Vec<u8> = (0..w * h).map(|i| (i * 37) as u8 ^ input.next()).collect();
                    hitmask_alpha_mask_from_alpha(w, h, alphas.as_ptr(), w as usize, &mut self.alphas[second])
                }
                9 => hitmask_alpha_mask_overlap_area(self.alphas[0], self.alphas[1], point(input), &mut area),
                10 => {
                    hitmask_run_mask_free(std::mem::replace(&mut self.runs[second], null_mut()));
                    hitmask_run_mask_from_mask(self.mask(input), &mut self.runs[second])
                }
                11 => {
                    hitmask_polygon_free(std::mem::replace(&mut self.polygons[second], null_mut()));
                    let corners: Vec<_> = (0..input.next() % 6).map(|_| q16(input)).collect();
                    hitmask_polygon_new(
                        corners.as_ptr(),
                        corners.len(),
                        &mut self.polygons[second],
                        null_mut(),
                    )
                }
                12 => {
                    hitmask_frames_free(std::mem::replace(&mut self.frames, null_mut()));
                    let frames: Vec<_> = (0..input.next() % 3)
                        .map(|_| hitmask_frame { mask: self.mask(input), offset: point(input) })
                        .collect();
                    hitmask_frames_new(frames.as_ptr(), frames.len(), &mut self.frames)
                }
                13 => {
                    hitmask_terrain_free(std::mem::replace(&mut self.terrains[second], null_mut()));
                    hitmask_terrain_from_mask(self.mask(input), &mut self.terrains[second])
                }
                14 => {
                    let placed = self.placed(input);
                    hitmask_terrain_carve(self.terrains[second], &placed, point(input), null_mut())
                }
                15 => {
                    let mut found = [hitmask_component::default(); 3];
                    let to = found.as_mut_ptr();
                    hitmask_terrain_islands(self.terrains[second], null(), to, found.len(), &mut count)
                }
                16 => {
                    let (a, b) = (self.shape(input), self.shape(input));
                    hitmask_overlaps(&a, &b, point(input), &mut yes)
                }
                17 => {
                    let (a, b) = (self.shape(input), self.shape(input));
                    hitmask_first_overlap(&a, &b, point(input), &mut at, &mut found)
                }
                18 => {
                    let (a, b) = (self.placed(input), self.placed(input));
                    hitmask_placed_overlaps(&a, &b, i32::from(input.next() % 3), &mut yes)
                }
                19 => {
                    let (a, b) = (self.placed(input), self.placed(input));
                    hitmask_placed_overlap_bounds(&a, &b, &mut bounds, &mut found)
                }
                20 => {
                    let mut cast = hitmask_cast::default();
                    hitmask_mask_cast(self.mask(input), self.mask(input), q16(input), q16(input), &mut cast)
                }
                21 => {
                    let mut outline = null_mut();
                    let status =
                        hitmask_mask_outline(self.mask(input), 4 << (input.next() % 3), &mut outline);
                    hitmask_outline_free(outline);
                    status
                }
                22 => {
                    hitmask_buffer_free(std::mem::replace(&mut self.buffer, null_mut()));
                    hitmask_buffer_new(i32::from(input.next() % 4), rect(input), &mut self.buffer)
                }
                23 => {
                    let (placed, mut met) = (self.placed(input), null());
                    hitmask_buffer_test_and_draw(
                        self.buffer,
                        &placed,
                        input.next().into(),
                        &mut met,
                        &mut count,
                    )
                }
                24 => {
                    hitmask_world_free(std::mem::replace(&mut self.world, null_mut()));
                    let mut options = hitmask_world_options_default();
                    (options.wrap_w, options.wrap_h) =
                        if input.next().is_multiple_of(3) { (200, 100) } else { (0, 0) };
                    options.area = true.into();
                    hitmask_world_new(&options, &mut self.world)
                }
                25..=27 => {
                    let mut collider = hitmask_collider_default(self.shape_in_world(input));
                    collider.transform = hitmask_transform_from_pose(pose(input));
                    (collider.kind, collider.data) = (i32::from(input.next() % 5), input.next().into());
                    collider.swept = input.next().is_multiple_of(4).into();
                    let mut handle = 0;
                    let status = hitmask_world_insert(self.world, &collider, &mut handle);
                    self.handles.push(handle);
                    status
                }
                28 => hitmask_world_remove(self.world, self.handle(input)),
                29 => hitmask_world_set_position(self.world, self.handle(input), q16(input)),
                30 => {
                    let degrees = if input.next() == 0 { f64::NAN } else { f64::from(input.next()) * 3.7 };
                    hitmask_world_set_rotation(self.world, self.handle(input), hitmask_degrees(degrees))
                }
                31 => hitmask_world_set_frame(self.world, self.handle(input), usize::from(input.next() % 4)),
                32 => {
                    let (mut events, user) = (null(), self.world.cast());
                    if input.next().is_multiple_of(2) {
                        hitmask_world_step(self.world, &mut events, &mut count)
                    } else {
                        hitmask_world_step_with(self.world, Some(refuse), user, &mut events, &mut count)
                    }
                }
                33 => {
                    let (probe, filter) =
                        (hitmask_probe_placed(self.shape_in_world(input), pose(input)), self.filter(input));
                    let mut handles = [0; 2];
                    let to = handles.as_mut_ptr();
                    hitmask_world_query(self.world, &probe, &filter, to, handles.len(), &mut count)
                }
                34 => {
                    let (filter, mut handle) = (self.filter(input), 0);
                    hitmask_world_pick(self.world, point(input), &filter, &mut handle, &mut found)
                }
                35 => {
                    let mut slid = hitmask_slid::default();
                    let options = hitmask_move_options {
                        step_up: input.next().into(),
                        step_down: 3,
                        corner: input.next().into(),
                        ..Default::default()
                    };
                    hitmask_world_move_and_slide(
                        self.world,
                        self.handle(input),
                        q16(input),
                        &options,
                        null(),
                        &mut slid,
                    )
                }
                36 => {
                    hitmask_kept_shape_free(std::mem::replace(&mut self.kept, null_mut()));
                    hitmask_world_shape(self.world, self.handle(input), &mut self.kept)
                }
                37 => {
                    if self.snapshot.is_null() {
                        hitmask_world_snapshot_new(self.world, &mut self.snapshot)
                    } else if input.next().is_multiple_of(2) {
                        hitmask_world_restore(self.world, self.snapshot)
                    } else {
                        hitmask_world_snapshot_update(self.snapshot, self.world)
                    }
                }
                38 => {
                    // A pointer between two numbers.
                    let mut room = [0_u64; 2];
                    let between = room.as_mut_ptr().cast::<u8>().add(1).cast::<u64>();
                    hitmask_mask_count(self.mask(input), between)
                }
                39 => {
                    let (root, part) = (self.handle(input), self.handle(input));
                    let (mut handles, mut frames, mut limited) = ([0; 2], [1, 0, 1], false);
                    match input.next() % 6 {
                        0 | 1 => hitmask_world_attach(self.world, root, part),
                        2 => hitmask_world_detach(self.world, part),
                        3 => {
                            let to = handles.as_mut_ptr();
                            hitmask_world_parts_of(self.world, root, to, handles.len(), &mut count)
                        }
                        4 => hitmask_world_set_part_frames(
                            self.world,
                            part,
                            frames.as_ptr(),
                            usize::from(input.next() % 4),
                        ),
                        _ => {
                            hitmask_world_root_of(self.world, part, &mut handles[0], &mut found);
                            let to = frames.as_mut_ptr();
                            hitmask_world_part_frames(self.world, part, to, 3, &mut count, &mut limited)
                        }
                    }
                }
                40 => {
                    hitmask_pack_free(std::mem::replace(&mut self.pack, null_mut()));
                    let (words, length) = packed(input);
                    let in_place = input.next().is_multiple_of(2);
                    let bytes = words.as_ptr().cast();
                    let memory = if input.next() < 200 { 0 } else { 1 << 8 };
                    if in_place {
                        let status =
                            hitmask_pack_open_in_place(bytes, length, memory, &mut self.pack, null_mut());
                        // The pack that read the old bytes is gone.
                        self.packed = words;
                        status
                    } else {
                        hitmask_pack_open(bytes, length, memory, &mut self.pack, null_mut())
                    }
                }
                41 => {
                    let (entry, room) = (usize::from(input.next() % 6), usize::from(input.next() % 4));
                    let (mut numbers, mut frames) = ([0_usize; 4], [0_u32; 4]);
                    match input.next() % 7 {
                        0 => {
                            let mut out: hitmask_pack_entry = std::mem::zeroed();
                            hitmask_pack_get(self.pack, entry, &mut out)
                        }
                        1 => {
                            let mut out: hitmask_pack_sprite = std::mem::zeroed();
                            hitmask_pack_get_sprite(self.pack, entry, &mut out)
                        }
                        2 => {
                            let names = [c"hero#1", c"hero#walk:1", c"rock", c"", c"hero#walk:9", c"\xff"];
                            hitmask_pack_find(self.pack, names[entry].as_ptr(), &mut count, &mut found)
                        }
                        3 => hitmask_pack_frames(self.pack, entry, numbers.as_mut_ptr(), room, &mut count),
                        4 => hitmask_pack_tag_frames(
                            self.pack,
                            entry,
                            room,
                            frames.as_mut_ptr(),
                            room,
                            &mut count,
                        ),
                        5 => hitmask_pack_slices(self.pack, entry, null_mut(), 0, &mut count),
                        _ => hitmask_pack_verify(self.pack, null_mut()),
                    }
                }
                42 => {
                    let (entry, mut outline) = (usize::from(input.next() % 6), null_mut());
                    match input.next() % 5 {
                        0 => {
                            hitmask_mask_free(std::mem::replace(&mut self.masks[slot], null_mut()));
                            hitmask_pack_mask(self.pack, entry, &mut self.masks[slot], null_mut())
                        }
                        1 => {
                            hitmask_mask_free(std::mem::replace(&mut self.masks[slot], null_mut()));
                            hitmask_pack_trimmed_mask(self.pack, entry, &mut self.masks[slot], null_mut())
                        }
                        2 => {
                            hitmask_alpha_mask_free(std::mem::replace(&mut self.alphas[second], null_mut()));
                            hitmask_pack_alpha_mask(self.pack, entry, &mut self.alphas[second], null_mut())
                        }
                        3 => {
                            hitmask_run_mask_free(std::mem::replace(&mut self.runs[second], null_mut()));
                            hitmask_pack_run_mask(self.pack, entry, &mut self.runs[second], null_mut())
                        }
                        _ => {
                            let status =
                                hitmask_pack_outline(self.pack, entry, &mut outline, &mut found, null_mut());
                            hitmask_outline_free(outline);
                            status
                        }
                    }
                }
                43 => {
                    let own = hitmask_custom_test {
                        test: Some(test as _).filter(|_| !input.next().is_multiple_of(5)),
                        reach: Some(reach as _).filter(|_| input.next().is_multiple_of(2)),
                        user: null_mut(),
                    };
                    let given = if input.next().is_multiple_of(4) { null() } else { &raw const own };
                    hitmask_world_set_test(self.world, self.handle(input), given)
                }
                44 => {
                    hitmask_tile_set_free(std::mem::replace(&mut self.tile_set, null_mut()));
                    let tile = |id: u8| hitmask_tile_def {
                        id: id.into(),
                        mask: self.mask(input),
                        kind: i32::from(input.next() % 9),
                        number: id.into(),
                        offset: point(input),
                    };
                    let tiles: Vec<_> = (0..slot as u8 * 2).map(tile).collect();
                    hitmask_tile_set_new(tiles.as_ptr(), tiles.len(), &mut self.tile_set)
                }
                45 => {
                    hitmask_tile_map_free(std::mem::replace(&mut self.tiles[second], null_mut()));
                    let mut side = || u32::from(input.next() % 20);
                    let (columns, rows, w, h) = (side(), side(), side(), side());
                    let gids: Vec<u32> = (0..side() * 4)
                        .map(|_| u32::from(input.next() % 4) | u32::from(input.next()) << 24 & 0xE000_0000)
                        .collect();
                    let (set, from, map) = (self.tile_set, gids.as_ptr(), &mut self.tiles[second]);
                    hitmask_tile_map_from_gids(set, columns, rows, w, h, from, gids.len(), map, null_mut())
                }
                46 => self.tile_call(input, second),
                _ => {
                    let brush = self.placed(input);
                    hitmask_world_carve(self.world, self.handle(input), &brush, point(input), null_mut())
                }
            }
        }
    }

    /// # Safety
    /// All objects live.
    unsafe fn tile_call(&mut self, input: &mut Bytes<'_>, second: usize) -> i32 {
        let (map, kinds, at) = (self.tiles[second], u32::from(input.next() % 9), point(input));
        let cell = hitmask_point { x: at.x % 20, y: at.y % 20 };
        let shown = hitmask_tile_cell {
            tile: u32::from(input.next() % 9),
            flip_x: (at.x & 1 != 0).into(),
            flip_y: (at.y & 1 != 0).into(),
            diagonal: (at.x & 2 != 0).into(),
        };
        let to = if shown.tile == 0 { null() } else { &raw const shown };
        let (mut met, mut count, mut found) = ([hitmask_tile_overlap::default(); 2], 0, false);
        // SAFETY: as above; the local variables live as long as the calls.
        unsafe {
            match input.next() % 9 {
                0 => hitmask_tile_map_set(map, cell, to),
                1 => {
                    let shape = self.shape(input);
                    let list = met.as_mut_ptr();
                    hitmask_tile_map_overlap_tiles(map, kinds, &shape, at, list, met.len(), &mut count)
                }
                2 => hitmask_tile_map_tile_at(map, kinds, at, &mut met[0], &mut found),
                3 => {
                    let mut cast = hitmask_cast::default();
                    hitmask_tile_map_cast(map, kinds, self.mask(input), q16(input), q16(input), &mut cast)
                }
                4 => hitmask_tile_map_fill(map, cell, input.side() % 9, &shown.tile, 1, null_mut()),
                5 => hitmask_world_set_tile(self.world, self.handle(input), cell, to),
                6 => hitmask_world_tile_at(self.world, self.handle(input), at, &mut met[0], &mut found),
                7 => {
                    let (mut bytes, mut data, mut again) = (null_mut(), null(), null_mut());
                    let mut status = hitmask_tile_map_to_bytes(map, &mut bytes);
                    if status == 0 {
                        hitmask_bytes_data(bytes, &mut data, &mut count);
                        status = hitmask_tile_map_from_bytes(data, count, 0, &mut again, null_mut());
                        assert_eq!(status, 0);
                    }
                    hitmask_bytes_free(bytes);
                    hitmask_tile_map_free(again);
                    status
                }
                _ => {
                    let mut collider = hitmask_collider_default(hitmask_shape_tiles(map, kinds));
                    collider.transform = hitmask_transform_from_pose(pose(input));
                    let mut level = hitmask_tile_colliders::default();
                    let status = hitmask_world_insert_tiles(self.world, &collider, &mut level);
                    self.handles.extend([level.body, level.one_way, level.sensor]);
                    status
                }
            }
        }
    }

    /// # Safety
    /// All objects live, and are used no more.
    unsafe fn free(self) {
        // SAFETY: as above.
        unsafe {
            self.masks.into_iter().for_each(|mask| hitmask_mask_free(mask));
            self.alphas.into_iter().for_each(|alpha| hitmask_alpha_mask_free(alpha));
            self.runs.into_iter().for_each(|runs| hitmask_run_mask_free(runs));
            self.terrains.into_iter().for_each(|terrain| hitmask_terrain_free(terrain));
            self.polygons.into_iter().for_each(|polygon| hitmask_polygon_free(polygon));
            self.tiles.into_iter().for_each(|map| hitmask_tile_map_free(map));
            hitmask_tile_set_free(self.tile_set);
            hitmask_frames_free(self.frames);
            hitmask_pack_free(self.pack);
            hitmask_kept_shape_free(self.kept);
            hitmask_buffer_free(self.buffer);
            hitmask_world_free(self.world);
            hitmask_world_snapshot_free(self.snapshot);
        }
    }
}
