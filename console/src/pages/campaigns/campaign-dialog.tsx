import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Trans } from "@lingui/react";
import { language as ownLanguage, t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import { RadioField, TextField } from "../../kit/field.tsx";
import { GuardedDialog } from "../../kit/guarded-dialog.tsx";
import { LostUpdate } from "../../kit/lost-update.tsx";
import { textIn } from "../../kit/text-in.ts";
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
  wrongReminders,
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
  const [form, setForm] = useState<CampaignForm>(() =>
    formOf(campaign ?? newCampaign(groups[0]?.unique_key ?? "")),
  );
  const keyIn = (typed: FormData) => campaign?.public_key ?? textIn(typed, "public_key");
  const pathOf = (typed: FormData) => ({ ...account, public_key: keyIn(typed) });
  const guarded = useGuardedSave<CampaignLine>({
    thing: campaign,
    put: (condition, typed) =>
      campaign === null
        ? callApi("editCatalogue", { path: account, body: { edits: editsOf(form, typed) } })
        : callApi("putInteraction", {
            path: pathOf(typed),
            ...condition,
            body: { ...bodyOf(form, campaign.id), ...zoneChangeIn(typed) },
          }),
    read: (typed) => callApi("showInteraction", { path: pathOf(typed) }),
    onSaved: (typed) => {
      const publicKey = keyIn(typed);
      tell(t("Campaign {publicKey} is saved.", { publicKey }));
      onClose();
      if (campaign !== null) return;
      void navigate({
        to: "/at/$tenant/$environment/campaigns/$interaction",
        params: { ...account, interaction: publicKey },
      });
    },
  });
  return (
    <GuardedDialog
      size="wide"
      title={titleOf(campaign)}
      submit={t("Save campaign")}
      guarded={guarded}
      disabled={wrongLanguages(form.languages) !== null || wrongReminders(form.reminders) !== null}
      onClose={onClose}
    >
      {campaign === null && (
        <KeyField
          name="public_key"
          label={t("Public key")}
          hint={t("Callers name the campaign by it, such as pk_summer.")}
        />
      )}
      <CampaignFields form={form} onForm={setForm} groups={groups} isNew={campaign === null} />
      {campaign !== null && campaign.timezone !== form.timezone && <ZoneChange />}
      {campaign === null && <FirstActivity language={defaultOf(form)} />}
      {campaign === null && guarded.lost !== null ? (
        <TakenNote />
      ) : (
        <LostUpdate
          of={guarded}
          describe={describeCampaign}
          onTake={(line) => setForm(formOf(line))}
        />
      )}
    </GuardedDialog>
  );
}

function titleOf(campaign: Campaign | null): string {
  return campaign === null
    ? t("New campaign")
    : t("Campaign {publicKey}", { publicKey: campaign.public_key });
}

function FirstActivity({ language }: { readonly language: string }) {
  return (
    <div className="grid">
      <TextField
        name="id"
        label={t("First activity: id")}
        hint={t("Such as tasting. A campaign has at least one activity.")}
        required
        maxLength={256}
      />
      <TextField
        name="title"
        label={
          language === ""
            ? t("First activity: title")
            : t("First activity: title ({language})", { language })
        }
        hint={t("Other languages, hosts and ticket types come next.")}
        required
      />
    </div>
  );
}

/** Another zone's clocks show the slots to come at another hour: without a choice the service says how many, and refuses. */
function ZoneChange() {
  return (
    <fieldset className="stack">
      <legend>{t("Slots to come, where the new zone shows another local time")}</legend>
      <RadioField
        name="zone_change"
        value="keep_wall_clock"
        label={t("move with their bookings to the same hour in the new zone")}
      />
      <RadioField
        name="zone_change"
        value="keep_instants"
        label={t("stay as they are, and everybody is told another local time")}
      />
    </fieldset>
  );
}

function zoneChangeIn(typed: FormData): {
  readonly zone_change?: "keep_instants" | "keep_wall_clock";
} {
  const meant = typed.get("zone_change");
  return meant === "keep_instants" || meant === "keep_wall_clock" ? { zone_change: meant } : {};
}

function TakenNote() {
  return (
    <p className="note" data-tone="amber" role="alert">
      <Trans
        id="<0>One of these names is taken already.</0> Nothing was saved, and what you typed is kept: close this and look at the list, or choose another key."
        components={{ 0: <strong /> }}
      />
    </p>
  );
}

/** A new campaign with its first activity, and with its group where that is new. */
function editsOf(form: CampaignForm, typed: FormData) {
  const text = (name: string) => textIn(typed, name);
  const isNewGroup = form.group === "";
  const group = isNewGroup ? text("unique_key") : form.group;
  const key = text("public_key");
  const lines = [
    ...(isNewGroup
      ? [{ kind: "group", unique_key: group, display_name: text("display_name") }]
      : []),
    { kind: "interaction", public_key: key, ...bodyOf({ ...form, group }, undefined) },
    {
      kind: "activity",
      interaction: key,
      id: text("id"),
      title: { [defaultOf(form)]: text("title") },
    },
  ];
  return lines.map((line) => ({ line, if_match: null }));
}

function newCampaign(group: string): Omit<CampaignLine, "kind" | "public_key"> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { group, timezone: timeZone, languages: [ownLanguage], default_language: ownLanguage };
}
