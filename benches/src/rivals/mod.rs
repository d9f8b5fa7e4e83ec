//! The rivals of hitmask. Each file has one rival: how it is made from a mask, and its queries.

pub mod binary_raster;
pub mod boxes;
pub mod imageproc;
pub mod inverse;
pub mod naive;
pub mod parry;
pub mod parry_posed;
pub mod python;
pub mod roaring;
pub mod spiral;
pub mod stripe;
pub mod walk;
