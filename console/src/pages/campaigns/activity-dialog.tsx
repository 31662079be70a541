import { useState } from "react";
import { t } from "../../language/t.ts";
import { ask } from "../../api/ask.ts";
import type { Operations } from "../../api/operations.ts";
import { GuardedDialog } from "../../kit/guarded-dialog.tsx";
import { LostUpdate, type Described } from "../../kit/lost-update.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useGuardedSave } from "../../kit/use-guarded-save.ts";
import { useAccount } from "../../shell/account.ts";
import type { Activity, Campaign } from "./catalogue.ts";
import { TranslationEditor } from "./translation-editor.tsx";
import { KeyField, minutesTyped, SlotLengthField, typedMinutes } from "./line-fields.tsx";

type Line = Operations["showActivity"]["answer"];
type Texts = Readonly<Record<string, string>>;

/** Makes an activity or changes it: its texts in every language side by side, and its length. */
export function ActivityDialog({
  campaign,
  activity,
  onClose,
}: {
  readonly campaign: Campaign;
  readonly activity: Activity | null;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const [seen] = useState(activity);
  const [id, setId] = useState("");
  const [title, setTitle] = useState<Texts>(activity?.title ?? {});
  const [hint, setHint] = useState<Texts>(activity?.location_hint ?? {});
  const [minutes, setMinutes] = useState(typedMinutes(activity?.slot_duration_in_minutes));
  const path = { ...account, interaction: campaign.public_key, id: seen?.id ?? id };
  const guarded = useGuardedSave<Line>({
    etag: seen?.etag ?? null,
    put: (condition) =>
      ask("putActivity", {
        path,
        ...condition,
        body: {
          title: withoutEmpty(title),
          location_hint: withoutEmpty(hint),
          slot_duration_in_minutes: minutesTyped(minutes),
        },
      }),
    read: () => ask("showActivity", { path }),
    onSaved: () => {
      tell(t("Activity {id} is saved.", { id: path.id }));
      onClose();
    },
  });
  return (
    <GuardedDialog
      size="wide"
      title={seen === null ? t("New activity") : t("Activity {id}", { id: seen.id })}
      submit={t("Save activity")}
      guarded={guarded}
      onClose={onClose}
    >
      {seen === null && (
        <KeyField
          hint={t("Such as tasting, unique in this campaign.")}
          value={id}
          onValue={setId}
        />
      )}
      <TranslationEditor
        campaign={campaign}
        texts={{ title, location_hint: hint }}
        onChange={(field, texts) => (field === "title" ? setTitle(texts) : setHint(texts))}
      />
      <SlotLengthField
        label={t("Length of its slots in minutes")}
        hint={t("Empty: no set length. Where the activity has hosts, theirs counts.")}
        value={minutes}
        onValue={setMinutes}
      />
      <LostUpdate
        of={guarded}
        seen={seen}
        describe={describeActivity}
        onTake={(line) => {
          setTitle(line.title);
          setHint(line.location_hint ?? {});
          setMinutes(typedMinutes(line.slot_duration_in_minutes));
        }}
      />
    </GuardedDialog>
  );
}

/** An empty text counts as none, so it is left out. */
function withoutEmpty(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

function describeActivity(line: Line): Described {
  const texts = (label: string, map: Texts) =>
    Object.entries(map).map(([language, text]) => [`${label} (${language})`, text] as const);
  return {
    ...Object.fromEntries(texts(t("Title"), line.title)),
    ...Object.fromEntries(texts(t("Location hint"), line.location_hint ?? {})),
    [t("Length")]:
      line.slot_duration_in_minutes == null
        ? t("none")
        : t("{count, plural, one {# minute} other {# minutes}}", {
            count: line.slot_duration_in_minutes,
          }),
  };
}
