use super::super::Aabb;
use super::super::threads::join;

/// Size classes by powers of two: class k holds the boxes whose longer side is at most 2ᵏ and more than half of that.
pub(super) const CLASSES: usize = 33;

/// If the boxes span fewer neighbouring classes than this, all are treated like the largest.
const ALIKE: usize = 3;

/// What must be known about all boxes to plan the cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Census {
    /// The smallest box that contains the first pixels of all boxes.
    pub(super) around: Aabb,
    /// The number of boxes of each size class. If the sizes are similar, all are counted in the class of the largest.
    pub(super) classes: [u32; CLASSES],
}

/// The result of a first, quick pass.
#[derive(Clone, Copy)]
struct Look {
    around: Aabb,
    /// The smallest and the largest of the longer sides, minus one.
    sides: (u32, u32),
    count: u32,
}

impl Look {
    const NONE: Look = Look { around: Aabb::EMPTY, sides: (u32::MAX, 0), count: 0 };

    fn of(boxes: &[Aabb]) -> Look {
        let mut look = Look::NONE;
        for b in boxes.iter().filter(|b| !b.is_empty()) {
            look.count += 1;
            let longer = longer(b);
            look.sides = (look.sides.0.min(longer), look.sides.1.max(longer));
            let around = &mut look.around;
            around.x0 = around.x0.min(b.x0);
            around.y0 = around.y0.min(b.y0);
            around.x1 = around.x1.max(b.x0);
            around.y1 = around.y1.max(b.y0);
        }
        look
    }

    fn and(self, other: Look) -> Look {
        let (a, b) = (self.around, other.around);
        Look {
            around: Aabb { x0: a.x0.min(b.x0), y0: a.y0.min(b.y0), x1: a.x1.max(b.x1), y1: a.y1.max(b.y1) },
            sides: (self.sides.0.min(other.sides.0), self.sides.1.max(other.sides.1)),
            count: self.count + other.count,
        }
    }
}

impl Census {
    pub(super) fn of(threads: usize, boxes: &[Aabb]) -> Census {
        let look = in_parts(threads, boxes, &Look::of, &Look::and);
        let mut classes = [0; CLASSES];
        if look.count > 0 {
            let (least, greatest) = (class_of(look.sides.0), class_of(look.sides.1));
            if greatest - least < ALIKE {
                classes[greatest] = look.count;
            } else {
                let add = |a: [u32; CLASSES], b: [u32; CLASSES]| core::array::from_fn(|k| a[k] + b[k]);
                classes = in_parts(threads, boxes, &count, &add);
            }
        }
        Census { around: look.around, classes }
    }

    /// The number of boxes that are not empty.
    pub(super) fn count(&self) -> u32 {
        self.classes.iter().sum()
    }
}

fn count(boxes: &[Aabb]) -> [u32; CLASSES] {
    let mut classes = [0; CLASSES];
    for b in boxes.iter().filter(|b| !b.is_empty()) {
        classes[class(b)] += 1;
    }
    classes
}

/// Runs `find` on parts of a list in parallel and combines the results.
fn in_parts<T: Send>(
    threads: usize,
    boxes: &[Aabb],
    find: &(impl Fn(&[Aabb]) -> T + Sync),
    and: &(impl Fn(T, T) -> T + Sync),
) -> T {
    if threads <= 1 {
        return find(boxes);
    }
    let half = threads / 2;
    let (a, b) = boxes.split_at(boxes.len() / threads * half);
    let (a, b) = join(threads, || in_parts(half, a, find, and), || in_parts(threads - half, b, find, and));
    and(a, b)
}

/// The longer side of a box, minus one. The box must not be empty.
#[inline(always)]
pub(super) fn longer(b: &Aabb) -> u32 {
    (b.x1.wrapping_sub(b.x0) as u32).max(b.y1.wrapping_sub(b.y0) as u32)
}

#[inline(always)]
fn class_of(longer: u32) -> usize {
    (u32::BITS - longer.leading_zeros()) as usize
}

/// The size class of a box. The box must not be empty.
#[inline(always)]
pub(super) fn class(b: &Aabb) -> usize {
    class_of(longer(b))
}
