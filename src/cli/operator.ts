import { Command } from "commander";
import { formatAccountName, type AccountName } from "../domain/account.ts";
import { formatInstant, formatInstantOrNull } from "../domain/instant.ts";
import { operatorRoles, type OperatorRole } from "../domain/operator.ts";
import type { Operator } from "../store/accounts/operators.ts";
import { createOperator, revokeOperator } from "../usecases/operator/operators.ts";
import { operatorToJson } from "../operator/api/operators/operator-to-json.ts";
import { collect, oneOf, readAccountName } from "../operations/arguments.ts";
import type { CommandContext } from "./command-context.ts";
import { runUseCase } from "./or-fail.ts";
import { formatFacts, formatTable } from "../operations/table.ts";

export function operatorCommand(context: CommandContext): Command {
  return new Command("operator")
    .description("Operators: people and programs that may use the operator API and the console.")
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(revokeCommand(context));
}

interface CreateFlags {
  readonly role: OperatorRole;
  readonly account: readonly AccountName[];
}

function createCommand(context: CommandContext): Command {
  return new Command("create")
    .description("Make an operator and print the key, once.")
    .argument("<name>", "for example jo")
    .requiredOption(
      "--role <role>",
      "admin: everything; staff: look up and check in; viewer: only look",
      oneOf("role", operatorRoles),
    )
    .option(
      "--account <account>",
      "only this account; may be repeated (default: all)",
      collect(readAccountName),
      [],
    )
    .addHelpText(
      "after",
      "\nExample:\n  booking operator create door-1 --role staff --account acme/production",
    )
    .action(async (name: string, { role, account }: CreateFlags) => {
      const accounts = account.length === 0 ? null : account;
      const { operator, key } = await runUseCase(context, (store, audit) =>
        createOperator(store, audit, { name, role, accounts }),
      );
      const facts = [
        ["name", operator.name],
        ["role", operator.role],
        ["accounts", accountsOf(operator)],
        ["key", key],
      ] as const;
      context.print({ ...operatorToJson(operator), key }, formatFacts(facts));
      context.say("Keep the key in a password manager: it is not shown again.");
    });
}

function listCommand(context: CommandContext): Command {
  return new Command("list")
    .description("Show operators; never a key.")
    .addHelpText("after", "\nExample:\n  booking operator list --json")
    .action(async () => {
      const operators = await context.withStore((store) => store.operators.list());
      context.print(operators.map(operatorToJson), formatOperators(context, operators));
    });
}

function revokeCommand(context: CommandContext): Command {
  return new Command("revoke")
    .description("End an operator's key; the name may be given again.")
    .argument("<name>")
    .addHelpText("after", "\nExample:\n  booking operator revoke door-1")
    .action(async (name: string) => {
      const operator = await runUseCase(context, (store, audit) =>
        revokeOperator(store, audit, name),
      );
      context.print(operatorToJson(operator), formatOperators(context, [operator]));
    });
}

function formatOperators({ width }: CommandContext, operators: readonly Operator[]): string {
  return formatTable(
    ["name", "role", "accounts", "key", "made", "last use", "revoked"],
    operators.map((operator) => [
      operator.name,
      operator.role,
      accountsOf(operator),
      `${operator.keyPrefix}…`,
      formatInstant(operator.createdAt),
      formatInstantOrNull(operator.lastUsedAt) ?? "never",
      formatInstantOrNull(operator.revokedAt) ?? "",
    ]),
    width,
  );
}

function accountsOf({ accounts }: Operator): string {
  return accounts?.map(({ name }) => formatAccountName(name)).join(", ") ?? "all";
}
