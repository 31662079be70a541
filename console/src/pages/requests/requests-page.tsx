import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Trans } from "@lingui/react";
import { t } from "../../language/t.ts";
import { ProblemError } from "../../api/problem.ts";
import { useApiQuery } from "../../api/queries.ts";
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/field.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Fault, Loading } from "../../kit/states.tsx";
import { OperatorRequestCard } from "./operator-request-card.tsx";
import "./requests.css";
import { TracedRequestCard } from "./traced-request-card.tsx";

/** The record of one request, by the X-Request-Id of its response. */
export function RequestsPage() {
  const navigate = useNavigate();
  const { id = "" } = useSearch({ from: "/signed-in/requests" });
  return (
    <>
      <PageHeader title={t("Request trace")} />
      <div className="stack">
        <Ask
          key={id}
          before={id}
          onAsk={(requestId) => void navigate({ to: "/requests", search: { id: requestId } })}
        />
        {id === "" ? <What /> : <Story id={id} />}
      </div>
    </>
  );
}

function Ask({
  before,
  onAsk,
}: {
  readonly before: string;
  readonly onAsk: (requestId: string) => void;
}) {
  const [id, setId] = useState(before);
  const [wrong, setWrong] = useState<string | null>(null);
  return (
    <form
      className="card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (id.trim() === "") setWrong(t("Paste the X-Request-Id of the answer."));
        else onAsk(id.trim());
      }}
    >
      <div className="with-button">
        <TextField
          label={t("Request id")}
          hint={t(
            "The X-Request-Id header of the answer, or the reference that the customer was shown",
          )}
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          value={id}
          wrong={wrong}
          onChange={({ target }) => {
            setId(target.value);
            setWrong(null);
          }}
        />
        <Button type="submit" tone="primary">
          {t("Trace")}
        </Button>
      </div>
    </form>
  );
}

function What() {
  return (
    <div className="card">
      <Empty title={t("What happened to my request?")}>
        <p>
          <Trans
            id="A caller asks, and sends the {code} of the answer. Every cancel is recorded, and every refused call that carried a good token; lists that succeeded, 401 and 429 are in the log only."
            values={{ code: <code>X-Request-Id</code> }}
          />
        </p>
      </Empty>
    </div>
  );
}

function Story({ id }: { readonly id: string }) {
  const traced = useApiQuery("traceRequest", { path: { request_id: id } });
  const done = useApiQuery("listAuditEvents", { query: { request_id: id, limit: 500 } });
  const unknown =
    traced.error instanceof ProblemError && traced.error.problem === "unknown-request";
  const events = done.data?.body.items ?? [];
  if (traced.error !== null && !unknown) {
    return <Fault error={traced.error} onRetry={() => void traced.refetch()} />;
  }
  if ((traced.data === undefined && !unknown) || done.isPending) {
    return <Loading what={t("the request")} />;
  }
  const items = traced.data?.body.items ?? [];
  if (items.length === 0 && events.length === 0) {
    return <Nothing onRetry={() => void traced.refetch()} />;
  }
  return (
    <>
      {items.length > 1 && (
        <p className="soft">
          {t("{length} requests carried this id, the newest first: callers may use one again.", {
            length: items.length,
          })}
        </p>
      )}
      {items.map((each) => (
        <TracedRequestCard key={`${each.at} ${each.client_id}`} traced={each} />
      ))}
      {events.length > 0 && <OperatorRequestCard id={id} events={events} />}
    </>
  );
}

function Nothing({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="card">
      <Empty title={t("Nothing is recorded under this id")}>
        <ul className="stack-small reasons">
          <li>
            {t("A request shows two seconds after its answer: if it was just now, try again.")}
          </li>
          <li>
            {t(
              "Lists that succeeded, 401 and 429 are not recorded; the log has a line for each of them.",
            )}
          </li>
          <li>{t("Records are kept for some weeks (TRACE_RETENTION_DAYS).")}</li>
          <li>{t("It may be of an account that is not yours to see.")}</li>
        </ul>
        <Button onClick={onRetry}>{t("Try again")}</Button>
      </Empty>
    </div>
  );
}
