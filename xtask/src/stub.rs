//! `cargo xtask stub`: the stub of the Python package, which editors and type checkers read, is made of the crate's Rust. Its classes, methods,
//! signatures and texts are those of `#[pyclass]`, `#[pymethods]` and `#[pyfunction]`; crates/hitmask-python/stub.txt has its head, and the
//! types that the signatures in Rust do not tell.

mod rust;
mod types;

use std::path::{Path, PathBuf};

use crate::steps::Steps;
use crate::table;
use crate::tools::{read, write};

use rust::{Crate, Function, Kind, Parameter};
use types::Types;

const FOLDER: &str = "crates/hitmask-python";
/// As ruff folds lines.
const WIDTH: usize = 140;
/// The macro that writes methods for several classes, and the class that has them in the stub.
const SHARED: [&str; 2] = ["shape_methods", "_ShapeVerbs"];

fn file() -> PathBuf {
    crate::root().join(FOLDER).join("python/hitmask/_hitmask.pyi")
}

pub(crate) fn bless(steps: &mut Steps) {
    steps.check("writing the stub of the Python package", || write(&file(), &made()?));
}

pub(crate) fn check(steps: &mut Steps) {
    steps.check("the stub of the Python package", stale);
}

fn stale() -> Result<(), String> {
    if read(&file())?.replace("\r\n", "\n") == made()? {
        Ok(())
    } else {
        Err("_hitmask.pyi is not what the crate says: run `cargo xtask stub --bless`".into())
    }
}

/// All Rust files of the package but those that imitate pygame, whose part of the stub is in stub.txt.
fn sources(folder: &Path, all: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.ends_with("pygame") {
            sources(&path, all)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push(path);
        }
    }
    Ok(())
}

fn made() -> Result<String, String> {
    let folder = crate::root().join(FOLDER);
    let (mut paths, mut all) = (Vec::new(), Crate::default());
    sources(&folder.join("src"), &mut paths)?;
    for path in paths {
        all.read(&read(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let text = read(&folder.join("stub.txt"))?.replace("\r\n", "\n");
    let [head, pygame, rules] = text.split("\n%\n").collect::<Vec<_>>()[..] else {
        return Err("stub.txt has three parts, divided by lines of %".into());
    };
    let types = Types::new(&all, rules)?;
    let mut names: Vec<&str> = all.classes.values().map(|class| &*class.name).collect();
    names.extend(all.functions.iter().map(|function| &*function.name));
    names.extend(["PygameMask", "bind_pygame", "from_surface", "from_threshold", "__version__"]);
    names.sort_unstable();
    let listed: String = names.iter().map(|name| format!("    \"{name}\",\n")).collect();
    let mut text = format!(
        "{}\n{}\n__all__ = [\n{listed}]\n\n__version__: str\n",
        head.trim_end(),
        table::stub_words()?
    );
    let [from, name] = SHARED;
    let shared = all.methods.iter().filter(|(class, _)| class == from);
    let methods: String = shared.map(|(_, f)| method(&types, name, f)).collect();
    text += &format!("\nclass {name}:\n{methods}");
    for (rust, class) in &all.classes {
        text += &of_class(&all, &types, rust, class);
    }
    for function in &all.functions {
        text += &format!("\n{}", method(&types, "", function));
    }
    let unused = types.unused();
    let unknown: Vec<&str> = text.lines().filter(|line| line.contains(types::UNKNOWN)).collect();
    if !unknown.is_empty() {
        Err(format!("stub.txt needs rules for these types:\n{}", unknown.join("\n")))
    } else if unused.is_empty() {
        Ok(format!("{text}\n{}\n", pygame.trim_end()))
    } else {
        Err(format!("stub.txt has rules that nothing needs: {}", unused.join(", ")))
    }
}

fn of_class(all: &Crate, types: &Types, rust: &str, class: &rust::Class) -> String {
    let uses = |name: &str| all.uses.contains(&(name.to_owned(), rust.to_owned()));
    let parents = if uses(SHARED[0]) { format!("({})", SHARED[1]) } else { String::new() };
    let last = if class.has("subclass") { "" } else { "@final\n" };
    let mut text = format!("\n{last}class {}{parents}:\n{}", class.name, docstring(&class.doc, 4));
    let empty = text.len();
    let own: Vec<Function> =
        all.methods.iter().filter(|(of, _)| of == rust).map(|(_, f)| f.clone()).collect();
    let of_macros = all.methods.iter().filter(|(of, _)| of != SHARED[0] && uses(of));
    let of_macros = of_macros.map(|(_, f)| f.with_class(rust));
    let methods: Vec<Function> = own.into_iter().chain(of_macros).collect();
    let has = |name: &str| methods.iter().any(|method| method.name == name);
    if (class.has("eq") || has("__eq__")) && !class.has("hash") && !has("__hash__") {
        let line = if class.doc.is_empty() { "" } else { "\n" };
        text += &format!("{line}    __hash__: None  # type: ignore[assignment]\n");
    }
    for field in class.fields.iter().filter(|field| field.is_shown) {
        let of = types.answer(&class.name, &field.name, &field.of);
        text += &format!("    @property\n    def {}(self) -> {of}:{}", field.name, body(&field.doc, 8));
    }
    for function in &methods {
        text += &method(types, &class.name, function);
    }
    if class.has("hash") {
        text += "    def __hash__(self) -> int: ...\n";
    }
    if text.len() == empty && class.doc.is_empty() {
        text.insert_str(text.len() - 1, " ...");
    }
    text
}

/// A function, or a method of a class, as the stub has it. What Python knows of its own is left out.
fn method(types: &Types, class: &str, function: &Function) -> String {
    const KNOWN: [&str; 7] =
        ["__repr__", "__str__", "__eq__", "__reduce__", "__traverse__", "__clear__", "__format__"];
    let name = &*function.name;
    let is_private =
        !class.is_empty() && name.starts_with('_') && !name.ends_with("__") && name != "_repr_png_";
    if KNOWN.contains(&name) || is_private {
        return String::new();
    }
    let margin = if class.is_empty() { "" } else { "    " };
    let (marks, first) = match function.kind {
        Kind::New => ("", "cls"),
        Kind::Getter => ("@property\n", "self"),
        Kind::Static => ("@staticmethod\n", ""),
        Kind::Method if class.is_empty() => ("", ""),
        Kind::Method => ("", "self"),
    };
    let mut parameters: Vec<String> = if first.is_empty() { Vec::new() } else { vec![first.to_owned()] };
    for parameter in &function.parameters {
        let Parameter { name, default, of, .. } = parameter;
        let keywords =
            if name.starts_with("**") { table::keywords(name).unwrap_or_default() } else { Vec::new() };
        if !keywords.is_empty() {
            let star = Some("*".to_owned()).filter(|star| !parameters.contains(star));
            parameters.extend(star.into_iter().chain(keywords));
            continue;
        }
        let of = of.as_ref().map(|of| format!(": {}", types.given(class, &function.name, parameter, of)));
        let default = default.as_ref().map_or(String::new(), |default| {
            if of.is_some() { format!(" = {default}") } else { format!("={default}") }
        });
        parameters.push(format!("{name}{}{default}", of.unwrap_or_default()));
    }
    let is_operator = name.starts_with("__") && !matches!(name, "__new__" | "__array__" | "__init__");
    if is_operator && parameters.len() > 1 && !parameters.iter().any(|one| one.starts_with('_')) {
        parameters.push("/".to_owned());
    }
    let answer = match function.kind {
        Kind::New => class.to_owned(),
        _ => types.answer(class, name, &function.answer),
    };
    let mark = if marks.is_empty() { String::new() } else { format!("{margin}{marks}") };
    let indent = margin.len() + 4;
    let end = format!(" -> {answer}:");
    let heads = |name: &str| head(&format!("{margin}def {name}("), &parameters, &end, margin);
    let name = if function.kind == Kind::New { "__new__" } else { name };
    let doc = if is_operator || function.kind == Kind::New { "" } else { &function.doc };
    let mut text = format!("{mark}{}{}", heads(name), body(doc, indent));
    if let Some(operator) = ["__and__", "__or__", "__xor__", "__sub__"].iter().find(|one| **one == name) {
        text += &format!("{}{}", heads(&operator.replacen("__", "__r", 1)), body("", indent));
    }
    text
}

/// As ruff folds it.
fn head(start: &str, parameters: &[String], end: &str, margin: &str) -> String {
    let line = parameters.join(", ");
    // The `...` of a head without a text counts, too, but is never where the limit is.
    if start.len() + line.len() + 1 + end.len() <= WIDTH {
        format!("{start}{line}){end}")
    } else if margin.len() + 4 + line.len() <= WIDTH && parameters.len() < 6 {
        format!("{start}\n{margin}    {line}\n{margin}){end}")
    } else {
        let lines: String = parameters.iter().map(|one| format!("{margin}    {one},\n")).collect();
        format!("{start}\n{lines}{margin}){end}")
    }
}

fn body(doc: &str, indent: usize) -> String {
    if doc.is_empty() { " ...\n".to_owned() } else { format!("\n{}", docstring(doc, indent)) }
}

fn docstring(doc: &str, indent: usize) -> String {
    if doc.is_empty() {
        return String::new();
    }
    let margin = " ".repeat(indent);
    let mark = if doc.contains('\\') { "r\"\"\"" } else { "\"\"\"" };
    let doc = doc.replace("\"\"\"", "'''");
    let mut text = String::new();
    for line in doc.lines() {
        let start = if text.is_empty() { mark } else { "" };
        text += format!("{margin}{start}{line}").trim_end();
        text += "\n";
    }
    if doc.contains('\n') || doc.ends_with('"') {
        format!("{text}{margin}\"\"\"\n")
    } else {
        format!("{}\"\"\"\n", text.trim_end_matches('\n'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stub_is_what_the_crate_says() {
        assert_eq!(stale(), Ok(()));
    }

    #[test]
    fn a_method_is_read_and_written() {
        let mut all = Crate::default();
        let text = r#"
            /// One thing.
            #[pyclass(name = "Thing", module = "hitmask", frozen, eq)]
            pub(crate) struct PyThing { #[pyo3(get)] size: Option<(i32, i32)>, hidden: u8 }
            #[pymethods]
            impl PyThing {
                #[new]
                #[pyo3(signature = (w, *, deep = Some("no")))]
                fn new(w: u32, deep: Option<&str>) -> PyResult<PyThing> { todo!() }
                /// Adds.
                ///
                /// Two.
                fn add<'py>(slf: &Bound<'py, Self>, py: Python<'_>, all: All<PyRef<'_, PyThing>>) -> PyResult<Vec<f64>> { todo!() }
            }
        "#;
        all.read(text).unwrap();
        let types = Types::new(&all, "").unwrap();
        let (rust, class) = all.classes.iter().next().unwrap();
        let stub = r#"
@final
class Thing:
    """One thing."""

    __hash__: None  # type: ignore[assignment]
    @property
    def size(self) -> tuple[int, int] | None: ...
    def __new__(cls, w: int, *, deep: str | None = "no") -> Thing: ...
    def add(self, all: Sequence[Thing]) -> list[float]:
        """Adds.

        Two.
        """
"#;
        assert_eq!(of_class(&all, &types, rust, class), stub);
    }
}
