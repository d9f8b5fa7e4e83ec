//! The tests of the Python programs: every `test_*.py` under `benches/python`.

use std::process::Command;

use crate::examples::entries;
use crate::steps::Steps;
use crate::tools::succeeds;

pub(crate) fn add(steps: &mut Steps) {
    let folder = crate::root().join("benches/python");
    let is_test = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("test_") && name.ends_with(".py")
    };
    if !entries(&folder).iter().any(is_test) {
        return;
    }
    if !succeeds(Command::new("python3").arg("--version")) {
        return steps.skip("Python tests", "python3 is missing");
    }
    let mut command = Command::new("python3");
    command.args(["-m", "unittest", "discover", "--start-directory"]).arg(&folder);
    steps.run("Python tests", &mut command);
}
