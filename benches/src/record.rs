//! Records: the results of one run as CSV, below lines that describe the machine and the versions.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::load::LoadWatch;
use crate::report::CSV_HEADER;
use crate::rivals::python;

/// The questions of docs/benchmarks.md: what is asked, the work and its outcome, the rival, and what the rival is.
pub(crate) const FIGURES: [(&str, &str, &str, &str, &str); 10] = [
    ("two sprites of 16 x 16 that touch", "overlaps blob 16", "hits", "stripe", "pygame's loop"),
    ("two of 64 x 64 that don't", "overlaps blob 64", "misses", "stripe", "pygame's loop"),
    ("two of 1024 x 1024 that don't", "overlaps sprite 1024", "misses", "stripe", "pygame's loop"),
    ("the shared area of two of 256 x 256", "overlap_area blob 256", "hits", "stripe", "pygame's loop"),
    (
        "two of 64 x 64, turned and scaled, that don't touch",
        "posed overlaps blob 64",
        "misses",
        "clipped DDA",
        "row by row in fixed point",
    ),
    (
        "the same by their turned pixel squares, touching",
        "posed geometry blob 64",
        "hits",
        "parry2d pieces",
        "parry2d with convex pieces, not exact",
    ),
    ("a motion past a sprite of 64 x 64", "cast flight blob 64", "misses", "walk", "a step for each pixel"),
    (
        "all pairs of 10 000 boxes in a frame, for each box",
        "broad phase uniform 10k",
        "frames",
        "parry2d",
        "parry2d's tree",
    ),
    (
        "a step of a world of 10 000 sprites, for each sprite",
        "world step uniform 10k",
        "frames",
        "parry2d + stripe",
        "parry2d's tree, then pygame's loop",
    ),
    ("a mask from a pack", "pack load shipped", "hits", "png", "decoding its PNG"),
];

/// A record.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Names and values: the processor, the compiler, and so on.
    pub facts: Vec<(String, String)>,
    /// The results, in the order in which they were measured.
    pub lines: Vec<Line>,
}

/// The time of one contender for one query on one scene.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The query and the scene.
    pub work: String,
    /// `hits` or `misses`.
    pub outcome: String,
    /// `ours` (hitmask), or the rival.
    pub contender: String,
    /// The median of the nanoseconds for each pair.
    pub ns: f64,
    /// How many times as fast hitmask is.
    pub ratio: f64,
    /// The number of the goal, and the ratio that it asks for.
    pub goal: Option<(u32, f64)>,
    /// The number of answers that differ from hitmask's.
    pub differing: usize,
    /// Which time was measured. Empty for bytes, and in old records, which did not note it.
    pub clock: String,
}

impl Line {
    /// Whether the goal is reached. None if there is no goal.
    #[must_use]
    pub fn is_met(&self) -> Option<bool> {
        self.goal.map(|(_, at_least)| self.ratio >= at_least)
    }
}

impl Record {
    /// Reads `# name: value` lines and the results below them.
    ///
    /// # Errors
    /// A sentence that names the line.
    pub fn parse(text: &str) -> Result<Record, String> {
        let mut record = Record { facts: Vec::new(), lines: Vec::new() };
        let mut columns: Option<Vec<&str>> = None;
        for (i, line) in text.lines().enumerate() {
            if let Some(fact) = line.strip_prefix("# ") {
                let (name, value) =
                    fact.split_once(": ").ok_or(format!("line {}: a fact needs a value", i + 1))?;
                record.facts.push((name.into(), value.into()));
            } else if let Some(columns) = &columns {
                record.lines.push(Line::parse(columns, line).ok_or(format!(
                    "line {}: not {}",
                    i + 1,
                    columns.join(",")
                ))?);
            } else if CSV_HEADER.starts_with(line) {
                // An old record may have fewer columns.
                columns = Some(line.split(',').collect());
            } else {
                return Err(format!("line {}: not {CSV_HEADER}", i + 1));
            }
        }
        Ok(record)
    }

    /// Older to newer.
    fn order(&self, path: &Path, other: &Record, other_path: &Path) -> std::cmp::Ordering {
        let when = |record: &Record| [record.fact("date"), record.fact("time")].map(str::to_owned);
        when(self).cmp(&when(other)).then_with(|| path.cmp(other_path))
    }

    /// The value of a fact. Empty if it was not noted.
    #[must_use]
    pub fn fact(&self, name: &str) -> &str {
        self.facts.iter().find(|(n, _)| n == name).map_or("", |(_, value)| value)
    }
}

impl Line {
    /// None if the line does not have these columns.
    fn parse(columns: &[&str], line: &str) -> Option<Line> {
        let fields: Vec<&str> = line.split(',').collect();
        let place = |name: &str| columns.iter().position(|&column| column == name);
        let get = |name: &str| fields.get(place(name)?).copied();
        let goal = match (get("goal")?, get("at_least")?) {
            ("", "") => None,
            (row, at_least) => Some((row.parse().ok()?, at_least.parse().ok()?)),
        };
        Some(Line {
            work: get("work")?.into(),
            outcome: get("outcome")?.into(),
            contender: get("contender")?.into(),
            ns: get("median_ns")?.parse().ok()?,
            ratio: get("ratio")?.parse().ok()?,
            goal,
            differing: get("differing")?.parse().ok()?,
            clock: get("clock").unwrap_or_default().into(),
        })
    }
}

/// The repository.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the repository")
}

/// The newest record of any processor: by date, then by the time of day (which the first records did not note), then by name.
///
/// # Errors
/// A sentence that names the file that can't be read.
pub fn newest() -> Result<Option<(PathBuf, Record)>, String> {
    let files = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder)
            .map_or(Vec::new(), |entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
    };
    let records = files(&root().join("benches/record")).into_iter().flat_map(|cpu| files(&cpu));
    let csv = records.filter(|path| path.extension().is_some_and(|end| end == "csv"));
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let record = Record::parse(&text).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok((path, record))
    };
    let records = csv.map(read).collect::<Result<Vec<_>, String>>()?;
    Ok(records
        .into_iter()
        .max_by(|(path, record), (other_path, other)| record.order(path, other, other_path)))
}

/// The path for the record of a run: a folder for each processor, and for kernels that are not its widest; a file for each day.
#[must_use]
pub fn path(facts: &[(String, String)]) -> PathBuf {
    let get = |name: &str| facts.iter().find(|(n, _)| n == name).map_or("unknown", |(_, value)| value);
    let plain = get("processor").replace("(R)", "").replace("(TM)", "").to_lowercase();
    let mut words: Vec<&str> =
        plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.extend(get("kernels").split_once(" (").map(|(narrower, _)| narrower));
    root().join("benches/record").join(words.join("-")).join(get("date")).with_extension("csv")
}

/// The lines above the results.
#[must_use]
pub fn head(facts: &[(String, String)]) -> String {
    facts.iter().fold(String::new(), |mut text, (name, value)| {
        let _ = writeln!(text, "# {name}: {value}");
        text
    })
}

/// The machine and the versions with which this program measures.
#[must_use]
pub fn facts(rounds: usize, backend: &str, load: &LoadWatch) -> Vec<(String, String)> {
    let processor = in_file("/proc/cpuinfo", "model name");
    let memory = in_file("/proc/meminfo", "MemTotal");
    let gigabytes = memory.split(' ').next().and_then(|kb| kb.parse::<f64>().ok()).map(|kb| kb / 1e6);
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    let mut rivals: Vec<String> =
        ["binary_raster", "parry2d", "roaring"].map(locked).into_iter().flatten().collect();
    rivals.extend(python::versions());
    let now = jiff::Timestamp::now();
    let facts = [
        ("date", now.strftime("%Y-%m-%d").to_string()),
        ("time", now.strftime("%H:%M UTC").to_string()),
        ("processor", if processor.is_empty() { std::env::consts::ARCH.into() } else { processor }),
        ("cores", cores.to_string()),
        ("memory", gigabytes.map_or("unknown".into(), |gb| format!("{gb:.0} GB"))),
        // Without the text that the builder of the kernel appends.
        ("system", [output("uname", &["-s"]), output("uname", &["-r"])].map(until_dash).join(" ")),
        ("load when it began", load.begin().to_owned()),
        ("load while it ran", format!("other programs used at most {:.2} processors", load.most())),
        ("compiler", output("rustc", &["--version"])),
        (
            "flags",
            format!("release profile, no target-cpu{}{flags}", if flags.is_empty() { "" } else { ", " }),
        ),
        ("kernels", backend.to_owned()),
        (
            "hitmask",
            [env!("CARGO_PKG_VERSION"), &output("git", &["describe", "--always", "--dirty"])].join(" at "),
        ),
        ("rivals", rivals.join(", ")),
        ("rounds", rounds.to_string()),
    ];
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn until_dash(text: String) -> String {
    text.split('-').next().unwrap_or_default().to_owned()
}

/// The value of the first `name : value` in a file. Empty if there is none.
fn in_file(path: &str, name: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.trim_start().strip_prefix(':'));
    line.unwrap_or_default().trim().to_owned()
}

/// The output of a program. Empty if it fails.
fn output(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).current_dir(root()).output();
    output.map_or(String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// A dependency with its version, from the lock file.
fn locked(name: &str) -> Option<String> {
    let package = include_str!("../../Cargo.lock")
        .split("[[package]]")
        .find(|p| p.lines().any(|line| line == format!("name = \"{name}\"")))?;
    let version = package.lines().find_map(|line| line.strip_prefix("version = "))?;
    Some(format!("{name} {}", version.trim_matches('"')))
}

/// The query of a work: its name without the scene. The scene is a shape and a size.
pub(crate) fn query(work: &str) -> &str {
    let first = work.split(' ').next().unwrap_or(work);
    if ["broad", "cold", "collision", "runs", "posed"].contains(&first) {
        let second = work[first.len()..].trim_start().split(' ').next().unwrap_or_default();
        return &work[..first.len() + 1 + second.len()];
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_is_the_latest_of_the_latest_day() {
        let record = |facts: &[(&str, &str)]| Record {
            facts: facts.iter().map(|&(name, value)| (name.into(), value.into())).collect(),
            lines: vec![],
        };
        let (morning, noon) =
            (record(&[("date", "2026-01-02")]), record(&[("date", "2026-01-02"), ("time", "12:00 UTC")]));
        let next = record(&[("date", "2026-01-03")]);
        let less = |a: &Record, b: &Record| a.order(Path::new("z"), b, Path::new("a")).is_lt();
        assert!(less(&morning, &noon) && less(&noon, &next) && !less(&next, &morning));
    }

    #[test]
    fn a_record_is_read_back() {
        let facts = vec![
            ("processor".to_owned(), "Intel(R) Xeon(R) @ 2.5GHz".to_owned()),
            ("date".into(), "2026-01-02".into()),
        ];
        let text = format!(
            "{}{CSV_HEADER}\noverlaps blob 64,hits,4096,ours,9.50,9.00,10.00,1.000,,,,0,thread\n\
             overlaps blob 64,hits,4096,stripe,27.00,26.00,28.00,2.842,2,2.5,met,3,thread\n",
            head(&facts)
        );
        let record = Record::parse(&text).expect("it is a record");
        assert_eq!(record.facts, facts);
        assert_eq!(record.lines.len(), 2);
        assert_eq!(record.lines[1].goal, Some((2, 2.5)));
        assert_eq!(record.lines[1].is_met(), Some(true));
        assert_eq!((record.lines[1].ns, record.lines[1].differing), (27.0, 3));
        assert!(path(&facts).ends_with("benches/record/intel-xeon-2-5ghz/2026-01-02.csv"));
        let narrower =
            [&facts[..], &[("kernels".to_owned(), "avx2 (this machine has avx512)".to_owned())]].concat();
        assert!(path(&narrower).ends_with("benches/record/intel-xeon-2-5ghz-avx2/2026-01-02.csv"));
        assert_eq!(record.lines[1].clock, "thread");
        assert!(Record::parse("1,2").is_err());
        // Records from before clocks were noted.
        let old = text.replace(",clock\n", "\n").replace(",thread\n", "\n");
        let old = Record::parse(&old).expect("it is an old record");
        assert_eq!((old.lines.len(), &*old.lines[1].clock, old.lines[1].differing), (2, "", 3));
    }
}
