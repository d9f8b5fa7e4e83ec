//! Blocks in 256-bit registers: one for 16-bit words, two for 32-bit words, four for 64-bit words.
//!
//! `avx512` makes its blocks by the same macros.
//!
//! **Why every `unsafe` here is sound.** [`Avx2`] is private to the kernels. Only [`super::run_avx2`] runs a kernel on it, and that
//! function is only called after AVX2 was detected. So its instructions exist. Instructions that read or write memory have an additional
//! reason beside them.
#![expect(unsafe_code, reason = "vendor intrinsics")]

use core::arch::x86_64::*;

use super::Lane;
use super::block::{BLOCK, Block, Isa};

#[derive(Clone, Copy)]
pub(crate) struct Avx2;

impl Isa for Avx2 {
    type B16 = Rows16;
    type B32 = Rows32;
    type B64 = Rows64;
}

/// The block that is made of some registers. `$set` is a module with what does not ask how wide a word is; the functions after it do.
///
/// Uses loops, not closures: a closure is a function of its own, compiled without AVX2, and no intrinsic would be inlined into it.
macro_rules! block {
    (
        $name:ident = $registers:literal x $set:ident of $word:ty,
        $shr:ident, $shl:ident, $slide:ident, $pair:ident, $clear:ident,
        $($lane:literal => $load:expr),*
    ) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $name([$set::Register; $registers]);

        impl $name {
            const ROWS: usize = BLOCK / $registers;
        }

        impl Block for $name {
            type Word = $word;

            #[inline(always)]
            fn zero() -> Self {
                // SAFETY: the instructions are there.
                $name([unsafe { $set::zero() }; $registers])
            }

            #[inline(always)]
            fn load<L: Lane>(rows: &[L; BLOCK]) -> Self {
                let mut block = Self::zero();
                for i in 0..block.0.len() {
                    let rows = rows[i * Self::ROWS..][..Self::ROWS].as_ptr();
                    block.0[i] = match 8 * size_of::<L>() {
                        // SAFETY: the instructions are there, and the slice is as long as the load.
                        $($lane => unsafe { $load(rows.cast()) },)*
                        _ => unreachable!("a word is at least as wide as the lane that it is loaded from"),
                    };
                }
                block
            }

            #[inline(always)]
            fn and(mut self, other: Self) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: the instructions are there.
                    self.0[i] = unsafe { $set::and(self.0[i], other.0[i]) };
                }
                self
            }

            #[inline(always)]
            fn or(mut self, other: Self) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: the instructions are there.
                    self.0[i] = unsafe { $set::or(self.0[i], other.0[i]) };
                }
                self
            }

            #[inline(always)]
            fn shr(mut self, n: u32) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: the instructions are there.
                    self.0[i] = unsafe { $shr(self.0[i], n) };
                }
                self
            }

            #[inline(always)]
            fn shl(mut self, n: u32) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: the instructions are there.
                    self.0[i] = unsafe { $shl(self.0[i], n) };
                }
                self
            }

            #[inline(always)]
            fn slide(mut self, by: i32) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: the instructions are there.
                    self.0[i] = unsafe { $slide(self.0[i], by) };
                }
                self
            }

            #[inline(always)]
            fn shr_pair(mut self, high: Self, n: u32) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: the instructions are there.
                    self.0[i] = unsafe { $pair(self.0[i], high.0[i], n) };
                }
                self
            }

            #[inline(always)]
            fn is_zero(self) -> bool {
                let mut all = self.0[0];
                for i in 1..self.0.len() {
                    // SAFETY: the instructions are there.
                    all = unsafe { $set::or(all, self.0[i]) };
                }
                // SAFETY: the instructions are there.
                unsafe { $set::is_zero(all) }
            }

            type Sum = $set::Register;

            #[inline(always)]
            fn no_sum() -> $set::Register {
                // SAFETY: the instructions are there.
                unsafe { $set::zero() }
            }

            #[inline(always)]
            fn count(self, sum: $set::Register) -> $set::Register {
                // SAFETY: the instructions are there.
                unsafe { $set::count(self.0, sum) }
            }

            #[inline(always)]
            fn total(sum: $set::Register) -> u64 {
                // SAFETY: the instructions are there.
                unsafe { $set::total(sum) }
            }

            #[inline(always)]
            fn xor(mut self, other: Self) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: the instructions are there.
                    self.0[i] = unsafe { $set::xor(self.0[i], other.0[i]) };
                }
                self
            }

            #[inline(always)]
            fn without(mut self, other: Self) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: the instructions are there.
                    self.0[i] = unsafe { $set::not_and(other.0[i], self.0[i]) };
                }
                self
            }

            #[inline(always)]
            fn solid_rows(self) -> u32 {
                let mut clear = 0;
                for i in 0..self.0.len() {
                    // SAFETY: the instructions are there.
                    clear |= unsafe { $clear(self.0[i]) } << (i * Self::ROWS);
                }
                !clear & 0xFFFF
            }

            #[inline(always)]
            fn to_rows(self) -> [$word; BLOCK] {
                let mut rows = [0; BLOCK];
                for i in 0..self.0.len() {
                    let rows = rows[i * Self::ROWS..][..Self::ROWS].as_mut_ptr();
                    // SAFETY: the instructions are there, and the slice is as long as a register.
                    unsafe { $set::store(rows.cast(), self.0[i]) };
                }
                rows
            }
        }
    };
}
pub(super) use block;

block!(Rows16 = 1 x ymm of u16, shr_16, shl_16, slide_16, shr_pair_16, clear_16, 16 => load);
block!(Rows32 = 2 x ymm of u32, shr_32, shl_32, slide_32, shr_pair_32, clear_32, 16 => load_16_to_32, 32 => load);
block!(
    Rows64 = 4 x ymm of u64, shr_64, shl_64, slide_64, shr_pair_64, clear_64,
    16 => load_16_to_64, 32 => load_32_to_64, 64 => load
);

/// What does not ask how wide a word is.
pub(crate) mod ymm {
    use super::*;

    pub(crate) use core::arch::x86_64::{
        __m256i as Register, _mm256_and_si256 as and, _mm256_andnot_si256 as not_and, _mm256_or_si256 as or,
        _mm256_setzero_si256 as zero, _mm256_storeu_si256 as store, _mm256_xor_si256 as xor,
    };

    /// # Safety
    /// The same as for the whole file.
    #[inline(always)]
    pub(crate) unsafe fn is_zero(register: __m256i) -> bool {
        // SAFETY: AVX2 is there.
        unsafe { _mm256_testz_si256(register, register) == 1 }
    }

    /// # Safety
    /// The same as for the whole file.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "as in `block`: nothing that may become a call")]
    pub(crate) unsafe fn count<const N: usize>(registers: [__m256i; N], sum: __m256i) -> __m256i {
        // A byte has at most 8 ones, and there are at most four registers: no byte overflows.
        let mut bytes = count_bytes(registers[0]);
        for i in 1..N {
            // SAFETY: AVX2 is there.
            bytes = unsafe { _mm256_add_epi8(bytes, count_bytes(registers[i])) };
        }
        // SAFETY: AVX2 is there.
        unsafe { _mm256_add_epi64(sum, _mm256_sad_epu8(bytes, _mm256_setzero_si256())) }
    }

    /// The number of set bits in each byte: two table look-ups of four bits each (W. Muła). The caller adds them up in groups of eight
    /// bytes.
    #[inline(always)]
    fn count_bytes(register: __m256i) -> __m256i {
        // SAFETY: AVX2 is there.
        unsafe {
            let ones = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3,
                4,
            );
            let nibble = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(ones, _mm256_and_si256(register, nibble));
            let high = _mm256_shuffle_epi8(ones, _mm256_and_si256(_mm256_srli_epi16::<4>(register), nibble));
            _mm256_add_epi8(low, high)
        }
    }

    /// # Safety
    /// The same as for the whole file.
    #[inline(always)]
    pub(crate) unsafe fn total(sum: __m256i) -> u64 {
        // SAFETY: AVX2 is there.
        unsafe {
            let half = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
            (_mm_cvtsi128_si64(half) + _mm_extract_epi64::<1>(half)) as u64
        }
    }
}

/// Shifts with one count per lane take one step on every processor; shifts with one count for all lanes take two on Intel's.
macro_rules! shifts {
    ($($register:ident: $name:ident = $intrinsic:ident, $set:ident, $count:ty;)*) => {$(
        /// # Safety
        /// The same as for the whole file.
        #[inline(always)]
        pub(crate) unsafe fn $name(register: $register, n: u32) -> $register {
            // SAFETY: the instructions are there.
            unsafe { $intrinsic(register, $set(n as $count)) }
        }
    )*};
}
pub(super) use shifts;
shifts! {
    // AVX2 has no shift with one count per 16-bit lane.
    __m256i: shr_16 = _mm256_srl_epi16, _mm_cvtsi32_si128, i32;
    __m256i: shl_16 = _mm256_sll_epi16, _mm_cvtsi32_si128, i32;
    __m256i: shr_32 = _mm256_srlv_epi32, _mm256_set1_epi32, i32;
    __m256i: shl_32 = _mm256_sllv_epi32, _mm256_set1_epi32, i32;
    __m256i: shr_64 = _mm256_srlv_epi64, _mm256_set1_epi64x, i64;
    __m256i: shl_64 = _mm256_sllv_epi64, _mm256_set1_epi64x, i64;
}

/// The shifts of [`Block`] that are made of two.
macro_rules! two_shifts {
    ($($register:ident: $slide:ident, $pair:ident = $shr:ident, $shl:ident, $or:ident;)*) => {$(
        /// Two shifts that don't wait for each other. The one in the wrong direction, by a negative number, is by more than the bits of a
        /// word as an unsigned number, and leaves none.
        ///
        /// # Safety
        /// The same as for the whole file.
        #[inline(always)]
        pub(crate) unsafe fn $slide(register: $register, by: i32) -> $register {
            // SAFETY: the instructions are there.
            unsafe { $or($shl(register, by as u32), $shr(register, by.wrapping_neg() as u32)) }
        }

        /// # Safety
        /// The same as for the whole file.
        #[inline(always)]
        pub(crate) unsafe fn $pair(low: $register, high: $register, n: u32) -> $register {
            // SAFETY: the instructions are there.
            unsafe { $or($shr(low, n), $shl(high, 64 - n)) }
        }
    )*};
}
pub(super) use two_shifts;
two_shifts! {
    __m256i: slide_16, shr_pair_16 = shr_16, shl_16, _mm256_or_si256;
    __m256i: slide_32, shr_pair_32 = shr_32, shl_32, _mm256_or_si256;
    __m256i: slide_64, shr_pair_64 = shr_64, shl_64, _mm256_or_si256;
}

/// One bit for each word of a register that is 0.
///
/// # Safety
/// The same as for the whole file.
#[inline(always)]
unsafe fn clear_16(register: __m256i) -> u32 {
    // SAFETY: AVX2 is there.
    unsafe {
        let clear = _mm256_cmpeq_epi16(register, _mm256_setzero_si256());
        let (low, high) = (_mm256_castsi256_si128(clear), _mm256_extracti128_si256::<1>(clear));
        _mm_movemask_epi8(_mm_packs_epi16(low, high)) as u32
    }
}

/// The same for words of 32 bits.
///
/// # Safety
/// The same as for the whole file.
#[inline(always)]
unsafe fn clear_32(register: __m256i) -> u32 {
    // SAFETY: AVX2 is there.
    unsafe {
        let clear = _mm256_cmpeq_epi32(register, _mm256_setzero_si256());
        _mm256_movemask_ps(_mm256_castsi256_ps(clear)) as u32
    }
}

/// The same for words of 64 bits.
///
/// # Safety
/// The same as for the whole file.
#[inline(always)]
unsafe fn clear_64(register: __m256i) -> u32 {
    // SAFETY: AVX2 is there.
    unsafe {
        let clear = _mm256_cmpeq_epi64(register, _mm256_setzero_si256());
        _mm256_movemask_pd(_mm256_castsi256_pd(clear)) as u32
    }
}

/// # Safety
/// All bytes of a register must be readable.
#[inline(always)]
pub(crate) unsafe fn load(rows: *const __m256i) -> __m256i {
    // SAFETY: AVX2 is there, and the caller's rows can be read.
    unsafe { _mm256_loadu_si256(rows) }
}

/// # Safety
/// Eight rows must be readable.
#[inline(always)]
unsafe fn load_16_to_32(rows: *const __m128i) -> __m256i {
    // SAFETY: AVX2 is there, and the caller's rows can be read.
    unsafe { _mm256_cvtepu16_epi32(_mm_loadu_si128(rows)) }
}

/// # Safety
/// Four rows must be readable.
#[inline(always)]
unsafe fn load_16_to_64(rows: *const __m128i) -> __m256i {
    // SAFETY: AVX2 is there, and the caller's rows can be read.
    unsafe { _mm256_cvtepu16_epi64(_mm_loadl_epi64(rows)) }
}

/// # Safety
/// Four rows must be readable.
#[inline(always)]
unsafe fn load_32_to_64(rows: *const __m128i) -> __m256i {
    // SAFETY: AVX2 is there, and the caller's rows can be read.
    unsafe { _mm256_cvtepu32_epi64(_mm_loadu_si128(rows)) }
}
