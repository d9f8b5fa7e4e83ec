"""Draws the tiles and the map of the example `level_platformer`: hills.png, hills.tsx, hills.tmx, and lamp.tx.

    python make.py

Made by this project; free for any use (CC0). Tiled opens the map.
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parents[1] / "tests/data"))
from picture import png

SIDE = 16
CLEAR = (0, 0, 0, 0)
EARTH, DARK, GRASS, LIGHT = (112, 78, 56, 255), (92, 62, 46, 255), (96, 160, 72, 255), (140, 196, 96, 255)
WOOD, NAIL, STEEL, SHINE = (168, 116, 64, 255), (120, 80, 44, 255), (150, 160, 172, 255), (214, 222, 230, 255)
RED, POLE, BULB, STONE = (208, 64, 56, 255), (200, 200, 190, 255), (250, 214, 96, 255), (104, 108, 124, 255)


def earth(x, y):
    return DARK if (x * 7 + y * 13) % 29 < 3 else EARTH


def grown(top):
    """Earth below a line, with grass on it."""
    def pixel(x, y):
        depth = y - top(x)
        return CLEAR if depth < 0 else LIGHT if depth < 1 else GRASS if depth < 3 else earth(x, y)
    return pixel


def spikes(x, y):
    reach = abs(x % 8 - 3.5)
    return CLEAR if y < 6 + 2.4 * reach else SHINE if x % 8 < 4 else STEEL


def flag(x, y):
    return POLE if x in (3, 4) else RED if 5 <= x < 14 - abs(y - 5) and 1 <= y <= 9 else CLEAR


def lamp(x, y):
    if 6 <= x <= 9 and y >= 7:
        return STONE
    return BULB if (x - 7.5) ** 2 + (y - 4) ** 2 < 12 else CLEAR


def plank(x, y):
    return CLEAR if y > 3 else NAIL if x in (2, 13) and y in (1, 2) else WOOD


TILES = [
    earth, grown(lambda x: 0), grown(lambda x: 15 - x), grown(lambda x: 15 - x // 2), grown(lambda x: 7 - x // 2),
    plank, spikes, flag, lamp,
]


COLUMNS = 3
ROWS = -(-len(TILES) // COLUMNS)
(HERE / "hills.png").write_bytes(png(
    COLUMNS * SIDE, ROWS * SIDE, lambda x, y: TILES[x // SIDE + COLUMNS * (y // SIDE)](x % SIDE, y % SIDE)))

(HERE / "hills.tsx").write_text(f'''<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="hills" tilewidth="{SIDE}" tileheight="{SIDE}" tilecount="{len(TILES)}" columns="{COLUMNS}">
 <image source="hills.png" width="{COLUMNS * SIDE}" height="{ROWS * SIDE}"/>
 <tile id="5"><properties><property name="hitmask" value="one-way"/></properties></tile>
 <tile id="6"><properties><property name="hitmask" value="sensor"/><property name="number" type="int" value="10"/><property name="deadly" type="bool" value="true"/></properties></tile>
 <tile id="7"><properties><property name="hitmask" value="none"/></properties></tile>
</tileset>
''')
(HERE / "lamp.tx").write_text(f'''<?xml version="1.0" encoding="UTF-8"?>
<template>
 <tileset firstgid="1" source="hills.tsx"/>
 <object name="lamp" type="Checkpoint" gid="9" width="{SIDE}" height="{SIDE}"><properties><property name="hitmask" value="sensor"/></properties></object>
</template>
''')

FLIP_X = 1 << 31
KEY = {".": 0, "#": 1, "G": 2, "/": 3, "\\": 3 | FLIP_X, "1": 4, "2": 5, "3": 5 | FLIP_X, "4": 4 | FLIP_X, "=": 6, "^": 7, "F": 8}
MAP = r"""
..............................
..............................
............................F.
..........................GGGG
................===.......####
..............................
............==................
....12GGG34........../GG......
GGGG#######GGG...GGGG###......
##############^^^#######......
##############################
""".split()
# Everything right of the lift is a cliff.
MAP = [row[:26] + (row[26:] if y < 4 else "####") for y, row in enumerate(MAP)]
WIDTH, HEIGHT = len(MAP[0]), len(MAP)
assert all(len(row) == WIDTH for row in MAP)
CELLS = ",\n".join(",".join(str(KEY[letter]) for letter in row) for row in MAP)

(HERE / "hills.tmx").write_text(f'''<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.11.0" orientation="orthogonal" renderorder="right-down" width="{WIDTH}" height="{HEIGHT}" tilewidth="{SIDE}" tileheight="{SIDE}" infinite="0" nextlayerid="3" nextobjectid="6">
 <tileset firstgid="1" source="hills.tsx"/>
 <layer id="1" name="ground" width="{WIDTH}" height="{HEIGHT}"><data encoding="csv">
{CELLS}
</data></layer>
 <objectgroup id="2" name="things">
  <object id="1" name="start" x="24" y="120"><point/></object>
  <object id="2" template="lamp.tx" x="{11 * SIDE}" y="{8 * SIDE}"/>
  <object id="3" template="lamp.tx" x="{19 * SIDE}" y="{8 * SIDE}"/>
  <object id="4" name="lift" type="Lift" x="{24 * SIDE + 3}" y="{7 * SIDE}" width="26" height="5"><properties><property name="rise" type="int" value="{4 * SIDE}"/></properties></object>
  <object id="5" name="goal" type="Goal" x="{27 * SIDE + 8}" y="{SIDE}" width="{SIDE}" height="{2 * SIDE}"><properties><property name="hitmask" value="sensor"/></properties></object>
 </objectgroup>
</map>
''')
