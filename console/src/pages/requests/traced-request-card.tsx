import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Operations } from "../../api/operations.ts";
import { Badge } from "../../kit/badge.tsx";
import { refusalWords } from "../../kit/refusal-words.ts";
import { When } from "../../kit/when.tsx";

type Traced = Operations["traceRequest"]["answer"]["items"][number];

interface Change {
  readonly booking: string;
  readonly event: string;
  readonly at: string;
  readonly details: unknown;
}

/** One request from its arrival to its answer, as a time line. */
export function TracedRequestCard({ traced }: { readonly traced: Traced }) {
  const { at, account, client_id, endpoint, request, decision, answer, duration_ms } = traced;
  const changes = traced.changes as readonly Change[];
  const done = decision === "done";
  const began = new Date(Date.parse(at) - duration_ms).toISOString();
  return (
    <section className="card stack" aria-label={`Request of ${at}`}>
      <div className="card-header">
        <div>
          <h2 className="mono">{endpoint}</h2>
          <p className="soft">
            <When at={at} />
          </p>
        </div>
        <div className="row">
          <Badge tone={done ? "good" : "danger"}>{done ? "done" : decision}</Badge>
          <Badge>
            {answer.status} after {duration_ms} ms
          </Badge>
        </div>
      </div>
      <ol className="trace-timeline">
        <Step title="It was asked" at={began}>
          <p>
            Client <code>{client_id}</code> of <AccountLink account={account} /> called{" "}
            <code>{endpoint}</code> with
          </p>
          <pre className="json" tabIndex={0} aria-label="What was asked">
            {JSON.stringify(request, null, 2)}
          </pre>
          <p className="soft">Values are left out where they could say who a person is.</p>
        </Step>
        <Step title={done ? "It was allowed" : "It was refused"} tone={done ? "good" : "danger"}>
          <p>
            {done ? "Nothing stood against it." : `${refusalWords(decision)}.`}{" "}
            {!done && <code>{decision}</code>}
          </p>
        </Step>
        <Step title={changes.length === 0 ? "Nothing changed" : "What it changed"}>
          {changes.length === 0 ? (
            <p className="soft">The data is as it was before.</p>
          ) : (
            <ul className="stack-small">
              {changes.map((change) => (
                <li key={`${change.booking} ${change.at} ${change.event}`}>
                  Booking <BookingLink account={account} booking={change.booking} />{" "}
                  <strong>{change.event}</strong>, <When at={change.at} show="time" />
                  {change.details !== null && (
                    <pre className="json" tabIndex={0} aria-label={`Details: ${change.event}`}>
                      {JSON.stringify(change.details, null, 2)}
                    </pre>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Step>
        <Step title={`It was answered ${answer.status}`} at={at}>
          <pre className="json" tabIndex={0} aria-label="What was answered">
            {JSON.stringify(answer.body, null, 2)}
          </pre>
        </Step>
      </ol>
    </section>
  );
}

function Step({
  title,
  at,
  tone = "plain",
  children,
}: {
  readonly title: string;
  readonly at?: string;
  readonly tone?: "plain" | "good" | "danger";
  readonly children: ReactNode;
}) {
  return (
    <li data-tone={tone}>
      <div className="row spread">
        <h3>{title}</h3>
        {at !== undefined && (
          <time dateTime={at} className="soft num">
            {at.slice(11, 23).replace("Z", "")} UTC
          </time>
        )}
      </div>
      {children}
    </li>
  );
}

function AccountLink({ account }: { readonly account: string }) {
  const [tenant = "", environment = ""] = account.split("/");
  return (
    <Link to="/at/$tenant/$environment/account" params={{ tenant, environment }}>
      {account}
    </Link>
  );
}

function BookingLink({ account, booking }: { readonly account: string; readonly booking: string }) {
  const [tenant = "", environment = ""] = account.split("/");
  return (
    <Link
      to="/at/$tenant/$environment/bookings/$booking"
      params={{ tenant, environment, booking }}
      className="mono"
    >
      {booking}
    </Link>
  );
}
