import { Type } from "typebox";
import { endpoints, formatAccountName, parseAccountName } from "../../domain/account.ts";
import { formatInstant } from "../../domain/instant.ts";
import { percentile, type Counts } from "../traffic/histogram.ts";
import {
  addTraffic,
  noTraffic,
  type TrafficCounts,
  type TrafficSeries,
} from "../traffic/traffic.ts";
import type { Operation } from "../../operations/machinery/operation.ts";
import { operationsOf } from "../../operations/machinery/operations-of.ts";
import { AccountText, time } from "../../operations/machinery/fields.ts";
import type { ServedParts } from "./served.ts";
import { unknownAccount, visibleAccount } from "../../operations/machinery/run-operation.ts";

const Rates = Type.Array(Type.Number());
const Milliseconds = Type.Union([Type.Number(), Type.Null()]);
const Percentiles = Type.Object({ p50: Milliseconds, p90: Milliseconds, p99: Milliseconds });
const Durations = Type.Array(Milliseconds);

const byEndpoint = "By endpoint's wire name; `none` for paths that are no endpoint.";

export const Overview = Type.Object({
  api: Type.Union([Type.String(), Type.Null()], {
    description: "Where callers are answered, as the machine of the service sees it.",
  }),
  window: Type.String(),
  step_seconds: Type.Integer({
    description: "How long each step is; every series has one value a step.",
  }),
  from: time("Begin of the first step."),
  to: time("End of the last step; what is still being counted comes with the next."),
  counting_since: time("When the process began to count; steps before that are empty."),
  incomplete: Type.Boolean({
    description: "So many accounts had requests at once that some were not kept apart.",
  }),
  requests_per_second: Type.Record(Type.String(), Rates, { description: byEndpoint }),
  refusals_per_second: Type.Record(Type.String(), Rates, { description: "By reason." }),
  latency_ms: Type.Record(
    Type.String(),
    Type.Object({ p50: Durations, p90: Durations, p99: Durations }),
    { description: `${byEndpoint} \`all\` is all of them; null in a step without requests.` },
  ),
  totals: Type.Object(
    {
      requests: Type.Integer(),
      refused: Type.Integer(),
      requests_by_endpoint: Type.Record(Type.String(), Type.Integer()),
      refusals_by_reason: Type.Record(Type.String(), Type.Integer()),
      latency_ms: Type.Record(Type.String(), Percentiles, { description: byEndpoint }),
    },
    { description: "Of the whole window." },
  ),
});

const route = operationsOf<ServedParts>({
  tag: "Records",
  below: "/overview",
  appliesTo: "accounts",
});

/** The traffic of the public listener, for plots. */
export const overviewRoutes: readonly Operation[] = [
  route(
    {
      name: "showOverview",
      method: "GET",
      scope: "read",
      summary: "Requests, refusals and latencies of callers during the last minutes, hour or day.",
      description:
        "Counted in the memory of this node since it was started, over all its processes. An operator " +
        "of some accounts sees what reached these; requests that reached no account are for operators " +
        "of all.",
      query: Type.Object({
        window: Type.Optional(
          Type.Union([Type.Literal("5m"), Type.Literal("1h"), Type.Literal("24h")], {
            description:
              "5m in steps of 2 seconds, 1h of 10 seconds (the default), 24h of 5 minutes.",
          }),
        ),
        account: Type.Optional(AccountText),
      }),
      answers: { 200: Overview },
      refusals: ["unknown-account"],
    },
    async ({ store, traffic, publicAddress }, { query, operator, audit }) => {
      const { window = "1h", account } = query;
      const named = account === undefined ? null : parseAccountName(account);
      const asked = named === null ? null : await visibleAccount(store, operator, named);
      if (account !== undefined && asked === null) {
        return unknownAccount(account);
      }
      const accounts =
        asked === null
          ? (operator.accounts?.map(({ name }) => formatAccountName(name)) ?? null)
          : [formatAccountName(asked.name)];
      const series = traffic.series(window, accounts, audit.now);
      return { body: { api: publicAddress(), window, ...toJson(series) } };
    },
  ),
];

function toJson({ stepSeconds, from, since, steps, incomplete }: TrafficSeries): object {
  const total = noTraffic();
  for (const step of steps) addTraffic(total, step);
  const known = [...new Set([token, ...endpoints, ...Object.keys(total.endpoints)])];
  const reasons = Object.keys(total.refusals).toSorted();
  const perSecond = (count: (step: TrafficCounts) => number) =>
    steps.map((step) => rounded(count(step) / stepSeconds));
  const each = <T>(names: readonly string[], value: (name: string) => T) =>
    Object.fromEntries(names.map((name) => [name, value(name)]));
  const requestsOf = (counts: TrafficCounts, endpoint: string) =>
    counts.endpoints[endpoint]?.answered ?? 0;
  const durations = (endpoint: string) => {
    const found = steps.map((step) => percentilesOf(step, endpoint));
    return {
      p50: found.map(({ p50 }) => p50),
      p90: found.map(({ p90 }) => p90),
      p99: found.map(({ p99 }) => p99),
    };
  };
  return {
    step_seconds: stepSeconds,
    from: formatInstant(from),
    to: formatInstant(from + steps.length * stepSeconds * 1000),
    counting_since: formatInstant(since),
    incomplete,
    requests_per_second: each(known, (name) => perSecond((step) => requestsOf(step, name))),
    refusals_per_second: each(reasons, (name) => perSecond((step) => step.refusals[name] ?? 0)),
    latency_ms: each([all, ...known], durations),
    totals: {
      requests: known.reduce((sum, name) => sum + requestsOf(total, name), 0),
      refused: Object.values(total.refusals).reduce((sum, count) => sum + count, 0),
      requests_by_endpoint: each(known, (name) => requestsOf(total, name)),
      refusals_by_reason: total.refusals,
      latency_ms: each([all, ...known], (name) => percentilesOf(total, name)),
    },
  };
}

const token = "oauth:token";
const all = "all";

function percentilesOf({ endpoints: of }: TrafficCounts, endpoint: string) {
  const counts = endpoint === all ? sumOf(Object.values(of)) : (of[endpoint]?.latency ?? []);
  const at = (part: number) => {
    const seconds = percentile(counts, part);
    return seconds === null ? null : rounded(seconds * 1000);
  };
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) };
}

function sumOf(of: readonly { readonly latency: Counts }[]): Counts {
  const [first, ...rest] = of;
  return (first?.latency ?? []).map((count, index) =>
    rest.reduce((sum, { latency }) => sum + (latency[index] ?? 0), count),
  );
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
