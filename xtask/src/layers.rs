//! The layers of every crate, as tests: in no folder do entries use each other in a circle, and where a folder has an order, entries use
//! only those before them. Names of the library's types are unique.
//!
//! An entry is a file or a folder. It uses another one if a path in it leads there, through re-exports to the place of the declaration.
//! Calls of methods are not seen. A `mod` line is no use, nor is a re-export.

use std::collections::{BTreeMap, BTreeSet};

use crate::rust_source::{Source, Use};

/// Folders whose entries stand in an order: each may use itself and those before it.
const ORDERS: &[(&str, &str)] = &[
    (
        "crates/hitmask/src",
        "invalid_argument work heap geom bits bytes mask shape analysis tiles tile_map placed overlap posed contact sweep terrain tile_verbs mover buffer broad_phase world \
         pack rle serialized lib",
    ),
    (
        "crates/hitmask/src/world",
        "threads grow plane collider broad_phase store narrow_phase sweep contacts queries mover save mod",
    ),
];

/// Entries that may use only some of those before them.
const ONLY: &[(&str, &str)] = &[
    ("crates/hitmask/src/pack", "invalid_argument geom bytes mask analysis overlap tile_map tile_verbs"),
    ("crates/hitmask/src/rle", "invalid_argument geom bytes mask"),
];

/// Names that several types share, each with its reason.
const SHARED_NAMES: &[(&str, &str)] = &[(
    "Sealed",
    "the usual name of the private trait that seals a public one; each stands in the file of its public trait",
)];

/// The files of a crate. `src` is the folder in which they lie.
struct Crate {
    src: String,
    files: Vec<Source>,
}

/// A use of one entry of a folder by another: the first place where it is seen.
type Arrows<'a> = BTreeMap<(&'a str, &'a str), String>;

impl Crate {
    fn new(src: &str, files: &[(String, String)]) -> Crate {
        let files = files.iter().map(|(name, text)| Source::new(name, text)).collect();
        Crate { src: src.to_owned(), files }
    }

    /// The file to which a path leads. None if it leads out of the crate.
    fn find(&self, path: &[String], at_least: usize, depth: usize) -> Option<&Source> {
        let module = |length: usize| self.files.iter().find(|file| file.module == path[..length]);
        let (known, file) = (0..=path.len()).rev().find_map(|length| Some((length, module(length)?)))?;
        // A module whose file lies elsewhere (`#[path]`) leads out of the crate.
        if path.get(known).is_some_and(|name| file.modules.contains(name)) {
            return None;
        }
        let Some(name) = path.get(known).filter(|name| *name != "*" && !file.items.contains(*name)) else {
            return Some(file);
        };
        let through = |(export, import, is_public): &(String, Use, bool)| {
            let from = import.path.len().saturating_sub(1);
            let is_glob = export == "*"
                && *is_public
                && self.files.iter().any(|file| file.module == import.path[..from]);
            if depth > 4 || export != name && !is_glob {
                return None;
            }
            let path = match is_glob {
                true => [&import.path[..from], &path[known..]].concat(),
                false => [&import.path, &path[known + 1..]].concat(),
            };
            self.find(&path, if is_glob { usize::MAX } else { import.at_least }, depth + 1)
        };
        file.imports.iter().find_map(through).or_else(|| (known >= at_least).then_some(file))
    }

    /// For each folder, what its entries use of each other.
    fn arrows(&self) -> BTreeMap<String, Arrows<'_>> {
        let mut folders = BTreeMap::<String, Arrows<'_>>::new();
        for file in &self.files {
            for used in &file.uses {
                let Some(other) = self.find(&used.path, used.at_least, 0) else { continue };
                let (these, those) = (self.entries(file), self.entries(other));
                // The first entries that differ lie in the same folder.
                let Some(at) = these.iter().zip(&those).position(|(a, b)| a != b) else { continue };
                let folder = [&[self.src.as_str()], &these[..at]].concat().join("/");
                let place = || format!("{}:{}: {}", file.name, used.line, used.path.join("::"));
                folders.entry(folder).or_default().entry((these[at], those[at])).or_insert_with(place);
            }
        }
        folders
    }

    /// The folders of a file, and its own name. A file `a.rs` beside a folder `a` belongs into it.
    fn entries<'a>(&self, file: &'a Source) -> Vec<&'a str> {
        let mut entries: Vec<&str> = file.name.trim_end_matches(".rs").split('/').collect();
        let has_folder =
            |other: &Source| other.module.len() > file.module.len() && other.module.starts_with(&file.module);
        if !matches!(entries.last(), Some(&("mod" | "lib" | "main"))) && self.files.iter().any(has_folder) {
            entries.push("mod");
        }
        entries
    }

    /// Everything that breaks a rule, with the folder.
    fn faults(&self, orders: &[(&str, &str)], only: &[(&str, &str)]) -> Vec<(String, String)> {
        let mut faults = Vec::new();
        for (folder, arrows) in self.arrows() {
            let order = orders.iter().find(|(ordered, _)| *ordered == folder).map(|(_, order)| *order);
            for (&(a, b), place) in &arrows {
                let at = |name| order?.split(' ').position(|entry| entry == name);
                let allowed = only.iter().find(|(entry, _)| *entry == format!("{folder}/{a}"));
                let why = match allowed {
                    _ if order.is_some() && at(a).is_none() => format!("`{a}` has no place in the order"),
                    _ if order.is_some() && at(a) < at(b).or(Some(usize::MAX)) => {
                        format!("`{b}` stands above `{a}`")
                    }
                    Some((_, names)) if !names.split(' ').any(|name| name == b) => {
                        format!("`{a}` may use only {names}")
                    }
                    None if order.is_none() && leads(&arrows, b, a) => format!("`{b}` uses `{a}`, too"),
                    _ => continue,
                };
                faults.push((folder.clone(), format!("{place}: {why}")));
            }
        }
        faults
    }
}

/// Whether uses lead from one entry to another.
fn leads(arrows: &Arrows<'_>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        open.extend(arrows.keys().filter(|(a, b)| *a == at && seen.insert(*b)).map(|(_, b)| *b));
    }
    seen.contains(to)
}

/// Names that several structs, enums, traits or type aliases have without a reason in the list, and reasons that are not needed.
fn shared_names(library: &Crate, allowed: &[(&str, &str)]) -> Vec<String> {
    let mut places = BTreeMap::<&str, Vec<String>>::new();
    for file in &library.files {
        for (declared, line) in &file.types {
            places.entry(declared).or_default().push(format!("{}:{line}", file.name));
        }
    }
    places.retain(|_, places| places.len() > 1);
    let needless = allowed.iter().filter(|(name, _)| !places.contains_key(name));
    let needless =
        needless.map(|(name, _)| format!("SHARED_NAMES lists `{name}`, but no two types have that name"));
    let mut faults: Vec<String> = needless.collect();
    places.retain(|name, _| !allowed.iter().any(|(allowed, _)| allowed == name));
    faults
        .extend(places.iter().map(|(name, places)| format!("`{name}` is declared in {}", places.join(", "))));
    faults
}

mod tests {
    use std::path::Path;

    use super::*;
    use crate::examples::entries;
    use crate::root;

    fn made(sources: &[(&str, &str)]) -> Crate {
        let files: Vec<_> = sources.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect();
        Crate::new("src", &files)
    }

    /// A crate as it is.
    fn read(folder: &str) -> Crate {
        fn read(folder: &Path, root: &Path, files: &mut Vec<(String, String)>) {
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
        let src = format!("{folder}/src");
        let folder = root().join(&src);
        let mut files = Vec::new();
        read(&folder, &folder, &mut files);
        assert!(!files.is_empty(), "{src} has no files");
        Crate::new(&src, &files)
    }

    #[test]
    fn every_crate_has_layers() {
        let crates = entries(&root().join("crates"));
        let names = crates.iter().filter_map(|path| Some(format!("crates/{}", path.file_name()?.to_str()?)));
        let mut faults = Vec::new();
        for name in names.chain(["benches", "fuzz", "xtask"].map(String::from)) {
            faults.extend(read(&name).faults(ORDERS, ONLY));
        }
        let faults: Vec<_> = faults.iter().map(|(folder, fault)| format!("{folder}: {fault}")).collect();
        assert!(faults.is_empty(), "{} uses run up or in circles:\n{}", faults.len(), faults.join("\n"));
    }

    /// A topic of the bindings has one name: that of a module in `src`, or in `src/world`.
    #[test]
    fn bindings_have_the_same_modules() {
        let topics = ["shape", "mask", "world", "step", "ask", "move", "save"];
        for (binding, topic) in ["capi", "python", "wasm"].iter().flat_map(|b| topics.map(|topic| (b, topic)))
        {
            let src = root().join(format!("crates/hitmask-{binding}/src"));
            let is_there = ["", "world/"].iter().any(|folder| {
                let module = |end: &str| src.join(format!("{folder}{topic}{end}")).is_file();
                module(".rs") || module("/mod.rs")
            });
            assert!(is_there, "{} has no module {topic}", src.display());
        }
    }

    /// The ways in ARCHITECTURE.md lead through few files, which are there, and through none of them twice.
    #[test]
    fn ways_through_a_world_are_short() {
        let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page can be read");
        for (title, most) in [("## The way of a step\n", 9), ("## The way of an insert\n", 8)] {
            let (_, part) =
                page.split_once(title).unwrap_or_else(|| panic!("ARCHITECTURE.md has no {title}"));
            let part = part.split("\n## ").next().unwrap_or_default();
            let steps = part.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
            let files: Vec<&str> = steps.filter_map(|line| line.split('`').nth(1)).collect();
            assert!((1..=most).contains(&files.len()), "{title}leads through {} files", files.len());
            let once: BTreeSet<&str> = files.iter().copied().collect();
            assert_eq!(once.len(), files.len(), "{title}leads through a file twice");
            for file in files {
                let path = root().join("crates/hitmask/src/world").join(file);
                assert!(path.is_file(), "{title}leads through {file}, which is not there");
            }
        }
    }

    #[test]
    fn types_of_the_library_have_unique_names() {
        let faults = shared_names(&read("crates/hitmask"), SHARED_NAMES);
        assert!(faults.is_empty(), "rename, or give a reason in SHARED_NAMES:\n{}", faults.join("\n"));
    }

    #[test]
    fn uses_that_break_an_order_are_found() {
        let lib = ("lib.rs", "pub mod geom; pub use overlap::Shape; pub use mask::{Mask, bits::Run};");
        let overlap = ("overlap/mod.rs", "pub use any::*;");
        let any = ("overlap/any.rs", "pub struct Shape;");
        let rooms = [("mask/mod.rs", ""), ("world.rs", ""), ("geom.rs", "pub struct Point;")];
        let order = "geom mask overlap rle world lib";
        let faults = |name: &str, text: &str| {
            let others = [lib, overlap, any].into_iter().chain(rooms).filter(|other| other.0 != name);
            let files: Vec<_> = others.chain([(name, text)]).collect();
            made(&files).faults(&[("src", order)], &[("src/rle", "geom")])
        };
        for (name, text) in [
            ("mask/edit.rs", "use crate::geom::Point; use super::Mask; use std::vec::Vec;"),
            ("overlap/any.rs", "use crate::{Mask, Run, geom::Point}; pub struct Shape;"),
            ("mask/edit.rs", "/// crate::world::World\n#[cfg(test)] mod tests { use crate::world::World; }"),
            ("rle/mod.rs", "use crate::geom::Point; use super::rle::rows;"),
            ("lib.rs", "pub use mask::Mask; use world::World; fn f() { overlap::g() }"),
        ] {
            assert_eq!(faults(name, text), [], "{name} {text}");
        }
        for (name, text, fault) in [
            (
                "mask/edit.rs",
                "\nuse crate::{geom::Point,\n overlap::Shape};",
                "mask/edit.rs:3: overlap::Shape: `overlap` stands above `mask`",
            ),
            ("mask/mod.rs", "use crate::Shape;", "mask/mod.rs:1: Shape: `overlap` stands above `mask`"),
            (
                "mask/mod.rs",
                "fn f() { super::world::g() }",
                "mask/mod.rs:1: world::g: `world` stands above `mask`",
            ),
            ("rle/mod.rs", "use crate::mask::Lane;", "rle/mod.rs:1: mask::Lane: `rle` may use only geom"),
            ("mask/mod.rs", "use crate::*;", "mask/mod.rs:1: *: `lib` stands above `mask`"),
            ("mask/mod.rs", "use crate as root;", "mask/mod.rs:1: : `lib` stands above `mask`"),
            ("mask/mod.rs", "use super::{self as root};", "mask/mod.rs:1: : `lib` stands above `mask`"),
            ("attic/mod.rs", "use super::geom;", "attic/mod.rs:1: geom: `attic` has no place in the order"),
            ("mask/mod.rs", "use crate::attic::A;", "mask/mod.rs:1: attic::A: `lib` stands above `mask`"),
        ] {
            assert_eq!(faults(name, text), [("src".to_owned(), fault.to_owned())], "{name} {text}");
        }
    }

    #[test]
    fn circles_are_found() {
        let circles = |files: &[(&str, &str)]| made(files).faults(&[], &[]);
        // Between two files, or through a third one, or between a file and its folder.
        let (a, b) =
            (("a.rs", "use crate::b::B; pub struct A;"), ("b.rs", "pub struct B; fn f() { super::a::A }"));
        let both = ["a.rs:1: b::B: `b` uses `a`, too", "b.rs:1: a::A: `a` uses `b`, too"];
        assert_eq!(circles(&[a, b]), both.map(|fault| ("src".to_owned(), fault.to_owned())));
        let third = ("c.rs", "pub use crate::a::A; fn f(a: A) {}");
        assert_eq!(circles(&[a, ("b.rs", "use crate::c::C; pub struct B;"), third]).len(), 3);
        assert_eq!(circles(&[("a.rs", "mod b; b::f();"), ("a/b.rs", "use super::A;")]).len(), 2);
        // Folders, where no two files do.
        let folders =
            [("a/x.rs", "use crate::b::x;"), ("b/x.rs", ""), ("b/y.rs", "use crate::a::y;"), ("a/y.rs", "")];
        assert_eq!(circles(&folders).len(), 2);
        // What is passed on is not used.
        let lib = ("lib.rs", "mod a; mod b; pub use a::A; pub use b::*;");
        assert_eq!(circles(&[lib, ("a.rs", "pub struct A;"), ("b.rs", "use crate::A; pub struct B;")]), []);
        assert_eq!(circles(&[lib, ("a.rs", "use crate::B; pub struct A;"), b]).len(), 2);
    }

    #[test]
    fn shared_names_are_found() {
        let files = made(&[
            ("a.rs", "struct Line; struct Rows; trait T { type Out; }"),
            ("b.rs", "\nenum Line {} type Rows = u8; trait U { type Out; }"),
        ]);
        assert_eq!(
            shared_names(&files, &[("Rows", "both are rows"), ("Gone", "it was once")]),
            [
                "SHARED_NAMES lists `Gone`, but no two types have that name",
                "`Line` is declared in a.rs:1, b.rs:2"
            ]
        );
    }
}
