//! The saved formats, and how their bytes begin.

/// A form in which this library saves something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SavedFormat {
    /// `World::to_bytes`.
    World,
    /// `TileMap::to_bytes`.
    TileMap,
    /// `Terrain::to_bytes`.
    Terrain,
    /// `Terrain::delta_since`.
    TerrainDelta,
    /// [`LabelMask::to_bytes`](crate::LabelMask::to_bytes).
    Labels,
    /// `PackBuilder::finish`.
    Pack,
    /// [`rle::encode8`](crate::rle::encode8) and [`rle::encode16`](crate::rle::encode16).
    RunLengthSprite,
}

/// How the bytes of a format begin. All numbers are little-endian.
pub(super) struct Head {
    /// The first four bytes. A run-length sprite begins with its first run, and has no version and no length.
    pub(super) magic: &'static [u8; 4],
    /// What is saved.
    pub(super) name: &'static str,
    /// The newest version. It stands in the four bytes after the signature, and counts from 1.
    pub(super) newest: u32,
    /// The offset of the total length, a field of eight bytes. The format defines all other bytes.
    pub(super) length_at: usize,
}

impl SavedFormat {
    pub(super) const fn head(self) -> Head {
        let (magic, name, newest, length_at) = match self {
            SavedFormat::World => (b"HWLD", "world", 4, 8),
            SavedFormat::TileMap => (b"HTMP", "tile map", 1, 8),
            SavedFormat::Terrain => (b"HTRN", "terrain", 1, 16),
            SavedFormat::TerrainDelta => (b"HTRD", "change of a terrain", 1, 16),
            SavedFormat::Labels => (b"HLAB", "label mask", 1, 16),
            SavedFormat::Pack => (b"HPAK", "pack", 1, 8),
            SavedFormat::RunLengthSprite => (&[0; 4], "run-length sprite", 0, 0),
        };
        Head { magic, name, newest, length_at }
    }
}
