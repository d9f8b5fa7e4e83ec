//! Measures hitmask against its rivals.

use hitmask::backend::{self, Backend};
use hitmask_benches::goal::Size;
use hitmask_benches::load::LoadWatch;
use hitmask_benches::measure::Effort;
use hitmask_benches::report::{CSV_HEADER, Row};
use hitmask_benches::rivals::{python, stripe};
use hitmask_benches::work;
use hitmask_benches::{page, record};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
Measures hitmask against its rivals, after all of them gave the same answers.

usage: cargo run --release -p hitmask-benches -- [options]
  --filter TEXT        only what has this text in its name
  --rounds N           interleaved rounds (default 15; a record always has 15)
  --ours               hitmask alone, without rivals
  --backend NAME       portable, avx2 or avx512, for ours and for stripe (default: the widest)
  --csv FILE           also write the results here
  --python             pygame-ce, pycocotools and scipy take part; run python3 benches/python/make_venv.py once before
  --record             write all results to benches/record and, from them, the tables there and docs/benchmarks.md; refused if the machine is busy
  --despite-load       with --record: on a busy machine, too; the page then says that these times are no record
  --page               measure nothing, write the tables and docs/benchmarks.md from the newest record
  --list               print the names and measure nothing
";

#[derive(Default)]
struct Options {
    filter: String,
    rounds: usize,
    backend: Option<Backend>,
    csv: Option<String>,
    list: bool,
    python: bool,
    record: bool,
    despite_load: bool,
    ours: bool,
    page: bool,
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
    let mut options = Options { rounds: Effort::ROUNDS, ..Options::default() };
    let mut args = args.iter();
    while let Some(flag) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{flag} needs a value; see --help"));
        match flag.as_str() {
            "--filter" => options.filter.clone_from(value()?),
            "--rounds" => {
                options.rounds =
                    value()?.parse().ok().filter(|&n| n > 0).ok_or("--rounds needs a number from 1 on")?;
            }
            "--backend" => options.backend = Some(backend_named(value()?)?),
            "--csv" => options.csv = Some(value()?.clone()),
            "--list" => options.list = true,
            "--python" => options.python = true,
            "--record" => options.record = true,
            "--despite-load" => options.despite_load = true,
            "--ours" => options.ours = true,
            "--page" => options.page = true,
            _ => return Err(format!("there is no option {flag}; see --help")),
        }
    }
    let needed = [
        (options.filter.is_empty(), "all results, so it can't have a --filter"),
        (!options.ours, "the rivals, so it can't have --ours"),
        (
            options.rounds == Effort::ROUNDS,
            "the same number of rounds as the others, so it can't have --rounds",
        ),
    ];
    if let Some((_, what)) = needed.iter().find(|(is_met, _)| options.record && !is_met) {
        return Err(format!("--record needs {what}"));
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
    if options.page {
        return write_page();
    }
    backend::force(options.backend);
    let widest = backend::available().last().copied().unwrap_or(Backend::Portable);
    let used = options.backend.unwrap_or(widest);
    stripe::set_backend(used);
    if options.python {
        python::enable()?;
    }
    let mut load = LoadWatch::start();
    if options.record {
        refuse(load.objection(), options)?;
    }
    let mut results = String::new();
    let effort =
        Effort { rounds: options.rounds, slice: Duration::from_millis(1), warm: true, ours: options.ours };
    let mut add = |rows: Vec<Row>| {
        for row in rows {
            println!("{}", row.line());
            results += &row.csv();
        }
        load.look();
    };
    for work in work::all().iter().filter(|w| w.name.contains(&options.filter)) {
        if options.list {
            println!("{}", work.name);
            continue;
        }
        add(work.run(Size::WHOLE, effort));
    }
    for work in work::frames().iter().filter(|w| w.name.contains(&options.filter)) {
        if options.list {
            println!("{}", work.name);
            continue;
        }
        add(work.run(Size::WHOLE, effort));
    }
    let mut backend = format!("{used:?}").to_lowercase();
    if used != widest {
        // Such a record gets a folder of its own.
        backend += &format!(" (this machine has {widest:?})").to_lowercase();
    }
    let mut facts = record::facts(options.rounds, &backend, &load);
    facts.extend(load.objection().map(|objection| (page::NO_RECORD.to_owned(), objection)));
    let results = format!("{}{CSV_HEADER}\n{results}", record::head(&facts));
    if let Some(path) = &options.csv {
        write(Path::new(path), &results)?;
    }
    if options.record {
        if let Err(error) = refuse(load.objection(), options) {
            let kept = record::root().join("target/no-record.csv");
            write(&kept, &results)?;
            return Err(format!("{error}. What was measured is in {}", kept.display()));
        }
        write(&record::path(&facts), &results)?;
        write_page()?;
    }
    Ok(())
}

/// An error if there is an objection to this record that was not overridden.
fn refuse(objection: Option<String>, options: &Options) -> Result<(), String> {
    match objection.filter(|_| !options.despite_load) {
        None => Ok(()),
        Some(objection) => {
            Err(format!("no record: {objection}. Stop other programs, or write it with --despite-load"))
        }
    }
}

/// Writes docs/benchmarks.md from the newest record.
fn write_page() -> Result<(), String> {
    let (path, record) = record::newest()?.ok_or("there is no record yet: run with --record")?;
    page::write(&path, &record)
}

/// Writes a file. Makes its folder if there is none.
fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, text));
    written.map_err(|e| format!("cannot write {}: {e}", path.display()))
}
