//! `separate` and `cast`, alone and in batches, compared with the oracle.

use crate::common::{Picture, Rng, assets, code, json_lines, run, run_with_input, sentence, stderr, stdout};
use hitmask_oracle::{Grid, Sweep};
use serde_json::{Value, json};

const SPRITES: [&str; 5] =
    ["ball_red_alt.png", "meteorGrey_tiny2.png", "pixel_tree.png", "tankBlue_barrel2.png", "boonga.png"];

/// The answer that `separate` should give.
fn separated(a: &Grid, b: &Grid, at: (i64, i64)) -> Value {
    let empty = a.count() == 0 || b.count() == 0;
    let closest = a.closest(b, at);
    let overlaps = !empty && closest.is_none();
    let (dx, dy) = a.separation(b, at);
    let (nx, ny) = a.normal(b, at);
    json!({
        "overlaps": overlaps,
        "separation": [dx, dy],
        "normal": [nx, ny],
        "distance_squared": closest.map(|c| c.squared).or(overlaps.then_some(0)),
        "closest": closest.map(|c| [[c.a.0, c.a.1], [c.b.0 + at.0, c.b.1 + at.1]]),
    })
}

/// The answer that `cast` should give.
fn swept(a: &Grid, b: &Grid, at: (i64, i64), by: (i64, i64)) -> Value {
    match a.cast(b, at, by) {
        Sweep::Miss => {
            json!({ "cast": "miss", "time": null, "position": null, "first": null, "normal": null })
        }
        Sweep::InitialOverlap => {
            json!({ "cast": "initial-overlap", "time": null, "position": null, "first": null, "normal": null })
        }
        Sweep::Hit { time, point, normal } => {
            let stands = [(at.0, by.0), (at.1, by.1)].map(|(at, by)| {
                (at + (i128::from(by) * i128::from(time.0) / i128::from(time.1)) as i64) as f64 / 65536.0
            });
            let answer = json!({
                "cast": "hit",
                "time": [time.0, time.1],
                "position": stands,
                "first": [point.0, point.1],
                "normal": [normal.0, normal.1],
            });
            // The parser of these tests may be off by the last bit of a float, so both sides go through it.
            serde_json::from_str(&answer.to_string()).unwrap()
        }
    }
}

/// A multiple of a quarter of a pixel, as people write it, and in units of 1/65536.
fn quarters(random: &mut Rng, low: i64, high: i64) -> (Value, i64) {
    let n = random.between(low * 4, high * 4);
    let text = if n % 4 == 0 { json!(n / 4) } else { json!(n as f64 / 4.0) };
    (text, n * 16_384)
}

fn question(random: &mut Rng, pictures: &[(&str, Picture)]) -> (Value, Value) {
    let ((name_a, a), (name_b, b)) = (&random.pick(pictures), &random.pick(pictures));
    let level = random.pick(&[1, 128, 255]);
    let (grid_a, grid_b) = (a.grid(level), b.grid(level));
    let mut line = json!({ "a": name_a, "b": name_b, "threshold": level });
    let reach = |n: u32, more: i64| i64::from(n) + more;
    if random.below(2) == 0 {
        let at = (
            random.between(-reach(b.width, 2), reach(a.width, 2)),
            random.between(-reach(b.height, 2), reach(a.height, 2)),
        );
        line["op"] = json!("separate");
        line["at"] = json!([at.0, at.1]);
        return (line, separated(&grid_a, &grid_b, at));
    }
    let inside = random.below(4) == 0;
    let mut place = |a: u32, b: u32| {
        let (low, high) =
            if inside { (-reach(b, 0) / 3, reach(a, 0) / 3) } else { (-reach(b, 20), reach(a, 20)) };
        quarters(random, low, high)
    };
    let ((text_x, x), (text_y, y)) = (place(a.width, b.width), place(a.height, b.height));
    // Roughly through the middle of A, or anywhere.
    let by = match random.below(3) {
        0 => (random.between(-60, 60), random.between(-60, 60)),
        _ => (2 * (random.between(-9, 9) - x / 65_536), 2 * (random.between(-9, 9) - y / 65_536)),
    };
    line["op"] = json!("cast");
    line["at"] = json!([text_x, text_y]);
    line["by"] = json!([by.0, by.1]);
    (line, swept(&grid_a, &grid_b, (x, y), (by.0 * 65_536, by.1 * 65_536)))
}

#[test]
fn answers_are_the_oracles() {
    let seed = 20_261_122;
    let random = &mut Rng::new(seed);
    let pictures: Vec<_> = SPRITES.iter().map(|&name| (name, Picture::read(&assets().join(name)))).collect();
    let questions: Vec<_> = (0..200).map(|_| question(random, &pictures)).collect();
    let lines: String = questions.iter().map(|(line, _)| format!("{line}\n")).collect();
    let output = run_with_input(&assets(), &["batch", "-"], lines.as_bytes());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let answers = json_lines(&output);
    assert_eq!(answers.len(), questions.len());
    let mut kinds = [0; 5];
    for (i, (answer, (line, expected))) in answers.iter().zip(&questions).enumerate() {
        assert_eq!(answer, expected, "seed {seed}, case {i}: {line}");
        let kind = match (&expected["overlaps"], expected["cast"].as_str()) {
            (Value::Bool(overlaps), _) => usize::from(*overlaps),
            (_, Some("hit")) => 2,
            (_, Some("miss")) => 3,
            _ => 4,
        };
        kinds[kind] += 1;
    }
    assert!(kinds.iter().all(|&n| n >= 10), "{kinds:?}");

    // Single questions get the same answers as in a batch.
    for (line, expected) in questions.iter().take(40) {
        let op = line["op"].as_str().unwrap();
        let pair = |value: &Value| format!("{},{}", value[0], value[1]);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let mut args =
            vec![op.to_owned(), text(&line["a"]), text(&line["b"]), "--at".into(), pair(&line["at"])];
        args.extend(["--threshold".into(), line["threshold"].to_string(), "--json".into()]);
        if op == "cast" {
            args.extend(["--by".into(), pair(&line["by"])]);
        }
        let output = run(&assets(), &args);
        assert_eq!(json_lines(&output), std::slice::from_ref(expected), "{args:?}");
        let no_touch = expected["overlaps"] == json!(false) || expected["cast"] == json!("miss");
        assert_eq!(code(&output), i32::from(no_touch), "{args:?}");
    }
}

#[test]
fn the_answers_have_exactly_these_keys() {
    let folder = assets();
    let say = |args: &[&str]| stdout(&run(&folder, args));
    assert_eq!(
        say(&["separate", "bee.png", "cactus.png", "--at", "3,-4", "--json"]),
        "{\"overlaps\":true,\"separation\":[67,5],\"normal\":[-1,55],\"distance_squared\":0,\"closest\":null}\n"
    );
    assert_eq!(
        say(&["separate", "bee.png", "cactus.png", "--at", "300,-4", "--json"]),
        "{\"overlaps\":false,\"separation\":[0,0],\"normal\":[0,0],\"distance_squared\":45821,\
         \"closest\":[[113,51],[328,57]]}\n"
    );
    assert_eq!(
        say(&["cast", "bee.png", "cactus.png", "--at", "200,10.5", "--by", "-9000,3", "--json"]),
        "{\"cast\":\"hit\",\"time\":[13,900],\"position\":[70.0,10.543319702148438],\"first\":[97,80],\"normal\":[1,0]}\n"
    );
    assert_eq!(
        say(&["cast", "bee.png", "cactus.png", "--at", "200,10.5", "--by", "1,0", "--json"]),
        "{\"cast\":\"miss\",\"time\":null,\"position\":null,\"first\":null,\"normal\":null}\n"
    );
    assert_eq!(
        say(&["cast", "bee.png", "cactus.png", "--at", "3,-4", "--by", "0,0", "--json"]),
        "{\"cast\":\"initial-overlap\",\"time\":null,\"position\":null,\"first\":null,\"normal\":null}\n"
    );
    // A pixel that does not fit 32 bits; then a sprite without solid pixels.
    let far =
        json_lines(&run(&folder, &["separate", "bee.png", "bee.png", "--at", "2147483647,0", "--json"]))
            .remove(0);
    assert!(far["closest"][1][0].as_i64().unwrap() > i64::from(i32::MAX), "{far}");
    let empty = run(&folder, &["separate", "tracksSmall.png", "bee.png", "--at", "0,0", "--json"]);
    assert_eq!(
        stdout(&empty),
        "{\"overlaps\":false,\"separation\":[0,0],\"normal\":[0,0],\"distance_squared\":null,\"closest\":null}\n"
    );
    assert!(stderr(&empty).contains("tracksSmall.png has visible pixels but none at threshold 128"));
}

#[test]
fn the_answers_in_words() {
    let folder = assets();
    let say = |args: &str| stdout(&run(&folder, &args.split(' ').collect::<Vec<_>>()));
    for (args, said) in [
        ("separate bee.png cactus.png --at 3,-4", "cactus.png is out after (67, 5)"),
        ("separate bee.png cactus.png --at 300,-4", "214.06 pixels apart (squared 45821)"),
        ("separate bee.png cactus.png --at 128,0 --rule rect", "side by side at (127, 0) and (128, 0)"),
        ("separate bee.png tracksSmall.png --at 0,0", "no solid pixel"),
        (
            "cast bee.png cactus.png --at 200,10.5 --by -9000,3",
            "after 13/900 of the way (1.44 %), at the right side of (97, 80)",
        ),
        (
            "cast bee.png bee.png --at 200,200 --by -144,-144 --rule rect",
            "after 1/2 of the way (50.00 %), at the lower right corner of (127, 127)",
        ),
        ("cast bee.png bee.png --at 0,0 --by 1,1", "overlaps bee.png before it moves"),
        ("cast bee.png bee.png --at 200,0 --by 1,1", "does not hit"),
    ] {
        let answer = say(args);
        assert!(answer.contains(said), "{args} was answered {answer}");
    }
}

#[test]
fn questions_that_are_none() {
    let told = |args: &str| sentence(&run(&assets(), &args.split(' ').collect::<Vec<_>>()));
    for (args, what) in [
        ("separate bee.png saw.png --at 1.5,2", "1.5 is not a whole number"),
        ("separate bee.png saw.png", "--at <X,Y>"),
        ("separate bee.png saw.png --at 1,2 --rule alpha-sum", "it is solid, raster or rect"),
        ("separate bee.png saw.png --at 1,2 --rotate-a 9", "there is no option \"--rotate-a\""),
        ("separate bee.png saw.png --at 1,2 --by 1,2", "--by"),
        ("cast bee.png saw.png --at 1,2", "--by <DX,DY>"),
        ("cast bee.png saw.png --by 1,2", "--at <X,Y>"),
        ("cast bee.png saw.png --at 1,2 --by 1", "\"1\" is not X,Y"),
        ("cast bee.png saw.png --at 1,2 --by 1,x", "\"x\" is not a"),
        ("cast bee.png saw.png --at 1,2 --by 1,inf", "inf is not a"),
        ("cast bee.png saw.png --at 9999999999.5,2 --by 1,2", "9999999999.5"),
        ("cast bee.png gone.png --at 1,2 --by 1,2", "gone.png: cannot be read"),
    ] {
        let said = told(args);
        assert!(said.contains(what), "{args} was told {said}");
    }
    let lines = [
        (
            r#"{"op":"part","a":"bee.png","b":"saw.png","at":[1,2]}"#,
            "\"part\" is not an op: there are check, separate and cast",
        ),
        (r#"{"op":"cast","a":"bee.png","b":"saw.png","at":[1,2]}"#, "missing field `by`"),
        (r#"{"op":"cast","a":"bee.png","b":"saw.png","by":[1,2]}"#, "missing field `at`"),
        (r#"{"op":"cast","a":"bee.png","b":"saw.png","at":[1,2],"by":"1,2"}"#, "by takes [x, y]"),
        (r#"{"op":"cast","a":"bee.png","b":"saw.png","at":[1,2],"by":["1",2]}"#, "by: "),
        (
            r#"{"op":"cast","a":"bee.png","b":"saw.png","at":[1,2],"by":[1,2],"affine_a":[1,0,0,1,0,0]}"#,
            "cast cannot turn, scale or mirror sprites",
        ),
        (r#"{"op":"separate","a":"bee.png","b":"saw.png","at":[1,2.5]}"#, "at: 2.5 is not a whole number"),
        (
            r#"{"op":"separate","a":"bee.png","b":"saw.png","at":[1,2],"by":[1,2]}"#,
            "only the op cast takes it",
        ),
        (r#"{"op":"check","a":"bee.png","b":"saw.png","at":[1,2],"by":[1,2]}"#, "only the op cast takes it"),
        (r#"{"a":"bee.png","b":"saw.png","at":[1,2.5]}"#, "2.5 is not a whole number"),
    ];
    let input: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
    let output = run_with_input(&assets(), &["batch", "-"], input.as_bytes());
    assert_eq!(code(&output), 2);
    for (answer, (line, what)) in json_lines(&output).iter().zip(lines) {
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{line} was answered {answer}"));
        assert!(error.contains(what), "{line} was told {error}");
    }
    // The default op, given as null, with a null by.
    let same = r#"{"op":null,"a":"bee.png","b":"cactus.png","at":[3,-4],"by":null}"#;
    let output = run_with_input(&assets(), &["batch", "-"], same.as_bytes());
    assert_eq!(json_lines(&output)[0]["area"], json!(3260));
}
