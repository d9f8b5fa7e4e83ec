//! Packs from any bytes: an error, or a pack whose entries can be read or refused, and copied.

use hitmask::{NewSprite, Pack, PackBuilder};

use crate::common::pack_case;

/// Tries the bytes as they are, and then with checksums that fit, so that the search gets past them.
pub fn pack(bytes: &[u8]) {
    let _ = pack_case::read_all(bytes);
    let mut repaired = bytes.to_vec();
    pack_case::repair(&mut repaired);
    let _ = pack_case::read_all(&repaired);
    let Ok(pack) = Pack::open(&repaired[..]) else { return };
    let mut builder = PackBuilder::new();
    for sprite in pack.sprites() {
        if let Ok(sprite) = NewSprite::from_sprite(sprite) {
            let _ = builder.add(sprite);
        }
    }
    // What is copied is written as a legal pack.
    let again = builder.finish();
    let copy = Pack::open(&again[..]).expect("it was just written");
    assert_eq!(copy.len(), builder.len());
    copy.verify().expect("it was just written");
}
