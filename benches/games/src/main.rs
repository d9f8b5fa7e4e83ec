//! What a frame of a whole game costs: four games, each played by hitmask and by what one would pick instead, frame by frame in turns.
//!
//! `cargo run --release --manifest-path benches/games/Cargo.toml -- [--frames N] [--small] [--record] [NAME...]`
//!
//! `--record` plays the shooter in Python, too, and writes docs/benchmarks/games.md.

mod crowd;
mod digging;
mod naive;
mod page;
mod physics;
mod platformer;
mod player;
mod shooter;

use std::env::args;

use player::{Game, play};

fn main() {
    let mut frames = 60;
    let (mut small, mut record) = (false, false);
    let mut names = Vec::new();
    let mut words = args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--small" => small = true,
            "--record" => record = true,
            "--frames" => {
                frames = words.next().and_then(|n| n.parse().ok()).expect("--frames takes a number");
            }
            _ => names.push(word),
        }
    }
    let games: [(&str, fn(bool) -> Game); 4] = [
        ("platformer", platformer::game),
        ("shooter", shooter::game),
        ("digging", digging::game),
        ("crowd", crowd::game),
    ];
    let load = page::load();
    let mut tables = Vec::new();
    for (name, game) in games {
        if names.is_empty() || names.iter().any(|wish| wish == name) {
            tables.push(play(game(small), frames));
            println!("{}", tables[tables.len() - 1]);
        }
    }
    if record {
        tables.push(page::in_python(frames));
        page::write(&tables, &load);
    }
}
