//! Maps from texels to the world, of every kind that could reveal a fault in exact arithmetic, and pairs of them that nearly meet. They are
//! made from whole numbers only, so a seed gives the same maps on every machine.

use hitmask_oracle::{Affine, Grid, Rng};

use crate::pictures::grid_of_size;

/// One world pixel in an [`Affine`]'s units.
pub const ONE: i64 = 1 << 16;

/// The size of the pictures in the world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Up to about 24 pixels across: many cases in little time.
    Dot,
    /// Up to about 60 pixels.
    Icon,
    /// Up to about 400 pixels.
    Sprite,
}

impl Reach {
    fn pixels(self) -> i64 {
        match self {
            Reach::Dot => 24,
            Reach::Icon => 60,
            Reach::Sprite => 400,
        }
    }
}

/// A grid, and a matrix under which it is about as large as it may be. Few grids are empty.
pub fn grid_and_matrix(rng: &mut Rng, reach: Reach) -> (Grid, [i64; 4]) {
    let matrix = matrix(rng);
    let mut grid = grid_under(rng, reach, matrix);
    while grid.count() == 0 && !rng.one_in(8) {
        grid = grid_under(rng, reach, matrix);
    }
    (grid, matrix)
}

fn grid_under(rng: &mut Rng, reach: Reach, matrix: [i64; 4]) -> Grid {
    let [a, b, c, d] = matrix.map(i64::abs);
    let side = |rng: &mut Rng, stretch: i64| {
        let most = (reach.pixels() * ONE / stretch.max(1)).clamp(1, 4 * reach.pixels());
        match rng.below(16) {
            0 => 0,
            1 => 1,
            2 => most.min(rng.pick(&[15, 16, 17, 31, 32, 33, 63, 64, 65])) as usize,
            _ => rng.between(1, most) as usize,
        }
    };
    let (w, h) = (side(rng, a.max(c)), side(rng, b.max(d)));
    grid_of_size(rng, w, h)
}

/// a, b, c, d of a matrix that has an inverse.
pub fn matrix(rng: &mut Rng) -> [i64; 4] {
    loop {
        let [a, b, c, d] = any_matrix(rng);
        let in_budget = [a, b, c, d].into_iter().all(|n| n.abs() <= 64 * ONE);
        if in_budget && a * d != b * c {
            return [a, b, c, d];
        }
    }
}

/// A matrix that does not enlarge a thing much.
pub fn small_matrix(rng: &mut Rng) -> [i64; 4] {
    loop {
        let matrix = matrix(rng);
        if matrix.iter().all(|n| n.abs() <= 2 * ONE) {
            return matrix;
        }
    }
}

fn any_matrix(rng: &mut Rng) -> [i64; 4] {
    let sign = |rng: &mut Rng| rng.pick(&[ONE, -ONE]);
    match rng.below(24) {
        // Right angles and flips.
        0 => [ONE, 0, 0, ONE],
        1 | 2 if rng.one_in(2) => [sign(rng), 0, 0, sign(rng)],
        1 | 2 => [0, sign(rng), sign(rng), 0],
        // Right angles and flips, scaled.
        3..=5 => [scale(rng), 0, 0, scale(rng)],
        6 => [0, scale(rng), scale(rng), 0],
        // Turned; turned and scaled, equally or differently along the axes.
        7..=10 => rotation(rng),
        11..=13 => {
            let scale = scale(rng);
            rotation(rng).map(|n| n * scale / ONE)
        }
        14 | 15 => {
            let ([a, b, c, d], sx, sy) = (rotation(rng), scale(rng), scale(rng));
            [a * sx / ONE, b * sy / ONE, c * sx / ONE, d * sy / ONE]
        }
        // Sheared.
        16 | 17 => {
            let (x, y) = (rng.between(-2 * ONE, 2 * ONE), rng.between(-ONE / 2, ONE / 2));
            if rng.one_in(2) { [scale(rng), x, 0, scale(rng)] } else { [ONE, x, y, sign(rng)] }
        }
        // Ties: a texel is a multiple of a half, a quarter or a third of a pixel.
        18 | 19 => quarters(rng, 2),
        20 => quarters(rng, 4),
        21 => quarters(rng, 1),
        // Almost flat: both axes lie nearly on one line.
        22 => {
            let (a, c, k) =
                (rng.between(-2 * ONE, 2 * ONE), rng.between(-2 * ONE, 2 * ONE), rng.pick(&[-2, -1, 1, 3]));
            [a, a * k / 2 + rng.between(-2, 2), c, c * k / 2 + rng.between(-2, 2)]
        }
        // Any numbers up to the limit.
        _ => {
            let most = rng.pick(&[3, ONE / 8, ONE, 8 * ONE, 64 * ONE]);
            [0; 4].map(|_| if rng.one_in(5) { rng.pick(&[-most, 0, most]) } else { rng.between(-most, most) })
        }
    }
}

fn quarters(rng: &mut Rng, parts: i64) -> [i64; 4] {
    [0; 4].map(|_| rng.between(-2 * parts, 2 * parts) * ONE / parts)
}

/// 1/8 to 16, also negative. Small and large scales are equally frequent.
fn scale(rng: &mut Rng) -> i64 {
    const NICE: [i64; 10] =
        [ONE / 8, ONE / 4, ONE / 3, ONE / 2, ONE / 2 + ONE / 4, ONE, ONE + 1, 3 * ONE / 2, 2 * ONE, 3 * ONE];
    let size = if rng.one_in(2) {
        rng.pick(&NICE)
    } else {
        let low = (ONE / 8) << rng.below(7);
        rng.between(low, 2 * low)
    };
    size * rng.pick(&[1, 1, 1, -1])
}

/// A turn by any angle.
fn rotation(rng: &mut Rng) -> [i64; 4] {
    // If the tangent of half the angle is p / q, cosine and sine are fractions. Small tangents give nearly upright turns.
    let q = rng.pick(&[7, 1000, 32_000]);
    let p = if rng.one_in(4) { rng.between(-3, 3) } else { rng.between(-q, q) };
    let whole = p * p + q * q;
    let (cos, sin) = ((q * q - p * p) * ONE / whole, 2 * p * q * ONE / whole);
    match rng.below(4) {
        0 => [cos, -sin, sin, cos],
        1 => [-sin, -cos, cos, -sin],
        2 => [-cos, sin, -sin, -cos],
        _ => [sin, cos, -cos, sin],
    }
}

/// A fraction of a pixel: zero, a half, a quarter, next to these, or any.
pub fn phase(rng: &mut Rng) -> i64 {
    match rng.below(6) {
        0 | 1 => 0,
        2 => ONE / 2,
        3 => rng.pick(&[1, -1, ONE / 2 - 1, ONE / 2 + 1]),
        4 => rng.below(4) as i64 * ONE / 4,
        _ => rng.between(0, ONE - 1),
    }
}

/// A grid and its pose, twice, so that the pictures are close to each other.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The first grid.
    pub a: Grid,
    /// Its pose.
    pub pose_a: Affine,
    /// The second grid.
    pub b: Grid,
    /// Its pose.
    pub pose_b: Affine,
}

impl Scene {
    /// Two pictures near each other.
    pub fn any(rng: &mut Rng, reach: Reach) -> Scene {
        let (a, matrix_a) = grid_and_matrix(rng, reach);
        let (b, matrix_b) = match rng.below(8) {
            // The same pose again, or the same matrix: edges lie on each other.
            0 => (a.clone(), matrix_a),
            1 => (grid_of_size(rng, a.w, a.h), matrix_a),
            _ => grid_and_matrix(rng, reach),
        };
        let [here, there] = [0; 2].map(|_| place(rng));
        let pose_a = put(matrix_a, point_near(rng, &a), (here, there));
        let (dx, dy) = match rng.below(3) {
            0 => (0, 0),
            1 => (rng.between(-2, 2) * ONE / 2, rng.between(-2, 2) * ONE / 2),
            _ => (rng.between(-4 * ONE, 4 * ONE), rng.between(-4 * ONE, 4 * ONE)),
        };
        let pose_b = put(matrix_b, point_near(rng, &b), (here + dx, there + dy));
        // Corners of texels on whole, half and quarter pixels, instead of the position that was chosen before.
        let settle = |rng: &mut Rng, pose: Affine| {
            if rng.one_in(2) {
                return pose;
            }
            let [a, b, c, d, tx, ty] = pose;
            let near = |rng: &mut Rng, t: i64| t.div_euclid(ONE) * ONE + phase(rng);
            [a, b, c, d, near(rng, tx), near(rng, ty)]
        };
        let (pose_a, pose_b) = (settle(rng, pose_a), settle(rng, pose_b));
        Scene { a, pose_a, b, pose_b }.in_budget()
    }

    /// Two pictures whose upright bounds in the world touch, or nearly touch: side by side, or one above the other. If only the rims of the
    /// pictures are solid, bounds and distances decide.
    pub fn touching(rng: &mut Rng, reach: Reach) -> Scene {
        let round = |rng: &mut Rng| {
            let [x, y] =
                [0; 2].map(|_| rng.pick(&[ONE / 2, ONE, 3 * ONE / 2, 2 * ONE, 3 * ONE]) * rng.pick(&[1, -1]));
            match rng.below(4) {
                0 => matrix(rng),
                1 => [0, x, y, 0],
                _ => [x, 0, 0, y],
            }
        };
        let (matrix_a, matrix_b) = (round(rng), round(rng));
        let solid = |rng: &mut Rng, matrix| {
            let grid = grid_under(rng, reach, matrix);
            if rng.one_in(2) { Grid::from_fn(grid.w, grid.h, |_, _| true) } else { grid }
        };
        let (a, b) = (solid(rng, matrix_a), solid(rng, matrix_b));
        // How far an image extends on an axis from the position of its first corner.
        let ends = |grid: &Grid, across: i64, down: i64| {
            let (x, y) = (across * grid.w as i64, down * grid.h as i64);
            (x.min(0) + y.min(0), x.max(0) + y.max(0))
        };
        let upright = rng.below(2) as usize;
        let [x, y] = [0, 1].map(|axis| {
            let of = |grid, matrix: [i64; 4]| ends(grid, matrix[2 * axis], matrix[2 * axis + 1]);
            let ((low_a, high_a), (low_b, high_b)) = (of(&a, matrix_a), of(&b, matrix_b));
            let here = rng.between(-3, 3) * ONE + phase(rng);
            let there = if axis == upright {
                here + high_a - low_b + rng.pick(&[-2, -1, 0, 1]) * ONE / 2 + rng.pick(&[-1, 0, 0, 1])
            } else {
                here + rng.between(low_a - high_b, high_a - low_b)
            };
            [here, there]
        });
        let pose = |[a, b, c, d]: [i64; 4], i: usize| [a, b, c, d, x[i], y[i]];
        Scene { pose_a: pose(matrix_a, 0), pose_b: pose(matrix_b, 1), a, b }.in_budget()
    }

    /// The largest translation is at the end of the 32-bit pixels.
    fn in_budget(mut self) -> Scene {
        for pose in [&mut self.pose_a, &mut self.pose_b] {
            for t in &mut pose[4..] {
                *t = (*t).clamp(1 - (1 << 47), (1 << 47) - 1);
            }
        }
        self
    }

    /// Clears the texels of b under the world pixels that both pictures cover: all of them, or all but one. Then a verb must test every
    /// pixel.
    pub fn nearly_missing(mut self, rng: &mut Rng) -> Scene {
        let shared = hitmask_oracle::posed_overlap(&self.a, self.pose_a, &self.b, self.pose_b).points;
        let kept = if rng.one_in(2) { shared.len() as u64 } else { rng.below(shared.len() as u64 + 1) };
        for (i, (x, y)) in shared.into_iter().enumerate() {
            if i as u64 != kept {
                let (u, v) = hitmask_oracle::texel_at(self.pose_b, x, y);
                self.b.set(u as usize, v as usize, false);
            }
        }
        self
    }
}

/// A position in the world on one axis: near its middle, or at its ends.
fn place(rng: &mut Rng) -> i64 {
    let pixel = match rng.below(24) {
        0 => i64::from(i32::MIN) + rng.between(-3, 30),
        1 => i64::from(i32::MAX) + rng.between(-30, 3),
        2 => rng.between(i32::MIN.into(), i32::MAX.into()),
        _ => rng.between(-100, 100),
    };
    pixel * ONE + phase(rng)
}

/// A point of the picture, in units of 1/65536 texel. Sometimes it is a little outside, sometimes the corner of a solid texel.
fn point_near(rng: &mut Rng, grid: &Grid) -> (i64, i64) {
    let (w, h) = (grid.w as i64, grid.h as i64);
    let solid = grid.points();
    if !solid.is_empty() && rng.one_in(2) {
        let (u, v) = solid[rng.below(solid.len() as u64) as usize];
        return ((u + rng.between(0, 1)) * ONE, (v + rng.between(0, 1)) * ONE);
    }
    (rng.between(-ONE, (w + 1) * ONE), rng.between(-ONE, (h + 1) * ONE))
}

/// The map with this matrix that moves the texel point (u, v) to the world point.
fn put([a, b, c, d]: [i64; 4], (u, v): (i64, i64), (x, y): (i64, i64)) -> Affine {
    [a, b, c, d, x - (a * u + b * v) / ONE, y - (c * u + d * v) / ONE]
}
