import { useState } from "react";
import { t } from "../../language/t.ts";
import type { Operations } from "../../api/operations.ts";
import { useApiQuery, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { Copy } from "../../kit/copy.tsx";
import { FormDialog } from "../../kit/dialog-form.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { TextField } from "../../kit/field.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { Empty, Shown } from "../../kit/states.tsx";
import { textIn } from "../../kit/text-in.ts";
import { tell } from "../../kit/toasts.tsx";
import { useAccount } from "../../shell/account.ts";
import { WebhookCard, type Webhook } from "./webhook-card.tsx";
import "./webhooks.css";

type Issued = Operations["createWebhook"]["answer"];

/** The dialogue over the page; a new secret is in memory only while it is shown. */
type Open =
  | { readonly kind: "create" }
  | { readonly kind: "replay" | "rotate" | "remove"; readonly webhook: Webhook }
  | { readonly kind: "issued"; readonly issued: Issued };

/** What posts an account's changes to other systems. */
export function WebhooksPage() {
  const path = useAccount();
  const may = useMay("webhooks");
  const webhooks = useApiQuery("listWebhooks", { path }, { everyMs: 5_000, enabled: may });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const issue = (issued: Issued) => setOpen({ kind: "issued", issued });
  return (
    <>
      <PageHeader title={t("Webhooks")} eyebrow={`${path.tenant}/${path.environment}`}>
        {may && (
          <Button tone="primary" onClick={() => setOpen({ kind: "create" })}>
            {t("New webhook")}
          </Button>
        )}
      </PageHeader>
      {may ? (
        <Shown of={webhooks} what={t("the webhooks")}>
          {({ body: { items } }) => (
            <div className="stack">
              {items.length === 0 && (
                <div className="card">
                  <Empty title={t("No webhook yet")}>
                    <p>
                      {t(
                        "A webhook posts every change of this account to another system, signed, and again until it is received.",
                      )}
                    </p>
                  </Empty>
                </div>
              )}
              {items.map((webhook) => (
                <WebhookCard
                  key={webhook.id}
                  webhook={webhook}
                  onReplay={() => setOpen({ kind: "replay", webhook })}
                  onRotate={() => setOpen({ kind: "rotate", webhook })}
                  onRemove={() => setOpen({ kind: "remove", webhook })}
                />
              ))}
            </div>
          )}
        </Shown>
      ) : (
        <div className="card">
          <p>{t("An admin of this account sees its webhooks.")}</p>
        </div>
      )}
      {open?.kind === "create" && <CreateDialog onIssued={issue} onClose={close} />}
      {open?.kind === "rotate" && (
        <RotateDialog webhook={open.webhook} onIssued={issue} onClose={close} />
      )}
      {open?.kind === "replay" && <ReplayDialog webhook={open.webhook} onClose={close} />}
      {open?.kind === "remove" && <RemoveDialog webhook={open.webhook} onClose={close} />}
      {open?.kind === "issued" && <SecretDialog issued={open.issued} onClose={close} />}
    </>
  );
}

interface Issuing {
  readonly onIssued: (issued: Issued) => void;
  readonly onClose: () => void;
}

function CreateDialog({ onIssued, onClose }: Issuing) {
  const path = useAccount();
  const create = useChange("createWebhook");
  const listed = (text: string) => text.split(/[\s,]+/).filter((each) => each !== "");
  const submit = (typed: FormData) =>
    create.mutate(
      {
        path,
        body: {
          url: textIn(typed, "url").trim(),
          events: listed(textIn(typed, "events")),
          interactions: listed(textIn(typed, "interactions")),
        },
      },
      { onSuccess: ({ body }) => onIssued(body) },
    );
  return (
    <FormDialog
      title={t("New webhook")}
      description={t("It begins with the next change. The secret is shown once, right after this.")}

      submit={t("Make the webhook")}
      busy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="url"
        label={t("Address")}
        hint={t("https://, without user and password")}
        autoComplete="off"
        spellCheck={false}
        validate={(text) =>
          URL.canParse(text.trim())
            ? null
            : t("Write a whole address, such as https://crm.example/hook.")
        }
      />
      <TextField
        name="events"
        label={t("Types of events (optional)")}
        hint={t("Such as booking.cancelled, with commas; none for all")}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        name="interactions"
        label={t("Campaigns (optional)")}
        hint={t("Public keys, with commas; none for all")}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}

function RotateDialog({ webhook, onIssued, onClose }: Issuing & { readonly webhook: Webhook }) {
  const path = useAccount();
  const rotate = useChange("rotateWebhook");
  return (
    <ConfirmDialog
      title={t("Rotate the secret")}
      action={t("Make a new secret")}
      tone="primary"
      busy={rotate.isPending}
      error={rotate.error}
      onClose={onClose}
      onConfirm={() =>
        rotate.mutate(
          { path: { ...path, webhook: webhook.id }, body: {} },
          { onSuccess: ({ body }) => onIssued(body) },
        )
      }
    >
      <p>{t("Both secrets sign for a day, so that the receiver can change over at leisure.")}</p>
    </ConfirmDialog>
  );
}

interface About {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function ReplayDialog({ webhook, onClose }: About) {
  const path = useAccount();
  const replay = useChange("replayWebhook");
  const submit = (typed: FormData) =>
    replay.mutate(
      { path: { ...path, webhook: webhook.id }, body: { after: textIn(typed, "after").trim() } },
      { onSuccess: () => (tell(t("It is posted again.")), onClose()) },
    );
  return (
    <FormDialog
      title={t("Post again from a change on")}
      description={t(
        "Every change after this one is posted again, under the same ids. A webhook that stands still goes on.",
      )}

      submit={t("Post again")}
      busy={replay.isPending}
      error={replay.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="after"
        label={t("Cursor of the change")}
        hint={t("From a delivery's request; start for the oldest change that is kept")}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}

function RemoveDialog({ webhook, onClose }: About) {
  const path = useAccount();
  const remove = useChange("removeWebhook");
  return (
    <ConfirmDialog
      title={t("Remove this webhook?")}
      action={t("Remove it")}
      word={webhook.id}
      wordLabel={t("Type the webhook's id to confirm")}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { path: { ...path, webhook: webhook.id } },
          {
            onSuccess: () => {
              tell(t("The webhook is removed."));
              onClose();
            },
          },
        )
      }
    >
      <p>{t("Its secrets and its log go with it, and what waits is not posted any more.")}</p>
    </ConfirmDialog>
  );
}

function SecretDialog({
  issued,
  onClose,
}: {
  readonly issued: Issued;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open
      lasting
      onClose={onClose}
      title={t("Keep this secret now")}
      description={t("The receiver verifies with it what arrives. It is never shown again.")}
    >
      <div className="stack">
        <Copy label={t("Secret")} text={issued.secret} />
        <div className="dialog-actions">
          <Button tone="primary" onClick={onClose}>
            {t("I have kept the secret")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
