import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import { useSharedZone } from "../../api/campaigns.ts";
import type { Operations } from "../../api/operations.ts";
import { Badge } from "../../kit/badge.tsx";
import { refusalWords } from "../../kit/refusal-words.ts";
import { wallTimeOf } from "../../../../src/domain/local-time.ts";
import { zoneAbbreviation } from "../../../../src/domain/zones/zone-clock.ts";
import { When } from "../../kit/when.tsx";
import { instantWords } from "../../kit/instant-words.ts";
import { AccountLink } from "../../shell/account-link.tsx";

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
  const began = new Date(Date.parse(at) - (duration_ms ?? 0)).toISOString();
  const zone = useSharedZone();
  return (
    <section
      className="card stack"
      aria-label={t("Request of {at}", { at: instantWords(at, zone) })}
    >
      <div className="card-header">
        <div>
          <h2 className="mono">{endpoint}</h2>
          <p className="soft">
            <When at={at} />
          </p>
        </div>
        <div className="row">
          <Badge tone={done ? "good" : "danger"}>{done ? t("done") : decision}</Badge>
          <Badge>
            {duration_ms === null
              ? answer.status
              : t("{status} after {duration_ms} ms", { status: answer.status, duration_ms })}
          </Badge>
        </div>
      </div>
      <ol className="trace-timeline">
        <Step title={t("It was asked")} at={began}>
          <p>
            <Trans
              id="Client {client} of {account} called {endpoint} with"
              values={{
                client: <code>{client_id}</code>,
                account: <AccountLink account={account} />,
                endpoint: <code>{endpoint}</code>,
              }}
            />
          </p>
          <pre className="json" tabIndex={0} aria-label={t("What was asked")}>
            {JSON.stringify(request, null, 2)}
          </pre>
          <p className="soft">{t("Values are left out where they could say who a person is.")}</p>
        </Step>
        <Step
          title={done ? t("It was allowed") : t("It was refused")}
          tone={done ? "good" : "danger"}
        >
          <p>
            {done ? t("Nothing stood against it.") : `${refusalWords(decision)}.`}{" "}
            {!done && <code>{decision}</code>}
          </p>
        </Step>
        <Step title={changes.length === 0 ? t("Nothing changed") : t("What it changed")}>
          {changes.length === 0 ? (
            <p className="soft">{t("The data is as it was before.")}</p>
          ) : (
            <Changes account={account} changes={changes} />
          )}
        </Step>
        <Step title={t("It was answered {status}", { status: answer.status })} at={at}>
          <pre className="json" tabIndex={0} aria-label={t("What was answered")}>
            {JSON.stringify(answer.body, null, 2)}
          </pre>
        </Step>
      </ol>
    </section>
  );
}

function Changes({
  account,
  changes,
}: {
  readonly account: string;
  readonly changes: readonly Change[];
}) {
  return (
    <ul className="stack-small">
      {changes.map((change) => (
        <li key={`${change.booking} ${change.at} ${change.event}`}>
          <Trans
            id="Booking {booking} {event}, {when}"
            values={{
              booking: <BookingLink account={account} booking={change.booking} />,
              event: <strong>{change.event}</strong>,
              when: <When at={change.at} show="time" />,
            }}
          />
          {change.details !== null && (
            <pre
              className="json"
              tabIndex={0}
              aria-label={t("Details: {event}", { event: change.event })}
            >
              {JSON.stringify(change.details, null, 2)}
            </pre>
          )}
        </li>
      ))}
    </ul>
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
        {at !== undefined && <Moment at={at} />}
      </div>
      {children}
    </li>
  );
}

/** A time of day to the millisecond. */
function Moment({ at }: { readonly at: string }) {
  const zone = useSharedZone();
  const instant = Date.parse(at);
  const wall = new Date(wallTimeOf(instant, zone)).toISOString().slice(11, 19);
  const ms = String(instant % 1000).padStart(3, "0");
  return (
    <time dateTime={at} className="soft num">
      {wall}.{ms} {zoneAbbreviation(instant, zone)}
    </time>
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
