//! `cargo xtask surfaces`: docs/surfaces.md says which verb of the library is in C, in Python and in JavaScript. It is written from the
//! listings of the four, and from docs/surfaces.txt: other names, and the reasons for what is missing. Its head has the form of a line.

use std::collections::{BTreeMap, BTreeSet};

use crate::steps::Steps;
use crate::tools::{read, write};

const PAGE: &str = "docs/surfaces.md";
/// The names of a surface, by their letters alone: `Mask.overlapArea` and `hitmask_mask_overlap_area` are the same verb.
type Names = BTreeMap<String, String>;

pub(crate) fn add(steps: &mut Steps, bless: bool) {
    steps.check("which verb is on which surface", || {
        let (path, made) = (crate::root().join(PAGE), page()?);
        match read(&path) {
            _ if bless => write(&path, &made),
            Ok(committed) if committed == made => Ok(()),
            _ => Err(format!("{PAGE} is not what the listings say: run `cargo xtask surfaces --bless`")),
        }
    });
}

fn page() -> Result<String, String> {
    let file = |path: &str| read(&crate::root().join(path));
    let header = file("crates/hitmask-capi/include/hitmask.h")?;
    let functions = header.split("hitmask_").filter_map(|rest| Some(rest.split_once('(')?.0));
    let c = functions.map(|name| (letters(name), format!("hitmask_{name}"))).collect();
    let python = members(&file("crates/hitmask-python/python/hitmask/_hitmask.pyi")?, "    ", "def ");
    let (mut scripts, folder) = (String::new(), crate::root().join("crates/hitmask-wasm/js/src"));
    for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())?.flatten() {
        scripts += &read(&entry.path())?;
    }
    let listed = [c, python, members(&scripts, "  ", "export function ")];
    table(&verbs(&file("docs/api/hitmask.txt")?), &listed, &file("docs/surfaces.txt")?)
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The verbs of the library by their types. Functions have the empty type.
fn verbs(listing: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut verbs: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for path in listing.lines().filter_map(|line| Some(line.split_once("fn hitmask::")?.1)) {
        let mut parts =
            path.split("::").skip_while(|part| word(part) == *part && !part.starts_with(char::is_uppercase));
        let first = parts.next().unwrap_or_default();
        let verb = parts.next().filter(|_| first.starts_with(char::is_uppercase));
        let kind = if verb.is_some() { word(first) } else { String::new() };
        verbs.entry(kind).or_default().insert(word(verb.unwrap_or(first)));
    }
    verbs
}

/// The members of classes with what they inherit, and the functions, in a text of Python or TypeScript.
fn members(text: &str, indent: &str, function: &str) -> Names {
    let (mut names, mut parents, mut class) = (BTreeSet::new(), Vec::new(), String::new());
    for line in text.lines() {
        let starts = ["class ", "export class ", "export abstract class ", "export interface "];
        if let Some(rest) = starts.iter().find_map(|start| line.strip_prefix(start)) {
            class = word(rest);
            let base = rest[class.len()..].trim_start_matches(['(', ' ']).trim_start_matches("extends ");
            parents.push((class.clone(), word(base)));
        } else if let Some(rest) = line.strip_prefix(function) {
            names.insert(word(rest));
        } else if let Some(rest) = line.strip_prefix(indent) {
            let modifiers = ["static ", "async ", "get ", "readonly ", "def "];
            let rest = modifiers.iter().fold(rest, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
            names.insert(format!("{class}.{}", word(rest)));
        }
    }
    // A parent may have a parent, and so on.
    for (class, parent) in parents.iter().cycle().take(3 * parents.len()) {
        let inherited = names.iter().filter_map(|name| name.strip_prefix(parent.as_str())?.strip_prefix('.'));
        let inherited: Vec<String> = inherited.map(|name| format!("{class}.{name}")).collect();
        names.extend(inherited);
    }
    names.into_iter().map(|name| (letters(&name), name)).collect()
}

fn is_meant(pattern: &str, kind: &str, verb: &str) -> bool {
    let fits = |pattern: &str, text: &str| {
        pattern.strip_suffix('*').map_or(pattern == text, |start| text.starts_with(start))
    };
    pattern.split_once("::").is_some_and(|(of, name)| fits(of, kind) && fits(name, verb))
}

fn table(
    verbs: &BTreeMap<String, BTreeSet<String>>,
    listed: &[Names; 3],
    exceptions: &str,
) -> Result<String, String> {
    let (mut reasons, mut lines) = (Vec::new(), Vec::new());
    for line in exceptions.lines() {
        match (line.strip_prefix("# "), line.split_once(" > ")) {
            (Some(reason), _) => reasons.push(reason),
            (None, Some((patterns, names))) => {
                names.split(' ').for_each(|name| lines.push((patterns, name, reasons.len())))
            }
            (None, None) => {}
        }
    }
    let (mut faults, mut used, mut out, mut whole) =
        (Vec::new(), BTreeSet::new(), String::new(), String::new());
    for (kind, verbs) in verbs {
        let mut cell = |verb: &String, surface: usize| {
            if listed[surface].contains_key(&letters(&format!("{kind}{verb}"))) {
                return "✓".to_owned();
            }
            let code = ["c", "py", "js"][surface];
            for (number, (patterns, name, reason)) in lines.iter().enumerate() {
                let (of, other) = name.split_once('=').map_or((*name, None), |(of, other)| (of, Some(other)));
                let other = other
                    .map(|other| listed[surface].get(&letters(&other.replace('%', kind).replace('*', verb))));
                if of == code
                    && other != Some(None)
                    && patterns.split(' ').any(|pattern| is_meant(pattern, kind, verb))
                {
                    used.insert(number);
                    return other.flatten().map_or_else(|| reason.to_string(), |name| format!("`{name}`"));
                }
            }
            faults.push(format!("{kind}::{verb} > {code}"));
            String::new()
        };
        let rows: Vec<_> =
            verbs.iter().map(|verb| (verb, [0, 1, 2].map(|surface| cell(verb, surface)))).collect();
        let row = |(name, cells): &(&String, [String; 3])| format!("| `{name}` | {} |\n", cells.join(" | "));
        let is_reason = |cell: &String| cell.parse::<usize>().is_ok();
        if rows.iter().all(|(_, cells)| *cells == rows[0].1 && cells.iter().all(is_reason)) {
            whole += &row(&(kind, rows[0].1.clone()));
            continue;
        }
        let is_same = |(_, cells): &&(_, [String; 3])| cells.iter().all(|cell| cell == "✓");
        let same: Vec<String> = rows.iter().filter(is_same).map(|(verb, _)| format!("`{verb}`")).collect();
        let others: String = rows.iter().filter(|row| !is_same(row)).map(row).collect();
        let title = if kind.is_empty() { "Functions" } else { kind };
        out += &format!("\n## {title}\nEverywhere: {}.\n\n{HEAD}{others}", same.join(", "));
    }
    let stale = lines.iter().enumerate().filter(|(number, _)| !used.contains(number));
    faults.extend(stale.map(|(_, (patterns, name, _))| format!("{patterns} > {name}: no verb needs this")));
    if !faults.is_empty() {
        return Err(format!(
            "Add these verbs, or their reasons to docs/surfaces.txt:\n{}",
            faults.join("\n")
        ));
    }
    let reasons: String =
        (1..).zip(reasons).map(|(number, reason)| format!("{number}. {reason}\n")).collect();
    Ok(format!(
        "{INTRODUCTION}{out}\n## Types without a verb elsewhere\n{HEAD}{whole}\n## Reasons\n{reasons}"
    ))
}

const HEAD: &str = "| Rust | C | Python | JavaScript |\n|---|---|---|---|\n";
const INTRODUCTION: &str = "# Which verb is where\n
`Mask::overlap_area` in Rust is `hitmask_mask_overlap_area` in C, `Mask.overlap_area` in Python and `Mask.overlapArea` in JavaScript. Verbs for
which that is so are listed. The others have a row: ✓ is the same name, a name is another one, a number is the [reason](#reasons) why it is missing.
`cargo xtask surfaces --bless` writes this page.
";
