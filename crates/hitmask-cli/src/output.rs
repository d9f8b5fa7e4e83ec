//! Everything that the program writes: standard output, standard error, files.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use hitmask_assets::printable;
use serde::Serialize;

use crate::error::Error;

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
    let mut line = serde_json::to_string(what).expect("numbers, strings and lists of them are JSON");
    line.push('\n');
    line
}

/// Writes bytes and flushes them.
pub(crate) fn print_bytes(to: &mut impl io::Write, bytes: &[u8]) -> Result<Stdout, Error> {
    match to.write_all(bytes).and_then(|()| to.flush()) {
        Ok(()) => Ok(Stdout::Open),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Stdout::Closed),
        Err(error) => Err(Error::Print(error.into())),
    }
}

/// Writes an error on standard error. If that is closed, there is nobody to tell.
pub(crate) fn complain(what: &impl Display) {
    let _ = writeln!(io::stderr(), "hitmask: {}", printable(&what.to_string()));
}

/// Writes a note on standard error, which is no failure.
pub(crate) fn remark(what: &impl Display) {
    let _ = writeln!(io::stderr(), "hitmask: note: {}", printable(&what.to_string()));
}

/// Writes a file completely or not at all: under a temporary name beside it, which is then renamed.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_whole(path, bytes).map_err(|error| Error::write(path, error))
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut sink = Sink::new(path)?;
    sink.write_all(bytes)?;
    sink.finish()
}

/// A file that is written piece by piece. It appears under its name when it is complete, or not at all.
pub(crate) struct Pending {
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
        if let Ok(sink) = &mut self.sink
            && let Err(error) = sink.write_all(bytes)
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
    Beside(tempfile::NamedTempFile, PathBuf),
    /// A pipe or a device, which is written directly.
    Device(File),
}

impl Sink {
    fn new(path: &Path) -> io::Result<Self> {
        // A link stays a link: its target is replaced.
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
        // The error would name the temporary file, which the user does not know.
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
