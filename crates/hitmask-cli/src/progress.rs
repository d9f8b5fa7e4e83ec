//! A progress bar on standard error.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for work that takes longer than a second. It is drawn only if standard error is a terminal.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    /// The length of the whole work, if it is known.
    length: Option<u64>,
    started: Instant,
    is_seen: bool,
}

impl Progress {
    const SHORT: Duration = Duration::from_secs(1);

    pub(crate) fn new(length: Option<u64>) -> Self {
        Progress { bar: None, length, started: Instant::now(), is_seen: io::stderr().is_terminal() }
    }

    /// Tells how much of the work is done, in the unit of the length, and what to print beside it.
    pub(crate) fn advance(&mut self, done: u64, message: impl FnOnce() -> String) {
        if !self.is_seen || (self.bar.is_none() && self.started.elapsed() < Self::SHORT) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| draw(self.length));
        bar.set_position(done);
        bar.set_message(message());
    }

    /// Prints something. If it goes to the same terminal, the bar is taken away first and then drawn again.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if io::stdout().is_terminal() => bar.suspend(print),
            _ => print(),
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn draw(length: Option<u64>) -> ProgressBar {
    let template = match length {
        Some(_) => "{wide_bar} {percent}%  {msg}, {eta} left",
        None => "{spinner} {msg}, {elapsed}",
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr()).with_style(style)
}
