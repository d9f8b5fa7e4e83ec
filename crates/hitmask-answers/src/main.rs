//! Writes the committed answers: `cargo xtask answers --bless`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args != ["--bless"] {
        eprintln!(
            "usage: hitmask-answers --bless\nIt rewrites assets/answers. `cargo test -p hitmask-answers` compares them with new answers."
        );
        return ExitCode::from(2);
    }
    match hitmask_answers::bless(&hitmask_answers::folder()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("hitmask-answers: {why}");
            ExitCode::FAILURE
        }
    }
}
