//! Common parts of the tests: the shipped sprites, and PNG files made by hand.
#![allow(dead_code, reason = "each test file uses a part of it")]

pub(crate) mod allocations;
pub(crate) mod ase;
pub(crate) mod level_bombs;
pub(crate) mod webp;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// The folder of the shipped sprites.
pub(crate) fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets")
}

/// A shipped sprite's bytes.
pub(crate) fn asset(name: &str) -> Vec<u8> {
    std::fs::read(assets().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A file in the tests' own folder.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Bytes packed by zlib.
pub(crate) fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("writing to memory");
    encoder.finish().expect("writing to memory")
}

/// A PNG file, written chunk by chunk with correct checksums.
pub(crate) struct Png(pub(crate) Vec<u8>);

impl Png {
    /// Signature and `IHDR`.
    pub(crate) fn new(width: u32, height: u32, depth: u8, color_type: u8, interlaced: bool) -> Png {
        let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
        header.extend_from_slice(&[depth, color_type, 0, 0, u8::from(interlaced)]);
        Png(b"\x89PNG\r\n\x1A\n".to_vec()).chunk(b"IHDR", &header)
    }

    pub(crate) fn chunk(mut self, id: &[u8; 4], data: &[u8]) -> Png {
        let body = [&id[..], data].concat();
        self.0.extend_from_slice(&(data.len() as u32).to_be_bytes());
        self.0.extend_from_slice(&body);
        self.0.extend_from_slice(&crc32fast::hash(&body).to_be_bytes());
        self
    }

    /// `IDAT` and `IEND`.
    pub(crate) fn finish(self, raw: &[u8]) -> Vec<u8> {
        self.chunk(b"IDAT", &zlib(raw)).chunk(b"IEND", &[]).0
    }
}

/// Random numbers that are the same on every machine (`SplitMix64`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        hitmask_oracle::splitmix(&mut self.0)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.next() as u8).collect()
    }
}
