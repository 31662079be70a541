import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { importLines } from "../../test/harness/service.ts";
import { catalogue } from "../../test/harness/seed.ts";
import { DeskModel } from "./desk-model.ts";
import { DeskSide } from "./desk-side.ts";
import { drawnSteps, stepOf } from "./desk-step.ts";
import type { Side } from "./side.ts";

export interface DeskOrder {
  readonly seed: number;
  readonly count: number;
  readonly timeLeft: () => boolean;
  readonly clock: { ms: number };
  /** Called after each sequence with the number of its steps. */
  readonly onSequence: (steps: number) => void;
}

const capacities = [3, 2];
const vipLimit = 1;
const automaticKey = "pk_winter";

/**
 * Compares random sequences of operators' acts, callers' cancels and imports with the model of a desk.
 * Returns the first difference, null where there is none.
 */
export async function checkDesk(
  sides: readonly Side[],
  { seed, count, timeLeft, clock, onSequence }: DeskOrder,
): Promise<string | null> {
  const campaign = catalogue.find(
    (line) => "public_key" in line && line.public_key === automaticKey,
  );
  for (const { service, accountId } of sides) {
    await importLines(service.store, accountId, [{ ...campaign, waitlist_promotion: "automatic" }]);
  }
  let run = 0;
  const property = fc.asyncProperty(fc.boolean(), drawnSteps, async (automatic, sequence) => {
    if (!timeLeft()) return;
    run += 1;
    const first = Date.UTC(2041, 0, 1) + run * 7_200_000;
    const place = {
      publicKey: automatic ? automaticKey : "pk_summer",
      activityId: `desk-${run}`,
      contact: `desk-${run}`,
      startingAt: [first, first + 3_600_000],
      now: () => clock.ms,
    };
    const model = new DeskModel(capacities, vipLimit, automatic);
    const desks = sides.map((side) => new DeskSide(side, place));
    for (const desk of desks) await desk.open(capacities, vipLimit);
    const begunAt = clock.ms;
    for (const [number, drawn] of sequence.entries()) {
      clock.ms += 1_000;
      const named = "index" in drawn ? drawn.index : -1;
      const touchedAt = model.touchedAt(named) ?? clock.ms;
      const times = {
        // No two entries of a waitlist have one time, because their ids would decide between them.
        before: begunAt - 86_400_000 + number,
        between: touchedAt - 500 + number,
        same: touchedAt,
        now: clock.ms,
      };
      const step = stepOf(drawn, model.bookings()[named], times);
      const outcome = model.take(step, clock.ms);
      for (const desk of desks) {
        await compare(desk, outcome, await desk.take(step), model, JSON.stringify(step));
      }
    }
    onSequence(sequence.length);
  });
  const found = await fc.check(property, { seed, numRuns: count });
  if (!found.failed) return null;
  return `${(found.errorInstance as Error).message} after ${JSON.stringify(found.counterexample)}`;
}

async function compare(
  desk: DeskSide,
  expected: string,
  outcome: string,
  model: DeskModel,
  step: string,
): Promise<void> {
  if (outcome !== expected) throw new Error(`${step} was ${outcome} and should be ${expected}`);
  const wanted = model.bookings();
  const bookings = await desk.bookings();
  if (!isDeepStrictEqual(bookings, wanted)) {
    const [was, be] = [JSON.stringify(bookings), JSON.stringify(wanted)];
    throw new Error(`after ${step} the bookings were ${was} and should be ${be}`);
  }
  const reasons = await desk.whyTheyWait();
  if (!isDeepStrictEqual(reasons, model.whyTheyWait())) {
    const [was, be] = [JSON.stringify(reasons), JSON.stringify(model.whyTheyWait())];
    throw new Error(`after ${step} they waited for ${was} and should for ${be}`);
  }
  const difference = await desk.differenceInList(wanted);
  if (difference !== null) throw new Error(`after ${step} ${difference}`);
}
