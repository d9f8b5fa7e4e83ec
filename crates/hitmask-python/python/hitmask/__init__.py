"""Pixel-exact collision for 2D sprites: do these two sprites touch where they are solid, and if so, where?

y points down. An offset is the other's upper left corner minus this one's, in pixels. Points are `(x, y)`, rectangles
`(x, y, width, height)`. Shapes that only touch at an edge do not overlap.

>>> import hitmask
>>> ship = hitmask.Mask.filled(16, 16)
>>> rock = hitmask.Circle((6, 6), 6)
>>> ship.overlaps(rock, (9, -4))
True
>>> ship.first_overlap(rock, (9, -4))
(9, 0)
"""

from hitmask._hitmask import (
    AlphaLevel,
    AlphaMask,
    Cast,
    Circle,
    Closest,
    CollisionBuffer,
    Component,
    Components,
    ConvexPolygon,
    Event,
    Frame,
    Island,
    Mask,
    Met,
    Moments,
    Outline,
    Pose,
    PosedCast,
    Ring,
    RunMask,
    Slid,
    Sprite,
    Terrain,
    Touch,
    World,
    WorldSnapshot,
    __version__,
    first_overlaps_batch,
    load,
    overlap_areas_batch,
    overlaps_batch,
    overlaps_posed_batch,
)
from hitmask._picture import show

__all__ = [
    "AlphaLevel",
    "AlphaMask",
    "Cast",
    "Circle",
    "Closest",
    "CollisionBuffer",
    "Component",
    "Components",
    "ConvexPolygon",
    "Event",
    "Frame",
    "Island",
    "Mask",
    "Met",
    "Moments",
    "Outline",
    "Pose",
    "PosedCast",
    "Ring",
    "RunMask",
    "Slid",
    "Sprite",
    "Terrain",
    "Touch",
    "World",
    "WorldSnapshot",
    "__version__",
    "first_overlaps_batch",
    "load",
    "overlap_areas_batch",
    "overlaps_batch",
    "overlaps_posed_batch",
    "show",
]
