// Which sprites of a crowd come near each other. `link` puts each sprite into one cell of a grid: that of its first pixel, on a level whose
// cells are at least as large as the sprite. `find` looks for each sprite into the cells of its own and of coarser levels that may hold
// something near. So each pair is found once. The order of the pairs is left to the scheduler; whoever reads them sorts them.

struct Member {
    belongs_to: u32,
    collides_with: u32,
    group: u32,
    space: u32,
    is_sensor: u32,
}

struct Options {
    members: u32,
    // How many lists of cells there are: a power of two.
    buckets: u32,
    // The finest level.
    base: u32,
    // How many pairs there is room for.
    room: u32,
    // Who has found so many pairs looks no further.
    most: u32,
    // Pairs that share a larger window are left to the CPU.
    pixels: u32,
    unused_a: u32,
    unused_b: u32,
}

@group(1) @binding(0) var<storage, read> members: array<Member>;
// For each bucket its last sprite, then for each sprite the one before it in its bucket. Numbers of sprites are counted from 1; 0 is none.
@group(1) @binding(1) var<storage, read_write> links: array<atomic<u32>>;
@group(1) @binding(2) var<storage, read_write> jobs: array<PairJob>;
// Three words each. First the number of pairs, a bit for each level that has sprites, and 0. Then for each pair: the pixels that were found
// (by `pairs.wgsl`), the lower sprite, and the higher one. The lower one has bit 31 if the CPU must decide.
@group(1) @binding(3) var<storage, read_write> answers: array<atomic<u32>>;
@group(1) @binding(4) var<uniform> options: Options;

fn number_of(group: vec3<u32>, groups: vec3<u32>, index: u32) -> u32 {
    return job_of(group, groups) * 64u + index;
}

// Whether there is a sprite with this number, and it has pixels.
fn is_here(me: u32) -> bool {
    return me < options.members && all(sprites[me].size != vec2(0u));
}

// Sprites of this level are at most 2^level pixels wide and high. The largest ones have some 2^22: masks have 2^16, poses stretch 64 times.
fn level_of(size: vec2<u32>) -> u32 {
    return max(32u - countLeadingZeros(max(size.x, size.y) - 1u), options.base);
}

fn bucket_of(level: u32, cell: vec2<i32>, space: u32) -> u32 {
    var hash = (u32(cell.x) * 0x9E3779B1u) ^ (u32(cell.y) * 0x85EBCA77u) ^ ((space * 32u + level) * 0xC2B2AE3Du);
    hash = (hash ^ (hash >> 15u)) * 0x2C1B3C6Du;
    return (hash ^ (hash >> 13u)) & (options.buckets - 1u);
}

// The last pixel of a window, which lies in the world.
fn last_of(first: vec2<i32>, size: vec2<u32>) -> vec2<i32> {
    return first + vec2<i32>(size) - 1;
}

@compute @workgroup_size(64)
fn link(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    let me = number_of(group, groups, index);
    if !is_here(me) {
        return;
    }
    let size = sprites[me].size;
    let level = level_of(size);
    let bucket = bucket_of(level, vec2(sprites[me].x >> level, sprites[me].y >> level), members[me].space);
    atomicStore(&links[options.buckets + me], atomicExchange(&links[bucket], me + 1u));
    atomicOr(&answers[1], 1u << level);
}

// Whether two sprites may meet: World's rule of layers, groups and kinds.
fn agree(a: Member, b: Member) -> bool {
    return a.space == b.space
        && (a.belongs_to & b.collides_with) != 0u
        && (b.belongs_to & a.collides_with) != 0u
        && (a.is_sensor & b.is_sensor) == 0u
        && (a.group == 0u || a.group != b.group);
}

// Whether a sprite lies so flat that only the CPU finds its texels.
fn is_flat(sprite: u32) -> bool {
    return all(sprites[sprite].determinant == vec2(0u));
}

fn add_pair(a: u32, b: u32, first: vec2<i32>, last: vec2<i32>) {
    let number = atomicAdd(&answers[0], 1u);
    if number >= options.room {
        return;
    }
    let w = u32(last.x - first.x) + 1u;
    let h = u32(last.y - first.y) + 1u;
    let is_large = h > options.pixels / w;
    let by_cpu = is_large || is_flat(a) || is_flat(b);
    let at = (number + 1u) * 3u;
    atomicStore(&answers[at + 1u], a | select(0u, 0x80000000u, by_cpu));
    atomicStore(&answers[at + 2u], b);
    // A job without rows does nothing.
    jobs[number] = PairJob(a, b, first.x, first.y, w, select(h, 0u, by_cpu), 0u, at);
}

@compute @workgroup_size(64)
fn find(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    let me = number_of(group, groups, index);
    if !is_here(me) {
        return;
    }
    let size = sprites[me].size;
    let member = members[me];
    let first = vec2(sprites[me].x, sprites[me].y);
    let last = last_of(first, size);
    let own = level_of(size);
    let levels = atomicLoad(&answers[1]);
    for (var level = own; level < 32u; level++) {
        if ((levels >> level) & 1u) == 0u {
            continue;
        }
        // From the cell before the first pixel's to that of the last pixel. Counted down, as the cell before may be before all cells.
        let last_cell = vec2(last.x >> level, last.y >> level);
        let columns = u32(last_cell.x - (first.x >> level)) + 2u;
        let rows = u32(last_cell.y - (first.y >> level)) + 2u;
        for (var cell = 0u; cell < columns * rows; cell++) {
            let place = last_cell - vec2(i32(cell % columns), i32(cell / columns));
            var at = atomicLoad(&links[bucket_of(level, place, member.space)]);
            while at != 0u {
                let other = at - 1u;
                at = atomicLoad(&links[options.buckets + other]);
                // Of one level, the lower sprite finds the higher one.
                if level == own && other <= me {
                    continue;
                }
                let corner = vec2(sprites[other].x, sprites[other].y);
                let length = sprites[other].size;
                // Other cells share the bucket.
                if level_of(length) != level || any(vec2(corner.x >> level, corner.y >> level) != place) {
                    continue;
                }
                let end = last_of(corner, length);
                if all(corner <= last) && all(first <= end) && agree(member, members[other]) {
                    if atomicLoad(&answers[0]) > options.most {
                        return;
                    }
                    add_pair(min(me, other), max(me, other), max(first, corner), min(last, end));
                }
            }
        }
    }
}
