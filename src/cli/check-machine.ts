import { accessSync, constants, readdirSync, readFileSync, Stats, type Dirent } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { zoneRelease } from "../domain/zones/zone-clock.ts";
import { tooFewFiles } from "../service/connection-limit.ts";
import { whyTaken } from "../service/listening.ts";
import type { Settings } from "../service/settings.ts";
import { leftCopies } from "../store/sqlite/backup-file.ts";
import { leftFolders } from "../store/sqlite/temporary-folder.ts";
import { askReadiness } from "./ready.ts";
import { bad, good, type Check } from "./check-database.ts";
import { statusOf } from "./database-file.ts";
import { fileFault } from "./input-file.ts";

/** Below this, a backup or a large import may fill the disk. */
const leastFreeBytes = 500_000_000;

/** The path of the database's file; null where it is none. */
function fileOf(databaseUrl: string): string | null {
  if (!databaseUrl.startsWith("sqlite:") || databaseUrl === "sqlite::memory:") return null;
  return resolve(databaseUrl.slice("sqlite:".length));
}

export async function checkDisk(databaseUrl: string): Promise<Check> {
  const file = fileOf(databaseUrl);
  if (file === null) {
    const message = databaseUrl.startsWith("sqlite:")
      ? "The database is in memory."
      : "PostgreSQL has the database: look at the disk of its server (`show data_directory`).";
    return good("disk", message);
  }
  const folder = nearestFolder(file);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const message = `${(free / 1e9).toFixed(1)} GB are free at ${folder}`;
  return free >= leastFreeBytes
    ? good("disk", `${message}.`)
    : bad("disk", `${message}: make room, or move the database.`);
}

/** Imports and uploads are kept there while they are checked. */
export async function checkTemporary(): Promise<Check> {
  const folder = tmpdir();
  const remedy = "set TMPDIR to a folder of this user with more space.";
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const message = `${(free / 1e9).toFixed(1)} GB are free for temporary files at ${folder}`;
    return free >= leastFreeBytes
      ? good("temporary", `${message}.`)
      : bad("temporary", `${message}: ${remedy}`);
  } catch (error) {
    const why = fileFault(error as Error);
    return bad("temporary", `Temporary files cannot be written at ${folder} (${why}): ${remedy}`);
  }
}

/** What killed processes left of files that were imported: they hold personal data. */
export function checkLeftUploads(): Check[] {
  try {
    const { ended, unknown } = leftFolders();
    const left = [...ended, ...unknown];
    if (left.length === 0) return [];
    const remedy = "a start of the service removes those of ended processes, remove the rest.";
    return [bad("uploads", `Files of killed imports are in ${left.join(", ")}: ${remedy}`)];
  } catch {
    // The folder itself is another check's.
    return [];
  }
}

/** The folder of the file, or the first one above it that exists and that this user may see. */
function nearestFolder(file: string): string {
  const folder = dirname(file);
  return statusOf(folder) instanceof Stats ? folder : nearestFolder(folder);
}

/** The settings that can hold a secret. */
const secretFiles = ["DATABASE_URL_FILE", "OIDC_CLIENT_SECRET_FILE"];

/** The database is for the service's user alone, and secrets are for no other user. */
export function checkPermissions(
  databaseUrl: string,
  environment: Readonly<Record<string, string | undefined>>,
): Check {
  const problems: string[] = [];
  const file = fileOf(databaseUrl);
  if (file !== null) {
    const status = statusOf(file);
    if (status instanceof Error) {
      problems.push(
        `${file} cannot be seen (${fileFault(status)}): run this as the service's user`,
      );
    } else {
      for (const path of status === null ? [nearestFolder(file)] : [dirname(file), file]) {
        if (!isWritable(path)) problems.push(`${path} is not writable: chown it to this user`);
      }
    }
    if (isOpenTo(file, 0o077)) problems.push(`other users may read ${file}: chmod 600`);
  }
  for (const name of secretFiles) {
    if (isOpenTo(environment[name] ?? "", 0o007)) {
      problems.push(`every user may read the file of ${name}: chmod 640`);
    }
  }
  return problems.length === 0
    ? good("permissions", "No other user reads the database or its URL.")
    : bad("permissions", `${problems.join("; ")}.`);
}

/** What killed backups and restores left near the database and in this folder: copies of all personal data. */
export function checkBackups(databaseUrl: string): Check[] {
  const file = fileOf(databaseUrl);
  if (file === null) return [];
  const folder = nearestFolder(file);
  const near = readableEntries(folder).filter((entry) => entry.isDirectory());
  const folders = [process.cwd(), folder, ...near.map(({ name }) => join(folder, name))];
  const left = [...new Set(folders)].flatMap((each) =>
    readableEntries(each).length === 0 ? [] : leftCopies(each),
  );
  left.push(...[`${file}.restoring`].filter((each) => statusOf(each) instanceof Stats));
  const message = `Killed backups or restores left ${left.join(", ")} with personal data: remove them.`;
  return left.length === 0 ? [] : [bad("backups", message)];
}

function readableEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Another user's folder has nothing that this one could say.
    return [];
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function isOpenTo(path: string, others: number): boolean {
  const status = statusOf(path);
  return status instanceof Stats && status.isFile() && (status.mode & others) !== 0;
}

/** Both ports are free, or a running service has them. */
export async function checkPorts(settings: Settings): Promise<Check> {
  const { host, port, operatorHost, operatorPort } = settings;
  const taken = [
    ...(await whyTaken("PORT", host, port)),
    ...(await whyTaken("OPERATOR_PORT", operatorHost, operatorPort)),
  ];
  if (taken.length === 0) {
    return good("ports", `${port} and ${operatorPort} can be listened on.`);
  }
  const running = await askReadiness(operatorHost, operatorPort);
  return running === null
    ? bad("ports", `${taken.join("; ")}.`)
    : good("ports", `A running service has them, version ${running.version}.`);
}

/** Callers keep half of the files that a process may open. */
export function checkOpenFiles(settings: Settings): Check {
  const reason = tooFewFiles(settings);
  return reason === null
    ? good("open files", "The limit of open files leaves callers at least half of them.")
    : bad("open files", `${reason}.`);
}

/** The system's rules of time zones; their first line names the release. */
const systemZones = "/usr/share/zoneinfo/tzdata.zi";

/** A warning alone: most releases change zones in which nobody has a campaign. */
export function checkZones(): Check {
  const newer = [
    { whose: "this system", release: releaseOf(systemZones) },
    { whose: "this Node", release: process.versions["tz"] ?? null },
  ].find(({ release }) => release !== null && release > zoneRelease);
  const message = `The time zones are those of release ${zoneRelease}`;
  return good(
    "zones",
    newer === undefined
      ? `${message}.`
      : `Warning: ${message}, and ${newer.whose} has ${newer.release ?? ""}: see whether a newer version of the service has it.`,
  );
}

function releaseOf(path: string): string | null {
  try {
    return /^# version (\d{4}[a-z]+)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? null;
  } catch {
    return null;
  }
}
