import { Link } from "@tanstack/react-router";
import { t } from "../../language/t.ts";
import type { AuditEvent } from "../../api/operations.ts";
import { When } from "../../kit/when.tsx";
import { Details } from "../audit/details.tsx";
import "../audit/audit.css";

/** The changes that an operator made by one request. */
export function OperatorRequestCard({
  id,
  events,
}: {
  readonly id: string;
  readonly events: readonly AuditEvent[];
}) {
  const [first] = events;
  if (first === undefined) return null;
  return (
    <section className="card stack" aria-label={t("What an operator did")}>
      <div className="card-header">
        <div>
          <h2>{t("By {actor}", { actor: first.actor })}</h2>
          <p className="soft">
            <When at={first.at} />
          </p>
        </div>
        <Link to="/audit" search={{ request_id: id }}>
          {t("In the audit log")}
        </Link>
      </div>
      <ol className="trace-timeline">
        {events.toReversed().map((event) => (
          <li key={event.id}>
            <h3>{event.action}</h3>
            <p>
              {event.account !== null && `${event.account}, `}
              <span className="mono">{event.subject}</span>
            </p>
            <Details event={event} />
          </li>
        ))}
      </ol>
    </section>
  );
}
