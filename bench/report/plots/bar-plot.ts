import { escapeHtml } from "./escape-html.ts";

export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly isOurs: boolean;
}

const width = 420;
const rowHeight = 26;
const left = 116;
const right = 96;

/** Draws values as bars; the shortest is the best. */
export function barPlot(title: string, unit: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ high }) => high));
  const place = (value: number) =>
    Math.round((left + (value / most) * (width - left - right)) * 10) / 10;
  const height = bars.length * rowHeight + 6;
  return [
    `<figure><figcaption>${escapeHtml(title)}</figcaption>`,
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)}">`,
    ...bars.map(({ name, value, low, high, isOurs }, index) => {
      const y = index * rowHeight + 4;
      const middle = y + 9;
      return [
        `<g class="bar${isOurs ? " ours" : ""}">`,
        `<text x="${left - 10}" y="${middle + 4}" text-anchor="end">${escapeHtml(name)}</text>`,
        `<rect x="${left}" y="${y}" width="${place(value) - left}" height="18" rx="3"/>`,
        `<line class="whisker" x1="${place(low)}" x2="${place(high)}" y1="${middle}" y2="${middle}"/>`,
        `<text class="value" x="${place(high) + 8}" y="${middle + 4}">${Math.round(value).toLocaleString("en")} ${unit}</text>`,
        "</g>",
      ].join("");
    }),
    "</svg></figure>",
  ].join("");
}
