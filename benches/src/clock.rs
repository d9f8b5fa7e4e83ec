//! Which time a row measures.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Which time a row measures.
///
/// The thread's own clock leaves out other programs, so it is the better one. But work that other threads do for this one is not on it.
/// So it is only for contenders that do everything on the thread that calls them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// The time that this thread ran. The contender does everything on it.
    Thread,
    /// The time that passed.
    Wall {
        /// With how many threads.
        threads: usize,
    },
}

impl Clock {
    /// The time now, since some moment.
    #[must_use]
    pub fn now(self) -> Duration {
        let now = clock_gettime(match self {
            Clock::Thread => ClockId::ThreadCPUTime,
            Clock::Wall { .. } => ClockId::Monotonic,
        });
        Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
    }

    /// For people and for records. Without commas.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Clock::Thread => "thread".to_owned(),
            Clock::Wall { threads } => format!("wall: {threads} threads"),
        }
    }
}

/// The time that this thread has run. The time of other programs on the same processor doesn't count. A call takes about 0.2 us itself.
#[must_use]
pub fn thread_time() -> Duration {
    Clock::Thread.now()
}
