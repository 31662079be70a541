import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import type { Account } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { Fault } from "../../kit/states.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";
import { endpointWords, type EndpointWords } from "../accounts/endpoint-words.ts";

/** Which endpoints of the public interface an account's clients may call. */
export function EndpointsCard({ account }: { readonly account: Account }) {
  const path = useAccount();
  const may = useMay("accounts");
  const enable = useChange("enableEndpoint");
  const [disabling, setDisabling] = useState<EndpointWords | null>(null);
  return (
    <section className="card stack" aria-labelledby="endpoints-title">
      <div>
        <h2 id="endpoints-title">{t("Endpoints")}</h2>
        <p className="soft">{t("Clients can always get a token. What they may do with it:")}</p>
      </div>
      <ul className="lines">
        {endpointWords.map((each) => {
          const { endpoint, name, on, off } = each;
          const isOn = account.enabled_endpoints.includes(endpoint);
          return (
            <li key={endpoint} className="stack-small">
              <div className="row spread">
                <span className="row">
                  <strong>{name}</strong>
                  {isOn ? (
                    <Badge tone="good">{t("on")}</Badge>
                  ) : (
                    <Badge tone="amber">{t("off")}</Badge>
                  )}
                </span>
                {may && (
                  <Button
                    aria-label={
                      isOn ? t("Switch off: {name}", { name }) : t("Switch on: {name}", { name })
                    }
                    busy={enable.isPending && enable.variables.path.endpoint === endpoint}
                    onClick={() => {
                      if (isOn) setDisabling(each);
                      else {
                        enable.mutate(
                          { path: { ...path, endpoint } },
                          { onSuccess: () => tell(t("{name} is on, within a second.", { name })) },
                        );
                      }
                    }}
                  >
                    {isOn ? t("Switch off") : t("Switch on")}
                  </Button>
                )}
              </div>
              <p className="soft">{isOn ? on : off}</p>
              <code className="soft">{endpoint}</code>
            </li>
          );
        })}
      </ul>
      {enable.error !== null && <Fault error={enable.error} />}
      {!may && <p className="soft">{t("An admin of this account can switch them.")}</p>}
      {disabling !== null && (
        <DisableEndpoint words={disabling} onClose={() => setDisabling(null)} />
      )}
    </section>
  );
}

function DisableEndpoint({
  words,
  onClose,
}: {
  readonly words: EndpointWords;
  readonly onClose: () => void;
}) {
  const path = useAccount();
  const disable = useChange("disableEndpoint");
  return (
    <ConfirmDialog
      title={t("Switch off: {name}?", { name: words.name })}
      action={t("Switch it off")}
      busy={disable.isPending}
      error={disable.error}
      onClose={onClose}
      onConfirm={() =>
        disable.mutate(
          { path: { ...path, endpoint: words.endpoint } },
          {
            onSuccess: () => {
              tell(t("{name} is off, within a second.", { name: words.name }));
              onClose();
            },
          },
        )
      }
    >
      <p>{words.off}</p>
      <p>
        <Trans
          id="It takes effect within a second, for every client of {strong}. Nothing else changes, and it can be switched on again."
          values={{
            strong: (
              <strong>
                {path.tenant}/{path.environment}
              </strong>
            ),
          }}
        />
      </p>
    </ConfirmDialog>
  );
}
