//! What `hitmask inspect` tells of rectangles, slices and tags, in files and in packs.

use std::num::NonZeroU32;

use hitmask::Rect;
use hitmask_assets::{Direction, Layer, Slice, Tag, printable};
use serde::Serialize;

use crate::words::counted;

#[derive(Debug, Serialize)]
pub(super) struct SliceReport {
    name: String,
    /// Where it lies from which frame on.
    keys: Vec<KeyReport>,
}

#[derive(Debug, Serialize)]
struct KeyReport {
    frame: u32,
    rect: RectReport,
    /// The middle of a nine-patch, from the corner of the rectangle.
    center: Option<RectReport>,
    pivot: Option<[f64; 2]>,
}

#[derive(Debug, Serialize)]
pub(super) struct TagReport {
    name: String,
    /// Its first and its last frame in the order of the file.
    first: u32,
    last: u32,
    /// All its frames in the order of the file, if they are not those from the first to the last.
    frames: Option<Vec<u32>>,
    /// "forward", "reverse", "ping-pong" or "ping-pong-reverse".
    direction: &'static str,
    /// How many times it is played; null without end.
    repeat: Option<u32>,
}

/// A layer, which can be a label: `--labels layers`.
#[derive(Debug, Serialize)]
pub(super) struct LayerReport {
    name: String,
    visible: bool,
    group: bool,
}

impl LayerReport {
    pub(super) fn new(Layer { name, visible, is_group, .. }: &Layer) -> Self {
        LayerReport { name: name.clone(), visible: *visible, group: *is_group }
    }

    /// All of them in a line. A file of one layer has nothing to choose.
    pub(super) fn lines(layers: &[LayerReport], indent: &str) -> String {
        let shown = |layer: &LayerReport| {
            let what = match (layer.group, layer.visible) {
                (true, true) => " (group)",
                (true, false) => " (group, hidden)",
                (false, false) => " (hidden)",
                (false, true) => "",
            };
            format!("{}{what}", printable(&layer.name))
        };
        match layers {
            [] | [_] => String::new(),
            layers => {
                format!("{indent}layers: {}\n", layers.iter().map(shown).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// A rectangle as x, y, width, height.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct RectReport(i32, i32, u32, u32);

impl From<Rect> for RectReport {
    fn from(Rect { x, y, w, h }: Rect) -> Self {
        RectReport(x, y, w, h)
    }
}

impl std::fmt::Display for RectReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let RectReport(x, y, w, h) = self;
        write!(f, "{w}x{h} at ({x}, {y})")
    }
}

impl TagReport {
    pub(super) fn new(tag: &Tag) -> Self {
        let frames: Vec<u32> = tag.frames.iter().collect();
        let (first, last) = (frames.first().copied().unwrap_or(0), frames.last().copied().unwrap_or(0));
        TagReport {
            name: tag.name.clone(),
            first,
            last,
            frames: Some(frames).filter(|frames| !frames.iter().copied().eq(first..=last)),
            direction: match tag.direction {
                Direction::Reverse => "reverse",
                Direction::PingPong => "ping-pong",
                Direction::PingPongReverse => "ping-pong-reverse",
                _ => "forward",
            },
            repeat: tag.repeat.map(NonZeroU32::get),
        }
    }

    /// A line of the report.
    pub(super) fn line(&self, indent: &str) -> String {
        format!("{indent}tag \"{}\": {}\n", printable(&self.name), self.text())
    }

    /// The frames, and how they are played if that is not forward and without end.
    fn text(&self) -> String {
        const SHOWN: usize = 20;
        let mut text = match &self.frames {
            None => format!("frames {} to {}", self.first, self.last),
            Some(frames) => {
                let numbers: Vec<String> = frames.iter().take(SHOWN).map(u32::to_string).collect();
                let more = if frames.len() > SHOWN { ", ..." } else { "" };
                format!("frames {}{more}", numbers.join(", "))
            }
        };
        if self.direction != "forward" {
            text += &format!(", {}", self.direction);
        }
        if let Some(times) = self.repeat {
            text += &format!(", {}", counted(u64::from(times), "time", "times"));
        }
        text
    }
}

impl SliceReport {
    /// A line of the report for each key.
    pub(super) fn text(&self, indent: &str) -> String {
        let mut text = String::new();
        for key in &self.keys {
            let pivot = key.pivot.map_or_else(String::new, |[x, y]| format!(", pivot ({x}, {y})"));
            let center =
                key.center.map_or_else(String::new, |center| format!(", nine-patch with middle {center}"));
            let name = printable(&self.name);
            text +=
                &format!("{indent}slice \"{name}\" from frame {}: {}{center}{pivot}\n", key.frame, key.rect);
        }
        text
    }

    pub(super) fn new(slice: &Slice) -> Self {
        let keys = slice.keys.iter().map(|key| KeyReport {
            frame: key.frame,
            rect: key.rect.into(),
            center: key.center.map(RectReport::from),
            pivot: key.pivot,
        });
        SliceReport { name: slice.name.clone(), keys: keys.collect() }
    }
}
