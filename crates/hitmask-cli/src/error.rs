//! The errors that end a command or fail a line of a batch.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// An output file could not be written.
    Write { path: PathBuf, source: Arc<io::Error> },
    /// Standard output could not be written. (A closed pipe is no error.)
    Print(Arc<io::Error>),
    /// A manual page was wanted for a command that does not exist.
    NoSuchCommand { wanted: String, known: String },
    /// There is no outline that keeps the promise that was asked for.
    Simplify { name: String, source: hitmask::SimplifyError },
    /// A line of a batch is not a question.
    BadLine(String),
    /// Work on a sprite needs more memory than there is.
    Memory { name: String, bytes: u64 },
    /// The options of a question do not go together.
    Question(String),
    /// A scene, or a file that says what goes into a pack, has a fault.
    Toml { file: PathBuf, line: Option<usize>, why: String },
    /// A sprite cannot have this pose.
    Pose { side: Option<char>, source: hitmask::PoseError },
    /// The picture of a posed sprite is larger than a mask may be.
    Image { name: String, source: hitmask::MaskError },
}

impl Error {
    /// Names the file, if the error does not yet.
    pub(crate) fn in_file(file: &Path, source: hitmask_assets::Error) -> Self {
        if source.file().is_some() {
            Error::Sprite(source.into())
        } else {
            Error::InFile { file: file.into(), source: source.into() }
        }
    }

    pub(crate) fn write(path: &Path, source: io::Error) -> Self {
        Error::Write { path: path.to_path_buf(), source: source.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Sprite(source) => source.fmt(f),
            Error::InFile { file, source } => write!(f, "{}: {source}", file.display()),
            Error::Read { name, source } => write!(f, "{name}: cannot be read: {source}"),
            Error::Write { path, source } => write!(f, "{}: cannot be written: {source}", path.display()),
            Error::Print(source) => write!(f, "standard output: cannot be written: {source}"),
            Error::NoSuchCommand { wanted, known } => {
                write!(f, "there is no command \"{wanted}\": there are {known}")
            }
            Error::BadLine(why) | Error::Question(why) => f.write_str(why),
            Error::Memory { name, bytes } => {
                write!(
                    f,
                    "{name}: this needs about {} MB of memory, which is not available",
                    bytes.div_ceil(1 << 20)
                )
            }
            Error::Toml { file, line: Some(line), why } => {
                write!(f, "{}: line {line}: {why}", file.display())
            }
            Error::Toml { file, line: None, why } => write!(f, "{}: {why}", file.display()),
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
            Error::Pose { source, .. } => Some(source),
            Error::Image { source, .. } => Some(source),
            Error::NoSuchCommand { .. }
            | Error::BadLine(_)
            | Error::Memory { .. }
            | Error::Question(_)
            | Error::Toml { .. } => None,
            Error::Simplify { source, .. } => Some(source),
        }
    }
}
