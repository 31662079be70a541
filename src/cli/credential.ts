import { Command } from "commander";
import { formatInstant, formatInstantOrNull } from "../domain/instant.ts";
import type { Credential } from "../store/accounts/credentials.ts";
import {
  createCredential,
  revokeCredential,
  rotateCredential,
  type IssuedCredential,
} from "../usecases/operator/credentials.ts";
import { identifyAccount } from "../usecases/operator/identify-account.ts";
import {
  credentialToJson,
  issuedCredentialToJson,
} from "../operator/api/credentials/credential-to-json.ts";
import { readAccountName, readDuration } from "./arguments.ts";
import { WrongUsage, type CommandContext } from "./command-context.ts";
import { orFail } from "./or-fail.ts";
import { formatTable } from "./table.ts";

export function credentialCommand(context: CommandContext): Command {
  const command = new Command("credential").description(
    "Credentials: clients of an account and their secrets. A secret is shown once, when it is made.",
  );
  command
    .command("create")
    .description("Make a new client and print its secret, once.")
    .argument("<account>", "tenant/environment, for example acme/production")
    .option("--audience <text>", "default: https:// and the account's first API host")
    .addHelpText("after", "\nExample:\n  booking credential create acme/production")
    .action(async (text: string, flags: { audience?: string }) => {
      const name = readAccountName(text);
      if (flags.audience === "") throw new WrongUsage("--audience must not be empty.");
      const issued = await context.withStore(async (store) =>
        orFail(await createCredential(store, context.audit(), name, flags.audience ?? null)),
      );
      printIssued(context, issued);
    });
  command
    .command("list")
    .description("Show an account's clients: age, last use and end of their secrets.")
    .argument("<account>")
    .addHelpText("after", "\nExample:\n  booking credential list acme/production")
    .action(async (text: string) => {
      const name = readAccountName(text);
      const credentials = await context.withStore(async (store) => {
        const account = orFail(await identifyAccount(store, name));
        return store.credentials.list(account.id);
      });
      context.print(
        credentials.map(credentialToJson),
        formatTable(headings, credentials.flatMap(toRows), context.width),
      );
    });
  command
    .command("rotate")
    .description("Give a client a new secret and print it, once.")
    .argument("<client_id>")
    .option("--overlap <duration>", "how long the old secret and its tokens go on (default: 24h)")
    .option("--now", "the old secret and its tokens are dead at once")
    .addHelpText("after", "\nExample:\n  booking credential rotate bsc_… --overlap 7d")
    .action(async (clientId: string, flags: { overlap?: string; now?: boolean }) => {
      if (flags.now && flags.overlap !== undefined) {
        throw new WrongUsage("--overlap and --now cannot be combined.");
      }
      const overlapMs = flags.now ? 0 : readDuration(flags.overlap ?? "24h");
      const audit = context.audit();
      const issued = await context.withStore(async (store) =>
        orFail(await rotateCredential(store, audit, clientId, audit.now + overlapMs)),
      );
      printIssued(context, issued);
    });
  command
    .command("revoke")
    .description("End a client, its secrets and its tokens at once.")
    .argument("<client_id>")
    .addHelpText("after", "\nExample:\n  booking credential revoke bsc_…")
    .action(async (clientId: string) => {
      const revoked = await context.withStore(async (store) =>
        orFail(await revokeCredential(store, context.audit(), clientId)),
      );
      context.print(
        credentialToJson(revoked),
        formatTable(headings, toRows(revoked), context.width),
      );
    });
  return command;
}

function printIssued(context: CommandContext, issued: IssuedCredential): void {
  context.print(
    issuedCredentialToJson(issued),
    [
      `account        ${issued.account}`,
      `client_id      ${issued.clientId}`,
      `client_secret  ${issued.clientSecret}`,
      `audience       ${issued.audience}`,
    ].join("\n"),
  );
  context.say("Put the secret into a secret manager now: it is not shown again.");
}

const headings = ["client_id", "secret", "made", "last use", "ends"];

function toRows(credential: Credential): string[][] {
  return credential.secrets.map((secret) => [
    credential.clientId,
    `${secret.prefix}…`,
    formatInstant(secret.createdAt),
    formatInstantOrNull(secret.lastUsedAt) ?? "never",
    credential.revokedAt !== null
      ? `revoked ${formatInstant(credential.revokedAt)}`
      : (formatInstantOrNull(secret.expiresAt) ?? "open"),
  ]);
}
