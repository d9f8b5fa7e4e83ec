//! What a file of Rust says about its place in a crate: the paths that it uses, and the names that it declares.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The names from the root of the crate. The root itself is empty. A glob ends with `*`.
pub(crate) type Path = Vec<String>;

#[derive(Clone, Debug)]
pub(crate) struct Use {
    pub(crate) path: Path,
    pub(crate) line: usize,
    /// How many names must lead to a module for the path to count. It may be one of another crate if it begins with a plain name.
    pub(crate) at_least: usize,
}

/// A file under `src`, read without its test code.
#[derive(Default)]
pub(crate) struct Source {
    /// Its path under `src`.
    pub(crate) name: String,
    pub(crate) module: Path,
    pub(crate) uses: Vec<Use>,
    /// What `use` gives a name here, and whether others see it.
    pub(crate) imports: Vec<(String, Use, bool)>,
    /// Structs, enums, traits and type aliases, with their lines. Associated types do not count.
    pub(crate) types: Vec<(String, usize)>,
    /// All names that are declared.
    pub(crate) items: BTreeSet<String>,
    /// The modules that have a file of their own.
    pub(crate) modules: BTreeSet<String>,
    /// All words outside `use`.
    words: BTreeSet<String>,
}

impl Source {
    pub(crate) fn new(name: &str, text: &str) -> Source {
        let mut module: Path = name.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        module.pop_if(|last| matches!(last.as_str(), "mod" | "lib" | "main"));
        let mut source = Source { name: name.to_owned(), module: module.clone(), ..Source::default() };
        source.read(&module, text.parse().unwrap_or_else(|error| panic!("{name}: {error}")), false);
        // What is only passed on is not used.
        let used =
            source.imports.iter().filter(|(name, _, is_public)| !is_public || source.words.contains(name));
        source.uses.extend(used.map(|(_, import, _)| import.clone()).collect::<Vec<_>>());
        source
    }

    /// Reads the tokens of a module, or of a group in it. `associated`: types in it belong to an `impl` or a `trait`.
    fn read(&mut self, here: &[String], tokens: TokenStream, associated: bool) {
        let trees = without_tests(tokens);
        // The words of the item so far.
        let mut words: Vec<String> = Vec::new();
        let mut i = 0;
        while i < trees.len() {
            let before = words.last().map_or("", String::as_str);
            match &trees[i] {
                // pub(crate)
                TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis && before == "pub" => {
                }
                TokenTree::Group(group) => {
                    let is_block = group.delimiter() == Delimiter::Brace;
                    let has = |word: &str| is_block && words.iter().any(|found| found == word);
                    let inner = match words.as_slice() {
                        [.., keyword, name] if is_block && keyword == "mod" => &then(here, name),
                        _ => here,
                    };
                    self.read(inner, group.stream(), !has("fn") && (has("impl") || has("trait")));
                    if is_block {
                        words.clear();
                    }
                }
                // Not `impl Trait + use<>`.
                TokenTree::Ident(ident)
                    if ident == "use" && !trees.get(i + 1).is_some_and(|next| is(next, '<')) =>
                {
                    let end =
                        trees[i..].iter().position(|tree| is(tree, ';')).map_or(trees.len(), |at| i + at);
                    let is_public = words.iter().any(|word| word == "pub");
                    self.import(here, None, &trees[i + 1..end], is_public);
                    i = end;
                    words.clear();
                }
                TokenTree::Ident(ident) => {
                    let (name, line) = (word(ident), ident.span().start().line);
                    if i > 0 && matches!(trees[i - 1], TokenTree::Ident(_)) {
                        let is_type =
                            matches!(before, "struct" | "enum" | "trait") || before == "type" && !associated;
                        if is_type {
                            self.types.push((name.clone(), line));
                        }
                        if before == "mod" && trees.get(i + 1).is_some_and(|next| is(next, ';')) {
                            self.modules.insert(name.clone());
                        } else if is_type || matches!(before, "fn" | "const" | "static" | "mod") {
                            self.items.insert(name.clone());
                        }
                    }
                    if joins(&trees, i + 1) && !(i > 1 && joins(&trees, i - 2)) {
                        let mut path = step(here, None, &name);
                        while let Some(TokenTree::Ident(next)) =
                            trees.get(i + 3).filter(|_| joins(&trees, i + 1))
                        {
                            path = step(here, Some(path), &word(next));
                            i += 3;
                        }
                        self.uses.push(Use { path: path.0, line, at_least: path.1 });
                    }
                    self.words.insert(name.clone());
                    words.push(name);
                }
                tree if is(tree, ';') => words.clear(),
                // A lifetime.
                tree if is(tree, '\'') => i += 1,
                _ => {}
            }
            i += 1;
        }
    }

    /// Reads what stands between `use` and `;`, or in the braces after a path.
    fn import(
        &mut self,
        here: &[String],
        before: Option<(Path, usize)>,
        trees: &[TokenTree],
        is_public: bool,
    ) {
        for tree in trees.split(|tree| is(tree, ',')).filter(|tree| !tree.is_empty()) {
            let (mut path, mut name) = (before.clone(), None);
            for (i, token) in tree.iter().enumerate() {
                match token {
                    TokenTree::Group(group) => {
                        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                        self.import(here, path.take(), &inner, is_public);
                    }
                    TokenTree::Ident(ident) if ident == "as" => {
                        name = tree.get(i + 1).map(ToString::to_string);
                        break;
                    }
                    TokenTree::Ident(ident) => path = Some(step(here, path, &word(ident))),
                    star if is(star, '*') => path = Some(step(here, path, "*")),
                    _ => {}
                }
            }
            let Some((path, at_least)) = path else { continue };
            let line = tree[0].span().start().line;
            let name = name.or_else(|| path.last().cloned()).unwrap_or_default();
            if path == then(&self.module, &name) {
                // A macro that its own file passes on.
                self.items.insert(name);
            } else {
                self.imports.push((name, Use { path, line, at_least }, is_public));
            }
        }
    }
}

fn word(ident: &proc_macro2::Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

fn is(tree: &TokenTree, mark: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// Whether `::` stands at a position.
fn joins(trees: &[TokenTree], at: usize) -> bool {
    [at, at + 1].into_iter().all(|at| trees.get(at).is_some_and(|tree| is(tree, ':')))
}

fn then(path: &[String], name: &str) -> Path {
    [path, &[name.to_owned()]].concat()
}

/// A path that is one name longer, with how many names must lead to a module. None: this name is the first.
fn step(here: &[String], path: Option<(Path, usize)>, name: &str) -> (Path, usize) {
    let (is_first, (path, at_least)) = (path.is_none(), path.unwrap_or_else(|| (here.to_vec(), 0)));
    match name {
        "crate" => (Path::new(), 0),
        "self" => (path, at_least),
        "super" => (path[..path.len().saturating_sub(1)].to_vec(), at_least),
        _ => (then(&path, name), if is_first { here.len() + 1 } else { at_least }),
    }
}

/// Leaves out the items under `#[cfg(test)]`, together with the attribute.
fn without_tests(tokens: TokenStream) -> Vec<TokenTree> {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut trees = tokens.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let is_test = matches!(&tree, TokenTree::Group(group) if group.stream().to_string() == "cfg (test)");
        if !(is_test && kept.last().is_some_and(|tree| is(tree, '#'))) {
            kept.push(tree);
            continue;
        }
        kept.pop();
        while let Some(tree) = trees.next() {
            let is_block = matches!(&tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
            // `use a::{b};` goes on after its brace.
            if is(&tree, ';') || is_block && !trees.peek().is_some_and(|next| is(next, ';')) {
                break;
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths that a file uses.
    fn used(file: &str, text: &str) -> Vec<String> {
        Source::new(file, text).uses.iter().map(|used| used.path.join("::")).collect()
    }

    #[test]
    fn paths_are_read_from_groups_and_from_code() {
        let text = r##"
            pub(in crate::mask) fn f<'a>(x: &'a crate::bits::Lane) -> Vec<crate::shape::Circle> {
                crate::geom::point::<u8>(x); $crate::bits::call!(r#"crate::text"#, 'c')
            }
            /// crate::comment
            use crate::{geom::{
                Point, // crate::comment
                wide::{self, Wide as W},
            }, world::r#move::slide};
            use {::std::vec, super::run};
            pub(crate) use crate::mask::*;
            #[cfg(test)] use crate::a::{b, c};
            #[cfg(test)] #[allow(x)] mod tests { fn f() { crate::d::g(&[1; 2]); } }
            #[cfg(feature = "std")] fn kept() { kept::way() }"##;
        let expected = "bits::Lane shape::Circle geom::point bits::call mask::edit::kept::way geom::Point geom::wide \
                        geom::wide::Wide world::move::slide mask::edit::std::vec mask::run";
        assert_eq!(used("mask/edit.rs", text).join(" "), expected);
        assert_eq!(Source::new("mask/edit.rs", text).uses[0].line, 2);
    }

    #[test]
    fn supers_are_resolved() {
        assert_eq!(used("mask/edit.rs", "use super::super::geom::Point;"), ["geom::Point"]);
        assert_eq!(used("mask/edit/mod.rs", "fn f() { super::super::geom::g() }"), ["geom::g"]);
        assert_eq!(
            used("mask/edit.rs", "use super::{Run, super::geom::Point};"),
            ["mask::Run", "geom::Point"]
        );
        // A module inside the file adds one level.
        let inside = "mod words { use super::super::super::geom::A; use self::b::C; } use super::D;";
        assert_eq!(used("mask/edit.rs", inside), ["geom::A", "mask::edit::words::b::C", "mask::D"]);
    }

    #[test]
    fn types_are_found() {
        let text = "
            pub struct A<T>(T); enum B { C } pub(crate) trait D { type E; fn f() { struct G; } }
            impl D for [u8; 2] { type E = u8; } type H = u8;
            fn i() -> impl Iterator<Item = u8> { type J = u8; } macro_rules! k { () => { struct $name; } }";
        let names: Vec<_> = Source::new("a.rs", text).types.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["A", "B", "D", "G", "H", "J"]);
    }
}
