"""Writes gdextension_interface.h from Godot's gdextension_interface.json: python header.py FILE.json > gdextension_interface.h

The engine writes the same declarations itself: godot --dump-gdextension-interface. This is for machines without it.
"""

import json
import sys


def parameters(function: dict) -> str:
    listed = [f"{one['type']} {one.get('name', '')}".strip() for one in function["arguments"]]
    return ", ".join(listed) or "void"


def pointer_to(function: dict, name: str) -> str:
    result = function.get("return_value", {}).get("type", "void")
    return f"typedef {result} (*{name})({parameters(function)});"


def declaration(one: dict) -> str:
    name, kind = one["name"], one["kind"]
    if kind == "enum":
        return "typedef enum { " + ", ".join(f"{value['name']} = {value['value']}" for value in one["values"]) + f" }} {name};"
    if kind == "handle":
        return f"typedef {'const ' if one.get('is_const') else ''}void *{name};"
    if kind == "alias":
        return f"typedef {one['type']} {name};"
    if kind == "struct":
        return "typedef struct { " + " ".join(f"{member['type']} {member['name']};" for member in one["members"]) + f" }} {name};"
    return pointer_to(one, name)


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        interface = json.load(file)
    print("#include <stddef.h>\n#include <stdint.h>\ntypedef uint32_t char32_t;\ntypedef uint16_t char16_t;")
    for one in interface["types"]:
        print(declaration(one))
    for one in interface["interface"]:
        name = "".join(word.capitalize() for word in one["name"].split("_"))
        print(pointer_to(one, one.get("legacy_type_name", "GDExtensionInterface" + name)))


main()
