import { t } from "../../language/t.ts";
/** The endpoints of an account in words, with the consequences of switching them. */
export const endpointWords = [
  {
    endpoint: "interactions:fetchContactBookings",
    name: t("List a contact's bookings"),
    short: t("list"),
    off: t("Calls of this account's clients are answered 403: their customers see no bookings."),
    on: t("Clients of this account can list a contact's bookings."),
  },
  {
    endpoint: "interactions:cancelInteractionBooking",
    name: t("Cancel a booking"),
    short: t("cancel"),
    off: t(
      "Calls of this account's clients are answered 403: their customers cannot cancel by themselves.",
    ),
    on: t("Clients of this account can cancel a booking."),
  },
] as const;

export type EndpointWords = (typeof endpointWords)[number];
