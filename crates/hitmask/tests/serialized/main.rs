//! The forms in which values are saved: they stay as they are, and reading them checks what constructors check.

mod forms;
mod refused;
