//! One contender: its own copies of the masks, and a query over pairs of them.

use crate::clock::thread_time;
use hitmask::{Mask, Point};
use hitmask_scenes::Pair;
use std::hint::black_box;
use std::time::Duration;

/// Asks about every pair, and returns how long that took.
type Pass<'c> = Box<dyn Fn(&[Pair]) -> Duration + 'c>;
/// The digest of each pair's answer.
type Answers<'c> = Box<dyn Fn(&[Pair]) -> Vec<u64> + 'c>;

/// A library or method that does the work: hitmask, or a rival.
pub struct Contender<'c> {
    /// `ours`, or the rival's name.
    pub name: &'static str,
    /// False for a rival that decides in floats. Its different answers are counted, not refused.
    pub exact: bool,
    pass: Pass<'c>,
    answers: Answers<'c>,
}

impl<'c> Contender<'c> {
    /// A contender with its shapes. `query` is timed. `digest` makes a number from its result, to compare the answers.
    pub fn new<T: 'c, R: 'c>(
        name: &'static str,
        shapes: Vec<T>,
        query: impl Fn(&T, &T, Point) -> R + Copy + 'c,
        digest: impl Fn(R) -> u64 + 'c,
    ) -> Contender<'c> {
        let shapes = std::rc::Rc::new(shapes);
        let timed = std::rc::Rc::clone(&shapes);
        Contender {
            name,
            exact: true,
            pass: Box::new(move |pairs| {
                // Only the list and the answers are hidden from the compiler. Hiding each reference costs a way through memory for each
                // pair, 1.5 ns, which is a third of a small question.
                let shapes: &[T] = black_box(&timed);
                let start = thread_time();
                for p in pairs {
                    black_box(query(&shapes[p.a as usize], &shapes[p.b as usize], p.offset));
                }
                thread_time() - start
            }),
            answers: Box::new(move |pairs| {
                let answer = |p: &Pair| digest(query(&shapes[p.a as usize], &shapes[p.b as usize], p.offset));
                pairs.iter().map(answer).collect()
            }),
        }
    }

    /// The same contender, asked about many pairs at once.
    #[must_use]
    pub fn passing(self, pass: impl Fn(&[Pair]) + 'c) -> Contender<'c> {
        let pass = move |pairs: &[Pair]| {
            let start = thread_time();
            pass(pairs);
            thread_time() - start
        };
        Contender { pass: Box::new(pass), ..self }
    }

    /// A contender in another process, which times itself.
    pub fn remote(
        name: &'static str,
        pass: impl Fn(&[Pair]) -> Duration + 'c,
        answers: impl Fn(&[Pair]) -> Vec<u64> + 'c,
    ) -> Contender<'c> {
        Contender { name, exact: true, pass: Box::new(pass), answers: Box::new(answers) }
    }

    /// The same contender, whose answers may differ.
    #[must_use]
    pub fn inexact(self) -> Contender<'c> {
        Contender { exact: false, ..self }
    }

    /// Asks about every pair. Returns how long that took.
    #[must_use]
    pub fn pass(&self, pairs: &[Pair]) -> Duration {
        (self.pass)(pairs)
    }

    /// The digest of each pair's answer.
    #[must_use]
    pub fn answers(&self, pairs: &[Pair]) -> Vec<u64> {
        (self.answers)(pairs)
    }
}

/// A number for a point, or for none.
#[must_use]
pub fn digest_point(point: Option<Point>) -> u64 {
    point.map_or(u64::MAX, |p| u64::from(p.x as u32) << 32 | u64::from(p.y as u32))
}

/// A number that is almost certainly different if the size or a pixel is different (FNV-1a over the rows).
#[must_use]
pub fn digest_mask(mask: &Mask) -> u64 {
    let seed = 0xcbf2_9ce4_8422_2325 ^ u64::from(mask.width()) << 32 ^ u64::from(mask.height());
    mask.to_bytes().iter().fold(seed, |h, &byte| (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
