import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import type { Booking, Operations } from "../../api/operations.ts";
import { useAccount } from "../../shell/account.ts";
import type { DeskScope } from "./decide-entry.ts";

/** The bookings of one scope that are listed; on a day with more, the operator chooses a slot. */
const bookingsMax = 2_500;
const perPage = 500;
/** A page without a response must not hold one of the browser's few connections. */
const pageLimitMs = 10_000;

interface Expected {
  readonly bookings: readonly Booking[];
  /** Whether the scope has more bookings than the list. */
  readonly cut: boolean;
}

/**
 * Polls the bookings that are expected in a scope while the desk is open. `see` replaces a booking in
 * the list by the one of a response, before the next poll.
 */
export function useExpected(scope: DeskScope | null) {
  const account = useAccount();
  const client = useQueryClient();
  const queryKey = ["desk", account, scope];
  const asked = useQuery<Expected>({
    queryKey,
    queryFn: ({ signal }) => listAll(account, scope, signal),
    enabled: scope !== null,
    // A large list costs the service more; `see` shows this desk's own check-ins at once.
    refetchInterval: ({ state }) => ((state.data?.bookings.length ?? 0) > perPage ? 20_000 : 4_000),
    retry: false,
  });
  const see = (booking: Booking) => {
    // A poll in flight may have read the booking before this change.
    void client.cancelQueries({ queryKey });
    client.setQueryData<Expected>(queryKey, (found) =>
      found === undefined
        ? found
        : {
            ...found,
            bookings: found.bookings.map((each) =>
              each.booking === booking.booking ? booking : each,
            ),
          },
    );
  };
  return { asked, see };
}

async function listAll(
  account: { readonly tenant: string; readonly environment: string },
  scope: DeskScope | null,
  signal: AbortSignal,
): Promise<Expected> {
  const bookings: Booking[] = [];
  if (scope === null) return { bookings, cut: false };
  const { interaction, from, to, slot } = scope;
  const where = {
    interaction,
    ...(slot === null
      ? { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      : {
          activity: slot.activity,
          slot: slot.startingAt,
          ...(slot.host !== null && { host: slot.host }),
        }),
    status: ["CONFIRMED", "WAITLIST"] as const,
    limit: perPage,
  };
  let cursor: string | null = null;
  do {
    const query: typeof where & { cursor?: string } = {
      ...where,
      ...(cursor !== null && { cursor }),
    };
    const page: Operations["findBookings"]["answer"] = (
      await callApi("findBookings", { path: account, query }, within(signal))
    ).body;
    bookings.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null && bookings.length < bookingsMax);
  return { bookings, cut: cursor !== null };
}

function within(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(pageLimitMs)]);
}
