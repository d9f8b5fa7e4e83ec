//! The classes, methods and functions that the Rust of a crate with `PyO3` gives to Python.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::tools::split;

/// What is read of all files.
#[derive(Default)]
pub(super) struct Crate {
    /// By their names in Rust.
    pub(super) classes: BTreeMap<String, Class>,
    /// Methods of a class, or of the macro that writes them for several ones: the name in Rust, the method.
    pub(super) methods: Vec<(String, Function)>,
    pub(super) functions: Vec<Function>,
    /// Where a macro is used with a class.
    pub(super) uses: BTreeSet<(String, String)>,
    /// Other names of types.
    pub(super) aliases: BTreeMap<String, String>,
}

pub(super) struct Class {
    pub(super) name: String,
    pub(super) doc: String,
    words: String,
    pub(super) fields: Vec<Field>,
}

pub(super) struct Field {
    pub(super) name: String,
    pub(super) doc: String,
    pub(super) of: String,
    pub(super) is_shown: bool,
}

#[derive(Clone)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) doc: String,
    pub(super) kind: Kind,
    pub(super) parameters: Vec<Parameter>,
    /// A type of Rust, or nothing.
    pub(super) answer: String,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    New,
    Getter,
    Static,
    Method,
}

/// A parameter of Python with its type in Rust. One without a type is a `*`.
#[derive(Clone)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) default: Option<String>,
    pub(super) of: Option<String>,
    /// Whether the default that is shown is None in Rust, so that nobody gives None.
    pub(super) hides_none: bool,
}

/// The attributes of an item: its text, and the rest as text without spaces outside of strings.
#[derive(Default)]
struct Marks {
    doc: String,
    all: Vec<String>,
}

impl Class {
    /// Whether a word stands in its attribute.
    pub(super) fn has(&self, word: &str) -> bool {
        split(&self.words, ',').iter().any(|one| one == word)
    }
}

impl Function {
    /// With a class in the place of `$class`.
    pub(super) fn with_class(&self, class: &str) -> Function {
        let mut function = self.clone();
        function.answer = function.answer.replace("$class", class);
        function
            .parameters
            .iter_mut()
            .for_each(|it| it.of = it.of.take().map(|of| of.replace("$class", class)));
        function
    }
}

impl Marks {
    fn get(&self, name: &str) -> Option<&str> {
        self.all.iter().find_map(|mark| mark.strip_prefix(name))
    }

    /// What `pyo3(name = ...)` says.
    fn said(&self, name: &str) -> Option<String> {
        let marks = self.all.iter().filter_map(|mark| mark.strip_prefix("pyo3(")?.strip_suffix(')'));
        let mut said = marks.flat_map(|mark| split(mark, ','));
        said.find_map(|one| Some(one.strip_prefix(name)?.strip_prefix('=')?.to_owned()))
    }

    /// What stands in the brackets of a signature.
    fn signature(&self, name: &str) -> Option<String> {
        let said = self.said(name)?;
        Some(said.trim_matches('"').strip_prefix('(')?.strip_suffix(')')?.to_owned())
    }
}

/// The text of tokens, without spaces but those between words, and without lifetimes and borrows.
pub(super) fn text(tokens: TokenStream) -> String {
    let (mut text, mut skip) = (String::new(), false);
    for tree in tokens {
        match tree {
            TokenTree::Punct(punct) if punct.as_char() == '\'' => skip = true,
            TokenTree::Punct(punct) if punct.as_char() == '&' => {}
            TokenTree::Ident(_) if skip => skip = false,
            TokenTree::Ident(ident) if ident == "mut" => {}
            TokenTree::Group(group) => {
                let [open, close] = match group.delimiter() {
                    Delimiter::Parenthesis => ["(", ")"],
                    Delimiter::Bracket => ["[", "]"],
                    Delimiter::Brace => ["{", "}"],
                    Delimiter::None => ["", ""],
                };
                text += &format!("{open}{}{close}", self::text(group.stream()));
            }
            tree => {
                let word = tree.to_string();
                let joins = |c: char| c.is_alphanumeric() || c == '_';
                if text.ends_with(joins) && word.starts_with(joins) {
                    text.push(' ');
                }
                text += &word;
            }
        }
    }
    text
}

/// The value of a literal of a string.
fn unquoted(literal: &str) -> String {
    let raw = literal.trim_start_matches('r').trim_matches('#');
    let inner = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(raw);
    if literal.starts_with('r') {
        inner.to_owned()
    } else {
        inner.replace("\\\"", "\"").replace("\\n", "\n").replace("\\'", "'").replace("\\\\", "\\")
    }
}

impl Crate {
    pub(super) fn read(&mut self, rust: &str) -> Result<(), String> {
        self.items(rust.parse().map_err(|error| format!("{error}"))?, None);
        Ok(())
    }

    /// The items of a file or a block. `of_macro`: the macro that writes them.
    fn items(&mut self, tokens: TokenStream, of_macro: Option<&str>) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let (mut marks, mut words) = (Marks::default(), Vec::<String>::new());
        // What a macro is given first, before methods: their own part of the signature.
        let mut own = Vec::new();
        let mut i = 0;
        while i < trees.len() {
            match &trees[i] {
                TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    i += usize::from(matches!(&trees[i + 1], TokenTree::Punct(it) if it.as_char() == '!'));
                    if let Some(TokenTree::Group(group)) = trees.get(i + 1) {
                        mark(&mut marks, group.stream());
                    }
                    i += 1;
                }
                TokenTree::Group(group) => {
                    let inner = group.stream();
                    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                        [] if i == 0 => own.push(format!("pyo3(signature=({}))", text(inner))),
                        [.., "struct", name] if marks.get("pyclass").is_some() => {
                            self.class(name, &marks, inner);
                        }
                        [.., "macro_rules", "!", name] => self.items(inner, Some(name)),
                        // The arm of a macro, or the block of a `const _`.
                        [.., "=", ">"] | [.., "="] => self.items(inner, of_macro),
                        ["impl", ..]
                            if marks.all.iter().any(|it| it == "pymethods" || it == "pyo3::pymethods") =>
                        {
                            let class = words.last().cloned().unwrap_or_default();
                            let of = of_macro.unwrap_or(&class).to_owned();
                            self.of_impl(&of, inner, &own);
                        }
                        [.., name, "!"] => {
                            self.uses.insert((name.to_owned(), text(inner.clone())));
                            // It may be given methods.
                            self.items(inner, None);
                        }
                        [.., "pub"] => {}
                        [..] if marks.all.iter().any(|it| it == "pyfunction")
                            && words.contains(&"fn".to_owned()) =>
                        {
                            let at = words.iter().position(|word| word == "fn").unwrap_or_default();
                            let answer = answer(&trees[i + 1..]);
                            self.functions.push(function(&words[at + 1], &marks, inner, answer));
                            // What is left of its head.
                            words = vec!["done".into()];
                        }
                        _ => {}
                    }
                    if group.delimiter() == Delimiter::Brace {
                        (marks, words) = (Marks::default(), Vec::new());
                    }
                }
                TokenTree::Punct(punct) if punct.as_char() == ';' => {
                    if let Some(at) = words.iter().position(|word| word == "type") {
                        let equal = words.iter().position(|word| word == "=").unwrap_or(words.len());
                        let start = trees[..i]
                            .iter()
                            .rposition(|it| matches!(it, TokenTree::Punct(it) if it.as_char() == '='));
                        if let (Some(start), true) = (start, at + 1 < equal) {
                            let of = text(trees[start + 1..i].iter().cloned().collect());
                            self.aliases.insert(words[at + 1].clone(), of);
                        }
                    }
                    (marks, words) = (Marks::default(), Vec::new());
                }
                tree => words.push(tree.to_string()),
            }
            i += 1;
        }
    }

    fn class(&mut self, rust: &str, marks: &Marks, fields: TokenStream) {
        let words = marks.get("pyclass(").and_then(|it| it.strip_suffix(')')).unwrap_or_default().to_owned();
        let name = split(&words, ',').iter().find_map(|word| Some(unquoted(word.strip_prefix("name=")?)));
        let all = split(&words, ',').iter().any(|word| word == "get_all");
        let (mut listed, mut marks_of, mut words_of) =
            (Vec::new(), Marks::default(), Vec::<TokenTree>::new());
        let comma: TokenTree = proc_macro2::Punct::new(',', proc_macro2::Spacing::Alone).into();
        let mut depth = 0;
        let mut trees = fields.into_iter().chain([comma]).peekable();
        while let Some(tree) = trees.next() {
            match &tree {
                TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    if let Some(TokenTree::Group(group)) = trees.next() {
                        mark(&mut marks_of, group.stream());
                    }
                }
                TokenTree::Punct(punct) if punct.as_char() == ',' && depth == 0 => {
                    let field = text(std::mem::take(&mut words_of).into_iter().collect());
                    let marks = std::mem::take(&mut marks_of);
                    if let Some((name, of)) = field.split_once(':') {
                        let name = name
                            .rsplit([' ', ')'])
                            .next()
                            .unwrap_or(name)
                            .trim_start_matches("r#")
                            .to_owned();
                        let is_shown = all || marks.all.iter().any(|mark| mark.starts_with("pyo3(get"));
                        listed.push(Field { name, doc: marks.doc, of: of.to_owned(), is_shown });
                    }
                }
                tree => {
                    if let TokenTree::Punct(punct) = tree {
                        depth += i32::from(punct.as_char() == '<') - i32::from(punct.as_char() == '>');
                    }
                    words_of.push(tree.clone());
                }
            }
        }
        let name = name.unwrap_or_else(|| rust.to_owned());
        self.classes.insert(rust.to_owned(), Class { name, doc: marks.doc.clone(), words, fields: listed });
    }

    fn of_impl(&mut self, class: &str, tokens: TokenStream, own: &[String]) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let (mut marks, mut words) = (Marks::default(), Vec::<String>::new());
        for (i, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Group(group) if matches!(&trees[i.saturating_sub(1)], TokenTree::Punct(it) if it.as_char() == '#') =>
                {
                    mark(&mut marks, group.stream());
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    (marks, words) = (Marks::default(), Vec::new());
                }
                TokenTree::Group(group) => {
                    if let Some(at) = words.iter().position(|word| word == "fn") {
                        marks.all.extend_from_slice(own);
                        let made = function(&words[at + 1], &marks, group.stream(), answer(&trees[i + 1..]));
                        self.methods.push((class.to_owned(), made));
                        words = Vec::new();
                    }
                }
                tree => words.push(tree.to_string()),
            }
        }
    }
}

fn mark(marks: &mut Marks, tokens: TokenStream) {
    let mut trees = tokens.clone().into_iter();
    let is_doc = matches!(trees.next(), Some(TokenTree::Ident(ident)) if ident == "doc");
    if is_doc && let Some(TokenTree::Literal(literal)) = trees.nth(1) {
        let line = unquoted(&literal.to_string());
        let line = line.strip_prefix(' ').unwrap_or(&line).trim_end().to_owned();
        marks.doc = if marks.doc.is_empty() { line } else { format!("{}\n{line}", marks.doc) };
        return;
    }
    // The attribute of a signature is read with its spaces: its strings have some.
    marks.all.push(text(tokens));
}

/// The type behind the arrow.
fn answer(trees: &[TokenTree]) -> String {
    let end = trees.iter().position(|tree| {
        matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
            || matches!(tree, TokenTree::Ident(ident) if ident == "where")
    });
    let arrow = text(trees[..end.unwrap_or(0)].iter().cloned().collect());
    arrow.strip_prefix("->").unwrap_or_default().to_owned()
}

fn function(name: &str, marks: &Marks, parameters: TokenStream, answer: String) -> Function {
    let has = |mark: &str| marks.all.iter().any(|one| one == mark);
    let kind = if has("new") {
        Kind::New
    } else if has("getter") {
        Kind::Getter
    } else if has("staticmethod") {
        Kind::Static
    } else {
        Kind::Method
    };
    let given: Vec<(String, String)> = split(&text(parameters), ',')
        .iter()
        .filter_map(|one| one.split_once(':'))
        .map(|(name, of)| (name.trim().trim_start_matches("r#").to_owned(), of.to_owned()))
        .filter(|(name, of)| name != "slf" && !of.starts_with("Python<") && !of.starts_with("Python"))
        .collect();
    let shown = marks.signature("text_signature").or(marks.signature("signature"));
    let mut listed = Vec::new();
    match shown {
        None => listed.extend(given.iter().map(|(name, of)| Parameter {
            name: name.clone(),
            default: None,
            of: Some(of.clone()),
            hides_none: false,
        })),
        Some(shown) => {
            let inner = split(&marks.signature("signature").unwrap_or_default(), ',');
            for one in split(&shown, ',').iter().filter(|one| !one.starts_with('$')) {
                let (name, default) =
                    one.split_once('=').map_or((&**one, None), |(name, default)| (name, Some(default)));
                let name = name.trim().trim_start_matches("r#");
                let of = given.iter().find(|(given, _)| given == name.trim_start_matches('*'));
                let default = default.map(|default| literal(default.trim()));
                let hides_none = default.as_ref().is_some_and(|default| default != "None")
                    && inner.contains(&format!("{name}=None"));
                listed.push(Parameter {
                    name: name.to_owned(),
                    default,
                    of: of.map(|(_, of)| of.clone()),
                    hides_none,
                });
            }
        }
    }
    let renamed = marks.said("name").map(|name| unquoted(&name));
    let name = renamed.unwrap_or_else(|| name.trim_start_matches("r#").to_owned());
    Function { name, doc: marks.doc.clone(), kind, parameters: listed, answer }
}

/// A default of Rust or Python as Python writes it.
fn literal(default: &str) -> String {
    let inner = default.strip_prefix("Some(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(default);
    match inner {
        "true" => "True".into(),
        "false" => "False".into(),
        _ if inner.starts_with(|c: char| c.is_ascii_digit()) && !inner.contains('x') => {
            inner.replace('_', "")
        }
        _ => inner.replace('\'', "\""),
    }
}
