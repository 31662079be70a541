import {
  startService,
  type RunningService,
  type Variation,
} from "../../src/service/start-service.ts";
import { endpoints, type AccountName, type Endpoint } from "../../src/domain/account.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { readSettings } from "../../src/service/settings.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { importDataFile } from "../../src/usecases/operator/import-data-file.ts";
import { createAccount, createCredential, type IssuedCredential } from "./operate.ts";
import { call, type Answer, type Call } from "./call.ts";
import { assertDocumented } from "./documented-answers.ts";
import { migratedDatabase } from "./test-database.ts";
import { until } from "./until.ts";

/** An account for a test. */
export interface TestAccount {
  readonly name: AccountName;
  readonly hosts: readonly string[];
  readonly endpoints?: readonly Endpoint[];
  /** The lines of a data file. */
  readonly data?: readonly object[];
}

/** A running service on a database of its own, reached over HTTP. */
export interface TestService extends AsyncDisposable {
  readonly api: string;
  readonly operator: string;
  /** A second store on the same database, like the command line's. */
  readonly store: Store;
  readonly databaseUrl: string;
  /** Sends a request; the Host defaults to the first account's. Fails on an undocumented answer. */
  call(request: Call): Promise<Answer>;
  /** A client of the account with this host, made once. */
  credential(host?: string): Promise<IssuedCredential>;
  /** A sign-in link of the console, as the command line prints it. */
  signInLink(known: boolean): Promise<string | null>;
  /** Ends the service and keeps its database. */
  stop(): Promise<void>;
  /** A token of that client, always the same one. */
  token(host?: string): Promise<string>;
}

export const acme: AccountName = { tenant: "acme", environment: "production" };
export const audit = () => ({ actor: "test", now: Date.now() });

/** The variations of a test's service. */
export interface TestComposition {
  readonly engine?: "sqlite" | "postgres";
  /** Varies the parts of the public listener, its clock among them. */
  readonly vary?: Variation["vary"];
}

/** Starts a service in this process. `environment` holds settings, such as `PAGE_SIZE_MAX`. */
export async function startTestService(
  accounts: readonly TestAccount[] = [{ name: acme, hosts: ["api.acme.example"] }],
  environment: Record<string, string> = {},
  { engine, vary }: TestComposition = {},
): Promise<TestService> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await migratedDatabase(engine));
  const settings = readSettings({
    DATABASE_URL: database.url,
    PORT: "0",
    OPERATOR_PORT: "0",
    LOG_LEVEL: "silent",
    RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE: "0",
    ...environment,
  });
  const { databaseUrl } = settings;
  const store = openStore(databaseUrl, settings);
  const closeStore = once(() => store.close());
  opened.defer(closeStore);
  // The environment may name another database, which has its schema already.
  if (databaseUrl !== database.url) await store.migrate(Date.now());
  for (const account of accounts) await makeAccount(store, account);
  let knowsClient: KnowsClient | null = null;
  const watched: Variation = {
    vary: (parts) => {
      knowsClient = (host, clientId) => parts.accountOfHost(host)?.clients.has(clientId) === true;
      return vary?.(parts) ?? parts;
    },
    fill: async () => {},
    extend: () => {},
  };
  // A variation would keep several processes from being started.
  const isOneProcess = vary !== undefined || settings.processes === 1;
  const service = await startService(settings, isOneProcess ? { variation: watched } : {});
  const closeService = once(() => service.close());
  opened.defer(closeService);
  const all = opened.move();
  const stop = async () => {
    await closeService();
    await closeStore();
  };
  return {
    ...testService({ service, store, knowsClient, databaseUrl, accounts }, () =>
      all.disposeAsync(),
    ),
    stop,
  };
}

/** Runs the work once; a second call waits for the first. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= work());
}

/** Several stores on one new database, as several operators have them. */
export interface TestStores extends AsyncDisposable {
  readonly first: Store;
  readonly databaseUrl: string;
  /** Does the same with every one of them, at once. */
  all<T>(work: (store: Store, index: number) => Promise<T>): Promise<T[]>;
}

export async function openTestStores(count: number): Promise<TestStores> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await migratedDatabase());
  const stores = Array.from({ length: count }, () => openStore(database.url));
  for (const store of stores) opened.defer(() => store.close());
  const [first] = stores;
  if (first === undefined) throw new Error("At least one store is needed.");
  const nobody = { id: "", name: "nobody" };
  // A store that still has to connect would be too late for a race.
  await Promise.all(stores.map((store) => store.operators.revoke(audit(), nobody)));
  const all = opened.move();
  return {
    first,
    databaseUrl: database.url,
    all: (work) => Promise.all(stores.map(work)),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

async function makeAccount(store: Store, account: TestAccount): Promise<void> {
  const created = await createAccount(
    store,
    audit(),
    account.name,
    account.hosts,
    account.endpoints ?? endpoints,
  );
  if (isRefused(created)) throw new Error(JSON.stringify(created.refused));
  if (account.data !== undefined) await importLines(store, created.id, account.data);
}

type AccountId = Parameters<Store["account"]>[0];

/** Imports the lines of a data file; a bad line fails the test. */
export async function importLines(
  store: Store,
  accountId: AccountId,
  lines: readonly object[],
): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const answer = await importDataFile(store.account(accountId), [Buffer.from(text)], {
    audit: audit(),
  });
  if ("errors" in answer) throw new Error(JSON.stringify(answer.errors, null, 1));
}

/** Whether the service in this process knows the client of the account with this host. */
type KnowsClient = (host: string, clientId: string) => boolean;

interface Started {
  readonly service: RunningService;
  readonly store: Store;
  /** Null for processes of their own. */
  readonly knowsClient: KnowsClient | null;
  readonly databaseUrl: string;
  readonly accounts: readonly TestAccount[];
}

function testService(
  { service, store, knowsClient, databaseUrl, accounts }: Started,
  dispose: () => Promise<void>,
): Omit<TestService, "stop"> {
  const firstHost = accounts[0]?.hosts[0] ?? "api.acme.example";
  const credentials = new Map<string, Promise<IssuedCredential>>();

  async function makeCredential(host: string): Promise<IssuedCredential> {
    const account = accounts.find(({ hosts }) => hosts.includes(host));
    if (account === undefined) throw new Error(`No account has the host ${host}.`);
    const issued = await createCredential(store, audit(), account.name);
    if (isRefused(issued)) throw new Error(JSON.stringify(issued.refused));
    // The service reads a new client within a second. A look into its memory costs less than a refused request.
    await until(
      knowsClient === null
        ? async () => (await requestToken(issued, host)).status === 200
        : () => knowsClient(host, issued.clientId),
    );
    return issued;
  }

  function requestToken(issued: IssuedCredential, host: string): Promise<Answer> {
    return call(service.api, {
      method: "POST",
      path: "/v1/oauth:token",
      host,
      body: {
        client_id: issued.clientId,
        client_secret: issued.clientSecret,
        audience: issued.audience,
        grant_type: "client_credentials",
      },
    });
  }

  const self: Omit<TestService, "stop"> = {
    api: service.api,
    operator: service.operator,
    store,
    databaseUrl,
    signInLink: (known) => service.signInLink(known),
    call: async (request) => {
      const answer = await call(service.api, { host: firstHost, ...request });
      assertDocumented(request.method ?? "GET", request.path, answer);
      return answer;
    },
    credential: (host = firstHost) => {
      const known = credentials.get(host) ?? makeCredential(host);
      credentials.set(host, known);
      return known;
    },
    token: async (host = firstHost) => {
      const answer = await requestToken(await self.credential(host), host);
      if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${answer.text}`);
      return answer.json.access_token;
    },
    [Symbol.asyncDispose]: dispose,
  };
  return self;
}
