/**
 * Bare servers that show the limits of the machine, the runtime and the engine. None of them has tokens,
 * limits, logs or account hosts; the service has them all.
 */
export const referenceNames = [
  // Answers "hello", which shows the cost of HTTP itself.
  "hello",
  // One straightforward statement, objects, JSON.stringify.
  "list-naive",
  // The fastest honest list.
  "list-tuned",
  // The statements of a cancel, one commit each.
  "cancel-single",
  // The same statements for all waiting requests, in one commit.
  "cancel-batched",
  // Reads the body, compares one hash.
  "token",
] as const;

export type ReferenceName = (typeof referenceNames)[number];
