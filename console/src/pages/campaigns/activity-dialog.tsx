import { useState } from "react";
import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import type { Operations } from "../../api/operations.ts";
import { GuardedDialog } from "../../kit/guarded-dialog.tsx";
import { LostUpdate, type Described } from "../../kit/lost-update.tsx";
import { textIn } from "../../kit/text-in.ts";
import { tell } from "../../kit/toasts.tsx";
import { useGuardedSave } from "../../kit/use-guarded-save.ts";
import { useAccount } from "../../shell/account.ts";
import type { Activity, Campaign } from "./catalogue.ts";
import { TranslationEditor } from "./translation-editor.tsx";
import { useAlsoSlots } from "./use-also-slots.tsx";
import { KeyField, slotLengthIn, SlotLengthField } from "./line-fields.tsx";

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
  const [texts, setTexts] = useState(() => textsOf(activity));
  const idIn = (typed: FormData) => activity?.id ?? textIn(typed, "id");
  const pathOf = (typed: FormData) => ({
    ...account,
    interaction: campaign.public_key,
    id: idIn(typed),
  });
  const also = useAlsoSlots(campaign.timezone, onClose);
  const guarded = useGuardedSave<Line>({
    thing: activity,
    put: (condition, typed) =>
      callApi("putActivity", {
        path: pathOf(typed),
        ...condition,
        body: {
          title: withoutEmpty(texts.title),
          location_hint: withoutEmpty(texts.location_hint),
          slot_duration_in_minutes: slotLengthIn(typed),
        },
      }),
    read: (typed) => callApi("showActivity", { path: pathOf(typed) }),
    onSaved: (typed) => {
      tell(t("Activity {id} is saved.", { id: idIn(typed) }));
      if (activity === null) return onClose();
      const place = {
        interaction: campaign.public_key,
        activity: idIn(typed),
        slot_duration_in_minutes: slotLengthIn(typed),
      };
      also.ask(place, guarded.seen?.slot_duration_in_minutes);
    },
  });
  if (also.question !== null) return also.question;
  return (
    <GuardedDialog
      size="wide"
      title={activity === null ? t("New activity") : t("Activity {id}", { id: activity.id })}
      submit={t("Save activity")}
      guarded={guarded}
      onClose={onClose}
    >
      {activity === null && <KeyField hint={t("Such as tasting, unique in this campaign.")} />}
      <TranslationEditor
        campaign={campaign}
        texts={texts}
        onChange={(field, changed) => setTexts({ ...texts, [field]: changed })}
      />
      <SlotLengthField
        label={t("Length of its slots in minutes")}
        hint={t("Empty: no set length. Where the activity has hosts, theirs counts.")}
        start={guarded.start?.slot_duration_in_minutes}
      />
      <LostUpdate
        of={guarded}
        describe={describeActivity}
        onTake={(line) => setTexts(textsOf(line))}
      />
    </GuardedDialog>
  );
}

function textsOf(line: Pick<Line, "title" | "location_hint"> | null) {
  return { title: line?.title ?? {}, location_hint: line?.location_hint ?? {} };
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
