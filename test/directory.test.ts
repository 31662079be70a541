import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { endpoints, type AccountId } from "../src/domain/account.ts";
import { openStore, type Store } from "../src/store/store.ts";
import { Directory } from "../src/usecases/directory.ts";
import { execute, query } from "./harness/query.ts";
import { pick, seededRandom } from "./harness/random.ts";
import { audit } from "./harness/service.ts";
import { migratedDatabase } from "./harness/test-database.ts";

/** A process that reads what has changed, and how often it has read everything. */
function follow(store: Store) {
  const reads = { whole: 0, accounts: 0, clients: 0 };
  const directory = new Directory({
    ...store.directory,
    read: () => {
      reads.whole += 1;
      return store.directory.read();
    },
    readChanges: async (versions) => {
      const changes = await store.directory.readChanges(versions);
      reads.accounts += changes?.accounts.size ?? 0;
      reads.clients += changes?.clients.length ?? 0;
      return changes;
    },
  });
  return { directory, reads };
}

/** A process that begins now. */
async function begun(store: Store): Promise<Directory> {
  const directory = new Directory(store.directory);
  await directory.load();
  return directory;
}

const hosts = Array.from({ length: 6 }, (_, number) => `host-${number}.example`);

/** What callers of every host find; secrets have no order. */
function seenBy(directory: Directory) {
  return [...hosts, "localhost"].map((host) => {
    const account = directory.accountOfHost(host);
    const clients = [...(account?.clients.values() ?? [])].map(({ secrets, ...client }) => {
      return [client, new Map(secrets.map((secret) => [secret.id, secret]))] as const;
    });
    return { ...account, clients: new Map(clients) };
  });
}

function newSecret() {
  const id = randomUUID();
  return { id, hash: `hash of ${id}`, prefix: "bss_" };
}

async function newClient(store: Store, accountId: AccountId): Promise<string> {
  const clientId = `bsc_${randomUUID()}`;
  const client = { clientId, audience: "https://audience.example", label: null };
  await store.credentials.create(audit(), accountId, client, newSecret());
  return clientId;
}

async function newAccount(store: Store, tenant: string, apiHosts: readonly string[]) {
  const name = { tenant, environment: "production" } as const;
  const refused = await store.accounts.create(audit(), name, apiHosts, []);
  const id = await store.accounts.identify(name);
  return refused === null ? id : null;
}

/** Takes a database back to the version and the clients that it has now. */
function keepVersion(url: string): () => void {
  const [kept = {}] = query(url, "select version, stamp from directory");
  const [version, stamp] = [Number(kept["version"]), Number(kept["stamp"])];
  return () =>
    execute(
      url,
      `delete from client_secret; delete from credential;
       delete from directory_change where version > ${version};
       update directory set version = ${version}, stamp = ${stamp}`,
    );
}

async function withStore(use: (store: Store, databaseUrl: string) => Promise<void>) {
  await using database = await migratedDatabase();
  const store = openStore(database.url);
  try {
    await use(store, database.url);
  } finally {
    await store.close();
  }
}

describe("what a process reads of the directory", () => {
  test("is the one client that changed, however many others there are", async () => {
    await withStore(async (store) => {
      const id = await newAccount(store, "acme", ["host-0.example"]);
      const other = await newAccount(store, "other", ["host-1.example"]);
      assert.ok(id !== null && other !== null);
      for (let count = 0; count < 5; count += 1) await newClient(store, id);
      const { directory, reads } = follow(store);
      await directory.load();
      const clientId = await newClient(store, id);
      await directory.refresh();
      assert.deepEqual(reads, { whole: 1, accounts: 0, clients: 1 });
      assert.deepEqual(directory.accountOfHost("host-0.example")?.clients.has(clientId), true);
      const credential = await store.credentials.find(clientId);
      assert.ok(credential !== null);
      await store.credentials.revoke(audit(), credential);
      await directory.refresh();
      assert.deepEqual(reads, { whole: 1, accounts: 0, clients: 2 });
      assert.deepEqual(directory.accountOfHost("host-0.example")?.clients.has(clientId), false);
      await store.accounts.addHost(audit(), other, "host-2.example");
      await directory.refresh();
      assert.deepEqual(reads, { whole: 1, accounts: 1, clients: 2 });
      assert.equal(directory.accountOfHost("host-2.example")?.id, other);
    });
  });

  test("is nothing for an operator, or an endpoint that is on already", async () => {
    await withStore(async (store) => {
      const id = await newAccount(store, "acme", ["host-0.example"]);
      assert.ok(id !== null);
      await store.accounts.enable(audit(), id, endpoints[0]);
      const before = await store.directory.readVersion();
      await store.accounts.enable(audit(), id, endpoints[0]);
      await store.accounts.disable(audit(), id, endpoints[1]);
      const operator = { ...newSecret(), keyHash: randomUUID(), keyPrefix: "bso_", name: "jo" };
      const rights = { role: "viewer", scopes: [], interactions: null, expiresAt: null } as const;
      await store.operators.create(audit(), { ...operator, ...rights, accounts: null });
      assert.notEqual(await store.operators.revoke(audit(), operator), null);
      assert.deepEqual(await store.directory.readVersion(), before);
    });
  });

  test("gives a host to the account that has it now, whichever of them changed first", async () => {
    await withStore(async (store) => {
      const one = await newAccount(store, "one", ["host-0.example"]);
      const other = await newAccount(store, "other", ["host-1.example"]);
      assert.ok(one !== null && other !== null);
      const { directory } = follow(store);
      await directory.load();
      await store.accounts.enable(audit(), one, endpoints[0]);
      await store.accounts.removeHost(audit(), other, "host-1.example");
      await store.accounts.addHost(audit(), one, "host-1.example");
      await directory.refresh();
      assert.equal(directory.accountOfHost("host-1.example")?.id, one);
    });
  });

  for (const seed of [1, 2]) {
    test(`after any changes is what a process reads that begins then (${seed})`, async () => {
      await withStore(async (store) => {
        const random = seededRandom(seed);
        const { directory, reads } = follow(store);
        await directory.load();
        const accounts: AccountId[] = [];
        const clients: string[] = [];
        const acts: readonly (() => Promise<unknown>)[] = [
          async () => {
            const id = await newAccount(store, `t${random(1e9)}`, [pick(random, hosts)]);
            if (id !== null) accounts.push(id);
          },
          () => store.accounts.addHost(audit(), pick(random, accounts), pick(random, hosts)),
          () => store.accounts.removeHost(audit(), pick(random, accounts), pick(random, hosts)),
          () => store.accounts.enable(audit(), pick(random, accounts), pick(random, endpoints)),
          () => store.accounts.disable(audit(), pick(random, accounts), pick(random, endpoints)),
          async () => clients.push(await newClient(store, pick(random, accounts))),
          async () => clients.push(await newClient(store, pick(random, accounts))),
          async () => {
            const found = await store.credentials.find(pick(random, clients));
            if (found === null) return;
            const overlapMs = pick(random, [0, 60_000]);
            await store.credentials.rotate(audit(), found, newSecret(), overlapMs);
          },
          async () => {
            const found = await store.credentials.find(pick(random, clients));
            if (found !== null) await store.credentials.revoke(audit(), found);
          },
          async () => {
            const [id] = accounts.splice(random(accounts.length), 1);
            const [account] = await store.accounts.page({ ids: [id as AccountId] });
            if (account === undefined) return;
            await store.accounts.close(audit(), account.id, false);
            if (random(2) === 0) await store.accounts.delete(audit(), account, false);
          },
        ];
        for (let step = 0; step < 30; step += 1) {
          if (accounts.length === 0 || clients.length === 0) {
            const id = await newAccount(store, `t${step}`, [`host-of-${step}.example`]);
            assert.ok(id !== null);
            accounts.push(id);
            clients.push(await newClient(store, id));
          }
          for (let count = random(4); count >= 0 && accounts.length > 0; count -= 1) {
            await pick(random, acts)();
          }
          await directory.refresh();
          assert.deepEqual(seenBy(directory), seenBy(await begun(store)), `step ${step}`);
        }
        assert.equal(reads.whole, 2, "At the start, and once from the version that was migrated.");
      });
    });
  }

  test("is everything where the database was put back and has counted up again", async () => {
    await withStore(async (store, url) => {
      const id = await newAccount(store, "acme", ["host-0.example"]);
      assert.ok(id !== null);
      const { directory } = follow(store);
      await directory.load();
      const putBack = keepVersion(url);
      const clientId = await newClient(store, id);
      await directory.refresh();
      assert.equal(directory.accountOfHost("host-0.example")?.clients.has(clientId), true);
      // As before the client, and then another one under the version that the process knows.
      putBack();
      const other = await newClient(store, id);
      await directory.refresh();
      assert.deepEqual(
        [...(directory.accountOfHost("host-0.example")?.clients.keys() ?? [])],
        [other],
      );
    });
  });

  test("is everything where the database was put back, whatever came after", async () => {
    await withStore(async (store, url) => {
      const id = await newAccount(store, "acme", ["host-0.example"]);
      assert.ok(id !== null);
      const { directory } = follow(store);
      await directory.load();
      const putBack = keepVersion(url);
      await newClient(store, id);
      await directory.refresh();
      putBack();
      const others = [await newClient(store, id), await newClient(store, id)];
      await directory.refresh();
      const known = [...(directory.accountOfHost("host-0.example")?.clients.keys() ?? [])];
      assert.deepEqual(known.toSorted(), others.toSorted());
    });
  });

  test("is everything where a program has raised the version without saying what changed", async () => {
    await withStore(async (store, url) => {
      const id = await newAccount(store, "acme", ["host-0.example"]);
      assert.ok(id !== null);
      const { directory } = follow(store);
      await directory.load();
      execute(
        url,
        `insert into api_host (host, account_id, position) values ('host-1.example', ${id}, 2);
         update directory set version = version + 1`,
      );
      await directory.refresh();
      assert.equal(directory.accountOfHost("host-1.example")?.id, id);
      await newClient(store, id);
      await directory.refresh();
      assert.equal(directory.accountOfHost("host-1.example")?.clients.size, 1);
    });
  });

  test("is everything after more changes than are known, of which the table keeps no more", async () => {
    await withStore(async (store, url) => {
      const id = await newAccount(store, "acme", ["host-0.example"]);
      assert.ok(id !== null);
      const { directory, reads } = follow(store);
      await directory.load();
      // So many changes of a moment, one by one, would take the test long.
      execute(url, "update directory set version = version + 1000");
      const clientId = await newClient(store, id);
      const [{ count } = {}] = query(url, "select count(*) as count from directory_change");
      assert.equal(Number(count), 1);
      await directory.refresh();
      assert.equal(reads.whole, 2);
      assert.equal(directory.accountOfHost("host-0.example")?.clients.has(clientId), true);
    });
  });
});
