import { BadInput } from "./validation.ts";
import { isUuid } from "../../domain/identifier.ts";
import { parseChangeCursor } from "../../domain/change-feed.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { Webhook } from "../../store/doors/webhooks.ts";
import { changesSince } from "../../usecases/operator/await-changes.ts";
import type { NamedAccount } from "../../store/doors/access.ts";
import { readStart } from "../changes.ts";
import type { Parts, Reply } from "./operation.ts";
import type { AnyRefusal } from "./problems.ts";
import { webhookReply } from "../webhooks/webhook-answer.ts";

type Part = string | number | null;

/** The end of a page, opaque to the client that sends it back. */
export function formatCursor(parts: readonly Part[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** Reads a cursor with parts of these types; throws `BadInput` for anything else. */
export function readCursor<const Types extends readonly ("string" | "number" | "uuid")[]>(
  text: string,
  types: Types,
): { -readonly [I in keyof Types]: Types[I] extends "number" ? number : string } {
  const parts = parse(text);
  const fits =
    Array.isArray(parts) &&
    parts.length === types.length &&
    types.every((type, index) => {
      const part: unknown = parts[index];
      if (type === "number") return Number.isSafeInteger(part);
      return isText(part) && (type === "string" || isUuid(part));
    });
  if (!fits) throw new BadInput("cursor", "must be the next_cursor of an answer, unchanged");
  return parts as never;
}

/** PostgreSQL takes no NUL in a value. */
function isText(part: unknown): part is string {
  return typeof part === "string" && !part.includes("\0");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null;
  }
}

/** One page of rows. The query reads one more than `limit`, which shows whether another page follows. */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  show: (item: T) => object,
  cursorOf: (last: T) => readonly Part[],
): { readonly items: readonly object[]; readonly next_cursor: string | null } {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(show),
    next_cursor: found.length > limit && last !== undefined ? formatCursor(cursorOf(last)) : null,
  };
}

type Place = Pick<Parts, "store" | "changesRetentionDays">;
type Audit = Parameters<ReturnType<Parts["store"]["account"]>["webhooks"]["setState"]>[0];

/** The cursor of the present epoch where a webhook begins. */
export function cursorAt(
  { store, changesRetentionDays }: Place,
  { now }: Pick<Audit, "now">,
  { id }: NamedAccount,
  after: string | undefined,
) {
  const since = changesSince(changesRetentionDays, now);
  return store.account(id).readChanges({ start: readStart(after), limit: 0, since });
}

/** Makes the webhook active, from its own cursor on or from an earlier one: a later one would skip changes. */
export async function goOn(
  parts: Place,
  audit: Audit,
  account: NamedAccount,
  { id, cursor: own }: Pick<Webhook, "id" | "cursor">,
  after = own,
): Promise<Reply | Refused<AnyRefusal>> {
  const asked = await cursorAt(parts, audit, account, after);
  if (isRefused(asked)) return asked;
  const reached = await cursorAt(parts, audit, account, own);
  // Where its own is not kept, what is behind it is not either.
  const isLater = !isRefused(reached) && positionIn(asked) > positionIn(reached);
  const { cursor } = isLater ? reached : asked;
  await parts.store.account(account.id).webhooks.setState(audit, { id, state: "active", cursor });
  return webhookReply(parts, account, id);
}

function positionIn({ cursor }: { readonly cursor: string }): number {
  return parseChangeCursor(cursor)?.position ?? 0;
}
