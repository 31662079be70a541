import { useState } from "react";
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
      tell(`Host ${name} is saved.`);
      onClose();
    },
  });
  return (
    <GuardedDialog
      title={seen === null ? "Add host" : `Host ${seen.id}`}
      description="A station or a person that callers choose; each slot then belongs to one host."
      submit="Save host"
      guarded={guarded}
      onClose={onClose}
    >
      {seen === null && <KeyField hint="Such as station-3." value={id} onValue={setId} />}
      <DisplayNameField value={name} onValue={setName} />
      <SlotLengthField
        label="Length of the host’s slots in minutes"
        hint="Empty: no set length."
        value={minutes}
        onValue={setMinutes}
      />
      <LostUpdate
        of={guarded}
        seen={seen}
        describe={(line: Line) => ({
          "Display name": line.display_name,
          Length: line.slot_duration_in_minutes?.toString() ?? "none",
        })}
        onTake={(line) => {
          setName(line.display_name);
          setMinutes(typedMinutes(line.slot_duration_in_minutes));
        }}
      />
    </GuardedDialog>
  );
}
