import { t } from "../../language/t.ts";
import type { Slot } from "../../api/operations.ts";

export interface Consequences {
  readonly words: readonly string[];
  /** The slot would be overbooked, which needs a confirmation. */
  readonly overbooks: boolean;
}

export type WaitlistPromotion = "manual" | "automatic" | "offer";

/** The consequences of a changed capacity, the most important first. */
export function capacityConsequences(
  { capacity, taken, waiting_tickets: waiting }: Slot,
  wanted: number,
  promotion: WaitlistPromotion,
): Consequences {
  if (!Number.isInteger(wanted) || wanted < 0) return { words: [], overbooks: false };
  const free = Math.max(0, wanted - taken);
  if (wanted < taken && wanted > capacity) {
    // A smaller overbooking needs no confirmation.
    return {
      words: [
        t("{count, plural, one {# seat} other {# seats}} too many will still be taken.", {
          count: taken - wanted,
        }),
      ],
      overbooks: false,
    };
  }
  if (wanted < taken && wanted < capacity) {
    return {
      overbooks: true,
      words: [
        t(
          "{taken, plural, one {# seat is} other {# seats are}} taken: {more} more than there would be. Nobody loses a seat.",
          {
            taken,
            more: taken - wanted,
          },
        ),
        t("Choose at least that, cancel bookings first, or overbook on purpose."),
      ],
    };
  }
  if (wanted === capacity) return { words: [t("Nothing changes.")], overbooks: false };
  const words = [t("{free, plural, one {# seat} other {# seats}} will be free.", { free })];
  if (wanted > capacity && waiting > 0) {
    words.push(whoGetsThem(promotion, waiting));
  }
  if (wanted < capacity && free === 0) words.push(t("The slot will be full: who books now waits."));
  return { words, overbooks: false };
}

function whoGetsThem(promotion: WaitlistPromotion, waiting: number): string {
  switch (promotion) {
    case "automatic":
      return t(
        "The campaign promotes by itself: those who wait move up at once, first come first.",
      );
    case "offer":
      return t("The campaign offers them to those who wait, first come first.");
    case "manual":
      return t(
        "{waiting, plural, one {# waiting ticket stays where it is} other {# waiting tickets stay where they are}}: the campaign promotes by hand.",
        { waiting },
      );
  }
}

/** The consequences of another limit of one ticket type; `taken` is null where it is not known. */
export function limitConsequences({
  name,
  taken,
  before,
  wanted,
}: {
  readonly name: string;
  readonly taken: number | null;
  readonly before: number | null;
  readonly wanted: number | null;
}): Consequences {
  if (wanted === null) {
    return { words: [t("{name}: only the slot’s seats limit it.", { name })], overbooks: false };
  }
  if (taken === null) return { words: [], overbooks: false };
  if (wanted < taken) {
    return {
      words: [
        t(
          "{name}: {taken, plural, one {# is} other {# are}} taken, {more} more than there would be. Nobody loses a seat.",
          { name, taken, more: taken - wanted },
        ),
      ],
      // A smaller overbooking needs no confirmation.
      overbooks: before === null || wanted < before,
    };
  }
  const left = wanted - taken;
  return {
    words: [
      t("{name}: {left, plural, one {# is} other {# are}} left below its limit.", { name, left }),
    ],
    overbooks: false,
  };
}
