import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Account } from "../../api/operations.ts";
import { usePages } from "../../api/queries.ts";
import { useMayEverywhere } from "../../api/session.ts";
import { Badge, type BadgeTone } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { DataTable, MoreButton, type Column } from "../../kit/data-table.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { CreateAccountDialog } from "./create-account-dialog.tsx";
import { endpointWords } from "./endpoint-words.ts";

/** Every account that the operator may see: one tenant in one environment each. */
export function AccountsPage() {
  const accounts = usePages("listAccounts", { query: {} });
  const mayCreate = useMayEverywhere();
  const [creating, setCreating] = useState(false);
  const create = (
    <Button tone="primary" onClick={() => setCreating(true)}>
      New account
    </Button>
  );
  return (
    <>
      <PageHeader title="Accounts">{mayCreate && create}</PageHeader>
      <Shown of={{ ...accounts, data: accounts.items }} what="the accounts">
        {(items) =>
          items.length === 0 ? (
            <div className="card">
              <Empty title="There is no account yet">
                <p>
                  An account is one tenant in one environment, such as <code>acme/production</code>.
                  It has API hosts, credentials, campaigns and bookings of its own.
                </p>
                {!mayCreate && <p>An admin of all accounts can make one.</p>}
              </Empty>
            </div>
          ) : (
            <div className="stack">
              <DataTable
                label="Accounts"
                columns={columns}
                rows={items}
                rowKey={({ account }) => account}
              />
              <MoreButton query={accounts} />
            </div>
          )
        }
      </Shown>
      {creating && <CreateAccountDialog onClose={() => setCreating(false)} />}
    </>
  );
}

const columns: readonly Column<Account>[] = [
  {
    header: "Account",
    cell: ({ account }) => {
      const [tenant = "", environment = ""] = account.split("/");
      return (
        <span className="row">
          <Link
            to="/at/$tenant/$environment/account"
            params={{ tenant, environment }}
            aria-label={account}
          >
            <strong>{tenant}</strong>
          </Link>
          <Badge tone={environmentTones[environment] ?? "plain"}>{environment}</Badge>
        </span>
      );
    },
  },
  {
    header: "API hosts",
    cell: ({ api_hosts: hosts }) => (
      <span className="stack-small">
        {hosts.length === 0 && <Badge tone="danger">none: callers reach nothing</Badge>}
        {hosts.map((host) => (
          <code key={host}>{host}</code>
        ))}
      </span>
    ),
  },
  {
    header: "Enabled",
    cell: ({ enabled_endpoints: enabled }) => (
      <span className="row">
        {endpointWords
          .filter(({ endpoint }) => enabled.includes(endpoint))
          .map(({ short }) => (
            <Badge key={short} tone="good">
              {short}
            </Badge>
          ))}
        {enabled.length === 0 && <Badge tone="amber">nothing</Badge>}
      </span>
    ),
  },
  ...(
    [
      ["Campaigns", "interaction"],
      ["Slots", "slot"],
      ["Contacts", "contact"],
      ["Bookings", "booking"],
      ["Credentials", "credential"],
    ] as const
  ).map(([header, kind]): Column<Account> => ({
    header,
    align: "end",
    cell: ({ counts }) => (counts[kind] ?? 0).toLocaleString("en-GB"),
  })),
];

const environmentTones: Readonly<Record<string, BadgeTone>> = {
  production: "blue",
  uat: "amber",
  development: "plain",
};
