import { Type } from "typebox";
import { formatAccountName } from "../../domain/account.ts";
import { isRefused } from "../../domain/refusal.ts";
import { readAccountText } from "../machinery/arguments.ts";
import { BadInput } from "../machinery/validation.ts";
import { AccountText, option } from "../machinery/fields.ts";
import { ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { goesOn } from "../machinery/run-operation.ts";
import { formatFacts } from "../machinery/table.ts";

/** A connection that is silent for longer may be cut on its way. */
const answeredWithinMs = 20_000;

const Deleted = Type.Object({
  account: AccountText,
  deleted: Type.Record(Type.String(), Type.Integer(), { description: "Rows by table." }),
  dry_run: Type.Boolean(),
});

type AccountOpen = { readonly why: "account-open" };

const operation = operationsOf({ tag: "Accounts", below: ofAccount, appliesTo: "installation" });

export const deleteAccount = operation(
  {
    name: "deleteAccount",
    method: "DELETE",
    scope: "accounts",
    summary: "Delete a closed account with all its data, for good.",
    description:
      "In portions, beside callers of other accounts. From its beginning on, operators write nothing more to the account: " +
      "they can open it again, or go on with the deletion. 202 says what is gone after twenty seconds: the same again " +
      "goes on, and so does the service by itself. The audit log keeps who did what and when, without details. " +
      "Backups and exports are not reached.",
    query: Type.Object({
      confirm: Type.Optional(AccountText),
      dry_run: option("Only count."),
    }),
    answers: { 200: Deleted, 202: Deleted },
    onDeleted: true,
    refusals: ["account-open"],
    command: {
      words: "account delete",
      typed: {
        confirm: { about: "the account's name again", read: readAccountText },
        dry_run: { about: "count the rows, and change nothing" },
      },
      notes:
        "It cannot be taken back. If it is interrupted, run it again, or the service goes on. Backups keep what they have.",
      example: "acme/uat --confirm acme/uat --dry-run",
      print: ({ deleted }) =>
        formatFacts(Object.entries(deleted).map(([table, rows]) => [table, String(rows)])),
      say: ({ dry_run }) => [
        dry_run ? "So many rows would be deleted." : "The account is deleted, with these rows.",
      ],
    },
  },
  async ({ store }, { audit, query: { confirm, dry_run = false } }, { id, name }) => {
    const account = formatAccountName(name);
    if (confirm !== account && !(dry_run && confirm === undefined)) {
      throw new BadInput("confirm", "must be the account's name");
    }
    if (dry_run) {
      const counted = await store.accounts.delete(audit, { id, name }, true);
      return isRefused<AccountOpen>(counted)
        ? counted
        : { body: { account, deleted: counted, dry_run } };
    }
    const done = await store.accounts.deleteForWhile(audit, { id, name }, answeredWithinMs);
    if (isRefused<AccountOpen>(done)) return done;
    const body = { account, deleted: done.deleted, dry_run };
    return done.isDone ? { body } : { status: 202, body, headers: goesOn };
  },
);
