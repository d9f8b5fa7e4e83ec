//! The shipped picture of the track is the one that the code draws.

use hitmask_assets::{Options, load};
use hitmask_scenes::track::{HEIGHT, WIDTH, rgba};

#[test]
fn the_track_is_the_one_that_is_drawn() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/track.png");
    let sprite = load(file, &Options::default()).unwrap();
    let image = &sprite.frames[0].image;
    assert_eq!((image.width(), image.height()), (WIDTH, HEIGHT));
    assert!(image.as_rgba8() == rgba(), "draw it again: cargo run -p hitmask-scenes --example draw_track");
    // The road is visible, but not solid at level 160.
    let [road, solid] = [1, 160].map(|level| sprite.frames[0].mask(level).count());
    assert!(
        road == u64::from(WIDTH * HEIGHT) && solid < road * 3 / 4 && solid > road / 2,
        "{solid} of {road}"
    );
}
