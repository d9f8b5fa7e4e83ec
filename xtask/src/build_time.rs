//! How long whoever adds the library waits: the processor time that cargo needs to build it for release, beside parry2d with all that it needs.

use std::fs;
use std::process::Command;

use crate::steps::Steps;
use crate::tools::{cargo, has_program, printed_by, write};

/// The contender.
const PARRY: &str = r#"parry2d = "=0.31.1""#;
/// What is built, its features, and at most how many times as much as parry2d it may take: what was reached, and a tenth. The goal is 0.6.
const BUILDS: [(&str, &str, f64); 2] =
    [("all of it", r#"["std", "full"]"#, 1.7), ("masks and overlaps", r#"["std"]"#, 0.65)];

/// Builds twice in turns, and compares the shorter times: another program on the machine makes a build slower, and never faster.
pub(crate) fn add(steps: &mut Steps) {
    const NAME: &str = "the library builds in so many times parry2d's processor time";
    if !steps.can(NAME, has_program("bash", "its `time` measures")) {
        return;
    }
    steps.check(NAME, || {
        let mut least = [f64::INFINITY; 3];
        for _ in 0..2 {
            let ours = BUILDS.map(|(_, features, _)| {
                let library = crate::root().join("crates/hitmask");
                let library = library.display();
                format!("hitmask = {{ path = '{library}', default-features = false, features = {features} }}")
            });
            for (least, line) in least.iter_mut().zip([PARRY, &ours[0], &ours[1]]) {
                *least = least.min(seconds(line)?);
            }
        }
        let [parry, ours @ ..] = least;
        for ((what, _, most), ours) in BUILDS.into_iter().zip(ours) {
            let times = ours / parry;
            println!("{what}: {ours:.1} s, parry2d {parry:.1} s, {times:.2} times");
            if times > most {
                return Err(format!("{what} takes {times:.2} times parry2d's time, and may take {most}"));
            }
        }
        Ok(())
    });
}

/// The processor time of the release build of an empty program with one dependency.
fn seconds(dependency: &str) -> Result<f64, String> {
    let folder = crate::root().join("target/build-time");
    fs::create_dir_all(folder.join("src")).map_err(|error| error.to_string())?;
    write(&folder.join("src/main.rs"), "fn main() {}\n")?;
    let manifest = format!(
        "[package]\nname = \"empty\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{dependency}\n"
    );
    write(&folder.join("Cargo.toml"), &manifest)?;
    // What was built before would be built no more. What is downloaded is not built.
    let _ = fs::remove_dir_all(folder.join("target"));
    printed_by(cargo(&["fetch", "--quiet"]).current_dir(&folder))?;
    let build = "TIMEFORMAT='seconds %U %S'; time cargo build --quiet --release --target-dir target 2>&1";
    let output = Command::new("bash").args(["-c", build]).current_dir(&folder).output();
    let output = output.map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stderr);
    let times = text.lines().find_map(|line| line.strip_prefix("seconds "));
    let sum = times.map(|times| times.split(' ').filter_map(|time| time.parse::<f64>().ok()).sum());
    sum.filter(|_| output.status.success())
        .ok_or_else(|| format!("the build failed:\n{}{text}", String::from_utf8_lossy(&output.stdout)))
}
