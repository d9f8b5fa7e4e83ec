// The collision buffer: what was drawn lies in a list, in order. One workgroup goes through a window in tiles of 8 x 8 pixels.

struct Job {
    // The sprite that is drawn or tested.
    sprite: u32,
    // The window.
    x: i32,
    y: i32,
    w: u32,
    h: u32,
    // `paint`: what is written, more than 0. `test`: the number of the answer.
    number: u32,
    // `test`: the drawn sprites of one id that come near, in the list.
    begin: u32,
    end: u32,
    // `test`: the erasing sprites that come near, in the list.
    erase_begin: u32,
    erase_end: u32,
    // `test_painted`: the id.
    id: u32,
    unused: u32,
}

struct Region {
    x: i32,
    y: i32,
    w: u32,
    h: u32,
}

struct Drawn {
    sprite: u32,
    // When it was drawn. Later ones have higher numbers.
    order: u32,
    id: u32,
    unused: u32,
}

@group(1) @binding(0) var<storage, read> jobs: array<Job>;
@group(1) @binding(1) var<storage, read_write> answers: array<atomic<u32>>;
// Lists of drawn sprites. `test_painted` finds the sprite with number n at n - 1.
@group(1) @binding(2) var<storage, read> drawn: array<Drawn>;
// The number of the last sprite at each pixel of the region; 0 where none was drawn.
@group(1) @binding(3) var<storage, read_write> plane: array<atomic<u32>>;
@group(1) @binding(4) var<uniform> region: Region;

var<workgroup> area: atomic<u32>;
// The complement of the smallest number of a pixel, counted row by row in the region.
var<workgroup> first: atomic<u32>;

// The number of a pixel.
fn place(x: i32, y: i32) -> u32 {
    return u32(y - region.y) * region.w + u32(x - region.x);
}

fn share(x: i32, y: i32) {
    atomicAdd(&area, 1u);
    atomicMax(&first, ~place(x, y));
}

fn finish(job: u32, index: u32) {
    workgroupBarrier();
    if index == 0u && atomicLoad(&area) != 0u {
        let at = jobs[job].number * 2u;
        atomicAdd(&answers[at], atomicLoad(&area));
        atomicMax(&answers[at + 1u], atomicLoad(&first));
    }
}

@compute @workgroup_size(8, 8)
fn paint(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
) {
    let job = job_of(group, groups);
    if job >= arrayLength(&jobs) {
        return;
    }
    let sprite = jobs[job].sprite;
    let number = jobs[job].number;
    for (var dy = local.y; dy < jobs[job].h; dy += 8u) {
        for (var dx = local.x; dx < jobs[job].w; dx += 8u) {
            let x = jobs[job].x + i32(dx);
            let y = jobs[job].y + i32(dy);
            if covers_at(sprite, x, y) {
                atomicMax(&plane[place(x, y)], number);
            }
        }
    }
}

@compute @workgroup_size(8, 8)
fn test_painted(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    let job = job_of(group, groups);
    if job >= arrayLength(&jobs) {
        return;
    }
    for (var dy = local.y; dy < jobs[job].h; dy += 8u) {
        for (var dx = local.x; dx < jobs[job].w; dx += 8u) {
            let x = jobs[job].x + i32(dx);
            let y = jobs[job].y + i32(dy);
            let last = atomicLoad(&plane[place(x, y)]);
            if last != 0u && drawn[last - 1u].id == jobs[job].id && covers_at(jobs[job].sprite, x, y) {
                share(x, y);
            }
        }
    }
    finish(job, index);
}

// Whether a pixel holds what the job looks for: a sprite was drawn there, and not erased since.
fn holds(job: u32, x: i32, y: i32) -> bool {
    // The last one first: fewer erasing ones come after it.
    for (var at = jobs[job].end; at > jobs[job].begin; at--) {
        if !covers_at(drawn[at - 1u].sprite, x, y) {
            continue;
        }
        for (var eraser = jobs[job].erase_begin; eraser < jobs[job].erase_end; eraser++) {
            if drawn[eraser].order > drawn[at - 1u].order && covers_at(drawn[eraser].sprite, x, y) {
                // It erased all earlier ones, too.
                return false;
            }
        }
        return true;
    }
    return false;
}

@compute @workgroup_size(8, 8)
fn test(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    let job = job_of(group, groups);
    if job >= arrayLength(&jobs) {
        return;
    }
    for (var dy = local.y; dy < jobs[job].h; dy += 8u) {
        for (var dx = local.x; dx < jobs[job].w; dx += 8u) {
            let x = jobs[job].x + i32(dx);
            let y = jobs[job].y + i32(dy);
            if covers_at(jobs[job].sprite, x, y) && holds(job, x, y) {
                share(x, y);
            }
        }
    }
    finish(job, index);
}
