//! The files that a command reads and writes. A command never writes over a file that it reads, and never two outputs into one file.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};

use hitmask_assets::{ErrorKind, Format, LevelOptions, level_files, named_files, printable_path};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::error::Error;
use crate::near::folder_of;
use crate::question::SpriteSpec;

/// Which file a path leads to. Several paths may lead to the same file, also where the system knows no upper and lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FileId {
    /// An existing file: its device and its number there, as the system says them.
    Node(u64, u64),
    /// A file that does not exist yet: the path without links, with the name as the system compares it.
    Path(PathBuf),
}

impl FileId {
    /// `None` for pipes and devices, which lose nothing when something is written to them, and for paths that lead nowhere.
    fn of(path: &Path) -> Option<Self> {
        let target = follow_links(path).ok()?;
        match target.metadata() {
            Ok(metadata) if !metadata.is_file() => None,
            Ok(metadata) => FileId::of_existing(&target, &metadata).or_else(|| FileId::of_name(&target)),
            Err(_) => FileId::of_name(&target),
        }
    }

    fn of_name(target: &Path) -> Option<Self> {
        let folder = folder_of(target).canonicalize().ok()?;
        Some(FileId::Path(folder.join(compared_name(target.file_name()?))))
    }

    #[cfg(unix)]
    fn of_existing(_: &Path, metadata: &fs::Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt as _;
        Some(FileId::Node(metadata.dev(), metadata.ino()))
    }

    #[cfg(windows)]
    fn of_existing(target: &Path, _: &fs::Metadata) -> Option<Self> {
        use std::os::windows::fs::OpenOptionsExt as _;
        // Neither to read nor to write: that is allowed, whoever has the file open.
        FileId::of_handle(&fs::OpenOptions::new().access_mode(0).open(target).ok()?)
    }

    #[cfg(windows)]
    fn of_handle(file: impl winapi_util::AsHandleRef) -> Option<Self> {
        let found = winapi_util::file::information(file).ok()?;
        Some(FileId::Node(found.volume_serial_number(), found.file_index()))
    }

    #[cfg(not(any(unix, windows)))]
    fn of_existing(_: &Path, _: &fs::Metadata) -> Option<Self> {
        None
    }
}

/// The name of a file that does not exist yet, such that two names of one file are equal. On Windows and macOS most folders know no upper
/// and lower case, and Windows ignores dots and spaces at the end.
fn compared_name(name: &OsStr) -> OsString {
    let Some(text) = name.to_str().filter(|_| cfg!(any(windows, target_vendor = "apple"))) else {
        return name.to_owned();
    };
    let text = if cfg!(windows) { text.trim_end_matches(['.', ' ']) } else { text };
    text.to_lowercase().into()
}

/// Opens a file to read it, and no folder. Windows would say of a folder that access is denied.
pub(crate) fn open(path: &Path) -> io::Result<fs::File> {
    let is_folder = || io::Error::other("it is a folder");
    let file = fs::File::open(path).map_err(|error| if path.is_dir() { is_folder() } else { error })?;
    if file.metadata()?.is_dir() { Err(is_folder()) } else { Ok(file) }
}

/// The path that a link leads to, whether there is a file or not. The path itself if it is no link.
pub(crate) fn follow_links(path: &Path) -> io::Result<PathBuf> {
    const MOST_LINKS: usize = 40;
    let mut target = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match target.read_link() {
            Ok(next) => target = folder_of(&target).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("it is a link that leads to itself"))
}

/// The inputs and outputs of a command.
#[derive(Debug, Default)]
pub(crate) struct FileGuard {
    inputs: Vec<(FileId, PathBuf)>,
    outputs: Vec<(FileId, PathBuf)>,
}

impl FileGuard {
    /// The guard of a command that reads these sprites.
    ///
    /// # Errors
    /// If it cannot be found out which files they name: then an output might be one of them.
    pub(crate) fn reading<'a>(
        sprites: impl IntoIterator<Item = &'a SpriteSpec>,
        options: &LevelOptions,
    ) -> Result<Self, Error> {
        let mut guard = FileGuard::default();
        sprites.into_iter().try_for_each(|spec| guard.reads_sprite(spec, options))?;
        Ok(guard)
    }

    /// Notes a file that is read.
    pub(crate) fn reads(&mut self, path: &Path) {
        self.inputs.extend(FileId::of(path).map(|id| (id, path.to_path_buf())));
    }

    /// Notes the files of a sprite: its own, its mask picture, the pictures of atlases and the files of levels.
    fn reads_sprite(&mut self, spec: &SpriteSpec, options: &LevelOptions) -> Result<(), Error> {
        let (path, _) = spec.name.resolve();
        for path in [Some(&path), spec.mask.as_ref()].into_iter().flatten() {
            self.reads(path);
            let parts = if begins_like_a_level(path) { level_files(path, options) } else { Ok(Vec::new()) };
            match parts {
                Ok(parts) => parts.iter().for_each(|(_, part)| self.reads(part)),
                Err(error) if matches!(error.kind(), ErrorKind::NotALevel | ErrorKind::OtherFile { .. }) => {}
                Err(error) => return Err(Error::in_file(path, error)),
            }
            let pictures = atlas_pictures(path).map_err(|error| Error::read(path, error))?;
            pictures.iter().for_each(|picture| self.reads(picture));
            // Atlases of other forms. What is no atlas after all is told when it is read.
            if begins_like_a_level(path) {
                let parts = named_files(path, options).unwrap_or_default();
                parts.iter().for_each(|(_, part)| self.reads(part));
            }
        }
        Ok(())
    }

    /// Notes a file that is going to be written.
    ///
    /// # Errors
    /// If it is an input or another output.
    pub(crate) fn writes(&mut self, path: &Path) -> Result<(), Error> {
        let Some(id) = FileId::of(path) else { return Ok(()) };
        let find = |files: &[(FileId, PathBuf)]| {
            files.iter().find(|(other, _)| *other == id).map(|(_, other)| printable_path(other).to_string())
        };
        let why = match (find(&self.inputs), find(&self.outputs)) {
            (Some(input), _) => format!("it is the file of the input {input}, which would be lost"),
            (None, Some(output)) => format!("two outputs would go into one file, the other is {output}"),
            (None, None) => {
                self.outputs.push((id, path.to_path_buf()));
                return Ok(());
            }
        };
        Err(Error::write(path, io::Error::other(why)))
    }
}

/// Whether standard output goes into a file.
pub(crate) fn is_stdout(file: &fs::File) -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        let stdout = io::stdout().as_fd().try_clone_to_owned().map(fs::File::from);
        let [input, output] = [file.metadata(), stdout.and_then(|stdout| stdout.metadata())];
        match (input, output) {
            (Ok(input), Ok(output)) => {
                let id = |metadata| FileId::of_existing(Path::new(""), metadata);
                input.is_file() && id(&input) == id(&output)
            }
            _ => false,
        }
    }
    #[cfg(windows)]
    {
        let input = FileId::of_handle(file);
        input.is_some() && input == FileId::of_handle(winapi_util::HandleRef::stdout())
    }
    #[cfg(not(any(unix, windows)))]
    {
        let _ = file;
        false
    }
}

/// Whether a file may hold levels, which are text. What is read from a pipe cannot be read a second time, so pipes are not opened.
pub(crate) fn begins_like_a_level(path: &Path) -> bool {
    let first = || {
        let mut start = [0; 64];
        let mut file = fs::File::open(path).ok().filter(|_| path.is_file())?;
        let length = file.read(&mut start).ok()?;
        let text = start[..length].trim_ascii_start();
        text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii_start().first().copied()
    };
    matches!(first(), Some(b'<' | b'{'))
}

/// What a JSON atlas says of its pictures. It takes whatever [`hitmask_assets`] takes, so that no picture is missed.
#[derive(Default, Deserialize)]
struct AtlasNames {
    meta: Option<PictureName>,
    textures: Option<Vec<PictureName>>,
}

/// The name of a picture. The other fields are those that stand behind it where the object is written as a list.
#[derive(Default, Deserialize)]
struct PictureName {
    image: Option<String>,
    #[serde(default, rename = "frames")]
    _second: IgnoredAny,
    #[serde(default, rename = "frameTags")]
    _third: IgnoredAny,
}

/// The names of the pictures in a file, if it is an atlas. Of other files only the beginning is read, and pipes are not opened a second time.
fn picture_names(path: &Path) -> io::Result<Vec<String>> {
    if !path.metadata()?.is_file() {
        return Ok(Vec::new());
    }
    let mut file = BufReader::new(fs::File::open(path)?);
    if Format::sniff(file.fill_buf()?) == Some(Format::LibGdx) {
        return libgdx_pages(file);
    }
    if file.fill_buf()?.starts_with(b"\xEF\xBB\xBF") {
        file.consume(3);
    }
    loop {
        let start = file.fill_buf()?;
        let blank = start.len() - start.trim_ascii_start().len();
        if blank == 0 {
            break;
        }
        file.consume(blank);
    }
    if Format::sniff(file.fill_buf()?) != Some(Format::Atlas) {
        return Ok(Vec::new());
    }
    let AtlasNames { meta, textures } = serde_json::from_reader(file)?;
    Ok(meta.into_iter().chain(textures.unwrap_or_default()).filter_map(|page| page.image).collect())
}

/// The lines of a libGDX atlas that may name a picture: those at the start and after a blank line, and headers before them.
fn libgdx_pages(file: impl BufRead) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    let mut is_start = true;
    for line in file.lines() {
        let line = line?;
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() {
            is_start = true;
        } else if is_start {
            names.push(line.to_owned());
            is_start = line.contains(':');
        }
    }
    Ok(names)
}

/// The pictures that an atlas may read, where [`hitmask_assets::load`] looks for them: under the path that the atlas gives, if that is
/// relative, and under the bare name in the folder of the atlas. None if the file is not an atlas.
fn atlas_pictures(path: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = |name: String| {
        let bare = Path::new(name.rsplit(['/', '\\']).next().unwrap_or_default());
        let bare = bare.file_name().unwrap_or_default().to_string_lossy().into_owned();
        [name, bare]
            .into_iter()
            .filter(|name| !Path::new(name).has_root())
            .map(|name| folder_of(path).join(name))
    };
    let names = picture_names(path)?.into_iter();
    Ok(names.flat_map(paths).filter(|picture| picture.is_file()).collect())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::FileGuard;

    #[test]
    fn whether_two_names_are_one_file_is_up_to_the_system() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("t.png"), "t").unwrap();
        fs::create_dir(path("sub")).unwrap();
        // Where upper and lower case are the same, this is the input by another name.
        let is_same = path("T.PNG").exists();
        let guarded = |name: &str| {
            let mut guard = FileGuard::default();
            guard.reads(&path("t.png"));
            guard.writes(&path(name))
        };
        assert_eq!(guarded("T.PNG").is_err(), is_same);
        for same in ["t.png", "./t.png", "sub/../t.png"] {
            assert!(guarded(same).is_err(), "{same}");
        }
        #[cfg(windows)]
        for same in ["t.png.", "t.png ", ".\\t.png", "sub\\..\\T.png"] {
            assert!(guarded(same).is_err(), "{same}");
        }
        let mut guard = FileGuard::default();
        guard.writes(&path("new.png")).unwrap();
        assert_eq!(guard.writes(&path("NEW.png")).is_err(), is_same, "two new files");
        assert!(guard.writes(&path("sub/../new.png")).is_err());
    }
}
