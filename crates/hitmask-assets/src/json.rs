//! Objects of JSON in the order of the file, and what may be a list or such an object.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};

/// The members of an object in the order of the file.
pub(crate) struct Ordered<T>(pub(crate) Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = Ordered<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Ordered<T>, A::Error> {
                let mut all = Vec::new();
                while let Some(member) = members.next_entry()? {
                    all.push(member);
                }
                Ok(Ordered(all))
            }
        }
        deserializer.deserialize_map(Object(PhantomData))
    }
}

/// Reads the items of a list, or of an object in the order of the file, where each has a name beside it.
pub(crate) struct ListOrObject<T> {
    /// What an error says that there should be.
    pub(crate) expected: &'static str,
    /// Adds its name to an item, or says what is wrong with it.
    pub(crate) named: fn(String, T) -> Result<T, &'static str>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListOrObject<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Vec<T>, A::Error> {
        let mut items = Vec::new();
        while let Some((name, item)) = members.next_entry()? {
            items.push((self.named)(name, item).map_err(de::Error::custom)?);
        }
        Ok(items)
    }
}
