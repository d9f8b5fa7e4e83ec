//! Takes the program out of docs/tour.md, so that a test can run it.

fn main() {
    const PAGE: &str = "../../docs/tour.md";
    println!("cargo::rerun-if-changed={PAGE}");
    let page = std::fs::read_to_string(PAGE).unwrap_or_else(|error| panic!("{PAGE}: {error}"));
    let program = page.split("\n```rust\n").nth(1).and_then(|rest| rest.split("\n```").next());
    let out = std::env::var("OUT_DIR").expect("cargo names the folder");
    std::fs::write(format!("{out}/tour.rs"), program.expect("the tour has a program"))
        .expect("it can be written");
}
