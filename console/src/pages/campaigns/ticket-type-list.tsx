import { useState } from "react";
import { ask } from "../../api/ask.ts";
import { useAnswer } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Shown } from "../../kit/states.tsx";
import { useAccount } from "../../shell/account.ts";
import type { Activity, TicketType } from "./catalogue.ts";
import { TicketTypeDialog } from "./ticket-type-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

/** The kinds of tickets of an activity; without one nobody can book it. */
export function TicketTypeList({ activity: { interaction, id } }: { readonly activity: Activity }) {
  const account = useAccount();
  const mayEdit = useMay("admin");
  const path = { ...account, interaction, activity: id };
  const types = useAnswer("listTicketTypes", { path });
  const [editing, setEditing] = useState<TicketType | "new" | null>(null);
  const [removing, setRemoving] = useState<TicketType | null>(null);
  return (
    <section className="stack-small" aria-label={`Ticket types of ${id}`}>
      <div className="row spread">
        <h4>Ticket types</h4>
        {mayEdit && (
          <Button tone="quiet" onClick={() => setEditing("new")}>
            Add ticket type
          </Button>
        )}
      </div>
      <Shown of={types} what="ticket types">
        {({ body: { items } }) =>
          items.length === 0 ? (
            <p className="note" data-tone="amber">
              None yet: nobody can book this activity.
            </p>
          ) : (
            <ul className="things">
              {items.map((type) => (
                <li key={type.id}>
                  <span className="row">
                    {type.display_name || type.id} <code className="soft">{type.id}</code>
                    <Badge>{type.has_limited_capacity ? "takes a seat" : "unlimited"}</Badge>
                  </span>
                  {mayEdit && (
                    <span className="row">
                      <Button
                        tone="quiet"
                        aria-label={`Edit ticket type ${type.display_name}`}
                        onClick={() => setEditing(type)}
                      >
                        Edit
                      </Button>
                      <Button
                        tone="quiet"
                        aria-label={`Remove ticket type ${type.display_name}`}
                        onClick={() => setRemoving(type)}
                      >
                        Remove
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      {editing !== null && (
        <TicketTypeDialog
          path={path}
          type={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {removing !== null && (
        <RemoveDialog
          what="ticket type"
          name={removing.display_name || removing.id}
          remove={() => ask("removeTicketType", { path: { ...path, id: removing.id } })}
          onClose={() => setRemoving(null)}
        >
          Only a ticket type that was never booked can be removed.
        </RemoveDialog>
      )}
    </section>
  );
}
