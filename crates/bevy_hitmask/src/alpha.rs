//! Reads the alphas of Bevy's images.

use bevy_asset::RenderAssetUsages;
use bevy_color::Alpha;
use bevy_image::{Image, TextureFormatPixelInfo, ToExtents};
use bevy_math::{URect, UVec2};
use hitmask::{AlphaMask, Mask};
use wgpu_types::{TextureDescriptor, TextureDimension, TextureFormat};

/// The alphas of a part of an image, row by row. None if the pixels cannot be read: they are compressed, or they exist on the graphics card alone.
///
/// Alphas that are not bytes are rounded down to 255ths. An image without alphas is opaque.
pub(crate) fn alphas(image: &Image, part: URect) -> Option<Vec<u8>> {
    let size = part.size();
    let mut alphas = Vec::with_capacity(size.x as usize * size.y as usize);
    if is_bytes(image.texture_descriptor.format) && image.texture_descriptor.dimension == TextureDimension::D2
    {
        let data = image.data.as_ref()?;
        let stride = image.width() as usize * 4;
        for y in part.min.y..part.max.y {
            let row =
                data.get(y as usize * stride..)?.get(part.min.x as usize * 4..part.max.x as usize * 4)?;
            alphas.extend(row.chunks_exact(4).map(|texel| texel[3]));
        }
    } else {
        for y in part.min.y..part.max.y {
            for x in part.min.x..part.max.x {
                let alpha = image.get_color_at(x, y).ok()?.alpha();
                // An alpha that is a 255th, up to the error of a float, is that 255th.
                alphas.push((f64::from(alpha) * 255.0 + 1e-3).floor() as u8);
            }
        }
    }
    Some(alphas)
}

/// A part of an image as an image of its own. None if its pixels cannot be read.
pub(crate) fn copy_of(image: &Image, part: URect) -> Option<Image> {
    let TextureDescriptor { format, dimension, .. } = image.texture_descriptor;
    let texel = format.pixel_size().ok().filter(|_| dimension == TextureDimension::D2)?;
    let data = image.data.as_ref()?;
    let mut bytes = Vec::with_capacity(part.size().element_product() as usize * texel);
    for y in part.min.y..part.max.y {
        let at = |x: u32| (y as usize * image.width() as usize + x as usize) * texel;
        bytes.extend_from_slice(data.get(at(part.min.x)..at(part.max.x))?);
    }
    Some(Image::new(part.size().to_extents(), dimension, bytes, format, RenderAssetUsages::MAIN_WORLD))
}

/// Whether the format has four bytes a texel, the last of which is the alpha.
pub(crate) fn is_bytes(format: TextureFormat) -> bool {
    matches!(
        format,
        TextureFormat::Rgba8UnormSrgb
            | TextureFormat::Rgba8Unorm
            | TextureFormat::Rgba8Uint
            | TextureFormat::Bgra8UnormSrgb
            | TextureFormat::Bgra8Unorm
    )
}

/// The solid pixels, each of which becomes `division` pixels.
pub(crate) fn mask(size: UVec2, alphas: &[u8], level: u8, division: [u32; 2]) -> Option<Mask> {
    let mask = Mask::from_alpha(size.x, size.y, alphas, level).ok()?;
    if division == [1, 1] {
        return Some(mask);
    }
    let [w, h] = divided(size, division)?;
    Some(mask.scale_nearest(w, h))
}

/// The alphas, each of which becomes `division` pixels.
pub(crate) fn alpha_mask(size: UVec2, alphas: &[u8], division: [u32; 2]) -> Option<AlphaMask> {
    let [w, h] = divided(size, division)?;
    let at = |x: u32, y: u32| alphas[((y / division[1]) * size.x + x / division[0]) as usize];
    Some(AlphaMask::from_fn(w, h, at))
}

/// The sides after the division. None if a mask cannot have them.
pub(crate) fn divided(size: UVec2, division: [u32; 2]) -> Option<[u32; 2]> {
    let side = |side: u32, parts: u32| side.checked_mul(parts).filter(|&side| side <= u32::from(u16::MAX));
    Some([side(size.x, division[0])?, side(size.y, division[1])?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(size: UVec2, format: TextureFormat, bytes: Vec<u8>) -> Image {
        Image::new(size.to_extents(), TextureDimension::D2, bytes, format, RenderAssetUsages::all())
    }

    #[test]
    fn formats_agree() {
        let size = UVec2::new(256, 1);
        let part = URect::from_corners(UVec2::new(3, 0), size);
        let expected: Vec<u8> = (3..=255).collect();
        let bytes =
            image(size, TextureFormat::Bgra8UnormSrgb, (0..=255).flat_map(|a| [9, 9, 9, a]).collect());
        assert_eq!(alphas(&bytes, part).unwrap(), expected);
        let copy = copy_of(&bytes, part).unwrap();
        assert_eq!(alphas(&copy, URect::from_corners(UVec2::ZERO, part.size())).unwrap(), expected);
        // 16 bits: the least number that is at least a / 255, and the greatest that is below (a + 1) / 255.
        for within in [0_u16, 256] {
            let words = (0..=255_u16).flat_map(|a| [0, 0, 0, (a * 257).saturating_add(within)]);
            let words = image(size, TextureFormat::Rgba16Unorm, words.flat_map(u16::to_le_bytes).collect());
            assert_eq!(alphas(&words, part).unwrap(), expected);
        }
        let floats = (0..=255).flat_map(|a| [0.0, 0.0, 0.0, a as f32 / 255.0]);
        let floats = image(size, TextureFormat::Rgba32Float, floats.flat_map(f32::to_le_bytes).collect());
        assert_eq!(alphas(&floats, part).unwrap(), expected);
        let grey = image(size, TextureFormat::R8Unorm, (0..=255).collect());
        assert_eq!(alphas(&grey, part).unwrap(), [255; 253]);
    }

    #[test]
    fn what_cannot_be_read_is_none() {
        let part = URect::new(0, 0, 4, 4);
        let compressed = image(UVec2::splat(4), TextureFormat::Bc1RgbaUnormSrgb, vec![0; 8]);
        assert_eq!(alphas(&compressed, part), None);
        assert!(copy_of(&compressed, part).is_none());
        let mut taken = image(UVec2::splat(4), TextureFormat::Rgba8Unorm, vec![0; 64]);
        taken.data = None;
        assert_eq!(alphas(&taken, part), None);
        assert!(copy_of(&taken, part).is_none());
    }
}
