//! Reads hitmask.h, from which the declarations for other languages are made.

/// A declaration, with the comment before it.
pub(crate) struct Item {
    pub(crate) comment: String,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    /// An object without fields: its name.
    Object(String),
    Enum(String, Vec<Constant>),
    Struct(String, Vec<Field>),
    /// Another name of a type: the name, the type.
    Alias(String, String),
    /// The type of a function of the user's.
    Callback(Function),
    Function(Function),
}

pub(crate) struct Constant {
    pub(crate) comment: String,
    pub(crate) name: String,
    pub(crate) value: String,
}

/// A field of a struct, or a parameter.
pub(crate) struct Field {
    pub(crate) comment: String,
    pub(crate) name: String,
    /// Without spaces around the stars: `const hitmask_mask*`.
    pub(crate) of: String,
    /// How many there are, for an array.
    pub(crate) count: Option<u32>,
}

pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) result: String,
    pub(crate) parameters: Vec<Field>,
}

/// All declarations, in their order.
pub(crate) fn parse(header: &str) -> Result<Vec<Item>, String> {
    let body = header.split_once("extern \"C\" {\n#endif").ok_or("the header has no beginning")?.1;
    let body = body.rsplit_once("#ifdef __cplusplus").ok_or("the header has no end")?.0;
    let lines = body.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    pieces(&lines, ';')
        .iter()
        .filter(|(_, code)| !code.is_empty())
        .map(|(why, code)| item(why, code))
        .collect()
}

/// The parts of a text between separators outside of brackets, each with the last comment before its first word.
fn pieces(text: &str, separator: char) -> Vec<(String, String)> {
    let (mut found, mut comment, mut code, mut depth) = (Vec::new(), String::new(), String::new(), 0_u32);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((inner, after)) = rest.strip_prefix("/*").and_then(|rest| rest.split_once("*/")) {
            if code.trim().is_empty() {
                comment = words(inner);
            } else if depth > 0 {
                code += &rest[..inner.len() + 4];
            }
            rest = after;
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        if c == separator && depth == 0 {
            found.push((std::mem::take(&mut comment), std::mem::take(&mut code).trim().to_owned()));
        } else {
            code.push(c);
        }
    }
    found.push((comment, code.trim().to_owned()));
    found
}

/// The words, with one space between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn item(comment: &str, code: &str) -> Result<Item, String> {
    let wrong = || format!("this declaration cannot be read: {code}");
    let kind = if let Some(of) = code.strip_prefix("typedef ") {
        match (of.split_once('{'), of.split_once("(*")) {
            (Some((what, rest)), _) => {
                let (inner, name) = rest.rsplit_once('}').ok_or_else(wrong)?;
                let name = name.trim().to_owned();
                match what.trim() {
                    "enum" => Kind::Enum(name, constants(inner).ok_or_else(wrong)?),
                    "struct" => Kind::Struct(name, fields(inner, ';').ok_or_else(wrong)?),
                    _ => return Err(wrong()),
                }
            }
            (None, Some((result, rest))) => {
                let (name, parameters) = rest.split_once(")(").ok_or_else(wrong)?;
                Kind::Callback(function(name, result, parameters).ok_or_else(wrong)?)
            }
            (None, None) => {
                let (old, new) = of.rsplit_once(' ').ok_or_else(wrong)?;
                match old.strip_prefix("struct ") {
                    Some(_) => Kind::Object(new.to_owned()),
                    None => Kind::Alias(new.to_owned(), old.to_owned()),
                }
            }
        }
    } else {
        let (start, parameters) = code.split_once('(').ok_or_else(wrong)?;
        let field = field("", start).ok_or_else(wrong)?;
        Kind::Function(function(&field.name, &field.of, parameters).ok_or_else(wrong)?)
    };
    Ok(Item { comment: comment.to_owned(), kind })
}

fn constants(inner: &str) -> Option<Vec<Constant>> {
    let listed = pieces(inner, ',').into_iter().filter(|(_, code)| !code.is_empty());
    let constant = |(comment, code): (String, String)| {
        let (name, value) = code.split_once('=')?;
        Some(Constant { comment, name: name.trim().to_owned(), value: value.trim().to_owned() })
    };
    listed.map(constant).collect()
}

fn fields(inner: &str, separator: char) -> Option<Vec<Field>> {
    let listed = pieces(inner, separator).into_iter().filter(|(_, code)| !code.is_empty() && code != "void");
    listed.map(|(comment, code)| field(&comment, &code)).collect()
}

/// `const uint8_t *alpha` or `char message[240]`.
fn field(comment: &str, code: &str) -> Option<Field> {
    let (code, count) = match code.split_once('[') {
        Some((code, count)) => (code, Some(count.strip_suffix(']')?.parse().ok()?)),
        None => (code, None),
    };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let start = code.rfind(|c| !is_word(c))? + 1;
    let of = words(&code[..start]).replace(" *", "*");
    Some(Field { comment: comment.to_owned(), name: code[start..].to_owned(), of, count })
}

fn function(name: &str, result: &str, parameters: &str) -> Option<Function> {
    let parameters = fields(parameters.strip_suffix(')')?, ',')?;
    let result = words(result).replace(" *", "*");
    Some(Function { name: name.to_owned(), result, parameters })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_declaration_is_read() {
        let header = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n/* The objects; all. */\ntypedef struct one one;  /* an object */\n\n\
            /* Part\n   ---- */\n#define MAJOR 1\n\n/* A choice. */\ntypedef enum {\n    /* First. */\n    FIRST = 0,\n} choice;\n\
            /* A value, {in} braces. */\ntypedef struct {\n    /* Bytes. */\n    char text[8];\n    const one *of;\n} value;\n\
            typedef uint64_t handle;\ntypedef bool (*each)(void *user, handle h);\n\
            const char *version(void);\nint32_t ask(const one *a,\n   one **out);\n#ifdef __cplusplus\n}\n#endif\n";
        let items = parse(header).expect("it can be read");
        let shown: Vec<String> = items
            .iter()
            .map(|item| match &item.kind {
                Kind::Object(name) => format!("object {name}"),
                Kind::Enum(name, constants) => {
                    format!(
                        "enum {name} {}={} {}",
                        constants[0].name, constants[0].value, constants[0].comment
                    )
                }
                Kind::Struct(name, fields) => format!(
                    "struct {name} {} {:?} {}: {} {}",
                    fields[0].of, fields[0].count, fields[0].name, fields[1].of, fields[1].name
                ),
                Kind::Alias(new, old) => format!("{new} = {old}"),
                Kind::Callback(f) => format!("callback {} {} {}", f.result, f.name, f.parameters.len()),
                Kind::Function(f) => format!("{} {} {}", f.result, f.name, f.parameters.len()),
            })
            .collect();
        let expected = [
            "object one",
            "enum choice FIRST=0 First.",
            "struct value char Some(8) text: const one* of",
            "handle = uint64_t",
            "callback bool each 2",
            "const char* version 0",
            "int32_t ask 2",
        ];
        assert_eq!(shown, expected);
        assert_eq!(items[2].comment, "A value, {in} braces.");
    }
}
