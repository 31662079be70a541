import { useQuery } from "@tanstack/react-query";
import { orNull } from "../../api/or-null.ts";
import type { Booking, Operations } from "../../api/operations.ts";
import { useAccount } from "../../shell/account.ts";
import { namedBookings } from "../bookings/use-found.ts";
import { readSearchTerm } from "../bookings/search-term.ts";

/** A contact, with what its bookings that were found say of it. */
export interface KnownContact {
  readonly contact: string;
  readonly external_id: string;
  /** The names of attendees, each once. */
  readonly names: readonly string[];
  /** The first booking that was found; null for a contact without one. */
  readonly booking: Booking | null;
}

/** Contacts in one list; each is looked up by its external id. */
const contactsMax = 20;
const bookingsMax = 100;

type Path = ReturnType<typeof useAccount>;

/** The contacts that a text names, or those whose bookings come next where nothing is typed. */
export function useContacts(typed: string) {
  const path = useAccount();
  return useQuery<readonly KnownContact[]>({
    queryKey: ["contacts", path, typed],
    queryFn: async ({ signal }) => {
      const { text, booking: id } = readSearchTerm(typed);
      if (text === null) {
        const coming = {
          from: new Date().toISOString(),
          status: ["CONFIRMED", "WAITLIST"],
        } as const;
        const bookings = await of(path, coming, signal);
        return contactsOf(path, { bookings, alone: [] }, signal);
      }
      const [booking, contact] = await Promise.all([
        id === null ? null : orNull("showBooking", { path: { ...path, booking: id } }, signal),
        id === null ? null : orNull("exportContact", { path: { ...path, contact: id } }, signal),
      ]);
      const externalId = contact?.external_id ?? text;
      const found = await Promise.all([
        of(path, { external_id: externalId, latest_first: true }, signal),
        of(path, { reference: text }, signal),
        named(path, id === null ? text : null, signal),
      ]);
      const bookings = [...(booking === null ? [] : [booking]), ...found.flat()];
      return contactsOf(path, { bookings, alone: [externalId] }, signal);
    },
  });
}

async function of(
  path: Path,
  query: Omit<Operations["findBookings"]["query"], "limit">,
  signal: AbortSignal,
): Promise<readonly Booking[]> {
  const found = await orNull(
    "findBookings",
    { path, query: { ...query, limit: bookingsMax } },
    signal,
  );
  return found?.items ?? [];
}

/** A booking's or a contact's id is nobody's name. */
async function named(
  path: Path,
  name: string | null,
  signal: AbortSignal,
): Promise<readonly Booking[]> {
  if (name === null) return [];
  return (await namedBookings(path, name.slice(0, 256), signal))?.items ?? [];
}

async function contactsOf(
  path: Path,
  { bookings, alone }: { readonly bookings: readonly Booking[]; readonly alone: readonly string[] },
  signal: AbortSignal,
): Promise<readonly KnownContact[]> {
  const byContact = Map.groupBy(bookings, ({ external_id }) => external_id);
  const externalIds = [...new Set([...byContact.keys(), ...alone])].slice(0, contactsMax);
  const known = await Promise.all(
    externalIds.map(async (external_id) => {
      const found = await orNull("findContact", { path, query: { external_id } }, signal);
      const [contact] = found?.items ?? [];
      const own = byContact.get(external_id) ?? [];
      return contact === undefined
        ? []
        : [{ ...contact, names: namesIn(own), booking: own[0] ?? null }];
    }),
  );
  return known.flat();
}

function namesIn(bookings: readonly Booking[]): readonly string[] {
  const names = bookings.flatMap(({ tickets }) =>
    tickets.flatMap(({ attendee }) => attendee.display_name ?? []),
  );
  return [...new Set(names)].slice(0, 3);
}
