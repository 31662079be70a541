import { Type } from "typebox";
import type { AccountName } from "../domain/account.ts";
import { counted } from "../domain/wording.ts";
import { formatInstant } from "../domain/instant.ts";
import { isRefused, type Refused } from "../domain/refusal.ts";
import type { OperatorRefusal } from "../usecases/operator/identify-account.ts";
import {
  verifyAccount,
  type AccountViolation,
  type Verification as Verified,
} from "../usecases/operator/verify-account.ts";
import { emptiedWarning } from "./emptied-accounts.ts";
import { readAccountName } from "./machinery/arguments.ts";
import { AccountText, Uuid, type Sent } from "./machinery/fields.ts";
import type { Operation, Parts, PlaceTaker, Reply } from "./machinery/operation.ts";
import { ofAccount, operationsOf } from "./machinery/operations-of.ts";
import type { ApiRefusal } from "./machinery/problems.ts";
import { formatTable } from "./machinery/table.ts";
import { is } from "./machinery/meaning.ts";

const rows = Type.Integer();

const SlotOfBreach = Type.Object(
  {
    interaction: Type.String(),
    activity: Type.String(),
    host: Type.Optional(Type.String()),
    starting_at: Type.String(),
  },
  { description: "Which slot, by its names and its start." },
);

const Verification = Type.Object({
  checked: Type.Object({
    accounts: Type.Array(
      Type.Object({
        account: AccountText,
        slots: rows,
        bookings: rows,
        tickets: rows,
        events: rows,
      }),
    ),
    laws: Type.Array(Type.String(), { description: "The names of the laws." }),
  }),
  breaches: Type.Array(
    Type.Object({
      law: Type.String(),
      account: Type.Union([AccountText, Type.Null()]),
      booking: Type.Optional(Uuid),
      slot: Type.Optional(SlotOfBreach),
      message: Type.String(is("sentence")),
    }),
    { description: "The first ones of each law." },
  ),
  left: Type.Optional(
    Type.Array(
      Type.Object({
        account: AccountText,
        slot: SlotOfBreach,
        message: Type.String(is("sentence")),
      }),
      { description: "Seats whose time has passed while no server ran: no breach." },
    ),
  ),
  emptied: Type.Optional(
    Type.Array(AccountText, {
      description:
        "Accounts that had a catalogue and have none, as in a copy without an account's rows: no breach.",
    }),
  ),
  cut: Type.Optional(
    Type.Array(Type.Unknown(), { description: "Laws of which there are more breaches." }),
  ),
  engine_not_checked: Type.Optional(
    Type.String({ description: "Why PostgreSQL's own check was not run." }),
  ),
});
type Verification = Sent<typeof Verification>;
type Breach = Verification["breaches"][number];

const operation = operationsOf({ tag: "Data", below: "", appliesTo: "account" });

const verifyData: Operation<Verification> = operation(
  {
    name: "verifyData",
    method: "POST",
    writes: false,
    path: `${ofAccount}/verify`,
    scope: "accounts",
    summary: "Hold the account's data against every law; each breach is told.",
    description: "It reads everything, so that it takes seconds where there is much.",
    answers: { 200: Verification },
    refusals: ["too-many-long-reads"],
  },
  async (parts, { operator, audit }, { id, name }) =>
    inPlace(parts, { account: id, operator: operator.name }, async () => {
      const found = await verifyAccount(parts.store, name, audit.now);
      return isRefused<OperatorRefusal>(found) ? found : { body: verificationToJson(found) };
    }),
);

const verifyInstallation: Operation<Verification> = operation(
  {
    name: "verifyInstallation",
    method: "POST",
    writes: false,
    path: "/verify",
    scope: "accounts",
    appliesTo: "installation",
    summary: "Hold the data of all accounts against every law, and let the database check itself.",
    description:
      "The database's own check is SQLite's, or PostgreSQL's amcheck where it is installed. Where there is " +
      "much it takes minutes.",
    answers: { 200: Verification },
    refusals: ["too-many-long-reads"],
    command: {
      words: "verify",
      about:
        "Check the data against its laws (seats, histories, waitlists); each breach is printed.",
      positional: ["account"],
      more: { account: Type.Optional(Type.String()) },
      typed: {
        account: { about: "tenant/environment; without it all accounts", read: readAccountName },
      },
      notes:
        "Without an account the database's own check is run too: SQLite's, or PostgreSQL's amcheck where\n" +
        "it is installed. Changes nothing. Exit status 1 when a law does not hold anywhere.",
      example: "acme/production",
      send: ({ account = {} }) => account as Partial<AccountName>,
      instead: ({ tenant }) => (tenant === undefined ? null : verifyData),
      omits: ["engine_not_checked"],
      print: (found) => {
        const laws = `All ${found.checked.laws.length} laws hold.`;
        const verdicts = found.breaches.length === 0 ? [laws] : found.breaches.map(breachText);
        const left = found.left?.map(leftText) ?? [];
        const warned = found.emptied === undefined ? [] : [emptiedWarning(found.emptied)];
        const all = [checkedText(found), ...verdicts, ...left, ...warned];
        const text = all.join("\n\n") + notCheckedText(found);
        // Catalogue ids may hold control characters, which a terminal would obey.
        return text.replaceAll(/(?!\n)\p{Cc}/gu, "\uFFFD");
      },
      fails: (found) => (found.breaches.length === 0 ? null : summaryOf(found)),
    },
  },
  async (parts, { operator }) =>
    inPlace(parts, { account: null, operator: operator.name }, async () => ({
      body: await verifyAll(parts.store),
    })),
);

export const verificationOperations: readonly Operation[] = [verifyData, verifyInstallation];

async function inPlace(
  { longReads }: Pick<Parts, "longReads">,
  taker: PlaceTaker,
  work: () => Promise<Reply | Refused<OperatorRefusal>>,
): Promise<Reply | Refused<OperatorRefusal | ApiRefusal>> {
  const end = await longReads.begin(taker);
  if (end === null) return { refused: { why: "too-many-long-reads" } };
  using _ = { [Symbol.dispose]: end };
  return await work();
}

/** The engine checks its files first: a damaged one may hold data that looks right. */
async function verifyAll(store: Parts["store"]): Promise<Verification> {
  const engine = await store.checkEngine();
  const damages = engine.findings.map((message): AccountViolation => ({
    invariant: "database-intact",
    account: null,
    booking: null,
    slot: null,
    message: `The database is damaged: ${message}. Restore a backup.`,
  }));
  // A damaged file may be unreadable.
  const names = store.invariants.names;
  const unread = { invariants: names, checked: [], violations: [], left: [], emptied: [], cut: [] };
  // Laws about dates hold at the moment after that check.
  const found = await verifyAccount(store, null).catch((error: Error) => {
    if (damages.length === 0) throw error;
    return unread;
  });
  if (isRefused<OperatorRefusal>(found)) throw new Error("No account was named.");
  return {
    ...verificationToJson({ ...found, violations: [...damages, ...found.violations] }),
    ...(engine.notRun !== null && { engine_not_checked: engine.notRun }),
  };
}

/** The checked rows and violations, under the names of the command line's contract. */
function verificationToJson({
  invariants,
  checked,
  violations,
  left,
  emptied,
  cut,
}: Verified): Verification {
  return {
    checked: { accounts: checked, laws: invariants },
    breaches: violations.map(violationToJson),
    ...(left.length > 0 && { left: left.flatMap(leftToJson) }),
    ...(emptied.length > 0 && { emptied }),
    ...(cut.length > 0 && {
      cut: cut.map(({ invariant, account }) => ({ law: invariant, account })),
    }),
  };
}

function leftToJson({ account, slot, message }: AccountViolation) {
  return account === null || slot === null ? [] : [{ account, slot: slotToJson(slot), message }];
}

function violationToJson({ invariant, account, booking, slot, message }: AccountViolation): Breach {
  return {
    law: invariant,
    account,
    ...(booking !== null && { booking }),
    ...(slot !== null && { slot: slotToJson(slot) }),
    message,
  };
}

function slotToJson({
  interaction,
  activity,
  host,
  startingAt,
}: NonNullable<AccountViolation["slot"]>) {
  const starting_at = formatInstant(startingAt);
  return { interaction, activity, ...(host !== null && { host }), starting_at };
}

function checkedText({ checked, breaches }: Verification): string {
  const table = checked.accounts.map(({ account, slots, bookings, tickets, events }) => {
    const broken = breaches.filter((breach) => breach.account === account).length;
    return [account, ...[slots, bookings, tickets, events, broken].map(String)];
  });
  return formatTable(["account", "slots", "bookings", "tickets", "events", "breaches"], table);
}

function breachText({ law, account, booking, slot, message }: Breach): string {
  const place = [
    account,
    booking && `booking ${booking}`,
    slot && ["slot", slot.interaction, slot.activity, slot.host, slot.starting_at],
  ];
  return `${law}: ${place.flat().filter(Boolean).join(" ")}\n  ${message}`;
}

function leftText({ account, slot, message }: NonNullable<Verification["left"]>[number]): string {
  const { interaction, activity, host, starting_at } = slot;
  const place = ["slot", interaction, activity, host, starting_at].filter(Boolean).join(" ");
  return `No breach: ${account} ${place}\n  ${message}`;
}

function notCheckedText({ engine_not_checked: why }: Verification): string {
  return why === undefined ? "" : `\nPostgreSQL's own check was not run: ${why}.`;
}

function summaryOf({ breaches, cut }: Verification): string {
  const broken = new Set(breaches.map(({ law }) => law)).size;
  const count =
    cut === undefined
      ? counted(breaches.length, "breach", "breaches")
      : `${breaches.length} and more breaches`;
  return `${count} of ${counted(broken, "law")}.`;
}
