import { formatAccountName, isLoopbackHost, type AccountId } from "../domain/account.ts";
import type { DirectoryAccount, DirectoryClient, DirectoryContents } from "../store/directory.ts";

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

/**
 * What this process remembers about accounts, hosts, endpoints, clients and secrets. It asks the
 * database for one number again and again and reads everything anew when that number has changed,
 * so an operator's change is known everywhere as soon as `refresh` has run.
 */
export class Directory {
  readonly #source: DirectorySource;
  #version = -1;
  #accountsByHost: ReadonlyMap<string, KnownAccount> = new Map();
  #onlyDevelopmentAccount: KnownAccount | null = null;

  constructor(source: DirectorySource) {
    this.#source = source;
  }

  async refresh(): Promise<void> {
    if ((await this.#source.readDirectoryVersion()) === this.#version) return;
    const contents = await this.#source.readDirectory();
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
