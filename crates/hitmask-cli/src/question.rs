//! One question about two sprites: does B touch A, how do they part, when does B hit A? The commands `check`, `separate` and `cast`
//! make one of their options, and each line of a batch is one.

use std::path::PathBuf;

use hitmask::{Point, PointQ16, Pose};

use crate::error::Error;
use crate::pixels::PixelArgs;
use crate::pose::{PoseOptions, PoseOwner};
use crate::sprite_name::SpriteName;
use crate::surface::Surface;
use crate::values::{ColorKey, Coordinates, Operation, Rule, SheetGrid, Threshold};

/// Everything that the user said.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// Where it was written.
    pub(crate) surface: Surface,
    pub(crate) operation: Operation,
    /// The names of A and B.
    pub(crate) names: [SpriteName; 2],
    /// Where B's upper left corner lies in A's pixels.
    pub(crate) at: Option<Coordinates>,
    /// How far B moves.
    pub(crate) by: Option<Coordinates>,
    pub(crate) rule: Rule,
    pub(crate) pixels: PixelArgs,
    /// The mask pictures of A and B.
    pub(crate) masks: [Option<PathBuf>; 2],
    /// The poses of A and B.
    pub(crate) poses: [PoseOptions; 2],
}

/// Where the two sprites of a check lie.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Placement {
    /// B's corner lies at this pixel of A. Answers are in A's pixels.
    At(Point),
    /// Both are posed. Answers are in world pixels.
    Posed([Pose; 2]),
}

/// One sprite and everything that says which of its pixels are solid. Equal specs give equal shapes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SpriteSpec {
    pub(crate) name: SpriteName,
    pub(crate) grid: Option<SheetGrid>,
    pub(crate) mask: Option<PathBuf>,
    pub(crate) rule: Rule,
    pub(crate) threshold: Threshold,
    /// Always `None` if there is a mask picture, which says more.
    pub(crate) key: Option<ColorKey>,
    /// Whether the holes of a mask are made solid.
    pub(crate) fill_holes: bool,
}

impl SpriteSpec {
    pub(crate) fn new(name: SpriteName, pixels: &PixelArgs, mask: Option<PathBuf>, rule: Rule) -> Self {
        let PixelArgs { threshold, key, grid } = *pixels;
        let key = key.filter(|_| mask.is_none());
        SpriteSpec { name, grid, mask, rule: rule.texels(), threshold, key, fill_holes: false }
    }
}

impl Question {
    /// A and B.
    pub(crate) fn sprites(&self) -> [SpriteSpec; 2] {
        [0, 1].map(|i| SpriteSpec::new(self.names[i].clone(), &self.pixels, self.masks[i].clone(), self.rule))
    }

    /// Finds every fault of a check that can be found before its files are read.
    pub(crate) fn validate_check(&self) -> Result<(), Error> {
        if self.by.is_some() {
            return Err(self.unwanted_by());
        }
        let posed = self.poses.iter().any(|pose| !pose.is_empty());
        match &self.at {
            Some(_) if posed => Err(Error::Question(format!(
                "{} is for sprites that are not posed: say where posed sprites lie in the world, with {} and {}",
                self.surface.name("at"),
                self.surface.name("at_a"),
                self.surface.name("at_b")
            ))),
            Some(at) => whole(at).map(drop),
            None if !posed => Err(self.missing_at()),
            None => (0..2).try_for_each(|i| self.poses[i].check(self.owner(i))),
        }
    }

    /// Where the sprites lie, for a check. `sizes` are the widths and heights of A and B.
    pub(crate) fn placement(&self, sizes: [(u32, u32); 2]) -> Result<Placement, Error> {
        match &self.at {
            Some(at) => whole(at).map(Placement::At),
            None => {
                let pose = |i: usize| self.poses[i].pose(sizes[i], self.owner(i));
                Ok(Placement::Posed([pose(0)?, pose(1)?]))
            }
        }
    }

    /// Where B lies, for a separation.
    pub(crate) fn offset(&self) -> Result<Point, Error> {
        if self.by.is_some() {
            return Err(self.unwanted_by());
        }
        whole(self.unposed_at()?)
    }

    /// Where B lies and how far it moves, for a cast.
    pub(crate) fn motion(&self) -> Result<[PointQ16; 2], Error> {
        let at = self.unposed_at()?.q16();
        let by = self.by.as_ref().ok_or_else(|| {
            Error::Question("missing field `by`: say how far B moves, such as \"by\": [-30, 2.5]".into())
        })?;
        Ok([at, by.q16()])
    }

    /// Where B lies, if the sprites have no pose and their rule makes every pixel solid or clear.
    fn unposed_at(&self) -> Result<&Coordinates, Error> {
        let operation = self.operation;
        if self.poses.iter().any(|pose| !pose.is_empty()) {
            return Err(Error::Question(format!(
                "{operation} cannot turn, scale or mirror sprites: only check can"
            )));
        }
        if self.rule == Rule::AlphaSum {
            return Err(Error::Question(format!(
                "{operation} knows the rules solid and rect, not alpha-sum"
            )));
        }
        self.at.as_ref().ok_or_else(|| self.missing_at())
    }

    fn owner(&self, sprite: usize) -> PoseOwner {
        PoseOwner { side: Some(['a', 'b'][sprite]), surface: self.surface }
    }

    fn unwanted_by(&self) -> Error {
        Error::Question("by says how far B moves: only the op cast takes it".into())
    }

    fn missing_at(&self) -> Error {
        let such_as = match self.surface {
            Surface::CommandLine => self.surface.setting("at", "40,12"),
            Surface::Batch | Surface::Scene => self.surface.setting("at", "[40, 12]"),
        };
        Error::Question(format!("missing field `at`: say where B lies in A's pixels, such as {such_as}"))
    }
}

fn whole(at: &Coordinates) -> Result<Point, Error> {
    at.point().map_err(|why| Error::Question(format!("at: {why}")))
}
