import { setTimeout as sleep } from "node:timers/promises";
import { breaches, query } from "../../test/harness/database.ts";
import type { Random } from "../../test/harness/random.ts";
import { until } from "../../test/harness/until.ts";
import { startCancelling, type CancellingCallers } from "../failover/cancelling-callers.ts";
import type { Moments } from "../failover/timeline.ts";
import type { Fault } from "./faults.ts";
import type { Machines } from "./machines.ts";
import { findPrimary, isWhole, type Primary } from "./patroni.ts";
import type { DeployedService } from "./service.ts";

export interface FailedOver {
  readonly callers: CancellingCallers;
  readonly moments: Moments;
  /** The booking ids of acknowledged cancels that are missing. */
  readonly lost: readonly string[];
  readonly breaches: readonly string[];
  readonly from: Primary;
  readonly to: Primary;
}

const bookings = 3_000;
const callers = 12;
const askAgainMs = 200;
const acknowledgedBefore = 150;
const acknowledgedAfter = 150;
const patienceMs = 120_000;
const lookEveryMs = 50;
const wholeLooks = 4;
const wholeEveryMs = 700;

/** Runs one failure during cancels, until cancels succeed again and all three machines are back. */
export async function failOver(
  { machines, service }: { readonly machines: Machines; readonly service: DeployedService },
  fault: Fault,
  random: Random,
): Promise<FailedOver> {
  const ids = await service.addBookings(bookings);
  const from = await untilPatiently(findPrimary);
  const { server, token } = service;
  const cancelling = startCancelling({
    api: server.api,
    token,
    bookings: ids,
    callers,
    askAgainMs,
  });
  const { attempts, acknowledged } = cancelling;
  await untilPatiently(() => acknowledged.size >= acknowledgedBefore);
  await sleep(random(300));

  const began = attempts[0]?.askedAt ?? performance.now();
  await fault.strike(machines, from.machine);
  const struck = performance.now();
  const to = await untilAnother(from);
  const promoted = performance.now();
  const back = () => attempts.find((one) => one.status === 200 && one.answeredAt > promoted);
  await untilPatiently(() => back() !== undefined);
  const enough = acknowledged.size + acknowledgedAfter;
  await untilPatiently(() => acknowledged.size >= enough);
  await cancelling.stop();

  fault.mend(machines, from.machine);
  await untilWhole();
  const { databaseUrl } = service;
  // HAProxy may see Patroni's change later.
  await untilPatiently(() => answers(databaseUrl));
  const cancelled = "select id from booking where booking_status = 'CANCELLED'";
  const kept = new Set(query(databaseUrl, cancelled).map(({ id }) => String(id)));
  const lost = [...acknowledged].filter((id) => !kept.has(id));
  return {
    callers: cancelling,
    moments: { began, struck, promoted, back: back()?.answeredAt ?? Infinity },
    lost,
    from,
    to,
    breaches: [
      ...cancelling.strange,
      ...lost.map((id) => `lost: ${id} was cancelled`),
      ...breaches(databaseUrl).map((row) => `a law is broken: ${JSON.stringify(row)}`),
      ...(await service.verify()),
    ],
  };
}

/** A standby that cannot follow is connected for short times, so several checks in a row decide. */
export async function untilWhole(): Promise<void> {
  let times = 0;
  await untilPatiently(async () => {
    times = (await isWhole()) ? times + 1 : 0;
    await sleep(wholeEveryMs);
    return times === wholeLooks;
  });
}

function answers(databaseUrl: string): boolean {
  try {
    return query(databaseUrl, "select 1").length === 1;
  } catch {
    return false;
  }
}

/** The next primary: another machine, or the same one after a restart of its PostgreSQL. */
async function untilAnother(before: Primary): Promise<Primary> {
  return untilPatiently(async () => {
    const now = await findPrimary();
    return now?.machine === before.machine && now.startedAt === before.startedAt ? null : now;
  });
}

/** A machine needs time to come back. */
const untilPatiently = <T>(look: () => T | Promise<T>) =>
  until(look, { limitMs: patienceMs, everyMs: lookEveryMs });
