import { language } from "../../language/t.ts";
import { ApiText } from "../../kit/api-text.tsx";
import { sentenceIn } from "../../kit/instant-words.ts";
import type { Booking, Explanation } from "../../api/operations.ts";
import { useApiQuery } from "../../api/queries.ts";
import { useAccount } from "../../shell/account.ts";
import { whoOf } from "../desk/who.ts";
import { translated } from "./service-words.ts";

/** Why a booking waits, with the person who holds it back in place of a booking's id. `among` are bookings that are known. */
export function WaitingWords({
  waiting: { why, blocked_by: blocker },
  zone,
  among = [],
}: {
  readonly waiting: Pick<NonNullable<Explanation["waitlist"]>, "why" | "blocked_by">;
  readonly zone: string;
  readonly among?: readonly Booking[];
}) {
  const id = blocker?.booking ?? "";
  const known = among.find(({ booking }) => booking === id);
  const path = { ...useAccount(), booking: id };
  const asked = useApiQuery("showBooking", { path }, { enabled: id !== "" && known === undefined });
  const ahead = known ?? asked.data?.body;
  return (
    <ServiceWords zone={zone} ahead={ahead && whoOf(ahead)}>
      {why}
    </ServiceWords>
  );
}

/**
 * Sentences that the service composed with values, in the language of the console and with its instants by the clocks of the
 * zone. Those come last: in "22. Nov. 2026" a sentence seems to end.
 */
export function ServiceWords({
  zone,
  ahead,
  children,
}: {
  readonly zone: string;
  /** Who holds a waiting booking back, where that is known. */
  readonly ahead?: string | undefined;
  readonly children: string;
}) {
  const isAsSent = language === "en" && ahead === undefined;
  const words = isAsSent ? null : translated(children, ahead);
  return words === null ? <ApiText>{sentenceIn(zone, children)}</ApiText> : sentenceIn(zone, words);
}
