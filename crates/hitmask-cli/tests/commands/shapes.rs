//! The answers of `outline` and `components`, compared with the pixels.

use std::collections::BTreeMap;
use std::fs;

use crate::common::{Picture, assets, code, json_lines, run, sentence, stderr, stdout};
use hitmask_oracle::Overlap;
use serde_json::{Value, json};

const NAMES: [&str; 7] = [
    "bee.png",
    "playerShip1_orange.png",
    "saw.png",
    "cactus.png",
    "car-idle.png",
    "stars.png",
    "tracksSmall.png",
];

fn answer(args: &[&str]) -> Value {
    let output = run(&assets(), &[args, &["--json"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    json_lines(&output).remove(0)
}

/// Lists of [x, y].
fn polygons(value: &Value) -> Vec<Vec<[i64; 2]>> {
    serde_json::from_value(value.clone()).unwrap()
}

fn rings(answer: &Value) -> Vec<Vec<[i64; 2]>> {
    answer["rings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ring| polygons(&json!([ring["points"]])).remove(0))
        .collect()
}

/// For each pixel, the number of polygon edges that a ray from its middle to the right crosses.
fn crossings(picture: &Picture, polygons: &[Vec<[i64; 2]>]) -> Vec<usize> {
    let (w, h) = (picture.width as usize, picture.height as usize);
    let mut counts = vec![0; w * h];
    for polygon in polygons {
        for (i, &[x0, y0]) in polygon.iter().enumerate() {
            let [x1, y1] = polygon[(i + 1) % polygon.len()];
            let (top, bottom) = if y0 < y1 { ((x0, y0), (x1, y1)) } else { ((x1, y1), (x0, y0)) };
            for y in top.1..bottom.1 {
                for x in 0..w as i64 {
                    // Compares twice the middle of the pixel with the edge.
                    let side = (bottom.0 - top.0) * (2 * y + 1 - 2 * top.1)
                        - (bottom.1 - top.1) * (2 * x + 1 - 2 * top.0);
                    counts[y as usize * w + x as usize] += usize::from(side > 0);
                }
            }
        }
    }
    counts
}

fn fill(picture: &Picture, polygons: &[Vec<[i64; 2]>]) -> Vec<bool> {
    crossings(picture, polygons).iter().map(|n| n % 2 == 1).collect()
}

#[test]
fn outlines_give_the_pixels_back() {
    for name in NAMES {
        let picture = Picture::read(&assets().join(name));
        for (threshold, connect) in [(1, "8"), (128, "4"), (255, "8")] {
            let threshold_text = threshold.to_string();
            let answer = answer(&["outline", name, "--threshold", &threshold_text, "--connect", connect]);
            assert_eq!(answer["size"], json!([picture.width, picture.height]));
            assert_eq!(answer["connect"].to_string(), connect);
            assert_eq!(answer["simplify"], Value::Null);
            assert_eq!(fill(&picture, &rings(&answer)), picture.grid(threshold).cells, "{name} {threshold}");
            for ring in answer["rings"].as_array().unwrap() {
                assert_eq!(ring["kind"] == "hole" || ring["parent"].is_u64(), ring["parent"].is_u64());
            }
        }
    }
}

#[test]
fn simpler_outlines_keep_their_promise() {
    for name in NAMES {
        let picture = Picture::read(&assets().join(name));
        let solid = picture.grid(128).cells;
        let points = |answer: &Value| rings(answer).iter().map(Vec::len).sum::<usize>();
        let exact = points(&answer(&["outline", name]));
        for wish in ["outer", "inner", "within:2", "outer:3.5"] {
            let answer = answer(&["outline", name, "--simplify", wish]);
            let filled = fill(&picture, &rings(&answer));
            let pairs = || filled.iter().zip(&solid);
            match &wish[..5] {
                "outer" => assert!(pairs().all(|(&f, &s)| f || !s), "{name} {wish}"),
                "inner" => assert!(pairs().all(|(&f, &s)| s || !f), "{name} {wish}"),
                _ => {}
            }
            assert!(points(&answer) <= exact, "{name} {wish}");
        }
    }
    assert_eq!(answer(&["outline", "bee.png", "--simplify", "inner"])["simplify"], json!("inner:1"));
}

#[test]
fn pieces_are_all_of_it_once() {
    for name in ["bee.png", "saw.png", "car-idle.png", "tracksSmall.png"] {
        let picture = Picture::read(&assets().join(name));
        let solid = picture.grid(128).cells;
        let whole: Vec<usize> = solid.iter().map(|&solid| usize::from(solid)).collect();
        // A pixel lies in a piece if the ray crosses an odd number of its edges.
        let exact = answer(&["outline", name, "--pieces", "convex"]);
        let mut times = vec![0; solid.len()];
        for piece in polygons(&exact["pieces"]) {
            for (times, inside) in times.iter_mut().zip(fill(&picture, &[piece])) {
                *times += usize::from(inside);
            }
        }
        assert_eq!(times, whole, "{name}");

        let rects = answer(&["outline", name, "--pieces", "rects"]);
        let rects: Vec<[usize; 4]> = serde_json::from_value(rects["rects"].clone()).unwrap();
        let mut times = vec![0; solid.len()];
        for [x, y, w, h] in rects {
            for y in y..y + h {
                for x in x..x + w {
                    times[y * picture.width as usize + x] += 1;
                }
            }
        }
        assert_eq!(times, whole, "{name}");

        // The parts of a simplified outline cover the pixels in that outline.
        let simple = answer(&["outline", name, "--simplify", "inner", "--pieces", "convex"]);
        let filled = fill(&picture, &rings(&simple));
        let mut times = vec![0; solid.len()];
        for piece in polygons(&simple["pieces"]) {
            for (times, inside) in times.iter_mut().zip(fill(&picture, &[piece])) {
                *times += usize::from(inside);
            }
        }
        assert_eq!(times, filled.iter().map(|&f| usize::from(f)).collect::<Vec<_>>(), "{name} simpler");
    }
}

#[test]
fn distances_are_those_to_the_nearest_clear_pixel() {
    let picture = Picture::read(&assets().join("saw.png"));
    let answer = answer(&["outline", "saw.png", "--distance"]);
    let rows: Vec<Vec<u64>> = serde_json::from_value(answer["distances"].clone()).unwrap();
    assert_eq!(rows.len(), picture.height as usize);
    assert_eq!(rows.concat(), picture.grid(128).distance_to_clear());
}

#[test]
fn components_are_found_by_painting() {
    for name in NAMES {
        let picture = Picture::read(&assets().join(name));
        let w = i64::from(picture.width);
        for (connect, corners) in [("4", false), ("8", true)] {
            let mut parts = BTreeMap::<usize, Vec<(i64, i64)>>::new();
            for (at, label) in (0..).zip(picture.grid(128).components(corners)) {
                parts.entry(label).or_default().push((at % w, at / w));
            }
            parts.remove(&0);
            let part = |points| {
                let (part, x) = (Overlap { points }, |(x, y): (i64, i64)| [x, y]);
                let (u, v, w, h) = part.bounds().unwrap();
                json!({ "area": part.area(), "bounds": [u, v, w, h], "first": part.first().map(x) })
            };
            let expected: Vec<Value> = parts.into_values().map(part).collect();
            let answer = answer(&["components", name, "--connect", connect]);
            assert_eq!(answer["components"], json!(expected), "{name} {connect}");
            let areas: Vec<i64> = expected.iter().map(|part| part["area"].as_i64().unwrap()).collect();
            let largest = areas.iter().position(|area| Some(area) == areas.iter().max());
            assert_eq!(answer["largest"], json!(largest), "{name} {connect}");
        }
    }
}

#[test]
fn files_hold_what_their_ending_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let bee = assets().join("bee.png");
    let bee = bee.to_str().unwrap();
    let out = |args: &[&str], file: &str| {
        let output = run(folder.path(), &[args, &["-o", file]].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        (fs::read_to_string(folder.path().join(file)).unwrap(), stdout(&output))
    };
    let (json_file, said) = out(&["outline", bee, "--json"], "a.json");
    assert_eq!(json_file, said);
    assert_eq!(
        json_lines(&run(&assets(), &["outline", bee, "--json"])),
        [serde_json::from_str::<Value>(&json_file).unwrap()]
    );
    for (i, options) in
        [&["--pieces", "rects"][..], &["--pieces", "convex", "--simplify", "within:1"], &["--distance"], &[]]
            .iter()
            .enumerate()
    {
        let (svg, said) = out(&[&["outline", bee], *options].concat(), &format!("{i}.SVG"));
        assert!(
            svg.starts_with("<svg xmlns=")
                && svg.ends_with("</svg>\n")
                && svg.contains("<title>bee.png</title>")
        );
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
        assert!(said.contains("bee.png: 1 outer ring"), "{said}");
    }
    let (svg, said) = out(&["components", bee], "parts.svg");
    assert!(svg.contains("stroke-dasharray") && said.contains("1 component, 8-connected"), "{said}");
    let (json_file, _) = out(&["components", bee], "parts.json");
    assert_eq!(serde_json::from_str::<Value>(&json_file).unwrap()["connect"], json!(8));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 7, "{}", path(""));
}

#[test]
fn what_cannot_be_had_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let bee = assets().join("bee.png");
    let bee = bee.to_str().unwrap();
    let cases: [(&[&str], &str); 10] = [
        (
            &["outline", bee, "--simplify", "inner", "--max-points", "4", "-o", "a.svg"],
            "corners but 4 are allowed",
        ),
        (&["outline", bee, "--simplify", "within"], "within needs a distance in pixels"),
        (&["outline", bee, "--simplify", "within:-1"], "\"-1\" is not a distance"),
        (&["outline", bee, "--simplify", "within:NaN"], "\"NaN\" is not a distance"),
        (&["outline", bee, "--simplify", "around"], "\"around\" is not outer, inner or within:EPS"),
        (&["outline", bee, "--max-points", "4"], "--simplify"),
        (&["outline", bee, "--pieces", "round"], "it is convex or rects"),
        (&["outline", bee, "-o", "a.png"], "\"a.png\" does not end in .svg or .json"),
        (&["outline", "gone.png", "-o", "a.svg"], "gone.png: cannot be read"),
        (&["components", bee, "--connect", "6"], "it is 4 or 8"),
    ];
    for (args, told) in cases {
        let said = sentence(&run(folder.path(), args));
        assert!(said.contains(told), "{args:?} was told {said}");
    }
    assert!(
        sentence(&run(folder.path(), &["outline", bee, "-o", "no/a.svg"]))
            .contains("there is no such folder")
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

/// If there is a mask picture, the sprite's own alpha and the colour key are ignored.
#[test]
fn a_mask_picture_goes_before_the_sprites_own_pixels() {
    let (sprite, mask) = ("femaleAdventurer_walk0.png", "femaleAdventurer_walk3.png");
    for (command, key) in [("outline", "rings"), ("components", "components")] {
        let of_mask = &answer(&[command, mask])[key];
        assert_eq!(answer(&[command, sprite, "--mask", mask])[key], *of_mask);
        assert_eq!(answer(&[command, sprite, "--mask", mask, "--key", "FF00FF"])[key], *of_mask);
        assert_ne!(answer(&[command, sprite])[key], *of_mask, "the two differ, or nothing is shown");
    }
}

#[test]
fn holes_are_filled_by_every_command_that_has_one_sprite() {
    let folder = tempfile::tempdir().unwrap();
    let (key, baked) = (assets().join("keyBlue.png"), folder.path().join("baked.png"));
    let mut filled = Picture::read(&key).grid(128);
    let before = filled.count();
    filled.fill_holes();
    let count = filled.count();
    assert!(before < count, "the key has a hole, or nothing is shown");
    assert_eq!(answer(&["inspect", "keyBlue.png", "--fill-holes"])["frames"][0]["solid"], json!(count));
    assert_eq!(answer(&["inspect", "keyBlue.png"])["frames"][0]["solid"], json!(before));
    assert_eq!(answer(&["components", "keyBlue.png", "--fill-holes"])["components"][0]["area"], json!(count));
    assert_eq!(answer(&["outline", "keyBlue.png", "--fill-holes"])["rings"].as_array().unwrap().len(), 1);
    answer(&["bake", "keyBlue.png", "--fill-holes", "-o", baked.to_str().unwrap()]);
    let baked = Picture::read(&baked);
    assert_eq!(baked.grid(128).count(), count);
}

/// The help of `outline` names the way to the outline of a posed sprite, and the way works.
#[test]
fn a_posed_sprite_is_baked_and_then_traced() {
    let help = stdout(&run(&assets(), &["help", "outline"])).split_whitespace().collect::<Vec<_>>().join(" ");
    let example =
        "hitmask bake ship.png --rotate 30 -o turned.png && hitmask outline turned.png -o turned.svg";
    assert!(help.contains(example), "{help}");
    let folder = tempfile::tempdir().unwrap();
    fs::copy(assets().join("playerShip1_orange.png"), folder.path().join("ship.png")).unwrap();
    for command in example.split(" && ") {
        let output = run(folder.path(), &command.split(' ').skip(1).collect::<Vec<_>>());
        assert_eq!(code(&output), 0, "{command}: {}", stderr(&output));
    }
    assert!(fs::read_to_string(folder.path().join("turned.svg")).unwrap().starts_with("<svg"));
}

#[test]
fn an_empty_mask_has_an_empty_answer_and_a_note() {
    let output = run(&assets(), &["outline", "tracksSmall.png", "--json"]);
    assert_eq!(json_lines(&output)[0]["rings"], json!([]));
    assert!(stderr(&output).contains("note: tracksSmall.png has visible pixels but none at threshold 128"));
    assert_eq!(answer(&["components", "tracksSmall.png"])["largest"], Value::Null);
    assert!(stdout(&run(&assets(), &["components", "tracksSmall.png"])).contains("0 components"));
}

/// Each row of docs/shapes.md that has a picture and a command shows what the command draws. The picture of the sprite is not
/// compared, because another version of the PNG encoder may write other bytes.
#[test]
fn the_pictures_of_the_page_are_the_programs() {
    let docs = assets().join("../docs");
    let page = fs::read_to_string(docs.join("shapes.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.svg");
    let shapes = |svg: &str| {
        svg.lines().filter(|line| !line.starts_with("<image ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut pictures = 0;
    for row in page.lines().filter(|line| line.starts_with("| <img ")) {
        let name = row.split('"').nth(1).unwrap();
        let command = row.split("`hitmask ").nth(1).unwrap().split('`').next().unwrap();
        let mut args: Vec<&str> = command.split(' ').collect();
        args.extend(["-o", out.to_str().unwrap()]);
        let output = run(&assets(), &args);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let (drawn, shown) =
            (fs::read_to_string(&out).unwrap(), fs::read_to_string(docs.join(name)).unwrap());
        assert!(
            shapes(&drawn) == shapes(&shown),
            "docs/{name}: draw it again with hitmask {command} -o docs/{name}"
        );
        pictures += 1;
    }
    assert_eq!(pictures, fs::read_dir(docs.join("shapes")).unwrap().count());
}

/// Pieces for a physics engine have few corners, and are the same pixels.
#[test]
fn convex_pieces_have_few_corners() {
    let ask = |more: &[&str]| {
        answer(
            &[&["outline", "playerShip1_orange.png", "--simplify", "outer", "--pieces", "convex"], more]
                .concat(),
        )
    };
    let (plain, cut) = (polygons(&ask(&[])["pieces"]), polygons(&ask(&["--max-corners", "4"])["pieces"]));
    assert!(plain.iter().any(|piece| piece.len() > 4), "there is something to cut");
    assert!(cut.len() > plain.len() && cut.iter().all(|piece| piece.len() <= 4));
    let picture = Picture::read(&assets().join("playerShip1_orange.png"));
    let inside = |polygons: &[Vec<[i64; 2]>]| -> Vec<bool> {
        crossings(&picture, polygons).iter().map(|crossed| crossed % 2 == 1).collect()
    };
    assert_eq!(inside(&plain), inside(&cut));
    let said = sentence(&run(&assets(), &["outline", "saw.png", "--pieces", "rects", "--max-corners", "8"]));
    assert_eq!(said, "--max-corners is for --pieces convex: rectangles have four");
}
