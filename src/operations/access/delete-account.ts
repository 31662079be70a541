import { Type } from "typebox";
import { formatAccountName } from "../../domain/account.ts";
import { isRefused } from "../../domain/refusal.ts";
import { readAccountText } from "../machinery/arguments.ts";
import { BadInput } from "../machinery/validation.ts";
import { AccountText, option } from "../machinery/fields.ts";
import { ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { formatFacts } from "../machinery/table.ts";

const operation = operationsOf({ tag: "Accounts", below: ofAccount, reach: "installation" });

export const deleteAccount = operation(
  {
    name: "deleteAccount",
    method: "DELETE",
    scope: "accounts",
    summary: "Delete a closed account with all its data, for good.",
    description:
      "In portions, beside callers of other accounts. The audit log keeps who did what and when, without details. " +
      "Backups and exports are not reached.",
    query: Type.Object({
      confirm: Type.Optional(AccountText),
      dry_run: option("Only count."),
    }),
    answers: {
      200: Type.Object({
        account: AccountText,
        deleted: Type.Record(Type.String(), Type.Integer(), { description: "Rows by table." }),
        dry_run: Type.Boolean(),
      }),
    },
    refusals: ["account-open"],
    command: {
      words: "account delete",
      typed: {
        confirm: { about: "the account's name again", read: readAccountText },
        dry_run: { about: "count the rows, and change nothing" },
      },
      notes:
        "It cannot be taken back. If it is interrupted, run it again. Backups keep what they have.",
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
    const deleted = await store.accounts.delete(audit, { id, name }, dry_run);
    if (isRefused<{ readonly why: "account-open" }>(deleted)) return deleted;
    return { body: { account, deleted, dry_run } };
  },
);
