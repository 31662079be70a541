import type { RequirementId } from "./rule.ts";

/** The requirements that no request to a target can show, each with the reason. */
export const unobservable: Readonly<Partial<Record<RequirementId, string>>> = {
  R37: "A duty of clients: the target only sends the string. R36 looks at what it sends.",
  R79: "A duty of clients: R78 looks at the missing fields that they have to read so.",
  R86: "A duty of clients: what they keep and when they renew cannot be seen from the target's answers.",
  R88: "Where credentials are kept is the operator's and the caller's own affair.",
  R92: "That no e-mail, message or webhook leaves the service cannot be seen by its callers.",
  R102: "The interface leaves the codes open, so there is nothing to hold them to beyond R93.",
  R111: "A duty of callers: the target cannot tell whose machine a request comes from.",
};
