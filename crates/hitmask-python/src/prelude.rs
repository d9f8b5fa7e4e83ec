//! What most files of this crate need.

pub(crate) use crate::alpha::PyAlphaMask;
pub(crate) use crate::array::{array_of, bytes_of, pixels_of};
pub(crate) use crate::cast::PyCast;
pub(crate) use crate::convex::{PyCircle, PyConvexPolygon};
pub(crate) use crate::errors::Raise;
pub(crate) use crate::kept::edit;
pub(crate) use crate::labels::PyLabelMask;
pub(crate) use crate::late::{Burial, Late};
pub(crate) use crate::mask::{MaskObject, PyMask};
pub(crate) use crate::numbers::{
    self, All, Box4, Items, Pixel, Position, Xy, Xywh, collected, length, pixels, type_name, xy, xywh,
};
pub(crate) use crate::pose::{PyPose, Scale, pixel_rule};
pub(crate) use crate::runs::PyRunMask;
pub(crate) use crate::shape::{AnyShape, shape_methods};
pub(crate) use crate::table::{PyEvent, PyPosedCast};
pub(crate) use crate::terrain::PyTerrain;
pub(crate) use crate::tiles::{PyTileMap, PyTileView, TileObject};
pub(crate) use crate::value::{Choice, choice, pickles};
pub(crate) use crate::world::{Id, PyWorld, handle, live};
pub(crate) use hitmask::{
    AlphaRule, Angle, Collider, ColliderShape, DecodeError, Handle, InvalidArgument, LabelMask, Layers, Mask,
    Member, MoveOptions, PixelRule, Placed, Point, PointQ16, Pose, PoseParts, QueryFilter, Rect, Run,
    RunMask, Terrain, TileMap, TimeOfImpact, World,
};
pub(crate) use hitmask_assets::{LevelOptions, LevelRule, Sprite, load_levels};
pub(crate) use pyo3::conversion::FromPyObjectOwned;
pub(crate) use pyo3::exceptions::{
    PyIndexError, PyKeyError, PyMemoryError, PyOverflowError, PyRuntimeError, PyTypeError, PyValueError,
};
pub(crate) use pyo3::prelude::*;
pub(crate) use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
pub(crate) use pyo3::{PyTraverseError, PyVisit, intern};
pub(crate) use std::borrow::Cow;
pub(crate) use std::cell::Cell;
pub(crate) use std::collections::HashMap;
pub(crate) use std::path::PathBuf;
pub(crate) use std::sync::atomic::Ordering;
pub(crate) use std::sync::{Arc, Mutex, PoisonError};
