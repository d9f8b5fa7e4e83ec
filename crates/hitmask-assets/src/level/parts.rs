//! The files that a level names, and the paths to them.

use std::collections::HashMap;

use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Budget, Work};
use crate::picture::decode_picture;
use crate::text::without_mark;
use crate::{Format, Image, png, svg};

/// The files that a level names.
pub(super) struct Parts<'a, R> {
    pub(super) read: R,
    /// The pictures that were read, by path.
    pub(super) images: HashMap<String, Image>,
    /// Only the sizes of pictures are read where that is possible.
    pub(super) sizes_only: bool,
    pub(super) budget: &'a Budget,
}

impl<R: FnMut(&str) -> Result<Vec<u8>>> Parts<'_, R> {
    /// Calls `decode` with the bytes of a file.
    pub(super) fn with<T>(
        &mut self,
        path: &str,
        decode: impl FnOnce(&[u8], &mut Self) -> Result<T>,
    ) -> Result<T> {
        let read = || {
            // Opening a file is work, too, even if it is short.
            const OPENING: u64 = 1 << 12;
            let bytes = (self.read)(path)?;
            self.budget.check_file(bytes.len() as u64)?;
            self.budget.work(bytes.len() as u64 + OPENING, Work::Read)?;
            let _held = self.budget.hold(bytes.len() as u64)?;
            decode(without_mark(&bytes), self)
        };
        read().map_err(|error| ErrorKind::LevelPart { name: path.to_owned(), error }.into())
    }

    /// A picture.
    pub(super) fn image(&mut self, path: &str) -> Result<Image> {
        if let Some(image) = self.images.get(path) {
            return Ok(image.clone());
        }
        let image = self.with(path, |bytes, parts| match png::size(bytes).filter(|_| parts.sizes_only) {
            Some([w, h]) => {
                parts.budget.check_size(w, h)?;
                Ok(Image::undrawn([w, h]))
            }
            None => picture(bytes, parts.budget),
        })?;
        self.budget.keep(path.len() as u64 + 64)?;
        self.images.insert(path.to_owned(), image.clone());
        Ok(image)
    }
}

/// A picture. Of an SVG only the size is known: layers and tiles that need its pixels are refused, all others are not.
pub(super) fn picture(bytes: &[u8], budget: &Budget) -> Result<Image> {
    match Format::sniff(bytes) {
        Some(Format::Svg) => svg::size(bytes, budget).map(Image::undrawn),
        _ => decode_picture(bytes, budget),
    }
}

/// The picture, if its pixels are known.
pub(super) fn drawn(image: &Image) -> Result<&Image> {
    if image.is_drawn() { Ok(image) } else { Err(undrawn()) }
}

/// The error for pixels that are not read.
pub(super) fn undrawn() -> Error {
    ErrorKind::NotDrawn { layer: None, format: Format::Svg }.into()
}

/// The path of a file that another file names: from the folder of the level, without `.` and with `..` only at its start. An absolute
/// path stays one.
pub(super) fn joined(from: &str, name: &str) -> String {
    let name = name.replace('\\', "/");
    if name.starts_with('/') || name.as_bytes().get(1) == Some(&b':') {
        return name;
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut path: Vec<&str> = Vec::new();
    for step in folder.split('/').chain(name.split('/')) {
        match step {
            "" | "." => {}
            ".." if path.last().is_some_and(|last| *last != "..") => drop(path.pop()),
            step => path.push(step),
        }
    }
    path.join("/")
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn paths_are_joined() {
        for (from, name, path) in [
            ("", "a.png", "a.png"),
            ("", "./x/../a.png", "a.png"),
            ("sets/a.tsx", "../img/a.png", "img/a.png"),
            ("../sets/a.tsx", "../img\\a.png", "../img/a.png"),
            ("", "../../a.png", "../../a.png"),
            ("sets/a.tsx", "/etc/passwd", "/etc/passwd"),
            ("sets/a.tsx", "C:\\a.png", "C:/a.png"),
        ] {
            assert_eq!(joined(from, name), path, "{from} {name}");
        }
    }
}
