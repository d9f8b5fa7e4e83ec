//! The table in the Python package: words, values, and the properties of a collider by their names.

use std::collections::BTreeSet;

use super::parse::{Block, Line, Table, Variant, What, doc, snake};

const HEAD: &str = "\
//! What crosses to Python: words of choices, values, properties of colliders.

// Generated from docs/table.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.

use hitmask::{NAMES};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cast::fraction;
use crate::labels::pair;
use crate::numbers::{Xy, Xywh, pixels, xy, xywh};
use crate::value::{Choice, pickles, stored};
";

const WORDS_HEAD: &str = "\
//! The words that kinds and directions are told by.

// Generated from docs/table.txt by `cargo xtask table --bless`: edit that table.

";

const GETTERS_HEAD: &str = "\
//! The properties of a collider by their names.

// Generated from docs/table.txt by `cargo xtask table --bless`: edit that table.

use super::PyCollider;
use pyo3::prelude::*;

";

/// Words that kinds are told by besides those of choices.
const MORE: [&str; 9] =
    ["free", "hit", "hole", "initial-overlap", "miss", "moved", "other", "stuck", "unclear"];

pub(super) fn text(table: &Table) -> String {
    let named = |block: &&Block| {
        !matches!(block.what, What::Properties | What::Options) && block.is_for("py") && !block.has("@number")
    };
    let names = table.0.iter().filter(named).map(|block| block.name.as_str());
    let mut names: Vec<&str> = names.chain(["ColliderRef", "Handle", "Point", "TimeOfImpact"]).collect();
    names.sort_unstable();
    names.dedup();
    let mut text = HEAD.replace("NAMES", &names.join(", "));
    for block in table.of(What::Choice, "py").filter(|block| !block.has("@number")) {
        let pairs: Vec<String> = block
            .values()
            .map(|line| format!("({}::{}, \"{}\")", block.name, line.name, line.word()))
            .collect();
        text += &format!(
            "\nimpl Choice for {0} {{\nconst ALL: &'static [({0}, &'static str)] = &[{1}];\n}}\n",
            block.name,
            pairs.join(", ")
        );
    }
    table
        .of(What::Options, "py")
        .for_each(|block| text += &keywords_macro(table, block, &block.name, &snake(&block.name)));
    table.of(What::Properties, "py").for_each(|block| text += &properties(table, block));
    table.of(What::Answer, "py").for_each(|block| text += &answer(table, block));
    table.of(What::Outcome, "py").for_each(|block| text += &outcome(table, block));
    let answers = table.of(What::Answer, "py").chain(table.of(What::Outcome, "py"));
    let added: String = answers.map(|block| format!("module.add_class::<Py{}>()?;\n", block.name)).collect();
    text + &format!(
        "\n/// Adds the classes.\npub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {{\n{added}Ok(())\n}}\n"
    )
}

/// The words by which values pickle.
pub(super) fn words(table: &Table) -> String {
    let choices = table.of(What::Choice, "py").filter(|block| !block.has("@number"));
    let words: BTreeSet<String> =
        choices.flat_map(|block| block.values().map(Line::word)).chain(MORE.map(str::to_owned)).collect();
    let listed: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    format!("{WORDS_HEAD}pub(crate) const WORDS: [&str; {}] = [{}];\n", words.len(), listed.join(", "))
}

/// The properties of a collider by their names.
pub(super) fn getters(table: &Table) -> String {
    let lines = table.of(What::Properties, "py").flat_map(|block| &block.lines);
    let getter = |line: &Line| {
        let (name, of) = (&line.name, property(table, line).0);
        format!("{}#[getter]\nfn {name}(&self) -> {of} {{\nself.properties.{name}\n}}\n\n", doc(&line.doc, 4))
    };
    let getters: String = lines.map(getter).collect();
    format!("{GETTERS_HEAD}#[pymethods]\nimpl PyCollider {{\n{getters}}}\n")
}

/// What a property is in Python, and how it is made of `it`.
fn property<'a>(table: &Table, line: &'a Line) -> (&'a str, String) {
    let name = &line.name;
    match line.of.as_str() {
        "Layers" => ("(u32, u32)", format!("(it.{name}.belongs_to, it.{name}.collides_with)")),
        of if table.is_choice(of) && line.may_be_missing => {
            ("Option<&'static str>", format!("it.{name}.map(Choice::word)"))
        }
        of if table.is_choice(of) => ("&'static str", format!("it.{name}.word()")),
        of => (of, format!("it.{name}")),
    }
}

/// What options have in Python, with the value in Rust that has each: options within options are keywords like the others.
fn keywords_of<'a>(table: &'a Table, block: &'a Block, of: &str) -> Vec<(&'a Line, String)> {
    let lines = block.lines.iter().filter(|line| line.is_for("py"));
    lines
        .flat_map(|line| match table.find(&line.of, What::Options) {
            Some(inner) => keywords_of(table, inner, &format!("{of}.{}", line.name)),
            None => vec![(line, format!("{of}.{}", line.name))],
        })
        .collect()
}

/// A macro for a method that has these keywords besides its own. It is given the method with its own part of the signature, and a name for what
/// sets those that were given: `with_properties! { (shape, *) properties; #[pymethods] impl PyWorld { fn insert(...) ... } }`.
fn keywords_macro(table: &Table, block: &Block, rust: &str, name: &str) -> String {
    let (mut signature, mut parameters, mut read, mut give) =
        (String::new(), String::new(), String::new(), String::new());
    for (line, to) in keywords_of(table, block, "to") {
        let name = &line.name;
        let (of, how) = match line.of.as_str() {
            "Layers" => ("(u32, u32)", "|(on, meets)| Ok(hitmask::Layers::new(on, meets))".to_owned()),
            "Size" => ("(u32, u32)", String::new()),
            of if table.is_choice(of) => ("&str", format!("|word| $crate::value::choice(word, \"{name}\")")),
            of => (of, String::new()),
        };
        let (of, how) = match line.may_be_missing {
            true if how.is_empty() => (format!("Option<{of}>"), how),
            true => (format!("Option<{of}>"), format!("|it: Option<_>| it.map({how}).transpose()")),
            false => (of.to_owned(), how),
        };
        signature += &format!(",\n{name} = $crate::value::Given(None)");
        parameters += &format!("\n{name}: $crate::value::Given<{of}>,");
        if !how.is_empty() {
            read += &format!("let {name} = {name}.read({how})?;\n");
        }
        give += &format!("{name}.give(&mut {to});\n");
    }
    format!(
        "\n/// Gives a method the keywords of `{rust}`.\nmacro_rules! with_{name} {{\n\
        (($($own:tt)*) $given:ident; #[pymethods] impl $class:ident {{ $(# $mark:tt)* fn $name:ident($($all:tt)*) -> $answer:ty $body:block }}) => {{\n\
        #[pymethods]\nimpl $class {{\n$(# $mark)*\n#[pyo3(signature = ($($own)*{signature}))]\n\
        fn $name($($all)*{parameters}) -> $answer {{\n{read}let $given = |to: &mut hitmask::{rust}| {{\n{give}}};\n$body\n}}\n}}\n}};\n}}\n\
        pub(crate) use with_{name};\n"
    )
}

fn properties(table: &Table, block: &Block) -> String {
    let mut get = String::new();
    let (mut fields, mut listed, mut made) = (String::new(), Vec::new(), String::new());
    for line in &block.lines {
        let name = &line.name;
        let (of, value) = property(table, line);
        fields += &format!("pub(crate) {name}: {of},\n");
        listed.push(format!("{name}: {of}"));
        made += &format!("{name}: {value},\n");
        get += &format!("props.set_item(pyo3::intern!(py, \"{name}\"), it.{name})?;\n");
    }
    format!(
        "{}\n/// All properties, as Python has them.\n#[derive(PartialEq, Clone)]\npub(crate) struct Properties {{\n{fields}}}\n\nstored!(Properties {});\n\n\
        impl From<ColliderRef<'_>> for Properties {{\nfn from(it: ColliderRef<'_>) -> Properties {{\nProperties {{\n{made}}}\n}}\n}}\n\n\
        /// All properties by their names, as they are set.\n\
        pub(crate) fn properties<'py>(py: Python<'py>, it: &Properties) -> PyResult<Bound<'py, PyDict>> {{\n\
        let props = PyDict::new(py);\n{get}Ok(props)\n}}\n",
        keywords_macro(table, block, &block.name, "properties"),
        // PyO3 knows tuples of at most twelve.
        listed.chunks(12).map(|part| format!("{{ {} }}", part.join(", "))).collect::<Vec<_>>().join(" ")
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
        let own = format!("it.{}", line.name);
        if let Some(inner) = line.has("@flat").then(|| table.find(&line.of, What::Answer)).flatten() {
            let (flips, plain): (Vec<&Line>, Vec<&Line>) =
                inner.lines.iter().partition(|line| line.has("@flag"));
            made += &plain.iter().map(|line| format!("{0}: {own}.{0},\n", line.name)).collect::<String>();
            fields.extend(plain.iter().map(|line| Field::new(line, table, false)));
            let all: Vec<String> = flips.iter().map(|line| format!("{own}.{}", line.name)).collect();
            made += &format!("flips: ({}),\n", all.join(", "));
            let (of, doc) =
                ("(bool, bool, bool)".into(), "Its flips along x, along y and along the diagonal.".into());
            fields.push(Field {
                name: "flips".into(),
                of,
                how: "",
                doc,
                is_time: false,
                may_be_missing: false,
            });
            continue;
        }
        let field = Field::new(line, table, line.may_be_missing);
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
    let (mut fields, mut inner) = (Vec::new(), Vec::new());
    let words: Vec<String> = block.variants.iter().map(|variant| format!("'{}'", variant.word)).collect();
    let of = "&'static str".to_owned();
    let (last, others) = words.split_last().map_or(("", &[][..]), |(last, others)| (last.as_str(), others));
    let said: String = block.variants.iter().map(|it| format!(" '{}': {}", it.word, it.doc)).collect();
    let said = if block.variants[0].doc.is_empty() { "" } else { &said };
    let doc = format!("{} or {last}.{said}", others.join(", "));
    fields.push(Field { name: "kind".into(), of, how: "", doc, is_time: false, may_be_missing: false });
    for line in &block.lines {
        let has = |line: &Line| block.variants.iter().all(|it| it.value(line, str::to_owned).is_some());
        inner.push((line, Field::new(line, table, !has(line))));
    }
    let case = |variant: &Variant| {
        let values = inner.iter().map(|(line, field)| {
            let own = |name: &str| match field.how {
                "" => name.to_owned(),
                how => format!("{how}({name})"),
            };
            match variant.value(line, own) {
                None => "None".to_owned(),
                Some(value) if field.may_be_missing => format!("Some({value})"),
                Some(value) => value,
            }
        });
        let values: Vec<String> = values.collect();
        format!("{} => (\"{}\", {}),\n", variant.pattern(&block.name), variant.word, values.join(", "))
    };
    let cases: String = block.variants.iter().map(case).collect();
    let names: Vec<String> = inner.iter().map(|(_, field)| field.name.clone()).collect();
    let names = names.join(", ");
    fields.extend(inner.into_iter().map(|(_, field)| field));
    let made = format!("let (kind, {names}) = match it {{\n{cases}}};\nPy{} {{ kind, {names} }}", block.name);
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
        let is_told = line.doc.contains("There is none");
        let missing = if may_be_missing && !is_told { " None if there is none." } else { "" };
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
    if block.has("@new") {
        let names: Vec<&str> = all.iter().map(|field| field.name.as_str()).collect();
        times += &format!(
            "#[new]\nfn new({}) -> {class} {{\n{class} {{ {} }}\n}}\n",
            listed.join(", "),
            names.join(", ")
        );
    }
    if !block.shown.is_empty() {
        let names = all.iter().map(|field| field.name.as_str());
        let named: Vec<&str> = names
            .filter(|name| ["}", ":"].iter().any(|end| block.shown.contains(&format!("{{{name}{end}"))))
            .collect();
        times += &format!(
            "pub(crate) fn __repr__(&self) -> String {{\nlet {class} {{ {}, .. }} = self;\nformat!(\"{}\")\n}}\n",
            named.join(", "),
            block.shown
        );
    }
    let mut said = block.doc.clone();
    if let Some(word) = block.mark("false") {
        said += &format!(" It is true unless the kind is '{word}'.");
        times += &format!("fn __bool__(&self) -> bool {{\nself.kind != \"{word}\"\n}}\n");
    }
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
        doc(&said, 0),
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

/// Properties or options as keywords of the stub, none of which must be given: of a parameter `**move_options` those of `MoveOptions`.
pub(crate) fn keywords(parameter: &str) -> Result<Vec<String>, String> {
    let table = Table::read()?;
    let of = |line: &Line| match line.of.as_str() {
        "bool" => "bool".to_owned(),
        "Layers" => "tuple[int, int]".to_owned(),
        "Size" => "tuple[int, int] | None".to_owned(),
        _ => word(&table, line, "Word").unwrap_or_else(|| "int".to_owned()),
    };
    let is_named = |block: &&Block| match block.what {
        What::Properties => parameter == "**properties",
        What::Options => parameter.strip_prefix("**") == Some(&snake(&block.name)),
        _ => false,
    };
    let blocks = table.0.iter().filter(is_named).flat_map(|block| keywords_of(&table, block, ""));
    let default = |line: &Line| match line.default.as_str() {
        // What is not given of a collider may stay as it is.
        _ if parameter == "**properties" => "...".to_owned(),
        "" => "None".to_owned(),
        "true" => "True".to_owned(),
        "false" => "False".to_owned(),
        named if table.is_choice(&line.of) => format!("\"{}\"", snake(named).replace('_', "-")),
        number => number.to_owned(),
    };
    Ok(blocks.map(|(line, _)| format!("{}: {} = {}", line.name, of(line), default(line))).collect())
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
    let of_outcome = |block: &Block| {
        let words: Vec<String> = block.variants.iter().map(|it| format!("\"{}\"", it.word)).collect();
        (format!("{}.kind()", block.name), format!("Literal[{}]", words.join(", ")))
    };
    let of_properties = |block: &Block| -> Vec<(String, String)> {
        let words = block
            .lines
            .iter()
            .filter_map(|line| Some((format!("{}.{}()", block.name, line.name), word(&table, line, "")?)));
        words.collect()
    };
    Ok(table
        .of(What::Answer, "py")
        .flat_map(of)
        .chain(table.of(What::Outcome, "py").map(of_outcome))
        .chain(table.of(What::Properties, "py").flat_map(of_properties))
        .collect())
}
