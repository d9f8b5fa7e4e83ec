//! The crate `imageproc`: pictures of one byte a pixel.

use hitmask::Mask;
use imageproc::contours::{self, Contour};
use imageproc::distance_transform::{Norm, euclidean_squared_distance_transform};
use imageproc::image::{GrayImage, Luma};
use imageproc::morphology;
use imageproc::region_labelling::{Connectivity, connected_components};

/// A picture with 255 where the mask is solid, and a clear margin around it.
#[must_use]
pub fn picture(mask: &Mask, margin: u32) -> GrayImage {
    let (w, h) = mask.size();
    let mut picture = GrayImage::new(w + 2 * margin, h + 2 * margin);
    for p in mask.points() {
        picture.put_pixel(p.x as u32 + margin, p.y as u32 + margin, Luma([255]));
    }
    picture
}

/// The label of each pixel, 8-connected.
#[must_use]
pub fn labels(picture: &GrayImage) -> Vec<u32> {
    connected_components(picture, Connectivity::Eight, Luma([0])).into_raw()
}

/// The borders, with holes. They go through the centres of pixels.
#[must_use]
pub fn contours(picture: &GrayImage) -> Vec<Contour<i32>> {
    contours::find_contours(picture)
}

/// The squared distance from each pixel to the nearest solid one.
#[must_use]
pub fn distances(picture: &GrayImage) -> Vec<f64> {
    euclidean_squared_distance_transform(picture).into_raw()
}

/// The mask, grown by a disc: a distance transform and a threshold.
#[must_use]
pub fn dilate(picture: &GrayImage, radius: u8) -> GrayImage {
    morphology::dilate(picture, Norm::L2, radius)
}

/// The solid pixels of a picture.
#[must_use]
pub fn mask(picture: &GrayImage) -> Mask {
    Mask::from_fn(picture.width(), picture.height(), |x, y| picture.get_pixel(x, y).0[0] != 0)
}
