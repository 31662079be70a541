import { useQuery } from "@tanstack/react-query";
import { orNull } from "../../api/or-null.ts";
import type { Booking, Contact, Operations } from "../../api/operations.ts";
import { useAccount } from "../../shell/account.ts";
import { readSearchTerm } from "./search-term.ts";

/** The records of an id, which may be several. */
export interface Found {
  readonly booking: Booking | null;
  readonly contact: Contact | null;
  /** The first of the contact's bookings. */
  readonly ofContact: Operations["findBookings"]["answer"] | null;
  /** The first of the bookings of attendees with such a name. */
  readonly ofName: Operations["findBookings"]["answer"] | null;
  /** The first of the bookings with such a reference, each of another campaign. */
  readonly ofReference: readonly Booking[];
  /** A caller's requests with this id. */
  readonly requests: Operations["traceRequest"]["answer"]["items"];
  /** Bookings that a request with this id changed. */
  readonly ofRequest: readonly Booking[];
}

const shownOfContact = 20;

/** Searches for all possible meanings of a text at once. */
export function useFound(typed: string) {
  const path = useAccount();
  const { text, booking, requestId } = readSearchTerm(typed);
  return useQuery<Found>({
    queryKey: ["found", path, text],
    enabled: text !== null,
    queryFn: async ({ signal }) => {
      const account = `${path.tenant}/${path.environment}`;
      const [theBooking, contacts, ofContact, ofReference, ofName, trace, ofRequest] =
        await Promise.all([
          booking === null ? null : orNull("showBooking", { path: { ...path, booking } }, signal),
          orNull("findContact", { path, query: { external_id: text ?? "" } }, signal),
          orNull(
            "findBookings",
            { path, query: { external_id: text ?? "", limit: shownOfContact } },
            signal,
          ),
          orNull(
            "findBookings",
            { path, query: { reference: text ?? "", limit: shownOfContact } },
            signal,
          ),
          booking !== null ? null : namedBookings(path, (text ?? "").slice(0, 256), signal),
          requestId === null
            ? null
            : orNull("traceRequest", { path: { request_id: requestId } }, signal),
          requestId === null
            ? null
            : orNull(
                "findBookings",
                { path, query: { request_id: requestId, limit: 100 } },
                signal,
              ),
        ]);
      const contact = contacts?.items[0] ?? null;
      return {
        booking: theBooking,
        contact,
        ofContact: contact === null ? null : ofContact,
        ofReference: ofReference?.items ?? [],
        ofName,
        requests: (trace?.items ?? []).filter((each) => each.account === account),
        ofRequest: ofRequest?.items ?? [],
      };
    },
  });
}

/** A page may end before it is full, because a name that many have is searched for a moment at a time. */
export async function namedBookings(
  path: ReturnType<typeof useAccount>,
  name: string,
  signal: AbortSignal,
): Promise<Operations["findBookings"]["answer"] | null> {
  const items: Booking[] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = { name, limit: shownOfContact - items.length, ...(cursor && { cursor }) };
    const page = await orNull("findBookings", { path, query }, signal);
    if (page === null) return null;
    items.push(...page.items);
    const isEnd = page.next_cursor === null || items.length >= shownOfContact;
    if (isEnd) return { items, next_cursor: page.next_cursor };
    cursor = page.next_cursor;
  }
}
