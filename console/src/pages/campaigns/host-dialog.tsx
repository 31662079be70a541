import { t } from "../../language/t.ts";
import { useCampaigns } from "../../api/campaigns.ts";
import { callApi } from "../../api/call-api.ts";
import type { Operations } from "../../api/operations.ts";
import { CheckField } from "../../kit/field.tsx";
import { GuardedDialog } from "../../kit/guarded-dialog.tsx";
import { LostUpdate } from "../../kit/lost-update.tsx";
import { textIn } from "../../kit/text-in.ts";
import { tell } from "../../kit/toasts.tsx";
import { useGuardedSave } from "../../kit/use-guarded-save.ts";
import type { Host } from "./catalogue.ts";
import { useAlsoSlots } from "./use-also-slots.tsx";
import { DisplayNameField, KeyField, slotLengthIn, SlotLengthField } from "./line-fields.tsx";

type Line = Operations["showHost"]["answer"];

/** Adds a host or changes one. */
export function HostDialog({
  path: activity,
  host,
  onClose,
}: {
  readonly path: Operations["listHosts"]["path"];
  readonly host: Host | null;
  readonly onClose: () => void;
}) {
  const pathOf = (typed: FormData) => ({ ...activity, id: host?.id ?? textIn(typed, "id") });
  const zone = useCampaigns().zoneOf(activity.interaction);
  const also = useAlsoSlots(zone, onClose);
  const guarded = useGuardedSave<Line>({
    thing: host,
    put: (condition, typed) =>
      callApi("putHost", {
        path: pathOf(typed),
        ...condition,
        body: {
          display_name: textIn(typed, "display_name"),
          slot_duration_in_minutes: slotLengthIn(typed),
          overlaps: typed.has("overlaps"),
        },
      }),
    read: (typed) => callApi("showHost", { path: pathOf(typed) }),
    onSaved: (typed) => {
      tell(t("Host {name} is saved.", { name: textIn(typed, "display_name") }));
      if (host === null) return onClose();
      const place = {
        interaction: activity.interaction,
        activity: activity.activity,
        host: pathOf(typed).id,
        slot_duration_in_minutes: slotLengthIn(typed),
      };
      also.ask(place, guarded.seen?.slot_duration_in_minutes);
    },
  });
  if (also.question !== null) return also.question;
  return (
    <GuardedDialog
      title={host === null ? t("Add host") : t("Host {id}", { id: host.id })}
      description={t(
        "A station or a person that callers choose; each slot then belongs to one host.",
      )}
      submit={t("Save host")}
      guarded={guarded}
      onClose={onClose}
    >
      {host === null && <KeyField hint={t("Such as station-3.")} />}
      <DisplayNameField start={guarded.start?.display_name} />
      <SlotLengthField
        label={t("Length of the host’s slots in minutes")}
        hint={t("Empty: no set length.")}
        start={guarded.start?.slot_duration_in_minutes}
      />
      <CheckField
        name="overlaps"
        label={t("May have two slots at one time, as a room or a desk may")}
        defaultChecked={guarded.start?.overlaps === true}
      />
      <LostUpdate of={guarded} describe={describeHost} />
    </GuardedDialog>
  );
}

function describeHost(line: Line) {
  return {
    [t("Display name")]: line.display_name,
    [t("Length")]: line.slot_duration_in_minutes?.toString() ?? t("none"),
    [t("Two slots at one time")]: line.overlaps === true ? t("yes") : t("no"),
  };
}
