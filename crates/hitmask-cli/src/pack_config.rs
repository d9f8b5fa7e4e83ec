//! What `hitmask pack` keeps of each file: options of the command line, and a TOML file with settings for groups of files.
//! `docs/pack.md` describes the file.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use hitmask::Connectivity;
use hitmask_assets::{PackContent, PackOutline, PackSettings, TileShapes, printable_path};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use toml::Spanned;

use crate::error::Error;
use crate::glob::Glob;
use crate::toml_number::ThresholdKey;
use crate::toml_text::{self, TomlFault};
use crate::values::{ColorKey, Rule, SheetGrid, SimplifyMode};

/// Some settings. Later ones replace earlier ones, each by itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct PackChoice {
    pub(crate) skip: Option<bool>,
    pub(crate) threshold: Option<u8>,
    pub(crate) rule: Option<Rule>,
    pub(crate) key: Option<ColorKey>,
    pub(crate) grid: Option<SheetGrid>,
    pub(crate) fill_holes: Option<bool>,
    pub(crate) outline: Option<OutlineChoice>,
    pub(crate) in_place: Option<bool>,
    pub(crate) no_shapes: Option<bool>,
}

/// Which outline is kept: `none`, `exact`, or how it is simplified.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum OutlineChoice {
    None,
    Exact,
    Simple(SimplifyMode),
}

impl FromStr for OutlineChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(OutlineChoice::None),
            "exact" => Ok(OutlineChoice::Exact),
            _ => text.parse().map(OutlineChoice::Simple).map_err(|why: String| {
                if text.contains(':') {
                    why
                } else {
                    format!("\"{text}\" is not none, exact, outer, inner or within:EPS, such as within:1.5")
                }
            }),
        }
    }
}

impl<'de> Deserialize<'de> for OutlineChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigFile {
    #[serde(default)]
    all: ChoiceTable,
    #[serde(default)]
    files: Vec<Spanned<ChoiceTable>>,
}

/// The table `[all]`, or one of the tables `[[files]]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChoiceTable {
    #[serde(rename = "match")]
    pattern: Option<Spanned<String>>,
    skip: Option<bool>,
    threshold: Option<ThresholdKey>,
    rule: Option<Spanned<Rule>>,
    key: Option<ColorKey>,
    grid: Option<SheetGrid>,
    fill_holes: Option<bool>,
    outline: Option<OutlineChoice>,
    in_place: Option<bool>,
    no_shapes: Option<bool>,
}

/// Says for each sprite what is kept of it.
#[derive(Debug, Default)]
pub(crate) struct PackConfig {
    all: PackChoice,
    groups: Vec<Group>,
}

/// The settings of the files that match a pattern.
#[derive(Debug)]
struct Group {
    file: PathBuf,
    line: usize,
    pattern: String,
    glob: Glob,
    choice: PackChoice,
    is_used: Cell<bool>,
}

impl PackConfig {
    /// Reads the file.
    pub(crate) fn read(path: &Path) -> Result<Self, Error> {
        let text = toml_text::read(path)?;
        PackConfig::parse(&text, path).map_err(|fault| fault.in_file(path))
    }

    fn parse(text: &str, path: &Path) -> Result<Self, TomlFault> {
        let ConfigFile { all, files } = toml_text::parse(text)?;
        if let Some(pattern) = &all.pattern {
            return Err(TomlFault::at(
                text,
                &pattern.span(),
                "[all] is about all files: move this to a [[files]]",
            ));
        }
        let mut groups = Vec::new();
        for table in files {
            let span = table.span();
            let table = table.into_inner();
            let Some(pattern) = &table.pattern else {
                let line = TomlFault::at(text, &span, "").line;
                return Err(TomlFault {
                    line,
                    why: "a [[files]] needs match, such as match = \"clouds/*.png\"".into(),
                });
            };
            groups.push(Group {
                file: path.into(),
                line: TomlFault::at(text, &pattern.span(), "").line.unwrap_or(0),
                pattern: pattern.get_ref().clone(),
                glob: Glob::new(pattern.get_ref()),
                choice: table.choice(text)?,
                is_used: Cell::new(false),
            });
        }
        Ok(PackConfig { all: all.choice(text)?, groups })
    }

    /// The same with the options of the command line, which replace what is said about all files.
    pub(crate) fn with(mut self, options: PackChoice) -> Self {
        self.all = self.all.then(&options);
        self
    }

    /// What is kept of a sprite; `None` if it is left out.
    pub(crate) fn settings(&self, name: &str) -> Option<PackSettings> {
        let mut choice = self.all.clone();
        for group in self.groups.iter().filter(|group| group.glob.matches(name)) {
            group.is_used.set(true);
            choice = choice.then(&group.choice);
        }
        choice.settings()
    }

    /// A sentence about each pattern that no sprite has matched.
    pub(crate) fn unused(&self) -> impl Iterator<Item = String> + '_ {
        self.groups.iter().filter(|group| !group.is_used.get()).map(
            |Group { file, line, pattern, .. }| {
                format!("{}: line {line}: no sprite matches \"{pattern}\"", printable_path(file))
            },
        )
    }
}

impl ChoiceTable {
    fn choice(self, text: &str) -> Result<PackChoice, TomlFault> {
        if let Some(rule) = &self.rule
            && *rule.get_ref() == Rule::Geometry
        {
            let why = "a pack knows solid, alpha-sum and rect: a mask of solid pixels serves geometry, too";
            return Err(TomlFault::at(text, &rule.span(), why));
        }
        let ChoiceTable {
            pattern: _,
            skip,
            threshold,
            rule,
            key,
            grid,
            fill_holes,
            outline,
            in_place,
            no_shapes,
        } = self;
        Ok(PackChoice {
            skip,
            threshold: threshold.map(|threshold| threshold.0),
            rule: rule.map(Spanned::into_inner),
            key,
            grid,
            fill_holes,
            outline,
            in_place,
            no_shapes,
        })
    }
}

impl PackChoice {
    /// These settings, where `later` does not say otherwise.
    fn then(self, later: &PackChoice) -> PackChoice {
        PackChoice {
            skip: later.skip.or(self.skip),
            threshold: later.threshold.or(self.threshold),
            rule: later.rule.or(self.rule),
            key: later.key.or(self.key),
            grid: later.grid.or(self.grid),
            fill_holes: later.fill_holes.or(self.fill_holes),
            outline: later.outline.or(self.outline),
            in_place: later.in_place.or(self.in_place),
            no_shapes: later.no_shapes.or(self.no_shapes),
        }
    }

    fn settings(self) -> Option<PackSettings> {
        if self.skip == Some(true) {
            return None;
        }
        let usual = PackSettings::default();
        let simplify = match self.outline.unwrap_or(OutlineChoice::None) {
            OutlineChoice::None => None,
            OutlineChoice::Exact => Some(None),
            OutlineChoice::Simple(SimplifyMode(mode)) => Some(Some(mode)),
        };
        Some(PackSettings {
            content: match self.rule.unwrap_or_default() {
                Rule::Solid | Rule::Geometry => PackContent::Mask,
                Rule::AlphaSum => PackContent::Alpha,
                Rule::Rect => PackContent::Rect,
            },
            threshold: self.threshold.unwrap_or(usual.threshold),
            key: self.key.map(|ColorKey(key)| key),
            fill_holes: self.fill_holes.unwrap_or(usual.fill_holes),
            grid: self.grid.map(|SheetGrid(w, h)| (w, h)),
            outline: simplify.map(|simplify| PackOutline { connectivity: Connectivity::Eight, simplify }),
            in_place: self.in_place.unwrap_or(usual.in_place),
            shapes: if self.no_shapes == Some(true) { TileShapes::Ignore } else { TileShapes::Use },
        })
    }
}
