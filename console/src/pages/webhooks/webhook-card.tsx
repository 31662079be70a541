import { useState } from "react";
import { t } from "../../language/t.ts";
import type { Operations } from "../../api/operations.ts";
import { useApiQuery, useChange } from "../../api/queries.ts";
import { Ago } from "../../kit/ago.tsx";
import { Badge, type BadgeTone } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { Fault, Shown } from "../../kit/states.tsx";
import { tell } from "../../kit/toasts.tsx";
import { When } from "../../kit/when.tsx";
import { useAccount } from "../../shell/account.ts";

export type Webhook = Operations["listWebhooks"]["answer"]["items"][number];
type Delivery = Operations["listWebhookDeliveries"]["answer"]["items"][number];

const tones: Readonly<Record<Webhook["state"], BadgeTone>> = {
  active: "good",
  paused: "amber",
  ended: "danger",
};
const states: Readonly<Record<Webhook["state"], string>> = {
  active: t("active"),
  paused: t("paused"),
  ended: t("ended"),
};
const reasons: Readonly<Record<string, string>> = {
  restored: t("The database was restored or copied: resuming goes on, and may repeat."),
  behind: t("It was paused for longer than changes are kept."),
  gone: t("The receiver answered 410."),
};

/** A webhook with its state, and its log of deliveries where that is opened or something has failed. */
export function WebhookCard({
  webhook,
  onReplay,
  onRotate,
  onRemove,
}: {
  readonly webhook: Webhook;
  readonly onReplay: () => void;
  readonly onRotate: () => void;
  readonly onRemove: () => void;
}) {
  const { id, url, events, interactions, state, reason } = webhook;
  const path = { ...useAccount(), webhook: id };
  const pause = useChange("pauseWebhook");
  const resume = useChange("resumeWebhook");
  const test = useChange("testWebhook");
  // What has failed waits for somebody.
  const [isOpen, setOpen] = useState(webhook.failed > 0);
  const error = pause.error ?? resume.error ?? test.error;
  return (
    <section className="card stack webhook" aria-label={t("Webhook {id}", { id })}>
      <div className="card-header">
        <div>
          <h2 className="mono webhook-url">{url}</h2>
          <p className="soft mono">{id}</p>
        </div>
        <Badge tone={tones[state]}>{states[state]}</Badge>
      </div>
      {reason !== null && (
        <div className="note" data-tone="amber">
          <p>{reasons[reason] ?? reason}</p>
        </div>
      )}
      <WebhookFacts webhook={webhook} filter={[events.join(", "), interactions.join(", ")]} />
      {error !== null && <Fault error={error} />}
      <div className="row">
        {state === "active" ? (
          <>
            <Button
              busy={test.isPending}
              onClick={() =>
                test.mutate(
                  { path },
                  { onSuccess: () => (tell(t("A test is on its way.")), setOpen(true)) },
                )
              }
            >
              {t("Send a test")}
            </Button>
            <Button busy={pause.isPending} onClick={() => pause.mutate({ path })}>
              {t("Pause")}
            </Button>
          </>
        ) : (
          <Button busy={resume.isPending} onClick={() => resume.mutate({ path })}>
            {t("Resume")}
          </Button>
        )}
        <Button onClick={onReplay}>{t("Post again from a change on")}</Button>
        <Button onClick={onRotate}>{t("Rotate")}</Button>
        <Button tone="danger" onClick={onRemove}>
          {t("Remove")}
        </Button>
      </div>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t("Deliveries")}</summary>
        {isOpen && <DeliveryLog path={path} />}
      </details>
    </section>
  );
}

function WebhookFacts({
  webhook: { waiting, failed, waiting_since: since, ends_at: end },
  filter: [events, campaigns],
}: {
  readonly webhook: Webhook;
  readonly filter: readonly [string, string];
}) {
  return (
    <dl className="facts">
      <div className="fact">
        <dt>{t("Events")}</dt>
        <dd>{events || t("all")}</dd>
      </div>
      <div className="fact">
        <dt>{t("Campaigns")}</dt>
        <dd>{campaigns || t("all")}</dd>
      </div>
      <div className="fact">
        <dt>{t("Waiting")}</dt>
        <dd>
          {waiting}
          {since !== null && (
            <>
              , <Ago at={since} />
            </>
          )}
        </dd>
      </div>
      <div className="fact">
        <dt>{t("Failed")}</dt>
        <dd>{failed}</dd>
      </div>
      {end !== null && (
        <div className="fact">
          <dt>{t("Ends, where it stays paused")}</dt>
          <dd>
            <When at={end} />
          </dd>
        </div>
      )}
    </dl>
  );
}

type WebhookPath = ReturnType<typeof useAccount> & { readonly webhook: string };

/** What was posted lately; a delivery is posted again, or given up so that later ones of its booking go on. */
function DeliveryLog({ path }: { readonly path: WebhookPath }) {
  const [onlyFailed, setOnlyFailed] = useState(false);
  const query = onlyFailed ? { failed: true, limit: 50 } : { limit: 50 };
  const deliveries = useApiQuery("listWebhookDeliveries", { path, query }, { everyMs: 5_000 });
  const replay = useChange("replayWebhook");
  const giveUp = useChange("giveUpWebhookDelivery");
  const error = replay.error ?? giveUp.error;
  const actions: Column<Delivery> = {
    header: t("Change"),
    align: "end",
    cell: ({ id, state, given_up_at }) => (
      <span className="row row-end">
        <Button
          tone="quiet"
          aria-label={t("Post again {id}", { id })}
          onClick={() => replay.mutate({ path, body: { delivery: id } })}
        >
          {t("Post again")}
        </Button>
        {state !== "delivered" && given_up_at === null && (
          <Button
            tone="quiet"
            aria-label={t("Give up {id}", { id })}
            onClick={() => giveUp.mutate({ path, body: { delivery: id } })}
          >
            {t("Give up")}
          </Button>
        )}
      </span>
    ),
  };
  return (
    <div className="stack">
      {error !== null && <Fault error={error} />}
      <label className="check">
        <input
          type="checkbox"
          checked={onlyFailed}
          onChange={({ target }) => setOnlyFailed(target.checked)}
        />
        <span>{t("Only those that have failed")}</span>
      </label>
      <Shown of={deliveries} what={t("the deliveries")}>
        {({ body: { items } }) =>
          items.length === 0 ? (
            <p className="soft">{t("Nothing was posted lately.")}</p>
          ) : (
            <DataTable
              label={t("Deliveries of {id}", { id: path.webhook })}
              columns={[...columns, actions]}
              rows={items}
              rowKey={({ id }) => id}
            />
          )
        }
      </Shown>
    </div>
  );
}

function stateOf({ state, given_up_at }: Delivery): readonly [BadgeTone, string] {
  if (given_up_at !== null) return ["plain", t("given up")];
  if (state === "delivered") return ["good", t("delivered")];
  return state === "failed" ? ["danger", t("failed")] : ["amber", t("waiting")];
}

const columns: readonly Column<Delivery>[] = [
  {
    header: t("Event"),
    cell: ({ type, id, attempts, request }) => (
      <details className="webhook-delivery">
        <summary>
          <code>{type}</code>
        </summary>
        <p className="mono soft">{id}</p>
        <p className="field-label">{t("Request")}</p>
        <pre tabIndex={0}>{request}</pre>
        {attempts.map(({ at, status, ms, answer, error }) => (
          <div key={at}>
            <p className="field-label">
              {t("Answer {status} after {ms} ms", { status: status ?? error ?? "", ms })},{" "}
              <When at={at} />
            </p>
            {answer !== null && answer !== "" && <pre tabIndex={0}>{answer}</pre>}
          </div>
        ))}
      </details>
    ),
  },
  {
    header: t("State"),
    cell: (delivery) => {
      const [tone, words] = stateOf(delivery);
      return <Badge tone={tone}>{words}</Badge>;
    },
  },
  {
    header: t("Last answer"),
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last === undefined ? null : <code>{last.status ?? last.error}</code>;
    },
  },
  { header: t("Attempts"), align: "end", cell: ({ attempts }) => attempts.length },
  {
    header: t("Milliseconds"),
    align: "end",
    cell: ({ attempts }) => attempts.at(-1)?.ms,
  },
  {
    header: t("When"),
    cell: ({ attempts, next_at }) => {
      const at = next_at ?? attempts.at(-1)?.at;
      return at === undefined ? null : <Ago at={at} />;
    },
  },
];
