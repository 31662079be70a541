import type { GrowthSeries } from "../../measure/growth-series.ts";
import { linePlot } from "../plots/line-plot.ts";

const engineNames = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

/** The cost of a request as sizes grow. */
export function growthSection(all: readonly GrowthSeries[]): string {
  if (all.length === 0) return "";
  const kinds = Map.groupBy(all, ({ title, of }) => `${title} ${of}`);
  return `<section>
<h2>As things grow</h2>
<p>CPU time of one request, while the table, the page or the number of accounts grows. A flat line is what one wishes for.</p>
<div class="plots">${[...kinds.values()].map((series) => growthPlot(series)).join("")}</div>
</section>`;
}

/** Plots one kind of growth on both engines. */
export function growthPlot(series: readonly GrowthSeries[]): string {
  const [first] = series;
  if (first === undefined) return "";
  const { title, of } = first;
  const what = of === "page" ? title : `a ${title}, as ${of} grow`;
  return linePlot({
    title: `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
    xLabel: of === "page" ? "page of 100 bookings" : of,
    yLabel: "CPU µs",
    x: of === "page" ? "linear" : "log",
    y: "linear",
    xTicks: [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))]
      .filter((at) => at !== 80)
      .map((at) => ({ at, label: at.toLocaleString("en") })),
    lines: series.map(({ engine, name, points }) => ({
      name: name === "service" ? engineNames[engine] : name,
      colour: engine === "sqlite" ? 0 : 1,
      isDashed: name !== "service",
      points: points.map(({ at, cpu }) => ({
        x: at,
        y: cpu.median,
        low: cpu.low,
        high: cpu.high,
      })),
    })),
  });
}
