//! The program `hitmask`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hitmask_cli::main()
}
