//! What tiles and objects are for: properties and classes say it.

use hitmask::{Direction, Layers, TileKind};

use super::property::{LevelProperties, LevelValue};

/// The property that names a kind.
const PROPERTY: &str = "hitmask";
/// The property that names the open side of what is one-way.
const SIDE: &str = "one-way";

/// The kind that a word means: `solid` (or `body`), `one-way` (also `one-way-left` and the like, for another open side), `sensor` or `none` (or
/// `nothing`). Case, hyphens and underscores don't matter.
pub(super) fn kind_of_word(word: &str) -> Option<TileKind> {
    let word = plain(word);
    if let Some(side) = word.strip_prefix("oneway").and_then(side_of_word) {
        return Some(TileKind::one_way_to(side));
    }
    Some(match word.as_str() {
        "solid" | "body" => TileKind::Body,
        "oneway" => TileKind::OneWay,
        "sensor" => TileKind::Sensor,
        "none" | "nothing" => TileKind::Nothing,
        _ => return None,
    })
}

/// A word without what does not matter.
fn plain(word: &str) -> String {
    let letters = word.chars().filter(|letter| !matches!(letter, '-' | '_' | ' '));
    letters.flat_map(char::to_lowercase).take(16).collect()
}

/// The direction that a word means: `up`, `right`, `down` or `left`.
fn side_of_word(word: &str) -> Option<Direction> {
    let names = ["up", "right", "down", "left"];
    Direction::ALL.into_iter().zip(names).find_map(|(side, name)| (plain(word) == name).then_some(side))
}

/// The kind that the properties or the class of something say. The property `one-way` names the open side, and says that it is one-way.
pub(super) fn kind_said(properties: &LevelProperties, class: &str) -> Option<TileKind> {
    let text = |name: &str| properties.get(name).and_then(LevelValue::as_text);
    if let Some(side) = text(SIDE).and_then(side_of_word) {
        return Some(TileKind::one_way_to(side));
    }
    let said = text(PROPERTY);
    said.and_then(kind_of_word).or_else(|| kind_of_word(class))
}

/// The number that the properties of something say.
pub(super) fn number_said(properties: &LevelProperties) -> Option<u64> {
    properties.get("number").and_then(LevelValue::as_int).and_then(|number| number.try_into().ok())
}

/// The layers of colliders that the properties of something say: it is on the layer of this number, from 0 to 31, and meets all.
pub(super) fn layers_said(properties: &LevelProperties) -> Option<Layers> {
    let layer = properties.get("layer").and_then(LevelValue::as_int)?;
    let bit = u32::try_from(layer).ok().and_then(|layer| 1_u32.checked_shl(layer))?;
    Some(Layers { belongs_to: bit, ..Layers::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyphens_underscores_and_case_do_not_matter() {
        for word in ["one-way", "one_way", "One Way", "OneWay"] {
            assert_eq!(kind_of_word(word), Some(TileKind::OneWay), "{word}");
        }
        assert_eq!(kind_of_word("one"), None);
    }

    #[test]
    fn one_way_things_have_an_open_side() {
        for (word, side) in [
            ("up", Direction::Up),
            ("Right", Direction::Right),
            ("DOWN", Direction::Down),
            ("left", Direction::Left),
        ] {
            assert_eq!(kind_of_word(&format!("one-way {word}")), Some(TileKind::one_way_to(side)));
            let properties: LevelProperties =
                [(SIDE.to_owned(), LevelValue::Text(word.to_owned()))].into_iter().collect();
            assert_eq!(kind_said(&properties, "solid"), Some(TileKind::one_way_to(side)));
        }
        assert_eq!(kind_of_word("one-way inside"), None);
    }
}
