import { randomUUID } from "node:crypto";
import { closeSync, linkSync, openSync, renameSync, statSync } from "node:fs";
import type { Refused } from "../../domain/refusal.ts";
import { findCopyFault } from "./copy-fault.ts";
import {
  fileIdentity,
  traceOfUse,
  removeDatabase,
  syncFile,
  syncFolderOf,
} from "./database-files.ts";
import type { CopyProgress, Engine } from "../engine.ts";
import { canWorkWith, schemaState } from "../migrations/schema-state.ts";
import { openSqlite } from "./open.ts";

export interface BackupOrder {
  readonly file: string;
  /** A file of that name may be replaced. */
  readonly replace: boolean;
  readonly onProgress: CopyProgress;
  /** Called when everything is copied and the check of the copy begins. */
  readonly onChecking: () => void;
}

export type BackupRefusal =
  | { readonly why: "no-file-to-copy" }
  | { readonly why: "file-exists" }
  | { readonly why: "no-ordinary-file" }
  | { readonly why: "database-itself" }
  | { readonly why: "file-in-use"; readonly trace: string }
  | { readonly why: "copy-damaged"; readonly finding: string }
  | { readonly why: "schema-changed" }
  | { readonly why: "no-links" };

export type BackupAnswer = { readonly bytes: number } | Refused<BackupRefusal>;

/**
 * Copies the database, as it is at one moment, into a file; others go on reading and writing.
 *
 * The copy is made under a name of its own beside the file, checked, put on the disk, and only then
 * given its name: whatever happens on the way, a file of that name is complete. Checking occupies
 * the process, so this is for a process that serves nobody.
 */
export async function backUp(engine: Engine, order: BackupOrder): Promise<BackupAnswer> {
  const refusal = refuseFile(engine, order);
  if (refusal !== null) return { refused: refusal };
  const partial = `${order.file}.partial-${randomUUID()}`;
  // Made here because SQLite would let everybody read it: nobody but its owner shall.
  closeSync(openSync(partial, "wx", 0o600));
  try {
    await engine.copyTo(partial, order.onProgress);
    order.onChecking();
    const fault = await refuseCopy(partial);
    if (fault !== null) return { refused: fault };
    syncFile(partial);
    const { size } = statSync(partial);
    const taken = giveName(partial, order);
    if (taken !== null) return { refused: taken };
    syncFolderOf(order.file);
    return { bytes: size };
  } finally {
    removeDatabase(partial);
  }
}

function refuseFile(engine: Engine, { file, replace }: BackupOrder): BackupRefusal | null {
  if (engine.file === null) return { why: "no-file-to-copy" };
  const existing = statSync(file, { throwIfNoEntry: false });
  if (existing === undefined) return null;
  if (fileIdentity(file) === fileIdentity(engine.file)) return { why: "database-itself" };
  if (!existing.isFile()) return { why: "no-ordinary-file" };
  if (!replace) return { why: "file-exists" };
  // The target may be a live database, named by mistake.
  const trace = traceOfUse(file);
  return trace === null ? null : { why: "file-in-use", trace };
}

async function refuseCopy(partial: string): Promise<BackupRefusal | null> {
  const copy = openSqlite(partial, () => {});
  const state = await schemaState(copy);
  await copy.close();
  // Last, since it leaves the copy as one file.
  const fault = findCopyFault(partial);
  if (fault?.why === "damaged") return { why: "copy-damaged", finding: fault.finding };
  return fault === null && canWorkWith(state) ? null : { why: "schema-changed" };
}

const withoutLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** A new link, unlike a rename, never takes the place of a file that somebody made meanwhile. */
function giveName(partial: string, { file, replace }: BackupOrder): BackupRefusal | null {
  try {
    if (replace) renameSync(partial, file);
    else linkSync(partial, file);
    return null;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return { why: "file-exists" };
    if (!replace && withoutLinks.has(code)) return { why: "no-links" };
    throw error;
  }
}
