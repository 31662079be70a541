import { randomUUID } from "node:crypto";
import { formatInstant } from "../../src/domain/instant.ts";
import type { Answer } from "../../test/harness/call.ts";
import { cancelPath, fetchPath } from "../../test/harness/seed.ts";
import {
  isVip,
  slotSeats,
  vipLimit,
  type BookingInput,
  type SlotInput,
  type VipTerms,
} from "./booking-model.ts";

/** How an action reaches a server: as a caller of the interface, and as an operator. */
export interface Callers {
  readonly publicly: (path: string, rest: object) => Promise<Answer>;
  readonly atDesk: (
    path: string,
    body: object,
    method?: "POST" | "PUT" | "DELETE",
  ) => Promise<Answer>;
}

const accountPath = "/operator/v1/accounts/acme/production";
const bookingsPath = `${accountPath}/bookings`;
const holdsPath = `${accountPath}/holds`;
/** The slot to which bookings move, with seats for all. */
export const elsewhere = formatInstant(Math.ceil(Date.now() / 60_000) * 60_000 + 90 * 86_400_000);
/** A year: all slots begin in less. */
const longestCutoff = 525_600;

/** One caller's action on one booking. */
export function actOnBooking(
  { publicly, atDesk }: Callers,
  { id, who }: { id: string; who: string },
) {
  return async (input: BookingInput): Promise<string | null> => {
    if (input === "read") {
      const answer = await publicly(`${fetchPath}?external_id=${who}`, {});
      return answer.status === 200 ? String(answer.json.bookings?.[0]?.booking_status) : null;
    }
    const answer =
      input === "cancel"
        ? await publicly(cancelPath, { method: "POST", body: { booking: id } })
        : await atDesk(`${bookingsPath}/${id}/${input}`, {});
    return doneOrRefused(answer);
  };
}

/** A slot in an activity of its own, whose ticket type `vip` has terms of its own. */
export interface OwnSlot {
  readonly interaction: string;
  readonly activity: string;
  readonly start: string;
}

/** The line of the ticket type under these terms. */
export function vipLine(
  { interaction, activity }: Pick<OwnSlot, "interaction" | "activity">,
  terms: VipTerms = "open",
): object {
  return {
    kind: "ticket_type",
    interaction,
    activity,
    id: "vip",
    display_name: "VIP",
    has_limited_capacity: true,
    capacity_per_slot: vipLimit,
    booking_cutoff_minutes: terms === "cutoff" ? longestCutoff : null,
    bookable_until: terms === "window" ? "2025-01-01T00:00:00Z" : null,
  };
}

/** The callers' actions on one slot. */
export function actOnSlot(
  { publicly, atDesk }: Callers,
  { interaction, activity, start }: OwnSlot,
) {
  const slotsPath = `${accountPath}/interactions/${interaction}/activities/${activity}/slots`;
  const made = new Map<string, string>();
  const holds = new Map<string, string>();
  return async ({ kind, who }: SlotInput): Promise<string | null> => {
    if (kind === "close") {
      const answer = await atDesk(`${slotsPath}/${start}/close`, {});
      return answer.status === 200 ? `closed ${answer.json.cancelled.length}` : null;
    }
    if (kind === "limit") {
      const body = { capacity: slotSeats, ticket_types: { vip: Number(who) } };
      return doneOrRefused(await atDesk(`${slotsPath}/${start}`, body, "PUT"));
    }
    if (kind === "terms") {
      const edits = [{ line: vipLine({ interaction, activity }, who as VipTerms) }];
      return doneOrRefused(await atDesk(`${accountPath}/catalogue`, { edits }));
    }
    if (kind === "accept") {
      return doneOrRefused(await atDesk(`${bookingsPath}/${made.get(who)}/accept`, {}));
    }
    if (kind === "release") {
      return doneOrRefused(await atDesk(`${holdsPath}/${holds.get(who)}`, {}, "DELETE"));
    }
    if (kind === "move") {
      const path = `${bookingsPath}/${made.get(who)}/move`;
      return doneOrRefused(await atDesk(path, { slot_starting_at: elsewhere }));
    }
    if (kind === "cancel") {
      const answer = await publicly(cancelPath, {
        method: "POST",
        body: { booking: made.get(who) },
      });
      return doneOrRefused(answer);
    }
    const order = {
      interaction,
      activity,
      slot_starting_at: start,
      ticket_type: isVip(who) ? "vip" : "standard",
    };
    if (kind === "hold") {
      holds.set(who, randomUUID());
      const body = { ...order, seconds: 3_600 };
      return doneOrRefused(await atDesk(`${holdsPath}/${holds.get(who)}`, body, "PUT"));
    }
    const answer = await atDesk(bookingsPath, {
      ...order,
      external_id: `slot-${activity}-${who}`,
      ...(kind === "book held" && { hold: holds.get(who) }),
    });
    if (answer.status === 409) return "refused";
    if (answer.status !== 201) return null;
    made.set(who, answer.json.booking);
    // The booking is shown as it stands, which a closing may have changed already.
    return String(answer.json.history[0].booking_status);
  };
}

/** Null where the answer leaves open whether the operation was done. */
function doneOrRefused({ status }: Answer): string | null {
  if (status === 200 || status === 201 || status === 204) return "done";
  return status === 400 || status === 409 ? "refused" : null;
}
