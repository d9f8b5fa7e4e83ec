//! One question to the program, on the machine that runs xtask or on one that is emulated: what it says and draws is what docs/tour.md shows.

use std::process::Command;

use crate::tools::{printed_by, read};

const PICTURE: &str = "turned.png";

/// Asks the program. The command is the program, or what runs it with its path.
pub(crate) fn ask(program: &mut Command) -> Result<(), String> {
    let docs = crate::root().join("docs");
    let page = read(&docs.join("tour.md"))?;
    let mut lines = page.lines();
    let question = lines.find_map(|line| line.strip_prefix("$ hitmask ")?.strip_suffix(PICTURE));
    let (question, answer) =
        question.zip(lines.next()).ok_or("docs/tour.md has no question with turned.png")?;
    // A relative path is one for every system.
    let (folder, name) = (crate::root().join("target/smoke"), format!("target/smoke/{PICTURE}"));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let picture = folder.join(PICTURE);
    let _ = std::fs::remove_file(&picture);
    let said = printed_by(program.args(question.split_whitespace()).arg(name).current_dir(crate::root()))?;
    if said.trim_end() != answer {
        return Err(format!("it says\n{said}and not\n{answer}"));
    }
    let drawn = std::fs::read(&picture).map_err(|error| format!("{}: {error}", picture.display()))?;
    if std::fs::read(docs.join("tour").join(PICTURE)).is_ok_and(|committed| committed == drawn) {
        Ok(())
    } else {
        Err(format!("{} is not the picture of docs/tour", picture.display()))
    }
}
