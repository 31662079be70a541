import { cancelInteractionBooking } from "./cancel.ts";
import { fetchContactBookings } from "./contact-bookings.ts";
import type { EndpointContract } from "./endpoint.ts";
import { requestToken } from "./token.ts";

/** The whole interface, by operation. */
export const endpoints = {
  requestToken,
  fetchContactBookings,
  cancelInteractionBooking,
} as const satisfies Record<string, EndpointContract>;

export type Operation = keyof typeof endpoints;
