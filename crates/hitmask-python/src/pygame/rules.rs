//! pygame's formulas for what the library computes in another way.

use hitmask::{Mask, Moments, Run, RunMask};

use super::small::Small;

/// Pixel x of the result takes pixel floor(x * width / w), and the same for y. The size must be legal.
pub(super) fn scale(mask: &Mask, w: u32, h: u32) -> Mask {
    let (from_w, from_h) = mask.size();
    if from_w == 0 || from_h == 0 || w == 0 || h == 0 {
        return Mask::new(w, h);
    }
    if let Some(scaled) = Small::of(mask).and_then(|small| small.scaled(w, h)) {
        return scaled;
    }
    let row_of = |y: u32| (u64::from(y) * u64::from(from_h) / u64::from(h)) as u32;
    let source = RunMask::from_mask(mask);
    // The first x of the result that takes a pixel of at least x.
    let to = |x: u16| (u64::from(x) * u64::from(w)).div_ceil(u64::from(from_w)) as u16;
    let mut runs: Vec<Run> = Vec::new();
    let mut ends = Vec::with_capacity(h as usize);
    let mut before = None;
    for y in 0..h {
        let row = row_of(y);
        let start = match before {
            // Several rows may take the same row.
            Some((same, start)) if same == row => start,
            _ => {
                let start = runs.len();
                let scaled = source.runs(row).iter().map(|run| Run::new(to(run.start), to(run.end)));
                runs.extend(scaled.filter(|run| run.start < run.end));
                start
            }
        };
        before = Some((row, start));
        ends.push((start, runs.len()));
    }
    let rows: Vec<&[Run]> = ends.iter().map(|&(start, end)| &runs[start..end]).collect();
    RunMask::from_runs(w, h, &rows).expect("the runs lie in the new size, in order").to_mask()
}

/// The means of x and y, without their fractions. (0, 0) if no pixel is solid.
pub(super) fn centroid(mask: &Mask) -> (i32, i32) {
    mask.centroid().map_or((0, 0), |point| (point.x, point.y))
}

/// The direction of the main axis in degrees, of moments around the centroid without its fractions.
pub(super) fn angle(moments: &Moments) -> f64 {
    if moments.area == 0 {
        return 0.0;
    }
    let n = moments.area as i64;
    let mean = |sum: u64| sum as i64 / n;
    let (x, y) = (mean(moments.x), mean(moments.y));
    let (xx, xy, yy) = (mean(moments.xx) - x * x, mean(moments.xy) - x * y, mean(moments.yy) - y * y);
    -90.0 * ((2 * xy) as f64).atan2((xx - yy) as f64) / std::f64::consts::PI
}
