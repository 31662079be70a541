import { Command } from "commander";
import type { AccountName } from "../domain/account.ts";
import { formatInstant, formatInstantOrNull } from "../domain/instant.ts";
import type { Credential } from "../store/accounts/credentials.ts";
import {
  createCredential,
  revokeCredential,
  rotateCredential,
  type IssuedCredential,
} from "../usecases/operator/credentials.ts";
import { labelClient } from "../usecases/operator/label-client.ts";
import { identifyAccount } from "../usecases/operator/identify-account.ts";
import {
  credentialToJson,
  issuedCredentialToJson,
} from "../operator/api/credentials/credential-to-json.ts";
import { addAccountArgument, readDuration } from "./arguments.ts";
import { WrongUsage, type CommandContext } from "./command-context.ts";
import { orFail, runUseCase } from "./or-fail.ts";
import { formatFacts, formatTable } from "./table.ts";

export function credentialCommand(context: CommandContext): Command {
  return new Command("credential")
    .description(
      "Credentials: clients of an account and their secrets. A secret is shown once, when it is made.",
    )
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(rotateCommand(context))
    .addCommand(labelCommand(context))
    .addCommand(revokeCommand(context));
}

function createCommand(context: CommandContext): Command {
  return addAccountArgument(new Command("create"))
    .description("Make a new client and print its secret, once.")
    .option("--audience <text>", "default: https:// and the account's first API host", String, null)
    .option("--label <text>", "what operators call the client", String, null)
    .addHelpText(
      "after",
      '\nExample:\n  booking credential create acme/production --label "web shop"',
    )
    .action(async (name: AccountName, flags: Record<"audience" | "label", string | null>) => {
      const { audience, label } = flags;
      if (audience === "") throw new WrongUsage("--audience must not be empty.");
      const issued = await runUseCase(context, (store, audit) =>
        createCredential(store, audit, name, audience, label),
      );
      printIssued(context, issued);
    });
}

function listCommand(context: CommandContext): Command {
  return addAccountArgument(new Command("list"))
    .description("Show an account's clients: age, last use and end of their secrets.")
    .addHelpText("after", "\nExample:\n  booking credential list acme/production")
    .action(async (name: AccountName) => {
      const credentials = await context.withStore(async (store) => {
        const account = orFail(await identifyAccount(store, name));
        return store.credentials.list(account.id);
      });
      context.print(credentials.map(credentialToJson), formatCredentials(context, credentials));
    });
}

function rotateCommand(context: CommandContext): Command {
  return new Command("rotate")
    .description("Give a client a new secret and print it, once.")
    .argument("<client_id>")
    .option(
      "--overlap <duration>",
      "how long the old secret and its tokens go on (default: 24h)",
      readDuration,
    )
    .option("--now", "the old secret and its tokens are dead at once")
    .addHelpText("after", "\nExample:\n  booking credential rotate bsc_… --overlap 7d")
    .action(async (clientId: string, flags: { overlap?: number; now?: boolean }) => {
      if (flags.now && flags.overlap !== undefined) {
        throw new WrongUsage("--overlap and --now cannot be combined.");
      }
      const overlapMs = flags.now ? 0 : (flags.overlap ?? readDuration("24h"));
      const issued = await runUseCase(context, (store, audit) =>
        rotateCredential(store, audit, clientId, overlapMs),
      );
      printIssued(context, issued);
    });
}

function labelCommand(context: CommandContext): Command {
  return new Command("label")
    .description("Give a client a label by which operators know it, or take it away.")
    .argument("<client_id>")
    .argument("[label]", "without it the client has none")
    .addHelpText("after", '\nExample:\n  booking credential label bsc_… "web shop"')
    .action(async (clientId: string, label: string | undefined) => {
      const labelled = await runUseCase(context, (store, audit) =>
        labelClient(store, audit, clientId, label ?? null),
      );
      context.print(credentialToJson(labelled), formatCredentials(context, [labelled]));
    });
}

function revokeCommand(context: CommandContext): Command {
  return new Command("revoke")
    .description("End a client, its secrets and its tokens at once.")
    .argument("<client_id>")
    .addHelpText("after", "\nExample:\n  booking credential revoke bsc_…")
    .action(async (clientId: string) => {
      const revoked = await runUseCase(context, (store, audit) =>
        revokeCredential(store, audit, clientId),
      );
      context.print(credentialToJson(revoked), formatCredentials(context, [revoked]));
      if (revoked.wasRevoked) context.say("The client was revoked already: nothing changed.");
    });
}

function printIssued(context: CommandContext, issued: IssuedCredential): void {
  const facts = issuedCredentialToJson(issued);
  context.print(facts, formatFacts(Object.entries(facts)));
  context.say("Put the secret into a secret manager now: it is not shown again.");
}

function formatCredentials({ width }: CommandContext, all: readonly Credential[]): string {
  return formatTable(
    ["client_id", "label", "secret", "made", "last use", "ends"],
    all.flatMap(toRows),
    width,
  );
}

function toRows({ clientId, label, secrets, revokedAt }: Credential): string[][] {
  return secrets.map((secret) => [
    clientId,
    label ?? "",
    `${secret.prefix}…`,
    formatInstant(secret.createdAt),
    formatInstantOrNull(secret.lastUsedAt) ?? "never",
    endOf(secret.expiresAt, revokedAt),
  ]);
}

/** When a secret ends: at its own end, or with its client if that comes first. */
function endOf(expiresAt: number | null, revokedAt: number | null): string {
  if (revokedAt === null || (expiresAt !== null && expiresAt <= revokedAt)) {
    return formatInstantOrNull(expiresAt) ?? "open";
  }
  return `revoked ${formatInstant(revokedAt)}`;
}
