import { Type, type Static } from "typebox";

/** Body of `POST /v1/interactions:cancelInteractionBooking` (interface, Endpoints 3). */
export const CancelRequest = Type.Object({
  booking: Type.String({
    format: "uuid",
    description: "The value of the booking field from the fetch response, unchanged.",
  }),
});
export type CancelRequest = Static<typeof CancelRequest>;

/** An empty JSON object. */
export const CancelResponse = Type.Object({}, { additionalProperties: false });
