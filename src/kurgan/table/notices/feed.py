"""A feed (Atom, RFC 4287) of what somebody has to be told, for those who would rather look than be called."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from xml.etree import ElementTree

from kurgan.table.notices.telling import Told

MEDIA = "application/atom+xml"
SPACE = "http://www.w3.org/2005/Atom"
TITLE = "Kurgan"


class Entry(NamedTuple):
    """Something to be told, and when it came to be so, in milliseconds."""

    told: Told
    made: int


def write(address: str, made: int, entries: Sequence[Entry]) -> bytes:
    """The feed at an address, newest first; an entry keeps its id as long as it stands for the same thing."""
    feed = ElementTree.Element("feed", xmlns=SPACE)
    newest = max([made, *[entry.made for entry in entries]])
    _put(feed, "id", _name(address))
    _put(feed, "title", TITLE)
    _put(feed, "updated", _time(newest))
    ElementTree.SubElement(feed, "link", rel="self", href=address)
    _put(ElementTree.SubElement(feed, "author"), "name", TITLE)
    for told, at in sorted(entries, key=lambda entry: -entry.made):
        entry = ElementTree.SubElement(feed, "entry")
        _put(entry, "id", f"urn:kurgan:{told.event}:{told.game or 'table'}:{at}")
        _put(entry, "title", told.text)
        _put(entry, "updated", _time(at))
        ElementTree.SubElement(entry, "link", href=told.link)
    written: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def _put(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, name).text = text


def _name(address: str) -> str:
    """What names a feed for ever is its own, and must not be what opens it."""
    return f"urn:kurgan:feed:{hashlib.sha256(address.encode()).hexdigest()[:32]}"


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")
