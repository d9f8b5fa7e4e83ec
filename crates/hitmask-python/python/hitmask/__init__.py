"""Pixel-exact collision for 2D sprites."""

from hitmask._hitmask import Mask

__all__ = ["Mask"]
