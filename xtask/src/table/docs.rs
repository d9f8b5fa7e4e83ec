//! The tables at the end of docs/surfaces.md.

use super::parse::{Line, Table, What};

pub(crate) fn tables() -> Result<String, String> {
    let table = Table::read()?;
    let mut text = "\n## Choices\n\nIn C their constants have these numbers; Python and JavaScript have the words.\n\n| choice | values |\n|---|---|\n".to_owned();
    for block in table.of(What::Choice, "js") {
        let values: Vec<String> =
            block.values().map(|line| format!("{} `{}`", line.of, line.word())).collect();
        text += &format!("| `{}`: {} | {} |\n", block.name, cell(&block.doc), values.join(", "));
    }
    for (what, title) in [
        (What::Options, "Options"),
        (What::Properties, "Properties"),
        (What::Answer, "Answers"),
        (What::Outcome, "Outcomes"),
    ] {
        text += &format!(
            "\n## {title}\n\nNames are those of Rust, C and Python; JavaScript writes `stepUp` for `step_up`.\n"
        );
        for block in table.0.iter().filter(|block| block.what == what) {
            text += &format!(
                "\n### {}: {}\n\n| field | type | default | what it is |\n|---|---|---|---|\n",
                block.name, block.doc
            );
            block.lines.iter().for_each(|line| text += &row(line));
        }
    }
    Ok(text)
}

fn row(line: &Line) -> String {
    let missing = if line.may_be_missing { ", or none" } else { "" };
    let default = if line.default.is_empty() { String::new() } else { format!("`{}`", line.default) };
    format!("| `{}` | {}{missing} | {default} | {} |\n", line.name, line.of, cell(&line.doc))
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
