//! `cargo xtask cross`: the committed answers on other kinds of machines, which are emulated.

use std::process::{Command, ExitCode};

use crate::steps::Steps;
use crate::tools::{cargo, has_packages, has_target};

/// A machine, and the names that Debian uses for its tools.
struct Machine {
    /// How it differs from the machine on which the tests usually run.
    why: &'static str,
    target: &'static str,
    /// The prefix of its linker's name, and the folder of its system libraries.
    system: &'static str,
    emulator: &'static str,
    packages: [&'static str; 3],
}

const MACHINES: [Machine; 3] = [
    Machine {
        why: "other vectors",
        target: "aarch64-unknown-linux-gnu",
        system: "aarch64-linux-gnu",
        emulator: "qemu-aarch64",
        packages: ["qemu-user", "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"],
    },
    Machine {
        why: "32 bits",
        target: "i686-unknown-linux-gnu",
        system: "i686-linux-gnu",
        emulator: "qemu-i386",
        packages: ["qemu-user", "gcc-i686-linux-gnu", "libc6-dev-i386-cross"],
    },
    Machine {
        why: "big end first",
        target: "s390x-unknown-linux-gnu",
        system: "s390x-linux-gnu",
        emulator: "qemu-s390x",
        packages: ["qemu-user", "gcc-s390x-linux-gnu", "libc6-dev-s390x-cross"],
    },
];

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    add(&mut steps);
    steps.finish()
}

/// Adds a step for every machine. One that cannot be emulated here is skipped.
pub(crate) fn add(steps: &mut Steps) {
    for machine in &MACHINES {
        let name = format!("the committed answers on {} ({})", machine.target, machine.why);
        match machine.is_ready() {
            Ok(()) => {
                steps.run(&name, &mut machine.test());
            }
            Err(why) => steps.skip(&name, &why),
        }
    }
}

impl Machine {
    fn linker(&self) -> String {
        format!("{}-gcc", self.system)
    }

    /// Installs what is missing, or says what could not be installed.
    fn is_ready(&self) -> Result<(), String> {
        has_target(self.target)?;
        has_packages(&[&self.linker(), self.emulator], &self.packages)
    }

    /// The hash over all answers, the few cases against the oracle that are meant for slow machines, and the answers in
    /// `assets/answers`. The test profile checks for overflow, which matters where `usize` has 32 bits.
    fn test(&self) -> Command {
        let packages = ["--package", "hitmask", "--package", "hitmask-answers"];
        let tests = ["--test", "determinism", "--test", "miri", "--test", "replay"];
        let mut command = cargo(&["test", "--target", self.target]);
        command.args(packages).args(tests);
        // The oracle's check of the same answers would take most of the time.
        command.args(["--", "--skip", "the_oracle_gives"]);
        let variable =
            |end: &str| format!("CARGO_TARGET_{}_{end}", self.target.to_uppercase().replace('-', "_"));
        command.env(variable("LINKER"), self.linker());
        command.env(variable("RUNNER"), format!("{} -L /usr/{}", self.emulator, self.system));
        command
    }
}
