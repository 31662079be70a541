import { setTimeout as sleep } from "node:timers/promises";
import { isRefused } from "../../src/domain/refusal.ts";
import {
  createCredential,
  revokeCredential,
  rotateCredential,
  type IssuedCredential,
} from "../../src/usecases/operator/credentials.ts";
import { call } from "../../test/harness/call.ts";
import { citusUrl } from "../../test/harness/citus-databases.ts";
import { usePostgresAt } from "../../test/harness/own-postgres.ts";
import { query } from "../../test/harness/query.ts";
import { pick, seededRandom, type Random } from "../../test/harness/random.ts";
import { booking, catalogue, withSlots } from "../../test/harness/seed.ts";
import { audit, startTestService, type TestService } from "../../test/harness/service.ts";
import { until } from "../../test/harness/until.ts";
import { AccountTraffic } from "../citus/account-traffic.ts";
import { openCluster, type CitusCluster, type WorkerNode } from "../citus/cluster.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Six accounts on the Citus cluster that `TEST_CITUS_URL` names list and cancel while its nodes crash, hang and
 * lose their connections, and while shards move. Only the accounts of the harmed node may be refused, and
 * every acknowledged cancel must be there once. The nodes' processes must run on this machine.
 */
export const citus: Proof = {
  promises: ["P1", "P20"],
  what: "on Citus a node that crashes or hangs harms its own accounts only, and nothing is lost",
  goal: "24 incidents, 0 lost, 0 doubled, 0 refused of the other nodes' accounts",
  unit: "incidents",
  engines: ["postgres"],
  usual: 6,
  full: 24,
  shows: ["acknowledged", "lists"],
  prove,
};

const accounts = 6;
const bookingsEach = 4_000;
const contacts = Array.from({ length: 20 }, (_, index) => `contact-${index}`);
const hangsMs = 8_000;
const cutsPerIncident = 10;
const backWithinMs = 30_000;

interface Scene {
  readonly random: Random;
  readonly cluster: CitusCluster;
  readonly service: TestService;
  readonly victim: WorkerNode;
  /** The ids of the accounts on the victim, and of the others. */
  readonly hit: readonly number[];
  readonly healthy: readonly number[];
  readonly breaches: string[];
}

/** Each returns the accounts whose requests it may refuse. */
const incidents = {
  crash: async ({ victim, hit }: Scene) => {
    await victim.crash();
    await sleep(2_000);
    return hit;
  },
  hang: async (scene: Scene) => {
    const change = await prepareCredentialChange(scene);
    const wake = await scene.victim.hang();
    try {
      await change();
      await sleep(hangsMs);
    } finally {
      wake();
    }
    return scene.hit;
  },
  cut: async ({ random, victim, hit }: Scene) => {
    for (let cuts = 0; cuts < cutsPerIncident; cuts += 1) {
      await victim.cutSessions();
      await sleep(random(300));
    }
    return hit;
  },
  move: async ({ random, cluster, victim, healthy }: Scene) => {
    await cluster.moveShard(pick(random, healthy), victim);
    return [];
  },
  rebalance: async ({ cluster }: Scene) => {
    await cluster.rebalance();
    return [];
  },
  isolate: async ({ random, cluster, hit }: Scene) => {
    const accountId = pick(random, hit);
    await cluster.isolate(accountId).catch((error: Error) => {
      // It may have shards of its own already.
      if (!/already been isolated/.test(error.message)) throw error;
    });
    return hit;
  },
} as const;
type Kind = keyof typeof incidents;

async function prove(order: ProofOrder): Promise<Proven> {
  const url = citusUrl();
  if (url === null) {
    return { figures: { "not run": "TEST_CITUS_URL names no Citus" }, breaches: [] };
  }
  using _ = usePostgresAt(url);
  const names = Array.from({ length: accounts }, (_unused, index) => `a${index + 1}`);
  const lines = names.map(() =>
    Array.from({ length: bookingsEach }, (_unused, index) =>
      booking(contacts[index % contacts.length]!, {
        slot_starting_at: `2030-05-${String((index % 27) + 1).padStart(2, "0")}T08:00:00Z`,
      }),
    ),
  );
  await using service = await startTestService(
    names.map((name, index) => ({
      name: { tenant: name, environment: "production" },
      hosts: [`${name}.example`],
      data: [...catalogue, ...withSlots(lines[index]!)],
    })),
    { RATE_LIMIT_REQUESTS_PER_MINUTE: "0", RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "0" },
  );
  await using cluster = await openCluster(service.databaseUrl);
  const traffic = new Map<number, AccountTraffic>();
  for (const [index, name] of names.entries()) {
    const host = `${name}.example`;
    const token = await service.token(host);
    const bookings = lines[index]!.map((line) => line.booking);
    const accountId = (await service.store.accounts.find({
      tenant: name,
      environment: "production",
    }))!.id;
    traffic.set(
      accountId,
      new AccountTraffic({ api: service.api, host, token, bookings, contacts }),
    );
  }
  const proven = await runIncidents(order, { cluster, service, traffic });
  await Promise.all([...traffic.values()].map((each) => each.stop()));
  const acknowledged = [...traffic.values()].flatMap((each) => [...each.acknowledged]);
  const faults = lostOrDoubled(service, acknowledged);
  return {
    figures: {
      ...proven.figures,
      acknowledged: acknowledged.length,
      lost: faults.lost.length,
      doubled: faults.doubled.length,
      cluster: `${cluster.version}, ${cluster.workers.length} workers`,
    },
    breaches: [
      ...proven.breaches,
      ...[...traffic.values()].flatMap(({ strange }) => strange),
      ...faults.lost.map((id) => `the cancel of ${id} is lost`),
      ...faults.doubled.map((id) => `the cancel of ${id} is doubled`),
      ...(await heldAgainstLaws(service)),
    ],
  };
}

interface Stage {
  readonly cluster: CitusCluster;
  readonly service: TestService;
  readonly traffic: ReadonlyMap<number, AccountTraffic>;
}

async function runIncidents(
  { seed, count, timeLeft, tell }: ProofOrder,
  { cluster, service, traffic }: Stage,
): Promise<Proven> {
  const random = seededRandom(seed);
  const breaches: string[] = [];
  const figures = { incidents: 0, lists: 0, cancels: 0, "refused of the hit": 0, "of others": 0 };
  const slowestMs: Partial<Record<Kind, number>> = {};
  const kinds = Object.keys(incidents) as Kind[];
  while (figures.incidents < count && timeLeft()) {
    const kind = kinds[figures.incidents % kinds.length]!;
    await spreadAccounts(cluster);
    const victim = pick(random, cluster.workers);
    const ports = await cluster.portsOfAccounts();
    const hit = [...traffic.keys()].filter((id) => ports.get(id) === victim.port);
    const healthy = [...traffic.keys()].filter((id) => ports.get(id) !== victim.port);
    for (const each of traffic.values()) each.takeAnswers();
    const scene = { random, cluster, service, victim, hit, healthy, breaches };
    const mayBeRefused = await incidents[kind](scene);
    for (const [id, each] of traffic) {
      const answers = each.takeAnswers();
      const refused = answers.refusedLists + answers.refusedCancels;
      figures.lists += answers.lists;
      figures.cancels += answers.cancels;
      if (mayBeRefused.includes(id)) figures["refused of the hit"] += refused;
      else {
        figures["of others"] += refused;
        slowestMs[kind] = Math.max(slowestMs[kind] ?? 0, answers.slowestListMs);
        if (refused > 0)
          breaches.push(`${kind}: ${refused} requests of account ${id} were refused`);
        if (answers.lists === 0) breaches.push(`${kind}: account ${id} got no list`);
      }
    }
    await untilAllAreServed(traffic);
    figures.incidents += 1;
    tell(figures.incidents, `${kind}, ${figures["of others"]} refused of others`);
  }
  const slowest = Object.entries(slowestMs).map(([kind, ms]) => `${kind} ${ms}`);
  return { figures: { ...figures, "others' slowest list, ms": slowest.join(", ") }, breaches };
}

/** Every worker has accounts, whatever the hash of their numbers says. */
async function spreadAccounts(cluster: CitusCluster): Promise<void> {
  for (const worker of cluster.workers) {
    const ports = await cluster.portsOfAccounts();
    if ([...ports.values()].includes(worker.port)) continue;
    await cluster.moveShard(Math.min(...ports.keys()), worker);
  }
}

async function untilAllAreServed(traffic: Stage["traffic"]): Promise<void> {
  for (const each of traffic.values()) each.takeAnswers();
  const served = new Set<AccountTraffic>();
  await until(
    async () => {
      for (const each of traffic.values()) {
        const { lists, cancels } = each.takeAnswers();
        if (lists > 0 && cancels > 0) served.add(each);
      }
      return served.size === traffic.size;
    },
    { everyMs: 500, limitMs: backWithinMs },
  );
}

/** Returns the change that must work while the victim hangs: one client is rotated, another is revoked. */
async function prepareCredentialChange(scene: Scene): Promise<() => Promise<void>> {
  const { service, breaches, healthy, hit } = scene;
  const accountOf = async (ids: readonly number[]) => {
    const all = await service.store.accounts.list();
    return all.find(({ id }) => ids.includes(id))!;
  };
  const issue = async (ids: readonly number[]) => {
    const { name, apiHosts } = await accountOf(ids);
    const issued = await createCredential(service.store, audit(), name, null);
    if (isRefused(issued)) throw new Error("No client could be made.");
    const host = apiHosts[0]!;
    await until(async () => (await askToken(service, issued, host)) === 200);
    return { issued, host };
  };
  const rotated = await issue(healthy);
  const revoked = await issue(hit);
  return async () => {
    const fresh = await rotateCredential(
      service.store,
      audit(),
      rotated.issued.clientId,
      Date.now(),
    );
    await revokeCredential(service.store, audit(), revoked.issued.clientId);
    if (isRefused(fresh)) return void breaches.push("a client could not be rotated");
    const last: number[] = [];
    const isDone = async () => {
      // Refused credentials are answered 500 (interface, The token).
      const statuses = [
        await askToken(service, fresh, rotated.host),
        await askToken(service, rotated.issued, rotated.host),
        await askToken(service, revoked.issued, revoked.host),
      ];
      last.splice(0, last.length, ...statuses);
      return String(statuses) === "200,500,500";
    };
    await until(isDone, { everyMs: 200, limitMs: 5_000 }).catch(() =>
      breaches.push(`rotating and revoking had no effect in a hang: ${last.join(", ")}`),
    );
  };
}

async function askToken(
  { api }: TestService,
  { clientId, clientSecret, audience }: IssuedCredential,
  host: string,
): Promise<number> {
  const body = {
    client_id: clientId,
    client_secret: clientSecret,
    audience,
    grant_type: "client_credentials",
  };
  return (await call(api, { method: "POST", path: "/v1/oauth:token", host, body })).status;
}

function lostOrDoubled({ databaseUrl }: TestService, acknowledged: readonly string[]) {
  const events = query(
    databaseUrl,
    "select booking_id from booking_event where kind = 'cancelled'",
  ) as { booking_id: string }[];
  const times = Map.groupBy(events, ({ booking_id: id }) => id);
  return {
    lost: acknowledged.filter((id) => !times.has(id)),
    doubled: [...times].filter(([, each]) => each.length > 1).map(([id]) => id),
  };
}
