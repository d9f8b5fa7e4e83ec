//! The demo's scene. Its sprites are built into the program, so that an installed one has them.
//!
//! The files in `demo/` are copies of files in the repository's `assets/`, where their sources are listed; all of them are in the
//! public domain (CC0). They are copies because a package contains only files of its own folder. A test checks that they are equal.

use hitmask::{Point, Rect};
use hitmask_assets::{Image, Options, decode};

use crate::answer::{CheckAnswer, SpriteShape};
use crate::values::Threshold;

/// Width and height of the scene.
pub(crate) const SIZE: (u32, u32) = (650, 352);

/// The side of a sprite on which a label stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LabelSide {
    Above,
    Below,
    Left,
    Right,
}

/// A sprite and where it lies.
#[derive(Debug)]
pub(crate) struct DemoSprite {
    pub(crate) name: &'static str,
    pub(crate) at: Point,
    /// The side where the picture has room for the name.
    pub(crate) label: LabelSide,
    pub(crate) image: Image,
    pub(crate) shape: SpriteShape,
}

/// Two sprites, by their numbers, whose rectangles overlap.
#[derive(Debug)]
pub(crate) struct DemoPair {
    pub(crate) a: usize,
    pub(crate) b: usize,
    /// In A's pixels.
    pub(crate) answer: CheckAnswer,
    /// The rectangle that both frames cover, in the scene.
    pub(crate) shared: Rect,
}

macro_rules! built_in {
    ($($name:literal at $x:literal, $y:literal, named $side:ident;)*) => {
        [$(($name, Point::new($x, $y), LabelSide::$side, include_bytes!(concat!("../demo/", $name, ".png")).as_slice())),*]
    };
}

/// The sprites, from back to front.
pub(crate) fn sprites() -> Vec<DemoSprite> {
    let sprites = built_in! {
        "ladderMid" at 24, 192, named Below;
        "ball_red_alt" at 72, 233, named Below;
        "flagGreen1" at 184, 172, named Above;
        "coinGold" at 184, 220, named Right;
        "spikes" at 346, 192, named Below;
        "femaleAdventurer_walk0" at 340, 140, named Above;
        "cactus" at 516, 192, named Below;
        "bee" at 503, 112, named Above;
        "playerShip1_orange" at 56, 44, named Below;
        "laserRed01" at 65, 29, named Above;
        "meteorGrey_big2" at 130, 74, named Right;
        "saw" at 292, 8, named Below;
        "torch1" at 374, 10, named Right;
    };
    sprites.map(|(name, at, label, png)| sprite(name, at, label, png)).into()
}

fn sprite(name: &'static str, at: Point, label: LabelSide, png: &[u8]) -> DemoSprite {
    // The tests decode every one of them.
    let decoded = decode(png, &Options::default()).expect("the demo's sprites are PNG files");
    let frame = decoded.frames.into_iter().next().expect("a picture has a frame");
    DemoSprite {
        name,
        at,
        label,
        shape: SpriteShape::Mask(frame.mask(Threshold::default().0)),
        image: frame.image,
    }
}

/// The pairs whose rectangles overlap, each of them once.
pub(crate) fn pairs(sprites: &[DemoSprite]) -> Vec<DemoPair> {
    let mut pairs = Vec::new();
    for (b, second) in sprites.iter().enumerate() {
        for (a, first) in sprites[..b].iter().enumerate() {
            if let Some(shared) = first.rect().intersection(&second.rect()) {
                let at = Point::new(second.at.x - first.at.x, second.at.y - first.at.y);
                pairs.push(DemoPair {
                    a,
                    b,
                    answer: CheckAnswer::plain(&first.shape, &second.shape, at),
                    shared,
                });
            }
        }
    }
    pairs
}

impl DemoSprite {
    /// The frame's rectangle in the scene.
    pub(crate) fn rect(&self) -> Rect {
        Rect { x: self.at.x, y: self.at.y, ..self.shape.rect() }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// A package is also built where there is no repository with `assets/`.
    #[test]
    fn the_copies_equal_the_originals() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let assets = package.join("../../assets");
        if !assets.is_dir() {
            return;
        }
        let entries = package.join("demo").read_dir().unwrap().map(|entry| entry.unwrap());
        let copies: Vec<_> =
            entries.filter(|entry| entry.path().extension().is_some_and(|kind| kind == "png")).collect();
        // Three of them are used by the shooter only.
        assert_eq!(copies.len(), super::sprites().len() + 3);
        for copy in copies {
            let original = std::fs::read(assets.join(copy.file_name())).unwrap();
            assert!(std::fs::read(copy.path()).unwrap() == original, "{:?} differs", copy.file_name());
        }
    }
}
