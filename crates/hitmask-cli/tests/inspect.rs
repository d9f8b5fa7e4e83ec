//! What `inspect`, `--help`, `man` and `completions` show.

mod common;

use common::{Picture, assets, code, json_lines, run, stderr, stdout};
use serde_json::json;

fn report(args: &[&str]) -> serde_json::Value {
    let output = run(&assets(), &[&["inspect", "--json"], args].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    json_lines(&output).remove(0)
}

#[test]
fn reports_are_those_of_the_pixels() {
    for (name, kind) in [
        ("playerShip1_orange.png", "soft"),
        ("tracksSmall.png", "soft"),
        ("car-idle.png", "binary"),
        ("stars.png", "soft"),
        ("highway.png", "binary"),
    ] {
        let picture = Picture::read(&assets().join(name));
        for threshold in [0, 1, 128, 255] {
            let report = report(&[name, "--threshold", &threshold.to_string()]);
            let frame = &report["frames"][0];
            let solid: Vec<_> =
                (0..picture.rgba.len()).filter(|&i| picture.rgba[i][3] >= threshold).collect();
            let greatest = picture.rgba.iter().map(|pixel| pixel[3]).max().unwrap();
            assert_eq!(report["alpha"], json!(kind), "{name}");
            assert_eq!(frame["size"], json!([picture.width, picture.height]), "{name}");
            assert_eq!(frame["greatest_alpha"], json!(greatest), "{name}");
            assert_eq!(frame["solid"], json!(solid.len()), "{name} {threshold}");
            let width = picture.width as usize;
            let (columns, rows) = (solid.iter().map(|i| i % width), solid.iter().map(|i| i / width));
            let bounds = columns.clone().min().map(|left| {
                let top = rows.clone().min().unwrap();
                [left, top, columns.max().unwrap() - left + 1, rows.max().unwrap() - top + 1]
            });
            assert_eq!(frame["bounds"], json!(bounds), "{name} {threshold}");
            let bytes = |key: &str| frame[key].as_u64().unwrap();
            assert!(bytes("bytes_as_bits") >= u64::from(picture.width * picture.height / 8), "{name}");
            assert!(bytes("bytes_as_runs") > 0, "{name}");
        }
    }
}

#[test]
fn frames_slices_and_tags_are_told() {
    let player = report(&["player.aseprite"]);
    assert_eq!(player["frames"].as_array().unwrap().len(), 14);
    assert_eq!(player["frames"][0]["duration_ms"], json!(200));
    assert_eq!(player["tags"][1], json!({ "name": "walk-down", "first": 2, "last": 5 }));
    let props = report(&["aseprite_file-tests-props.aseprite"]);
    assert_eq!(props["slices"][0]["name"], json!("Slice 1"));
    assert_eq!(props["slices"][0]["keys"][0]["rect"], json!([32, 32, 16, 16]));
    let slice = report(&["aseprite_file-tests-props.aseprite#Slice 1"]);
    assert_eq!(slice["frames"][0]["size"], json!([16, 16]));
    let atlas = report(&["boonga.json#1"]);
    assert_eq!(
        (&atlas["format"], &atlas["frames"][0]["name"]),
        (&json!("JSON atlas"), &json!("boonga 1.ase"))
    );
    let cells = report(&["tiles.png", "--grid", "128x128"]);
    assert_eq!(cells["frames"].as_array().unwrap().len(), 156);
}

#[test]
fn sprites_that_can_be_seen_but_not_touched_are_named() {
    let output = run(&assets(), &["inspect", "tracksSmall.png"]);
    let said = stdout(&output);
    assert!(said.contains("note: tracksSmall.png has visible pixels but none at threshold 128"), "{said}");
    assert!(said.contains("greatest alpha is 77; try --threshold 77 or less"), "{said}");
    let output = run(&assets(), &["inspect", "tracksSmall.png", "--json"]);
    assert!(stderr(&output).contains("tracksSmall.png has visible pixels"), "{}", stderr(&output));
    let output = run(&assets(), &["inspect", "tracksSmall.png", "--threshold", "77"]);
    assert!(!stdout(&output).contains("note:"));
}

#[test]
fn the_preview_shows_the_shape_without_colours() {
    let said = stdout(&run(&assets(), &["inspect", "smiley.aseprite#0"]));
    assert!(!said.contains('\u{1b}'), "{said}");
    let dots: Vec<&str> = said.lines().skip(3).collect();
    assert!(dots.len() == 8 && dots.iter().all(|line| line.chars().count() <= 18), "{said}");
    assert!(dots.concat().chars().filter(|c| ('\u{2801}'..='\u{28FF}').contains(c)).count() > 20, "{said}");
    // Someone who asks for colours gets them, and NO_COLOR takes them away.
    let colored = |name: &str| {
        let output = common::command(&assets()).args(["inspect", "bee.png"]).env(name, "1").output().unwrap();
        stdout(&output).contains("\u{1b}[")
    };
    assert!(colored("CLICOLOR_FORCE") && !colored("NO_COLOR"));
}

#[test]
fn help_has_examples_and_the_version_is_the_crates() {
    for args in [
        &["--help"][..],
        &["check", "--help"],
        &["batch", "-h"],
        &["inspect", "--help"],
        &["outline", "--help"],
        &["components", "-h"],
    ] {
        let output = run(&assets(), args);
        assert_eq!(code(&output), 0);
        assert!(stdout(&output).contains("Examples:\n") && stdout(&output).contains("hitmask "), "{args:?}");
    }
    let version = stdout(&run(&assets(), &["--version"]));
    assert_eq!(version, format!("hitmask {}\n", env!("CARGO_PKG_VERSION")));
}

/// Help, man pages and completions know every option, since all come from one definition.
#[test]
fn one_definition_feeds_them_all() {
    let options = [
        "at",
        "threshold",
        "rule",
        "key",
        "grid",
        "mask-a",
        "mask-b",
        "json",
        "picture",
        "affine-a",
        "rotate-b",
        "scale-a",
        "flip-b",
        "pivot-a",
        "at-b",
    ];
    let help = stdout(&run(&assets(), &["check", "--help"]));
    let page = stdout(&run(&assets(), &["man", "check"])).replace("\\-", "-");
    assert!(page.starts_with(".ie") || page.starts_with(".TH"), "{page}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&assets(), &["completions", shell]);
        let script = stdout(&output);
        assert_eq!(code(&output), 0, "{shell}");
        for option in options {
            assert!(script.contains(option), "{shell} lacks {option}");
        }
    }
    for option in options {
        let option = format!("--{option}");
        assert!(help.contains(&option) && page.contains(&option), "{option}");
    }
    let program = stdout(&run(&assets(), &["man"])).replace("\\-", "-");
    for command in ["demo", "check", "batch", "inspect", "bake", "outline", "components"] {
        assert!(program.contains(&format!("hitmask-{command}(1)")), "{program}");
    }
}
