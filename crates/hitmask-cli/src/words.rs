//! Small parts of sentences.

/// A number of things: "1 frame", "3 frames".
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Words with commas and an "and": "a, b and c".
pub(crate) fn listed(words: &[String]) -> String {
    joined(words, "and")
}

/// Words with commas and an "or": "a, b or c".
pub(crate) fn one_of(words: &[String]) -> String {
    joined(words, "or")
}

fn joined(words: &[String], link: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {link} {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{counted, listed, one_of};

    #[test]
    fn one_two_and_more() {
        assert_eq!(["0 frames", "1 frame", "2 frames"], [0, 1, 2].map(|n| counted(n, "frame", "frames")));
        let words = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(["", "a", "a and b", "a, b and c"], [0, 1, 2, 3].map(|n| listed(&words[..n])));
        assert_eq!("a, b or c", one_of(&words));
    }
}
