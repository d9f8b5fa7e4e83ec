//! Outlines as bytes. `docs/pack.md` in the repository describes them.

use alloc::vec::Vec;

use super::layout::FORMAT;
use crate::analysis::outline::Outline;
use crate::bytes::{ByteReader, put_number, put_signed, signed};
use crate::geom::Point;

fn put_difference(bytes: &mut Vec<u8>, from: i32, to: i32) {
    put_signed(bytes, i64::from(to) - i64::from(from));
}

fn difference(reader: &mut ByteReader<'_>, from: i32) -> Option<i32> {
    i32::try_from(i64::from(from) + signed(reader.number(5).ok()?)).ok()
}

/// Appends the rings of an outline.
pub(super) fn encode(outline: &Outline, bytes: &mut Vec<u8>) {
    put_number(bytes, outline.len() as u64);
    for ring in outline.rings() {
        bytes.push(u8::from(ring.is_hole));
        put_number(bytes, ring.parent.map_or(0, |parent| parent as u64 + 1));
        put_number(bytes, ring.points.len() as u64);
        let mut before = Point::ZERO;
        for &point in ring.points {
            put_difference(bytes, before.x, point.x);
            put_difference(bytes, before.y, point.y);
            before = point;
        }
    }
}

/// Reads what [`encode`] wrote.
pub(super) fn decode(bytes: &[u8], w: u32, h: u32) -> Option<Outline> {
    let mut reader = FORMAT.reader(bytes, 0);
    let mut outline = Outline::new(w, h);
    let mut points = Vec::new();
    let rings = reader.number(5).ok()?;
    for ring in 0..rings {
        let is_hole = match reader.byte().ok()? {
            0 => false,
            1 => true,
            _ => return None,
        };
        let parent = match reader.number(5).ok()? {
            0 => None,
            parent if parent <= ring => Some(usize::try_from(parent - 1).ok()?),
            _ => return None,
        };
        points.clear();
        let mut before = Point::ZERO;
        for _ in 0..reader.number(5).ok()? {
            before = Point::new(difference(&mut reader, before.x)?, difference(&mut reader, before.y)?);
            points.push(before);
        }
        outline.add_ring(&points, is_hole, parent);
    }
    (reader.at == bytes.len()).then_some(outline)
}
