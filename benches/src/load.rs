//! How busy other programs keep the machine. A record is only made on a machine that has nothing else to do.

use rustix::time::{ClockId, clock_gettime};
use std::path::Path;

/// Above this load, in processors, times are no record.
pub const MOST: f64 = 0.5;

/// Shorter times than this are not judged, in seconds: the system counts in hundredths.
const SPAN: f64 = 5.0;

/// The processor time used so far, and when.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Usage {
    /// Seconds since some moment.
    pub at: f64,
    /// The seconds that all processors were busy, added up. With what other guests of a virtual machine's host took away.
    pub all: f64,
    /// The seconds of it that this program and the programs that it started used.
    pub own: f64,
}

/// Watches how busy other programs keep the machine while this one measures.
#[derive(Clone, Debug)]
pub struct LoadWatch {
    begin: String,
    last: Option<Usage>,
    most: f64,
}

impl LoadWatch {
    /// Begins now.
    #[must_use]
    pub fn start() -> LoadWatch {
        LoadWatch { begin: load_average(), last: usage(), most: 0.0 }
    }

    /// The system's load averages when it began.
    #[must_use]
    pub fn begin(&self) -> &str {
        &self.begin
    }

    /// Looks at the time since the last look that was long enough.
    pub fn look(&mut self) {
        if let Some(now) = usage() {
            self.look_at(now);
        }
    }

    fn look_at(&mut self, now: Usage) {
        let Some(last) = self.last else { return };
        if now.at - last.at >= SPAN {
            self.most = self.most.max(by_others(last, now));
            self.last = Some(now);
        }
    }

    /// How many processors other programs used in the busiest time.
    #[must_use]
    pub fn most(&self) -> f64 {
        self.most
    }

    /// Why this is no record: what was too busy. None if it is one.
    #[must_use]
    pub fn objection(&self) -> Option<String> {
        let begin = self.begin.split(' ').next().and_then(|n| n.parse::<f64>().ok());
        match begin {
            None => Some("the load of this machine is not known".to_owned()),
            Some(load) if load > MOST => {
                Some(format!("the load was {load} when it began; a record needs at most {MOST}"))
            }
            _ if self.most > MOST => Some(format!(
                "other programs used {:.1} processors while it ran; a record allows {MOST}",
                self.most
            )),
            _ => None,
        }
    }
}

/// How many processors other programs used between two looks.
fn by_others(before: Usage, after: Usage) -> f64 {
    let others = (after.all - before.all) - (after.own - before.own);
    (others / (after.at - before.at)).max(0.0)
}

/// The averages over one, five and fifteen minutes. Empty if the system does not tell.
#[must_use]
pub fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

/// None if the system does not tell.
fn usage() -> Option<Usage> {
    let per_second = rustix::param::clock_ticks_per_second() as f64;
    let all = busy_ticks(&std::fs::read_to_string("/proc/stat").ok()?)? as f64 / per_second;
    let own_group = group_and_ticks(&std::fs::read_to_string("/proc/self/stat").ok()?)?.0;
    let now = clock_gettime(ClockId::Monotonic);
    // Programs that this one started are in its group.
    let processes = std::fs::read_dir(Path::new("/proc")).ok()?.filter_map(|entry| {
        let stat = std::fs::read_to_string(entry.ok()?.path().join("stat")).ok()?;
        group_and_ticks(&stat)
    });
    let own: u64 = processes.filter(|&(group, _)| group == own_group).map(|(_, ticks)| ticks).sum();
    Some(Usage { at: now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9, all, own: own as f64 / per_second })
}

/// The busy ticks of all processors in `/proc/stat`: all but idle and waiting for a disk.
fn busy_ticks(stat: &str) -> Option<u64> {
    let numbers = stat.lines().next()?.strip_prefix("cpu ")?;
    let ticks: Vec<u64> = numbers.split_whitespace().map_while(|n| n.parse().ok()).collect();
    // user, nice, system, idle, iowait, irq, softirq, steal. What follows is part of user.
    let busy = [0, 1, 2, 5, 6, 7];
    busy.into_iter().map(|i| ticks.get(i).copied()).sum()
}

/// The process group in a process's `stat`, and the ticks that the process used, its ended children included.
fn group_and_ticks(stat: &str) -> Option<(u64, u64)> {
    // The name is in brackets and may contain anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |i: usize| fields.get(i)?.parse::<u64>().ok();
    // State, parent, group, ...; from the twelfth on: user, system, and both of the children.
    Some((number(2)?, number(11)? + number(12)? + number(13)? + number(14)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_the_system_are_read() {
        let stat = "cpu  100 20 3 5000 600 7 8 9 50 0\ncpu0 1 2 3\n";
        assert_eq!(busy_ticks(stat), Some(100 + 20 + 3 + 7 + 8 + 9));
        assert_eq!(busy_ticks("cpu  100 20\n"), None);
        let process = "77 (a (b) 9 c) S 1 42 42 0 -1 4194304 1 2 3 4 11 12 13 14 20 0 4 0\n";
        assert_eq!(group_and_ticks(process), Some((42, 11 + 12 + 13 + 14)));
        assert_eq!(group_and_ticks("nonsense"), None);
    }

    fn watch(begin: &str) -> LoadWatch {
        LoadWatch { begin: begin.into(), last: Some(Usage { at: 0.0, all: 10.0, own: 1.0 }), most: 0.0 }
    }

    #[test]
    fn own_work_is_no_load() {
        let mut watch = watch("0.31 2.00 3.00");
        // Two threads of its own for ten seconds, and others for a second.
        watch.look_at(Usage { at: 10.0, all: 31.0, own: 21.0 });
        assert_eq!(watch.most(), 0.1);
        assert_eq!(watch.objection(), None);
    }

    #[test]
    fn a_machine_that_is_busy_at_first_is_refused() {
        let objection = watch("0.51 0.10 0.10").objection().expect("it is too busy");
        assert!(objection.contains("0.51"), "{objection}");
        assert!(watch("").objection().is_some());
        assert_eq!(watch("0.50 9.00 9.00").objection(), None);
    }

    #[test]
    fn a_machine_that_becomes_busy_is_refused() {
        let mut watch = watch("0.00 0.00 0.00");
        watch.look_at(Usage { at: 10.0, all: 20.0, own: 11.0 });
        // Too short to be judged alone.
        watch.look_at(Usage { at: 11.0, all: 21.9, own: 11.0 });
        assert_eq!(watch.objection(), None);
        watch.look_at(Usage { at: 20.0, all: 26.0, own: 11.0 });
        assert_eq!(watch.most(), 0.6);
        // A quiet time later does not make it quiet.
        watch.look_at(Usage { at: 40.0, all: 26.0, own: 11.0 });
        let objection = watch.objection().expect("it was too busy");
        assert!(objection.contains("0.6 processors"), "{objection}");
    }
}
