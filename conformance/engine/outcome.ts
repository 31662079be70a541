import type { Exchange } from "./exchange.ts";

/** The target breaks the rule. */
export class Breach extends Error {
  /** The exchange that shows it, where it is not the rule's last one. */
  readonly shownBy: Exchange | undefined;

  constructor(message: string, shownBy?: Exchange) {
    super(message);
    this.shownBy = shownBy;
  }
}

/** The reason why a rule was not tried. */
export type SkipReason =
  | "needs-data"
  | "read-only"
  | "would-wait"
  | "no-token"
  | "nothing-seen"
  | "interface-only"
  | "target-gone";

/** No answer came: the connection failed, was cut, or took too long. */
export class NoAnswer extends Error {}

/** The rule had nothing to observe, which says nothing about the target. */
export class Skipped extends Error {
  readonly reason: SkipReason;

  constructor(reason: SkipReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
