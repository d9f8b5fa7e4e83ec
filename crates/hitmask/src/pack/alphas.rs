//! Alphas as stretches. `docs/pack.md` in the repository describes the code.

use alloc::vec::Vec;

use super::layout::FORMAT;
use crate::bytes::put_number;

/// What the two lowest bits of a stretch's number say. The other bits are its length minus one.
const CLEAR: u64 = 0;
const OPAQUE: u64 = 1;
const SAME: u64 = 2;
const LISTED: u64 = 3;

/// Appends alphas. A stretch of equal ones is written by itself if that saves bytes.
pub(super) fn encode(alphas: &[u8], bytes: &mut Vec<u8>) {
    let put =
        |bytes: &mut Vec<u8>, kind: u64, length: usize| put_number(bytes, (length as u64 - 1) << 2 | kind);
    let mut listed = 0;
    let mut at = 0;
    while at < alphas.len() {
        let alpha = alphas[at];
        let length = alphas[at..].iter().take_while(|&&next| next == alpha).count();
        let (kind, worth_it) = match alpha {
            0 => (CLEAR, 2),
            255 => (OPAQUE, 2),
            _ => (SAME, 4),
        };
        if length >= worth_it {
            if listed < at {
                put(bytes, LISTED, at - listed);
                bytes.extend_from_slice(&alphas[listed..at]);
            }
            put(bytes, kind, length);
            if kind == SAME {
                bytes.push(alpha);
            }
            listed = at + length;
        }
        at += length;
    }
    if listed < at {
        put(bytes, LISTED, at - listed);
        bytes.extend_from_slice(&alphas[listed..]);
    }
}

/// Reads what [`encode`] wrote. None unless there are exactly `count` alphas, which must be a size that the caller can afford.
pub(super) fn decode(bytes: &[u8], count: usize) -> Option<Vec<u8>> {
    let mut reader = FORMAT.reader(bytes, 0);
    let mut alphas = Vec::with_capacity(count);
    while reader.at < bytes.len() {
        let number = reader.number(6).ok()?;
        let length = usize::try_from(number >> 2).ok()?.checked_add(1)?;
        if length > count - alphas.len() {
            return None;
        }
        match number & 3 {
            CLEAR => alphas.resize(alphas.len() + length, 0),
            OPAQUE => alphas.resize(alphas.len() + length, 255),
            SAME => alphas.resize(alphas.len() + length, reader.byte().ok()?),
            LISTED => alphas.extend_from_slice(reader.take(length).ok()?),
            _ => unreachable!("two bits have four values"),
        }
    }
    (alphas.len() == count).then_some(alphas)
}
