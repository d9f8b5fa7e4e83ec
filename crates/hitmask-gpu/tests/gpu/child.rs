//! A test in a process of its own.

use std::process::Command;

use hitmask_gpu::{Gpu, GpuOptions};

/// Set in the child to the test's name.
const CHILD: &str = "HITMASK_GPU_TEST";

/// The adapter that tests use.
pub(crate) fn gpu() -> Gpu {
    let adapter = std::env::var("HITMASK_GPU").unwrap_or_else(|_| "llvmpipe".to_owned());
    Gpu::new(&GpuOptions { adapter: Some(adapter) }).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a test in a child. `name` is its path, such as `pairs::random`.
pub(crate) fn in_child(name: &str, test: fn()) {
    if std::env::var(CHILD).is_ok_and(|child| child == name) {
        return test();
    }
    const TRIES: u32 = 3;
    for attempt in 1..=TRIES {
        let mut child = Command::new(std::env::current_exe().expect("a test program"));
        child.args([name, "--exact", "--nocapture", "--test-threads=1"]).env(CHILD, name);
        let status = child.status().expect("it runs");
        match status.code() {
            Some(0) => return,
            Some(code) => panic!("{name} failed with code {code}: see its output above"),
            None => {
                eprintln!("{name}: the driver ended the process ({status}), attempt {attempt} of {TRIES}");
            }
        }
    }
    panic!("{name}: the driver aborted {TRIES} times; no answer was wrong");
}
