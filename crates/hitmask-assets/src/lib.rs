//! Reads PNG, GIF, WebP, atlases and Aseprite files into hitmask masks.
