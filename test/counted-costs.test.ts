import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Costs } from "../bench/counts/count-requests.ts";
import { countedCalls, measureCounts, type Counts } from "../bench/measure/measure-counts.ts";
import { Stage } from "../bench/measure/stage.ts";
import { countsText, total } from "../bench/report/counts-text.ts";
import { byteSlack, costLimits, type CostLimit } from "./harness/cost-limits.ts";
import { programWords } from "./harness/program.ts";
import { engine } from "./harness/test-database.ts";

const bytes: ReadonlySet<string> = new Set<keyof CostLimit>([
  "allocated",
  "writeAheadLog",
  "logLine",
  "bytesSent",
  "bytesReceived",
]);

/** Costs that do not depend on the machine or the hour, of the real `booking serve` in one process. */
describe("a warm request costs no more than it must", () => {
  let counts: readonly Counts[] = [];
  before(async () => {
    await using stage = new Stage();
    const [program] = programWords;
    counts = await measureCounts(stage, engine, {
      beside: false,
      traced: false,
      ...(program !== undefined && { servedBy: program }),
    });
  });

  for (const call of countedCalls) {
    test(`a ${call}`, (t) => {
      const { costs } = counts.find((each) => each.call === call) ?? assert.fail();
      const figures = figuresOf(costs);
      t.diagnostic(`${costs.promises} promises, ${costs.timers} timers`);
      for (const [name, measured] of Object.entries(costLimits[engine][call])) {
        const figure = figures[name as keyof CostLimit];
        const limit = bytes.has(name) ? Math.ceil(measured * byteSlack) : measured;
        t.diagnostic(`${name} ${figure} of ${limit}`);
        assert.ok(
          figure <= limit,
          `${name}: ${figure}, at most ${limit}\n${explain(counts, costs)}`,
        );
      }
    });
  }
});

function figuresOf({ traffic, written, ...costs }: Costs): Required<CostLimit> {
  const none = Number.NaN;
  return {
    rows: total(written.rows),
    indexEntries: total(written.indexEntries),
    allocated: Math.round(costs.allocatedBytes),
    writeAheadLog: Math.round(written.logBytes),
    logLine: Math.round(costs.logBytes),
    roundTrips: traffic?.roundTrips ?? none,
    messagesSent: traffic?.messagesSent ?? none,
    messagesReceived: traffic?.messagesReceived ?? none,
    bytesSent: traffic?.bytesSent ?? none,
    bytesReceived: traffic?.bytesReceived ?? none,
  };
}

/** The whole table, and what was written where. */
function explain(counts: readonly Counts[], { written }: Costs): string {
  return [...countsText(counts), JSON.stringify(written, null, 1)].join("\n");
}
