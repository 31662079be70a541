import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { runSuites, type Figures } from "./measure/run-suites.ts";
import { Stage } from "./measure/stage.ts";
import { readOptions, usage, type Suite } from "./options.ts";
import type { BenchReport } from "./report/bench-report.ts";
import { growthImage } from "./report/growth-image.ts";
import { htmlPage } from "./report/html-page.ts";
import { findRegressions, ratiosOf, type KeptRatios } from "./report/regressions.ts";
import { describeMachine } from "./report/machine.ts";
import { figuresText } from "./report/text.ts";

/** The suites whose servers are written in Go, too. */
const comparedInGo: ReadonlySet<Suite> = new Set(["list", "cancel", "token"]);

/** Measures, prints, and writes the requested files. A poor figure is no failure. */
const options = readOptions(process.argv.slice(2));
if (options === null) {
  process.stderr.write(usage);
  process.exit(2);
}
const startedAt = new Date();
await using stage = new Stage();
for (const [signal, number] of [["SIGINT", 2] as const, ["SIGTERM", 15] as const]) {
  process.once(signal, () => {
    void stage[Symbol.asyncDispose]().finally(() => process.exit(128 + number));
  });
}
const engines = [];
for (const name of options.engines) engines.push((await stage.engine(name)).version);
if (options.suites.some((suite) => comparedInGo.has(suite))) {
  const { compiled } = stage;
  if ("missing" in compiled)
    process.stdout.write(`Without the references in Go: ${compiled.missing}.\n`);
  else engines.push(compiled.version);
}
const machine = describeMachine(engines);
const figures: { -readonly [Kind in keyof Figures]: Figures[Kind] } = {
  counts: [],
  comparisons: [],
  latencies: [],
  besideOperators: [],
  growth: [],
  imports: [],
  starts: [],
  memory: [],
  sizing: [],
};
process.stdout.write(
  `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, ${engines.join(", ")}\n\n`,
);
/** Shows the progress of the run beside the figures. */
const tell = (next: string) => {
  const seconds = Math.round((Date.now() - startedAt.getTime()) / 1000);
  process.stderr.write(`after ${seconds} s: ${next}\n`);
};
for await (const some of runSuites(stage, options, tell)) {
  process.stdout.write(`${figuresText(some)}\n\n`);
  figures.counts = [...figures.counts, ...(some.counts ?? [])];
  figures.comparisons = [...figures.comparisons, ...(some.comparisons ?? [])];
  figures.latencies = [...figures.latencies, ...(some.latencies ?? [])];
  figures.besideOperators = [...figures.besideOperators, ...(some.besideOperators ?? [])];
  figures.growth = [...figures.growth, ...(some.growth ?? [])];
  figures.imports = [...figures.imports, ...(some.imports ?? [])];
  figures.starts = [...figures.starts, ...(some.starts ?? [])];
  figures.sizing = [...figures.sizing, ...(some.sizing ?? [])];
  figures.memory = [...figures.memory, ...(some.memory ?? [])];
}
const report: BenchReport = {
  machine,
  startedAt: startedAt.toISOString(),
  quick: options.quick,
  ...figures,
};
write(options.html, htmlPage(report));
tell("done");
process.stdout.write(`The page: ${options.html}\n`);
const keptAt = "bench/committed-ratios.json";
if (options.keepRatios) {
  write(keptAt, `${JSON.stringify(ratiosOf(report.comparisons), null, 2)}\n`);
} else if (existsSync(keptAt)) {
  const kept = JSON.parse(readFileSync(keptAt, "utf8")) as KeptRatios;
  const regressions = findRegressions(report.comparisons, kept);
  for (const regression of regressions) {
    process.stdout.write(`Dearer than before: ${regression}\n`);
  }
  if (regressions.length > 0 && machine.load > machine.cores) {
    process.stdout.write(
      `The load was ${machine.load.toFixed(1)} on ${machine.cores} cores: measure again on a quieter machine.\n`,
    );
  }
}
if (options.image !== null) write(options.image, growthImage(report.growth));
if (options.json !== null) write(options.json, `${JSON.stringify(report, null, 1)}\n`);

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
