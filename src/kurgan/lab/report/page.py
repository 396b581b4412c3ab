"""All pictures of a study on one page: one file, no server, no internet, the data behind each picture to take away."""

import json
from base64 import b64encode
from datetime import date
from html import escape
from pathlib import Path

from kurgan.kernel.protocol import Json
from kurgan.lab.output import whole
from kurgan.lab.report.again import COPY, again
from kurgan.lab.report.heatmap import legend, side_of
from kurgan.lab.report.plots import Plot, Plots
from kurgan.lab.report.style import PAGE_STYLE, TOKENS
from kurgan.lab.study.plan import made_with
from kurgan.lab.study.study import Study

NOTHING_KEPT: Json = {"games": {}, "held": {}, "side": "", "mapped": 0}
MOST_LISTED = 20_000
"""Games that the page can list; beyond, the table of all games says more."""

SCRIPT = """
const {games,held,side,mapped}=JSON.parse(document.getElementById('games').textContent);
const list=document.getElementById('list'),choose=document.getElementById('choose');
const which=document.getElementById('which'),about=which.textContent;
function show(cell,place){choose.value=cell;list.replaceChildren();
 const all=games[cell]||[],kept=place===undefined?null:new Set(held[place]||[]);
 const some=kept?all.filter(game=>kept.has(game[0])):all;
 for(const [index,outcome,winners,score,decisions] of some){
  const row=list.insertRow();
  for(const word of [index,outcome,winners||'nobody',score,decisions])row.insertCell().textContent=word}
 which.textContent=kept?`${side} holds ${place} at the end of ${some.length} of ${all.length} games.`:about;
 if(kept){const back=document.createElement('button');back.className='all';back.textContent='All games';
  back.addEventListener('click',()=>show(cell));which.append(back)}}
choose.addEventListener('change',()=>show(choose.value));
const marks=document.querySelectorAll('.pick');
for(const mark of marks){mark.setAttribute('role','button');
 if(mark.dataset.cell||marks.length<250)mark.setAttribute('tabindex','0');
 const go=()=>{mark.dataset.cell?show(mark.dataset.cell):show(mapped,mark.dataset.place);
  document.getElementById('every').scrollIntoView({behavior:'smooth'})};
 mark.addEventListener('click',go);mark.addEventListener('keydown',e=>{if(e.key==='Enter')go()})}
show(0);
"""


def report(study: Study, path: Path) -> None:
    """Write the page."""
    plots = Plots(study)
    told = plots.told
    if not told["games"]:
        raise ValueError(f"nothing of '{told['study']}' has been played yet: kurgan study first")
    cards = [*_top(plots), *_middle(plots), *_bottom(plots)]
    page = _page(plots, cards)
    whole(path, lambda at: at.write_text(page, encoding="utf-8"))


def _top(plots: Plots) -> list[str]:
    """Shares and lengths in one column; what settings change in the other."""
    left = [_picture(plots.shares())]
    right = [_picture(plots.sweep(option)) for option in plots.swept()]
    if any(cell["games"] for cell in plots.told["cells"][1:]):
        right.append(_picture(plots.differences()))
    for name in ("decisions", "turns"):
        if plots.has(name):
            (left if len(left) <= len(right) else right).append(_picture(plots.lengths(name)))
    return [_stack(left), _stack(right)]


def _middle(plots: Plots) -> list[str]:
    """The map, and beside it the ladder, what all this does not say, and how to play it again."""
    ladder = [_picture(plots.ladder())] if plots.compares_bots() else []
    caution = [_caution(plots), again(plots.study, made_with())]
    if not plots.has("held "):
        return [_stack(ladder), _stack(caution)] if ladder else caution
    if plots.has_wide_map():
        return [
            _picture(plots.places(), "wide map", legend()),
            *([_stack(ladder), _stack(caution)] if ladder else caution),
        ]
    return [_picture(plots.places(), "eight map", legend()), _stack([*ladder, *caution], "four")]


def _bottom(plots: Plots) -> list[str]:
    """Who beats whom, how games and fights ended, which rules fired, and every game, in two columns."""
    left = [_picture(plots.pairings())] if plots.compares_bots() else []
    left.append(_table(plots.outcomes()))
    fights = [_picture(plots.fights())] if plots.has("fight ") else []
    rules = [_table(plots.rules(), shown=[0, 1, 2, 3, 7])] if plots.has("rule ") else []
    if fights:
        return [_stack([*left, *rules]), _stack([*fights, _games(plots)])]
    return [_stack([*left, _games(plots)]), _stack(rules)] if rules else [_stack(left), _games(plots)]


def _page(plots: Plots, cards: list[str]) -> str:
    told = plots.told
    # No "<" at all: "</script>" in the name of a place would end the element, "<!--<script" would hide its end.
    kept = json.dumps(_kept(plots) if told["games"] <= MOST_LISTED else NOTHING_KEPT).replace("<", "\\u003c")
    title = f"{told['study']}: {plots.game.title}"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{TOKENS}{PAGE_STYLE}</style></head>'
        f'<body><main>{_head(plots)}<div class="cards">{"".join(cards)}</div></main>'
        f'<script type="application/json" id="games">{kept}</script><script>{SCRIPT}{COPY}</script></body></html>\n'
    )


def _kept(plots: Plots) -> Json:
    """What the page can list: every game of every cell, and in which of the mapped cell each place is held."""
    games = {at: [_listed(row) for row in rows] for at, rows in enumerate(plots.rows)}
    found: Json = {**NOTHING_KEPT, "games": games, "held": {}}
    if plots.has("held "):
        found["side"] = side_of(plots.rows[0])
        for row in plots.rows[0]:
            for name in [name for name, value in row.items() if name.startswith("held ") and value]:
                found["held"].setdefault(name.split(" ", 2)[2], []).append(row["index"])
    return found


def _listed(row: Json) -> list[str | int]:
    return [row["index"], row["outcome"].replace("_", " "), row["winners"], row["score"], row["decisions"]]


def _head(plots: Plots) -> str:
    told, info = plots.told, plots.game.info
    bots = sorted({f"{seat} {bot}" for cell in told["cells"] for seat, bot in cell["bots"].items()})
    facts = {
        "GAMES": f"{told['games']:,}".replace(",", " "),
        "PLAYERS": ", ".join(bots),
        "SEED": told["seed"] or "none",
        "PACK": "reconstructed" if info.reconstructed else "as printed",
        "RULES VERSION": str(plots.game.rules_version),
        "PLAYED": date.fromtimestamp(plots.study.parts.newest()).isoformat(),
        "UNFINISHED": f"{told['left']} games" if told["left"] else "",
    }
    items = "".join([f"<div><dt>{name}</dt><dd>{escape(fact)}</dd></div>" for name, fact in facts.items() if fact])
    about = f"{escape(plots.game.title)}. Shares carry intervals that hold the truth 95 times in 100."
    return f"<header><div><h1>{escape(told['study'])}</h1><p>{about}</p></div><dl>{items}</dl></header>"


def _take(plot: Plot) -> str:
    name = "".join([letter if letter.isalnum() else "-" for letter in plot.title.lower()])
    data = b64encode(plot.csv().encode()).decode()
    return f'<a class="take" download="{name}.csv" href="data:text/csv;base64,{data}">Data as CSV</a>'


def _picture(plot: Plot, kind: str = "", above: str = "") -> str:
    head = f'<div class="top"><h2>{escape(plot.title)}</h2>{_take(plot)}</div><p>{escape(plot.note)}</p>'
    return f'<section class="{kind}">{head}{above}<div class="scroll">{plot.svg}</div></section>'


def _stack(cards: list[str], kind: str = "") -> str:
    """Cards one above the other, so that beside a tall one nothing is empty."""
    return f'<div class="stack {kind}">{"".join(cards)}</div>'


def _table(plot: Plot, shown: list[int] | None = None) -> str:
    places = shown if shown is not None else list(range(len(plot.columns)))
    words = [isinstance(plot.data[0][at], str) if plot.data else False for at in range(len(plot.columns))]

    def cell(at: int, value: object, tag: str) -> str:
        told = f"{value:.2f}" if isinstance(value, float) else str(value).replace("_", " ")
        kind = ' class="words"' if words[at] else ""
        return f"<{tag}{kind}>{escape(told)}</{tag}>"

    head = "".join([cell(at, plot.columns[at], "th") for at in places])
    rows = "".join(["<tr>" + "".join([cell(at, row[at], "td") for at in places]) + "</tr>" for row in plot.data])
    top = f'<div class="top"><h2>{escape(plot.title)}</h2>{_take(plot)}</div><p>{escape(plot.note)}</p>'
    return f'<section>{top}<div class="scroll tall"><table><tr>{head}</tr>{rows}</table></div></section>'


def _games(plots: Plots) -> str:
    names = [escape(cell.name) for cell in plots.study.cells]
    options = "".join([f'<option value="{at}">{name}</option>' for at, name in enumerate(names)])
    note = "A click on a line above lists the games of its cell here; their numbers are those of games.parquet."
    choose = f'<select id="choose" aria-label="Cell">{options}</select>'
    head = f'<div class="top"><h2>Every game</h2>{choose}</div><p id="which">{note}</p>'
    titles = "".join([f"<th>{name}</th>" for name in ("game", "outcome", "won by", "score", "decisions")])
    body = f'<div class="scroll tall"><table><thead><tr>{titles}</tr></thead><tbody id="list"></tbody></table></div>'
    return f'<section id="every">{head}{body}</section>'


def _caution(plots: Plots) -> str:
    told = plots.told
    words = [
        "The figures speak of these bots: no game of a person is counted. Where one side nearly always wins it may be "
        "the bot that is one-sided, not the scenario; people play otherwise."
    ]
    if plots.game.info.reconstructed:
        words.append("Map and counters are in part reconstructed, not printed.")
    if told["test"]:
        words.append(
            f"Comparisons could end early: {told['test']}; the chance to call any of them sure without a difference is "
            f"at most {told['error']:g}. Intervals of cells that ended early are a little too narrow."
        )
    else:
        words.append("Each interval holds by itself; of twenty comparisons one may look sure by chance.")
    body = "".join([f"<p>{escape(word)}</p>" for word in words])
    return f"<section><h2>What this does not say</h2>{body}{_method(plots)}</section>"


def _method(plots: Plots) -> str:
    """How the figures were made."""
    words = [
        "Shares carry Wilson's interval, differences Bonett and Price's for pairs: game i of every cell has the same "
        "seed and the same dice for the same question."
    ]
    if plots.compares_bots():
        words.append(
            "Ratings are Bradley and Terry's; each side of a scenario has a strength of its own that plays along, and "
            "a weak prior keeps them finite where somebody always won."
        )
    body = "".join([f"<p>{escape(word)}</p>" for word in words])
    return f"<details><summary>The method</summary>{body}</details>"
