import { Readable } from "node:stream";
import { Type } from "typebox";
import { isRefused } from "../../../domain/refusal.ts";
import { exportDataFile } from "../../../usecases/operator/export-data-file.ts";
import type { OperatorRefusal } from "../../../usecases/operator/operator-refusal.ts";
import { Verification } from "./verification-schema.ts";
import { verificationToJson } from "./verification-to-json.ts";
import { ReaderWatch } from "../../../usecases/operator/reader-watch.ts";
import { verifyAccount } from "../../../usecases/operator/verify-account.ts";
import type { Operation } from "../../../operations/operation.ts";
import { ofAccount, operationsOf } from "../../../operations/operations-of.ts";

const route = operationsOf({ tag: "Data", below: ofAccount, scope: "account" });

export const dataRoutes: readonly Operation[] = [
  route(
    {
      name: "exportData",
      method: "GET",
      path: "/export",
      role: "admin",
      summary: "The account's catalogue and bookings as a data file, of one moment.",
      description:
        "Imported into an empty account it gives the same answers; histories, credentials and " +
        "operators are not in it. A file that breaks off is not whole: its connection is cut, as it is when " +
        "its reader takes nothing for a minute.",
      download: ["application/x-ndjson"],
      answers: { 200: Type.String() },
      refusals: ["too-many-long-reads"],
    },
    async ({ store, longReads }, { operator }, { id, name }) => {
      const end = longReads.begin({ account: id, operator: operator.name });
      if (end === null) return { refused: { why: "too-many-long-reads" } };
      const watch = new ReaderWatch((error) => body.destroy(error));
      const body = Readable.from(pieces(exportDataFile(store.account(id)), watch));
      // `close` follows every end, also one before the first line was read.
      body.once("close", () => {
        watch[Symbol.dispose]();
        end();
      });
      return {
        body,
        headers: {
          "content-type": "application/x-ndjson; charset=utf-8",
          "content-disposition": `attachment; filename="${name.tenant}-${name.environment}.ndjson"`,
        },
      };
    },
  ),
  route(
    {
      name: "verifyData",
      method: "POST",
      path: "/verify",
      role: "admin",
      summary: "Hold the account's data against every law; each breach is told.",
      description: "It reads everything, so that it takes seconds where there is much.",
      answers: { 200: Verification },
      refusals: ["too-many-long-reads"],
    },
    async ({ store, longReads }, { operator, audit }, { id, name }) => {
      const end = longReads.begin({ account: id, operator: operator.name });
      if (end === null) return { refused: { why: "too-many-long-reads" } };
      try {
        const found = await verifyAccount(store, name, audit.now);
        return isRefused<OperatorRefusal>(found) ? found : { body: verificationToJson(found) };
      } finally {
        end();
      }
    },
  ),
];

/** A piece holds many lines, because one write a line is slow. */
const pieceCharacters = 64 * 1024;

async function* pieces(lines: AsyncIterable<object>, watch: ReaderWatch): AsyncGenerator<string> {
  let text = "";
  for await (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < pieceCharacters) continue;
    watch.waits();
    yield text;
    watch.goesOn();
    text = "";
  }
  if (text !== "") yield text;
}
