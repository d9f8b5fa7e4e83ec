//! Base64 with the standard alphabet and padding (RFC 4648).

use alloc::string::String;
use alloc::vec::Vec;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            // n bytes take n + 1 digits.
            let index = (bits >> (18 - 6 * digit) & 63) as usize;
            text.push(if digit <= chunk.len() { char::from(ALPHABET[index]) } else { '=' });
        }
    }
    text
}

/// The bytes of a text. None unless [`encode`] gives the same text for them.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let (chunks, rest) = text.as_bytes().as_chunks::<4>();
    if !rest.is_empty() {
        return None;
    }
    let mut bytes = Vec::with_capacity(chunks.len() * 3);
    for (i, chunk) in chunks.iter().enumerate() {
        let digits = match chunk {
            [_, _, b'=', b'='] => 2,
            [_, _, _, b'='] => 3,
            _ => 4,
        };
        if digits < 4 && i + 1 < chunks.len() {
            return None;
        }
        let mut bits = 0;
        for (digit, &character) in chunk[..digits].iter().enumerate() {
            bits |= u32::from(value(character)?) << (18 - 6 * digit);
        }
        let [_, decoded @ ..] = bits.to_be_bytes();
        let (decoded, unused) = decoded.split_at(digits - 1);
        if unused.iter().any(|&byte| byte != 0) {
            return None;
        }
        bytes.extend_from_slice(decoded);
    }
    Some(bytes)
}

fn value(character: u8) -> Option<u8> {
    Some(match character {
        b'A'..=b'Z' => character - b'A',
        b'a'..=b'z' => character - b'a' + 26,
        b'0'..=b'9' => character - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_of_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
    }

    #[test]
    fn every_digit_there_and_back() {
        let bytes: Vec<u8> = (0..=255).rev().chain(0..=255).collect();
        for length in 0..bytes.len() {
            assert_eq!(decode(&encode(&bytes[..length])).as_deref(), Some(&bytes[..length]));
        }
    }

    #[test]
    fn one_text_for_each_list_of_bytes() {
        // Too short, padding in the middle, too much padding, bits that belong to no byte, foreign characters.
        for text in ["Zg", "Zg=", "Zg==Zg==", "Z===", "====", "Zh==", "Zm9=", "Zm9\n", "Zm-_", "=m9v", "Zé="]
        {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
