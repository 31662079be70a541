import { escapeHtml } from "./escape-html.ts";
import { linearScale, logScale } from "./scale.ts";

export interface Line {
  readonly name: string;
  /** The number of one of the page's colours. */
  readonly colour: number;
  readonly isDashed?: boolean;
  readonly points: readonly PlotPoint[];
}

interface PlotPoint {
  readonly x: number;
  readonly y: number;
  /** Bounds of y. */
  readonly low?: number;
  readonly high?: number;
}

export interface LinePlot {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly x: "log" | "linear";
  readonly y: "log" | "linear";
  /** Labels in place of the numbers. */
  readonly xTicks?: readonly { readonly at: number; readonly label: string }[];
  readonly lines: readonly Line[];
}

const width = 470;
const height = 290;
const margins = { top: 30, bottom: 42, left: 54 };
const nameApart = 16;
const letterWidth = 8.4;

/** Draws lines over an axis, each named at its end, as one SVG. */
export function linePlot(plot: LinePlot): string {
  const points = plot.lines.flatMap((line) => line.points);
  if (points.length === 0) return "";
  const longestName = Math.max(...plot.lines.map(({ name }) => name.length));
  const margin = { ...margins, right: 24 + longestName * letterWidth };
  const xs = points.map(({ x }) => x);
  const ys = points.flatMap(({ y, low = y, high = y }) => [y, low, high]);
  const xScale = (plot.x === "log" ? logScale : linearScale)({
    from: Math.min(...xs),
    to: Math.max(...xs),
    pixels: [margin.left, width - margin.right],
  });
  const yScale = (plot.y === "log" ? logScale : linearScale)({
    from: plot.y === "log" ? Math.min(...ys) * 0.8 : 0,
    to: Math.max(...ys) * 1.08,
    pixels: [height - margin.bottom, margin.top],
  });
  const xTicks = plot.xTicks ?? xScale.ticks.map((at) => ({ at, label: shortNumber(at) }));
  const ends = spreadOut(
    plot.lines.map((line) => yScale.place(line.points.at(-1)?.y ?? 1)),
    nameApart,
  );
  return [
    `<figure><figcaption>${escapeHtml(plot.title)}</figcaption>`,
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(plot.title)}">`,
    ...yScale.ticks.map((tick) => {
      const y = round(yScale.place(tick));
      return `<line class="grid" x1="${margin.left}" x2="${width - margin.right}" y1="${y}" y2="${y}"/><text class="tick" x="${margin.left - 7}" y="${y + 4}" text-anchor="end">${shortNumber(tick)}</text>`;
    }),
    ...xTicks.map(
      ({ at, label }) =>
        `<text class="tick" x="${round(xScale.place(at))}" y="${height - margin.bottom + 17}" text-anchor="middle">${escapeHtml(label)}</text>`,
    ),
    `<line class="axis" x1="${margin.left}" x2="${width - margin.right}" y1="${height - margin.bottom}" y2="${height - margin.bottom}"/>`,
    `<text class="label" x="${(margin.left + width - margin.right) / 2}" y="${height - 6}" text-anchor="middle">${escapeHtml(plot.xLabel)}</text>`,
    `<text class="label" x="2" y="13">${escapeHtml(plot.yLabel)}</text>`,
    ...plot.lines.map((line, index) => drawLine(line, ends[index] ?? 0)),
    "</svg></figure>",
  ].join("");

  function drawLine(line: Line, endsAt: number): string {
    const place = ({ x, y }: PlotPoint) => `${round(xScale.place(x))} ${round(yScale.place(y))}`;
    const path = line.points.map(place).join(" L");
    const isSparse = line.points.length <= 12;
    const marks = isSparse
      ? line.points.map((point) => {
          const [x, y] = place(point).split(" ");
          const whisker =
            point.low === undefined || point.high === undefined
              ? ""
              : `<line class="whisker" x1="${x}" x2="${x}" y1="${round(yScale.place(point.low))}" y2="${round(yScale.place(point.high))}"/>`;
          return `${whisker}<circle cx="${x}" cy="${y}" r="3.5"><title>${escapeHtml(line.name)}: ${shortNumber(point.y)} at ${shortNumber(point.x)}</title></circle>`;
        })
      : [];
    const dash = line.isDashed === true ? " dashed" : "";
    return `<g class="line colour${line.colour}${dash}"><path d="M${path}"/>${marks.join("")}<text x="${width - margin.right + 9}" y="${round(endsAt + 4)}">${escapeHtml(line.name)}</text></g>`;
  }
}

/** The positions of the names, moved apart where they would overlap. */
function spreadOut(places: readonly number[], apart: number): number[] {
  const result = [...places];
  const order = places
    .map((_, index) => index)
    .toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  for (const [position, index] of order.entries()) {
    const before = order[position - 1];
    if (before === undefined) continue;
    result[index] = Math.max(result[index] ?? 0, (result[before] ?? 0) + apart);
  }
  return result;
}

const round = (value: number) => Math.round(value * 10) / 10;

export function shortNumber(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))} M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))} k`;
  return value.toLocaleString("en", { maximumSignificantDigits: 3 });
}
