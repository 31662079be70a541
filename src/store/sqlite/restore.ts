import type { CopyProgress } from "../engine.ts";
import { linkSync, renameSync, rmSync, statSync } from "node:fs";
import { chmod, chown, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Kysely } from "kysely";
import type { Refused } from "../../domain/refusal.ts";
import { createHash } from "node:crypto";
import { ofOneService } from "../installation/copy-installation.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import { readSeal, findCopyFault, type CopyFault } from "./backup-file.ts";
import {
  companions,
  fileIdentity,
  traceOfUse,
  removeDatabase,
  syncFile,
  syncFolderOf,
  makeFolder,
} from "./database-files.ts";
import { schemaState } from "../migrations/schema-state.ts";
import { ExclusiveLock } from "./exclusive-lock.ts";
import { endAllDueSeats } from "../holds/end-all-due-seats.ts";
import { openSqlite } from "./open.ts";
import type { Tables } from "../tables.ts";

export interface RestoreOrder {
  readonly file: string;
  /** Whether existing data may be replaced. */
  readonly replace: boolean;
  readonly audit: AuditContext;
  readonly onProgress: CopyProgress;
  /** Called when everything is copied and the check of the copy begins. */
  readonly onChecking: () => void;
}

export type RestoreRefusal =
  | CopyFault
  | { readonly why: "no-such-file" }
  | { readonly why: "database-itself" }
  | { readonly why: "file-in-use"; readonly trace: string }
  | { readonly why: "newer-schema" }
  | { readonly why: "database-in-use" }
  | { readonly why: "database-unreadable" }
  | { readonly why: "holds-data" };

export type RestoreAnswer =
  | {
      readonly bytes: number;
      readonly schema: "current" | "older";
      /** Whether the content was compared with a checksum. */
      readonly isSealed: boolean;
    }
  | Refused<RestoreRefusal>;

/**
 * Replaces the database at `path` by a backup.
 *
 * The exclusive lock is held from beginning to end, so no server can start on the database meanwhile. The
 * backup is copied beside it and checked there. The old database's write-ahead log is checkpointed and
 * removed, so that it can never be applied to the new file. Then a rename puts the new file in place in one
 * step. A kill at any moment leaves the old database or the new one under the name, each complete. Until the
 * rename is on the disk, the old file has a second, dated name.
 *
 * A process that opened the old file and waits for its lock meanwhile detects the replacement by itself
 * (`database.ts`).
 */
export async function restoreSqlite(path: string, order: RestoreOrder): Promise<RestoreAnswer> {
  const refusal = refuseFile(path, order.file);
  if (refusal !== null) return { refused: refusal };
  makeFolder(dirname(resolve(path)));
  const holder = ExclusiveLock.take(path);
  if (holder === "in-use") return { refused: { why: "database-in-use" } };
  if (holder === "unreadable") return { refused: { why: "database-unreadable" } };
  let replaced = false;
  const incoming = `${holder.path}.restoring`;
  try {
    if (holder.holdsData() && !order.replace) return { refused: { why: "holds-data" } };
    removeDatabase(incoming);
    const seal = readSeal(order.file);
    if (seal.kind === "broken")
      return { refused: damagedAt("it is cut short, or no backup at all") };
    const copied = await copyBeside(order, seal.contentBytes, holder, incoming);
    if (seal.kind === "sealed" && copied.sha256 !== seal.sha256) {
      return { refused: damagedAt("its checksum is that of another content") };
    }
    order.onChecking();
    const checked = await checkIncoming(incoming, order);
    if (typeof checked === "object") return { refused: checked };
    replaceWith(holder, incoming, order.audit.now);
    replaced = true;
    const bytes = statSync(order.file).size;
    return { bytes, schema: checked, isSealed: seal.kind === "sealed" };
  } finally {
    removeDatabase(incoming);
    holder.close(replaced);
  }
}

function refuseFile(path: string, file: string): RestoreRefusal | null {
  const status = statSync(file, { throwIfNoEntry: false });
  if (status?.isFile() !== true) return { why: "no-such-file" };
  if (fileIdentity(file) === fileIdentity(path)) return { why: "database-itself" };
  const trace = traceOfUse(file);
  return trace === null ? null : { why: "file-in-use", trace };
}

function damagedAt(finding: string): RestoreRefusal {
  return { why: "damaged", finding };
}

/** Bytes copied between two reports. */
const pieceBytes = 4 * 1_048_576;

/** Copies the content, without its seal, with the old file's permissions and owner. */
async function copyBeside(
  { file, onProgress }: RestoreOrder,
  contentBytes: number,
  holder: ExclusiveLock,
  incoming: string,
): Promise<{ readonly sha256: string }> {
  await using source = await open(file, "r");
  await using target = await open(incoming, "wx", 0o600);
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(pieceBytes);
  let done = 0;
  while (done < contentBytes) {
    const wanted = Math.min(pieceBytes, contentBytes - done);
    const { bytesRead } = await source.read(piece, 0, wanted, done);
    if (bytesRead === 0) break;
    hash.update(piece.subarray(0, bytesRead));
    await target.writeFile(piece.subarray(0, bytesRead));
    done += bytesRead;
    onProgress(done, contentBytes);
  }
  if (!holder.isNew) {
    const { uid, gid, mode } = statSync(holder.path);
    const made = await target.stat();
    if (made.uid !== uid || made.gid !== gid) await chown(incoming, uid, gid);
    await chmod(incoming, mode & 0o777);
  }
  return { sha256: hash.digest("hex") };
}

/** Checks the copy, and writes into its audit log that, when and by whom it was restored. */
async function checkIncoming(
  incoming: string,
  { audit }: RestoreOrder,
): Promise<RestoreRefusal | "current" | "older"> {
  const fault = findCopyFault(incoming);
  if (fault !== null) return fault;
  const engine = openSqlite(incoming, () => {});
  try {
    const state = await schemaState(engine);
    if (state === "newer") return { why: "newer-schema" };
    await engine.write(async (transaction) => {
      await recordAudit(transaction, audit, "database restored", null, "backup");
      await beginNewEpochs(transaction);
      await forgetService(transaction);
    });
    if (state === "current") await endAllDueSeats(engine, audit.now);
    if (state === "unconverted") return "older";
    return state === "ahead" ? "current" : state;
  } finally {
    await engine.close();
  }
}

/**
 * Begins a new epoch of each feed. The file's identity alone is not enough, because an inode number is used
 * again after its file was removed.
 */
async function beginNewEpochs(transaction: Kysely<Tables>): Promise<void> {
  const tables = await transaction.introspection.getTables();
  // A backup of an earlier release has no feed of changes.
  if (!tables.some(({ name }) => name === "change_feed")) return;
  await transaction.updateTable("change_feed").set({ database_identity: "" }).execute();
}

/** Whoever was signed in when the backup was made may have signed out since, and no import runs any more. */
async function forgetService(transaction: Kysely<Tables>): Promise<void> {
  const tables = await transaction.introspection.getTables();
  for (const table of ofOneService) {
    if (tables.some(({ name }) => name === table)) await transaction.deleteFrom(table).execute();
  }
}

function replaceWith(holder: ExclusiveLock, incoming: string, now: number): void {
  const { path } = holder;
  syncFile(incoming);
  holder.gather();
  const kept = `${path}.replaced-${new Date(now).toISOString().replaceAll(":", "-")}`;
  if (!holder.isNew) linkSync(path, kept);
  for (const file of companions(path)) rmSync(file, { force: true });
  renameSync(incoming, path);
  syncFolderOf(path);
  rmSync(kept, { force: true });
}
