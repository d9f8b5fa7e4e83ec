//! The table in TypeScript: lists of words, which the core has, too; types, readers of options and properties, decoders of answers.

use super::parse::{Block, Line, Table, What, camel, upper};
use crate::tools::folded;

const HEAD: &str = "\
// Choices, options and answers: their types, and how they lie in the module's numbers.
//
// Generated from docs/table.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.

import * as check from \"./check.js\";
import type { Point, Rect } from \"./check.js\";
import { Owned, numberOf } from \"./owned.js\";
import { timeOf } from \"./time.js\";
import type { Time } from \"./time.js\";
import { wasm } from \"./wasm.js\";
import { LISTS } from \"./words.js\";
import type { WORDS } from \"./words.js\";

/** Names a collider of a world: a number, and never 0. It is never given to another collider of the same world. */
export type Handle = number;

/** The last free place of a motion with a turn. */
export interface FreePlace {
  position: Point;
  /** In degrees. Null if the shape was given by a pose. */
  rotation: number | null;
}

type Floats = ArrayLike<number>;
const pointOf = (list: Floats, at: number): Point => ({ x: list[at]!, y: list[at + 1]! });
const rectOf = (list: Floats, at: number): Rect => ({ ...pointOf(list, at), w: list[at + 2]!, h: list[at + 3]! });
const placeOf = (list: Floats, at: number): FreePlace => ({
  position: pointOf(list, at),
  rotation: Number.isNaN(list[at + 2]) ? null : list[at + 2]!,
});
/** The values in a list of so many floats each. */
export const listOf = <T>(list: Floats, size: number, of: (list: Floats, at: number) => T): T[] =>
  Array.from({ length: list.length / size }, (_, index) => of(list, index * size));

/** The pair of an event. */
export abstract class Pair {
  /**
   * The other one of the pair, and its data. Null if the handle is in neither place. Which of the two is `a` follows from the handles alone: a
   * later collider may have the lower one.
   */
  other(this: WorldEvent, handle: Handle): { handle: Handle; data: number } | null {
    if (handle === this.a) return { handle: this.b, data: this.data[1] };
    return handle === this.b ? { handle: this.a, data: this.data[0] } : null;
  }

  /**
   * Which part of this one of the pair was met: the label that it showed where the two met first. 0 if it has no labels. Null if the handle is
   * in neither place, or if the event names no labels. `World.labelName` tells the name of the part.
   */
  partOf(this: WorldEvent, handle: Handle): number | null {
    const labels = this.hit?.labels ?? this.touch?.labels;
    if (!labels) return null;
    return handle === this.a ? labels[0] : handle === this.b ? labels[1] : null;
  }
}
";

pub(super) fn text(table: &Table) -> String {
    let choices: Vec<&Block> = table.of(What::Choice, "js").collect();
    let is_used =
        |choice: &&&Block| table.0.iter().any(|block| block.lines.iter().any(|line| line.of == choice.name));
    let used: Vec<&str> = choices.iter().filter(is_used).map(|choice| choice.name.as_str()).collect();
    let lists: Vec<String> = used.iter().map(|name| upper(name) + "S").collect();
    let mut text = HEAD.replace("LISTS", &lists.join(", ")).replace("WORDS", &used.join(", "));
    table.of(What::Options, "js").for_each(|block| text += &options(table, block));
    table.of(What::Properties, "js").for_each(|block| text += &properties(table, block));
    table.of(What::Answer, "js").for_each(|block| text += &answer(table, block));
    table.of(What::Outcome, "js").for_each(|block| text += &outcome(table, block));
    text
}

/// The words alone.
pub(super) fn words(table: &Table) -> String {
    let choices: String = table.of(What::Choice, "js").map(choice).collect();
    format!(
        "// The words of choices. A list has them in the order of their numbers.\n//\n\
        // Generated from docs/table.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.\n\n\
        /** A number that changes with what lies where in the module's numbers. The module has the same. */\nexport const LAYOUT = {};\n{choices}",
        table.layout()
    )
}

pub(super) fn comment(text: &str, indent: &str) -> String {
    if text.len() < 120 {
        return format!("{indent}/** {text} */\n");
    }
    format!("{indent}/**\n{}{indent} */\n", folded(text, &format!("{indent} *")))
}

fn name(block: &Block) -> String {
    block.mark("js").unwrap_or(&block.name).to_owned()
}

fn choice(block: &Block) -> String {
    let mut values: Vec<&Line> = block.values().collect();
    values.sort_by_key(|line| line.of.parse::<u32>().unwrap_or_default());
    let words: Vec<String> = values.iter().map(|line| format!("\"{}\"", line.word())).collect();
    let notes: Vec<String> = values.iter().map(|line| format!("\"{}\": {}", line.word(), line.doc)).collect();
    format!(
        "\n{}export type {} = {};\nexport const {}: readonly {1}[] = [{}];\n",
        comment(&format!("{} {}", block.doc, notes.join(" ")), ""),
        block.name,
        words.join(" | "),
        upper(&block.name) + "S",
        words.join(", ")
    )
}

/// The type of what programs give, and how it is checked: as a number.
fn given(table: &Table, line: &Line, value: &str, article: &str) -> (String, String) {
    let article = if line.of == "bool" { "" } else { article };
    let what = format!("\"{article}{}\"", camel(&line.name));
    match line.of.as_str() {
        "bool" => ("boolean".into(), format!("check.flag({value}, {what})")),
        "u64" => ("number".into(), format!("check.whole({value}, {what}, 0, Number.MAX_SAFE_INTEGER)")),
        "usize" => ("number".into(), format!("check.u32({value}, {what})")),
        of if table.is_choice(of) => {
            let read = format!("check.word({value}, {what}, {}S)", upper(of));
            let null = if line.may_be_missing {
                (" | null", format!("{value} === null ? -1 : {read}"))
            } else {
                ("", read)
            };
            (format!("check.Word<{of}>{}", null.0), null.1)
        }
        of => ("number".into(), format!("check.{of}({value}, {what})")),
    }
}

/// A default as it is written.
fn default(table: &Table, line: &Line) -> String {
    match line.of.as_str() {
        of if table.is_choice(of) && line.default == "none" => "null".into(),
        of if table.is_choice(of) => {
            let choice = table.find(of, What::Choice).into_iter().flat_map(Block::values);
            choice
                .filter(|value| value.name == line.default)
                .map(|value| format!("\"{}\"", value.word()))
                .collect()
        }
        "Layers" => line.default.replace('(', "[").replace(')', "]").to_lowercase(),
        _ => line.default.clone(),
    }
}

fn options(table: &Table, block: &Block) -> String {
    let (mut fields, mut read, mut names, mut base) =
        (String::new(), String::new(), Vec::new(), String::new());
    // First of all it is looked whether they are an object, and which names it has.
    let all = format!("(options, what, [...{}, ...more]);\n", upper(&block.name));
    let mut known = format!("  check.known{all}");
    for line in block.lines.iter().filter(|line| line.is_for("js")) {
        let name = camel(&line.name);
        if table.find(&line.of, What::Options).is_some() {
            base = format!(" extends {}", line.of);
            known = format!("  const {name} = read{}{all}", line.of);
            read += &format!("    ...{name},\n");
            continue;
        }
        let value =
            if line.may_be_missing { name.clone() } else { format!("{name} ?? {}", default(table, line)) };
        let (of, check) = match line.of.as_str() {
            "Layers" => ("readonly [number, number]".to_owned(), format!("check.layers({value})")),
            "Size" => ("check.PointLike".to_owned(), format!("check.size({value}, \"{name}\")")),
            _ => given(table, line, &value, if line.may_be_missing { "the " } else { "" }),
        };
        let pair = ["Layers", "Size"].contains(&line.of.as_str());
        let said = if line.may_be_missing {
            line.doc.clone()
        } else {
            format!("{} {} by default.", line.doc, capital(&default(table, line)))
        };
        fields += &format!("{}  {name}?: {of};\n", comment(&said, "  "));
        read += &match (line.may_be_missing, pair) {
            (true, true) => format!("    ...({name} === undefined ? [-1, -1] : {check}),\n"),
            (true, false) => format!("    {name} === undefined ? -1 : {check},\n"),
            (false, _) => format!("    {check},\n"),
        };
        names.push(name);
    }
    let listed: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let size = if block.has("@borrows") {
        format!("export const {}_FLOATS = {};\n", upper(&block.name), table.given_size(block))
    } else {
        String::new()
    };
    format!(
        "\n{0}export interface {1}{base} {{\n{fields}}}\nconst {2} = [{3}];\n{size}\
        /** Reads them as floats for the desk. */\nexport function read{1}(options: {1}, what: string, more: readonly string[] = []): number[] {{\n\
        {known}  const {{ {4} }} = options;\n  return [\n{read}  ];\n}}\n",
        comment(&block.doc, ""),
        block.name,
        upper(&block.name),
        listed.join(", "),
        names.join(", ")
    )
}

fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(text.len().min(1));
    first.to_uppercase() + rest
}

fn properties(table: &Table, block: &Block) -> String {
    let (mut some, mut own, mut read, mut decoded) =
        (String::new(), String::new(), String::new(), String::new());
    let mut setters = String::new();
    for (i, line) in block.lines.iter().enumerate() {
        let (name, default) = (camel(&line.name), default(table, line));
        let at = 2 * i;
        let (of, plain, check, decode) = match line.of.as_str() {
            "Layers" => {
                let of = "readonly [number, number]".to_owned();
                (
                    of,
                    "[number, number]".to_owned(),
                    "check.layers(value)".to_owned(),
                    format!("[list[at + {at}]!, list[at + {}]!]", at + 1),
                )
            }
            _ => {
                let (of, check) = given(table, line, "value", "the ");
                let plain = of.replace("check.Word<", "").replace('>', "");
                let decode = match line.of.as_str() {
                    "bool" => format!("list[at + {at}] === 1"),
                    of if table.is_choice(of) => decoded_word(table, line, at),
                    _ => format!("list[at + {at}]!"),
                };
                (of, plain, format!("[{check}, 0]"), decode)
            }
        };
        some += &format!(
            "{}  {name}?: {of};\n",
            comment(&format!("{} {} by default.", line.doc, capital(&default)), "  ")
        );
        own += &format!("  {name}: {plain};\n");
        read += &format!("  [\"{name}\", {default}, (value: {of}) => {check}],\n");
        decoded += &format!("  {name}: {decode},\n");
        setters += &format!(
            "\n{}  set{}(collider: Handle, {name}: {of}): boolean {{\n    return set(this, collider, {i}, {name});\n  }}\n",
            comment(&super::verbs::setter(line).replace(". None ", ". Null "), "  "),
            capital(&name),
        );
    }
    format!(
        "\n{}export interface ColliderProperties {{\n{some}}}\n\n/** All of them. */\nexport interface ColliderProps {{\n{own}}}\n\n\
        type Read = readonly [name: keyof ColliderProperties, fallback: unknown, read: (value: never) => [number, number]];\n\
        /** In the order of their numbers: the name, the default, and how it is checked. */\nexport const PROPERTIES: readonly Read[] = [\n{read}];\n\
        export const propsOf = (list: Floats, at = 0): ColliderProps => ({{\n{decoded}}});\n\n\
        const set = (world: Owned, collider: Handle, index: number, value: unknown): boolean => {{\n\
        \x20 const [number, more] = PROPERTIES[index]![2](value as never);\n\
        \x20 return wasm.world_set(numberOf(world), check.whole(collider, \"the handle\", 0, Number.MAX_SAFE_INTEGER), index, number, more) === 1;\n}};\n\n\
        /** A world whose colliders have properties. Each says whether the handle was live. */\nexport abstract class Settable extends Owned {{{setters}}}\n",
        comment(&block.doc, "")
    )
}

fn decoded_word(table: &Table, line: &Line, at: usize) -> String {
    let list = upper(&line.of) + "S";
    // The numbers of kinds of tiles are bits.
    let bits = table
        .find(&line.of, What::Choice)
        .is_some_and(|choice| choice.values().enumerate().any(|(i, value)| value.of != i.to_string()));
    let index = if bits { format!("32 - Math.clz32(list[at + {at}]!)") } else { format!("list[at + {at}]!") };
    if line.may_be_missing {
        format!("list[at + {at}]! < 0 ? null : {list}[{index}]!")
    } else {
        format!("{list}[{index}]!")
    }
}

/// The type of an answer's field, and how it is read of the floats.
fn value(table: &Table, line: &Line, at: usize) -> (String, String) {
    let inner = at + usize::from(line.may_be_missing);
    let here = |inner: usize| format!("list[at + {inner}]!");
    let (of, read) = match line.of.as_str() {
        "bool" => ("boolean".into(), format!("list[at + {inner}] === 1")),
        "Count" => ("number | null".into(), format!("{} || null", here(inner))),
        "Handle" => ("Handle".into(), here(inner)),
        "Point" | "PointQ16" => ("Point".into(), format!("pointOf(list, at + {inner})")),
        "Rect" => ("Rect".into(), format!("rectOf(list, at + {inner})")),
        "Time" => ("Time".into(), format!("timeOf(list, at + {inner})")),
        "Place" => ("FreePlace".into(), format!("placeOf(list, at + {inner})")),
        of if of.ends_with("; 2]") => {
            ("[number, number]".into(), format!("[{}, {}]", here(inner), here(inner + 1)))
        }
        of if table.is_choice(of) => (of.to_owned(), decoded_word(table, line, inner)),
        of if line.has("@more") => (format!("{}[]", &of[1..of.len() - 1]), "[]".into()),
        of => match table.made(of) {
            Some(block) => (name(block), format!("{}Of(list, at + {inner})", lower(&block.name))),
            None => ("number".into(), here(inner)),
        },
    };
    if line.may_be_missing {
        (format!("{of} | null"), format!("list[at + {at}] ? {read} : null"))
    } else {
        (of, read)
    }
}

fn lower(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_lowercase() + rest
}

/// The name of a field.
fn own(line: &Line) -> String {
    line.mark("js").map_or_else(|| camel(&line.name), str::to_owned)
}

fn answer(table: &Table, block: &Block) -> String {
    let (mut fields, mut read) = (String::new(), String::new());
    // A class, with the methods of this one.
    let base = block.mark("extends");
    // What a field has is its own here.
    let mut flat = String::new();
    for (line, at) in table.places(block) {
        let (of, how) = value(table, line, at);
        if line.has("@rare") {
            let (of, how) = (of.replace(" | null", ""), how.replace(" : null", ""));
            let (there, how) = how.split_once(" ? ").unwrap_or(("", &how));
            fields += &format!("{}  {}?: {of};\n", comment(&line.doc, "  "), camel(&line.name));
            read += &format!("  ...({there} ? {{ {}: {how} }} : {{}}),\n", camel(&line.name));
            continue;
        }
        if line.has("@flat") {
            read += &format!("  ...{how},\n");
            flat = format!(" extends {of}");
            continue;
        }
        let own = own(line);
        for name in [Some(own.as_str()), line.mark("also")].into_iter().flatten() {
            let is_told = line.doc.contains("There is none");
            let missing = if line.may_be_missing && !is_told { " Null if there is none." } else { "" };
            let doc = comment(&format!("{}{missing}", line.doc), "  ");
            if base.is_some() {
                fields += &format!("{doc}  declare {name}: {of};\n");
                read += &format!("    this.{name} = {how};\n");
            } else {
                fields += &format!("{doc}  {name}: {of};\n");
                read += &format!("  {name}: {how},\n");
            }
        }
    }
    let of = name(block);
    if let Some(base) = base {
        return format!(
            "\n{}export class {of} extends {base} {{\n{fields}  /** @internal */\n  constructor(list: Floats, at: number) {{\n    super();\n{read}  }}\n}}\n\
            export const {} = {};\nexport const {}Of = (list: Floats, at = 0): {of} => new {of}(list, at);\n",
            comment(&block.doc, ""),
            upper(&block.name),
            table.size(block),
            lower(&block.name)
        );
    }
    format!(
        "\n{}export interface {of}{flat} {{\n{fields}}}\nexport const {} = {};\nexport const {}Of = (list: Floats, at = 0): {of} => ({{\n{read}}});\n",
        comment(&block.doc, ""),
        upper(&block.name),
        table.size(block),
        lower(&block.name)
    )
}

fn outcome(table: &Table, block: &Block) -> String {
    let places = table.places(block);
    let (mut types, mut cases) = (String::new(), String::new());
    for (i, variant) in block.variants.iter().enumerate() {
        let kind = format!("kind: \"{}\"", variant.word);
        let (mut fields, mut reads) = (kind.clone(), kind);
        for (line, at) in places.iter().filter(|(line, _)| variant.fields.contains(&line.name)) {
            let (of, how) = value(table, line, *at);
            fields += &format!("; {}: {of}", own(line));
            reads += &format!(", {}: {how}", own(line));
        }
        types += &format!("  | {{ {fields} }}\n");
        let last = i + 1 == block.variants.len();
        let case = if last { String::new() } else { format!("if (list[at] === {}) ", variant.number) };
        cases += &format!("  {case}return {{ {reads} }};\n");
    }
    let of = name(block);
    let types = types.trim_end();
    let notes: Vec<String> = block
        .lines
        .iter()
        .map(|line| format!("{}: {}", own(line), line.doc))
        .chain(
            block
                .variants
                .iter()
                .filter(|it| !it.doc.is_empty())
                .map(|it| format!("\"{}\": {}", it.word, it.doc)),
        )
        .collect();
    format!(
        "\n{}export type {of} =\n{types};\nexport const {} = {};\nexport function {}Of(list: Floats, at = 0): {of} {{\n{cases}}}\n",
        comment(format!("{} {}", block.doc, notes.join(" ")).trim(), ""),
        upper(&block.name),
        table.size(block),
        lower(&block.name),
    )
}
