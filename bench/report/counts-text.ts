import type { Costs } from "../counts/count-requests.ts";
import type { Counts } from "../measure/measure-counts.ts";

/** A table of what one request costs, for each engine. */
export function countsText(counts: readonly Counts[]): string[] {
  const byEngine = Map.groupBy(counts, ({ engine }) => engine);
  return [...byEngine].map(([engine, its]) => {
    const rows = [
      ["", ...Object.keys(columns)],
      ...its.map(({ call, server, costs }) => [
        `${call}, ${server}`,
        ...Object.values(columns).map((show) => show(costs)),
      ]),
    ];
    const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
    const lines = rows.map((row) =>
      row.map((cell, at) => {
        const width = widths?.[at] ?? 0;
        return at === 0 ? cell.padEnd(width) : cell.padStart(width);
      }),
    );
    return [
      `counts of one request, ${engine}, in code that V8 has not optimised`,
      ...lines.map((line) => `  ${line.join("  ")}`.trimEnd()),
    ].join("\n");
  });
}

/** Figures of one request, as they are shown. */
const columns: Readonly<Record<string, (costs: Costs) => string>> = {
  promises: ({ promises }) => whole(promises),
  timers: ({ timers }) => whole(timers),
  "bytes allocated": ({ allocatedBytes }) => whole(allocatedBytes),
  "system calls": ({ systemCalls }) => (systemCalls === null ? "–" : whole(systemCalls)),
  "round trips": ({ traffic }) => (traffic === null ? "–" : whole(traffic.roundTrips)),
  messages: ({ traffic }) =>
    traffic === null ? "–" : `${whole(traffic.messagesSent)} / ${whole(traffic.messagesReceived)}`,
  "bytes on the wire": ({ traffic }) =>
    traffic === null ? "–" : `${whole(traffic.bytesSent)} / ${whole(traffic.bytesReceived)}`,
  rows: ({ written }) => total(written.rows).toFixed(2),
  "index entries": ({ written }) => total(written.indexEntries).toFixed(2),
  "write-ahead log": ({ written }) => whole(written.logBytes),
  "log line": ({ logBytes }) => whole(logBytes),
};

const whole = (figure: number) => Math.round(figure).toLocaleString("en");

export function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
