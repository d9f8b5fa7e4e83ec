"""Makes the maps of the tests: the same level in every encoding of Tiled, in XML and JSON, finite and infinite; maps of every
orientation; and an LDtk project in one file and in several.

    python make.py        needs the package zstandard

It shares no code with the reader. Its pictures and maps are made by this project and are free for any use (CC0).
"""

import base64
import gzip
import json
import random
import struct
import sys
import zlib
from pathlib import Path

import zstandard

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))
from picture import png

H, V, D, X = 1 << 31, 1 << 30, 1 << 29, 1 << 28


def write(name, data):
    path = HERE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())


def picture(name, width, height, pixel):
    write(name, png(width, height, pixel))


CLEAR = (0, 0, 0, 0)


def tile_pixel(number, x, y):
    """Tiles of 8 x 8 pixels without any symmetry."""
    color = (60 + 30 * number, 200 - 20 * number, 90, 255)
    solid = [
        lambda: True,
        lambda: x + y >= 7,  # a slope
        lambda: y < 3 and x < 7,  # a ledge
        lambda: x < 2 or (y < 1 and x < 5) or (x, y) == (6, 5),
        lambda: x >= 3 and y >= 2 * (7 - x) - 3,
        lambda: (3 * x + 5 * y + number) % 7 < 3,
    ][number]
    return color if solid() else CLEAR


def sheet(x, y, margin=2, spacing=1):
    x, y = x - margin, y - margin
    if x < 0 or y < 0 or x % (8 + spacing) >= 8 or y % (8 + spacing) >= 8:
        return (255, 0, 0, 255)  # what lies between tiles must never be seen
    return tile_pixel(x // (8 + spacing) + 3 * (y // (8 + spacing)), x % (8 + spacing), y % (8 + spacing))


picture("tiles.png", 2 + 3 * 9, 2 + 2 * 9, sheet)
picture("tall.png", 11, 19, lambda x, y: (200, 120, 40, 255) if x > y // 3 or y > 16 else CLEAR)
picture("keyed.png", 6, 5, lambda x, y: (255, 0, 255, 255) if (x + 2 * y) % 5 == 0 else (90, 90, 200, 255))
picture("half.png", 9, 7, lambda x, y: (250, 250, 90, 18 * (x + y)))
# A hexagon of 14 x 12 pixels with sides of 6, and a diamond of 16 x 8.
picture("hex.png", 2 * 14, 12, lambda x, y: ((90, 200, 90, 255) if x < 14 else (90, 90, 220, 255))
    if abs(x % 14 - 6.5) <= 7 - max(0, abs(y - 5.5) - 3) * 7 / 3 and (x < 14 or x + y > 20) else CLEAR)
picture("diamond.png", 2 * 16, 12, lambda x, y: ((200, 90, 90, 255) if x < 16 else (220, 220, 90, 255))
    if abs(x % 16 - 7.5) / 8 + abs(y - 7.5) / 4 <= 1 or (x >= 16 and 4 <= x - 16 < 7) else CLEAR)

TILE_SET = '''<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="tiles" tilewidth="8" tileheight="8" spacing="1" margin="2" tilecount="6" columns="3">
 <properties><property name="hitmask" value="solid"/></properties>
 <image source="../tiles.png" width="29" height="20"/>
 <tile id="1" class="slope"/>
 <tile id="2" type="ledge"><properties><property name="hitmask" value="one-way"/></properties></tile>
 <tile id="3" class="sensor"><properties>
  <property name="number" type="int" value="42"/>
  <property name="hurts" type="bool" value="true"/>
  <property name="color" type="color" value="#ff336699"/>
  <property name="factor" type="float" value="1.5"/>
  <property name="text">several
lines</property>
  <property name="owner" type="object" value="3"/>
  <property name="sound" type="file" value="../ouch.wav"/>
  <property name="parts" type="list"><item type="int" value="4"/><item value="five"/><item type="list"><item type="bool" value="true"/></item></property>
  <property name="loot" type="class" propertytype="Loot"><properties><property name="gold" type="int" value="7"/></properties></property>
 </properties></tile>
 <tile id="4"><objectgroup draworder="index"><object id="1" x="2" y="3" width="4" height="5"/><object id="2" x="0" y="8"><polygon points="0,0 3,0 0,-3"/></object></objectgroup></tile>
</tileset>
'''
write("sets/tiles.tsx", TILE_SET)

MEMBERS = [
    ("number", "int", 42), ("hurts", "bool", True), ("color", "color", "#ff336699"), ("factor", "float", 1.5),
    ("text", "string", "several\nlines"), ("owner", "object", 3), ("sound", "file", "../ouch.wav"),
    ("parts", "list", [{"type": "int", "value": 4}, {"type": "string", "value": "five"},
                       {"type": "list", "value": [{"type": "bool", "value": True}]}]),
    ("loot", "class", {"gold": 7}),
]
properties = lambda members: [
    dict({"name": name, "type": kind, "value": value}, **({"propertytype": "Loot"} if kind == "class" else {}))
    for name, kind, value in members
]
write("sets/tiles.tsj", json.dumps({
    "type": "tileset", "name": "tiles", "tilewidth": 8, "tileheight": 8, "spacing": 1, "margin": 2, "tilecount": 6, "columns": 3,
    "image": "../tiles.png", "imagewidth": 29, "imageheight": 20, "properties": properties([("hitmask", "string", "solid")]),
    "tiles": [
        {"id": 1, "type": "slope"},
        {"id": 2, "type": "ledge", "properties": properties([("hitmask", "string", "one-way")])},
        {"id": 3, "type": "sensor", "properties": properties(MEMBERS)},
        {"id": 4, "objectgroup": {"draworder": "index", "name": "", "type": "objectgroup", "opacity": 1, "visible": True, "x": 0, "y": 0, "objects": [
            {"id": 1, "name": "", "type": "", "visible": True, "rotation": 0, "x": 2, "y": 3, "width": 4, "height": 5},
            {"id": 2, "name": "", "type": "", "visible": True, "rotation": 0, "x": 0, "y": 8, "width": 0, "height": 0, "polygon": [{"x": 0, "y": 0}, {"x": 3, "y": 0}, {"x": 0, "y": -3}]}]}},
    ],
}, indent=1))

write("templates/rock.tx", '''<?xml version="1.0" encoding="UTF-8"?>
<template><tileset firstgid="1" source="../sets/tiles.tsx"/>
 <object name="rock" class="Rock" gid="2147483650" width="16" height="8"><properties><property name="weight" type="int" value="9"/></properties></object>
</template>
''')
write("templates/rock.tj", json.dumps({
    "type": "template", "tileset": {"firstgid": 1, "source": "../sets/tiles.tsj"},
    "object": {"name": "rock", "type": "Rock", "gid": 2147483650, "width": 16, "height": 8, "rotation": 0, "visible": True,
               "properties": properties([("weight", "int", 9)])},
}, indent=1))
write("templates/coin.tx", '''<?xml version="1.0" encoding="UTF-8"?>
<template><object name="coin" type="Coin" width="6" height="6"><ellipse/></object></template>
''')

W, HGT = 12, 9
rng = random.Random(7)
GROUND = [rng.choice([0, 0, 0, 1, 2, 3, 4, 5, 6]) for _ in range(W * HGT)]
GROUND = [gid | (rng.choice([0, H, V, H | V, D, D | H, D | V, D | H | V]) if gid else 0) for gid in GROUND]
GROUND[5] = 2 | X  # the fourth bit means nothing in an orthogonal map
# The second set is a collection: 7 is tall, 9 has a key colour, 12 has an alpha of its own.
DECOR = [rng.choice([0] * 6 + [7, 9, 12, 7 | H, 9 | D, 7 | D | H, 7 | V | D]) for _ in range(W * HGT)]


def encoded(gids, encoding):
    raw = struct.pack(f"<{len(gids)}I", *gids)
    pack = {
        "base64": lambda: raw,
        "zlib": lambda: zlib.compress(raw),
        "gzip": lambda: gzip.compress(raw, mtime=0),
        "zstd": lambda: zstandard.ZstdCompressor().compress(raw),
    }[encoding]
    return base64.b64encode(pack()).decode()


def xml_body(gids, encoding, width):
    if encoding == "tiles":
        return "".join(f'<tile gid="{gid}"/>' if gid else "<tile/>" for gid in gids)
    if encoding == "csv":
        rows = [",".join(map(str, gids[i:i + width])) for i in range(0, len(gids), width)]
        return "\n" + ",\n".join(rows) + "\n"
    return "\n   " + encoded(gids, encoding) + "\n  "


def xml_attributes(encoding):
    return {"tiles": "", "csv": ' encoding="csv"', "base64": ' encoding="base64"'}.get(
        encoding, f' encoding="base64" compression="{encoding}"')


def pieces(gids, size=5):
    """The same cells as pieces of an infinite map, moved by (-3, 2). Pieces without tiles are left out."""
    for top in range(0, HGT, size):
        for left in range(0, W, size):
            w, h = min(size, W - left), min(size, HGT - top)
            cells = [gids[y * W + x] for y in range(top, top + h) for x in range(left, left + w)]
            if any(cells):
                yield left - 3, top + 2, w, h, cells


def xml_layer(number, name, gids, encoding, infinite, more=""):
    if infinite:
        data = "".join(f'<chunk x="{x}" y="{y}" width="{w}" height="{h}">{xml_body(cells, encoding, w)}</chunk>'
                       for x, y, w, h, cells in pieces(gids))
    else:
        data = xml_body(gids, encoding, W)
    return (f' <layer id="{number}" name="{name}" width="{W}" height="{HGT}"{more}>\n'
            f'  <data{xml_attributes(encoding)}>{data}</data>\n </layer>\n')


OBJECTS = '''  <object id="1" name="door" type="Door" x="16" y="24" width="8" height="16"><properties><property name="to" value="cave"/></properties></object>
  <object id="2" x="10.5" y="20.25" width="11" height="7" rotation="30"/>
  <object id="3" name="ball" x="40" y="8" width="9" height="9"><ellipse/></object>
  <object id="4" x="60" y="12" width="20" height="9" rotation="-20"><ellipse/></object>
  <object id="5" name="start" x="3" y="4"><point/></object>
  <object id="6" x="70" y="40"><polygon points="0,0 14,3 6,7.5 10,20 -3,12"/></object>
  <object id="7" x="5" y="60"><polygon points="0,0 9,0 9,5 0,5"/></object>
  <object id="8" x="5" y="50"><polyline points="0,0 9,0 9,5"/></object>
  <object id="9" x="30" y="48" width="18" height="8"><capsule/></object>
  <object id="10" gid="2147483653" x="48" y="40" width="16" height="12" rotation="45"/>
  <object id="11" gid="7" x="80" y="72" width="11" height="19"/>
  <object id="12" x="50" y="60" width="30" height="12"><text wrap="1">hello</text></object>
  <object id="13" template="TEMPLATE/rock.EXT" x="20" y="72"/>
  <object id="14" name="big" template="TEMPLATE/rock.EXT" x="60" y="72" width="24"><properties><property name="weight" type="int" value="20"/></properties></object>
  <object id="15" template="TEMPLATE/coin.tx" x="1" y="1" visible="0"/>
'''


def xml_map(encoding, infinite=False, sets=None, old=False):
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    if old:
        head += '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">\n'
    objects = OBJECTS.replace("TEMPLATE", "templates").replace("EXT", "tx")
    return head + f'''<map version="1.10" orientation="orthogonal" renderorder="right-down" width="{W}" height="{HGT}" tilewidth="8" tileheight="8" infinite="{int(infinite)}" class="Cave" tiledversion="1.12.0" nextlayerid="9" nextobjectid="20">
 <properties><property name="music" value="drip &amp; drop"/></properties>
 <tileset firstgid="1" source="sets/tiles.tsx"/>
 <tileset firstgid="7" name="decor" tilewidth="11" tileheight="19" tilecount="3" columns="0">
  <tileoffset x="2" y="-1"/>
  <tile id="0"><image width="11" height="19" source="tall.png"/></tile>
  <tile id="2"><image width="6" height="5" source="keyed.png" trans="ff00ff"/></tile>
  <tile id="5" x="1" y="2" width="7" height="4"><image width="9" height="7" source="half.png"/></tile>
 </tileset>
{xml_layer(1, "ground", GROUND, encoding, infinite)} <group id="2" name="deep" offsetx="3" offsety="-2" opacity="0.5"><properties><property name="hitmask" value="sensor"/></properties>
{xml_layer(3, "decor", DECOR, encoding, infinite, ' offsetx="0.5" offsety="1"')}  <group id="7" name="hidden" visible="0" offsetx="1" offsety="0">
   <imagelayer id="4" name="moon" offsetx="5" offsety="6" repeatx="1"><image source="half.png" width="9" height="7"/></imagelayer>
  </group>
 </group>
 <objectgroup id="5" name="things" offsetx="1" offsety="2">
{objects} </objectgroup>
</map>
'''


for encoding in ["tiles", "csv", "base64", "zlib", "gzip", "zstd"]:
    write(f"cave_{encoding}.tmx", xml_map(encoding, old=encoding == "tiles"))
    write(f"cave_infinite_{encoding}.tmx", xml_map(encoding, infinite=True))


def json_layer(number, name, gids, encoding, infinite, **more):
    layer = {"id": number, "name": name, "type": "tilelayer", "width": W, "height": HGT, "x": 0, "y": 0, "visible": True, "opacity": 1}
    data = lambda cells: cells if encoding == "csv" else encoded(cells, encoding)
    if encoding != "csv":
        layer["encoding"] = "base64"
        layer["compression"] = "" if encoding == "base64" else encoding
    if infinite:
        layer["chunks"] = [{"x": x, "y": y, "width": w, "height": h, "data": data(cells)} for x, y, w, h, cells in pieces(gids)]
    else:
        layer["data"] = data(gids)
    return dict(layer, **more)


def point(text):
    return [dict(zip("xy", map(float, pair.split(",")))) for pair in text.split()]


def json_objects():
    rect = lambda i, x, y, w=0, h=0, **more: dict({"id": i, "name": "", "type": "", "x": x, "y": y, "width": w, "height": h, "rotation": 0, "visible": True}, **more)
    return [
        rect(1, 16, 24, 8, 16, name="door", type="Door", properties=properties([("to", "string", "cave")])),
        rect(2, 10.5, 20.25, 11, 7, rotation=30),
        rect(3, 40, 8, 9, 9, name="ball", ellipse=True),
        rect(4, 60, 12, 20, 9, rotation=-20, ellipse=True),
        rect(5, 3, 4, name="start", point=True),
        rect(6, 70, 40, polygon=point("0,0 14,3 6,7.5 10,20 -3,12")),
        rect(7, 5, 60, polygon=point("0,0 9,0 9,5 0,5")),
        rect(8, 5, 50, polyline=point("0,0 9,0 9,5")),
        rect(9, 30, 48, 18, 8, capsule=True),
        rect(10, 48, 40, 16, 12, gid=2147483653, rotation=45),
        rect(11, 80, 72, 11, 19, gid=7),
        rect(12, 50, 60, 30, 12, text={"text": "hello", "wrap": True}),
        {"id": 13, "template": "templates/rock.tj", "x": 20, "y": 72, "visible": True},
        {"id": 14, "template": "templates/rock.tj", "x": 60, "y": 72, "width": 24, "name": "big", "visible": True, "properties": properties([("weight", "int", 20)])},
        {"id": 15, "template": "templates/coin.tx", "x": 1, "y": 1, "visible": False},
    ]


def json_map(encoding, infinite=False):
    return json.dumps({
        "type": "map", "version": "1.10", "orientation": "orthogonal", "renderorder": "right-down", "width": W, "height": HGT,
        "tilewidth": 8, "tileheight": 8, "infinite": infinite, "class": "Cave", "tiledversion": "1.12.0", "nextlayerid": 9, "nextobjectid": 20,
        "properties": properties([("music", "string", "drip & drop")]),
        "tilesets": [
            {"firstgid": 1, "source": "sets/tiles.tsj"},
            {"firstgid": 7, "name": "decor", "tilewidth": 11, "tileheight": 19, "tilecount": 3, "columns": 0, "margin": 0, "spacing": 0,
             "tileoffset": {"x": 2, "y": -1},
             "tiles": [{"id": 0, "image": "tall.png", "imagewidth": 11, "imageheight": 19},
                       {"id": 2, "image": "keyed.png", "imagewidth": 6, "imageheight": 5, "transparentcolor": "#ff00ff"},
                       {"id": 5, "image": "half.png", "imagewidth": 9, "imageheight": 7, "x": 1, "y": 2, "width": 7, "height": 4}]},
        ],
        "layers": [
            json_layer(1, "ground", GROUND, encoding, infinite),
            {"id": 2, "name": "deep", "type": "group", "offsetx": 3, "offsety": -2, "opacity": 0.5, "visible": True,
             "properties": properties([("hitmask", "string", "sensor")]),
             "layers": [
                 json_layer(3, "decor", DECOR, encoding, infinite, offsetx=0.5, offsety=1),
                 {"id": 7, "name": "hidden", "type": "group", "visible": False, "offsetx": 1, "offsety": 0, "opacity": 1, "layers": [
                     {"id": 4, "name": "moon", "type": "imagelayer", "offsetx": 5, "offsety": 6, "repeatx": True, "visible": True, "opacity": 1, "image": "half.png"}]},
             ]},
            {"id": 5, "name": "things", "type": "objectgroup", "offsetx": 1, "offsety": 2, "visible": True, "opacity": 1, "objects": json_objects()},
        ],
    }, indent=1)


for encoding in ["csv", "base64", "zlib", "gzip", "zstd"]:
    write(f"cave_{encoding}.tmj", json_map(encoding))
write("cave_infinite_csv.tmj", json_map("csv", infinite=True))
write("cave_infinite_zstd.tmj", json_map("zstd", infinite=True))


def plain(name, orientation, more, tile, source, width=7, height=6, gids=None, set_more="", flags=(0,)):
    rng = random.Random(name)
    cells = gids or [rng.choice([0, 1, 2]) for _ in range(width * height)]
    cells = [gid | rng.choice(flags) if gid else 0 for gid in cells]
    w, h = tile
    grid_w, grid_h = more.pop("grid", tile)
    infinite = more.setdefault("infinite", 0) == 1
    attributes = "".join(f' {key}="{value}"' for key, value in more.items())
    if infinite:
        data = "".join(f'<chunk x="{x}" y="{y}" width="3" height="2">' + ",".join(str(cells[i]) for i in range(6)) + "</chunk>"
                       for x, y in [(-4, -3), (2, 1)])
    else:
        data = xml_body(cells, "csv", width)
    write(name, f'''<?xml version="1.0" encoding="UTF-8"?>
<map version="1.8" orientation="{orientation}" renderorder="right-down" width="{width}" height="{height}" tilewidth="{grid_w}" tileheight="{grid_h}"{attributes} tiledversion="1.8.2" nextlayerid="3" nextobjectid="4">
 <tileset firstgid="1" name="plain" tilewidth="{w}" tileheight="{h}" tilecount="2" columns="2"{set_more}><image source="{source}" width="{2 * w}" height="{h}"/></tileset>
 <layer id="1" name="ground" width="{width}" height="{height}"><data encoding="csv">{data}</data></layer>
 <objectgroup id="2" name="things">
  <object id="1" x="16" y="8" width="12" height="20"/>
  <object id="2" x="40" y="16" width="16" height="16"><ellipse/></object>
  <object id="3" gid="2" x="24" y="32" width="{w}" height="{h}"/>
 </objectgroup>
</map>
''')


FLIPS = (0, H, V, H | V)
plain("iso.tmx", "isometric", {"grid": (16, 8)}, (16, 12), "diamond.png", flags=FLIPS)
plain("iso_infinite.tmx", "isometric", {"grid": (16, 8), "infinite": 1}, (16, 12), "diamond.png")
for axis in "xy":
    for index in ["odd", "even"]:
        stagger = {"staggeraxis": axis, "staggerindex": index}
        plain(f"staggered_{axis}_{index}.tmx", "staggered", {"grid": (16, 8), **stagger}, (16, 12), "diamond.png", flags=FLIPS)
        plain(f"hex_{axis}_{index}.tmx", "hexagonal", {"hexsidelength": 6, **stagger}, (14, 12), "hex.png", flags=FLIPS)
plain("hex_turned.tmx", "hexagonal", {"hexsidelength": 6, "staggeraxis": "y", "staggerindex": "odd"}, (14, 12), "hex.png",
      flags=(0, D, X, D | X, H | D, V | X))
plain("oblique.tmx", "oblique", {"grid": (16, 8), "skewx": 5, "skewy": 3}, (16, 12), "diamond.png")
plain("grid_stretch.tmx", "orthogonal", {"grid": (20, 20)}, (16, 12), "diamond.png", set_more=' tilerendersize="grid"', flags=FLIPS)
plain("grid_fit.tmx", "orthogonal", {"grid": (20, 20)}, (16, 12), "diamond.png",
      set_more=' tilerendersize="grid" fillmode="preserve-aspect-fit"', flags=(0, H, D))
for alignment in ["topleft", "center", "bottomright"]:
    plain(f"align_{alignment}.tmx", "orthogonal", {"grid": (16, 12)}, (16, 12), "diamond.png", set_more=f' objectalignment="{alignment}"')

# LDtk: the same cells as the first layer, without diagonal flips.
VALUES = [[0, 0, 1, 2, 3][rng.randrange(5)] for _ in range(W * HGT)]


def ldtk_tile(i, gid):
    number = (gid & 0xFFFFFF) - 1
    return {"px": [i % W * 8, i // W * 8], "src": [2 + number % 3 * 9, 2 + number // 3 * 9],
            "f": (1 if gid & H else 0) | (2 if gid & V else 0), "t": number, "d": [i], "a": 1}


def ldtk_layer(kind, identifier, uid, **more):
    return dict({
        "__identifier": identifier, "__type": kind, "__cWid": W, "__cHei": HGT, "__gridSize": 8, "__opacity": 1,
        "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0, "__tilesetDefUid": None, "__tilesetRelPath": None, "iid": f"layer-{uid}",
        "levelId": 0, "layerDefUid": uid, "pxOffsetX": 0, "pxOffsetY": 0, "visible": True, "optionalRules": [], "intGridCsv": [],
        "autoLayerTiles": [], "seed": 1, "overrideTilesetUid": None, "gridTiles": [], "entityInstances": []}, **more)


def ldtk_level(identifier, uid, x):
    tiles = [ldtk_tile(i, gid) for i, gid in enumerate(GROUND) if gid]
    stacked = [dict(ldtk_tile(i, gid), px=[i % W * 8 + 3, i // W * 8 - 2]) for i, gid in enumerate(GROUND) if gid and i % 3 == 0]
    entity = lambda name, uid, px, size, pivot, fields: {
        "__identifier": name, "__grid": [0, 0], "__pivot": pivot, "__tags": ["npc"], "__tile": None, "__smartColor": "#BE4A2F",
        "iid": f"entity-{uid}", "width": size[0], "height": size[1], "defUid": uid, "px": px, "fieldInstances": fields}
    field = lambda name, kind, value: {"__identifier": name, "__type": kind, "__value": value, "__tile": None, "defUid": 1, "realEditorValues": []}
    entities = [
        entity("Player", 20, [20, 40], [8, 16], [0.5, 1], [field("hp", "Int", 5), field("speed", "Float", 2), field("name", "String", "Anna"),
               field("tint", "Color", "#ff0000"), field("path", "Array<Point>", [{"cx": 1, "cy": 2}]), field("none", "String", None)]),
        entity("Ball", 21, [60, 20], [9, 9], [0, 0], []),
    ]
    return {
        "identifier": identifier, "iid": f"level-{uid}", "uid": uid, "worldX": x, "worldY": -16, "worldDepth": 0, "pxWid": W * 8, "pxHei": HGT * 8,
        "bgRelPath": None, "externalRelPath": None, "fieldInstances": [field("music", "String", "drip")], "__neighbours": [],
        "layerInstances": [
            ldtk_layer("Entities", "Entities", 10, entityInstances=entities),
            ldtk_layer("Tiles", "Stacked", 11, __tilesetDefUid=1, gridTiles=tiles[:4] + stacked),
            ldtk_layer("AutoLayer", "Auto", 12, __tilesetDefUid=1, autoLayerTiles=tiles, __pxTotalOffsetX=4),
            ldtk_layer("IntGrid", "Values", 13, intGridCsv=VALUES, __tilesetDefUid=1, autoLayerTiles=tiles[:9]),
        ],
    }


def ldtk_project(levels, **more):
    layer_def = lambda kind, identifier, uid, values=(): {
        "__type": kind, "identifier": identifier, "uid": uid, "gridSize": 8, "tilesetDefUid": 1,
        "intGridValues": [{"value": v, "identifier": name, "color": "#000000", "tile": None, "groupUid": 0} for v, name in values]}
    return {
        "__header__": {"fileType": "LDtk Project JSON", "app": "LDtk", "appVersion": "1.5.3"}, "jsonVersion": "1.5.3", "iid": "project",
        "defaultGridSize": 8, "worldLayout": "Free", "externalLevels": False, "worlds": [],
        "defs": {
            "layers": [layer_def("Entities", "Entities", 10), layer_def("Tiles", "Stacked", 11), layer_def("AutoLayer", "Auto", 12),
                       layer_def("IntGrid", "Values", 13, [(1, "ground"), (3, "OneWay"), (2, "none")])],
            "entities": [{"identifier": "Player", "uid": 20, "renderMode": "Rectangle"}, {"identifier": "Ball", "uid": 21, "renderMode": "Ellipse"}],
            "tilesets": [
                {"identifier": "Tiles", "uid": 1, "relPath": "tiles.png", "pxWid": 29, "pxHei": 20, "tileGridSize": 8, "spacing": 1, "padding": 2,
                 "__cWid": 3, "__cHei": 2, "embedAtlas": None, "tags": [], "enumTags": [{"enumValueId": "sensor", "tileIds": [3]}],
                 "customData": [{"tileId": 2, "data": "{\"hitmask\": \"one-way\", \"number\": 6}"}, {"tileId": 1, "data": "a slope"}]},
                {"identifier": "Icons", "uid": 2, "relPath": None, "pxWid": 512, "pxHei": 512, "tileGridSize": 16, "spacing": 0, "padding": 0,
                 "__cWid": 32, "__cHei": 32, "embedAtlas": "LdtkIcons", "tags": [], "enumTags": [], "customData": []},
            ],
            "enums": [], "externalEnums": [], "levelFields": [],
        },
        "levels": levels, **more,
    }


LEVELS = [ldtk_level("First", 30, 0), ldtk_level("Second", 31, 96)]
write("cave.ldtk", json.dumps(ldtk_project(LEVELS), indent=1))
write("cave_external.ldtk", json.dumps(ldtk_project(
    [dict(level, layerInstances=None, externalRelPath=f"cave_external/{level['identifier']}.ldtkl") for level in LEVELS], externalLevels=True)))
for level in LEVELS:
    write(f"cave_external/{level['identifier']}.ldtkl", json.dumps(dict(level, externalRelPath=f"cave_external/{level['identifier']}.ldtkl")))
write("cave_worlds.ldtk", json.dumps(ldtk_project([], worlds=[
    {"identifier": "Earth", "iid": "w1", "levels": LEVELS[:1]}, {"identifier": "Moon", "iid": "w2", "levels": LEVELS[1:]}])))
