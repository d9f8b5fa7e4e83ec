"""Stands in for the build system of pygame-ce when pip fetches its source package: it copies the metadata and builds nothing.

run.sh puts this folder first in PYTHONPATH. Only one file of the package is compiled: bitmask.c.
"""

from email.parser import HeaderParser
from pathlib import Path


def prepare_metadata_for_build_wheel(directory, settings=None):
    text = Path("PKG-INFO").read_text(encoding="utf-8")
    head = HeaderParser().parsestr(text)
    folder = Path(directory, f"{head['Name'].replace('-', '_')}-{head['Version']}.dist-info")
    folder.mkdir()
    (folder / "METADATA").write_text(text, encoding="utf-8")
    return folder.name
