import { Type } from "typebox";
import { textOrNull, time } from "../../../operations/fields.ts";

export const ChangeShape = Type.Object({
  cursor: Type.String({ description: "Send it as `after` to go on behind this change." }),
  at: time("When it was recorded."),
  change: Type.String({
    description:
      "booked, waitlisted, promoted, cancelled, ticket-cancelled, checked-in, check-in-undone, " +
      "moved, imported, contact-erased, or capacity-changed.",
  }),
  actor: Type.String({ description: "Who made it, as the booking's history says." }),
  request_id: textOrNull("By which request; null for an import and on the command line."),
  booking: Type.Optional(
    Type.Unknown({ description: "The booking as it stands now, as a line of a data file." }),
  ),
  slot: Type.Optional(
    Type.Unknown({
      description: "In place of the booking where a capacity was changed: the slot as it is now.",
    }),
  ),
});

export const ChangesShape = Type.Object({
  changes: Type.Array(ChangeShape, { description: "Oldest first." }),
  cursor: Type.String({ description: "Send it as `after` next time." }),
});
