import type { Rule } from "../rule.ts";
import type { Exchange } from "./exchange.ts";
import type { SkipReason } from "./outcome.ts";

/** The result of one rule in a run. */
export type Verdict =
  | {
      readonly rule: Rule;
      readonly verdict: "pass";
      readonly exchanges: readonly Exchange[];
      readonly ms: number;
    }
  | {
      readonly rule: Rule;
      readonly verdict: "fail";
      readonly message: string;
      /** The exchange that shows it. */
      readonly shownBy: Exchange | undefined;
      readonly exchanges: readonly Exchange[];
      readonly ms: number;
    }
  | {
      readonly rule: Rule;
      readonly verdict: "skip";
      readonly reason: SkipReason;
      readonly message: string;
      readonly exchanges: readonly Exchange[];
      readonly ms: number;
    };
