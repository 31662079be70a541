import type { LatencySeries } from "../../measure/measure-latency.ts";
import { linePlot } from "../plots/line-plot.ts";

const engineNames = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;
const shownParts = [0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999];
const writtenParts = new Set([0.5, 0.9, 0.99, 0.999]);
const leastMs = 0.01;

/** Latencies when requests arrive at random and no caller waits before sending. */
export function latencySection(series: readonly LatencySeries[]): string {
  if (series.length === 0) return "";
  return `<section>
<h2>How long answers take</h2>
<p>Lists and cancels that arrive at random, at a quarter, a half and seven tenths of what the service can do at the most. Waiting counts from the moment a request should have been sent, so that a stall shows in all whom it kept waiting. The dashed line is <em>hello</em> at seven tenths of the service's rate: what the machine itself makes of it.</p>
<div class="plots">${series
    .map(({ title, engine, capacity, points }) =>
      linePlot({
        title: `${title === "list" ? "Lists" : "Cancels"} on ${engineNames[engine]}, at most ${Math.round(capacity).toLocaleString("en")} a second`,
        xLabel: "of the answers, this part came within",
        yLabel: "milliseconds",
        // The axis is the distance from 100 %, so that rare slow answers have space.
        x: "log",
        y: "log",
        xTicks: shownParts
          .filter((part) => writtenParts.has(part))
          .map((part) => ({ at: 1 / (1 - part), label: `${Number((part * 100).toFixed(1))} %` })),
        lines: points
          .filter(({ name, part }) => name === "service" || part === 0.7)
          .map(({ name, part, latencies }, index) => ({
            name: name === "service" ? `${Math.round(part * 100)} %` : name,
            colour: name === "service" ? index : 4,
            isDashed: name !== "service",
            points: shownParts.map((shown) => ({
              x: 1 / (1 - shown),
              y: Math.max(leastMs, latencies[Math.round(shown * 1000)] ?? leastMs),
            })),
          })),
      }),
    )
    .join("")}</div>
</section>`;
}
