import type { EditRefusal } from "../usecases/operator/edit-catalogue.ts";
import { formatBadLine } from "./import-output.ts";

/** What changing the catalogue is refused with. */
export const editMessages: {
  readonly [W in EditRefusal["why"]]: (refusal: Extract<EditRefusal, { why: W }>) => string;
} = {
  "changed-meanwhile": () => "Somebody else changed it meanwhile: look again, then repeat.",
  "nothing-to-remove": () => "There is no such thing in the account's catalogue.",
  "in-use": ({ by }) =>
    by === "booking"
      ? "There are still bookings of it, cancelled ones included: it has to stay."
      : `There are still ${by}s of it: remove these first.`,
  "not-empty": ({ with: part }) =>
    `There is still ${part === "activity" ? "an activity" : `a ${part}`} of it.`,
  "last-activity": () => "A campaign has at least one activity: remove the campaign instead.",
  "edits-bad": ({ errors }) => errors.map(formatBadLine).join("\n"),
};
