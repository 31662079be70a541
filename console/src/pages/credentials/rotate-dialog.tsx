import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import type { Credential, IssuedCredential } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { RadioField, SelectField } from "../../kit/field.tsx";
import { textIn } from "../../kit/text-in.ts";
import { When } from "../../kit/when.tsx";
import { useAccount } from "../../shell/account.ts";
import { stateOf } from "./secret-age.ts";

const overlaps = [
  { flag: "1h", words: t("an hour"), seconds: 3_600 },
  { flag: "24h", words: t("a day"), seconds: 86_400 },
  { flag: "7d", words: t("a week"), seconds: 7 * 86_400 },
  { flag: "30d", words: t("30 days"), seconds: 30 * 86_400 },
] as const;

/** Gives a client a new secret, with or without an overlap. */
export function RotateDialog({
  credential,
  onIssued,
  onClose,
}: {
  readonly credential: Credential;
  readonly onIssued: (issued: IssuedCredential, command: string) => void;
  readonly onClose: () => void;
}) {
  const path = useAccount();
  const rotate = useChange("rotateCredential");
  const { client_id: id, secrets } = credential;
  const live = secrets.filter(
    (secret) => stateOf(secret, Date.now(), { revoked: false, inDanger: false }).live,
  );
  const ending = live.length > 1 ? live.find(({ expires_at }) => expires_at !== null) : undefined;
  const [atOnce, setAtOnce] = useState(ending !== undefined);
  const submit = (typed: FormData) => {
    const flag = textIn(typed, "overlap");
    const overlap = overlaps.find((each) => each.flag === flag) ?? overlaps[1];
    rotate.mutate(
      {
        path: { ...path, client_id: id },
        body: { overlap_seconds: atOnce ? 0 : overlap.seconds },
      },
      {
        onSuccess: ({ body }) =>
          onIssued(
            body,
            `npx booking credential rotate ${id} ${atOnce ? "--now" : `--overlap ${overlap.flag}`}`,
          ),
      },
    );
  };
  return (
    <FormDialog
      title={t("Rotate the secret")}
      description={
        <>
          <Trans
            id="A new secret for {code}, shown once, right after this."
            values={{ code: <code>{id}</code> }}
          />
        </>
      }

      submit={atOnce ? t("End the old one, make a new one") : t("Make a new secret")}
      tone={atOnce ? "danger" : "primary"}
      busy={rotate.isPending}
      error={rotate.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {ending?.expires_at != null && <TwoLiveNote until={ending.expires_at} />}
      <HowField atOnce={atOnce} onAtOnce={setAtOnce} mustBeAtOnce={ending !== undefined} />
    </FormDialog>
  );
}

function HowField({
  atOnce,
  onAtOnce,
  mustBeAtOnce,
}: {
  readonly atOnce: boolean;
  readonly onAtOnce: (atOnce: boolean) => void;
  readonly mustBeAtOnce: boolean;
}) {
  return (
    <fieldset className="choice">
      <legend className="field-label">{t("What happens to the old secret?")}</legend>
      <RadioField
        name="how"
        label={t("It goes on for a while")}
        hint={t(
          "Planned: the old secret and its tokens work beside the new ones, so the caller can change over at leisure.",
        )}
        checked={!atOnce}
        disabled={mustBeAtOnce}
        onChange={() => onAtOnce(false)}
      />
      {!atOnce && (
        <div className="indented">
          <SelectField name="overlap" label={t("For how long")} defaultValue="24h">
            {overlaps.map(({ flag: value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <RadioField
        name="how"
        label={t("It ends at once")}
        hint={t(
          "For a secret that leaked: it and its tokens are dead within a second, and the caller is out until it has the new one.",
        )}
        checked={atOnce}
        onChange={() => onAtOnce(true)}
      />
    </fieldset>
  );
}

function TwoLiveNote({ until }: { readonly until: string }) {
  return (
    <div className="note" data-tone="amber">
      <p>
        <Trans
          id="Two secrets are live already, the older one until {when}. A third is possible only when the others end at once; otherwise wait."
          values={{ when: <When at={until} /> }}
        />
      </p>
    </div>
  );
}
