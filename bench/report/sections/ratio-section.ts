import type { Comparison } from "../../measure/compare.ts";
import { goalOf } from "../goals.ts";
import { escapeHtml } from "../plots/escape-html.ts";
import { ratioPlot } from "../plots/ratio-plot.ts";
import { spreadText } from "../text.ts";

const engineNames = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

/** All ratios of the service in one plot. */
export function ratioSection(comparisons: readonly Comparison[]): string {
  const rows = comparisons
    .filter(({ title }) => !title.startsWith("the same"))
    .flatMap((comparison) =>
      comparison.ratios.map((ratio) => ({
        title: comparison.title.charAt(0).toUpperCase() + comparison.title.slice(1),
        label: `${ratio.of} / ${ratio.to}${comparison.engine === null ? "" : `, ${engineNames[comparison.engine]}`}`,
        ...ratio,
        goal: goalOf(comparison, ratio),
      })),
    );
  if (rows.length === 0) return "";
  const byTitle = [...Map.groupBy(rows, ({ title }) => title)];
  return `<section>
<h2>Beside the others</h2>
<p>How many times as much the first does as the second: <span class="key cpu"></span> by CPU time, which other programs disturb least, and <span class="key throughput"></span> by requests a second. Right of 1 it is faster. The bar <span class="key goal"></span> is the goal, the number is what is held against it, and what misses its goal is <span class="missed">in this colour</span>.</p>
<div class="plots">${byTitle.map(([title, some]) => ratioPlot(title, some)).join("")}</div>
<details><summary>The same as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Ratios"><table>
<thead><tr><th>Comparison</th><th>By CPU time</th><th>By requests</th><th>Goal</th><th>Promise</th></tr></thead>
<tbody>${rows
    .map(
      ({ title, label, cpu, throughput, goal }) =>
        `<tr><td>${escapeHtml(`${title}: ${label}`)}</td><td>${spreadText(cpu, 2)}</td><td>${spreadText(throughput, 2)}</td><td>${goal === null ? "" : `${goal.atLeast} ${goal.by === "cpu" ? "by CPU time" : "by requests"}`}</td><td>${goal?.promise ?? ""}</td></tr>`,
    )
    .join("")}</tbody>
</table></div></details>
</section>`;
}
