import type { Kysely } from "kysely";
import { isMarkDue, marksMax } from "../../domain/clock.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

/**
 * What the service's clock said, hour by hour, as it was written, the last first. The marks outlive restarts
 * (`domain/clock.ts`).
 */
export async function readClockMarks(reads: Kysely<Tables>): Promise<number[]> {
  return (await readMarks(reads)).map(({ at }) => at);
}

/** Writes a mark where one is due, and returns all. */
export async function markClock(engine: Engine, now: number): Promise<number[]> {
  const [last] = await readMarks(engine.reads);
  if (isMarkDue(last?.at, now)) {
    const number = (last?.number ?? 0) + 1;
    await engine.write(async (transaction) => {
      // Another node may have written the same mark.
      await transaction
        .insertInto("clock_mark")
        .values({ number, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await transaction
        .deleteFrom("clock_mark")
        .where("number", "<=", number - marksMax)
        .execute();
    });
  }
  return readClockMarks(engine.reads);
}

function readMarks(reads: Kysely<Tables>) {
  return reads
    .selectFrom("clock_mark")
    .selectAll()
    .orderBy("number", "desc")
    .limit(marksMax)
    .execute();
}
