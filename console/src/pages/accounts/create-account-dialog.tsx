import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { t } from "../../language/t.ts";
import type { Operations } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { CheckField, SelectField, TextField } from "../../kit/field.tsx";
import { Fault } from "../../kit/states.tsx";
import { tell } from "../../kit/toasts.tsx";
import { endpointWords } from "./endpoint-words.ts";
import { readHost } from "./read-host.ts";

type Endpoint = NonNullable<
  NonNullable<Operations["createAccount"]["body"]>["enabled_endpoints"]
>[number];

/** Makes an account and goes to its page. */
export function CreateAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const create = useChange("createAccount");
  const [tenant, setTenant] = useState("");
  const [environment, setEnvironment] = useState("development");
  const [hosts, setHosts] = useState("");
  const [enabled, setEnabled] = useState<readonly Endpoint[]>(
    endpointWords.map(({ endpoint }) => endpoint),
  );
  const [tried, setTried] = useState(false);
  const wrongTenant = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(tenant.trim())
    ? null
    : t("Letters, digits, dots, hyphens and underscores; the first a letter or a digit.");
  const read = hosts.split(/[\s,]+/).filter((each) => each !== "");
  const wrongHosts = whyHostsWrong(read);

  const submit = () => {
    setTried(true);
    if (wrongTenant !== null || wrongHosts !== null) return;
    const account = `${tenant.trim()}/${environment}`;
    create.mutate(
      { body: { account, api_hosts: read, enabled_endpoints: enabled } },
      {
        onSuccess: () => {
          tell(t("Account {account} is made.", { account }));
          onClose();
          void navigate({
            to: "/at/$tenant/$environment/account",
            params: { tenant: tenant.trim(), environment },
          });
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("New account")}
      description={t(
        "One tenant in one environment. Its callers, campaigns and bookings are apart from all others.",
      )}
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="grid two">
          <TextField
            label={t("Tenant")}
            hint={t("The customer, such as acme")}
            autoComplete="off"
            spellCheck={false}
            value={tenant}
            wrong={tried ? wrongTenant : null}
            onChange={({ target }) => setTenant(target.value)}
          />
          <SelectField
            label={t("Environment")}
            value={environment}
            onChange={({ target }) => setEnvironment(target.value)}
          >
            {["development", "uat", "production"].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
        </div>
        <TextField
          label={t("API hosts")}
          hint={t(
            "The host names that callers use, such as api.acme.example; several with spaces between",
          )}
          autoComplete="off"
          spellCheck={false}
          value={hosts}
          wrong={tried ? wrongHosts : null}
          onChange={({ target }) => setHosts(target.value)}
        />
        <Choice legend={t("Endpoints that its clients may call")}>
          {endpointWords.map(({ endpoint, name }) => (
            <CheckField
              key={endpoint}
              label={name}
              checked={enabled.includes(endpoint)}
              onChange={({ target }) =>
                setEnabled(
                  target.checked
                    ? [...enabled, endpoint]
                    : enabled.filter((each) => each !== endpoint),
                )
              }
            />
          ))}
        </Choice>
        {create.error !== null && <Fault error={create.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" tone="primary" busy={create.isPending}>
            {t("Make the account")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Choice({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <fieldset className="choice">
      <legend className="field-label">{legend}</legend>
      {children}
    </fieldset>
  );
}

function whyHostsWrong(hosts: readonly string[]): string | null {
  if (hosts.length === 0) return t("Name at least one host: without it callers reach nothing.");
  const wrong = hosts.find((host) => readHost(host) === null);
  return wrong === undefined
    ? null
    : t("{wrong} is no host name: write it without https:// and without a path.", { wrong });
}
