// One workgroup goes through a window of the world in tiles of 8 x 8 pixels, and answers for the pixels that two sprites share there.

// What is asked for. An answer has these words:
// Whether `area > 0`: that word alone. A workgroup stops at its first shared pixel.
const WHETHER: u32 = 0u;
// Area; first pixel, left, top, right, bottom.
const EVERYTHING: u32 = 1u;
// For each label of a, for each of b: area, first pixel.
const LABELS: u32 = 2u;
override QUESTION: u32 = EVERYTHING;

@group(1) @binding(0) var<storage, read> jobs: array<PairJob>;
// All zeros before the first job. What is smallest is kept as its complement, so that 0 means none.
@group(1) @binding(1) var<storage, read_write> answers: array<atomic<u32>>;

var<workgroup> area: atomic<u32>;
var<workgroup> most: array<atomic<u32>, 5>;
var<workgroup> is_done: u32;

// Adds a shared pixel. `cell` is the number of the pair of labels that meet there.
fn share(job: u32, x: u32, y: u32, cell: u32) {
    let row = y + jobs[job].from_y;
    let pixel = row * jobs[job].w + x;
    if QUESTION == LABELS {
        let at = jobs[job].answer + 2u * cell;
        atomicAdd(&answers[at], 1u);
        atomicMax(&answers[at + 1u], ~pixel);
        return;
    }
    atomicAdd(&area, 1u);
    if QUESTION == WHETHER {
        return;
    }
    atomicMax(&most[0], ~pixel);
    atomicMax(&most[1], ~x);
    atomicMax(&most[2], ~row);
    atomicMax(&most[3], x + 1u);
    atomicMax(&most[4], row + 1u);
}

@compute @workgroup_size(8, 8)
fn pairs(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    let job = job_of(group, groups);
    if job >= arrayLength(&jobs) {
        return;
    }
    let a = jobs[job].a;
    let b = jobs[job].b;
    let w = jobs[job].w;
    let h = jobs[job].h;
    let mask_a = masks[sprites[a].mask];
    let mask_b = masks[sprites[b].mask];
    // The window lies inside both sprites' windows, so these are not negative.
    let ax = u32(jobs[job].x - sprites[a].x) + local.x;
    let ay = u32(jobs[job].y - sprites[a].y) + local.y;
    let bx = u32(jobs[job].x - sprites[b].x) + local.x;
    let by = u32(jobs[job].y - sprites[b].y) + local.y;
    var row_au = value(sprites[a].u, ax, ay);
    var row_av = value(sprites[a].v, ax, ay);
    var row_bu = value(sprites[b].u, bx, by);
    var row_bv = value(sprites[b].v, bx, by);
    let right_au = times(sprites[a].u.right, 8u);
    let right_av = times(sprites[a].v.right, 8u);
    let right_bu = times(sprites[b].u.right, 8u);
    let right_bv = times(sprites[b].v.right, 8u);
    let down_au = times(sprites[a].u.down, 8u);
    let down_av = times(sprites[a].v.down, 8u);
    let down_bu = times(sprites[b].u.down, 8u);
    let down_bv = times(sprites[b].v.down, 8u);
    for (var y = 0u; y < h; y += 8u) {
        if QUESTION == WHETHER {
            if index == 0u {
                is_done = atomicLoad(&area);
            }
            if workgroupUniformLoad(&is_done) != 0u {
                break;
            }
        }
        var au = row_au;
        var av = row_av;
        var bu = row_bu;
        var bv = row_bv;
        for (var x = 0u; x < w; x += 8u) {
            if x + local.x < w && y + local.y < h {
                let one = covers(mask_a, a, au, av, ax + x, ay + y);
                if one != 0u {
                    let other = covers(mask_b, b, bu, bv, bx + x, by + y);
                    if other != 0u {
                        share(job, x + local.x, y + local.y, (one - 1u) * labels_of(mask_b) + other - 1u);
                    }
                }
            }
            au = add(au, right_au);
            av = add(av, right_av);
            bu = add(bu, right_bu);
            bv = add(bv, right_bv);
        }
        row_au = add(row_au, down_au);
        row_av = add(row_av, down_av);
        row_bu = add(row_bu, down_bu);
        row_bv = add(row_bv, down_bv);
    }
    workgroupBarrier();
    if index != 0u {
        return;
    }
    let at = jobs[job].answer;
    let shared_pixels = atomicLoad(&area);
    if shared_pixels == 0u {
        return;
    }
    atomicAdd(&answers[at], shared_pixels);
    if QUESTION == WHETHER {
        return;
    }
    for (var i = 0u; i < 5u; i++) {
        atomicMax(&answers[at + 1u + i], atomicLoad(&most[i]));
    }
}
