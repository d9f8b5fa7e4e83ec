// Masks, inverted sprites, and the texel under the centre of a world pixel.
//
// A texel coordinate is a number with 64 bits in 1/2^32, rounded down. So its upper
// half is the texel, unless the lower half is so close to the next texel that the rounding may matter. Then the numerator is compared with
// the determinant times the next texel. Their difference is less than 2^37, so it is right although both may overflow.

struct Mask {
    // The first word of the mask. A column of 64 pixels has two words a row; the lowest bit is the leftmost pixel.
    start: u32,
    w: u32,
    h: u32,
    // 0: a bit a pixel. Otherwise a byte a pixel, four a word, and each row begins with a new word. 1: bytes are alphas. n + 1: they are
    // the numbers of n labels, counted from 1; 0 is clear. A picture without labels has one that no pixel has.
    kind: u32,
}

@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read> masks: array<Mask>;
@group(0) @binding(2) var<storage, read> sprites: array<Sprite>;

// The coordinate at (x, y), counted from the sprite's corner.
fn value(line: Line, x: u32, y: u32) -> vec2<u32> {
    return add(line.corner, add(times(line.right, x), times(line.down, y)));
}

// How many labels a mask has. One without labels has one, with number 1.
fn labels_of(mask: Mask) -> u32 {
    return max(mask.kind, 2u) - 1u;
}

// The number of a texel's label. 0 if it is clear.
fn label_of(mask: Mask, level: u32, u: u32, v: u32) -> u32 {
    if u >= mask.w || v >= mask.h {
        return 0u;
    }
    if mask.kind != 0u {
        let bytes = words[mask.start + v * ((mask.w + 3u) >> 2u) + (u >> 2u)];
        let byte = (bytes >> ((u & 3u) * 8u)) & 0xffu;
        return select(byte, select(0u, 1u, byte >= level), mask.kind == 1u);
    }
    let word = words[mask.start + ((u >> 6u) * mask.h + v) * 2u + ((u >> 5u) & 1u)];
    return (word >> (u & 31u)) & 1u;
}

// The texel coordinate where the sum of quotients at pixel (x, y) of the sprite is `value`.
fn texel(line: Line, determinant: vec2<u32>, value: vec2<u32>, x: u32, y: u32) -> u32 {
    if value.x <= line.sure {
        return value.y;
    }
    let steps = add(times(shifted(line.exact_right), x), times(shifted(line.exact_down), y));
    let numerator = add(line.exact_corner, steps);
    // A negative one is not sign-extended: it and the one before it both lie outside of any mask.
    let next = value.y + 1u;
    let rest = add(numerator, add(~times(determinant, next), vec2(1u, 0u)));
    return select(next, value.y, (rest.y >> 31u) == 1u);
}

// The number of the label with which a sprite covers its pixel (x, y), where the sums of quotients are u and v. 0 if it does not.
fn covers(mask: Mask, sprite: u32, u: vec2<u32>, v: vec2<u32>, x: u32, y: u32) -> u32 {
    let determinant = sprites[sprite].determinant;
    return label_of(
        mask,
        sprites[sprite].level,
        texel(sprites[sprite].u, determinant, u, x, y),
        texel(sprites[sprite].v, determinant, v, x, y),
    );
}

// Whether a sprite covers a pixel of the world.
fn covers_at(sprite: u32, x: i32, y: i32) -> bool {
    let dx = u32(x - sprites[sprite].x);
    let dy = u32(y - sprites[sprite].y);
    if dx >= sprites[sprite].size.x || dy >= sprites[sprite].size.y {
        return false;
    }
    let mask = masks[sprites[sprite].mask];
    return covers(mask, sprite, value(sprites[sprite].u, dx, dy), value(sprites[sprite].v, dx, dy), dx, dy) != 0u;
}

// A window of two sprites, for `pairs.wgsl`.
struct PairJob {
    a: u32,
    b: u32,
    // The window.
    x: i32,
    y: i32,
    w: u32,
    h: u32,
    // The row of the pair's window in which this one begins. Both have the same width.
    from_y: u32,
    // The first word of the pair's answer.
    answer: u32,
}

// The number of the workgroup, which is that of its job.
fn job_of(group: vec3<u32>, groups: vec3<u32>) -> u32 {
    return group.y * groups.x + group.x;
}
