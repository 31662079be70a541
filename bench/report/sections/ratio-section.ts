import type { Comparison } from "../../measure/compare.ts";
import { goalOf } from "../goals.ts";
import { escapeHtml } from "../plots/escape-html.ts";
import { ratioPlot } from "../plots/ratio-plot.ts";
import { spreadText } from "../text.ts";

const engineNames = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

/** How the service compares, all at once. */
export function ratioSection(comparisons: readonly Comparison[]): string {
  const rows = comparisons
    .filter(({ title }) => !title.startsWith("the same"))
    .flatMap((comparison) => comparison.ratios.map((ratio) => ({ comparison, ratio })))
    .map(({ comparison, ratio }) => ({
      label: `${capitalised(comparison.title)}${comparison.engine === null ? "" : `, ${engineNames[comparison.engine]}`} / ${ratio.to}`,
      ...ratio,
      goal: goalOf(comparison, ratio),
    }));
  if (rows.length === 0) return "";
  return `<section>
<h2>Beside the others</h2>
<p>How many times as much the service does as the one named on the left: <span class="key cpu"></span> by CPU time, which other programs disturb least, and <span class="key throughput"></span> by requests a second. Right of 1 it is faster. The bar <span class="key goal"></span> is the goal, and the number is what is held against it.</p>
<div class="scroll">${ratioPlot(rows.map(({ label, cpu, throughput, goal }) => ({ label, cpu, throughput, goal })))}</div>
<table>
<thead><tr><th>Comparison</th><th>By CPU time</th><th>By requests</th><th>Goal</th><th>Promise</th></tr></thead>
<tbody>${rows
    .map(
      ({ label, cpu, throughput, goal }) =>
        `<tr><td>${escapeHtml(label)}</td><td>${spreadText(cpu, 2)}</td><td>${spreadText(throughput, 2)}</td><td>${goal === null ? "" : `${goal.atLeast} ${goal.by === "cpu" ? "by CPU time" : "by requests"}`}</td><td>${goal?.promise ?? ""}</td></tr>`,
    )
    .join("")}</tbody>
</table>
</section>`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
