//! A sparse square of values: a tree of nodes with 16 × 16 children. Nodes and values are shared between clones, and copied when one of these
//! is changed.

use alloc::sync::Arc;
use core::array;
use core::ops::Range;

/// The bits of a coordinate that one level of the tree decides.
const BITS: u32 = 4;
const COUNT: usize = 1 << (2 * BITS);

/// Values at columns and rows of whole numbers. Most places are empty.
#[derive(Clone)]
pub(crate) struct Sparse<T> {
    /// The levels of nodes above the values.
    levels: u32,
    root: Slot<T>,
    /// The number of nodes and of values.
    nodes: usize,
    values: usize,
}

/// A square of the plane.
enum Slot<T> {
    Empty,
    Node(Arc<Node<T>>),
    Value(Arc<T>),
}

type Node<T> = [Slot<T>; COUNT];

impl<T> Clone for Slot<T> {
    fn clone(&self) -> Slot<T> {
        match self {
            Slot::Empty => Slot::Empty,
            Slot::Node(node) => Slot::Node(Arc::clone(node)),
            Slot::Value(value) => Slot::Value(Arc::clone(value)),
        }
    }
}

/// The index of the child in which a place lies, below `level` levels.
#[inline]
fn child(level: u32, x: u32, y: u32) -> usize {
    let low = |n: u32| (n >> (BITS * level)) as usize & ((1 << BITS) - 1);
    low(y) << BITS | low(x)
}

impl<T> Sparse<T> {
    /// No values, for so many columns and rows.
    pub(crate) fn new(columns: u32, rows: u32) -> Sparse<T> {
        let bits = u32::BITS - columns.max(rows).saturating_sub(1).leading_zeros();
        Sparse { levels: bits.div_ceil(BITS), root: Slot::Empty, nodes: 0, values: 0 }
    }

    /// The value at a place. If there is none, the side of an empty square that contains the place: a power of two, and a multiple of it
    /// begins the square on both axes.
    #[inline]
    pub(crate) fn find(&self, x: u32, y: u32) -> Result<&T, u32> {
        let (mut slot, mut level) = (&self.root, self.levels);
        loop {
            match slot {
                Slot::Value(value) => return Ok(value),
                Slot::Empty => return Err(1u32.checked_shl(BITS * level).unwrap_or(1 << 31)),
                Slot::Node(node) => {
                    level -= 1;
                    slot = &node[child(level, x, y)];
                }
            }
        }
    }

    #[inline]
    pub(crate) fn get(&self, x: u32, y: u32) -> Option<&T> {
        self.find(x, y).ok()
    }

    /// Whether both share all of their values.
    pub(crate) fn is_same(&self, other: &Sparse<T>) -> bool {
        match (&self.root, &other.root) {
            (Slot::Empty, Slot::Empty) => true,
            (Slot::Node(a), Slot::Node(b)) => Arc::ptr_eq(a, b),
            (Slot::Value(a), Slot::Value(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// The values in a box, row by row, with their places. The box must lie inside.
    pub(crate) fn within(&self, columns: Range<u32>, rows: Range<u32>) -> SparseWithin<'_, T> {
        let x = columns.start;
        SparseWithin { sparse: self, columns, rows, x, skip: u32::MAX }
    }

    /// The memory in bytes, if each value takes `value` bytes.
    pub(crate) fn memory_bytes(&self, value: usize) -> usize {
        self.nodes * (size_of::<Node<T>>() + 2 * size_of::<usize>()) + self.values * value
    }
}

impl<T: Clone> Sparse<T> {
    /// The value at a place, to be changed. If there is none, `make` makes one.
    #[inline]
    pub(crate) fn entry(&mut self, x: u32, y: u32, make: impl FnOnce() -> T) -> &mut T {
        let (mut slot, mut level) = (&mut self.root, self.levels);
        while level > 0 {
            level -= 1;
            if matches!(slot, Slot::Empty) {
                self.nodes += 1;
                *slot = Slot::Node(Arc::new(array::from_fn(|_| Slot::Empty)));
            }
            let Slot::Node(node) = slot else { unreachable!("values lie on the lowest level") };
            slot = &mut Arc::make_mut(node)[child(level, x, y)];
        }
        if matches!(slot, Slot::Empty) {
            self.values += 1;
            *slot = Slot::Value(Arc::new(make()));
        }
        let Slot::Value(value) = slot else { unreachable!("nodes lie above the lowest level") };
        Arc::make_mut(value)
    }

    /// Removes the value at a place, and the nodes that are empty then.
    pub(crate) fn remove(&mut self, x: u32, y: u32) {
        // Returns the number of nodes that were removed.
        fn remove<T: Clone>(slot: &mut Slot<T>, level: u32, x: u32, y: u32) -> usize {
            let mut nodes = 0;
            if let (Slot::Node(node), 1..) = (&mut *slot, level) {
                let node = Arc::make_mut(node);
                nodes = remove(&mut node[child(level - 1, x, y)], level - 1, x, y);
                if node.iter().any(|slot| !matches!(slot, Slot::Empty)) {
                    return nodes;
                }
                nodes += 1;
            }
            *slot = Slot::Empty;
            nodes
        }
        if self.find(x, y).is_ok() {
            self.nodes -= remove(&mut self.root, self.levels, x, y);
            self.values -= 1;
        }
    }
}

/// The iterator of [`Sparse::within`].
pub(crate) struct SparseWithin<'t, T> {
    sparse: &'t Sparse<T>,
    columns: Range<u32>,
    /// The rows that are left, the current one included.
    rows: Range<u32>,
    x: u32,
    /// The row up to which the current row and those below it are known to be empty. 0 if a value was found in the current row.
    skip: u32,
}

impl<'t, T> Iterator for SparseWithin<'t, T> {
    type Item = (u32, u32, &'t T);

    #[inline]
    fn next(&mut self) -> Option<(u32, u32, &'t T)> {
        loop {
            if self.rows.start >= self.rows.end {
                return None;
            }
            if self.x >= self.columns.end {
                self.rows.start = self.skip.max(self.rows.start + 1);
                (self.x, self.skip) = (self.columns.start, u32::MAX);
                continue;
            }
            let (x, y) = (self.x, self.rows.start);
            match self.sparse.find(x, y) {
                Ok(value) => {
                    self.x = x + 1;
                    self.skip = 0;
                    return Some((x, y, value));
                }
                Err(side) => {
                    let end = |at: u32| (at | (side - 1)).saturating_add(1);
                    self.x = end(x);
                    self.skip = self.skip.min(end(y));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn values_stand_where_they_were_put() {
        let mut seed = 7u64;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            (seed >> 33) as u32 % below
        };
        for side in [1, 2, 16, 17, 256, 257, 5000, 1 << 20] {
            let mut sparse = Sparse::new(side, side);
            let mut truth = BTreeMap::new();
            let mut old = Vec::new();
            for step in 0..400 {
                let near = if random(2) == 0 { side } else { side.min(20) };
                let (x, y) = (random(near), random(near));
                if random(3) == 0 {
                    sparse.remove(x, y);
                    truth.remove(&(y, x));
                } else {
                    *sparse.entry(x, y, || 0) = step;
                    truth.insert((y, x), step);
                }
                if step % 100 == 0 {
                    old.push((sparse.clone(), truth.clone()));
                }
            }
            old.push((sparse, truth));
            for (sparse, truth) in old {
                let (x0, y0) = (random(side), random(side));
                for (xs, ys) in
                    [(0..side, 0..side), (x0..side, y0..side), (0..x0, 0..y0), (x0..x0 + 1, 0..side)]
                {
                    let found: Vec<_> =
                        sparse.within(xs.clone(), ys.clone()).map(|(x, y, &n)| ((y, x), n)).collect();
                    let inside = |&(&(y, x), _): &(&(u32, u32), &u32)| xs.contains(&x) && ys.contains(&y);
                    let expected: Vec<_> = truth.iter().filter(inside).map(|(&at, &n)| (at, n)).collect();
                    assert_eq!(found, expected, "{side}");
                }
                for _ in 0..100 {
                    let (x, y) = (random(side), random(side));
                    assert_eq!(sparse.get(x, y), truth.get(&(y, x)));
                }
            }
        }
    }

    #[test]
    fn the_largest_square_is_stepped_over() {
        let mut sparse = Sparse::new(1 << 24, 1 << 24);
        assert_eq!(sparse.within(0..1 << 24, 0..1 << 24).count(), 0);
        let last = (1 << 24) - 1;
        *sparse.entry(last, last, || 0) = 1;
        *sparse.entry(0, 0, || 0) = 2;
        let all: Vec<_> = sparse.within(0..1 << 24, 0..1 << 24).map(|(x, y, &n)| (x, y, n)).collect();
        assert_eq!(all, [(0, 0, 2), (last, last, 1)]);
        sparse.remove(0, 0);
        sparse.remove(last, last);
        assert!(sparse.is_same(&Sparse::new(1 << 24, 1 << 24)));
        assert_eq!(sparse.memory_bytes(8), 0);
    }
}
