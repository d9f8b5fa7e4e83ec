//! The program of all targets. `HITMASK_FUZZ=NAME` chooses one; without it the program prints their names.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(
    init: hitmask_fuzz::choose(),
    |bytes: &[u8]| hitmask_fuzz::run_chosen(bytes)
);

/// Without a fuzzer the program takes files. If one fails, the whole case is printed.
#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    hitmask_fuzz::choose();
    std::env::args_os()
        .skip(1)
        .try_for_each(|file| std::fs::read(file).map(|bytes| hitmask_fuzz::run_chosen(&bytes)))
}
