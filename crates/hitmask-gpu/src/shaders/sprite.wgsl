// What all shaders share: masks, posed sprites, and the texel under the centre of a world pixel.
//
// Numbers with 64 bits are pairs of u32, the lower half first. A texel coordinate is such a number in 1/2^32, rounded down. So its upper
// half is the texel, unless the lower half is so close to the next texel that the rounding may matter: then the pixel is in doubt.

struct Mask {
    // The first word of the mask. A column of 64 pixels has two words a row; the lowest bit is the leftmost pixel.
    start: u32,
    w: u32,
    h: u32,
    unused: u32,
}

struct Line {
    corner: vec2<u32>,
    right: vec2<u32>,
    down: vec2<u32>,
    // Lower halves above this number are in doubt.
    sure: u32,
    unused: u32,
}

struct Sprite {
    // The world pixel to which `corner` belongs.
    x: i32,
    y: i32,
    mask: u32,
    unused: u32,
    u: Line,
    v: Line,
}

@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read> masks: array<Mask>;
@group(0) @binding(2) var<storage, read> sprites: array<Sprite>;

const CLEAR = 0u;
const SOLID = 1u;
const DOUBT = 2u;

fn add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    return vec2(low, a.y + b.y + select(0u, 1u, low < a.x));
}

// The lower 64 bits of a product.
fn times(a: vec2<u32>, n: u32) -> vec2<u32> {
    let a0 = a.x & 0xffffu;
    let a1 = a.x >> 16u;
    let n0 = n & 0xffffu;
    let n1 = n >> 16u;
    let cross = a1 * n0 + ((a0 * n0) >> 16u);
    let other = a0 * n1 + (cross & 0xffffu);
    return vec2(a.x * n, a1 * n1 + (cross >> 16u) + (other >> 16u) + a.y * n);
}

// The coordinate at (x, y), counted from the sprite's corner.
fn value(line: Line, x: u32, y: u32) -> vec2<u32> {
    return add(line.corner, add(times(line.right, x), times(line.down, y)));
}

// Whether a texel is solid.
fn is_solid(mask: Mask, u: u32, v: u32) -> bool {
    if u >= mask.w || v >= mask.h {
        return false;
    }
    let word = words[mask.start + ((u >> 6u) * mask.h + v) * 2u + ((u >> 5u) & 1u)];
    return ((word >> (u & 31u)) & 1u) != 0u;
}

// What a sprite covers at a pixel with these coordinates.
fn state(mask: Mask, sprite: u32, u: vec2<u32>, v: vec2<u32>) -> u32 {
    if u.x > sprites[sprite].u.sure || v.x > sprites[sprite].v.sure {
        return DOUBT;
    }
    return select(CLEAR, SOLID, is_solid(mask, u.y, v.y));
}
