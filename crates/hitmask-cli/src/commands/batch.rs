//! `hitmask batch`: a question a line in, an answer a line out.

use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use hitmask_assets::{Format, printable_path};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::args::BatchArgs;
use crate::batch_line;
use crate::error::Error;
use crate::files;
use crate::output::{self, FAILED, Stdout, TOUCH};
use crate::progress::Progress;
use crate::question::Question;
use crate::store::{Reply, SpriteStore};
use crate::words::counted;

/// The greatest length of a question. A longer line is skipped without being kept.
const LONGEST_LINE: usize = 1 << 20;
/// Answers are written in pieces of about this size, or as soon as the program has to wait for the next question.
const OUTPUT_BYTES: usize = 1 << 16;

pub(crate) fn run(args: &BatchArgs) -> Result<u8, Error> {
    let is_stdin = args.file == Path::new("-");
    let name = if is_stdin { "standard input".to_owned() } else { printable_path(&args.file).to_string() };
    let cannot_read = |source: io::Error| Error::Read { name: name.clone(), source: source.into() };
    let mut length = None;
    let input: Box<dyn io::Read> = if is_stdin {
        Box::new(io::stdin().lock())
    } else {
        let file = files::open(&args.file).map_err(|source| Error::read(&args.file, source))?;
        let metadata = file.metadata().map_err(cannot_read)?;
        if files::is_stdout(&file) {
            return Err(cannot_read(io::Error::other("it is also standard output")));
        }
        length = Some(metadata.len()).filter(|_| metadata.is_file());
        Box::new(file)
    };
    let mut batch = Batch { lines: 0, failed: 0, first: None };
    let mut store = SpriteStore::new(&args.limits)?;
    let input = &mut BufReader::with_capacity(1 << 16, input);
    // JSON begins as a JSON atlas does. An error comes again with the first line.
    let format = input.fill_buf().ok().and_then(Format::sniff);
    if let Some(format) = format.filter(|format| !matches!(format, Format::Atlas | Format::LibGdx)) {
        return Err(Error::NotABatch { name, format });
    }
    let result = batch.answer_all(input, length, &mut store, &cannot_read);
    if let Some(sentence) = batch.sentence(&name) {
        output::complain(&sentence);
    }
    result?;
    Ok(if batch.failed == 0 { TOUCH } else { FAILED })
}

/// How a batch goes.
struct Batch {
    lines: u64,
    failed: u64,
    /// The number of the first line that failed, from 1, and what was wrong with it.
    first: Option<(u64, Error)>,
}

impl Batch {
    fn answer_all(
        &mut self,
        input: &mut BufReader<Box<dyn io::Read>>,
        length: Option<u64>,
        store: &mut SpriteStore,
        cannot_read: &dyn Fn(io::Error) -> Error,
    ) -> Result<(), Error> {
        let mut progress = Progress::new(length);
        let (mut line, mut answers, mut bytes) = (Vec::new(), Vec::new(), 0);
        loop {
            // Whoever asks one question at a time gets each answer before the next question.
            let waits = !input.buffer().contains(&b'\n');
            if (waits || answers.len() >= OUTPUT_BYTES) && !answers.is_empty() {
                let stdout = progress.suspend(|| output::print_bytes(&mut io::stdout().lock(), &answers))?;
                if stdout == Stdout::Closed {
                    return Ok(());
                }
                answers.clear();
            }
            let (id, question) = match next_line(input, &mut line) {
                Ok(NextLine::End) => break,
                Ok(NextLine::Whole) => batch_line::parse(&line),
                Ok(NextLine::TooLong) => (
                    None,
                    Err(Error::BadLine(format!(
                        "the line is longer than {LONGEST_LINE} bytes: no question is that long"
                    ))),
                ),
                Err(error) => {
                    // The answers so far are good.
                    output::print_bytes(&mut io::stdout().lock(), &answers)?;
                    return Err(cannot_read(error));
                }
            };
            self.lines += 1;
            let answer = match question.and_then(|question| answer(&question, store)) {
                Ok(reply) => output::json_line(&Answered { id, reply }),
                Err(error) => {
                    let answer = output::json_line(&Failed { id, error: error.to_string() });
                    self.failed += 1;
                    self.first.get_or_insert((self.lines, error));
                    answer
                }
            };
            answers.extend_from_slice(answer.as_bytes());
            bytes += line.len() as u64;
            progress.advance(bytes, || format!("{} answers", self.lines));
        }
        progress.finish();
        output::print_bytes(&mut io::stdout().lock(), &answers).map(drop)
    }

    /// How many lines failed, and the first of them; `None` if all went well.
    fn sentence(&self, name: &str) -> Option<String> {
        let (line, error) = self.first.as_ref()?;
        let lines = counted(self.lines, "line", "lines");
        let first = if self.failed == 1 { "it is" } else { "the first is" };
        Some(format!("{name}: {} of {lines} failed, {first} line {line}: {error}", self.failed))
    }
}

/// The answer to a question, whose files must be such as files of strangers may name.
fn answer(question: &Question, store: &mut SpriteStore) -> Result<Reply, Error> {
    question.sprites().iter().try_for_each(|spec| store.check_named(spec))?;
    store.reply(question)
}

/// The answer to a good line.
#[derive(Serialize)]
struct Answered<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    reply: Reply,
}

/// The answer to a faulty line.
#[derive(Serialize)]
struct Failed<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    error: String,
}

enum NextLine {
    Whole,
    TooLong,
    End,
}

/// Reads up to the next line break. The last line need not have one.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<NextLine> {
    line.clear();
    let read = input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', line)?;
    if read == 0 {
        return Ok(NextLine::End);
    }
    if line.last() == Some(&b'\n') || read <= LONGEST_LINE {
        return Ok(NextLine::Whole);
    }
    input.skip_until(b'\n')?;
    Ok(NextLine::TooLong)
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_LINE, NextLine, next_line};

    #[test]
    fn long_lines_are_skipped_whole() {
        let longest = vec![b' '; LONGEST_LINE];
        let text = [&longest[..], b"\n", &longest, b"x\nlast"].concat();
        let (mut input, mut line) = (&text[..], Vec::new());
        assert!(matches!(next_line(&mut input, &mut line), Ok(NextLine::Whole)));
        assert!(matches!(next_line(&mut input, &mut line), Ok(NextLine::TooLong)));
        assert!(matches!(next_line(&mut input, &mut line), Ok(NextLine::Whole)));
        assert_eq!(line, b"last");
        assert!(matches!(next_line(&mut input, &mut line), Ok(NextLine::End)));
    }
}
