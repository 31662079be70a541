import type { AccountId } from "../domain/account.ts";
import { limitsOf } from "../domain/account-limits.ts";
import {
  addAccount,
  addApiHost,
  closeAccount,
  disableEndpoint,
  enableEndpoint,
  removeApiHost,
} from "./accounts/account-changes.ts";
import {
  findAccount,
  findAccountsOfBooking,
  findOwner,
  findNamed,
  identifyAccount,
  readAccounts,
  readEmptied,
  withCounts,
} from "./accounts/accounts.ts";
import {
  deleteAccount,
  deleteForWhile,
  isBeingDeleted,
  readDeletions,
} from "./accounts/delete-account.ts";
import { findAuditEvents } from "./accounts/audit.ts";
import * as credentials from "./accounts/credentials.ts";
import {
  probeWrite,
  readDirectory,
  readDirectoryChanges,
  readDirectoryVersion,
} from "./accounts/directory.ts";
import { acceptRequest, findKept, keepAnswer } from "./accounts/idempotent-requests.ts";
import { changeOperator } from "./accounts/change-operator.ts";
import * as operators from "./accounts/operators.ts";
import * as sessions from "./accounts/operator-sessions.ts";
import { addRateCounts } from "./accounts/rate-counts.ts";
import { countRefused, noteCapReached, saveRecords } from "./accounts/request-records.ts";
import { traceRequest } from "./accounts/trace-request.ts";
import { bindMethods, prepareAccountStores } from "./account-store.ts";
import { everyBookingOfContact } from "./bookings/contact-bookings.ts";
import { findPublicKeys, findSharedTimezone } from "./catalogue/interactions.ts";
import { ChangeSignal } from "./write/change-signal.ts";
import { observed } from "./write/observed-changes.ts";
import {
  DatabaseUnusable,
  type Engine,
  type EngineOptions,
  type MemoryDatabase,
} from "./engine.ts";
import { numbersInHand } from "./write/numbers.ts";
import { markClock, readClockMarks } from "./installation/clock-marks.ts";
import {
  copyInstallation,
  type InstallationCopyAnswer,
  type InstallationCopyOrder,
} from "./installation/copy-installation.ts";
import { removeEnded } from "./installation/housekeeping.ts";
import { readAccountIds } from "./read-every-account.ts";
import { openInvariants } from "./invariants/open-invariants.ts";
import { openMoments } from "./moments.ts";
import { convert, stillOpen, type ConversionOrder } from "./migrations/convert.ts";
import { distribute, migrate } from "./migrations/migrate.ts";
import { canWorkWith, schemaState, type SchemaState } from "./migrations/schema-state.ts";
import { openPostgres } from "./postgres/open.ts";
import { backUp } from "./sqlite/backup.ts";
import { isOpenElsewhere } from "./sqlite/exclusive-lock.ts";
import { openSqlite } from "./sqlite/open.ts";
import { restoreSqlite, type RestoreAnswer, type RestoreOrder } from "./sqlite/restore.ts";
import { readLeases } from "./webhooks/lease.ts";
import { readMovedCampaigns } from "./slots/moved-campaigns.ts";
import { findAccountOfWebhook, readAllWebhooks } from "./webhooks/webhooks.ts";

const usual: EngineOptions = {
  observe: () => {},
  timeouts: "task",
  poolSize: 4,
  pooler: false,
  rowSecurity: false,
};

const listOfNobody = { ...everyBookingOfContact, externalId: "", limit: 1, offset: 0 };

export type { InstallationCopyRefusal } from "./installation/copy-installation.ts";
export type { SchemaState } from "./migrations/schema-state.ts";

/** The door to the database. Each method is described where its function stands. */
export type Store = ReturnType<typeof openStore>;

/**
 * Opens `sqlite:PATH`, `sqlite::memory:` or `postgres://…`. Throws `DatabaseUnusable` when the database
 * cannot be used: at once for a file, at the first use for a server.
 */
export function openStore(url: string, options: Partial<EngineOptions> = {}) {
  const settings = { ...usual, ...options };
  const engine = observed(openEngine(url, settings), settings.observeChanges ?? (() => {}));
  const signal = new ChangeSignal(`changes of ${url}`);
  const { asking, reading } = bindMethods(engine, []);
  const account = prepareAccountStores(engine, signal);
  return {
    account,
    importJobs: (id: AccountId) => account(id).importJobs,
    ...openAccess(engine),
    ...openMoments(engine, signal),
    idempotentRequests: {
      find: asking(findKept),
      keep: asking(keepAnswer),
      accept: asking(acceptRequest),
    },
    auditLog: { find: reading(findAuditEvents) },
    findSharedTimezone: reading(findSharedTimezone),
    invariants: openInvariants(engine, settings.timeouts),
    requestRecords: {
      save: asking(saveRecords),
      trace: reading(traceRequest),
      countRefused: asking(countRefused),
      noteCapReached: asking(noteCapReached),
    },
    housekeeping: {
      accountIds: reading(readAccountIds),
      remove: asking(removeEnded),
    },
    rateCounts: { add: asking(addRateCounts) },
    clockMarks: { read: reading(readClockMarks), mark: asking(markClock) },
    webhooks: {
      leases: asking(readLeases),
      all: reading(readAllWebhooks),
      findAccount: reading(findAccountOfWebhook),
    },
    directory: {
      read: reading(readDirectory),
      readVersion: reading(readDirectoryVersion),
      readChanges: reading(readDirectoryChanges),
    },
    migrate: asking(migrate),
    distribute: asking(distribute),
    schemaState: asking(schemaState),
    poolUse: () => engine.poolUse?.() ?? [],
    inspect: () => engine.inspect(),
    /** The engine's own check of its files. */
    checkEngine: () => engine.check(),
    /** The whole database as one image, where it is in memory; else null. */
    memory: memoryOf(engine),
    backUp: asking(backUp),
    /** Opens what the first requests would wait for, and leaves out what does not answer. */
    warmUp: async () => {
      for (const id of (await engine.warmUp?.()) ?? []) {
        // A statement is prepared when it is sent again.
        for (let time = 1; time <= 2; time += 1) {
          await account(id)
            .findContactBookings(listOfNobody)
            .catch(() => null);
        }
      }
    },
    /** Whether the database takes writes. Throws when it does not answer. */
    ping: () => engine.ping(),
    probeWrite: asking(probeWrite),
    /** Tries what a start does with a schema in this state, and takes it back. */
    tryStart: (state: SchemaState) => engine.tryStart(!canWorkWith(state)),
    close: () => {
      signal.close();
      return engine.close();
    },
  };
}

/** Who may reach the service, in the whole installation. */
function openAccess(engine: Engine) {
  const { asking, reading } = bindMethods(engine, []);
  return {
    accounts: {
      find: reading(findAccount),
      identify: reading(identifyAccount),
      named: reading(findNamed),
      page: reading(readAccounts),
      list: () => readAccounts(engine.reads, {}),
      emptied: reading(readEmptied),
      movedCampaigns: asking(readMovedCampaigns),
      withCounts: reading(withCounts),
      hasHost: async (host: string) => (await findOwner(engine.reads, host)) !== null,
      ofBooking: reading(findAccountsOfBooking),
      findPublicKeys: reading(findPublicKeys),
      create: asking(addAccount),
      addHost: asking(addApiHost),
      removeHost: asking(removeApiHost),
      enable: asking(enableEndpoint),
      disable: asking(disableEndpoint),
      close: asking(closeAccount),
      delete: asking(deleteAccount),
      deleteForWhile: asking(deleteForWhile),
      isBeingDeleted: reading(isBeingDeleted),
      deletions: () => readDeletions(engine.reads),
    },
    credentials: {
      find: reading(credentials.findCredential),
      list: reading(credentials.readCredentials),
      create: asking(credentials.createCredential),
      rotate: asking(credentials.rotateSecret),
      revoke: asking(credentials.revokeCredential),
      label: asking(credentials.labelCredential),
    },
    operators: {
      list: reading(operators.readOperators),
      find: reading(operators.findOperator),
      findByKey: reading(operators.findByKey),
      areAny: reading(operators.areAny),
      keyHashOfAdmin: reading(operators.keyHashOfAdmin),
      create: asking(operators.createOperator),
      revoke: asking(operators.revokeOperator),
      change: asking(changeOperator),
      noteSignIn: asking(operators.noteSignIn),
      noteSessionEnd: asking(operators.noteSessionEnd),
      noteUse: asking(operators.noteUse),
    },
    sessions: {
      begin: asking(sessions.beginSession),
      find: asking(sessions.findSession),
      list: reading(sessions.readSessions),
      end: asking(sessions.endSession),
      wasEnded: reading(sessions.wasEnded),
    },
  };
}

/** Copies one database into another, empty one, but for sessions of browsers and import jobs (`ofOneService`). */
export async function copyStore(
  urls: { readonly from: string; readonly to: string },
  options: Partial<EngineOptions>,
  order: InstallationCopyOrder,
): Promise<InstallationCopyAnswer> {
  const file = urls.from.startsWith("sqlite:") ? urls.from.slice("sqlite:".length) : null;
  if (file !== null && isOpenElsewhere(file)) return { refused: { why: "source-in-use" } };
  const source = openEngine(urls.from, { ...usual, ...options });
  try {
    if (await source.hasServers()) return { refused: { why: "source-in-use" } };
    const target = openEngine(urls.to, { ...usual, ...options });
    try {
      return await copyInstallation(source, target, order);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Brings a database of 0.2.0 into the present schema. No other process may have it open. */
export async function convertStore(
  url: string,
  options: Partial<EngineOptions>,
  order: ConversionOrder,
): Promise<string[]> {
  if (url.startsWith("sqlite:") && isOpenElsewhere(url.slice("sqlite:".length))) throw stillOpen();
  const engine = openEngine(url, { ...usual, ...options });
  try {
    return await convert(engine, order);
  } finally {
    await engine.close();
  }
}

function openEngine(url: string, options: EngineOptions): Engine {
  if (url.startsWith("sqlite:")) {
    return openSqlite(url.slice("sqlite:".length), options.observe, limitsOf(options));
  }
  if (/^postgres(ql)?:/.test(url)) return openPostgres(url, options);
  throw new DatabaseUnusable("A database is sqlite:PATH, sqlite::memory: or postgres://….");
}

/** Replaces the database by a backup. No process may have the database open, this one included. */
export function restoreStore(url: string, order: RestoreOrder): Promise<RestoreAnswer> {
  const path = url.slice("sqlite:".length);
  if (!url.startsWith("sqlite:") || path === ":memory:") {
    throw new DatabaseUnusable("A backup can only take the place of an embedded database's file.");
  }
  return restoreSqlite(path, order);
}

function memoryOf(engine: Engine): MemoryDatabase | null {
  const { memory } = engine;
  if (memory === undefined) return null;
  return {
    take: () => memory.take(),
    putBack: async (image) => {
      await memory.putBack(image);
      numbersInHand(engine).forget();
    },
  };
}
