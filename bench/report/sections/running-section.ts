import type { BenchReport } from "../bench-report.ts";
import { linePlot } from "../plots/line-plot.ts";
import { spreadText } from "../text.ts";

const engineNames = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

/** Start, import, and memory. */
export function runningSection({ imports, starts, memory }: BenchReport): string {
  if (imports.length + starts.length + memory.length === 0) return "";
  const rows = [
    ...starts.map(({ engine, bundle, sources, hello }) => [
      `Start of the package until requests are accepted, ${engineNames[engine]}`,
      `${spreadText(bundle, 0)} ms`,
      `from sources: ${spreadText(sources, 0)} ms; a bare server: ${spreadText(hello, 0)} ms`,
    ]),
    ...imports.map((one) => [
      `Import of ${one.bookings.toLocaleString("en")} bookings, ${engineNames[one.engine]}`,
      `${spreadText(one.import, 1)} s`,
      `the engine's bulk load: ${spreadText(one.bulk, 1)} s; ratio ${spreadText(one.ratio, 2)}`,
    ]),
  ];
  return `<section>
<h2>Starting, importing, memory</h2>
${rows.length === 0 ? "" : `<div class="scroll" tabindex="0" role="region" aria-label="Starting and importing"><table><thead><tr><th></th><th>Booking Service</th><th>Beside it</th></tr></thead><tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</tbody></table></div>`}
<div class="plots">${
    memory.length === 0
      ? ""
      : linePlot({
          title: "Memory of the process while it answers lists",
          xLabel: "requests answered",
          yLabel: "MiB",
          x: "linear",
          y: "linear",
          lines: memory.map(({ engine, points }) => ({
            name: engineNames[engine],
            colour: engine === "sqlite" ? 0 : 1,
            points: points.map(({ requests, bytes }) => ({ x: requests, y: bytes / 2 ** 20 })),
          })),
        })
  }</div>
</section>`;
}
