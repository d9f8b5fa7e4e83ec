//! How options are spelt where the user wrote them, so that messages name them in the same way.

use std::fmt::Display;

/// Where a question or a setting was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Surface {
    /// On the command line: `--pivot-a 3,4`.
    CommandLine,
    /// In a line of a batch: `"pivot_a": [3, 4]`.
    Batch,
    /// In a scene file: `threshold = 77`.
    Scene,
}

impl Surface {
    /// The name of an option, which is given as its key: `pivot_a`.
    pub(crate) fn name(self, key: &str) -> String {
        match self {
            Surface::CommandLine => format!("--{}", key.replace('_', "-")),
            Surface::Batch | Surface::Scene => key.to_owned(),
        }
    }

    /// An option with a value, to be copied.
    pub(crate) fn setting(self, key: &str, value: impl Display) -> String {
        let name = self.name(key);
        match self {
            Surface::CommandLine => format!("{name} {value}"),
            Surface::Batch => format!("\"{name}\": {value}"),
            Surface::Scene => format!("{name} = {value}"),
        }
    }
}
