import { useState } from "react";
import { ask } from "../../api/ask.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { TextField } from "../../kit/field.tsx";
import { LostUpdate } from "../../kit/lost-update.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useGuardedSave } from "../../kit/use-guarded-save.ts";
import { useAccount } from "../../shell/account.ts";
import type { Group } from "./catalogue.ts";

type Line = Pick<Group, "display_name">;

/** Makes a group, or changes what it is called. */
export function GroupDialog({
  group,
  onClose,
}: {
  readonly group: Group | null;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const [seen] = useState(group);
  const [key, setKey] = useState("");
  const [name, setName] = useState(group?.display_name ?? "");
  const path = { ...account, unique_key: seen?.unique_key ?? key };
  const guarded = useGuardedSave<Line>({
    etag: seen?.etag ?? null,
    put: (condition) => ask("putGroup", { path, ...condition, body: { display_name: name } }),
    read: () => ask("showGroup", { path }),
    onSaved: () => {
      tell(`Group ${name} is saved.`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={seen === null ? "New group" : `Group ${seen.unique_key}`}
      description="The organisation that campaigns belong to; callers see its name."
    >
      <DialogForm
        submit="Save group"
        busy={guarded.busy}
        error={guarded.error}
        disabled={guarded.lost !== null}
        onSubmit={guarded.save}
        onClose={onClose}
      >
        {seen === null && (
          <TextField
            label="Unique key"
            hint="Such as acme-fr. It cannot be changed later."
            required
            maxLength={256}
            value={key}
            onChange={({ target }) => setKey(target.value)}
          />
        )}
        <TextField
          label="Display name"
          required
          maxLength={1024}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <LostUpdate
          of={guarded}
          seen={seen}
          describe={(line: Line) => ({ "Display name": line.display_name })}
          onTake={(line) => setName(line.display_name)}
        />
      </DialogForm>
    </Dialog>
  );
}
