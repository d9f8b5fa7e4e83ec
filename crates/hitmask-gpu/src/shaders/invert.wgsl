// From poses to inverted sprites: for each sprite, how texel coordinates change from pixel to pixel of the world.

struct Posed {
    // The window that contains the sprite's pixels: its first pixel, in the world, and its size. Without a size it covers nothing.
    x: i32,
    y: i32,
    size: vec2<u32>,
    // The pose in 1/65536: a, b, c, d; then the translation, two numbers with 64 bits.
    a: i32,
    b: i32,
    c: i32,
    d: i32,
    tx: vec2<u32>,
    ty: vec2<u32>,
    mask: u32,
    level: u32,
    // Whether quotients with 32 binary digits decide the texels. Then they have at most 52 digits in all. Otherwise the CPU decides.
    is_enough: u32,
    unused: u32,
}

@group(0) @binding(0) var<storage, read> posed: array<Posed>;
@group(0) @binding(1) var<storage, read_write> sprites: array<Sprite>;

fn negated(n: vec2<u32>) -> vec2<u32> {
    return add(~n, vec2(1u, 0u));
}

// The lower 64 bits of a product of signed numbers.
fn product(a: vec2<u32>, n: i32) -> vec2<u32> {
    let positive = times(a, u32(abs(n)));
    return select(positive, negated(positive), n < 0);
}

fn is_negative(n: vec2<u32>) -> bool {
    return (n.y >> 31u) == 1u;
}

fn wide(n: i32) -> vec2<u32> {
    return vec2(u32(n), u32(n >> 31u));
}

struct Quotient {
    // In 1/2^32, rounded down.
    value: vec2<u32>,
    is_exact: bool,
}

// Long division of a signed number by a positive one. The quotient is less than 2^20.
fn quotient(number: vec2<u32>, divisor: vec2<u32>) -> Quotient {
    let below_zero = is_negative(number);
    let n = select(number, negated(number), below_zero);
    // All but the last 20 digits are less than the divisor. These 20 and 32 zeros come down one by one.
    var rest = vec2((n.x >> 20u) | (n.y << 12u), n.y >> 20u);
    var digits = n.x << 12u;
    var value = vec2(0u);
    for (var step = 0u; step < 52u; step++) {
        rest = vec2((rest.x << 1u) | (digits >> 31u), (rest.y << 1u) | (rest.x >> 31u));
        digits <<= 1u;
        value = vec2(value.x << 1u, (value.y << 1u) | (value.x >> 31u));
        let less = add(rest, negated(divisor));
        if !is_negative(less) {
            rest = less;
            value.x |= 1u;
        }
    }
    let is_exact = all(rest == vec2(0u));
    if below_zero {
        // -(n + 1) is ~n.
        value = select(~value, negated(value), is_exact);
    }
    return Quotient(value, is_exact);
}

// A texel coordinate as a function of the pixel. (dx, dy) leads from the sprite's origin to the centre of its first pixel, in 1/65536.
fn line(by_x: i32, by_y: i32, dx: vec2<u32>, dy: vec2<u32>, determinant: vec2<u32>, most_steps: u32) -> Line {
    var corner = add(product(dx, by_x), product(dy, by_y));
    // On the edge of two texels lies the lower one, if the coordinate falls when x grows, or when y grows if x changes nothing.
    if by_x < 0 || (by_x == 0 && by_y < 0) {
        corner = add(corner, vec2(0xffffffffu, 0xffffffffu));
    }
    let start = quotient(corner, determinant);
    let right = quotient(shifted(by_x), determinant);
    let down = quotient(shifted(by_y), determinant);
    // Each quotient that is added up loses less than one unit. Exact steps lose nothing.
    let lost = select(most_steps + 2u, 0u, right.is_exact && down.is_exact);
    return Line(start.value, right.value, down.value, corner, by_x, by_y, ~lost, 0u);
}

@compute @workgroup_size(64)
fn invert(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    let me = (group.y * groups.x + group.x) * 64u + index;
    if me >= arrayLength(&posed) {
        return;
    }
    let given = posed[me];
    var sprite: Sprite;
    sprite.x = given.x;
    sprite.y = given.y;
    sprite.size = given.size;
    sprite.mask = given.mask;
    sprite.level = given.level;
    if given.is_enough != 0u {
        let determinant = add(product(wide(given.a), given.d), negated(product(wide(given.b), given.c)));
        let sign = select(1, -1, is_negative(determinant));
        sprite.determinant = select(determinant, negated(determinant), sign < 0);
        let half = vec2(0x8000u, 0u);
        let dx = add(add(shifted(given.x), half), negated(given.tx));
        let dy = add(add(shifted(given.y), half), negated(given.ty));
        let steps = given.size.x + given.size.y;
        sprite.u = line(given.d * sign, -given.b * sign, dx, dy, sprite.determinant, steps);
        sprite.v = line(-given.c * sign, given.a * sign, dx, dy, sprite.determinant, steps);
    }
    sprites[me] = sprite;
}
