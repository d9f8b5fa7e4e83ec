//! The answers of `check` and `batch`, compared with a loop over the pixels that shares no code with them.

use crate::common::{
    Picture, Rng, Rule, assets, brute_force, code, json_lines, run, run_with_input, stderr, stdout,
};
use serde_json::{Value, json};

const SPRITES: [&str; 12] = [
    "playerShip1_orange.png",
    "meteorGrey_big2.png",
    "meteorGrey_tiny2.png",
    "laserRed01.png",
    "bee.png",
    "keyBlue.png",
    "tracksSmall.png",
    "smoke_03.png",
    "car-idle.png",
    "view_ruler.png",
    "flame_05.png",
    "ladderMid.png",
];

/// A question as a batch line, and the answer that it should get.
fn question(random: &mut Rng, pictures: &[(&str, Picture)]) -> (Value, Value) {
    let ((name_a, a), (name_b, b)) = (&random.pick(pictures), &random.pick(pictures));
    let reach = |random: &mut Rng, a: u32, b: u32| random.between(-i64::from(b) - 2, i64::from(a) + 2);
    let at = (reach(random, a.width, b.width), reach(random, a.height, b.height));
    let mut line = json!({ "a": name_a, "b": name_b, "at": [at.0, at.1] });
    let corner = |picture: &Picture| [picture.rgba[0][0], picture.rgba[0][1], picture.rgba[0][2]];
    let hex = |key: [u8; 3]| key.map(|byte| format!("{byte:02X}")).concat();
    let rule = match random.below(6) {
        0 => Rule::Threshold(128),
        1 => {
            let level = random.below(256) as u8;
            line["threshold"] = json!(level);
            line["rule"] = json!("solid");
            Rule::Threshold(level)
        }
        2 => {
            line["key"] = json!(hex(corner(a)));
            Rule::Key(corner(a))
        }
        3 => {
            line["rule"] = json!("alpha-sum");
            line["threshold"] = json!(255);
            Rule::AlphaSum
        }
        4 => {
            line["rule"] = json!("alpha-sum");
            line["key"] = json!(format!("#{}", hex(corner(b)).to_lowercase()));
            Rule::AlphaSumKey(corner(b))
        }
        _ => {
            line["rule"] = json!("rect");
            line["threshold"] = json!(7);
            Rule::Rect
        }
    };
    (line, brute_force(a, b, at, rule))
}

#[test]
fn answers_are_those_of_a_loop_over_the_pixels() {
    let seed = 20_261_121;
    let random = &mut Rng::new(seed);
    let pictures: Vec<_> = SPRITES.iter().map(|&name| (name, Picture::read(&assets().join(name)))).collect();
    let questions: Vec<_> = (0..600).map(|_| question(random, &pictures)).collect();
    let lines: String = questions.iter().map(|(line, _)| format!("{line}\n")).collect();
    let output = run_with_input(&assets(), &["batch", "-"], lines.as_bytes());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let answers = json_lines(&output);
    assert_eq!(answers.len(), questions.len());
    let mut touching = 0;
    for (i, (answer, (line, expected))) in answers.iter().zip(&questions).enumerate() {
        assert_eq!(answer, expected, "seed {seed}, case {i}: {line}");
        touching += usize::from(expected["overlaps"] == json!(true));
    }
    // With only one kind of answer the test would show little.
    assert!((100..500).contains(&touching), "{touching} of {} touch", questions.len());

    // A single question gets the same answer as in a batch. Its options are named like the keys.
    for (line, expected) in questions.iter().take(40) {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let at = format!("{},{}", line["at"][0], line["at"][1]);
        let mut args =
            vec!["check".to_owned(), text(&line["a"]), text(&line["b"]), "--at".into(), at, "--json".into()];
        for key in ["threshold", "rule", "key"] {
            if let Some(value) = line.get(key) {
                args.extend([format!("--{key}"), text(value)]);
            }
        }
        let output = run(&assets(), &args);
        assert_eq!(json_lines(&output), std::slice::from_ref(expected), "{args:?}");
        assert_eq!(code(&output), i32::from(expected["overlaps"] == json!(false)), "{args:?}");
    }
}

#[test]
fn the_answer_has_exactly_these_keys() {
    let output = run(&assets(), &["check", "bee.png", "cactus.png", "--at", "3,-4", "--json"]);
    let text = stdout(&output);
    assert_eq!(text, "{\"overlaps\":true,\"area\":3260,\"first\":[82,32],\"bounds\":[31,32,74,77]}\n");
    let output = run(&assets(), &["check", "bee.png", "cactus.png", "--at", "300,0", "--json"]);
    assert_eq!(stdout(&output), "{\"overlaps\":false,\"area\":0,\"first\":null,\"bounds\":null}\n");
}

#[test]
fn grids_cut_cells() {
    let sheet = Picture::read(&assets().join("tiles.png"));
    let cell = |number: u32| sheet.crop(number % 13 * 128, number / 13 * 128, 128, 128);
    for (a, b, dx, dy) in [(0, 1, 64, 64), (14, 40, -100, 3), (100, 155, 5, -127), (12, 13, 0, 0)] {
        let at = format!("{dx},{dy}");
        let (name_a, name_b) = (format!("tiles.png#{a}"), format!("tiles.png#{b}"));
        let args = ["check", &name_a, &name_b, "--grid", "128x128", "--at", &at, "--json"];
        let expected = brute_force(&cell(a), &cell(b), (dx, dy), Rule::Threshold(128));
        assert_eq!(json_lines(&run(&assets(), &args)), [expected], "{args:?}");
    }
}

#[test]
fn frames_are_found_by_number_name_and_slice() {
    let at = ["--at", "0,0", "--json"];
    let ask = |a: &str, b: &str| {
        let output = run(&assets(), &[&["check", a, b], &at[..]].concat());
        assert!(code(&output) < 2, "{a} {b}: {}", stderr(&output));
        json_lines(&output).remove(0)
    };
    // Atlas and Aseprite file hold the same frames.
    assert_eq!(ask("boonga.json#1", "boonga.json#1"), ask("boonga.json#boonga 1.ase", "boonga.ase#1"));
    assert_eq!(ask("boonga.json", "boonga.json"), ask("boonga.json#0", "boonga.ase#0"));
    assert_ne!(ask("boonga.json#0", "boonga.json#0"), ask("boonga.json#1", "boonga.json#1"));
    // A tag means its first frame, TAG:N its frame N from 0. The tag walk-down has the frames 2 to 5.
    for (tag, frame) in [("walk-down", 2), ("walk-down:0", 2), ("walk-down:1", 3), ("walk-down:3", 5)] {
        let tagged = ask(&format!("player.aseprite#{tag}"), "player.aseprite#9");
        assert_eq!(tagged, ask(&format!("player.aseprite#{frame}"), "player.aseprite#9"), "{tag}");
        let lines = format!("{{\"a\":\"player.aseprite#{tag}\",\"b\":\"player.aseprite#9\",\"at\":[0,0]}}\n");
        assert_eq!(
            json_lines(&run_with_input(&assets(), &["batch", "-"], lines.as_bytes())),
            [tagged],
            "{tag}"
        );
    }
    // A slice is a part of its frame, so both have the same solid pixels in it.
    let props = "aseprite_file-tests-props.aseprite";
    let slice = ask(&format!("{props}#Slice 1"), &format!("{props}#Slice 1"));
    let output = run(&assets(), &["check", &format!("{props}#Slice 1"), props, "--at", "-32,-32", "--json"]);
    assert_eq!(json_lines(&output), [slice]);
}

#[test]
fn mask_pictures_replace_alpha() {
    let folder = tempfile::tempdir().unwrap();
    let ship = Picture::read(&assets().join("playerShip1_orange.png"));
    // A mask that is solid in the left half only, which is far from the shape of the ship.
    let mut mask = ship.clone();
    for (i, pixel) in mask.rgba.iter_mut().enumerate() {
        *pixel = [0, 0, 0, if i as u32 % ship.width < 50 { 255 } else { 0 }];
    }
    ship.write(&folder.path().join("ship.png"));
    mask.write(&folder.path().join("mask.png"));
    let masked = |masks: [bool; 2]| {
        let [a, b] = masks.map(|is| if is { &mask } else { &ship });
        brute_force(a, b, (20, 10), Rule::Threshold(128))
    };
    for (options, masks) in [
        (&["--mask-a", "mask.png"][..], [true, false]),
        (&["--mask-b", "mask.png"], [false, true]),
        (&["--mask-a", "mask.png", "--mask-b", "mask.png"], [true, true]),
    ] {
        let args = [&["check", "ship.png", "ship.png", "--at", "20,10", "--json"], options].concat();
        assert_eq!(json_lines(&run(folder.path(), &args)), [masked(masks)], "{options:?}");
    }
    let lines = "{\"a\":\"ship.png\",\"b\":\"ship.png\",\"at\":[20,10],\"mask_a\":\"mask.png\"}\n\
                 {\"a\":\"ship.png\",\"b\":\"ship.png\",\"at\":[20,10],\"mask_b\":\"mask.png\"}\n";
    let output = run_with_input(folder.path(), &["batch", "-"], lines.as_bytes());
    assert_eq!(json_lines(&output), [masked([true, false]), masked([false, true])]);

    // With a colour key, a sprite that has a mask picture still goes by that. The other one goes by the key.
    let corner = ship.rgba[0];
    let key = [corner[0], corner[1], corner[2]].map(|byte| format!("{byte:02x}")).concat();
    let args =
        ["check", "ship.png", "ship.png", "--at", "0,0", "--json", "--mask-a", "mask.png", "--key", &key];
    let keyed = ship.rgba.iter().map(|p| [0, 0, 0, if p[..3] == corner[..3] { 0 } else { 255 }]).collect();
    let expected = brute_force(&mask, &Picture { rgba: keyed, ..ship }, (0, 0), Rule::Threshold(1));
    assert_eq!(json_lines(&run(folder.path(), &args)), [expected]);
}

#[test]
fn extreme_offsets_are_legal() {
    for at in ["2147483647,-2147483648", "-2147483648,-2147483648", "+5,-0", "-2147483648,0"] {
        for rule in ["solid", "alpha-sum", "rect"] {
            let output =
                run(&assets(), &["check", "bee.png", "saw.png", "--at", at, "--rule", rule, "--json"]);
            let expected = if at == "+5,-0" { 0 } else { 1 };
            assert_eq!(code(&output), expected, "{at} {rule}: {}", stderr(&output));
        }
    }
}

#[test]
fn sentences_for_people() {
    let check = |args: &[&str]| {
        let output = run(&assets(), &[&["check"], args].concat());
        (stdout(&output), stderr(&output), code(&output))
    };
    let (said, noted, status) = check(&["bee.png", "cactus.png", "--at", "3,-4"]);
    assert_eq!(
        said,
        "bee.png and cactus.png touch: 3260 pixels, first at (82, 32), all within 74x77 at (31, 32).\n"
    );
    assert_eq!((noted.as_str(), status), ("", 0));
    let (said, _, status) = check(&["bee.png", "cactus.png", "--at", "128,0"]);
    assert_eq!(
        (said.as_str(), status),
        ("bee.png and cactus.png do not touch, nor do their rectangles.\n", 1)
    );
    let (said, noted, status) = check(&["bee.png", "tracksSmall.png", "--at", "40,40"]);
    assert_eq!(status, 1);
    assert_eq!(
        said,
        "bee.png and tracksSmall.png do not touch, though their rectangles share 1924 pixels.\n"
    );
    assert!(
        noted.starts_with("hitmask: note: tracksSmall.png has visible pixels but none at threshold 128"),
        "{noted}"
    );
    assert!(noted.contains("greatest alpha is 77") && noted.contains("--threshold 77"), "{noted}");
    // There is no note if the threshold is ignored or low enough.
    for options in
        [&["--threshold", "77"][..], &["--rule", "alpha-sum"], &["--rule", "rect"], &["--key", "000000"]]
    {
        let (_, noted, _) = check(&[&["bee.png", "tracksSmall.png", "--at", "40,40"], options].concat());
        assert_eq!(noted, "", "{options:?}");
    }
}

/// Without poses `raster` and `geometry` mean `solid`.
#[test]
fn pose_rules_mean_solid() {
    for rule in ["solid", "raster", "geometry"] {
        let output =
            run(&assets(), &["check", "bee.png", "cactus.png", "--at", "3,-4", "--rule", rule, "--json"]);
        assert_eq!(json_lines(&output)[0]["area"], json!(3260), "{rule}");
    }
}
