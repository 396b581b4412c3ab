"""The study itself as the file that it was read from: whoever has a report can play it again."""

import json
import re
from base64 import b64encode
from html import escape

from kurgan.kernel.protocol import Json
from kurgan.lab.study.study import SUFFIX, Study

BARE = re.compile(r"[A-Za-z0-9_-]+")
"""Names that TOML takes without quotes."""

COPY = """
for(const button of document.querySelectorAll('button.copy')){button.addEventListener('click',async()=>{
 const text=document.getElementById(button.dataset.of);
 try{await navigator.clipboard.writeText(text.textContent);button.textContent='Copied'}
 catch{getSelection().selectAllChildren(text);button.textContent='Marked: copy it with Ctrl+C'}})}
"""


def toml(data: Json) -> str:
    """The table of a study as TOML: what stands alone first, then a heading for each table."""
    alone = {name: value for name, value in data.items() if not isinstance(value, dict)}
    lines = [f"{_name(name)} = {_value(value)}" for name, value in alone.items()]
    for name, table in data.items():
        if isinstance(table, dict):
            lines += ["", f"[{_name(name)}]", *[f"{_name(key)} = {_value(value)}" for key, value in table.items()]]
    return "\n".join(lines) + "\n"


def _name(name: str) -> str:
    return name if BARE.fullmatch(name) else _value(name)


def _value(value: object) -> str:
    if isinstance(value, dict):
        inside = ", ".join([f"{_name(name)} = {_value(one)}" for name, one in value.items()])
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join([_value(one) for one in value])}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def again(study: Study, version: str) -> str:
    """A card with the file to take and the lines that play it again."""
    name = re.sub(r"[^\w.-]+", "-", study.plan.name).strip("-") or "study"
    told = toml(study.plan.data)
    lines = f"kurgan study {name}.toml --jobs 2\nkurgan report {name}{SUFFIX} -o {name}.html"
    href = f"data:application/toml;base64,{b64encode(told.encode()).decode()}"
    take = f'<a class="take" download="{name}.toml" href="{href}">The study as a file</a>'
    with_what = f"with Kurgan {version} " if version else ""
    words = f"Take the file; {with_what}these lines play it again where it lies, to the same figures on any computer."
    copy = '<button type="button" class="copy" data-of="again-lines">Copy the lines</button>'
    shown = f"<details><summary>What is in the file</summary><pre>{escape(told)}</pre></details>"
    head = f'<div class="top"><h2>Run it again</h2>{take}</div><p>{escape(words)}</p>'
    return f'<section id="again">{head}<pre id="again-lines">{escape(lines)}</pre>{copy}{shown}</section>'
