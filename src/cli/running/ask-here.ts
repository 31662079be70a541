import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseAccountName } from "../../domain/account.ts";
import { timeFrom } from "../../domain/clock.ts";
import { operatorScopes, unlimited } from "../../domain/operator.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import { BadInput, validatorOf } from "../../operations/machinery/validation.ts";
import { digesting } from "../../operations/machinery/digest.ts";
import { goesOn, runOnce } from "../../operations/machinery/run-operation.ts";
import type { ImportJob, Imports, OrderFile } from "../../operations/imports/import-jobs.ts";
import { keptImports } from "../../operations/imports/kept-import.ts";
import type { Ask, Operation, Parts, Reply, Values } from "../../operations/machinery/operation.ts";
import { isStreamed, namesAccount } from "../../operations/machinery/operations-of.ts";
import { refusalText, type AnyRefusal } from "../../operations/machinery/problems.ts";
import type { AuditContext, NamedAccount } from "../../store/doors/access.ts";
import type { ImportedFile } from "../../usecases/operator/import-file.ts";
import { goneSoFar } from "./asking.ts";
import { CommandFailed } from "../command-context.ts";

/** The command line may do everything: whoever runs it has the database. */
const everybody = {
  name: "command line",
  role: "admin",
  scopes: operatorScopes,
  accounts: null,
  ...unlimited,
} as const;

/** Runs operations on the database. `say` takes the words about work that goes on. */
export function askHere(
  parts: HereParts,
  audit: () => AuditContext,
  say: (text: string) => void = () => {},
): Ask {
  const all = { ...parts, imports: importsHere(parts.store) };
  return async (operation, values, sent) => {
    const { idempotency_key: key = null } = values;
    const body = typeof sent === "string" ? { body: sent } : sent && { file: sent };
    for (;;) {
      const answer = await runHere(all, operation, values, {
        audit: audit(),
        idempotencyKey: key as string | null,
        ...body,
      });
      if (isRefused<AnyRefusal>(answer)) {
        throw new CommandFailed(refusalText(answer.refused, "command"));
      }
      if (answer.headers !== goesOn) return answer.body as never;
      say(goneSoFar(answer.body));
    }
  };
}

type Said = { readonly audit: AuditContext; readonly body?: string | undefined } & Partial<
  typeof byCommand
>;

type HereParts = Pick<Parts, "store" | "changesRetentionDays"> &
  Partial<Pick<Parts, "imports" | "webhooks">>;

/** Without a key no webhook can be made. */
const noWebhooks = { secretKey: "", networks: [], allowHttp: false };

/** What a server shares among its operators: a command has the process alone. */
const alone = {
  longReads: { begin: () => () => {} },
  followers: { begin: () => () => {} },
  slotFiles: { begin: () => () => {} },
  isClosing: () => false,
};

/** What a request says in its headers and its connection, as a command says it. */
const byCommand = {
  operator: everybody,
  ifMatch: "*",
  ifNoneMatch: null,
  idempotencyKey: null as string | null,
  file: { open: () => Readable.from([]) } as OrderFile,
  isGone: () => false,
  askAgain: async () => {},
};

/**
 * Runs one operation on the database, with the checks that it has over HTTP. `values` are all that was typed, and
 * `said` is what a request would say beside them.
 */
export async function runHere(
  parts: HereParts,
  operation: Operation,
  values: Values,
  said: Said,
): Promise<Reply | Refused<AnyRefusal>> {
  try {
    const { body, ...more } = said;
    const order = { ...byCommand, ...more, ...sentOf(operation, values, body) };
    const account = await accountOf(parts.store, operation, values);
    const all = { imports: importsHere(parts.store), webhooks: noWebhooks, ...parts, ...alone };
    return await runOnce(operation, all, order, account);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    const { field, expected } = error;
    return { refused: { why: "malformed", field, expected } };
  }
}

/** The parts of a request, valid by the operation's schemas as they are over HTTP. */
function sentOf({ params, query, body }: Operation, values: Values, text?: string) {
  const pick = (names: object) =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => name in names && value !== undefined),
    );
  const isJson = body?.type === "application/json";
  const sent = {
    params: pick(params.properties),
    query: pick(query.properties),
    body: isJson ? pick((body.schema as typeof params).properties) : text,
  };
  const bad =
    validatorOf(params, "the path")(sent.params) ??
    validatorOf(query, "the query")(sent.query) ??
    (body === null || isStreamed({ body })
      ? null
      : validatorOf(body.schema, "the body")(sent.body));
  if (bad !== null) throw bad;
  return sent;
}

/**
 * An import of this process runs to its end at once, and reads its file where that is. Only services keep what they
 * imported.
 */
function importsHere(store: Pick<Parts["store"], "account">): Imports {
  let ended: { readonly job: ImportJob; readonly file: ImportedFile } | null = null;
  return {
    start: async ({ id: accountId, door }, audit, file, rules, id = randomUUID()) => {
      const { open, onProgress = () => {} } = file;
      const fileDigest = file.accept === undefined ? "" : await digestOfFile(open());
      await file.accept?.(id, fileDigest);
      const { importFile } = await import("../../usecases/operator/import-file.ts");
      const time = timeFrom(audit.now, () => performance.now());
      const auditNow = () => ({ ...audit, now: time() });
      const imported = await importFile(door, open, rules, auditNow, onProgress);
      const job: ImportJob = {
        ...rules,
        id,
        accountId,
        actor: audit.actor,
        startedAt: audit.now,
        bytes: 0,
        endedAt: time(),
        progress: { step: "reading", done: 0 },
        outcome: imported.answer,
        skipped: { count: imported.skipped.size, first: [] },
      };
      ended = { job, file: imported };
      await file.end?.(job, fileDigest);
      return job;
    },
    find: async () => ended?.job ?? null,
    list: (accountId) => keptImports(store, accountId),
    openSkipped: async () => (ended === null ? null : Readable.from(ended.file.leftOut())),
  };
}

async function digestOfFile(file: Readable): Promise<string> {
  const { stage, digest } = digesting();
  await pipeline(file, stage.resume());
  return digest();
}

async function accountOf(
  { accounts }: Parts["store"],
  operation: Operation,
  { tenant, environment }: Values,
): Promise<NamedAccount | Refused<AnyRefusal>> {
  // An operation of no account does not read it.
  if (!namesAccount(operation)) return {} as NamedAccount;
  const name = parseAccountName(`${String(tenant)}/${String(environment)}`);
  if (name === null) throw new Error("The account was not read.");
  return (await accounts.named(name)) ?? { refused: { why: "unknown-account", account: name } };
}
