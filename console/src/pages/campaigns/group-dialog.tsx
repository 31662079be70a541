import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import { GuardedDialog } from "../../kit/guarded-dialog.tsx";
import { LostUpdate } from "../../kit/lost-update.tsx";
import { textIn } from "../../kit/text-in.ts";
import { tell } from "../../kit/toasts.tsx";
import { useGuardedSave } from "../../kit/use-guarded-save.ts";
import { useAccount } from "../../shell/account.ts";
import type { Group } from "./catalogue.ts";
import { DisplayNameField, KeyField } from "./line-fields.tsx";

type Line = Pick<Group, "display_name">;

/** Makes a group or renames it. */
export function GroupDialog({
  group,
  onClose,
}: {
  readonly group: Group | null;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const key = group?.unique_key;
  const pathOf = (typed: FormData) => ({
    ...account,
    unique_key: key ?? textIn(typed, "unique_key"),
  });
  const guarded = useGuardedSave<Line>({
    thing: group,
    put: (condition, typed) =>
      callApi("putGroup", {
        path: pathOf(typed),
        ...condition,
        body: { display_name: textIn(typed, "display_name") },
      }),
    read: (typed) => callApi("showGroup", { path: pathOf(typed) }),
    onSaved: (typed) => {
      tell(t("Group {name} is saved.", { name: textIn(typed, "display_name") }));
      onClose();
    },
  });
  return (
    <GuardedDialog
      title={key === undefined ? t("New group") : t("Group {unique_key}", { unique_key: key })}
      description={t("The organisation that campaigns belong to; callers see its name.")}
      submit={t("Save group")}
      guarded={guarded}
      onClose={onClose}
    >
      {key === undefined && (
        <KeyField name="unique_key" label={t("Unique key")} hint={t("Such as acme-fr.")} />
      )}
      <DisplayNameField start={guarded.start?.display_name} />
      <LostUpdate
        of={guarded}
        describe={(line: Line) => ({ [t("Display name")]: line.display_name })}
      />
    </GuardedDialog>
  );
}
