import type { Kysely, Selectable } from "kysely";
import type { AccountId, AccountName, Endpoint } from "../../domain/account.ts";
import type { AccountRefusal, Refused } from "../../domain/refusal.ts";
import { raiseDirectoryVersion, recordAudit, type AuditContext } from "./audit.ts";
import { keepDirectory } from "./directory.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

export interface Account {
  readonly id: AccountId;
  readonly name: AccountName;
  readonly apiHosts: readonly string[];
  readonly enabledEndpoints: readonly string[];
  readonly counts: Readonly<Record<(typeof counted)[number], number>>;
}

const counted = [
  "group",
  "interaction",
  "activity",
  "host",
  "ticket_type",
  "slot",
  "contact",
  "booking",
  "credential",
] as const;

/** Accounts of the whole installation; only operators reach this. */
export function accounts(engine: Engine) {
  const change = <T>(
    audit: AuditContext,
    action: string,
    accountId: AccountId,
    subject: string,
    work: (transaction: Kysely<Tables>) => Promise<T>,
  ): Promise<T> =>
    engine.write(async (transaction) => {
      const result = await work(transaction);
      await raiseDirectoryVersion(transaction);
      await recordAudit(transaction, audit, action, accountId, subject);
      return result;
    });

  return {
    async find(name: AccountName): Promise<Account | null> {
      const row = await engine.reads
        .selectFrom("account")
        .selectAll()
        .where("tenant", "=", name.tenant)
        .where("environment", "=", name.environment)
        .executeTakeFirst();
      return row === undefined ? null : load(engine.reads, row);
    },

    /** The account's key alone: counting what an account has takes long where there is much. */
    async identify(name: AccountName): Promise<AccountId | null> {
      const row = await engine.reads
        .selectFrom("account")
        .select("id")
        .where("tenant", "=", name.tenant)
        .where("environment", "=", name.environment)
        .executeTakeFirst();
      return row === undefined ? null : (row.id as AccountId);
    },

    async list(): Promise<Account[]> {
      const rows = await engine.reads
        .selectFrom("account")
        .selectAll()
        .orderBy("tenant")
        .orderBy("environment")
        .execute();
      return Promise.all(rows.map((row) => load(engine.reads, row)));
    },

    /** Accounts by name, those that come after one, and only of these ids where ids are given. */
    async page(filter: {
      readonly ids?: readonly AccountId[];
      readonly after?: AccountName;
      readonly limit: number;
    }): Promise<Account[]> {
      const { ids, after, limit } = filter;
      if (ids?.length === 0) return [];
      let select = engine.reads.selectFrom("account").selectAll();
      if (ids !== undefined) select = select.where("id", "in", ids);
      if (after !== undefined) {
        select = select.where((where) =>
          where.or([
            where("tenant", ">", after.tenant),
            where.and([
              where("tenant", "=", after.tenant),
              where("environment", ">", after.environment),
            ]),
          ]),
        );
      }
      const rows = await select.orderBy("tenant").orderBy("environment").limit(limit).execute();
      return Promise.all(rows.map((row) => load(engine.reads, row)));
    },

    /** Whether any account has this API host, as `parseHost` gives it. */
    async hasHost(host: string): Promise<boolean> {
      return (await ownerOf(engine.reads, host)) !== null;
    },

    /** Null when it was made. */
    create(
      audit: AuditContext,
      name: AccountName,
      apiHosts: readonly string[],
      enabledEndpoints: readonly Endpoint[],
    ): Promise<Refused<AccountRefusal> | null> {
      return engine.write(async (transaction) => {
        await keepDirectory(transaction, engine.locked);
        const existing = await transaction
          .selectFrom("account")
          .select("id")
          .where("tenant", "=", name.tenant)
          .where("environment", "=", name.environment)
          .executeTakeFirst();
        if (existing !== undefined) return { refused: { why: "account-exists", account: name } };
        for (const host of apiHosts) {
          const owner = await ownerOf(transaction, host);
          if (owner !== null) return { refused: { why: "host-taken", host, owner: owner.name } };
        }
        const { id } = await transaction
          .selectFrom("account")
          .select((select) =>
            select(select.fn.coalesce(select.fn.max("id"), select.lit(0)), "+", select.lit(1)).as(
              "id",
            ),
          )
          .executeTakeFirstOrThrow();
        const accountId = id as AccountId;
        await transaction
          .insertInto("account")
          .values({ id: accountId, ...name, created_at: audit.now })
          .execute();
        await transaction
          .insertInto("api_host")
          .values(
            apiHosts.map((host, index) => ({ host, account_id: accountId, position: index + 1 })),
          )
          .execute();
        if (enabledEndpoints.length > 0) {
          await transaction
            .insertInto("enabled_endpoint")
            .values(enabledEndpoints.map((endpoint) => ({ account_id: accountId, endpoint })))
            .execute();
        }
        await raiseDirectoryVersion(transaction);
        await recordAudit(transaction, audit, "account created", accountId, "account", {
          api_hosts: apiHosts,
          enabled_endpoints: enabledEndpoints,
        });
        return null;
      });
    },

    /** The accounts in which a booking with this id exists: it may have been copied. */
    async ofBooking(bookingId: string): Promise<{ id: AccountId; name: AccountName }[]> {
      const rows = await engine.reads
        .selectFrom("account")
        .innerJoin("booking", "booking.account_id", "account.id")
        .select(["account.id", "account.tenant", "account.environment"])
        // Named so that the key (account, booking) is searched for each account, not scanned.
        .where("booking.account_id", "in", (select) =>
          select.selectFrom("account as each").select("each.id"),
        )
        .where("booking.id", "=", bookingId)
        .orderBy("account.id")
        .execute();
      return rows.map(({ id, ...name }) => ({ id: id as AccountId, name }));
    },

    /** Null when the account has the host then; having it already changes nothing. */
    addHost: (
      audit: AuditContext,
      accountId: AccountId,
      host: string,
    ): Promise<Refused<AccountRefusal> | null> =>
      engine.write(async (transaction) => {
        await keepDirectory(transaction, engine.locked);
        const owner = await ownerOf(transaction, host);
        if (owner?.id === accountId) return null;
        if (owner !== null) return { refused: { why: "host-taken", host, owner: owner.name } };
        await transaction
          .insertInto("api_host")
          .values((values) => ({
            host,
            account_id: accountId,
            position: values
              .selectFrom("api_host")
              .select((select) =>
                select(
                  select.fn.coalesce(select.fn.max("position"), select.lit(0)),
                  "+",
                  select.lit(1),
                ).as("next"),
              )
              .where("account_id", "=", accountId),
          }))
          .execute();
        await raiseDirectoryVersion(transaction);
        await recordAudit(transaction, audit, "host added", accountId, host);
        return null;
      }),

    /** False when the account does not have the host. */
    removeHost: (audit: AuditContext, accountId: AccountId, host: string): Promise<boolean> =>
      engine.write(async (transaction) => {
        await keepDirectory(transaction, engine.locked);
        const { numDeletedRows } = await transaction
          .deleteFrom("api_host")
          .where("account_id", "=", accountId)
          .where("host", "=", host)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await raiseDirectoryVersion(transaction);
        await recordAudit(transaction, audit, "host removed", accountId, host);
        return true;
      }),

    enable: (audit: AuditContext, accountId: AccountId, endpoint: Endpoint): Promise<void> =>
      change(audit, "endpoint enabled", accountId, endpoint, async (transaction) => {
        await transaction
          .insertInto("enabled_endpoint")
          .values({ account_id: accountId, endpoint })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),

    disable: (audit: AuditContext, accountId: AccountId, endpoint: Endpoint): Promise<void> =>
      change(audit, "endpoint disabled", accountId, endpoint, async (transaction) => {
        await transaction
          .deleteFrom("enabled_endpoint")
          .where("account_id", "=", accountId)
          .where("endpoint", "=", endpoint)
          .execute();
      }),
  };
}

async function ownerOf(
  database: Kysely<Tables>,
  host: string,
): Promise<{ readonly id: AccountId; readonly name: AccountName } | null> {
  const row = await database
    .selectFrom("api_host")
    .innerJoin("account", "account.id", "api_host.account_id")
    .select(["account.id", "account.tenant", "account.environment"])
    .where("api_host.host", "=", host)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, ...name } = row;
  return { id: id as AccountId, name };
}

async function load(reads: Kysely<Tables>, row: Selectable<Tables["account"]>): Promise<Account> {
  const hosts = await reads
    .selectFrom("api_host")
    .select("host")
    .where("account_id", "=", row.id)
    .orderBy("position")
    .orderBy("host")
    .execute();
  const endpoints = await reads
    .selectFrom("enabled_endpoint")
    .select("endpoint")
    .where("account_id", "=", row.id)
    .orderBy("endpoint")
    .execute();
  const counts: Partial<Record<(typeof counted)[number], number>> = {};
  for (const table of counted) {
    const { total } = await reads
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as("total"))
      .where("account_id", "=", row.id)
      .executeTakeFirstOrThrow();
    counts[table] = total;
  }
  return {
    id: row.id as AccountId,
    name: { tenant: row.tenant, environment: row.environment },
    apiHosts: hosts.map((host) => host.host),
    enabledEndpoints: endpoints.map((endpoint) => endpoint.endpoint),
    counts: counts as Account["counts"],
  };
}
