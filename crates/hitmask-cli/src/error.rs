//! The errors that end a command or fail a line of a batch.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hitmask_assets::{ErrorKind, Format, printable_path};

use crate::near::near_files;

/// Each is one sentence with the file and the cause. Clones are cheap: the sprite store keeps the errors of files that it could not
/// read, so that it does not read them again.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub(crate) enum Error {
    /// A sprite could not be read; the error names the file.
    Sprite(Arc<hitmask_assets::Error>),
    /// The same, but the error does not name the file.
    InFile { file: Arc<Path>, source: Arc<hitmask_assets::Error> },
    /// A list of questions or standard input could not be read.
    Read { name: String, source: Arc<io::Error> },
    /// A file does not exist, but others have nearly its name.
    Misspelt { error: Arc<Error>, near: String },
    /// An output file could not be written.
    Write { path: PathBuf, source: Arc<io::Error> },
    /// Standard output could not be written. (A closed pipe is no error.)
    Print(Arc<io::Error>),
    /// A manual page was wanted for a command that does not exist.
    NoSuchCommand { wanted: String, known: String },
    /// There is no outline that keeps the promise that was asked for.
    Simplify { name: String, source: hitmask::InvalidArgument },
    /// What should be a batch is a picture or a pack.
    NotABatch { name: String, format: Format },
    /// A line of a batch is not a question.
    BadLine(String),
    /// Work on a sprite needs more memory than there is.
    Memory { name: String, bytes: u64 },
    /// The options of a question do not go together.
    Question(String),
    /// A scene, or a file that says what goes into a pack, has a fault.
    Toml { file: PathBuf, line: Option<usize>, why: String },
    /// A sprite cannot have this pose.
    Pose { side: Option<char>, source: hitmask::InvalidArgument },
    /// The picture of a posed sprite is larger than a mask may be.
    Image { name: String, source: hitmask::InvalidArgument },
}

impl Error {
    /// Names the file, if the error does not yet.
    pub(crate) fn in_file(file: &Path, source: hitmask_assets::Error) -> Self {
        let near = match source.kind() {
            ErrorKind::Io(error) => near_files(source.file().unwrap_or(file), error),
            _ => String::new(),
        };
        let source = source.into();
        let named = Error::Sprite(Arc::clone(&source));
        let error = if source.file().is_some() { named } else { Error::InFile { file: file.into(), source } };
        error.with(near)
    }

    /// A file could not be read.
    pub(crate) fn read(path: &Path, source: io::Error) -> Self {
        let near = near_files(path, &source);
        Error::Read { name: printable_path(path).to_string(), source: source.into() }.with(near)
    }

    /// Whether the fault is that of the mask picture of a sprite: it cannot be read, or does not fit.
    pub(crate) fn is_of_mask(&self, mask: Option<&Path>) -> bool {
        self.assets().is_some_and(|(file, error)| {
            file == mask || matches!(error.kind(), ErrorKind::MaskMismatch { .. })
        })
    }

    /// Whether the fault is that of a grid, which cuts no frame out of its picture.
    pub(crate) fn is_of_grid(&self) -> bool {
        self.assets().is_some_and(|(_, error)| matches!(error.kind(), ErrorKind::BadGrid { .. }))
    }

    /// The error of a file with a sprite, and the file.
    fn assets(&self) -> Option<(Option<&Path>, &hitmask_assets::Error)> {
        match self {
            Error::Sprite(source) => Some((source.file(), source)),
            Error::InFile { file, source } => Some((Some(file), source)),
            Error::Misspelt { error, .. } => error.assets(),
            _ => None,
        }
    }

    fn with(self, near: String) -> Self {
        if near.is_empty() { self } else { Error::Misspelt { error: self.into(), near } }
    }

    pub(crate) fn write(path: &Path, source: io::Error) -> Self {
        Error::Write { path: path.to_path_buf(), source: source.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Sprite(source) => source.fmt(f),
            Error::InFile { file, source } => write!(f, "{}: {source}", printable_path(&**file)),
            Error::Read { name, source } => write!(f, "{name}: cannot be read: {source}"),
            Error::Misspelt { error, near } => write!(f, "{error}{near}"),
            Error::Write { path, source } => {
                write!(f, "{}: cannot be written: {source}", printable_path(path))
            }
            Error::Print(source) => write!(f, "standard output: cannot be written: {source}"),
            Error::NoSuchCommand { wanted, known } => {
                write!(f, "there is no command \"{wanted}\": there are {known}")
            }
            Error::NotABatch { name, format } => write!(
                f,
                "{name}: is {}, not a batch: a batch has a JSON object a line, such as \
                 {{\"a\": \"ship.png\", \"b\": \"rock.png\", \"at\": [40, 12]}}",
                if *format == Format::Aseprite { format!("an {format}") } else { format!("a {format}") },
            ),
            Error::BadLine(why) | Error::Question(why) => f.write_str(why),
            Error::Memory { name, bytes } => {
                write!(
                    f,
                    "{name}: this needs about {} MB of memory, which is not available",
                    bytes.div_ceil(1 << 20)
                )
            }
            Error::Toml { file, line: Some(line), why } => {
                write!(f, "{}: line {line}: {why}", printable_path(&**file))
            }
            Error::Toml { file, line: None, why } => write!(f, "{}: {why}", printable_path(&**file)),
            Error::Pose { side: None, source } => source.fmt(f),
            Error::Pose { side: Some(side), source } => write!(f, "{}: {source}", side.to_ascii_uppercase()),
            Error::Image { name, source } => write!(f, "{name}, as it is posed: {source}"),
            Error::Simplify { name, source } => write!(f, "{name}: {source}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Sprite(source) | Error::InFile { source, .. } => Some(&**source),
            Error::Read { source, .. } | Error::Write { source, .. } | Error::Print(source) => {
                Some(&**source)
            }
            Error::Misspelt { error, .. } => error.source(),
            Error::Pose { source, .. } => Some(source),
            Error::Image { source, .. } => Some(source),
            Error::NoSuchCommand { .. }
            | Error::NotABatch { .. }
            | Error::BadLine(_)
            | Error::Memory { .. }
            | Error::Question(_)
            | Error::Toml { .. } => None,
            Error::Simplify { source, .. } => Some(source),
        }
    }
}
