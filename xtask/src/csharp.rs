//! The declarations of hitmask.h in C#: structs, constants, objects and imports.

use crate::header::{Constant, Field, Function, Item, Kind};
use crate::tools::folded;

const HEAD: &str = "\
// Written from hitmask.h by `cargo xtask hosts --bless`. The comments are those of the header, whose names they use.

using System;
using System.Runtime.InteropServices;

namespace Hitmask
{
";

/// The text of Native.cs.
pub(crate) fn text(items: &[Item]) -> String {
    let (mut types, mut imports) = (String::new(), String::new());
    for item in items {
        match &item.kind {
            Kind::Object(name) => types += &object(name),
            Kind::Enum(name, constants) => {
                types += &summary(&item.comment, 4);
                types += &format!("    public enum {}\n    {{\n", pascal(name));
                let cut = common(constants);
                for constant in constants {
                    types += &summary(&constant.comment, 8);
                    types += &format!("        {} = {},\n", pascal(&constant.name[cut..]), constant.value);
                }
                types += "    }\n\n";
            }
            Kind::Struct(name, fields) => {
                types += &summary(&item.comment, 4);
                types += "    [StructLayout(LayoutKind.Sequential)]\n";
                types += &format!("    public unsafe partial struct {}\n    {{\n", pascal(name));
                for field in fields {
                    types += &summary(&field.comment, 8);
                    types += &member(field, items);
                }
                types += "    }\n\n";
            }
            // A handle is a struct of its own, and callbacks are plain pointers.
            Kind::Alias(..) | Kind::Callback(_) => {}
            Kind::Function(function) => {
                imports += &summary(&item.comment, 8);
                imports += &import(function, items);
            }
        }
    }
    let class = "    /// <summary>Every function of hitmask.h.</summary>\n    public static unsafe partial class Native\n    {\n";
    format!("{HEAD}{types}{class}{}    }}\n}}\n", imports.trim_end_matches('\n').to_owned() + "\n")
}

fn object(name: &str) -> String {
    const CLASS: &str = "    /// <summary>An object of hitmask.h, with its pointer.</summary>
    public sealed partial class CLASS : NativeObject
    {
        /// <summary>Takes over the object that a function of Native has made.</summary>
        public CLASS(IntPtr made) : base(made) { }

        /// <summary>Frees it.</summary>
        protected override bool ReleaseHandle()
        {
            Native.NAME_free(handle);
            return true;
        }
    }

";
    CLASS.replace("CLASS", &pascal(name)).replace("NAME", name)
}

fn member(field: &Field, items: &[Item]) -> String {
    let name = pascal(&field.name);
    if let Some(count) = field.count {
        return format!("        public fixed byte {name}[{count}];\n");
    }
    // `A hitmask_event_kind.` or `HITMASK_HIT or HITMASK_INITIAL_OVERLAP.`
    let named = word(field.comment.trim_start_matches("A "));
    let choice = items.iter().find_map(|item| match &item.kind {
        Kind::Enum(of, all) if *of == named || all.iter().any(|one| one.name == named) => Some(pascal(of)),
        _ => None,
    });
    let of = match choice {
        Some(choice) if field.of == "int32_t" => choice,
        _ => type_of(&field.of, items, false),
    };
    format!("        public {of} {name};\n")
}

fn import(function: &Function, items: &[Item]) -> String {
    let frees = function.name.ends_with("_free");
    let parameter = |field: &Field| {
        // A word of C# that is a name here.
        let mark = if matches!(field.name.as_str(), "as" | "base" | "event" | "in" | "object" | "out") {
            "@"
        } else {
            ""
        };
        format!("{} {mark}{}", type_of(&field.of, items, !frees), field.name)
    };
    let parameters: Vec<String> = function.parameters.iter().map(parameter).collect();
    format!(
        "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]\n        public static extern {} {}({});\n\n",
        type_of(&function.result, items, false),
        function.name,
        parameters.join(", ")
    )
}

/// What a type of C is in C#. An object is one of ours in a parameter, and a plain pointer elsewhere.
fn type_of(of: &str, items: &[Item], objects: bool) -> String {
    let plain = of.replace("const ", "").replace("const", "");
    let stars = plain.chars().filter(|&c| c == '*').count();
    let name = plain.trim_end_matches(['*', ' ']);
    let is_object = items.iter().any(|item| matches!(&item.kind, Kind::Object(object) if object == name));
    let is_callback = items.iter().any(|item| matches!(&item.kind, Kind::Callback(f) if f.name == name));
    let (base, stars) = match name {
        "int32_t" => ("int".to_owned(), stars),
        "uint32_t" => ("uint".to_owned(), stars),
        "int64_t" => ("long".to_owned(), stars),
        "uint64_t" => ("ulong".to_owned(), stars),
        "uint8_t" | "char" => ("byte".to_owned(), stars),
        "uint16_t" => ("ushort".to_owned(), stars),
        "size_t" => ("UIntPtr".to_owned(), stars),
        "bool" => ("NativeBool".to_owned(), stars),
        "void" if stars > 0 => ("IntPtr".to_owned(), stars - 1),
        _ if is_callback => ("IntPtr".to_owned(), stars),
        _ if is_object && objects && stars == 1 => (pascal(name), 0),
        _ if is_object => ("IntPtr".to_owned(), stars - 1),
        _ if name.starts_with("hitmask_") => (pascal(name), stars),
        _ => (name.to_owned(), stars),
    };
    base + &"*".repeat(stars)
}

/// `hitmask_point_q16` and `POINT_Q16` are `PointQ16`.
fn pascal(name: &str) -> String {
    let name = name.strip_prefix("hitmask_").unwrap_or(name);
    let part = |part: &str| {
        let (first, rest) = part.split_at(part.len().min(1));
        first.to_uppercase() + &rest.to_lowercase()
    };
    name.split('_').map(part).collect()
}

/// How long the beginning is that all names share, in whole words.
fn common(constants: &[Constant]) -> usize {
    let first = constants.first().map_or("", |constant| constant.name.as_str());
    let mut ends = first.match_indices('_').map(|(i, _)| i + 1);
    ends.rfind(|&end| constants.iter().all(|constant| constant.name.starts_with(&first[..end]))).unwrap_or(0)
}

/// A program in C that prints the size of each struct and the place of each field, by their names in C#.
pub(crate) fn layout_program(items: &[Item]) -> String {
    let mut text = "#include <hitmask.h>\n#include <stdio.h>\nint main(void) {\n".to_owned();
    for item in items {
        let Kind::Struct(name, fields) = &item.kind else { continue };
        let class = pascal(name);
        text += &format!("    printf(\"{class} %zu\\n\", sizeof({name}));\n");
        for field in fields {
            let (place, shown) = (&field.name, pascal(&field.name));
            text += &format!("    printf(\"{class}.{shown} %zu\\n\", offsetof({name}, {place}));\n");
        }
    }
    text + "    return 0;\n}\n"
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// A comment of C as one of C#.
fn summary(comment: &str, indent: usize) -> String {
    let text = format!(
        "<summary>{}</summary>",
        comment.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
    );
    folded(&text, &format!("{}///", " ".repeat(indent)))
}
