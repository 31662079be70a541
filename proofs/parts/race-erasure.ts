import type { Answer } from "../../test/harness/call.ts";
import { pick, type Random } from "../../test/harness/random.ts";
import { booking, type BookingLine } from "../../test/harness/seed.ts";

/** Sends a request of an operator to one of the servers; status 0 for a cut connection. */
export type AskOperator = (
  method: string,
  path: string,
  body?: object,
) => Promise<Pick<Answer, "status" | "json" | "headers">>;

/** A contact that is erased while others book for it, cancel and check in. */
export interface ErasureRace {
  readonly who: string;
  readonly upcoming: "cancel" | "keep" | null;
  readonly lines: readonly BookingLine[];
}

const starts = ["2030-05-01T08:00:00Z", "2030-05-01T09:00:00Z", "2030-05-02T08:00:00Z"] as const;

/** Without a word on bookings to come, only a contact that has none can be erased. */
export function makeErasureRace(random: Random, number: number): ErasureRace {
  const who = `erased-${number}`;
  const upcoming = pick(random, ["cancel", "cancel", "keep", null] as const);
  const lines = starts.slice(0, 1 + random(3)).map((slot_starting_at) => {
    const status = upcoming === null ? { booking_status: "CANCELLED" } : {};
    return booking(who, { slot_starting_at, ...status });
  });
  return { who, upcoming, lines };
}

/** The end of a race: whether the contact was erased, and what should not have happened. */
export interface RacedErasure {
  readonly end: "erased" | "refused" | "busy";
  readonly breaches: readonly string[];
}

export async function raceErasure(
  ask: AskOperator,
  random: Random,
  { who, upcoming, lines }: ErasureRace,
): Promise<RacedErasure> {
  const { json } = await ask("GET", `/contacts?external_id=${who}`);
  const contact: string | undefined = json?.items[0]?.contact;
  if (contact === undefined) return { end: "busy", breaches: [] };
  const how = upcoming === null ? "" : `?upcoming=${upcoming}`;
  const dice = random(4);
  const book = () =>
    ask("POST", "/bookings", {
      external_id: who,
      interaction: "pk_summer",
      activity: "tasting",
      slot_starting_at: pick(random, starts),
      ticket_type: "standard",
    });
  const act = (verb: "cancel" | "check-in") => () =>
    ask("POST", `/bookings/${pick(random, lines).booking}/${verb}`, {});
  const rivals = [
    ...Array.from({ length: 1 + random(4) }, () => book),
    ...(dice === 0 ? [act("check-in")] : []),
    ...(dice === 1 ? [act("cancel")] : []),
  ];
  const first = random(rivals.length + 1);
  const asked = rivals.toSpliced(first, 0, () => ask("DELETE", `/contacts/${contact}${how}`));
  const answers = await Promise.all(asked.map((each) => each()));
  const [answer] = answers.splice(first, 1);
  const told = await ask("GET", `/contacts/${contact}/export`);
  if (answer === undefined || told.status !== 200) return { end: "busy", breaches: [] };
  const { status } = answer;
  if (status !== 200 && status !== 409) return { end: "busy", breaches: [] };
  const found: Erased = { contact: told.json, request: String(answer.headers["x-request-id"]) };
  const breaches =
    status === 409
      ? refusedBreaches(found, who)
      : erasedBreaches(found, answer.json, upcoming !== "keep");
  const erased = new Set(found.contact.bookings.map(({ booking: id }) => id));
  for (const { status: made, json: told } of answers) {
    if (made !== 201 || erased.has(told.booking)) continue;
    const shown = await ask("GET", `/bookings/${told.booking}`);
    if (shown.status === 200 && shown.json.external_id !== who) {
      breaches.push(`booking ${told.booking} is neither erased nor its contact's`);
    }
  }
  return {
    end: status === 200 ? "erased" : "refused",
    breaches: breaches.map((each) => `${who}, upcoming ${upcoming}: ${each}`),
  };
}

/** The contact afterwards, and the id of the request that was to erase it. */
interface Erased {
  readonly contact: {
    readonly external_id: string;
    readonly bookings: readonly {
      readonly booking: string;
      readonly booking_status: string;
      readonly history: readonly { readonly event: string; readonly request_id: string | null }[];
    }[];
  };
  readonly request: string;
}

function refusedBreaches({ contact, request }: Erased, who: string): string[] {
  const changed = contact.bookings.filter(({ history }) =>
    history.some((event) => event.request_id === request),
  );
  return [
    ...(contact.external_id === who ? [] : ["a refused erasure took the external id out"]),
    ...changed.map(({ booking: id }) => `a refused erasure changed booking ${id}`),
  ];
}

/** All slots are to come, so `endsAll` leaves no live booking behind. */
function erasedBreaches(
  { contact, request }: Erased,
  answer: { readonly bookings: number; readonly cancelled: number },
  endsAll: boolean,
): string[] {
  const { bookings } = contact;
  const times = (event: string) =>
    bookings.filter(({ history }) =>
      history.some((each) => each.event === event && each.request_id === request),
    ).length;
  const breaches: string[] = [];
  if (times("contact-erased") !== bookings.length || answer.bookings !== bookings.length) {
    breaches.push(
      `${answer.bookings} bookings were told, ${times("contact-erased")} erased, of ${bookings.length}`,
    );
  }
  if (times("cancelled") !== answer.cancelled) {
    breaches.push(`${answer.cancelled} cancels were told, and ${times("cancelled")} made`);
  }
  const live = bookings.filter(({ booking_status: status }) => status !== "CANCELLED");
  if (endsAll && live.length > 0) {
    breaches.push(`${live.length} live bookings to come stay under nobody's name`);
  }
  return breaches;
}
