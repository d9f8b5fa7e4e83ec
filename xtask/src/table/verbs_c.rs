//! docs/verbs.txt in the C interface: one exported function for each verb.

use super::parse::{Table, What, doc, snake};
use super::verbs::{Argument, Class, Sentences, Verb};

const HEAD: &str = "\
//! Verbs of the same form
//!
//! They are a part of the sections that the marks name.

// Generated from docs/verbs.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.
#![allow(clippy::useless_conversion, reason = \"all verbs are written alike\")]

use std::sync::Arc;

use hitmask::{AlphaMask, Handle, LabelMask, Mask, RunMask, Terrain};

";
/// Where the names are that functions may need.
const NAMES: [(&str, &str); 16] = [
    ("ask", "ask live hitmask_probe with_filter"),
    ("analysis", "hitmask_components hitmask_distance_field hitmask_outline hitmask_pieces"),
    (
        "border",
        "check check_list choice give give_both give_found give_list give_object object object_mut value",
    ),
    ("buffer", "hitmask_buffer"),
    ("bytes", "hitmask_bytes"),
    ("event", "handle hitmask_handle"),
    (
        "geom",
        "hitmask_layers hitmask_margins hitmask_point hitmask_point_q16 hitmask_pose hitmask_rect hitmask_transform",
    ),
    ("in_use", "change hitmask_world look"),
    ("mask", "give_placed"),
    (
        "objects",
        "hitmask_alpha_mask hitmask_label_mask hitmask_mask hitmask_run_mask hitmask_terrain hitmask_tile_map hitmask_tile_set",
    ),
    ("overlap", "hitmask_closest"),
    ("posed", "hitmask_pose_cache"),
    ("shape", "hitmask_placed hitmask_shape"),
    ("table", ""),
    ("terrain", "hitmask_terrain_snapshot"),
    ("tiles", "view"),
];
/// The type of a parameter, and what the library is given. `#` stands for its name.
const ARGUMENTS: [(&str, &str, &str); 19] = [
    ("Point", "hitmask_point", "#"),
    ("PointQ16", "hitmask_point_q16", "#.checked(\"#\")?"),
    ("Rect", "hitmask_rect", "#.checked()?"),
    ("Area", "hitmask_rect", "#.into()"),
    ("Margins", "hitmask_margins", "#.into()"),
    ("Mask", "*const hitmask_mask", "&object(#)?.mask"),
    ("Pose", "*const hitmask_pose", "&value(#)?.library()?"),
    ("Transform", "*const hitmask_transform", "value(#)?.library()?"),
    ("Shape", "*const hitmask_shape", "&value(#)?.lend()?"),
    ("Placed", "*const hitmask_placed", "object(#)?.lend()?"),
    ("ColliderShape", "*const hitmask_shape", "object(#)?.hold()?"),
    ("Probe", "*const hitmask_probe", "&value(#)?.library()?"),
    ("TurningMotion", "*const hitmask_turning_motion", "&value(#)?.library()?"),
    ("Handle", "hitmask_handle", "handle(#)"),
    ("Live", "hitmask_handle", "live(world, #)?"),
    ("Filter", "*const hitmask_query_filter", "#"),
    ("u8", "u8", "#"),
    ("u32", "u32", "#"),
    ("bool", "bool", "#"),
];

pub(super) fn text(table: &Table, classes: &[Class], sentences: &Sentences) -> Result<String, String> {
    let mut sections = String::new();
    for class in classes.iter().filter(|class| class.c.len() > 1) {
        let verbs: Vec<&Verb> = class.verbs.iter().filter(|verb| verb.is_for("c")).collect();
        if verbs.is_empty() {
            continue;
        }
        sections += &format!("\n// in {}\nverbs! {{\n", class.module);
        for (i, verb) in verbs.iter().enumerate() {
            let line = if i == 0 { "" } else { "\n" };
            sections += &format!(
                "{line}{}{}",
                doc(&sentences.of(table, class, verb, "c")?, 4),
                function(table, class, verb)
            );
        }
        sections += "}\n";
    }
    sections += &setters(table);
    let mut names: Vec<(&str, Vec<String>)> = NAMES
        .iter()
        .map(|(module, names)| (*module, names.split(' ').map(str::to_owned).collect()))
        .collect();
    let of_table = table.0.iter().map(|block| format!("hitmask_{}", snake(&block.name)));
    names
        .iter_mut()
        .filter(|names| names.0 == "table")
        .for_each(|names| names.1 = of_table.clone().collect());
    let code: String =
        sections.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let words: std::collections::BTreeSet<&str> =
        code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let mut text = HEAD.to_owned();
    for (module, names) in names {
        let used: Vec<&str> = names.iter().map(String::as_str).filter(|name| words.contains(name)).collect();
        if !used.is_empty() {
            let this = if module == "in_use" { "self, " } else { "" };
            text += &format!("use crate::{module}::{{{this}{}}};\n", used.join(", "));
        }
    }
    text += "use crate::hitmask_status::*;\n";
    Ok(text + &sections)
}

/// A parameter, and what the library is given.
fn given(table: &Table, class: &Class, verb: &Verb, argument: &Argument) -> (String, String) {
    let Argument { name, of, .. } = argument;
    match of.as_str() {
        // What may be refused is checked there.
        "PointQ16" if verb.may_fail => (format!("{name}: hitmask_point_q16"), name.clone()),
        "Self" => (
            format!("b: *const {}", object(class)),
            format!("&{}", class.c[1].replace(&format!("({})", this(class)), "(b)")),
        ),
        "Placed" => ("b: *const hitmask_placed".into(), "object(b)?.lend()?".into()),
        "Size" => ("w: u32, h: u32".into(), "(w, h)".into()),
        "usize" => (format!("{name}: usize"), name.clone()),
        of if table.is_choice(of) => (format!("{name}: i32"), format!("choice({name})?")),
        of => {
            let found = ARGUMENTS.iter().find(|one| one.0 == of).unwrap_or(&("", "unknown", ""));
            (format!("{name}: {}", found.1), found.2.replace('#', name))
        }
    }
}

/// `map` of `map+kinds:u32`, and of `shape:hitmask_shape`.
fn this(class: &Class) -> &str {
    let name = class.c[0].split(' ').nth(1).unwrap_or_default();
    name.split(['+', ':']).next().unwrap_or(name)
}

fn object(class: &Class) -> String {
    let (prefix, name) = class.c[0].split_once(' ').unwrap_or_default();
    match name.split_once(':') {
        Some((_, object)) if !name.contains('+') => object.to_owned(),
        _ => prefix.to_owned(),
    }
}

fn function(table: &Table, class: &Class, verb: &Verb) -> String {
    let (prefix, more) = class.c[0].split_once(' ').unwrap_or_default();
    let (mut parameters, mut values) = (Vec::new(), Vec::new());
    let way = class.c.get(verb.way() + 1).unwrap_or(&class.c[1]);
    let mut receiver = format!("{way}.");
    if verb.has("@static") {
        receiver = format!("{}::", class.name);
    } else {
        let mut name = this(class);
        if verb.is_of_pair() {
            receiver = receiver.replace(&format!("({name})"), "(a)");
            name = "a";
        }
        let pointer = if verb.has("@edit") { "*mut" } else { "*const" };
        parameters.push(format!("{name}: {pointer} {}", object(class)));
        parameters.extend(more.split_once('+').map(|(_, more)| more.replace(':', ": ")));
    }
    for argument in &verb.arguments {
        let (parameter, value) = given(table, class, verb, argument);
        parameters.push(parameter);
        values.push(value);
    }
    let (mut body, mut checked) = (None, String::new());
    if verb.has("@beside") {
        let name = &verb.arguments[0].name;
        values[0] = format!("&{name}");
        let call = format!("{receiver}{}({})", verb.rust(), values.join(", "));
        body = Some(format!(
            "value({name})?.beside({}, |{name}| {{\n            {call};\n            Ok(())\n        }})",
            this(class)
        ));
    }
    let is_filtered = verb.arguments.iter().any(|argument| argument.of == "Filter");
    // A missing answer is not that of a stale handle.
    let is_checked = verb.is_live && verb.may_be_missing;
    if is_checked {
        let handle = verb.arguments.iter().find(|argument| argument.of == "Handle");
        let handle = handle.map_or("", |argument| &argument.name);
        let live = format!("world.contains(handle({handle})).then_some(()).ok_or(HITMASK_NO_SUCH_COLLIDER)?");
        checked = format!("let world = {way};\n        {live};\n        ");
        receiver = "world.".to_owned();
    } else if is_filtered {
        receiver = if verb.has("@edit") { "changing.world." } else { "world." }.to_owned();
    }
    let mut call = format!("{receiver}{}({})", verb.rust(), values.join(", "));
    if verb.may_fail && (verb.answer != "()" || verb.is_live) {
        call += "?";
    }
    let is_nothing = verb.answer == "()";
    if verb.is_live && !is_checked {
        call +=
            if is_nothing { ".ok_or(HITMASK_NO_SUCH_COLLIDER)" } else { ".ok_or(HITMASK_NO_SUCH_COLLIDER)?" };
    }
    let name = |default: &'static str| verb.mark("as").unwrap_or(default).to_owned();
    let (outs, made): (Vec<String>, String) = if is_nothing {
        let done = match (verb.is_live, verb.may_fail) {
            (true, _) => call,
            (_, true) => format!("Ok({call}?)"),
            _ => format!("{call};\n        Ok(())"),
        };
        (Vec::new(), done)
    } else {
        answer(table, verb, &call, &name)
    };
    parameters.extend(outs);
    let mut body = checked + &body.unwrap_or(made);
    if is_filtered && verb.has("@edit") {
        body = format!(
            "check(out)?;\n        let mut changing = change(world)?;\n        with_filter(filter, |filter| {{\n            {}\n        }})",
            body.replace("\n", "\n    ")
        );
    } else if is_filtered {
        body = format!(
            "ask(world, filter, |world, filter| {{\n            {}\n        }})",
            body.replace("\n", "\n    ")
        );
    }
    format!("    fn {prefix}_{}({}) {{\n        {body}\n    }}\n", verb.name_in("c"), parameters.join(", "))
}

/// Where a function writes its answer, and how it is made of a call.
fn answer(
    table: &Table,
    verb: &Verb,
    call: &str,
    name: &dyn Fn(&'static str) -> String,
) -> (Vec<String>, String) {
    let of = verb.answer.as_str();
    // Whether a type is taken by a reference.
    let outcome = table.find(of, What::Outcome).is_some();
    let by_reference = of == "Transform" || table.made(of).is_some() && !outcome;
    let (target, map) = match of {
        "bool" | "u8" | "u32" | "u64" | "usize" => (of.to_owned(), ""),
        "Handle" => ("hitmask_handle".to_owned(), "Handle::to_bits"),
        "PointQ16" => ("hitmask_point_q16".to_owned(), "Into::into"),
        of => (format!("hitmask_{}", snake(of)), "Into::into"),
    };
    if of == "Size" {
        let names = name("w,h");
        let (w, h) = names.split_once(',').unwrap_or(("w", "h"));
        return (
            vec![format!("{w}: *mut u32"), format!("{h}: *mut u32")],
            format!("give_both({call}, {w}, {h})"),
        );
    }
    if verb.is_placed {
        let outs = vec![format!("out: *mut *mut {target}"), "corner: *mut hitmask_point".to_owned()];
        return (outs, format!("give_placed({call}, out, corner)"));
    }
    if verb.is_list {
        let list = name("list");
        let outs = vec![
            format!("{list}: *mut {target}"),
            "capacity: usize".to_owned(),
            "count: *mut usize".to_owned(),
        ];
        let items = match map {
            "" => call.to_owned(),
            _ if by_reference => format!("{call}.iter().map(Into::into)"),
            map => format!("{call}.into_iter().map({map})"),
        };
        return (
            outs,
            format!(
                "check_list({list}, capacity, count)?;\n        give_list({items}, {list}, capacity, count)"
            ),
        );
    }
    let out = name("out");
    if verb.may_be_missing {
        let found = match map {
            "" => call.to_owned(),
            _ if by_reference => format!("{call}.as_ref().map(Into::into)"),
            map => format!("{call}.map({map})"),
        };
        return (
            vec![format!("{out}: *mut {target}"), "found: *mut bool".to_owned()],
            format!("give_found({out}, found, {found})"),
        );
    }
    let is_value = by_reference || outcome || matches!(of, "Point" | "PointQ16" | "Rect" | "Closest");
    match map {
        "" | "Handle::to_bits" => (vec![format!("{out}: *mut {target}")], format!("give({out}, {call})")),
        _ if by_reference => {
            (vec![format!("{out}: *mut {target}")], format!("give({out}, (&{call}).into())"))
        }
        _ if is_value => (vec![format!("{out}: *mut {target}")], format!("give({out}, {call}.into())")),
        _ => (vec![format!("{out}: *mut *mut {target}")], format!("give_object({out}, {call})")),
    }
}

/// One property of a collider, set by itself.
fn setters(table: &Table) -> String {
    let mut text = "\n// in world\nverbs! {\n".to_owned();
    let lines = table.of(What::Properties, "c").flat_map(|block| &block.lines);
    for (i, line) in lines.enumerate() {
        let name = &line.name;
        let (of, read, _) = super::c::given(table, line, "");
        let of = if of == "hitmask_flag" { "bool" } else { &of };
        let read = read.replace(".is_set()", "");
        let first = if i == 0 { "" } else { "\n" };
        let checked = if read == *name { String::new() } else { format!("let {name} = {read};\n        ") };
        let mut sentence = super::verbs::setter(line);
        if let Some(choice) = table.choice(&line.of) {
            let [own, prefix] = [&choice.words[0], &choice.words[1]];
            sentence =
                format!("{} A hitmask_{own}.", sentence.replace(". None if", &format!(". {prefix}NONE if")));
        }
        text += &format!(
            "{first}{}    fn hitmask_world_set_{name}(world: *mut hitmask_world, collider: hitmask_handle, {name}: {of}) {{\n        {checked}\
             change(world)?.world.edit(handle(collider), |it| it.{name} = {name}).ok_or(HITMASK_NO_SUCH_COLLIDER)\n    }}\n",
            doc(&sentence, 4)
        );
    }
    text + "}\n"
}
