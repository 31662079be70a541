import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import type { Credential, IssuedCredential } from "../../api/operations.ts";
import { useApiQuery } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { useAccount } from "../../shell/account.ts";
import { CreateCredentialDialog } from "./create-credential-dialog.tsx";
import { CredentialCard } from "./credential-card.tsx";
import "./credentials.css";
import { IssuedDialog } from "./issued-dialog.tsx";
import { LabelDialog } from "./label-dialog.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";

/** The dialogue over the page; a new secret is in memory only while it is shown. */
type Open =
  | { readonly kind: "create" }
  | { readonly kind: "label" | "rotate" | "revoke"; readonly credential: Credential }
  | { readonly kind: "issued"; readonly issued: IssuedCredential; readonly command: string };

/** The clients of an account, and their secrets. */
export function CredentialsPage() {
  const path = useAccount();
  const may = useMay("credentials");
  const credentials = useApiQuery("listCredentials", { path }, { everyMs: 60_000 });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const issue = (issued: IssuedCredential, command: string) =>
    setOpen({ kind: "issued", issued, command });
  return (
    <>
      <PageHeader title={t("Credentials")} eyebrow={`${path.tenant}/${path.environment}`}>
        {may && (
          <Button tone="primary" onClick={() => setOpen({ kind: "create" })}>
            {t("New credential")}
          </Button>
        )}
      </PageHeader>
      <Shown of={credentials} what={t("the credentials")}>
        {({ body: { items } }) => {
          const live = items.filter(({ revoked_at }) => revoked_at === null);
          const revoked = items.filter(({ revoked_at }) => revoked_at !== null);
          return (
            <div className="stack">
              {live.length === 0 && (
                <div className="card">
                  <Empty
                    title={revoked.length === 0 ? t("No credential yet") : t("No live credential")}
                  >
                    <p>
                      {t(
                        "A caller needs a client id, a secret and an audience to get a token. Make one for each program that calls, so that each can be changed by itself.",
                      )}
                    </p>
                    {!may && <p>{t("An admin of this account can make one.")}</p>}
                  </Empty>
                </div>
              )}
              {live.map((credential) => (
                <CredentialCard
                  key={credential.client_id}
                  credential={credential}
                  {...(may && {
                    onLabel: () => setOpen({ kind: "label", credential }),
                    onRotate: () => setOpen({ kind: "rotate", credential }),
                    onRevoke: () => setOpen({ kind: "revoke", credential }),
                  })}
                />
              ))}
              {live.length > 0 && <Overlap />}
              {revoked.length > 0 && (
                <details className="card credentials-revoked">
                  <summary>{t("Revoked ({length})", { length: revoked.length })}</summary>
                  <div className="stack">
                    {revoked.map((credential) => (
                      <CredentialCard key={credential.client_id} credential={credential} />
                    ))}
                  </div>
                </details>
              )}
            </div>
          );
        }}
      </Shown>
      {open !== null && <OpenDialog open={open} onIssued={issue} onClose={close} />}
    </>
  );
}

function OpenDialog({
  open,
  onIssued,
  onClose,
}: {
  readonly open: Open;
  readonly onIssued: (issued: IssuedCredential, command: string) => void;
  readonly onClose: () => void;
}) {
  return (
    <>
      {open.kind === "create" && <CreateCredentialDialog onIssued={onIssued} onClose={onClose} />}
      {open.kind === "label" && <LabelDialog credential={open.credential} onClose={onClose} />}
      {open.kind === "rotate" && (
        <RotateDialog credential={open.credential} onIssued={onIssued} onClose={onClose} />
      )}
      {open.kind === "revoke" && <RevokeDialog credential={open.credential} onClose={onClose} />}
      {open.kind === "issued" && (
        <IssuedDialog issued={open.issued} command={open.command} onClose={onClose} />
      )}
    </>
  );
}

function Overlap() {
  return (
    <p className="soft explain">
      <Trans
        id="<0>Two live secrets</0> are how a secret is changed without an outage: rotate, give the caller the new one, and watch “last used” until only the new one is used. The old one ends by itself. A secret itself is never shown again, only how it begins."
        components={{ 0: <strong /> }}
      />
    </p>
  );
}
