//! docs/table.txt, read: its blocks, and the forms of their names in other languages.

use crate::tools::{folded, read};

/// A choice, options, properties, an answer or an outcome.
pub(super) struct Block {
    pub(super) what: What,
    /// Its type in Rust.
    pub(super) name: String,
    /// What stands behind that.
    pub(super) words: Vec<String>,
    pub(super) doc: String,
    pub(super) lines: Vec<Line>,
    pub(super) variants: Vec<Variant>,
    /// How Python shows it.
    pub(super) shown: String,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum What {
    Choice,
    Options,
    Properties,
    Answer,
    Outcome,
}

/// A value of a choice, or a field.
pub(super) struct Line {
    pub(super) name: String,
    /// A number, or a type without its `?`.
    pub(super) of: String,
    pub(super) may_be_missing: bool,
    pub(super) default: String,
    pub(super) marks: Vec<String>,
    pub(super) doc: String,
}

/// A variant of an outcome: its name in Rust, number, word, and the names of its fields.
pub(super) struct Variant {
    pub(super) name: String,
    pub(super) number: u32,
    pub(super) word: String,
    pub(super) doc: String,
    pub(super) fields: Vec<String>,
    /// Whether its fields have no names in Rust.
    is_tuple: bool,
    /// Fields that it lacks in Rust, with what they are in C and Python.
    pub(super) others: Vec<(String, String)>,
}

impl Block {
    /// Whether a language has it from the table.
    pub(super) fn is_for(&self, language: &str) -> bool {
        let languages = ["@c", "@js", "@py"];
        let mut named = self.words.iter().filter(|word| languages.contains(&word.as_str())).peekable();
        named.peek().is_none() || named.any(|word| word[1..] == *language)
    }

    pub(super) fn mark(&self, name: &str) -> Option<&str> {
        mark(&self.words, name)
    }

    pub(super) fn has(&self, mark: &str) -> bool {
        self.words.iter().any(|word| word == mark)
    }

    /// The values of a choice; a name in capitals alone is no value in Rust.
    pub(super) fn values(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.name.chars().any(char::is_lowercase))
    }
}

impl Line {
    /// The value of a mark: of `@py=collider` for `py` it is `collider`.
    pub(super) fn mark(&self, name: &str) -> Option<&str> {
        mark(&self.marks, name)
    }

    /// Whether a language has it.
    pub(super) fn is_for(&self, language: &str) -> bool {
        let mut named =
            self.marks.iter().filter(|mark| ["@c", "@js", "@py"].contains(&mark.as_str())).peekable();
        named.peek().is_none() || named.any(|mark| mark[1..] == *language)
    }

    pub(super) fn has(&self, mark: &str) -> bool {
        self.marks.iter().any(|one| one == mark)
    }

    /// The word of a value.
    pub(super) fn word(&self) -> String {
        snake(&self.name).replace('_', "-")
    }
}

fn mark<'a>(marks: &'a [String], name: &str) -> Option<&'a str> {
    marks.iter().find_map(|mark| mark.strip_prefix('@')?.strip_prefix(name)?.strip_prefix('='))
}

impl Variant {
    /// Its pattern in Rust.
    pub(super) fn pattern(&self, of: &str) -> String {
        let (name, fields) = (&self.name, self.fields.join(", "));
        match (self.is_tuple, fields.is_empty()) {
            (true, _) => format!("{of}::{name}({fields})"),
            (_, true) => format!("{of}::{name}"),
            _ => format!("{of}::{name} {{ {fields} }}"),
        }
    }

    /// The value of a field: what `how` makes of its own or of one that is given in the table, or nothing.
    pub(super) fn value(&self, line: &Line, how: impl Fn(&str) -> String) -> Option<String> {
        let given = self.others.iter().find(|(name, _)| *name == line.name);
        let given = given.map(|(_, value)| format!("{}::{value}", line.of));
        self.fields.contains(&line.name).then(|| line.name.clone()).or(given).map(|value| how(&value))
    }
}

/// The table.
pub(crate) struct Table(pub(super) Vec<Block>);

impl Table {
    pub(crate) fn read() -> Result<Table, String> {
        let text = read(&crate::root().join("docs/table.txt"))?;
        let (_, blocks) = text.split_once("\n\n\n").ok_or("docs/table.txt has no introduction")?;
        blocks.split("\n\n").map(block).collect::<Result<_, _>>().map(Table)
    }

    pub(super) fn of(&self, what: What, language: &str) -> impl Iterator<Item = &Block> {
        self.0.iter().filter(move |block| block.what == what && block.is_for(language))
    }

    pub(super) fn find(&self, name: &str, what: What) -> Option<&Block> {
        self.0.iter().find(|block| block.name == name && block.what == what)
    }

    /// The answer or the outcome of this name.
    pub(super) fn made(&self, name: &str) -> Option<&Block> {
        self.find(name, What::Answer).or_else(|| self.find(name, What::Outcome))
    }

    pub(super) fn choice(&self, of: &str) -> Option<&Block> {
        self.find(of, What::Choice)
    }

    pub(super) fn is_choice(&self, of: &str) -> bool {
        self.choice(of).is_some()
    }

    /// How many floats a value takes between WebAssembly and TypeScript.
    pub(super) fn floats(&self, line: &Line) -> usize {
        if line.has("@more") {
            return 0;
        }
        let plain = match line.of.as_str() {
            "Point" | "PointQ16" | "Layers" | "Size" | "[u8; 2]" | "[u64; 2]" => 2,
            "Place" => 3,
            "Rect" => 4,
            "Time" => 5,
            of => self.made(of).map_or(1, |answer| self.size(answer)),
        };
        plain + usize::from(line.may_be_missing)
    }

    /// How many floats options take: what is missing is -1 there.
    pub(super) fn given_size(&self, block: &Block) -> usize {
        block.lines.iter().filter(|line| line.is_for("js")).map(|line| self.given_floats(line)).sum()
    }

    pub(super) fn given_floats(&self, line: &Line) -> usize {
        let inner = self.find(&line.of, What::Options);
        inner.map_or_else(
            || self.floats(line) - usize::from(line.may_be_missing),
            |inner| self.given_size(inner),
        )
    }

    pub(super) fn size(&self, block: &Block) -> usize {
        let kind = usize::from(block.what == What::Outcome);
        kind + block.lines.iter().map(|line| self.floats(line)).sum::<usize>()
    }

    /// The fields, with the place of each. The kind of an outcome lies before them.
    pub(super) fn places<'a>(&self, block: &'a Block) -> Vec<(&'a Line, usize)> {
        let mut at = usize::from(block.what == What::Outcome);
        let place = |line: &'a Line| {
            let here = at;
            at += self.floats(line);
            (line, here)
        };
        block.lines.iter().map(place).collect()
    }

    /// A number that changes with what lies where.
    pub(super) fn layout(&self) -> u32 {
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

pub(super) fn block(text: &str) -> Result<Block, String> {
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
        shown: String::new(),
    };
    for line in lines {
        if let Some(doc) = line.strip_prefix("| ") {
            block.doc = format!("{} {doc}", block.doc).trim().to_owned();
        } else if let Some(shown) = line.strip_prefix("  * ") {
            block.shown = shown.to_owned();
        } else if let Some(variant) = line.strip_prefix("  > ") {
            let (variant, doc) = variant.split_once(" -- ").unwrap_or((variant, ""));
            let (head, fields) = variant.split_once(':').unwrap_or((variant, ""));
            let [name, number, word] = head.split(' ').collect::<Vec<_>>()[..] else {
                return Err(wrong(line));
            };
            let others = fields.split(' ').filter_map(|field| field.split_once('='));
            let own = fields.split(' ').filter(|field| !field.is_empty() && !field.contains('='));
            block.variants.push(Variant {
                name: name.to_owned(),
                number: number.parse().map_err(|_| wrong(line))?,
                word: word.to_owned(),
                doc: doc.to_owned(),
                fields: own.map(|field| field.trim_matches(['(', ')']).to_owned()).collect(),
                is_tuple: fields.contains('('),
                others: others.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
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
pub(super) fn snake(name: &str) -> String {
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
pub(super) fn camel(name: &str) -> String {
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
pub(super) fn upper(name: &str) -> String {
    snake(name).to_uppercase()
}

/// A doc comment of Rust, folded.
pub(super) fn doc(text: &str, indent: usize) -> String {
    folded(text, &format!("{}///", " ".repeat(indent)))
}
