"""Colours and letters of reports: those of the house, light and dark."""

TOKENS = """
:root{--paper:#ECE6D8;--panel:#FBF8F1;--well:#F1ECE0;--ink:#1F2320;--ink2:#55594F;--hair:#D6CDBA;--edge:#857B66;
--accent:#1B5FA8;--ger:#46534E;--water:#BFD6DB;--lamp:#F2B632}
@media (prefers-color-scheme:dark){:root{--paper:#151715;--panel:#1F2320;--well:#282C28;--ink:#EEE8DA;--ink2:#B1AD9D;
--hair:#3A3F39;--edge:#858A7D;--accent:#8CBCF0;--ger:#A9B8B1;--water:#1D3742;--lamp:#FFD166}}
"""

SVG_STYLE = """
text{font:12px system-ui,sans-serif;fill:var(--ink,#1F2320)}
.head{font-size:10px;font-weight:700;letter-spacing:.06em;fill:var(--ink2,#55594F)}
.strong{font-weight:700}.quiet{fill:var(--ink2,#55594F)}
.hair{stroke:var(--hair,#D6CDBA);fill:none}.rule{stroke:var(--ink2,#55594F);fill:none}
.thin{stroke:var(--ink,#1F2320);stroke-width:1.4;fill:none}.thick{stroke:var(--ink2,#55594F);stroke-width:4;fill:none}
.dot{fill:var(--ink,#1F2320)}.hollow{fill:var(--panel,#FBF8F1);stroke:var(--ink,#1F2320);stroke-width:1.6}
.pill{fill:none;stroke:var(--ink2,#55594F)}
.band{fill:var(--accent,#1B5FA8);opacity:.16}.line{fill:none;stroke:var(--ink,#1F2320);stroke-width:1.8}
.area{stroke:var(--edge,#857B66);stroke-width:2;stroke-linejoin:round}
.pen{stroke:var(--ger,#46534E);fill:none}.ground{fill:var(--panel,#FBF8F1)}.full{fill:var(--ger,#46534E)}
.tag{fill:var(--panel,#FBF8F1);stroke:var(--edge,#857B66)}
"""

PAGE_STYLE = """
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:14px/1.5 system-ui,sans-serif}
main{max-width:1280px;margin:0 auto;padding:24px 20px 60px}
h1,h2{font-family:Georgia,'Times New Roman',serif;margin:0}h1{font-size:26px}h2{font-size:18px}
header{display:flex;flex-wrap:wrap;gap:16px 28px;align-items:end;margin-bottom:18px}
header p{margin:2px 0 0;color:var(--ink2)}
dl{display:flex;flex-wrap:wrap;gap:8px 24px;margin:0 0 0 auto}
dt{font-size:11px;font-weight:700;letter-spacing:.06em;color:var(--ink2)}
dd{margin:0;font-weight:700}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,520px),1fr));gap:18px;align-items:start}
section{background:var(--panel);border:1px solid var(--hair);border-radius:10px;padding:16px 18px;min-width:0}
section.wide{grid-column:1/-1}
section>p{margin:2px 0 12px;color:var(--ink2);font-size:13px}
.top{display:flex;justify-content:space-between;gap:12px;align-items:baseline}
a{color:var(--accent)}a.take{font-size:12px;white-space:nowrap}
.scroll{overflow-x:auto}svg.plot{width:100%;height:auto;display:block;min-width:420px}
table{border-collapse:collapse;width:100%;font-size:13px}
th{font-size:11px;text-align:right;letter-spacing:.04em;color:var(--ink2);
border-bottom:1px solid var(--ink2);padding:4px 8px}
td{text-align:right;border-bottom:1px solid var(--hair);padding:4px 8px;font-variant-numeric:tabular-nums}
th:first-child,td:first-child,th.words,td.words{text-align:left}
.pick{cursor:pointer}.pick:hover text,.pick:focus text{text-decoration:underline}
select{font:inherit;
color:inherit;background:var(--panel);border:1px solid var(--edge);border-radius:6px;padding:4px 8px}
.tall{max-height:420px;overflow:auto}
"""
