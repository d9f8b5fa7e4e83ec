//! Run-length sprites from any bytes: an error, or a sprite whose forms all agree.

use hitmask::rle::{Sprite8, Sprite16, decode8, decode16, encode8, encode16};
use hitmask::{Mask, Point, RunMask};

/// Two bytes for the width, one for the height, then the codes. The size is never larger than what the decoders accept for so few bytes.
fn split(bytes: &[u8]) -> Option<(u32, u32, &[u8])> {
    let (&[low, high, h], codes) = bytes.split_first_chunk()?;
    Some((u16::from_le_bytes([low, high]).into(), h.into(), codes))
}

/// 8-bit sprites. Walking along the codes must give the same answers as runs and bits.
pub(crate) fn rle8(bytes: &[u8]) {
    let Some((w, h, codes)) = split(bytes) else { return };
    let Ok(sprite) = Sprite8::new(w, h, codes) else { return };
    let runs = sprite.to_run_mask();
    for p in runs.points() {
        assert!(sprite.pixel(p).is_some(), "{p:?}");
    }
    let offset = Point::new(codes.len() as i32 % 7 - 3, codes.len() as i32 % 3 - 1);
    let first = sprite.first_overlap(&sprite, offset);
    assert_eq!(first, runs.first_overlap(&runs, offset));
    assert_eq!(first, runs.first_overlap(&Mask::from(&runs), offset));

    // If there is an index that no pixel has, it stands for clear.
    let free = (0..=255).find(|index| (0..h).flat_map(|y| sprite.runs(y)).all(|(_, p)| !p.contains(index)));
    if let Some(free) = free {
        let picture = sprite.to_indexed(free);
        let again = encode8(w, h, &picture, free).expect("as many pixels as the size asks for");
        assert!(again.len() <= codes.len(), "the writer's runs are as long as can be");
        assert_eq!(decode8(w, h, &again, free).as_ref(), Ok(&picture));
        assert_eq!(runs, RunMask::from(&Mask::from_indexed(w, h, &picture, free).expect("the same size")));
    }
}

/// 16-bit sprites with solid, alpha and clear runs.
pub(crate) fn rle16(bytes: &[u8]) {
    let Some((w, h, codes)) = split(bytes) else { return };
    let Ok(sprite) = Sprite16::new(w, h, codes) else { return };
    let (runs, (colors, alphas)) = (sprite.to_run_mask(), sprite.to_picture());
    assert_eq!(sprite.to_alpha_mask().as_bytes(), alphas);
    let offset = Point::new(codes.len() as i32 % 7 - 3, codes.len() as i32 % 3 - 1);
    assert_eq!(sprite.first_overlap(&sprite, offset), runs.first_overlap(&runs, offset));
    let visible = sprite.to_alpha_mask().to_mask(1);
    assert_eq!(runs.overlap_area(&visible, (0, 0)), visible.count(), "what has an alpha has a run");

    let again = encode16(w, h, &colors, &alphas).expect("the same size");
    let (colors_read, alphas_read) = decode16(w, h, &again).expect("what was written is read");
    assert_eq!(alphas_read, alphas);
    for (i, &alpha) in alphas.iter().enumerate() {
        assert!(alpha == 0 || colors_read[i] == colors[i], "colour {i}");
    }
}
