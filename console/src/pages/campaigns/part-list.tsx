import { useState, type ReactNode } from "react";
import { t } from "../../language/t.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { Shown, type Asked } from "../../kit/states.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

interface Part {
  readonly id: string;
  readonly display_name: string;
}

/** The hosts or ticket types of an activity, with the dialogues that add, change and remove one. */
export function PartList<P extends Part>({
  word,
  title,
  activity,
  answer,
  none,
  describe,
  edit,
  remove,
  removable,
}: {
  /** One of them, such as `host`. */
  readonly word: string;
  readonly title: string;
  /** The activity's id. */
  readonly activity: string;
  readonly answer: Asked<{ readonly body: { readonly items: readonly P[] } }>;
  /** The text of an empty list. */
  readonly none: ReactNode;
  readonly describe: (part: P) => ReactNode;
  /** The dialogue that changes one, or adds one for null. */
  readonly edit: (part: P | null, close: () => void) => ReactNode;
  readonly remove: (part: P) => Promise<unknown>;
  /** The condition of a removal, as a sentence. */
  readonly removable: string;
}) {
  const mayEdit = useMay("catalogue");
  const [editing, setEditing] = useState<P | "new" | null>(null);
  const [removing, setRemoving] = useState<P | null>(null);
  return (
    <section className="stack-small" aria-label={t("{title} of {activity}", { title, activity })}>
      <div className="row spread">
        <h4 className="part-title">{title}</h4>
        {mayEdit && (
          <Button tone="quiet" onClick={() => setEditing("new")}>
            {t("Add {word}", { word })}
          </Button>
        )}
      </div>
      <Shown of={answer} what={title.toLowerCase()}>
        {({ body: { items } }) =>
          items.length === 0 ? (
            none
          ) : (
            <ul className="things">
              {items.map((part) => (
                <PartRow
                  key={part.id}
                  word={word}
                  part={part}
                  about={describe(part)}
                  onEdit={mayEdit ? () => setEditing(part) : null}
                  onRemove={mayEdit ? () => setRemoving(part) : null}
                />
              ))}
            </ul>
          )
        }
      </Shown>
      {editing !== null && edit(editing === "new" ? null : editing, () => setEditing(null))}
      {removing !== null && (
        <RemoveDialog
          what={word}
          name={removing.display_name || removing.id}
          remove={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          {removable}
        </RemoveDialog>
      )}
    </section>
  );
}

function PartRow({
  word,
  part,
  about,
  onEdit,
  onRemove,
}: {
  readonly word: string;
  readonly part: Part;
  readonly about: ReactNode;
  /** Null for an operator who may not change it. */
  readonly onEdit: (() => void) | null;
  readonly onRemove: (() => void) | null;
}) {
  return (
    <li>
      <span className="row">
        {part.display_name || part.id} <code className="soft">{part.id}</code>
        {about}
      </span>
      {onEdit !== null && onRemove !== null && (
        <span className="row">
          <Button
            tone="quiet"
            aria-label={t("Edit {word} {display_name}", { word, display_name: part.display_name })}
            onClick={onEdit}
          >
            {t("Edit")}
          </Button>
          <Button
            tone="quiet"
            aria-label={t("Remove {word} {display_name}", {
              word,
              display_name: part.display_name,
            })}
            onClick={onRemove}
          >
            {t("Remove")}
          </Button>
        </span>
      )}
    </li>
  );
}
