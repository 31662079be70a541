import { useState } from "react";
import { t } from "../../language/t.ts";
import { ask } from "../../api/ask.ts";
import type { Operations } from "../../api/operations.ts";
import { GuardedDialog } from "../../kit/guarded-dialog.tsx";
import { LostUpdate } from "../../kit/lost-update.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useGuardedSave } from "../../kit/use-guarded-save.ts";
import type { Host } from "./catalogue.ts";
import {
  DisplayNameField,
  KeyField,
  minutesTyped,
  SlotLengthField,
  typedMinutes,
} from "./line-fields.tsx";

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
  const [seen] = useState(host);
  const [id, setId] = useState("");
  const [name, setName] = useState(host?.display_name ?? "");
  const [minutes, setMinutes] = useState(typedMinutes(host?.slot_duration_in_minutes));
  const path = { ...activity, id: seen?.id ?? id };
  const guarded = useGuardedSave<Line>({
    etag: seen?.etag ?? null,
    put: (condition) =>
      ask("putHost", {
        path,
        ...condition,
        body: {
          display_name: name,
          slot_duration_in_minutes: minutesTyped(minutes),
        },
      }),
    read: () => ask("showHost", { path }),
    onSaved: () => {
      tell(t("Host {name} is saved.", { name }));
      onClose();
    },
  });
  return (
    <GuardedDialog
      title={seen === null ? t("Add host") : t("Host {id}", { id: seen.id })}
      description={t(
        "A station or a person that callers choose; each slot then belongs to one host.",
      )}
      submit={t("Save host")}
      guarded={guarded}
      onClose={onClose}
    >
      {seen === null && <KeyField hint={t("Such as station-3.")} value={id} onValue={setId} />}
      <DisplayNameField value={name} onValue={setName} />
      <SlotLengthField
        label={t("Length of the host’s slots in minutes")}
        hint={t("Empty: no set length.")}
        value={minutes}
        onValue={setMinutes}
      />
      <LostUpdate
        of={guarded}
        seen={seen}
        describe={(line: Line) => ({
          [t("Display name")]: line.display_name,
          [t("Length")]: line.slot_duration_in_minutes?.toString() ?? t("none"),
        })}
        onTake={(line) => {
          setName(line.display_name);
          setMinutes(typedMinutes(line.slot_duration_in_minutes));
        }}
      />
    </GuardedDialog>
  );
}
