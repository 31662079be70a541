import type { BookingStatus } from "../domain/booking.ts";
import { isExternalId } from "../domain/identifier.ts";
import { localisedText, resolveLanguage, type LanguageMap } from "../domain/language.ts";
import { Memoized } from "../domain/memoized.ts";
import { isRefused, type ListRefusal, type Refused } from "../domain/refusal.ts";
import type { AccountStore } from "../store/account-store.ts";
import type { ContactBooking } from "../store/doors/bookings.ts";
import type {
  ShownActivity,
  ShownInteraction,
  InteractionScope,
} from "../store/doors/catalogue.ts";

/** The parameters of a list, parsed. */
export interface BookingsQuery {
  readonly externalId: string;
  /** One campaign; null for all. */
  readonly scope: InteractionScope | null;
  /** Bounds of the slot start, milliseconds UTC, both inclusive; null for none. */
  readonly from: number | null;
  readonly to: number | null;
  /** The statuses that match; null for all, empty for none (CHECKED_IN matches no booking). */
  readonly statuses: readonly BookingStatus[] | null;
  /** Null for each campaign's default. */
  readonly language: string | null;
  readonly pageSize: number;
  readonly pageNumber: number;
}

/** A booking with its texts in the language resolved for its campaign. */
export interface ListedBooking extends Omit<ContactBooking, "activity"> {
  readonly activity: Memoized<ListedActivity>;
}

/** An activity with the campaign that it is in, in one language. */
export interface ListedActivity {
  readonly id: string;
  readonly title: string;
  readonly locationHint: string;
  readonly interaction: ShownInteraction;
}

export interface BookingsPage {
  readonly bookings: readonly ListedBooking[];
  readonly totalCount: number;
}

/**
 * Lists a contact's bookings. A contact without any, an unknown one, and an external id that cannot
 * be stored get the same answer (A45, A46).
 */
export async function listBookings(
  account: Pick<AccountStore, "findInteraction" | "findContactBookings">,
  query: BookingsQuery,
): Promise<BookingsPage | Refused<ListRefusal>> {
  const interaction = await findScope(account, query.scope);
  if (interaction !== null && isRefused<ListRefusal>(interaction)) return interaction;
  if (!isExternalId(query.externalId)) return { bookings: [], totalCount: 0 };
  const { externalId, from, to, statuses, pageSize, pageNumber } = query;
  const { bookings, totalCount } = await account.findContactBookings({
    externalId,
    interaction: interaction === null ? null : interaction.number,
    from,
    to,
    statuses,
    limit: pageSize,
    offset: (pageNumber - 1) * pageSize,
  });
  return { bookings: bookings.map(localiser(query.language)), totalCount };
}

async function findScope(
  account: Pick<AccountStore, "findInteraction">,
  scope: InteractionScope | null,
): Promise<{ readonly number: number } | Refused<ListRefusal> | null> {
  if (scope === null) return null;
  const number = await account.findInteraction(scope);
  if (number !== null) return { number };
  return { refused: { why: "publicKey" in scope ? "unknown-public-key" : "unknown-interaction" } };
}

/** Localises bookings to the wanted language, or the campaign's default. */
function localiser(wanted: string | null): (booking: ContactBooking) => ListedBooking {
  return ({
    id,
    slotStartingAt,
    status,
    bookedAt,
    activity,
    ticketType,
    host,
    slotDurationInMinutes,
  }) => ({
    id,
    slotStartingAt,
    status,
    bookedAt,
    activity: inLanguage(activity, resolveLanguage(wanted, activity.value.interaction)),
    ticketType,
    host,
    slotDurationInMinutes,
  });
}

/** The activity in one language, memoized by language. */
function inLanguage(activity: Memoized<ShownActivity>, language: string): Memoized<ListedActivity> {
  return activity.derive(language, ({ id, title, locationHint, interaction }) => {
    const textOf = (map: LanguageMap) => localisedText(map, language, interaction.defaultLanguage);
    const [titleText, hintText] = [textOf(title), textOf(locationHint)];
    return new Memoized({ id, title: titleText, locationHint: hintText, interaction });
  });
}
