//! `hitmask batch`: a question a line in, an answer a line out.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal as _, Read as _};
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::args::Batch;
use crate::error::Error;
use crate::library::Library;
use crate::output::{self, FAILED, Reader, TOUCH};
use crate::query::Query;

/// No question is longer. What is longer is skipped without being kept.
const LONGEST_LINE: usize = 1 << 20;
/// Answers are handed on in pieces of about this size, or as soon as the next question has to be waited for.
const OUTPUT_BYTES: usize = 1 << 16;

pub(crate) fn run(args: &Batch) -> Result<u8, Error> {
    let is_stdin = args.file == Path::new("-");
    let name = if is_stdin { "standard input".to_owned() } else { args.file.display().to_string() };
    let cannot_read = |source: io::Error| Error::Read { name: name.clone(), source: source.into() };
    let mut progress = Progress::new();
    let input: Box<dyn io::Read> = if is_stdin {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(&args.file).map_err(cannot_read)?;
        let metadata = file.metadata().map_err(cannot_read)?;
        if metadata.is_dir() {
            return Err(cannot_read(io::Error::other("it is a folder")));
        }
        progress.total = Some(metadata.len()).filter(|_| metadata.is_file());
        Box::new(file)
    };
    let mut input = BufReader::with_capacity(1 << 16, input);
    answer_all(&mut input, &mut progress, &cannot_read)
}

fn answer_all(
    input: &mut BufReader<Box<dyn io::Read>>,
    progress: &mut Progress,
    cannot_read: &dyn Fn(io::Error) -> Error,
) -> Result<u8, Error> {
    let mut library = Library::new();
    let (mut line, mut answers) = (Vec::new(), Vec::new());
    let mut status = TOUCH;
    loop {
        // Whoever asks one question at a time gets each answer before the next question.
        let waits = !input.buffer().contains(&b'\n');
        if (waits || answers.len() >= OUTPUT_BYTES) && !answers.is_empty() {
            let reader = progress.suspend(|| output::print_bytes(&mut io::stdout().lock(), &answers))?;
            if reader == Reader::Gone {
                return Ok(status);
            }
            answers.clear();
        }
        let question = match next_line(input, &mut line) {
            Ok(Line::End) => break,
            Ok(Line::Whole) => parse(&line),
            Ok(Line::TooLong) => Err(Error::BadLine(format!(
                "the line is longer than {LONGEST_LINE} bytes, no question is that long"
            ))),
            Err(error) => {
                // The answers so far are good.
                output::print_bytes(&mut io::stdout().lock(), &answers)?;
                return Err(cannot_read(error));
            }
        };
        match question.and_then(|query| library.reply(&query)) {
            Ok(answer) => answers.extend_from_slice(output::json_line(&answer).as_bytes()),
            Err(error) => {
                status = FAILED;
                answers
                    .extend_from_slice(output::json_line(&Failure { error: error.to_string() }).as_bytes());
            }
        }
        progress.advance(line.len());
    }
    progress.finish();
    output::print_bytes(&mut io::stdout().lock(), &answers)?;
    Ok(status)
}

/// What a bad line is answered with.
#[derive(Serialize)]
struct Failure {
    error: String,
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads up to the next line break. A last line needs none.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let read = input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', line)?;
    if read == 0 {
        return Ok(Line::End);
    }
    if line.last() == Some(&b'\n') || read <= LONGEST_LINE {
        return Ok(Line::Whole);
    }
    input.skip_until(b'\n')?;
    Ok(Line::TooLong)
}

/// A line as a question.
fn parse(line: &[u8]) -> Result<Query, Error> {
    // Some editors write a byte order mark.
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
    match line.first() {
        None => return Err(Error::BadLine("the line is blank: a question is a JSON object".into())),
        Some(b'{') => {}
        Some(_) => return Err(Error::BadLine("the line is no JSON object: a question starts with {".into())),
    }
    serde_json::from_slice(line).map_err(|error| {
        // Each line is a text of its own, so that its number would always be 1.
        let (text, place) =
            (error.to_string(), format!(" at line {} column {}", error.line(), error.column()));
        let text = text.strip_suffix(&place).unwrap_or(&text);
        Error::BadLine(format!("{text} (column {})", error.column()))
    })
}

/// A bar on standard error, for batches that take a while, where somebody is there to see it.
struct Progress {
    bar: Option<ProgressBar>,
    started: Instant,
    /// The bytes of the input, where they are known.
    total: Option<u64>,
    bytes: u64,
    lines: u64,
}

impl Progress {
    const SHORT: Duration = Duration::from_secs(1);

    fn new() -> Self {
        Progress { bar: None, started: Instant::now(), total: None, bytes: 0, lines: 0 }
    }

    fn advance(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
        self.lines += 1;
        // The clock is looked at now and then only.
        if !self.lines.is_multiple_of(64) {
            return;
        }
        if self.bar.is_none() && io::stderr().is_terminal() && self.started.elapsed() >= Self::SHORT {
            self.bar = Some(Self::draw(self.total));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.bytes);
            bar.set_message(format!("{} answers", self.lines));
        }
    }

    fn draw(total: Option<u64>) -> ProgressBar {
        let template = match total {
            Some(_) => "{wide_bar} {percent}%  {msg}, {eta} left",
            None => "{spinner} {msg}, {elapsed}",
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr()).with_style(style)
    }

    /// Prints without the bar in the way, if both go to the same terminal.
    fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if io::stdout().is_terminal() => bar.suspend(print),
            _ => print(),
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_LINE, Line, next_line};

    #[test]
    fn long_lines_are_skipped_whole() {
        let longest = vec![b' '; LONGEST_LINE];
        let text = [&longest[..], b"\n", &longest, b"x\nlast"].concat();
        let (mut input, mut line) = (&text[..], Vec::new());
        assert!(matches!(next_line(&mut input, &mut line), Ok(Line::Whole)));
        assert!(matches!(next_line(&mut input, &mut line), Ok(Line::TooLong)));
        assert!(matches!(next_line(&mut input, &mut line), Ok(Line::Whole)));
        assert_eq!(line, b"last");
        assert!(matches!(next_line(&mut input, &mut line), Ok(Line::End)));
    }
}
