/** The style of the HTML report: light and dark, wide and narrow, screen and paper. */
export const reportStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf8, #16181b);
  --card: light-dark(#ffffff, #1e2125);
  --ink: light-dark(#1d2125, #e8e6e2);
  --quiet: light-dark(#5c6166, #a3a7ab);
  --line: light-dark(#dedbd5, #34383d);
  --code: light-dark(#f3f1ec, #121416);
  --pass: light-dark(#1c6b41, #7fd0a0);
  --pass-back: light-dark(#d9efe1, #17402a);
  --fail: light-dark(#a3211b, #ff9d93);
  --fail-back: light-dark(#fbdcd8, #58201c);
  --skip: light-dark(#7a5200, #e8bd63);
  --skip-back: light-dark(#f8e8c4, #473511);
  --none: light-dark(#5c6166, #a3a7ab);
  --none-back: light-dark(#e9e7e3, #2a2e32);
  --focus: light-dark(#1b5fd0, #8ab8ff);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 68rem;
  padding: 2rem clamp(1rem, 4vw, 2.5rem) 3rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.55 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
a { color: inherit; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.skip-link { position: absolute; left: -100vw; }
.skip-link:focus { left: 1rem; top: .5rem; background: var(--card); padding: .4rem .8rem; z-index: 1; }
header p { margin: 0; }
h1 { font-size: clamp(1.9rem, 5vw, 2.9rem); line-height: 1.15; margin: .2rem 0 .6rem; letter-spacing: -.02em; text-wrap: balance; }
h1.pass { color: var(--pass); }
h1.fail { color: var(--fail); }
h2 { font-size: 1.25rem; margin: 2.4rem 0 .8rem; }
.kicker { color: var(--quiet); font-size: .9rem; letter-spacing: .02em; }
.target { font-weight: 600; overflow-wrap: anywhere; }
.facts, .legend, footer { color: var(--quiet); font-size: .9rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .8rem; }
.tile { margin: 0; padding: .8rem 1rem; border-radius: .6rem; background: var(--card); border: 1px solid var(--line); border-left-width: 5px; font-size: .92rem; line-height: 1.35; }
.tile strong { display: block; font-size: 2.1rem; line-height: 1.1; font-variant-numeric: tabular-nums; }
.tile.pass { border-left-color: var(--pass); } .tile.pass strong { color: var(--pass); }
.tile.fail { border-left-color: var(--fail); } .tile.fail strong { color: var(--fail); }
.tile.skip { border-left-color: var(--skip); } .tile.skip strong { color: var(--skip); }
.tile.none { border-left-color: var(--none); } .tile.none strong { color: var(--none); }
.tile.zero { border-left-color: var(--line); } .tile.zero strong { color: var(--quiet); }
.grid { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(3.1rem, 1fr)); gap: .3rem; }
.cell { display: block; text-align: center; padding: .3rem 0; border-radius: .35rem; font-size: .8rem; font-variant-numeric: tabular-nums; text-decoration: none; border: 1px solid transparent; }
.grid .cell:hover { border-color: currentColor; }
.legend { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; margin: 0 0 .8rem; }
.legend span { display: inline-flex; gap: .4rem; align-items: center; }
.legend .cell { width: 1.6rem; font-weight: inherit; }
.cell.pass, .mark.pass { background: var(--pass-back); color: var(--pass); }
.cell.fail, .mark.fail { background: var(--fail-back); color: var(--fail); font-weight: 700; }
.cell.skip, .mark.skip { background: var(--skip-back); color: var(--skip); }
.cell.none { background: var(--none-back); color: var(--none); }
.cell.fail { border-color: var(--fail); } .cell.skip { border-style: dashed; border-color: var(--skip); }
summary { cursor: pointer; }
.table { margin-top: 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin-top: .6rem; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .7rem .45rem 0; border-bottom: 1px solid var(--line); }
td { overflow-wrap: anywhere; min-width: 9rem; }
td .pass { color: var(--pass); } td .fail { color: var(--fail); font-weight: 700; } td .skip { color: var(--skip); } td .none { color: var(--none); }
small { color: var(--quiet); }
.filter { border: 0; padding: 0; margin: 0 0 .9rem; display: flex; flex-wrap: wrap; gap: .5rem; }
.filter legend { float: left; padding: .3rem .4rem 0 0; color: var(--quiet); font-size: .9rem; }
.filter label { padding: .3rem .8rem; border: 1px solid var(--line); border-radius: 2rem; background: var(--card); font-size: .9rem; cursor: pointer; }
.filter label:has(:checked) { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
.filter label:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
.filter input { position: absolute; opacity: 0; }
.rules:has(#show-fail:checked) .rule:not(.fail),
.rules:has(#show-skip:checked) .rule:not(.skip),
.rules:has(#show-pass:checked) .rule:not(.pass) { display: none; }
.rule { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; margin: 0 0 .5rem; scroll-margin-top: 1rem; }
.rule:target { border-color: var(--focus); }
.rule > summary { padding: .55rem .9rem; display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: baseline; list-style: none; }
.rule > summary::-webkit-details-marker { display: none; }
.rule > :not(summary) { margin: 0 .9rem .9rem; }
.mark { font-size: .8rem; padding: .1rem .5rem; border-radius: 1rem; min-width: 4.4rem; text-align: center; }
.name { font-weight: 600; flex: 1 1 16rem; }
.numbers { color: var(--quiet); font-size: .82rem; font-variant-numeric: tabular-nums; }
blockquote { padding-left: .8rem; border-left: 3px solid var(--line); color: var(--quiet); font-style: italic; }
.message { font-weight: 600; overflow-wrap: anywhere; }
.fail > .message { color: var(--fail); }
.skip > .message { color: var(--skip); font-weight: 400; }
.rule > .caption { margin-bottom: .3rem; color: var(--quiet); font-size: .85rem; }
.exchange { display: grid; gap: .7rem; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); }
figure { margin: 0; min-width: 0; }
figcaption { font-size: .8rem; color: var(--quiet); }
pre { margin: .2rem 0 0; padding: .7rem .8rem; background: var(--code); border: 1px solid var(--line); border-radius: .4rem; font: .8rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow-y: auto; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); }
@media (max-width: 34rem) {
  .tiles { grid-template-columns: 1fr 1fr; }
  .rule > summary { padding: .55rem .7rem; }
  .name { flex-basis: 9rem; }
  .numbers { flex-basis: 100%; }
}
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 10pt; background: none; }
  .filter, .skip-link, .rule.pass > :not(summary), .table > summary { display: none; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  .rule, .tile { break-inside: avoid; }
  pre { max-height: none; }
  .cell, .mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
