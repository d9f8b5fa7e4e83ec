//! Tests the examples in the repository's Markdown pages: `cargo test -p hitmask-pages --doc`.
//!
//! The pages lie outside the folder of every crate, so a published crate cannot include them. This crate is not published.

// What a page shows makes no warning where it is copied.
#![doc(test(attr(deny(unused_must_use))))]

/// One item for each page, and the list of the pages for the test below.
macro_rules! pages {
    ($($name:ident = $file:literal,)*) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("../../../", $file))]
            pub struct $name;
        )*

        #[cfg(test)]
        const TESTED: &[&str] = &[$($file),*];
    };
}

pages! {
    Readme = "README.md",
    Buffer = "docs/buffer.md",
    Fast = "docs/fast.md",
    LevelFiles = "docs/level_files.md",
    Movers = "docs/movers.md",
    Pack = "docs/pack.md",
    Parts = "docs/parts.md",
    Pixels = "docs/pixels.md",
    Recipes = "docs/recipes.md",
    Saving = "docs/saving.md",
    Shapes = "docs/shapes.md",
    SpriteToWorld = "docs/sprite-to-world.md",
    Terrain = "docs/terrain.md",
    Tiles = "docs/tiles.md",
    World = "docs/world.md",
}

/// Pages that are tested elsewhere: those about Bevy and the GPU by `bevy_hitmask` and `hitmask-gpu`, which are workspaces of their own; the tour, which draws
/// pictures, by tests/tour.rs and by `hitmask-cli`.
#[cfg(test)]
const ELSEWHERE: [&str; 3] = ["docs/bevy.md", "docs/gpu.md", "docs/tour.md"];

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// A page with an example that nobody compiles would soon be wrong.
    #[test]
    fn every_page_with_an_example_is_tested() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut pages = Vec::new();
        for folder in ["", "docs/"] {
            for entry in root.join(folder).read_dir().expect("the folder can be read") {
                let name = entry.expect("the entry can be read").file_name();
                let page = format!("{folder}{}", name.to_string_lossy());
                if page.ends_with(".md")
                    && !super::ELSEWHERE.contains(&page.as_str())
                    && has_example(&std::fs::read_to_string(root.join(&page)).unwrap())
                {
                    pages.push(page);
                }
            }
        }
        pages.sort();
        assert_eq!(pages, super::TESTED, "the list in src/lib.rs must name every page with Rust code");
    }

    /// What docs/sprite-to-world.md shows of Bevy cannot be compiled here. It stands in docs/bevy.md, too, which `bevy_hitmask` tests.
    #[test]
    fn the_lines_about_bevy_are_tested_there() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let [page, guide] =
            ["sprite-to-world.md", "bevy.md"].map(|file| std::fs::read_to_string(docs.join(file)).unwrap());
        let lines = page.split("```rust,ignore\n").nth(1).and_then(|rest| rest.split("```").next());
        assert!(guide.contains(lines.expect("it has lines of Bevy")), "docs/bevy.md has other lines");
    }

    /// Whether a fence names Rust. A fence without a name is text, such as the drawing in ARCHITECTURE.md.
    fn has_example(page: &str) -> bool {
        page.lines().any(|line| line.trim_start().starts_with("```rust"))
    }

    #[test]
    fn fences_are_told_apart() {
        assert!(has_example("text\n```rust\nfn main() {}\n```\n"));
        assert!(has_example("- item\n  ```rust,no_run\n  f();\n  ```\n"));
        assert!(!has_example("```console\n$ ls\n```\n```\n#..#\n```\n"));
    }
}
