//! The table in the Python package: words, values, and the properties of a collider by their names.

use super::parse::{Block, Line, Table, Variant, What, doc};

const HEAD: &str = "\
//! What crosses to Python: words of choices, values, properties of colliders.

// Generated from docs/table.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.

use hitmask::{NAMES};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cast::fraction;
use crate::labels::pair;
use crate::numbers::{Xy, Xywh, pixels, xy, xywh};
use crate::value::{Choice, choice, pickles};

";

/// Words that kinds are told by besides those of choices.
const MORE: [&str; 8] = ["free", "hit", "hole", "initial-overlap", "miss", "moved", "stuck", "unclear"];

pub(super) fn text(table: &Table) -> String {
    let named = |block: &&Block| {
        block.what != What::Properties
            && block.what != What::Options
            && block.is_for("py")
            && !block.has("@number")
    };
    let names = table.0.iter().filter(named).map(|block| block.name.as_str());
    let names = names.chain(table.of(What::Outcome, "py").map(|block| block.words[1].as_str()));
    let names: Vec<&str> = names.chain(["Collider", "Handle", "Layers", "TimeOfImpact"]).collect();
    let mut text = HEAD.replace("NAMES", &names.join(", "));
    let mut words: Vec<String> = MORE.map(str::to_owned).into();
    for block in table.of(What::Choice, "py").filter(|block| !block.has("@number")) {
        let pairs: Vec<String> = block
            .values()
            .map(|line| format!("({}::{}, \"{}\")", block.name, line.name, line.word()))
            .collect();
        words.extend(block.values().map(Line::word));
        text += &format!(
            "\nimpl Choice for {0} {{\nconst ALL: &'static [({0}, &'static str)] = &[{1}];\n}}\n",
            block.name,
            pairs.join(", ")
        );
    }
    words.push("other".to_owned());
    words.sort_unstable();
    words.dedup();
    let listed: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    text += &format!(
        "\n/// The words that kinds and directions are told by.\npub(crate) const WORDS: [&str; {}] = [{}];\n",
        words.len(),
        listed.join(", ")
    );
    table.of(What::Properties, "py").for_each(|block| text += &properties(table, block));
    table.of(What::Answer, "py").for_each(|block| text += &answer(table, block));
    table.of(What::Outcome, "py").for_each(|block| text += &outcome(table, block));
    text
}

fn properties(table: &Table, block: &Block) -> String {
    let (mut set, mut get, mut copy, mut names) = (String::new(), String::new(), String::new(), Vec::new());
    for line in &block.lines {
        let name = &line.name;
        let read = match line.of.as_str() {
            "Layers" => "value.extract::<(u32, u32)>().map(|(on, meets)| Layers::new(on, meets))?".to_owned(),
            of if table.is_choice(of) && line.may_be_missing => {
                format!(
                    "value.extract::<Option<String>>()?.map(|word| choice(&word, \"{name}\")).transpose()?"
                )
            }
            of if table.is_choice(of) => format!("choice(&value.extract::<String>()?, \"{name}\")?"),
            _ => "value.extract()?".to_owned(),
        };
        copy += &format!("\"{name}\" => to.{name} = from.{name},\n");
        set += &format!("\"{name}\" => {{ collider.{name} = {read}; }}\n");
        let given = match line.of.as_str() {
            "Layers" => format!("(collider.{name}.belongs_to, collider.{name}.collides_with)"),
            of if table.is_choice(of) && line.may_be_missing => format!("collider.{name}.map(Choice::word)"),
            of if table.is_choice(of) => format!("collider.{name}.word()"),
            _ => format!("collider.{name}"),
        };
        get += &format!("props.set_item(pyo3::intern!(py, \"{name}\"), {given})?;\n");
        names.push(name.as_str());
    }
    format!(
        "\n/// The names of a collider's properties.\npub(crate) const PROPERTIES: &str = \"{}\";\n\n\
        /// Sets a property by its name. False if there is none of this name.\n\
        pub(crate) fn set_property(collider: &mut Collider, name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {{\nmatch name {{\n{set}\
        _ => return Ok(false),\n}}\nOk(true)\n}}\n\n\
        /// Gives another collider a property of this name.\n\
        pub(crate) fn copy_property(from: &Collider, to: &mut Collider, name: &str) {{\nmatch name {{\n{copy}_ => {{}}\n}}\n}}\n\n\
        /// All properties by their names, as they are set.\n\
        pub(crate) fn properties<'py>(py: Python<'py>, collider: &Collider) -> PyResult<Bound<'py, PyDict>> {{\n\
        let props = PyDict::new(py);\n{get}Ok(props)\n}}\n",
        names.join(", ")
    )
}

/// What a field is in Python, and how it is made of `it`.
fn value(table: &Table, line: &Line) -> (String, &'static str) {
    match line.of.as_str() {
        "Count" => ("u64".into(), ""),
        "Handle" => ("u64".into(), "Handle::to_bits"),
        "Point" => ("Xy".into(), "xy"),
        "PointQ16" => ("(f64, f64)".into(), "pixels"),
        "Place" => ("(f64, f64)".into(), "|it| pixels(it.position())"),
        "Rect" => ("Xywh".into(), "xywh"),
        "Time" => ("TimeOfImpact".into(), ""),
        "[u8; 2]" => ("(u32, u32)".into(), "pair"),
        "[u64; 2]" => ("(u64, u64)".into(), "Into::into"),
        of if table.is_choice(of) => ("&'static str".into(), "Choice::word"),
        "[Handle]" => ("Vec<u64>".into(), "Handle::to_bits"),
        of if of.starts_with('[') => (format!("Vec<Py{}>", &of[1..of.len() - 1]), "Into::into"),
        of if table.find(of, What::Answer).is_some() => (format!("Py{of}"), "Into::into"),
        of => (of.into(), ""),
    }
}

fn answer(table: &Table, block: &Block) -> String {
    let (mut fields, mut made) = (Vec::new(), String::new());
    for line in &block.lines {
        let field = Field::new(line, table, line.may_be_missing);
        let own = format!("it.{}", line.name);
        let (name, how) = (&field.name, field.how);
        made += &match how {
            _ if line.has("@more") => format!("{name}: Vec::new(),\n"),
            "" => format!("{name}: {own},\n"),
            _ if line.of.starts_with('[') && !line.of.contains(';') => {
                format!("{name}: {own}.into_iter().map({how}).collect(),\n")
            }
            _ if line.may_be_missing => format!("{name}: {own}.map({how}),\n"),
            "Into::into" => format!("{name}: {own}.into(),\n"),
            _ => format!("{name}: {how}({own}),\n"),
        };
        fields.push(field);
    }
    class(block, &fields, &format!("Py{} {{\n{made}}}", block.name))
}

fn outcome(table: &Table, block: &Block) -> String {
    let (mut fields, mut made, mut inner) = (Vec::new(), String::new(), Vec::new());
    for line in block.lines.iter().filter(|line| block.is_beside(line)) {
        let field = Field::new(line, table, false);
        let own = format!("it.{}", line.name);
        made += &if field.how.is_empty() {
            format!("{}: {own},\n", field.name)
        } else {
            format!("{}: {}({own}),\n", field.name, field.how)
        };
        fields.push(field);
    }
    let words: Vec<String> = block.variants.iter().map(|variant| format!("'{}'", variant.word)).collect();
    let of = "&'static str".to_owned();
    let (last, others) = words.split_last().map_or(("", &[][..]), |(last, others)| (last.as_str(), others));
    let doc = format!("{} or {last}.", others.join(", "));
    fields.push(Field { name: "kind".into(), of, how: "", doc, is_time: false, may_be_missing: false });
    for line in block.lines.iter().filter(|line| !block.is_beside(line)) {
        let has = |line: &Line| {
            block.variants.iter().all(|it| it.value(line, str::to_owned, str::to_owned).is_some())
        };
        inner.push((line, Field::new(line, table, !has(line))));
    }
    let case = |variant: &Variant| {
        let values = inner.iter().map(|(line, field)| {
            let own = |name: &str| match field.how {
                "" => name.to_owned(),
                how => how
                    .strip_prefix("|it| ")
                    .map_or_else(|| format!("{how}({name})"), |how| how.replace("it.", &format!("{name}."))),
            };
            let value = variant.value(line, own, |other| format!("TimeOfImpact::{other}"));
            match value {
                None => "None".to_owned(),
                Some(value) if field.may_be_missing => format!("Some({value})"),
                Some(value) => value,
            }
        });
        let values: Vec<String> = values.collect();
        format!("{} => (\"{}\", {}),\n", variant.pattern(&block.words[1]), variant.word, values.join(", "))
    };
    let cases: String = block.variants.iter().map(case).collect();
    let names: Vec<String> = inner.iter().map(|(_, field)| field.name.clone()).collect();
    let names = names.join(", ");
    fields.extend(inner.into_iter().map(|(_, field)| field));
    let made = format!(
        "let (kind, {names}) = match it.{} {{\n{cases}}};\nPy{} {{ {made} kind, {names} }}",
        block.words[0], block.name
    );
    class(block, &fields, &made)
}

/// A field of a class.
struct Field {
    name: String,
    of: String,
    /// What makes it of the library's.
    how: &'static str,
    doc: String,
    is_time: bool,
    may_be_missing: bool,
}

impl Field {
    fn new(line: &Line, table: &Table, may_be_missing: bool) -> Field {
        let (of, how) = value(table, line);
        let missing = if may_be_missing { " None if there is none." } else { "" };
        Field {
            name: line.mark("py").unwrap_or(&line.name).to_owned(),
            of: if may_be_missing { format!("Option<{of}>") } else { of },
            how,
            doc: format!("{}{missing}", line.doc),
            is_time: line.of == "Time",
            may_be_missing,
        }
    }
}

/// A class of values with these fields, and how it is made of the library's `it`.
fn class(block: &Block, all: &[Field], made: &str) -> String {
    let class = format!("Py{}", block.name);
    let (mut fields, mut times) = (String::new(), String::new());
    for Field { name, of, doc: said, is_time, may_be_missing, .. } in all {
        if *is_time {
            let given = if *may_be_missing { format!("self.{name}") } else { format!("Some(self.{name})") };
            times += &format!(
                "{}#[getter]\nfn {name}<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {{\nfraction(py, {given})\n}}\n",
                doc(&format!("{said} As a Fraction."), 4)
            );
        } else {
            fields += &format!("{}#[pyo3(get)]\n", doc(said, 4));
        }
        fields += &format!("pub(crate) {name}: {of},\n");
    }
    let listed: Vec<String> = all.iter().map(|field| format!("{}: {}", field.name, field.of)).collect();
    let methods = if times.is_empty() {
        String::new()
    } else {
        format!("\n#[pymethods]\nimpl {class} {{\n{times}}}\n")
    };
    // Floats have no hash.
    let hash = !all.iter().any(|field| field.of.contains("f64"));
    let (words, derived) =
        if hash { ("eq, hash", "PartialEq, Eq, Hash, Clone") } else { ("eq", "PartialEq, Clone") };
    format!(
        "\n{}#[pyclass(name = \"{2}\", module = \"hitmask\", frozen, {words})]\n#[derive({derived})]\n\
        pub(crate) struct {class} {{\n{fields}}}\n\n\
        pickles!({class} {{ {1} }});\n\nimpl From<{2}> for {class} {{\nfn from(it: {2}) -> {class} {{\n{made}\n}}\n}}\n{methods}",
        doc(&block.doc, 0),
        listed.join(", "),
        block.name
    )
}

/// The words of choices as types of the stub: `_ScanOrder`, and with underscores as well `_ScanOrderWord`.
pub(crate) fn stub_words() -> Result<String, String> {
    const WIDTH: usize = 140;
    let mut text = String::new();
    for block in Table::read()?.of(What::Choice, "py") {
        let words: Vec<String> = block.values().map(|line| format!("\"{}\"", line.word())).collect();
        let hyphened: Vec<String> =
            words.iter().filter(|word| word.contains('-')).map(|word| word.replace('-', "_")).collect();
        text += &alias(&format!("_{}", block.name), &format!("Literal[{}]", words.join(", ")), WIDTH);
        if !hyphened.is_empty() {
            let more = format!("_{} | Literal[{}]", block.name, hyphened.join(", "));
            text += &alias(&format!("_{}Word", block.name), &more, WIDTH);
        }
    }
    Ok(text)
}

/// As ruff folds it.
fn alias(name: &str, of: &str, width: usize) -> String {
    let line = format!("{name}: TypeAlias = {of}\n");
    if line.len() <= width {
        return line;
    }
    match of.strip_prefix("Literal[").and_then(|rest| rest.strip_suffix(']')) {
        Some(words) => format!("{name}: TypeAlias = Literal[\n    {words}\n]\n"),
        None => format!("{name}: TypeAlias = (\n    {of}\n)\n"),
    }
}

/// The type of a choice's field in the stub, if it is one.
fn word(table: &Table, line: &Line, suffix: &str) -> Option<String> {
    let block = table.find(&line.of, What::Choice)?;
    let suffix = if block.values().any(|line| line.word().contains('-')) { suffix } else { "" };
    Some(format!("_{}{suffix}{}", block.name, if line.may_be_missing { " | None" } else { "" }))
}

/// The properties of a collider as keywords of the stub, none of which must be given.
pub(crate) fn keywords() -> Result<Vec<String>, String> {
    let table = Table::read()?;
    let of = |line: &Line| match line.of.as_str() {
        "bool" => "bool".to_owned(),
        "Layers" => "tuple[int, int]".to_owned(),
        _ => word(&table, line, "Word").unwrap_or_else(|| "int".to_owned()),
    };
    let lines = table.of(What::Properties, "py").flat_map(|block| &block.lines);
    Ok(lines.map(|line| format!("{}: {} = ...", line.name, of(line))).collect())
}

/// The rules of stub.txt that the table has: the words of answers.
pub(crate) fn rules() -> Result<Vec<(String, String)>, String> {
    let table = Table::read()?;
    let of = |block: &Block| -> Vec<(String, String)> {
        let words = block.lines.iter().filter_map(|line| {
            let name = line.mark("py").unwrap_or(&line.name);
            // What a later library adds is 'other'.
            let words =
                table.find(&line.of, What::Choice)?.values().map(|line| format!("\"{}\", ", line.word()));
            Some((
                format!("{}.{name}()", block.name),
                format!("Literal[{}\"other\"]", words.collect::<String>()),
            ))
        });
        words.collect()
    };
    Ok(table.of(What::Answer, "py").flat_map(of).collect())
}
