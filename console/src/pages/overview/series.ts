import { locale, t } from "../../language/t.ts";
import type { Overview } from "../../api/operations.ts";
import { refusalWords } from "../../kit/refusal-words.ts";

/** A line of a plot: one value for each step, null where there is none. */
export interface Series {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

/** Endpoints in words; an unknown one is shown by its wire name. */
const endpointWords: Readonly<Record<string, string>> = {
  "interactions:fetchContactBookings": t("List"),
  "interactions:cancelInteractionBooking": t("Cancelling"),
  "oauth:token": t("Token"),
  none: t("No endpoint"),
};

export function wordsOfEndpoint(endpoint: string): string {
  return endpointWords[endpoint] ?? endpoint;
}

export function requestSeries({ requests_per_second: rates, totals }: Overview): Series[] {
  const order = Object.keys(endpointWords);
  return Object.entries(rates)
    .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .filter(([name]) => name !== "none" || (totals.requests_by_endpoint[name] ?? 0) > 0)
    .map(([name, values]) => ({ label: wordsOfEndpoint(name), values }));
}

export function latencySeries({ latency_ms: latencies }: Overview): Series[] {
  const all = latencies["all"];
  return (["p50", "p90", "p99"] as const).map((label) => ({ label, values: all?.[label] ?? [] }));
}

/** The largest number of lines that can be distinguished. */
const reasonsShown = 4;

/** The most frequent reasons, and all others together. */
export function refusalSeries(overview: Overview): Series[] {
  const { refusals_per_second: rates, totals } = overview;
  const reasons = Object.entries(totals.refusals_by_reason)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason]) => reason);
  const shown = reasons.slice(0, reasonsShown);
  const rest = reasons.slice(reasonsShown);
  const steps = Object.values(rates)[0]?.length ?? 0;
  const others = Array.from({ length: steps }, (_, step) =>
    rest.reduce((sum, reason) => sum + (rates[reason]?.[step] ?? 0), 0),
  );
  return [
    ...shown.map((reason) => ({ label: refusalWords(reason), values: rates[reason] ?? [] })),
    ...(rest.length === 0 ? [] : [{ label: t("All others"), values: others }]),
  ];
}

/** The present values: the mean of the last ten seconds or of the last step, of all endpoints together. */
export function currentRate({ requests_per_second: rates, step_seconds: step }: Overview): number {
  const steps = Math.max(1, Math.round(10 / step));
  return Object.values(rates).reduce((sum, values) => sum + mean(values.slice(-steps)), 0);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export interface TableRow {
  /** Milliseconds UTC. */
  readonly from: number;
  readonly values: readonly (number | null)[];
}

/** The same lines as a table of few rows; each row has the highest value of its stretch of time. */
export function asTable(
  series: readonly Series[],
  { from, stepSeconds, rows }: { from: number; stepSeconds: number; rows: number },
): TableRow[] {
  const steps = series[0]?.values.length ?? 0;
  const stride = Math.max(1, Math.ceil(steps / rows));
  return Array.from({ length: Math.ceil(steps / stride) }, (_, row) => ({
    from: from + row * stride * stepSeconds * 1000,
    values: series.map(({ values }) => highest(values.slice(row * stride, (row + 1) * stride))),
  }));
}

function highest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** A measured number, in the same precision as its neighbours: `0.25`, `5.5`, `52.0`, `1,240`. */
export function shortNumber(value: number | null): string {
  if (value === null) return "–";
  const digits = digitsOf(value);
  return value.toLocaleString(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function digitsOf(value: number): number {
  if (value === 0 || value >= 100) return 0;
  return value < 1 ? 2 : 1;
}

/** A round number of an axis. */
export function axisNumber(value: number): string {
  return value.toLocaleString(locale, { maximumSignificantDigits: 3 });
}
