//! What the pixels of a tile are for: properties and classes say it.

use hitmask::TileKind;

use super::property::{LevelProperties, LevelValue};

/// The property that names a kind.
const PROPERTY: &str = "hitmask";

/// The property that names the side to which something is open.
const SIDE: &str = "one-way";

/// The kind that a word means: `solid` (or `body`), `one-way`, `one-way-right`, `one-way-down` or `one-way-left`, `sensor` or `none` (or
/// `nothing`). Case, hyphens and underscores don't matter.
pub(super) fn kind_of_word(word: &str) -> Option<TileKind> {
    let letters = word.chars().filter(|letter| !matches!(letter, '-' | '_' | ' '));
    let word: String = letters.flat_map(char::to_lowercase).take(16).collect();
    Some(match word.as_str() {
        "solid" | "body" => TileKind::Body,
        "oneway" | "onewayup" => TileKind::OneWay,
        "onewayright" => TileKind::OneWayRight,
        "onewaydown" => TileKind::OneWayDown,
        "onewayleft" => TileKind::OneWayLeft,
        "sensor" => TileKind::Sensor,
        "none" | "nothing" => TileKind::Nothing,
        _ => return None,
    })
}

/// The kind that the properties or the class of something say.
pub(super) fn kind_said(properties: &LevelProperties, class: &str) -> Option<TileKind> {
    let text = |name| properties.get(name).and_then(LevelValue::as_text);
    let side = || text(SIDE).and_then(|side| kind_of_word(&format!("{SIDE}-{side}")));
    text(PROPERTY).and_then(kind_of_word).or_else(side).or_else(|| kind_of_word(class))
}

/// The number that the properties of something say.
pub(super) fn number_said(properties: &LevelProperties) -> Option<u64> {
    properties.get("number").and_then(LevelValue::as_int).and_then(|number| number.try_into().ok())
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
    fn a_side_makes_a_door_or_a_ledge() {
        let said = |name: &str, side: &str, class: &str| {
            let value = LevelValue::Text(side.to_owned());
            kind_said(&[(name.to_owned(), value)].into_iter().collect(), class)
        };
        for (side, kind) in [
            ("up", TileKind::OneWay),
            ("Right", TileKind::OneWayRight),
            ("down", TileKind::OneWayDown),
            ("left", TileKind::OneWayLeft),
        ] {
            assert_eq!(said("one-way", side, "solid"), Some(kind), "{side}");
            assert_eq!(said("hitmask", &format!("one-way-{side}"), ""), Some(kind), "{side}");
            assert_eq!(said("other", "", &format!("OneWay{side}")), Some(kind), "{side}");
        }
        assert_eq!(said("one-way", "inside", "sensor"), Some(TileKind::Sensor));
    }
}
