//! `cargo xtask api`: the public interface of the libraries, as committed listings. A change of the interface shows in their diff.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::steps::Steps;
use crate::tools::{cargo_of, has_subcommand, has_toolchain, printed_by, read, write};

/// The folder of the listings.
pub(crate) const FOLDER: &str = "docs/api";

/// The published libraries.
pub(crate) const LIBRARIES: [&str; 2] = ["hitmask", "hitmask-assets"];

/// Compares the committed listings with the libraries as they are.
pub(crate) fn add(steps: &mut Steps) {
    for library in LIBRARIES {
        steps.check(&format!("the public interface of {library}"), || {
            let differences = differences(&read(&listing(library))?, &face(library)?);
            if differences.is_empty() {
                return Ok(());
            }
            Err(format!(
                "{FOLDER}/{library}.txt does not list what {library} shows (- only the file, + only the library):\n\
                 {}\nIf the change is meant, run `cargo xtask api --bless`, commit the file, and tell of it in CHANGELOG.md.",
                differences.join("\n")
            ))
        });
    }
}

/// Writes the listings.
pub(crate) fn bless(steps: &mut Steps) {
    for library in LIBRARIES {
        steps.check(&format!("writing {FOLDER}/{library}.txt"), || write(&listing(library), &face(library)?));
    }
}

fn listing(library: &str) -> PathBuf {
    crate::root().join(FOLDER).join(format!("{library}.txt"))
}

/// Lists every public item with all features turned on, one per line. The tool needs rustdoc's JSON, which only nightly compilers write.
fn face(library: &str) -> Result<String, String> {
    has_toolchain("nightly", &[]).and_then(|()| has_subcommand("public-api"))?;
    let options = "--color=never --all-features --omit=blanket-impls,auto-trait-impls";
    printed_by(&mut cargo_of("nightly", &format!("public-api {options} --package {library}")))
        .map(|text| condensed(&text))
}

/// Leaves out the methods of the standard library's traits. That a trait is implemented is listed; its methods follow from that.
fn condensed(listing: &str) -> String {
    let mut text = String::new();
    // The type that has a trait of the standard library. Free functions may follow its methods.
    let mut subject = None;
    for line in listing.lines() {
        if let Some(rest) = line.strip_prefix("impl") {
            let path = rest.split_once(" for ").map_or("", |(_, path)| path);
            let name = path.split(['<', ' ']).next().unwrap_or_default().rsplit("::").next();
            subject = name.filter(|_| is_of_standard_trait(rest));
        }
        let structural = line.contains("core::marker::StructuralPartialEq");
        let is_foreign = line.starts_with("pub fn (") || line.starts_with("pub fn [");
        let is_method = |name: &str| {
            is_foreign || line.contains(&format!("{name}::")) || line.contains(&format!("{name}<"))
        };
        if !(structural || line.starts_with("pub fn ") && subject.is_some_and(is_method)) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// Whether what follows `impl` names a trait of the standard library: `<'a> core::iter::Iterator for ...`.
fn is_of_standard_trait(rest: &str) -> bool {
    let Some((before, _)) = rest.split_once(" for ") else { return false };
    let mut depth = 0;
    let generics = |c: char| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        depth > 0 || c == '>'
    };
    let name = before.trim_start_matches(generics).trim_start();
    ["core::", "alloc::", "std::"].iter().any(|root| name.starts_with(root))
}

/// The lines that are in only one of two listings.
fn differences(committed: &str, found: &str) -> Vec<String> {
    let [committed, found] = [committed, found].map(|text| text.lines().collect::<BTreeSet<_>>());
    let gone = committed.difference(&found).map(|line| format!("- {line}"));
    gone.chain(found.difference(&committed).map(|line| format!("+ {line}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_of_standard_traits_are_left_out() {
        let listing = "\
pub struct a::B
impl a::B
pub fn a::B::c(&self)
impl core::clone::Clone for a::B
pub fn a::B::clone(&self) -> a::B
impl core::marker::StructuralPartialEq for a::B
impl<'a, T: core::iter::Iterator<Item = u8>> core::iter::Iterator for a::D<'a, T>
pub type a::D<'a, T>::Item = u8
pub fn a::D<'a, T>::next(&mut self) -> core::option::Option<u8>
pub fn a::free()
impl a::Shape for a::B
pub fn a::B::shape(&self)
";
        let kept: Vec<_> = condensed(listing).lines().map(str::to_owned).collect();
        let without =
            |line: &str| !line.contains("clone(") && !line.contains("next(") && !line.contains("Structural");
        assert_eq!(kept, listing.lines().filter(|line| without(line)).collect::<Vec<_>>());
    }

    #[test]
    fn differences_say_which_side_has_the_line() {
        assert_eq!(differences("a\nb\n", "a\nb\n"), [""; 0]);
        assert_eq!(differences("a\nb\n", "b\nc\n"), ["- a", "+ c"]);
    }
}
