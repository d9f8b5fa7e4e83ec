//! `check --labels`: which part was met, in words, JSON and pictures.

use serde_json::{Value, json};

use crate::common::{Picture, assets, code, json_lines, run, stderr, stdout};

const PAIR: [&str; 6] = ["check", "player.aseprite", "laserRed01.png", "--at", "10,-6", "--labels"];

fn asked(more: &[&str]) -> std::process::Output {
    run(&assets(), &[&PAIR[..], more].concat())
}

#[test]
fn labels_are_told_in_words_and_json() {
    let text = stdout(&asked(&["layers"]));
    assert!(text.contains("\n  A's helmet: 57 pixels, first at (10, 5)\n"), "{text}");
    let answer = &json_lines(&asked(&["layers", "--json"]))[0];
    let labels = answer["labels"].as_array().unwrap();
    let sum: u64 = labels.iter().map(|met| met["pixels"].as_u64().unwrap()).sum();
    assert_eq!(Some(sum), answer["area"].as_u64());
    assert_eq!(
        labels[1],
        json!({"labels": [2, 0], "names": ["helmet", null], "pixels": 57, "first": [10, 5]})
    );
    // Only what was asked for is solid.
    let helmet = &json_lines(&asked(&["layers:helmet", "--json"]))[0];
    assert_eq!(helmet["labels"].as_array().map(Vec::len), Some(1));
    assert!(helmet["area"].as_u64() >= Some(57));
    // B's labels, and poses: at the same place without a turn the answer is the same, in world pixels.
    let swapped = [
        "check",
        "laserRed01.png",
        "player.aseprite",
        "--at-a",
        "10,-6",
        "--at-b",
        "0,0",
        "--labels-b",
        "layers",
        "--json",
    ];
    let posed: Value = json_lines(&run(&assets(), &swapped))[0].clone();
    assert_eq!(
        posed["labels"][1],
        json!({"labels": [0, 2], "names": [null, "helmet"], "pixels": 57, "first": [10, 5]})
    );
    let without = &json_lines(&run(
        &assets(),
        &["check", "player.aseprite", "laserRed01.png", "--at", "10,-6", "--json"],
    ))[0];
    assert!(without.get("labels").is_none());
}

#[test]
fn faults_are_told() {
    for (how, why) in [
        ("layers:helm", "no layer \"helm\""),
        ("slices", "has no slices"),
        ("parts", "is none of slices, layers, layers:NAME,NAME and colors"),
    ] {
        let output = asked(&[how]);
        assert!(code(&output) == 2 && stderr(&output).contains(why), "{how}: {}", stderr(&output));
    }
    assert_eq!(code(&asked(&["layers", "--rule", "alpha-sum"])), 2);
    let error =
        stderr(&run(&assets(), &["check", "coin.png", "coin.png", "--at", "0,0", "--labels", "layers"]));
    assert!(error.contains("a PNG has no layers"), "{error}");
}

/// Each label that is met has its own bright colour, on as many squares as the answer counts pixels.
#[test]
fn labels_have_colours_in_the_picture() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.png");
    assert_eq!(code(&asked(&["layers", "--picture", out.to_str().unwrap()])), 0);
    let picture = Picture::read(&out);
    let count = |color: [u8; 3]| {
        let all = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
        let [r, g, b] = color;
        all.filter(|&(x, y)| picture.get(x.into(), y.into()) == Some([r, g, b, 255])).count()
    };
    // 17 pixels a side; a square of 14 in the legend. The ring around the first pixel hides a part of the helmet.
    assert_eq!(count([86, 180, 233]), 41 * 17 * 17 + 14 * 14);
    assert_eq!(count([240, 228, 90]), 10 * 17 * 17 + 14 * 14);
    assert!((56 * 17 * 17..57 * 17 * 17 + 14 * 14).contains(&count([112, 214, 140])));
}
