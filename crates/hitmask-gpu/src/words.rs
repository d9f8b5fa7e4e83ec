//! Numbers as the shaders read them.

/// Adds words, the lowest byte first.
pub(crate) fn push_words(bytes: &mut Vec<u8>, words: impl IntoIterator<Item = u32>) {
    bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
}

/// The words of a buffer that was read back.
pub(crate) fn words_of(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word))
}
