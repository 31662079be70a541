import type { CopyProgress } from "../engine.ts";
import { linkSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { chmod, chown, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Kysely } from "kysely";
import type { Refused } from "../../domain/refusal.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import { findCopyFault, type CopyFault } from "./copy-fault.ts";
import {
  companions,
  fileIdentity,
  traceOfUse,
  removeDatabase,
  syncFile,
  syncFolderOf,
} from "./database-files.ts";
import { schemaState } from "../migrations/schema-state.ts";
import { ExclusiveLock } from "./exclusive-lock.ts";
import { openSqlite } from "./open.ts";
import type { Tables } from "../tables.ts";

export interface RestoreOrder {
  readonly file: string;
  /** Data that is there may be replaced. */
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
  | { readonly bytes: number; readonly schema: "current" | "older" }
  | Refused<RestoreRefusal>;

/**
 * Puts a backup in the place of the database at `path`.
 *
 * The database is held alone from beginning to end, so no server can start on it meanwhile. The
 * backup is copied beside it and checked there. The old database's write-ahead log is brought into
 * its file and removed, so that it can never be applied to the new one; then the new file takes the
 * old one's name in one step. Killed at any moment, this leaves the old database or the new one
 * under the name, each whole. Until the step is on the disk the old one has a second, dated name.
 *
 * A process that opened the old file and waits for it while this goes on finds out by itself that
 * the file has been replaced (`database.ts`).
 */
export async function restoreSqlite(path: string, order: RestoreOrder): Promise<RestoreAnswer> {
  const refusal = refuseFile(path, order.file);
  if (refusal !== null) return { refused: refusal };
  mkdirSync(dirname(resolve(path)), { recursive: true });
  const holder = ExclusiveLock.take(path);
  if (holder === "in-use") return { refused: { why: "database-in-use" } };
  if (holder === "unreadable") return { refused: { why: "database-unreadable" } };
  let replaced = false;
  const incoming = `${holder.path}.restoring`;
  try {
    if (holder.holdsData() && !order.replace) return { refused: { why: "holds-data" } };
    removeDatabase(incoming);
    const bytes = await copyBeside(order, holder, incoming);
    order.onChecking();
    const checked = await checkIncoming(incoming, order);
    if (typeof checked === "object") return { refused: checked };
    replaceWith(holder, incoming, order.audit.now);
    replaced = true;
    return { bytes, schema: checked };
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

/** How much is copied between two reports. */
const pieceBytes = 4 * 1_048_576;

/** The new file is readable for those who could read the old one, and belongs to the same owner. */
async function copyBeside(
  { file, onProgress }: RestoreOrder,
  holder: ExclusiveLock,
  incoming: string,
): Promise<number> {
  await using source = await open(file, "r");
  await using target = await open(incoming, "wx", 0o600);
  const { size } = await source.stat();
  const piece = Buffer.allocUnsafe(pieceBytes);
  let done = 0;
  for (;;) {
    const { bytesRead } = await source.read(piece, 0, pieceBytes, done);
    if (bytesRead === 0) break;
    await target.writeFile(piece.subarray(0, bytesRead));
    done += bytesRead;
    onProgress(done, size);
  }
  if (!holder.isNew) {
    const { uid, gid, mode } = statSync(holder.path);
    const made = await target.stat();
    if (made.uid !== uid || made.gid !== gid) await chown(incoming, uid, gid);
    await chmod(incoming, mode & 0o777);
  }
  return done;
}

/** Also writes into the restored audit log that, when and by whom it was restored. */
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
    });
    return state === "ahead" ? "current" : state;
  } finally {
    await engine.close();
  }
}

/** The file's identity alone might come back: the number of a removed file is given again. */
async function beginNewEpochs(transaction: Kysely<Tables>): Promise<void> {
  const tables = await transaction.introspection.getTables();
  // A backup of an earlier release has no feeds.
  if (!tables.some(({ name }) => name === "change_feed")) return;
  await transaction.updateTable("change_feed").set({ database_identity: "" }).execute();
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
