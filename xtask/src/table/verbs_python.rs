//! docs/verbs.txt in the Python package: one method for each verb.

use super::parse::{Table, What, doc};
use super::verbs::{Argument, Class, Sentences, Verb};

const HEAD: &str = "\
//! Verbs of the same form.

// Generated from docs/verbs.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.

use hitmask::{AlphaMask, Handle, LabelMask, Pack, Point, PointQ16, RunMask, Terrain, TileMap};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

";
/// The place of the way that looks at two objects of a class at once.
const PAIR: usize = 5;
/// Where the names are that methods may need.
const NAMES: [(&str, &str); 22] = [
    ("alpha", "PyAlphaLevel PyAlphaMask"),
    ("cast", "PyCast"),
    ("collision_buffer", "PyCollisionBuffer"),
    ("convex", "PyCircle PyConvexPolygon"),
    ("errors", "Raise"),
    ("labels", "PyLabelMask"),
    ("mask", "LONG_BY_PIXEL MaskObject PyMask"),
    ("mask::analysis", "PyComponents PyOutline"),
    ("mover", "up_of"),
    ("numbers", "Box4 Pixel Position SliceMargins Xy Xywh length pixels xy xywh"),
    ("pack", "PyPack PyPackEntry"),
    ("pose", "PyPose"),
    ("pose_cache", "PyPoseCache"),
    ("runs", "PyRunMask"),
    ("shape", "AnyShape"),
    ("table", "PyCacheStats PyFit PyLabelHit PyLabelOverlap PyMoments PyNearest PyTileOverlap"),
    ("terrain", "PyTerrain"),
    ("tiles", "PyTileMap PyTileSet PyTileView ask_tiles look_at_tiles"),
    ("value", "Choice choice"),
    ("world", "Id PyWorld handle live"),
    ("world::filter", "Filter PyQueryFilter"),
    ("world::shape", "AnyCollider"),
];
/// The type of a parameter, what must be done with it first, and what the library is given. `#` stands for its name.
const ARGUMENTS: [(&str, &str, &str, &str); 18] = [
    ("Point", "Pixel", "", "#.0"),
    ("PointQ16", "Position", "let # = PointQ16::from(#).checked(\"#\").raise()?;", "#"),
    ("Rect", "Box4", "let # = #.0.checked(\"#\").raise()?;", "#"),
    ("Area", "Box4", "", "#.0"),
    ("Margins", "SliceMargins", "", "#.0"),
    ("Mask", "&Bound<'_, PyMask>", "let # = #.snapshot();", "&#"),
    ("Pose", "&PyPose", "", "&#.pose"),
    ("Shape", "AnyShape", "", "&#.get()"),
    ("ColliderShape", "AnyCollider", "", "#.0"),
    ("Handle", "Id", "", "handle(#)"),
    ("Filter", "Filter<'_, '_>", "", "filter"),
    ("Data", "&[u8]", "", "#"),
    ("u8", "u8", "", "#"),
    ("u32", "u32", "", "#"),
    ("u64", "u64", "", "#"),
    ("i32", "i32", "", "#"),
    ("usize", "usize", "", "#"),
    ("bool", "bool", "", "#"),
];

pub(super) fn text(table: &Table, classes: &[Class], sentences: &Sentences) -> Result<String, String> {
    let mut code = String::new();
    for class in classes.iter().filter(|class| class.py.len() > 1) {
        let mut methods = String::new();
        for verb in class.verbs.iter().filter(|verb| verb.is_for("py")) {
            methods += &format!(
                "\n{}{}",
                doc(&sentences.of(table, class, verb, "py")?, 4),
                method(table, class, verb)
            );
        }
        methods += &class.shown.as_ref().map_or(String::new(), |shown| repr(class, shown));
        for name in class.py[0].split(' ').filter(|_| !methods.is_empty()) {
            code += &format!("\n#[pymethods]\nimpl {name} {{{methods}}}\n");
        }
    }
    code += &setters(table);
    let words: std::collections::BTreeSet<&str> =
        code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let mut text = HEAD.to_owned();
    for (module, names) in NAMES {
        let used: Vec<&str> = names
            .split(' ')
            .filter(|name| words.contains(name) || ["MaskObject", "Raise"].contains(name))
            .collect();
        if !used.is_empty() {
            text += &format!("use crate::{module}::{{{}}};\n", used.join(", "));
        }
    }
    Ok(text + &code)
}

/// A parameter, what must be done first, and what the library is given.
fn given(table: &Table, class: &Class, verb: &Verb, argument: &Argument) -> (String, String, String) {
    let Argument { name, of, .. } = argument;
    match of.as_str() {
        // What may be refused is checked there.
        "PointQ16" if verb.may_fail => (format!("{name}: Position"), String::new(), name.clone()),
        "Self" if class.py.len() > PAIR => {
            (format!("{name}: &Bound<'_, {}>", class.py[0]), String::new(), name.clone())
        }
        "Self" => {
            let field = class.py[1]
                .strip_prefix("self.")
                .and_then(|way| way.strip_suffix(".CALL"))
                .unwrap_or_default();
            (format!("{name}: &{}", class.py[0]), String::new(), format!("&{name}.{field}"))
        }
        "Size" => (
            "width: &Bound<'_, PyAny>, height: &Bound<'_, PyAny>".into(),
            "let size = (length(width, \"the width\")?, length(height, \"the height\")?);".into(),
            "size".into(),
        ),
        of if table.is_choice(of) => {
            (format!("{name}: &str"), format!("let {name} = choice({name}, \"{name}\")?;"), name.clone())
        }
        of => {
            let found = ARGUMENTS.iter().find(|one| one.0 == of).unwrap_or(&("", "unknown", "", ""));
            (format!("{name}: {}", found.1), found.2.replace('#', name), found.3.replace('#', name))
        }
    }
}

/// The attributes that say which defaults there are.
fn signature(verb: &Verb) -> String {
    if verb.arguments.iter().all(|argument| argument.default.is_none() && argument.of != "Filter") {
        return String::new();
    }
    let (mut rust, mut shown) = (Vec::new(), Vec::new());
    for Argument { name, of, default } in &verb.arguments {
        let name = if of == "Size" { "width, height" } else { name };
        if of == "Filter" {
            rust.push("*, filter = None".to_owned());
            continue;
        }
        match default {
            Some(default) if of == "Point" => {
                rust.push(format!("{name} = Pixel(Point::ZERO)"));
                shown.push(format!("{name}={default}"));
            }
            Some(default) => {
                rust.push(format!("{name} = {default}"));
                shown.push(format!("{name}={default}"));
            }
            None => {
                rust.push(name.to_owned());
                shown.push(name.to_owned());
            }
        }
    }
    let mut text = format!("#[pyo3(signature = ({}))]\n", rust.join(", "));
    if rust.iter().any(|one| one.contains("Point::ZERO")) {
        text += &format!("#[pyo3(text_signature = \"($self, {})\")]\n", shown.join(", "));
    }
    text
}

fn method(table: &Table, class: &Class, verb: &Verb) -> String {
    let (mut parameters, mut first, mut values) = (Vec::new(), String::new(), Vec::new());
    for argument in &verb.arguments {
        let (parameter, before, value) = given(table, class, verb, argument);
        parameters.push(parameter);
        first += &before;
        values.push(value);
    }
    let handle = verb.arguments.iter().find(|argument| argument.of == "Handle");
    let handle = handle.map_or("", |argument| &argument.name);
    let mut call = format!("{}({})", verb.rust(), values.join(", "));
    if verb.is_live && verb.may_be_missing {
        call = format!("contains(handle({handle})).then(|| it.{call})");
    } else if verb.is_live && verb.is_list && verb.answer == "Handle" {
        // The library lends its list.
        call += ".map(|all| all.map(Handle::to_bits).collect())";
    }
    let way = if verb.is_of_pair() && class.py.len() > PAIR { PAIR } else { verb.way() + 1 };
    let way = class.py.get(way).filter(|way| !way.is_empty()).unwrap_or(&class.py[1]);
    let is_filtered = verb.arguments.iter().any(|argument| argument.of == "Filter");
    let mut made = if verb.has("@static") && verb.has("@ask") {
        format!("py.detach(|| {}::{call})", class.name)
    } else if verb.has("@static") {
        format!("{}::{call}", class.name)
    } else if is_filtered {
        format!("PyQueryFilter::ask(filter, slf, |it, filter| it.{call})?")
    } else {
        way.replace("CALL", &call)
    };
    let mark = if verb.has("@static") {
        "#[staticmethod]\n"
    } else if verb.has("@get") {
        "#[getter]\n"
    } else {
        ""
    };
    let bytes = verb.answer == "Bytes";
    let life = if bytes { ["<'py>", "'py"] } else { ["", "'_"] };
    if made.contains("py.detach") || made.contains("(py, ") || bytes && !made.contains("slf") {
        parameters.insert(0, format!("py: Python<{}>", life[1]));
    }
    if made.contains("slf") {
        parameters.insert(0, format!("slf: &Bound<{}, Self>", life[1]));
    } else if !verb.has("@static") {
        parameters.insert(0, "&self".to_owned());
    }
    let is_nothing = verb.answer == "()";
    // A last step that gives a PyResult is the answer of one that gives nothing.
    let mut may_raise = first.contains('?') || made.ends_with('?');
    if verb.may_fail {
        made += ".raise()?";
        may_raise = true;
    }
    if verb.is_live {
        made = format!("live({made}, {handle})?");
        may_raise = true;
    }
    if verb.is_placed {
        first += &format!("let (made, corner) = {made};");
    }
    let (of, made) = if is_nothing { (String::new(), made) } else { answer(table, verb, &made) };
    let (answer, body) = match (is_nothing, may_raise, made.strip_suffix('?')) {
        (true, true, Some(made)) => (" -> PyResult<()>".to_owned(), made.to_owned()),
        (true, true, None) => (" -> PyResult<()>".to_owned(), format!("{made};\nOk(())")),
        (true, false, _) => (String::new(), format!("{made};")),
        (false, true, Some(made)) => (format!(" -> PyResult<{of}>"), made.to_owned()),
        (false, true, None) => (format!(" -> PyResult<{of}>"), format!("Ok({made})")),
        (false, false, _) => (format!(" -> {of}"), made),
    };
    format!(
        "    {mark}{}pub(crate) fn {}{}({}){answer} {{\n{first}\n{body}\n}}\n",
        signature(verb),
        verb.name_in("py"),
        life[0],
        parameters.join(", ")
    )
}

/// How Python shows an object: what stands in braces are questions to it.
fn repr(class: &Class, shown: &str) -> String {
    // All at one moment.
    let looks = |way: &&String| way.contains("slf") && way.contains("|it| it.CALL");
    let way = class.py.iter().skip(1).step_by(2).find(looks).unwrap_or(&class.py[1]);
    let object = if way.contains("|it|") { "it.CALL" } else { way };
    let (mut text, mut values) = (String::new(), String::new());
    for part in shown.split_inclusive(['{', '}']) {
        match part.strip_suffix('}') {
            Some(call) => values += &format!(", {}", object.replace("CALL", call)),
            None => text += part.strip_suffix('{').unwrap_or(part),
        }
        text += if part.ends_with('{') { "{}" } else { "" };
    }
    let made = way.replace(object, &format!("format!({text:?}{values})"));
    let slf = if made.contains("slf") { "slf: &Bound<'_, Self>" } else { "&self" };
    let (of, made) = match made.strip_suffix('?') {
        Some(made) => ("PyResult<String>", made),
        None => ("String", &*made),
    };
    format!("\n    fn __repr__({slf}) -> {of} {{\n{made}\n}}\n")
}

/// The type of an answer, and how it is made of what the library gives.
fn answer(table: &Table, verb: &Verb, made: &str) -> (String, String) {
    let (one, map) = match verb.answer.as_str() {
        "bool" | "u8" | "u32" | "u64" | "usize" => (verb.answer.clone(), String::new()),
        "str" => ("&str".into(), String::new()),
        of if table.is_choice(of) => ("&'static str".into(), "Choice::word".into()),
        "Handle" if verb.is_live && verb.is_list => ("Id".into(), String::new()),
        "Size" => ("(u32, u32)".into(), String::new()),
        "Point" => ("Xy".into(), "xy".into()),
        "Rect" => ("Xywh".into(), "xywh".into()),
        "PointQ16" => ("(f64, f64)".into(), "pixels".into()),
        "Handle" => ("Id".into(), "Handle::to_bits".into()),
        "Bytes" => {
            let py = if made.contains("slf") { "slf.py()" } else { "py" };
            return ("Bound<'py, PyBytes>".into(), format!("PyBytes::new({py}, &{made})"));
        }
        "Cast" | "StepCast" => ("PyCast".into(), "Into::into".into()),
        of if table.made(of).is_some_and(|block| block.is_for("py")) => {
            (format!("Py{of}"), "Into::into".into())
        }
        of => (format!("Py{of}"), format!("Py{of}::of")),
    };
    if verb.is_placed {
        return (format!("({one}, Xy)"), format!("({one}::of(made), xy(corner))"));
    }
    let made = match (verb.is_list, verb.may_be_missing, map.as_str()) {
        (_, _, "") => made.to_owned(),
        (true, _, map) => format!("{made}.into_iter().map({map}).collect()"),
        (_, true, map) => format!("{made}.map({map})"),
        (_, _, "Into::into") => format!("{made}.into()"),
        (_, _, map) => format!("{map}({made})"),
    };
    let of = if verb.is_list {
        format!("Vec<{one}>")
    } else if verb.may_be_missing {
        format!("Option<{one}>")
    } else {
        one
    };
    (of, made)
}

/// One property of a collider, set by itself.
fn setters(table: &Table) -> String {
    let mut text = "\n#[pymethods]\nimpl PyWorld {".to_owned();
    for line in table.of(What::Properties, "py").flat_map(|block| &block.lines) {
        let name = &line.name;
        let (of, first) = match line.of.as_str() {
            "Layers" => {
                ("(u32, u32)".to_owned(), format!("let {name} = hitmask::Layers::new({name}.0, {name}.1);"))
            }
            "Direction" if line.may_be_missing => {
                ("Option<&str>".to_owned(), format!("let {name} = up_of({name})?;"))
            }
            of if table.is_choice(of) => {
                ("&str".to_owned(), format!("let {name} = choice({name}, \"{name}\")?;"))
            }
            of => (of.to_owned(), String::new()),
        };
        let signature = if line.may_be_missing {
            format!("#[pyo3(signature = (collider, {name}))]\n")
        } else {
            String::new()
        };
        text += &format!(
            "\n{}{signature}    fn set_{name}(slf: &Bound<'_, Self>, collider: Id, {name}: {of}) -> PyResult<()> {{\n{first}\n\
             Self::edit(slf, collider, |it| it.{name} = {name})\n}}\n",
            doc(&super::verbs::setter(line), 4)
        );
    }
    text + "}\n"
}
