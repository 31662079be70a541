import type { DeskScope } from "./decide-entry.ts";
import type { DeskAction, QueuedRequest } from "./queued-request.ts";

/** A queued request under the names that version 0.1.0 stored, so that an update loses no scan. */
export interface StoredRequest extends Omit<QueuedRequest, "action" | "scope"> {
  readonly act: DeskAction;
  readonly door: DeskScope;
}

export function toStored({ action, scope, ...rest }: QueuedRequest): StoredRequest {
  return { ...rest, act: action, door: scope };
}

export function readStored({ act, door, ...rest }: StoredRequest): QueuedRequest {
  return { ...rest, action: act, scope: door };
}
