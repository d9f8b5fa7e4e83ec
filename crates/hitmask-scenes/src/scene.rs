//! The named scenes.

use crate::{Pairs, Random, shapes};
use hitmask::Mask;

/// A named shape at a size.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// Shape and size, for people: `blob 64`.
    pub name: &'static str,
    /// Width and height in pixels.
    pub side: u32,
    /// The shape, as a function of width, height and seed.
    pub shape: fn(u32, u32, u64) -> Mask,
    /// Whether even and odd masks are interleaved and meet only at even offsets. Then every pair is a miss.
    pub interleaved: bool,
}

const fn scene(name: &'static str, side: u32, shape: fn(u32, u32, u64) -> Mask) -> Scene {
    Scene { name, side, shape, interleaved: false }
}

const fn worst(name: &'static str, side: u32) -> Scene {
    Scene { name, side, shape: shapes::interleaved, interleaved: true }
}

/// Every scene of masks of one size.
pub const SCENES: &[Scene] = &[
    scene("blob 16", 16, shapes::blob),
    scene("blob 32", 32, shapes::blob),
    scene("blob 64", 64, shapes::blob),
    scene("blob 100", 100, shapes::blob),
    scene("blob 256", 256, shapes::blob),
    scene("sprite 64", 64, shapes::sprite),
    scene("sprite 256", 256, shapes::sprite),
    scene("sprite 1024", 1024, shapes::sprite),
    scene("sprite 4096", 4096, shapes::sprite),
    worst("interleaved 16", 16),
    worst("interleaved 32", 32),
    worst("interleaved 64", 64),
    worst("interleaved 256", 256),
    worst("interleaved 1024", 1024),
    worst("interleaved 4096", 4096),
    scene("thin L 64", 64, |w, h, _| shapes::thin_l(w, h)),
    scene("thin L 256", 256, |w, h, _| shapes::thin_l(w, h)),
    scene("thin L 1024", 1024, |w, h, _| shapes::thin_l(w, h)),
    scene("disc 48", 48, |w, h, _| shapes::disc(w, h)),
    scene("disc 256", 256, |w, h, _| shapes::disc(w, h)),
    scene("ring 64", 64, |w, h, _| shapes::ring(w, h, 0.85)),
    scene("ring 256", 256, |w, h, _| shapes::ring(w, h, 0.9)),
    scene("ring 1024", 1024, |w, h, _| shapes::ring(w, h, 0.95)),
    scene("comb 64", 64, |w, h, _| shapes::comb(w, h)),
    scene("comb 256", 256, |w, h, _| shapes::comb(w, h)),
    scene("spiral 64", 64, |w, h, _| shapes::spiral(w, h)),
    scene("spiral 256", 256, |w, h, _| shapes::spiral(w, h)),
    scene("spiral 1024", 1024, |w, h, _| shapes::spiral(w, h)),
    scene("solid 32", 32, |w, h, _| Mask::filled(w, h)),
    scene("solid 256", 256, |w, h, _| Mask::filled(w, h)),
    scene("noise 0.1% 64", 64, |w, h, s| shapes::noise(w, h, s, 1)),
    scene("noise 0.1% 256", 256, |w, h, s| shapes::noise(w, h, s, 1)),
    scene("noise 0.1% 1024", 1024, |w, h, s| shapes::noise(w, h, s, 1)),
    scene("noise 1% 64", 64, |w, h, s| shapes::noise(w, h, s, 10)),
    scene("noise 1% 256", 256, |w, h, s| shapes::noise(w, h, s, 10)),
    scene("noise 1% 1024", 1024, |w, h, s| shapes::noise(w, h, s, 10)),
    scene("noise 10% 32", 32, |w, h, s| shapes::noise(w, h, s, 100)),
    scene("noise 10% 256", 256, |w, h, s| shapes::noise(w, h, s, 100)),
    scene("noise 50% 64", 64, |w, h, s| shapes::noise(w, h, s, 500)),
    scene("noise 50% 256", 256, |w, h, s| shapes::noise(w, h, s, 500)),
    scene("noise 50% 1024", 1024, |w, h, s| shapes::noise(w, h, s, 500)),
];

impl Scene {
    /// The scene of this name.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn named(name: &str) -> Scene {
        *SCENES.iter().find(|s| s.name == name).unwrap_or_else(|| panic!("there is no scene named '{name}'"))
    }

    /// The same scene with sides of at most `side` pixels.
    #[must_use]
    pub fn at_most(self, side: u32) -> Scene {
        Scene { side: self.side.min(side), ..self }
    }

    /// `count` masks, each with its own seed. Even and odd masks alternate.
    #[must_use]
    pub fn masks(&self, seed: u64, count: usize) -> Vec<Mask> {
        let mut random = Random::new(seed);
        (0..count as u64).map(|i| (self.shape)(self.side, self.side, random.bits() << 1 | (i & 1))).collect()
    }

    /// `count` masks and up to `want` hits and misses among them.
    #[must_use]
    pub fn pairs(&self, seed: u64, count: usize, want: usize) -> Pairs {
        let masks = self.masks(seed, count);
        Pairs::draw(masks, seed ^ 0x0ff5_e700, want, if self.interleaved { 2 } else { 1 })
    }
}
