//! What `inspect`, `--help`, `man` and `completions` show.

use crate::common::{Picture, assets, code, json_lines, run, stderr, stdout};
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
    assert_eq!(
        player["tags"][1],
        json!({
            "name": "walk-down", "first": 2, "last": 5, "frames": null, "direction": "forward", "repeat": null
        })
    );
    let seen: Vec<_> =
        player["layers"].as_array().unwrap().iter().filter(|layer| layer["visible"] == json!(true)).collect();
    let names: Vec<_> = seen.iter().map(|layer| layer["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["base", "helmet", "Sunglasses"]);
    let said = stdout(&run(&assets(), &["inspect", "player.aseprite"]));
    assert!(said.lines().any(|line| line.starts_with("  layers: ") && line.contains("helmet")), "{said}");
    assert_eq!(report(&["player.aseprite#1"])["layers"], json!([]));
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

/// A libGDX atlas: its regions, and its animation in the order of the index.
#[test]
fn a_libgdx_atlas_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = Picture { width: 6, height: 4, rgba: vec![[9, 9, 9, 255]; 24] };
    sheet.write(&folder.path().join("sheet.png"));
    let region = |index, x| format!("run\nindex: {index}\nbounds: {x}, 0, 2, 3\noffsets: 1, 0, 4, 4\n");
    let text = format!("sheet.png\nsize: 6, 4\n{}{}{}", region(3, 0), region(1, 2), region(2, 4));
    std::fs::write(folder.path().join("game.atlas"), text).unwrap();
    let said = stdout(&run(folder.path(), &["inspect", "game.atlas"]));
    assert!(said.starts_with("game.atlas: libGDX atlas, 3 frames, binary alpha\n"), "{said}");
    assert!(said.contains("2x3 at (1, 1)") && said.contains("run_3"), "{said}");
    assert!(said.contains("  tag \"run\": frames 1, 2, 0\n"), "{said}");
    let report = stdout(&run(folder.path(), &["inspect", "game.atlas", "--json"]));
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["tags"][0]["frames"], json!([1, 2, 0]));
    let said = stdout(&run(folder.path(), &["check", "game.atlas#run", "game.atlas#run:2", "--at", "1,1"]));
    assert!(said.contains("touch"), "{said}");
    std::fs::write(folder.path().join("game.atlas"), "sheet.png\nsize: 6, 4\nrun\nbounds: 0, 0\n").unwrap();
    let output = run(folder.path(), &["inspect", "game.atlas"]);
    let said = stderr(&output);
    assert!(
        said.contains("game.atlas: line 4 of the libGDX atlas: \"bounds\" takes 4 whole numbers"),
        "{said}"
    );
}

#[test]
fn sprites_that_can_be_seen_but_not_touched_are_named() {
    let output = run(&assets(), &["inspect", "tracksSmall.png"]);
    let said = stdout(&output);
    assert!(said.contains("note: tracksSmall.png has visible pixels but none at threshold 128"), "{said}");
    assert!(said.contains("greatest alpha is 77; try --threshold 77 or less"), "{said}");
    let output = run(&assets(), &["inspect", "tracksSmall.png", "--json"]);
    assert!(stderr(&output).contains("tracksSmall.png has visible pixels"), "{}", stderr(&output));
    // Standard error gets one line for each file, however many frames are invisible.
    let folder = tempfile::tempdir().unwrap();
    let mut sheet = Picture { width: 40, height: 30, rgba: vec![[1, 2, 3, 100]; 1200] };
    sheet.rgba[0][3] = 200;
    sheet.rgba[1][3] = 120;
    sheet.write(&folder.path().join("sheet.png"));
    let grid = ["inspect", "sheet.png", "--grid", "2x2"];
    let output = run(folder.path(), &[&grid[..], &["--json"]].concat());
    assert_eq!(
        stderr(&output),
        "hitmask: note: 299 of the 300 frames of sheet.png have visible pixels but none at threshold 128, so nothing can \
         touch them: their greatest alpha is 100; try --threshold 100 or less\n"
    );
    let output = run(folder.path(), &grid);
    assert_eq!(stderr(&output), "");
    assert_eq!(stdout(&output).matches("note:").count(), 1, "{}", stdout(&output));
    let output = run(&assets(), &["inspect", "tracksSmall.png", "--threshold", "77"]);
    assert!(!stdout(&output).contains("note:"));
}

#[test]
fn the_preview_shows_the_shape_without_colours() {
    let said = stdout(&run(&assets(), &["inspect", "smiley.aseprite#0", "--preview"]));
    assert!(!said.contains('\u{1b}'), "{said}");
    let dots: Vec<&str> = said.lines().skip(3).collect();
    assert!(dots.len() == 8 && dots.iter().all(|line| line.chars().count() <= 18), "{said}");
    assert!(dots.concat().chars().filter(|c| ('\u{2801}'..='\u{28FF}').contains(c)).count() > 20, "{said}");
    // CLICOLOR_FORCE switches colours on, NO_COLOR switches them off.
    let colored = |name: &str| {
        let args = ["inspect", "bee.png", "--preview"];
        let output = crate::common::command(&assets()).args(args).env(name, "1").output().unwrap();
        stdout(&output).contains("\u{1b}[")
    };
    assert!(colored("CLICOLOR_FORCE") && !colored("NO_COLOR"));
}

/// Output that is no terminal gets a preview only if the user asks for one.
#[test]
fn a_file_gets_no_preview() {
    let is_preview = |c: char| ('\u{2801}'..='\u{28FF}').contains(&c) || c == '▀' || c == '▄';
    let said = stdout(&run(&assets(), &["inspect", "smiley.aseprite", "bee.png"]));
    assert!(said.contains("bee.png: PNG, 1 frame, soft alpha"), "{said}");
    assert!(!said.contains(is_preview), "{said}");
    let said = stdout(&run(&assets(), &["inspect", "smiley.aseprite", "bee.png", "--preview"]));
    assert!(said.contains(is_preview), "{said}");
}

/// `inspect` has the options by which all commands find the solid pixels of a sprite.
#[test]
fn colour_keys_and_mask_pictures_are_looked_at() {
    let picture = Picture::read(&assets().join("bee.png"));
    let [r, g, b, _] = picture.rgba[0];
    let key = format!("{r:02X}{g:02X}{b:02X}");
    let solid = picture.rgba.iter().filter(|pixel| pixel[..3] != [r, g, b]).count();
    assert_eq!(report(&["bee.png", "--key", &key])["frames"][0]["solid"], json!(solid));
    let mask = Picture::read(&assets().join("femaleAdventurer_walk3.png"));
    let solid = mask.rgba.iter().filter(|pixel| pixel[3] >= 100).count();
    let args = ["femaleAdventurer_walk0.png", "--mask", "femaleAdventurer_walk3.png", "--threshold", "100"];
    assert_eq!(report(&args)["frames"][0]["solid"], json!(solid));
}

/// Names out of files cannot send commands to the terminal.
#[test]
fn control_characters_of_names_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    Picture { width: 4, height: 4, rgba: vec![[9, 9, 9, 99]; 16] }.write(&folder.path().join("a.png"));
    let name = "\\u001b[2J\\n\\u0007\\u009b";
    let atlas = format!(
        r#"{{"frames": {{"f{name}": {{"frame": {{"x": 0, "y": 0, "w": 4, "h": 4}}}}}}, "meta": {{"image": "a.png",
        "slices": [{{"name": "s{name}", "keys": [{{"frame": 0, "bounds": {{"x": 0, "y": 0, "w": 2, "h": 2}}}}]}}],
        "frameTags": [{{"name": "t{name}", "from": 0, "to": 0}}]}}}}"#
    );
    std::fs::write(folder.path().join("a.json"), atlas).unwrap();
    let said = stdout(&run(folder.path(), &["inspect", "a.json"]));
    for name in ["f\\u{1b}[2J", "s\\u{1b}[2J", "t\\u{1b}[2J"] {
        assert!(said.contains(name), "{said}");
    }
    assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{said:?}");
    assert_eq!(said.lines().count(), 6, "{said}");
    // JSON has escapes of its own.
    let names = json_lines(&run(folder.path(), &["inspect", "a.json", "--json"])).remove(0);
    assert_eq!(names["tags"][0]["name"], json!("t\u{1b}[2J\n\u{7}\u{9b}"));
}

const COMMANDS: [&str; 13] = [
    "demo",
    "check",
    "which",
    "separate",
    "cast",
    "batch",
    "inspect",
    "bake",
    "outline",
    "components",
    "scene",
    "completions",
    "man",
];

/// Help is read in a terminal, where Markdown is noise.
#[test]
fn help_is_plain_text() {
    let mut pages = vec![vec!["--help"], vec!["-h"], vec!["man"], vec!["help"]];
    for command in COMMANDS {
        pages.extend([
            vec![command, "--help"],
            vec![command, "-h"],
            vec!["man", command],
            vec!["help", command],
        ]);
    }
    for page in pages {
        let output = run(&assets(), &page);
        let text = stdout(&output);
        assert_eq!((code(&output), stderr(&output).as_str()), (0, ""), "{page:?}");
        for markdown in ["`", "**", "](", "[["] {
            let found = text.lines().find(|line| line.contains(markdown) && !line.contains("[[ax, ay]"));
            assert_eq!(found, None, "{page:?} has {markdown}");
        }
    }
}

/// An option has the same name and the same text in every command that has it.
#[test]
fn shared_options_are_one() {
    let describe = |command: &str, option: &str| -> Option<String> {
        let help = stdout(&run(&assets(), &[command, "-h"]));
        let is_option = |line: &&str| line.trim_start().starts_with('-') || line.is_empty();
        let start = help.lines().position(|line| line.trim_start().starts_with(&format!("--{option} ")))?;
        let mut lines = help.lines().skip(start);
        let first = lines.next()?;
        let words = std::iter::once(first).chain(lines.take_while(|line| !is_option(line)));
        Some(words.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" "))
    };
    let all = ["check", "which", "separate", "cast", "inspect", "bake", "outline", "components"];
    for option in ["threshold", "key", "grid"] {
        let first = describe("check", option).unwrap_or_else(|| panic!("check lacks --{option}"));
        for command in all {
            assert_eq!(describe(command, option).as_deref(), Some(&first[..]), "{command} --{option}");
        }
    }
    for command in ["inspect", "bake", "outline", "components"] {
        assert_eq!(describe(command, "mask"), describe("outline", "mask"), "{command}");
        assert!(describe(command, "mask").is_some());
    }
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

/// Help, manual pages and completions list every option, because all come from one definition.
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

/// Names come out of files, and a terminal takes control characters for commands.
#[test]
fn names_are_printed_without_control_characters() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::copy(assets().join("coin.png"), folder.path().join("coin.png")).expect("a copy");
    let evil = "\u{1b}]0;owned\u{7}";
    let rect = json!({"x": 0, "y": 0, "w": 16, "h": 16});
    let atlas = json!({
        "frames": {evil: {"frame": rect}},
        "meta": {
            "image": "coin.png",
            "slices": [{"name": evil, "keys": [{"frame": 0, "bounds": rect}]}],
            "frameTags": [{"name": evil, "from": 0, "to": 0}],
        },
    });
    std::fs::write(folder.path().join("atlas.json"), atlas.to_string()).expect("a file");
    let output = run(folder.path(), &["inspect", "atlas.json"]);
    let said = stdout(&output);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(said.matches(r"\u{1b}]0;owned\u{7}").count(), 3, "{said}");
    assert!(!said.chars().any(|c| c.is_control() && c != '\n'), "{said:?}");

    let output = run(folder.path(), &["inspect", "atlas.json#none"]);
    let said = stderr(&output);
    assert_eq!(code(&output), 2);
    assert!(said.contains(r"\u{1b}]0;owned\u{7}"), "{said}");
    assert!(!said.trim_end().chars().any(char::is_control), "{said:?}");
}

#[test]
fn limits_are_options() {
    for (option, least) in [("--max-pixels", 80 * 16), ("--max-side", 80), ("--max-memory", 4 * 80 * 16)] {
        for (limit, status) in [(least - 1, 2), (1 << 20, 0)] {
            let output = run(&assets(), &["inspect", "coin.png", option, &limit.to_string()]);
            assert_eq!(code(&output), status, "{option} {limit}: {}", stderr(&output));
            let name = option[2..].replace('-', "_");
            let said = format!("the limit {name} is {limit}");
            assert_eq!(stderr(&output).contains(&said), status == 2, "{}", stderr(&output));
        }
    }
    let line = br#"{"a": "coin.png", "b": "coin.png", "at": [0, 0]}"#;
    let output = crate::common::run_with_input(&assets(), &["batch", "-", "--max-work", "9"], line);
    assert!(stdout(&output).contains("the limit max_work is 9"), "{}", stdout(&output));
}
