//! Whoever plays a game, and the table of what its frames cost.

use std::time::Instant;

use hitmask::WorldOptions;

/// What a frame answers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Answer {
    /// What is counted: pairs that touch, or the sum of all positions.
    pub count: i64,
    /// A digest of the whole answer, for those who must agree in every bit.
    pub digest: u64,
}

impl Answer {
    /// The pairs that touch, in any order.
    pub fn of_pairs(pairs: impl IntoIterator<Item = [u32; 2]>) -> Answer {
        let mut answer = Answer::default();
        for [a, b] in pairs {
            answer.count += 1;
            answer.digest = answer.digest.wrapping_add(mixed(u64::from(a) << 32 | u64::from(b)));
        }
        answer
    }

    /// Positions in the order of those who stand there.
    pub fn of_positions(positions: impl IntoIterator<Item = [i32; 2]>) -> Answer {
        let mut answer = Answer::default();
        for (i, [x, y]) in positions.into_iter().enumerate() {
            answer.count += i64::from(x) + i64::from(y);
            let place = (x as u32 as u64) << 32 | y as u32 as u64;
            answer.digest = answer.digest.wrapping_add(mixed(place ^ mixed(i as u64)));
        }
        answer
    }
}

/// A number that hardly any other number gives.
fn mixed(n: u64) -> u64 {
    let n = (n ^ n >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (n ^ n >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// A world that works on its caller's thread only.
pub fn one_core() -> WorldOptions {
    WorldOptions { parallel_from: usize::MAX, ..WorldOptions::default() }
}

/// A world that works on two threads, in small games, too.
pub fn two_cores() -> WorldOptions {
    WorldOptions { parallel_from: 1000, ..WorldOptions::default() }
}

/// A way to play a game.
pub struct Player {
    name: &'static str,
    /// False for who works with polygons instead of pixels: its answers are compared, and may differ.
    exact: bool,
    /// Plays the frame of this number.
    frame: Box<dyn FnMut(usize) -> Answer>,
}

impl Player {
    pub fn new(name: &'static str, frame: impl FnMut(usize) -> Answer + 'static) -> Player {
        Player { name, exact: true, frame: Box::new(frame) }
    }

    /// The same, whose answers may differ.
    pub fn inexact(self) -> Player {
        Player { exact: false, ..self }
    }

    /// Plays on so many threads of a pool of its own.
    pub fn on(
        threads: usize,
        name: &'static str,
        mut frame: impl FnMut(usize) -> Answer + Send + 'static,
    ) -> Player {
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        Player::new(name, move |n| pool.install(|| frame(n)))
    }
}

/// A game and all who play it, hitmask first.
pub struct Game {
    pub name: &'static str,
    /// What happens in it.
    pub about: String,
    /// What [`Answer::count`] counts.
    pub counted: &'static str,
    pub players: Vec<Player>,
}

/// Plays all frames, each by everyone in turn, and gives the table. The first tenth is not measured.
///
/// # Panics
/// If two exact players give different answers.
pub fn play(mut game: Game, frames: usize) -> String {
    let warm = frames / 10;
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); game.players.len()];
    let mut counts = vec![0_i64; game.players.len()];
    for n in 0..frames + warm {
        let mut ours = Answer::default();
        for (i, player) in game.players.iter_mut().enumerate() {
            let start = Instant::now();
            let answer = (player.frame)(n);
            let time = start.elapsed().as_secs_f64() * 1e3;
            if i == 0 {
                ours = answer;
            }
            assert!(
                !player.exact || answer == ours,
                "{}, frame {n}: {} answers {answer:?}, hitmask {ours:?}",
                game.name,
                player.name
            );
            counts[i] += answer.count;
            if n >= warm {
                times[i].push(time);
            }
        }
    }
    let mut table = format!(
        "## {}\n{} {frames} frames.\n\n| played by | ms a frame | slowest | times hitmask | {} |\n|---|--:|--:|--:|--:|\n",
        game.name, game.about, game.counted
    );
    let mut base = 0.0;
    for (player, (mut times, count)) in game.players.iter().zip(times.into_iter().zip(&counts)) {
        times.sort_by(f64::total_cmp);
        let median = times[times.len() / 2];
        if base == 0.0 {
            base = median;
        }
        let differs = match 100.0 * (count - counts[0]) as f64 / counts[0] as f64 {
            _ if player.exact => "the same".to_owned(),
            percent => format!("{percent:+.2} %"),
        };
        let slowest = times[times.len() - 1];
        let ratio = median / base;
        table += &format!("| {} | {median:.2} | {slowest:.2} | {ratio:.2} | {differs} |\n", player.name);
    }
    table
}
