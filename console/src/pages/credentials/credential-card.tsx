import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import type { Credential } from "../../api/operations.ts";
import { Ago } from "../../kit/ago.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { When } from "../../kit/when.tsx";
import { notChangedOver, stateOf } from "./secret-age.ts";

type Secret = Credential["secrets"][number];

interface CardActions {
  readonly onLabel?: () => void;
  readonly onRotate?: () => void;
  readonly onRevoke?: () => void;
}

/** A client with its secrets; without the actions where the operator may not take them. */
export function CredentialCard({
  credential,
  ...actions
}: CardActions & { readonly credential: Credential }) {
  const { client_id: id, label, audience, created_at, revoked_at, secrets } = credential;
  const now = Date.now();
  const revoked = revoked_at !== null;
  const endangered = notChangedOver(credential, now);
  const live = secrets.filter((secret) => stateOf(secret, now, { revoked, inDanger: false }).live);
  return (
    <section className="card stack credential" aria-label={t("Client {id}", { id })}>
      <div className="card-header">
        <div>
          {label === null ? <h2 className="mono">{id}</h2> : <h2>{label}</h2>}
          {label !== null && <p className="mono soft">{id}</p>}
          <p className="soft">
            <Trans
              id="audience {code} · made {ago}"
              values={{ code: <code>{audience}</code>, ago: <Ago at={created_at} /> }}
            />
            {revoked && (
              <>
                {" "}
                <Trans id="· revoked {ago}" values={{ ago: <Ago at={revoked_at} /> }} />
              </>
            )}
          </p>
        </div>
        <div className="row">
          {live.length > 1 && <Badge tone="blue">{t("two live secrets")}</Badge>}
          <Actions id={id} {...actions} />
        </div>
      </div>
      {endangered?.expires_at != null && (
        <div className="note" data-tone="amber">
          <p>
            <Trans
              id="<0>The caller still uses the old secret</0> {code} (last {ago}), which ends on {when}. After that its token requests are refused."
              values={{
                code: <code>{endangered.prefix}…</code>,
                ago: <Ago at={endangered.last_used_at ?? created_at} />,
                when: <When at={endangered.expires_at} />,
              }}
              components={{ 0: <strong /> }}
            />
          </p>
        </div>
      )}
      {secrets.length > 0 && (
        <DataTable
          label={t("Secrets of {id}", { id })}
          columns={columnsFor({ revoked, endangered, now })}
          rows={secrets}
          rowKey={({ prefix, created_at: made }) => `${prefix}${made}`}
        />
      )}
    </section>
  );
}

function Actions({ id, onLabel, onRotate, onRevoke }: CardActions & { readonly id: string }) {
  return (
    <>
      {onLabel !== undefined && (
        <Button aria-label={t("Label {id}", { id })} onClick={onLabel}>
          {t("Label")}
        </Button>
      )}
      {onRotate !== undefined && (
        <Button aria-label={t("Rotate {id}", { id })} onClick={onRotate}>
          {t("Rotate")}
        </Button>
      )}
      {onRevoke !== undefined && (
        <Button tone="danger" aria-label={t("Revoke {id}", { id })} onClick={onRevoke}>
          {t("Revoke")}
        </Button>
      )}
    </>
  );
}

function columnsFor({
  revoked,
  endangered,
  now,
}: {
  readonly revoked: boolean;
  readonly endangered: Secret | null;
  readonly now: number;
}): readonly Column<Secret>[] {
  return [
    { header: t("Secret"), cell: ({ prefix }) => <code>{prefix}…</code> },
    {
      header: t("State"),
      cell: (secret) => {
        const { tone, words } = stateOf(secret, now, { revoked, inDanger: secret === endangered });
        return <Badge tone={tone}>{words}</Badge>;
      },
    },
    { header: t("Made"), cell: ({ created_at }) => <When at={created_at} /> },
    {
      header: t("Last used"),
      cell: ({ last_used_at }) =>
        last_used_at === null ? (
          <span className="soft">{t("never")}</span>
        ) : (
          <Ago at={last_used_at} />
        ),
    },
    {
      header: t("Ends"),
      cell: ({ expires_at }) =>
        expires_at === null ? (
          <span className="soft">{t("never expires")}</span>
        ) : (
          <When at={expires_at} />
        ),
    },
  ];
}
