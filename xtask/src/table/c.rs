//! The table in the C interface: its choices, options, answers, and the properties of a collider.

use super::parse::{Block, Line, Table, What, doc, snake, upper};

const HEAD: &str = "\
//! Choices, options and answers
//!
//! Constants are numbers of their enums. What has has_x beside it may be missing; then it is 0.

// Generated from docs/table.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.

use std::ffi::c_void;

use hitmask::{NAMES};

use crate::border::{Checked, Choice, choice, said};
use crate::event::{hitmask_accept, hitmask_handle};
use crate::geom::{
    hitmask_flag, hitmask_layers, hitmask_outcome, hitmask_point, hitmask_point_q16, hitmask_rect, hitmask_time, hitmask_transform,
};
use crate::shape::hitmask_shape;
";
const UNSAID_LAYERS: &str = "hitmask_layers { belongs_to: 0, collides_with: 0 }";
/// What a filter has besides, and what it is if nothing is said.
const BORROWED: [(&str, &str, &str, &str); 4] = [
    ("except", "*const hitmask_handle", "std::ptr::null()", "Colliders to skip."),
    ("except_count", "usize", "0", "How many they are."),
    (
        "accept",
        "hitmask_accept",
        "None",
        "A condition of your own, or NULL. It is called while the query runs; it may ask the world more, but a call that changes the world \
         gives HITMASK_BUSY. It may be asked about colliders that are not found in the end.",
    ),
    ("user", "*mut c_void", "std::ptr::null_mut()", "The user data of the condition."),
];
const DERIVE: &str = "#[repr(C)]\n#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]\n";

pub(super) fn text(table: &Table) -> String {
    let blocks = table.0.iter().filter(|block| block.is_for("c") && block.what != What::Properties);
    // Options that are a part of others.
    let lines = table.of(What::Options, "c").flat_map(|block| &block.lines);
    let inner = lines.filter_map(|line| Some(table.find(&line.of, What::Options)?.name.as_str()));
    let names: Vec<&str> = blocks
        .map(|block| block.name.as_str())
        .chain(inner)
        .chain(["Collider", "ColliderRef", "Handle", "Layers", "Point"])
        .collect();
    let mut text = HEAD.replace("NAMES", &names.join(", "));
    table.of(What::Choice, "c").for_each(|block| text += &of_choice(block));
    table.of(What::Options, "c").for_each(|block| text += &options(table, block));
    table.of(What::Properties, "c").for_each(|block| text += &properties(table, block));
    table.of(What::Answer, "c").for_each(|block| text += &answer(table, block));
    table.of(What::Outcome, "c").for_each(|block| text += &outcome(table, block));
    text
}

fn of_choice(block: &Block) -> String {
    let [name, prefix] = [&block.words[0], &block.words[1]];
    let mut text = format!(
        "\n{}#[repr(C)]\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub enum hitmask_{name} {{\n",
        doc(&block.doc, 0)
    );
    for line in &block.lines {
        let constant =
            if line.name.chars().any(char::is_lowercase) { upper(&line.name) } else { line.name.clone() };
        text += &format!("{}{prefix}{constant} = {},\n", doc(&line.doc, 4), line.of);
    }
    let values: Vec<String> =
        block.values().map(|line| format!("({}::{}, {})", block.name, line.name, line.of)).collect();
    let numbers: String =
        block.values().map(|line| format!("{}::{} => {},\n", block.name, line.name, line.of)).collect();
    text + &format!(
        "}}\n\nimpl Choice for {0} {{\nconst ALL: &'static [({0}, i32)] = &[{1}];\n\n\
        #[inline]\n#[allow(unreachable_patterns, reason = \"some may grow\")]\nfn number(self) -> i32 {{\nmatch self {{\n{numbers}_ => -1,\n}}\n}}\n}}\n",
        block.name,
        values.join(", ")
    )
}

/// What a field of a struct that programs write is in C, and how it becomes the library's and comes back. `of` is the value that has the field.
pub(super) fn given(table: &Table, line: &Line, of: &str) -> (String, String, String) {
    let name = format!("{of}{}", line.name);
    match line.of.as_str() {
        "bool" => ("hitmask_flag".into(), format!("{name}.is_set()"), format!("{name}.into()")),
        "PointQ16" => ("hitmask_point_q16".into(), format!("{name}.into()"), format!("{name}.into()")),
        "Layers" if line.may_be_missing => {
            ("hitmask_layers".into(), format!("{name}.said()"), UNSAID_LAYERS.into())
        }
        "u32" if line.may_be_missing => ("i64".into(), format!("said({name})?"), "-1".into()),
        "Layers" => ("hitmask_layers".into(), format!("{name}.into()"), format!("{name}.into()")),
        of if table.is_choice(of) && line.may_be_missing => {
            let none = none(table, of);
            let read = format!("if {name} == {none} {{ None }} else {{ Some(choice({name})?) }}");
            ("i32".into(), read, format!("{name}.map_or({none}, Choice::number)"))
        }
        of if table.is_choice(of) => ("i32".into(), format!("choice({name})?"), format!("{name}.number()")),
        of => (of.into(), name.clone(), name),
    }
}

/// The number of a choice that stands for no value: that of the constant NONE.
fn none<'a>(table: &'a Table, choice: &str) -> &'a str {
    let lines = table.find(choice, What::Choice).map_or(&[][..], |block| &block.lines);
    lines.iter().find(|line| line.name == "NONE").map_or("-1", |line| &line.of)
}

/// The sentence of a field, which names its constants.
pub(super) fn sentence(table: &Table, line: &Line) -> String {
    let Some(choice) = table.find(&line.of, What::Choice) else {
        let unsaid = match line.of.as_str() {
            "u32" if line.may_be_missing => " -1 leaves it unsaid.",
            "Layers" if line.may_be_missing => " Two zeros leave them unsaid; a single zero stands for all.",
            _ if line.has("@empty") => " Empty if there is none.",
            _ => "",
        };
        return line.doc.clone() + unsaid;
    };
    format!("A hitmask_{}. {}", choice.words[0], line.doc)
}

fn options(table: &Table, block: &Block) -> String {
    let (name, rust) = (format!("hitmask_{}", snake(&block.name)), &block.name);
    // Pointers have no default, and floats are not equal to all of themselves.
    let derive = if block.has("@borrows") || block.lines.iter().any(|line| line.of == "f64") {
        "#[repr(C)]\n#[derive(Clone, Copy)]\n"
    } else {
        DERIVE
    };
    let begin = if block.has("@rest") { format!(" Begin with {name}_default.") } else { String::new() };
    let mut text = format!("\n{}{derive}pub struct {name} {{\n", doc(&(block.doc.clone() + &begin), 0));
    let (mut there, mut back, mut names) = (String::new(), String::new(), Vec::new());
    for line in block.lines.iter().filter(|line| line.is_for("c")) {
        let own = &line.name;
        if let Some(inner) = table.find(&line.of, What::Options) {
            let mut values = String::new();
            for line in &inner.lines {
                let ((of, library, _), (.., given)) =
                    (given(table, line, ""), given(table, line, &format!("{own}.")));
                text += &format!("{}pub {}: {of},\n", doc(&sentence(table, line), 4), line.name);
                values += &format!("{}: {library}, ", line.name);
                back += &format!("{}: {given}, ", line.name);
                names.push(line.name.clone());
            }
            there += &format!("{own}: {} {{ {values} }}, ", line.of);
        } else if line.of == "Size" {
            text += &format!("{}pub {own}_w: u32,\n/// The height.\npub {own}_h: u32,\n", doc(&line.doc, 4));
            there += &format!("{own}: Some(({own}_w, {own}_h)).filter(|&size| size != (0, 0)), ");
            back += &format!(
                "{own}_w: {own}.map_or(0, |size| size.0), {own}_h: {own}.map_or(0, |size| size.1), "
            );
            names.extend([format!("{own}_w"), format!("{own}_h")]);
        } else {
            let (of, library, given) = given(table, line, "");
            text += &format!("{}pub {own}: {of},\n", doc(&sentence(table, line), 4));
            there += &short(own, &library);
            back += &short(own, &given);
            names.push(own.clone());
        }
    }
    let (mut rest, mut pattern) = (String::new(), String::new());
    if block.has("@borrows") {
        for (own, of, value, doc) in BORROWED {
            text += &format!("{}pub {own}: {of},\n", self::doc(doc, 4));
            back += &format!("{own}: {value}, ");
        }
        return text
            + &format!(
                "}}\n\nimpl {name} {{\n/// With nothing said.\npub(crate) fn unsaid() -> {name} {{\n{name} {{ {} }}\n}}\n\n\
            /// Without what it borrows.\npub(crate) fn library(self) -> Checked<{rust}<'static>> {{\nlet {name} {{ {}, .. }} = self;\n\
            Ok({rust} {{ {there} ..{rust}::default() }})\n}}\n}}\n",
                back.replace("sensors: sensors.into()", "sensors: false.into()"),
                names.join(", ")
            );
    }
    if block.has("@rest") {
        rest = format!("..{rust}::default()");
        let fields: Vec<&str> =
            block.lines.iter().filter(|line| line.is_for("c")).map(|line| line.name.as_str()).collect();
        pattern = format!(
            "\n\nimpl From<{rust}> for {name} {{\nfn from({rust} {{ {}, .. }}: {rust}) -> {name} {{\n{name} {{ {back} }}\n}}\n}}",
            fields.join(", ")
        );
    }
    text + &format!(
        "}}\n\nimpl {name} {{\npub(crate) fn library(self) -> Checked<{rust}> {{\nlet {name} {{ {} }} = self;\nOk({rust} {{ {there} {rest} }})\n}}\n}}{pattern}\n",
        names.join(", ")
    )
}

/// A field of a struct that is made.
fn short(name: &str, value: &str) -> String {
    if name == value { format!("{name}, ") } else { format!("{name}: {value}, ") }
}

fn properties(table: &Table, block: &Block) -> String {
    let mut text = "\n/// What is put into a world. Begin with hitmask_collider_default, and change what you need.\n#[repr(C)]\n#[derive(Clone, Copy)]\n\
        pub struct hitmask_collider {\n\
        /// The solid pixels. The world shares the pixels of an object, so you may free or change your object afterwards.\n\
        pub shape: hitmask_shape,\n/// Where and how the shape lies.\npub transform: hitmask_transform,\n"
        .to_owned();
    let (mut set, mut get, mut defaults) = (String::new(), String::new(), String::new());
    for line in &block.lines {
        let name = &line.name;
        let (of, read, _) = given(table, line, "self.");
        let (.., back) = given(table, line, "collider.");
        text += &format!("{}pub {name}: {of},\n", doc(&sentence(table, line), 4));
        set += &format!("let {name} = {read};\n");
        get += &format!("{name}: {back},\n");
        defaults += &format!("{name}: {},\n", default(table, line));
    }
    let names: Vec<String> =
        block.lines.iter().map(|line| format!("collider.{0} = {0};\n", line.name)).collect();
    text + &format!(
        "}}\n\nimpl hitmask_collider {{\n\
        /// Gives a collider all properties, or none if one of them is refused.\n\
        pub(crate) fn give_properties(&self, collider: &mut Collider) -> Checked {{\n{set}{}Ok(())\n}}\n\n\
        pub(crate) fn new(shape: hitmask_shape, transform: hitmask_transform) -> hitmask_collider {{\n\
        hitmask_collider {{ shape, transform,\n{defaults}}}\n}}\n}}\n\n\
        impl From<ColliderRef<'_>> for hitmask_collider {{\nfn from(collider: ColliderRef<'_>) -> hitmask_collider {{\n\
        hitmask_collider {{ shape: collider.shape.into(), transform: (&collider.transform()).into(),\n{get}}}\n}}\n}}\n",
        names.concat()
    )
}

/// The default of a property.
fn default(table: &Table, line: &Line) -> String {
    match line.of.as_str() {
        "bool" => format!("{}.into()", line.default),
        "Layers" => "Layers::default().into()".to_owned(),
        of if table.is_choice(of) => format!("{of}::{}.number()", line.default),
        _ => line.default.clone(),
    }
}

/// What an answer's field is in C, and how it is made.
fn value(table: &Table, line: &Line) -> (String, &'static str) {
    match line.of.as_str() {
        "bool" | "u32" | "i32" | "u64" | "usize" => (line.of.clone(), ""),
        "Count" => ("u64".into(), ""),
        "Handle" => ("hitmask_handle".into(), ".to_bits()"),
        "Point" => ("hitmask_point".into(), ".into()"),
        "PointQ16" => ("hitmask_point_q16".into(), ".into()"),
        "Rect" => ("hitmask_rect".into(), ".into()"),
        "Time" => ("hitmask_time".into(), ".into()"),
        "Place" => ("hitmask_transform".into(), "&"),
        of if table.is_choice(of) => ("i32".into(), ".number()"),
        of if table.find(of, What::Outcome).is_some() => (format!("hitmask_{}", snake(of)), ".into()"),
        of => (format!("hitmask_{}", snake(of)), "&"),
    }
}

fn answer(table: &Table, block: &Block) -> String {
    let (name, rust) = (format!("hitmask_{}", snake(&block.name)), &block.name);
    // A place has floats, which are not equal to all of themselves.
    let has_place = block.lines.iter().any(|line| line.of == "Place");
    let derive = if has_place { DERIVE.replace(" Eq,", "") } else { DERIVE.to_owned() };
    let mut text = format!("\n{}{derive}pub struct {name} {{\n", doc(&block.doc, 0));
    let mut made = String::new();
    let found = block.has("@found");
    if found {
        text += "/// Whether there is any. Otherwise the rest is 0.\npub found: bool,\n";
        made += "found: true,\n";
    }
    let (flag, as_flag) = if block.has("@given") { ("hitmask_flag", ".into()") } else { ("bool", "") };
    for line in block.lines.iter().filter(|line| !line.has("@more")) {
        let own = &line.name;
        let within = table.find(&line.of, What::Answer).is_some_and(|of| of.has("@found"));
        if line.may_be_missing && within {
            text += &format!("{}pub {own}: hitmask_{},\n", doc(&line.doc, 4), snake(&line.of));
            made += &format!("{own}: it.{own}.as_ref().into(),\n");
            continue;
        }
        if line.may_be_missing && !line.has("@empty") {
            let has = if line.has("@is") { format!("is_{own}") } else { format!("has_{own}") };
            text += &format!("/// Whether {own} is there.\npub {has}: {flag},\n");
            made += &format!("{has}: it.{own}.is_some(){as_flag},\n");
        }
        if let Some(of) = line.of.strip_suffix("; 2]") {
            let (one, of) = (own.strip_suffix('s').unwrap_or(own), &of[1..]);
            text += &format!(
                "{}pub {one}_a: {of},\n/// That of b, or of the other one.\npub {one}_b: {of},\n",
                doc(&line.doc, 4)
            );
            for (i, side) in ["a", "b"].iter().enumerate() {
                let value = if line.may_be_missing {
                    format!("it.{own}.map_or(0, |both| both[{i}])")
                } else {
                    format!("it.{own}[{i}]")
                };
                made += &format!("{one}_{side}: {value},\n");
            }
            continue;
        }
        let (of, how) = value(table, line);
        let (of, how) = if line.has("@flag") { ("hitmask_flag".to_owned(), ".into()") } else { (of, how) };
        text += &format!("{}pub {own}: {of},\n", doc(&sentence(table, line), 4));
        made += &match (line.may_be_missing, how) {
            (false, "&") => format!("{own}: (&it.{own}).into(),\n"),
            (false, how) => format!("{own}: it.{own}{how},\n"),
            (true, "&") => format!("{own}: it.{own}.as_ref().map(Into::into).unwrap_or_default(),\n"),
            (true, "") => format!("{own}: it.{own}.unwrap_or_default(),\n"),
            (true, ".to_bits()") => format!("{own}: it.{own}.map_or(0, Handle::to_bits),\n"),
            (true, _) => format!("{own}: it.{own}.map(Into::into).unwrap_or_default(),\n"),
        };
    }
    text += &format!(
        "}}\n\nimpl From<&{rust}> for {name} {{\nfn from(it: &{rust}) -> {name} {{\n{name} {{\n{made}}}\n}}\n}}\n"
    );
    if found {
        text += &format!(
            "\nimpl From<Option<&{rust}>> for {name} {{\nfn from(it: Option<&{rust}>) -> {name} {{\nit.map_or({name}::default(), Into::into)\n}}\n}}\n"
        );
    }
    text
}

fn outcome(table: &Table, block: &Block) -> String {
    let (name, rust) = (format!("hitmask_{}", snake(&block.name)), &block.name);
    let (mut fields, mut inner) = (String::new(), Vec::new());
    for line in &block.lines {
        let (own, (of, how)) = (&line.name, value(table, line));
        fields += &format!("{}pub {own}: {of},\n", doc(&line.doc, 4));
        inner.push((line, how));
    }
    let words: Vec<String> = block.variants.iter().map(|it| format!("HITMASK_{}", upper(&it.name))).collect();
    let (kinds, kind) =
        block.mark("kind").map_or(("outcome".to_owned(), "outcome"), |kinds| (kinds.to_owned(), "kind"));
    let cases: String = block
        .variants
        .iter()
        .zip(&words)
        .map(|(variant, word)| {
            let values = inner.iter().map(|(line, how)| {
                let made = |name: &str| format!("{name}{how}");
                variant.value(line, made).unwrap_or_else(|| "Default::default()".to_owned())
            });
            let values: Vec<String> =
                [format!("hitmask_{kinds}::{word}")].into_iter().chain(values).collect();
            format!("{} => ({}),\n", variant.pattern(rust), values.join(", "))
        })
        .collect();
    let names: Vec<&str> =
        [kind].into_iter().chain(inner.iter().map(|(line, _)| line.name.as_str())).collect();
    let names = names.join(", ");
    let mut text = String::new();
    if kind == "kind" {
        text += &format!(
            "\n{}#[repr(C)]\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub enum hitmask_{kinds} {{\n",
            doc(&block.doc, 0)
        );
        for (variant, word) in block.variants.iter().zip(&words) {
            text += &format!("{}{word} = {},\n", doc(&variant.doc, 4), variant.number);
        }
        text += "}\n";
    }
    text + &format!(
        "\n{}{DERIVE}pub struct {name} {{\n/// {}. What it does not have is 0.\npub {kind}: i32,\n{fields}}}\n\n\
        impl From<{rust}> for {name} {{\nfn from(it: {rust}) -> {name} {{\nlet ({names}) = match it {{\n{cases}}};\n\
        {name} {{ {} }}\n}}\n}}\n",
        doc(&block.doc, 0),
        words.join(" or "),
        names.replacen(kind, &format!("{kind}: {kind} as i32"), 1)
    )
}
