//! `hitmask.TileSet`, `hitmask.TileMap` and `hitmask.TileView`.

use crate::prelude::*;
use hitmask::{TileCell, TileDef, TileKind, TileKinds, TileSet, TileView};

/// The tiles of a `TileMap`, by their ids. It never changes.
///
/// tiles: a dict of tiles by their ids, or a sequence of tiles with the ids 0, 1, 2, ... A tile is a Mask, or a tuple (mask, kind, number,
/// offset) of which the last may be left out. kind: 'body', 'one-way', 'sensor' or 'nothing' (a picture only). number: a number of yours.
/// offset: moves the picture in its cell.
///
/// >>> spikes = hitmask.Mask.filled(16, 6)
/// >>> tiles = hitmask.TileSet({1: hitmask.Mask.filled(16, 16), 7: (spikes, "sensor", 25)})
/// >>> len(tiles)
/// 2
#[pyclass(name = "TileSet", module = "hitmask", frozen)]
pub(crate) struct PyTileSet {
    pub(crate) set: TileSet,
}

fn tile_of(value: &Bound<'_, PyAny>) -> PyResult<TileDef> {
    if let Ok(mask) = value.cast::<PyMask>() {
        return Ok(TileDef::new(mask.snapshot()));
    }
    let wrong = || {
        PyTypeError::new_err(format!(
            "a tile must be a Mask or (mask, kind, number, offset), not {}",
            type_name(value)
        ))
    };
    let parts = value.cast::<PyTuple>().map_err(|_| wrong())?;
    if parts.is_empty() || parts.len() > 4 {
        return Err(wrong());
    }
    let mut tile = TileDef::new(parts.get_item(0)?.cast::<PyMask>().map_err(|_| wrong())?.snapshot());
    if parts.len() > 1 {
        tile.kind = choice(&parts.get_item(1)?.extract::<String>()?, "a kind of tile")?;
    }
    if parts.len() > 2 {
        tile.number = parts.get_item(2)?.extract()?;
    }
    if parts.len() > 3 {
        tile.offset = parts.get_item(3)?.extract::<Pixel>()?.0;
    }
    Ok(tile)
}

#[pymethods]
impl PyTileSet {
    #[new]
    fn new(tiles: &Bound<'_, PyAny>) -> PyResult<PyTileSet> {
        let all = if let Ok(dict) = tiles.cast::<PyDict>() {
            // A number may run code, which may change the dict.
            let tile = |item: Bound<'_, PyAny>| {
                let (id, tile) = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
                Ok((length(&id, "the id of a tile")?, tile_of(&tile)?))
            };
            dict.items().iter().map(tile).collect::<PyResult<_>>()?
        } else {
            collected((0..).zip(tiles.try_iter()?).map(|(id, tile)| Ok((id, tile_of(&tile?)?))))?
        };
        Ok(PyTileSet { set: TileSet::try_with_ids(all).raise()? })
    }

    /// A tile as (mask, kind, number, offset). None if the set has no tile of this id.
    fn get(&self, id: u32) -> Option<(PyMask, &'static str, u64, Xy)> {
        let tile = self.set.get(id)?;
        Some((PyMask::of_shared(Arc::clone(&tile.mask)), tile.kind.word(), tile.number, xy(tile.offset)))
    }

    /// The ids of all tiles, sorted.
    fn ids(&self) -> Vec<u32> {
        self.set.iter().map(|(id, _)| id).collect()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyTileSet>().is_ok_and(|other| self.set == other.get().set)
    }
}

/// A level made of tiles: up to 65 536 x 65 536 cells, each empty or with a tile, flipped in any of eight ways. Its solid pixels are those of
/// all tiles together, and it is a shape like any other.
///
/// size: columns and rows of cells. cell_size: width and height of a cell, in pixels. gids: numbers row by row as Tiled writes them, 0 for an
/// empty cell, with the flips in the highest three bits; they may end anywhere.
///
/// A picture that is larger than a cell stands on the cell's lower left corner and reaches over the cells above and to the right.
///
/// >>> tiles = hitmask.TileSet({1: hitmask.Mask.filled(16, 16)})
/// >>> level = hitmask.TileMap(tiles, (3, 2), (16, 16), [0, 0, 0, 1, 1, 1])
/// >>> level.overlaps(hitmask.Mask.filled(8, 8), (4, 9))
/// True
#[pyclass(name = "TileMap", module = "hitmask", weakref)]
pub(crate) struct PyTileMap {
    map: Arc<TileMap>,
}

/// A `TileMap` with the tiles of some kinds only. It looks at the map as it is when it is asked.
#[pyclass(name = "TileView", module = "hitmask", frozen)]
pub(crate) struct PyTileView {
    map: Py<PyTileMap>,
    kinds: TileKinds,
}

/// What a cell shows: the tile's id, and its flips along x, along y and along the diagonal.
pub(crate) type Shown = (u32, bool, bool, bool);

fn shown(cell: TileCell) -> Shown {
    (cell.tile, cell.flip_x, cell.flip_y, cell.diagonal)
}

/// A cell from the arguments of `set`.
pub(crate) fn cell_of(tile: Option<u32>, flip_x: bool, flip_y: bool, diagonal: bool) -> Option<TileCell> {
    tile.map(|tile| TileCell { tile, flip_x, flip_y, diagonal })
}

/// The shown cell as an answer.
pub(crate) fn shown_of(cell: Option<TileCell>) -> Option<Shown> {
    cell.map(shown)
}

pub(crate) fn gids(numbers: &Bound<'_, PyAny>) -> PyResult<Vec<Option<TileCell>>> {
    collected(numbers.try_iter()?.map(|gid| Ok(TileCell::from_gid(length(&gid?, "a number of a cell")?))))
}

impl PyTileMap {
    pub(crate) fn of(map: TileMap) -> PyTileMap {
        PyTileMap::of_shared(Arc::new(map))
    }

    pub(crate) fn of_shared(map: Arc<TileMap>) -> PyTileMap {
        PyTileMap { map }
    }

    /// The map as it is now.
    pub(crate) fn snapshot_of(slf: &Bound<'_, PyTileMap>) -> Arc<TileMap> {
        edit(slf, |it| Arc::clone(&it.map))
    }

    pub(crate) fn edit<R>(slf: &Bound<'_, PyTileMap>, f: impl FnOnce(&mut TileMap) -> R) -> R {
        edit(slf, |it| f(Arc::make_mut(&mut it.map)))
    }

    /// Answers a question about the map as it is now. Other Python threads run meanwhile.
    pub(crate) fn ask<R: Send>(slf: &Bound<'_, PyTileMap>, f: impl FnOnce(&TileMap) -> R + Send) -> R {
        let map = PyTileMap::snapshot_of(slf);
        slf.py().detach(|| f(&map))
    }
}

impl PyTileView {
    pub(crate) fn new(map: Py<PyTileMap>, kinds: TileKinds) -> PyTileView {
        PyTileView { map, kinds }
    }
}

#[pymethods]
impl PyTileMap {
    #[new]
    #[pyo3(signature = (tiles, size, cell_size, gids = None))]
    fn new(
        tiles: &PyTileSet,
        size: (u32, u32),
        cell_size: (u32, u32),
        gids: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyTileMap> {
        let cells = gids.map_or_else(|| Ok(Vec::new()), self::gids)?;
        Ok(PyTileMap::of(TileMap::try_from_cells(tiles.set.clone(), size, cell_size, cells).raise()?))
    }

    /// The tiles.
    #[getter]
    fn tile_set(slf: &Bound<'_, Self>) -> PyTileSet {
        PyTileSet { set: PyTileMap::snapshot_of(slf).tile_set().clone() }
    }

    /// What a cell (column, row) shows: (id, flip_x, flip_y, diagonal). None if it is empty, or outside.
    fn get(slf: &Bound<'_, Self>, cell: Pixel) -> Option<Shown> {
        shown_of(PyTileMap::snapshot_of(slf).get(cell.0))
    }

    /// Changes what a cell (column, row) shows; None empties it. The diagonal flip exchanges x and y, before the others. Returns what the cell
    /// showed before. Raises ValueError if it lies outside, or the set has no such tile.
    #[pyo3(signature = (cell, tile, *, flip_x = false, flip_y = false, diagonal = false))]
    fn set(
        slf: &Bound<'_, Self>,
        cell: Pixel,
        tile: Option<u32>,
        flip_x: bool,
        flip_y: bool,
        diagonal: bool,
    ) -> PyResult<Option<Shown>> {
        let to = cell_of(tile, flip_x, flip_y, diagonal);
        Ok(shown_of(PyTileMap::edit(slf, |map| map.try_set(cell.0, to)).raise()?))
    }

    /// Sets a rectangle of cells from its upper left cell on, row by row, from numbers as Tiled writes them. Each row has so many columns.
    fn fill(slf: &Bound<'_, Self>, corner: Pixel, columns: u32, gids: &Bound<'_, PyAny>) -> PyResult<()> {
        let cells = self::gids(gids)?;
        PyTileMap::edit(slf, |map| map.try_fill(corner.0, columns, cells)).raise()
    }

    /// The filled cells, row by row: ((column, row), (id, flip_x, flip_y, diagonal)).
    fn cells(slf: &Bound<'_, Self>) -> Vec<(Xy, Shown)> {
        PyTileMap::snapshot_of(slf).cells().map(|(at, cell)| (xy(at), shown(cell))).collect()
    }

    /// The map with the tiles of some kinds only: `only("body", "one-way")`. A shape, too.
    #[pyo3(signature = (*kinds))]
    fn only(slf: &Bound<'_, Self>, kinds: Vec<String>) -> PyResult<PyTileView> {
        let mut all = TileKinds::from([]);
        for kind in kinds {
            all = all | choice::<TileKind>(&kind, "a kind of tile")?;
        }
        Ok(PyTileView { map: slf.clone().unbind(), kinds: all })
    }

    /// A copy, which shares memory with this one until one of them changes.
    fn copy(slf: &Bound<'_, Self>) -> PyTileMap {
        PyTileMap { map: PyTileMap::snapshot_of(slf) }
    }

    fn __copy__(slf: &Bound<'_, Self>) -> PyTileMap {
        PyTileMap::copy(slf)
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> PyTileMap {
        PyTileMap::copy(slf)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.py().get_type::<PyTileMap>().getattr("from_bytes")?, (PyTileMap::to_bytes(slf),)))
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyTileMap>()
            .is_ok_and(|other| PyTileMap::snapshot_of(slf) == PyTileMap::snapshot_of(other))
    }
}

#[pymethods]
impl PyTileView {
    /// The map.
    #[getter]
    fn map(slf: &Bound<'_, Self>) -> Py<PyTileMap> {
        slf.get().map.clone_ref(slf.py())
    }

    /// The kinds that count.
    #[getter]
    fn kinds(&self) -> Vec<&'static str> {
        let all = <TileKind as Choice>::ALL.iter().map(|one| one.0);
        all.filter(|&kind| self.kinds.contains(kind)).map(Choice::word).collect()
    }

    /// Views of one map stay views of one map.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let only = slf.get().map.bind(slf.py()).getattr("only")?;
        Ok((only, PyTuple::new(slf.py(), slf.get().kinds())?))
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyTileView>().is_ok_and(|other| slf.seen() == other.seen())
    }

    fn __repr__(&self) -> String {
        format!("<hitmask.TileView of {:?}>", self.kinds())
    }
}

/// A map or a view.
pub(crate) trait TileObject {
    /// The map and the kinds that count.
    fn seen(&self) -> (Arc<TileMap>, TileKinds);

    fn shape(&self) -> ColliderShape {
        let (map, kinds) = self.seen();
        ColliderShape::Tiles(map, kinds)
    }
}

impl TileObject for Bound<'_, PyTileMap> {
    fn seen(&self) -> (Arc<TileMap>, TileKinds) {
        (PyTileMap::snapshot_of(self), TileKinds::ALL)
    }
}

impl TileObject for Bound<'_, PyTileView> {
    fn seen(&self) -> (Arc<TileMap>, TileKinds) {
        let PyTileView { map, kinds } = self.get();
        (PyTileMap::snapshot_of(map.bind(self.py())), *kinds)
    }
}

/// Answers a short question about the tiles as they are now.
pub(crate) fn look_at_tiles<R>(tiles: &impl TileObject, f: impl FnOnce(TileView<'_>) -> R) -> R {
    let (map, kinds) = tiles.seen();
    f(map.only(kinds))
}

/// The same for a question that may take long. Other Python threads run meanwhile.
pub(crate) fn ask_tiles<'py, T, R: Send>(tiles: &Bound<'py, T>, f: impl FnOnce(TileView<'_>) -> R + Send) -> R
where
    Bound<'py, T>: TileObject,
{
    let (map, kinds) = tiles.seen();
    tiles.py().detach(|| f(map.only(kinds)))
}

shape_methods!(PyTileMap);
shape_methods!(PyTileView);
