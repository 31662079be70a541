import type { Readable } from "node:stream";
import { Type } from "typebox";
import { counted } from "../../domain/wording.ts";
import { isRefused } from "../../domain/refusal.ts";
import type { AccountStore } from "../../store/account-store.ts";
import { changesSince } from "../../usecases/operator/await-changes.ts";
import { exportDataFile } from "../../usecases/operator/export-data-file.ts";
import { NoAnswer } from "../machinery/no-answer.ts";
import type { Operation, Parts, Streams } from "../machinery/operation.ts";
import { ofAccount, operationsOf } from "../machinery/operations-of.ts";
import { streamFile } from "../machinery/stream-file.ts";

const operation = operationsOf({ tag: "Data", below: ofAccount, appliesTo: "account" });

/** The last line of a file that is asked for with `summary`. */
interface Summary {
  readonly lines: number;
  readonly overbooked_slots: number;
  readonly cursor: string | null;
}

const exportData: Operation = operation(
  {
    name: "exportData",
    method: "GET",
    path: "/export",
    scope: "people",
    summary: "The account's catalogue and bookings as a data file, of one moment.",
    description:
      "Imported into an empty account it gives the same answers; histories, credentials and " +
      "operators are not in it. A file that breaks off is not whole: its connection is cut, as it is when " +
      "its reader takes nothing for a minute.",
    query: Type.Object({
      summary: Type.Optional(
        Type.Boolean({
          description:
            "Ends the file with a comment: `#` and a JSON object with `lines`, with `overbooked_slots`, which are " +
            "imported with `allow_overbooked` only, and with the `cursor` after which changes are not in the " +
            "file, or null on a standby.",
        }),
      ),
    }),
    download: ["application/x-ndjson"],
    answers: { 200: Type.String() },
    refusals: ["too-many-long-reads"],
    command: {
      words: "export",
      about: "Write an account's data as a data file, which `booking import` reads.",
      typed: { summary: null },
      example: "acme/production > acme.ndjson",
      progress: "Exporting {value} lines",
      stream: exportedLines,
    },
  },
  async (parts, { operator, query, audit }, { id, name }) => {
    const account = parts.store.account(id);
    const since = changesSince(parts.changesRetentionDays, audit.now);
    const summary = query.summary === true ? () => cursorOfNow(parts, account, since) : null;
    return streamFile(
      parts,
      { account: id, operator: operator.name },
      {
        type: "application/x-ndjson",
        name: `${name.tenant}-${name.environment}.ndjson`,
        lines: linesOf(account, summary),
      },
    );
  },
);

export const exportOperations: readonly Operation[] = [exportData];

/**
 * Taken before the lines are read: what they lack comes after it in `booking changes`. Null where the
 * database takes no writes, as on a standby: its export needs no cursor.
 */
async function cursorOfNow(
  { store }: Pick<Parts, "store">,
  account: Pick<AccountStore, "readChanges">,
  since: number,
): Promise<string | null> {
  if ((await store.ping()) === "read-only") return null;
  const found = await account.readChanges({ start: "now", limit: 0, since });
  if (isRefused(found)) throw new Error("A read that begins at now is never refused.");
  return found.cursor;
}

async function* linesOf(
  account: Pick<AccountStore, "exportRows">,
  readCursor: (() => Promise<string | null>) | null,
): AsyncGenerator<string> {
  const cursor = readCursor === null ? null : await readCursor();
  const counts = { lines: 0, overbooked_slots: 0 };
  const onOverbooked = () => (counts.overbooked_slots += 1);
  for await (const line of exportDataFile(account, { onOverbooked })) {
    counts.lines += 1;
    yield `${JSON.stringify(line)}\n`;
  }
  if (readCursor !== null) yield `# ${JSON.stringify({ ...counts, cursor } satisfies Summary)}\n`;
}

/** The lines without the summary, which only a whole file has. */
async function* exportedLines(
  { ask, say }: Streams,
  values: Record<string, unknown>,
): AsyncGenerator<string> {
  const file = (await ask(exportData, { ...values, summary: true })) as Readable;
  let last = "";
  try {
    for await (const piece of file) {
      last += String(piece);
      const start = last.lastIndexOf("\n", last.length - 2) + 1;
      if (start > 0) yield last.slice(0, start);
      last = last.slice(start);
    }
  } finally {
    file.destroy();
    // The database is read until then.
    if (!file.closed) await new Promise((resolve) => file.once("close", resolve));
  }
  if (!last.startsWith("# ")) throw new NoAnswer("The export broke off: it is not whole.", true);
  const { lines, overbooked_slots: slots, cursor } = JSON.parse(last.slice(2)) as Summary;
  say(`Exported ${counted(lines, "line")}.`);
  if (slots > 0) {
    const which = counted(slots, "slot holds", "slots hold");
    say(`${which} more tickets than seats: importing the file needs --allow-overbooked.`);
  }
  if (cursor !== null) say(JSON.stringify({ cursor }));
}
