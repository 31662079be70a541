import { useState } from "react";
import { t } from "../../language/t.ts";
import type { IssuedOperator, Operator } from "../../api/operations.ts";
import { useApiQuery } from "../../api/queries.ts";
import { useMayEverywhere, useSession } from "../../api/session.ts";
import { Ago } from "../../kit/ago.tsx";
import { Badge, type BadgeTone } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Shown } from "../../kit/states.tsx";
import { When } from "../../kit/when.tsx";
import { ChangeOperatorDialog } from "./change-operator-dialog.tsx";
import { CreateOperatorDialog } from "./create-operator-dialog.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { RevokeOperatorDialog } from "./revoke-operator-dialog.tsx";
import { roles, roleWords } from "./role-words.ts";

type Open =
  | { readonly kind: "create" }
  | { readonly kind: "key"; readonly issued: IssuedOperator }
  | { readonly kind: "change" | "revoke"; readonly operator: Operator };

/** The operators of the console and the operator API. */
export function OperatorsPage() {
  const everywhere = useMayEverywhere("operators");
  const scopes = useSession()?.operator.scopes;
  const may = everywhere || scopes?.includes("operators") === true;
  return may ? (
    <OperatorsOfAll />
  ) : (
    <>
      <PageHeader title={t("Operators")} />
      <div className="card">
        <p>{t("Only an admin of all accounts sees who the operators are. Ask one.")}</p>
      </div>
    </>
  );
}

function OperatorsOfAll() {
  const operators = useApiQuery("listOperators", {});
  const self = useSession()?.operator.name;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const openFor = (kind: "change" | "revoke", operator: Operator) => setOpen({ kind, operator });
  return (
    <>
      <PageHeader title={t("Operators")}>
        <Button tone="primary" onClick={() => setOpen({ kind: "create" })}>
          {t("New operator")}
        </Button>
      </PageHeader>
      <Shown of={operators} what={t("the operators")}>
        {({ body: { items } }) => {
          const live = items.filter(({ revoked_at }) => revoked_at === null);
          const revoked = items.filter(({ revoked_at }) => revoked_at !== null);
          return (
            <div className="stack operators">
              <DataTable
                label={t("Operators")}
                columns={[...columns(self), changeColumn(openFor)]}
                rows={live}
                rowKey={({ name }) => name}
              />
              <dl className="facts soft">
                {roles.map((role) => (
                  <div className="fact" key={role}>
                    <dt>{role}</dt>
                    <dd>{roleWords[role]}</dd>
                  </div>
                ))}
              </dl>
              {revoked.length > 0 && (
                <details className="card">
                  <summary>{t("Revoked ({length})", { length: revoked.length })}</summary>
                  <DataTable
                    label={t("Revoked operators")}
                    columns={[...columns(self), revokedColumn]}
                    rows={revoked}
                    rowKey={({ name, created_at }) => `${name} ${created_at}`}
                  />
                </details>
              )}
            </div>
          );
        }}
      </Shown>
      <OpenDialog
        open={open}
        self={self}
        onIssued={(issued) => setOpen({ kind: "key", issued })}
        onClose={close}
      />
    </>
  );
}

function OpenDialog({
  open,
  self,
  onIssued,
  onClose,
}: {
  readonly open: Open | null;
  /** The name of who is signed in. */
  readonly self: string | undefined;
  readonly onIssued: (issued: IssuedOperator) => void;
  readonly onClose: () => void;
}) {
  return (
    <>
      {open?.kind === "create" && <CreateOperatorDialog onIssued={onIssued} onClose={onClose} />}
      {open?.kind === "key" && <NewKeyDialog issued={open.issued} onClose={onClose} />}
      {open?.kind === "change" && (
        <ChangeOperatorDialog
          operator={open.operator}
          isSelf={open.operator.name === self}
          onClose={onClose}
        />
      )}
      {open?.kind === "revoke" && (
        <RevokeOperatorDialog
          operator={open.operator}
          isSelf={open.operator.name === self}
          onClose={onClose}
        />
      )}
    </>
  );
}

const roleTones: Readonly<Record<NonNullable<Operator["role"]>, BadgeTone>> = {
  admin: "blue",
  agent: "good",
  staff: "good",
  viewer: "plain",
};

function columns(self: string | undefined): readonly Column<Operator>[] {
  return [
    {
      header: t("Name"),
      cell: ({ name }) => (
        <span className="row">
          <strong>{name}</strong>
          {name === self && <span className="soft">{t("you")}</span>}
        </span>
      ),
    },
    {
      header: t("Role"),
      cell: ({ role, scopes }) =>
        role === undefined ? scopes?.join(", ") : <Badge tone={roleTones[role]}>{role}</Badge>,
    },
    {
      header: t("Accounts"),
      cell: ({ accounts }) =>
        accounts === null ? <span className="soft">{t("all")}</span> : accounts.join(", "),
    },
    {
      header: t("Campaigns"),
      cell: ({ interactions }) =>
        interactions === null ? <span className="soft">{t("all")}</span> : interactions.join(", "),
    },
    {
      header: t("Ends"),
      cell: ({ expires_at }) => (expires_at === null ? "–" : <End at={expires_at} />),
    },
    { header: t("Key"), cell: ({ key_prefix }) => <code>{key_prefix}…</code> },
    { header: t("Made"), cell: ({ created_at }) => <When at={created_at} show="date" /> },
    {
      header: t("Last used"),
      cell: ({ last_used_at }) =>
        last_used_at === null ? (
          <span className="soft">{t("never")}</span>
        ) : (
          <Ago at={last_used_at} />
        ),
    },
  ];
}

const soonMs = 14 * 86_400_000;

/** When a key ends by itself, in colour from two weeks before. */
function End({ at }: { readonly at: string }) {
  const leftMs = Date.parse(at) - Date.now();
  if (leftMs > soonMs) return <When at={at} show="date" />;
  return (
    <Badge tone="amber">
      {leftMs > 0 ? t("soon") : t("ended")} <When at={at} show="date" />
    </Badge>
  );
}

const revokedColumn: Column<Operator> = {
  header: t("Revoked"),
  cell: ({ revoked_at }) => (revoked_at === null ? null : <When at={revoked_at} />),
};

function changeColumn(
  open: (kind: "change" | "revoke", operator: Operator) => void,
): Column<Operator> {
  return {
    header: t("Change"),
    align: "end",
    cell: (operator) => (
      <span className="row">
        <Button
          aria-label={t("Change the rights of {name}", { name: operator.name })}
          onClick={() => open("change", operator)}
        >
          {t("Change…")}
        </Button>
        <Button
          tone="danger"
          aria-label={t("Revoke {name}", { name: operator.name })}
          onClick={() => open("revoke", operator)}
        >
          {t("Revoke")}
        </Button>
      </span>
    ),
  };
}
