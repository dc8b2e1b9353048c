#include "page.h"

void bench_escape(FILE *to, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '&': fputs("&amp;", to); break;
        case '<': fputs("&lt;", to); break;
        case '>': fputs("&gt;", to); break;
        case '"': fputs("&quot;", to); break;
        default: fputc(*text, to);
        }
    }
}

/* Colours by what they say: --own is ours, --p0 ... the peers in their order, --s0 ... the stages. */
static const char *const style[] = {
    ":root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--fg:#171b24;--soft:#596275;--line:#dfe3ea;"
    "--own:#1f5fd6;--below:#e9ecf2;--good:#13795b;--bad:#c22f2f;"
    "--p0:#d1660a;--p1:#0b8a6a;--p2:#b02ca8;--p3:#8a6d00;--p4:#0d8aa8;--p5:#c03a4c;--p6:#6b5bd2;--p7:#5c7a12;"
    "--s0:#1f5fd6;--s1:#58a6e8;--s2:#16a085;--s3:#e0a526;--s4:#d1660a;--s5:#b0409c;--s6:#7a8494;--s7:#4b5563}"
    "\n",
    "@media(prefers-color-scheme:dark){:root{--bg:#0f1218;--card:#181c25;--fg:#e8ebf1;--soft:#9aa4b6;"
    "--line:#2b3140;--own:#6aa5ff;--below:#222734;--good:#4cc38a;--bad:#ff7b72;"
    "--p0:#f2994a;--p1:#3fd0a4;--p2:#e58ade;--p3:#e0c04c;--p4:#5ccbe6;--p5:#f7828f;--p6:#a99cff;--p7:#b4d455;"
    "--s0:#4f8ff0;--s1:#8cc4f5;--s2:#35c2a2;--s3:#edbd4f;--s4:#f2994a;--s5:#d87ac8;--s6:#98a3b5;--s7:#6b7688}"
    "}\n",
    "*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}\n",
    "body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,-apple-system,'Segoe "
    "UI',Roboto,"
    "'Helvetica Neue',Arial,sans-serif;font-variant-numeric:tabular-nums}\n",
    "main,header,footer{max-width:1180px;margin:0 auto;padding:0 16px}\n",
    "header{padding-top:32px}header p{margin:0;color:var(--soft)}\n",
    "h1{font-size:clamp(22px,4vw,32px);line-height:1.2;margin:2px 0 6px;letter-spacing:-.01em;"
    "overflow-wrap:anywhere}\n",
    "h2{font-size:20px;line-height:1.3;margin:0}h3{font-size:15px;margin:20px 0 6px}\n",
    ".over{text-transform:uppercase;letter-spacing:.09em;font-size:12px;font-weight:600}\n",
    ".facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(138px,1fr));gap:10px;margin:20px 0}\n",
    ".facts div{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:10px 14px}\n",
    ".facts b{display:block;font-size:21px;line-height:1.25;font-weight:650}\n",
    ".facts b small{font-size:13px;font-weight:500;color:var(--soft)}.facts span{font-size:13px;"
    "color:var(--soft)}\n",
    "section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:18px;margin:0 0 "
    "16px;"
    "min-width:0}\n",
    "section>p{margin:2px 0 10px;color:var(--soft);font-size:14px}\n",
    ".pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:16px}\n",
    ".pair>section{margin:0}.pair>section:last-child:nth-child(odd){grid-column:1/-1}.pair{margin:0 0 "
    "16px}\n",
    "svg{display:block;width:100%;height:auto;max-width:620px;margin:0 auto}\n",
    "svg text{font-size:13.5px;fill:var(--soft)}svg .mark{fill:var(--fg)}\n",
    "svg .grid{stroke:var(--line);stroke-width:1;fill:none}svg .below{fill:var(--below)}\n",
    "svg .line{fill:none;stroke-width:2;stroke-linejoin:round}svg "
    "circle{stroke:var(--card);stroke-width:1.2}\n",
    "svg .spread{stroke-width:1.6;fill:none}svg .own .spread,svg .wall .spread{stroke:var(--own)}\n",
    "svg .floor{stroke:var(--soft);stroke-width:1.5}svg .roof{stroke:var(--soft);stroke-width:1.5}\n",
    "svg .own{stroke:var(--own);stroke-width:2.6}svg .own circle{fill:var(--own)}\n",
    "svg .wall{stroke:var(--own)}svg .line.wall{stroke-dasharray:2 5;stroke-linecap:round}"
    "svg .wall circle{fill:var(--card);stroke:var(--own)}\n",
    "svg g.own,svg g.wall{stroke:none}\n",
    "svg .line.p0{stroke:var(--p0)}svg .line.p1{stroke:var(--p1)}svg .line.p2{stroke:var(--p2)}"
    "svg .line.p3{stroke:var(--p3)}svg .line.p4{stroke:var(--p4)}svg .line.p5{stroke:var(--p5)}"
    "svg .line.p6{stroke:var(--p6)}svg .line.p7{stroke:var(--p7)}\n",
    "svg .p0 circle{fill:var(--p0)}svg .p1 circle{fill:var(--p1)}svg .p2 circle{fill:var(--p2)}"
    "svg .p3 circle{fill:var(--p3)}svg .p4 circle{fill:var(--p4)}svg .p5 circle{fill:var(--p5)}"
    "svg .p6 circle{fill:var(--p6)}svg .p7 circle{fill:var(--p7)}\n",
    ".key{display:flex;flex-wrap:wrap;gap:4px 16px;margin:8px 0 0;padding:0;list-style:none;font-size:13px;"
    "color:var(--soft)}\n",
    ".key i{display:inline-block;width:18px;height:0;border-top:3px "
    "solid;margin-right:6px;vertical-align:middle}\n",
    ".key .k-wall{border-top-style:dotted;border-color:var(--own)}.key .k-own{border-color:var(--own)}\n",
    ".key .k-floor{height:10px;border:0;border-top:1.5px solid var(--soft);background:var(--below)}\n",
    ".key .box{width:11px;height:11px;border:0;border-radius:3px}\n",
    ".wide{overflow-x:auto;margin:0 -18px;padding:0 18px;-webkit-overflow-scrolling:touch}\n",
    "table{border-collapse:collapse;width:100%;font-size:14px;white-space:nowrap}\n",
    "th{font-weight:600;color:var(--soft);font-size:12.5px}th,td{padding:5px 10px 5px 0;text-align:right;"
    "border-bottom:1px solid var(--line)}\n",
    "th:first-child,td:first-child{text-align:left}th:last-child,td:last-child{padding-right:0}"
    "tr:last-child td{border-bottom:0}\n",
    "td.text,th.text{text-align:left}td small{color:var(--soft)}tr.peer td{color:var(--soft)}"
    "tr.peer td:first-child{padding-left:12px}\n",
    ".slower{color:var(--bad);font-weight:600}.faster{color:var(--good);font-weight:600}\n",
    ".meter{display:inline-block;width:72px;height:8px;border-radius:4px;background:var(--below);overflow:"
    "hidden;"
    "vertical-align:middle;margin-left:8px}.meter i{display:block;height:100%;background:var(--own)}\n",
    ".stages{display:grid;grid-template-columns:auto 1fr auto;gap:6px "
    "10px;align-items:center;font-size:13px}\n",
    ".stages "
    "div{display:flex;height:16px;border-radius:4px;overflow:hidden;background:var(--below);gap:1px}\n",
    ".stages span{text-align:right;white-space:nowrap}.stages div i{display:block}\n",
    "details{margin-top:12px}summary{cursor:pointer;color:var(--soft);font-size:14px}\n",
    "nav{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 16px}nav a{color:inherit;text-decoration:none;"
    "border:1px solid var(--line);background:var(--card);border-radius:99px;padding:6px "
    "14px;font-size:14px}\n",
    "nav a:hover,nav a:focus-visible{border-color:var(--own);color:var(--own)}\n",
    "dl{margin:8px 0 0;font-size:14px;display:grid;grid-template-columns:minmax(110px,auto) 1fr;gap:6px 18px}"
    "dt{font-weight:600}dd{margin:0;color:var(--soft);"
    "overflow-wrap:anywhere}footer{padding-bottom:40px;color:var(--soft);font-size:13px}\n",
    "@media(max-width:520px){main,header,footer{padding-left:12px;padding-right:12px}section{padding:14px}"
    ".wide{margin:0 -14px;padding:0 14px}svg text{font-size:15px}table{font-size:13px}.tail{display:none}"
    ".meter{width:44px}dl{display:block}dt{margin-top:8px}}\n",
    "@media print{section{break-inside:avoid}nav{display:none}}\n",
};

void bench_write_style(FILE *to) {
    for (size_t k = 0; k < sizeof style / sizeof *style; k++) fputs(style[k], to);
}
