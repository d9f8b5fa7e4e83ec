//! The program never loses a file: not one that it reads, not one that it replaces, and it leaves nothing behind.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::common::{Picture, assets, code, command, run, sentence, stderr};

/// The names in a folder with what they hold: the bytes of a file, or the target of a link.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .filter(|entry| !entry.file_type().unwrap().is_dir())
        .map(|entry| {
            let bytes = match fs::read_link(entry.path()) {
                Ok(target) => target.into_os_string().into_encoded_bytes(),
                Err(_) => fs::read(entry.path()).unwrap(),
            };
            (entry.file_name().into_string().unwrap(), bytes)
        })
        .collect()
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// A folder with sprites, an atlas, a scene, and other names for them.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for name in ["bee.png", "saw.png", "boonga.json", "boonga.png"] {
        fs::copy(assets().join(name), path(name)).unwrap();
    }
    fs::create_dir(path("sub")).unwrap();
    symlink("bee.png", path("link.png")).unwrap();
    symlink("link.png", path("far.png")).unwrap();
    fs::hard_link(path("bee.png"), path("hard.png")).unwrap();
    symlink("boonga.json", path("other.json")).unwrap();
    fs::write(
        path("scene.toml"),
        "[world]\nsize = [200, 200]\n[[sprite]]\nname = \"a\"\nimage = \"bee.png\"\nat = [0, 0]\nmask = \"link.png\"\n\
         [[sprite]]\nname = \"b\"\nimage = \"boonga.json#1\"\nat = [60, 60]\nvelocity = [1, 0]\n",
    )
    .unwrap();
    folder
}

/// An atlas may be written in ways that no exporter uses. If it is read, its picture is an input.
#[test]
fn pictures_of_odd_atlases_are_inputs() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let frames = r#"[{"frame": {"x": 0, "y": 0, "w": 9, "h": 9}}]"#;
    let before = fs::read(path("bee.png")).unwrap();
    for atlas in [
        format!(r#"{{"textures": [{{"image": "bee.png", "frames": {frames}}}], "meta": null}}"#),
        format!(r#"{{"frames": {frames}, "textures": null, "meta": {{"image": "bee.png"}}}}"#),
        format!(r#"{{"frames": {frames}, "meta": ["bee.png", [], []]}}"#),
        format!(r#"{{"textures": [["bee.png", {frames}]]}}"#),
        format!(r#"{}{{"frames": {frames}, "meta": {{"image": "bee.png"}}}}"#, " ".repeat(9000)),
        "bee.png\nsize: 1,1\nr\nbounds: 0,0,9,9\n".to_owned(),
        "gone.png\nsize: 1,1\n\nbee.png\nr\nbounds: 0,0,9,9\n".to_owned(),
        "\u{feff}\r\nmade: by hand\r\nsub/bee.png\r\nsize: 1,1\r\nr\r\nbounds: 0,0,9,9\r\n".to_owned(),
    ] {
        fs::write(path("odd.json"), &atlas).unwrap();
        let output = run(folder.path(), &["bake", "odd.json", "-o", "bee.png"]);
        assert!(fs::read(path("bee.png")).unwrap() == before, "the picture is lost: {}", atlas.trim_start());
        assert!(sentence(&output).contains("it is the file of the input"), "{}", sentence(&output));
        let output = run(folder.path(), &["bake", "odd.json", "-o", "new.png"]);
        assert_eq!(code(&output), 0, "it is an atlas: {}", stderr(&output));
    }
}

/// A level that only raised limits allow names its files, too.
#[test]
fn files_of_a_costly_level_are_inputs() {
    let folder = folder();
    fs::rename(folder.path().join("bee.png"), folder.path().join("t.png")).unwrap();
    // The work of names that begin with xmlns grows with their cube.
    let names: String = (0..2000).map(|number| format!(" axmlns{number}=\"\"")).collect();
    let map = format!(
        "<map width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\"><properties{names}/>\
         <tileset firstgid=\"1\" name=\"s\" tilewidth=\"80\" tileheight=\"80\"><image source=\"t.png\"/></tileset>\
         <layer name=\"g\" width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer></map>"
    );
    fs::write(folder.path().join("m.tmx"), map).unwrap();
    let bake = |rest: &str| run(folder.path(), &words(&format!("bake m.tmx {rest}")));
    let before = contents(folder.path());
    assert!(sentence(&bake("-o new.png")).contains("max_work"));
    let refused = bake("--max-work 900000000 -o t.png");
    assert!(contents(folder.path()) == before, "the picture is lost");
    assert!(sentence(&refused).contains("it is the file of the input"), "{}", sentence(&refused));
    assert_eq!(code(&bake("--max-work 900000000 -o new.png")), 0);
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let folder = folder();
    let before = contents(folder.path());
    let absolute = folder.path().join("bee.png").display().to_string();
    let check = "check bee.png saw.png --at 0,0 --picture";
    let cases = [
        format!("{check} bee.png"),
        format!("{check} saw.png"),
        format!("{check} ./saw.png"),
        format!("{check} sub/../saw.png"),
        format!("{check} {absolute}"),
        format!("{check} link.png"),
        format!("{check} far.png"),
        format!("{check} hard.png"),
        "check link.png saw.png --at 0,0 --picture bee.png".to_owned(),
        "check bee.png#0 saw.png --at 0,0 --picture bee.png".to_owned(),
        "check saw.png saw.png --at 0,0 --mask-b saw.png --mask-a saw.png --picture saw.png".to_owned(),
        "check saw.png saw.png --at 0,0 --mask-b bee.png --picture bee.png".to_owned(),
        "check boonga.json saw.png --at 0,0 --picture boonga.png".to_owned(),
        "check saw.png boonga.json#1 --at 0,0 --picture boonga.png".to_owned(),
        "bake bee.png -o bee.png".to_owned(),
        "bake bee.png -o far.png".to_owned(),
        "outline boonga.json#1 -o boonga.json".to_owned(),
        "outline boonga.json#1 -o other.json".to_owned(),
        "components other.json#1 -o ./boonga.json".to_owned(),
        "scene scene.toml --steps 2 --events scene.toml".to_owned(),
        "scene scene.toml --steps 2 --events sub/../scene.toml".to_owned(),
        "scene scene.toml --steps 2 --events bee.png".to_owned(),
        "scene scene.toml --steps 2 --picture bee.png".to_owned(),
        "scene scene.toml --steps 2 --events out.jsonl --picture hard.png".to_owned(),
        "scene scene.toml --steps 2 --picture boonga.png".to_owned(),
        "scene scene.toml --steps 2 --events boonga.json".to_owned(),
    ];
    for case in cases {
        let said = sentence(&run(folder.path(), &words(&case)));
        let output = case.rsplit(' ').next().unwrap();
        assert!(said.starts_with(&format!("{output}: cannot be written: ")), "{case} was told {said}");
        assert!(said.contains("the input ") && said.contains("would be lost"), "{case} was told {said}");
        assert!(contents(folder.path()) == before, "{case} changed a file");
    }
    // A file of the same name elsewhere is another file.
    assert_eq!(code(&run(folder.path(), &words("bake bee.png -o sub/bee.png"))), 0);
    assert!(contents(folder.path()) == before);
}

#[test]
fn two_outputs_with_one_name_are_refused() {
    let folder = folder();
    symlink("new.gif", folder.path().join("alias.gif")).unwrap();
    fs::write(folder.path().join("old.png"), "old").unwrap();
    let before = contents(folder.path());
    for (events, picture) in [
        ("out.gif", "out.gif"),
        ("./out.gif", "out.gif"),
        ("out.gif", "sub/../out.gif"),
        ("new.gif", "alias.gif"),
        ("alias.gif", "./new.gif"),
        ("old.png", "./old.png"),
    ] {
        let case = format!("scene scene.toml --steps 2 --events {events} --picture {picture}");
        let said = sentence(&run(folder.path(), &words(&case)));
        assert!(said.starts_with(&format!("{picture}: cannot be written: ")), "{case} was told {said}");
        assert!(said.contains("two outputs"), "{case} was told {said}");
        assert!(contents(folder.path()) == before, "{case} changed a file");
    }
    symlink("hitmask-demo.gif", folder.path().join("hitmask-demo.png")).unwrap();
    let output = run(folder.path(), &["demo"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("two outputs"), "{}", stderr(&output));
    assert!(!folder.path().join("hitmask-demo.gif").exists());
    // A device takes any number of outputs.
    let case = "scene scene.toml --steps 2 --events /dev/null --picture null.gif";
    symlink("/dev/null", folder.path().join("null.gif")).unwrap();
    assert_eq!(code(&run(folder.path(), &words(case))), 0);
}

/// Answers that are appended to the questions would be read as questions, without end.
#[test]
fn a_batch_does_not_read_its_own_answers() {
    let folder = folder();
    let path = folder.path().join("lines.jsonl");
    let line = "{\"a\":\"bee.png\",\"b\":\"saw.png\",\"at\":[0,0]}\n";
    fs::write(&path, line).unwrap();
    // The limit ends a program that goes on.
    let output = run_limited(folder.path(), "ulimit -f 100", "batch lines.jsonl >> lines.jsonl");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("lines.jsonl: cannot be read: it is also standard output"));
    assert_eq!(fs::read_to_string(&path).unwrap(), line);
}

/// If a reader stops after the first events, the picture is still written.
#[test]
fn a_picture_is_written_though_nobody_reads_the_events() {
    let folder = tempfile::tempdir().unwrap();
    let scene = assets().join("../scenes/shooter.toml").display().to_string();
    let args = |picture: &str| format!("scene {scene} --steps 40 --stay --events - --picture {picture}");
    assert_eq!(code(&run(folder.path(), &words(&args("whole.gif")))), 0);
    let mut child = command(folder.path())
        .args(words(&args("cut.gif")))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut events = BufReader::new(child.stdout.take().unwrap());
    events.read_line(&mut String::new()).unwrap();
    drop(events);
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
    let files = contents(folder.path());
    assert!(files.get("cut.gif") == files.get("whole.gif"), "{:?}", files.keys());
}

/// Starts a scene that plays for a long time, and waits until it has made its temporary files. The words before the program's are the shell's.
fn long_scene(folder: &Path, before: &str) -> Child {
    let scene = assets().join("../scenes/shooter.toml").display().to_string();
    let program = env!("CARGO_BIN_EXE_hitmask");
    let script =
        format!("{before} {program} scene {scene} --steps 1000000 --events out.jsonl --picture out.gif");
    let child = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let count = || fs::read_dir(folder).unwrap().count();
    let old = ["out.jsonl", "out.gif"].iter().filter(|name| folder.join(name).exists()).count();
    while count() < old + 2 {
        std::thread::yield_now();
    }
    child
}

fn kill(child: &Child, signal: &str) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn signals_leave_no_temporary_files() {
    for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-HUP", 1)] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("out.gif"), "old").unwrap();
        // Whoever runs the tests may ignore signals, as a shell does for what it starts in the background.
        let heard = if cfg!(target_os = "linux") { "exec env --default-signal=INT,TERM,HUP" } else { "exec" };
        let mut child = long_scene(folder.path(), heard);
        kill(&child, signal);
        // The parent process sees that a signal ended the program, and which signal.
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        assert_eq!(contents(folder.path()), BTreeMap::from([("out.gif".to_owned(), b"old".to_vec())]));
    }
}

/// A signal that the program was told to ignore, as `nohup` does, stays ignored.
#[test]
#[cfg(target_os = "linux")]
fn ignored_signals_stay_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = long_scene(folder.path(), "trap '' HUP; exec");
    kill(&child, "-HUP");
    kill(&child, "-TERM");
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    assert!(contents(folder.path()).is_empty());
}

#[test]
fn links_stay_links() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("sub/there.png"), "old").unwrap();
    symlink("sub/there.png", path("existing.png")).unwrap();
    symlink("sub/new.png", path("dangling.png")).unwrap();
    symlink("dangling.png", path("chain.png")).unwrap();
    for (name, target) in
        [("existing.png", "sub/there.png"), ("dangling.png", "sub/new.png"), ("chain.png", "sub/new.png")]
    {
        let _ = fs::remove_file(path("sub/new.png"));
        assert_eq!(code(&run(folder.path(), &["bake", "bee.png", "-o", name])), 0, "{name}");
        assert!(path(name).symlink_metadata().unwrap().is_symlink(), "{name}");
        assert!(fs::read(path(target)).unwrap().starts_with(b"\x89PNG"), "{name}");
    }
    symlink("round.png", path("round.png")).unwrap();
    let said = sentence(&run(folder.path(), &["bake", "bee.png", "-o", "round.png"]));
    assert!(said.starts_with("round.png: cannot be written: "), "{said}");
}

#[test]
fn read_only_files_are_refused_and_permissions_stay() {
    let folder = folder();
    let path = folder.path().join("out.png");
    let mode = || path.metadata().unwrap().permissions().mode() & 0o777;
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let before = contents(folder.path());
    for args in ["bake bee.png -o out.png", "scene scene.toml --steps 2 --picture out.png"] {
        let said = sentence(&run(folder.path(), &words(args)));
        assert_eq!(said, "out.png: cannot be written: it is read-only");
        assert!(contents(folder.path()) == before);
    }
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(code(&run(folder.path(), &words("bake bee.png -o out.png"))), 0);
    assert!(fs::read(&path).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(mode(), 0o600, "nobody else may read it now");
}

/// Runs in a shell that limits something first.
fn run_limited(folder: &Path, limit: &str, args: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_hitmask");
    let script = format!("{limit} || exit 99; exec {program} {args}");
    Command::new("sh").args(["-c", &script]).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

/// An error about a full disk names the file as the user gave it, and the old file stays.
#[test]
fn full_disks_name_the_file_that_was_asked_for() {
    let folder = folder();
    fs::write(folder.path().join("out.png"), "old").unwrap();
    let before = contents(folder.path());
    // A file of more than one block of 512 bytes is too large; the signal for that is ignored, so that writing fails.
    for args in [
        "bake bee.png --scale 4 -o out.png",
        "check bee.png saw.png --at 0,0 --picture out.png",
        "scene scene.toml --steps 2 --picture out.png",
        "scene scene.toml --steps 2000 --stay --events out.png",
    ] {
        let said = sentence(&run_limited(folder.path(), "trap '' XFSZ; ulimit -f 1", args));
        assert!(said.starts_with("out.png: cannot be written: "), "{args} was told {said}");
        assert!(!said.contains(".hitmask-"), "{args} was told {said}");
        assert!(contents(folder.path()) == before, "{args}");
    }
    // A device of Linux.
    if cfg!(target_os = "linux") {
        symlink("/dev/full", folder.path().join("full.png")).unwrap();
        let said = sentence(&run(folder.path(), &words("bake bee.png -o full.png")));
        assert!(said.starts_with("full.png: cannot be written: No space left"), "{said}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn help_that_cannot_be_written_is_a_failure() {
    for args in ["--help", "-h", "--version", "check --help", "help check", "help", "completions bash", "man"]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = command(&assets());
        let output = command.args(words(args)).stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert!(sentence(&output).starts_with("standard output: cannot be written: "), "{args}");
    }
}

/// If there is too little memory, the program prints an error. Without that, Rust would abort where an allocation fails.
#[test]
#[cfg(target_os = "linux")]
fn too_little_memory_is_told() {
    let folder = tempfile::tempdir().unwrap();
    // A quarter of a million components of one pixel each.
    let side = 700;
    let pixel = |i: u32| [0, 0, 0, if (i % side + i / side).is_multiple_of(2) { 255 } else { 0 }];
    let board = Picture { width: side, height: side, rgba: (0..side * side).map(pixel).collect() };
    board.write(&folder.path().join("board.png"));
    let mut told = 0;
    let commands = [
        "components board.png --connect 4",
        "components board.png --connect 4 --json -o parts.svg",
        "outline board.png --connect 4",
        "outline board.png --connect 4 --json -o outline.svg",
        "outline board.png --connect 4 --simplify within:2 --pieces convex",
        "outline board.png --connect 4 --pieces rects --distance --json",
    ];
    for args in commands {
        for megabytes in [16, 20, 30, 60, 240] {
            let limit = format!("ulimit -v {}", megabytes * 1024);
            let output = run_limited(folder.path(), &limit, args);
            assert_eq!(output.status.signal(), None, "{args} with {megabytes} MB: {}", stderr(&output));
            if code(&output) != 0 {
                let said = sentence(&output);
                assert!(said.contains("memory"), "{args} with {megabytes} MB was told {said}");
                told += 1;
            }
        }
    }
    assert!((6..28).contains(&told), "{told}: the limits are too wide or too narrow to tell anything");
}
