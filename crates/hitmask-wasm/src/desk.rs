//! What crosses between JavaScript and Rust beside the numbers of a call.

use crate::prelude::*;
use alloc::string::ToString;
use core::fmt::Display;

/// How many floats lie on the desk.
const SIZE: usize = 64;

static DESK: Global<[Cell<f64>; SIZE]> = Global([const { Cell::new(0.0) }; SIZE]);
static NUMBERS: Global<RefCell<Vec<f64>>> = Global(RefCell::new(Vec::new()));
static BYTES: Global<RefCell<Vec<u8>>> = Global(RefCell::new(Vec::new()));

export! {
    /// The address of the desk. It never changes.
    fn desk() -> *const f64 = DESK.0.as_ptr().cast();

    /// Makes the list of floats this long and returns its address. JavaScript then fills it. 0 if there is not enough memory.
    fn numbers(length: usize) -> *const f64 = resized(&mut NUMBERS.0.borrow_mut(), length, 0.0);

    /// The same for the list of bytes.
    fn bytes(length: usize) -> *const u8 = resized(&mut BYTES.0.borrow_mut(), length, 0);

    /// The address of the list of floats as it is.
    fn numbers_at() -> *const f64 = NUMBERS.0.borrow().as_ptr();

    /// The address of the list of bytes as it is.
    fn bytes_at() -> *const u8 = BYTES.0.borrow().as_ptr();
}

fn resized<T: Clone>(list: &mut Vec<T>, length: usize, fill: T) -> *const T {
    // A list that was long once does not stay so.
    if list.capacity() > 1 << 20 && length < list.capacity() / 4 {
        *list = Vec::new();
    }
    list.clear();
    if list.try_reserve(length).is_err() {
        return core::ptr::null();
    }
    list.resize(length, fill);
    list.as_ptr()
}

/// A call is refused. The sentence that says why lies in the list of bytes. JavaScript writes the numbers that lie on the desk in the places
/// of its first `{}`, so that the module need not know how to write floats.
pub(crate) struct Fault(());

/// A sentence, or an error of the library.
impl<E: Display> From<E> for Fault {
    #[cold]
    #[inline(never)]
    fn from(error: E) -> Fault {
        refuse(&error)
    }
}

fn refuse(error: &dyn Display) -> Fault {
    say(error.to_string(), 0)
}

/// A sentence with numbers.
#[cold]
#[inline(never)]
pub(crate) fn fault(sentence: &str, numbers: &[f64]) -> Fault {
    lay(2, numbers);
    say(sentence.into(), numbers.len())
}

/// Lays the length of the sentence and how many numbers there are on the desk. The numbers are behind them.
fn say(sentence: String, numbers: usize) -> Fault {
    lay(0, &[sentence.len() as f64, numbers as f64]);
    give_bytes(sentence.into_bytes());
    Fault(())
}

/// What an export returns: see the crate's documentation.
pub(crate) const NONE: i32 = 0;
pub(crate) const SOME: i32 = 1;
const REFUSED: i32 = -1;

/// The answer of a call that may be refused.
pub(crate) fn reply(answer: Result<i32, Fault>) -> i32 {
    answer.unwrap_or(REFUSED)
}

/// A float on the desk.
pub(crate) fn get(place: usize) -> f64 {
    DESK.0[place].get()
}

/// Two floats on the desk.
pub(crate) fn pair(place: usize) -> [f64; 2] {
    [get(place), get(place + 1)]
}

/// A whole number on the desk. JavaScript has checked that it fits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "JavaScript has checked that it fits"
)]
pub(crate) fn whole(place: usize) -> u32 {
    get(place) as u32
}

/// Lays a float on the desk.
pub(crate) fn put(place: usize, value: f64) {
    DESK.0[place].set(value);
}

/// Lays floats on the desk, from a place on.
pub(crate) fn lay(place: usize, values: &[f64]) {
    for (i, &value) in values.iter().enumerate() {
        put(place + i, value);
    }
}

/// What a value is on the desk and in the list of floats.
pub(crate) trait Floats {
    fn floats(&self) -> impl AsRef<[f64]>;
}

/// A number, as it is.
macro_rules! a_number {
    ($($type:ty),*) => {$(
        #[cfg(feature = "full")]
        #[allow(clippy::cast_lossless, reason = "some are")]
        impl Floats for $type {
            fn floats(&self) -> impl AsRef<[f64]> {
                [*self as f64]
            }
        }
    )*};
}
a_number!(f64, i32, u8, u32, u64, usize);

#[cfg(feature = "full")]
impl Floats for bool {
    fn floats(&self) -> impl AsRef<[f64]> {
        [f64::from(u8::from(*self))]
    }
}

#[cfg(feature = "full")]
impl<T: Copy> Floats for [T; 2]
where
    T: Floats,
{
    fn floats(&self) -> impl AsRef<[f64]> {
        self.map(|one| one.floats().as_ref()[0])
    }
}

#[cfg(feature = "full")]
impl<T: Floats> Floats for &T {
    fn floats(&self) -> impl AsRef<[f64]> {
        (*self).floats()
    }
}

/// Writes a value into a list of floats, from a place on.
#[cfg(feature = "full")]
pub(crate) fn write(floats: &mut [f64], place: usize, value: &impl Floats) {
    let value = value.floats();
    floats[place..][..value.as_ref().len()].copy_from_slice(value.as_ref());
}

/// Writes a 1 and the value, if there is one.
#[cfg(feature = "full")]
pub(crate) fn write_some(floats: &mut [f64], place: usize, value: Option<&impl Floats>) {
    if let Some(value) = value {
        floats[place] = 1.0;
        write(floats, place + 1, value);
    }
}

/// A choice of docs/table.txt.
#[cfg(feature = "full")]
pub(crate) trait Choice: Copy + PartialEq + 'static {
    /// Its values, with their numbers.
    const ALL: &'static [(Self, f64)];

    fn number(self) -> f64 {
        Self::ALL.iter().find(|one| one.0 == self).map_or(-1.0, |one| one.1)
    }
}

/// The value of a number that JavaScript has checked.
#[cfg(feature = "full")]
pub(crate) fn numbered<T: Choice>(number: f64) -> T {
    T::ALL.iter().find(|one| one.1 == number).unwrap_or(&T::ALL[0]).0
}

impl Floats for Point {
    fn floats(&self) -> impl AsRef<[f64]> {
        [f64::from(self.x), f64::from(self.y)]
    }
}

/// In pixels.
impl Floats for PointQ16 {
    fn floats(&self) -> impl AsRef<[f64]> {
        self.to_f64()
    }
}

impl Floats for Rect {
    fn floats(&self) -> impl AsRef<[f64]> {
        [f64::from(self.x), f64::from(self.y), f64::from(self.w), f64::from(self.h)]
    }
}

/// The time as a float, then the numerator and the denominator in halves, since a float does not hold 64 bits.
impl Floats for TimeOfImpact {
    fn floats(&self) -> impl AsRef<[f64]> {
        let [n, d] = [self.numerator(), self.denominator()].map(halves);
        [self.to_f64(), n[0], n[1], d[0], d[1]]
    }
}

/// The upper and the lower 32 bits.
pub(crate) fn halves(number: u64) -> [f64; 2] {
    [(number >> 32) as f64, (number & 0xFFFF_FFFF) as f64]
}

/// Lays a value on the desk, from the first place on.
pub(crate) fn some(value: &impl Floats) -> i32 {
    lay(0, value.floats().as_ref());
    SOME
}

/// Lays a value on the desk if there is one.
pub(crate) fn option(value: Option<impl Floats>) -> i32 {
    value.map_or(NONE, |value| some(&value))
}

/// Takes the list of floats that JavaScript has filled.
pub(crate) fn taken_numbers() -> Vec<f64> {
    NUMBERS.0.take()
}

/// Takes the list of bytes that JavaScript has filled.
pub(crate) fn taken_bytes() -> Vec<u8> {
    BYTES.0.take()
}

/// Gives JavaScript a list of floats, and its length.
pub(crate) fn give_numbers(numbers: Vec<f64>) -> f64 {
    let length = numbers.len() as f64;
    NUMBERS.0.replace(numbers);
    length
}

/// Gives JavaScript a list of bytes, and its length.
pub(crate) fn give_bytes(bytes: Vec<u8>) -> f64 {
    let length = bytes.len() as f64;
    BYTES.0.replace(bytes);
    length
}

/// A list of values, one after another.
pub(crate) fn give_all<T: Floats>(values: impl IntoIterator<Item = T>) -> f64 {
    let mut numbers = Vec::new();
    for value in values {
        numbers.extend_from_slice(value.floats().as_ref());
    }
    give_numbers(numbers)
}

/// Whether this many bytes can be had now. What is larger than a picture should ask before it is made, since running out of memory ends
/// the module.
pub(crate) fn room(bytes: u64) -> Result<(), Fault> {
    // The library may need as much again while it works.
    let there = usize::try_from(bytes.saturating_mul(2))
        .is_ok_and(|bytes| Vec::<u8>::new().try_reserve(bytes).is_ok());
    if there { Ok(()) } else { Err(fault("there is not enough memory for {} bytes", &[bytes as f64])) }
}
