import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import { ask } from "../../api/ask.ts";
import { TextField } from "../../kit/field.tsx";
import { GuardedDialog } from "../../kit/guarded-dialog.tsx";
import { LostUpdate } from "../../kit/lost-update.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useGuardedSave } from "../../kit/use-guarded-save.ts";
import { useAccount } from "../../shell/account.ts";
import { CampaignFields } from "./campaign-fields.tsx";
import {
  bodyOf,
  defaultOf,
  describeCampaign,
  formOf,
  wrongLanguages,
  type CampaignForm,
  type CampaignLine,
} from "./campaign-form.ts";
import type { Campaign, Group } from "./catalogue.ts";
import { KeyField } from "./line-fields.tsx";

/** Makes a campaign with its first activity, and its group where that is new; or changes one. */
export function CampaignDialog({
  campaign,
  groups,
  onClose,
}: {
  readonly campaign: Campaign | null;
  readonly groups: readonly Group[];
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const navigate = useNavigate();
  const [seen] = useState(campaign);
  const [form, setForm] = useState<CampaignForm>(() =>
    formOf(campaign ?? newCampaign(groups[0]?.unique_key ?? "")),
  );
  const [key, setKey] = useState("");
  const [group, setGroup] = useState({ unique_key: "", display_name: "" });
  const [activity, setActivity] = useState({ id: "", title: "" });
  const publicKey = seen?.public_key ?? key;
  const path = { ...account, public_key: publicKey };
  const make = () => {
    const isNewGroup = form.group === "";
    const body = bodyOf({ ...form, group: isNewGroup ? group.unique_key : form.group }, undefined);
    const title = { [defaultOf(form)]: activity.title };
    const lines = [
      ...(isNewGroup ? [{ kind: "group", ...group }] : []),
      { kind: "interaction", public_key: key, ...body },
      { kind: "activity", interaction: key, id: activity.id, title },
    ];
    const edits = lines.map((line) => ({ line, if_match: null }));
    return ask("editCatalogue", { path: account, body: { edits } });
  };
  const guarded = useGuardedSave<CampaignLine>({
    etag: seen?.etag ?? null,
    put: (condition) =>
      seen === null
        ? make()
        : ask("putInteraction", { path, ...condition, body: bodyOf(form, seen.id) }),
    read: () => ask("showInteraction", { path }),
    onSaved: () => {
      tell(t("Campaign {publicKey} is saved.", { publicKey }));
      onClose();
      if (seen !== null) return;
      void navigate({
        to: "/at/$tenant/$environment/campaigns/$interaction",
        params: { ...account, interaction: publicKey },
      });
    },
  });
  return (
    <GuardedDialog
      size="wide"
      title={seen === null ? t("New campaign") : t("Campaign {publicKey}", { publicKey })}
      submit={t("Save campaign")}
      guarded={guarded}
      disabled={wrongLanguages(form.languages) !== null}
      onClose={onClose}
    >
      {seen === null && (
        <KeyField
          label={t("Public key")}
          hint={t("Callers name the campaign by it, such as pk_summer.")}
          value={key}
          onValue={setKey}
        />
      )}
      <CampaignFields
        form={form}
        onForm={setForm}
        groups={groups}
        newGroup={seen === null ? { group, setGroup } : null}
      />
      {seen === null && (
        <div className="grid">
          <TextField
            label={t("First activity: id")}
            hint={t("Such as tasting. A campaign has at least one activity.")}
            required
            maxLength={256}
            value={activity.id}
            onChange={({ target }) => setActivity({ ...activity, id: target.value })}
          />
          <TextField
            label={
              defaultOf(form) === ""
                ? t("First activity: title")
                : t("First activity: title ({language})", { language: defaultOf(form) })
            }
            hint={t("Other languages, hosts and ticket types come next.")}
            required
            value={activity.title}
            onChange={({ target }) => setActivity({ ...activity, title: target.value })}
          />
        </div>
      )}
      {seen === null && guarded.lost !== null ? (
        <p className="note" data-tone="amber" role="alert">
          <Trans
            id="<0>One of these names is taken already.</0> Nothing was saved, and what you typed is kept: close this and look at the list, or choose another key."
            components={{ 0: <strong /> }}
          />
        </p>
      ) : (
        <LostUpdate
          of={guarded}
          seen={seen}
          describe={describeCampaign}
          onTake={(line) => setForm(formOf(line))}
        />
      )}
    </GuardedDialog>
  );
}

function newCampaign(group: string): Omit<CampaignLine, "kind" | "public_key"> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { group, timezone: timeZone, languages: ["en"], default_language: "en" };
}
