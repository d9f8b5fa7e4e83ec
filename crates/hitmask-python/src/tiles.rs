//! `hitmask.TileSet`, `hitmask.TileMap` and `hitmask.TileView`.

use std::sync::Arc;

use hitmask::{ColliderShape, Point, TileCell, TileDef, TileKind, TileKinds, TileMap, TileSet, TileView};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::errors::Raise;
use crate::kept::edit;
use crate::mask::{MaskObject, PyMask};
use crate::numbers::{Pixel, Xy, collected, length, path, type_name, xy};
use crate::shape::shape_methods;
use crate::value::{Choice, choice};

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
    set: TileSet,
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

    fn __len__(&self) -> usize {
        self.set.len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyTileSet>().is_ok_and(|other| self.set == other.get().set)
    }

    fn __repr__(&self) -> String {
        format!("<hitmask.TileSet of {} tiles>", self.set.len())
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

/// A tile that a shape meets.
#[pyclass(name = "TileMet", module = "hitmask", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct PyTileMet {
    met: hitmask::TileMet,
}

impl PyTileMet {
    pub(crate) fn of(met: hitmask::TileMet) -> PyTileMet {
        PyTileMet { met }
    }
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

    /// The map and the kinds that count.
    fn seen(slf: &Bound<'_, PyTileMap>) -> (Arc<TileMap>, TileKinds) {
        (PyTileMap::snapshot_of(slf), TileKinds::ALL)
    }

    pub(crate) fn shape_of(slf: &Bound<'_, PyTileMap>) -> ColliderShape {
        let (map, kinds) = PyTileMap::seen(slf);
        ColliderShape::Tiles(map, kinds)
    }
}

impl PyTileView {
    pub(crate) fn new(map: Py<PyTileMap>, kinds: TileKinds) -> PyTileView {
        PyTileView { map, kinds }
    }

    fn seen(slf: &Bound<'_, PyTileView>) -> (Arc<TileMap>, TileKinds) {
        let PyTileView { map, kinds } = slf.get();
        (PyTileMap::snapshot_of(map.bind(slf.py())), *kinds)
    }

    pub(crate) fn shape_of(slf: &Bound<'_, PyTileView>) -> ColliderShape {
        let (map, kinds) = PyTileView::seen(slf);
        ColliderShape::Tiles(map, kinds)
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

    /// Reads what `to_bytes` wrote. Raises ValueError if the bytes are damaged.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<PyTileMap> {
        Ok(PyTileMap::of(py.detach(|| TileMap::from_bytes(data)).raise()?))
    }

    /// The map and its tiles as compact bytes with a checksum.
    fn to_bytes<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyBytes> {
        let map = PyTileMap::snapshot_of(slf);
        let bytes = slf.py().detach(|| map.to_bytes());
        PyBytes::new(slf.py(), &bytes)
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

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let map = PyTileMap::snapshot_of(slf);
        let ((columns, rows), (w, h)) = (map.size(), map.cell_size());
        format!("<hitmask.TileMap {columns} x {rows} cells of {w} x {h} pixels, {} filled>", map.filled())
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
        other.cast::<PyTileView>().is_ok_and(|other| PyTileView::seen(slf) == PyTileView::seen(other))
    }

    fn __repr__(&self) -> String {
        format!("<hitmask.TileView of {:?}>", self.kinds())
    }
}

/// Writes the methods that maps and views share.
macro_rules! tile_methods {
    ($class:ident) => {
        shape_methods!($class);

        const _: () = {
            use crate::cast::PyCast;
            use crate::numbers::{Box4, Pixel, Position, Xywh, xywh};
            use crate::shape::AnyShape;

            impl $class {
                /// Answers a question about the tiles as they are now. Other Python threads run meanwhile.
                pub(crate) fn ask<R: Send>(
                    slf: &Bound<'_, $class>,
                    f: impl FnOnce(TileView<'_>) -> R + Send,
                ) -> R {
                    let (map, kinds) = $class::seen(slf);
                    slf.py().detach(|| f(map.only(kinds)))
                }
            }

            #[pymethods]
            impl $class {
                /// Whether a pixel is solid.
                fn contains(slf: &Bound<'_, Self>, pixel: Pixel) -> bool {
                    let (map, kinds) = $class::seen(slf);
                    map.only(kinds).contains(pixel.0)
                }

                /// The number of solid pixels. Reads all tiles.
                fn count(slf: &Bound<'_, Self>) -> u64 {
                    $class::ask(slf, |view| view.count())
                }

                /// The smallest rectangle (x, y, width, height) that contains all solid pixels. None if no pixel is solid. Reads all tiles.
                #[getter]
                fn bounds(slf: &Bound<'_, Self>) -> Option<Xywh> {
                    $class::ask(slf, |view| view.bounds()).map(xywh)
                }

                /// The pixels inside a rectangle (x, y, width, height), as a mask of its size.
                fn crop(slf: &Bound<'_, Self>, rect: Box4) -> PyResult<PyMask> {
                    let rect = rect.0.checked("rect").raise()?;
                    Ok(PyMask::of($class::ask(slf, |view| view.crop(rect))))
                }

                /// Draws the pixels in a rectangle now, so that the first questions there are fast.
                fn draw_ahead(slf: &Bound<'_, Self>, rect: Box4) {
                    $class::ask(slf, |view| view.draw_ahead(rect.0));
                }

                /// The tiles that a shape meets, row by row of cells. offset: the shape's upper left corner in the map.
                fn tiles_met(slf: &Bound<'_, Self>, shape: AnyShape, offset: Pixel) -> Vec<PyTileMet> {
                    let met = $class::ask(slf, |view| view.tiles_met(&shape.get(), offset.0));
                    met.into_iter().map(PyTileMet::of).collect()
                }

                /// The tile that is seen at a pixel: of several, the one that is drawn last. None if the pixel is clear.
                fn tile_at(slf: &Bound<'_, Self>, pixel: Pixel) -> Option<PyTileMet> {
                    let (map, kinds) = $class::seen(slf);
                    map.only(kinds).tile_at(pixel.0).map(PyTileMet::of)
                }

                /// When a mask, moving straight from a position by a motion, first overlaps the tiles: as `Mask.cast`.
                fn cast(
                    slf: &Bound<'_, Self>,
                    other: &Bound<'_, PyMask>,
                    position: Position,
                    motion: Position,
                ) -> PyResult<PyCast> {
                    let ((position, motion), mask) = (path(position, motion)?, other.snapshot());
                    Ok($class::ask(slf, |view| view.cast(&mask, position, motion)).into())
                }

                /// When a mask, moving in whole pixels along a straight line, first overlaps the tiles: as `Mask.cast_pixels`.
                fn cast_pixels(
                    slf: &Bound<'_, Self>,
                    other: &Bound<'_, PyMask>,
                    offset: Pixel,
                    motion: Pixel,
                ) -> PyCast {
                    let mask = other.snapshot();
                    $class::ask(slf, |view| view.cast_pixels(&mask, offset.0, motion.0)).into()
                }

                /// When a point that moves straight from a position by a motion first hits a solid pixel: as `Mask.ray_cast`.
                fn ray_cast(slf: &Bound<'_, Self>, position: Position, motion: Position) -> PyResult<PyCast> {
                    let (position, motion) = path(position, motion)?;
                    Ok($class::ask(slf, |view| view.ray_cast(position, motion)).into())
                }
            }
        };
    };
}
tile_methods!(PyTileMap);
tile_methods!(PyTileView);

#[pymethods]
impl PyTileMet {
    /// The column and the row of its cell.
    #[getter]
    fn cell(&self) -> Xy {
        xy(self.met.cell)
    }

    /// The tile's id.
    #[getter]
    fn tile(&self) -> u32 {
        self.met.tile.tile
    }

    /// Its flips along x, along y and along the diagonal.
    #[getter]
    fn flips(&self) -> (bool, bool, bool) {
        let TileCell { flip_x, flip_y, diagonal, .. } = self.met.tile;
        (flip_x, flip_y, diagonal)
    }

    /// 'body', 'one-way' or 'sensor'.
    #[getter]
    fn kind(&self) -> &'static str {
        self.met.kind.word()
    }

    /// The tile's own number.
    #[getter]
    fn number(&self) -> u64 {
        self.met.number
    }

    /// How many of the tile's pixels the shape meets.
    #[getter]
    fn area(&self) -> u64 {
        self.met.area
    }

    /// The first of these pixels (x, y), in pixels of the map.
    #[getter]
    fn first(&self) -> Xy {
        xy(self.met.first)
    }

    fn __repr__(&self) -> String {
        let Point { x, y } = self.met.cell;
        format!("<hitmask.TileMet tile {} in cell ({x}, {y}), {} pixels>", self.met.tile.tile, self.met.area)
    }
}
