//! What the pixels of a tile are for: properties and classes say it.

use super::property::{LevelProperties, LevelValue};

/// What the pixels of a tile or layer are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LevelKind {
    /// They stop what meets them.
    #[default]
    Solid,
    /// They carry what stands on them and stop it from above alone.
    OneWay,
    /// They report touches and stop nothing.
    Sensor,
    /// They are only seen.
    Nothing,
}

impl LevelKind {
    /// The property that names a kind.
    pub(super) const PROPERTY: &'static str = "hitmask";

    /// The kind that a word means: `solid`, `one-way`, `sensor` or `none`. Case, hyphens and underscores don't matter.
    #[must_use]
    pub fn from_word(word: &str) -> Option<LevelKind> {
        let letters = word.chars().filter(|letter| !matches!(letter, '-' | '_' | ' '));
        let word: String = letters.flat_map(char::to_lowercase).take(16).collect();
        Some(match word.as_str() {
            "solid" => LevelKind::Solid,
            "oneway" => LevelKind::OneWay,
            "sensor" => LevelKind::Sensor,
            "none" => LevelKind::Nothing,
            _ => return None,
        })
    }

    /// The kind that the properties or the class of something say.
    pub(super) fn said(properties: &LevelProperties, class: &str) -> Option<LevelKind> {
        let said = properties.get(LevelKind::PROPERTY).and_then(LevelValue::as_text);
        said.and_then(LevelKind::from_word).or_else(|| LevelKind::from_word(class))
    }
}

/// The number that the properties of something say.
pub(super) fn number_said(properties: &LevelProperties) -> Option<u32> {
    properties.get("number").and_then(LevelValue::as_int).and_then(|number| number.try_into().ok())
}
