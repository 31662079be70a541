import type { EditRefusal } from "../usecases/operator/edit-catalogue.ts";
import { formatBadLine } from "./import-output.ts";

/** What changing the catalogue is refused with. */
export const editMessages: {
  readonly [W in EditRefusal["why"]]: (refusal: Extract<EditRefusal, { why: W }>) => string;
} = {
  "changed-meanwhile": () => "Somebody else changed it meanwhile: look again, then repeat.",
  "nothing-to-remove": () => "There is no such thing in the account's catalogue.",
  "in-use": ({ by }) => `There are still ${by}s of it, cancelled ones included: it has to stay.`,
  "edits-bad": ({ errors }) => errors.map(formatBadLine).join("\n"),
};
