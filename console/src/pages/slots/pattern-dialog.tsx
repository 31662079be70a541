import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import type { Operations } from "../../api/operations.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Form } from "../../kit/form.tsx";
import { tell } from "../../kit/toasts.tsx";
import { wallTimeOf } from "../../../../src/domain/local-time.ts";
import { addDays, dayOf } from "../../kit/wall-time.ts";
import { useAccount } from "../../shell/account.ts";
import { PatternFields } from "./pattern-fields.tsx";
import { PatternPreview } from "./pattern-preview.tsx";
import {
  exceptOf,
  slotsWords,
  timesOf,
  type HostAnswer,
  type PatternForm,
} from "./pattern-words.ts";
import { lengthIn, usualLength } from "./typed-length.ts";
import { useLimitedTypes } from "./limit-fields.tsx";
import { limitsIn, type LimitedType } from "./typed-limits.ts";
import type { Place } from "./use-place.ts";
import { useSlotPlace } from "./use-slot-place.ts";

/** Adds slots week after week. A preview comes first, and only its slots can be added. */
export function PatternDialog({
  place,
  onClose,
}: {
  readonly place: Place;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const { activity, setActivity, hosts } = useSlotPlace(place);
  const [chosen, setChosen] = useState<readonly string[]>(place.host === "" ? [] : [place.host]);
  const [form, setForm] = useState<PatternForm>(() => newForm(place.zone));
  const times = timesOf(form);
  const types = useLimitedTypes(place.interaction, activity);
  const needsHost = hosts !== null && hosts.length > 0;
  const sending = useSending(async (dryRun) => {
    if ("wrong" in times || hosts === null) return null;
    const pattern = { interaction: place.interaction, activity, ...times, dry_run: dryRun };
    const body = { ...pattern, ...slotsOf(form, types) };
    return addForHosts(account, body, needsHost ? chosen : [null]);
  }, onClose);
  const preview = sending.data ?? null;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={t("Add slots by weekly pattern")}
      description={t("Times are those of clocks in {zone}, on both sides of daylight saving.", {
        zone: place.zone,
      })}
    >
      <Form
        className="stack dialog-form"
        error={sending.error}
        zone={place.zone}
        onEdit={() => sending.reset()}
        onSubmit={() => sending.mutate(preview === null)}
        actions={
          <Actions
            created={preview === null ? null : createdIn(preview)}
            busy={sending.isPending}
            mayPreview={isWhole(form) && hosts !== null && (!needsHost || chosen.length > 0)}
            onClose={onClose}
          />
        }
      >
        <PatternFields
          place={place}
          activity={activity}
          onActivity={(next) => {
            setActivity(next);
            setChosen([]);
          }}
          hosts={hosts ?? []}
          types={types}
          chosen={chosen}
          onChosen={setChosen}
          form={form}
          wrongTimes={"wrong" in times && form.list !== "" ? times.wrong : null}
          onForm={setForm}
        />
        {preview !== null && (
          <PatternPreview answers={preview} hosts={hosts ?? []} capacity={form.capacity} />
        )}
      </Form>
    </Dialog>
  );
}

/** What the form says beside its times: the days, and what each slot has of its own. */
function slotsOf(form: PatternForm, types: readonly LimitedType[]) {
  const { capacity, from, to, days } = form;
  return {
    from,
    to,
    days,
    capacity: Number(capacity),
    ...exceptOf(form),
    length_by: form.lengthBy,
    ticket_types: limitsIn(form.limits, types),
    ...(form.by !== "whole" && lengthIn(form.length)),
  };
}

/** A preview is the mutation's data; when slots were added, `onAdded` is called. */
function useSending(
  send: (dryRun: boolean) => Promise<readonly HostAnswer[] | null>,
  onAdded: () => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (dryRun: boolean) => {
      const answers = await send(dryRun);
      if (dryRun || answers === null) return answers;
      await client.invalidateQueries();
      tell(t("{slots} added.", { slots: slotsWords(createdIn(answers)) }));
      onAdded();
      return null;
    },
  });
}

/** The hosts are added one after another. Existing slots stay, so a failure in between can be repeated. */
async function addForHosts(
  path: ReturnType<typeof useAccount>,
  body: NonNullable<Operations["addSlotsByPattern"]["body"]>,
  hosts: readonly (string | null)[],
): Promise<readonly HostAnswer[]> {
  const answers: HostAnswer[] = [];
  for (const host of hosts) {
    const named = { ...body, ...(host !== null && { host }) };
    const { body: answer } = await callApi("addSlotsByPattern", { path, body: named });
    answers.push({ host, answer });
  }
  return answers;
}

function Actions({
  created,
  busy,
  mayPreview,
  onClose,
}: {
  /** How many slots the preview has; null before it. */
  readonly created: number | null;
  readonly busy: boolean;
  readonly mayPreview: boolean;
  readonly onClose: () => void;
}) {
  return (
    <div className="dialog-actions">
      <Button onClick={onClose}>{t("Cancel")}</Button>
      {created === null ? (
        <Button type="submit" tone="primary" busy={busy} disabled={!mayPreview}>
          {t("Preview")}
        </Button>
      ) : (
        <Button type="submit" tone="primary" busy={busy} disabled={created === 0}>
          {t("Add {slots}", { slots: slotsWords(created) })}
        </Button>
      )}
    </div>
  );
}

/** Whether the pattern names days and times. */
function isWhole(form: PatternForm): boolean {
  return form.days.length > 0 && !("wrong" in timesOf(form));
}

function createdIn(answers: readonly HostAnswer[]): number {
  return answers.reduce((sum, { answer }) => sum + answer.created.length, 0);
}

function newForm(zone: string): PatternForm {
  const today = dayOf(wallTimeOf(Date.now(), zone));
  return {
    days: ["mon", "tue", "wed", "thu", "fri"],
    from: today,
    to: addDays(today, 27),
    by: "every",
    first: "09:00",
    end: "17:00",
    everyMinutes: "60",
    list: "",
    except: "",
    exceptFile: "",
    capacity: "",
    length: usualLength,
    lengthBy: "minutes",
    limits: {},
  };
}
