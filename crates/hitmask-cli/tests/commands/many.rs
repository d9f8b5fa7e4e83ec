//! `check` with several sprites and folders, `which`, and answers that are not printed.

use std::fs;

use crate::common::{assets, code, json_lines, run, sentence, stderr, stdout};
use serde_json::{Value, json};

/// What `check` says of each alone.
fn alone(b: &str) -> Value {
    json_lines(&run(&assets(), &["check", "bee.png", b, "--at", "60,20", "--json"])).remove(0)
}

#[test]
fn each_of_several_is_answered_as_alone() {
    let names = ["cactus.png", "saw.png", "playerShip1_orange.png"];
    let output = run(&assets(), &[&["check", "bee.png"][..], &names, &["--at", "60,20", "--json"]].concat());
    let touches = names.iter().any(|name| alone(name)["overlaps"] == json!(true));
    assert_eq!(code(&output), if touches { 0 } else { 1 });
    let lines = json_lines(&output);
    assert_eq!(lines.len(), names.len());
    for (mut line, name) in lines.into_iter().zip(names) {
        assert_eq!(line.as_object_mut().unwrap().remove("b"), Some(json!(name)));
        assert_eq!(line, alone(name));
    }
    let words = run(&assets(), &[&["check", "bee.png"][..], &names, &["--at", "60,20"]].concat());
    let words = stdout(&words);
    assert!(
        words.lines().zip(names).all(|(line, name)| line.starts_with(&format!("bee.png and {name} "))),
        "{words}"
    );
}

#[test]
fn folders_are_the_sprites_in_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("deep")).unwrap();
    for name in ["saw.png", "cactus.png", "deep/coin.png"] {
        let file = name.rsplit('/').next().unwrap();
        fs::copy(assets().join(file), folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("notes.txt"), "no sprite").unwrap();
    fs::copy(assets().join("bee.png"), folder.path().join(".hidden.png")).unwrap();
    let bee = assets().join("bee.png");
    let bee = bee.to_str().unwrap();
    let output = run(folder.path(), &["check", bee, ".", "--at", "60,20", "--json"]);
    let names: Vec<_> = json_lines(&output).iter().map(|line| line["b"].clone()).collect();
    let paths = ["./cactus.png", "./deep/coin.png", "./saw.png"];
    assert_eq!(names, paths.map(|path| path.replace('/', std::path::MAIN_SEPARATOR_STR)));
    let touching: Vec<_> = json_lines(&output)
        .iter()
        .filter(|line| line["overlaps"] == json!(true))
        .map(|line| line["b"].as_str().unwrap().to_owned())
        .collect();
    let which = run(folder.path(), &["which", bee, "--at", "60,20", "."]);
    assert_eq!(stdout(&which).lines().collect::<Vec<_>>(), touching);
    assert!(!touching.is_empty() && code(&which) == 0);
    let none = run(folder.path(), &["which", bee, "--at", "6000,20", "."]);
    assert_eq!((code(&none), stdout(&none)), (1, String::new()));
    let found = run(folder.path(), &["which", bee, "--at", "60,20", ".", "--json"]);
    assert!(json_lines(&found).iter().all(|line| line["overlaps"] == json!(true)));
    assert_eq!(json_lines(&found).len(), touching.len());
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(assets().join("saw.png"), folder.path().join("saw.png")).unwrap();
    let picture = fs::read(assets().join("bee.png")).unwrap();
    fs::write(folder.path().join("cut.png"), &picture[..picture.len() / 2]).unwrap();
    let output =
        run(folder.path(), &["check", "saw.png", ".", "none.png", "saw.png", "--at", "0,0", "--json"]);
    assert_eq!(code(&output), 2);
    assert_eq!(json_lines(&output).len(), 2);
    let said = stderr(&output);
    assert!(said.contains("cut.png") && said.contains("none.png") && said.lines().count() == 2, "{said}");
    // A that cannot be read is told once.
    let said = sentence(&run(folder.path(), &["check", "none.png", "saw.png", "saw.png", "--at", "0,0"]));
    assert!(said.contains("none.png"), "{said}");
    let empty = tempfile::tempdir().unwrap();
    let said = sentence(&run(
        empty.path(),
        &["which", assets().join("bee.png").to_str().unwrap(), "--at", "0,0", "."],
    ));
    assert_eq!(said, ".: there is no sprite in this folder");
}

#[test]
fn options_of_one_b_are_refused_for_several() {
    for option in [["--picture", "out.png"], ["--mask-b", "saw.png"]] {
        let said =
            sentence(&run(&assets(), &[&["check", "bee.png", "saw.png", "bee.png"][..], &option].concat()));
        assert_eq!(said, format!("{} is for one B: name a file, or FILE#FRAME", option[0]));
    }
}

#[test]
fn quiet_answers_are_exit_statuses() {
    for (args, status) in [
        (&["check", "bee.png", "cactus.png", "--at", "3,-4"][..], 0),
        (&["check", "bee.png", "cactus.png", "--at", "300,0"], 1),
        (&["check", "bee.png", "cactus.png", "saw.png", "--at", "300,0"], 1),
        (&["separate", "bee.png", "cactus.png", "--at", "3,-4"], 0),
        (&["cast", "bee.png", "cactus.png", "--at", "300,0", "--by", "1,0"], 1),
    ] {
        let output = run(&assets(), &[args, &["--quiet"]].concat());
        assert_eq!(
            (code(&output), stdout(&output), stderr(&output)),
            (status, String::new(), String::new()),
            "{args:?}"
        );
    }
    let said =
        sentence(&run(&assets(), &["check", "bee.png", "saw.png", "--at", "0,0", "--quiet", "--json"]));
    assert!(said.contains("--quiet") && said.contains("--json"), "{said}");
}
