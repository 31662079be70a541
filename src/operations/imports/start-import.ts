import { Type, type Static } from "typebox";
import { formatAccountName, type AccountName } from "../../domain/account.ts";
import { zoneChanges } from "../../domain/data-file/line-fields.ts";
import { printable } from "../../domain/wording.ts";
import type { IdempotentRequest } from "../../domain/idempotent-request.ts";
import type { Refused } from "../../domain/refusal.ts";
import { importRules, type ImportRules } from "../../domain/import/import-rules.ts";
import { integerMax } from "../../domain/data-file/values.ts";
import { BadInput } from "../machinery/validation.ts";
import { digestOf } from "../machinery/digest.ts";
import { option, passesOver, text, uuidPattern, type Sent } from "../machinery/fields.ts";
import { DatesOfSheet } from "./sheet-fields.ts";
import type { ImportJobShape } from "./import-job-shape.ts";
import { isAnswer, jobToJson, maySeeJob, type ImportJob } from "./import-jobs.ts";
import {
  withoutKey,
  type Operation,
  type Order,
  type Parts,
  type Reply,
} from "../machinery/operation.ts";
import type { ApiRefusal } from "../machinery/problems.ts";

export const ImportQuery = Type.Object({
  dry_run: option("Change nothing."),
  skip_bad: option("Import the good lines; `skipped` names the others."),
  update: option("Known bookings become what the file says where it is newer."),
  overwrite: option("The file wins also where it is older; implies `update`."),
  allow_overbooked: passesOver("Slots beyond their capacity; that is recorded."),
  dates: DatesOfSheet,
  zone_change: Type.Optional(
    Type.Union(
      zoneChanges.map((each) => Type.Literal(each)),
      {
        description: "The same for every campaign's line that says nothing of it.",
      },
    ),
  ),
  file_name: Type.Optional(
    text(
      4096,
      "The file's name, for whoever looks at the imports; its folder is left out. A file name may name a person: an " +
        "erasure of that contact removes it.",
    ),
  ),
  import: Type.Optional(
    Type.String({
      pattern: uuidPattern,
      description:
        "The job's id, of the sender's choice: who had no answer finds the job by it, and a file that is sent " +
        "again under the id of a job is not imported again.",
    }),
  ),
});

/** The query of an import of a spreadsheet. */
export const SheetImportQuery = Type.Object({
  ...ImportQuery.properties,
  add_slots: option("Makes the slots that rows name and the campaign lacks."),
  capacity: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: integerMax,
      description:
        "With `add_slots`: the seats of each new slot; without it, as many as the file's bookings take.",
    }),
  ),
});

type AnyQuery = Static<typeof ImportQuery> & Static<typeof SheetImportQuery>;
type Account = Parameters<Operation["run"]>[2];
type Answer = Reply | Refused<ApiRefusal>;

/** Starts an import. Under an idempotency key its job is recorded when it is made, and its end afterwards. */
export async function startJob(
  format: ImportRules["format"],
  { store, imports }: Parts,
  {
    audit,
    query,
    file,
    operator,
  }: Pick<Order<object, AnyQuery, unknown>, "audit" | "query" | "file" | "operator">,
  { id, name }: Account,
): Promise<Answer> {
  const rules = {
    ...rulesOf(format, query),
    interactions: operator.interactions,
    account: formatAccountName(name),
  };
  const { once, now } = audit;
  const recorded = (request: IdempotentRequest) => ({
    accept: (job: string, bytes: string) =>
      store.idempotentRequests.accept(withBytes(request, bytes), { import: job }, now),
    end: async (job: ImportJob, bytes: string) => {
      if (!isAnswer(job.outcome)) return;
      // The left-out lines are kept with the job alone.
      const { skipped: _, ...ended } = jobToJson(name, job);
      await store.idempotentRequests.keep(
        withBytes(request, bytes),
        { import: job.id, ended },
        now,
      );
    },
  });
  const fileName = query.file_name === undefined ? null : baseName(query.file_name);
  const arriving = { ...file, name: fileName, ...(once !== undefined && recorded(once)) };
  const account = { id, door: store.account(id) };
  const job = await imports.start(account, withoutKey(audit), arriving, rules, query.import);
  return job === null
    ? { refused: { why: "too-many-imports" } }
    : jobReply(name, jobToJson(name, job));
}

/** What a query asks of an import. */
function rulesOf(format: ImportRules["format"], query: AnyQuery): ImportRules {
  if (query.capacity !== undefined && query.add_slots !== true) {
    throw new BadInput("capacity", "is that of new slots: send add_slots with it");
  }
  return importRules({
    format,
    dryRun: query.dry_run ?? false,
    skipBad: query.skip_bad ?? false,
    update: query.update ?? false,
    overwrite: query.overwrite ?? false,
    allowOverbooked: query.allow_overbooked ?? false,
    ...(query.dates !== undefined && { dates: query.dates }),
    ...(query.zone_change !== undefined && { zoneChange: query.zone_change }),
    ...(query.add_slots === true && { missingSlots: { capacity: query.capacity ?? null } }),
  });
}

/** How much of a file's name is kept: what file systems take. */
const fileNameMaxLength = 255;

/** The name without its folder, as one line; null where nothing is left. */
function baseName(given: string): string | null {
  const name = given.split(/[/\\]/).at(-1) ?? "";
  const shown = printable(name).trim().slice(0, fileNameMaxLength).toWellFormed();
  return shown === "" ? null : shown;
}

function withBytes(request: IdempotentRequest, bytes: string): IdempotentRequest {
  return { ...request, digest: digestOf([request.digest, bytes]) };
}

function jobReply(name: AccountName, body: Sent<typeof ImportJobShape>): Reply {
  const location = `/operator/v1/accounts/${formatAccountName(name)}/imports/${body.import}`;
  return { status: 202, body, headers: { location } };
}

/** The job as it is now, or as it ended on a command line. */
export async function jobAgain(
  { imports }: Parts,
  { operator }: Pick<Order<object, object, unknown>, "operator">,
  { id, name }: Account,
  made: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const job = await imports.find(id, String(made["import"]));
  if (job !== null && maySeeJob(operator, job)) return jobReply(name, jobToJson(name, job));
  if (made["ended"] === undefined) return { refused: { why: "import-forgotten" } };
  return jobReply(name, made["ended"] as Sent<typeof ImportJobShape>);
}
