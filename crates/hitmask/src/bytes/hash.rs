//! The hash of contents: of masks, terrains and worlds. It is the same on every machine and in every version of this library.

/// Hashes 64-bit words, one after the other. It starts with 0. For each word:
///
/// 1. `h = (h XOR word) * 9E3779B97F4A7C15` (the lowest 64 bits),
/// 2. `h = h XOR (h >> 32)`.
///
/// At the end the bits are mixed, as `SplitMix64` does it: `h = (h XOR h >> 30) * BF58476D1CE4E5B9`,
/// `h = (h XOR h >> 27) * 94D049BB133111EB`, `h XOR h >> 31`.
///
/// Each step can be undone. So two lists of the same length that differ in one word never have the same hash, and other lists have with a
/// chance of about 2⁻⁶⁴. It does not withstand somebody who looks for two lists with the same hash on purpose.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hasher64(u64);

impl Hasher64 {
    /// A hash that starts with a word. It says what is hashed, so that things of different kinds have different hashes.
    pub(crate) fn new(kind: u64) -> Hasher64 {
        let mut hash = Hasher64::default();
        hash.word(kind);
        hash
    }

    #[inline(always)]
    pub(crate) fn word(&mut self, word: u64) {
        let h = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = h ^ h >> 32;
    }

    pub(crate) fn words(&mut self, words: impl IntoIterator<Item = u64>) {
        words.into_iter().for_each(|word| self.word(word));
    }

    /// Words of eight bytes. The last one is filled up with zeros.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.words(bytes.chunks(8).map(|eight| {
            let mut word = [0; 8];
            word[..eight.len()].copy_from_slice(eight);
            u64::from_le_bytes(word)
        }));
    }

    pub(crate) fn finish(self) -> u64 {
        let h = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let h = (h ^ h >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        h ^ h >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::Hasher64;

    /// Written down once, so that no later version computes another hash.
    #[test]
    fn known_values() {
        let hash = |words: &[u64]| {
            let mut hash = Hasher64::default();
            hash.words(words.iter().copied());
            hash.finish()
        };
        assert_eq!(hash(&[]), 0);
        assert_ne!(hash(&[1, 2]), hash(&[2, 1]));
        assert_ne!(hash(&[1, 0]), hash(&[1]));
        assert_eq!([hash(&[1]), hash(&[1, 2, 3]), hash(&[u64::MAX])], KNOWN);
    }

    const KNOWN: [u64; 3] = [0xFBF3_D070_40A8_E228, 0xCEEA_76A4_2B70_18D0, 0x8055_282E_63EF_58E3];
}
