import type { Credential } from "../../api/operations.ts";
import { Ago } from "../../kit/ago.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { When } from "../../kit/when.tsx";
import { notChangedOver, stateOf } from "./secret-age.ts";

type Secret = Credential["secrets"][number];

/** A client with its secrets; without the two ways on where the operator may not take them. */
export function CredentialCard({
  credential,
  onRotate,
  onRevoke,
}: {
  readonly credential: Credential;
  readonly onRotate?: () => void;
  readonly onRevoke?: () => void;
}) {
  const { client_id: id, audience, created_at, revoked_at, secrets } = credential;
  const now = Date.now();
  const revoked = revoked_at !== null;
  const endangered = notChangedOver(credential, now);
  const live = secrets.filter((secret) => stateOf(secret, now, { revoked, inDanger: false }).live);
  return (
    <section className="card stack credential" aria-label={`Client ${id}`}>
      <div className="card-header">
        <div>
          <h2 className="mono">{id}</h2>
          <p className="soft">
            audience <code>{audience}</code> · made <Ago at={created_at} />
            {revoked && (
              <>
                {" "}
                · revoked <Ago at={revoked_at} />
              </>
            )}
          </p>
        </div>
        <div className="row">
          {live.length > 1 && <Badge tone="blue">two live secrets</Badge>}
          {onRotate !== undefined && (
            <Button aria-label={`Rotate ${id}`} onClick={onRotate}>
              Rotate
            </Button>
          )}
          {onRevoke !== undefined && (
            <Button tone="danger" aria-label={`Revoke ${id}`} onClick={onRevoke}>
              Revoke
            </Button>
          )}
        </div>
      </div>
      {endangered?.expires_at != null && (
        <div className="note" data-tone="amber">
          <p>
            <strong>The caller still uses the old secret</strong> <code>{endangered.prefix}…</code>{" "}
            (last <Ago at={endangered.last_used_at ?? created_at} />
            ), which ends on <When at={endangered.expires_at} />. After that its token requests are
            refused.
          </p>
        </div>
      )}
      {secrets.length > 0 && (
        <DataTable
          label={`Secrets of ${id}`}
          columns={columnsFor({ revoked, endangered, now })}
          rows={secrets}
          rowKey={({ prefix, created_at: made }) => `${prefix}${made}`}
        />
      )}
    </section>
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
    { header: "Secret", cell: ({ prefix }) => <code>{prefix}…</code> },
    {
      header: "State",
      cell: (secret) => {
        const { tone, words } = stateOf(secret, now, { revoked, inDanger: secret === endangered });
        return <Badge tone={tone}>{words}</Badge>;
      },
    },
    { header: "Made", cell: ({ created_at }) => <When at={created_at} /> },
    {
      header: "Last used",
      cell: ({ last_used_at }) =>
        last_used_at === null ? <span className="soft">never</span> : <Ago at={last_used_at} />,
    },
    {
      header: "Ends",
      cell: ({ expires_at }) =>
        expires_at === null ? (
          <span className="soft">not by itself</span>
        ) : (
          <When at={expires_at} />
        ),
    },
  ];
}
