//! `hitmask pack`, and entries of packs in every command.

use std::fs;
use std::path::Path;

use crate::common::{assets, code, json_lines, run, sentence, stderr, stdout};
use serde_json::json;

/// A folder with sprites in folders.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let put = |asset: &str, to: &str| {
        let to = folder.path().join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(assets().join(asset), to).unwrap();
    };
    put("bee.png", "art/bee.png");
    put("saw.png", "art/tools/saw.png");
    put("smoke_03.png", "art/clouds/smoke.png");
    put("boonga.json", "art/boonga.json");
    put("boonga.png", "art/boonga.png");
    put("player.aseprite", "art/player.aseprite");
    folder
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Runs a command that succeeds without a word on standard error.
#[track_caller]
fn told(folder: &Path, line: &str) -> String {
    let output = run(folder, &words(line));
    assert_eq!((code(&output), &*stderr(&output)), (0, ""), "{line}");
    stdout(&output)
}

#[test]
fn entries_answer_as_their_files_do() {
    let folder = folder();
    let folder = folder.path();
    let said = told(folder, "pack art -o masks.hitmask");
    assert!(said.starts_with("masks.hitmask: ") && said.contains(" of 5 sprites in "), "{said}");
    assert!(said.ends_with("; 5 read, 0 unchanged, 1 file left out\n"), "{said}");
    for (entry, file) in [
        ("bee.png", "bee.png"),
        ("tools/saw.png", "tools/saw.png"),
        ("player.aseprite#1", "player.aseprite#1"),
        ("player.aseprite", "player.aseprite"),
        ("boonga.json#1", "boonga.json#1"),
    ] {
        let packed = format!("masks.hitmask#{entry}");
        for line in [
            "check NAME art/tools/saw.png --at 3,-4 --json",
            "check art/bee.png NAME --rotate-b 30 --at-b 10.5,3 --json",
            "separate NAME art/bee.png --at 3,4 --json",
            "cast NAME art/bee.png --at 300,4.5 --by -400,1 --json",
            "bake NAME --rotate 20 -o out.png --json",
        ] {
            let ask = |name: &str| {
                let output = run(folder, &words(&line.replace("NAME", name)));
                (code(&output), stdout(&output))
            };
            assert_eq!(ask(&packed), ask(&format!("art/{file}")), "{line} {entry}");
        }
        for line in ["outline NAME --json", "components NAME --json"] {
            let ask = |name: &str| {
                let mut answer = json_lines(&run(folder, &words(&line.replace("NAME", name)))).remove(0);
                answer.as_object_mut().unwrap().remove("file");
                answer
            };
            assert_eq!(ask(&packed), ask(&format!("art/{file}")), "{line} {entry}");
        }
    }
    // Batches and scenes take them, too.
    let batch =
        "{\"a\": \"masks.hitmask#bee.png\", \"b\": \"masks.hitmask#tools/saw.png\", \"at\": [3, -4]}\n";
    let output = crate::common::run_with_input(folder, &["batch", "-"], batch.as_bytes());
    let direct = run(folder, &words("check art/bee.png art/tools/saw.png --at 3,-4 --json"));
    assert_eq!(stdout(&output), stdout(&direct));
    let scene = |bee: &str| {
        let text = format!(
            "[world]\nsize = [200, 200]\n[[sprite]]\nname = \"a\"\nimage = \"{bee}\"\nat = [0, 0]\nvelocity = [2, 1]\n\
             [[sprite]]\nname = \"b\"\nimage = \"art/tools/saw.png\"\nat = [60, 60]\n"
        );
        fs::write(folder.join("scene.toml"), text).unwrap();
        told(folder, "scene scene.toml --events -")
    };
    let events = scene("art/bee.png");
    assert!(!events.is_empty());
    assert_eq!(scene("masks.hitmask#bee.png"), events);
    // A mask picture replaces the alpha of an entry, too.
    told(folder, "check masks.hitmask#bee.png art/bee.png --at 0,0 --mask-a art/bee.png");
}

#[test]
fn the_config_decides_by_names() {
    let folder = folder();
    let folder = folder.path();
    fs::write(
        folder.join("pack.toml"),
        "[all]\nthreshold = 40\n\n[[files]]\nmatch = \"clouds/**\"\nrule = \"alpha_sum\"\nin_place = true\n\n\
         [[files]]\nmatch = \"*.json\"\nskip = true\n\n[[files]]\nmatch = \"s*.png\"\nthreshold = 9\noutline = \"outer\"\n",
    )
    .unwrap();
    told(folder, "pack art -o masks.hitmask --config pack.toml --fill-holes");
    let entries = |folder: &Path| {
        let report = json_lines(&run(folder, &["inspect", "masks.hitmask", "--json"])).remove(0);
        report["entries"].as_array().unwrap().clone()
    };
    let found = |name: &str| entries(folder).into_iter().find(|entry| entry["name"] == name);
    let smoke = found("clouds/smoke.png").unwrap();
    assert_eq!(
        (&smoke["form"], &smoke["coding"], &smoke["level"]),
        (&json!("alpha"), &json!("bytes"), &json!(9))
    );
    let (bee, saw) = (found("bee.png").unwrap(), found("tools/saw.png").unwrap());
    assert_eq!(
        (&bee["form"], &bee["level"], &bee["outline_corners"]),
        (&json!("mask"), &json!(40), &json!(null))
    );
    assert_eq!(saw["level"], json!(9));
    assert!(saw["outline_corners"].as_u64().unwrap() > 4);
    assert!(found("boonga.json#0").is_none());
    // Options replace what is said about all.
    told(folder, "pack art -o masks.hitmask --config pack.toml --threshold 200");
    assert_eq!(found("bee.png").unwrap()["level"], json!(200));
    assert_eq!(found("tools/saw.png").unwrap()["level"], json!(9));

    // A pattern that matches nothing is probably a mistake.
    fs::write(folder.join("pack.toml"), "[[files]]\nskip = false\nmatch = \"fogs/*\"\n").unwrap();
    let output = run(folder, &words("pack art -o masks.hitmask --config pack.toml"));
    assert_eq!(stderr(&output), "hitmask: note: pack.toml: line 3: no sprite matches \"fogs/*\"\n");

    for (text, line, why) in [
        ("[all]\nthresholds = 3\n", 2, "thresholds"),
        ("[all]\nthreshold = 300\n", 2, "0 to 255"),
        ("[all]\nmatch = \"*\"\n", 2, "[[files]]"),
        ("\n[[files]]\nskip = true\n", 2, "match"),
        ("[[files]]\nmatch = \"*\"\nrule = \"geometry\"\n", 3, "solid, alpha-sum and rect"),
        ("[[files]]\nmatch = \"*\"\noutline = \"round\"\n", 3, "exact"),
    ] {
        fs::write(folder.join("pack.toml"), text).unwrap();
        let said = sentence(&run(folder, &words("pack art -o other.hitmask --config pack.toml")));
        assert!(said.starts_with(&format!("pack.toml: line {line}: ")) && said.contains(why), "{said}");
        assert!(!folder.join("other.hitmask").exists());
    }
}

#[test]
fn unchanged_sprites_are_taken_from_the_pack() {
    let folder = folder();
    let folder = folder.path();
    let counts = |line: &str| {
        let report = json_lines(&run(folder, &words(line))).remove(0);
        (report["decoded"].as_u64().unwrap(), report["unchanged"].as_u64().unwrap())
    };
    let pack = "pack art -o masks.hitmask --json";
    assert_eq!(counts(pack), (5, 0));
    let first = fs::read(folder.join("masks.hitmask")).unwrap();
    let time = fs::metadata(folder.join("masks.hitmask")).unwrap().modified().unwrap();
    assert_eq!(counts(pack), (0, 5));
    // It would be the same, so it is not written.
    assert_eq!(fs::metadata(folder.join("masks.hitmask")).unwrap().modified().unwrap(), time);
    assert_eq!(counts(&format!("{pack} --fresh")), (5, 0));
    assert_eq!(fs::read(folder.join("masks.hitmask")).unwrap(), first);
    fs::copy(assets().join("coin.png"), folder.join("art/bee.png")).unwrap();
    assert_eq!(counts(pack), (1, 4));
    assert_ne!(fs::read(folder.join("masks.hitmask")).unwrap(), first);
    assert_eq!(counts(&format!("{pack} --threshold 3")), (5, 0));
}

#[test]
fn packs_are_inspected() {
    let folder = folder();
    let folder = folder.path();
    told(folder, "pack art -o masks.hitmask");
    let text = told(folder, "inspect masks.hitmask");
    assert!(text.starts_with("masks.hitmask: pack, "), "{text}");
    for part in ["bee.png", "clouds/smoke.png", "edges", "player.aseprite#0", "sprite \"player.aseprite\": "]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    // One sprite of it, and one entry of that.
    let sprite = told(folder, "inspect masks.hitmask#player.aseprite");
    assert!(sprite.contains("pack, ") && sprite.lines().count() > 2, "{sprite}");
    let report = json_lines(&run(folder, &words("inspect masks.hitmask#player.aseprite#1 --json"))).remove(0);
    assert_eq!((report["format"].as_str(), report["frames"].as_array().unwrap().len()), (Some("pack"), 1));
    let both = told(folder, "inspect masks.hitmask art/bee.png");
    assert!(both.contains("\n\nart/bee.png: PNG"), "{both}");
}

#[test]
fn faults_are_told_in_a_sentence() {
    let folder = folder();
    let folder = folder.path();
    told(folder, "pack art -o masks.hitmask");
    let said = |line: &str| sentence(&run(folder, &words(line)));
    let missing = said("check masks.hitmask#bea.png art/bee.png --at 0,0");
    assert!(missing.starts_with("masks.hitmask: no entry \"bea.png\" in the pack"), "{missing}");
    assert!(missing.contains("\"bee.png\""), "{missing}");
    let unnamed = said("check masks.hitmask art/bee.png --at 0,0");
    assert!(unnamed.starts_with("masks.hitmask: is a pack: name one of its entries after a #"), "{unnamed}");
    let wrong = said("pack art -o masks.png");
    assert!(wrong.contains("does not end in .hitmask"), "{wrong}");
    let none = said("pack none.png -o masks.hitmask");
    assert!(none.starts_with("none.png: cannot be read"), "{none}");
    fs::create_dir(folder.join("empty")).unwrap();
    assert_eq!(said("pack empty -o masks.hitmask"), "empty: there is no sprite to pack");
    // A damaged pack says which entry is lost; the others are still there.
    let mut bytes = fs::read(folder.join("masks.hitmask")).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(folder.join("damaged.hitmask"), &bytes).unwrap();
    assert!(said("inspect damaged.hitmask").contains("is damaged: its checksum is wrong"));
    told(folder, "check damaged.hitmask#bee.png art/bee.png --at 0,0");
    bytes[70] ^= 1;
    fs::write(folder.join("damaged.hitmask"), &bytes).unwrap();
    assert!(
        said("check damaged.hitmask#bee.png art/bee.png --at 0,0")
            .contains("the index of the pack is damaged")
    );
    // A broken picture: nothing is written.
    fs::write(folder.join("art/bee.png"), &common_png()[..40]).unwrap();
    let before = fs::read(folder.join("masks.hitmask")).unwrap();
    let broken = said("pack art -o masks.hitmask");
    assert!(broken.replace('\\', "/").starts_with("art/bee.png: "), "{broken}");
    assert_eq!(fs::read(folder.join("masks.hitmask")).unwrap(), before);
}

fn common_png() -> Vec<u8> {
    fs::read(assets().join("bee.png")).unwrap()
}

/// An input is never lost, whatever it is called.
#[test]
fn inputs_are_not_written_over() {
    let folder = folder();
    let folder = folder.path();
    fs::copy(assets().join("bee.png"), folder.join("bee.hitmask")).unwrap();
    let refused = sentence(&run(folder, &words("pack bee.hitmask -o bee.hitmask")));
    assert!(refused.contains("it is the file of the input bee.hitmask"), "{refused}");
    fs::write(folder.join("c.hitmask"), "").unwrap();
    let refused = sentence(&run(folder, &words("pack art -o c.hitmask --config c.hitmask")));
    assert!(refused.contains("it is the file of the input c.hitmask"), "{refused}");
    // The same name twice.
    fs::copy(folder.join("art/tools/saw.png"), folder.join("bee.png")).unwrap();
    let refused = sentence(&run(folder, &words("pack art bee.png -o masks.hitmask")));
    assert!(refused.contains("would both be \"bee.png\" in the pack"), "{refused}");
}

#[test]
fn empty_masks_are_remarked() {
    let folder = folder();
    let folder = folder.path();
    let output = run(folder, &words("pack art/clouds -o masks.hitmask --threshold 255"));
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).contains("1 entry has no solid pixel, such as smoke.png"), "{}", stderr(&output));
}

/// Every file that cannot be packed is named, each on a line, and nothing is written.
#[test]
fn all_bad_files_are_named() {
    let folder = folder();
    let folder = folder.path();
    let bee = fs::read(folder.join("art/bee.png")).unwrap();
    fs::write(folder.join("art/short.png"), &bee[..bee.len() / 2]).unwrap();
    fs::write(folder.join("art/clouds/cut.png"), &bee[..40]).unwrap();
    let output = run(folder, &words("pack art -o masks.hitmask"));
    // Windows separates the names by backslashes.
    let said = stderr(&output).replace('\\', "/");
    assert_eq!((code(&output), &*stdout(&output), said.lines().count()), (2, "", 2), "{said}");
    assert!(said.starts_with("hitmask: art/clouds/cut.png: damaged PNG: "), "{said}");
    assert!(said.contains("\nhitmask: art/short.png: damaged PNG: "), "{said}");
    assert!(!folder.join("masks.hitmask").exists());
    let output = run(folder, &words("pack gone.png art lost.png -o masks.hitmask"));
    let said = stderr(&output).replace('\\', "/");
    assert_eq!((code(&output), said.lines().count()), (2, 4), "{said}");
    assert!(said.starts_with("hitmask: gone.png: ") && said.contains("\nhitmask: lost.png: "), "{said}");
    assert!(
        said.contains("\nhitmask: art/clouds/cut.png: ") && !folder.join("masks.hitmask").exists(),
        "{said}"
    );
    // One alone is one sentence, as everywhere.
    fs::remove_file(folder.join("art/short.png")).unwrap();
    let said = sentence(&run(folder, &words("pack art -o masks.hitmask"))).replace('\\', "/");
    assert!(said.starts_with("art/clouds/cut.png: "), "{said}");
}

/// One bad file does not stop the others, if that is wished. Levels are files, too.
#[test]
fn what_cannot_be_packed_can_be_left_out() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("art/bad.png"), b"\x89PNG\r\n\x1A\n").unwrap();
    fs::write(folder.join("art/bad.tmx"), "<map orientation='orthogonal' width='x'/>").unwrap();
    fs::write(folder.join("art/bad.plist"), "<plist><dict><key>frames</key><dict><key>a</key></plist>")
        .unwrap();
    let refused = run(folder, &words("pack art -o masks.hitmask"));
    let said = stderr(&refused);
    assert_eq!(code(&refused), 2);
    assert!(
        said.contains("bad.png: damaged PNG") && said.contains("bad.tmx: line 1: width of <map>"),
        "{said}"
    );
    assert!(!folder.join("masks.hitmask").exists(), "nothing is written");
    let output = run(folder, &words("pack art -o masks.hitmask --keep-going --json"));
    assert_eq!((code(&output), stderr(&output)), (2, said), "the same is said");
    let report = json_lines(&output).remove(0);
    assert_eq!((&report["sprites"], report["failed"].as_array().unwrap().len()), (&json!(5), 2));
    fs::remove_file(folder.join("art/bad.png")).unwrap();
    fs::remove_file(folder.join("art/bad.tmx")).unwrap();
    let whole = fs::read(folder.join("masks.hitmask")).unwrap();
    told(folder, "pack art -o masks.hitmask --fresh --keep-going");
    assert!(fs::read(folder.join("masks.hitmask")).unwrap() == whole, "the pack is that of the good files");
}

/// A frame that is named by a number, and several of one name.
#[test]
fn every_frame_can_be_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::copy(assets().join("boonga.png"), folder.join("sheet.png")).unwrap();
    let frame = |name: &str, w: u32| {
        format!(r#"{{"filename": "{name}", "frame": {{"x": 0, "y": 0, "w": {w}, "h": 1}}}}"#)
    };
    let frames = [frame("1", 1), frame("2", 2), frame("a", 3), frame("a", 4), frame("b", 5)].join(",");
    fs::write(
        folder.join("s.json"),
        format!(r#"{{"frames": [{frames}], "meta": {{"image": "sheet.png"}}}}"#),
    )
    .unwrap();
    let width = |name: &str| {
        let output = run(folder, &["inspect", "--json", name]);
        (json_lines(&output)[0]["frames"][0]["size"][0].clone(), stderr(&output))
    };
    let note = |text: &str| format!("hitmask: note: s.json: {text}\n");
    assert_eq!(
        width("s.json#1"),
        (json!(2), note("frame number 1 is taken, which is named \"2\": the frame named \"1\" is #1:1"))
    );
    assert_eq!(width("s.json#1:1"), (json!(1), String::new()));
    assert_eq!(
        width("s.json#a"),
        (json!(3), note("the first of 2 frames named \"a\" is taken: the second is #2:a"))
    );
    assert_eq!(width("s.json#2:a"), (json!(4), String::new()));
    assert_eq!(
        (width("s.json#b"), width("s.json#0")),
        ((json!(5), String::new()), (json!(1), String::new()))
    );
    // A file that cannot be inspected is a line of JSON, too.
    let output = run(folder, &["inspect", "--json", "s.json#3:a", "s.json#b"]);
    let lines = json_lines(&output);
    assert_eq!((code(&output), lines.len(), &lines[0]["file"]), (2, 2, &json!("s.json#3:a")));
    assert!(lines[0]["error"].as_str().unwrap().contains("no frame, slice or tag \"3:a\""), "{}", lines[0]);
}
