import { useState } from "react";
import { t } from "../../language/t.ts";
import { ask } from "../../api/ask.ts";
import type { Operations } from "../../api/operations.ts";
import { CheckField } from "../../kit/field.tsx";
import { GuardedDialog } from "../../kit/guarded-dialog.tsx";
import { LostUpdate } from "../../kit/lost-update.tsx";
import { tell } from "../../kit/toasts.tsx";
import { useGuardedSave } from "../../kit/use-guarded-save.ts";
import type { TicketType } from "./catalogue.ts";
import { DisplayNameField, KeyField } from "./line-fields.tsx";

type Line = Operations["showTicketType"]["answer"];

/** Adds a ticket type or changes one. */
export function TicketTypeDialog({
  path: activity,
  type,
  onClose,
}: {
  readonly path: Operations["listTicketTypes"]["path"];
  readonly type: TicketType | null;
  readonly onClose: () => void;
}) {
  const [seen] = useState(type);
  const [id, setId] = useState("");
  const [name, setName] = useState(type?.display_name ?? "");
  const [limited, setLimited] = useState(type?.has_limited_capacity ?? true);
  const path = { ...activity, id: seen?.id ?? id };
  const guarded = useGuardedSave<Line>({
    etag: seen?.etag ?? null,
    put: (condition) =>
      ask("putTicketType", {
        path,
        ...condition,
        body: { display_name: name, has_limited_capacity: limited },
      }),
    read: () => ask("showTicketType", { path }),
    onSaved: () => {
      tell(t("Ticket type {name} is saved.", { name }));
      onClose();
    },
  });
  return (
    <GuardedDialog
      title={seen === null ? t("Add ticket type") : t("Ticket type {id}", { id: seen.id })}
      submit={t("Save ticket type")}
      guarded={guarded}
      onClose={onClose}
    >
      {seen === null && <KeyField hint={t("Such as standard.")} value={id} onValue={setId} />}
      <DisplayNameField value={name} onValue={setName} />
      <CheckField
        label={t("Each ticket takes a seat; without one, it waits")}
        checked={limited}
        onChange={({ target }) => setLimited(target.checked)}
      />
      <LostUpdate
        of={guarded}
        seen={seen}
        describe={(line: Line) => ({
          [t("Display name")]: line.display_name,
          [t("Seats")]: line.has_limited_capacity ? t("takes a seat") : t("unlimited"),
        })}
        onTake={(line) => {
          setName(line.display_name);
          setLimited(line.has_limited_capacity);
        }}
      />
    </GuardedDialog>
  );
}
