import { useState } from "react";
import { ask } from "../../api/ask.ts";
import type { Operations } from "../../api/operations.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { TextField } from "../../kit/field.tsx";
import { LostUpdate } from "../../kit/lost-update.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useGuardedSave } from "../../kit/use-guarded-save.ts";
import type { Host } from "./catalogue.ts";

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
  const [minutes, setMinutes] = useState(host?.slot_duration_in_minutes?.toString() ?? "");
  const path = { ...activity, id: seen?.id ?? id };
  const guarded = useGuardedSave<Line>({
    etag: seen?.etag ?? null,
    put: (condition) =>
      ask("putHost", {
        path,
        ...condition,
        body: {
          display_name: name,
          slot_duration_in_minutes: minutes === "" ? null : Number(minutes),
        },
      }),
    read: () => ask("showHost", { path }),
    onSaved: () => {
      tell(`Host ${name} is saved.`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={seen === null ? "Add host" : `Host ${seen.id}`}
      description="A station or a person that callers choose; each slot then belongs to one host."
    >
      <DialogForm
        submit="Save host"
        busy={guarded.busy}
        error={guarded.error}
        disabled={guarded.lost !== null}
        onSubmit={guarded.save}
        onClose={onClose}
      >
        {seen === null && (
          <TextField
            label="Id"
            hint="Such as station-3. It cannot be changed later."
            required
            maxLength={256}
            value={id}
            onChange={({ target }) => setId(target.value)}
          />
        )}
        <TextField
          label="Display name"
          required
          maxLength={1024}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label="Length of the host’s slots in minutes"
          type="number"
          min={1}
          max={1440}
          hint="Empty: no set length."
          value={minutes}
          onChange={({ target }) => setMinutes(target.value)}
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
            setMinutes(line.slot_duration_in_minutes?.toString() ?? "");
          }}
        />
      </DialogForm>
    </Dialog>
  );
}
