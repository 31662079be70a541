import { call } from "../../test/harness/call.ts";
import { openDesk } from "../../test/harness/operator-api.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import { pick, seededRandom, type Random } from "../../test/harness/random.ts";
import {
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  productionHost,
  withSlots,
} from "../../test/harness/seed.ts";
import { importLines, startTestService } from "../../test/harness/service.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Lists are read over two processes while their bookings are made and cancelled. Bookings and total of one
 * answer must be of one moment: of `total_count` bookings exactly those of the page are there.
 */
export const moment: Proof = {
  promises: ["P31"],
  what: "bookings and total of a list answer are of one moment, whatever is changed meanwhile",
  goal: "20,000 pages, 0 contradictory",
  unit: "pages",
  engines: ["sqlite", "postgres"],
  usual: 4_000,
  full: 20_000,
  shows: ["changes", "crossed"],
  prove,
};

const processes = 2;
const lanes = 4;
/** Half of the lanes read pairs of bookings while both are cancelled; the others read anything. */
const pairsAtOnce = 50;
const readersOfPair = 4;
const guests = 20;
const bookingsOfGuest = 8;
const statuses = ["CONFIRMED", "WAITLIST", "CANCELLED"] as const;

/** A question of which the answer changes at a cancel, and whose page is then full, empty or past the end. */
const pairQuestions = [
  "booking_status=CONFIRMED&page_size=1",
  "booking_status=CONFIRMED&page_size=1&page_number=2",
  "booking_status=CANCELLED&page_size=1",
  "booking_status=CANCELLED&page_size=1&page_number=2",
] as const;

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  const random = seededRandom(seed);
  await using prepared = await startTestService([acmeWith([booking("first")])]);
  const { id } = (await prepared.store.accounts.find(acmeWith([]).name))!;
  const token = await prepared.token();
  const { key } = await openDesk(prepared);
  await using stack = new AsyncDisposableStack();
  const servers = await Promise.all(
    Array.from({ length: processes }, () =>
      startServerProcess(prepared.databaseUrl, { RATE_LIMIT_REQUESTS_PER_MINUTE: "0" }),
    ),
  );
  for (const server of servers) stack.use(server);

  const figures = { pages: 0, "of pairs": 0, changes: 0, crossed: 0, busy: 0, contradictory: 0 };
  const breaches: string[] = [];
  const isOver = () => figures.pages >= count || !timeLeft();

  /** Reads a page; null when the service was too busy. */
  const read = async (externalId: string, question: string): Promise<ListAnswer | null> => {
    const path = `${fetchPath}?external_id=${externalId}&${question}`;
    const { api } = pick(random, servers);
    const { status, json, text } = await call(api, { path, host: productionHost, token });
    if (status !== 200) {
      figures.busy += 1;
      if (status !== 503) breaches.push(`${status} for ${question}: ${text}`);
      return null;
    }
    figures.pages += 1;
    tell(figures.pages, `${figures.contradictory} contradictory`);
    const contradiction = contradictionOf(json);
    if (contradiction !== null) {
      figures.contradictory += 1;
      breaches.push(`${question}: ${contradiction}`);
    }
    return json;
  };
  const cancel = async (bookingId: string): Promise<void> => {
    const request = { method: "POST", path: cancelPath, host: productionHost, token };
    const { status } = await call(pick(random, servers).api, {
      ...request,
      body: { booking: bookingId },
    });
    if (status === 200) figures.changes += 1;
  };
  const book = async (externalId: string): Promise<string | null> => {
    const { status, json } = await call(pick(random, servers).operator, {
      method: "POST",
      path: "/operator/v1/accounts/acme/production/bookings",
      host: "localhost",
      token: key,
      body: { external_id: externalId, ...placeOf(booking(externalId)) },
    });
    if (status !== 201) return null;
    figures.changes += 1;
    return json.booking;
  };

  const readPairs = async (lane: number) => {
    for (let round = 0; !isOver(); round += 1) {
      const pairs = Array.from({ length: pairsAtOnce }, (_, pair) => {
        const externalId = `pair-${lane}-${round}-${pair}`;
        return [booking(externalId), booking(externalId)] as const;
      });
      await importLines(prepared.store, id, withSlots(pairs.flat()));
      for (const pair of pairs) {
        if (isOver()) break;
        const question = pick(random, pairQuestions);
        const totals = new Set<number>();
        const cancels = { areAnswered: false };
        const readOn = async () => {
          do {
            const answer = await read(pair[0].external_id, question);
            if (answer !== null) totals.add(answer.total_count ?? 0);
            figures["of pairs"] += 1;
          } while (!cancels.areAnswered);
        };
        const readers = Array.from({ length: readersOfPair }, readOn);
        await Promise.all(pair.map((each) => cancel(each.booking)));
        cancels.areAnswered = true;
        await Promise.all(readers);
        // The reads saw the list before and after a change.
        if (totals.size > 1) figures.crossed += 1;
      }
    }
  };

  const live = new Map<string, string[]>();
  const readAnything = async (lane: number) => {
    for (let guest = 0; guest < guests; guest += 1) live.set(`guest-${lane}-${guest}`, []);
    const names = [...live.keys()].filter((name) => name.startsWith(`guest-${lane}-`));
    while (!isOver()) {
      const name = pick(random, names);
      const theirs = live.get(name) ?? [];
      const change = async () => {
        const some = theirs.length < random(bookingsOfGuest) ? null : theirs.pop();
        if (typeof some === "string") return cancel(some);
        const made = await book(name);
        if (made !== null) theirs.push(made);
      };
      const reads = Array.from({ length: 3 }, () => () => read(name, anyQuestion(random)));
      await Promise.all(shuffled(random, [...reads, change]).map((act) => act()));
    }
  };

  await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      lane % 2 === 0 ? readPairs(lane) : readAnything(lane),
    ),
  );
  return { figures, breaches: [...breaches, ...(await heldAgainstLaws(prepared))] };
}

interface ListAnswer {
  readonly bookings?: readonly { readonly booking: string }[];
  readonly page_number: number;
  readonly page_size: number;
  readonly total_count?: number;
}

/** A sentence when the page cannot belong to a list of so many bookings; a missing field is empty or zero. */
export function contradictionOf(answer: ListAnswer): string | null {
  const { bookings = [], page_number, page_size, total_count = 0 } = answer;
  const before = (page_number - 1) * page_size;
  const expected = Math.min(page_size, Math.max(0, total_count - before));
  const shown = new Set(bookings.map((each) => each.booking)).size;
  if (shown === expected && bookings.length === shown) return null;
  return `page ${page_number} of ${page_size} shows ${bookings.length} bookings, ${shown} different ones, of ${total_count}`;
}

function anyQuestion(random: Random): string {
  const chosen = statuses.filter(() => random(2) === 0);
  const filters = chosen.map((status) => `booking_status=${status}`);
  return [...filters, `page_size=${1 + random(6)}`, `page_number=${1 + random(4)}`].join("&");
}

function placeOf({ interaction, activity, slot_starting_at, ticket_type }: any): object {
  return { interaction, activity, slot_starting_at, ticket_type };
}

function shuffled<T>(random: Random, all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, place: random(1 << 30) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}
