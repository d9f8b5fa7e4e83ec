"""Choices that have names."""

from enum import StrEnum


class PixelRule(StrEnum):
    """Which pixels of posed sprites meet. The plain strings 'raster' and 'geometry' mean the same."""

    RASTER = "raster"
    """Two sprites overlap if both cover the centre of one pixel of the screen."""
    GEOMETRY = "geometry"
    """Two sprites overlap if two of their solid pixels, as turned squares, share some area."""
