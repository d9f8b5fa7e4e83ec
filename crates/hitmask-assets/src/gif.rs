//! GIF, by the `gif` crate; the frames are put together here, since the crate gives what each one changes.

use std::time::Duration;

use ::gif::{ColorOutput, DecodeOptions, DisposalMethod};

use crate::canvas::{Canvas, Disposal, Drawing};
use crate::error::ErrorKind;
use crate::image::byte_len;
use crate::limits::{Budget, zeroed};
use crate::{Format, Frame, Image, Sprite};

/// Decodes every frame.
pub(crate) fn decode(bytes: &[u8], budget: &mut Budget) -> Result<Sprite, ErrorKind> {
    let corrupt = |error| ErrorKind::corrupt(Format::Gif, error);
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).map_err(corrupt)?;
    let mut canvas = Canvas::new(u32::from(decoder.width()), u32::from(decoder.height()), budget)?;

    let mut frames = Vec::new();
    while let Some(info) = decoder.next_frame_info().map_err(corrupt)? {
        budget.check_frames(frames.len() as u64 + 1)?;
        let (w, h) = (u32::from(info.width), u32::from(info.height));
        let (x, y) = (u32::from(info.left), u32::from(info.top));
        let duration = Duration::from_millis(10 * u64::from(info.delay));
        let disposal = match info.dispose {
            DisposalMethod::Any | DisposalMethod::Keep => Disposal::Keep,
            DisposalMethod::Background => Disposal::Clear,
            DisposalMethod::Previous => Disposal::Restore,
        };
        // A frame may be larger than the canvas; its own size has to be within the limits all the same.
        budget.take_merged(w, h)?;
        let mut rgba = zeroed(byte_len(w, h))?;
        if !rgba.is_empty() {
            decoder.read_into_buffer(&mut rgba).map_err(corrupt)?;
        }
        let picture =
            Image::from_rgba8(w, h, rgba).map_err(|error| ErrorKind::corrupt(Format::Gif, error))?;
        let seen = canvas.show(&picture, (x, y), Drawing::Over, disposal, budget)?;
        frames.push(Frame { duration: Some(duration), ..Frame::numbered(frames.len(), seen) });
    }
    if frames.is_empty() {
        return Err(ErrorKind::corrupt(Format::Gif, "it holds no frame"));
    }
    Ok(Sprite { format: Format::Gif, frames, slices: Vec::new(), tags: Vec::new() })
}
