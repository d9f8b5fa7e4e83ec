//! The game of docs/tour.md, as it stands there. The commands of that page are tested by `hitmask-cli`.

#[allow(dead_code, unused_results, reason = "it is the page's own program")]
mod program {
    include!(concat!(env!("OUT_DIR"), "/tour.rs"));

    pub(crate) fn run() {
        main().expect("the game ends well");
    }
}

#[test]
fn the_game_draws_the_picture_of_the_page() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("tour");
    std::fs::create_dir_all(folder.join("assets")).unwrap();
    for name in ["playerShip1_orange.png", "meteorGrey_med1.png"] {
        std::fs::copy(root.join("assets").join(name), folder.join("assets").join(name)).unwrap();
    }
    // This is the only test of this program, so nobody else needs the folder in which it runs.
    std::env::set_current_dir(&folder).unwrap();
    program::run();
    let (made, committed) = (folder.join("game.png"), root.join("docs/tour/game.png"));
    let same = std::fs::read(&made).unwrap() == std::fs::read(&committed).unwrap_or_default();
    assert!(same, "{} differs from {}", made.display(), committed.display());
}
