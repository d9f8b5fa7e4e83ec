// What the shaders share: an inverted sprite, and numbers with 64 bits. These are pairs of u32, the lower half first.

struct Line {
    // The coordinate at the sprite's first pixel, and its change per step.
    corner: vec2<u32>,
    right: vec2<u32>,
    down: vec2<u32>,
    // The numerators: that at the first pixel, and 1/65536 of its change per step.
    exact_corner: vec2<u32>,
    exact_right: i32,
    exact_down: i32,
    // Lower halves above this number don't decide the texel.
    sure: u32,
    unused: u32,
}

struct Sprite {
    // The window that contains the sprite's pixels: its first pixel, in the world, and its size.
    x: i32,
    y: i32,
    mask: u32,
    // Of an alpha mask, the least alpha that is solid.
    level: u32,
    // 0 if the texels are left to the CPU.
    determinant: vec2<u32>,
    size: vec2<u32>,
    u: Line,
    v: Line,
}

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

// A signed number times 65536.
fn shifted(n: i32) -> vec2<u32> {
    return vec2(u32(n) << 16u, u32(n >> 16u));
}
