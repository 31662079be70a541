import { useState } from "react";
import { t } from "../../language/t.ts";
import type { Account } from "../../api/operations.ts";
import { useApiQuery, useChange } from "../../api/queries.ts";
import { useMayEverywhere } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";

/** Closing an account: no caller reaches it any more, and its data stays. */
export function CloseCard({ account }: { readonly account: Account }) {
  const may = useMayEverywhere("accounts");
  const [asking, setAsking] = useState(false);
  if (!may) return null;
  return (
    <section className="card stack" aria-labelledby="close-title">
      <div>
        <h2 id="close-title">{t("Close the account")}</h2>
        <p className="soft">
          {t(
            "Takes away its API hosts, its endpoints and its clients. Bookings and campaigns stay, and operators still see them.",
          )}
        </p>
      </div>
      <div className="row">
        <Button tone="danger" onClick={() => setAsking(true)}>
          {t("Close the account")}
        </Button>
      </div>
      {asking && <CloseDialog account={account} onClose={() => setAsking(false)} />}
    </section>
  );
}

function CloseDialog({
  account: { account: name, api_hosts: hosts, enabled_endpoints: endpoints },
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}) {
  const path = useAccount();
  const close = useChange("closeAccount");
  const credentials = useApiQuery("listCredentials", { path });
  const live = credentials.data?.body.items.filter(({ revoked_at }) => revoked_at === null) ?? [];
  return (
    <ConfirmDialog
      title={t("Close {name}?", { name })}
      action={t("Close it")}
      word={name}
      wordLabel={t("Type the account to confirm")}
      busy={close.isPending}
      error={close.error}
      onClose={onClose}
      onConfirm={() =>
        close.mutate(
          { path, body: {} },
          {
            onSuccess: () => {
              tell(t("{name} is closed.", { name }));
              onClose();
            },
          },
        )
      }
    >
      <p>
        {t(
          "Within a second no caller reaches this account: its tokens are dead, and calls are answered 401.",
        )}
      </p>
      <ul>
        <li>
          {t("{count, plural, one {One API host} other {# API hosts}}: {names}", {
            count: hosts.length,
            names: hosts.join(", ") || "–",
          })}
        </li>
        <li>
          {t("{count, plural, one {One endpoint} other {# endpoints}}: {names}", {
            count: endpoints.length,
            names: endpoints.join(", ") || "–",
          })}
        </li>
        <li>
          {t("{count, plural, one {One client} other {# clients}}: {names}", {
            count: live.length,
            names: live.map(({ client_id: id, label }) => label ?? id).join(", ") || "–",
          })}
        </li>
      </ul>
      <p className="soft">
        {t(
          "A host, endpoints and a new client open it again. Secrets do not come back: every caller needs a new one.",
        )}
      </p>
    </ConfirmDialog>
  );
}
