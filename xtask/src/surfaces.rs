//! `cargo xtask surfaces`: docs/surfaces.md says which verb of the library is in C, in Python and in JavaScript. It is made of the listings
//! of the four, and of docs/surfaces.txt, which has other names, and the reasons for what is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::steps::Steps;
use crate::table;
use crate::tools::{read, write};

const PAGE: &str = "docs/surfaces.md";
const HEAD: &str = "\n| Rust | C | Python | JavaScript |\n|---|---|---|---|\n";
/// The names of a surface, by their letters alone: `Mask.overlapArea` and `hitmask_mask_overlap_area` are the same verb.
type Names = BTreeMap<String, String>;
type Verbs = BTreeMap<String, BTreeSet<String>>;

pub(crate) fn add(steps: &mut Steps, bless: bool) {
    steps.check("which verb is on which surface", || {
        let file = |path: &str| read(&crate::root().join(path));
        let header = file("crates/hitmask-capi/include/hitmask.h")?;
        let c = header.split("hitmask_").filter_map(|rest| rest.split_once('('));
        let c: Names = c.map(|(name, _)| (letters(name), format!("hitmask_{name}"))).collect();
        // Without its texts, whose lines are no members.
        let stubs: String =
            file("crates/hitmask-python/python/hitmask/_hitmask.pyi")?.split("\"\"\"").step_by(2).collect();
        let python = members(&stubs, "    ");
        let mut scripts = String::new();
        let folder = std::fs::read_dir(crate::root().join("crates/hitmask-wasm/js/src"));
        for script in folder.map_err(|error| error.to_string())?.flatten() {
            if script.path().is_file() {
                scripts += &read(&script.path())?;
            }
        }
        let listed = [c, python, members(&scripts, "  ")];
        cost(&listed[0], &stubs, &scripts)?;
        let made = page(&verbs(&file("docs/api/hitmask.txt")?), &listed, &file("docs/surfaces.txt")?)?
            + &table::tables()?;
        match read(&crate::root().join(PAGE)) {
            _ if bless => write(&crate::root().join(PAGE), &made),
            Ok(committed) if committed == made => Ok(()),
            _ => Err(format!("{PAGE} is not what the listings say: run `cargo xtask surfaces --bless`")),
        }
    });
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The verbs of the library by their types. Functions have the empty type.
fn verbs(listing: &str) -> Verbs {
    let mut verbs = Verbs::new();
    for (_, path) in listing.lines().filter_map(|line| line.split_once("fn hitmask::")) {
        let is_type = |part: &str| part.starts_with(char::is_uppercase);
        let mut parts = path.split("::").skip_while(|part| word(part) == *part && !is_type(part));
        let first = parts.next().unwrap_or_default();
        let verb = parts.next().filter(|_| is_type(first));
        let kind = verb.map_or(String::new(), |_| word(first));
        verbs.entry(kind).or_default().insert(word(verb.unwrap_or(first)));
    }
    verbs
}

/// The functions and the members of classes, with what these inherit, in a text of Python or TypeScript.
fn members(text: &str, indent: &str) -> Names {
    let (mut names, mut parents, mut class) = (BTreeSet::new(), Vec::new(), String::new());
    for line in text.lines() {
        let bare = line.trim_start_matches("export ").trim_start_matches("abstract ");
        if let Some(rest) = bare.strip_prefix("class ").or(bare.strip_prefix("interface ")) {
            class = word(rest);
            let base = rest[class.len()..].trim_start_matches(['(', ' ']).trim_start_matches("extends ");
            parents.push((class.clone(), word(base)));
        } else if let Some(rest) = line.strip_prefix("def ").or(line.strip_prefix("export function ")) {
            names.insert(word(rest));
            class.clear();
        } else if let Some(rest) = line.strip_prefix(indent).filter(|_| !class.is_empty()) {
            let marks = ["static ", "async ", "get ", "readonly ", "def "];
            let rest = marks.iter().fold(rest, |rest, mark| rest.strip_prefix(mark).unwrap_or(rest));
            names.insert(format!("{class}.{}", word(rest)));
        } else if line.starts_with('}') {
            class.clear();
        }
    }
    // A parent may have a parent, and so on.
    for (class, parent) in parents.iter().cycle().take(3 * parents.len()) {
        let of_parent = |name: &String| Some(name.strip_prefix(parent)?.strip_prefix('.')?.to_owned());
        let inherited: Vec<String> = names.iter().filter_map(of_parent).collect();
        names.extend(inherited.iter().map(|name| format!("{class}.{name}")));
    }
    names.into_iter().map(|name| (letters(&name), name)).collect()
}

/// Says how many lines of code a verb costs each binding, and fails if these are more than the goals. What is in `src/pygame` is no verb of
/// ours: it does what another library does.
fn cost(c: &Names, stubs: &str, scripts: &str) -> Result<(), String> {
    let functions = c.values().filter(|name| word(name) == **name).count();
    let verbs = [functions, verbs_in(stubs, "    "), verbs_in(scripts, "  ")];
    let folders = [&["capi/src"][..], &["python/src"], &["wasm/src", "wasm/js/src"]];
    for ((folders, verbs), (name, goal)) in
        folders.into_iter().zip(verbs).zip([("C", 8.0), ("Python", 9.5), ("JavaScript", 17.0)])
    {
        let mut lines = 0;
        for folder in folders {
            lines += lines_of_code(&crate::root().join(format!("crates/hitmask-{folder}")))?;
        }
        let each = lines as f64 / verbs as f64;
        println!("    {name}: {each:.1} lines a verb ({lines} lines, {verbs} verbs; at most {goal})");
        if each > goal {
            return Err(format!("a verb of {name} costs {each:.1} lines: write what verbs share once"));
        }
    }
    Ok(())
}

/// The functions, and what classes define themselves: methods, getters, lasting values.
fn verbs_in(text: &str, indent: &str) -> usize {
    let (mut verbs, mut class) = (BTreeSet::new(), "");
    for line in text.lines() {
        let bare = line.trim_start_matches("export ").trim_start_matches("abstract ");
        let marks = ["static ", "async ", "get ", "readonly ", "def ", "function "];
        let verb = marks.iter().fold(line.strip_prefix(indent).unwrap_or(bare), |rest, mark| {
            rest.strip_prefix(mark).unwrap_or(rest)
        });
        let name = word(verb);
        let is_verb = verb[name.len()..].starts_with(['(', '<']) || line.contains(" readonly ");
        if bare.starts_with("class ") {
            class = bare;
        } else if bare.starts_with("def ")
            || bare.starts_with("function ") && bare != line
            || line.starts_with('}')
        {
            class = "";
            verbs.extend(is_verb.then_some((class, name)));
        } else if line.starts_with(indent) && !class.is_empty() && is_verb && !name.is_empty() {
            verbs.insert((class, name));
        }
    }
    verbs.len()
}

/// The lines in a folder that are neither blank nor comments, nor made of a table.
fn lines_of_code(folder: &Path) -> Result<usize, String> {
    let mut lines = 0;
    for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())?.flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("pygame") {
            lines += lines_of_code(&path)?;
        } else if path.extension().is_some_and(|end| end == "rs" || end == "ts")
            && !path.ends_with("exports.ts")
        {
            let text = read(&path)?;
            if text.contains("// Generated from docs/") {
                continue;
            }
            let is_code =
                |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with(['*', '/']);
            lines += text.lines().map(str::trim).filter(is_code).count();
        }
    }
    Ok(lines)
}

/// Whether a verb fits a pattern. Each half of a pattern may have one `*`.
fn fits(pattern: &str, kind: &str, verb: &str) -> bool {
    let half = |pattern: &str, text: &str| match pattern.split_once('*') {
        Some((start, end)) => text.starts_with(start) && text.ends_with(end),
        None => pattern == text,
    };
    pattern.split_once("::").is_some_and(|(of, name)| half(of, kind) && half(name, verb))
}

/// The page. `rules` has its introduction, then lines: `patterns > surface` for verbs that are missing for the reason above the line, and
/// `patterns > surface=name`, where `%` stands for the type and `*` for the verb.
fn page(verbs: &Verbs, listed: &[Names; 3], rules: &str) -> Result<String, String> {
    let (head, rules) = rules.split_once("\n\n\n").ok_or("docs/surfaces.txt has no introduction")?;
    let mut out = format!("{head}\n");
    let (mut reasons, mut lines, mut faults, mut whole) = (String::new(), Vec::new(), Vec::new(), Vec::new());
    for line in rules.lines() {
        let number = reasons.lines().count();
        if let Some(reason) = line.strip_prefix("# ") {
            reasons += &format!("{}. {reason}\n", number + 1);
        } else if let Some((patterns, names)) = line.split_once(" > ") {
            lines.extend(names.split(' ').map(|name| (patterns, name, number, std::cell::Cell::new(false))));
        }
    }
    for (kind, verbs) in verbs {
        let mut cell = |verb: &str, surface: usize| {
            let known = |name: &str| listed[surface].get(&letters(name));
            if known(&format!("{kind}{verb}")).is_some() {
                return "✓".to_owned();
            }
            let (code, prefix) = [("c", "hitmask_"), ("py", ""), ("js", "")][surface];
            let is_meant = |patterns: &str| patterns.split(' ').any(|pattern| fits(pattern, kind, verb));
            for (_, name, number, used) in lines.iter().filter(|line| is_meant(line.0)) {
                let shown = match name.split_once('=') {
                    None if *name == code => Some(number.to_string()),
                    Some((of, name)) if of == code => {
                        let found = known(&name.replace('%', kind).replace('*', verb));
                        let pattern = format!("{prefix}{name}");
                        found.map(|name| format!("`{}`", if pattern.contains('*') { &pattern } else { name }))
                    }
                    _ => None,
                };
                if let Some(shown) = shown {
                    used.set(true);
                    return shown;
                }
            }
            faults.push(format!("{kind}::{verb} > {code}"));
            String::new()
        };
        let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for verb in verbs {
            let cells = [0, 1, 2].map(|surface| cell(verb, surface)).join(" | ");
            rows.entry(cells).or_default().push(format!("`{verb}`"));
        }
        if !rows.keys().any(|cells| cells.contains(['✓', '`'])) {
            whole.push(format!("`{kind}`"));
            continue;
        }
        out += &format!("\n## {}\n{HEAD}", if kind.is_empty() { "Functions" } else { kind });
        rows.iter().rev().for_each(|(cells, verbs)| out += &format!("| {} | {cells} |\n", verbs.join(", ")));
    }
    let stale = lines.iter().filter(|(.., used)| !used.get());
    faults.extend(stale.map(|(patterns, name, ..)| format!("{patterns} > {name}: no verb needs this")));
    if !faults.is_empty() {
        return Err(format!("Add these, or reasons to docs/surfaces.txt:\n{}", faults.join("\n")));
    }
    Ok(format!("{out}\n## Types without verbs elsewhere\n\n{}.\n\n## Reasons\n\n{reasons}", whole.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Choices, with what their constants in C begin with. In C they have rising numbers in this order; JavaScript has one list in this
    /// order. So both number them alike. Python has the words without numbers, except those of the last two.
    const CHOICES: [(&str, &str); 13] = [
        ("", "body character one-way sensor"),
        ("TILE_", "nothing body one-way sensor"),
        ("", "begin stay end pass"),
        ("", "even-odd non-zero"),
        ("", "box diamond disc"),
        ("", "top-left top-right bottom-left bottom-right left-top left-bottom right-top right-bottom"),
        ("", "outer inner within"),
        ("BORDER_", "clear ignored"),
        ("", "raster geometry"),
        ("", "owners painter latch"),
        ("", "forward reverse ping-pong ping-pong-reverse"),
        ("BROAD_PHASE_", "auto brute-force grid sort-x"),
        ("EDGE_", "left right top bottom"),
    ];

    #[test]
    fn choices_have_the_same_words_and_numbers() {
        let file = |path: &str| read(&crate::root().join(path)).unwrap();
        let header = file("crates/hitmask-capi/include/hitmask.h");
        let python = file("crates/hitmask-python/python/hitmask/_hitmask.pyi");
        let folder = crate::root().join("crates/hitmask-wasm/js/src");
        let scripts = std::fs::read_dir(folder).unwrap().map(|script| script.unwrap().path());
        let scripts: String =
            scripts.filter(|path| path.is_file()).map(|path| read(&path).unwrap()).collect();
        let scripts = scripts.split_whitespace().collect::<Vec<_>>().join(" ");
        for (i, (start, choices)) in CHOICES.iter().enumerate() {
            let words: Vec<&str> = choices.split(' ').collect();
            let number = |constants: &str, word: &str| -> Option<u32> {
                let name = format!("HITMASK_{start}{} = ", word.replace('-', "_").to_uppercase());
                constants.split_once(&name)?.1.split_once(',')?.0.parse().ok()
            };
            let numbers = header.split("typedef enum {").filter_map(|constants| {
                let constants = constants.split_once('}')?.0;
                words.iter().map(|word| number(constants, word)).collect::<Option<Vec<u32>>>()
            });
            let numbers: Vec<Vec<u32>> = numbers.collect();
            assert!(numbers.len() == 1 && numbers[0].is_sorted(), "C's {choices}: {numbers:?}");
            let list = words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
            assert!(scripts.contains(&list), "JavaScript has no list {list}");
            let missing = words.iter().find(|word| !python.contains(&format!("\"{word}\"")));
            assert!(i >= CHOICES.len() - 2 || missing.is_none(), "Python's types have no {missing:?}");
        }
    }
}
