/** The endpoints that an account can have, in words, and what follows from switching them. */
export const endpointWords = [
  {
    endpoint: "interactions:fetchContactBookings",
    name: "List a contact's bookings",
    short: "list",
    off: "Calls of this account's clients are answered 403: their customers see no bookings.",
    on: "Clients of this account can list a contact's bookings.",
  },
  {
    endpoint: "interactions:cancelInteractionBooking",
    name: "Cancel a booking",
    short: "cancel",
    off: "Calls of this account's clients are answered 403: their customers cannot cancel by themselves.",
    on: "Clients of this account can cancel a booking.",
  },
] as const;

export type EndpointWords = (typeof endpointWords)[number];
