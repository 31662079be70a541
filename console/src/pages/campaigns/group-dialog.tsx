import { useState } from "react";
import { ask } from "../../api/ask.ts";
import { GuardedDialog } from "../../kit/guarded-dialog.tsx";
import { LostUpdate } from "../../kit/lost-update.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useGuardedSave } from "../../kit/use-guarded-save.ts";
import { useAccount } from "../../shell/account.ts";
import type { Group } from "./catalogue.ts";
import { DisplayNameField, KeyField } from "./line-fields.tsx";

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
    <GuardedDialog
      title={seen === null ? "New group" : `Group ${seen.unique_key}`}
      description="The organisation that campaigns belong to; callers see its name."
      submit="Save group"
      guarded={guarded}
      onClose={onClose}
    >
      {seen === null && (
        <KeyField label="Unique key" hint="Such as acme-fr." value={key} onValue={setKey} />
      )}
      <DisplayNameField value={name} onValue={setName} />
      <LostUpdate
        of={guarded}
        seen={seen}
        describe={(line: Line) => ({ "Display name": line.display_name })}
        onTake={(line) => setName(line.display_name)}
      />
    </GuardedDialog>
  );
}
