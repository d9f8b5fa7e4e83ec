//! SVG: only how large it is. Drawing one takes a program of its own.

use crate::Format;
use crate::error::{ErrorKind, Result};
use crate::limits::Budget;
use crate::xml::{utf8, with_document};

/// The width and height of a picture in pixels, as browsers and Qt take them: those of the top, or else those of its view box.
pub(crate) fn size(bytes: &[u8], budget: &Budget) -> Result<[u32; 2]> {
    with_document(utf8(bytes, Format::Svg)?, Format::Svg, budget, |document| {
        let top = document.root_element();
        let words = top.attribute("viewBox").unwrap_or_default();
        let words = words.split(|letter: char| letter == ',' || letter.is_ascii_whitespace());
        let view: Vec<f64> =
            words.filter(|word| !word.is_empty()).map_while(|word| word.parse().ok()).take(4).collect();
        let side = |attribute: &str, at: usize| {
            let said = top.attribute(attribute).and_then(pixels).or_else(|| view.get(at).copied());
            let said = said.filter(|side| side.is_finite() && *side >= 0.0 && *side <= f64::from(u32::MAX));
            said.map(|side| side.round() as u32)
        };
        let size = side("width", 2).zip(side("height", 3));
        let (w, h) =
            size.ok_or_else(|| ErrorKind::corrupt(Format::Svg, "it says no width and height".to_owned()))?;
        budget.check_size(w, h)?;
        Ok([w, h])
    })
}

/// A length in pixels, at 96 to an inch. None of parts of a page.
fn pixels(text: &str) -> Option<f64> {
    let text = text.trim();
    let end = text.find(|letter: char| letter.is_ascii_alphabetic() || letter == '%').unwrap_or(text.len());
    let number: f64 = text[..end].trim().parse().ok()?;
    let unit = match &text[end..] {
        "" | "px" => 1.0,
        "pt" => 96.0 / 72.0,
        "pc" => 16.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 96.0 / 25.4,
        _ => return None,
    };
    Some(number * unit)
}

#[cfg(test)]
mod tests {
    use super::size;
    use crate::limits::{Budget, Limits};

    #[test]
    fn sizes_in_all_units() {
        for (top, expected) in [
            ("width='40' height='20'", Some([40, 20])),
            ("width='40px' height='1in'", Some([40, 96])),
            ("width='100%' height='100%' viewBox='0 0 64.4 32.5'", Some([64, 33])),
            ("viewBox='-5,-5,10,12'", Some([10, 12])),
            ("width='9pt' viewBox='0 0 1 7'", Some([12, 7])),
            ("width='9'", None),
            ("width='-9' height='1'", None),
            ("width='1e9' height='1'", None),
        ] {
            let text = format!("<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' {top}/>");
            assert_eq!(size(text.as_bytes(), &Budget::new(Limits::default())).ok(), expected, "{top}");
        }
    }
}
