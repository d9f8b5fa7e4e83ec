//! Runs commands, names each of them, and counts their results.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, PipeReader};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::time::Instant;

/// The steps that have been run so far.
#[derive(Default)]
pub(crate) struct Steps {
    /// The rows of the final table: the verdict, the seconds, the processor's seconds, the name.
    table: Vec<(&'static str, f32, f32, String)>,
    skipped: Vec<String>,
    /// The last lines of the step that runs now.
    last_lines: VecDeque<String>,
    /// The name and the last lines of every step that failed. Whoever sees only the end of a log finds the cause there.
    failed: Vec<(String, String)>,
    tests: Tally,
    /// Whether nothing runs after the first fault.
    stops: bool,
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
    /// From now on nothing runs after the first thing that is wrong or missing.
    pub(crate) fn stop_at_first_fault(&mut self) {
        self.stops = true;
    }

    fn has_stopped(&self) -> bool {
        self.stops && self.faults() > 0
    }

    /// Runs one command to its end. After a failure the other steps still run. The output is shown as it comes, and the test results
    /// in it are counted.
    pub(crate) fn run(&mut self, name: &str, command: &mut Command) -> bool {
        if self.has_stopped() {
            return false;
        }
        println!("\n=== {name}\n    {}", written_out(command));
        self.step(name, |steps| match steps.watch(command) {
            Ok(true) => Ok(()),
            Ok(false) => Err(String::new()),
            Err(error) => Err(error.to_string()),
        })
        .is_some()
    }

    /// Begins a command that runs beside the steps until [`Steps::end`].
    pub(crate) fn begin(name: &'static str, command: &mut Command) -> Beside {
        let begun = started(command).map(|(child, out)| {
            let (line, lines) = mpsc::channel();
            std::thread::spawn(move || each_line(out, |text| drop(line.send(text.to_owned()))));
            (child, lines)
        });
        Beside { name, written: written_out(command), begun }
    }

    /// Shows what a command has said and says, until it ends. Its processor time is counted here, since only now it is asked for.
    pub(crate) fn end(&mut self, Beside { name, written, begun }: Beside) -> bool {
        println!("\n=== {name}, which ran beside the steps above\n    {written}");
        let ended = |steps: &mut Self| {
            let (mut child, lines) = begun?;
            lines.iter().for_each(|line| steps.show(&line));
            child.wait()
        };
        self.step(name, |steps| match ended(steps) {
            Ok(status) if status.success() => Ok(()),
            Ok(_) => Err(String::new()),
            Err(error) => Err(error.to_string()),
        })
        .is_some()
    }

    /// Runs a step that is a function. Shows its error. Returns its result if it has one.
    pub(crate) fn check<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T, String>) -> Option<T> {
        if self.has_stopped() {
            return None;
        }
        println!("\n=== {name}");
        self.step(name, |_| work())
    }

    fn step<T>(&mut self, name: &str, work: impl FnOnce(&mut Self) -> Result<T, String>) -> Option<T> {
        let (begin, spent, failed_before) = (Instant::now(), processor_seconds(), self.tests.failed);
        let result = work(self);
        let verdict = if result.is_ok() { "ok" } else { "FAILED" };
        let (seconds, spent) = (begin.elapsed().as_secs_f32(), processor_seconds() - spent);
        if let Err(why) = &result {
            why.lines().for_each(|line| self.show(line));
            self.failed.push((name.to_owned(), Vec::from(std::mem::take(&mut self.last_lines)).join("\n")));
            // A step may fail without a failed test, for example because it does not compile. It counts as one failure.
            self.tests.failed += u64::from(self.tests.failed == failed_before);
        }
        println!("    {verdict}: {name}, {seconds:.0} s, {spent:.0} s of processor time");
        self.table.push((verdict, seconds, spent, name.to_owned()));
        self.last_lines.clear();
        result.ok()
    }

    /// Notes that a step could not run here, and why.
    pub(crate) fn skip(&mut self, name: &str, why: &str) {
        if self.has_stopped() {
            return;
        }
        println!("\n=== {name}\n    SKIPPED: {why}");
        self.skipped.push(format!("{name}: {why}"));
    }

    /// Notes that steps need not run again.
    pub(crate) fn unchanged(&mut self, name: &str) {
        println!("\n=== {name}\n    unchanged since it passed");
        self.table.push(("same", 0.0, 0.0, name.to_owned()));
    }

    /// How much has failed or was skipped.
    pub(crate) fn faults(&self) -> usize {
        self.failed.len() + self.skipped.len()
    }

    /// Skips a step if what it needs is not there.
    pub(crate) fn can(&mut self, name: &str, ready: Result<(), String>) -> bool {
        self.has(name, ready).is_some()
    }

    /// The same for something that the step uses.
    pub(crate) fn has<T>(&mut self, name: &str, ready: Result<T, String>) -> Option<T> {
        ready.map_err(|why| self.skip(name, &why)).ok()
    }

    /// Prints a table of all steps, then what failed and what was skipped. The last line counts the tests.
    pub(crate) fn finish(self) -> ExitCode {
        println!("\n=== summary: seconds, and seconds of processor time");
        for (verdict, seconds, spent, name) in &self.table {
            println!("{verdict:6} {seconds:6.0} {spent:6.0}  {name}");
        }
        let [seconds, spent] = self.table.iter().fold([0.0; 2], |sum, row| [sum[0] + row.1, sum[1] + row.2]);
        println!("all    {seconds:6.0} {spent:6.0}");
        for (step, cause) in &self.failed {
            println!("\n=== the last lines of what failed: {step}\n{cause}\n");
        }
        println!("{} steps, {} failed, {} skipped", self.table.len(), self.failed.len(), self.skipped.len());
        self.skipped.iter().for_each(|step| println!("  SKIPPED {step}"));
        self.failed.iter().for_each(|(step, _)| println!("  FAILED {step}"));
        let Tally { passed, failed, ignored } = self.tests;
        println!("{ignored} ignored (the soak, which `cargo xtask soak` runs)");
        println!("{passed} passed, {failed} failed");
        // Whoever stops at the first fault has not done the rest, so what was missing is a failure there.
        if self.failed.is_empty() && !self.has_stopped() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn watch(&mut self, command: &mut Command) -> std::io::Result<bool> {
        let (mut child, out) = started(command)?;
        each_line(out, |line| self.show(line))?;
        Ok(child.wait()?.success())
    }

    /// Shows a line of a command's output and counts the test results in it.
    fn show(&mut self, line: &str) {
        println!("{line}");
        self.tests.add(line);
        // Another command of xtask says them once more, in a list with a margin.
        if let Some(skipped) = line.trim_start().strip_prefix("SKIPPED ")
            && !self.skipped.iter().any(|known| known == skipped)
        {
            self.skipped.push(skipped.to_owned());
        }
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
        for part in result.split([';', '.']) {
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

/// A command that runs beside the steps.
pub(crate) struct Beside {
    name: &'static str,
    written: String,
    begun: std::io::Result<(Child, mpsc::Receiver<String>)>,
}

/// Starts a command. Gives the end of the pipe that all its output goes into.
fn started(command: &mut Command) -> std::io::Result<(Child, PipeReader)> {
    let (out, writer) = std::io::pipe()?;
    let child = command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer).spawn()?;
    // The command holds two ends of the pipe, too. Without them the output ends when the program does.
    command.stdout(Stdio::inherit()).stderr(Stdio::inherit());
    Ok((child, out))
}

fn each_line(out: PipeReader, mut show: impl FnMut(&str)) -> std::io::Result<()> {
    BufReader::new(out).split(b'\n').try_for_each(|line| {
        show(&String::from_utf8_lossy(&line?));
        Ok(())
    })
}

/// The processor time of all commands that have ended. Only Linux tells it, in hundredths of a second; elsewhere 0.
pub(crate) fn processor_seconds() -> f32 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The fields after the name, which is in brackets: the 14th and the 15th are those of the commands.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(13).take(2).filter_map(|field| field.parse::<f32>().ok()).sum::<f32>() / 100.0
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
        assert!(!steps.can("that one", Err("not here".to_owned())));
        assert_eq!((steps.table.len(), steps.failed.len(), steps.skipped.len()), (2, 1, 1));
        assert_eq!(steps.tests.failed, 1);
        assert!(steps.last_lines.is_empty());
        assert_eq!(format!("{:?}", steps.finish()), format!("{:?}", ExitCode::FAILURE));
    }

    #[test]
    fn what_runs_beside_is_counted_where_it_ends() {
        let said = |text: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", text]);
            Steps::begin("beside", &mut command)
        };
        let mut steps = Steps::default();
        let good = said("echo 'test result: ok. 2 passed; 0 failed'; echo '  SKIPPED that: not here'");
        let bad = said("echo 'test result: FAILED. 1 passed; 1 failed'; exit 1");
        assert!(steps.end(good));
        assert!(!steps.end(bad));
        assert!(!steps.end(Steps::begin("missing", &mut Command::new("no-such-program-anywhere"))));
        assert_eq!(steps.tests, Tally { passed: 3, failed: 2, ignored: 0 });
        assert_eq!((steps.table.len(), steps.failed.len()), (3, 2));
        assert_eq!(steps.skipped, ["that: not here"]);
    }

    #[test]
    fn nothing_runs_after_the_first_fault_where_it_stops() {
        for is_missing in [true, false] {
            let mut steps = Steps::default();
            steps.stop_at_first_fault();
            assert!(steps.check("good", || Ok(())).is_some());
            if is_missing {
                assert!(!steps.can("missing", Err("not here".to_owned())));
            } else {
                assert!(!steps.run("bad", &mut Command::new("no-such-program-anywhere")));
            }
            let rows = steps.table.len();
            assert!(steps.check::<()>("later", || panic!("it runs")).is_none());
            assert!(!steps.run("later", Command::new(env!("CARGO")).arg("--version")));
            assert!(!steps.can("later", Err("not here".to_owned())));
            assert_eq!((steps.table.len(), steps.faults()), (rows, 1));
            assert_eq!(format!("{:?}", steps.finish()), format!("{:?}", ExitCode::FAILURE), "{is_missing}");
        }
    }

    #[test]
    fn the_last_lines_of_a_failure_are_kept() {
        let mut steps = Steps::default();
        assert!(!steps.run("counts", Command::new("sh").args(["-c", "seq 1 50; seq 51 100 >&2; exit 1"])));
        assert!(steps.check::<()>("says", || Err("why".to_owned())).is_none());
        let expected = (71..=100).map(|n| n.to_string()).collect::<Vec<_>>().join("\n");
        assert_eq!(steps.failed, [("counts".to_owned(), expected), ("says".to_owned(), "why".to_owned())]);
    }
}
