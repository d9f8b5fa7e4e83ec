//! The pixels of packs, read as `docs/pack.md` describes them, one bit or byte after the other.

/// A number in groups of seven bits. None if the bytes end in it, or if it has more than six groups.
fn number(bytes: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut number = 0;
    for group in 0..6 {
        let byte = bytes.next()?;
        number += u64::from(byte % 128) << (7 * group);
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

/// The alphas of w × h pixels from their bytes: coding 1 bits, 2 edges, 3 bytes, 4 stretches. Of a mask, 255 is solid and 0 is clear. None if
/// the bytes are not exactly those of so many pixels.
#[must_use]
pub fn pack_alphas(coding: u8, w: usize, h: usize, bytes: &[u8]) -> Option<Vec<u8>> {
    let alphas = match coding {
        1 => bits(w, h, bytes)?,
        2 => edges(w, h, bytes)?,
        3 => bytes.to_vec(),
        _ => stretches(w * h, bytes)?,
    };
    (alphas.len() == w * h).then_some(alphas)
}

fn bits(w: usize, h: usize, bytes: &[u8]) -> Option<Vec<u8>> {
    let row = w.div_ceil(8);
    if bytes.len() != row * h {
        return None;
    }
    let mut alphas = Vec::new();
    for y in 0..h {
        for x in 0..row * 8 {
            let bit = bytes[y * row + x / 8] >> (7 - x % 8) & 1;
            if x < w {
                alphas.push(bit * 255);
            }
        }
    }
    Some(alphas)
}

fn stretches(count: usize, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut alphas = Vec::new();
    let mut bytes = bytes.iter().copied().peekable();
    while bytes.peek().is_some() {
        let code = number(&mut bytes)?;
        let length = usize::try_from(code / 4 + 1).ok()?;
        if alphas.len() + length > count {
            return None;
        }
        let same = match code % 4 {
            0 => Some(0),
            1 => Some(255),
            2 => Some(bytes.next()?),
            _ => None,
        };
        for _ in 0..length {
            alphas.push(match same {
                Some(alpha) => alpha,
                None => bytes.next()?,
            });
        }
    }
    Some(alphas)
}

fn edges(w: usize, h: usize, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut stream = bytes.iter().flat_map(|byte| (0..8).map(move |bit| byte >> (7 - bit) & 1));
    let mut alphas = Vec::new();
    let mut above = Vec::new();
    for _ in 0..h {
        let row = edges_of_row(w as u64, &above, &mut stream)?;
        alphas.extend(
            (0..w as u64)
                .map(|x| if row.iter().filter(|&&edge| edge <= x).count() % 2 == 1 { 255 } else { 0 }),
        );
        above = row;
    }
    let rest: Vec<u8> = stream.collect();
    (rest.len() < 8 && rest.iter().all(|&bit| bit == 0)).then_some(alphas)
}

/// The edges of one row, without the one at w that ends it.
fn edges_of_row(w: u64, above: &[u64], stream: &mut impl Iterator<Item = u8>) -> Option<Vec<u64>> {
    let mut gamma = || {
        let mut zeros = 0;
        while stream.next()? == 0 {
            zeros += 1;
        }
        let mut m = 1_u64;
        for _ in 0..zeros {
            m = m.checked_mul(2)? + u64::from(stream.next()?);
        }
        Some(m - 1)
    };
    let mut row = Vec::new();
    let (mut at, mut least) = (0, 0);
    loop {
        let number = gamma()?;
        let next = above.get(at).copied().unwrap_or(w);
        let edge = match number {
            3 if at < above.len() => {
                at += 2;
                continue;
            }
            3 => return None,
            4 => {
                let first = least + gamma()?;
                if first >= w {
                    return None;
                }
                row.push(first);
                first + 1 + gamma()?
            }
            other => {
                at += 1;
                // 0, 1 to the right, 1 to the left; 3 and 4 are taken; 2 to the right, 2 to the left, 3 ...
                let far = if other < 3 { other.div_ceil(2) } else { (other - 1) / 2 };
                if other % 2 == 1 { next + far } else { next.checked_sub(far)? }
            }
        };
        if edge < least || edge > w {
            return None;
        }
        if edge == w {
            return Some(row);
        }
        row.push(edge);
        least = edge + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the document.
    #[test]
    fn three_rows_of_edges() {
        let rows = [".###.", "#####", "#...#"].concat();
        let expected: Vec<u8> = rows.bytes().map(|c| if c == b'#' { 255 } else { 0 }).collect();
        assert_eq!(pack_alphas(2, 5, 3, &[0x16, 0xED, 0x17, 0x15]), Some(expected));
        assert_eq!(pack_alphas(2, 5, 3, &[0x16, 0xED, 0x17, 0x15, 0]), None);
        assert_eq!(pack_alphas(4, 3, 1, &[1, 6, 9]), Some(vec![255, 9, 9]));
    }
}
