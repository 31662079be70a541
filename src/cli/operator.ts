import { Command } from "commander";
import { formatAccountName } from "../domain/account.ts";
import { formatInstant, formatInstantOrNull } from "../domain/instant.ts";
import { operatorRoles, type OperatorRole } from "../domain/operator.ts";
import type { Operator } from "../store/accounts/operators.ts";
import { createOperator, revokeOperator } from "../usecases/operator/operators.ts";
import { operatorToJson } from "../operator/api/operators/operator-to-json.ts";
import { collect, readAccountName } from "./arguments.ts";
import { WrongUsage, type CommandContext } from "./command-context.ts";
import { orFail } from "./or-fail.ts";
import { formatTable } from "./table.ts";

export function operatorCommand(context: CommandContext): Command {
  const command = new Command("operator").description(
    "Operators: people and programs that may use the operator API and the console.",
  );
  command
    .command("create")
    .description("Let somebody in and print the key, once.")
    .argument("<name>", "for example jo")
    .requiredOption(
      "--role <role>",
      "admin: everything; staff: look up and check in; viewer: only look",
    )
    .option("--account <account>", "only this account; may be repeated (default: all)", collect, [])
    .addHelpText(
      "after",
      "\nExample:\n  booking operator create door-1 --role staff --account acme/production",
    )
    .action(async (name: string, flags: { role: string; account: string[] }) => {
      const role = readRole(flags.role);
      const accounts = flags.account.length === 0 ? null : flags.account.map(readAccountName);
      const { operator, key } = await context.withStore(async (store) =>
        orFail(await createOperator(store, context.audit(), { name, role, accounts })),
      );
      context.print(
        { ...operatorToJson(operator), key },
        [
          `name      ${operator.name}`,
          `role      ${operator.role}`,
          `accounts  ${accountsOf(operator)}`,
          `key       ${key}`,
        ].join("\n"),
      );
      context.say("Keep the key in a password manager: it is not shown again.");
    });
  command
    .command("list")
    .description("Show operators; never a key.")
    .addHelpText("after", "\nExample:\n  booking operator list --json")
    .action(async () => {
      const operators = await context.withStore((store) => store.operators.list());
      context.print(operators.map(operatorToJson), formatTable(headings, operators.map(toRow)));
    });
  command
    .command("revoke")
    .description("End an operator's key; the name may be given again.")
    .argument("<name>")
    .addHelpText("after", "\nExample:\n  booking operator revoke door-1")
    .action(async (name: string) => {
      const operator = await context.withStore(async (store) =>
        orFail(await revokeOperator(store, context.audit(), name)),
      );
      context.print(operatorToJson(operator), formatTable(headings, [toRow(operator)]));
    });
  return command;
}

function readRole(text: string): OperatorRole {
  const role = operatorRoles.find((known) => known === text);
  if (role !== undefined) return role;
  throw new WrongUsage(`${JSON.stringify(text)} is no role: ${operatorRoles.join(", ")}.`);
}

const headings = ["name", "role", "accounts", "key", "made", "last use", "revoked"];

function toRow(operator: Operator): string[] {
  return [
    operator.name,
    operator.role,
    accountsOf(operator),
    `${operator.keyPrefix}…`,
    formatInstant(operator.createdAt),
    formatInstantOrNull(operator.lastUsedAt) ?? "never",
    formatInstantOrNull(operator.revokedAt) ?? "",
  ];
}

function accountsOf({ accounts }: Operator): string {
  return accounts?.map(({ name }) => formatAccountName(name)).join(", ") ?? "all";
}
