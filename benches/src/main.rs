//! Measures hitmask against its rivals.

use hitmask::backend::{self, Backend};
use hitmask_benches::measure::Effort;
use hitmask_benches::report::CSV_HEADER;
use hitmask_benches::rivals::stripe;
use hitmask_benches::work::{self, Size};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
Measures hitmask against its rivals, after all of them gave the same answers.

usage: cargo run --release -p hitmask-benches -- [options]
  --filter TEXT        only what has this text in its name
  --rounds N           interleaved rounds (default 31)
  --backend NAME       portable or avx2, for ours and for stripe (default: the widest)
  --csv FILE           also write the results here
  --list               print the names and measure nothing
";

struct Options {
    filter: String,
    rounds: usize,
    backend: Option<Backend>,
    csv: Option<String>,
    list: bool,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.iter().any(|a| a == "--help" || a == "-h") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    match parse(&args).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options { filter: String::new(), rounds: 31, backend: None, csv: None, list: false };
    let mut args = args.iter();
    while let Some(flag) = args.next() {
        if flag == "--list" {
            options.list = true;
            continue;
        }
        let value = args.next().ok_or_else(|| format!("{flag} is unknown or needs a value; see --help"))?;
        match flag.as_str() {
            "--filter" => options.filter.clone_from(value),
            "--rounds" => {
                options.rounds =
                    value.parse().ok().filter(|&n| n > 0).ok_or("--rounds needs a number from 1 on")?;
            }
            "--backend" => options.backend = Some(backend_named(value)?),
            "--csv" => options.csv = Some(value.clone()),
            _ => return Err(format!("there is no option {flag}; see --help")),
        }
    }
    Ok(options)
}

fn backend_named(name: &str) -> Result<Backend, String> {
    let found = backend::available().iter().find(|b| format!("{b:?}").eq_ignore_ascii_case(name));
    found
        .copied()
        .ok_or_else(|| format!("this machine has no backend '{name}', but {:?}", backend::available()))
}

fn run(options: &Options) -> Result<(), String> {
    backend::force(options.backend);
    stripe::set_wide(options.backend != Some(Backend::Portable));
    let mut csv = match &options.csv {
        Some(path) => Some(std::fs::File::create(path).map_err(|e| format!("cannot write {path}: {e}"))?),
        None => None,
    };
    let mut save = |text: &str| match &mut csv {
        Some(file) => file.write_all(text.as_bytes()).map_err(|e| format!("cannot write the CSV file: {e}")),
        None => Ok(()),
    };
    save(&format!("{CSV_HEADER}\n"))?;
    let effort = Effort { rounds: options.rounds, slice: Duration::from_millis(1), warm: true };
    for work in work::all().iter().filter(|w| w.name.contains(&options.filter)) {
        if options.list {
            println!("{}", work.name);
            continue;
        }
        for row in work.run(Size::WHOLE, effort) {
            println!("{}", row.line());
            save(&row.csv())?;
        }
    }
    Ok(())
}
