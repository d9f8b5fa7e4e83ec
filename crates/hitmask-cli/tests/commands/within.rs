//! `--within`: what strangers' files name lies in a folder, and nothing is told about files outside.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{assets, code, run, run_with_input, stderr, stdout};

/// A folder `game` with files that name `picture` in every way that there is.
fn game(folder: &Path, picture: &str) {
    let game = folder.join("game");
    fs::create_dir_all(&game).unwrap();
    fs::copy(assets().join("bee.png"), game.join("in.png")).unwrap();
    let write = |name: &str, text: String| fs::write(game.join(name), text).unwrap();
    write(
        "map.tmx",
        format!(
            "<map width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\"><tileset firstgid=\"1\" name=\"s\" tilewidth=\"8\" \
             tileheight=\"8\"><image source=\"{picture}\"/></tileset><layer name=\"g\" width=\"1\" height=\"1\">\
             <data encoding=\"csv\">1</data></layer></map>"
        ),
    );
    let frame = "{\"frame\": {\"x\": 0, \"y\": 0, \"w\": 1, \"h\": 1}}";
    write("atlas.json", format!("{{\"frames\": [{frame}], \"meta\": {{\"image\": \"{picture}\"}}}}"));
    write("gdx.atlas", format!("{picture}\nsize:8,8\nr\nbounds:0,0,1,1\n"));
    let sprite = format!("name = \"a\"\nimage = \"{picture}\"\nat = [1, 1]\n");
    write("scene.toml", format!("[world]\nsize = [64, 64]\n[[sprite]]\n{sprite}"));
    let masked = sprite
        .replace(&format!("image = \"{picture}\""), &format!("image = \"in.png\"\nmask = \"{picture}\""));
    write("masked.toml", format!("[world]\nsize = [64, 64]\n[[sprite]]\n{masked}"));
}

/// Every command that follows names in files, in a folder whose `game` was made by [`game`].
fn commands(folder: &Path, picture: &str) -> Vec<(String, Output)> {
    let mut all = Vec::new();
    for line in [
        "inspect game/map.tmx",
        "inspect game/map.tmx#g",
        "inspect game/atlas.json",
        "inspect game/gdx.atlas",
        "check game/atlas.json game/in.png --at 0,0",
        "check game/in.png game/map.tmx#g --at 0,0",
        "separate game/gdx.atlas game/in.png --at 0,0",
        "cast game/atlas.json game/in.png --at 90,0 --by -99,0",
        "bake game/atlas.json -o out.png",
        "outline game/atlas.json",
        "components game/map.tmx#g",
        "pack game/map.tmx game/atlas.json game/gdx.atlas -o out.hitmask",
        "scene game/scene.toml --steps 1",
        "scene game/masked.toml --steps 1",
    ] {
        let args: Vec<&str> = line.split(' ').chain(["--within", "game"]).collect();
        all.push((line.to_owned(), run(folder, &args)));
    }
    let picture = format!("game/{picture}");
    for question in [
        format!(r#"{{"a": "{picture}", "b": "game/in.png", "at": [0, 0]}}"#),
        format!(r#"{{"a": "game/in.png", "b": "{picture}#0", "at": [0, 0]}}"#),
        format!(r#"{{"a": "game/in.png", "b": "game/in.png", "at": [0, 0], "mask_a": "{picture}"}}"#),
        r#"{"a": "game/atlas.json", "b": "game/in.png", "at": [0, 0]}"#.to_owned(),
    ] {
        let output = run_with_input(folder, &["batch", "-", "--within", "game"], question.as_bytes());
        all.push((question, output));
    }
    all
}

#[test]
fn nothing_is_told_about_files_outside() {
    for name in ["../secret.png", "link.png", "up/secret.png", "up/game/../secret.png", "dangling.png"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        game(folder, name);
        symlink("../secret.png", folder.join("game/link.png")).unwrap();
        symlink("..", folder.join("game/up")).unwrap();
        symlink(folder.join("secret.png"), folder.join("game/dangling.png")).unwrap();
        let missing = commands(folder, name);
        // Something that is no picture, whose bytes an error would show, and then a picture.
        fs::write(folder.join("secret.png"), "the secret").unwrap();
        let text = commands(folder, name);
        fs::copy(assets().join("saw.png"), folder.join("secret.png")).unwrap();
        let picture = commands(folder, name);
        for ((line, a), ((_, b), (_, c))) in missing.iter().zip(text.iter().zip(&picture)) {
            let said = |output: &Output| (code(output), stdout(output), stderr(output));
            assert_eq!(code(a), 2, "{name}: {line}: {}{}", stdout(a), stderr(a));
            let all = stdout(a) + &stderr(a);
            assert!(
                all.contains("lies outside game, and files outside are not allowed"),
                "{name}: {line}: {all}"
            );
            assert_eq!(said(a), said(b), "{name}: {line}: a text is not as a missing file");
            assert_eq!(said(a), said(c), "{name}: {line}: a picture is not as a missing file");
        }
        assert!(!folder.join("out.png").exists() && !folder.join("out.hitmask").exists());
    }
}

#[test]
fn what_lies_inside_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for name in ["in.png", "../game/in.png", "same.png"] {
        game(folder, name);
        let _ = symlink("in.png", folder.join("game/same.png"));
        for (line, output) in commands(folder, name) {
            assert!(code(&output) < 2, "{name}: {line}: {}{}", stdout(&output), stderr(&output));
        }
    }
    // A picture inside is found by its bare name, whatever lies outside.
    game(folder, "../../elsewhere/in.png");
    let output = run(folder, &["inspect", "game/atlas.json", "--within", "game"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // A missing file inside is said to be missing.
    game(folder, "none.png");
    let output = run(folder, &["inspect", "game/atlas.json", "--within", "game"]);
    assert!(stderr(&output).contains("cannot be read"), "{}", stderr(&output));
}

/// Files that `pack` finds in folders.
#[test]
fn links_in_folders_stay_inside() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("game")).unwrap();
    fs::copy(assets().join("bee.png"), folder.join("game/in.png")).unwrap();
    symlink("../secret.png", folder.join("game/link.png")).unwrap();
    let pack = || run(folder, &["pack", "game", "-o", "out.hitmask", "--within", "game"]);
    let missing = pack();
    fs::copy(assets().join("saw.png"), folder.join("secret.png")).unwrap();
    let there = pack();
    assert_eq!((code(&missing), stderr(&missing)), (2, stderr(&there)));
    assert!(stderr(&there).contains("game/link.png: lies outside game"), "{}", stderr(&there));
    fs::remove_file(folder.join("game/link.png")).unwrap();
    assert_eq!(code(&pack()), 0);
    let output = run(folder, &["inspect", "game/in.png", "--within", "none"]);
    assert!(stderr(&output).starts_with("hitmask: none: cannot be read"), "{}", stderr(&output));
    let output = run(folder, &["inspect", "game/in.png", "--within", "game/in.png"]);
    assert_eq!(stderr(&output), "hitmask: --within: game/in.png is no folder\n");
}

/// Files may name pipes. Reading one would never end.
#[test]
fn pipes_that_files_name_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    game(folder, "p.png");
    let pipe = folder.join("game/p.png");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Whoever reads the pipe nonetheless finds its end, so that this test fails then, and does not hang.
    std::thread::spawn(move || while fs::OpenOptions::new().write(true).open(&pipe).is_ok() {});
    for (line, output) in commands(folder, "p.png") {
        let said = stdout(&output) + &stderr(&output);
        assert_eq!(code(&output), 2, "{line}: {said}");
        assert!(said.contains("it is not a regular file"), "{line}: {said}");
    }
    for question in [
        r#"{"a": "game/p.png", "b": "game/in.png", "at": [0, 0]}"#,
        r#"{"a": "game/in.png", "b": "game/in.png", "at": [0, 0], "mask_b": "game/p.png"}"#,
    ] {
        let output = run_with_input(folder, &["batch", "-"], question.as_bytes());
        assert!(stdout(&output).contains("it is not a regular file"), "{}", stdout(&output));
    }
}
