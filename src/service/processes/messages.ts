import type { LimitCount } from "../../http/rate-limits/counts-exchange.ts";
import type { Settings } from "../settings.ts";

/** What the supervisor says to a server process. */
export type ToServer =
  | { readonly kind: "start"; readonly settings: Settings; readonly number: number }
  /** A question; the answer carries its id. */
  | { readonly kind: "ask"; readonly id: number; readonly about: "metrics" | "health" }
  | { readonly kind: "counts"; readonly counts: readonly LimitCount[] }
  /** Accept nothing new, answer what has begun, end. */
  | { readonly kind: "drain" };

/** What a server process says to the supervisor. */
export type ToSupervisor =
  | { readonly kind: "ready"; readonly api: string }
  /** It could not start. */
  | { readonly kind: "failed"; readonly failure: StartFailure }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "counts"; readonly counts: readonly LimitCount[]; readonly urgent: boolean }
  /** What it has answered since it last told. */
  | { readonly kind: "traffic"; readonly portion: unknown }
  /** The last figures of a process that ends. */
  | { readonly kind: "metrics"; readonly metrics: unknown };

/** An error as it crosses from one process to another. */
export interface StartFailure {
  readonly message: string;
  readonly code?: string | undefined;
  readonly port?: number | undefined;
  readonly address?: string | undefined;
}
