import type { Estimate } from "../../statistics/estimate.ts";
import { escapeHtml } from "./escape-html.ts";
import { logScale } from "./scale.ts";

export interface RatioRow {
  readonly label: string;
  readonly cpu: Estimate;
  readonly throughput: Estimate;
  /** Null where there is no goal. */
  readonly goal: { readonly atLeast: number; readonly by: "cpu" | "throughput" } | null;
}

const width = 470;
const rowHeight = 58;
const side = 14;

/** Draws ratios with their bounds and goals on one axis. */
export function ratioPlot(title: string, rows: readonly RatioRow[]): string {
  const values = rows.flatMap(({ cpu, throughput, goal }) => [
    cpu.low,
    cpu.high,
    throughput.low,
    throughput.high,
    goal?.atLeast ?? 1,
    1,
  ]);
  const bottom = rows.length * rowHeight;
  const scale = logScale({
    from: Math.min(...values) * 0.9,
    to: Math.max(...values) * 1.1,
    pixels: [side, width - side],
  });
  return [
    `<figure class="ratios"><figcaption>${escapeHtml(title)}</figcaption>`,
    `<svg viewBox="0 0 ${width} ${bottom + 24}" role="img" aria-label="${escapeHtml(title)}: ratios with their bounds">`,
    ...scale.ticks.map((tick) => {
      const x = round(scale.place(tick));
      const isOne = tick === 1 ? " one" : "";
      return `<line class="grid${isOne}" x1="${x}" x2="${x}" y1="0" y2="${bottom}"/><text class="tick" x="${x}" y="${bottom + 17}" text-anchor="middle">${tick}</text>`;
    }),
    ...rows.map((row, index) => drawRow(row, index * rowHeight)),
    "</svg></figure>",
  ].join("");

  function drawRow({ label, cpu, throughput, goal }: RatioRow, top: number): string {
    const by = goal?.by ?? "cpu";
    const judged = by === "cpu" ? cpu : throughput;
    const missed = goal !== null && judged.median < goal.atLeast;
    const goalText = goal === null ? "" : ` <tspan class="tick">of ${goal.atLeast}</tspan>`;
    return [
      `<g class="ratio${missed ? " missed" : ""}">`,
      `<text class="backed" x="${side}" y="${top + 16}">${escapeHtml(label)}</text>`,
      `<text class="backed value" x="${width - side}" y="${top + 16}" text-anchor="end">${judged.median.toFixed(2)}${goalText}</text>`,
      goal === null
        ? ""
        : `<path class="goal" d="M${round(scale.place(goal.atLeast))} ${top + 23} v24"><title>goal: ${goal.atLeast} ${goal.by === "cpu" ? "by CPU time" : "by requests"}</title></path>`,
      interval(throughput, top + 41, "throughput", by),
      interval(cpu, top + 30, "cpu", by),
      "</g>",
    ].join("");
  }

  function interval(
    { median, low, high }: Estimate,
    y: number,
    kind: "cpu" | "throughput",
    by: string,
  ): string {
    const [from, at, to] = [low, median, high].map((value) => round(scale.place(value)));
    const judged = kind === by ? " judged" : "";
    return `<g class="${kind}${judged}"><line x1="${from}" x2="${to}" y1="${y}" y2="${y}"/><circle cx="${at}" cy="${y}" r="4.5"><title>${kind === "cpu" ? "by CPU time" : "by requests"}: ${median.toFixed(2)}, between ${low.toFixed(2)} and ${high.toFixed(2)}</title></circle></g>`;
  }
}

const round = (value: number) => Math.round(value * 10) / 10;
