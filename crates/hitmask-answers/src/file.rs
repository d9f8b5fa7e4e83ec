//! The files of answers, and the hash of their lines.

use std::path::Path;

/// FNV-1a with 64 bits (Fowler, Noll and Vo).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fnv(pub u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    /// Adds the bytes of a line and a line feed to the hash.
    pub fn add_line(&mut self, line: &str) {
        self.add(line.as_bytes());
        self.add(b"\n");
    }

    /// Adds bytes to the hash.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

/// The lines of a file.
///
/// # Panics
/// If the file cannot be read.
#[must_use]
pub fn lines(folder: &Path, file: &str) -> Vec<String> {
    let path = folder.join(format!("{file}.jsonl"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(str::to_owned).collect()
}

/// The content of the file `HASH`, from the lines of all files in order.
#[must_use]
pub(crate) fn hash_file(files: &[(String, Vec<String>)]) -> String {
    let mut hash = Fnv::default();
    let mut text = String::new();
    for (file, lines) in files {
        lines.iter().for_each(|line| hash.add_line(line));
        text.push_str(&format!("{file}.jsonl {}\n", lines.len()));
    }
    text.push_str(&format!("fnv1a64 {:016x}\n", hash.0));
    text
}

pub(crate) fn write(folder: &Path, files: &[(String, Vec<String>)]) -> Result<(), String> {
    let write = |name: &str, text: String| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (file, lines) in files {
        write(&format!("{file}.jsonl"), lines.iter().flat_map(|line| [line, "\n"]).collect())?;
    }
    write("HASH", hash_file(files))
}
