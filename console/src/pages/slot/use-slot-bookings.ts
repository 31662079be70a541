import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi, type ApiResponse } from "../../api/call-api.ts";
import type { Booking, Slot } from "../../api/operations.ts";

const pagesMax = 6;

/** Polls all bookings of a slot, waitlisted and cancelled ones included. */
export function useSlotBookings(
  account: { readonly tenant: string; readonly environment: string },
  { interaction, activity, host, starting_at: slot }: Slot,
) {
  const named = { interaction, activity, slot, ...(host !== undefined && { host }), limit: 500 };
  return useQuery<{ readonly bookings: readonly Booking[]; readonly cut: boolean }>({
    queryKey: ["findBookings", "of a slot", account, named],
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    queryFn: async ({ signal }) => {
      const bookings: Booking[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < pagesMax; page += 1) {
        const query: typeof named & { cursor?: string } = {
          ...named,
          ...(cursor !== null && { cursor }),
        };
        const { body }: ApiResponse<"findBookings"> = await callApi(
          "findBookings",
          { path: account, query },
          signal,
        );
        bookings.push(...body.items);
        cursor = body.next_cursor;
        if (cursor === null) return { bookings, cut: false };
      }
      return { bookings, cut: true };
    },
  });
}
