//! Scripts of edits.
