import { PassThrough, type Readable, type Writable } from "node:stream";
import type { Ask } from "../operations/machinery/operation.ts";
import type { Settings } from "../service/settings.ts";
import type { Variables } from "../service/variables.ts";
import type { AuditContext } from "../store/doors/access.ts";
import type { Store } from "../store/store.ts";

/**
 * What a command may reach. Data goes to standard output, words about it to standard error; with
 * `--json` standard output holds one JSON value and nothing else, or the lines of a stream.
 */
export interface CommandContext {
  readonly json: boolean;
  /** Whether times are printed and read in UTC instead of the campaign's zone. */
  readonly utc: boolean;
  /** The columns of standard output; infinite where it is no terminal. */
  readonly width: number;
  readonly standardInput: Readable;
  /** For data that is written in pieces. */
  readonly standardOutput: Writable & { readonly isTTY?: boolean };
  /** Whether standard error is a terminal, so that progress bars are drawn. */
  readonly drawsProgress: boolean;
  /** The settings of this process, or of its environment as changed; throws `WrongSetting`. */
  readSettings(change?: (environment: NodeJS.ProcessEnv) => NodeJS.ProcessEnv): Settings;
  /** The variables of this process, or of another environment with the same flags, not yet read. */
  variables(environment?: NodeJS.ProcessEnv): Variables;
  /** The command line sets variables by flags. */
  setFlags(values: readonly (readonly [variable: string, value: string])[]): void;
  /** Prints a result: `data` with `--json`, else `text`, a line or several, or nothing where it is empty. */
  print(data: unknown, text: string): void;
  /** Writes words about the result to standard error. */
  readonly say: (text: string) => void;
  /** Opens the database that `DATABASE_URL` names, runs `work`, closes it. Refuses a missing one, and a schema that is older or too new. */
  withStore<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** The service whose operator API commands use; null: they run on the database. Throws `WrongUsage`. */
  server(): ServerAddress | null;
  /** Runs operations on the database or, with `--server`, over the operator API. */
  withOperations<T>(work: (ask: Ask) => Promise<T>): Promise<T>;
  /** The audit context of this command: its user, at this moment. */
  audit(): AuditContext;
}

const untouched = (): never => {
  throw new Error("Help touches nothing.");
};

/** Enough to make the program and to read its help. */
export const contextOfHelp: CommandContext = {
  json: false,
  utc: false,
  width: 80,
  standardInput: new PassThrough(),
  standardOutput: new PassThrough(),
  drawsProgress: false,
  variables: untouched,
  setFlags: () => {},
  readSettings: untouched,
  print: untouched,
  say: untouched,
  withStore: untouched,
  server: () => null,
  withOperations: untouched,
  audit: untouched,
};

/** A service whose operator API commands use, and the operator's key. */
export interface ServerAddress {
  readonly url: URL;
  readonly key: string;
}

/** The command was refused or failed: exit status 1, with the message on standard error. */
export class CommandFailed extends Error {
  override name = "CommandFailed";
  /** What `--json` prints; `{"error":{"message"}}` where a command has no report of its own. */
  readonly report: unknown;
  constructor(message: string, report: unknown = { error: { message } }) {
    super(message);
    this.report = report;
  }
}

/** The command failed because nobody takes its output, which would keep the process from its end. */
export class OutputStopped extends CommandFailed {
  override name = "OutputStopped";
}
