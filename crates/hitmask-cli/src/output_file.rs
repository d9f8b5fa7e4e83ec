//! Files to write. The ending of the name says what the file is to hold; another ending is refused.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};
use hitmask_assets::printable_path;

/// A PNG picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PngFile(pub(crate) PathBuf);

/// The picture of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FilmFile {
    Png(PathBuf),
    Gif(PathBuf),
}

/// A shape, to look at or to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShapeFile {
    Svg(PathBuf),
    Json(PathBuf),
}

/// A pack of masks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackFile(pub(crate) PathBuf);

/// An ending, and what it makes of a name.
type Ending<F> = (&'static str, fn(PathBuf) -> F);

/// A kind of output file that is made from its name.
pub(crate) trait OutputFile: Clone + Send + Sync + Sized + 'static {
    /// The endings that there are.
    const ENDINGS: &'static [Ending<Self>];
}

impl OutputFile for PngFile {
    const ENDINGS: &'static [Ending<Self>] = &[("png", PngFile)];
}

impl OutputFile for FilmFile {
    const ENDINGS: &'static [Ending<Self>] = &[("png", FilmFile::Png), ("gif", FilmFile::Gif)];
}

impl OutputFile for ShapeFile {
    const ENDINGS: &'static [Ending<Self>] = &[("svg", ShapeFile::Svg), ("json", ShapeFile::Json)];
}

impl OutputFile for PackFile {
    const ENDINGS: &'static [Ending<Self>] = &[("hitmask", PackFile)];
}

/// Reads the name of a file to write. Letter case does not matter in endings.
pub(crate) fn output_file<F: OutputFile>() -> impl TypedValueParser<Value = F> {
    OsStringValueParser::new().try_map(named::<F>)
}

fn named<F: OutputFile>(name: OsString) -> Result<F, String> {
    let path = PathBuf::from(name);
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let make = F::ENDINGS.iter().find(|(known, _)| ending.as_deref() == Some(*known));
    if let Some((_, make)) = make {
        return Ok(make(path));
    }
    let endings: Vec<String> = F::ENDINGS.iter().map(|(ending, _)| format!(".{ending}")).collect();
    let endings = endings.join(" or ");
    Err(if path == Path::new("-") {
        format!("this output is not written to standard output: name a file that ends in {endings}")
    } else {
        format!("\"{}\" does not end in {endings}, so it is not clear what to write", printable_path(&path))
    })
}

#[cfg(test)]
mod tests {
    use super::{FilmFile, PngFile, ShapeFile, named};

    #[test]
    fn endings_say_what_to_write() {
        assert_eq!(named::<PngFile>("a.b.PNG".into()), Ok(PngFile("a.b.PNG".into())));
        assert_eq!(
            named::<FilmFile>("folder.png/a.gif".into()),
            Ok(FilmFile::Gif("folder.png/a.gif".into()))
        );
        assert_eq!(named::<ShapeFile>("é.json".into()), Ok(ShapeFile::Json("é.json".into())));
        for wrong in ["", "png", ".png", "a.jpg", "-", "a.png "] {
            assert!(named::<PngFile>(wrong.into()).is_err(), "{wrong}");
        }
    }
}
