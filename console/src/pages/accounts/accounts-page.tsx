import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Trans } from "@lingui/react";
import { locale, t } from "../../language/t.ts";
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
  const mayCreate = useMayEverywhere("accounts");
  const [creating, setCreating] = useState(false);
  const create = (
    <Button tone="primary" onClick={() => setCreating(true)}>
      {t("New account")}
    </Button>
  );
  return (
    <>
      <PageHeader title={t("Accounts")}>{mayCreate && create}</PageHeader>
      <Shown of={{ ...accounts, data: accounts.items }} what={t("the accounts")}>
        {(items) =>
          items.length === 0 ? (
            <div className="card">
              <Empty title={t("There is no account yet")}>
                <p>
                  <Trans
                    id="An account is one tenant in one environment, such as {code}. It has API hosts, credentials, campaigns and bookings of its own."
                    values={{ code: <code>acme/production</code> }}
                  />
                </p>
                {!mayCreate && <p>{t("An admin of all accounts can make one.")}</p>}
              </Empty>
            </div>
          ) : (
            <div className="stack">
              <DataTable
                label={t("Accounts")}
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
    header: t("Account"),
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
    header: t("API hosts"),
    cell: ({ api_hosts: hosts }) => (
      <span className="stack-small">
        {hosts.length === 0 && <Badge tone="danger">{t("none: callers reach nothing")}</Badge>}
        {hosts.map((host) => (
          <code key={host}>{host}</code>
        ))}
      </span>
    ),
  },
  {
    header: t("Enabled"),
    cell: ({ enabled_endpoints: enabled }) => (
      <span className="row">
        {endpointWords
          .filter(({ endpoint }) => enabled.includes(endpoint))
          .map(({ short }) => (
            <Badge key={short} tone="good">
              {short}
            </Badge>
          ))}
        {enabled.length === 0 && <Badge tone="amber">{t("nothing")}</Badge>}
      </span>
    ),
  },
  ...(
    [
      [t("Campaigns"), "interaction"],
      [t("Slots"), "slot"],
      [t("Contacts"), "contact"],
      [t("Bookings"), "booking"],
      [t("Credentials"), "credential"],
    ] as const
  ).map(([header, kind]): Column<Account> => ({
    header,
    align: "end",
    cell: ({ counts }) => (counts[kind] ?? 0).toLocaleString(locale),
  })),
];

const environmentTones: Readonly<Record<string, BadgeTone>> = {
  production: "blue",
  uat: "amber",
  development: "plain",
};
