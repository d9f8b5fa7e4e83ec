//! What LDtk writes, before it is checked and put together.

use serde::Deserialize;
use serde_json::value::RawValue;

/// A project.
#[derive(Deserialize)]
pub(super) struct RawProject<'a> {
    #[serde(rename = "defaultGridSize", default)]
    pub(super) grid: f64,
    #[serde(borrow)]
    pub(super) defs: RawDefs<'a>,
    #[serde(borrow, default)]
    pub(super) levels: Vec<RawLevel<'a>>,
    #[serde(borrow, default)]
    pub(super) worlds: Vec<RawWorld<'a>>,
}

/// A world of a project with several.
#[derive(Deserialize)]
pub(super) struct RawWorld<'a> {
    pub(super) identifier: String,
    #[serde(borrow, default)]
    pub(super) levels: Vec<RawLevel<'a>>,
}

#[derive(Deserialize)]
pub(super) struct RawDefs<'a> {
    #[serde(borrow, default, rename = "tilesets")]
    pub(super) sets: Vec<RawSet<'a>>,
    #[serde(default)]
    pub(super) layers: Vec<RawLayerDef>,
    #[serde(default)]
    pub(super) entities: Vec<RawEntityDef>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawSet<'a> {
    pub(super) uid: i64,
    pub(super) identifier: String,
    pub(super) rel_path: Option<String>,
    pub(super) px_wid: f64,
    pub(super) px_hei: f64,
    pub(super) tile_grid_size: f64,
    #[serde(default)]
    pub(super) spacing: f64,
    #[serde(default)]
    pub(super) padding: f64,
    #[serde(borrow, default)]
    pub(super) custom_data: Vec<RawCustomData<'a>>,
    #[serde(default)]
    pub(super) enum_tags: Vec<RawEnumTag>,
}

/// What the author wrote about a tile.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawCustomData<'a> {
    pub(super) tile_id: u32,
    #[serde(borrow)]
    pub(super) data: &'a RawValue,
}

/// The tiles with a value of an enum.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawEnumTag {
    pub(super) enum_value_id: String,
    pub(super) tile_ids: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawLayerDef {
    pub(super) uid: i64,
    pub(super) identifier: String,
    pub(super) grid_size: f64,
    #[serde(default)]
    pub(super) int_grid_values: Vec<RawIntValue>,
}

/// A value of an `IntGrid`.
#[derive(Deserialize)]
pub(super) struct RawIntValue {
    pub(super) value: u32,
    pub(super) identifier: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawEntityDef {
    pub(super) uid: i64,
    #[serde(default)]
    pub(super) render_mode: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawLevel<'a> {
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) world_x: f64,
    #[serde(default)]
    pub(super) world_y: f64,
    pub(super) px_wid: f64,
    pub(super) px_hei: f64,
    pub(super) external_rel_path: Option<String>,
    #[serde(borrow)]
    pub(super) layer_instances: Option<Vec<RawLayer<'a>>>,
    #[serde(borrow, default)]
    pub(super) field_instances: Vec<RawField<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawLayer<'a> {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__type")]
    pub(super) kind: String,
    #[serde(rename = "__cWid")]
    pub(super) columns: f64,
    #[serde(rename = "__cHei")]
    pub(super) rows: f64,
    #[serde(rename = "__gridSize")]
    pub(super) grid: f64,
    #[serde(rename = "__opacity", default)]
    pub(super) opacity: Option<f64>,
    #[serde(rename = "__pxTotalOffsetX", default)]
    pub(super) offset_x: f64,
    #[serde(rename = "__pxTotalOffsetY", default)]
    pub(super) offset_y: f64,
    #[serde(rename = "__tilesetDefUid")]
    pub(super) set: Option<i64>,
    pub(super) layer_def_uid: i64,
    pub(super) visible: Option<bool>,
    #[serde(borrow, default)]
    pub(super) int_grid_csv: Option<&'a RawValue>,
    #[serde(default)]
    pub(super) auto_layer_tiles: Vec<RawTile>,
    #[serde(default)]
    pub(super) grid_tiles: Vec<RawTile>,
    #[serde(borrow, default)]
    pub(super) entity_instances: Vec<RawEntity<'a>>,
}

/// A tile: its place, its place in the picture, flips, number and opacity.
#[derive(Deserialize)]
pub(super) struct RawTile {
    pub(super) px: [f64; 2],
    pub(super) src: [f64; 2],
    #[serde(default)]
    pub(super) f: u32,
    pub(super) t: u32,
    #[serde(default)]
    pub(super) a: Option<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawEntity<'a> {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__pivot", default)]
    pub(super) pivot: [f64; 2],
    #[serde(rename = "__tags", default)]
    pub(super) tags: Vec<String>,
    #[serde(default)]
    pub(super) iid: String,
    pub(super) def_uid: i64,
    pub(super) px: [f64; 2],
    #[serde(default)]
    pub(super) width: f64,
    #[serde(default)]
    pub(super) height: f64,
    #[serde(borrow, default)]
    pub(super) field_instances: Vec<RawField<'a>>,
}

#[derive(Deserialize)]
pub(super) struct RawField<'a> {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__type", default)]
    pub(super) kind: String,
    #[serde(rename = "__value", borrow)]
    pub(super) value: Option<&'a RawValue>,
}
