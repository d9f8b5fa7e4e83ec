//! The values of custom properties, in XML's words and in JSON.

use serde_json::Value;
use serde_json::value::RawValue;

use super::super::property::{LevelProperties, LevelValue};
use crate::Format;
use crate::error::ErrorKind;
use crate::limits::Budget;

/// A value of a kind that is one word. Unknown kinds are text, as in Tiled. None if the words are no value of the kind.
pub(super) fn from_words(kind: &str, words: &str) -> Option<LevelValue> {
    Some(match kind {
        "int" => LevelValue::Int(words.trim().parse().ok()?),
        "float" => LevelValue::Float(words.trim().parse().ok()?),
        "bool" => LevelValue::Bool(words.trim() == "true"),
        "object" => LevelValue::Object(words.trim().parse().ok()?),
        "color" => LevelValue::Color(words.to_owned()),
        "file" => LevelValue::File(words.to_owned()),
        _ => LevelValue::Text(words.to_owned()),
    })
}

/// Properties in JSON: a list of objects with name, type and value, or in old files an object of values by name.
pub(super) fn from_json(json: &RawValue, budget: &Budget) -> Result<LevelProperties, ErrorKind> {
    budget.keep(parsed_bytes(json.get()))?;
    let corrupt = |error| ErrorKind::corrupt(Format::Tiled, error);
    let wrong = || ErrorKind::level("the properties are neither a list nor an object");
    Ok(match serde_json::from_str(json.get()).map_err(corrupt)? {
        Value::Array(list) => list.into_iter().map(property).collect::<Option<_>>().ok_or_else(wrong)?,
        Value::Object(members) => members.into_iter().map(|(name, value)| (name, guessed(value))).collect(),
        Value::Null => LevelProperties::default(),
        _ => return Err(wrong()),
    })
}

/// The most memory that JSON takes as values, and as what is made of them.
pub(in super::super) fn parsed_bytes(json: &str) -> u64 {
    // Each value begins with one of these, or follows one. A list may have room for four times as many, and is made twice.
    let parts = json.bytes().filter(|byte| matches!(byte, b',' | b'[' | b'{' | b':')).count() as u64 + 1;
    8 * size_of::<(String, LevelValue)>() as u64 * parts + 2 * json.len() as u64
}

fn property(json: Value) -> Option<(String, LevelValue)> {
    let Value::Object(mut members) = json else { return None };
    let name = members.remove("name")?.as_str()?.to_owned();
    Some((name, typed(&mut members)))
}

/// A value beside its type.
fn typed(members: &mut serde_json::Map<String, Value>) -> LevelValue {
    let mut take = |name| members.remove(name).unwrap_or(Value::Null);
    let kind = take("type");
    let class = take("propertytype");
    let value = take("value");
    match (kind.as_str().unwrap_or("string"), value) {
        ("class", Value::Object(members)) => LevelValue::Class {
            class: class.as_str().unwrap_or_default().to_owned(),
            members: members.into_iter().map(|(name, value)| (name, guessed(value))).collect(),
        },
        ("list", Value::Array(items)) => LevelValue::List(items.into_iter().map(item).collect()),
        ("float", Value::Number(number)) => LevelValue::Float(number.as_f64().unwrap_or(0.0)),
        ("object", Value::Number(number)) => LevelValue::Object(number.as_i64().unwrap_or(0)),
        ("color", Value::String(text)) => LevelValue::Color(text),
        ("file", Value::String(text)) => LevelValue::File(text),
        (_, value) => guessed(value),
    }
}

/// An item of a list: a value beside its type.
fn item(json: Value) -> LevelValue {
    match json {
        Value::Object(mut members) if members.contains_key("type") && members.contains_key("value") => {
            typed(&mut members)
        }
        json => guessed(json),
    }
}

/// A value without a type.
pub(in super::super) fn guessed(json: Value) -> LevelValue {
    match json {
        Value::Null => LevelValue::Nothing,
        Value::Bool(truth) => LevelValue::Bool(truth),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => LevelValue::Int(whole),
            None => LevelValue::Float(number.as_f64().unwrap_or(0.0)),
        },
        Value::String(text) => LevelValue::Text(text),
        Value::Array(items) => LevelValue::List(items.into_iter().map(item).collect()),
        Value::Object(members) => LevelValue::Class {
            class: String::new(),
            members: members.into_iter().map(|(name, value)| (name, guessed(value))).collect(),
        },
    }
}
