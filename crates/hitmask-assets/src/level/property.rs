//! Custom properties: named values that the author of a level gives to maps, layers, tiles and objects.

use std::collections::HashMap;
use std::fmt;

use crate::error::ErrorKind;
use crate::limits::{Budget, Work};

/// The custom properties of a part of a level, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelProperties(Vec<(String, LevelValue)>);

/// The value of a custom property.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LevelValue {
    /// Nothing: LDtk's null.
    Nothing,
    /// Truth.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any number.
    Float(f64),
    /// Text, and the names of enum values.
    Text(String),
    /// A colour as it is written: `#AARRGGBB` or `#RRGGBB`.
    Color(String),
    /// The path of a file as it is written.
    File(String),
    /// The number of an object in the same level ([`LevelObject::id`](crate::LevelObject::id)); 0 means none.
    Object(i64),
    /// A list of values.
    List(Vec<LevelValue>),
    /// A value with named members: a class of Tiled; a point, tile or reference of LDtk.
    Class {
        /// The name of the class; empty if it has none.
        class: String,
        /// The members. Tiled writes only those that differ from the class.
        members: LevelProperties,
    },
}

impl LevelProperties {
    /// No properties.
    pub(super) const NONE: LevelProperties = LevelProperties(Vec::new());

    /// The value of a property, or nothing. If several have this name, that of the last.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&LevelValue> {
        self.0.iter().rev().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// All names and values, in the order of the file.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &LevelValue)> + '_ {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a property at the end.
    pub(super) fn push(&mut self, name: String, value: LevelValue) {
        self.0.push((name, value));
    }

    /// These properties, and those of `base` that have other names. The copies are taken off the budget.
    pub(super) fn over(&self, base: &LevelProperties, budget: &Budget) -> Result<LevelProperties, ErrorKind> {
        budget.keep(self.bytes().saturating_add(base.bytes()))?;
        // A name is hashed, and a value is copied.
        budget.work(32 * (self.len() + base.len()) as u64, Work::Draw)?;
        let mut all = base.clone();
        if self.is_empty() {
            return Ok(all);
        }
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (at, (name, _)) in base.0.iter().enumerate() {
            places.entry(name).or_insert(at);
        }
        for (name, value) in &self.0 {
            let at = *places.entry(name).or_insert(all.0.len());
            match all.0.get_mut(at) {
                Some(old) => old.1 = value.clone(),
                None => all.0.push((name.clone(), value.clone())),
            }
        }
        Ok(all)
    }

    /// The memory of a copy, with what is needed to make it.
    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().map(|(name, value)| PROPERTY_BYTES + name.len() as u64 + value.bytes()).sum()
    }
}

/// The memory of a name and a value without their texts. A list may have room for twice as many, and a table of names is made of them.
const PROPERTY_BYTES: u64 = 3 * size_of::<(String, LevelValue)>() as u64;

impl FromIterator<(String, LevelValue)> for LevelProperties {
    fn from_iter<I: IntoIterator<Item = (String, LevelValue)>>(properties: I) -> Self {
        LevelProperties(properties.into_iter().collect())
    }
}

impl LevelValue {
    /// The memory of what it points to.
    fn bytes(&self) -> u64 {
        match self {
            LevelValue::Text(text) | LevelValue::Color(text) | LevelValue::File(text) => text.len() as u64,
            LevelValue::List(values) => values.iter().map(|value| PROPERTY_BYTES + value.bytes()).sum(),
            LevelValue::Class { class, members } => class.len() as u64 + members.bytes(),
            _ => 0,
        }
    }

    /// The text of a text, a colour or a file.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            LevelValue::Text(text) | LevelValue::Color(text) | LevelValue::File(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number: also of a float without a fraction.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        match *self {
            LevelValue::Int(number) | LevelValue::Object(number) => Some(number),
            // The cast saturates; a number so large is not equal to it, except the limits themselves.
            LevelValue::Float(number) if number as i64 as f64 == number => Some(number as i64),
            _ => None,
        }
    }

    /// A number.
    #[must_use]
    pub fn as_float(&self) -> Option<f64> {
        match *self {
            LevelValue::Int(number) => Some(number as f64),
            LevelValue::Float(number) => Some(number),
            _ => None,
        }
    }
}

/// As a person would write it.
impl fmt::Display for LevelValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LevelValue::Nothing => f.write_str("nothing"),
            LevelValue::Bool(truth) => truth.fmt(f),
            LevelValue::Int(number) => number.fmt(f),
            LevelValue::Float(number) => number.fmt(f),
            LevelValue::Text(text) | LevelValue::Color(text) | LevelValue::File(text) => f.write_str(text),
            LevelValue::Object(number) => write!(f, "object {number}"),
            LevelValue::List(values) => {
                f.write_str("[")?;
                for (number, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if number == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
            LevelValue::Class { class, members } => {
                write!(f, "{class}{{")?;
                for (number, (name, value)) in members.iter().enumerate() {
                    write!(f, "{}{name}: {value}", if number == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}
