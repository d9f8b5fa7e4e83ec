//! Runs commands, names each of them, and counts their results.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

/// The steps that have been run so far.
#[derive(Default)]
pub(crate) struct Steps {
    steps: usize,
    failed: Vec<String>,
    skipped: Vec<String>,
    /// The last lines of the step that runs now.
    last_lines: VecDeque<String>,
    /// The last lines of every step that failed. Whoever sees only the end of a log finds the cause there.
    causes: Vec<String>,
    /// The rows of the final table.
    table: Vec<(&'static str, f32, String)>,
    tests: Tally,
}

/// So many lines of a failed step are repeated at the end.
const REPEATED: usize = 30;

/// The numbers of tests that the test programs printed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Tally {
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Steps {
    /// Runs one command to its end. After a failure the other steps still run. The output is shown as it comes, and the test results
    /// in it are counted.
    pub(crate) fn run(&mut self, name: &str, command: &mut Command) -> bool {
        println!("\n=== {name}\n    {}", written_out(command));
        let begin = Instant::now();
        let failed_before = self.tests.failed;
        let ended = self.watch(command);
        self.end(name, ended, begin, failed_before)
    }

    /// Runs commands that use about one core each, as many at a time as there are cores. The output of a command is shown when it has
    /// ended. Returns what each printed, by name.
    pub(crate) fn run_side_by_side(&mut self, jobs: Vec<(String, Command)>) -> BTreeMap<String, String> {
        let printed = Mutex::new(BTreeMap::new());
        let workers = thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
        let (jobs, steps) = (Mutex::new(jobs.into_iter()), Mutex::new(self));
        const SOUND: &str = "no step panics";
        let work = || {
            while let Some((name, mut command)) = { jobs.lock().expect(SOUND).next() } {
                let begin = Instant::now();
                let output = command.stdin(Stdio::null()).output();
                let mut steps = steps.lock().expect(SOUND);
                println!("\n=== {name}\n    {}", written_out(&command));
                let failed_before = steps.tests.failed;
                let ended = output.map(|output| {
                    let text =
                        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text)).concat();
                    text.lines().for_each(|line| steps.show(line));
                    printed.lock().expect(SOUND).insert(name.clone(), text);
                    output.status.success()
                });
                steps.end(&name, ended, begin, failed_before);
            }
        };
        thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
        printed.into_inner().expect(SOUND)
    }

    /// Notes the result of a command.
    fn end(&mut self, name: &str, ended: std::io::Result<bool>, begin: Instant, failed_before: u64) -> bool {
        let ok = ended.unwrap_or_else(|error| {
            eprintln!("{error}");
            self.keep(&error.to_string());
            false
        });
        let verdict = if ok { "ok" } else { "FAILED" };
        let seconds = begin.elapsed().as_secs_f32();
        println!("    {verdict}: {name}, {seconds:.0} s");
        self.table.push((verdict, seconds, name.to_owned()));
        self.steps += 1;
        if !ok {
            self.failed.push(name.to_owned());
            self.causes.push(Vec::from(std::mem::take(&mut self.last_lines)).join("\n"));
            // A step may fail without a failed test, for example because it does not compile. It counts as one failure.
            self.tests.failed += u64::from(self.tests.failed == failed_before);
        }
        self.last_lines.clear();
        ok
    }

    /// Notes that a step could not run here, and why.
    pub(crate) fn skip(&mut self, name: &str, why: &str) {
        println!("\n=== {name}\n    SKIPPED: {why}");
        self.table.push(("skipped", 0.0, name.to_owned()));
        self.skipped.push(format!("{name}: {why}"));
    }

    /// Runs a step that is a function. Shows its error. Returns its result if it has one.
    pub(crate) fn check<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T, String>) -> Option<T> {
        println!("\n=== {name}");
        let begin = Instant::now();
        let failed_before = self.tests.failed;
        let (result, ended) = match work() {
            Ok(result) => (Some(result), Ok(true)),
            Err(why) => (None, Err(std::io::Error::other(why))),
        };
        self.end(name, ended, begin, failed_before);
        result
    }

    /// Prints a table of all steps, then what failed and what was skipped. The last line counts the tests.
    pub(crate) fn finish(self) -> ExitCode {
        println!("\n=== summary");
        for (verdict, seconds, name) in &self.table {
            println!("{verdict:7} {seconds:7.0} s  {name}");
        }
        for (step, cause) in self.failed.iter().zip(&self.causes) {
            println!("\n=== the last lines of what failed: {step}\n{cause}\n");
        }
        println!("{} steps, {} failed, {} skipped", self.steps, self.failed.len(), self.skipped.len());
        for step in &self.skipped {
            println!("  SKIPPED {step}");
        }
        for step in &self.failed {
            println!("  FAILED {step}");
        }
        let Tally { passed, failed, ignored } = self.tests;
        println!("{ignored} ignored (the soak, which `cargo xtask soak` runs)");
        println!("{passed} passed, {failed} failed");
        if self.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn watch(&mut self, command: &mut Command) -> std::io::Result<bool> {
        let (out, writer) = std::io::pipe()?;
        let mut child = command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer).spawn()?;
        // The command holds two ends of the pipe, too. Without them the output ends when the program does.
        command.stdout(Stdio::inherit()).stderr(Stdio::inherit());
        for line in BufReader::new(out).split(b'\n') {
            let line = line?;
            self.show(&String::from_utf8_lossy(&line));
        }
        Ok(child.wait()?.success())
    }

    /// Shows a line of a command's output and counts the test results in it.
    fn show(&mut self, line: &str) {
        println!("{line}");
        self.tests.add(line);
        self.keep(line);
    }

    fn keep(&mut self, line: &str) {
        if self.last_lines.len() == REPEATED {
            self.last_lines.pop_front();
        }
        self.last_lines.push_back(line.to_owned());
    }
}

impl Tally {
    /// Adds the numbers of a line `test result: ok. 3 passed; 0 failed; 1 ignored; ...`. Ignores other lines.
    fn add(&mut self, line: &str) {
        let Some((_, result)) = line.split_once("test result: ") else { return };
        let counts = result.split_once(". ").map_or("", |(_, counts)| counts);
        for part in counts.split("; ") {
            let Some((number, what)) = part.trim().split_once(' ') else { continue };
            let Ok(number) = number.parse::<u64>() else { continue };
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }
}

/// The command as you would type it.
fn written_out(command: &Command) -> String {
    let variables = command
        .get_envs()
        .filter_map(|(key, value)| Some(format!("{}={}", key.to_string_lossy(), value?.to_string_lossy())));
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    variables.chain(words.map(|word| word.to_string_lossy().into_owned())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_test_programs_are_added_up() {
        let mut tally = Tally::default();
        for line in [
            "running 3 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "\u{1b}[31mtest result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 4 filtered out",
        ] {
            tally.add(line);
        }
        assert_eq!(tally, Tally { passed: 4, failed: 2, ignored: 1 });
    }

    #[test]
    fn a_failing_step_fails_the_whole_but_not_the_rest() {
        let mut steps = Steps::default();
        assert!(!steps.run("no such program", &mut Command::new("no-such-program-anywhere")));
        assert!(steps.run("this one", Command::new(env!("CARGO")).arg("--version")));
        steps.skip("that one", "not here");
        assert_eq!((steps.steps, steps.failed.len(), steps.skipped.len()), (2, 1, 1));
        assert_eq!(steps.tests.failed, 1);
        assert!(steps.last_lines.is_empty());
    }

    #[test]
    fn the_last_lines_of_a_failure_are_kept() {
        let mut steps = Steps::default();
        assert!(!steps.run("counts", Command::new("sh").args(["-c", "seq 1 50; seq 51 100 >&2; exit 1"])));
        assert!(steps.check::<()>("says", || Err("why".to_owned())).is_none());
        let expected = (71..=100).map(|n| n.to_string()).collect::<Vec<_>>().join("\n");
        assert_eq!(steps.causes, [expected, "why".to_owned()]);
    }

    #[test]
    fn side_by_side_all_are_run() {
        let mut steps = Steps::default();
        let cargo = |option: &str| {
            let mut command = Command::new(env!("CARGO"));
            command.arg(option);
            (option.to_owned(), command)
        };
        steps.run_side_by_side(
            ["--version", "--no-such-option", "--help", "--list", "--nor-this"].map(cargo).into(),
        );
        steps.failed.sort();
        assert_eq!(
            (steps.steps, &*steps.failed),
            (5, &["--no-such-option".to_owned(), "--nor-this".to_owned()][..])
        );
        assert_eq!(steps.tests, Tally { passed: 0, failed: 2, ignored: 0 });
        steps.run_side_by_side(Vec::new());
    }
}
