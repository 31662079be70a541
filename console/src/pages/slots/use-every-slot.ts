import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ask, type Answer, type Question } from "../../api/ask.ts";
import type { Slot } from "../../api/operations.ts";

/** What is drawn at once; beyond it, choosing an activity or fewer weeks is asked for. */
const pagesMax = 2;

export interface EverySlot {
  readonly slots: readonly Slot[];
  /** Some were left out. */
  readonly cut: boolean;
}

/** All slots between two instants, page after page; asked again now and then, as seats go. */
export function useEverySlot(question: Question<"listSlots">, enabled: boolean) {
  return useQuery<EverySlot>({
    queryKey: ["listSlots", "every", question],
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
    enabled,
    queryFn: async ({ signal }) => {
      const slots: Slot[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < pagesMax; page += 1) {
        const more: { cursor?: string } = cursor === null ? {} : { cursor };
        const query = { ...question.query, limit: 5000, ...more };
        const { body }: Answer<"listSlots"> = await ask(
          "listSlots",
          { ...question, query },
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
