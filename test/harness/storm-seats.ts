import { randomUUID } from "node:crypto";
import type { BookingId } from "../../src/domain/booking.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import { isRefused, type Refused } from "../../src/domain/refusal.ts";
import type { AuditContext } from "../../src/store/accounts/audit.ts";
import type { Store } from "../../src/store/store.ts";
import { operate } from "./operate.ts";
import { pick, type Random } from "./random.ts";
import { stormAccount, type StormSlot } from "./storm-data.ts";

/** What a process remembers of its holds: each as it was asked for. */
interface HeldOrder {
  readonly hold: string;
  readonly external_id?: string;
}

const holdsKept = 20;
/** Of these one is used, extended or released: on a slow machine those before them have ended. */
const latest = 4;
const held: HeldOrder[] = [];

/** Where an act on seats that are kept takes place. */
interface Parts {
  readonly store: Store;
  readonly audit: AuditContext;
  readonly slot: StormSlot;
  readonly random: Random;
  readonly who: () => string;
  readonly ticketTypeId: string;
}

/** The act, whether it was refused, and the booking that it made. */
type Acted = readonly [kind: string, refused: boolean, made?: BookingId];

/** Holds seats for seconds, or does something with a hold, or with what is offered to a contact. */
export async function keepSeats(parts: Parts): Promise<Acted> {
  const { store, audit, random } = parts;
  const ask = (name: string, values: object): Promise<any> =>
    operate(store, name, { ...stormAccount, ...values }, { audit });
  const acted = (kind: string, answer: object | null): Acted => [kind, isRefusal(answer)];
  const dice = random(12);
  if (dice < 4) return hold(ask, parts);
  // No server ends what is due here.
  if (dice < 6) return ["end", (await store.endDueSeats(audit.now)) === 0];
  if (dice < 9) {
    const { items } = await ask("listOffers", { external_id: parts.who() });
    if (items.length === 0) return ["accept", true];
    return acted("accept", await ask("acceptOffer", { booking: pick<any>(random, items).booking }));
  }
  const order = held.at(-1 - random(Math.min(held.length, latest) || 1));
  if (order === undefined) return ["release hold", true];
  if (dice === 9) return acted("release hold", await ask("releaseHold", { hold: order.hold }));
  if (dice === 10) {
    const longer = { hold: order.hold, seconds: 1 + random(3) };
    return acted("extend hold", await ask("extendHold", longer));
  }
  const booked = await ask("book", { external_id: parts.who(), ...order });
  return isRefusal(booked) ? ["book a hold", true] : ["book a hold", false, booked.booking];
}

async function hold(
  ask: (name: string, values: object) => Promise<any>,
  { slot: { place, oneTicketOnly }, random, who, ticketTypeId }: Parts,
): Promise<Acted> {
  const order = {
    hold: randomUUID(),
    interaction: place.publicKey,
    activity: place.activityId,
    slot_starting_at: formatInstant(place.startingAt),
    ticket_type: ticketTypeId,
    tickets: oneTicketOnly ? 1 : 1 + random(2),
    ...(random(2) === 0 && { external_id: who() }),
  };
  const made = await ask("makeHold", { ...order, seconds: 1 + random(8) });
  if (isRefusal(made)) return ["hold", true];
  held.push(order);
  held.splice(0, held.length - holdsKept);
  return ["hold", false];
}

function isRefusal(answer: object | null): answer is Refused<unknown> {
  return answer !== null && isRefused(answer);
}
