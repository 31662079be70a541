import type { Comparison } from "../measure/compare.ts";
import type { GrowthSeries } from "../measure/growth-series.ts";
import type { Traffic } from "../load/counting-proxy.ts";
import type { LatencySeries } from "../measure/measure-latency.ts";
import type { BesideOperators } from "../measure/measure-operators.ts";
import type { Sizing } from "../measure/measure-sizing.ts";
import type { Figures } from "../measure/run-suites.ts";
import type { Estimate } from "../statistics/estimate.ts";
import { countsText } from "./counts-text.ts";
import { mostBesideOperators } from "./goals.ts";

/** The figures for a terminal. */
export function figuresText(figures: Partial<Figures>): string {
  return [
    ...countsText(figures.counts ?? []),
    ...(figures.comparisons ?? []).map(comparisonText),
    ...(figures.latencies ?? []).map(latencyText),
    ...(figures.besideOperators ?? []).map(besideOperatorsText),
    ...(figures.growth ?? []).map(growthText),
    ...(figures.imports ?? []).map(
      (one) =>
        `import of ${one.bookings.toLocaleString("en")} bookings, ${one.engine}: ` +
        `${one.import.median.toFixed(1)} s, bulk load ${one.bulk.median.toFixed(1)} s, ratio ${ratioText(one.ratio)}`,
    ),
    ...(figures.starts ?? []).map(
      (one) =>
        `start, ${one.engine}: package ${spreadText(one.bundle, 0)} ms, sources ${spreadText(one.sources, 0)} ms; hello ${spreadText(one.hello, 0)} ms`,
    ),
    ...(figures.memory ?? []).map(
      ({ engine, points }) =>
        `memory, ${engine}: ${points.map(({ bytes }) => Math.round(bytes / 2 ** 20)).join(" ")} MiB ` +
        `over ${(points.at(-1)?.requests ?? 0).toLocaleString("en")} requests`,
    ),
    ...(figures.sizing ?? []).map(sizingText),
  ].join("\n\n");
}

function comparisonText({ title, engine, measured, ratios, rounds }: Comparison): string {
  const head = `${title}${engine === null ? "" : `, ${engine}`} (${rounds} rounds)`;
  const rows = measured.map(
    (one) =>
      `  ${one.name.padEnd(12)} ${count(one.requestsPerSecond.median)}/s  ` +
      `CPU ${micro(one.cpu.median)} µs  p50 ${milli(one.latencies[500])} p99 ${milli(one.latencies[990])} ms  ` +
      `${Math.round(one.bytes)} bytes  ${Math.round(one.memoryBytes / 2 ** 20)} MiB  ` +
      `(load ${micro(one.generatorCpu)} µs)`,
  );
  const compared = ratios.map(
    ({ of, to, throughput, cpu }) =>
      `  ${of} / ${to}: requests ${ratioText(throughput)}, by CPU ${ratioText(cpu)}`,
  );
  return [head, ...rows, ...compared].join("\n");
}

function latencyText({ title, engine, capacity, points }: LatencySeries): string {
  return [
    `latency of ${title}, ${engine}, open loop (capacity ${count(capacity).trim()}/s)`,
    ...points.map(
      ({ name, part, perSecond, latencies }) =>
        `  ${name.padEnd(12)} ${(part * 100).toFixed(0)} %, ${count(perSecond)}/s  p50 ${milli(latencies[500])}  p90 ${milli(latencies[900])}  p99 ${milli(latencies[990])} ms`,
    ),
  ].join("\n");
}

function besideOperatorsText({ engine, capacity, windows, p99 }: BesideOperators): string {
  return [
    `list beside operators, ${engine}, open loop (capacity ${count(capacity).trim()}/s)`,
    ...windows.map(({ name, perSecond, latencies, lateness, refused, ran, waited, work }) => {
      const done = Object.entries(work ?? {}).map(([kind, times]) => `${times} ${kind}`);
      return (
        `  ${name.padEnd(6)} ${count(perSecond)}/s  p50 ${milli(latencies[500])}  p90 ${milli(latencies[900])}  p99 ${milli(latencies[990])} ms  ` +
        `refused ${refused}  the load's own p99 ${milli(lateness[990])} ms  ` +
        `callers' thread ran ${ran.toFixed(1)} s, waited for a processor ${waited.toFixed(1)} s  ${done.join(", ")}`
      );
    }),
    `  p99 beside / alone: ${ratioText(p99)}, goal at most ${mostBesideOperators} (${p99.median <= mostBesideOperators ? "met" : "missed"})`,
  ].join("\n");
}

function growthText({ title, engine, name, of, points }: GrowthSeries): string {
  return [
    `${title} as ${of} grow, ${engine}, ${name}`,
    ...points.map(
      ({ at, cpu, p50, databaseMs, toFirst, coldCpu, memoryBytes }) =>
        `  ${at.toLocaleString("en").padStart(12)}  CPU ${spreadText(cpu, 0)} µs  p50 ${milli(p50)} ms` +
        (databaseMs === undefined ? "" : `  database ${spreadText(databaseMs, 2)} ms`) +
        (toFirst === undefined ? "" : `  ${ratioText(toFirst)} of the first`) +
        (coldCpu === undefined ? "" : `  asked first ${micro(coldCpu)} µs`) +
        (memoryBytes === undefined ? "" : `  ${Math.round(memoryBytes / 2 ** 20)} MiB`),
    ),
  ].join("\n");
}

function sizingText({ engine, bytesPerBooking, requests }: Sizing): string {
  return [
    `one request, ${engine}; a booking takes ${Math.round(bytesPerBooking)} bytes on the disk`,
    ...requests.map(
      ({ title, serviceCpu, databaseCpu, answerBytes, logBytes, alone, together }) =>
        `  ${title.padEnd(8)} service ${spreadText(serviceCpu, 0)} µs  answer ${Math.round(answerBytes)} bytes` +
        (databaseCpu === null ? "" : `  database ${spreadText(databaseCpu, 0)} µs`) +
        (logBytes === null ? "" : `  its log ${Math.round(logBytes)} bytes`) +
        (alone === null ? "" : `\n    alone ${trafficText(alone)}`) +
        (together === null ? "" : `\n    together ${trafficText(together)}`),
    ),
  ].join("\n");
}

function trafficText({ roundTrips, bytesSent, bytesReceived }: Traffic): string {
  return `${roundTrips.toFixed(2)} round trips, ${Math.round(bytesSent)} bytes sent, ${Math.round(bytesReceived)} received`;
}

function ratioText(estimate: Estimate): string {
  return spreadText(estimate, 2);
}

/** The median, with its bounds in brackets. */
export function spreadText({ median, low, high }: Estimate, digits: number): string {
  return `${median.toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}

const count = (value: number) => Math.round(value).toLocaleString("en").padStart(7);
const micro = (value: number) => value.toFixed(0).padStart(4);
const milli = (value = Number.NaN) => value.toFixed(1).padStart(5);
