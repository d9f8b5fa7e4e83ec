//! Rivals in Python: `pygame-ce`, `pycocotools` and `scipy`.
//!
//! Each rival is a process; `benches/python/rivals.py` describes it. It gets the masks in a file and the pairs through a pipe. It measures
//! its own time in Python and subtracts an empty call. So it takes part in the same rounds as the others.

use crate::contender::Contender;
use hitmask::Mask;
use hitmask_scenes::Pair;
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

static INTERPRETER: OnceLock<PathBuf> = OnceLock::new();

/// Turns the rivals in Python on.
///
/// # Errors
/// If `benches/python/make_venv.py` has not been run.
pub fn enable() -> Result<(), String> {
    let python = folder().join(".venv/bin/python");
    if !python.exists() {
        return Err(format!(
            "{} is missing: run python3 benches/python/make_venv.py first",
            python.display()
        ));
    }
    INTERPRETER.get_or_init(|| python);
    Ok(())
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("python")
}

/// The versions of the rivals, one per line. Empty if they don't take part.
#[must_use]
pub fn versions() -> Vec<String> {
    let version = |(module, work)| Process::start(module, work, &[]).map(|mut process| process.version());
    let works = [("pygame", "area"), ("pycocotools", "area"), ("scipy", "labels")];
    works.into_iter().filter_map(version).collect()
}

/// pygame-ce with the masks of a scene, if it takes part. `work` is one of the names in `rivals.py`. Answers that are not numbers are made
/// into numbers as by [`crate::contender::digest_point`] and [`crate::contender::digest_mask`].
#[must_use]
pub fn pygame(work: &str, masks: &[Mask]) -> Option<Contender<'static>> {
    Process::start("pygame", work, masks).map(|process| process.contender("pygame-ce"))
}

/// pycocotools with the masks of a scene, if it takes part. Its answers are areas.
#[must_use]
pub fn pycocotools(masks: &[Mask]) -> Option<Contender<'static>> {
    Process::start("pycocotools", "area", masks).map(|process| process.contender("pycocotools"))
}

/// scipy with the masks of a scene, if it takes part. `work` is `labels`, `distances` or `disc`.
#[must_use]
pub fn scipy(work: &str, masks: &[Mask]) -> Option<Contender<'static>> {
    Process::start("scipy", work, masks).map(|process| process.contender("scipy"))
}

struct Process {
    child: Child,
    requests: Option<ChildStdin>,
    replies: BufReader<ChildStdout>,
    masks: PathBuf,
}

impl Process {
    /// None if Python does not take part.
    fn start(module: &str, work: &str, masks: &[Mask]) -> Option<Process> {
        let python = INTERPRETER.get()?;
        let path = std::env::temp_dir().join(format!("hitmask-{module}-{work}-{}", std::process::id()));
        std::fs::write(&path, file_of(masks)).expect("the folder for temporary files can be written");
        let mut child = Command::new(python)
            .arg(folder().join("rivals.py"))
            .args([module, work])
            .arg(&path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the Python of the virtual environment starts");
        let requests = child.stdin.take();
        let replies = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        Some(Process { child, requests, replies, masks: path })
    }

    fn contender(self, name: &'static str) -> Contender<'static> {
        let process = std::rc::Rc::new(RefCell::new(self));
        let other = std::rc::Rc::clone(&process);
        Contender::remote(
            name,
            move |pairs| Duration::from_nanos(process.borrow_mut().ask(b'T', pairs, 1)[0]),
            move |pairs| other.borrow_mut().ask(b'A', pairs, pairs.len()),
        )
    }

    fn version(&mut self) -> String {
        let mut line = String::new();
        self.send(b"V");
        self.replies.read_line(&mut line).expect("Python answers");
        line.trim_end().to_owned()
    }

    fn ask(&mut self, command: u8, pairs: &[Pair], answers: usize) -> Vec<u64> {
        let mut request = vec![command];
        request.extend((pairs.len() as u32).to_le_bytes());
        for pair in pairs {
            let numbers = [pair.a, pair.b, pair.offset.x as u32, pair.offset.y as u32];
            request.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        self.send(&request);
        let mut reply = vec![0; answers * 8];
        self.replies.read_exact(&mut reply).expect("Python answers; its error is above");
        reply.chunks_exact(8).map(|n| u64::from_le_bytes(n.try_into().expect("8 bytes"))).collect()
    }

    fn send(&mut self, request: &[u8]) {
        let pipe = self.requests.as_mut().expect("the pipe is closed only at the end");
        pipe.write_all(request).and_then(|()| pipe.flush()).expect("Python listens; its error is above");
    }
}

/// Closes the pipe, which ends the process, and waits for it.
impl Drop for Process {
    fn drop(&mut self) {
        self.requests = None;
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.masks);
    }
}

/// The file that `rivals.py` reads.
fn file_of(masks: &[Mask]) -> Vec<u8> {
    let mut file = (masks.len() as u32).to_le_bytes().to_vec();
    for mask in masks {
        file.extend(mask.width().to_le_bytes());
        file.extend(mask.height().to_le_bytes());
        file.extend(mask.to_bytes());
    }
    file
}
