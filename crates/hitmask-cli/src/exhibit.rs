//! The demo's scene: sprites that are built into the program, so that an installed one shows it anywhere.
//!
//! The files in `demo/` are copies of the same in the repository's `assets/`, which also says where they come from and
//! that all of them are in the public domain (CC0). They are copies because a package holds only what lies in its own
//! folder; a test sees to it that they stay equal.

use hitmask::{Point, Rect};
use hitmask_assets::{Image, Options, decode};

use crate::answer::{Answer, Shape};
use crate::values::Threshold;

/// Width and height of the scene.
pub(crate) const SIZE: (u32, u32) = (650, 352);

/// A side of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    Above,
    Below,
    Left,
    Right,
}

/// A sprite in its place.
#[derive(Debug)]
pub(crate) struct Actor {
    pub(crate) name: &'static str,
    pub(crate) at: Point,
    /// Where the picture has room for the name.
    pub(crate) label: Beside,
    pub(crate) image: Image,
    pub(crate) shape: Shape,
}

/// Two sprites whose rectangles overlap, by their numbers.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) a: usize,
    pub(crate) b: usize,
    /// In A's pixels.
    pub(crate) answer: Answer,
    /// The rectangle that both frames share, in the scene.
    pub(crate) shared: Rect,
}

macro_rules! sprites {
    ($($name:literal at $x:literal, $y:literal, named $side:ident;)*) => {
        [$(($name, Point::new($x, $y), Beside::$side, include_bytes!(concat!("../demo/", $name, ".png")).as_slice())),*]
    };
}

/// The sprites, from back to front.
pub(crate) fn actors() -> Vec<Actor> {
    let sprites = sprites! {
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
    sprites.map(|(name, at, label, png)| actor(name, at, label, png)).into()
}

fn actor(name: &'static str, at: Point, label: Beside, png: &[u8]) -> Actor {
    // The tests decode every one of them.
    let sprite = decode(png, &Options::default()).expect("the demo's sprites are PNG files");
    let frame = sprite.frames.into_iter().next().expect("a picture has a frame");
    Actor { name, at, label, shape: Shape::Mask(frame.mask(Threshold::default().0)), image: frame.image }
}

/// Every pair whose rectangles overlap, once.
pub(crate) fn pairs(actors: &[Actor]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (b, second) in actors.iter().enumerate() {
        for (a, first) in actors[..b].iter().enumerate() {
            if let Some(shared) = first.rect().intersection(&second.rect()) {
                let at = Point::new(second.at.x - first.at.x, second.at.y - first.at.y);
                pairs.push(Pair { a, b, answer: Answer::plain(&first.shape, &second.shape, at), shared });
            }
        }
    }
    pairs
}

impl Actor {
    /// The frame's rectangle in the scene.
    pub(crate) fn rect(&self) -> Rect {
        Rect { x: self.at.x, y: self.at.y, ..self.shape.rect() }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// The package is built without the repository's `assets/` too.
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
        // Three are in the shooter only.
        assert_eq!(copies.len(), super::actors().len() + 3);
        for copy in copies {
            let original = std::fs::read(assets.join(copy.file_name())).unwrap();
            assert!(std::fs::read(copy.path()).unwrap() == original, "{:?} differs", copy.file_name());
        }
    }
}
