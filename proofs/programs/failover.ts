import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { usePostgresAt } from "../../test/harness/own-postgres.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { query } from "../../test/harness/query.ts";
import { seededRandom, type Random } from "../../test/harness/random.ts";
import { acmeWith, booking } from "../../test/harness/seed.ts";
import { startTestService, type TestService } from "../../test/harness/service.ts";
import { until } from "../../test/harness/until.ts";
import { startCancelling, type CancellingCallers } from "../failover/cancelling-callers.ts";
import { startCluster, type Cluster } from "../failover/cluster.ts";
import { drawTimeline, type Moments } from "../failover/timeline.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Kills the primary during cancels, promotes its standby and switches callers to it: every acknowledged
 * cancel must be there. Each run first does the same without synchronous replication, where something must be
 * missing; otherwise the proof could not detect a loss.
 */
export const failover: Proof = {
  promises: ["P3"],
  what: "what was acknowledged outlives the death of PostgreSQL's primary, its standby being synchronous",
  goal: "10 failovers, 1,000 acknowledged, 0 lost; writes back within 10 s of the promotion",
  unit: "failovers",
  engines: ["postgres"],
  usual: 2,
  full: 10,
  ci: 1,
  shows: ["acknowledged"],
  prove,
};

const backWithinMs = 10_000;
const story = {
  title: "The primary dies in the middle of cancels",
  struck: "primary killed",
  promoted: "standby promoted, road switched",
} as const;

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  const picture = join(mkdtempSync(join(tmpdir(), "booking-failover-")), "failover.svg");
  const breaches: string[] = [];
  const blind = await failOver(random, { synchronous: false });
  if (blind.lost === 0) breaches.push("nothing was lost without a synchronous standby either");
  const figures = { failovers: 0, acknowledged: 0, lost: 0, "answered 503": 0 };
  const backMs: number[] = [];
  while (figures.failovers < count && timeLeft()) {
    const over = await failOver(random, { synchronous: true });
    figures.failovers += 1;
    figures.acknowledged += over.callers.acknowledged.size;
    figures.lost += over.lost;
    figures["answered 503"] += over.callers.attempts.filter(({ status }) => status === 503).length;
    const ms = Math.round(over.moments.back - over.moments.promoted);
    backMs.push(ms);
    breaches.push(...over.breaches);
    if (ms > backWithinMs) breaches.push(`writes were back only ${ms} ms after the promotion`);
    writeFileSync(
      picture,
      drawTimeline(over.callers.attempts, over.moments, { lost: over.lost, story }),
    );
    tell(figures.failovers, `${figures.acknowledged} acknowledged, ${figures.lost} lost`);
  }
  return {
    figures: {
      ...figures,
      "writes back after ms": Math.max(0, ...backMs),
      "lost without a synchronous standby": `${blind.lost} of ${blind.callers.acknowledged.size}`,
      timeline: picture,
    },
    breaches,
  };
}

interface Failover {
  readonly callers: CancellingCallers;
  readonly moments: Moments;
  /** The number of acknowledged cancels that are missing. */
  readonly lost: number;
  readonly breaches: readonly string[];
}

const bookings = 1_500;
const callers = 12;
/**
 * The delay of replication. A synchronous standby delays every commit by it; an asynchronous one may be as
 * far behind as it likes.
 */
const lagMs = { waitedFor: 60, notWaitedFor: 1_000 } as const;
const acknowledgedBefore = 80;
const acknowledgedAfter = 60;
/** The time that a monitor of the primary needs to take it for dead. */
const noticedAfterMs = 500;

async function failOver(
  random: Random,
  { synchronous }: { readonly synchronous: boolean },
): Promise<Failover> {
  await using cluster = await startCluster({ synchronous });
  using _ = usePostgresAt(cluster.url);
  const lines = Array.from({ length: bookings }, (_unused, index) =>
    booking(`moved-${index % 50}`, {
      slot_starting_at: `2030-05-${10 + (index % 10)}T08:00:00Z`,
    }),
  );
  await using service = await startTestService([acmeWith(lines)]);
  const token = await service.token();
  await using server = await startServerProcess(service.databaseUrl, {
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
  });
  await cluster.lag(synchronous ? lagMs.waitedFor : lagMs.notWaitedFor);
  const ids = lines.map((line) => line.booking);
  const cancelling = startCancelling({ api: server.api, token, bookings: ids, callers });

  await untilSo(cancelling, () => cancelling.acknowledged.size >= acknowledgedBefore);
  await sleep(random(300));
  const state = await cluster.standbyState();
  const moments = await moveOver(cluster, cancelling);
  const enough = cancelling.acknowledged.size + acknowledgedAfter;
  await untilSo(cancelling, () => cancelling.acknowledged.size >= enough);
  await cancelling.stop();
  const lost = findLost(cluster, service, cancelling.acknowledged);
  const breaches = [
    ...cancelling.strange,
    ...cancelling.attempts.flatMap(({ status }) =>
      status === 0 ? ["a cancel got no answer"] : [],
    ),
    ...lost,
    ...(await heldAgainstLaws({ store: service.store, databaseUrl: directly(cluster, service) })),
    ...(state === (synchronous ? "sync" : "async") ? [] : [`the standby was ${state}`]),
  ];
  return { callers: cancelling, moments, lost: lost.length, breaches };
}

async function moveOver(cluster: Cluster, cancelling: CancellingCallers): Promise<Moments> {
  const { attempts } = cancelling;
  const began = attempts[0]?.askedAt ?? performance.now();
  await cluster.killPrimary();
  const struck = performance.now();
  await sleep(noticedAfterMs);
  await cluster.promote();
  const promoted = performance.now();
  cluster.switchOver();
  const back = () => attempts.find((one) => one.status === 200 && one.answeredAt > promoted);
  await untilSo(cancelling, () => back() !== undefined);
  return { began, struck, promoted, back: back()?.answeredAt ?? Infinity };
}

function untilSo({ strange }: CancellingCallers, claim: () => boolean): Promise<true> {
  return until(() => {
    if (strange[0] !== undefined) throw new Error(strange[0]);
    return claim();
  });
}

function findLost(cluster: Cluster, service: TestService, told: ReadonlySet<string>): string[] {
  const rows = query(
    directly(cluster, service),
    "select id from booking where booking_status = 'CANCELLED'",
  );
  const found = new Set(rows.map(({ id }) => String(id)));
  return [...told].filter((id) => !found.has(id)).map((id) => `lost: ${id} was cancelled`);
}

/** A connection that avoids the switch, which runs in this process and which `query` would block. */
function directly({ standbyUrl }: Cluster, { databaseUrl }: TestService): string {
  const url = new URL(standbyUrl);
  url.pathname = new URL(databaseUrl).pathname;
  return url.href;
}
