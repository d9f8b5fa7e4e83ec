//! Every error is one sentence, and no file is left behind.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::common::{assets, code, command, json_lines, run, sentence, stderr, stdout};

fn check(args: &[&str]) -> std::process::Output {
    run(&assets(), &[&["check"], args].concat())
}

#[test]
fn command_lines_that_are_none() {
    let cases: [(&[&str], &str); 17] = [
        (&["bee.png", "--at", "1,2"], "<B>"),
        (&["bee.png", "saw.png", "--at", "1.5,2"], "1.5 is not a whole number"),
        (&["bee.png", "saw.png", "--at", "1,2.0"], "2.0 is not a whole number"),
        (&["bee.png", "saw.png", "--at", "1"], "\"1\" is not X,Y"),
        (&["bee.png", "saw.png", "--at", "1,2,3"], "\"2,3\" is not a whole number"),
        (&["bee.png", "saw.png", "--at", "2147483648,0"], "2147483648 is too far"),
        (&["bee.png", "saw.png", "--at", "+99999999999,0"], "+99999999999 is too far"),
        (&["bee.png", "saw.png", "--at", "x,0"], "\"x\" is not a whole number"),
        (&["bee.png", "saw.png", "--at", ",0"], "\"\" is not a whole number"),
        (&["bee.png", "saw.png", "--at", "0,0", "--threshold", "256"], "256 is not a threshold"),
        (&["bee.png", "saw.png", "--at", "0,0", "--threshold", "-1"], "-1 is not a threshold"),
        (
            &["bee.png", "saw.png", "--at", "0,0", "--rule", "round"],
            "--rule cannot be \"round\": it is solid, raster, geometry, alpha-sum or rect",
        ),
        (&["bee.png", "saw.png", "--at", "0,0", "--key", "red"], "\"red\" is not a colour"),
        (&["bee.png", "saw.png", "--at", "0,0", "--key", "+12345"], "\"+12345\" is not a colour"),
        (&["bee.png", "saw.png", "--at", "0,0", "--grid", "16"], "\"16\" is not a grid"),
        (&["bee.png", "saw.png", "--at", "0,0", "--grid", "16x0"], "\"16x0\" is not a grid"),
        (&["bee.png", "saw.png", "--at", "0,0", "--treshold", "1"], "--threshold"),
    ];
    for (args, told) in cases {
        let said = sentence(&check(args));
        assert!(
            said.contains(told) && said.ends_with(" `hitmask help check` lists the options"),
            "{args:?} was told {said}"
        );
    }
    let said = sentence(&run(&assets(), &["chek"]));
    assert_eq!(
        said,
        "there is no command \"chek\"; did you mean \"check\"? `hitmask help` lists the commands"
    );
    assert!(sentence(&run(&assets(), &["inspect"])).contains("<FILE>"));
    assert!(sentence(&run(&assets(), &["man", "chek"])).contains("there is no command \"chek\""));
}

/// Each kind of fault has one sentence, with the help page that lists what there is.
#[test]
fn faults_of_the_command_line_are_plain_sentences() {
    for (args, fault) in [
        // An option that does not exist: only what is nearly the same is suggested.
        ("check a.png b.png --point 3,4", "there is no option \"--point\";"),
        ("check a.png b.png --xyzzy", "there is no option \"--xyzzy\";"),
        ("check a.png b.png -x", "there is no option \"-x\";"),
        (
            "check a.png b.png --rotate 3",
            "there is no option \"--rotate\"; did you mean \"--rotate-a\" or \"--rotate-b\"?",
        ),
        (
            "check a.png b.png --treshold=3",
            "there is no option \"--treshold\"; did you mean \"--threshold\"?",
        ),
        ("bake a.png --rotate-a 3 -o b.png", "there is no option \"--rotate-a\"; did you mean \"--rotate\"?"),
        // Too many.
        (
            "separate a.png b.png c.png --at 1,2",
            "\"c.png\" is one argument too many: separate takes <A> and <B>;",
        ),
        (
            "cast a.png b.png --at 1,2 --by 3,4 -- --json",
            "\"--json\" is one argument too many: cast takes <A> and <B>;",
        ),
        ("demo x", "\"x\" is one argument too many: demo takes options only;"),
        ("check a.png b.png --at 1,2 --json=3", "--json takes no value, but \"3\" was given;"),
        ("check a.png b.png --at 1,2 --at 3,4", "--at was given more than once: give it once;"),
        (
            "inspect a.png --json --preview",
            "--json does not go together with --preview: leave one of them out;",
        ),
        // Too few.
        ("check", "check needs <A> and <B>...;"),
        (
            "outline a.png --max-points 9",
            "with these arguments outline needs --simplify <outer|inner|within:EPS>, too;",
        ),
        ("cast a.png b.png", "cast needs --at <X,Y> and --by <DX,DY>;"),
        ("check a.png b.png --at", "--at needs a value, as in --at <X,Y>;"),
        ("cast a.png b.png --rule", "--rule needs a value: solid, raster or rect;"),
        // Wrong values.
        (
            "check a.png b.png --at 1",
            "--at: \"1\" is not X,Y: two numbers with a comma between, such as -3,4;",
        ),
        ("check a.png b.png --flip-a x", "--flip-a cannot be \"x\": it is h, v or hv;"),
        ("check a.png b.png --max-side x", "--max-side: \"x\" is not a whole number from 0 to 4294967295;"),
        ("scene a.toml --threads 1025", "--threads: \"1025\" is not a whole number from 1 to 1024;"),
        ("completions tcsh", "<SHELL> cannot be \"tcsh\": it is bash, elvish, fish, powershell or zsh;"),
    ] {
        let args: Vec<_> = args.split(' ').collect();
        let page = format!("`hitmask help {}` lists the options", args[0]);
        assert_eq!(sentence(&run(&assets(), &args)), format!("{fault} {page}"), "{args:?}");
    }
    for (args, fault) in [
        ("a.png b.png", "there is no command \"a.png\";"),
        ("help chek", "there is no command \"chek\"; did you mean \"check\"?"),
        ("--json check", "there is no option \"--json\" before the command;"),
        ("--verson", "there is no option \"--verson\" before the command; did you mean \"--version\"?"),
    ] {
        let said = sentence(&run(&assets(), &args.split(' ').collect::<Vec<_>>()));
        assert_eq!(said, format!("{fault} `hitmask help` lists the commands"), "{args}");
    }
}

/// An option that takes text refuses other bytes.
#[test]
#[cfg(unix)]
fn bytes_that_are_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let [at, bytes] = [OsStr::new("--at"), OsStr::from_bytes(b"\xFF")];
    let said = sentence(&run(&assets(), &[OsStr::new("check"), OsStr::new("a"), OsStr::new("b"), at, bytes]));
    let told = "the value of an option is not Unicode text: only names of files may be other bytes; ";
    assert!(said.starts_with(told), "{said}");
}

/// Without `--at` and without a pose, B's corner lies on A's, and a note says so. Standard output is the same.
#[test]
fn check_says_where_b_lies_if_nobody_else_does() {
    for extra in [&[][..], &["--json"]] {
        let silent = check(&[&["bee.png", "saw.png", "--at", "0,0"], extra].concat());
        let noted = check(&[&["bee.png", "saw.png"], extra].concat());
        assert_eq!((code(&noted), stdout(&noted)), (code(&silent), stdout(&silent)));
        assert_eq!(stderr(&silent), "");
        assert_eq!(
            stderr(&noted),
            "hitmask: note: without --at B's corner lies on A's corner, as with --at 0,0\n"
        );
    }
    for pose in ["--rotate-a", "--rotate-b"] {
        assert_eq!(stderr(&check(&["bee.png", "saw.png", pose, "30"])), "");
    }
}

/// `check` takes `--at` or a pose, and its help says what happens without.
#[test]
fn the_help_of_check_says_what_is_required() {
    for page in [&["check", "-h"][..], &["help", "check"]] {
        let help = stdout(&run(&assets(), page)).split_whitespace().collect::<Vec<_>>().join(" ");
        for told in [
            "Usage: hitmask check [OPTIONS] [--at <X,Y>] <A> <B>... hitmask check [OPTIONS] <POSE OPTIONS> <A> <B>...",
            "y down (0,0 if it is left out and there are no pose options)",
            "Pose options: turn, scale, mirror (instead of --at):",
        ] {
            assert!(help.contains(told), "{page:?} does not say {told}: {help}");
        }
    }
}

/// Every name of an option's value that the library or another spelling has is taken.
#[test]
fn other_names_mean_the_same() {
    let answer = |args: &str| {
        let output = run(&assets(), &args.split(' ').collect::<Vec<_>>());
        assert!(code(&output) < 2, "{args}: {}", stderr(&output));
        stdout(&output)
    };
    for (args, name, other) in [
        ("outline saw.png --json", "--connect 4", "--connectivity 4"),
        ("components stars.png --json", "--connect 4", "--connectivity 4"),
        ("check bee.png saw.png --at 1,2 --rule", "solid", "raster"),
        ("check bee.png saw.png --rotate-a 30 --rule", "solid", "raster"),
        ("check bee.png saw.png --at 1,2 --json --rule", "alpha-sum", "alpha_sum"),
        ("separate bee.png saw.png --at 1,2 --rule", "solid", "raster"),
        ("separate bee.png saw.png --at 1,2 --rule", "solid", "geometry"),
        ("cast bee.png saw.png --at 200,2 --by -300,0 --rule", "solid", "raster"),
        ("cast bee.png saw.png --at 200,2 --by -300,0 --rule", "solid", "geometry"),
        ("check bee.png saw.png --rotate-a 30 --pivot-a", "centre", "center"),
    ] {
        assert_eq!(answer(&format!("{args} {name}")), answer(&format!("{args} {other}")), "{args} {other}");
    }
    for command in ["outline", "components"] {
        assert!(stdout(&run(&assets(), &["help", command])).contains("--connectivity"), "{command}");
    }
    for command in ["check", "which", "separate", "cast"] {
        assert!(stdout(&run(&assets(), &["help", command])).contains("Another name of solid"), "{command}");
    }
}

/// The help page that an error names lists the option.
#[test]
fn errors_name_the_help_page_of_their_command() {
    for (command, args, option) in [
        ("separate", &["bee.png", "saw.png", "--at", "1.5,2"][..], "--at"),
        ("cast", &["bee.png", "saw.png", "--at", "1,2"], "--by"),
        ("which", &["bee.png", "."], "--at"),
        ("inspect", &["bee.png", "--threshold", "x"], "--threshold"),
        ("bake", &["bee.png", "-o", "a.png", "--rotate", "x"], "--rotate"),
        ("outline", &["bee.png", "--simplify", "x"], "--simplify"),
        ("components", &["bee.png", "--connect", "6"], "--connect"),
        ("scene", &["a.toml", "--steps", "0"], "--steps"),
        ("batch", &["a.jsonl", "--json"], "FILE.jsonl"),
        ("demo", &["--out"], "--out"),
        ("completions", &["tcsh"], "SHELL"),
    ] {
        let said = sentence(&run(&assets(), &[&[command], args].concat()));
        assert!(
            said.ends_with(&format!(" `hitmask help {command}` lists the options")),
            "{command} was told {said}"
        );
        let help = stdout(&run(&assets(), &["help", command]));
        assert!(help.contains(option), "{command} has no {option}: {help}");
    }
    for args in [&["--at", "1,2"][..], &["--json", "check"]] {
        assert!(sentence(&run(&assets(), args)).ends_with("; `hitmask help` lists the commands"));
    }
}

/// Errors of the command line name options, errors of a batch name keys.
#[test]
fn errors_name_options_and_keys_as_they_are_written() {
    let options: [(&[&str], &str); 4] = [
        (&["--rotate-a", "30", "--at", "0,0"], "--at-a and --at-b"),
        (&["--affine-a", "1,0,0,1,0,0", "--at-a", "0,0"], "--affine-a"),
        (&["--affine-b", "1,0,0,1,0,0", "--pivot-b", "0,0"], "--pivot-b"),
        (&["--scale-b", "0"], "B: the pose flattens the sprite"),
    ];
    for (args, told) in options {
        let said = sentence(&check(&[&["bee.png", "saw.png"], args].concat()));
        assert!(said.contains(told), "{args:?} was told {said}");
        assert!(!said.contains('_') && !said.contains('`'), "{args:?} was told {said}");
    }
    for (line, told) in [
        (r#"{"a":"bee.png","b":"saw.png","rotate_a":30,"at":[0,0]}"#, "at_a and at_b"),
        (r#"{"a":"bee.png","b":"saw.png","affine_b":[1,0,0,1,0,0],"pivot_b":[0,0]}"#, "pivot_b"),
        (r#"{"a":"bee.png","b":"saw.png"}"#, "\"at\": [40, 12]"),
    ] {
        let output = crate::common::run_with_input(&assets(), &["batch", "-"], line.as_bytes());
        let error = json_lines(&output)[0]["error"].as_str().unwrap().to_owned();
        assert!(error.contains(told) && !error.contains("--"), "{line} was told {error}");
    }
}

/// A command offers no option that it then refuses.
#[test]
fn separate_and_cast_offer_what_they_take() {
    for command in ["separate", "cast"] {
        let pages = [vec![command, "--help"], vec!["man", command], vec![command, "-h"]];
        for page in pages {
            let text = stdout(&run(&assets(), &page)).replace("\\-", "-");
            for option in ["--rotate-a", "--affine-b", "--pivot-a", "--at-b", "alpha-sum", "geometry"] {
                assert!(!text.contains(option), "{page:?} offers {option}");
            }
            assert!(text.contains("--threshold") && text.contains("--rule"), "{page:?}: {text}");
        }
        let args = [command, "bee.png", "saw.png", "--at", "1,2", "--rotate-a", "9"];
        assert!(sentence(&run(&assets(), &args)).contains("there is no option \"--rotate-a\""));
        let args = [command, "bee.png", "saw.png", "--at", "1,2", "--rule", "alpha-sum"];
        assert!(sentence(&run(&assets(), &args)).contains("it is solid, raster or rect"));
    }
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let bee = fs::read(assets().join("bee.png")).unwrap();
    write("bee.png", &bee);
    write("short.png", &bee[..bee.len() / 2]);
    write("text.png", b"no picture");
    write("empty.png", b"");
    write("no.json", b"{\"frames\": 3}");
    fs::create_dir(folder.path().join("folder.png")).unwrap();
    for (file, told) in [
        ("gone.png", "gone.png: cannot be read: "),
        ("gone.png#3", "gone.png: cannot be read: "),
        ("#3", "#3: cannot be read: "),
        ("folder.png", "folder.png: is a folder, not a file"),
        ("short.png", "short.png: damaged PNG: "),
        (
            "text.png",
            "text.png: not a PNG, GIF, WebP, JPEG, BMP, TGA, QOI or Aseprite file, nor an atlas, a level or a pack",
        ),
        ("empty.png", "empty.png: the file is empty"),
        ("no.json", "no.json: the file is not a "),
        ("bee.png#1", "bee.png: no frame, slice or tag \"1\": there is 1 frame, numbered from 0"),
        ("bee.png#", "bee.png: no frame, slice or tag \"\""),
    ] {
        for args in [["check", file, "bee.png", "--at", "0,0"], ["check", "bee.png", file, "--at", "0,0"]] {
            // B may be a folder of sprites.
            let is_b = args[2] == "folder.png";
            let told = if is_b { "folder.png: there is no sprite in this folder" } else { told };
            let said = sentence(&run(folder.path(), &args));
            assert!(said.starts_with(told), "{args:?} was told {said}");
        }
        let said = sentence(&run(folder.path(), &["inspect", file]));
        assert!(said.starts_with(told), "{file} was told {said}");
    }
    for option in ["--mask-a", "--mask-b"] {
        let args = ["check", "bee.png", "bee.png", "--at", "0,0", option, "gone.png"];
        assert!(sentence(&run(folder.path(), &args)).starts_with("gone.png: cannot be read: "));
    }
    let args = ["check", "bee.png", "bee.png", "--at", "0,0", "--grid", "200x200"];
    let said = sentence(&run(folder.path(), &args));
    assert!(said.starts_with("bee.png: a grid of 200x200"), "{said}");
}

/// A file that does not exist, but for a slip of the pen.
#[test]
fn similar_names_of_files_are_suggested() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("art")).unwrap();
    for name in ["bee.png", "saw.webp", "art/hero_1.png", "art/hero_2.png"] {
        fs::copy(assets().join("bee.png"), folder.path().join(name)).unwrap();
    }
    fs::write(
        folder.path().join("scene.toml"),
        "[world]\nsize = [99, 99]\n[[sprite]]\nname = \"a\"\nimage = \"bea.png\"\nat = [0, 0]\n",
    )
    .unwrap();
    for (line, near) in [
        ("check bea.png bee.png --at 0,0", "; did you mean \"bee.png\"?"),
        ("check bee.png Bee.PNG#0 --at 0,0", "; did you mean \"bee.png\"?"),
        ("check bee.png bee.png --at 0,0 --mask-a bee.pgn", "; did you mean \"bee.png\"?"),
        ("inspect saw.jpeg", "; did you mean \"saw.webp\"?"),
        ("inspect art/hero.png", "; did you mean \"art/hero_1.png\" or \"art/hero_2.png\"?"),
        ("inspect gone.png", " (os error 2)"),
        ("inspect gone/bee.png", if cfg!(windows) { " (os error 3)" } else { " (os error 2)" }),
        ("pack bea.png -o a.hitmask", "; did you mean \"bee.png\"?"),
        ("batch scene.tml", "; did you mean \"scene.toml\"?"),
        ("scene scenes.toml", "; did you mean \"scene.toml\"?"),
        ("scene scene.toml", "scene.toml: line 5: image: bea.png: cannot be read: "),
        ("scene scene.toml", "; did you mean \"bee.png\"?"),
    ] {
        // Where upper and lower case are the same, it is the file.
        if line.contains("Bee.PNG") && folder.path().join("Bee.PNG").exists() {
            continue;
        }
        let said = sentence(&run(folder.path(), &line.split(' ').collect::<Vec<_>>())).replace('\\', "/");
        let is_start = near.starts_with("scene.toml");
        assert!(
            if is_start { said.starts_with(near) } else { said.ends_with(near) },
            "{line} was told {said}"
        );
    }
}

/// A number that no frame has is like no name: names are listed as the file has them.
#[test]
fn a_wrong_number_lists_names_in_their_order() {
    let many = "no frame, slice or tag \"99\": there are 14 frames, numbered from 0, and the names \"idle\", \"walk-down\", \"walk-up\", \"walk-right\"";
    let two = "no frame, slice or tag \"99\": there are 2 frames, numbered from 0, and the names \"boonga 0.ase\", \"boonga 1.ase\"";
    for (file, told) in [("player.aseprite", many), ("boonga.json", two)] {
        let said = sentence(&run(&assets(), &["inspect", &format!("{file}#99")]));
        assert_eq!(said, format!("{file}: {told}"));
    }
    let folder = tempfile::tempdir().unwrap();
    fs::copy(assets().join("player.aseprite"), folder.path().join("player.aseprite")).unwrap();
    run(folder.path(), &["pack", "player.aseprite", "-o", "p.hitmask"]);
    let said = sentence(&run(folder.path(), &["inspect", "p.hitmask#player.aseprite#77"]));
    let names = ["7", "0", "1", "2", "3"].map(|n| format!("\"player.aseprite#{n}\"")).join(", ");
    assert!(said.ends_with(&format!("such as {names}")), "{said}");
}

/// A header with a correct checksum that claims 65 535 x 65 535 pixels.
#[test]
fn a_lying_header_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = Vec::new();
    png::Encoder::new(&mut bytes, 65_535, 65_535).write_header().unwrap();
    fs::write(folder.path().join("huge.png"), bytes).unwrap();
    let said = sentence(&run(folder.path(), &["inspect", "huge.png"]));
    assert!(said.starts_with("huge.png: claims to be 4294836225 pixels"), "{said}");
}

#[test]
fn an_existing_file_with_a_hash_in_its_name_wins() {
    let folder = tempfile::tempdir().unwrap();
    let copy = |from: &str, to: &str| {
        fs::copy(assets().join(from), folder.path().join(to)).unwrap();
    };
    copy("player.aseprite", "hero");
    copy("meteorGrey_tiny2.png", "hero#3");
    copy("bee.png", "a#b");
    copy("player.aseprite", "a#b#c");
    let solid = |name: &str| {
        let output = run(folder.path(), &["inspect", name, "--json"]);
        let mut report = json_lines(&output).remove(0);
        (report["frames"].as_array().unwrap().len(), report["frames"][0]["size"].take())
    };
    let size = |w: u32, h: u32| serde_json::json!([w, h]);
    assert_eq!(solid("hero"), (14, size(24, 24)));
    assert_eq!(solid("hero#3"), (1, size(16, 15)), "the file");
    assert_eq!(solid("hero#4"), (1, size(24, 24)), "the frame");
    assert_eq!(solid("hero#3#0"), (1, size(16, 15)), "the longest part that exists");
    assert_eq!(solid("a#b"), (1, size(128, 128)));
    assert_eq!(solid("a#b#0"), (1, size(128, 128)));
    assert_eq!(solid("a#b#c"), (14, size(24, 24)));
    assert_eq!(solid("a#b#c#13"), (1, size(24, 24)));
    // Without a frame `check` takes the first.
    let output = run(folder.path(), &["check", "hero", "hero#0", "--at", "0,0", "--json"]);
    assert_eq!(json_lines(&output)[0]["area"], serde_json::json!(190));
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn pictures_that_cannot_be_written_leave_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("taken.png")).unwrap();
    let assets = assets();
    let [bee, saw] = ["bee.png", "saw.png"].map(|name| assets.join(name).display().to_string());
    for (out, told) in [
        ("missing/out.png", "missing/out.png: cannot be written: there is no such folder"),
        ("taken.png", "taken.png: cannot be written: it is a folder"),
    ] {
        let args = ["check", &bee, &saw, "--at", "0,0", "--picture", out];
        assert_eq!(sentence(&run(folder.path(), &args)), told);
        assert_eq!(names(folder.path()), ["taken.png"]);
    }
    // The demo still prints its table.
    let output = run(folder.path(), &["demo", "--out", "missing"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("hitmask-demo.png: cannot be written: there is no such folder"));
    assert_eq!(names(folder.path()), ["taken.png"]);
    // A failed question leaves no picture either.
    let args = ["check", &bee, "gone.png", "--at", "0,0", "--picture", "out.png"];
    sentence(&run(folder.path(), &args));
    assert_eq!(names(folder.path()), ["taken.png"]);
}

#[test]
fn an_old_picture_is_replaced_whole() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.png");
    fs::write(&out, "old").unwrap();
    let args = ["check", "bee.png", "saw.png", "--at", "0,0", "--picture", out.to_str().unwrap()];
    assert_eq!(code(&run(&assets(), &args)), 0);
    assert!(fs::read(&out).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(names(folder.path()), ["out.png"]);
}

#[test]
fn a_closed_pipe_is_no_failure() {
    for (args, expected) in [
        (&["check", "bee.png", "cactus.png", "--at", "3,-4"][..], 0),
        (&["check", "bee.png", "cactus.png", "--at", "300,0", "--json"], 1),
        (&["inspect", "bee.png", "saw.png"], 0),
        (&["completions", "bash"], 0),
        (&["man"], 0),
        (&["--help"], 0),
        (&["--version"], 0),
    ] {
        let mut child =
            command(&assets()).args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((code(&output), stderr(&output).as_str()), (expected, ""), "{args:?}");
    }
}

/// Standard output on a full disk is a failure.
#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_a_failure() {
    for args in [&["check", "bee.png", "cactus.png", "--at", "3,-4"][..], &["man"], &["inspect", "bee.png"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(&assets()).args(args).stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert!(sentence(&output).starts_with("standard output: cannot be written: "), "{args:?}");
    }
}

#[test]
fn inspect_goes_on_after_a_bad_file() {
    let output = run(&assets(), &["inspect", "bee.png", "gone.png", "saw.png", "--json"]);
    assert_eq!(code(&output), 2);
    // A line for each file, in their order.
    let lines = json_lines(&output);
    let files: Vec<_> = lines.iter().map(|line| line["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["bee.png", "gone.png", "saw.png"]);
    assert!(stderr(&output).starts_with("hitmask: gone.png: cannot be read: "), "{}", stderr(&output));
    assert_eq!(format!("hitmask: {}\n", lines[1]["error"].as_str().unwrap()), stderr(&output));
    assert!(lines[0]["error"].is_null() && lines[2]["error"].is_null());
}
