import { operatorClient, type OperatorClient } from "booking-service-operator";
import type { Cancellation } from "../bookings/cancellation.ts";
import { answerOf } from "./answer-of.ts";
import { rememberedFor } from "./remembered-for.ts";
import { readOffered, type OfferedActivity } from "./offered-activities.ts";
import type { Place, Slot } from "./place.ts";

/** How to reach the operator API, with a key that may do nothing but book. */
export interface SellerSettings {
  /** The operator's listener, such as `https://operator.booking.example`. */
  readonly server: string;
  /** A key with the scope `book`; one that is limited to campaigns sells these alone. */
  readonly key: string;
  readonly account: { readonly tenant: string; readonly environment: string };
  /** How long seats are kept while a form is filled; 0 keeps none. */
  readonly holdMinutes: number;
}

/** What a customer wants to book. */
export interface Wish {
  readonly place: Place;
  readonly ticketType: string;
  readonly tickets: number;
}

/** Which slots: from the first moment to the last, of one activity or of all. */
export interface SlotRange {
  readonly from: Date;
  readonly to: Date;
  readonly activity: OfferedActivity | null;
  /** How many at most. */
  readonly most: number;
}

/** Seats that are kept while a form is filled. */
export interface Hold {
  readonly id: string;
  /** When its seats are free again; null where that has happened. */
  readonly endsAt: Date | null;
}

/** Of what is sold. */
const catalogueTimes = { freshMs: 60_000, shownMs: 600_000 } as const;
/** The service's own limit of a list. */
const cancellationsMost = 500;

/** The calls of a shop, from free slots to a booking. Each rejects with `SellingRefused` or `SellingFailed`. */
export type Seller = ReturnType<typeof openSeller>;

type Account = SellerSettings["account"];

const of = "/operator/v1/accounts/{tenant}/{environment}";
const ofSlot =
  `${of}/interactions/{interaction}/activities/{activity}/slots/{starting_at}` as const;

/** `onFailure` receives the failure of a reading that no visitor waits for. */
export function openSeller(
  { server, key, account, holdMinutes }: SellerSettings,
  onFailure: (error: unknown) => void,
) {
  const client = operatorClient({ server, key });
  return {
    holds: holdMinutes > 0,
    /** What is sold. After a minute a change of the catalogue is seen by the second visit. */
    offered: rememberedFor(catalogueTimes, () => readOffered(client, account), onFailure),
    ...slotCalls(client, account),
    ...holdCalls(client, account, holdMinutes * 60),
    ...bookingCalls(client, account),
  };
}

function slotCalls(client: OperatorClient, account: Account) {
  return {
    async slots({ from, to, activity, most }: SlotRange, signal: AbortSignal): Promise<Slot[]> {
      const query = {
        from: from.toISOString(),
        to: to.toISOString(),
        limit: most,
        ...(activity && { interaction: activity.interaction, activity: activity.id }),
      };
      const found = await answerOf(signal, (init) =>
        client.GET(`${of}/slots`, { ...init, params: { path: account, query } }),
      );
      return found.items;
    },

    slot({ host, startingAt, ...place }: Place, signal: AbortSignal): Promise<Slot> {
      const path = { ...account, ...place, starting_at: startingAt };
      const params = { path, query: host === null ? {} : { host } };
      return answerOf(signal, (init) => client.GET(ofSlot, { ...init, params }));
    },
  };
}

function holdCalls(client: OperatorClient, account: Account, seconds: number) {
  const paramsOf = (hold: string) => ({ path: { ...account, hold } });
  return {
    /** Keeps the seats of a wish. The same id again is the same hold. */
    async hold(id: string, externalId: string, wish: Wish): Promise<void> {
      const order = {
        params: paramsOf(id),
        body: { ...bodyOf(wish), external_id: externalId, seconds },
      };
      await answerOf(null, (init) => client.PUT(`${of}/holds/{hold}`, { ...init, ...order }));
    },

    async showHold(id: string, signal: AbortSignal): Promise<Hold> {
      const params = paramsOf(id);
      const hold = await answerOf(signal, (init) =>
        client.GET(`${of}/holds/{hold}`, { ...init, params }),
      );
      return { id, endsAt: hold.state === "live" ? new Date(hold.expires_at) : null };
    },

    async extendHold(id: string): Promise<void> {
      const order = { params: paramsOf(id), body: { seconds } };
      await answerOf(null, (init) =>
        client.POST(`${of}/holds/{hold}/extend`, { ...init, ...order }),
      );
    },

    async releaseHold(id: string): Promise<void> {
      const params = paramsOf(id);
      await answerOf(null, (init) => client.DELETE(`${of}/holds/{hold}`, { ...init, params }));
    },
  };
}

function bookingCalls(client: OperatorClient, account: Account) {
  return {
    /** Books once under the key of the form, however often it is sent. */
    async book(
      externalId: string,
      wish: Wish,
      form: {
        readonly key: string;
        readonly attendees: readonly (string | null)[];
        readonly hold: string | null;
      },
    ): Promise<string> {
      const { attendees, hold } = form;
      const header = { "idempotency-key": form.key };
      const body = {
        ...bodyOf(wish),
        external_id: externalId,
        attendees: [...attendees],
        ...(hold !== null && { hold }),
      };
      const booked = await answerOf(null, (init) =>
        client.POST(`${of}/bookings`, { ...init, params: { path: account, header }, body }),
      );
      return booked.booking;
    },

    /** Until when seats are kept for the customer's waiting bookings, by booking. */
    async offers(externalId: string, signal: AbortSignal): Promise<ReadonlyMap<string, Date>> {
      const params = { path: account, query: { external_id: externalId } };
      const { items } = await answerOf(signal, (init) =>
        client.GET(`${of}/offers`, { ...init, params }),
      );
      return new Map(items.map((each) => [each.booking, new Date(each.offer_ends_at)]));
    },

    /** Which of the customer's bookings the house cancelled, and why, of slots that start in this time. */
    async cancellations(
      externalId: string,
      { from, to }: { readonly from: string; readonly to: string },
      signal: AbortSignal,
    ): Promise<ReadonlyMap<string, Cancellation>> {
      const query = { external_id: externalId, from, to, limit: cancellationsMost };
      const { items } = await answerOf(signal, (init) =>
        client.GET(`${of}/cancellations`, { ...init, params: { path: account, query } }),
      );
      const byHouse = items.filter(({ because }) => because !== undefined && because !== "caller");
      return new Map(
        byHouse.map(({ booking, because, reason = null }) => [
          booking,
          { isOfSession: because === "slot-closed", reason },
        ]),
      );
    },

    async accept(booking: string): Promise<void> {
      const params = { path: { ...account, booking } };
      await answerOf(null, (init) =>
        client.POST(`${of}/bookings/{booking}/accept`, { ...init, params, body: {} }),
      );
    },
  };
}

function bodyOf({ place, ticketType, tickets }: Wish) {
  const { host, startingAt, ...activity } = place;
  return {
    ...activity,
    ...(host !== null && { host }),
    slot_starting_at: startingAt,
    ticket_type: ticketType,
    tickets,
  };
}
