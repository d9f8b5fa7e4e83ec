//! Which world pixels a collider covers, and how two colliders are compared.

pub(crate) mod cover;
pub(crate) mod drawings;
pub(crate) mod drawn;
pub(crate) mod quick;
pub(crate) mod texels;
pub(crate) mod turned;
