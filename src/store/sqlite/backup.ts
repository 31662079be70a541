import { linkSync, renameSync, statSync } from "node:fs";
import type { Refused } from "../../domain/refusal.ts";
import { seal, findCopyFault, PartialCopy, removeLeftCopies } from "./backup-file.ts";
import { fileIdentity, traceOfUse, syncFile, syncFolderOf } from "./database-files.ts";
import type { CopyProgress, Engine } from "../engine.ts";
import { canWorkWith, schemaState } from "../migrations/schema-state.ts";
import { endAllDueSeats } from "../holds/end-all-due-seats.ts";
import { openSqlite } from "./open.ts";

export interface BackupOrder {
  readonly file: string;
  /** Whether an existing file of that name may be replaced. */
  readonly replace: boolean;
  /** Holds and offers whose time has passed by then are ended in the copy. */
  readonly now: number;
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
 * Copies the database, at one moment, into a file; other connections read and write meanwhile.
 *
 * The copy has a temporary name beside the file, is checked, sealed and synced to the disk, and only then gets
 * its final name. A file under the final name is therefore always complete. The check blocks the process, so this
 * is for a process that serves nobody.
 */
export async function backUp(engine: Engine, order: BackupOrder): Promise<BackupAnswer> {
  const refusal = refuseFile(engine, order);
  if (refusal !== null) return { refused: refusal };
  removeLeftCopies(order.file);
  using partial = PartialCopy.make(order.file);
  await engine.copyTo(partial.path, order.onProgress);
  order.onChecking();
  const fault = await refuseCopy(partial.path, order.now);
  if (fault !== null) return { refused: fault };
  seal(partial.path);
  syncFile(partial.path);
  const { size } = statSync(partial.path);
  const taken = giveName(partial.path, order);
  if (taken !== null) return { refused: taken };
  syncFolderOf(order.file);
  return { bytes: size };
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

async function refuseCopy(partial: string, now: number): Promise<BackupRefusal | null> {
  const copy = openSqlite(partial, () => {});
  const state = await schemaState(copy);
  const ending = state === "current" ? endAllDueSeats(copy, now) : null;
  // A damaged copy may fail here already: the check says why.
  const [ended] = await Promise.allSettled([ending]);
  await copy.close();
  // The check comes last, because it leaves the copy as one file.
  const fault = findCopyFault(partial);
  if (fault?.why === "damaged") return { why: "copy-damaged", finding: fault.finding };
  if (fault !== null || !canWorkWith(state)) return { why: "schema-changed" };
  if (ended.status === "rejected") throw ended.reason;
  return null;
}

const withoutLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Unlike a rename, a new link never replaces a file that somebody made meanwhile. */
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
