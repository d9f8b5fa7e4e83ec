//! QOI, as its one-page specification says.

use crate::error::ErrorKind;
use crate::image::byte_len;
use crate::limits::{Budget, Work, area, reserved};
use crate::{Format, Image};

pub(crate) fn decode(bytes: &[u8], budget: &Budget) -> Result<Image, ErrorKind> {
    let wrong = |what: &str| ErrorKind::corrupt(Format::Qoi, what.to_owned());
    let Some((header, mut data)) = bytes.split_at_checked(14) else {
        return Err(wrong("its header ends too early"));
    };
    let number = |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    let (width, height) = (number(4), number(8));
    if !matches!(header[12], 3 | 4) {
        return Err(wrong("it has neither 3 nor 4 channels"));
    }
    budget.take_picture(width, height)?;
    budget.work(area(width, height), Work::Unpack)?;
    let mut rgba = reserved(byte_len(width, height))?;
    let mut seen = [[0_u8; 4]; 64];
    let mut pixel = [0, 0, 0, 255];
    let whole = byte_len(width, height) as usize;
    while rgba.len() < whole {
        let mut take = |count: usize| {
            let (taken, rest) = data.split_at_checked(count)?;
            data = rest;
            Some(taken)
        };
        let short = || wrong("its pixels end too early");
        let [tag] = *take(1).ok_or_else(short)? else { return Err(short()) };
        let mut times = 1;
        match (tag >> 6, tag & 63) {
            (3, 62) => pixel[..3].copy_from_slice(take(3).ok_or_else(short)?),
            (3, 63) => pixel.copy_from_slice(take(4).ok_or_else(short)?),
            (0, index) => pixel = seen[index as usize],
            (1, by) => {
                for (channel, shift) in [4, 2, 0].into_iter().enumerate() {
                    pixel[channel] = pixel[channel].wrapping_add(by >> shift & 3).wrapping_sub(2);
                }
            }
            (2, green) => {
                let [more] = *take(1).ok_or_else(short)? else { return Err(short()) };
                let green = green.wrapping_sub(32);
                let by = [
                    green.wrapping_add(more >> 4).wrapping_sub(8),
                    green,
                    green.wrapping_add(more & 15).wrapping_sub(8),
                ];
                (0..3).for_each(|channel| pixel[channel] = pixel[channel].wrapping_add(by[channel]));
            }
            (_, run) => times = usize::from(run) + 1,
        }
        let [r, g, b, a] = pixel.map(usize::from);
        seen[(3 * r + 5 * g + 7 * b + 11 * a) % 64] = pixel;
        for _ in 0..times.min((whole - rgba.len()) / 4) {
            rgba.extend_from_slice(&pixel);
        }
    }
    Image::from_rgba8(width, height, rgba).map_err(|error| ErrorKind::corrupt(Format::Qoi, error))
}
