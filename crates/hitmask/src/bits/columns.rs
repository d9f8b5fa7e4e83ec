#[cfg(not(target_family = "wasm"))]
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// Clear rows below the last row of every column. With them a kernel can read whole blocks of this many rows from any row of a mask on,
/// without checking where the mask ends.
pub(crate) const PAD: usize = 16;

/// Sixty-four rows of a column of 64 pixels, and the clear rows below them: a square tile, stored like the columns of masks.
pub(crate) type TileRows = [u64; 64 + PAD];

/// The bits of a mask: columns of 64 pixels, each contiguous from the top row down and followed by [`PAD`] clear rows. A mask of at most 16
/// × 16 or 32 × 32 pixels has a single column of narrower lanes, which needs a quarter or a half of the memory and of the loads. These two
/// have up to twice as many rows as they need. So from any row of the mask on there are as many rows as the highest such mask has, and a
/// kernel can read a fixed number of rows.
///
/// Why columns and not rows: a sprite is a few words wide and tens of rows high. With columns, the inner loop of every kernel runs down
/// contiguous memory with one shift for all of it.
///
/// On WebAssembly all masks have 64-bit lanes. There a module's size counts: each pair of lane types is a copy of every kernel.
///
/// The tag is a byte of its own (`repr`). Otherwise the compiler hides it in the capacity of a vector, and every question about small masks
/// must decode it.
#[derive(Clone)]
#[repr(u8)]
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "there are no narrow lanes"))]
pub(crate) enum Columns {
    L16(Narrow<[u16; 2 * 16]>),
    L32(Narrow<[u32; 2 * 32]>),
    /// At most 64 × 64 pixels, and at least one.
    Small(Vec<u64>),
    L64(Vec<u64>),
}

// A single column of narrow lanes.
#[cfg(target_family = "wasm")]
pub(crate) use absent::Narrow;
#[cfg(not(target_family = "wasm"))]
pub(crate) use alloc::boxed::Box as Narrow;

#[cfg(target_family = "wasm")]
mod absent {
    use core::convert::Infallible;
    use core::marker::PhantomData;
    use core::ops::{Deref, DerefMut};

    /// Has no values, so the compiler leaves out what is for narrow lanes.
    #[derive(Clone, PartialEq)]
    pub(crate) struct Narrow<T>(Infallible, PhantomData<T>);

    impl<T> Deref for Narrow<T> {
        type Target = T;
        fn deref(&self) -> &T {
            match self.0 {}
        }
    }

    impl<T> DerefMut for Narrow<T> {
        fn deref_mut(&mut self) -> &mut T {
            match self.0 {}
        }
    }
}

/// Evaluates the same expression for lanes of any width.
macro_rules! with_lanes {
    ($columns:expr, $lanes:ident => $body:expr) => {
        match $columns {
            $crate::bits::Columns::L16($lanes) => $body,
            $crate::bits::Columns::L32($lanes) => $body,
            $crate::bits::Columns::Small($lanes) | $crate::bits::Columns::L64($lanes) => $body,
        }
    };
}
pub(crate) use with_lanes;

/// Clear rows. Memory for few of them is taken as it is and then cleared: glibc's `calloc` passes by the small blocks that the thread has just
/// freed.
fn zeros<L: Copy + Default>(count: usize) -> Vec<L> {
    const FEW: usize = 1024;
    let zero = L::default();
    if count * size_of::<L>() > FEW {
        return vec![zero; count];
    }
    let mut rows = Vec::with_capacity(count);
    rows.resize(count, zero);
    rows
}

impl Columns {
    /// All pixels clear.
    pub(crate) fn new(w: u32, h: u32) -> Columns {
        let rows = h as usize + PAD;
        match (w.min(h), w.max(h)) {
            (0, _) => Columns::L64(Vec::new()),
            #[cfg(not(target_family = "wasm"))]
            (_, 1..=16) => Columns::L16(Box::new([0; 32])),
            #[cfg(not(target_family = "wasm"))]
            (_, 17..=32) => {
                // Hidden from the compiler, which would make a `calloc` of a known number of zeros.
                let rows = zeros(core::hint::black_box(2 * 32)).into_boxed_slice();
                Columns::L32(rows.try_into().expect("it has as many rows"))
            }
            _ => Columns::wide(w, h, zeros(rows * w.div_ceil(64) as usize)),
        }
    }

    /// The memory that [`Columns::new`] allocates, in bytes.
    pub(crate) fn bytes_of_size(w: u32, h: u32) -> usize {
        match (w.min(h), w.max(h)) {
            (0, _) => 0,
            #[cfg(not(target_family = "wasm"))]
            (_, 1..=16) => size_of::<[u16; 32]>(),
            #[cfg(not(target_family = "wasm"))]
            (_, 17..=32) => size_of::<[u32; 2 * 32]>(),
            _ => (h as usize + PAD) * w.div_ceil(64) as usize * size_of::<u64>(),
        }
    }

    /// 64-bit lanes for a mask of this size.
    pub(crate) fn wide(w: u32, h: u32, words: Vec<u64>) -> Columns {
        let small = (1..=64).contains(&w) && (1..=64).contains(&h);
        if small { Columns::Small(words) } else { Columns::L64(words) }
    }

    #[inline]
    pub(crate) fn word(&self, index: usize) -> u64 {
        fn get<L: Copy + Into<u64>>(lanes: &[L], index: usize) -> u64 {
            lanes[index].into()
        }
        with_lanes!(self, lanes => get(lanes.as_slice(), index))
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "a narrow mask's words have no higher bits")]
    pub(crate) fn set_word(&mut self, index: usize, word: u64) {
        with_lanes!(self, lanes => lanes[index] = word as _);
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        with_lanes!(self, lanes => size_of_val(lanes.as_slice()))
    }
}
