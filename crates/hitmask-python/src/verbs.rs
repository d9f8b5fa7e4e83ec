//! Verbs of the same form.

// Generated from docs/verbs.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.

use hitmask::{AlphaMask, Handle, LabelMask, Pack, Point, PointQ16, RunMask, Terrain, TileMap};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::alpha::{PyAlphaLevel, PyAlphaMask};
use crate::cast::PyCast;
use crate::collision_buffer::PyCollisionBuffer;
use crate::convex::{PyCircle, PyConvexPolygon};
use crate::errors::Raise;
use crate::labels::PyLabelMask;
use crate::mask::analysis::{PyComponents, PyOutline};
use crate::mask::{LONG_BY_PIXEL, MaskObject, PyMask};
use crate::mover::up_of;
use crate::numbers::{Box4, Pixel, Position, SliceMargins, Xy, Xywh, length, pixels, xy, xywh};
use crate::pack::{PyPack, PyPackEntry};
use crate::pose::PyPose;
use crate::pose_cache::PyPoseCache;
use crate::runs::PyRunMask;
use crate::shape::AnyShape;
use crate::table::{PyCacheStats, PyFit, PyLabelHit, PyLabelOverlap, PyMoments, PyNearest, PyTileOverlap};
use crate::terrain::PyTerrain;
use crate::tiles::{PyTileMap, PyTileSet, PyTileView, ask_tiles, look_at_tiles};
use crate::value::choice;
use crate::world::filter::{Filter, PyQueryFilter};
use crate::world::shape::AnyCollider;
use crate::world::{Id, PyWorld, handle, live};

#[pymethods]
impl PyMask {
    /// The width and the height in pixels.
    #[getter]
    pub(crate) fn size(slf: &Bound<'_, Self>) -> (u32, u32) {
        slf.read(|it| it.size())
    }

    /// The width in pixels.
    #[getter]
    pub(crate) fn width(slf: &Bound<'_, Self>) -> u32 {
        slf.read(|it| it.width())
    }

    /// The height in pixels.
    #[getter]
    pub(crate) fn height(slf: &Bound<'_, Self>) -> u32 {
        slf.read(|it| it.height())
    }

    /// The number of solid pixels. Reads every word.
    pub(crate) fn count(slf: &Bound<'_, Self>) -> u64 {
        slf.read(|it| it.count())
    }

    /// Whether no pixel is solid.
    pub(crate) fn is_empty(slf: &Bound<'_, Self>) -> bool {
        slf.read(|it| it.is_empty())
    }

    /// The smallest rectangle (x, y, width, height) that contains all solid pixels. None if no pixel is solid. Takes constant time for a
    /// mask in which no pixel was cleared since it was made; otherwise it may read every word.
    #[getter]
    pub(crate) fn bounds(slf: &Bound<'_, Self>) -> Option<Xywh> {
        slf.read(|it| it.bounds()).map(xywh)
    }

    /// The mean of the coordinates of the solid pixels, each rounded down. None if no pixel is solid.
    pub(crate) fn centroid(slf: &Bound<'_, Self>) -> Option<Xy> {
        slf.ask(LONG_BY_PIXEL, |it| it.centroid()).map(xy)
    }

    /// The memory that the mask uses, in bytes: its fields, its pixels, and the data that queries keep with it.
    pub(crate) fn memory_bytes(slf: &Bound<'_, Self>) -> usize {
        slf.read(|it| it.memory_bytes())
    }

    /// Whether the pixel is solid. False outside the mask. Takes constant time.
    pub(crate) fn get(slf: &Bound<'_, Self>, pixel: Pixel) -> bool {
        slf.read(|it| it.get(pixel.0))
    }

    /// Whether the pixel is solid. False outside the mask.
    pub(crate) fn contains(slf: &Bound<'_, Self>, pixel: Pixel) -> bool {
        slf.read(|it| it.contains(pixel.0))
    }

    /// Makes every pixel clear.
    pub(crate) fn clear(slf: &Bound<'_, Self>) {
        slf.edit(|it| it.clear());
    }

    /// Makes every pixel solid.
    pub(crate) fn fill(slf: &Bound<'_, Self>) {
        slf.edit(|it| it.fill());
    }

    /// Makes solid pixels clear and clear pixels solid.
    pub(crate) fn invert(slf: &Bound<'_, Self>) {
        slf.edit(|it| it.invert());
    }

    /// Makes the clear pixels solid that are enclosed by solid ones.
    pub(crate) fn fill_holes(slf: &Bound<'_, Self>) {
        slf.edit(|it| it.fill_holes());
    }

    /// Makes every pixel solid that is solid in the other shape.
    #[pyo3(signature = (other, offset = Pixel(Point::ZERO)))]
    #[pyo3(text_signature = "($self, other, offset=(0, 0))")]
    pub(crate) fn union_with(slf: &Bound<'_, Self>, other: AnyShape, offset: Pixel) {
        slf.edit(|it| it.union_with(&other.get(), offset.0));
    }

    /// Clears every pixel that is not solid in the other shape.
    #[pyo3(signature = (other, offset = Pixel(Point::ZERO)))]
    #[pyo3(text_signature = "($self, other, offset=(0, 0))")]
    pub(crate) fn intersect_with(slf: &Bound<'_, Self>, other: AnyShape, offset: Pixel) {
        slf.edit(|it| it.intersect_with(&other.get(), offset.0));
    }

    /// Clears every pixel that is solid in the other shape.
    #[pyo3(signature = (other, offset = Pixel(Point::ZERO)))]
    #[pyo3(text_signature = "($self, other, offset=(0, 0))")]
    pub(crate) fn difference_with(slf: &Bound<'_, Self>, other: AnyShape, offset: Pixel) {
        slf.edit(|it| it.difference_with(&other.get(), offset.0));
    }

    /// Toggles every pixel that is solid in the other shape.
    #[pyo3(signature = (other, offset = Pixel(Point::ZERO)))]
    #[pyo3(text_signature = "($self, other, offset=(0, 0))")]
    pub(crate) fn symmetric_difference_with(slf: &Bound<'_, Self>, other: AnyShape, offset: Pixel) {
        slf.edit(|it| it.symmetric_difference_with(&other.get(), offset.0));
    }

    /// Whether the pixel is solid. False outside the mask.
    pub(crate) fn __contains__(slf: &Bound<'_, Self>, pixel: Pixel) -> bool {
        slf.read(|it| it.contains(pixel.0))
    }

    /// A part of a mask as a new mask. Pixels of the rectangle (x, y, width, height) that lie outside of the mask are clear.
    pub(crate) fn crop(slf: &Bound<'_, Self>, rect: Box4) -> PyResult<PyMask> {
        let rect = rect.0.checked("rect").raise()?;
        Ok(PyMask::of(slf.ask(LONG_BY_PIXEL, |it| it.crop(rect))))
    }

    /// Mirrored: left becomes right.
    pub(crate) fn flip_h(slf: &Bound<'_, Self>) -> PyMask {
        PyMask::of(slf.ask(LONG_BY_PIXEL, |it| it.flip_h()))
    }

    /// Mirrored: top becomes bottom.
    pub(crate) fn flip_v(slf: &Bound<'_, Self>) -> PyMask {
        PyMask::of(slf.ask(LONG_BY_PIXEL, |it| it.flip_v()))
    }

    /// Turned clockwise by 90 degrees.
    pub(crate) fn rotate90(slf: &Bound<'_, Self>) -> PyMask {
        PyMask::of(slf.ask(LONG_BY_PIXEL, |it| it.rotate90()))
    }

    /// Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or
    /// repeated. If the margins do not fit into the new size, they shrink in proportion. fill: 'stretch' or 'tile'. Raises ValueError if
    /// the margins are larger than the mask. margins: (left, top, right, bottom), how far the corners reach in; 'tile' repeats from the
    /// left and from the top.
    #[pyo3(signature = (margins, width, height, fill = "stretch"))]
    pub(crate) fn nine_slice(
        slf: &Bound<'_, Self>,
        margins: SliceMargins,
        width: &Bound<'_, PyAny>,
        height: &Bound<'_, PyAny>,
        fill: &str,
    ) -> PyResult<PyMask> {
        let size = (length(width, "the width")?, length(height, "the height")?);
        let fill = choice(fill, "fill")?;
        Ok(PyMask::of(slf.ask(0, |it| it.nine_slice(margins.0, size, fill)).raise()?))
    }

    /// All pixels at most n pixels away, as a larger mask, and where its upper left pixel lies, in pixels of the old mask. element: 'box',
    /// 'diamond' or 'disc'. Raises ValueError if the result would be too large.
    #[pyo3(signature = (n, element = "disc"))]
    pub(crate) fn grow(slf: &Bound<'_, Self>, n: u32, element: &str) -> PyResult<(PyMask, Xy)> {
        let element = choice(element, "element")?;
        let (made, corner) = slf.ask(LONG_BY_PIXEL, |it| it.try_grow(n, element)).raise()?;
        Ok((PyMask::of(made), xy(corner)))
    }

    /// All pixels that are more than n pixels away from every clear pixel, and the place of the result's corner. element: 'box', 'diamond'
    /// or 'disc'.
    #[pyo3(signature = (n, element = "disc"))]
    pub(crate) fn shrink(slf: &Bound<'_, Self>, n: u32, element: &str) -> PyResult<(PyMask, Xy)> {
        let element = choice(element, "element")?;
        let (made, corner) = slf.ask(LONG_BY_PIXEL, |it| it.shrink(n, element));
        Ok((PyMask::of(made), xy(corner)))
    }

    /// The posed sprite as a plain mask, and the world pixel of its upper left corner. Raises ValueError if it is too large.
    pub(crate) fn bake(slf: &Bound<'_, Self>, pose: &PyPose) -> PyResult<(PyMask, Xy)> {
        let (made, corner) = slf.ask(0, |it| it.bake(&pose.pose)).raise()?;
        Ok((PyMask::of(made), xy(corner)))
    }

    /// Every offset at which the masks overlap, as a mask: pixel (i, j) is solid if they overlap at the offset (i - (other.width - 1), j -
    /// (other.height - 1)).
    pub(crate) fn overlap_offsets(slf: &Bound<'_, Self>, other: &Bound<'_, PyMask>) -> PyResult<PyMask> {
        Ok(PyMask::of(slf.ask_pair(other, 0, |it, other| it.overlap_offsets(other)).raise()?))
    }

    /// How many world pixels both posed sprites cover.
    pub(crate) fn overlap_area_posed(
        slf: &Bound<'_, Self>,
        pose: &PyPose,
        other: &Bound<'_, PyMask>,
        other_pose: &PyPose,
    ) -> u64 {
        slf.ask_pair(other, 0, |it, other| it.overlap_area_posed(&pose.pose, other, &other_pose.pose))
    }

    /// The first world pixel (x, y) that both posed sprites cover. None if there is none.
    pub(crate) fn first_overlap_posed(
        slf: &Bound<'_, Self>,
        pose: &PyPose,
        other: &Bound<'_, PyMask>,
        other_pose: &PyPose,
    ) -> Option<Xy> {
        slf.ask_pair(other, 0, |it, other| it.first_overlap_posed(&pose.pose, other, &other_pose.pose))
            .map(xy)
    }

    /// The smallest rectangle (x, y, width, height) around the world pixels that both posed sprites cover. None if there are none.
    pub(crate) fn overlap_bounds_posed(
        slf: &Bound<'_, Self>,
        pose: &PyPose,
        other: &Bound<'_, PyMask>,
        other_pose: &PyPose,
    ) -> Option<Xywh> {
        slf.ask_pair(other, 0, |it, other| it.overlap_bounds_posed(&pose.pose, other, &other_pose.pose))
            .map(xywh)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        slf.read(|it| format!("<hitmask.Mask {} x {}, {} solid>", it.width(), it.height(), it.count()))
    }
}

#[pymethods]
impl PyRunMask {
    /// The runs of a mask.
    #[staticmethod]
    pub(crate) fn from_mask(mask: &Bound<'_, PyMask>) -> PyRunMask {
        let mask = mask.snapshot();
        PyRunMask::of(RunMask::from_mask(&mask))
    }

    /// The same pixels as bits.
    pub(crate) fn to_mask(&self) -> PyMask {
        PyMask::of(self.runs.to_mask())
    }

    /// The width and the height in pixels.
    #[getter]
    pub(crate) fn size(&self) -> (u32, u32) {
        self.runs.size()
    }

    /// The number of solid pixels. Reads every run.
    pub(crate) fn count(&self) -> u64 {
        self.runs.count()
    }

    /// The number of runs in all rows.
    #[getter]
    pub(crate) fn run_count(&self) -> usize {
        self.runs.run_count()
    }

    /// The smallest rectangle (x, y, width, height) that contains all solid pixels. None if no pixel is solid. Takes constant time.
    #[getter]
    pub(crate) fn bounds(&self) -> Option<Xywh> {
        self.runs.bounds().map(xywh)
    }

    /// The mean of the coordinates of the solid pixels, each rounded down. None if no pixel is solid.
    pub(crate) fn centroid(&self) -> Option<Xy> {
        self.runs.centroid().map(xy)
    }

    /// The memory that the mask uses, in bytes, its fields included.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.runs.memory_bytes()
    }

    /// Whether the pixel is solid. False outside the mask.
    pub(crate) fn contains(&self, pixel: Pixel) -> bool {
        self.runs.contains(pixel.0)
    }

    /// The pixels inside a rectangle (x, y, width, height), as a run mask of the rectangle's size. Pixels outside it are clear.
    pub(crate) fn crop(&self, rect: Box4) -> PyResult<PyRunMask> {
        let rect = rect.0.checked("rect").raise()?;
        Ok(PyRunMask::of(self.runs.crop(rect)))
    }

    /// Mirrored: left becomes right.
    pub(crate) fn flip_h(&self) -> PyRunMask {
        PyRunMask::of(self.runs.flip_h())
    }

    /// Mirrored: top becomes bottom.
    pub(crate) fn flip_v(&self) -> PyRunMask {
        PyRunMask::of(self.runs.flip_v())
    }

    fn __repr__(&self) -> String {
        format!(
            "<hitmask.RunMask {} x {}, {} runs>",
            self.runs.size().0,
            self.runs.size().1,
            self.runs.run_count()
        )
    }
}

#[pymethods]
impl PyAlphaMask {
    /// An alpha mask with alpha 255 where the mask is solid and 0 elsewhere.
    #[staticmethod]
    pub(crate) fn from_mask(mask: &Bound<'_, PyMask>) -> PyAlphaMask {
        let mask = mask.snapshot();
        PyAlphaMask::of(AlphaMask::from_mask(&mask))
    }

    /// The width and the height in pixels.
    #[getter]
    pub(crate) fn size(&self) -> (u32, u32) {
        self.alpha.size()
    }

    /// The largest alpha; 0 if there are no pixels. Reads every byte. If it is below the level of a query, the sprite cannot collide in
    /// that query, even if you can see it.
    #[getter]
    pub(crate) fn max_alpha(&self) -> u8 {
        self.alpha.max_alpha()
    }

    /// The memory that it uses, in bytes: its fields, its pixels, and the copies that posed queries keep with it.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.alpha.memory_bytes()
    }

    /// The alpha of a pixel. 0 outside.
    pub(crate) fn alpha(&self, pixel: Pixel) -> u8 {
        self.alpha.alpha(pixel.0)
    }

    /// The pixels whose alpha is at least the threshold, as a mask.
    #[pyo3(signature = (threshold = 128))]
    pub(crate) fn to_mask(&self, py: Python<'_>, threshold: u8) -> PyMask {
        PyMask::of(py.detach(|| self.alpha.to_mask(threshold)))
    }

    /// Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or
    /// repeated. If the margins do not fit into the new size, they shrink in proportion. fill: 'stretch' or 'tile'.
    #[pyo3(signature = (margins, width, height, fill = "stretch"))]
    pub(crate) fn nine_slice(
        &self,
        margins: SliceMargins,
        width: &Bound<'_, PyAny>,
        height: &Bound<'_, PyAny>,
        fill: &str,
    ) -> PyResult<PyAlphaMask> {
        let size = (length(width, "the width")?, length(height, "the height")?);
        let fill = choice(fill, "fill")?;
        Ok(PyAlphaMask::of(self.alpha.nine_slice(margins.0, size, fill).raise()?))
    }

    /// Whether the two collide by alpha sum: at some pixel both alphas are above 0 and they add up to 255 or more.
    pub(crate) fn overlaps(&self, py: Python<'_>, other: &PyAlphaMask, offset: Pixel) -> bool {
        py.detach(|| self.alpha.overlaps(&other.alpha, offset.0))
    }

    /// The number of pixels that collide by alpha sum.
    pub(crate) fn overlap_area(&self, py: Python<'_>, other: &PyAlphaMask, offset: Pixel) -> u64 {
        py.detach(|| self.alpha.overlap_area(&other.alpha, offset.0))
    }

    /// The first pixel (x, y) that collides by alpha sum, row by row from the top and from left to right; in its pixels. None if no pixel
    /// collides.
    pub(crate) fn first_overlap(&self, py: Python<'_>, other: &PyAlphaMask, offset: Pixel) -> Option<Xy> {
        py.detach(|| self.alpha.first_overlap(&other.alpha, offset.0)).map(xy)
    }

    /// The first pixel (x, y) that collides by alpha sum, in a scan order of your choice; in its pixels. None if no pixel collides. order:
    /// 'top-left', 'top-right', 'bottom-left', 'bottom-right', 'left-top', 'left-bottom', 'right-top' or 'right-bottom'.
    #[pyo3(signature = (other, offset, order = "top-left"))]
    pub(crate) fn extreme_overlap(
        &self,
        py: Python<'_>,
        other: &PyAlphaMask,
        offset: Pixel,
        order: &str,
    ) -> PyResult<Option<Xy>> {
        let order = choice(order, "order")?;
        Ok(py.detach(|| self.alpha.extreme_overlap(&other.alpha, offset.0, order)).map(xy))
    }

    /// The smallest rectangle (x, y, width, height) that contains all pixels that collide by alpha sum; in its pixels. None if no pixel
    /// collides.
    pub(crate) fn overlap_bounds(&self, py: Python<'_>, other: &PyAlphaMask, offset: Pixel) -> Option<Xywh> {
        py.detach(|| self.alpha.overlap_bounds(&other.alpha, offset.0)).map(xywh)
    }

    /// The pixels that collide by alpha sum, as a mask of its size.
    pub(crate) fn overlap_mask(&self, py: Python<'_>, other: &PyAlphaMask, offset: Pixel) -> PyMask {
        PyMask::of(py.detach(|| self.alpha.overlap_mask(&other.alpha, offset.0)))
    }

    /// Whether any world pixel meets by alpha sum, for two posed alpha masks.
    pub(crate) fn overlaps_posed(
        &self,
        py: Python<'_>,
        pose: &PyPose,
        other: &PyAlphaMask,
        other_pose: &PyPose,
    ) -> bool {
        py.detach(|| self.alpha.overlaps_posed(&pose.pose, &other.alpha, &other_pose.pose))
    }

    /// How many world pixels meet by alpha sum, for two posed alpha masks.
    pub(crate) fn overlap_area_posed(
        &self,
        py: Python<'_>,
        pose: &PyPose,
        other: &PyAlphaMask,
        other_pose: &PyPose,
    ) -> u64 {
        py.detach(|| self.alpha.overlap_area_posed(&pose.pose, &other.alpha, &other_pose.pose))
    }

    /// The first world pixel (x, y) (the topmost, then the leftmost) that meets by alpha sum, for two posed alpha masks.
    pub(crate) fn first_overlap_posed(
        &self,
        py: Python<'_>,
        pose: &PyPose,
        other: &PyAlphaMask,
        other_pose: &PyPose,
    ) -> Option<Xy> {
        py.detach(|| self.alpha.first_overlap_posed(&pose.pose, &other.alpha, &other_pose.pose)).map(xy)
    }

    /// The smallest rectangle (x, y, width, height) around all world pixels that meet by alpha sum, for two posed alpha masks.
    pub(crate) fn overlap_bounds_posed(
        &self,
        py: Python<'_>,
        pose: &PyPose,
        other: &PyAlphaMask,
        other_pose: &PyPose,
    ) -> Option<Xywh> {
        py.detach(|| self.alpha.overlap_bounds_posed(&pose.pose, &other.alpha, &other_pose.pose)).map(xywh)
    }

    /// What a posed alpha mask shows in the world: the alphas, and the world pixel of the upper left one.
    pub(crate) fn bake(&self, py: Python<'_>, pose: &PyPose) -> PyResult<(PyAlphaMask, Xy)> {
        let (made, corner) = py.detach(|| self.alpha.bake(&pose.pose)).raise()?;
        Ok((PyAlphaMask::of(made), xy(corner)))
    }

    fn __repr__(&self) -> String {
        format!(
            "<hitmask.AlphaMask {} x {}, alpha up to {}>",
            self.alpha.size().0,
            self.alpha.size().1,
            self.alpha.max_alpha()
        )
    }
}

#[pymethods]
impl PyAlphaLevel {
    /// The width and the height in pixels.
    #[getter]
    pub(crate) fn size(&self) -> (u32, u32) {
        self.view().size()
    }

    /// Whether the pixel is solid. False outside.
    pub(crate) fn contains(&self, pixel: Pixel) -> bool {
        self.view().contains(pixel.0)
    }

    /// The world pixels that it covers under a pose, as a mask, and the world pixel of the mask's upper left corner.
    pub(crate) fn bake(&self, py: Python<'_>, pose: &PyPose) -> PyResult<(PyMask, Xy)> {
        let (made, corner) = py.detach(|| self.view().bake(&pose.pose)).raise()?;
        Ok((PyMask::of(made), xy(corner)))
    }

    /// Whether two posed sprites cover a common pixel of the screen.
    pub(crate) fn overlaps_posed(
        &self,
        py: Python<'_>,
        pose: &PyPose,
        other: &PyAlphaLevel,
        other_pose: &PyPose,
    ) -> bool {
        py.detach(|| self.view().overlaps_posed(&pose.pose, &other.view(), &other_pose.pose))
    }

    /// The number of such pixels.
    pub(crate) fn overlap_area_posed(
        &self,
        py: Python<'_>,
        pose: &PyPose,
        other: &PyAlphaLevel,
        other_pose: &PyPose,
    ) -> u64 {
        py.detach(|| self.view().overlap_area_posed(&pose.pose, &other.view(), &other_pose.pose))
    }

    /// The first such pixel, in world pixels: the topmost, then the leftmost.
    pub(crate) fn first_overlap_posed(
        &self,
        py: Python<'_>,
        pose: &PyPose,
        other: &PyAlphaLevel,
        other_pose: &PyPose,
    ) -> Option<Xy> {
        py.detach(|| self.view().first_overlap_posed(&pose.pose, &other.view(), &other_pose.pose)).map(xy)
    }

    /// The smallest rectangle (x, y, width, height) around such pixels, in world pixels.
    pub(crate) fn overlap_bounds_posed(
        &self,
        py: Python<'_>,
        pose: &PyPose,
        other: &PyAlphaLevel,
        other_pose: &PyPose,
    ) -> Option<Xywh> {
        py.detach(|| self.view().overlap_bounds_posed(&pose.pose, &other.view(), &other_pose.pose)).map(xywh)
    }
}

#[pymethods]
impl PyLabelMask {
    /// A label mask with one label wherever the mask is solid.
    #[staticmethod]
    #[pyo3(signature = (mask, label = 1))]
    pub(crate) fn from_mask(mask: &Bound<'_, PyMask>, label: u8) -> PyLabelMask {
        let mask = mask.snapshot();
        PyLabelMask::of(LabelMask::from_mask(&mask, label))
    }

    /// The width and the height in pixels.
    #[getter]
    pub(crate) fn size(&self) -> (u32, u32) {
        self.labels.size()
    }

    /// The memory that it uses, in bytes: its fields, its labels and names, its solid pixels, and what posed queries keep with these.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.labels.memory_bytes()
    }

    /// One number for the size, the labels, and their names and numbers. It is the same on every machine and in every version of this
    /// library. Two label masks that differ have different hashes but for a chance of about 2⁻⁶⁴. It is kept until an edit.
    pub(crate) fn state_hash(&self) -> u64 {
        self.labels.state_hash()
    }

    /// The label of a pixel. 0 where it is clear, and outside.
    pub(crate) fn label(&self, pixel: Pixel) -> u8 {
        self.labels.label(pixel.0)
    }

    /// Whether the pixel is solid: whether its label is not 0. False outside.
    pub(crate) fn contains(&self, pixel: Pixel) -> bool {
        self.labels.contains(pixel.0)
    }

    /// The pixels inside a rectangle (x, y, width, height), as a label mask of the rectangle's size. Pixels outside it are clear.
    pub(crate) fn crop(&self, rect: Box4) -> PyResult<PyLabelMask> {
        let rect = rect.0.checked("rect").raise()?;
        Ok(PyLabelMask::of(self.labels.crop(rect)))
    }

    /// Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or
    /// repeated. If the margins do not fit into the new size, they shrink in proportion. Names and numbers of labels stay. fill: 'stretch'
    /// or 'tile'.
    #[pyo3(signature = (margins, width, height, fill = "stretch"))]
    pub(crate) fn nine_slice(
        &self,
        margins: SliceMargins,
        width: &Bound<'_, PyAny>,
        height: &Bound<'_, PyAny>,
        fill: &str,
    ) -> PyResult<PyLabelMask> {
        let size = (length(width, "the width")?, length(height, "the height")?);
        let fill = choice(fill, "fill")?;
        Ok(PyLabelMask::of(self.labels.nine_slice(margins.0, size, fill).raise()?))
    }

    /// Mirrored: left becomes right.
    pub(crate) fn flip_h(&self) -> PyLabelMask {
        PyLabelMask::of(self.labels.flip_h())
    }

    /// Mirrored: top becomes bottom.
    pub(crate) fn flip_v(&self) -> PyLabelMask {
        PyLabelMask::of(self.labels.flip_v())
    }

    /// Turned clockwise by 90 degrees.
    pub(crate) fn rotate90(&self) -> PyLabelMask {
        PyLabelMask::of(self.labels.rotate90())
    }

    /// What a posed label mask shows in the world: the labels, and the world pixel of the upper left one.
    pub(crate) fn bake(&self, pose: &PyPose) -> PyResult<(PyLabelMask, Xy)> {
        let (made, corner) = self.labels.bake(&pose.pose).raise()?;
        Ok((PyLabelMask::of(made), xy(corner)))
    }

    /// The label mask as bytes in a compact form with a checksum, to save it or to send it. Equal label masks give equal bytes.
    pub(crate) fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.labels.to_bytes())
    }

    /// Reads what `to_bytes` wrote. Raises ValueError if the bytes are damaged.
    #[staticmethod]
    pub(crate) fn from_bytes(data: &[u8]) -> PyResult<PyLabelMask> {
        Ok(PyLabelMask::of(LabelMask::from_bytes(data).raise()?))
    }

    /// Which labels of a label mask and of a shape meet: for each pair of labels in how many pixels, and the first of these. Sorted by the
    /// labels. A shape without labels counts as label 0.
    pub(crate) fn overlap_labels(&self, other: AnyShape, offset: Pixel) -> Vec<PyLabelOverlap> {
        self.labels.overlap_labels(&other.get(), offset.0).into_iter().map(Into::into).collect()
    }

    /// The first pixel that both share, and the labels there. None if they do not overlap.
    pub(crate) fn label_hit(&self, other: AnyShape, offset: Pixel) -> Option<PyLabelHit> {
        self.labels.label_hit(&other.get(), offset.0).map(Into::into)
    }

    /// Which labels meet under poses: the pixels are those of the world.
    pub(crate) fn overlap_labels_posed(
        &self,
        pose: &PyPose,
        other: AnyShape,
        other_pose: &PyPose,
    ) -> Vec<PyLabelOverlap> {
        self.labels
            .overlap_labels_posed(&pose.pose, &other.get(), &other_pose.pose)
            .into_iter()
            .map(Into::into)
            .collect()
    }

    /// The first world pixel that both share under poses, and the labels there.
    pub(crate) fn label_hit_posed(
        &self,
        pose: &PyPose,
        other: AnyShape,
        other_pose: &PyPose,
    ) -> Option<PyLabelHit> {
        self.labels.label_hit_posed(&pose.pose, &other.get(), &other_pose.pose).map(Into::into)
    }

    fn __repr__(&self) -> String {
        format!(
            "<hitmask.LabelMask {} x {}, {} labels>",
            self.labels.size().0,
            self.labels.size().1,
            self.labels.labels().len()
        )
    }
}

#[pymethods]
impl PyTerrain {
    /// A terrain with the size and the pixels of a mask.
    #[staticmethod]
    pub(crate) fn from_mask(mask: &Bound<'_, PyMask>) -> PyTerrain {
        let mask = mask.snapshot();
        PyTerrain::of(Terrain::from_mask(&mask))
    }

    /// The width and the height in pixels.
    #[getter]
    pub(crate) fn size(slf: &Bound<'_, Self>) -> (u32, u32) {
        PyTerrain::snapshot_of(slf).size()
    }

    /// The number of solid pixels. Takes constant time.
    pub(crate) fn count(slf: &Bound<'_, Self>) -> u64 {
        PyTerrain::snapshot_of(slf).count()
    }

    /// The smallest rectangle (x, y, width, height) that contains all solid pixels. None if no pixel is solid. Takes constant time.
    #[getter]
    pub(crate) fn bounds(slf: &Bound<'_, Self>) -> Option<Xywh> {
        PyTerrain::snapshot_of(slf).bounds().map(xywh)
    }

    /// Whether the pixel is solid. False outside the terrain.
    pub(crate) fn contains(slf: &Bound<'_, Self>, pixel: Pixel) -> bool {
        PyTerrain::snapshot_of(slf).contains(pixel.0)
    }

    /// The memory that the terrain uses, in bytes. Copies and snapshots share most of it, and each of them counts it all.
    pub(crate) fn memory_bytes(slf: &Bound<'_, Self>) -> usize {
        PyTerrain::snapshot_of(slf).memory_bytes()
    }

    /// The pixels inside a rectangle (x, y, width, height), as a mask of the rectangle's size. Pixels outside the terrain are clear.
    pub(crate) fn crop(slf: &Bound<'_, Self>, rect: Box4) -> PyResult<PyMask> {
        let rect = rect.0.checked("rect").raise()?;
        Ok(PyMask::of(PyTerrain::ask(slf, |it| it.crop(rect))))
    }

    /// One number for the size and the pixels: equal terrains have equal hashes, on every machine and in every version of this library.
    /// Other terrains have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on purpose.
    pub(crate) fn content_hash(slf: &Bound<'_, Self>) -> u64 {
        PyTerrain::ask(slf, |it| it.content_hash())
    }

    /// The terrain as bytes in a compact form with a checksum, to save it or to send it. Empty and full regions take a few bytes, a tile
    /// with a surface about a hundred. Equal terrains give equal bytes.
    pub(crate) fn to_bytes<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyBytes> {
        PyBytes::new(slf.py(), &PyTerrain::ask(slf, |it| it.to_bytes()))
    }

    /// Reads what `to_bytes` wrote. Raises ValueError if the bytes are damaged.
    #[staticmethod]
    pub(crate) fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<PyTerrain> {
        Ok(PyTerrain::of(py.detach(|| Terrain::from_bytes(data)).raise()?))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        PyTerrain::ask(slf, |it| {
            format!("<hitmask.Terrain {} x {}, {} solid>", it.width(), it.height(), it.count())
        })
    }
}

#[pymethods]
impl PyComponents {
    /// The number of components.
    pub(crate) fn __len__(&self) -> usize {
        self.components.len()
    }

    /// The number of the component with the most pixels; if there are several, the first of them. None if there are no components.
    #[getter]
    pub(crate) fn largest(&self) -> Option<usize> {
        self.components.largest()
    }

    /// The number of the component that contains the pixel. None for clear pixels and outside the mask. Takes one binary search among the
    /// runs of the row.
    pub(crate) fn component_at(&self, pixel: Pixel) -> Option<usize> {
        self.components.component_at(pixel.0)
    }

    fn __repr__(&self) -> String {
        format!("<hitmask.Components, {} of them>", self.components.len())
    }
}

#[pymethods]
impl PyMask {
    /// Disjoint rectangles (x, y, width, height) that together contain exactly the solid pixels, ordered from the top, left to right.
    pub(crate) fn rectangles(slf: &Bound<'_, Self>) -> Vec<Xywh> {
        slf.ask(0, |it| it.rectangles()).into_iter().map(xywh).collect()
    }

    /// The convex hull: the corners of the smallest convex polygon that contains the squares of all solid pixels. They are listed clockwise
    /// on a screen. The first is the topmost; if there are several, the leftmost of those. No three corners lie on a line. Empty if no
    /// pixel is solid.
    pub(crate) fn convex_hull(slf: &Bound<'_, Self>) -> Vec<Xy> {
        slf.ask(0, |it| it.convex_hull()).into_iter().map(xy).collect()
    }

    /// The area and the first and second moments of the solid pixels.
    pub(crate) fn moments(slf: &Bound<'_, Self>) -> PyMoments {
        slf.ask(0, |it| it.moments()).into()
    }
}

#[pymethods]
impl PyRunMask {
    /// The area and the first and second moments of the solid pixels.
    pub(crate) fn moments(&self) -> PyMoments {
        self.runs.moments().into()
    }
}

#[pymethods]
impl PyOutline {
    /// The number of rings.
    pub(crate) fn __len__(&self) -> usize {
        self.outline.len()
    }

    /// The number of corners of all rings together.
    #[getter]
    pub(crate) fn point_count(&self) -> usize {
        self.outline.point_count()
    }

    /// The mask that the outline was made from. For a simplified outline, the pixels whose centres lie inside it.
    pub(crate) fn to_mask(&self) -> PyMask {
        PyMask::of(self.outline.to_mask())
    }

    fn __repr__(&self) -> String {
        format!("<hitmask.Outline of {} rings, {} corners>", self.outline.len(), self.outline.point_count())
    }
}

#[pymethods]
impl PyPoseCache {
    /// Whether two posed masks overlap, by the raster rule. The pictures are kept.
    pub(crate) fn overlaps_posed(
        slf: &Bound<'_, Self>,
        a: &Bound<'_, PyMask>,
        pose_a: &PyPose,
        b: &Bound<'_, PyMask>,
        pose_b: &PyPose,
    ) -> bool {
        let a = a.snapshot();
        let b = b.snapshot();
        Self::with(slf, |it| it.overlaps_posed(&a, &pose_a.pose, &b, &pose_b.pose))
    }

    /// How many world pixels two posed masks both cover. The pictures are kept.
    pub(crate) fn overlap_area_posed(
        slf: &Bound<'_, Self>,
        a: &Bound<'_, PyMask>,
        pose_a: &PyPose,
        b: &Bound<'_, PyMask>,
        pose_b: &PyPose,
    ) -> u64 {
        let a = a.snapshot();
        let b = b.snapshot();
        Self::with(slf, |it| it.overlap_area_posed(&a, &pose_a.pose, &b, &pose_b.pose))
    }

    /// The first world pixel (x, y) (the topmost, then the leftmost) that two posed masks both cover. The pictures are kept.
    pub(crate) fn first_overlap_posed(
        slf: &Bound<'_, Self>,
        a: &Bound<'_, PyMask>,
        pose_a: &PyPose,
        b: &Bound<'_, PyMask>,
        pose_b: &PyPose,
    ) -> Option<Xy> {
        let a = a.snapshot();
        let b = b.snapshot();
        Self::with(slf, |it| it.first_overlap_posed(&a, &pose_a.pose, &b, &pose_b.pose)).map(xy)
    }

    /// The smallest rectangle (x, y, width, height) around the world pixels that two posed masks both cover. The pictures are kept.
    pub(crate) fn overlap_bounds_posed(
        slf: &Bound<'_, Self>,
        a: &Bound<'_, PyMask>,
        pose_a: &PyPose,
        b: &Bound<'_, PyMask>,
        pose_b: &PyPose,
    ) -> Option<Xywh> {
        let a = a.snapshot();
        let b = b.snapshot();
        Self::with(slf, |it| it.overlap_bounds_posed(&a, &pose_a.pose, &b, &pose_b.pose)).map(xywh)
    }

    /// The memory limit in bytes.
    #[getter]
    pub(crate) fn max_bytes(slf: &Bound<'_, Self>) -> usize {
        Self::with(slf, |it| it.max_bytes())
    }

    /// Drops every mask. The counters of hits, misses and evictions are kept.
    pub(crate) fn clear(slf: &Bound<'_, Self>) {
        Self::with(slf, |it| it.clear());
    }

    /// Hits and misses since the cache was made, and its current contents.
    #[getter]
    pub(crate) fn stats(slf: &Bound<'_, Self>) -> PyCacheStats {
        Self::with(slf, |it| it.stats()).into()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        Self::with(slf, |it| {
            format!("<hitmask.PoseCache of {} masks, {} bytes>", it.stats().entries, it.stats().bytes)
        })
    }
}

#[pymethods]
impl PyMask {
    /// When the other, moving straight from a position by a motion, first overlaps it. The position is the other's origin in its pixels.
    /// Both may lie between pixels; they are rounded to 65 536ths. The answer is exact at any speed. Its time is a Fraction from 0 up to
    /// but not including 1.
    pub(crate) fn cast(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyMask>,
        position: Position,
        motion: Position,
    ) -> PyResult<PyCast> {
        let position = PointQ16::from(position).checked("position").raise()?;
        let motion = PointQ16::from(motion).checked("motion").raise()?;
        Ok(slf.ask_pair(other, 0, |it, other| it.cast(other, position, motion)).into())
    }

    /// When the other, moving in whole pixels from an offset along a straight line, first overlaps it.
    pub(crate) fn cast_pixels(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyMask>,
        offset: Pixel,
        motion: Pixel,
    ) -> PyCast {
        slf.ask_pair(other, 0, |it, other| it.cast_pixels(other, offset.0, motion.0)).into()
    }

    /// The first solid pixel that a point hits, moving straight from a position by a motion. Both are in its pixels, in whole pixels or 65
    /// 536ths of a pixel. For lines of sight, lasers and bullets.
    pub(crate) fn ray_cast(slf: &Bound<'_, Self>, position: Position, motion: Position) -> PyResult<PyCast> {
        let position = PointQ16::from(position).checked("position").raise()?;
        let motion = PointQ16::from(motion).checked("motion").raise()?;
        Ok(slf.ask(0, |it| it.ray_cast(position, motion)).into())
    }
}

#[pymethods]
impl PyTerrain {
    /// When a mask, moving straight from a position by a motion, first overlaps the terrain.
    pub(crate) fn cast(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyMask>,
        position: Position,
        motion: Position,
    ) -> PyResult<PyCast> {
        let other = other.snapshot();
        let position = PointQ16::from(position).checked("position").raise()?;
        let motion = PointQ16::from(motion).checked("motion").raise()?;
        Ok(PyTerrain::ask(slf, |it| it.cast(&other, position, motion)).into())
    }

    /// When a mask, moving in whole pixels along a straight line from an offset, first overlaps the terrain.
    pub(crate) fn cast_pixels(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyMask>,
        offset: Pixel,
        motion: Pixel,
    ) -> PyCast {
        let other = other.snapshot();
        PyTerrain::ask(slf, |it| it.cast_pixels(&other, offset.0, motion.0)).into()
    }

    /// The first solid pixel that a point hits, moving straight from a position by a motion.
    pub(crate) fn ray_cast(slf: &Bound<'_, Self>, position: Position, motion: Position) -> PyResult<PyCast> {
        let position = PointQ16::from(position).checked("position").raise()?;
        let motion = PointQ16::from(motion).checked("motion").raise()?;
        Ok(PyTerrain::ask(slf, |it| it.ray_cast(position, motion)).into())
    }
}

#[pymethods]
impl PyCollisionBuffer {
    /// The region of the world that the buffer holds.
    #[getter]
    pub(crate) fn region(slf: &Bound<'_, Self>) -> Xywh {
        xywh(Self::with(slf, |it| it.region()))
    }

    /// Moves the buffer to another region, which may have another size, and erases what was drawn. The latched ids stay. Going back to an
    /// earlier region needs no new memory.
    pub(crate) fn set_region(slf: &Bound<'_, Self>, region: Box4) -> PyResult<()> {
        Self::with(slf, |it| it.set_region(region.0)).raise()
    }

    /// Moves the region, and erases what was drawn.
    pub(crate) fn move_to(slf: &Bound<'_, Self>, corner: Pixel) {
        Self::with(slf, |it| it.move_to(corner.0));
    }

    /// Erases what was drawn, at the start of a frame. The latched ids stay.
    pub(crate) fn clear(slf: &Bound<'_, Self>) {
        Self::with(slf, |it| it.clear());
    }

    /// The ids at a pixel, ascending, each once. Empty outside the region.
    pub(crate) fn ids_at(slf: &Bound<'_, Self>, pixel: Pixel) -> Vec<u32> {
        Self::with(slf, |it| it.ids_at(pixel.0))
    }

    /// Of the ids at a pixel, the one that was drawn last. None if there is no id, and outside the region.
    pub(crate) fn top_at(slf: &Bound<'_, Self>, pixel: Pixel) -> Option<u32> {
        Self::with(slf, |it| it.top_at(pixel.0))
    }

    /// The ids that have touched another id since the last call, ascending. The call clears them.
    pub(crate) fn take_latched(slf: &Bound<'_, Self>) -> Vec<u32> {
        Self::with(slf, |it| it.take_latched())
    }

    /// The bytes that the buffer takes, its own fields included.
    pub(crate) fn memory_bytes(slf: &Bound<'_, Self>) -> usize {
        Self::with(slf, |it| it.memory_bytes())
    }
}

#[pymethods]
impl PyCircle {
    /// The smallest rectangle (x, y, width, height) around the pixels that it covers. None if it covers none.
    #[getter]
    pub(crate) fn bounds(&self) -> Option<Xywh> {
        self.circle.bounds().map(xywh)
    }

    /// Whether it covers a pixel.
    pub(crate) fn contains(&self, pixel: Pixel) -> bool {
        self.circle.contains(pixel.0)
    }

    /// The pixels that it covers as a mask, and the place of the mask's corner.
    pub(crate) fn to_mask(&self) -> PyResult<(PyMask, Xy)> {
        let (made, corner) = self.circle.to_mask().raise()?;
        Ok((PyMask::of(made), xy(corner)))
    }

    /// The world pixels that it covers under a pose, as a mask, and the world pixel of the mask's upper left corner.
    pub(crate) fn bake(&self, pose: &PyPose) -> PyResult<(PyMask, Xy)> {
        let (made, corner) = self.circle.bake(&pose.pose).raise()?;
        Ok((PyMask::of(made), xy(corner)))
    }
}

#[pymethods]
impl PyConvexPolygon {
    /// The smallest rectangle (x, y, width, height) around the pixels that it covers. None if it covers none.
    #[getter]
    pub(crate) fn bounds(&self) -> Option<Xywh> {
        self.polygon.bounds().map(xywh)
    }

    /// Whether it covers a pixel.
    pub(crate) fn contains(&self, pixel: Pixel) -> bool {
        self.polygon.contains(pixel.0)
    }

    /// The pixels that it covers as a mask, and the place of the mask's corner.
    pub(crate) fn to_mask(&self) -> PyResult<(PyMask, Xy)> {
        let (made, corner) = self.polygon.to_mask().raise()?;
        Ok((PyMask::of(made), xy(corner)))
    }

    /// The world pixels that it covers under a pose, as a mask, and the world pixel of the mask's upper left corner.
    pub(crate) fn bake(&self, pose: &PyPose) -> PyResult<(PyMask, Xy)> {
        let (made, corner) = self.polygon.bake(&pose.pose).raise()?;
        Ok((PyMask::of(made), xy(corner)))
    }
}

#[pymethods]
impl PyTileSet {
    /// The number of tiles.
    pub(crate) fn __len__(&self) -> usize {
        self.set.len()
    }

    fn __repr__(&self) -> String {
        format!("<hitmask.TileSet of {} tiles>", self.set.len())
    }
}

#[pymethods]
impl PyTileMap {
    /// The number of columns and of rows of cells.
    #[getter]
    pub(crate) fn size(slf: &Bound<'_, Self>) -> (u32, u32) {
        PyTileMap::snapshot_of(slf).size()
    }

    /// The width and the height of a cell, in pixels.
    #[getter]
    pub(crate) fn cell_size(slf: &Bound<'_, Self>) -> (u32, u32) {
        PyTileMap::snapshot_of(slf).cell_size()
    }

    /// The memory that the map uses, in bytes: its cells, and what was drawn of them. Its set is not counted.
    pub(crate) fn memory_bytes(slf: &Bound<'_, Self>) -> usize {
        PyTileMap::snapshot_of(slf).memory_bytes()
    }

    /// One number for the sizes, the cells and the tiles: equal maps have equal hashes, on every machine and in every version of this
    /// library. Other maps have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on purpose.
    pub(crate) fn content_hash(slf: &Bound<'_, Self>) -> u64 {
        PyTileMap::snapshot_of(slf).content_hash()
    }

    /// The number of cells that are not empty. Takes constant time.
    pub(crate) fn filled(slf: &Bound<'_, Self>) -> u64 {
        PyTileMap::snapshot_of(slf).filled()
    }

    /// Empties all cells.
    pub(crate) fn clear(slf: &Bound<'_, Self>) {
        PyTileMap::edit(slf, |it| it.clear());
    }

    /// The map and its set as bytes in a compact form with a checksum, to save it or to send it. Equal maps give equal bytes.
    pub(crate) fn to_bytes<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyBytes> {
        PyBytes::new(slf.py(), &PyTileMap::ask(slf, |it| it.to_bytes()))
    }

    /// Reads what `to_bytes` wrote. Raises ValueError if the bytes are damaged.
    #[staticmethod]
    pub(crate) fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<PyTileMap> {
        Ok(PyTileMap::of(py.detach(|| TileMap::from_bytes(data)).raise()?))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        PyTileMap::ask(slf, |it| {
            format!(
                "<hitmask.TileMap {} x {} cells of {} x {} pixels, {} filled>",
                it.size().0,
                it.size().1,
                it.cell_size().0,
                it.cell_size().1,
                it.filled()
            )
        })
    }
}

#[pymethods]
impl PyTileMap {
    /// Whether a pixel is solid. False outside.
    pub(crate) fn contains(slf: &Bound<'_, Self>, pixel: Pixel) -> bool {
        look_at_tiles(slf, |it| it.contains(pixel.0))
    }

    /// The number of solid pixels. Reads all tiles, and keeps nothing: a map does not count its pixels while it changes.
    pub(crate) fn count(slf: &Bound<'_, Self>) -> u64 {
        ask_tiles(slf, |it| it.count())
    }

    /// The smallest rectangle (x, y, width, height) that contains all solid pixels. None if no pixel is solid. Reads all tiles, and keeps
    /// nothing.
    #[getter]
    pub(crate) fn bounds(slf: &Bound<'_, Self>) -> Option<Xywh> {
        ask_tiles(slf, |it| it.bounds()).map(xywh)
    }

    /// A part of a map as a mask.
    pub(crate) fn crop(slf: &Bound<'_, Self>, rect: Box4) -> PyResult<PyMask> {
        let rect = rect.0.checked("rect").raise()?;
        Ok(PyMask::of(ask_tiles(slf, |it| it.crop(rect))))
    }

    /// Draws the pixels in a rectangle (x, y, width, height) now, so that the first questions there are fast.
    pub(crate) fn draw_ahead(slf: &Bound<'_, Self>, rect: Box4) {
        ask_tiles(slf, |it| it.draw_ahead(rect.0));
    }

    /// The tiles that a shape meets, row by row of cells, left to right. The offset is the shape's origin in pixels of the map.
    pub(crate) fn overlap_tiles(slf: &Bound<'_, Self>, shape: AnyShape, offset: Pixel) -> Vec<PyTileOverlap> {
        ask_tiles(slf, |it| it.overlap_tiles(&shape.get(), offset.0)).into_iter().map(Into::into).collect()
    }

    /// The tile that is seen at a pixel: of several that are solid there, the one that is drawn last, in the lowest row of cells and there
    /// farthest to the right. None if the pixel is clear. Its `area` is 1.
    pub(crate) fn tile_at(slf: &Bound<'_, Self>, pixel: Pixel) -> Option<PyTileOverlap> {
        look_at_tiles(slf, |it| it.tile_at(pixel.0)).map(Into::into)
    }

    /// When a mask, moving straight from a position by a motion, first overlaps the tiles.
    pub(crate) fn cast(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyMask>,
        position: Position,
        motion: Position,
    ) -> PyResult<PyCast> {
        let other = other.snapshot();
        let position = PointQ16::from(position).checked("position").raise()?;
        let motion = PointQ16::from(motion).checked("motion").raise()?;
        Ok(ask_tiles(slf, |it| it.cast(&other, position, motion)).into())
    }

    /// When a mask, moving in whole pixels along a straight line from an offset, first overlaps the tiles.
    pub(crate) fn cast_pixels(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyMask>,
        offset: Pixel,
        motion: Pixel,
    ) -> PyCast {
        let other = other.snapshot();
        ask_tiles(slf, |it| it.cast_pixels(&other, offset.0, motion.0)).into()
    }

    /// When a point, moving straight from a position by a motion, first enters a solid pixel of the tiles.
    pub(crate) fn ray_cast(slf: &Bound<'_, Self>, position: Position, motion: Position) -> PyResult<PyCast> {
        let position = PointQ16::from(position).checked("position").raise()?;
        let motion = PointQ16::from(motion).checked("motion").raise()?;
        Ok(ask_tiles(slf, |it| it.ray_cast(position, motion)).into())
    }
}

#[pymethods]
impl PyTileView {
    /// Whether a pixel is solid. False outside.
    pub(crate) fn contains(slf: &Bound<'_, Self>, pixel: Pixel) -> bool {
        look_at_tiles(slf, |it| it.contains(pixel.0))
    }

    /// The number of solid pixels. Reads all tiles, and keeps nothing: a map does not count its pixels while it changes.
    pub(crate) fn count(slf: &Bound<'_, Self>) -> u64 {
        ask_tiles(slf, |it| it.count())
    }

    /// The smallest rectangle (x, y, width, height) that contains all solid pixels. None if no pixel is solid. Reads all tiles, and keeps
    /// nothing.
    #[getter]
    pub(crate) fn bounds(slf: &Bound<'_, Self>) -> Option<Xywh> {
        ask_tiles(slf, |it| it.bounds()).map(xywh)
    }

    /// A part of a map as a mask.
    pub(crate) fn crop(slf: &Bound<'_, Self>, rect: Box4) -> PyResult<PyMask> {
        let rect = rect.0.checked("rect").raise()?;
        Ok(PyMask::of(ask_tiles(slf, |it| it.crop(rect))))
    }

    /// Draws the pixels in a rectangle (x, y, width, height) now, so that the first questions there are fast.
    pub(crate) fn draw_ahead(slf: &Bound<'_, Self>, rect: Box4) {
        ask_tiles(slf, |it| it.draw_ahead(rect.0));
    }

    /// The tiles that a shape meets, row by row of cells, left to right. The offset is the shape's origin in pixels of the map.
    pub(crate) fn overlap_tiles(slf: &Bound<'_, Self>, shape: AnyShape, offset: Pixel) -> Vec<PyTileOverlap> {
        ask_tiles(slf, |it| it.overlap_tiles(&shape.get(), offset.0)).into_iter().map(Into::into).collect()
    }

    /// The tile that is seen at a pixel: of several that are solid there, the one that is drawn last, in the lowest row of cells and there
    /// farthest to the right. None if the pixel is clear. Its `area` is 1.
    pub(crate) fn tile_at(slf: &Bound<'_, Self>, pixel: Pixel) -> Option<PyTileOverlap> {
        look_at_tiles(slf, |it| it.tile_at(pixel.0)).map(Into::into)
    }

    /// When a mask, moving straight from a position by a motion, first overlaps the tiles.
    pub(crate) fn cast(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyMask>,
        position: Position,
        motion: Position,
    ) -> PyResult<PyCast> {
        let other = other.snapshot();
        let position = PointQ16::from(position).checked("position").raise()?;
        let motion = PointQ16::from(motion).checked("motion").raise()?;
        Ok(ask_tiles(slf, |it| it.cast(&other, position, motion)).into())
    }

    /// When a mask, moving in whole pixels along a straight line from an offset, first overlaps the tiles.
    pub(crate) fn cast_pixels(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyMask>,
        offset: Pixel,
        motion: Pixel,
    ) -> PyCast {
        let other = other.snapshot();
        ask_tiles(slf, |it| it.cast_pixels(&other, offset.0, motion.0)).into()
    }

    /// When a point, moving straight from a position by a motion, first enters a solid pixel of the tiles.
    pub(crate) fn ray_cast(slf: &Bound<'_, Self>, position: Position, motion: Position) -> PyResult<PyCast> {
        let position = PointQ16::from(position).checked("position").raise()?;
        let motion = PointQ16::from(motion).checked("motion").raise()?;
        Ok(ask_tiles(slf, |it| it.ray_cast(position, motion)).into())
    }
}

#[pymethods]
impl PyWorld {
    /// Removes all colliders. Their handles become stale. Their contacts end at the next step.
    pub(crate) fn clear(slf: &Bound<'_, Self>) -> PyResult<()> {
        Self::with(slf, |it| it.clear())
    }

    /// How many colliders there are, disabled ones included.
    pub(crate) fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Self::with(slf, |it| it.len())
    }

    /// Whether a collider of this handle is in the world. False if the handle is stale.
    pub(crate) fn __contains__(slf: &Bound<'_, Self>, collider: Id) -> PyResult<bool> {
        Self::with(slf, |it| it.contains(handle(collider)))
    }

    /// The bytes that the world allocated, and its own size.
    pub(crate) fn memory_bytes(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Self::with(slf, |it| it.memory_bytes())
    }

    /// Where a collider's pivot lies; without a pivot, its shape's origin. As it was set, or as a move left it: a character's remainder is
    /// part of it. In a wrapped world, modulo the size.
    pub(crate) fn position(slf: &Bound<'_, Self>, collider: Id) -> PyResult<(f64, f64)> {
        Ok(pixels(live(Self::with(slf, |it| it.position(handle(collider)))?, collider)?))
    }

    /// A rectangle (x, y, width, height) around the world pixels that a collider may cover. None if it covers none.
    pub(crate) fn bounds(slf: &Bound<'_, Self>, collider: Id) -> PyResult<Option<Xywh>> {
        Ok(live(
            Self::with(slf, |it| it.contains(handle(collider)).then(|| it.bounds(handle(collider))))?,
            collider,
        )?
        .map(xywh))
    }

    /// Moves a collider: its pivot then lies at the position; without a pivot, its shape's origin (for most shapes the upper left corner).
    /// The other parts of its transform stay as they are.
    pub(crate) fn set_position(slf: &Bound<'_, Self>, collider: Id, position: Position) -> PyResult<()> {
        let position = PointQ16::from(position).checked("position").raise()?;
        live(Self::with(slf, |it| it.set_position(handle(collider), position))?, collider)
    }

    /// Puts a collider at a position. A swept one was not on the way there.
    pub(crate) fn teleport(slf: &Bound<'_, Self>, collider: Id, position: Position) -> PyResult<()> {
        let position = PointQ16::from(position).checked("position").raise()?;
        live(Self::with(slf, |it| it.teleport(handle(collider), position))?, collider)
    }

    /// Shows another frame of a collider's animation, counted from 0. Raises IndexError if there is no such frame.
    pub(crate) fn set_frame(slf: &Bound<'_, Self>, collider: Id, frame: usize) -> PyResult<()> {
        live(Self::with(slf, |it| it.try_set_frame(handle(collider), frame))?.raise()?, collider)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Self::with(slf, |it| format!("<hitmask.World of {} colliders, {} steps>", it.len(), it.steps()))
    }
}

#[pymethods]
impl PyWorld {
    /// How many steps succeeded so far. So it is the number of the last successful step, counted from 1.
    #[getter]
    pub(crate) fn steps(slf: &Bound<'_, Self>) -> PyResult<u64> {
        Self::with(slf, |it| it.steps())
    }

    /// The colliders that touched this one in the last step.
    pub(crate) fn contacts_of(slf: &Bound<'_, Self>, collider: Id) -> PyResult<Vec<Id>> {
        live(
            Self::with(slf, |it| {
                it.contacts_of(handle(collider)).map(|all| all.map(Handle::to_bits).collect())
            })?,
            collider,
        )
    }

    /// The number of the step in which two colliders began to touch. None if they did not touch in the last step.
    pub(crate) fn touching_since(slf: &Bound<'_, Self>, a: Id, b: Id) -> PyResult<Option<u64>> {
        Self::with(slf, |it| it.touching_since(handle(a), handle(b)))
    }
}

#[pymethods]
impl PyWorld {
    /// The topmost collider that covers a pixel: by order, then by handle.
    #[pyo3(signature = (pixel, *, filter = None))]
    pub(crate) fn pick(slf: &Bound<'_, Self>, pixel: Pixel, filter: Filter<'_, '_>) -> PyResult<Option<Id>> {
        Ok(PyQueryFilter::ask(filter, slf, |it, filter| it.pick(pixel.0, filter))?.map(Handle::to_bits))
    }

    /// All colliders that cover a pixel, the topmost first.
    #[pyo3(signature = (pixel, *, filter = None))]
    pub(crate) fn pick_all(slf: &Bound<'_, Self>, pixel: Pixel, filter: Filter<'_, '_>) -> PyResult<Vec<Id>> {
        Ok(PyQueryFilter::ask(filter, slf, |it, filter| it.pick_all(pixel.0, filter))?
            .into_iter()
            .map(Handle::to_bits)
            .collect())
    }

    /// The collider that covers the pixel nearest to this one, at most so many pixels away.
    #[pyo3(signature = (pixel, within, *, filter = None))]
    pub(crate) fn nearest(
        slf: &Bound<'_, Self>,
        pixel: Pixel,
        within: u32,
        filter: Filter<'_, '_>,
    ) -> PyResult<Option<PyNearest>> {
        Ok(PyQueryFilter::ask(filter, slf, |it, filter| it.nearest(pixel.0, within, filter))?.map(Into::into))
    }

    /// The direction of a collider's surface within a radius of a world pixel, such as the one that a ray has hit: it points out of the
    /// ground, across it. A radius of 16 is right to about a degree. (0, 0) if nothing lies there.
    pub(crate) fn surface_normal(
        slf: &Bound<'_, Self>,
        collider: Id,
        pixel: Pixel,
        radius: u32,
    ) -> PyResult<Xy> {
        Ok(xy(live(Self::with(slf, |it| it.surface_normal(handle(collider), pixel.0, radius))?, collider)?))
    }
}

#[pymethods]
impl PyWorld {
    /// Whether a collider would overlap a solid collider at a position, and which least move of at most limit pixels would free it there.
    /// Nothing changes.
    #[pyo3(signature = (collider, position, limit = 0, *, filter = None))]
    pub(crate) fn fit_at(
        slf: &Bound<'_, Self>,
        collider: Id,
        position: Position,
        limit: u32,
        filter: Filter<'_, '_>,
    ) -> PyResult<PyFit> {
        Ok(live(
            PyQueryFilter::ask(filter, slf, |it, filter| {
                it.try_fit_at(handle(collider), position, limit, filter)
            })?
            .raise()?,
            collider,
        )?
        .into())
    }

    /// Shows another frame of an animation if the collider then overlaps no solid collider; otherwise after the least move of at most limit
    /// pixels that frees it; otherwise nothing changes. The answer says which.
    #[pyo3(signature = (collider, frame, limit = 0, *, filter = None))]
    pub(crate) fn fit_frame(
        slf: &Bound<'_, Self>,
        collider: Id,
        frame: usize,
        limit: u32,
        filter: Filter<'_, '_>,
    ) -> PyResult<PyFit> {
        Ok(live(
            PyQueryFilter::ask(filter, slf, |it, filter| {
                it.fit_frame(handle(collider), frame, limit, filter)
            })?
            .raise()?,
            collider,
        )?
        .into())
    }

    /// Gives a collider another shape, if it fits there, or after a move of at most limit pixels.
    #[pyo3(signature = (collider, shape, limit = 0, *, filter = None))]
    pub(crate) fn fit_shape(
        slf: &Bound<'_, Self>,
        collider: Id,
        shape: AnyCollider,
        limit: u32,
        filter: Filter<'_, '_>,
    ) -> PyResult<PyFit> {
        Ok(live(
            PyQueryFilter::ask(filter, slf, |it, filter| {
                it.fit_shape(handle(collider), shape.0, limit, filter)
            })?
            .raise()?,
            collider,
        )?
        .into())
    }

    /// Frees a collider from the solid colliders that it overlaps by the least move of at most limit pixels.
    #[pyo3(signature = (collider, limit, *, filter = None))]
    pub(crate) fn unstick(
        slf: &Bound<'_, Self>,
        collider: Id,
        limit: u32,
        filter: Filter<'_, '_>,
    ) -> PyResult<PyFit> {
        Ok(live(
            PyQueryFilter::ask(filter, slf, |it, filter| it.try_unstick(handle(collider), limit, filter))?
                .raise()?,
            collider,
        )?
        .into())
    }

    /// What carries a character or a crate. None if nothing does.
    pub(crate) fn support(slf: &Bound<'_, Self>, collider: Id) -> PyResult<Option<Id>> {
        Ok(live(
            Self::with(slf, |it| it.contains(handle(collider)).then(|| it.support(handle(collider))))?,
            collider,
        )?
        .map(Handle::to_bits))
    }
}

#[pymethods]
impl PyWorld {
    /// The parts that were attached to a collider, sorted by handle; not the parts of these.
    pub(crate) fn parts_of(slf: &Bound<'_, Self>, root: Id) -> PyResult<Vec<Id>> {
        live(
            Self::with(slf, |it| it.parts_of(handle(root)).map(|all| all.map(Handle::to_bits).collect()))?,
            root,
        )
    }

    /// What a part was attached to: its root, or a part of it. None if the collider is no part.
    pub(crate) fn parent_of(slf: &Bound<'_, Self>, part: Id) -> PyResult<Option<Id>> {
        Ok(live(Self::with(slf, |it| it.contains(handle(part)).then(|| it.parent_of(handle(part))))?, part)?
            .map(Handle::to_bits))
    }

    /// The root of a part: of a part of a part, the collider above them all that is no part. None if the collider is no part.
    pub(crate) fn root_of(slf: &Bound<'_, Self>, part: Id) -> PyResult<Option<Id>> {
        Ok(live(Self::with(slf, |it| it.contains(handle(part)).then(|| it.root_of(handle(part))))?, part)?
            .map(Handle::to_bits))
    }
}

#[pymethods]
impl PyWorld {
    /// One number for the state of the world, to find out whether two machines still agree. Two worlds that were built by equal calls have
    /// equal hashes: on every machine, with every broad phase, on any number of threads, and no matter whether one of them was restored
    /// from a snapshot or from bytes. Worlds that differ have the same hash with a chance of about 2⁻⁶⁴.
    pub(crate) fn state_hash(slf: &Bound<'_, Self>) -> PyResult<u64> {
        Self::with(slf, |it| it.state_hash())
    }
}

#[pymethods]
impl PyPack {
    /// Whether bytes begin like a pack. The first four are enough.
    #[staticmethod]
    pub(crate) fn is_pack(data: &[u8]) -> bool {
        Pack::is_pack(data)
    }

    /// The number of entries.
    pub(crate) fn __len__(&self) -> usize {
        self.pack.len()
    }

    fn __repr__(&self) -> String {
        format!("<hitmask.Pack, {} entries>", self.pack.len())
    }
}

#[pymethods]
impl PyPackEntry {
    /// The name. No other entry has it.
    #[getter]
    pub(crate) fn name(&self) -> &str {
        self.entry().name()
    }

    /// The number of the frame in its sprite, counted from 0.
    #[getter]
    pub(crate) fn frame(&self) -> usize {
        self.entry().frame_number()
    }

    /// The width and the height of the frame in pixels.
    #[getter]
    pub(crate) fn size(&self) -> (u32, u32) {
        self.entry().size()
    }

    /// The smallest rectangle (x, y, width, height) around what is solid, or around what has an alpha above 0.
    #[getter]
    pub(crate) fn trim(&self) -> Xywh {
        xywh(self.entry().trim())
    }

    /// Whether it keeps the alpha of every pixel. Otherwise it keeps which pixels are solid.
    #[getter]
    pub(crate) fn has_alpha(&self) -> bool {
        self.entry().has_alpha()
    }

    /// The least alpha that is solid.
    #[getter]
    pub(crate) fn level(&self) -> u8 {
        self.entry().level()
    }

    /// The mask, of the size of the frame. Raises ValueError if the data is damaged, MemoryError beyond max_memory.
    pub(crate) fn mask(&self, py: Python<'_>) -> PyResult<PyMask> {
        Ok(PyMask::of(self.read(py, |it| it.mask())?))
    }

    /// The mask, cut to the trim.
    pub(crate) fn trimmed_mask(&self, py: Python<'_>) -> PyResult<PyMask> {
        Ok(PyMask::of(self.read(py, |it| it.trimmed_mask())?))
    }

    /// The alpha of every pixel. Of a mask it is 255 where the mask is solid, and 0 elsewhere.
    pub(crate) fn alpha(&self, py: Python<'_>) -> PyResult<PyAlphaMask> {
        Ok(PyAlphaMask::of(self.read(py, |it| it.alpha())?))
    }

    /// The mask as runs.
    pub(crate) fn runs(&self, py: Python<'_>) -> PyResult<PyRunMask> {
        Ok(PyRunMask::of(self.read(py, |it| it.runs())?))
    }

    /// The outline. None if the pack has none for this entry; then `mask().outline()` traces one.
    pub(crate) fn outline(&self, py: Python<'_>) -> PyResult<Option<PyOutline>> {
        Ok(self.read(py, |it| it.outline())?.map(PyOutline::of))
    }

    fn __repr__(&self) -> String {
        format!(
            "<hitmask.PackEntry '{}', {} x {}>",
            self.entry().name(),
            self.entry().size().0,
            self.entry().size().1
        )
    }
}

#[pymethods]
impl PyWorld {
    /// Sets the kind of a collider. How it takes part.
    fn set_kind(slf: &Bound<'_, Self>, collider: Id, kind: &str) -> PyResult<()> {
        let kind = choice(kind, "kind")?;
        Self::edit(slf, collider, |it| it.kind = kind)
    }

    /// Sets the layers that it is on, and those that it meets, 32 bits each.
    fn set_layers(slf: &Bound<'_, Self>, collider: Id, layers: (u32, u32)) -> PyResult<()> {
        let layers = hitmask::Layers::new(layers.0, layers.1);
        Self::edit(slf, collider, |it| it.layers = layers)
    }

    /// Sets the group of a collider. Colliders of the same group never meet. 0 is no group.
    fn set_group(slf: &Bound<'_, Self>, collider: Id, group: u32) -> PyResult<()> {
        Self::edit(slf, collider, |it| it.group = group)
    }

    /// Sets the space of a collider. Only colliders of the same space meet.
    fn set_space(slf: &Bound<'_, Self>, collider: Id, space: u32) -> PyResult<()> {
        Self::edit(slf, collider, |it| it.space = space)
    }

    /// Sets its place in the drawing order, for picking: higher is on top.
    fn set_order(slf: &Bound<'_, Self>, collider: Id, order: i32) -> PyResult<()> {
        Self::edit(slf, collider, |it| it.order = order)
    }

    /// Sets the data of a collider. Yours: a number that events carry.
    fn set_data(slf: &Bound<'_, Self>, collider: Id, data: u64) -> PyResult<()> {
        Self::edit(slf, collider, |it| it.data = data)
    }

    /// Sets whether it meets anything at all.
    fn set_enabled(slf: &Bound<'_, Self>, collider: Id, enabled: bool) -> PyResult<()> {
        Self::edit(slf, collider, |it| it.enabled = enabled)
    }

    /// Sets whether steps look at its whole path since the last step, so that it passes through nothing.
    fn set_swept(slf: &Bound<'_, Self>, collider: Id, swept: bool) -> PyResult<()> {
        Self::edit(slf, collider, |it| it.swept = swept)
    }

    /// Sets whether only the first of its new touches in a step counts: by their times, those without a time at the end.
    fn set_first_only(slf: &Bound<'_, Self>, collider: Id, first_only: bool) -> PyResult<()> {
        Self::edit(slf, collider, |it| it.first_only = first_only)
    }

    /// Sets the up of a collider. Where up is for a character or a crate. None if it is seen from above: then there is no floor, and every
    /// blocker is a wall.
    #[pyo3(signature = (collider, up))]
    fn set_up(slf: &Bound<'_, Self>, collider: Id, up: Option<&str>) -> PyResult<()> {
        let up = up_of(up)?;
        Self::edit(slf, collider, |it| it.up = up)
    }

    /// Sets the side from which one comes onto a one-way collider. It refuses only steps against that side.
    fn set_open_side(slf: &Bound<'_, Self>, collider: Id, open_side: &str) -> PyResult<()> {
        let open_side = choice(open_side, "open_side")?;
        Self::edit(slf, collider, |it| it.open_side = open_side)
    }

    /// Sets whether it stands on whole pixels and keeps the rest of its position as a remainder.
    fn set_whole_pixels(slf: &Bound<'_, Self>, collider: Id, whole_pixels: bool) -> PyResult<()> {
        Self::edit(slf, collider, |it| it.whole_pixels = whole_pixels)
    }
}
