//! Aseprite files, written byte by byte.

use super::zlib;

pub(crate) const RGBA: u16 = 32;
pub(crate) const GRAY: u16 = 16;
pub(crate) const INDEXED: u16 = 8;

/// A file that is being written.
pub(crate) struct Ase {
    pub(crate) size: (u16, u16),
    pub(crate) depth: u16,
    pub(crate) flags: u32,
    pub(crate) clear_index: u8,
    /// The chunks of each frame.
    frames: Vec<Vec<Vec<u8>>>,
}

impl Ase {
    pub(crate) fn new(size: (u16, u16), depth: u16) -> Ase {
        Ase { size, depth, flags: 1, clear_index: 0, frames: vec![Vec::new()] }
    }

    pub(crate) fn chunk(&mut self, id: u16, data: &[u8]) -> &mut Ase {
        let chunk = [&(data.len() as u32 + 6).to_le_bytes()[..], &id.to_le_bytes(), data].concat();
        self.frames.last_mut().expect("a frame").push(chunk);
        self
    }

    pub(crate) fn next_frame(&mut self) -> &mut Ase {
        self.frames.push(Vec::new());
        self
    }

    pub(crate) fn layer(&mut self, layer: Layer) -> &mut Ase {
        self.named_layer(layer, "L!")
    }

    pub(crate) fn named_layer(&mut self, layer: Layer, name: &str) -> &mut Ase {
        let head = [layer.flags, layer.kind, layer.level, 0, 0, layer.mode];
        let mut data: Vec<u8> = head.iter().flat_map(|word| word.to_le_bytes()).collect();
        data.extend_from_slice(&[layer.opacity, 0, 0, 0, name.len() as u8, 0]);
        data.extend_from_slice(name.as_bytes());
        if layer.kind == 2 {
            data.extend_from_slice(&0_u32.to_le_bytes());
        }
        self.chunk(0x2004, &data)
    }

    pub(crate) fn cel(&mut self, cel: Cel, kind: u16, content: &[u8]) -> &mut Ase {
        let mut data = cel.layer.to_le_bytes().to_vec();
        data.extend_from_slice(&cel.at.0.to_le_bytes());
        data.extend_from_slice(&cel.at.1.to_le_bytes());
        data.push(cel.opacity);
        data.extend_from_slice(&kind.to_le_bytes());
        data.extend_from_slice(&cel.z.to_le_bytes());
        data.extend_from_slice(&[0; 5]);
        data.extend_from_slice(content);
        self.chunk(0x2005, &data)
    }

    /// A packed picture.
    pub(crate) fn pixels(&mut self, cel: Cel, (w, h): (u16, u16), pixels: &[u8]) -> &mut Ase {
        let content = [&w.to_le_bytes()[..], &h.to_le_bytes(), &zlib(pixels)].concat();
        self.cel(cel, 2, &content)
    }

    /// A palette that begins at index 0.
    pub(crate) fn palette(&mut self, first: u32, colors: &[[u8; 4]]) -> &mut Ase {
        let last = first + colors.len() as u32 - 1;
        let mut data: Vec<u8> = [256, first, last, 0, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
        for color in colors {
            data.extend_from_slice(&[0, 0]);
            data.extend_from_slice(color);
        }
        self.chunk(0x2019, &data)
    }

    /// The set of tiles that all tile maps use: `count` of them one below the other. Tile 0 is empty.
    pub(crate) fn tile_set(&mut self, (w, h): (u16, u16), count: u32, pixels: &[u8]) -> &mut Ase {
        let tiles = zlib(pixels);
        let mut set: Vec<u8> = [0, 2 | 4, count].iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
        set.extend_from_slice(&[w.to_le_bytes(), h.to_le_bytes()].concat());
        set.extend_from_slice(&[0; 16]);
        set.extend_from_slice(&[0, 0]);
        set.extend_from_slice(&(tiles.len() as u32).to_le_bytes());
        set.extend_from_slice(&tiles);
        self.chunk(0x2023, &set)
    }

    /// A tile map on a layer of kind 2.
    pub(crate) fn tile_map(&mut self, cel: Cel, (columns, rows): (u16, u16), tiles: &[u32]) -> &mut Ase {
        let mut content = [columns.to_le_bytes(), rows.to_le_bytes(), [32, 0]].concat();
        for mask in [0x1FFF_FFFF_u32, 0x8000_0000, 0x4000_0000, 0x2000_0000] {
            content.extend_from_slice(&mask.to_le_bytes());
        }
        content.extend_from_slice(&[0; 10]);
        let tiles: Vec<u8> = tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect();
        content.extend_from_slice(&zlib(&tiles));
        self.cel(cel, 3, &content)
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut file = vec![0; 4];
        for word in [0xA5E0, self.frames.len() as u16, self.size.0, self.size.1, self.depth] {
            file.extend_from_slice(&word.to_le_bytes());
        }
        file.extend_from_slice(&self.flags.to_le_bytes());
        file.resize(28, 0);
        file.push(self.clear_index);
        file.resize(128, 0);
        for chunks in &self.frames {
            let body = chunks.concat();
            file.extend_from_slice(&(body.len() as u32 + 16).to_le_bytes());
            for word in [0xF1FA, chunks.len() as u16, 125, 0] {
                file.extend_from_slice(&u16::to_le_bytes(word));
            }
            file.extend_from_slice(&[0; 4]);
            file.extend_from_slice(&body);
        }
        let len = file.len() as u32;
        file[..4].copy_from_slice(&len.to_le_bytes());
        file
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Layer {
    pub(crate) flags: u16,
    pub(crate) kind: u16,
    pub(crate) level: u16,
    pub(crate) mode: u16,
    pub(crate) opacity: u8,
}

pub(crate) const LAYER: Layer = Layer { flags: 1, kind: 0, level: 0, mode: 0, opacity: 255 };
pub(crate) const GROUP: Layer = Layer { kind: 1, ..LAYER };
pub(crate) const HIDDEN: u16 = 0;
pub(crate) const BACKGROUND: u16 = 1 | 8;

#[derive(Clone, Copy)]
pub(crate) struct Cel {
    pub(crate) layer: u16,
    pub(crate) at: (i16, i16),
    pub(crate) opacity: u8,
    pub(crate) z: i16,
}

pub(crate) fn cel(layer: u16) -> Cel {
    Cel { layer, at: (0, 0), opacity: 255, z: 0 }
}
