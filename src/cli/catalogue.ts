import { Command } from "commander";
import type { AccountName } from "../domain/account.ts";
import { counted } from "../domain/counted.ts";
import { keyFields } from "../domain/data-file/data-line.ts";
import { isBadContent } from "../domain/data-file/parse-data-line.ts";
import { parseLineKey } from "../domain/data-file/parse-line-key.ts";
import type { CatalogueKey } from "../store/catalogue/catalogue-kinds.ts";
import type { ListedKind } from "../store/catalogue/list-lines.ts";
import { removeFromCatalogue } from "../usecases/operator/edit-catalogue.ts";
import { identifyAccount } from "../usecases/operator/identify-account.ts";
import { addAccountArgument } from "./account-argument.ts";
import { oneOf, WrongUsage } from "../operations/arguments.ts";
import { formatLines } from "./catalogue-output.ts";
import { type CommandContext } from "./command-context.ts";
import { orFail, runUseCase } from "./or-fail.ts";

/** Slots have commands of their own. */
const listedKinds = [
  "group",
  "interaction",
  "activity",
  "host",
  "ticket_type",
] as const satisfies readonly ListedKind[];

export function catalogueCommand(context: CommandContext): Command {
  return new Command("catalogue")
    .description(
      "The catalogue: groups, campaigns, activities, hosts and ticket types. `booking import` makes " +
        "and changes them.",
    )
    .addCommand(listCommand(context))
    .addCommand(showCommand(context))
    .addCommand(removeCommand(context));
}

interface ParentFlags {
  readonly interaction?: string;
  readonly activity?: string;
}

/** A command about one kind, whose parents the options name. */
function kindCommand(verb: string): Command {
  return addAccountArgument(new Command(verb))
    .argument("<kind>", listedKinds.join(", "), oneOf("kind of the catalogue", listedKinds))
    .option("--interaction <public_key>", "the campaign's public key; for what is part of one")
    .option("--activity <id>", "the activity's id; for hosts and ticket types");
}

function listCommand(context: CommandContext): Command {
  return kindCommand("list")
    .description("Show everything of one kind, of the account or of one campaign or activity.")
    .addHelpText(
      "after",
      "\nExample:\n  booking catalogue list acme/production activity --interaction pk_summer",
    )
    .action(async (name: AccountName, kind: ListedKind, flags: ParentFlags) => {
      const parents = parentsOf(kind, flags);
      const lines = await context.withStore(async (store) => {
        const { id } = orFail(await identifyAccount(store, name));
        return store.account(id).listCatalogue({ kind, ...parents });
      });
      context.print(
        lines,
        lines.length === 0 ? `There is no ${kind}.` : formatLines(kind, lines, context.width),
      );
    });
}

function showCommand(context: CommandContext): Command {
  return kindCommand("show")
    .argument("<id>", "its id: a group's unique key, a campaign's public key")
    .description("Show one of them, as a line of a data file.")
    .addHelpText(
      "after",
      "\nExample:\n  booking catalogue show acme/production activity tasting --interaction pk_summer",
    )
    .action(async (name: AccountName, kind: ListedKind, id: string, flags: ParentFlags) => {
      const key = keyOf(kind, id, flags);
      const line = await runUseCase(context, async (store) => {
        const account = orFail(await identifyAccount(store, name));
        const found = await store.account(account.id).findInCatalogue(key);
        return found ?? ({ refused: { why: "nothing-to-remove" } } as const);
      });
      context.print(line, JSON.stringify(line));
    });
}

interface RemoveFlags extends ParentFlags {
  readonly withEverythingUnbooked: boolean;
}

function removeCommand(context: CommandContext): Command {
  return kindCommand("remove")
    .argument("<id>", "its id: a group's unique key, a campaign's public key")
    .description("Remove one record that nobody ever booked.")
    .option(
      "--with-everything-unbooked",
      "of a campaign or activity: with its activities, slots, hosts and ticket types",
      false,
    )
    .addHelpText(
      "after",
      "\nExample:\n  booking catalogue remove acme/production host station-3 --interaction pk_summer \\\n" +
        "    --activity tasting",
    )
    .action(async (name: AccountName, kind: ListedKind, id: string, flags: RemoveFlags) => {
      const key = keyOf(kind, id, flags);
      const { withEverythingUnbooked: withUnbooked } = flags;
      const answer = await runUseCase(context, (store, audit) =>
        removeFromCatalogue(store, audit, name, key, { withUnbooked }),
      );
      context.print(answer, "Removed.");
    });
}

/** The options that name parents of a kind; others are refused, since they would select nothing. */
function parentsOf(kind: ListedKind, flags: ParentFlags): ParentFlags {
  const keys: readonly string[] = keyFields[kind];
  for (const flag of ["interaction", "activity"] as const) {
    if (flags[flag] !== undefined && !keys.includes(flag)) {
      throw new WrongUsage(`--${flag} does not go with ${kind}, which is not part of one.`);
    }
  }
  const { interaction, activity } = flags;
  if (activity !== undefined && interaction === undefined) {
    throw new WrongUsage("--activity needs --interaction: its id is unique in a campaign only.");
  }
  return {
    ...(interaction !== undefined && { interaction }),
    ...(activity !== undefined && { activity }),
  };
}

function keyOf(kind: ListedKind, id: string, flags: ParentFlags): CatalogueKey {
  const parents = parentsOf(kind, flags);
  const keys: readonly string[] = keyFields[kind];
  const missing = keys.slice(0, -1).filter((field) => !(field in parents));
  if (missing.length > 0) {
    const options = missing.map((field) => `--${field}`).join(" and ");
    throw new WrongUsage(`${counted(missing.length, "option")} missing: ${options}.`);
  }
  const key = parseLineKey({ kind, ...parents, [keys.at(-1) ?? "id"]: id }, 0);
  if (isBadContent(key)) throw new WrongUsage(`${key.bad.field} must be ${key.bad.expected}.`);
  if (key.kind === "booking") throw new Error("A booking is no part of the catalogue.");
  return key;
}
