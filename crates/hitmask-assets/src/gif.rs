//! GIF, by the `gif` crate. The crate gives the change that each frame makes; the frames are put together here.

use std::time::Duration;

use ::gif::{ColorOutput, DecodeOptions, DisposalMethod};

use crate::canvas::{Canvas, Disposal, Drawing, Patch};
use crate::error::ErrorKind;
use crate::limits::{Budget, Work, area, zeroed};
use crate::{Format, Frame, Sprite};

/// Decodes every frame.
pub(crate) fn decode(bytes: &[u8], budget: &Budget) -> Result<Sprite, ErrorKind> {
    let corrupt = |error| ErrorKind::corrupt(Format::Gif, error);
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    // Extensions that the crate does not know are skipped, as those are that it knows.
    options.allow_unknown_blocks(true);
    let mut decoder = options.read_info(bytes).map_err(corrupt)?;
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let mut canvas = Canvas::new(width, height, budget)?;

    let mut frames = Vec::new();
    let mut next = decoder.next_frame_info().map_err(corrupt)?.map(Info::new);
    while let Some(Info { patch, duration, clear_index }) = next {
        budget.check_frames(frames.len() as u64 + 1)?;
        // A frame may be larger than the canvas. Its own size has to be within the limits, too.
        budget.check_size(patch.width, patch.height)?;
        let pixels = area(patch.width, patch.height);
        let _held = budget.hold(pixels)?;
        budget.work(pixels, Work::Unpack)?;
        let mut indices = zeroed(pixels)?;
        if !indices.is_empty() {
            decoder.read_into_buffer(&mut indices).map_err(corrupt)?;
        }
        let palette = decoder.palette().map_err(corrupt)?.to_vec();
        // An index beyond the palette is clear.
        let color = |pixel: usize| match (indices[pixel], 3 * usize::from(indices[pixel])) {
            (index, _) if clear_index == Some(index) => [0; 4],
            (_, at) => palette.get(at..at + 3).map_or([0; 4], |rgb| [rgb[0], rgb[1], rgb[2], 255]),
        };
        next = decoder.next_frame_info().map_err(corrupt)?.map(Info::new);
        let frame = |number, seen| Frame { duration: Some(duration), ..Frame::numbered(number, seen) };
        if next.is_none() {
            frames.push(frame(frames.len(), canvas.show_last(patch, color)?));
            return Ok(Sprite::of_frames(Format::Gif, frames));
        }
        frames.push(frame(frames.len(), canvas.show(patch, color)?));
    }
    Err(ErrorKind::corrupt(Format::Gif, "it holds no frame"))
}

/// The header of a frame, which comes before its pixels.
struct Info {
    patch: Patch,
    duration: Duration,
    clear_index: Option<u8>,
}

impl Info {
    fn new(frame: &::gif::Frame) -> Self {
        let disposal = match frame.dispose {
            DisposalMethod::Any | DisposalMethod::Keep => Disposal::Keep,
            DisposalMethod::Background => Disposal::Clear,
            DisposalMethod::Previous => Disposal::Restore,
        };
        let [x, y, width, height] = [frame.left, frame.top, frame.width, frame.height].map(u32::from);
        let patch = Patch { x, y, width, height, drawing: Drawing::Over, disposal };
        Info {
            patch,
            duration: Duration::from_millis(10 * u64::from(frame.delay)),
            clear_index: frame.transparent,
        }
    }
}
