//! The commands of docs/tour.md, as they stand there: what they print, and the pictures that they draw. The game at the end of that page is
//! tested by `hitmask-pages`.

use std::path::Path;

use crate::common::{assets, code, run, stderr, stdout};

/// The bodies of the page's fences with this name.
fn fences(page: &str, name: &str) -> Vec<String> {
    let start = format!("\n```{name}\n");
    page.split(&start).skip(1).map(|part| part.split("\n```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn every_command_of_the_tour_does_what_the_page_says() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = std::fs::read_to_string(docs.join("tour.md")).unwrap().replace("\r\n", "\n");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tour");
    std::fs::create_dir_all(folder.join("assets")).unwrap();
    for name in ["playerShip1_orange.png", "meteorGrey_big2.png", "meteorGrey_med1.png"] {
        std::fs::copy(assets().join(name), folder.join("assets").join(name)).unwrap();
    }
    let [scene] = &fences(&page, "toml")[..] else { panic!("the page has one scene") };
    std::fs::write(folder.join("rocks.toml"), scene).unwrap();

    let mut pictures = Vec::new();
    for block in fences(&page, "console") {
        let (command, printed) = block.split_once('\n').unwrap_or((&block, ""));
        let words: Vec<&str> = command.strip_prefix("$ hitmask ").expect(command).split(' ').collect();
        let output = run(&folder, &words);
        assert!(code(&output) < 2, "{command}\n{}", stderr(&output));
        // A command that ends its block prints more than the page shows.
        if !printed.is_empty() {
            assert_eq!(stdout(&output).trim_end(), printed, "{command}");
        }
        pictures.extend(
            words
                .iter()
                .filter(|word| word.ends_with(".png") && !word.contains('/'))
                .map(|word| (*word).to_owned()),
        );
    }
    assert_eq!(pictures.len(), 6, "{pictures:?}");
    for picture in pictures {
        assert!(page.contains(&format!("](tour/{picture})")), "the page does not show {picture}");
        let (made, committed) = (folder.join(&picture), docs.join("tour").join(&picture));
        let same = std::fs::read(&made).unwrap() == std::fs::read(&committed).unwrap_or_default();
        assert!(same, "{} differs from {}", made.display(), committed.display());
    }
}
