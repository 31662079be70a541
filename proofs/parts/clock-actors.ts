import { randomUUID } from "node:crypto";
import { formatInstant } from "../../src/domain/instant.ts";
import type { Answer } from "../../test/harness/call.ts";
import { pick, type Random } from "../../test/harness/random.ts";
import { isOffering, stormSlots, windowLine } from "../../test/harness/storm-data.ts";
import {
  aContact,
  ask,
  doneInHistory,
  doneOf,
  idOf,
  slotCount,
  slotPath,
  type Acknowledged,
  type Actor,
  type Done,
  type EventInAnswer,
  type Stage,
} from "./actors-stage.ts";

/** Those whose acts depend on the clock, and who change what stands beside a booking's state, by name. */
export const clockActors: Readonly<Record<string, Actor>> = {
  accept: { pauseMs: 100, act: accept },
  change: { pauseMs: 100, act: change },
  "switch windows": { pauseMs: 300, act: switchWindows },
  remind: { pauseMs: 1_000, act: remind },
};

export const remindedKey = "pk_reminders";
/** The least that a campaign may say. */
export const reminderMinutes = 5;
/** A slot comes so long before the moment of its reminder. */
const beforeMomentMs = 8_000;
const place = { interaction: remindedKey, activity: "tasting" };

/** The campaign whose bookings are reminded of. Its slots come one by one, five minutes before they begin. */
export const remindedCampaign: readonly object[] = [
  {
    kind: "interaction",
    public_key: remindedKey,
    group: "storm",
    timezone: "Europe/Paris",
    default_language: "en",
    languages: ["en"],
    waitlist_promotion: "automatic",
    reminder_minutes: [reminderMinutes],
  },
  { kind: "activity", interaction: remindedKey, id: "tasting", title: { en: "Tasting" } },
  {
    kind: "ticket_type",
    ...place,
    id: "standard",
    display_name: "Standard",
    has_limited_capacity: true,
  },
];

/** Accepts half of the offers, and leaves the others to their end. */
async function accept(stage: Stage, random: Random): Promise<Done> {
  const booking = await findOffered(stage, random);
  if (booking === null) return "refused";
  const answer = await ask(stage, random, "POST", `/bookings/${booking}/accept`, {});
  const requestId = idOf(answer);
  return doneOf(answer, () => changesBy(requestId, booking, answer.json.history));
}

/** Offers are few, so several contacts are asked for. */
const contactsAsked = 10;

async function findOffered(stage: Stage, random: Random): Promise<string | null> {
  for (let left = contactsAsked; left > 0; left -= 1) {
    const path = `/offers?external_id=${aContact(random)}`;
    const { json, status } = await ask(stage, random, "GET", path);
    const items: readonly { readonly booking: string }[] = status < 300 ? json.items : [];
    const wanted = items.find(({ booking }) => booking < "8");
    if (wanted !== undefined) return wanted.booking;
  }
  return null;
}

/** Puts a name right, gives a booking away, or changes what the shop keeps with it. */
async function change(stage: Stage, random: Random): Promise<Done> {
  const booking = stage.bookings.draw(random);
  if (booking === null) return "refused";
  const body = pick<object>(random, [
    { attendees: [{ number: 1, display_name: `Guest ${random(1_000)}` }] },
    { external_id: aContact(random) },
    { external_id: aContact(random), data: { allergies: randomUUID() } },
    { data: { allergies: randomUUID() }, reference: `order-${randomUUID()}` },
    { data: null, reference: null },
  ]);
  const answer = await ask(stage, random, "POST", `/bookings/${booking}/change`, body);
  const requestId = idOf(answer);
  return doneOf(answer, () => changesBy(requestId, booking, answer.json.history));
}

/** What a request changed of its booking, as the booking's history says. */
function changesBy(
  requestId: string,
  of: string,
  history: readonly EventInAnswer[],
): Acknowledged[] {
  return history
    .filter(({ request_id: by }) => by === requestId)
    .map(({ event: what }) => ({ requestId, of, what }));
}

async function switchWindows(stage: Stage, random: Random): Promise<Done> {
  const edits = [{ line: windowLine("pk_windows", random) }];
  return doneOf(await ask(stage, random, "POST", "/catalogue", { edits }), () => []);
}

/** The latest bookings of slots whose reminders are due. */
const reminded: { readonly booking: string; readonly moment: number }[] = [];
const remindedKept = 30;
const bookingsOfSlot = 3;

/**
 * Adds a slot whose reminder is due in seconds, books it, and moves or cancels a booking of an earlier one: one that was
 * reminded is reminded again of its other start.
 */
async function remind(stage: Stage, random: Random): Promise<Done> {
  const moment = Math.ceil(Date.now() / 1_000) * 1_000 + beforeMomentMs;
  const start = formatInstant(moment + reminderMinutes * 60_000);
  const capacity = bookingsOfSlot + 1;
  const added = await ask(stage, random, "POST", "/slots", {
    ...place,
    starting_at: [start],
    capacity,
  });
  if (added.status >= 300) return doneOf(added, () => []);
  const earlier = reminded.filter((each) => each.moment < Date.now());
  const made = await Promise.all([
    ...Array.from({ length: bookingsOfSlot }, () => bookReminded(stage, random, { start, moment })),
    ...(earlier.length === 0 ? [] : [changeReminded(stage, random, pick(random, earlier), start)]),
  ]);
  const done = made.filter((each) => typeof each !== "string").flat();
  return done.length === 0 ? "refused" : done;
}

async function bookReminded(
  stage: Stage,
  random: Random,
  { start, moment }: { readonly start: string; readonly moment: number },
): Promise<Done> {
  const order = { ...place, slot_starting_at: start, ticket_type: "standard" };
  const body = { ...order, external_id: aContact(random) };
  const answer = await ask(stage, random, "POST", "/bookings", body);
  return doneOf(answer, () => {
    const booking: string = answer.json.booking;
    reminded.push({ booking, moment });
    reminded.splice(0, reminded.length - remindedKept);
    return [{ requestId: idOf(answer), of: booking, what: "book" }];
  });
}

async function changeReminded(
  stage: Stage,
  random: Random,
  { booking }: { readonly booking: string },
  start: string,
): Promise<Done> {
  const [act, body]: [string, object] =
    random(4) === 0 ? ["cancel", {}] : ["move", { slot_starting_at: start }];
  const answer = await ask(stage, random, "POST", `/bookings/${booking}/${act}`, body);
  return doneInHistory(answer, booking, act);
}

/** What the clock does by itself would go on for a minute: ends the offers, and reminds of nothing any more. */
export async function endWhatIsDueLater(stage: Stage, random: Random): Promise<void> {
  const [campaign] = remindedCampaign;
  const edits = [{ line: { ...campaign, reminder_minutes: null } }];
  await untilDone(() => ask(stage, random, "POST", "/catalogue", { edits }));
  const offering = stormSlots(slotCount).filter(({ place: { publicKey } }) =>
    isOffering(publicKey),
  );
  for (const { place: slot } of offering) {
    const how = { even_if_checked_in: true };
    await untilDone(() => ask(stage, random, "POST", `${slotPath(slot)}/close`, how));
  }
}

async function untilDone(act: () => Promise<Answer>): Promise<void> {
  for (;;) {
    const { status, text } = await act();
    if (status < 300) return;
    if (status !== 503) throw new Error(text);
  }
}
