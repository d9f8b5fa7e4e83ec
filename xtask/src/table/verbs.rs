//! docs/verbs.txt, read: verbs that have the same form in each language, with the sentences of the library.

use std::collections::BTreeMap;

use super::parse::Table;
use crate::tools::{read, split};

/// The verbs of a type in one part of the header.
pub(super) struct Class {
    /// Its type in the library.
    pub(super) name: String,
    pub(super) module: String,
    /// How C takes it and how Python does: names, then what looks at it, changes it, and looks at it in other ways.
    pub(super) c: Vec<String>,
    pub(super) py: Vec<String>,
    pub(super) verbs: Vec<Verb>,
    /// How Python shows it.
    pub(super) shown: Option<String>,
}

#[derive(Default)]
pub(super) struct Verb {
    pub(super) name: String,
    pub(super) arguments: Vec<Argument>,
    /// Its type alone.
    pub(super) answer: String,
    pub(super) is_live: bool,
    pub(super) is_placed: bool,
    pub(super) is_list: bool,
    pub(super) may_be_missing: bool,
    pub(super) may_fail: bool,
    marks: Vec<String>,
    said: Option<String>,
    /// What is only true in a language.
    notes: Vec<(String, String)>,
}

pub(super) struct Argument {
    pub(super) name: String,
    pub(super) of: String,
    pub(super) default: Option<String>,
}

impl Verb {
    pub(super) fn has(&self, mark: &str) -> bool {
        self.marks.iter().any(|one| one == mark)
    }

    pub(super) fn mark(&self, name: &str) -> Option<&str> {
        self.marks.iter().find_map(|mark| mark.strip_prefix('@')?.strip_prefix(name)?.strip_prefix('='))
    }

    pub(super) fn is_for(&self, language: &str) -> bool {
        let other = if language == "c" { "@py" } else { "@c" };
        !self.has(other)
    }

    /// Its name in a language.
    pub(super) fn name_in(&self, language: &str) -> &str {
        self.mark(language).unwrap_or(&self.name)
    }

    /// Its name in the library. What may be refused has a checked form.
    pub(super) fn rust(&self) -> String {
        let tried = if self.may_fail { format!("try_{}", self.name) } else { self.name.clone() };
        self.mark("rust").map_or(tried, str::to_owned)
    }

    /// Which of the ways of its class it takes: that which looks, changes, or looks in another way.
    pub(super) fn way(&self) -> usize {
        ["@edit", "@ask", "@long"].iter().position(|mark| self.has(mark)).map_or(0, |at| at + 1)
    }

    /// Whether it is about two things of its class.
    pub(super) fn is_of_pair(&self) -> bool {
        self.arguments.iter().any(|argument| argument.of == "Self" || argument.of == "Placed")
    }
}

/// All classes, in the order of the file.
pub(super) fn classes() -> Result<Vec<Class>, String> {
    let text = read(&crate::root().join("docs/verbs.txt"))?.replace("\r\n", "\n");
    let (_, blocks) = text.split_once("\n\n\n").ok_or("docs/verbs.txt has no introduction")?;
    let mut classes: Vec<Class> = Vec::new();
    for block in blocks.trim_end().split("\n\n") {
        let class = class(block, &classes)
            .ok_or_else(|| format!("docs/verbs.txt: this block cannot be read: {block}"))?;
        classes.push(class);
    }
    Ok(classes)
}

fn class(block: &str, before: &[Class]) -> Option<Class> {
    let mut lines = block.lines();
    let (name, module) = lines.next()?.strip_prefix("class ")?.split_once(' ')?;
    let first = before.iter().find(|class| class.name == name);
    let (c, py) = first.map_or(Default::default(), |class| (class.c.clone(), class.py.clone()));
    let mut class =
        Class { name: name.to_owned(), module: module.to_owned(), c, py, verbs: Vec::new(), shown: None };
    for line in lines {
        let ways = |rest: &str| rest.split(" | ").map(|way| way.trim().to_owned()).collect();
        if let Some(note) = line.strip_prefix("    ") {
            let (language, note) = note.split_once(' ')?;
            class.verbs.last_mut()?.notes.push((language.to_owned(), note.to_owned()));
        } else if let Some(shown) = line.strip_prefix("  * ") {
            class.shown = Some(shown.to_owned());
        } else if let Some(line) = line.strip_prefix("  ") {
            class.verbs.push(verb(line)?);
        } else if let Some(rest) = line.strip_prefix("c ") {
            class.c = ways(rest);
        } else {
            class.py = ways(line.strip_prefix("py ")?);
        }
    }
    Some(class)
}

fn verb(line: &str) -> Option<Verb> {
    let (line, said) =
        line.split_once(" -- ").map_or((line, None), |(line, said)| (line, Some(said.to_owned())));
    let (head, rest) = line.split_once(" -> ")?;
    let (answer, marks) =
        rest.split_once(" @").map_or((rest, String::new()), |(answer, marks)| (answer, format!("@{marks}")));
    let (name, arguments) = head.split_once(' ').unwrap_or((head, ""));
    let mut verb = Verb { name: name.to_owned(), said, ..Verb::default() };
    verb.marks = marks.split(' ').map(str::to_owned).collect();
    // A default may have commas, too, in parentheses.
    for one in split(arguments, ',') {
        let (name, of) = one.split_once(' ')?;
        let (of, default) =
            of.split_once('=').map_or((of, None), |(of, default)| (of, Some(default.to_owned())));
        verb.arguments.push(Argument { name: name.to_owned(), of: of.to_owned(), default });
    }
    let mut answer = answer;
    let mut takes = |start: &str, end: &str| {
        let inner = answer.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
        answer = inner.unwrap_or(answer);
        inner.is_some()
    };
    verb.may_fail = takes("", "!");
    verb.may_be_missing = takes("", "?");
    verb.is_live = takes("live ", "");
    verb.is_placed = takes("placed ", "");
    verb.is_list = takes("[", "]");
    verb.answer = answer.to_owned();
    Some(verb)
}

/// What the library says of its methods, by type and method: the first paragraphs of the documentation, and the names of the parameters.
pub(super) struct Sentences(Methods);
type Methods = BTreeMap<(String, String), (String, Vec<String>)>;

impl Sentences {
    pub(super) fn read() -> Result<Sentences, String> {
        let mut all = BTreeMap::new();
        gather(&crate::root().join("crates/hitmask/src"), &mut all)?;
        Ok(Sentences(all))
    }

    fn method(&self, class: &Class, name: &str) -> Option<&(String, Vec<String>)> {
        self.0.get(&(class.name.clone(), name.to_owned()))
    }

    /// What a verb does, in a language.
    pub(super) fn of(
        &self,
        table: &Table,
        class: &Class,
        verb: &Verb,
        language: &str,
    ) -> Result<String, String> {
        let [this, other] =
            if language == "c" && verb.is_of_pair() { ["a", "b"] } else { ["it", "the other"] };
        let own = self.method(class, &verb.name).map(|(sentence, _)| sentence.clone());
        let text =
            verb.said.clone().or(own).map(|text| neutral(&text, this, other)).filter(|text| !text.is_empty());
        let mut text =
            text.ok_or_else(|| format!("docs/verbs.txt: {}.{} needs a sentence", class.name, verb.name))?;
        if language == "c" {
            text = text.replace(". None ", ". Not found ").replace('`', "");
        } else if language == "js" {
            text = text.replace(". None ", ". Null ");
        } else if verb.answer == "Rect"
            || verb.arguments.iter().any(|argument| matches!(&*argument.of, "Rect" | "Area"))
        {
            let word = if text.contains("rectangles") { "rectangles" } else { "rectangle" };
            text = text.replacen(word, &format!("{word} (x, y, width, height)"), 1);
        } else if verb.answer == "Point" && !verb.is_list {
            // "None if no pixel is solid" is about none.
            let named = text.find(" pixel ").is_some_and(|at| !text[..at].ends_with(" no"));
            text = text.replacen(" pixel ", if named { " pixel (x, y) " } else { " pixel " }, 1);
        }
        for argument in &verb.arguments {
            let Some(choice) = table.choice(&argument.of) else { continue };
            let own = format!("hitmask_{}", choice.words[0]);
            match language {
                "c" if !text.contains(&own) => text += &format!(" The {} is a {own}.", argument.name),
                "py" if !text.contains(&own) => {
                    let words: Vec<String> =
                        choice.values().map(|value| format!("'{}'", value.word())).collect();
                    let (last, others) = words.split_last().ok_or("a choice has values")?;
                    text += &format!(" {}: {} or {last}.", argument.name, others.join(", "));
                }
                _ => {}
            }
        }
        for (_, note) in verb.notes.iter().filter(|note| note.0 == language) {
            text += &format!(" {note}");
        }
        Ok(text)
    }
}

/// A paragraph without what is about Rust alone: links to other items, and stale handles, which are an error elsewhere. `this` and `other` are
/// what the two are called there.
fn neutral(paragraph: &str, this: &str, other: &str) -> String {
    let own = if this == "it" { "its" } else { "a's" };
    let text = paragraph.replace("`self`'s", own).replace("`self`", this).replace("`other`", other);
    let text = text.replace(", or if the handle is stale", "").replace("the handle is stale or ", "");
    let (mut kept, mut rest) = (Vec::new(), text.as_str());
    while !rest.is_empty() {
        let end = rest.find(". ").map_or(rest.len(), |at| at + 1);
        let (sentence, after) = rest.split_at(end);
        rest = after.trim_start();
        let is_rust = sentence.contains('[')
            || sentence.contains("::")
            || sentence.contains("Clones share")
            || sentence.contains("`Arc`");
        if !is_rust
            && !sentence.starts_with("None if the handle is stale")
            && !sentence.starts_with("None if a handle is stale")
        {
            kept.push(sentence);
        }
    }
    kept.join(" ")
}

/// What the setter of a property does.
pub(super) fn setter(line: &super::parse::Line) -> String {
    let doc = &line.doc;
    if ["Whether ", "The ", "Its "].iter().any(|start| doc.starts_with(start)) {
        format!("Sets {}{}", doc[..1].to_lowercase(), &doc[1..])
    } else {
        format!("Sets the {} of a collider. {doc}", line.name)
    }
}

/// The documented methods of a folder.
fn gather(folder: &std::path::Path, all: &mut Methods) -> Result<(), String> {
    for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())?.flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, all)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            methods(&read(&path)?, all);
        }
    }
    Ok(())
}

/// The methods of a file that is formatted as rustfmt does it.
fn methods(rust: &str, all: &mut Methods) {
    let word =
        |text: &str| -> String { text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    let (mut of, mut doc, mut is_over) = (String::new(), Vec::new(), false);
    let mut start = 0;
    for line in rust.lines() {
        let here = start;
        start += line.len() + 1;
        if line.starts_with("impl") {
            let head = line.split_once(" for ").map_or(line, |(_, head)| head);
            let head = head.trim_start_matches("impl");
            let generic = head.starts_with('<').then(|| head.split_once("> ")).flatten();
            of = word(generic.map_or(head, |(_, rest)| rest).trim_start());
        }
        if let Some(text) = line.strip_prefix("    ///") {
            is_over |= text.trim().is_empty();
            if !is_over {
                doc.push(text.trim());
            }
        } else if !line.trim_start().starts_with('#') {
            let head = line.trim_start().strip_prefix("pub ").map(|head| head.trim_start_matches("const "));
            if let Some(name) = head.and_then(|head| head.strip_prefix("fn ")) {
                // Those of macros, which write them for several types, are further in.
                let of = if line.starts_with("     ") { "" } else { &of };
                all.insert((of.to_owned(), word(name)), (doc.join(" "), parameters(&rust[here..])));
            }
            (doc, is_over) = (Vec::new(), false);
        }
    }
}

/// The names of the parameters of a method whose head begins here, without `self`.
fn parameters(rust: &str) -> Vec<String> {
    let head = rust.split_once('{').map_or(rust, |(head, _)| head);
    let (_, rest) = head.split_once("self").or(head.split_once('(')).unwrap_or_default();
    let parts = split(rest.rsplit_once(')').map_or(rest, |(all, _)| all), ',');
    parts.iter().filter_map(|one| Some(one.split_once(':')?.0.trim().to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two arguments of one type could change places, and a verb could call another one of the same form: both would compile.
    #[test]
    fn verbs_call_their_own_and_name_what_they_give_as_the_library_does() {
        let all = Sentences::read().unwrap();
        for class in classes().unwrap() {
            for verb in &class.verbs {
                let (name, rust) = (&verb.name, verb.rust());
                if ["clone", "equals"].contains(&&**name) {
                    // Of traits of Rust.
                    continue;
                }
                let own = format!("{}.{name}", class.name);
                assert_eq!(rust.trim_start_matches("try_"), name, "what {own} calls");
                let of_macro = all.0.get(&(String::new(), name.clone()));
                let known = all.method(&class, &rust).or(all.method(&class, name)).or(of_macro);
                let (_, names) = known.unwrap_or_else(|| panic!("the library has no {own}"));
                for (argument, theirs) in verb.arguments.iter().zip(names) {
                    let twice = verb.arguments.iter().filter(|other| other.of == argument.of).count() > 1;
                    assert!(
                        !twice || argument.name == *theirs,
                        "{own}: {theirs} is called {}",
                        argument.name
                    );
                }
            }
        }
    }

    #[test]
    fn a_verb_is_read() {
        let verb = verb("grow n u32, at Point=(0, 0) -> live placed Mask! @ask @c=larger -- All, and more.")
            .unwrap();
        let arguments: Vec<_> =
            verb.arguments.iter().map(|it| (&*it.name, &*it.of, it.default.as_deref())).collect();
        assert_eq!(arguments, [("n", "u32", None), ("at", "Point", Some("(0, 0)"))]);
        assert_eq!(
            (&*verb.answer, verb.is_live, verb.is_placed, verb.may_fail, verb.is_list),
            ("Mask", true, true, true, false)
        );
        assert_eq!(
            (verb.name_in("c"), verb.name_in("py"), &*verb.rust(), verb.way()),
            ("larger", "grow", "try_grow", 2)
        );
        assert_eq!(verb.said.as_deref(), Some("All, and more."));
    }

    #[test]
    fn a_sentence_is_that_of_the_library() {
        let mut all = BTreeMap::new();
        methods(
            "impl<T> One {\n    /// As `self`'s. See [`Two`]. None if the handle is stale.\n    ///\n    /// More.\n    #[must_use]\n    pub fn ask(\n        &self,\n        a: [u8; 2],\n        b: u8,\n    ) {",
            &mut all,
        );
        let (sentence, names) = &all[&("One".to_owned(), "ask".to_owned())];
        assert_eq!(
            (&*neutral(sentence, "it", "the other"), &**names),
            ("As its.", &["a".to_owned(), "b".to_owned()][..])
        );
    }
}
