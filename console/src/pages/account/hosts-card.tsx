import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import type { Account } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { useMayEverywhere } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { TextField } from "../../kit/field.tsx";
import { Form } from "../../kit/form.tsx";
import { Empty } from "../../kit/states.tsx";
import { textIn } from "../../kit/text-in.ts";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";
import { readHost } from "../accounts/read-host.ts";

/** An account's API hosts: the host of a request decides which account it reaches. */
export function HostsCard({ account }: { readonly account: Account }) {
  const may = useMayEverywhere("accounts");
  const [removing, setRemoving] = useState<string | null>(null);
  const { api_hosts: hosts } = account;
  return (
    <section className="card stack" aria-labelledby="hosts-title">
      <div>
        <h2 id="hosts-title">{t("API hosts")}</h2>
        <p className="soft">
          {t(
            "The host of a request decides which account it reaches. Let the name lead to this service, by DNS or a proxy that keeps the Host header.",
          )}
        </p>
      </div>
      {hosts.length === 0 ? (
        <Empty title={t("No host yet")}>{t("Callers reach nothing of this account.")}</Empty>
      ) : (
        <ul className="lines">
          {hosts.map((host) => (
            <li key={host} className="row spread">
              <code>{host}</code>
              {may && (
                <Button
                  tone="quiet"
                  aria-label={t("Remove {host}", { host })}
                  onClick={() => setRemoving(host)}
                >
                  {t("Remove")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {may ? (
        <AddHost />
      ) : (
        <p className="soft">{t("Only an admin of all accounts can change API hosts.")}</p>
      )}
      {removing !== null && (
        <RemoveHost host={removing} isLast={hosts.length === 1} onClose={() => setRemoving(null)} />
      )}
    </section>
  );
}

function AddHost() {
  const path = useAccount();
  const add = useChange("addApiHost");
  const submit = (typed: FormData, form: HTMLFormElement) => {
    const read = readHost(textIn(typed, "hosts"));
    if (read === null) return;
    add.mutate(
      { path: { ...path, host: read } },
      {
        onSuccess: () => {
          form.reset();
          tell(t("{read} leads to this account, within a second.", { read }));
        },
      },
    );
  };
  return (
    <Form
      className="stack-small"
      error={add.error}
      onSubmit={submit}
      onEdit={() => add.reset()}
      actions={null}
    >
      <div className="with-button">
        <TextField
          name="hosts"
          label={t("Another host")}
          autoComplete="off"
          spellCheck={false}
          validate={(text) =>
            readHost(text) === null
              ? t(
                  "Write a host name without https:// and without a path, such as api.acme.example.",
                )
              : null
          }
        />
        <Button type="submit" busy={add.isPending}>
          {t("Add")}
        </Button>
      </div>
    </Form>
  );
}

function RemoveHost({
  host,
  isLast,
  onClose,
}: {
  readonly host: string;
  readonly isLast: boolean;
  readonly onClose: () => void;
}) {
  const path = useAccount();
  const remove = useChange("removeApiHost");
  return (
    <ConfirmDialog
      title={t("Remove {host}?", { host })}
      action={t("Remove the host")}
      {...(isLast && { word: host, wordLabel: t("Type the host to confirm") })}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { path: { ...path, host } },
          {
            onSuccess: () => {
              tell(t("{host} leads to no account any more.", { host }));
              onClose();
            },
          },
        )
      }
    >
      <p>
        <Trans
          id="Within a second, requests to {code} reach no account: calls are answered 401, and token requests are refused."
          values={{ code: <code>{host}</code> }}
        />
      </p>
      {isLast && (
        <p>
          <Trans
            id="<0>It is the only host of this account:</0> none of its callers gets through until another is added."
            components={{ 0: <strong /> }}
          />
        </p>
      )}
    </ConfirmDialog>
  );
}
