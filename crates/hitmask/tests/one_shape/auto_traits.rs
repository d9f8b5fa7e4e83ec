//! Every public type is `Send` and `Sync`. The compiler checks the types that are listed here; the test checks that the list is complete.

use hitmask::broad_phase::{Aabb, AnyBroadPhase, BroadPhaseKind, BruteForce, Grid, SortX, TooManyPairs};
use hitmask::rle::{Sprite8, Sprite16};
use hitmask::{
    AlphaLevel, AlphaMask, AlphaRule, Angle, AreaMap, Blocker, Body, BorderMode, BufferMode, BufferOverlap,
    CacheStats, Cast, CastHit, Caster, Change, Circle, Closest, Collider, ColliderKind, ColliderProps,
    ColliderRef, ColliderShape, CollisionBuffer, Component, Components, Connectivity, Contact, ConvexPolygon,
    DecodeError, DecodeErrorKind, DecodeLimits, Direction, DistanceField, Event, EventDetail, EventKind,
    FillRule, Fit, Frames, Handle, InvalidArgument, InvalidReason, IslandOptions, LabelHit, LabelMask,
    LabelNames, LabelOverlap, LabelView, Labels, Layers, LineHit, Margins, Mask, Member, Moments,
    MoveOptions, Moved, Nearest, NewFrame, NewSprite, Obstacle, Outline, OutlineBound, PackBuilder,
    PackEntry, PackError, PackSlice, PackSprite, PackTag, PathSegment, Pieces, PixelRule, Placed, Point,
    PointQ16, Pose, PoseCache, PoseParts, PosedCast, Probe, Query, QueryFilter, RayHit, Rect, Ring, Run,
    RunMask, ScanOrder, ShapeRef, Simplify, SliceArea, SliceFill, Slid, Slope, SolidMoved, StepCast, Stop,
    StructuringElement, TagDirection, Terrain, TerrainEdges, TileCell, TileColliders, TileDef, TileKind,
    TileKinds, TileMap, TileOverlap, TileSet, TileView, TimeOfImpact, Touch, Transform, TurningHit,
    TurningMotion, Verdict, World, WorldOptions, WorldSnapshot, WorldStats,
};

/// Whatever holds the bytes of a pack.
type Pack = hitmask::Pack<&'static [u8]>;

const fn shared<T: Send + Sync>() {}

macro_rules! all_shared {
    ($($name:ident)*) => {
        const _: () = { $(shared::<$name>();)* };
        const LISTED: &[&str] = &[$(stringify!($name)),*];
    };
}

all_shared! {
    DecodeError DecodeErrorKind DecodeLimits Body Direction Margins SliceFill CastHit Caster Transform WorldSnapshot
    Aabb AlphaLevel AlphaMask AlphaRule Angle AnyBroadPhase AreaMap Blocker BroadPhaseKind BruteForce BufferMode
    CacheStats Cast Change Circle Closest Collider ColliderKind ColliderProps ColliderRef ColliderShape CollisionBuffer Component Components Connectivity Contact
    ConvexPolygon DistanceField TerrainEdges Event EventDetail EventKind FillRule Fit Frames Grid Handle IslandOptions
    Layers LineHit Mask Member BufferOverlap Moments MoveOptions Moved Nearest Obstacle Outline BorderMode
    Pieces PixelRule Point PointQ16 Pose PoseCache PoseParts PosedCast Probe OutlineBound Query
    QueryFilter RayHit Rect InvalidArgument InvalidReason Ring Run RunMask ScanOrder Simplify Slid Slope SolidMoved SortX Sprite16
    Sprite8 Placed StepCast Stop StructuringElement Terrain TimeOfImpact TooManyPairs Touch TurningHit TurningMotion
    Verdict PathSegment World WorldOptions WorldStats
    NewFrame NewSprite Pack PackBuilder PackEntry PackError PackSlice PackSprite PackTag
    SliceArea TagDirection
    LabelMask LabelNames LabelView Labels LabelHit LabelOverlap ShapeRef TileCell TileDef TileKind TileKinds TileMap TileSet TileView TileOverlap TileColliders
}

#[cfg(feature = "serde")]
const _: () = shared::<hitmask::SavedWorld>();

/// Exported types that only a feature has. They are listed above.
const BEHIND_FEATURES: [&str; 1] = ["SavedWorld"];

/// Exported names that are not types, and one that is exported under a hidden name.
const TRAITS: [&str; 3] = ["BroadPhase", "CustomTest", "Shape"];

#[test]
fn no_public_type_is_missing() {
    let exports = [
        include_str!("../../src/lib.rs"),
        include_str!("../../src/broad_phase/mod.rs"),
        include_str!("../../src/rle/mod.rs"),
    ];
    // A type may be exported from its module and from the root.
    let mut found = std::collections::BTreeSet::new();
    for text in exports {
        // `pub use a::b::{C, d};` and `pub use a::C;`
        for statement in text.split("\npub use ").skip(1) {
            let statement = &statement[..statement.find(';').expect("a statement ends")];
            for word in statement.split(|c: char| !c.is_alphanumeric() && c != '_') {
                let is_plain = !TRAITS.contains(&word) && !BEHIND_FEATURES.contains(&word);
                if word.starts_with(char::is_uppercase) && is_plain {
                    assert!(LISTED.contains(&word), "{word} is public, and not listed here");
                    found.insert(word);
                }
            }
        }
    }
    assert_eq!(found.len(), LISTED.len(), "every name listed here is public");
}

/// Equal masks have equal hashes, no matter how they were made.
#[test]
#[expect(clippy::mutable_key_type, reason = "equality and hash do not use what a mask keeps with itself")]
fn hashes_follow_equality() {
    use std::collections::HashSet;
    for w in [1, 16, 17, 32, 33, 64, 130] {
        let mask = Mask::from_fn(w, 7, |x, y| (x * 5 + y * 3) % 7 < 3);
        let edited = {
            let mut edited = Mask::new(w, 7);
            edited.fill();
            edited.intersect_with(&mask, (0, 0));
            edited
        };
        let other = {
            let mut other = mask.clone();
            other.set((0, 6), !mask.get((0, 6)));
            other
        };
        let masks = HashSet::from([mask.clone(), edited, other]);
        assert_eq!(masks.len(), 2, "width {w}");
        assert_eq!(
            HashSet::from([
                RunMask::from(&mask),
                RunMask::from_fn(w, 7, |x, y| mask.get((x as i32, y as i32)))
            ])
            .len(),
            1
        );
        assert_eq!(
            HashSet::from([AlphaMask::from_mask(&mask), AlphaMask::from(&mask), AlphaMask::new(w, 7)]).len(),
            2
        );
    }
}
