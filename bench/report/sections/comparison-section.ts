import type { Comparison } from "../../measure/compare.ts";
import { barPlot } from "../plots/bar-plot.ts";

const engineNames = { sqlite: " on SQLite", postgres: " on PostgreSQL" } as const;

/** The cost of one request on each server. */
export function comparisonSection(comparisons: readonly Comparison[]): string {
  const shown = comparisons.filter(({ title }) =>
    ["list", "list of 100", "cancel", "token"].includes(title),
  );
  if (shown.length === 0) return "";
  return `<section>
<h2>What a request costs</h2>
<p>Microseconds of CPU time for one request, of the server and its database server together. <em>tuned</em>, <em>naive</em>, <em>batched</em>, <em>single</em> and <em>bare</em> are servers for this one request, without tokens, limits and logs; <em>hello</em> does nothing at all.</p>
<div class="plots">${shown
    .map(({ title, engine, measured }) =>
      barPlot(
        `One ${title}${engine === null ? "" : engineNames[engine]}`,
        "µs",
        measured.map(({ name, cpu }) => ({
          name,
          value: cpu.median,
          low: cpu.low,
          high: cpu.high,
          isOurs: name === "service",
        })),
      ),
    )
    .join("")}</div>
<details><summary>All figures as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="What a request costs"><table>
<thead><tr><th>Server</th><th>Requests a second</th><th>CPU µs</th><th>p50 ms</th><th>p99 ms</th><th>Bytes</th><th>Memory MiB</th><th>Load's own CPU µs</th></tr></thead>
<tbody>${shown
    .map(
      ({ title, engine, measured }) =>
        `<tr class="group"><th colspan="8">${title}${engine === null ? "" : engineNames[engine]}</th></tr>${measured
          .map(
            (one) =>
              `<tr${one.name === "service" ? ' class="ours"' : ""}><td>${one.name}</td><td>${whole(one.requestsPerSecond.median)}</td><td>${whole(one.cpu.median)}</td><td>${(one.latencies[500] ?? 0).toFixed(2)}</td><td>${(one.latencies[990] ?? 0).toFixed(2)}</td><td>${whole(one.bytes)}</td><td>${whole(one.memoryBytes / 2 ** 20)}</td><td>${whole(one.generatorCpu)}</td></tr>`,
          )
          .join("")}`,
    )
    .join("")}</tbody>
</table></div></details>
</section>`;
}

const whole = (value: number) => Math.round(value).toLocaleString("en");
