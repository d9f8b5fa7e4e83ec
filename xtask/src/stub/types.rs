//! What types of Rust are in Python.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::rust::{Crate, Parameter};
use crate::tools::split;

/// What a type is that has no rule yet.
pub(super) const UNKNOWN: &str = "Unknown";

/// Types of the crate and their names in the stub: what a method takes, and what it gives.
const KNOWN: [(&str, &str); 24] = [
    ("AnyCollider", "_ColliderShape"),
    ("AnyShape", "_Shape"),
    ("Box4", "_Rect"),
    ("Pixel", "_Pixel"),
    ("Position", "_Position"),
    ("PyAny", "Any"),
    ("PyBytes", "bytes"),
    ("PyDict", "dict[str, Any]"),
    ("PygameMask", "PygameMask"),
    ("Scale", "float | _Position"),
    ("SliceMargins", "_Margins"),
    ("String", "str"),
    ("TimeOfImpact", "Fraction"),
    ("bool", "bool"),
    ("char", "str"),
    ("f64", "float"),
    ("i32", "int"),
    ("i64", "int"),
    ("isize", "int"),
    ("str", "str"),
    ("u32", "int"),
    ("u64", "int"),
    ("u8", "int"),
    ("usize", "int"),
];

pub(super) struct Types<'a> {
    all: &'a Crate,
    /// `Class.method.parameter`, `method.parameter` or `parameter`; of an answer `Class.method()` or `method()`.
    rules: BTreeMap<String, String>,
    used: RefCell<BTreeSet<String>>,
}

impl<'a> Types<'a> {
    pub(super) fn new(all: &'a Crate, rules: &str) -> Result<Types<'a>, String> {
        let lines = rules.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let rule = |line: &str| {
            let (name, of) = line.split_once(": ").ok_or_else(|| format!("stub.txt: {line} is no rule"))?;
            Ok((name.to_owned(), of.to_owned()))
        };
        let mut rules = lines.map(rule).collect::<Result<BTreeMap<_, _>, String>>()?;
        let of_table = crate::table::rules()?;
        let used = of_table.iter().map(|(name, _)| name.clone()).collect();
        rules.extend(of_table);
        Ok(Types { all, rules, used: RefCell::new(used) })
    }

    pub(super) fn unused(&self) -> Vec<&str> {
        let used = self.used.borrow();
        self.rules.keys().filter(|rule| !used.contains(*rule)).map(String::as_str).collect()
    }

    fn rule(&self, name: &str) -> Option<&str> {
        let of = self.rules.get(name)?;
        self.used.borrow_mut().insert(name.to_owned());
        Some(of)
    }

    /// The type of a parameter. A rule for its name alone counts where Rust says no more than an object or a word.
    pub(super) fn given(&self, class: &str, method: &str, parameter: &Parameter, of: &str) -> String {
        let Parameter { name: parameter, hides_none, .. } = parameter;
        let named = self.rule(&format!("{class}.{method}.{parameter}"));
        if let Some(of) = named.or_else(|| self.rule(&format!("{method}.{parameter}"))) {
            return of.to_owned();
        }
        let mut plain = self.python(of, class);
        let (bare, none) = plain.strip_suffix(" | None").map_or((&*plain, ""), |bare| (bare, " | None"));
        let is_vague = ["Any", "str"].contains(&bare) || bare.contains(UNKNOWN);
        if is_vague && let Some(of) = self.rule(parameter) {
            let none = if *hides_none || of.ends_with(" | None") { "" } else { none };
            return format!("{of}{none}");
        }
        if *hides_none && !none.is_empty() {
            plain.truncate(bare.len());
        }
        plain
    }

    pub(super) fn answer(&self, class: &str, method: &str, of: &str) -> String {
        let named = self.rule(&format!("{class}.{method}()"));
        if let Some(of) = named.or_else(|| self.rule(&format!("{method}()"))) {
            return of.to_owned();
        }
        if of.is_empty() { "None".into() } else { self.python(of, class) }
    }

    fn python(&self, of: &str, class: &str) -> String {
        let of = of.trim().trim_start_matches("dyn ");
        if let Some(inner) = of.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            let parts: Vec<String> = split(inner, ',').iter().map(|part| self.python(part, class)).collect();
            return if parts.is_empty() { "None".into() } else { format!("tuple[{}]", parts.join(", ")) };
        }
        if let Some(inner) = of.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            return if inner == "u8" {
                "bytes".into()
            } else {
                format!("list[{}]", self.python(inner, class))
            };
        }
        let (path, inner) =
            of.split_once('<').map_or((of, ""), |(path, rest)| (path, rest.trim_end_matches('>')));
        let inner = if inner.is_empty() { "" } else { &of[path.len() + 1..of.len() - 1] };
        let name = path.rsplit("::").next().unwrap_or(path);
        let inner: Vec<String> = split(inner, ',').iter().map(|part| self.python(part, class)).collect();
        match (name, &inner[..]) {
            ("PyResult" | "Bound" | "Borrowed" | "PyRef" | "Py" | "Cow", [.., one]) => one.clone(),
            ("Option", [one]) => format!("{one} | None"),
            ("Vec", [one]) => format!("list[{one}]"),
            ("All", [one]) => format!("Sequence[{one}]"),
            ("Items", [key, value]) => format!("Mapping[{key}, {value}]"),
            ("BTreeMap" | "HashMap", [key, value]) => format!("dict[{key}, {value}]"),
            ("Self", _) => class.to_owned(),
            _ => {
                if let Some((_, python)) = KNOWN.iter().find(|(rust, _)| *rust == name) {
                    (*python).to_owned()
                } else if let Some(class) = self.all.classes.get(name) {
                    class.name.clone()
                } else if let Some(of) = self.all.aliases.get(name) {
                    self.python(of, class)
                } else {
                    UNKNOWN.to_owned()
                }
            }
        }
    }
}
