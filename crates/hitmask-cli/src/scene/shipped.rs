//! The shooter of the demo, built into the program: a copy of `scenes/shooter.toml` and of the sprites that it names.

use std::path::Path;

use hitmask_assets::{Frame, Options, decode};

use super::content::Scene;
use super::kinds;
use crate::error::Error;
use crate::question::SpriteSpec;

const TEXT: &str = include_str!("../../demo/shooter.toml");

macro_rules! sprites {
    ($($name:literal)*) => {
        [$(($name, include_bytes!(concat!("../../demo/", $name)).as_slice())),*]
    };
}

const SPRITES: [(&str, &[u8]); 6] = sprites! {
    "playerShip1_orange.png" "laserRed01.png" "meteorGrey_big1.png" "meteorGrey_big2.png" "meteorGrey_med1.png"
    "meteorGrey_tiny2.png"
};

/// A ship, its shots and a hundred rocks.
pub(crate) fn shooter() -> Result<Scene, Error> {
    kinds::read_scene(Path::new("shooter.toml"), TEXT, Path::new(""), &mut |spec| Ok(frame(spec)))
}

fn frame(spec: &SpriteSpec) -> Frame {
    let name = spec.name.short();
    let (_, png) =
        SPRITES.iter().find(|(known, _)| *known == name).expect("the scene's sprites are built in");
    let decoded = decode(png, &Options::default()).expect("the demo's sprites are PNG files");
    decoded.frames.into_iter().next().expect("a picture has a frame")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn the_copy_equals_the_original() {
        let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/shooter.toml");
        // A package is also built where there is no repository with scenes.
        if original.is_file() {
            assert_eq!(std::fs::read_to_string(original).unwrap(), super::TEXT);
        }
        assert_eq!(super::shooter().unwrap().sprites.len(), 105);
    }
}
