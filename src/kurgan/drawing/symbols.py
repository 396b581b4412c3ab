"""Drawings on pieces, our own: unit symbols in a box of 150 by 100, strongpoints and markers around a middle."""

from html import escape

from kurgan.drawing.geometry import short

_OVAL = '<rect x="25" y="25" width="100" height="50" rx="25"/>'
_CROSS = '<path d="M0 0L150 100M0 100L150 0"/>'

UNITS = {
    "infantry": _CROSS,
    "motorized": _CROSS + '<path d="M75 0V100"/>',
    "mech": _CROSS + _OVAL,
    "armor": _OVAL,
    "recon": '<path d="M0 100L150 0"/>',
    "cavalry": '<path d="M0 100L150 0"/>',
    "assault_gun": _OVAL + '<path d="M0 100L75 0L150 100"/>',
    "mountain": _CROSS + '<path d="M75 62L98 100H52Z" class="full"/>',
    "marine": _CROSS + '<path d="M75 20V80M60 34H90M52 66Q75 92 98 66"/>',
    "guards": _CROSS + '<path d="M10 12H140"/>',
    "artillery": '<circle cx="75" cy="50" r="17" class="full"/>',
    "engineer": '<path d="M35 70V32H115V70M75 32V70"/>',
    "air": '<path d="M75 50Q40 20 40 50T75 50Q110 20 110 50T75 50"/>',
    "antitank": '<path d="M0 100L75 0L150 100"/>',
    "antiair": '<path d="M0 100Q75 -20 150 100"/>',
    "rocket": '<circle cx="75" cy="64" r="13" class="full"/><path d="M55 34L75 14L95 34M55 50L75 30L95 50"/>',
}
LETTERS = {"hq": "HQ", "battlegroup": "KG", "alarm": "AL", "security": "SEC", "workers": "W"}

STRONGPOINTS = {
    "heroes": "M0 -6L1.8 -1.9L6 -1.6L2.7 1.2L3.8 5.5L0 3.2L-3.8 5.5L-2.7 1.2L-6 -1.6L-1.8 -1.9Z",
    "ambush": "M-6 0Q0 -6.5 6 0Q0 6.5 -6 0ZM-1.8 0A1.8 1.8 0 1 0 1.8 0A1.8 1.8 0 1 0 -1.8 0Z",
    "barrage": "M-5 5L-1.2 -5M0 5L3.6 -5M-5.6 -.5H-1M0 -.5H5",
    "fanatic": "M-5 5.5V-5.5L5 -2.5L-5 .6",
    "guards_shield": "M0 -6L5.4 -3.6V.8Q5 4.6 0 6.4Q-5 4.6 -5.4 .8V-3.6Z",
    "pavlov": "M-5.5 6V-1L0 -6L5.5 -1V6ZM-1.5 6V1.5H1.5V6",
}
TERRAIN = {
    "clear": "M-5 -5H5V5H-5Z",
    "elevated": "M0 -6L6.2 5H-6.2Z",
    "light_urban": "M0 -6.4L6.4 0L0 6.4L-6.4 0Z",
    "heavy_urban": "M0 -6.6L6.3 -2L3.9 5.4H-3.9L-6.3 -2Z",
}
MARKERS = {
    "artillery": "M-8 5.5H8M0 -3V-8.5M-3.4 0A3.4 3.4 0 1 0 3.4 0A3.4 3.4 0 1 0 -3.4 0Z",
    "engineer": "M-7 5V-4H7V5M0 -4V5",
    "air": "M0 -8V7M-8.5 -1H8.5M-3.4 6H3.4",
    "rocket": "M-6 6L6 -6M-2 7L7 -2M-7 2L2 -7",
    "armor": "M-4 -4H4A4 4 0 0 1 4 4H-4A4 4 0 0 1 -4 -4Z",
    "antitank": "M-8 6L0 -7L8 6",
    "antiair": "M-8 6Q0 -8 8 6",
    "leader": "M0 -7.5L2.2 -2.4L7.6 -2L3.4 1.5L4.8 7L0 4L-4.8 7L-3.4 1.5L-7.6 -2L-2.2 -2.4Z",
    "isolated": "M-7 0H-3M3 0H7M-2 -5L2 5",
}


def text(x: float, y: float, size: float, ink: str, words: str, weight: int = 700) -> str:
    at = f'x="{short(x)}" y="{short(y)}" font-size="{short(size)}" font-weight="{weight}"'
    return f'<text {at} text-anchor="middle" fill="{ink}">{escape(words)}</text>'


def unit_symbol(key: str, x: float, y: float, w: float, ink: str) -> str:
    """The box of a unit; what is not known by a drawing is told by letters. Nothing for a piece without a symbol."""
    if not key:
        return ""
    k, h = w / 150, w * 2 / 3
    box = f'<rect width="150" height="100"/>{UNITS.get(key, "")}'
    drawn = (
        f'<g transform="translate({short(x)} {short(y)}) scale({k:.4f})" class="sym" stroke="{ink}" fill="none"'
        f' style="--ink:{ink}">{box}</g>'
    )
    if key in UNITS:
        return drawn
    words = LETTERS.get(key, key[:2].upper())
    return drawn + text(x + w / 2, y + h * 0.76, h * 0.7 if len(words) < 3 else h * 0.5, ink, words)
