import type { GrowthSeries } from "../measure/growth-series.ts";
import { growthPlot } from "./sections/growth-section.ts";

/** The growth plots as one self-contained image for a document, light and dark. */
export function growthImage(all: readonly GrowthSeries[]): string {
  const kinds = [...Map.groupBy(all, ({ title, of }) => `${title} ${of}`).values()];
  const rows = Math.ceil(kinds.length / columns);
  const plots = kinds.map((series, index) => {
    const x = (index % columns) * cell.width;
    const y = Math.floor(index / columns) * cell.height;
    const figure = growthPlot(series);
    const title = /<figcaption>(.*?)<\/figcaption>/.exec(figure)?.[1] ?? "";
    const drawing = /<svg [^>]*>(.*)<\/svg>/s.exec(figure)?.[1] ?? "";
    return `<g transform="translate(${x} ${y})"><text class="title" x="14" y="26">${title}</text><g transform="translate(0 38)">${drawing}</g></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * cell.width} ${rows * cell.height}" role="img" aria-label="What a request costs as things grow">
<style>${style}</style>
<rect class="ground" width="100%" height="100%"/>
${plots.join("\n")}
</svg>
`;
}

const columns = 2;
const cell = { width: 490, height: 340 };

/** An image has only its own style. */
const style = `
text { font: 12.5px system-ui, sans-serif; fill: #1d2126; }
.title { font-size: 15px; font-weight: 600; }
.tick, .label { fill: #666b73; font-size: 11.5px; }
.ground { fill: #ffffff; }
.grid { stroke: #e5e2da; }
.axis { stroke: #666b73; }
.whisker { stroke: #1d2126; stroke-opacity: 0.55; stroke-width: 1.5; }
.line path { fill: none; stroke-width: 2.25; stroke-linejoin: round; }
.line text { font-weight: 600; }
.line.dashed path { stroke-dasharray: 5 5; stroke-width: 1.75; }
.colour0 path { stroke: #0b6e5f; } .colour0 circle, .colour0 text { fill: #0b6e5f; }
.colour1 path { stroke: #3d5fb5; } .colour1 circle, .colour1 text { fill: #3d5fb5; }
@media (prefers-color-scheme: dark) {
  text { fill: #e8e6e1; }
  .tick, .label { fill: #9aa0a8; }
  .ground { fill: #15171a; }
  .grid { stroke: #31363d; }
  .axis { stroke: #9aa0a8; }
  .whisker { stroke: #e8e6e1; }
  .colour0 path { stroke: #4fc9b3; } .colour0 circle, .colour0 text { fill: #4fc9b3; }
  .colour1 path { stroke: #8fabf5; } .colour1 circle, .colour1 text { fill: #8fabf5; }
}
`;
