//! The sentences of docs/verbs.txt in the classes of TypeScript, whose methods are written by hand: the comments before them.

use super::parse::{Table, camel};
use super::typescript::comment;
use super::verbs::{Class, Sentences};

/// A file of TypeScript with the sentences of the verbs of its classes.
pub(super) fn text(
    file: &str,
    table: &Table,
    classes: &[Class],
    sentences: &Sentences,
) -> Result<String, String> {
    let mut lines: Vec<String> = file.replace("\r\n", "\n").split('\n').map(str::to_owned).collect();
    for class in classes {
        for verb in class.verbs.iter().filter(|verb| verb.is_for("c") && verb.is_for("py")) {
            let Some(at) = method(&lines, &class.name, &camel(verb.name_in("js"))) else { continue };
            let start = before(&lines, at);
            let sentence = sentences.of(table, class, verb, "js")?;
            lines.splice(start..at, comment(&sentence, "  ").trim_end().lines().map(str::to_owned));
        }
    }
    Ok(lines.join("\n"))
}

/// The line of a method or a getter of a class.
fn method(lines: &[String], class: &str, name: &str) -> Option<usize> {
    let head = format!("export class {class} ");
    let start = lines.iter().position(|line| line.starts_with(&head))?;
    let end = start + lines[start..].iter().position(|line| line == "}")?;
    let is_it = |line: &String| {
        let rest =
            line.strip_prefix("  ").map(|rest| rest.trim_start_matches("static ").trim_start_matches("get "));
        rest.and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with(['(', '<']))
    };
    lines[start..end].iter().position(is_it).map(|at| start + at)
}

/// Where the comment before a line begins.
fn before(lines: &[String], at: usize) -> usize {
    if at == 0 || !lines[at - 1].ends_with("*/") {
        return at;
    }
    lines[..at].iter().rposition(|line| line.starts_with("  /**")).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_found_with_its_comment() {
        let lines: Vec<String> =
            "export class A {\n  one(): void {}\n}\nexport class B extends A {\n  /** Two. */\n  get one(): number {\n}".split('\n').map(str::to_owned).collect();
        assert_eq!(
            (method(&lines, "B", "one"), before(&lines, 5), method(&lines, "A", "one"), before(&lines, 1)),
            (Some(5), 4, Some(1), 1)
        );
    }
}
