import { Memoized } from "../domain/memoized.ts";
import type {
  ContactBookings,
  ContactBookingsQuestion,
} from "../store/bookings/contact-bookings.ts";
import type { FaultName } from "./fault-kinds.ts";

type Find = (question: ContactBookingsQuestion) => Promise<ContactBookings>;

/**
 * Changes what the store answers to a list, as the fault says. The service makes the response of it, so
 * the response has the usual shape.
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

/** As if so many bookings had been added on the pages before. A contact without bookings keeps none. */
async function changed(
  question: ContactBookingsQuestion,
  find: Find,
  added: number,
): Promise<ContactBookings> {
  const { bookings, totalCount } = await find({ ...question, offset: question.offset - added });
  return { bookings, totalCount: totalCount === 0 ? 0 : totalCount + added };
}

/** A campaign without a language in which a text exists: then the whole map is shown (A42). */
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
