//! Everything that the program writes: standard output, standard error, files.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use hitmask_assets::printable;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::error::Error;
use crate::files::follow_links;
use crate::near::folder_of;
use crate::temporary::TemporaryFile;

/// Exit status: the sprites touch, or the work is done.
pub(crate) const TOUCH: u8 = 0;
/// Exit status: they don't touch.
pub(crate) const NO_TOUCH: u8 = 1;
/// Exit status: something failed.
pub(crate) const FAILED: u8 = 2;

/// Whether standard output is still read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stdout {
    Open,
    /// The pipe was closed. That is no failure: the reader has read enough.
    Closed,
}

/// Writes to standard output at once, without colours if it is no terminal or `NO_COLOR` is set.
pub(crate) fn print(text: &str) -> Result<Stdout, Error> {
    print_bytes(&mut anstream::stdout(), text.as_bytes())
}

/// A value as a line of JSON.
pub(crate) fn json_line(what: &impl Serialize) -> String {
    let mut line = Vec::new();
    write_json_line(&mut line, what).expect("numbers, strings and lists of them are JSON");
    String::from_utf8(line).expect("JSON is text")
}

/// Writes a value as a line of JSON.
pub(crate) fn write_json_line(to: &mut dyn io::Write, what: &impl Serialize) -> io::Result<()> {
    what.serialize(&mut Serializer::with_formatter(&mut *to, PrintableJson))?;
    to.write_all(b"\n")
}

/// Compact JSON in which all letters are escaped that [`printable`] escapes, not only those that JSON demands. The values are the same.
struct PrintableJson;

impl Formatter for PrintableJson {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, to: &mut W, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some((at, letter)) = rest.char_indices().find(|&(_, letter)| is_escaped(letter)) {
            write!(to, "{}\\u{:04x}", &rest[..at], u32::from(letter))?;
            rest = &rest[at + letter.len_utf8()..];
        }
        to.write_all(rest.as_bytes())
    }

    /// A value that goes back as it came: such letters can only be in its strings.
    fn write_raw_fragment<W: ?Sized + io::Write>(&mut self, to: &mut W, json: &str) -> io::Result<()> {
        self.write_string_fragment(to, json)
    }
}

/// Whether [`printable`] escapes a letter. Whitespace between the values of JSON stays.
fn is_escaped(letter: char) -> bool {
    !letter.is_ascii_graphic()
        && !letter.is_ascii_whitespace()
        && letter != ' '
        && printable(letter.encode_utf8(&mut [0; 4])).to_string().len() != letter.len_utf8()
}

/// Writes bytes and flushes them.
pub(crate) fn print_bytes(to: &mut impl io::Write, bytes: &[u8]) -> Result<Stdout, Error> {
    printed(to.write_all(bytes).and_then(|()| to.flush()))
}

/// Writes to standard output piece by piece: for texts that may be too long to be kept. Without colours, as [`print()`].
pub(crate) fn print_by(write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> Result<Stdout, Error> {
    let mut to = BufWriter::new(anstream::stdout());
    printed(write(&mut to).and_then(|()| to.flush()))
}

fn printed(result: io::Result<()>) -> Result<Stdout, Error> {
    match result {
        Ok(()) => Ok(Stdout::Open),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Stdout::Closed),
        Err(error) => Err(Error::Print(error.into())),
    }
}

/// Writes an error on standard error, as one line without control characters. Ignores a closed standard error.
pub(crate) fn complain(what: &impl Display) {
    let _ = writeln!(io::stderr(), "hitmask: {}", printable(&what.to_string()));
}

/// Writes a note on standard error, which is no failure.
pub(crate) fn remark(what: &impl Display) {
    let _ = writeln!(io::stderr(), "hitmask: note: {}", printable(&what.to_string()));
}

/// Writes a file completely or not at all: under a temporary name beside it, which is then renamed.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut file = Pending::new(path)?;
    file.add(bytes);
    file.finish()
}

/// A file that is written piece by piece. It appears under its name when it is complete, or not at all.
pub(crate) struct Pending {
    /// As the user gave it: errors name it.
    path: PathBuf,
    /// The first error is kept, and nothing is written after it.
    sink: io::Result<BufWriter<Sink>>,
}

impl Pending {
    pub(crate) fn new(path: &Path) -> Result<Self, Error> {
        let sink = Sink::new(path).map_err(|error| Error::write(path, error))?;
        Ok(Pending { path: path.into(), sink: Ok(BufWriter::new(sink)) })
    }

    /// Adds bytes. An error is reported by [`Pending::finish`].
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.add_by(|to| to.write_all(bytes));
    }

    /// Adds what a function writes. An error is reported by [`Pending::finish`].
    pub(crate) fn add_by(&mut self, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) {
        if let Ok(sink) = &mut self.sink
            && let Err(error) = write(sink)
        {
            self.sink = Err(error);
        }
    }

    /// Completes the file and gives it its name.
    pub(crate) fn finish(self) -> Result<(), Error> {
        let Pending { path, sink } = self;
        let sink = sink.and_then(|sink| sink.into_inner().map_err(io::IntoInnerError::into_error));
        sink.and_then(Sink::finish).map_err(|error| Error::write(&path, error))
    }
}

/// Where the bytes of a file go until it is complete.
enum Sink {
    /// A temporary file beside the target, and the target.
    Beside(TemporaryFile, PathBuf),
    /// A pipe or a device, which is written directly.
    Device(File),
}

impl Sink {
    fn new(path: &Path) -> io::Result<Self> {
        // A link stays a link: its target is replaced.
        let target = follow_links(path)?;
        let permissions = match target.metadata() {
            Ok(metadata) if metadata.is_dir() => return Err(io::Error::other("it is a folder")),
            Ok(metadata) if !metadata.is_file() => {
                return File::options().write(true).open(&target).map(Sink::Device);
            }
            Ok(metadata) if metadata.permissions().readonly() => {
                return Err(io::Error::other("it is read-only"));
            }
            Ok(metadata) => {
                // The file is replaced by a new one. Only a user who may write the old file may replace it.
                File::options().write(true).open(&target)?;
                Some(metadata.permissions())
            }
            Err(_) => None,
        };
        Ok(Sink::Beside(TemporaryFile::new_in(folder_of(&target), permissions)?, target))
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Sink::Beside(file, target) => file.rename_to(&target),
            Sink::Device(_) => Ok(()),
        }
    }
}

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Beside(file, _) => file.write(bytes),
            Sink::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Beside(file, _) => file.flush(),
            Sink::Device(file) => file.flush(),
        }
    }
}
