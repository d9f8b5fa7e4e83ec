//! Numbers as the shaders read them.

/// Words as bytes, the lowest byte of each first.
pub(crate) fn bytes_of<const WORDS: usize, const BYTES: usize>(words: [u32; WORDS]) -> [u8; BYTES] {
    const { assert!(BYTES == 4 * WORDS) };
    let mut bytes = [0; BYTES];
    bytes.copy_from_slice(words.map(u32::to_le_bytes).as_flattened());
    bytes
}

/// Adds words, the lowest byte first.
pub(crate) fn push_words(bytes: &mut Vec<u8>, words: impl IntoIterator<Item = u32>) {
    bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
}

/// The words of a buffer that was read back, in groups of so many.
pub(crate) fn words_of<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u32; N]> + '_ {
    let groups = bytes.as_chunks::<4>().0.as_chunks::<N>().0;
    groups.iter().map(|words| words.map(u32::from_le_bytes))
}
