//! What a world needed most lately: so it can give back memory that it has not used for long.

/// The most of each thing that there was in the steps since memory was last given back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Peaks {
    /// How many steps.
    pub(crate) steps: u32,
    pub(crate) slots: usize,
    /// Candidates, swept ones included, and parts of ways.
    pub(crate) pairs: usize,
    /// Contacts and events.
    pub(crate) touches: usize,
    /// Pictures that were drawn.
    pub(crate) drawn: usize,
    /// Slots, if there was a swept collider.
    pub(crate) swept_paths: usize,
}

impl Peaks {
    /// A list that has had four times the room that it needs, for so many steps, gives it back.
    const STEPS: u32 = 32;

    /// Counts a step.
    pub(crate) fn add(&mut self, step: Peaks) {
        let Peaks { steps, slots, pairs, touches, drawn, swept_paths } = step;
        self.steps += steps;
        self.slots = self.slots.max(slots);
        self.pairs = self.pairs.max(pairs);
        self.touches = self.touches.max(touches);
        self.drawn = self.drawn.max(drawn);
        self.swept_paths = self.swept_paths.max(swept_paths);
    }

    /// The peaks, if there were enough steps. Begins anew.
    pub(crate) fn take(&mut self) -> Option<Peaks> {
        (self.steps >= Peaks::STEPS).then(|| core::mem::take(self))
    }
}
