//! What is different on Windows: paths, names that are devices, files that are open elsewhere.

use std::fs;
use std::os::windows::fs::{OpenOptionsExt as _, symlink_dir, symlink_file};
use std::path::Path;
use std::process::Command;

use crate::common::{assets, code, command, run, sentence, stderr, stdout};

/// A folder with two sprites, a part `sub`, and a scene.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    for name in ["bee.png", "saw.png", "sub/long-name-of-a-bee.png"] {
        fs::copy(assets().join(name.replace("sub/long-name-of-a-", "")), folder.path().join(name)).unwrap();
    }
    folder
}

/// Those of the names that could be made.
fn existing(folder: &Path, names: impl IntoIterator<Item = String>) -> Vec<String> {
    names.into_iter().filter(|name| folder.join(name).exists()).collect()
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// What the command processor of Windows prints.
fn processor(folder: &Path, line: &str) -> String {
    let output = Command::new("cmd").args(["/c", line]).current_dir(folder).output().unwrap();
    stdout(&output).trim().to_owned()
}

/// Another name for a file, as old programs see it: `LONG-N~1.PNG`.
fn short_name(folder: &Path, name: &str) -> String {
    processor(folder, &format!("for %A in ({name}) do @echo %~sA"))
}

#[test]
fn an_input_is_not_lost_by_another_name() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let absolute = path("bee.png").display().to_string();
    let (drive, rest) = absolute.split_at(1);
    let mut names: Vec<String> =
        ["BEE.PNG", ".\\bee.png", "sub\\..\\Bee.png", ".\\sub/../bee.PNG", "bee.png.png"]
            .map(str::to_owned)
            .to_vec();
    fs::hard_link(path("bee.png"), path("bee.png.png")).unwrap();
    names.push(absolute.clone());
    names.push(drive.to_lowercase() + rest);
    names.push(drive.to_uppercase() + &rest.to_uppercase());
    names.push(absolute.replace('\\', "/"));
    names.push(format!(r"\\?\{absolute}"));
    names.push(format!(r"\\.\{absolute}"));
    names.push(rest.trim_start_matches(':').to_owned());
    // In the current folder of the drive.
    names.push(format!("{drive}:bee.png"));
    // Whoever has no right to make links has none. Wine makes none for us, but its system does.
    let _ = (symlink_file("bee.png", path("link.png")), symlink_dir(".", path("up")));
    processor(folder.path(), "mklink /J junction .");
    for (link, target) in [("link.png", "bee.png"), ("up", ".")] {
        if !path(link).exists() {
            let made =
                Command::new("/usr/bin/ln").args(["-s", target, link]).current_dir(folder.path()).status();
            println!("{link} by the system below: {made:?}");
        }
    }
    let mut others = ["link.png", "up\\bee.png", "junction\\bee.png"].map(str::to_owned).to_vec();
    // Over the network, from this machine: administrators may, and Wine has no such folder.
    others.push(format!(r"\\localhost\{drive}${}", rest.trim_start_matches(':')));
    names.extend(existing(folder.path(), others));
    println!("{names:?}");
    let before = fs::read(path("bee.png")).unwrap();
    for name in names {
        let said = run(folder.path(), &["bake", "bee.png", "-o", &name]);
        assert!(fs::read(path("bee.png")).unwrap() == before, "{name}: the input is lost");
        assert_eq!(code(&said), 2, "{name}: {}{}", stdout(&said), stderr(&said));
        assert!(sentence(&said).contains("it is the file of the input"), "{name}: {}", stderr(&said));
        let said = run(folder.path(), &["bake", &name, "-o", "bee.png"]);
        assert!(fs::read(path("bee.png")).unwrap() == before, "{name}: the input is lost");
        assert_eq!(code(&said), 2, "{name}: {}{}", stdout(&said), stderr(&said));
    }
    let short = short_name(&path("sub"), "long-name-of-a-bee.png");
    assert!(Path::new(&short).exists(), "{short}");
    let said = run(&path("sub"), &["bake", "long-name-of-a-bee.png", "-o", &short]);
    assert!(sentence(&said).contains("it is the file of the input"), "{short}: {}", stderr(&said));
}

/// Names that Windows changes: what ends in dots or spaces, and the devices of every folder.
#[test]
fn names_that_windows_changes_lose_nothing() {
    let folder = folder();
    let before = fs::read(folder.path().join("bee.png")).unwrap();
    for name in [
        "bee.png.",
        "bee.png ",
        "bee.png. .",
        "CON.png",
        "con",
        "NUL.png",
        "aux.png",
        "COM1.png",
        "sub\\LPT1.png",
        // A part of a file that has a name of its own.
        "bee.png:x.png",
    ] {
        let said = run(folder.path(), &["bake", "bee.png", "-o", name]);
        assert!(code(&said) == 2 || name.contains('.'), "{name}: {}", stderr(&said));
        assert!(fs::read(folder.path().join("bee.png")).unwrap() == before, "{name}: the input is lost");
    }
    for name in ["a?b.png", "a*b.png", "a|b.png", "a\"b.png", "a<b.png", "none\\a.png"] {
        let said = sentence(&run(folder.path(), &["bake", "bee.png", "-o", name]));
        assert!(said.contains("cannot be written"), "{name}: {said}");
    }
    for name in ["CON", "NUL", "COM9", "sub", "a?b.png", "bee.png\\x"] {
        assert_eq!(code(&run(folder.path(), &["inspect", name])), 2, "{name}");
    }
}

/// Backslashes separate folders everywhere: in names of sprites with frames, in scenes and in packs.
#[test]
fn backslashes_and_lines_of_windows_are_read() {
    let folder = folder();
    let answer = |a: &str, b: &str| {
        let output = run(folder.path(), &["check", a, b, "--at", "10,10", "--json"]);
        assert!(code(&output) < 2, "{a} {b}: {}", stderr(&output));
        stdout(&output).replace("\\\\", "/")
    };
    let expected = answer("bee.png", "saw.png");
    let absolute = folder.path().join("bee.png").display().to_string();
    for bee in
        [".\\bee.png", "sub\\..\\bee.png", "bee.png#0", "BEE.png", &absolute, &format!(r"\\?\{absolute}")]
    {
        assert_eq!(answer(bee, "saw.png"), expected, "{bee}");
    }
    let scene = "[world]\nsize = [200, 200]\n[[sprite]]\nname = \"a\"\nimage = 'sub\\long-name-of-a-bee.png'\nat = [0, 0]\n\
                 [[sprite]]\nname = \"b\"\nimage = \"saw.png\"\nat = [60, 60]\nvelocity = [-1, -1]\n";
    let events = |text: String| {
        fs::write(folder.path().join("scene.toml"), text).unwrap();
        let output = run(folder.path(), &words("scene scene.toml --steps 30 --events -"));
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output)
    };
    let expected = events(scene.to_owned());
    assert!(expected.contains("begin"), "{expected}");
    assert_eq!(events(scene.replace('\n', "\r\n")), expected);
    assert_eq!(events(format!("\u{feff}{scene}")), expected, "a mark of UTF-8");
    let output = run(folder.path(), &words("pack sub -o .\\sub\\all.hitmask"));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let listed = stdout(&run(folder.path(), &words("inspect sub\\all.hitmask")));
    assert!(listed.contains("long-name-of-a-bee"), "{listed}");
}

/// What an atlas names stays within a folder, whatever kind of path it is.
#[test]
fn paths_of_windows_stay_within() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::copy(path("saw.png"), path("secret.png")).unwrap();
    let absolute = path("secret.png").display().to_string();
    let drive = absolute.split_at(2).0;
    for picture in [
        r"..\secret.png".to_owned(),
        "../secret.png".to_owned(),
        absolute.clone(),
        absolute.replace('\\', "/"),
        format!(r"\\?\{absolute}"),
        absolute[2..].to_owned(),
        format!("{drive}secret.png"),
        format!(r"{drive}..\secret.png"),
        r"\\localhost\share\secret.png".to_owned(),
        r"..\sub\..\secret.png".to_owned(),
    ] {
        let frame = r#"{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}}"#;
        let name = picture.replace('\\', "\\\\");
        fs::write(
            path("sub/atlas.json"),
            format!(r#"{{"frames": [{frame}], "meta": {{"image": "{name}"}}}}"#),
        )
        .unwrap();
        let said = run(folder.path(), &words("inspect sub\\atlas.json --within sub"));
        assert_eq!(code(&said), 2, "{picture}: {}", stdout(&said));
        // A bare name is looked for beside the atlas, where nothing is.
        let told = stderr(&said);
        assert!(told.contains("lies outside sub") || told.contains("sub\\secret.png"), "{picture}: {told}");
    }
    let output = run(folder.path(), &words(r"inspect sub\..\sub\long-name-of-a-bee.png --within SUB"));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // What lies inside and leads outside. Wine makes no links, and sees none in those of the system below it.
    let sub = path("sub");
    let _ = (symlink_file(r"..\secret.png", sub.join("link.png")), symlink_dir("..", sub.join("up")));
    processor(&sub, "mklink /J junction ..");
    let names = ["link.png", r"up\secret.png", r"junction\secret.png"].map(str::to_owned);
    for name in existing(&sub, names) {
        let said = run(folder.path(), &["inspect", &format!(r"sub\{name}"), "--within", "sub"]);
        assert_eq!(code(&said), 2, "{name}: {}", stdout(&said));
        assert!(stderr(&said).contains("lies outside sub"), "{name}: {}", stderr(&said));
    }
}

/// Answers that are appended to the questions would be read as questions, without end.
#[test]
fn a_batch_does_not_read_its_own_answers() {
    let folder = folder();
    let lines = folder.path().join("lines.jsonl");
    let question = "{\"a\":\"bee.png\",\"b\":\"saw.png\",\"at\":[0,0]}\n";
    fs::write(&lines, question).unwrap();
    let answers = fs::OpenOptions::new().append(true).open(&lines).unwrap();
    let output = command(folder.path()).args(["batch", "LINES.jsonl"]).stdout(answers).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cannot be read: it is also standard output"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&lines).unwrap(), question);
}

/// Devices have their names in every folder. A file that names one is refused, and nothing waits for a keyboard.
#[test]
fn devices_that_files_name_are_refused() {
    let folder = folder();
    for picture in ["CON", "con.png", "NUL", "sub/NUL", "COM1", r"\\.\pipe\none"] {
        let name = picture.replace('\\', "\\\\");
        let frame = r#"{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}}"#;
        let atlas = format!(r#"{{"frames": [{frame}], "meta": {{"image": "{name}"}}}}"#);
        fs::write(folder.path().join("atlas.json"), atlas).unwrap();
        for line in ["inspect atlas.json", "inspect atlas.json --within ."] {
            let said = run(folder.path(), &words(line));
            assert_eq!(code(&said), 2, "{picture}: {}", stdout(&said));
        }
    }
}

/// A file that someone else has open is read where they allow it, and is never half written.
#[test]
fn files_that_are_open_elsewhere() {
    const SHARE_READ: u32 = 1;
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let bake = |from: &str, to: &str| run(folder.path(), &["bake", from, "-o", to]);
    let names = || {
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    };
    fs::write(path("out.png"), "old").unwrap();
    let before = names();
    // An editor that has the picture open and lets others read.
    let editor =
        fs::OpenOptions::new().read(true).write(true).share_mode(SHARE_READ).open(path("bee.png")).unwrap();
    assert_eq!(code(&bake("bee.png", "new.png")), 0);
    fs::remove_file(path("new.png")).unwrap();
    drop(editor);
    // One that lets nobody read.
    let editor = fs::OpenOptions::new().read(true).write(true).share_mode(0).open(path("bee.png")).unwrap();
    let said = sentence(&bake("bee.png", "new.png"));
    assert!(said.starts_with("bee.png: cannot be read: "), "{said}");
    drop(editor);
    // A viewer that shows the old picture and lets nobody replace it.
    let viewer = fs::OpenOptions::new().read(true).share_mode(SHARE_READ).open(path("out.png")).unwrap();
    let said = sentence(&bake("bee.png", "out.png"));
    assert!(said.starts_with("out.png: cannot be written: "), "{said}");
    assert_eq!((names(), fs::read(path("out.png")).unwrap()), (before.clone(), b"old".to_vec()));
    drop(viewer);
    assert_eq!(code(&bake("bee.png", "OUT.png")), 0);
    assert!(fs::read(path("out.png")).unwrap().starts_with(b"\x89PNG"));
    let mut read_only = path("out.png").metadata().unwrap().permissions();
    read_only.set_readonly(true);
    fs::set_permissions(path("out.png"), read_only).unwrap();
    assert_eq!(sentence(&bake("bee.png", "out.png")), "out.png: cannot be written: it is read-only");
    assert_eq!(names(), before);
    #[expect(clippy::permissions_set_readonly_false, reason = "Windows knows one such mark for all users")]
    {
        let mut writable = path("out.png").metadata().unwrap().permissions();
        writable.set_readonly(false);
        fs::set_permissions(path("out.png"), writable).unwrap();
    }
}

/// What is no terminal gets no commands for one.
#[test]
fn a_file_gets_no_colours() {
    let folder = folder();
    let preview = |force: bool| {
        let mut command = command(folder.path());
        command.args(words("inspect bee.png --preview"));
        if force {
            command.env("CLICOLOR_FORCE", "1");
        }
        let output = command.output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        output.stdout
    };
    assert!(!preview(false).contains(&0x1b) && preview(true).contains(&0x1b));
}
