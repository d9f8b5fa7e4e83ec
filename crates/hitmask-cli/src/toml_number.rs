//! Numbers in TOML, and lists of them: what is meant is said where something else stands.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};

/// The least alpha that is solid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThresholdKey(pub(crate) u8);

/// A number as it stands in the file.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum TomlNumber {
    Whole(i64),
    Fraction(f64),
}

impl TomlNumber {
    pub(crate) fn value(self) -> f64 {
        match self {
            TomlNumber::Whole(number) => number as f64,
            TomlNumber::Fraction(number) => number,
        }
    }
}

impl fmt::Display for TomlNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TomlNumber::Whole(number) => number.fmt(f),
            // Debug formatting keeps the point of 1.0.
            TomlNumber::Fraction(number) => write!(f, "{number:?}"),
        }
    }
}

/// Reads a number or a list of numbers, and makes a value from it.
pub(crate) struct NumberVisitor<F> {
    /// What the user should write.
    pub(crate) meant: &'static str,
    /// The length of a list, if a list is allowed.
    pub(crate) lists: Option<usize>,
    /// Whether one number is allowed.
    pub(crate) singles: bool,
    pub(crate) make: F,
}

impl<'de, T, F: FnOnce(&[TomlNumber]) -> Result<T, String>> Visitor<'de> for NumberVisitor<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.meant)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        if !self.singles {
            return Err(E::invalid_type(de::Unexpected::Signed(number), &self));
        }
        (self.make)(&[TomlNumber::Whole(number)]).map_err(E::custom)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<T, E> {
        if !self.singles {
            return Err(E::invalid_type(de::Unexpected::Float(number), &self));
        }
        (self.make)(&[TomlNumber::Fraction(number)]).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<T, A::Error> {
        let Some(length) = self.lists else {
            return Err(de::Error::invalid_type(de::Unexpected::Seq, &self));
        };
        let wrong = |this: &Self| de::Error::custom(format!("{} is meant", this.meant));
        let mut numbers = Vec::new();
        // One number too many is enough to know that the list is too long.
        while numbers.len() <= length {
            match list.next_element::<TomlNumber>() {
                Ok(Some(number)) => numbers.push(number),
                Ok(None) => break,
                Err(_) => return Err(wrong(&self)),
            }
        }
        if numbers.len() != length {
            return Err(wrong(&self));
        }
        (self.make)(&numbers).map_err(de::Error::custom)
    }
}

pub(crate) fn single<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    meant: &'static str,
    make: impl Fn(TomlNumber) -> Option<T>,
) -> Result<T, D::Error> {
    let make = |numbers: &[TomlNumber]| {
        make(numbers[0]).ok_or_else(|| format!("{} is out of range: {meant} is meant", numbers[0]))
    };
    deserializer.deserialize_any(NumberVisitor { meant, lists: None, singles: true, make })
}

/// A whole number in a range.
pub(crate) fn whole<T: TryFrom<i64>>(number: TomlNumber, from: i64, to: i64) -> Option<T> {
    match number {
        TomlNumber::Whole(number) if (from..=to).contains(&number) => T::try_from(number).ok(),
        _ => None,
    }
}

impl<'de> Deserialize<'de> for ThresholdKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        single(deserializer, "a whole number from 0 to 255", |number| whole(number, 0, 255).map(ThresholdKey))
    }
}
