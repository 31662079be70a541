import { formatAccountName, isLoopbackHost, type AccountId } from "../domain/account.ts";
import type {
  ChangedClient,
  DirectoryAccount,
  DirectoryChanges,
  DirectoryClient,
  DirectoryContents,
  DirectorySecret,
  DirectoryVersion,
} from "../store/doors/access.ts";

interface DirectorySource {
  read(): Promise<DirectoryContents>;
  readVersion(): Promise<DirectoryVersion>;
  /** Null where what has changed between the two is not known. */
  readChanges(versions: {
    readonly from: DirectoryVersion;
    readonly to: DirectoryVersion;
  }): Promise<DirectoryChanges | null>;
}

/** The facts of an account that a request needs. */
export interface KnownAccount {
  readonly id: AccountId;
  /** `tenant/environment`, for logs and metrics. */
  readonly name: string;
  readonly enabledEndpoints: ReadonlySet<string>;
  readonly clients: ReadonlyMap<string, DirectoryClient>;
}

interface Remembered {
  readonly known: KnownAccount;
  readonly apiHosts: readonly string[];
  readonly isOfDevelopment: boolean;
}

/** The age up to which requests rely on the last successful read of the directory. */
const trustedForMs = 1_000;
/** The time after which a read counts as failed and another may begin. */
const lookLimitMs = 2_000;
/** How long a request waits for a new read when the last one is too old. */
const waitLimitMs = 1_000;

/**
 * The accounts, hosts, endpoints, clients and secrets, in memory. `refresh` reads the directory's version,
 * and what has changed when the version has.
 *
 * A process that could not read for a while may miss a revocation. It therefore relies on its memory for one
 * second at most (`isCurrent`): the time within which a revocation is promised to take effect.
 */
export class Directory {
  readonly #source: DirectorySource;
  readonly #clock: () => number;
  #version: DirectoryVersion | null = null;
  #accounts = new Map<AccountId, Remembered>();
  #ownersOfHosts = new Map<string, AccountId>();
  /** When the last successful read began. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;

  /** `clock` is monotonic, in milliseconds. */
  constructor(source: DirectorySource, clock: () => number = () => performance.now()) {
    this.#source = source;
    this.#clock = clock;
  }

  /**
   * Reads everything before the first request. Only the database's own limits end this read: a process that
   * starts on a busy machine has nothing older to fall back on, and its caller would start another.
   */
  load(): Promise<void> {
    return this.#look(this.#clock());
  }

  /** Reads changes; concurrent callers share the read. Throws when it failed. */
  refresh(): Promise<void> {
    this.#looking ??= withTimeout(lookLimitMs, this.#look(this.#clock())).finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /**
   * Whether the memory is recent enough: synchronously after a recent read, else after a new one. False when
   * the database does not answer.
   */
  isCurrent(): boolean | Promise<boolean> {
    if (this.#clock() - this.#lookedAt <= trustedForMs) return true;
    return withTimeout(waitLimitMs, this.refresh()).then(
      () => true,
      () => false,
    );
  }

  async #look(startedAt: number): Promise<void> {
    const found = await this.#source.readVersion();
    const from = this.#version;
    if (from === null || found.version !== from.version || found.stamp !== from.stamp) {
      const changes = from && (await this.#source.readChanges({ from, to: found }));
      const contents = changes === null ? await this.#source.read() : null;
      // A read that timed out and returns after a later one is stale.
      if (startedAt < this.#lookedAt) return;
      if (changes !== null) this.#change(changes);
      else if (contents !== null) this.#remember(contents);
    }
    this.#lookedAt = Math.max(this.#lookedAt, startedAt);
  }

  #remember({ at, accounts }: DirectoryContents): void {
    this.#accounts = new Map();
    this.#ownersOfHosts = new Map();
    for (const account of accounts) this.#put(remembered(account));
    this.#version = at;
  }

  #change({ at, accounts, clients }: DirectoryChanges): void {
    for (const [id, account] of accounts) {
      this.#forget(id);
      if (account !== null) this.#put(remembered(account));
    }
    for (const [id, changed] of Map.groupBy(clients, ({ accountId }) => accountId)) {
      const before = this.#accounts.get(id);
      if (before === undefined) continue;
      this.#accounts.set(id, { ...before, known: withClients(before.known, changed) });
    }
    this.#version = at;
  }

  #put(account: Remembered): void {
    this.#accounts.set(account.known.id, account);
    for (const host of account.apiHosts) this.#ownersOfHosts.set(host, account.known.id);
  }

  #forget(id: AccountId): void {
    for (const host of this.#accounts.get(id)?.apiHosts ?? []) {
      // Another account may have got the host meanwhile.
      if (this.#ownersOfHosts.get(host) === id) this.#ownersOfHosts.delete(host);
    }
    this.#accounts.delete(id);
  }

  /**
   * `host` in the form of `parseHost`. A loopback host that no account has names the only account, if it is of
   * development. Null when the host names none.
   */
  accountOfHost(host: string): KnownAccount | null {
    const owner = this.#ownersOfHosts.get(host);
    const account = owner === undefined ? undefined : this.#accounts.get(owner);
    if (account !== undefined) return account.known;
    return isLoopbackHost(host) ? this.#onlyDevelopmentAccount() : null;
  }

  #onlyDevelopmentAccount(): KnownAccount | null {
    if (this.#accounts.size !== 1) return null;
    const [only] = this.#accounts.values();
    return only?.isOfDevelopment === true ? only.known : null;
  }
}

function remembered(account: DirectoryAccount): Remembered {
  return {
    known: toKnown(account),
    apiHosts: account.apiHosts,
    isOfDevelopment: account.name.environment === "development",
  };
}

/** The account with other clients; requests that have begun go on with what they found. */
function withClients(account: KnownAccount, changed: readonly ChangedClient[]): KnownAccount {
  const clients = new Map(account.clients);
  for (const { clientId, client } of changed) {
    if (client === null) clients.delete(clientId);
    else clients.set(clientId, client);
  }
  return { ...account, clients };
}

function toKnown(account: DirectoryAccount): KnownAccount {
  return {
    id: account.id,
    name: formatAccountName(account.name),
    enabledEndpoints: new Set(account.enabledEndpoints),
    clients: new Map(account.clients.map((client) => [client.clientId, client])),
  };
}

/** Finds a secret by its id; null unless it and its client are live. */
export function findLiveSecret(
  account: KnownAccount,
  { clientId, secretId }: { readonly clientId: string; readonly secretId: string },
  now: number,
): DirectorySecret | null {
  const secret = account.clients.get(clientId)?.secrets.find((known) => known.id === secretId);
  return secret !== undefined && isLive(secret, now) ? secret : null;
}

export function isLive(secret: DirectorySecret, now: number): boolean {
  return secret.expiresAt === null || secret.expiresAt > now;
}

/** Resolves with `work`, or throws after `limitMs`; `work` itself is not stopped. */
export async function withTimeout<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`It took longer than ${limitMs} ms.`)),
    limitMs,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
