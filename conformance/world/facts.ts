import type { Credentials, Facts, NamedBooking } from "../facts.ts";
import {
  bookedAt,
  bookingId,
  campaignIds,
  cancelledAt,
  dstStarts,
  otherCampaignId,
  waitingSince,
} from "./lines.ts";

/** The addresses of the world's accounts, and the credentials of their clients. */
export interface WorldPlaces {
  readonly otherAccount: { host: string; credentials: Credentials };
  readonly otherEnvironment: { host: string; credentials: Credentials };
  readonly secondHost: string;
  readonly secondCredentials: Credentials;
  readonly revokedCredentials: Credentials;
  readonly endpointOff: { host: string; credentials: Credentials };
  readonly shortLived: { base_url?: string; host: string; credentials: Credentials };
  readonly rateLimited: {
    base_url?: string;
    host: string;
    credentials: Credentials;
    requests: number;
    second_address?: string;
  };
  readonly unavailable?: { base_url?: string; host: string; credentials: Credentials };
  /** A contact without bookings, where the target can store one. */
  readonly emptyContact?: string;
}

/** The facts about the bookings in `lines.ts`, wherever they were loaded. */
export function worldFacts(places: WorldPlaces): Facts {
  const listed = (number: number): NamedBooking => named("Listed-1", number);
  return {
    listed: { external_id: "Listed-1", bookings: range(1, 12).map(bookingId) },
    ...(places.emptyContact === undefined ? {} : { empty: { external_id: places.emptyContact } }),
    many: { external_id: "Many-1", total: 105 },
    campaign: {
      external_id: "Listed-1",
      public_key: "pk_winter",
      interaction: `interactions/${campaignIds.pk_winter}`,
    },
    translated: {
      ...listed(2),
      default_language: "fr",
      unoffered_language: "de",
      texts: {
        fr: { title: "Dégustation", location_hint: "Salle 2" },
        en: { title: "Tasting", location_hint: "Hall 2" },
      },
    },
    fallback_language: { ...listed(12), language: "fr", title: "Winter tasting" },
    raw_map: { ...listed(6), field: "title", texts: { de: "Verkostung", it: "Degustazione" } },
    same_activity_id: [
      { ...listed(2), activity_id: "tasting", public_key: "pk_summer", title: "Dégustation" },
      { ...listed(12), activity_id: "tasting", public_key: "pk_winter", title: "Winter tasting" },
    ],
    host_length: { ...listed(9), host: "Station 3", minutes: 20 },
    host_without_length: { ...listed(2), host: "Station 4" },
    activity_length: { ...listed(3), minutes: 45 },
    no_length: listed(4),
    unlimited_ticket: listed(7),
    limited_ticket: listed(3),
    known_starts: [
      { ...listed(6), slot_starting_at: dstStarts[0], timezone: "Asia/Kolkata" },
      { ...listed(7), slot_starting_at: dstStarts[1], timezone: "Europe/Paris" },
    ],
    known_times: [
      { ...listed(12), booking_status: "CONFIRMED", booked_at: bookedAt },
      { ...listed(8), booking_status: "WAITLIST", booked_at: waitingSince },
      { ...listed(5), booking_status: "CANCELLED", booked_at: cancelledAt },
    ],
    checked_in: { ...listed(1), booked_at: bookedAt },
    partly_checked_in: listed(10),
    checked_in_ticket_cancelled: named("Cancel-1", 140),
    ticket_cancelled: listed(11),
    cancellable: range(100, 16).map((number) => named("Cancel-1", number)),
    cancellable_waitlist: range(130, 3).map((number) => named("Cancel-1", number)),
    full_slots: [400, 410].map((number) => ({
      confirmed: named("Queue-1", number),
      waiting: [named("Queue-2", number + 1), named("Queue-3", number + 2)],
    })),
    other_account: {
      ...places.otherAccount,
      ...listed(900),
      public_key: "pk_globex",
      interaction: `interactions/${otherCampaignId}`,
      shared_external_id: "Listed-1",
    },
    other_environment: { ...places.otherEnvironment, external_id: "Listed-1" },
    second_host: { host: places.secondHost },
    second_credentials: { credentials: places.secondCredentials },
    revoked_credentials: { credentials: places.revokedCredentials },
    endpoint_off: { ...places.endpointOff, endpoint: "cancel" },
    short_lived: places.shortLived,
    rate_limited: places.rateLimited,
    ...(places.unavailable === undefined ? {} : { unavailable: places.unavailable }),
  };
}

function named(external_id: string, number: number): NamedBooking {
  return { external_id, booking: bookingId(number) };
}

function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
