//! Two posed masks made from the input, compared with exact brute force.

use hitmask::{Mask, PixelRule, Pose};
use hitmask_oracle::{Affine, Grid, bake, posed_geometry_overlaps, posed_overlap};

use crate::bytes::{Bytes, corners};

/// Limits above which the oracle would take too long: pixels on a side of the screen, and pairs of texels.
const MOST_PIXELS: i64 = 200;
const MOST_PAIRS: u64 = 2_000;

/// A Q16 number: a small number times a power of two.
fn number(bytes: &mut Bytes, powers: u8) -> i64 {
    i64::from(bytes.next() as i8) << (bytes.next() % powers)
}

fn affine(bytes: &mut Bytes) -> Affine {
    let matrix = [0; 4].map(|_| number(bytes, 16));
    let translation = [0; 2].map(|_| {
        let near = number(bytes, 20) + number(bytes, 4);
        match bytes.next() {
            255 => (1 << 47) - 1 + near.min(0),
            254 => 1 - (1 << 47) + near.max(0),
            _ => near,
        }
    });
    let ([a, b, c, d], [tx, ty]) = (matrix, translation);
    [a, b, c, d, tx, ty]
}

/// A small enough picture with a legal pose.
fn posed(bytes: &mut Bytes) -> Option<(Mask, Grid, Pose, Affine)> {
    let affine = affine(bytes);
    let pose = Pose::from_q16(affine).ok()?;
    let stretch = affine[..4].iter().map(|n| n.abs()).max()?;
    let most = (MOST_PIXELS << 16) / stretch.max(1);
    let mut side = || i64::from(bytes.next()).min(most) as u32;
    let (w, h) = (side(), side());
    let (mask, grid) = bytes.mask_of(w, h);
    Some((mask, grid, pose, affine))
}

/// Compares every posed verb.
pub(crate) fn posed_pair(bytes: &[u8]) {
    let bytes = &mut Bytes(bytes);
    let (Some((a, grid_a, pose_a, affine_a)), Some((b, grid_b, pose_b, affine_b))) =
        (posed(bytes), posed(bytes))
    else {
        return;
    };
    let truth = posed_overlap(&grid_a, affine_a, &grid_b, affine_b);
    assert_eq!(a.overlaps_posed(&pose_a, &b, &pose_b, PixelRule::Raster), truth.overlaps());
    assert_eq!(a.overlap_area_posed(&pose_a, &b, &pose_b), truth.area());
    let first = a.first_overlap_posed(&pose_a, &b, &pose_b).map(|p| (i64::from(p.x), i64::from(p.y)));
    assert_eq!(first, truth.first());
    assert_eq!(a.overlap_bounds_posed(&pose_a, &b, &pose_b).map(corners), truth.bounds());

    let geometry = a.overlaps_posed(&pose_a, &b, &pose_b, PixelRule::Geometry);
    assert!(geometry || !truth.overlaps());
    if a.count() * b.count() <= MOST_PAIRS {
        assert_eq!(geometry, posed_geometry_overlaps(&grid_a, affine_a, &grid_b, affine_b));
    }

    let (baked, corner) = a.bake(&pose_a).unwrap();
    match bake(&grid_a, affine_a) {
        None => assert!(baked.is_empty()),
        Some((truth, at)) => {
            assert_eq!((i64::from(corner.x), i64::from(corner.y)), at);
            assert!(
                baked == Mask::from_fn(truth.w as u32, truth.h as u32, |x, y| truth.get(x.into(), y.into()))
            );
        }
    }
}
