//! Sprites that are turned, scaled and mirrored, in `check`, `batch` and `bake`, compared with the oracle.

use crate::common::{
    Picture, Rng, assets, code, json_lines, run, run_with_input, sentence, stderr, stdout, told,
};
use hitmask_oracle::{Affine, Grid, coverage, posed_geometry_overlaps, posed_overlap, posed_sum_overlap};
use serde_json::{Value, json};

const ONE: i64 = 65536;
const IDENTITY: Affine = [ONE, 0, 0, ONE, 0, 0];

/// The numbers for the program. Multiples of 1/65536 are exact in decimals.
fn decimals(affine: Affine) -> Vec<f64> {
    affine.iter().map(|&n| n as f64 / 65536.0).collect()
}

#[derive(Clone, Copy, Debug)]
enum Rule {
    Solid(u8),
    Geometry(u8),
    AlphaSum,
    Rect,
}

fn expected(a: &Picture, pose_a: Affine, b: &Picture, pose_b: Affine, rule: Rule) -> Value {
    let level = match rule {
        Rule::Geometry(level) => {
            let overlaps = posed_geometry_overlaps(&a.grid(level), pose_a, &b.grid(level), pose_b);
            return json!({ "overlaps": overlaps, "area": null, "first": null, "bounds": null });
        }
        Rule::AlphaSum => return told(&posed_sum_overlap(&a.alphas(), pose_a, &b.alphas(), pose_b)),
        Rule::Solid(level) => level,
        Rule::Rect => 0,
    };
    told(&posed_overlap(&a.grid(level), pose_a, &b.grid(level), pose_b))
}

/// Poses around the origin: upright, turned, sheared and scaled ones, and ones with ties.
fn pose(random: &mut Rng, reach: i64) -> Affine {
    let part = |random: &mut Rng| random.between(-3 * ONE / 2, 3 * ONE / 2);
    let mut matrix = match random.below(4) {
        0 => random.pick(&[[ONE, 0, 0, ONE], [0, -ONE, ONE, 0], [-ONE, 0, 0, ONE], [0, ONE, ONE, 0]]),
        1 => random.pick(&[
            [ONE / 2, 0, 0, ONE],
            [2 * ONE, 0, 0, -ONE / 2],
            [ONE, ONE, -ONE, ONE],
            [ONE / 2, 0, ONE, ONE],
        ]),
        _ => [part(random), part(random), part(random), part(random)],
    };
    if (matrix[0] * matrix[3] - matrix[1] * matrix[2]).abs() < ONE * ONE / 16 {
        matrix = [ONE, ONE / 3, -ONE / 5, ONE];
    }
    let place = |random: &mut Rng| match random.below(3) {
        0 => random.between(-reach, reach) * ONE,
        1 => random.between(-reach, reach) * ONE + ONE / 2,
        _ => random.between(-reach * 65536, reach * 65536),
    };
    [matrix[0], matrix[1], matrix[2], matrix[3], place(random), place(random)]
}

/// A small picture of noise, so that all pairs of texels can be tried.
fn noise(random: &mut Rng) -> Picture {
    let (width, height) = (1 + random.below(9) as u32, 1 + random.below(9) as u32);
    let rgba = (0..width * height).map(|_| [9, 9, 9, random.pick(&[0, 0, 60, 128, 200, 255])]).collect();
    Picture { width, height, rgba }
}

#[test]
fn answers_are_the_oracles() {
    let seed = 31_415;
    let random = &mut Rng::new(seed);
    let folder = tempfile::tempdir().unwrap();
    let mut pictures: Vec<(String, Picture)> = Vec::new();
    for i in 0..12 {
        pictures.push((format!("noise{i}.png"), noise(random)));
    }
    for name in ["bee.png", "laserRed01.png", "keyBlue.png", "smoke_03.png"] {
        pictures.push((name.to_owned(), Picture::read(&assets().join(name))));
    }
    for (name, picture) in &pictures {
        picture.write(&folder.path().join(name));
    }
    let mut questions = Vec::new();
    for i in 0..600 {
        let small = i % 5 > 0;
        let from = if small { &pictures[..12] } else { &pictures[12..] };
        let ((name_a, a), (name_b, b)) = (&random.pick(from), &random.pick(from));
        let reach = if small { 4 } else { 40 };
        let (pose_a, pose_b) = (pose(random, reach), pose(random, reach));
        let level = random.pick(&[1, 128, 255]);
        let (name, rule) = match random.below(5) {
            0 => ("alpha-sum", Rule::AlphaSum),
            1 => ("rect", Rule::Rect),
            2 if small => ("geometry", Rule::Geometry(level)),
            3 => ("raster", Rule::Solid(level)),
            _ => ("solid", Rule::Solid(level)),
        };
        let mut line = json!({ "a": name_a, "b": name_b, "rule": name, "threshold": level });
        line["affine_a"] = json!(decimals(pose_a));
        // A missing pose is the identity.
        let pose_b = if random.below(6) == 0 { IDENTITY } else { pose_b };
        if pose_b != IDENTITY {
            line["affine_b"] = json!(decimals(pose_b));
        }
        questions.push((line, expected(a, pose_a, b, pose_b, rule)));
    }
    let lines: String = questions.iter().map(|(line, _)| format!("{line}\n")).collect();
    let output = run_with_input(folder.path(), &["batch", "-"], lines.as_bytes());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let answers = json_lines(&output);
    assert_eq!(answers.len(), questions.len());
    for (i, (answer, (line, expected))) in answers.iter().zip(&questions).enumerate() {
        assert_eq!(answer, expected, "seed {seed}, case {i}: {line}");
    }
    let touching = questions.iter().filter(|(_, expected)| expected["overlaps"] == json!(true)).count();
    assert!((100..450).contains(&touching), "{touching} of {} touch", questions.len());

    for (line, expected) in questions.iter().take(25) {
        let list = |value: &Value| {
            value.as_array().unwrap().iter().map(Value::to_string).collect::<Vec<_>>().join(",")
        };
        let mut args = vec!["check".to_owned(), "--json".to_owned()];
        args.extend(["a", "b", "rule"].map(|key| line[key].as_str().unwrap().to_owned()));
        args.insert(4, "--rule".to_owned());
        args.extend(["--threshold".to_owned(), line["threshold"].to_string()]);
        for side in ["a", "b"] {
            if let Some(affine) = line.get(format!("affine_{side}")) {
                args.extend([format!("--affine-{side}"), list(affine)]);
            }
        }
        let output = run(folder.path(), &args);
        assert_eq!(json_lines(&output), std::slice::from_ref(expected), "{args:?}");
        assert_eq!(code(&output), i32::from(expected["overlaps"] == json!(false)), "{args:?}");
    }
}

/// Rotations, scales and flips give the same answers as their matrices.
#[test]
fn parts_are_the_affine_they_stand_for() {
    let cases: [(&[&str], Value, &str); 7] = [
        (&["--rotate-a", "90"], json!({ "rotate_a": 90 }), "0,-1,1,0,0,0"),
        (
            &["--rotate-a", "-90", "--pivot-a", "3,5", "--at-a", "10.5,20"],
            json!({ "rotate_a": -90.0, "pivot_a": [3, 5], "at_a": [10.5, 20] }),
            "0,1,-1,0,5.5,23",
        ),
        (&["--scale-a", "2,1.5"], json!({ "scale_a": [2, 1.5] }), "2,0,0,1.5,0,0"),
        (&["--scale-a", "0.5"], json!({ "scale_a": 0.5 }), "0.5,0,0,0.5,0,0"),
        (
            &["--flip-a", "h", "--pivot-a", "16,16"],
            json!({ "flip_a": "h", "pivot_a": [16, 16] }),
            "-1,0,0,1,16,-16",
        ),
        (
            &["--flip-a", "hv", "--scale-a", "-2,3"],
            json!({ "flip_a": "hv", "scale_a": [-2, 3] }),
            "2,0,0,-3,0,0",
        ),
        (
            &["--rotate-a", "30", "--at-a", "40,30"],
            json!({ "rotate_a": 30, "at_a": [40, 30] }),
            "0.8660278320312,-0.5,0.5,0.8660278320312,40,30",
        ),
    ];
    for (parts, keys, affine) in cases {
        let ask = |options: &[&str]| {
            let args = [&["check", "bee.png", "cactus.png", "--at-b", "-20,7.5", "--json"], options].concat();
            json_lines(&run(&assets(), &args))
        };
        let wanted = ask(&["--affine-a", affine]);
        assert_eq!(ask(parts), wanted, "{parts:?}");
        let mut line = json!({ "a": "bee.png", "b": "cactus.png", "at_b": [-20, 7.5] });
        line.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
        let output = run_with_input(&assets(), &["batch", "-"], line.to_string().as_bytes());
        assert_eq!(json_lines(&output), wanted, "{line}");
    }
}

/// `center` is half of the picture's width and height, also if the picture is only a part of a file.
#[test]
fn a_pivot_in_the_centre_is_half_the_size() {
    // 128 x 128; 99 x 75; a frame of 24 x 24; a slice of 16 x 16.
    for (name, half) in [
        ("bee.png", "64,64"),
        ("playerShip1_orange.png", "49.5,37.5"),
        ("player.aseprite#3", "12,12"),
        ("aseprite_file-tests-props.aseprite#Slice 1", "8,8"),
    ] {
        let ask = |pivot: &str, side: &str| {
            let option = format!("--{}-{side}", "pivot");
            let turn = format!("--rotate-{side}");
            let at = format!("--at-{side}");
            let args = ["check", name, name, &turn, "33", &option, pivot, &at, "20,10.5", "--json"];
            let output = run(&assets(), &args);
            assert!(code(&output) < 2, "{}", stderr(&output));
            json_lines(&output).remove(0)
        };
        for side in ["a", "b"] {
            assert_eq!(ask("center", side), ask(half, side), "{name} {side}");
            assert_ne!(ask("center", side), ask("0,0", side), "{name} {side}: the pivot matters");
            let line = json!({ "a": name, "b": name, format!("rotate_{side}"): 33, format!("pivot_{side}"): "center",
                format!("at_{side}"): [20, 10.5] });
            let output = run_with_input(&assets(), &["batch", "-"], line.to_string().as_bytes());
            assert_eq!(json_lines(&output), [ask(half, side)], "{line}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let bee = assets().join("bee.png");
    let bake = |pivot: &str, out: &str| {
        let args = ["bake", bee.to_str().unwrap(), "--rotate", "30", "--pivot", pivot, "-o", out, "--json"];
        let output = run(folder.path(), &args);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        (stdout(&output), std::fs::read(folder.path().join(out)).unwrap())
    };
    assert_eq!(bake("center", "a.png"), bake("64,64", "b.png"));
    // The pose is checked before files are read, and again with the size.
    let output = run(&assets(), &["check", "gone.png", "gone.png", "--scale-a", "0", "--pivot-a", "center"]);
    assert!(sentence(&output).contains("flattens the sprite"));
    let said = sentence(&run(&assets(), &["check", "bee.png", "saw.png", "--pivot-a", "middle"]));
    assert!(said.contains("\"middle\" is not a pivot: X,Y in pixels, or centre"), "{said}");
}

/// Poses of whole pixels without a turn answer as `--at` does.
#[test]
fn upright_poses_answer_as_at_does() {
    let at = json_lines(&run(&assets(), &["check", "bee.png", "cactus.png", "--at", "3,-4", "--json"]));
    let args = ["check", "bee.png", "cactus.png", "--at-a", "100,200", "--at-b", "103,196", "--json"];
    let mut posed = json_lines(&run(&assets(), &args));
    for key in ["first", "bounds"] {
        posed[0][key][0] = json!(posed[0][key][0].as_i64().unwrap() - 100);
        posed[0][key][1] = json!(posed[0][key][1].as_i64().unwrap() - 200);
    }
    assert_eq!(posed, at);
}

#[test]
fn baked_masks_are_the_covered_pixels() {
    let folder = tempfile::tempdir().unwrap();
    let random = &mut Rng::new(27);
    for i in 0..20 {
        let picture = if i < 16 { noise(random) } else { Picture::read(&assets().join("keyBlue.png")) };
        picture.write(&folder.path().join("a.png"));
        let pose = pose(random, 9);
        let affine = decimals(pose).iter().map(f64::to_string).collect::<Vec<_>>().join(",");
        let output = run(folder.path(), &["bake", "a.png", "--affine", &affine, "-o", "out.png", "--json"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let report = &json_lines(&output)[0];
        let baked = Picture::read(&folder.path().join("out.png"));
        assert_eq!(report["size"], json!([baked.width, baked.height]));
        let corner = [0, 1].map(|i| report["corner"][i].as_i64().unwrap());
        let covered = coverage(&picture.grid(128), pose);
        let mut white = Grid::new(baked.width as usize, baked.height as usize);
        covered.iter().for_each(|(x, y)| white.set((x - corner[0]) as usize, (y - corner[1]) as usize, true));
        for (x, y) in
            (0..i64::from(baked.height)).flat_map(|y| (0..i64::from(baked.width)).map(move |x| (x, y)))
        {
            let expected = if white.get(x, y) { [255; 4] } else { [0; 4] };
            assert_eq!(baked.get(x, y), Some(expected), "case {i} at ({x}, {y}), {pose:?}");
        }
        assert_eq!(report["area"], json!(covered.len()));
    }
    let output = run(folder.path(), &["bake", "a.png", "--scale", "2", "-o", "twice.png"]);
    assert!(
        stdout(&output).starts_with("twice.png: ") && stdout(&output).ends_with("at world pixel (0, 0).\n")
    );
}

#[test]
fn poses_that_cannot_be() {
    let cases: [(&[&str], &str); 9] = [
        (&["--affine-a", "1,0,0,1,0,0", "--at", "0,0"], "with --at-a and --at-b"),
        (&["--rotate-a", "30", "--at", "0,0"], "with --at-a and --at-b"),
        (&["--affine-a", "1,0,0,1,0,0", "--rotate-a", "3"], "--affine-a gives the whole pose of A"),
        (&["--affine-b", "1,2,2,4,0,0"], "B: the pose flattens the sprite"),
        (&["--scale-b", "0"], "B: the pose flattens the sprite"),
        (&["--scale-a", "40000"], "A: the scale must be from -32767 to 32767"),
        (&["--affine-a", "1,0,0,1,0"], "has 5 of 6 numbers"),
        (&["--rotate-a", "inf"], "\"inf\" is not a number"),
        (&["--flip-a", "x"], "it is h, v or hv"),
    ];
    for (options, told) in cases {
        let said = sentence(&run(&assets(), &[&["check", "bee.png", "saw.png"], options].concat()));
        assert!(said.contains(told), "{options:?} was told {said}");
    }
    let folder = tempfile::tempdir().unwrap();
    let bee = assets().join("bee.png");
    let said =
        sentence(&run(folder.path(), &["bake", bee.to_str().unwrap(), "--scale", "0", "-o", "out.png"]));
    assert!(said.contains("flattens the sprite"), "{said}");
    assert!(!folder.path().join("out.png").exists());
    // One is larger than any picture that is read, one lies between the middles of pixels, one is beyond the last pixel.
    let cannot_be_drawn: [(&[&str], &str); 3] = [
        (&["--scale", "64", "--rotate", "1"], "pictures may have 67108864"),
        (&["--scale", "0.001", "--at", "0.6,0.6"], "covers no pixel's centre"),
        (&["--at", "-2147483648,0", "--pivot", "200,0"], "the position leads too far away"),
    ];
    for (options, told) in cannot_be_drawn {
        let args = [&["bake", bee.to_str().unwrap(), "-o", "out.png"], options].concat();
        let said = sentence(&run(folder.path(), &args));
        assert!(said.contains(told), "{options:?} was told {said}");
        assert!(!folder.path().join("out.png").exists());
    }
    for line in [
        r#"{"a":"bee.png","b":"saw.png","affine_a":[1,0,0,1,0]}"#,
        r#"{"a":"bee.png","b":"saw.png","affine_a":[1,0,0,1,0,"x"]}"#,
        r#"{"a":"bee.png","b":"saw.png","affine_a":[1,0,0,1,0,1e999]}"#,
        r#"{"a":"bee.png","b":"saw.png","affine_a":"1,0,0,1,0,0"}"#,
        r#"{"a":"bee.png","b":"saw.png","affine_a":[1,0,0,1,0,0],"at":[0,0]}"#,
        r#"{"a":"bee.png","b":"saw.png","rotate_a":"30"}"#,
        r#"{"a":"bee.png","b":"saw.png","flip_a":"d"}"#,
    ] {
        let output = run_with_input(&assets(), &["batch", "-"], line.as_bytes());
        assert_eq!(code(&output), 2, "{line}");
        assert!(json_lines(&output)[0]["error"].is_string(), "{line}");
    }
}

/// A check of sprites that cover no pixel still writes a picture.
#[test]
fn pictures_of_what_is_too_thin_to_be_seen() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("thin.png");
    let thin = "1,0,0,0.001,-500.5,10.625";
    for [a, b] in [[thin, "1,0,0,1,3,4"], ["1,0,0,1,-3,-4", thin], [thin, thin]] {
        for (rule, touch) in [("geometry", 0), ("solid", 1)] {
            let args = ["check", "bee.png", "saw.png", "--affine-a", a, "--affine-b", b, "--rule", rule];
            let output = run(&assets(), &[&args[..], &["--picture", out.to_str().unwrap()]].concat());
            // The thin sprites lie beside the others, and on each other.
            let expected = if a == b { touch } else { 1 };
            assert_eq!(code(&output), expected, "{a} {b} {rule}: {}", stderr(&output));
            assert!(Picture::read(&out).height > 100);
        }
    }
}

/// The picture of a posed pair marks the pixels that the answer counts.
#[test]
fn the_picture_marks_the_overlap() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("posed.png");
    let args = [
        "check",
        "bee.png",
        "cactus.png",
        "--rotate-a",
        "40",
        "--scale-b",
        "0.5,2",
        "--at-b",
        "20,40",
        "--json",
    ];
    for rule in ["solid", "geometry", "alpha-sum", "rect"] {
        let args = [&args[..], &["--rule", rule, "--picture", out.to_str().unwrap()]].concat();
        let output = run(&assets(), &args);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let picture = Picture::read(&out);
        let marked = picture.rgba.iter().filter(|p| p[..3] == [255, 38, 148]).count();
        assert!(marked > 1000, "{rule}: {marked}");
    }
}
