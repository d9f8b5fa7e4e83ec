//! Batches: order, bad lines, streams.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::Stdio;

use crate::common::{
    Picture, assets, code, command, json_lines, run, run_with_input, sentence, stderr, stdout,
};
use serde_json::{Value, json};

const GOOD: &str = r#"{"a":"bee.png","b":"cactus.png","at":[3,-4]}"#;

#[test]
fn every_line_has_its_answer_in_its_place() {
    // Faulty lines, each with a part of its error.
    let bad = [
        ("", "blank"),
        ("   \t", "blank"),
        ("nope", "not a JSON object"),
        ("[\"bee.png\",\"cactus.png\",[3,-4]]", "not a JSON object"),
        ("{\"a\":\"bee.png\"", "the line ends in the middle of a JSON object (column 14)"),
        ("{\"a\":\"bee.png\",\"b\":\"cactus.png\"}", "missing field `at`"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,-4],"thresold":1}"#, "unknown field `thresold`"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,-4],"json":true}"#, "unknown field `json`"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,-4],"at":[0,0]}"#, "duplicate field `at`"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3.5,-4]}"#, "3.5 is not a whole number"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3.0,-4]}"#, "3.0 is not a whole number"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,4294967296]}"#, "4294967296 is too far"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,1e400]}"#, "not a whole number"),
        (r#"{"a":"bee.png","b":"cactus.png","at":["3",4]}"#, "not a whole number"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3]}"#, "at takes [x, y]"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,4,5]}"#, "at takes [x, y]"),
        (r#"{"a":"bee.png","b":"cactus.png","at":"3,4"}"#, "at takes [x, y]"),
        (r#"{"a":"bee.png","b":"cactus.png","at":null}"#, "at takes [x, y]"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,-4],"threshold":256}"#, "256 is not a threshold"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,-4],"threshold":-1}"#, "-1 is not a threshold"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,-4],"threshold":1.5}"#, "1.5 is not a threshold"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,-4],"rule":"round"}"#, "\"round\" is not a rule"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,-4],"key":"ff00f"}"#, "\"ff00f\" is not a colour"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,-4],"grid":"16"}"#, "\"16\" is not a grid"),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,-4],"grid":"0x4"}"#, "\"0x4\" is not a grid"),
        (r#"{"a":7,"b":"cactus.png","at":[3,-4]}"#, "invalid type"),
        (r#"{"a":"gone.png","b":"cactus.png","at":[3,-4]}"#, "gone.png: cannot be read"),
        (r#"{"a":".","b":"cactus.png","at":[3,-4]}"#, ".: is a folder"),
        (r#"{"a":"bee.png#7","b":"cactus.png","at":[3,-4]}"#, "bee.png: no frame, slice or tag \"7\""),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,-4],"mask_b":"saw.png#0"}"#, "saw.png#0: cannot be read"),
        (
            r#"{"a":"bee.png","b":"cactus.png","at":[3,-4],"mask_a":"coin.png"}"#,
            "bee.png: the mask picture has",
        ),
        (r#"{"a":"bee.png","b":"cactus.png","at":[3,-4]} x"#, "trailing characters"),
    ];
    let lines: String = bad.iter().map(|(line, _)| format!("{line}\n{GOOD}\r\n")).collect();
    let output = run_with_input(&assets(), &["batch", "-"], lines.as_bytes());
    assert_eq!(code(&output), 2);
    assert_eq!(
        stderr(&output),
        format!(
            "hitmask: standard input: {} of {} lines failed, the first is line 1: the line is blank: a question is a JSON \
             object\n",
            bad.len(),
            2 * bad.len()
        )
    );
    let answers = json_lines(&output);
    assert_eq!(answers.len(), 2 * bad.len());
    for (pair, (line, told)) in answers.chunks(2).zip(bad) {
        let error = pair[0]["error"].as_str().unwrap_or_else(|| panic!("{line} was answered {}", pair[0]));
        assert!(error.contains(told), "{line} was told {error}");
        assert!(!error.contains("line 1"), "{error}");
        assert_eq!(pair[0].as_object().unwrap().len(), 1);
        assert_eq!(pair[1]["area"], json!(3260));
    }
}

/// Standard error tells how many lines failed, and the first of them.
#[test]
fn failed_lines_are_counted_on_standard_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("questions.jsonl");
    let bad = r#"{"a":"gone.png","b":"cactus.png","at":[3,-4]}"#;
    std::fs::write(&path, format!("{GOOD}\n{GOOD}\n{bad}\n{GOOD}\nnope\n")).unwrap();
    let output = run(&assets(), &["batch", path.to_str().unwrap()]);
    assert_eq!((code(&output), json_lines(&output).len()), (2, 5));
    let said = stderr(&output);
    assert!(
        said.starts_with(&format!(
            "hitmask: {}: 2 of 5 lines failed, the first is line 3: gone.png: cannot be read: ",
            path.display()
        )),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
    let output = run_with_input(&assets(), &["batch", "-"], format!("{bad}\n").as_bytes());
    assert!(
        stderr(&output).starts_with("hitmask: standard input: 1 of 1 line failed, it is line 1: gone.png"),
        "{}",
        stderr(&output)
    );
    let output = run_with_input(&assets(), &["batch", "-"], format!("{GOOD}\n").as_bytes());
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

/// An id is any JSON value. It comes back as it was written, with the answer or with the error.
#[test]
fn an_id_comes_back() {
    let plain = &json_lines(&run_with_input(&assets(), &["batch", "-"], GOOD.as_bytes()))[0];
    let ids = [
        "7",
        "-0.50",
        "123456789012345678901234567890",
        "\"seven\"",
        "\"\\u0041\"",
        "null",
        "true",
        "[1, [2]]",
        "{\"x\": {\"y\": 1}}",
    ];
    for id in ids {
        for question in [
            format!("{{\"id\":{id},{}", &GOOD[1..]),
            format!("{},\"id\":{id}}}", &GOOD[..GOOD.len() - 1]),
            format!("{{\"id\": {id} ,\"op\":\"separate\",{}", &GOOD[1..]),
            format!("{{\"id\":{id},\"op\":\"cast\",\"by\":[1,2],{}", &GOOD[1..]),
        ] {
            let output = run_with_input(&assets(), &["batch", "-"], question.as_bytes());
            assert_eq!(code(&output), 0, "{question}: {}", stdout(&output));
            let said = stdout(&output);
            assert!(said.starts_with(&format!("{{\"id\":{id},")), "{question} was answered {said}");
            let mut answer = json_lines(&output).remove(0);
            let answer = answer.as_object_mut().unwrap();
            answer.remove("id");
            if !question.contains("\"op\"") {
                assert_eq!(Value::Object(answer.clone()), *plain, "{question}");
            }
        }
        for bad in [
            format!("{{\"id\":{id},\"a\":\"gone.png\",\"b\":\"bee.png\",\"at\":[0,0]}}"),
            format!("{{\"a\":\"bee.png\",\"thresold\":1,\"id\":{id}}}"),
            format!("{{\"id\":{id},\"a\":\"bee.png\"}}"),
            format!("{{\"id\":{id},{},\"at\":[1.5,0]}}", &GOOD[1..GOOD.len() - 1]),
        ] {
            let output = run_with_input(&assets(), &["batch", "-"], bad.as_bytes());
            assert_eq!(code(&output), 2, "{bad}");
            let said = stdout(&output);
            assert!(said.starts_with(&format!("{{\"id\":{id},\"error\":\"")), "{bad} was answered {said}");
        }
    }
    // Two ids are as wrong as two of any other key, and neither comes back.
    let twice = format!("{{\"id\":1,\"id\":2,{}", &GOOD[1..]);
    let output = run_with_input(&assets(), &["batch", "-"], twice.as_bytes());
    assert!(stdout(&output).starts_with("{\"error\":\"duplicate field `id`"), "{}", stdout(&output));
}

#[test]
fn null_means_not_given() {
    let line = r#"{"a":"bee.png","b":"cactus.png","at":[3,-4],"threshold":null,"rule":null,"key":null,"grid":null,"mask_a":null,"mask_b":null}"#;
    let output = run_with_input(&assets(), &["batch", "-"], format!("{line}\n{GOOD}").as_bytes());
    let answers = json_lines(&output);
    assert_eq!((code(&output), &answers[0]), (0, &answers[1]));
}

#[test]
fn files_and_streams_give_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("questions.jsonl");
    // A byte order mark, and no line break at the end.
    let text = format!("\u{FEFF}{GOOD}\n\n{GOOD}");
    std::fs::write(&path, &text).unwrap();
    let from_file = run(&assets(), &["batch", path.to_str().unwrap()]);
    let from_stream = run_with_input(&assets(), &["batch", "-"], text.as_bytes());
    assert_eq!(stdout(&from_file), stdout(&from_stream));
    assert_eq!((code(&from_file), code(&from_stream)), (2, 2));
    let answers = json_lines(&from_file);
    assert_eq!((answers.len(), &answers[0]), (3, &answers[2]));
    assert!(answers[1]["error"].is_string());
    let empty = run_with_input(&assets(), &["batch", "-"], b"");
    assert_eq!((code(&empty), stdout(&empty).as_str()), (0, ""));
}

#[test]
fn long_lines_and_bytes_that_are_no_text_are_answered() {
    let long = vec![b'x'; 3 << 20];
    let input = [b"\xFF\xFE{}\n{\"a\":\"\xFF\"}\n", &long[..], b"\n", GOOD.as_bytes()].concat();
    let output = run_with_input(&assets(), &["batch", "-"], &input);
    let answers = json_lines(&output);
    assert_eq!((code(&output), answers.len()), (2, 4));
    assert!(answers[..3].iter().all(|answer| answer["error"].is_string()), "{answers:?}");
    assert!(answers[2]["error"].as_str().unwrap().contains("longer than"));
    assert_eq!(answers[3]["area"], json!(3260));
}

/// Each answer comes before the next question. A file is decoded once, so later changes to it are not seen.
#[test]
fn answers_come_at_once_and_files_are_decoded_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bee.png");
    std::fs::copy(assets().join("bee.png"), &path).unwrap();
    let mut child = command(folder.path())
        .args(["batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let mut ask = |threshold: u8| -> Value {
        writeln!(questions, r#"{{"a":"bee.png","b":"./bee.png","at":[0,0],"threshold":{threshold}}}"#)
            .unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    };
    let solid = |level: u8| {
        Picture::read(&assets().join("bee.png")).rgba.iter().filter(|pixel| pixel[3] >= level).count()
    };
    assert_eq!(ask(128)["area"], json!(solid(128)));
    std::fs::write(&path, "no picture any more").unwrap();
    assert_eq!(ask(1)["area"], json!(solid(1)));
    drop(questions);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let input = format!("{GOOD}\n").repeat(100_000);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("questions.jsonl");
    std::fs::write(&path, input).unwrap();
    let mut child = command(&assets())
        .arg("batch")
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    answers.read_line(&mut line).unwrap();
    drop(answers);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}

#[test]
fn a_list_that_cannot_be_read_is_one_sentence() {
    assert!(sentence(&run(&assets(), &["batch", "gone.jsonl"])).starts_with("gone.jsonl: cannot be read: "));
    assert_eq!(sentence(&run(&assets(), &["batch", "."])), ".: cannot be read: it is a folder");
}

/// What is no list of questions is refused once, not line by line.
#[test]
fn a_picture_is_no_batch() {
    let folder = tempfile::tempdir().unwrap();
    for (file, what) in [("bee.png", "a PNG"), ("player.aseprite", "an Aseprite file")] {
        let bytes = std::fs::read(assets().join(file)).unwrap();
        std::fs::write(folder.path().join("list"), &bytes).unwrap();
        let told = |name: &str| {
            format!(
                "{name}: is {what}, not a batch: a batch has a JSON object a line, such as \
                 {{\"a\": \"ship.png\", \"b\": \"rock.png\", \"at\": [40, 12]}}"
            )
        };
        assert_eq!(sentence(&run(folder.path(), &["batch", "list"])), told("list"));
        assert_eq!(sentence(&run_with_input(folder.path(), &["batch", "-"], &bytes)), told("standard input"));
    }
}
