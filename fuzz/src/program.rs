//! What a user of the program writes: its readers check their own answers.

use hitmask_cli::foreign;

/// The words of a command line, one on each line.
pub(crate) fn command_line(bytes: &[u8]) {
    text(bytes, foreign::command_line);
}

/// A value of an option.
pub(crate) fn value(bytes: &[u8]) {
    text(bytes, foreign::value);
}

/// A line of a batch.
pub(crate) fn batch_line(bytes: &[u8]) {
    foreign::batch_line(bytes);
}

/// A scene in TOML.
pub(crate) fn scene(bytes: &[u8]) {
    text(bytes, foreign::scene);
}

fn text(bytes: &[u8], read: fn(&str)) {
    if let Ok(text) = str::from_utf8(bytes) {
        read(text);
    }
}
