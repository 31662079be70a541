import { parseChangeCursor } from "../../domain/change-feed.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { NamedAccount } from "../../store/doors/access.ts";
import type { Webhook } from "../../store/doors/webhooks.ts";
import { changesSince } from "../../usecases/operator/await-changes.ts";
import { readStart } from "../changes.ts";
import type { Parts, Reply } from "../machinery/operation.ts";
import type { AnyRefusal } from "../machinery/problems.ts";
import { webhookReply } from "./webhook-answer.ts";

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
