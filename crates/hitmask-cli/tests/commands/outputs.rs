//! What the program writes, and where: endings, standard output, and what it says before it writes.

use std::fs;
use std::path::Path;

use crate::common::{assets, code, run, sentence, stderr, stdout};

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// Every option that writes a file, without the file's name, and the endings that it takes.
fn file_options() -> Vec<(Vec<String>, &'static [&'static str])> {
    let bee = assets().join("bee.png").display().to_string();
    let scene = assets().join("../scenes/shooter.toml").display().to_string();
    let owned = |args: &[&str]| args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>();
    vec![
        (owned(&["check", &bee, &bee, "--at", "0,0", "--picture"]), &["png"]),
        (owned(&["bake", &bee, "-o"]), &["png"]),
        (owned(&["outline", &bee, "-o"]), &["svg", "json"]),
        (owned(&["components", &bee, "-o"]), &["svg", "json"]),
        (owned(&["scene", &scene, "--steps", "1", "--picture"]), &["png", "gif"]),
    ]
}

#[test]
fn a_file_with_another_ending_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (args, endings) in file_options() {
        for wrong in ["out.jpg", "out", "png", "out.png.bak", ".png"] {
            let said = sentence(&run(folder.path(), &[&args[..], &[wrong.to_owned()]].concat()));
            for ending in endings {
                assert!(said.contains(&format!(".{ending}")), "{args:?} {wrong} was told {said}");
            }
            assert!(said.contains(&format!("\"{wrong}\"")), "{args:?} {wrong} was told {said}");
            assert!(names(folder.path()).is_empty(), "{args:?} {wrong} left {:?}", names(folder.path()));
        }
        // Letter case does not matter.
        for ending in endings {
            let right = format!("out.{}", ending.to_uppercase());
            let output = run(folder.path(), &[&args[..], std::slice::from_ref(&right)].concat());
            assert_eq!(code(&output), 0, "{args:?} {right}: {}", stderr(&output));
            assert_eq!(names(folder.path()), std::slice::from_ref(&right));
            fs::remove_file(folder.path().join(right)).unwrap();
        }
    }
}

/// `-` means standard input and output for lines of text. Pictures and shapes are always files.
#[test]
fn a_dash_never_becomes_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for (args, _) in file_options() {
        let said = sentence(&run(folder.path(), &[&args[..], &["-".to_owned()]].concat()));
        assert!(said.contains("not written to standard output"), "{args:?} was told {said}");
        assert!(names(folder.path()).is_empty(), "{args:?} left {:?}", names(folder.path()));
    }
}

/// The demo names its files before it writes them.
#[test]
fn the_demo_says_what_it_writes_before_it_does() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["demo", "--out", "missing"]);
    assert_eq!(code(&output), 2, "nothing can be written");
    let first = stdout(&output).lines().next().unwrap_or_default().to_owned();
    let path = |name: &str| Path::new("missing").join(name).display().to_string();
    for name in ["hitmask-demo.png", "hitmask-demo.gif"] {
        assert!(first.contains(&path(name)), "{first}");
    }
    assert!(names(folder.path()).is_empty());
    // The help of the bare program says it, too.
    let help = stdout(&run(folder.path(), &["--help"]));
    for told in ["hitmask-demo.png", "hitmask-demo.gif", "current folder"] {
        assert!(help.contains(told), "{help}");
    }
}
