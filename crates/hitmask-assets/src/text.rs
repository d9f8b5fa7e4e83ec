//! Text files.

/// A text without the byte order mark of UTF-8, which some editors write before it.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text)
}
