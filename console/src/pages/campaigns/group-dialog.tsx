import { useState } from "react";
import { t } from "../../language/t.ts";
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
      tell(t("Group {name} is saved.", { name }));
      onClose();
    },
  });
  return (
    <GuardedDialog
      title={
        seen === null ? t("New group") : t("Group {unique_key}", { unique_key: seen.unique_key })
      }
      description={t("The organisation that campaigns belong to; callers see its name.")}
      submit={t("Save group")}
      guarded={guarded}
      onClose={onClose}
    >
      {seen === null && (
        <KeyField
          label={t("Unique key")}
          hint={t("Such as acme-fr.")}
          value={key}
          onValue={setKey}
        />
      )}
      <DisplayNameField value={name} onValue={setName} />
      <LostUpdate
        of={guarded}
        seen={seen}
        describe={(line: Line) => ({ [t("Display name")]: line.display_name })}
        onTake={(line) => setName(line.display_name)}
      />
    </GuardedDialog>
  );
}
