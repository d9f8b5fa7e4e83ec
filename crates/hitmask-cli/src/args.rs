//! The command line, defined once: the parser, the help, the man pages and the completions all come from here.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueHint};

use crate::output;
use crate::pose::{Flip, Number, Numbers, Scale};
use crate::query::{POSE_OPTIONS, Query, Side};
use crate::values::{
    Connect, FilmFile, Grid, Key, PieceKind, Place, Rule, ShapeFile, Simpler, SpriteName, Threshold,
};

/// Do these two sprites touch where they are solid? Pixel for pixel
///
/// Without a command it shows the demo. Sprites are PNG, GIF, WebP and Aseprite files and JSON atlases.
#[derive(Debug, Parser)]
#[command(name = "hitmask", version, propagate_version = true, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  hitmask                                      who touches whom in a scene
  hitmask check ship.png rock.png --at 40,12   the rock 40 right, 12 down of the ship
  hitmask check hero.aseprite#3 atlas.json#door --at -3,4 --json
  hitmask separate ship.png rock.png --at 40,12    the shortest way out
  hitmask cast ship.png rock.png --at 90,12 --by -60,2.5    what it hits, and when
  hitmask inspect ship.png                     what is solid in it
  hitmask batch questions.jsonl                many questions at once
  hitmask bake ship.png --rotate 30 -o mask.png
  hitmask outline ship.png -o ship.svg         its outline, to look at
  hitmask scene shooter.toml --picture it.gif  sprites that move, and what they hit

Exit status:
  0  they touch, or the work is done
  1  they don't touch
  2  an error, told in one sentence on standard error";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Demo(Demo),
    Check(Box<Check>),
    Separate(Box<Separate>),
    Cast(Box<Cast>),
    Batch(Batch),
    Inspect(Inspect),
    Bake(Bake),
    Outline(Outline),
    Components(Components),
    Scene(Scene),
    Completions(Completions),
    Man(Man),
}

/// Show who touches whom in a scene of sprites that the program brings along
///
/// Prints a table of the pairs that touch and of those whose rectangles overlap though no pixel meets, and draws them
/// all into DIR/hitmask-demo.png. Then it plays a shooter, into DIR/hitmask-demo.gif; `hitmask scene` plays your own.
#[derive(Debug, clap::Args)]
pub(crate) struct Demo {
    /// The folder for hitmask-demo.png and hitmask-demo.gif
    #[arg(long, value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
}

/// Tell whether B touches A
///
/// A sprite is FILE or FILE#FRAME. FRAME is a number from 0, the name of a frame, or the name of a slice; without it the
/// first frame is meant. An existing file whose name holds a # is that file.
///
/// All positions are in A's pixels, x to the right, y down. The first pixel is the one with the lowest y, then the
/// lowest x. With the options that turn, scale or mirror, all positions are in world pixels, and what is not said of a sprite
/// is as in its file: upright, full size, its upper left corner at (0, 0).
#[derive(Debug, clap::Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) query: Query,

    /// Answer with one JSON object: overlaps, area, first [x, y], bounds [x, y, w, h]
    #[arg(long)]
    pub(crate) json: bool,

    /// Draw both sprites in place with every pixel of the overlap marked
    ///
    /// Small sprites are enlarged by a whole factor, huge ones reduced by one. Where the sprites lie far apart the gap
    /// between them is drawn shorter than it is, and the picture says so.
    #[arg(long, value_name = "OUT.png", value_hint = ValueHint::FilePath)]
    pub(crate) picture: Option<PathBuf>,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  hitmask check ship.png rock.png --at 40,12
  hitmask check ship.png rock.png --at -3,4 --picture touch.png
  hitmask check sheet.png#0 sheet.png#5 --grid 16x16 --at 8,0 --json
  hitmask check glass.png smoke.png --at 0,0 --rule alpha-sum
  hitmask check ship.png rock.png --rotate-a 30 --pivot-a 16,16 --at-a 40.5,20 --scale-b 2 --at-b 30,10
  hitmask check old.png wall.png --at 0,0 --key FF00FF --mask-b wall-mask.png

Exit status: 0 they touch, 1 they don't, 2 an error.";

/// Tell how B gets out of A, or how far it is from A
///
/// The separation is the shortest way for B after which the two no longer overlap; of several, the one with the least dy, then
/// the least dx. The normal points from A to B: by how much the overlap shrinks when B goes that way. Where they don't overlap:
/// the squared distance between their pixels, and the two nearest pixels.
///
/// A sprite is FILE or FILE#FRAME, as for `hitmask check`. All positions are in A's pixels.
#[derive(Debug, clap::Args)]
#[command(after_help = SEPARATE_EXAMPLES)]
pub(crate) struct Separate {
    #[command(flatten)]
    pub(crate) query: Query,

    /// Answer with one JSON object: overlaps, separation [dx, dy], normal [nx, ny], `distance_squared`, closest [[ax, ay],
    /// [bx, by]]
    #[arg(long)]
    pub(crate) json: bool,
}

const SEPARATE_EXAMPLES: &str = "\
Examples:
  hitmask separate ship.png rock.png --at 40,12
  hitmask separate ship.png rock.png --at 200,-30 --json

Exit status: 0 they touch, 1 they don't, 2 an error.";

/// Tell when B, moving straight, first hits A
///
/// Exact at any speed, and between pixels: --at and --by may be fractions, which are rounded to 1/65536 of a pixel. The time is a
/// fraction of the motion; to touch without overlapping is no hit. The pixel is A's: of those hit at that moment the one with
/// the lowest y, then the lowest x.
///
/// A sprite is FILE or FILE#FRAME, as for `hitmask check`. All positions are in A's pixels.
#[derive(Debug, clap::Args)]
#[command(after_help = CAST_EXAMPLES)]
pub(crate) struct Cast {
    #[command(flatten)]
    pub(crate) query: Query,

    /// How far B moves, in pixels: x to the right, y down
    #[arg(long, value_name = "DX,DY", allow_hyphen_values = true, value_parser = Place::any)]
    pub(crate) by: Place,

    /// Answer with one JSON object: cast (hit, miss or initial-overlap), time [numerator, denominator], first [x, y], normal
    /// [nx, ny]
    #[arg(long)]
    pub(crate) json: bool,
}

const CAST_EXAMPLES: &str = "\
Examples:
  hitmask cast wall.png ball.png --at 90,12 --by -60,2.5
  hitmask cast wall.png ball.png --at 90.25,12 --by -9000,0 --json

Exit status: 0 a hit, or an overlap at the start; 1 a miss; 2 an error.";

/// Answer many questions, one JSON object a line
///
/// A question has the keys a, b and at: [x, y], and any of threshold, rule, key, grid, `mask_a` and `mask_b`, which mean what
/// the options of `hitmask check` mean. Instead of at it may have `affine_a`: [a, b, c, d, tx, ty], or any of `rotate_a`: degrees,
/// `scale_a`: [x, y] or a number, `flip_a`, `pivot_a`: [x, y] and `at_a`: [x, y], and the same for b. With op: "separate" or
/// op: "cast" it is what those commands ask; cast takes by: [dx, dy] too. Paths are relative to the current folder. Each file is
/// decoded once, so changes to files during the run are not seen.
///
/// Every line gets one line back, in the same order: {"overlaps": true, "area": 123, "first": [x, y], "bounds":
/// [x, y, w, h]}; without overlap area is 0 and first and bounds are null; by the rule geometry all three are null. Separate and cast
/// are answered as with --json. A bad line gets {"error": "..."}, and the rest goes on.
#[derive(Debug, clap::Args)]
#[command(after_help = BATCH_EXAMPLES)]
pub(crate) struct Batch {
    /// The questions; - is standard input
    #[arg(value_name = "FILE.jsonl", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
}

const BATCH_EXAMPLES: &str = r#"Examples:
  hitmask batch questions.jsonl > answers.jsonl
  echo '{"a": "ship.png", "b": "rock.png", "at": [40, 12]}' | hitmask batch -
  {"a": "sheet.png#0", "b": "hero.ase#jump", "at": [-3, 4], "grid": "16x16", "threshold": 1}
  {"op": "cast", "a": "wall.png", "b": "ball.png", "at": [90, 12.5], "by": [-60, 2]}
  {"a": "ship.png", "b": "rock.png", "rotate_a": 30, "pivot_a": [16, 16], "at_a": [40.5, 20], "scale_b": 2}

Exit status: 0 every line has an answer, 2 some line failed."#;

/// Show what a sprite holds and what of it is solid
///
/// Size, frames, slices, what its alpha is like, solid pixels, the tight bounds around them, the bytes that a mask of
/// them takes as bits and as runs, and a preview in the terminal: solid pixels bright, visible ones below the threshold
/// dim.
#[derive(Debug, clap::Args)]
#[command(after_help = INSPECT_EXAMPLES)]
pub(crate) struct Inspect {
    /// Sprites: FILE for all frames, or FILE#FRAME for one
    #[arg(required = true, value_name = "FILE", value_parser = sprite_name(), value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<SpriteName>,

    /// The least alpha that is solid, 0 to 255
    #[arg(long, value_name = "N", default_value_t, allow_hyphen_values = true)]
    pub(crate) threshold: Threshold,

    /// Cut plain pictures into cells of this size, numbered from 0 row by row
    #[arg(long, value_name = "WxH")]
    pub(crate) grid: Option<Grid>,

    /// Print one JSON object a file and line
    #[arg(long)]
    pub(crate) json: bool,
}

const INSPECT_EXAMPLES: &str = "\
Examples:
  hitmask inspect ship.png rock.png
  hitmask inspect hero.aseprite#jump
  hitmask inspect shadow.png --threshold 1
  hitmask inspect sheet.png --grid 16x16 --json

Exit status: 0, or 2 if some file could not be read.";

/// Write the mask of a sprite that is turned, scaled or mirrored
///
/// The result is a PNG file of the world pixels that the posed sprite covers, those whose middles lie in a solid texel: white where it
/// is solid, clear elsewhere. It may serve as a mask picture, or show what `hitmask check` sees. On standard output stands where its upper left corner lies.
#[derive(Debug, clap::Args)]
#[command(after_help = BAKE_EXAMPLES)]
pub(crate) struct Bake {
    /// The file to write
    #[arg(short, long, value_name = "OUT.png", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    /// Where the texels lie in the world: x' = A u + B v + TX, y' = C u + D v + TY
    #[arg(long, value_name = "A,B,C,D,TX,TY", allow_hyphen_values = true)]
    pub(crate) affine: Option<Numbers<6>>,

    /// Turn it clockwise about its pivot, in degrees
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true)]
    pub(crate) rotate: Option<Number>,

    /// Scale it along its own x and y: one number for both, or X,Y, up to 64; negative mirrors
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) scale: Option<Scale>,

    /// Mirror it: h exchanges left and right, v top and bottom, hv both
    #[arg(long, value_enum)]
    pub(crate) flip: Option<Flip>,

    /// The point about which it turns, scales and mirrors, in its pixels; its upper left corner unless given
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) pivot: Option<Numbers<2>>,

    /// Where the pivot lies in the world; fractions of pixels are welcome
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) at: Option<Numbers<2>>,

    #[command(flatten)]
    pub(crate) source: Source,

    /// Answer with one JSON object: corner [x, y], size [w, h], area
    #[arg(long)]
    pub(crate) json: bool,
}

const BAKE_EXAMPLES: &str = "\
Examples:
  hitmask bake ship.png --rotate 30 --pivot 16,16 --at 100,50.5 -o turned.png
  hitmask bake ship.png --scale 2,0.5 --flip h -o flat.png
  hitmask bake ship.png --affine 0.5,0.5,-0.5,0.5,0,0 --json -o small.png

Exit status: 0, or 2 for an error.";

/// One sprite, and which of its pixels are solid.
#[derive(Debug, clap::Args)]
pub(crate) struct Source {
    /// The sprite: FILE or FILE#FRAME, where FRAME is a number from 0, a name or a slice
    #[arg(value_name = "FILE", value_parser = sprite_name(), value_hint = ValueHint::FilePath)]
    pub(crate) file: SpriteName,

    /// The least alpha that is solid, 0 to 255
    #[arg(long, value_name = "N", default_value_t, allow_hyphen_values = true)]
    pub(crate) threshold: Threshold,

    /// Take this colour as empty and every other pixel as solid, whatever its alpha
    #[arg(long, value_name = "RRGGBB")]
    pub(crate) key: Option<Key>,

    /// Cut plain pictures into cells of this size, numbered from 0 row by row
    #[arg(long, value_name = "WxH")]
    pub(crate) grid: Option<Grid>,

    /// A picture of the sprite's size whose alpha is used instead of its own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) mask: Option<PathBuf>,
}

impl Source {
    /// The sprite as the rule `solid` sees it.
    pub(crate) fn side(&self) -> Side {
        Side {
            name: self.file.clone(),
            grid: self.grid,
            mask: self.mask.clone(),
            rule: Rule::Solid,
            threshold: self.threshold,
            key: self.key.filter(|_| self.mask.is_none()),
        }
    }
}

/// Trace the outline of a sprite's solid pixels, holes included
///
/// The outline follows the edges of pixels and is exact: filled, it gives the same pixels back. With --simplify it has
/// fewer corners and keeps a promise, which is verified by filling it. Corner (x, y) is the upper left corner of pixel (x, y).
///
/// The JSON object has file, size, threshold, `connect`, simplify, rings (each with kind, "outer" or "hole", the number of
/// the ring it lies in, and points) and, if asked for, pieces (lists of points), rects (x, y, w, h) or distances (rows of
/// squared distances to the nearest clear pixel).
#[derive(Debug, clap::Args)]
#[command(after_help = OUTLINE_EXAMPLES)]
pub(crate) struct Outline {
    #[command(flatten)]
    pub(crate) source: Source,

    /// How many neighbours a pixel has: with 4, pixels that meet at a corner only are apart
    #[arg(long, value_enum, default_value_t, value_name = "4|8")]
    pub(crate) connect: Connect,

    /// Fewer corners: outer holds every solid pixel, inner no clear one, within:EPS runs at most EPS pixels beside
    ///
    /// outer and inner run at most a pixel beside, or EPS: outer:EPS, inner:EPS.
    #[arg(long, value_name = "outer|inner|within:EPS")]
    pub(crate) simplify: Option<Simpler>,

    /// Refuse an outline with more corners than this
    #[arg(long, value_name = "N", requires = "simplify")]
    pub(crate) max_points: Option<usize>,

    /// Parts that share nothing and together are all of it
    ///
    /// convex: convex polygons that together are the outline; rects: rectangles of the pixels whose centres it holds.
    #[arg(long, value_enum, value_name = "convex|rects")]
    pub(crate) pieces: Option<PieceKind>,

    /// How far each solid pixel is from the nearest clear one
    #[arg(long)]
    pub(crate) distance: bool,

    /// Write a picture to look at, or the JSON object
    #[arg(short, long, value_name = "OUT.svg|OUT.json", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<ShapeFile>,

    /// Print the JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

const OUTLINE_EXAMPLES: &str = "\
Examples:
  hitmask outline ship.png -o ship.svg
  hitmask outline ship.png --simplify outer --pieces convex -o ship.json
  hitmask outline hero.aseprite#jump --simplify within:1.5 --json
  hitmask outline wall.png --pieces rects --json

Exit status: 0, or 2 for an error, which an outline that cannot be had is, too.";

/// List the connected parts of a sprite's solid pixels
///
/// Parts are numbered from 0 in the order in which their first pixels come, row by row from the top, left to right.
///
/// The JSON object has file, size, threshold, `connect`, largest (a number, null if there is none) and components, each with
/// area, bounds [x, y, w, h] and first [x, y].
#[derive(Debug, clap::Args)]
#[command(after_help = COMPONENTS_EXAMPLES)]
pub(crate) struct Components {
    #[command(flatten)]
    pub(crate) source: Source,

    /// How many neighbours a pixel has: with 4, pixels that meet at a corner only are apart
    #[arg(long, value_enum, default_value_t, value_name = "4|8")]
    pub(crate) connect: Connect,

    /// Write a picture to look at, or the JSON object
    #[arg(short, long, value_name = "OUT.svg|OUT.json", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<ShapeFile>,

    /// Print the JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

const COMPONENTS_EXAMPLES: &str = "\
Examples:
  hitmask components stars.png
  hitmask components sheet.png --connect 4 --json
  hitmask components stars.png -o stars.svg

Exit status: 0, or 2 for an error.";

/// Play a scene: sprites move, turn and bounce, and it tells who touches whom
///
/// The scene is a TOML file: docs/scenes.md has the format. In every step everything moves, and then all pairs are tested, pixel for
/// pixel.
///
/// Every event is a line: {"step": 7, "event": "begin", "a": "ship", "b": "rock3", "first": [x, y], "area": 31}. The names stand in
/// the file's order; first is the world pixel that both cover with the lowest y, then the lowest x. An event end has no first and no
/// area. Lines are ordered by step, then by the first sprite, then by the second: the same for any number of threads.
#[derive(Debug, clap::Args)]
#[command(after_help = SCENE_EXAMPLES)]
pub(crate) struct Scene {
    /// The scene
    #[arg(value_name = "FILE.toml", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,

    /// How many steps are played
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) steps: u32,

    /// Write the events, a line each; - is standard output
    #[arg(long, value_name = "OUT.jsonl", value_hint = ValueHint::FilePath)]
    pub(crate) events: Option<PathBuf>,

    /// Tell in every step of the pairs that go on touching, too: events stay
    #[arg(long)]
    pub(crate) stay: bool,

    /// Draw it, with every touch marked: a row of three steps, or an animation
    #[arg(long, value_name = "OUT.png|OUT.gif", value_hint = ValueHint::FilePath)]
    pub(crate) picture: Option<FilmFile>,

    /// How many threads work at most; as many as there are processors unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// Print how many pairs were looked at, and where the time went
    #[arg(long)]
    pub(crate) stats: bool,
}

const SCENE_EXAMPLES: &str = "\
Examples:
  hitmask scene scenes/shooter.toml
  hitmask scene scenes/race.toml --steps 200 --picture race.gif
  hitmask scene scenes/shooter.toml --events - | jq .a
  hitmask scene scenes/crowd.toml --stats --threads 2

Exit status: 0, or 2 for an error.";

/// Print the completions for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  hitmask completions bash > ~/.local/share/bash-completion/completions/hitmask"
)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page, of the program or of a command
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  hitmask man check | man -l -")]
pub(crate) struct Man {
    /// The command; without it the page of the program
    pub(crate) command: Option<String>,
}

/// Reads FILE or FILE#FRAME.
pub(crate) fn sprite_name() -> impl clap::builder::TypedValueParser<Value = SpriteName> {
    use clap::builder::{OsStringValueParser, TypedValueParser as _};
    OsStringValueParser::new().map(SpriteName::from)
}

/// The definition, for the parser, the help, the man pages and the completions.
pub(crate) fn definition() -> clap::Command {
    // Both share the options of `check`, and take no poses.
    let upright = |command: clap::Command| {
        command
            .mut_args(|arg| if POSE_OPTIONS.contains(&arg.get_id().as_str()) { arg.hide(true) } else { arg })
    };
    Cli::command().mut_subcommand("separate", upright).mut_subcommand("cast", |command| {
        // Whole pixels and fractions.
        upright(command).mut_arg("at", |arg| arg.value_parser(Place::any))
    })
}

/// Reads the command line. Where it asks for help or the version, or is no command, everything is said already and only
/// the exit status is left.
pub(crate) fn parse() -> Result<Cli, ExitCode> {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let parsed = definition().try_get_matches_from(arguments);
    parsed.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A closed pipe is no failure.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        _ => {
            output::complain(&one_sentence(&error));
            ExitCode::from(output::FAILED)
        }
    })
}

/// What the parser has to say, without the lines about usage.
fn one_sentence(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let sentence = lines.collect::<Vec<_>>().join(" ");
    format!("{}; see hitmask --help", sentence.trim_start_matches("error: "))
}
