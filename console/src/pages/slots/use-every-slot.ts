import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi, type ApiResponse, type ApiRequest } from "../../api/call-api.ts";
import type { Slot } from "../../api/operations.ts";

/** Pages of slots that are rendered at most; beyond them, the page asks for an activity or fewer weeks. */
const pagesMax = 2;
const slotsOfPage = 5_000;
const pollEveryMs = 15_000;

export interface EverySlot {
  readonly slots: readonly Slot[];
  /** Some were left out. */
  readonly cut: boolean;
}

/** Polls all slots between two instants, page after page. */
export function useEverySlot(request: ApiRequest<"listSlots">, enabled: boolean) {
  return useQuery<EverySlot>({
    queryKey: ["listSlots", "every", request],
    placeholderData: keepPreviousData,
    refetchInterval: pollEveryMs,
    enabled,
    queryFn: async ({ signal }) => {
      const slots: Slot[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < pagesMax; page += 1) {
        const more: { cursor?: string } = cursor === null ? {} : { cursor };
        const query = { ...request.query, limit: slotsOfPage, ...more };
        const { body }: ApiResponse<"listSlots"> = await callApi(
          "listSlots",
          { ...request, query },
          signal,
        );
        slots.push(...body.items);
        cursor = body.next_cursor;
        if (cursor === null) return { slots, cut: false };
      }
      return { slots, cut: true };
    },
  });
}
