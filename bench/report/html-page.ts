import type { BenchReport } from "./bench-report.ts";
import { comparisonSection } from "./sections/comparison-section.ts";
import { growthSection } from "./sections/growth-section.ts";
import { latencySection } from "./sections/latency-section.ts";
import { ratioSection } from "./sections/ratio-section.ts";
import { runningSection } from "./sections/running-section.ts";
import { pageStyle } from "./page-style.ts";
import { escapeHtml } from "./plots/escape-html.ts";

/** The report as one self-contained page, to open from a disk, send and print. */
export function htmlPage(report: BenchReport): string {
  const { machine, startedAt, quick } = report;
  const day = new Date(startedAt).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const facts = [
    ["Machine", `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB`],
    ["System", `Linux ${machine.kernel}`],
    ["Runtime", `Node ${machine.node}`],
    ["With", machine.engines.join(", ")],
    ["Service", machine.commit === null ? "commit unknown" : `commit ${machine.commit}`],
    ["Load before", machine.load.toFixed(1)],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Booking Service: how fast it is</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>How fast is Booking Service?</h1>
<p class="lead">The whole service, with tokens, limits and logs, beside others that answer the same. ${quick ? "A quick look: few rounds, wide bounds." : ""}</p>
<dl class="facts">${facts.map(([name = "", value = ""]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join("")}<div><dt>Measured</dt><dd>${day}</dd></div></dl>
</header>
<main>
${noise(report)}
${ratioSection(report.comparisons)}
${comparisonSection(report.comparisons)}
${latencySection(report.latencies)}
${growthSection(report.growth)}
${runningSection(report)}
</main>
<footer>
<p>Servers are loaded in turn, there and back, and a ratio is taken within each round; its bounds hold the middle 95 of 100 repetitions (bootstrap). CPU time is that of the server with its database server, without the load generator. Absolute rates belong to the machine and the hour; ratios travel better.</p>
<p>Repeat it: <code>npm ci</code>, then <code>npm run bench</code> and <code>npm run bench:peers</code></p>
</footer>
</body>
</html>
`;
}

/** On a busy machine, or where a server differs from itself, differences between servers mean nothing. */
function noise({ comparisons, machine: { load, cores } }: BenchReport): string {
  const restless = comparisons.flatMap(({ title, engine, ratios }) =>
    title.startsWith("the same")
      ? ratios
          .filter(({ cpu }) => cpu.low > 1 || cpu.high < 1 || cpu.high - cpu.low > 0.1)
          .map(({ cpu }) => `${engine}: ${cpu.low.toFixed(2)} to ${cpu.high.toFixed(2)}`)
      : [],
  );
  const reasons = [
    ...(load > cores
      ? [`Before the run ${load.toFixed(1)} programs wanted its ${cores} cores.`]
      : []),
    ...(restless.length > 0
      ? [
          `A server compared with itself should be 1 within a twentieth, by CPU time; it was ${restless.join("; ")}.`,
        ]
      : []),
  ];
  if (reasons.length === 0) return "";
  return `<p class="warning"><strong>The machine was restless.</strong> ${escapeHtml(reasons.join(" "))} Take the figures below with care.</p>`;
}
