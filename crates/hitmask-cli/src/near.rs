//! Names that are nearly what was typed, and the files beside a path.

use std::ffi::OsStr;
use std::path::Path;
use std::{fs, io};

use hitmask_assets::printable_path;

use crate::words::one_of;

/// The folder in which a file lies.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The question of [`did_you_mean`] about a file that does not exist, with the files and folders beside it. Empty if the error is another.
pub(crate) fn near_files(path: &Path, error: &io::Error) -> String {
    const COMPARED: usize = 4096;
    const SHOWN: usize = 3;
    let Some(typed) = path.file_name().and_then(OsStr::to_str) else { return String::new() };
    if error.kind() != io::ErrorKind::NotFound {
        return String::new();
    }
    let lower = typed.to_lowercase();
    let stem = |name: &str| Path::new(name).file_stem().map(OsStr::to_owned);
    let beside = fs::read_dir(folder_of(path)).into_iter().flatten().take(COMPARED);
    let mut near: Vec<String> = beside
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| {
            let name = name.to_lowercase();
            is_near(&lower, &name) || stem(&lower) == stem(&name)
        })
        .collect();
    near.sort();
    near.truncate(SHOWN);
    let near: Vec<String> =
        near.iter().map(|name| format!("\"{}\"", printable_path(&path.with_file_name(name)))).collect();
    question(&near)
}

/// A question that ends a sentence: names that are nearly what was typed. Empty if there is none.
pub(crate) fn did_you_mean(typed: &str, known: impl Iterator<Item = String>) -> String {
    let near: Vec<String> =
        known.filter(|name| is_near(typed, name)).map(|name| format!("\"{name}\"")).collect();
    question(&near)
}

fn question(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; did you mean {}?", one_of(near)) }
}

/// Whether a name is what was typed but for one place: its end is missing (`--mask` of `--mask-a`), there is one part too many
/// (`--rotate-a` for `--rotate`), or up to two letters differ, and no more than there are letters before and after them that agree.
fn is_near(typed: &str, name: &str) -> bool {
    let letters = |name: &str| name.trim_start_matches('-').chars().collect::<Vec<_>>();
    let (typed, name) = (letters(typed), letters(name));
    let is_start = |start: &[char], of: &[char]| start.len() >= 2 && of.starts_with(start);
    if is_start(&typed, &name) || is_start(&name, &typed) && typed.get(name.len()) == Some(&'-') {
        return true;
    }
    let before = typed.iter().zip(&name).take_while(|(a, b)| a == b).count();
    let ends = typed[before..].iter().rev().zip(name[before..].iter().rev());
    let same = before + ends.take_while(|(a, b)| a == b).count();
    let differ = typed.len().max(name.len()) - same;
    differ <= 2.min(same)
}

#[cfg(test)]
mod tests {
    use super::is_near;

    #[test]
    fn only_names_that_are_similar_are_suggested() {
        for (typed, name) in [
            ("--mask", "--mask-a"),
            ("--rotate-a", "--rotate"),
            ("--treshold", "--threshold"),
            ("--jsno", "--json"),
            ("--scale-x", "--scale-b"),
            ("--jso", "--json"),
            ("--jsonl", "--json"),
            ("chek", "check"),
            ("checkk", "check"),
        ] {
            assert!(is_near(typed, name), "{typed} {name}");
        }
        for (typed, name) in [
            ("--point", "--pivot-b"),
            ("--point", "--pivot"),
            ("--xyzzy", "--key"),
            ("--out", "--at"),
            ("--by", "--key"),
            ("-j", "--json"),
            ("--keyboard", "--key"),
            ("", "check"),
            ("-", "--at"),
        ] {
            assert!(!is_near(typed, name), "{typed} {name}");
        }
    }
}
