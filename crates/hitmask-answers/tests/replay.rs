//! The committed answers, read from their files. hitmask gives the same answers, the oracle gives the same answers, and the files are
//! unchanged.

use hitmask_answers::{Fnv, check, folder, kinds, lines, replay};

#[test]
fn hitmask_gives_the_committed_answers() {
    for kind in kinds() {
        let count = replay(&kind, &folder());
        println!("{}: {count}", kind.file);
        assert!(count > 5, "{}.jsonl has only {count} lines", kind.file);
    }
}

/// `cargo xtask cross` leaves this test out: the oracle is slow, and its answers are the same on every machine.
#[test]
fn the_oracle_gives_the_committed_answers() {
    kinds().iter().for_each(|kind| check(kind, &folder()));
}

#[test]
fn the_files_have_the_committed_hash() {
    let path = folder().join("HASH");
    let committed =
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut found = String::new();
    let mut hash = Fnv::default();
    for file in std::iter::once("pictures").chain(kinds().iter().map(|kind| kind.file)) {
        let lines = lines(&folder(), file);
        lines.iter().for_each(|line| hash.add_line(line));
        found.push_str(&format!("{file}.jsonl {}\n", lines.len()));
    }
    found.push_str(&format!("fnv1a64 {:016x}\n", hash.0));
    assert_eq!(found, committed.replace("\r\n", "\n"), "`cargo xtask answers --bless` renews the files");
}

/// A language whose numbers are doubles must be able to read the files without losing digits.
#[test]
fn no_number_needs_more_than_a_double() {
    for kind in kinds() {
        for (i, line) in lines(&folder(), kind.file).iter().enumerate() {
            // Hex digits are in quotes.
            let outside = line.split('"').step_by(2).collect::<String>();
            let digits = |c: char| !(c.is_ascii_digit() || c == '.');
            for number in outside.split(digits).filter(|number| !number.is_empty()) {
                let short = number.replace('.', "").trim_start_matches('0').len() <= 15;
                assert!(short, "{}.jsonl:{}: {number}", kind.file, i + 1);
            }
        }
    }
}
