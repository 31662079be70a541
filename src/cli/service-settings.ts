import { accessSync, constants, existsSync } from "node:fs";
import { isSea } from "node:sea";
import { addEnvFile, readEnvFile, withoutSecrets } from "../service/variables.ts";

/** The settings of the service that the Debian package installs, and its database where these name none. */
const packagedFile = "/etc/booking/booking.env";
const packagedDatabase = "sqlite:/var/lib/booking/booking.db";
const packagedProgram = "/usr/bin/booking";

/** What a command of the Debian package takes of the service's settings. */
export interface ServiceSettings {
  /** The variables that it has set. */
  readonly added: readonly string[];
  /** A sentence where the command uses another database than the service, else null. */
  note(databaseUrl: string): string | null;
}

/** Settings that say by themselves where a command runs. */
const places = ["DATABASE_URL", "DATABASE_URL_FILE", "BOOKING_SERVER", "BOOKING_SERVER_FILE"];

const isPackaged = () => isSea() && process.execPath === packagedProgram;

/**
 * The Debian package's commands use the service's settings where nothing else says where they run and they may read these:
 * as root and as the service's user. Null for any other installation, and without the file. `saysWhere`: a flag says where the command runs.
 */
export function useServiceSettings(
  environment: NodeJS.ProcessEnv,
  saysWhere: boolean,
  file = isPackaged() ? packagedFile : null,
): ServiceSettings | null {
  if (file === null || !existsSync(file)) return null;
  if (!isReadable(file)) return { added: [], note: () => hidden(file) };
  const { DATABASE_URL: url = packagedDatabase } = readEnvFile(file);
  const isFree = !saysWhere && places.every((name) => (environment[name] ?? "") === "");
  return {
    added: isFree ? addEnvFile(environment, file) : [],
    note: (databaseUrl) => (databaseUrl === url ? null : another(databaseUrl, file)),
  };
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function hidden(file: string): string {
  return `This may not be the service's database: root and the service's user alone can read ${file}.`;
}

function another(databaseUrl: string, file: string): string {
  return `This is the database ${withoutSecrets(databaseUrl)}, not the service's, which ${file} names.`;
}
