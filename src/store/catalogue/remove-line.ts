import type { AccountId } from "../../domain/account.ts";
import { formatDataLine } from "../../domain/data-file/format-data-line.ts";
import type { Refused } from "../../domain/refusal.ts";
import { recordAudit, type Doing } from "../audit.ts";
import type { Engine } from "../engine.ts";
import { changeCatalogueVersion } from "./catalogue-version.ts";
import { readLine, type CatalogueLine } from "./read-line.ts";

/** What can be taken out of a catalogue again while nothing refers to it. */
export type RemovableLine = Extract<CatalogueLine, { kind: "slot" | "host" | "ticket_type" }>;

export type RemovalRefusal =
  | { readonly why: "nothing-to-remove" }
  /** What refers to it. */
  | { readonly why: "in-use"; readonly by: "booking" | "slot" };

/** Removes a slot or ticket type without bookings, or a host without slots. Null when it is gone. */
export function removeLine(
  engine: Engine,
  accountId: AccountId,
  doing: Doing,
  line: RemovableLine,
): Promise<Refused<RemovalRefusal> | null> {
  return engine.write(async (transaction) => {
    // Like an import: whoever changes a catalogue does it alone.
    await engine
      .locked(transaction.selectFrom("account").select("id").where("id", "=", accountId), "account")
      .executeTakeFirstOrThrow();
    const before = await readLine(transaction, accountId, line);
    if (before === null) return { refused: { why: "nothing-to-remove" } };
    const { id: interactionId } = await transaction
      .selectFrom("interaction")
      .select("id")
      .where("account_id", "=", accountId)
      .where("public_key", "=", line.interaction)
      .executeTakeFirstOrThrow();
    const activity = {
      account_id: accountId,
      interaction_id: interactionId,
      activity_id: line.activity,
    } as const;
    if (line.kind === "slot") {
      const slot = { ...activity, host_id: line.host ?? "" } as const;
      await engine
        .locked(
          transaction
            .selectFrom("slot")
            .select("taken")
            .where((where) => where.and({ ...slot, starting_at: line.starting_at })),
          "slot",
        )
        .execute();
      const booking = await transaction
        .selectFrom("booking")
        .select("id")
        .where((where) => where.and({ ...slot, slot_starting_at: line.starting_at }))
        .limit(1)
        .executeTakeFirst();
      if (booking !== undefined) return { refused: { why: "in-use", by: "booking" } };
      await transaction
        .deleteFrom("slot")
        .where((where) => where.and({ ...slot, starting_at: line.starting_at }))
        .execute();
    } else if (line.kind === "host") {
      const slot = await transaction
        .selectFrom("slot")
        .select("starting_at")
        .where((where) => where.and({ ...activity, host_id: line.id }))
        .limit(1)
        .executeTakeFirst();
      if (slot !== undefined) return { refused: { why: "in-use", by: "slot" } };
      await transaction
        .deleteFrom("host")
        .where((where) => where.and({ ...activity, id: line.id }))
        .execute();
    } else {
      const booking = await transaction
        .selectFrom("booking")
        .select("id")
        .where((where) => where.and({ ...activity, ticket_type_id: line.id }))
        .limit(1)
        .executeTakeFirst();
      if (booking !== undefined) return { refused: { why: "in-use", by: "booking" } };
      await transaction
        .deleteFrom("ticket_type")
        .where((where) => where.and({ ...activity, id: line.id }))
        .execute();
    }
    if (line.kind !== "slot") await changeCatalogueVersion(transaction, accountId);
    const subject = [line.kind, line.interaction, line.activity].join(" ");
    await recordAudit(transaction, doing, "catalogue removed", accountId, subject, {
      before: formatDataLine(before),
      after: null,
    });
    return null;
  });
}
