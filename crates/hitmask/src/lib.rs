//! Pixel-exact collision for 2D sprites: masks, runs and alpha, at machine speed.
