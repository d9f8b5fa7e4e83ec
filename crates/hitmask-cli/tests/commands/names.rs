//! Names of files, and what stands in files, are printed without anything that a terminal takes for a command.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt as _;
use std::process::Output;

use hitmask_assets::printable;

use crate::common::{assets, code, run, run_with_input};

/// Control characters of both kinds, one that deletes, one that turns the direction of text, and a byte that is no text.
const EVIL: &[u8] = b"e\x1b[31mRED\nx\x7f\xc2\x9b\xe2\x80\xae\xff";
/// The same as text.
const EVIL_TEXT: &str = "e\u{1b}[31mRED\nx\u{7f}\u{9b}\u{202e}";

fn evil(ending: &str) -> OsString {
    OsString::from_vec([EVIL, ending.as_bytes()].concat())
}

/// Standard output and standard error, which are lines of plain text.
fn plain(what: &str, output: &Output) -> String {
    let mut all = String::new();
    for bytes in [&output.stdout, &output.stderr] {
        let text = std::str::from_utf8(bytes).unwrap_or_else(|_| panic!("{what} prints {bytes:?}"));
        let lines: Vec<&str> = text.split('\n').collect();
        for line in lines {
            assert_eq!(printable(line).to_string(), line, "{what} prints {text:?}");
        }
        all += text;
    }
    all
}

#[test]
fn names_of_files_are_escaped_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let png = evil(".png");
    fs::copy(assets().join("bee.png"), folder.join(&png)).unwrap();
    fs::write(folder.join(evil(".txt")), "no picture").unwrap();
    fs::write(folder.join(evil(".toml")), "[world]\nsize = 7\n").unwrap();
    fs::write(folder.join(evil(".json")), "{\"frames\": {}, \"meta\": {\"image\": \"none\"}}").unwrap();
    fs::write(folder.join(evil(".jsonl")), "{}\n").unwrap();
    fs::write(folder.join(evil(".pack.toml")), "[[files]]\nmatch = \"none\\u001b\"\n").unwrap();
    fs::create_dir(folder.join(evil(".d"))).unwrap();
    let shown = r"e\u{1b}[31mRED\nx\u{7f}\u{9b}\u{202e}\xff";
    let word = |word: &str| -> OsString {
        match word.strip_prefix('@') {
            Some(ending) => evil(ending),
            None => word.into(),
        }
    };
    for line in [
        "inspect @.png",
        "inspect @.png --json",
        "inspect @.png --preview",
        "inspect @.none",
        "inspect @.txt",
        "inspect @.json",
        "inspect @.png --threshold 1 --mask @.txt",
        "check @.png @.png --at 0,0",
        "check @.png @.png --at 900,0",
        "check @.png @.png --at 0,0 --json",
        "check @.png @.png --at 0,0 --picture @2.png",
        "check @.png @.png --at 0,0 --picture @.png",
        "check @.png @.png --at 0,0 --picture @.jpg",
        "check @.png @.none --at 0,0",
        "check @.png @.png --at-a 0,0 --scale-b 64",
        "separate @.png @.png --at 0,0",
        "separate @.png @.png --at 900,0",
        "cast @.png @.png --at 0,0 --by 1,1",
        "cast @.png @.png --at 900,0 --by -900,1",
        "cast @.png @.png --at 900,0 --by 900,1",
        "bake @.png -o @3.png",
        "bake @.png -o @3.png --json",
        "bake @.png --scale 64 --rotate 1 -o @4.png",
        "outline @.png",
        "outline @.png --json",
        "outline @.png -o @.svg",
        "outline @.png --simplify outer --max-points 3",
        "components @.png",
        "components @.png --json",
        "components @.png -o @5.json",
        "pack @.png -o @.hitmask",
        "pack @.png -o @.hitmask --json",
        "pack . -o @.hitmask --config @.pack.toml --json",
        "pack @.png -o @.hitmask --config @.pack.toml",
        "pack @.none -o @.hitmask",
        "pack @.d -o @6.hitmask",
        "inspect @.hitmask",
        "inspect @.hitmask --json",
        "check @.hitmask @.png --at 0,0",
        "batch @.jsonl",
        "batch @.none",
        "batch @.png",
        "scene @.toml",
        "scene @.none",
        "demo --out @.d",
        "demo --out @.none",
        "inspect @.png --within @.none",
        "inspect @.png --within @.d",
        "inspect @.png --@",
        "inspect @.png --threshold @",
        "check @.png @.png @.png --at 0,0",
        "man @",
        "completions @",
        "@",
    ] {
        let args: Vec<OsString> = line.split(' ').map(word).collect();
        let output = run::<OsString>(folder, &args);
        let said = plain(line, &output);
        let names_it = line.starts_with("inspect @.png") && !line.contains("--json") && code(&output) == 0;
        assert!(!names_it || said.contains(shown), "{line}: {said}");
    }
    assert!(folder.join(evil("5.json")).exists() && folder.join(evil("3.png")).exists());
}

/// What stands in files: names of frames, slices, layers, sprites and pictures, and the id of a question.
#[test]
fn text_in_files_is_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::copy(assets().join("bee.png"), folder.join("bee.png")).unwrap();
    let json = |text: &str| serde_json::to_string(text).unwrap();
    let name = json(EVIL_TEXT);
    let write = |file: &str, text: String| fs::write(folder.join(file), text).unwrap();
    let frame = r#"{"frame": {"x": 0, "y": 0, "w": 4, "h": 4}}"#;
    let atlas = |frame: &str, image: &str| {
        format!(
            r#"{{"frames": {{{name}: {frame}}}, "meta": {{"image": {image}, "slices": [{{"name": {name}, "keys": [{{"frame": 0, "bounds": {{"x": 0, "y": 0, "w": 2, "h": 2}}}}]}}], "frameTags": [{{"name": {name}, "from": 0, "to": 0}}]}}}}"#
        )
    };
    write("atlas.json", atlas(frame, "\"bee.png\""));
    write("lost.json", atlas(frame, &name));
    write("outside.json", atlas(&frame.replace("\"x\": 0", "\"x\": 9999"), "\"bee.png\""));
    let map = |set: &str, layer: &str, property: &str| {
        format!(
            r#"{{"orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 8, "tileheight": 8, "properties": [{property}], "tilesets": [{{"firstgid": 1, "name": {name}, "tilewidth": 8, "tileheight": 8, "image": {set}}}], "layers": [{{"type": {layer}, "name": {name}, "width": 1, "height": 1, "data": [1]}}]}}"#
        )
    };
    write("map.tmj", map("\"bee.png\"", "\"tilelayer\"", ""));
    write("lost.tmj", map(&name, "\"tilelayer\"", ""));
    write("kind.tmj", map("\"bee.png\"", &name, ""));
    write("far.tmj", map("\"bee.png\"", "\"tilelayer\"", "").replace("[1]", "[99999999]"));
    write(
        "bad.tmj",
        map("\"bee.png\"", "\"tilelayer\"", "").replace("\"width\": 1", &format!("\"width\": {name}")),
    );
    let toml =
        |line: &str| format!("[world]\nsize = [64, 64]\n[[sprite]]\nname = {name}\nimage = {name}\n{line}\n");
    write("scene.toml", toml("at = [1, 1]"));
    write(
        "layer.toml",
        toml(&format!("hits = [{name}]")).replace(&format!("image = {name}"), "image = \"bee.png\""),
    );
    write("key.toml", toml(&format!("{name} = 1")));
    for line in [
        "inspect atlas.json",
        "inspect atlas.json --json",
        "inspect lost.json",
        "inspect outside.json",
        "inspect atlas.json#none",
        "check atlas.json bee.png --at 0,0 --labels slices",
        "check atlas.json bee.png --at 0,0 --labels slices --json",
        "inspect map.tmj",
        "inspect map.tmj --json",
        "inspect lost.tmj",
        "inspect kind.tmj",
        "inspect far.tmj",
        "inspect bad.tmj",
        "check map.tmj#none bee.png --at 0,0",
        "pack atlas.json map.tmj -o a.hitmask",
        "inspect a.hitmask",
        "inspect a.hitmask --json",
        "inspect a.hitmask#none",
        "scene scene.toml",
        "scene layer.toml",
        "scene layer.toml --events -",
        "scene key.toml",
    ] {
        plain(line, &run(folder, &line.split(' ').collect::<Vec<_>>()));
    }
    for question in [
        format!(r#"{{"id": {name}, "a": "bee.png", "b": "bee.png", "at": [0, 0]}}"#),
        format!(r#"{{"id": {{{name}: [{name}]}}, "a": {name}, "b": "bee.png", "at": [0, 0]}}"#),
        format!(r#"{{"a": "bee.png", "b": "bee.png", "at": [0, 0], {name}: 1}}"#),
        format!(r#"{{"a": "bee.png", "b": "bee.png", "at": {name}}}"#),
        format!(r#"{{"a": "atlas.json", "b": "bee.png", "at": [0, 0], "rule": {name}}}"#),
    ] {
        let output = run_with_input(folder, &["batch", "-"], question.as_bytes());
        let said = plain(&question, &output);
        let answer: serde_json::Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
        if question.contains("\"id\": \"") {
            assert_eq!(answer["id"], EVIL_TEXT, "the id comes back as it was");
        }
    }
}
