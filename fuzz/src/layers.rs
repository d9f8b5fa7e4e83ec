//! Aseprite files made from the input: layers and groups of every mode, cels, links and tiles. The files are valid, so the search spends
//! its time on how they are merged.

use hitmask_assets::{ErrorKind, Image, Options, decode};

use crate::bytes::Bytes;

/// Reads the file that the bytes describe: it is read within the limits, or refused for its size.
///
/// The test: a group that is the lowest item in its level is merged in place; any other group gets a canvas of its own. A clear cel below a
/// group changes which way is taken, but it must not change the picture.
pub(crate) fn merge(bytes: &[u8], options: &Options) {
    let [plain, padded] = [false, true].map(|padded| {
        let file = Writer::write(&mut Bytes(bytes), padded);
        match decode(&file, options) {
            Ok(sprite) => Some(sprite.frames.into_iter().map(|frame| frame.image).collect::<Vec<Image>>()),
            Err(error) => {
                assert!(
                    matches!(error.kind(), ErrorKind::TooLarge { .. }),
                    "a right file is refused: {error}"
                );
                None
            }
        }
    });
    if let (Some(plain), Some(padded)) = (plain, padded) {
        assert_eq!(plain, padded, "a clear cel below a group changed the picture");
    }
}

const MOST_LAYERS: u16 = 24;
const MOST_FRAMES: u16 = 3;
const VISIBLE: u16 = 1;

/// The state of a layer while its file is being written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Cels,
    Tiles,
    Group,
    /// The layer has one clear cel, if it exists.
    Padding,
}

/// A file that is being written.
struct Writer {
    depth: u16,
    layers: Vec<Kind>,
    chunks: Vec<Vec<u8>>,
}

impl Writer {
    fn write(bytes: &mut Bytes, padded: bool) -> Vec<u8> {
        let depth = [32, 32, 16, 8][usize::from(bytes.next() % 4)];
        let (width, height) = (u16::from(bytes.next() % 40), u16::from(bytes.next() % 40));
        let mut file = Writer { depth, layers: Vec::new(), chunks: Vec::new() };
        let palette: Vec<u8> =
            (0..=255_u8).flat_map(|i| [0, 0, i, i.wrapping_mul(7), 255 - i, i | 0x80]).collect();
        file.chunk(
            0x2019,
            &[&256_u32.to_le_bytes()[..], &[0; 4], &255_u32.to_le_bytes(), &[0; 8], &palette].concat(),
        );
        let (tile_w, tile_h) = (1 + bytes.next() % 5, 1 + bytes.next() % 5);
        let tiles = file.pixels(3 * usize::from(tile_w) * usize::from(tile_h), bytes.next());
        let head = [0_u32, 2 | 4, 3].map(u32::to_le_bytes).concat();
        let len = (tiles.len() as u32).to_le_bytes();
        file.chunk(0x2023, &[&head[..], &[tile_w, 0, tile_h, 0], &[0; 16], &[0, 0], &len, &tiles].concat());

        let mut level = 0;
        if padded {
            file.layer(Kind::Padding, level, VISIBLE, 0, 255);
        }
        for _ in 0..bytes.next() % MOST_LAYERS as u8 {
            let kind = [Kind::Cels, Kind::Cels, Kind::Tiles, Kind::Group, Kind::Group]
                [usize::from(bytes.next() % 5)];
            let (mode, opacity, flags) = (bytes.next() % 20, bytes.next(), bytes.next());
            let shown = if flags % 8 == 0 { 0 } else { VISIBLE };
            file.layer(kind, level, shown, mode, opacity);
            if kind == Kind::Group {
                level += 1;
                if padded {
                    file.layer(Kind::Padding, level, VISIBLE, 0, 255);
                }
            } else {
                level -= u16::from(flags / 64).min(level);
            }
        }
        let mut frames = Vec::new();
        for number in 0..1 + u16::from(bytes.next()) % MOST_FRAMES {
            for layer in 0..file.layers.len() {
                file.cel(number, layer as u16, file.layers[layer], bytes);
            }
            frames.push(frame(std::mem::take(&mut file.chunks)));
        }
        let mut head =
            [0, 0, 0xA5E0, frames.len() as u16, width, height, depth, 3, 0].map(u16::to_le_bytes).concat();
        head.resize(128, 0);
        head.extend(frames.concat());
        head
    }

    fn chunk(&mut self, id: u16, data: &[u8]) {
        self.chunks.push([&(data.len() as u32 + 6).to_le_bytes()[..], &id.to_le_bytes(), data].concat());
    }

    fn layer(&mut self, kind: Kind, level: u16, flags: u16, mode: u8, opacity: u8) {
        let number = match kind {
            Kind::Cels | Kind::Padding => 0,
            Kind::Group => 1,
            Kind::Tiles => 2,
        };
        let mut data = [flags, number, level, 0, 0, mode.into()].map(u16::to_le_bytes).concat();
        data.extend([opacity, 0, 0, 0, 0, 0]);
        if kind == Kind::Tiles {
            data.extend([0; 4]);
        }
        self.layers.push(kind);
        self.chunk(0x2004, &data);
    }

    /// The cel of a layer in a frame, if the bytes want one. Cels of later frames may be linked to the first.
    fn cel(&mut self, frame: u16, layer: u16, kind: Kind, bytes: &mut Bytes) {
        let (content, at) = match kind {
            Kind::Group => return,
            Kind::Padding => {
                ([&[0, 0, 1, 0, 1, 0][..], &[0; 4][..usize::from(self.depth / 8)]].concat(), [0; 3])
            }
            Kind::Cels | Kind::Tiles => {
                let (w, h, fill, how) = (bytes.next() % 24, bytes.next() % 24, bytes.next(), bytes.next());
                let at = [bytes.next() as i8, bytes.next() as i8, 0];
                let packed = if kind == Kind::Tiles {
                    let tiles = (0..u32::from(w) * u32::from(h))
                        .flat_map(|i| ((i * u32::from(fill) % 5) | u32::from(how) << 29).to_le_bytes());
                    zlib(&tiles.collect::<Vec<u8>>())
                } else {
                    self.pixels(usize::from(w) * usize::from(h), fill)
                };
                let masks = [0x1FFF_FFFF_u32, 1 << 31, 1 << 30, 1 << 29].map(u32::to_le_bytes).concat();
                let content = match kind {
                    _ if frame > 0 && how % 4 == 0 => vec![1, 0, 0, 0],
                    Kind::Tiles => [&[3, 0, w, 0, h, 0, 32, 0][..], &masks, &[0; 10], &packed].concat(),
                    _ => [&[2, 0, w, 0, h, 0][..], &packed].concat(),
                };
                (content, at)
            }
        };
        let [x, y, z] = at.map(i16::from).map(i16::to_le_bytes);
        let (kind, content) = content.split_at(2);
        self.chunk(0x2005, &[&layer.to_le_bytes()[..], &x, &y, &[255], kind, &z, &[0; 5], content].concat());
    }

    /// A number of pixels in some pattern, packed.
    fn pixels(&self, count: usize, fill: u8) -> Vec<u8> {
        let bytes = (0..count * usize::from(self.depth / 8)).map(|i| (i as u8).wrapping_mul(fill | 1) ^ fill);
        zlib(&bytes.collect::<Vec<u8>>())
    }
}

fn frame(chunks: Vec<Vec<u8>>) -> Vec<u8> {
    let body = chunks.concat();
    let head = [0xF1FA, chunks.len() as u16, 100, 0, 0, 0].map(u16::to_le_bytes).concat();
    [&(body.len() as u32 + 16).to_le_bytes()[..], &head, &body].concat()
}

/// Bytes in a zlib frame, stored without compression.
fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut packed = vec![0x78, 0x01];
    let mut blocks = bytes.chunks(0xFFFF).peekable();
    if blocks.peek().is_none() {
        packed.extend([1, 0, 0, 0xFF, 0xFF]);
    }
    while let Some(block) = blocks.next() {
        let len = block.len() as u16;
        packed.push(blocks.peek().is_none().into());
        packed.extend([len.to_le_bytes(), (!len).to_le_bytes()].concat());
        packed.extend_from_slice(block);
    }
    let (a, b) = bytes.iter().fold((1_u32, 0_u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (a + b) % 65_521)
    });
    packed.extend((b << 16 | a).to_be_bytes());
    packed
}
