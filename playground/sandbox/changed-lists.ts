import { Memoized } from "../../src/domain/memoized.ts";
import type { ContactBookings, ContactBookingsQuestion } from "../../src/store/doors/bookings.ts";
import type { FaultName } from "./fault-kinds.ts";

type Find = (question: ContactBookingsQuestion) => Promise<ContactBookings>;

/**
 * Applies a fault to what the store returns for a list. The service builds the response from it, so the
 * response has the usual shape.
 */
export async function findWithFault(
  fault: FaultName | null,
  question: ContactBookingsQuestion,
  find: Find,
): Promise<ContactBookings> {
  if (fault === "empty-answer") return { bookings: [], totalCount: 0 };
  if (fault === "raw-language-map") return withoutLanguages(await find(question));
  if (fault === "repeated-booking") return changed(question, find, 1);
  if (fault === "skipped-booking") return changed(question, find, -1);
  return find(question);
}

/**
 * The list as if that many bookings had been added on earlier pages. A contact without bookings keeps none.
 */
async function changed(
  question: ContactBookingsQuestion,
  find: Find,
  added: number,
): Promise<ContactBookings> {
  const { bookings, totalCount } = await find({ ...question, offset: question.offset - added });
  return { bookings, totalCount: totalCount === 0 ? 0 : totalCount + added };
}

/** The list as if the campaign lacked every language of its texts, so that the whole map is shown (A42). */
function withoutLanguages({ bookings, totalCount }: ContactBookings): ContactBookings {
  const none = { languages: [], defaultLanguage: "" };
  return {
    bookings: bookings.map(({ activity: { value: activity }, ...booking }) => ({
      ...booking,
      activity: new Memoized({
        ...activity,
        interaction: { ...activity.interaction, ...none },
      }),
    })),
    totalCount,
  };
}
