import { formatAccountName, isLoopbackHost, type AccountId } from "../domain/account.ts";
import type {
  DirectoryAccount,
  DirectoryClient,
  DirectoryContents,
} from "../store/accounts/directory.ts";
import { within } from "./within.ts";

interface DirectorySource {
  readDirectory(): Promise<DirectoryContents>;
  readDirectoryVersion(): Promise<number>;
}

/** An account as a request meets it. */
export interface KnownAccount {
  readonly id: AccountId;
  /** `tenant/environment`, for logs and metrics. */
  readonly name: string;
  readonly isProduction: boolean;
  readonly enabledEndpoints: ReadonlySet<string>;
  readonly clients: ReadonlyMap<string, DirectoryClient>;
}

/** How old the last successful look may be before nothing is accepted on its word. */
const trustedForMs = 1_000;
/** How long one look may take before it counts as failed and another may begin. */
const lookLimitMs = 2_000;
/** How long a request waits for a look when the last one is too old. */
const waitLimitMs = 1_000;

/**
 * What this process remembers about accounts, hosts, endpoints, clients and secrets. It asks the
 * database for one number again and again and reads everything anew when that number has changed,
 * so an operator's change is known everywhere as soon as `refresh` has run.
 *
 * A process that could not look for a while may not know of a revocation, so it trusts what it
 * remembers for one second at most (`isCurrent`): that is how soon an end is promised to be known.
 */
export class Directory {
  readonly #source: DirectorySource;
  readonly #clock: () => number;
  #version = -1;
  #accountsByHost: ReadonlyMap<string, KnownAccount> = new Map();
  #onlyDevelopmentAccount: KnownAccount | null = null;
  /** When the last look that succeeded had begun. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;

  /** `clock` gives milliseconds and never goes back. */
  constructor(source: DirectorySource, clock: () => number = () => performance.now()) {
    this.#source = source;
    this.#clock = clock;
  }

  /** Looks for changes; callers that ask meanwhile share the look. Throws when it did not succeed. */
  refresh(): Promise<void> {
    this.#looking ??= within(lookLimitMs, this.#look(this.#clock())).finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /**
   * Whether what is remembered can be relied on: at once after a recent look, else after a new one.
   * False when the database does not let us look.
   */
  isCurrent(): boolean | Promise<boolean> {
    if (this.#clock() - this.#lookedAt <= trustedForMs) return true;
    return within(waitLimitMs, this.refresh()).then(
      () => true,
      () => false,
    );
  }

  async #look(startedAt: number): Promise<void> {
    const unchanged = (await this.#source.readDirectoryVersion()) === this.#version;
    if (!unchanged) {
      const contents = await this.#source.readDirectory();
      // One that was given up, and comes back after a later one, has nothing to say any more.
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

  /** `host` as `parseHost` gives it. Null when no account has it. */
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
    isProduction: account.name.environment === "production",
    enabledEndpoints: new Set(account.enabledEndpoints),
    clients: new Map(account.clients.map((client) => [client.clientId, client])),
  };
}
