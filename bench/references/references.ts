/**
 * Bare servers that show what the machine, the runtime and the engine can do. None of them knows
 * tokens, limits, logs or account hosts; the service has them all.
 */
export const referenceNames = [
  // Answers "hello": what HTTP itself costs.
  "hello",
  // One straightforward statement, objects, JSON.stringify.
  "list-naive",
  // As fast as a list can honestly be made.
  "list-tuned",
  // The statements of a cancel, one commit each.
  "cancel-single",
  // The same statements for all who wait, in one commit.
  "cancel-batched",
  // Reads the body, compares one hash.
  "token",
] as const;

export type ReferenceName = (typeof referenceNames)[number];
