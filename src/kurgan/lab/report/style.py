"""Colours and letters of reports: those of the house, light and dark."""

TOKENS = """
:root{--paper:#ECE6D8;--panel:#FBF8F1;--well:#F1ECE0;--ink:#1F2320;--ink2:#55594F;--hair:#D6CDBA;--edge:#857B66;
--accent:#1B5FA8;--ger:#46534E;--water:#BFD6DB;--shore:#41707F;--lamp:#F2B632}
@media (prefers-color-scheme:dark){:root{--paper:#151715;--panel:#1F2320;--well:#282C28;--ink:#EEE8DA;--ink2:#B1AD9D;
--hair:#3A3F39;--edge:#858A7D;--accent:#8CBCF0;--ger:#A9B8B1;--water:#1D3742;--shore:#7FAEBC;--lamp:#FFD166}}
"""

SVG_STYLE = """
text{font:12px system-ui,sans-serif;fill:var(--ink,#1F2320)}
.head{font-size:10px;font-weight:700;letter-spacing:.06em;fill:var(--ink2,#55594F)}
.strong{font-weight:700}.quiet{fill:var(--ink2,#55594F)}
.hair{stroke:var(--hair,#D6CDBA);fill:none}.rule{stroke:var(--ink2,#55594F);fill:none}
.thin{stroke:var(--ink,#1F2320);stroke-width:1.4;fill:none}.thick{stroke:var(--ink2,#55594F);stroke-width:4;fill:none}
.dot{fill:var(--ink,#1F2320)}.hollow{fill:var(--panel,#FBF8F1);stroke:var(--ink,#1F2320);stroke-width:1.6}
.pill{fill:none;stroke:var(--ink2,#55594F)}
.usual{fill:var(--lamp,#F2B632);stroke:var(--ink,#1F2320);stroke-width:1.4}
.band{fill:var(--accent,#1B5FA8);opacity:.16}.curve{fill:none;stroke:var(--ink,#1F2320);stroke-width:1.8}
.area{stroke:var(--edge,#857B66);stroke-width:2;stroke-linejoin:round}
.pen{stroke:var(--ger,#46534E);fill:none}.ground{fill:var(--panel,#FBF8F1)}.full{fill:var(--ger,#46534E)}
.tag{fill:var(--panel,#FBF8F1);stroke:var(--edge,#857B66)}.t-water{fill:var(--water,#BFD6DB)}
.line{fill:none;stroke-linejoin:round;stroke-linecap:round}
.water-name{font-family:Georgia,serif;font-style:italic;fill:var(--shore,#41707F);letter-spacing:.42em;text-anchor:middle}
.place{font-family:Georgia,serif;font-weight:600;text-anchor:middle;
paint-order:stroke;stroke:var(--panel,#FBF8F1);stroke-width:3.4px;stroke-linejoin:round}
.hit{fill:transparent}.over,.usual,.dot,.hollow,.thick,.thin,.hair,.rule,.pill,.strong,.quiet,.head{pointer-events:none}
"""

PAGE_STYLE = """
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:14px/1.5 system-ui,sans-serif}
main{max-width:1400px;margin:0 auto;padding:24px 20px 60px}
h1,h2{font-family:Georgia,'Times New Roman',serif;margin:0}h1{font-size:26px}h2{font-size:18px}
header{display:flex;flex-wrap:wrap;gap:16px 28px;align-items:end;margin-bottom:18px}
header p{margin:2px 0 0;color:var(--ink2)}
dl{display:flex;flex-wrap:wrap;gap:8px 24px;margin:0 0 0 auto}
dt{font-size:11px;font-weight:700;letter-spacing:.06em;color:var(--ink2)}
dd{margin:0;font-weight:700}
.cards{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:18px;align-items:start}
.cards>*{grid-column:span 6}.cards>.eight{grid-column:span 8}.cards>.four{grid-column:span 4}
.cards>.wide{grid-column:1/-1}@media (max-width:1000px){.cards>*,.cards>.eight,.cards>.four{grid-column:1/-1}}
section{background:var(--panel);border:1px solid var(--hair);border-radius:10px;padding:16px 18px;min-width:0}
.stack{display:grid;gap:18px;min-width:0}
section>p{margin:2px 0 12px;color:var(--ink2);font-size:13px}
.top{display:flex;flex-wrap:wrap;justify-content:space-between;gap:12px;align-items:baseline}
a{color:var(--accent)}a.take{font-size:12px;white-space:nowrap}
.scroll{overflow-x:auto}svg.plot{width:100%;height:auto;display:block;min-width:540px}
.four svg.plot{min-width:300px}.map svg.plot{min-width:700px;margin:0 auto}.map.wide svg.plot{min-width:1100px}
details{font-size:13px;color:var(--ink2)}summary{cursor:pointer;color:var(--accent)}
pre{overflow-x:auto;margin:8px 0;background:var(--well);border-radius:6px;padding:8px;font-size:12px}
table{border-collapse:collapse;width:100%;font-size:13px}
th{font-size:11px;text-align:right;letter-spacing:.04em;color:var(--ink2);
border-bottom:1px solid var(--ink2);padding:4px 8px}
td{text-align:right;border-bottom:1px solid var(--hair);padding:4px 8px;font-variant-numeric:tabular-nums}
th:first-child,td:first-child,th.words,td.words{text-align:left}
.pick{cursor:pointer}.pick:hover text,.pick:focus text{text-decoration:underline}
.pick:hover .area,.pick:focus .area{stroke:var(--accent);stroke-width:5}.pick:focus{outline:none}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;margin:0 0 10px;padding:0;font-size:12px;
color:var(--ink2)}
.legend li{display:flex;gap:6px;align-items:center}.legend .area{stroke:var(--edge);stroke-width:1}
#which{display:flex;gap:12px;flex-wrap:wrap}button.all{font:inherit;color:var(--accent);background:none;border:0;
padding:0;text-decoration:underline;cursor:pointer}
select{font:inherit;max-width:100%;min-width:0;
color:inherit;background:var(--panel);border:1px solid var(--edge);border-radius:6px;padding:4px 8px}
button.copy{font:inherit;font-size:12px;color:inherit;background:var(--panel);border:1px solid var(--edge);
border-radius:6px;padding:4px 12px;cursor:pointer}
.tall{max-height:420px;overflow:auto}
"""
