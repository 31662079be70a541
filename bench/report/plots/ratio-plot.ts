import type { Estimate } from "../../statistics/estimate.ts";
import { escapeHtml } from "./escape-html.ts";
import { logScale } from "./scale.ts";

export interface RatioRow {
  readonly label: string;
  readonly cpu: Estimate;
  readonly throughput: Estimate;
  /** Null where none is set. */
  readonly goal: { readonly atLeast: number; readonly by: "cpu" | "throughput" } | null;
}

const width = 860;
const rowHeight = 34;
const margin = { top: 26, right: 70, left: 250 };

/** Ratios with their bounds on one axis, and what each should reach. */
export function ratioPlot(rows: readonly RatioRow[]): string {
  const values = rows.flatMap(({ cpu, throughput, goal }) => [
    cpu.low,
    cpu.high,
    throughput.low,
    throughput.high,
    goal?.atLeast ?? 1,
    1,
  ]);
  const height = margin.top + rows.length * rowHeight + 34;
  const scale = logScale({
    from: Math.min(...values) * 0.9,
    to: Math.max(...values) * 1.1,
    pixels: [margin.left, width - margin.right],
  });
  const bottom = height - 30;
  return [
    `<svg class="ratios" viewBox="0 0 ${width} ${height}" role="img" aria-label="Ratios with their bounds">`,
    ...scale.ticks.map((tick) => {
      const x = round(scale.place(tick));
      const isOne = tick === 1 ? " one" : "";
      return `<line class="grid${isOne}" x1="${x}" x2="${x}" y1="${margin.top - 8}" y2="${bottom}"/><text class="tick" x="${x}" y="${bottom + 18}" text-anchor="middle">${tick}</text>`;
    }),
    ...rows.map((row, index) => drawRow(row, margin.top + (index + 0.5) * rowHeight)),
    "</svg>",
  ].join("");

  function drawRow({ label, cpu, throughput, goal }: RatioRow, y: number): string {
    const judged = goal?.by === "throughput" ? throughput : cpu;
    const missed = goal !== null && judged.median < goal.atLeast;
    return [
      `<g class="ratio${missed ? " missed" : ""}">`,
      `<text x="${margin.left - 16}" y="${y + 4}" text-anchor="end">${escapeHtml(label)}</text>`,
      goal === null
        ? ""
        : `<path class="goal" d="M${round(scale.place(goal.atLeast))} ${y - 13} V${y + 13}"><title>goal: ${goal.atLeast} ${goal.by === "cpu" ? "by CPU time" : "by requests"}</title></path>`,
      interval(throughput, y + 6, "throughput"),
      interval(cpu, y - 4, "cpu"),
      `<text class="value" x="${width - margin.right + 12}" y="${y + 4}">${judged.median.toFixed(2)}</text>`,
      "</g>",
    ].join("");
  }

  function interval({ median, low, high }: Estimate, y: number, kind: string): string {
    const [from, at, to] = [low, median, high].map((value) => round(scale.place(value)));
    return `<g class="${kind}"><line x1="${from}" x2="${to}" y1="${y}" y2="${y}"/><circle cx="${at}" cy="${y}" r="${kind === "cpu" ? 5 : 3.5}"><title>${kind === "cpu" ? "by CPU time" : "by requests"}: ${median.toFixed(2)}, between ${low.toFixed(2)} and ${high.toFixed(2)}</title></circle></g>`;
  }
}

const round = (value: number) => Math.round(value * 10) / 10;
