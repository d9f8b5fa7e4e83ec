//! Work that is done frame by frame: which moving boxes meet.

use crate::clock::Clock;
use crate::goal::{Goal, Size};
use crate::measure::{Effort, Timing};
use crate::report::{MEMORY, Row};
use hitmask::broad_phase::Aabb;
use hitmask_scenes::MovingBoxes;

type Frame = Box<dyn FnMut(&[Aabb], &mut Vec<[u32; 2]>)>;
type Prepare = Box<dyn FnMut(&[Aabb])>;
type Memory = Box<dyn Fn() -> usize>;

/// How the pairs of a contender must agree with hitmask's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Agreement {
    Same,
    /// They are among hitmask's. The number of those that are missing is counted.
    AmongOurs,
    /// The contender answers another question. The number of pairs that differ is counted.
    Free,
}

/// A contender that finds the boxes that meet.
pub struct FrameContender {
    /// `ours`, or the rival's name.
    pub name: &'static str,
    agreement: Agreement,
    prepare: Option<Prepare>,
    frame: Frame,
    memory: Option<Memory>,
}

impl FrameContender {
    /// A contender. `frame` adds all pairs to an empty list, in any order.
    pub fn new(
        name: &'static str,
        frame: impl FnMut(&[Aabb], &mut Vec<[u32; 2]>) + 'static,
    ) -> FrameContender {
        FrameContender {
            name,
            agreement: Agreement::Same,
            prepare: None,
            frame: Box::new(frame),
            memory: None,
        }
    }

    /// The same contender, whose answers may differ.
    #[must_use]
    pub fn inexact(self) -> FrameContender {
        FrameContender { agreement: Agreement::Free, ..self }
    }

    /// The same contender, which may miss some of hitmask's pairs, but finds no other ones.
    #[must_use]
    pub fn among_ours(self) -> FrameContender {
        FrameContender { agreement: Agreement::AmongOurs, ..self }
    }

    /// The same contender, which does something before each frame that is not measured.
    #[must_use]
    pub fn preparing(self, prepare: impl FnMut(&[Aabb]) + 'static) -> FrameContender {
        FrameContender { prepare: Some(Box::new(prepare)), ..self }
    }

    /// The same contender, which can also report how many bytes it holds.
    #[must_use]
    pub fn holding(self, memory: impl Fn() -> usize + 'static) -> FrameContender {
        FrameContender { memory: Some(Box::new(memory)), ..self }
    }

    /// Runs one frame.
    pub fn frame(&mut self, boxes: &[Aabb], out: &mut Vec<[u32; 2]>) {
        (self.frame)(boxes, out);
    }
}

/// A goal that is not relative to a rival.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The number of the goal in the table of goals.
    pub row: u32,
    /// What stands for the rival: `30 ms`.
    pub name: &'static str,
    /// Nanoseconds or bytes for each box.
    pub most: f64,
}

impl Limit {
    fn goal(self) -> Goal {
        Goal { row: self.row, rival: self.name, at_least: 1.0 }
    }

    fn timing(self) -> Timing {
        bare(self.name, self.most)
    }
}

/// A timing without rounds.
fn bare(name: &str, n: f64) -> Timing {
    Timing { name: name.into(), median: n, quartiles: (n, n), differing: 0 }
}

/// Moving boxes, and the contenders that find which of them meet.
pub struct FrameWork {
    /// The name for people and for `--filter`: `broad phase uniform 100k`.
    pub name: String,
    /// The number of boxes.
    pub count: usize,
    /// The goals for times; may be empty.
    pub goals: Vec<Goal>,
    /// The longest time that hitmask should take. None if there is no such goal.
    pub time: Option<Limit>,
    /// The most bytes for each box that hitmask should hold. None if there is no such goal.
    pub bytes: Option<Limit>,
    /// Which time is measured.
    pub clock: Clock,
    /// Makes this many boxes.
    pub scene: fn(usize) -> MovingBoxes,
    /// Makes the contenders, hitmask first.
    pub contenders: fn(&[Aabb]) -> Vec<FrameContender>,
}

/// Each contender runs this many frames in a row, so that its memory is in the caches as it would be in a game.
const IN_A_ROW: usize = 3;

impl FrameWork {
    /// Measures frames. Times are for each box; a second row has the bytes for each box.
    ///
    /// # Panics
    /// If the pairs of a contender do not agree with hitmask's.
    #[must_use]
    pub fn run(&self, size: Size, effort: Effort) -> Vec<Row> {
        let count = if size.pairs == usize::MAX { self.count } else { self.count.min(size.pairs * 10) };
        let mut scene = (self.scene)(count);
        let mut contenders = (self.contenders)(&scene.boxes);
        if effort.ours {
            contenders.truncate(1);
        }
        let mut times = vec![Vec::new(); contenders.len()];
        let mut differing = vec![0; contenders.len()];
        let mut out = Vec::new();
        for round in 0..=effort.rounds {
            let frames: Vec<Vec<Aabb>> = (0..IN_A_ROW)
                .map(|_| {
                    scene.advance();
                    scene.boxes.clone()
                })
                .collect();
            let mut ours = Vec::new();
            for turn in 0..contenders.len() {
                // Ours is the first one, and the others are compared with it.
                let is_compared = round == 0 || round == effort.rounds;
                let who = if round % 2 == 0 || is_compared { turn } else { contenders.len() - 1 - turn };
                for boxes in &frames {
                    out.clear();
                    if let Some(prepare) = &mut contenders[who].prepare {
                        prepare(boxes);
                    }
                    let start = self.clock.now();
                    (contenders[who].frame)(boxes, &mut out);
                    let elapsed = self.clock.now() - start;
                    if round > 0 {
                        times[who].push(elapsed.as_nanos() as f64 / count as f64);
                    }
                }
                // The first round warms up. All contenders must agree about its last frame, and about the last frame of the last round.
                if is_compared {
                    for pair in &mut out {
                        pair.sort_unstable();
                    }
                    out.sort_unstable();
                    if ours.is_empty() {
                        ours.clone_from(&out);
                    }
                    let agreement = contenders[who].agreement;
                    if agreement == Agreement::AmongOurs {
                        // Several steps may find a pair several times.
                        out.dedup();
                    }
                    let both = out.iter().filter(|pair| ours.binary_search(pair).is_ok()).count();
                    let agrees = match agreement {
                        Agreement::Same => out == ours,
                        Agreement::AmongOurs => both == out.len(),
                        Agreement::Free => true,
                    };
                    assert!(
                        agrees,
                        "{}: {} has {} pairs, of which ours has {both}. Ours has {}. They must be: {agreement:?}",
                        self.name,
                        contenders[who].name,
                        out.len(),
                        ours.len()
                    );
                    differing[who] = out.len() + ours.len() - 2 * both;
                }
            }
        }
        let timing = |((contender, mut times), differing): ((&FrameContender, Vec<f64>), usize)| {
            times.sort_by(f64::total_cmp);
            let at = |quarter: usize| times[(times.len() - 1) * quarter / 4];
            Timing { name: contender.name.to_owned(), median: at(2), quartiles: (at(1), at(3)), differing }
        };
        let row = |outcome: &str, clock: &str, timings, goals| Row {
            work: self.name.clone(),
            outcome: outcome.to_owned(),
            clock: clock.to_owned(),
            pairs: out.len(),
            timings,
            goals,
        };
        let mut timings: Vec<Timing> = contenders.iter().zip(times).zip(differing).map(timing).collect();
        timings.extend(self.time.map(Limit::timing));
        let goals = self.goals.iter().copied().chain(self.time.map(Limit::goal)).collect();
        let mut rows = vec![row("frames", &self.clock.name(), timings, goals)];
        if let (Some(limit), Some(memory)) = (self.bytes, &contenders[0].memory) {
            let timings = vec![bare("ours", memory() as f64 / count as f64), limit.timing()];
            rows.push(row(MEMORY, "", timings, vec![limit.goal()]));
        }
        rows
    }
}
