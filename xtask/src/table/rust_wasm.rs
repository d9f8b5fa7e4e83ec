//! The table in the WebAssembly module: how values become floats, and how options and properties are read of them.

use super::parse::{Block, Line, Table, What, snake, upper};

const HEAD: &str = "\
//! What crosses to JavaScript, field by field. The decoders in js/src/table.ts are made of the same table.

// Generated from docs/table.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.

use hitmask::{NAMES};

use crate::desk::{Choice, Floats, get, numbered, whole, write, write_some};
use crate::export::export;

";

pub(super) fn text(table: &Table) -> String {
    let blocks = table
        .0
        .iter()
        .filter(|block| block.is_for("js") && !block.has("@core") && block.what != What::Properties);
    let names: Vec<&str> =
        blocks.map(|block| block.name.as_str()).chain(["Collider", "ColliderRef", "Layers"]).collect();
    let mut text = HEAD.replace("NAMES", &names.join(", "));
    text += &format!(
        "/// A number that changes with what lies where.\nconst LAYOUT: u32 = {};\n\n\
        export! {{\n    /// The scripts compare it with theirs.\n    fn layout() -> u32 {{\n        LAYOUT\n    }}\n}}\n",
        table.layout()
    );
    for block in table.of(What::Choice, "js").filter(|block| !block.has("@core")) {
        let values: Vec<String> =
            block.values().map(|line| format!("({}::{}, {}.0)", block.name, line.name, line.of)).collect();
        text += &format!(
            "\nimpl Choice for {0} {{\nconst ALL: &'static [({0}, f64)] = &[{1}];\n}}\n",
            block.name,
            values.join(", ")
        );
    }
    table.of(What::Options, "js").for_each(|block| text += &options(table, block));
    table.of(What::Properties, "js").for_each(|block| text += &properties(table, block));
    table.of(What::Answer, "js").for_each(|block| text += &answer(table, block));
    table.of(What::Outcome, "js").for_each(|block| text += &outcome(table, block));
    text
}

/// How a value is read of the floats from a place on.
fn given(table: &Table, line: &Line, at: &str) -> String {
    let some = |value: &str| format!("(get({at}) >= 0.0).then(|| {value})");
    let pair = format!("whole({at}), whole({at} + 1)");
    match line.of.as_str() {
        "bool" => format!("get({at}) != 0.0"),
        "Layers" if line.may_be_missing => some(&format!("Layers::new({pair})")),
        "Size" if line.may_be_missing => some(&format!("({pair})")),
        "u32" if line.may_be_missing => some(&format!("whole({at})")),
        "usize" => format!("whole({at}) as usize"),
        of if table.find(of, What::Options).is_some() => format!("{}({at})", snake(of)),
        "u32" => format!("whole({at})"),
        of if table.is_choice(of) && line.may_be_missing => {
            format!("(get({at}) >= 0.0).then(|| numbered(get({at})))")
        }
        of if table.is_choice(of) => format!("numbered(get({at}))"),
        of => format!("get({at}) as {of}"),
    }
}

fn options(table: &Table, block: &Block) -> String {
    let (name, mut there, mut at) = (&block.name, String::new(), 0);
    for line in block.lines.iter().filter(|line| line.is_for("js")) {
        there += &format!("{}: {},\n", line.name, given(table, line, &place(at)));
        at += table.given_floats(line);
    }
    let size = if block.has("@size") {
        format!("\n/// How many floats they take.\npub(crate) const {}: usize = {at};\n", upper(name))
    } else {
        String::new()
    };
    if block.has("@rest") {
        there += &format!("..{name}::default()\n");
    }
    let borrows = if block.has("@borrows") { "<'static>" } else { "" };
    format!(
        "{size}\n/// The options on the desk, from a place on.\npub(crate) fn {}(at: usize) -> {name}{borrows} {{\n{name} {{\n{there}}}\n}}\n",
        snake(name)
    )
}

fn properties(table: &Table, block: &Block) -> String {
    let (mut set, mut get) = (String::new(), String::new());
    for (i, line) in block.lines.iter().enumerate() {
        let name = &line.name;
        let value = match line.of.as_str() {
            "bool" => "value != 0.0".to_owned(),
            "Layers" => "Layers::new(value as u32, more as u32)".to_owned(),
            of if table.is_choice(of) && line.may_be_missing => {
                "(value >= 0.0).then(|| numbered(value))".to_owned()
            }
            of if table.is_choice(of) => "numbered(value)".to_owned(),
            of => format!("value as {of}"),
        };
        set += &format!(
            "{} => collider.{name} = {value},\n",
            if i + 1 == block.lines.len() { "_".to_owned() } else { i.to_string() }
        );
        let floats = match line.of.as_str() {
            "bool" => format!("[f64::from(u8::from(collider.{name})), 0.0]"),
            "Layers" => {
                format!("[f64::from(collider.{name}.belongs_to), f64::from(collider.{name}.collides_with)]")
            }
            "u64" => format!("[collider.{name} as f64, 0.0]"),
            of if table.is_choice(of) && line.may_be_missing => {
                format!("[collider.{name}.map_or(-1.0, Choice::number), 0.0]")
            }
            of if table.is_choice(of) => format!("[collider.{name}.number(), 0.0]"),
            _ => format!("[f64::from(collider.{name}), 0.0]"),
        };
        get += &format!("{floats},\n");
    }
    let count = block.lines.len();
    format!(
        "\n/// How many properties a collider has. Each takes two floats.\npub(crate) const PROPERTIES: usize = {count};\n\n\
        /// Sets a property by its number in the table.\n\
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = \"JavaScript has checked that it is whole and fits\")]\n\
        pub(crate) fn set_property(collider: &mut Collider, what: usize, [value, more]: [f64; 2]) {{\nmatch what {{\n{set}}}\n}}\n\n\
        /// All properties, in the order of their numbers.\n\
        pub(crate) fn properties(collider: ColliderRef<'_>) -> [[f64; 2]; PROPERTIES] {{\n[\n{get}]\n}}\n"
    )
}

fn size(table: &Table, block: &Block) -> String {
    format!("\npub(crate) const {}: usize = {};\n", upper(&block.name), table.size(block))
}

fn head(block: &Block, name: &str) -> String {
    let size = upper(&block.name);
    format!(
        "\nimpl Floats for {name} {{\n#[inline]\nfn floats(&self) -> impl AsRef<[f64]> {{\n\
        let mut floats = [0.0; {size}];\n"
    )
}

fn laid(line: &Line, at: usize, value: &str) -> String {
    let write = if line.may_be_missing { "write_some" } else { "write" };
    let as_ref = if line.may_be_missing { format!("{value}.as_ref()") } else { format!("&{value}") };
    format!("{write}(&mut floats, {at}, {as_ref});\n")
}

fn answer(table: &Table, block: &Block) -> String {
    let mut body = String::new();
    for (line, at) in table.places(block).into_iter().filter(|(line, _)| !line.has("@more")) {
        let value = if table.is_choice(&line.of) {
            format!("self.{}.number()", line.name)
        } else {
            format!("self.{}", line.name)
        };
        body += &laid(line, at, &value);
    }
    size(table, block) + &head(block, &block.name) + &body + "floats\n}\n}\n"
}

fn outcome(table: &Table, block: &Block) -> String {
    let mut text = size(table, block) + &head(block, &block.name);
    let places = table.places(block);
    text += "match self {\n";
    for variant in &block.variants {
        text += &format!("{} => {{\nfloats[0] = {}.0;\n", variant.pattern(&block.name), variant.number);
        for (line, at) in places.iter().filter(|(line, _)| variant.fields.contains(&line.name)) {
            text += &format!("write(&mut floats, {at}, {});\n", line.name);
        }
        text += "}\n";
    }
    text + "}\nfloats\n}\n}\n"
}

/// Where the float of this number lies, from `at` on.
fn place(number: usize) -> String {
    if number == 0 { "at".to_owned() } else { format!("at + {number}") }
}
