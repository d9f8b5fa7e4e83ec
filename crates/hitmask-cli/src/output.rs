//! Everything that leaves the program.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::error::Error;

/// Exit status: the sprites touch, or the work is done.
pub(crate) const TOUCH: u8 = 0;
/// Exit status: they don't touch.
pub(crate) const NO_TOUCH: u8 = 1;
/// Exit status: something failed.
pub(crate) const FAILED: u8 = 2;

/// Whether anybody still reads standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    There,
    /// The pipe was closed. That is no failure: whoever reads has read enough.
    Gone,
}

/// Writes to standard output at once. Colours are left out where the terminal does not show them or `NO_COLOR` is set.
pub(crate) fn print(text: &str) -> Result<Reader, Error> {
    print_bytes(&mut anstream::stdout(), text.as_bytes())
}

/// Something as a line of JSON.
pub(crate) fn json_line(what: &impl Serialize) -> String {
    let mut line = serde_json::to_string(what).expect("numbers, strings and lists of them are JSON");
    line.push('\n');
    line
}

/// Writes bytes and flushes them.
pub(crate) fn print_bytes(to: &mut impl io::Write, bytes: &[u8]) -> Result<Reader, Error> {
    match to.write_all(bytes).and_then(|()| to.flush()) {
        Ok(()) => Ok(Reader::There),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Reader::Gone),
        Err(error) => Err(Error::Print(error.into())),
    }
}

/// One sentence on standard error. Where that is closed there is nobody to tell.
pub(crate) fn complain(what: &impl Display) {
    let _ = writeln!(io::stderr(), "hitmask: {what}");
}

/// A remark on standard error that is no failure.
pub(crate) fn remark(what: &impl Display) {
    let _ = writeln!(io::stderr(), "hitmask: note: {what}");
}

/// Writes a file whole or not at all: to a temporary name beside it, then renamed.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_whole(path, bytes).map_err(|error| Error::write(path, error))
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut sink = Sink::new(path)?;
    sink.write_all(bytes)?;
    sink.finish()
}

/// A file that is written piece by piece, and is there in whole or not at all.
pub(crate) struct Pending {
    path: PathBuf,
    /// The first error stays: what comes after it is not written.
    sink: io::Result<BufWriter<Sink>>,
}

impl Pending {
    pub(crate) fn new(path: &Path) -> Result<Self, Error> {
        let sink = Sink::new(path).map_err(|error| Error::write(path, error))?;
        Ok(Pending { path: path.into(), sink: Ok(BufWriter::new(sink)) })
    }

    /// Adds to it. Errors are told at the end.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        if let Ok(sink) = &mut self.sink
            && let Err(error) = sink.write_all(bytes)
        {
            self.sink = Err(error);
        }
    }

    /// Puts the file in its place.
    pub(crate) fn finish(self) -> Result<(), Error> {
        let Pending { path, sink } = self;
        let sink = sink.and_then(|sink| sink.into_inner().map_err(io::IntoInnerError::into_error));
        sink.and_then(Sink::finish).map_err(|error| Error::write(&path, error))
    }
}

/// Where the bytes of a file go until it is whole.
enum Sink {
    /// A file beside it, and its own place.
    Beside(tempfile::NamedTempFile, PathBuf),
    /// A pipe or a device cannot be renamed over, and cannot be half a file either.
    Device(File),
}

impl Sink {
    fn new(path: &Path) -> io::Result<Self> {
        // A link stays a link: what it points to is replaced.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        match target.metadata() {
            Ok(metadata) if metadata.is_dir() => return Err(io::Error::other("it is a folder")),
            Ok(metadata) if !metadata.is_file() => {
                return File::options().write(true).open(&target).map(Sink::Device);
            }
            _ => {}
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".hitmask-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // The error would name the temporary file, which nobody asked for.
        let file = builder.tempfile_in(folder).map_err(|error| match error.kind() {
            ErrorKind::NotFound => io::Error::other("there is no such folder"),
            kind => io::Error::from(kind),
        })?;
        Ok(Sink::Beside(file, target))
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Sink::Beside(file, target) => file.persist(&target).map(drop).map_err(|error| error.error),
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
