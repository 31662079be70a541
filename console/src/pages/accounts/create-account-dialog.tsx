import { useNavigate } from "@tanstack/react-router";
import { t } from "../../language/t.ts";
import { useChange } from "../../api/queries.ts";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { CheckField, SelectField, TextField } from "../../kit/field.tsx";
import { textIn } from "../../kit/text-in.ts";
import { tell } from "../../kit/toasts.tsx";
import { endpointWords } from "./endpoint-words.ts";
import { readHost } from "./read-host.ts";

/** Makes an account and goes to its page. */
export function CreateAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useCreate(onClose);
  return (
    <FormDialog
      title={t("New account")}
      description={t(
        "One tenant in one environment. Its callers, campaigns and bookings are apart from all others.",
      )}

      submit={t("Make the account")}
      busy={create.isPending}
      error={create.error}
      onSubmit={create.submit}
      onClose={onClose}
    >
      <div className="grid two">
        <TextField
          name="tenant"
          label={t("Tenant")}
          hint={t("The customer, such as acme")}
          autoComplete="off"
          spellCheck={false}
          validate={whyTenantWrong}
        />
        <SelectField name="environment" label={t("Environment")}>
          {["development", "uat", "production"].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      </div>
      <TextField
        name="hosts"
        label={t("API hosts")}
        hint={t(
          "The host names that callers use, such as api.acme.example; several with spaces between",
        )}
        autoComplete="off"
        spellCheck={false}
        validate={(text) => whyHostsWrong(hostsIn(text))}
      />
      <fieldset className="choice">
        <legend className="field-label">{t("Endpoints that its clients may call")}</legend>
        {endpointWords.map(({ endpoint, name }) => (
          <CheckField key={endpoint} name={endpoint} label={name} defaultChecked />
        ))}
      </fieldset>
    </FormDialog>
  );
}

/** Makes the account, calls `onMade`, and goes to the account's page. */
function useCreate(onMade: () => void) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useChange("createAccount");
  const submit = (typed: FormData) => {
    const tenant = textIn(typed, "tenant").trim();
    const environment = textIn(typed, "environment");
    const account = `${tenant}/${environment}`;
    const endpoints = endpointWords
      .map(({ endpoint }) => endpoint)
      .filter((endpoint) => typed.has(endpoint));
    const hosts = hostsIn(textIn(typed, "hosts"));
    mutate(
      { body: { account, api_hosts: hosts, enabled_endpoints: endpoints } },
      {
        onSuccess: () => {
          tell(t("Account {account} is made.", { account }));
          onMade();
          void navigate({
            to: "/at/$tenant/$environment/account",
            params: { tenant, environment },
          });
        },
      },
    );
  };
  return { submit, isPending, error };
}

function hostsIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((each) => each !== "");
}

function whyTenantWrong(text: string): string | null {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(text.trim())
    ? null
    : t("Letters, digits, dots, hyphens and underscores; the first a letter or a digit.");
}

function whyHostsWrong(hosts: readonly string[]): string | null {
  if (hosts.length === 0) return t("Name at least one host: without it callers reach nothing.");
  const wrong = hosts.find((host) => readHost(host) === null);
  return wrong === undefined
    ? null
    : t("{wrong} is no host name: write it without https:// and without a path.", { wrong });
}
