//! The layers of the library, as tests: which folder of `crates/hitmask/src` may use which, and that names of types are unique.

/// A folder (or a single file) directly under `crates/hitmask/src`.
struct Room {
    name: &'static str,
    may_use: Rooms,
}

enum Rooms {
    /// Every room before it in the table.
    AllBefore,
    /// Only these rooms, which must also be before it in the table.
    Only(&'static [&'static str]),
}

/// The order of the layers: a room may use itself and rooms before it, never a room after it.
const ROOMS: &[Room] = &[
    room("geom"),
    room("bits"),
    room("bytes"),
    room("mask"),
    room("shape"),
    room("analysis"),
    room("tiles"),
    room("placed"),
    room("overlap"),
    room("posed"),
    room("contact"),
    room("sweep"),
    room("terrain"),
    room("mover"),
    room("buffer"),
    room("broad_phase"),
    room("world"),
    Room { name: "pack", may_use: Rooms::Only(&["geom", "bytes", "mask", "analysis", "overlap"]) },
    Room { name: "rle", may_use: Rooms::Only(&["geom", "mask"]) },
    room("serialized"),
];

/// Names that several types share, each with its reason.
const SHARED_NAMES: &[(&str, &str)] = &[(
    "Sealed",
    "the usual name of the private trait that seals a public one; each stands in the file of its public trait",
)];

const fn room(name: &'static str) -> Room {
    Room { name, may_use: Rooms::AllBefore }
}

impl Room {
    fn named(name: &str) -> Option<(usize, &'static Room)> {
        ROOMS.iter().enumerate().find(|(_, room)| room.name == name)
    }

    /// The reason why this room, at a position in the table, may not use another. None if it may.
    fn objection(&self, place: usize, other: &str, other_place: usize) -> Option<String> {
        match self.may_use {
            _ if other == self.name => None,
            _ if other_place > place => Some(format!("`{other}` stands above `{}`", self.name)),
            Rooms::Only(names) if !names.contains(&other) => {
                Some(format!("`{}` may use only {}", self.name, names.join(", ")))
            }
            _ => None,
        }
    }
}

mod paths {
    //! Reads the paths that a file uses, each starting at the root of its crate.

    use crate::rust_source::Token;

    #[derive(Debug, PartialEq, Eq)]
    pub(super) struct Path<'a> {
        /// Without `crate`. A glob is a last segment `*`. The library as a whole has none.
        pub(super) segments: Vec<&'a str>,
        pub(super) line: usize,
    }

    /// The module of a file under `src`: `mask/edit.rs` and `mask/edit/mod.rs` are both mask, edit; `lib.rs` is the empty path.
    pub(super) fn module_of(file: &str) -> Vec<&str> {
        let mut module: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
        if let Some(&("mod" | "lib")) = module.last() {
            module.pop();
        }
        module
    }

    /// All paths that begin with `crate`, `$crate`, `self` or `super`, in `use` items and in other code. Each name of a group becomes a
    /// path of its own.
    pub(super) fn used<'a>(module: &[&'a str], tokens: &[Token<'a>]) -> Vec<Path<'a>> {
        let mut found = Vec::new();
        let mut here = module.to_vec();
        // For each open brace: whether it opened a module.
        let mut braces = Vec::new();
        let mut i = 0;
        while i < tokens.len() {
            let text = |i: usize| tokens.get(i).map_or("", |token| token.text);
            let begins = text(i + 1) == "::" && (i == 0 || text(i - 1) != "::");
            match text(i) {
                "mod" if text(i + 2) == "{" => {
                    here.push(text(i + 1));
                    braces.push(true);
                    i += 2;
                }
                "{" => braces.push(false),
                "}" => {
                    let closes_module = braces.pop().unwrap_or(false);
                    if closes_module {
                        here.pop();
                    }
                }
                "crate" if begins => i = tree(tokens, i + 2, &[], &mut found),
                "crate" if text(i + 1) == "as" => {
                    found.push(Path { segments: Vec::new(), line: tokens[i].line });
                }
                "self" if begins => i = tree(tokens, i + 2, &here, &mut found),
                "super" if begins => {
                    let above = &here[..here.len().saturating_sub(1)];
                    i = tree(tokens, i + 2, above, &mut found);
                }
                _ => {}
            }
            i += 1;
        }
        found
    }

    /// The paths of the `use` items of a file that begin with a plain name, such as those of `lib.rs`.
    pub(super) fn imported<'a>(tokens: &[Token<'a>]) -> Vec<Path<'a>> {
        let mut found = Vec::new();
        for (i, token) in tokens.iter().enumerate() {
            let begins =
                tokens.get(i + 1).is_some_and(|next| !matches!(next.text, "crate" | "self" | "super"));
            if token.text == "use" && begins {
                tree(tokens, i + 1, &[], &mut found);
            }
        }
        found
    }

    /// Reads the rest of a path at `i`: names, or a group of such rests. Returns the position of the last token that it read.
    fn tree<'a>(tokens: &[Token<'a>], mut i: usize, before: &[&'a str], found: &mut Vec<Path<'a>>) -> usize {
        let mut segments = before.to_vec();
        let text = |i: usize| tokens.get(i).map_or("", |token| token.text);
        let line = tokens.get(i).map_or(0, |token| token.line);
        loop {
            match text(i) {
                "{" => {
                    i += 1;
                    while !matches!(text(i), "}" | "") {
                        i = tree(tokens, i, &segments, found) + 1;
                        if text(i) == "as" {
                            i += 2;
                        }
                        if text(i) == "," {
                            i += 1;
                        }
                    }
                    return i;
                }
                "super" => drop(segments.pop()),
                "self" => {}
                // A turbofish: the path ended before it.
                "<" => {
                    found.push(Path { segments, line });
                    return i - 1;
                }
                name => segments.push(name),
            }
            if text(i + 1) != "::" {
                found.push(Path { segments, line });
                return i;
            }
            i += 2;
        }
    }
}

/// A file of the library: its path under `src`, and its text.
type File = (String, String);

/// Every use of a room that the table does not allow, and everything that cannot be checked against the table.
fn arrows_up(files: &[File]) -> Vec<String> {
    use crate::rust_source::tokens;
    let lib = files.iter().find(|(name, _)| name == "lib.rs").map_or("", |(_, text)| text);
    let exports = paths::imported(&tokens(lib));
    // `crate::Mask` is what lib.rs exports under that name. An export with `as` is not followed: inside the library use the original name.
    let exported_from = |name: &str| {
        let export =
            exports.iter().find(|path| path.segments.len() > 1 && path.segments.last() == Some(&name));
        export.map(|path| path.segments[0])
    };
    let mut faults = Vec::new();
    for (name, text) in files.iter().filter(|(name, _)| name != "lib.rs") {
        let module = paths::module_of(name);
        let Some((place, room)) = Room::named(module[0]) else {
            faults.push(format!("{name}: `{}` is not in the table ROOMS", module[0]));
            continue;
        };
        for path in paths::used(&module, &tokens(text)) {
            let Some(&first) = path.segments.first() else {
                let why = "it names the whole library, so what is used of it is not seen";
                faults.push(format!("{name}:{}: crate: {why}", path.line));
                continue;
            };
            let used = if Room::named(first).is_some() { Some(first) } else { exported_from(first) };
            let fault = match used.and_then(Room::named) {
                Some((other_place, other)) => room.objection(place, other.name, other_place),
                None => {
                    Some(format!("`{first}` is neither a room of the table nor exported by lib.rs from one"))
                }
            };
            if let Some(fault) = fault {
                faults.push(format!("{name}:{}: crate::{}: {fault}", path.line, path.segments.join("::")));
            }
        }
    }
    faults
}

/// Names that several structs, enums, traits or type aliases have without a reason in the list, and reasons that are not needed.
fn shared_names(files: &[File], allowed: &[(&str, &str)]) -> Vec<String> {
    let mut places = std::collections::BTreeMap::<String, Vec<String>>::new();
    for (name, text) in files {
        for (declared, line) in declared_types(&crate::rust_source::tokens(text)) {
            places.entry(declared.to_owned()).or_default().push(format!("{name}:{line}"));
        }
    }
    let is_allowed = |name: &str| allowed.iter().any(|(allowed, _)| *allowed == name);
    let shared = |name: &str| places.get(name).is_some_and(|places| places.len() > 1);
    let mut faults: Vec<String> = places
        .iter()
        .filter(|(name, _)| shared(name) && !is_allowed(name))
        .map(|(name, places)| format!("`{name}` is declared in {}", places.join(", ")))
        .collect();
    for (name, _) in allowed.iter().filter(|(name, _)| !shared(name)) {
        faults.push(format!("SHARED_NAMES lists `{name}`, but no two types have that name"));
    }
    faults
}

/// The structs, enums, traits and type aliases of a file. Associated types do not count.
fn declared_types<'a>(tokens: &[crate::rust_source::Token<'a>]) -> Vec<(&'a str, usize)> {
    let mut found = Vec::new();
    // For each open brace: whether associated types may occur in it.
    let mut braces = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let name =
            tokens.get(i + 1).filter(|next| next.text.starts_with(|c: char| c.is_alphabetic() || c == '_'));
        match (token.text, name) {
            ("{", _) => braces.push(opens_associated_items(&tokens[..i])),
            ("}", _) => drop(braces.pop()),
            ("struct" | "enum" | "trait", Some(name)) => found.push((name.text, name.line)),
            ("type", Some(name)) if braces.last() != Some(&true) => found.push((name.text, name.line)),
            _ => {}
        }
    }
    found
}

/// Whether the brace after these tokens is that of an `impl` or a `trait`.
fn opens_associated_items(before: &[crate::rust_source::Token<'_>]) -> bool {
    let mut depth = 0_i32;
    let header = before.iter().rev().take_while(|token| {
        match token.text {
            ")" | "]" => depth += 1,
            "(" | "[" => depth -= 1,
            _ => {}
        }
        depth > 0 || !matches!(token.text, ";" | "{" | "}")
    });
    let words: Vec<&str> = header.map(|token| token.text).collect();
    !words.contains(&"fn") && words.iter().any(|word| matches!(*word, "impl" | "trait"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::examples::entries;
    use crate::rust_source::tokens;

    fn files(sources: &[(&str, &str)]) -> Vec<File> {
        sources.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect()
    }

    /// The paths used in a file, as text.
    fn used(file: &str, text: &str) -> Vec<String> {
        paths::used(&paths::module_of(file), &tokens(text))
            .iter()
            .map(|path| path.segments.join("::"))
            .collect()
    }

    /// The library as it is.
    fn library() -> Vec<File> {
        fn read(folder: &Path, root: &Path, files: &mut Vec<File>) {
            for path in entries(folder) {
                if path.is_dir() {
                    read(&path, root, files);
                } else if path.extension().is_some_and(|kind| kind == "rs") {
                    let name = path.strip_prefix(root).expect("the file lies in the folder");
                    let name = name.to_string_lossy().replace('\\', "/");
                    files.push((name, std::fs::read_to_string(&path).expect("the file can be read")));
                }
            }
        }
        let root = crate::root().join("crates/hitmask/src");
        let mut files = Vec::new();
        read(&root, &root, &mut files);
        assert!(files.len() > 50, "found only {} files in {}", files.len(), root.display());
        files
    }

    #[test]
    fn no_room_of_the_library_uses_one_above_it() {
        let faults = arrows_up(&library());
        assert!(faults.is_empty(), "{} arrows run up:\n{}", faults.len(), faults.join("\n"));
    }

    #[test]
    fn types_of_the_library_have_unique_names() {
        let faults = shared_names(&library(), SHARED_NAMES);
        assert!(faults.is_empty(), "rename, or give a reason in SHARED_NAMES:\n{}", faults.join("\n"));
    }

    #[test]
    fn the_table_is_in_order() {
        for (place, room) in ROOMS.iter().enumerate() {
            assert_eq!(Room::named(room.name).map(|(at, _)| at), Some(place), "{} stands twice", room.name);
            if let Rooms::Only(names) = room.may_use {
                for name in names {
                    assert!(Room::named(name).is_some_and(|(at, _)| at < place), "{}: {name}", room.name);
                }
            }
        }
    }

    #[test]
    fn a_file_is_a_module() {
        assert_eq!(paths::module_of("mask/edit.rs"), ["mask", "edit"]);
        assert_eq!(paths::module_of("overlap/bits_bits/mod.rs"), ["overlap", "bits_bits"]);
        assert_eq!(paths::module_of("rle.rs"), ["rle"]);
        assert_eq!(paths::module_of("lib.rs"), [""; 0]);
    }

    #[test]
    fn paths_are_read_from_groups_and_from_code() {
        let text = "
            use crate::geom::{
                Point, // crate::comment
                wide::{self, Wide as W},
            };
            pub(crate) use crate::mask::*;
            pub(in crate::mask) fn f(x: crate::bits::Lane) -> Vec<crate::shape::Circle> {
                crate::geom::point::<u8>(x); $crate::bits::call!()
            }";
        assert_eq!(
            used("mask/edit.rs", text),
            [
                "geom::Point",
                "geom::wide",
                "geom::wide::Wide",
                "mask::*",
                "mask",
                "bits::Lane",
                "shape::Circle",
                "geom::point",
                "bits::call",
            ]
        );
    }

    #[test]
    fn supers_are_resolved() {
        assert_eq!(used("mask/edit.rs", "use super::bits::Mask;"), ["mask::bits::Mask"]);
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
    fn arrows_up_are_found() {
        let lib = ("lib.rs", "pub mod geom; pub use overlap::Shape; pub use mask::{Mask, bits::Run};");
        let up = |name, text| arrows_up(&files(&[lib, (name, text)]));
        for allowed in [
            (
                "mask/edit.rs",
                "use crate::geom::Point; use crate::bits::Lane; use super::Mask; use crate::Mask;",
            ),
            ("overlap/mod.rs", "pub(in crate::overlap) use crate::{Mask, Run, shape::Circle};"),
            ("mask/edit.rs", "/// crate::world::World\n#[cfg(test)] mod tests { use crate::world::World; }"),
            ("rle/mod.rs", "use crate::mask::Mask; use crate::geom::Rect; use super::rle::rows;"),
        ] {
            assert_eq!(up(allowed.0, allowed.1), [""; 0], "{allowed:?}");
        }
        for (name, text, fault) in [
            (
                "mask/edit.rs",
                "\nuse crate::{geom::Point,\n overlap::Shape};",
                "mask/edit.rs:3: crate::overlap::Shape: `overlap` stands above `mask`",
            ),
            (
                "mask/edit.rs",
                "use crate::Shape;",
                "mask/edit.rs:1: crate::Shape: `overlap` stands above `mask`",
            ),
            (
                "mask/mod.rs",
                "fn f() { super::world::g() }",
                "mask/mod.rs:1: crate::world::g: `world` stands above `mask`",
            ),
            (
                "rle/mod.rs",
                "use crate::bits::Lane;",
                "rle/mod.rs:1: crate::bits::Lane: `rle` may use only geom, mask",
            ),
            (
                "mask/mod.rs",
                "use crate::*;",
                "mask/mod.rs:1: crate::*: `*` is neither a room of the table nor exported by lib.rs from one",
            ),
            (
                "mask/mod.rs",
                "use crate as root; fn f() { root::world::g() }",
                "mask/mod.rs:1: crate: it names the whole library, so what is used of it is not seen",
            ),
            (
                "mask/mod.rs",
                "use crate::{self as root};",
                "mask/mod.rs:1: crate: it names the whole library, so what is used of it is not seen",
            ),
            (
                "mask/mod.rs",
                "use super::{self as root};",
                "mask/mod.rs:1: crate: it names the whole library, so what is used of it is not seen",
            ),
            ("attic/mod.rs", "", "attic/mod.rs: `attic` is not in the table ROOMS"),
        ] {
            assert_eq!(up(name, text), [fault]);
        }
    }

    #[test]
    fn types_are_found() {
        let text = "
            pub struct A<T>(T); enum B { C } pub(crate) trait D { type E; fn f() { struct G; } }
            impl D for [u8; 2] { type E = u8; } type H = u8;
            fn i() -> impl Iterator<Item = u8> { type J = u8; } macro_rules! k { () => { struct $name; } }";
        let names: Vec<_> = declared_types(&tokens(text)).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["A", "B", "D", "G", "H", "J"]);
    }

    #[test]
    fn shared_names_are_found() {
        let files = files(&[
            ("a.rs", "struct Line; struct Rows; trait T { type Out; }"),
            ("b.rs", "\nenum Line {} type Rows = u8; trait U { type Out; }"),
        ]);
        assert_eq!(
            shared_names(&files, &[("Rows", "both are rows"), ("Gone", "it was once")]),
            [
                "`Line` is declared in a.rs:1, b.rs:2",
                "SHARED_NAMES lists `Gone`, but no two types have that name"
            ]
        );
    }
}
