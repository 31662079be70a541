import { formatAccountName, isLoopbackHost, type AccountId } from "../domain/account.ts";
import type {
  DirectoryAccount,
  DirectoryClient,
  DirectoryContents,
  DirectorySecret,
} from "../store/accounts/directory.ts";

interface DirectorySource {
  readDirectory(): Promise<DirectoryContents>;
  readDirectoryVersion(): Promise<number>;
}

/** The facts of an account that a request needs. */
export interface KnownAccount {
  readonly id: AccountId;
  /** `tenant/environment`, for logs and metrics. */
  readonly name: string;
  readonly enabledEndpoints: ReadonlySet<string>;
  readonly clients: ReadonlyMap<string, DirectoryClient>;
}

/** The age up to which requests rely on the last successful read of the directory. */
const trustedForMs = 1_000;
/** The time after which a read counts as failed and another may begin. */
const lookLimitMs = 2_000;
/** How long a request waits for a new read when the last one is too old. */
const waitLimitMs = 1_000;

/**
 * The accounts, hosts, endpoints, clients and secrets, in memory. `refresh` reads the directory's version,
 * and everything else again when the version has changed.
 *
 * A process that could not read for a while may miss a revocation. It therefore relies on its memory for one
 * second at most (`isCurrent`): the time within which a revocation is promised to take effect.
 */
export class Directory {
  readonly #source: DirectorySource;
  readonly #clock: () => number;
  #version = -1;
  #accountsByHost: ReadonlyMap<string, KnownAccount> = new Map();
  #onlyDevelopmentAccount: KnownAccount | null = null;
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
    const unchanged = (await this.#source.readDirectoryVersion()) === this.#version;
    if (!unchanged) {
      const contents = await this.#source.readDirectory();
      // A read that timed out and returns after a later one is stale.
      if (startedAt >= this.#lookedAt) this.#remember(contents);
    }
    this.#lookedAt = Math.max(this.#lookedAt, startedAt);
  }

  #remember(contents: DirectoryContents): void {
    const accounts = contents.accounts.map((account) => ({ account, known: toKnown(account) }));
    this.#accountsByHost = new Map(
      accounts.flatMap(({ account, known }) => account.apiHosts.map((host) => [host, known])),
    );
    const [only, ...others] = accounts;
    this.#onlyDevelopmentAccount =
      only?.account.name.environment === "development" && others.length === 0 ? only.known : null;
    this.#version = contents.version;
  }

  /** `host` in the form of `parseHost`. Null when no account has it. */
  accountOfHost(host: string): KnownAccount | null {
    const account = this.#accountsByHost.get(host);
    if (account !== undefined) return account;
    return isLoopbackHost(host) ? this.#onlyDevelopmentAccount : null;
  }
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
  clientId: string,
  secretId: string,
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
