/** Light and dark by the reader's system; both print. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfaf7, #15171a);
  --card: light-dark(#ffffff, #1c1f24);
  --ink: light-dark(#1d2126, #e8e6e1);
  --soft: light-dark(#666b73, #9aa0a8);
  --line: light-dark(#e5e2da, #31363d);
  --ours: light-dark(#0b6e5f, #4fc9b3);
  --theirs: light-dark(#b9b4a7, #565c66);
  --alarm: light-dark(#b4431f, #f08a62);
  --goal: light-dark(#8a6d1a, #e0b84c);
  --c0: light-dark(#0b6e5f, #4fc9b3);
  --c1: light-dark(#3d5fb5, #8fabf5);
  --c2: light-dark(#b4431f, #f08a62);
  --c4: light-dark(#8b8f96, #80868f);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 1120px; padding: 48px 28px 64px;
  background: var(--ground); color: var(--ink);
  font: 16px/1.55 ui-sans-serif, system-ui, "Segoe UI", sans-serif;
}
h1 { font-size: clamp(30px, 5vw, 46px); line-height: 1.1; letter-spacing: -0.02em; margin: 0 0 12px; }
h2 { font-size: 24px; letter-spacing: -0.01em; margin: 0 0 6px; }
.lead { font-size: 19px; color: var(--soft); max-width: 46em; margin: 0 0 24px; }
.facts { display: flex; flex-wrap: wrap; gap: 10px 32px; margin: 0; }
.facts dt { font-size: 12px; color: var(--soft); }
.facts dd { margin: 0; font-size: 14px; }
section { margin-top: 56px; }
section > p { max-width: 50em; color: var(--soft); margin: 0 0 20px; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(420px, 100%), 1fr)); gap: 20px; }
figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px 18px 10px; }
figcaption { font-weight: 600; margin-bottom: 10px; }
svg { display: block; width: 100%; height: auto; }
svg text { font: 12.5px ui-sans-serif, system-ui, sans-serif; fill: var(--ink); }
svg .tick, svg .label { fill: var(--soft); font-size: 11.5px; }
svg .grid { stroke: var(--line); }
svg .grid.one { stroke: var(--soft); }
svg .axis { stroke: var(--soft); }
svg .value { font-variant-numeric: tabular-nums; font-weight: 600; }
figure { min-width: 0; }
.scroll { overflow-x: auto; }
summary { cursor: pointer; color: var(--soft); margin-top: 20px; width: fit-content; }
:focus-visible { outline: 2px solid var(--ours); outline-offset: 3px; border-radius: 4px; }
.backed { paint-order: stroke; stroke: var(--card); stroke-width: 5; stroke-linejoin: round; }
.ratio line { stroke-width: 2; stroke-linecap: round; }
.ratio .judged line { stroke-width: 3; }
.ratio .cpu line { stroke: var(--ours); }
.ratio .cpu circle { fill: var(--ours); }
.ratio .throughput line { stroke: var(--c4); }
.ratio .throughput circle { fill: var(--c4); }
.ratio.missed .judged circle { fill: var(--alarm); }
.ratio.missed .judged line { stroke: var(--alarm); }
.missed, .ratio.missed .value { color: var(--alarm); fill: var(--alarm); }
.goal { stroke: var(--goal); stroke-width: 3; }
.bar rect { fill: var(--theirs); }
.bar.ours rect { fill: var(--ours); }
.bar.ours text { font-weight: 600; }
.whisker { stroke: var(--ink); stroke-opacity: 0.55; stroke-width: 1.5; }
.line path { fill: none; stroke-width: 2.25; stroke-linejoin: round; }
.line text { font-weight: 600; }
.line.dashed path { stroke-dasharray: 5 5; stroke-width: 1.75; }
.colour0 path { stroke: var(--c0); } .colour0 circle, .colour0 text { fill: var(--c0); }
.colour1 path { stroke: var(--c1); } .colour1 circle, .colour1 text { fill: var(--c1); }
.colour2 path { stroke: var(--c2); } .colour2 circle, .colour2 text { fill: var(--c2); }
.colour4 path { stroke: var(--c4); } .colour4 circle, .colour4 text { fill: var(--c4); }
.key { display: inline-block; width: 10px; height: 10px; border-radius: 50%; vertical-align: baseline; }
.key.cpu { background: var(--ours); } .key.throughput { background: var(--c4); }
.key.goal { background: var(--goal); width: 3px; height: 14px; border-radius: 0; vertical-align: -2px; }
table { border-collapse: collapse; width: 100%; margin-top: 12px; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 7px 14px 7px 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 500; color: var(--soft); font-size: 13px; }
tr.group th { padding-top: 18px; color: var(--ink); font-weight: 600; }
tr.ours td { color: var(--ours); font-weight: 600; }
.warning { border: 1px solid var(--alarm); border-radius: 12px; padding: 12px 18px; margin: 32px 0 0; max-width: 60em; }
footer { margin-top: 64px; padding-top: 20px; border-top: 1px solid var(--line); color: var(--soft); font-size: 14px; max-width: 60em; }
code { font: 0.95em ui-monospace, monospace; color: var(--ink); }
@media (max-width: 560px) {
  body { padding: 28px 16px 48px; }
  figure { padding: 14px 12px 8px; }
  .lead { font-size: 17px; }
  svg text { font-size: 15px; }
  svg .tick, svg .label { font-size: 14px; }
  svg .line text { font-size: 14px; }
}
@media print { body { padding: 0; } figure, section { break-inside: avoid; } }
`;
