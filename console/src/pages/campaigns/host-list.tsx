import { useState } from "react";
import { ask } from "../../api/ask.ts";
import { useAnswer } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { Shown } from "../../kit/states.tsx";
import { useAccount } from "../../shell/account.ts";
import type { Activity, Host } from "./catalogue.ts";
import { HostDialog } from "./host-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

/** The hosts among whom an activity offers a choice. */
export function HostList({ activity: { interaction, id } }: { readonly activity: Activity }) {
  const account = useAccount();
  const mayEdit = useMay("admin");
  const path = { ...account, interaction, activity: id };
  const hosts = useAnswer("listHosts", { path });
  const [editing, setEditing] = useState<Host | "new" | null>(null);
  const [removing, setRemoving] = useState<Host | null>(null);
  return (
    <section className="stack-small" aria-label={`Hosts of ${id}`}>
      <div className="row spread">
        <h4>Hosts</h4>
        {mayEdit && (
          <Button tone="quiet" onClick={() => setEditing("new")}>
            Add host
          </Button>
        )}
      </div>
      <Shown of={hosts} what="hosts">
        {({ body: { items } }) =>
          items.length === 0 ? (
            <p className="soft">None: there is no choice, and slots belong to the activity.</p>
          ) : (
            <ul className="things">
              {items.map((host) => (
                <li key={host.id}>
                  <span>
                    {host.display_name || host.id} <code className="soft">{host.id}</code>
                    <span className="soft">
                      {host.slot_duration_in_minutes == null
                        ? ", no set length"
                        : `, ${host.slot_duration_in_minutes} minutes`}
                    </span>
                  </span>
                  {mayEdit && (
                    <span className="row">
                      <Button
                        tone="quiet"
                        aria-label={`Edit host ${host.display_name}`}
                        onClick={() => setEditing(host)}
                      >
                        Edit
                      </Button>
                      <Button
                        tone="quiet"
                        aria-label={`Remove host ${host.display_name}`}
                        onClick={() => setRemoving(host)}
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
        <HostDialog
          path={path}
          host={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {removing !== null && (
        <RemoveDialog
          what="host"
          name={removing.display_name || removing.id}
          remove={() => ask("removeHost", { path: { ...path, id: removing.id } })}
          onClose={() => setRemoving(null)}
        >
          Only a host without slots can be removed.
        </RemoveDialog>
      )}
    </section>
  );
}
