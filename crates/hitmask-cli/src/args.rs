//! The command line, defined once: the parser, the help, the man pages and the completions all come from here.
//!
//! This file is long because it is a list: every command and option stands here with the text that explains it, and nothing else does.

use std::path::PathBuf;

use clap::{CommandFactory as _, Parser, Subcommand, ValueHint};
use hitmask::Point;

use crate::labels::LabelChoice;
use crate::limit_args::LimitArgs;
use crate::output_file::{FilmFile, PackFile, PngFile, ShapeFile, output_file};
use crate::pack_config::OutlineChoice;
use crate::pixels::PixelArgs;
use crate::pose::PoseArgs;
use crate::question::{Question, SpriteSpec};
use crate::sprite_name::{SpriteName, sprite_name};
use crate::surface::Surface;
use crate::values::{
    ColorKey, Connect, Coordinates, Operation, PieceKind, Region, Rule, SheetGrid, SimplifyMode, Threshold,
    whole_number,
};

/// Do these two sprites touch where they are solid? Pixel for pixel
///
/// Without a command it runs the demo, which writes hitmask-demo.png and hitmask-demo.gif into the current folder.
///
/// Sprites are PNG, GIF, WebP and Aseprite files, atlases, that is JSON (TexturePacker, Pixi, Aseprite) and libGDX, entries of packs, and
/// layers of levels of Tiled (.tmx, .tmj) and LDtk (.ldtk): cave.tmx#ground.
#[derive(Debug, Parser)]
#[command(name = "hitmask", version, propagate_version = true, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  hitmask                                      the demo: who touches whom in a scene
  hitmask check ship.png rock.png --at 40,12   the rock 40 right, 12 down of the ship
  hitmask check hero.aseprite#walk:2 atlas.json#door --at -3,4 --json
  hitmask which ship.png --at 40,12 rocks/     which of the rocks it would touch
  hitmask separate ship.png rock.png --at 40,12    the shortest way out
  hitmask cast ship.png rock.png --at 90,12 --by -60,2.5    what it hits, and when
  hitmask inspect ship.png                     what is solid in it
  hitmask check cave.tmx#ground hero.png --at 40,80    a layer of a level
  hitmask batch questions.jsonl                many questions at once
  hitmask bake ship.png --rotate 30 -o mask.png
  hitmask outline ship.png -o ship.svg         its outline, to look at
  hitmask pack assets/ -o masks.hitmask        masks that load without decoding
  hitmask scene shooter.toml --picture it.gif  sprites that move, and what they hit

hitmask help check tells everything about one command.

Exit status:
  0  they touch, or the work is done
  1  they don't touch
  2  an error, told in one sentence on standard error";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Demo(DemoArgs),
    Check(Box<CheckArgs>),
    Which(Box<WhichArgs>),
    Separate(Box<SeparateArgs>),
    Cast(Box<CastArgs>),
    Batch(BatchArgs),
    Inspect(InspectArgs),
    Bake(BakeArgs),
    Outline(OutlineArgs),
    Components(ComponentsArgs),
    Pack(PackArgs),
    Scene(SceneArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// The options of a single sprite.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SpriteArgs {
    #[command(flatten)]
    pub(crate) pixels: PixelArgs,

    /// A picture of the sprite's size whose alpha is used instead of its own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) mask: Option<PathBuf>,

    /// Make holes solid: clear pixels that are cut off from the edge of the picture
    ///
    /// They are cut off if no steps left, right, up and down over clear pixels lead out of the picture.
    #[arg(long)]
    pub(crate) fill_holes: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl SpriteArgs {
    /// A sprite with these options, by the rule `solid`.
    pub(crate) fn spec(&self, name: &SpriteName) -> SpriteSpec {
        let spec = SpriteSpec::new(name.clone(), &self.pixels, self.mask.clone(), Rule::Solid);
        SpriteSpec { fill_holes: self.fill_holes, ..spec }
    }
}

/// One sprite with its options.
#[derive(Debug, clap::Args)]
pub(crate) struct SingleSpriteArgs {
    /// The sprite: FILE or FILE#FRAME, as hitmask help check explains
    #[arg(value_name = "FILE", value_parser = sprite_name(), value_hint = ValueHint::FilePath)]
    pub(crate) file: SpriteName,

    #[command(flatten)]
    pub(crate) options: SpriteArgs,
}

/// Two sprites with their options.
#[derive(Debug, clap::Args)]
pub(crate) struct PairArgs {
    /// The first sprite: FILE or FILE#FRAME
    #[arg(value_parser = sprite_name(), value_hint = ValueHint::FilePath)]
    a: SpriteName,

    /// The second sprite
    #[arg(value_parser = sprite_name(), value_hint = ValueHint::FilePath)]
    b: SpriteName,

    #[command(flatten)]
    pub(crate) both: BothArgs,
}

/// The options of two sprites.
#[derive(Debug, clap::Args)]
pub(crate) struct BothArgs {
    #[command(flatten)]
    pixels: PixelArgs,

    /// A picture of A's size whose alpha is used instead of A's own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    mask_a: Option<PathBuf>,

    /// A picture of B's size whose alpha is used instead of B's own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) mask_b: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl PairArgs {
    /// What an operation asks about the two.
    fn question(self, operation: Operation, at: Option<Coordinates>, rule: Rule) -> Question {
        self.both.question([self.a, self.b], operation, at, rule)
    }
}

impl BothArgs {
    fn question(
        self,
        names: [SpriteName; 2],
        operation: Operation,
        at: Option<Coordinates>,
        rule: Rule,
    ) -> Question {
        Question {
            surface: Surface::CommandLine,
            operation,
            names,
            at,
            by: None,
            rule,
            pixels: self.pixels,
            masks: [self.mask_a, self.mask_b],
            poses: Default::default(),
        }
    }
}

/// Show who touches whom in a scene of sprites that are built into the program
///
/// Prints a table of the pairs that touch and of those whose rectangles overlap without a touch. Writes a picture of them all,
/// DIR/hitmask-demo.png, and a shooter in motion, DIR/hitmask-demo.gif. With hitmask scene you can play a scene of your own.
#[derive(Debug, clap::Args)]
pub(crate) struct DemoArgs {
    /// The folder for hitmask-demo.png and hitmask-demo.gif
    #[arg(long, value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
}

/// Tell whether B touches A
///
/// A sprite is FILE or FILE#FRAME. FRAME is a number from 0, the name of a frame, of a slice or of a tag, tried in this order; TAG is
/// the first frame of a tag and TAG:N its frame N, counted from 0 in the order of the file. Tags are the animations of Pixi and libGDX, too:
/// there N counts in the order of the animation. Without FRAME the first frame is taken.
/// An existing file whose name contains a # is that file. An entry of a pack is masks.hitmask#NAME, and #FRAME may follow.
///
/// All positions are in A's pixels, x to the right, y down. The first pixel is the one with the lowest y, then the lowest x.
///
/// B may be several sprites, or a folder, which means all sprites in it and in its folders: then each has a line, and with --json an object
/// that begins with its name, b. What cannot be read is told, and the rest goes on.
///
/// Say where B lies with --at. To turn, scale or mirror a sprite, use pose options instead: then all positions are in world pixels,
/// and a sprite without pose options lies upright, at full size, with its upper left corner at (0, 0).
#[derive(Debug, clap::Args)]
#[command(override_usage = CHECK_USAGE, after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArgs {
    /// The first sprite: FILE or FILE#FRAME
    #[arg(value_parser = sprite_name(), value_hint = ValueHint::FilePath)]
    a: SpriteName,

    /// The second sprite, or several, or a folder of them
    #[arg(required = true, value_parser = sprite_name(), value_hint = ValueHint::AnyPath)]
    pub(crate) b: Vec<SpriteName>,

    #[command(flatten)]
    pub(crate) both: BothArgs,

    /// Where B's upper left corner lies, in A's pixels: x to the right, y down (0,0 if it is left out and there are no pose options)
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = Coordinates::whole)]
    at: Option<Coordinates>,

    /// When two pixels that meet count as a touch
    #[arg(long, default_value_t, value_parser = Rule::of_check())]
    rule: Rule,

    #[command(flatten)]
    pose_a: PoseArgs<'a'>,

    #[command(flatten)]
    pose_b: PoseArgs<'b'>,

    /// Where A's labels are: slices, layers, layers:NAME,NAME or colors
    ///
    /// With labels the answer also says which part was met: for each label of A (and of B, with --labels-b) in how many pixels, and the
    /// first of these. Only pixels with a label are solid then. slices are those of the file; layers are the layers of an Aseprite file, all
    /// visible ones or those named, visible or not, and the name of a group means all layers in it; colors means that each part has a
    /// colour of its own in the picture.
    #[arg(long, value_name = "HOW", value_parser = LabelChoice::parse, conflicts_with_all = ["rule", "key", "mask_a"])]
    pub(crate) labels: Option<LabelChoice>,

    /// Where B's labels are, as --labels
    #[arg(long, value_name = "HOW", value_parser = LabelChoice::parse, conflicts_with_all = ["rule", "key", "mask_b"])]
    pub(crate) labels_b: Option<LabelChoice>,

    /// Answer with one JSON object: overlaps, area, first [x, y], bounds [x, y, w, h]; with labels also labels, a list of objects with
    /// labels [a, b], names [a, b], pixels, first
    #[arg(long)]
    pub(crate) json: bool,

    /// Print no answer: only the exit status tells it
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,

    /// Draw both sprites in place with every pixel of the overlap marked
    ///
    /// Small sprites are enlarged by a whole factor, huge ones are reduced by one. Where the sprites lie far apart, the gap between
    /// them is drawn shorter than it is, and the picture says so.
    #[arg(long, value_name = "OUT.png", value_parser = output_file::<PngFile>(), value_hint = ValueHint::FilePath)]
    pub(crate) picture: Option<PngFile>,
}

impl CheckArgs {
    /// The question about A and one of the Bs.
    pub(crate) fn into_question(self, b: SpriteName) -> Question {
        let names = [self.a, b];
        let CheckArgs { both, at, rule, pose_a: PoseArgs(a), pose_b: PoseArgs(b), .. } = self;
        let at = at.or_else(|| (a.is_empty() && b.is_empty()).then_some(Coordinates::Whole(Point::ZERO)));
        Question { poses: [a, b], ..both.question(names, Operation::Check, at, rule) }
    }

    /// What to tell the user if nothing says where the sprites lie.
    pub(crate) fn remark(&self) -> Option<&'static str> {
        let is_placed = self.at.is_some() || !self.pose_a.0.is_empty() || !self.pose_b.0.is_empty();
        (!is_placed).then_some("without --at B's corner lies on A's corner, as with --at 0,0")
    }
}

const CHECK_USAGE: &str = "\
hitmask check [OPTIONS] [--at <X,Y>] <A> <B>...
       hitmask check [OPTIONS] <POSE OPTIONS> <A> <B>...";

const CHECK_EXAMPLES: &str = "\
Examples:
  hitmask check ship.png rock.png --at 40,12
  hitmask check ship.png rock.png --at -3,4 --picture touch.png
  hitmask check sheet.png#0 sheet.png#5 --grid 16x16 --at 8,0 --json
  hitmask check hero.aseprite#walk:2 door.json#open --at 8,0
  hitmask check glass.png smoke.png --at 0,0 --rule alpha-sum
  hitmask check hero.aseprite shot.png --at 12,3 --labels layers:head,body
  hitmask check ship.png rock.png --rotate-a 30 --pivot-a centre --at-a 40.5,20 --scale-b 2 --at-b 30,10
  hitmask check old.png wall.png --at 0,0 --key FF00FF --mask-b wall-mask.png
  hitmask check ship.png rocks/ shots/red.png --at 40,12
  hitmask check ship.png rock.png --at 40,12 --quiet && echo boom

Exit status: 0 they touch (of several at least one), 1 they don't, 2 an error.";

/// Name the sprites that would touch A at a place
///
/// Each of the sprites is laid with its upper left corner at --at, in A's pixels. The names of those that touch A are printed, one a line,
/// in the order of the names. A folder means all sprites in it and in its folders. What cannot be read is told, and the rest goes on.
///
/// A sprite is FILE or FILE#FRAME, as for hitmask check.
#[derive(Debug, clap::Args)]
#[command(after_help = WHICH_EXAMPLES)]
pub(crate) struct WhichArgs {
    /// The sprite that stands: FILE or FILE#FRAME
    #[arg(value_parser = sprite_name(), value_hint = ValueHint::FilePath)]
    a: SpriteName,

    /// The sprites to try: files, and folders with files
    #[arg(required = true, value_name = "DIR", value_parser = sprite_name(), value_hint = ValueHint::AnyPath)]
    pub(crate) b: Vec<SpriteName>,

    /// Where the upper left corner of each lies, in A's pixels: x to the right, y down
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = Coordinates::whole)]
    at: Coordinates,

    /// When two pixels that meet count as a touch
    #[arg(long, default_value_t, value_parser = Rule::of_check())]
    rule: Rule,

    #[command(flatten)]
    pixels: PixelArgs,

    /// Print a JSON object for each that touches: b, overlaps, area, first [x, y], bounds [x, y, w, h]
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl WhichArgs {
    /// The question about A and one of the others.
    pub(crate) fn into_question(self, b: SpriteName) -> Question {
        let both = BothArgs { pixels: self.pixels, mask_a: None, mask_b: None, limits: self.limits };
        both.question([self.a, b], Operation::Check, Some(self.at), self.rule)
    }
}

const WHICH_EXAMPLES: &str = "\
Examples:
  hitmask which ship.png --at 40,12 rocks/
  hitmask which cave.tmx#ground --at 80,120 hero.aseprite#walk:0 hero.aseprite#walk:1

Exit status: 0 some touch, 1 none does, 2 an error.";

/// Tell how B gets out of A, or how far it is from A
///
/// The separation is the shortest move of B after which the two no longer overlap; of several, the one with the least dy, then the
/// least dx. The normal points from A to B: by how much the overlap shrinks when B moves that way. Without overlap the answer is the
/// squared distance between their pixels, and the two nearest pixels.
///
/// A sprite is FILE or FILE#FRAME, as for hitmask check. All positions are in A's pixels.
#[derive(Debug, clap::Args)]
#[command(after_help = SEPARATE_EXAMPLES)]
pub(crate) struct SeparateArgs {
    #[command(flatten)]
    pub(crate) pair: PairArgs,

    /// Where B's upper left corner lies, in A's pixels: x to the right, y down
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = Coordinates::whole)]
    at: Coordinates,

    /// Which pixels are solid
    #[arg(long, default_value_t, value_parser = Rule::of_masks())]
    rule: Rule,

    #[arg(long, help = SEPARATE_JSON)]
    pub(crate) json: bool,

    /// Print no answer: only the exit status tells it
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,
}

impl SeparateArgs {
    pub(crate) fn into_question(self) -> Question {
        self.pair.question(Operation::Separate, Some(self.at), self.rule)
    }
}

const SEPARATE_JSON: &str = "\
Answer with one JSON object: overlaps, separation [dx, dy], normal [nx, ny], distance_squared, closest [[ax, ay], [bx, by]]";

const SEPARATE_EXAMPLES: &str = "\
Examples:
  hitmask separate ship.png rock.png --at 40,12
  hitmask separate ship.png rock.png --at 200,-30 --json

Exit status: 0 they touch, 1 they don't, 2 an error.";

/// Tell when B, moving straight, first hits A
///
/// The answer is exact at any speed and between pixels. --at and --by may be fractions; they are rounded to 1/65536 of a pixel. The
/// time is a fraction of the motion. Touching edges are not a hit. The pixel is one of A: of those that are hit at that moment, the
/// one with the lowest y, then the lowest x.
///
/// A sprite is FILE or FILE#FRAME, as for hitmask check. All positions are in A's pixels.
#[derive(Debug, clap::Args)]
#[command(after_help = CAST_EXAMPLES)]
pub(crate) struct CastArgs {
    #[command(flatten)]
    pub(crate) pair: PairArgs,

    /// Where B's upper left corner starts, in A's pixels: x to the right, y down
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = Coordinates::any)]
    at: Coordinates,

    /// How far B moves, in pixels: x to the right, y down
    #[arg(long, value_name = "DX,DY", allow_hyphen_values = true, value_parser = Coordinates::any)]
    by: Coordinates,

    /// Which pixels are solid
    #[arg(long, default_value_t, value_parser = Rule::of_masks())]
    rule: Rule,

    /// Answer with one JSON object: cast (hit, miss or initial-overlap), time [numerator, denominator], position [x, y], first [x, y],
    /// normal [nx, ny]
    ///
    /// The position is that of B's corner at the hit. It is rounded to 1/65536 of a pixel, towards the start; the time is exact.
    #[arg(long)]
    pub(crate) json: bool,

    /// Print no answer: only the exit status tells it
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,
}

impl CastArgs {
    pub(crate) fn into_question(self) -> Question {
        let question = self.pair.question(Operation::Cast, Some(self.at), self.rule);
        Question { by: Some(self.by), ..question }
    }
}

const CAST_EXAMPLES: &str = "\
Examples:
  hitmask cast wall.png ball.png --at 90,12 --by -60,2.5
  hitmask cast wall.png ball.png --at 90.25,12 --by -9000,0 --json

Exit status: 0 a hit, or an overlap at the start; 1 a miss; 2 an error.";

/// Answer many questions, one JSON object a line
#[derive(Debug, clap::Args)]
#[command(long_about = BATCH_ABOUT, after_help = BATCH_EXAMPLES)]
pub(crate) struct BatchArgs {
    /// The questions; - is standard input
    #[arg(value_name = "FILE.jsonl", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

const BATCH_ABOUT: &str = r#"Answer many questions, one JSON object a line

A question has the keys a, b and at: [x, y], and any of threshold, rule, key, grid, mask_a and mask_b, which mean what the options of hitmask check mean. Instead of at it may have affine_a: [a, b, c, d, tx, ty], or any of rotate_a: degrees, scale_a: [x, y] or a number, flip_a, pivot_a: [x, y] or "centre", and at_a: [x, y], and the same for b. With op: "separate" or op: "cast" it asks what those commands ask; cast takes by: [dx, dy], too. Paths are relative to the current folder. Each file is decoded once, so changes to files during the run are not seen.

Every line gets one line back, in the same order: {"overlaps": true, "area": 123, "first": [x, y], "bounds": [x, y, w, h]}. Without overlap area is 0, and first and bounds are null; by the rule geometry all three are null. Separate and cast are answered as with --json. An id, which is any JSON value, comes back as the first key of the answer. A faulty line gets {"error": "..."}, and the rest goes on; at the end standard error tells how many lines failed, and the first of them."#;

const BATCH_EXAMPLES: &str = r#"Examples:
  hitmask batch questions.jsonl > answers.jsonl
  echo '{"a": "ship.png", "b": "rock.png", "at": [40, 12]}' | hitmask batch -
  {"id": 7, "a": "sheet.png#0", "b": "hero.ase#jump", "at": [-3, 4], "grid": "16x16", "threshold": 1}
  {"op": "cast", "a": "wall.png", "b": "ball.png", "at": [90, 12.5], "by": [-60, 2]}
  {"a": "ship.png", "b": "rock.png", "rotate_a": 30, "pivot_a": "centre", "at_a": [40.5, 20], "scale_b": 2}

Exit status: 0 every line has an answer, 2 some line failed."#;

/// Show what a sprite holds and what of it is solid
///
/// Size, frames, slices, tags and how they are played, layers, the kind of its alpha, the solid pixels, the tight bounds around them, and the
/// bytes that a mask of them takes as bits and as runs. A terminal gets a preview, too: solid pixels bright, visible ones that are not
/// solid dim.
#[derive(Debug, clap::Args)]
#[command(after_help = INSPECT_EXAMPLES)]
pub(crate) struct InspectArgs {
    /// Sprites: FILE for all frames, or FILE#FRAME for one
    #[arg(required = true, value_name = "FILE", value_parser = sprite_name(), value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<SpriteName>,

    #[command(flatten)]
    pub(crate) options: SpriteArgs,

    /// Draw the preview even if standard output is no terminal
    #[arg(long, conflicts_with = "json")]
    pub(crate) preview: bool,

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
/// The result is a PNG picture of the world pixels that the posed sprite covers: those whose centres lie in a solid texel. It is white
/// where the sprite is solid and clear elsewhere. It may serve as a mask picture, or show what hitmask check sees. Standard output
/// tells where its upper left corner lies.
#[derive(Debug, clap::Args)]
#[command(after_help = BAKE_EXAMPLES)]
pub(crate) struct BakeArgs {
    #[command(flatten)]
    pub(crate) sprite: SingleSpriteArgs,

    /// The file to write
    #[arg(short, long, value_name = "OUT.png", value_parser = output_file::<PngFile>(), value_hint = ValueHint::FilePath)]
    pub(crate) output: PngFile,

    #[command(flatten)]
    pub(crate) pose: PoseArgs<' '>,

    /// Answer with one JSON object: corner [x, y], size [w, h], area
    #[arg(long)]
    pub(crate) json: bool,
}

const BAKE_EXAMPLES: &str = "\
Examples:
  hitmask bake ship.png --rotate 30 --pivot centre --at 100,50.5 -o turned.png
  hitmask bake ship.png --scale 2,0.5 --flip h -o flat.png
  hitmask bake ship.png --affine 0.5,0.5,-0.5,0.5,0,0 --json -o small.png

Exit status: 0, or 2 for an error.";

/// Trace the outline of a sprite's solid pixels, holes included
///
/// The outline follows the edges of pixels and is exact: filled, it gives the same pixels back. With --simplify it has fewer corners
/// and keeps a promise, which is verified by filling it. Corner (x, y) is the upper left corner of pixel (x, y).
///
/// For the outline of a sprite that is turned, scaled or mirrored, write its mask with hitmask bake, and trace that.
///
/// The JSON object has file, size, threshold, connect, simplify and rings. Each ring has a kind, "outer" or "hole", a parent, which is
/// the number of the ring that it lies in, and points. If asked for, the object also has pieces (lists of points), rects (x, y, w, h)
/// or distances (rows of squared distances to the nearest clear pixel).
#[derive(Debug, clap::Args)]
#[command(after_help = OUTLINE_EXAMPLES)]
pub(crate) struct OutlineArgs {
    #[command(flatten)]
    pub(crate) sprite: SingleSpriteArgs,

    #[command(flatten)]
    pub(crate) shape: ShapeArgs,

    /// Fewer corners: outer holds every solid pixel, inner holds no clear one, within:EPS is at most EPS pixels off
    ///
    /// outer and inner are at most one pixel off, or EPS pixels: outer:EPS, inner:EPS.
    #[arg(long, value_name = "outer|inner|within:EPS")]
    pub(crate) simplify: Option<SimplifyMode>,

    /// Refuse an outline with more corners than this (only with --simplify)
    #[arg(long, value_name = "N", requires = "simplify", value_parser = whole_number(0..=usize::MAX))]
    pub(crate) max_points: Option<usize>,

    /// Cut it into parts that do not overlap and together are all of it
    ///
    /// convex: convex polygons that together are the outline; rects: rectangles of the pixels whose centres it holds.
    #[arg(long, value_enum, value_name = "convex|rects")]
    pub(crate) pieces: Option<PieceKind>,

    /// Cut convex pieces until none has more corners than this: Box2D takes 8 (only with --pieces convex)
    #[arg(long, value_name = "N", requires = "pieces", value_parser = whole_number(3..=usize::MAX))]
    pub(crate) max_corners: Option<usize>,

    /// Tell how far each solid pixel is from the nearest clear one
    #[arg(long)]
    pub(crate) distance: bool,
}

const OUTLINE_EXAMPLES: &str = "\
Examples:
  hitmask outline ship.png -o ship.svg
  hitmask outline ship.png --simplify outer --pieces convex --max-corners 8 -o ship.json
  hitmask outline hero.aseprite#jump --simplify within:1.5 --json
  hitmask outline wall.png --pieces rects --json
  hitmask bake ship.png --rotate 30 -o turned.png && hitmask outline turned.png -o turned.svg

Exit status: 0, or 2 for an error, such as an outline that needs more corners than --max-points allows.";

/// The options of the commands that find shapes in a sprite.
#[derive(Debug, clap::Args)]
pub(crate) struct ShapeArgs {
    /// How many neighbours a pixel has: with 4, pixels that meet only at a corner are not connected
    #[arg(long, visible_alias = "connectivity", value_enum, default_value_t, value_name = "4|8")]
    pub(crate) connect: Connect,

    /// Write a picture to look at, or the JSON object
    #[arg(short, long, value_name = "OUT.svg|OUT.json")]
    #[arg(value_parser = output_file::<ShapeFile>(), value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<ShapeFile>,

    /// Print the JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// List the connected parts of a sprite's solid pixels
///
/// Parts are numbered from 0 in the order of their first pixels: row by row from the top, left to right.
///
/// The JSON object has file, size, threshold, connect, largest (a number, null if there is no part) and components. Each component
/// has area, bounds [x, y, w, h] and first [x, y].
#[derive(Debug, clap::Args)]
#[command(after_help = COMPONENTS_EXAMPLES)]
pub(crate) struct ComponentsArgs {
    #[command(flatten)]
    pub(crate) sprite: SingleSpriteArgs,

    #[command(flatten)]
    pub(crate) shape: ShapeArgs,
}

const COMPONENTS_EXAMPLES: &str = "\
Examples:
  hitmask components stars.png
  hitmask components sheet.png --connect 4 --json
  hitmask components stars.png -o stars.svg

Exit status: 0, or 2 for an error.";

/// Put the masks of many sprites into one file, which loads without decoding a picture
///
/// Takes files and folders: pictures, atlases, Aseprite files and levels. Each frame, and each layer of a level, is an entry under its path
/// and its name, such as ships/rock.png, hero.aseprite#3 or cave.tmx#ground. A sprite in a folder is named by its path in this folder. Every command reads entries as
/// masks.hitmask#NAME, and hitmask inspect masks.hitmask lists them. Hidden files, links to folders and the sheets of atlases are left
/// out.
///
/// If the file exists, sprites that have not changed are taken from it. The result is the same as with --fresh. The page docs/pack.md of
/// hitmask's repository describes the format, and the file that --config names.
#[derive(Debug, clap::Args)]
#[command(after_help = PACK_EXAMPLES)]
pub(crate) struct PackArgs {
    /// Files, and folders with files
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,

    /// The file to write
    #[arg(short, long, value_name = "OUT.hitmask", value_parser = output_file::<PackFile>(), value_hint = ValueHint::FilePath)]
    pub(crate) output: PackFile,

    /// A TOML file with settings for groups of files, such as clouds/*.png
    #[arg(long, value_name = "pack.toml", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// The least alpha that is solid, 0 to 255 [default: 128]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) threshold: Option<Threshold>,

    /// What is kept: solid pixels, every alpha, or the whole rectangle [default: solid]
    #[arg(long, value_name = "solid|alpha-sum|rect", value_parser = Rule::of_packs())]
    pub(crate) rule: Option<Rule>,

    /// Take this colour as empty and every other pixel as solid; alpha is ignored
    #[arg(long, value_name = "RRGGBB")]
    pub(crate) key: Option<ColorKey>,

    /// Cut plain pictures into cells of this size, numbered from 0 row by row
    #[arg(long, value_name = "WxH")]
    pub(crate) grid: Option<SheetGrid>,

    /// Make holes solid
    #[arg(long)]
    pub(crate) fill_holes: bool,

    /// Keep an outline, too: exact, or with fewer corners as hitmask outline --simplify does
    #[arg(long, value_name = "exact|outer|inner|within:EPS")]
    pub(crate) outline: Option<OutlineChoice>,

    /// Keep pixels as bits or bytes, which other programs can use where they lie, even if another form is smaller
    #[arg(long)]
    pub(crate) in_place: bool,

    /// Decode every file, even if it has not changed
    #[arg(long)]
    pub(crate) fresh: bool,

    /// Write the pack without the files that cannot be read; all of them are named, and the exit status is 2
    #[arg(long)]
    pub(crate) keep_going: bool,

    /// Print the summary as one JSON object: file, bytes, sprites, entries, decoded, unchanged, skipped, empty, failed
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

const PACK_EXAMPLES: &str = "\
Examples:
  hitmask pack assets/ -o masks.hitmask
  hitmask pack assets/ -o masks.hitmask --config pack.toml
  hitmask pack ship.png hero.aseprite sheet.json -o masks.hitmask --threshold 1
  hitmask check masks.hitmask#ship.png masks.hitmask#hero.aseprite#walk:2 --at 3,4

Exit status: 0, or 2 for an error; then the file is as it was, unless --keep-going was given.";

/// Play a scene: sprites move, turn and bounce, and it tells who touches whom
///
/// The scene is a TOML file; the page docs/scenes.md of hitmask's repository describes the format. In every step all sprites move, and
/// then all pairs are tested, pixel for pixel.
///
/// Every event is a line: {"step": 7, "event": "begin", "a": "ship", "b": "rock3", "first": [x, y], "area": 31}. The names stand in
/// the order of the file; first is the world pixel that both cover with the lowest y, then the lowest x. An event end has no first and
/// no area. Lines are ordered by step, then by the first sprite, then by the second: the same for any number of threads.
#[derive(Debug, clap::Args)]
#[command(after_help = SCENE_EXAMPLES)]
pub(crate) struct SceneArgs {
    /// The scene
    #[arg(value_name = "FILE.toml", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,

    /// How many steps are played
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole_number(1..=1_000_000_u32))]
    pub(crate) steps: u32,

    /// Write the events, one a line; - is standard output
    #[arg(long, value_name = "OUT.jsonl", value_hint = ValueHint::FilePath)]
    pub(crate) events: Option<PathBuf>,

    /// Write an event stay in every step for each pair that goes on touching
    #[arg(long)]
    pub(crate) stay: bool,

    /// Draw the scene, with every touch marked: a row of three steps, or an animation
    #[arg(long, value_name = "OUT.png|OUT.gif", value_parser = output_file::<FilmFile>(), value_hint = ValueHint::FilePath)]
    pub(crate) picture: Option<FilmFile>,

    /// Draw the world after the last step as the library sees it: solid pixels, boxes, contacts, normals, and the paths of swept sprites
    ///
    /// Bodies are blue and have frames around their pixels. Pixels that two sprites share are pink; the first has a white frame, and a
    /// yellow line shows the normal. The way of a swept sprite in the last step is light blue.
    #[arg(long, value_name = "OUT.png", value_parser = output_file::<PngFile>(), value_hint = ValueHint::FilePath)]
    pub(crate) debug_picture: Option<PngFile>,

    /// The part of the world that the debug picture shows, in world pixels; all of it unless given
    #[arg(long, value_name = "X,Y,W,H", allow_hyphen_values = true, requires = "debug_picture")]
    pub(crate) debug_region: Option<Region>,

    /// The side of a world pixel in the debug picture; as large as fits into 1600 pixels, but at most 8, unless given
    #[arg(long, value_name = "N", value_parser = whole_number(1..=64_u32), requires = "debug_picture")]
    pub(crate) debug_scale: Option<u32>,

    /// The most threads that work; as many as there are processors unless given
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1024_u16))]
    pub(crate) threads: Option<u16>,

    /// Print how many pairs were looked at, and where the time went
    #[arg(long)]
    pub(crate) stats: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

const SCENE_EXAMPLES: &str = "\
Examples:
  hitmask scene scenes/shooter.toml
  hitmask scene scenes/race.toml --steps 200 --picture race.gif
  hitmask scene scenes/shooter.toml --events - | jq .a
  hitmask scene scenes/crowd.toml --stats --threads 2
  hitmask scene scenes/shooter.toml --steps 40 --debug-picture world.png --debug-region 0,0,200,150

Exit status: 0, or 2 for an error.";

/// Print the completions for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  hitmask completions bash > ~/.local/share/bash-completion/completions/hitmask"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page, of the program or of a command
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  hitmask man check | man -l -")]
pub(crate) struct ManArgs {
    /// The command; without it the page of the program
    pub(crate) command: Option<String>,
}

/// The definition, for the parser, the help, the man pages and the completions.
pub(crate) fn definition() -> clap::Command {
    Cli::command()
}
