//! The shapes of every shipped sprite, at five thresholds: nothing panics, nothing is refused, and all guarantees hold.

use crate::common::assets;
use hitmask::{BorderMode, Connectivity, Mask, Simplify};
use hitmask_assets::{Options, load};

/// One mask.
fn check(mask: &Mask, name: &str) {
    let (w, h) = mask.size();
    let solid = mask.count();
    // Large pictures are tested at one threshold only.
    let both = [Connectivity::Eight, Connectivity::Four];
    for &connectivity in &both[..if w * h > 200_000 { 1 } else { 2 }] {
        let outline = mask.outline(connectivity);
        assert_eq!(outline.to_mask(), *mask, "{name}: the outline");
        let parts = mask.components(connectivity);
        assert_eq!(parts.iter().map(|part| part.area).sum::<u64>(), solid, "{name}: components");
        for wish in [Simplify::outer(), Simplify::inner(), Simplify::within(1.5)] {
            let simple = outline.simplify(&wish).unwrap_or_else(|error| panic!("{name}: {wish:?}: {error}"));
            assert_eq!(simple.len(), outline.len(), "{name}");
            let pieces = simple.convex_pieces();
            let union: u64 = pieces
                .iter()
                .map(|piece| Mask::from_polygons(w, h, [piece], hitmask::FillRule::EvenOdd).count())
                // Filling thousands of pieces of a large picture would take minutes and show nothing more.
                .take(if w * h > 5_000 { 4 } else { usize::MAX })
                .sum();
            let whole = simple.to_mask().count();
            assert!(if w * h > 5_000 { union <= whole } else { union == whole }, "{name}: {wish:?}");
        }
    }
    let area: u64 = mask.rectangles().iter().map(hitmask::Rect::area).sum();
    assert_eq!(area, solid, "{name}: rectangles");
    assert_eq!(mask.convex_hull().is_empty(), solid == 0, "{name}");
    assert_eq!(mask.moments().area, solid, "{name}");
    assert_eq!(mask.distance_to_solid().squared().is_some(), solid > 0, "{name}");
    assert!(mask.distance_to_clear(BorderMode::Clear).squared().is_some() || w * h == 0, "{name}");
}

#[test]
fn every_sprite_has_shapes() {
    let mut files: Vec<_> = std::fs::read_dir(assets())
        .expect("the folder opens")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file() && !path.ends_with("manifest.csv") && !path.ends_with("LICENSES.md"))
        .collect();
    files.sort();
    let mut masks = 0;
    for path in files {
        let sprite = load(&path, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
        let mut seen: Vec<Mask> = Vec::new();
        // Animations differ little from frame to frame.
        for frame in sprite.frames.iter().take(2) {
            for threshold in [1, 64, 128, 200, 255] {
                let mask = frame.mask(threshold);
                if !seen.contains(&mask) {
                    check(&mask, &format!("{}, {}, threshold {threshold}", path.display(), frame.name));
                    seen.push(mask);
                    masks += 1;
                }
            }
        }
    }
    assert!(masks > 150, "{masks} masks");
}
