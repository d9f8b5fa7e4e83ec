//! hitmask against its rivals.
