import { counted } from "../../src/domain/wording.ts";
import { citusUrl } from "../../test/harness/citus-databases.ts";
import { usePassingDatabasesAt } from "../../test/harness/own-postgres.ts";
import { query } from "../../test/harness/query.ts";
import { pick, seededRandom } from "../../test/harness/random.ts";
import { booking, catalogue, withSlots } from "../../test/harness/seed.ts";
import { startTestService, type TestService } from "../../test/harness/service.ts";
import { until } from "../../test/harness/until.ts";
import { AccountTraffic } from "../citus/account-traffic.ts";
import { openCluster, type CitusCluster } from "../citus/cluster.ts";
import { incidents, type Kind } from "../citus/incidents.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Six accounts on the Citus cluster that `TEST_CITUS_URL` names list and cancel while its nodes crash, hang and
 * lose their connections, are gone for minutes and are replaced, and while shards move. Only the accounts of
 * the harmed node may be refused, and every acknowledged cancel must be there once. The nodes' processes must run
 * on this machine.
 */
export const citus: Proof = {
  promises: ["P1", "P20"],
  what: "on Citus a node that crashes or hangs harms its own accounts only, and nothing is lost",
  goal: "24 incidents, 0 lost, 0 doubled, 0 refused of the other nodes' accounts",
  unit: "incidents",
  engines: ["postgres"],
  usual: 8,
  full: 24,
  // A worker is gone for two and a half minutes in one of them.
  minutes: 12,
  shows: ["acknowledged", "lists"],
  prove,
};

const accounts = 6;
const bookingsEach = 4_000;
const contacts = Array.from({ length: 20 }, (_, index) => `contact-${index}`);
const backWithinMs = 30_000;

async function prove(order: ProofOrder): Promise<Proven> {
  const url = citusUrl();
  if (url === null) {
    return { figures: { "not run": "TEST_CITUS_URL names no Citus" }, breaches: [] };
  }
  // A node that crashed syncs each file of all its databases before it recovers.
  await using _ = usePassingDatabasesAt(url);
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
    {
      RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
      RATE_LIMIT_TOKENS_PER_MINUTE: "0",
      RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "0",
    },
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
  const rows = new Map<Kind, Row>();
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
    const row = rows.get(kind) ?? { times: 0, refused: 0, slowestListMs: 0, servedAfterMs: 0 };
    rows.set(kind, row);
    const mayBeRefused = await incidents[kind](scene);
    for (const [id, each] of traffic) {
      const answers = each.takeAnswers();
      const refused = answers.refusedLists + answers.refusedCancels;
      figures.lists += answers.lists;
      figures.cancels += answers.cancels;
      if (mayBeRefused.includes(id)) {
        figures["refused of the hit"] += refused;
        row.refused += refused;
      } else {
        figures["of others"] += refused;
        row.slowestListMs = Math.max(row.slowestListMs, answers.slowestListMs);
        if (refused > 0)
          breaches.push(`${kind}: ${refused} requests of account ${id} were refused`);
        if (answers.lists === 0) breaches.push(`${kind}: account ${id} got no list`);
      }
    }
    const endedAt = performance.now();
    await untilAllAreServed(traffic).catch(() =>
      breaches.push(`${kind}: not all were served ${backWithinMs / 1000} s after it`),
    );
    row.servedAfterMs = Math.max(row.servedAfterMs, Math.round(performance.now() - endedAt));
    row.times += 1;
    figures.incidents += 1;
    tell(figures.incidents, `${kind}, ${figures["of others"]} refused of others`);
  }
  const told = [...rows].map(([kind, row]) => [kind, describe(row)]);
  const ran = { kinds: `${rows.size} of ${kinds.length}` };
  return { figures: { ...figures, ...ran, ...Object.fromEntries(told) }, breaches };
}

/** What the incidents of one kind did to callers. */
interface Row {
  times: number;
  /** Requests of the accounts that the incident may harm. */
  refused: number;
  /** Of the other accounts. */
  slowestListMs: number;
  /** From the incident's end until every account was answered a list and a cancel. */
  servedAfterMs: number;
}

function describe({ times, refused, slowestListMs, servedAfterMs }: Row): string {
  return `${counted(times, "time")}, ${refused} refused, others' slowest list ${slowestListMs} ms, all served after ${servedAfterMs} ms`;
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
        if (lists > 0 && (cancels > 0 || each.hasCancelledAll)) served.add(each);
      }
      return served.size === traffic.size;
    },
    { everyMs: 50, limitMs: backWithinMs },
  );
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
