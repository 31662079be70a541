import type { LimitCount } from "../http/rate-limits/count-sharing.ts";
import type { Settings } from "./settings.ts";

/** A message from the supervisor to a server process. */
export type ToServer =
  | {
      readonly kind: "start";
      readonly settings: Settings;
      readonly number: number;
      /** The descriptors of the public port's sockets that the process has inherited. */
      readonly sockets: readonly number[];
      /** Of the supervisor's program. */
      readonly version: string;
    }
  /** Accept connections for a server process that has died. */
  | { readonly kind: "cover"; readonly number: number }
  /** The answer carries the same id. */
  | { readonly kind: "ask"; readonly id: number; readonly about: "metrics" | "health" }
  | { readonly kind: "counts"; readonly counts: readonly LimitCount[] }
  /** Drain and exit. */
  | { readonly kind: "drain" };

/** A message from a server process to the supervisor. */
export type ToSupervisor =
  | { readonly kind: "ready"; readonly api: string; readonly version: string }
  | { readonly kind: "failed"; readonly failure: StartFailure }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "counts"; readonly counts: readonly LimitCount[]; readonly urgent: boolean }
  /** The answers since the last message of this kind. */
  | { readonly kind: "traffic"; readonly portion: unknown }
  /** The last metrics of a process that exits. */
  | { readonly kind: "metrics"; readonly metrics: unknown };

/** An error as it crosses from one process to another. */
export interface StartFailure {
  readonly message: string;
  readonly code?: string | undefined;
  readonly port?: number | undefined;
  readonly address?: string | undefined;
}

/** A server process has this word as its last argument, by which a bundle recognises what it is. */
export const serverProcessWord = "server-process";
