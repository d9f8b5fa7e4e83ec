//! docs/table.txt: what crosses the border to the other languages, in one table. `cargo xtask table --bless` writes a file of each binding from
//! it; a test of this crate compares them, and the table with the library.

mod c;
mod docs;
mod python;
mod rust_wasm;
mod typescript;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::steps::Steps;
use crate::tools::{read, write};

pub(crate) use docs::tables;

/// A choice, options, properties, an answer or an outcome.
pub(crate) struct Block {
    what: What,
    /// Its type in Rust.
    name: String,
    /// What stands behind that.
    words: Vec<String>,
    doc: String,
    lines: Vec<Line>,
    variants: Vec<Variant>,
}

#[derive(Clone, Copy, PartialEq)]
enum What {
    Choice,
    Options,
    Properties,
    Answer,
    Outcome,
}

/// A value of a choice, or a field.
struct Line {
    name: String,
    /// A number, or a type without its `?`.
    of: String,
    may_be_missing: bool,
    default: String,
    marks: Vec<String>,
    doc: String,
}

/// A variant of an outcome: its name in Rust, number, word, and the names of its fields.
struct Variant {
    name: String,
    number: u32,
    word: String,
    fields: Vec<String>,
}

impl Block {
    /// Whether a language has it from the table.
    fn is_for(&self, language: &str) -> bool {
        let languages = ["@c", "@js", "@py"];
        let mut named = self.words.iter().filter(|word| languages.contains(&word.as_str())).peekable();
        named.peek().is_none() || named.any(|word| word[1..] == *language)
    }

    fn has(&self, mark: &str) -> bool {
        self.words.iter().any(|word| word == mark)
    }

    /// The values of a choice; a name in capitals alone is no value in Rust.
    fn values(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.name.chars().any(char::is_lowercase))
    }
}

impl Line {
    /// The value of a mark: of `@py=collider` for `py` it is `collider`.
    fn mark(&self, name: &str) -> Option<&str> {
        self.marks.iter().find_map(|mark| mark.strip_prefix('@')?.strip_prefix(name)?.strip_prefix('='))
    }

    fn has(&self, mark: &str) -> bool {
        self.marks.iter().any(|one| one == mark)
    }

    /// The word of a value.
    fn word(&self) -> String {
        snake(&self.name).replace('_', "-")
    }
}

/// The table.
pub(crate) struct Table(Vec<Block>);

impl Table {
    pub(crate) fn read() -> Result<Table, String> {
        let text = read(&crate::root().join("docs/table.txt"))?;
        let (_, blocks) = text.split_once("\n\n\n").ok_or("docs/table.txt has no introduction")?;
        blocks.split("\n\n").map(block).collect::<Result<_, _>>().map(Table)
    }

    fn of(&self, what: What, language: &str) -> impl Iterator<Item = &Block> {
        self.0.iter().filter(move |block| block.what == what && block.is_for(language))
    }

    fn find(&self, name: &str, what: What) -> Option<&Block> {
        self.0.iter().find(|block| block.name == name && block.what == what)
    }

    fn is_choice(&self, of: &str) -> bool {
        self.find(of, What::Choice).is_some()
    }

    /// How many floats a value takes between WebAssembly and TypeScript.
    fn floats(&self, line: &Line) -> usize {
        let plain = match line.of.as_str() {
            "Point" | "PointQ16" | "Layers" | "[u8; 2]" | "[u64; 2]" => 2,
            "Place" => 3,
            "Rect" => 4,
            "Time" => 5,
            of => self.find(of, What::Answer).map_or(1, |answer| self.size(answer)),
        };
        plain + usize::from(line.may_be_missing)
    }

    fn size(&self, block: &Block) -> usize {
        let kind = usize::from(block.what == What::Outcome);
        kind + block.lines.iter().map(|line| self.floats(line)).sum::<usize>()
    }

    /// The fields, with the place of each. The kind of an outcome lies behind what every variant has.
    fn places<'a>(&self, block: &'a Block) -> Vec<(&'a Line, usize)> {
        let mut at = 0;
        let place = |line: &'a Line| {
            let of_variant = block.variants.iter().any(|variant| variant.fields.contains(&line.name));
            let here = at + usize::from(of_variant);
            at += self.floats(line);
            (line, here)
        };
        block.lines.iter().map(place).collect()
    }

    /// Where the kind of an outcome lies.
    fn kind_at(&self, block: &Block) -> usize {
        let of_all = |line: &&Line| !block.variants.iter().any(|variant| variant.fields.contains(&line.name));
        block.lines.iter().filter(of_all).map(|line| self.floats(line)).sum()
    }

    /// A number that changes with what lies where.
    fn layout(&self) -> u32 {
        let mut text = String::new();
        for block in self.0.iter().filter(|block| block.is_for("js")) {
            text += &format!(
                "{} {:?} ",
                block.name,
                block.variants.iter().map(|it| (&it.word, it.number)).collect::<Vec<_>>()
            );
            for line in &block.lines {
                text += &format!("{} {} {},", line.name, line.of, line.may_be_missing);
            }
        }
        text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }
}

fn block(text: &str) -> Result<Block, String> {
    let wrong = |line: &str| format!("docs/table.txt: this line cannot be read: {line}");
    let mut lines = text.trim().lines();
    let head = lines.next().ok_or("docs/table.txt has an empty block")?;
    let mut words = head.split(' ').map(str::to_owned);
    let what = match words.next().as_deref() {
        Some("choice") => What::Choice,
        Some("options") => What::Options,
        Some("properties") => What::Properties,
        Some("answer") => What::Answer,
        Some("outcome") => What::Outcome,
        _ => return Err(wrong(head)),
    };
    let name = words.next().ok_or_else(|| wrong(head))?;
    let mut block = Block {
        what,
        name,
        words: words.collect(),
        doc: String::new(),
        lines: Vec::new(),
        variants: Vec::new(),
    };
    for line in lines {
        if let Some(doc) = line.strip_prefix("| ") {
            block.doc = format!("{} {doc}", block.doc).trim().to_owned();
        } else if let Some(variant) = line.strip_prefix("  > ") {
            let (head, fields) = variant.split_once(": ").ok_or_else(|| wrong(line))?;
            let [name, number, word] = head.split(' ').collect::<Vec<_>>()[..] else {
                return Err(wrong(line));
            };
            block.variants.push(Variant {
                name: name.to_owned(),
                number: number.parse().map_err(|_| wrong(line))?,
                word: word.to_owned(),
                fields: fields.split(' ').map(str::to_owned).collect(),
            });
        } else {
            let (left, doc) = line.trim().split_once(" -- ").ok_or_else(|| wrong(line))?;
            let (name, of) = left.split_once(' ').ok_or_else(|| wrong(line))?;
            let (of, marks) =
                of.split_once(" @").map_or((of, String::new()), |(of, marks)| (of, format!("@{marks}")));
            let (of, default) = of.split_once('=').unwrap_or((of, ""));
            block.lines.push(Line {
                name: name.to_owned(),
                of: of.trim_end_matches('?').to_owned(),
                may_be_missing: of.ends_with('?'),
                default: default.to_owned(),
                marks: marks.split(' ').filter(|mark| !mark.is_empty()).map(str::to_owned).collect(),
                doc: doc.to_owned(),
            });
        }
    }
    Ok(block)
}

/// `LabelHit` is `label_hit`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(c.to_lowercase());
    }
    text
}

/// `first_only` is `firstOnly`.
fn camel(name: &str) -> String {
    let (mut text, mut up) = (String::new(), false);
    for c in name.chars() {
        if c == '_' {
            up = true;
        } else {
            text.push_str(&if up { c.to_uppercase().to_string() } else { c.to_string() });
            up = false;
        }
    }
    text
}

/// `LabelHit` is `LABEL_HIT`.
fn upper(name: &str) -> String {
    snake(name).to_uppercase()
}

/// A doc comment of Rust, folded.
fn doc(text: &str, indent: usize) -> String {
    let margin = format!("{}///", " ".repeat(indent));
    let mut lines = margin.clone();
    let mut length = margin.len();
    for word in text.split(' ') {
        if length + word.len() + 1 > 140 {
            lines += &format!("\n{margin}");
            length = margin.len();
        }
        lines += &format!(" {word}");
        length += word.len() + 1;
    }
    lines + "\n"
}

/// The files that are made of the table, with what they must be.
fn made(table: &Table) -> Vec<(PathBuf, String)> {
    let file = |path: &str| crate::root().join("crates").join(path);
    vec![
        (file("hitmask-capi/src/table.rs"), c::text(table)),
        (file("hitmask-wasm/src/table.rs"), rust_wasm::text(table)),
        (file("hitmask-wasm/js/src/table.ts"), typescript::text(table)),
        (file("hitmask-wasm/js/src/words.ts"), typescript::words(table)),
        (file("hitmask-python/src/table.rs"), python::text(table)),
    ]
}

/// As `cargo fmt` would leave it.
fn formatted(path: &Path, text: &str) -> Result<String, String> {
    if path.extension().is_none_or(|end| end != "rs") {
        return Ok(text.to_owned());
    }
    let mut command = Command::new("rustfmt");
    command
        .args(["--edition", "2024"])
        .current_dir(crate::root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("rustfmt: {error}"))?;
    let mut input = child.stdin.take().ok_or("rustfmt reads nothing")?;
    input.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    drop(input);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if output.status.success() {
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    } else {
        Err(format!("rustfmt cannot read what is made for {}", path.display()))
    }
}

pub(crate) fn bless(steps: &mut Steps) {
    steps.check("writing what is made of docs/table.txt", || {
        made(&Table::read()?).iter().try_for_each(|(path, text)| write(path, &formatted(path, text)?))
    });
}

pub(crate) fn check(steps: &mut Steps) {
    steps.check("what is made of docs/table.txt", stale);
}

fn stale() -> Result<(), String> {
    for (path, text) in made(&Table::read()?) {
        if read(&path)?.replace("\r\n", "\n") != formatted(&path, &text)? {
            let name = path.display();
            return Err(format!("{name} is not what docs/table.txt says: run `cargo xtask table --bless`"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_what_the_table_says() {
        assert_eq!(stale(), Ok(()));
    }

    /// A field of the library is in the table, or named here with the reason.
    #[test]
    fn the_table_has_what_the_library_has() {
        const ELSEWHERE: [&str; 7] = [
            "Collider::shape",
            "Collider::transform",
            "Collider::custom",
            "WorldStats::times",
            // These are outcomes: their variants are in the table.
            "CastHit::cast",
            "TurningHit::cast",
            // Exhaustive, and seldom of use: PackForm of a later format.
            "PackForm::other",
        ];
        let listing = read(&crate::root().join("docs/api/hitmask.txt")).unwrap();
        for block in &Table::read().unwrap().0 {
            let own = format!("pub hitmask::{}::", block.name);
            let fields = listing
                .lines()
                .filter_map(|line| line.strip_prefix(&own))
                .map(|rest| rest.split(':').next().unwrap());
            let missing: Vec<&str> = fields
                .filter(|field| !field.contains('('))
                .filter(|field| !block.lines.iter().any(|line| line.name == *field))
                .filter(|field| !ELSEWHERE.contains(&format!("{}::{field}", block.name).as_str()))
                .collect();
            assert!(missing.is_empty(), "docs/table.txt lacks {missing:?} of {}", block.name);
        }
    }

    #[test]
    fn names_and_blocks_are_read() {
        assert_eq!(
            (snake("LabelHit"), camel("first_only"), upper("LabelHit")),
            ("label_hit".into(), "firstOnly".into(), "LABEL_HIT".into())
        );
        let block =
            block("answer Two @js\n| Doc\n| more.\n  a u32? @js=b -- One.\n  c Point -- Two.").unwrap();
        assert_eq!(
            (block.name.as_str(), block.doc.as_str(), block.is_for("js"), block.is_for("c")),
            ("Two", "Doc more.", true, false)
        );
        let first = &block.lines[0];
        assert_eq!((first.of.as_str(), first.may_be_missing, first.mark("js")), ("u32", true, Some("b")));
        assert_eq!(Table(Vec::new()).places(&block).iter().map(|it| it.1).collect::<Vec<_>>(), [0, 2]);
    }
}
