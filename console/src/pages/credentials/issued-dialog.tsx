import { useState } from "react";
import { t } from "../../language/t.ts";
import type { IssuedCredential } from "../../api/operations.ts";
import { useApiQuery } from "../../api/queries.ts";
import { Button } from "../../kit/button.tsx";
import { Copy } from "../../kit/copy.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { SelectField } from "../../kit/field.tsx";
import { useAccount } from "../../shell/account.ts";
import { firstCalls, targetsOf } from "./first-calls.ts";

/** A client's secret, shown once, with the calls that try it and the command that does the same. */
export function IssuedDialog({
  issued,
  command,
  onClose,
}: {
  readonly issued: IssuedCredential;
  readonly command: string;
  readonly onClose: () => void;
}) {
  const path = useAccount();
  const account = useApiQuery("showAccount", { path });
  const overview = useApiQuery("showOverview", { query: { window: "5m" } });
  const [chosen, setChosen] = useState(0);
  const hosts = account.data?.body.api_hosts ?? [];
  const targets = hosts.flatMap((host) => targetsOf(host, overview.data?.body.api ?? null));
  const target = targets[chosen] ?? targets[0];
  const calls = target === undefined ? null : firstCalls(target, issued);
  return (
    <Dialog
      open
      lasting
      size="wide"
      onClose={onClose}
      title={t("Keep this secret now")}
      description={t(
        "It is stored as a hash and never shown again. Hand it over through a secret manager, not by mail.",
      )}
    >
      <div className="stack">
        <Copy label={t("Client secret")} text={issued.client_secret} />
        <div className="grid">
          <Copy label={t("Client id")} text={issued.client_id} />
          <Copy label={t("Audience")} text={issued.audience} />
        </div>
        {calls === null ? (
          account.data !== undefined && (
            <div className="note" data-tone="amber">
              <p>{t("The account has no API host yet. Give it one, so that callers reach it.")}</p>
            </div>
          )
        ) : (
          <section className="stack" aria-labelledby="try-title">
            <h3 id="try-title">{t("Try it")}</h3>
            {targets.length > 1 && (
              <TargetField targets={targets} chosen={chosen} onChoose={setChosen} />
            )}
            <Calls calls={calls} />
          </section>
        )}
        <Copy label={t("The same on the command line")} text={command} />
        <div className="dialog-actions">
          <Button tone="primary" onClick={onClose}>
            {t("I have kept the secret")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function TargetField({
  targets,
  chosen,
  onChoose,
}: {
  readonly targets: ReturnType<typeof targetsOf>;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}) {
  return (
    <SelectField
      label={t("Call it at")}
      value={chosen}
      onChange={({ target: { value } }) => onChoose(Number(value))}
    >
      {targets.map(({ baseUrl, hostHeader }, index) => (
        <option key={`${baseUrl} ${hostHeader ?? ""}`} value={index}>
          {hostHeader === null
            ? baseUrl
            : t("{baseUrl}, on the service's machine, as {hostHeader}", {
                baseUrl,
                hostHeader,
              })}
        </option>
      ))}
    </SelectField>
  );
}

function Calls({ calls }: { readonly calls: ReturnType<typeof firstCalls> }) {
  return (
    <>
      <Copy
        label={t("Get a token")}
        text={calls.token}
        hint={t("It holds the secret: paste it only where nobody else reads along.")}
      />
      <Copy
        label={t("List a contact's bookings")}
        text={calls.list}
        hint={t("Put the customer's external id in place of CUST-1.")}
      />
      <Copy
        label={t("Cancel a booking")}
        text={calls.cancel}
        hint={t("Put the booking of a listed record in place of BOOKING.")}
      />
    </>
  );
}
