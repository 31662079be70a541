import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { callApi } from "../../api/call-api.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Form } from "../../kit/form.tsx";
import { tell } from "../../kit/toasts.tsx";
import { addDays, dayOf, wallTimeAt } from "../../kit/wall-time.ts";
import { useAccount } from "../../shell/account.ts";
import { PatternFields } from "./pattern-fields.tsx";
import { PatternPreview } from "./pattern-preview.tsx";
import { slotsWords, timesOf, type HostAnswer, type PatternForm } from "./pattern-words.ts";
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
  const client = useQueryClient();
  const { activity, setActivity, hosts } = useSlotPlace(place);
  const [chosen, setChosen] = useState<readonly string[]>(place.host === "" ? [] : [place.host]);
  const [form, setForm] = useState<PatternForm>(() => newForm(place.zone));
  const times = timesOf(form);
  const needsHost = hosts !== null && hosts.length > 0;

  const sending = useMutation({
    mutationFn: async (dryRun: boolean) => {
      if ("wrong" in times || hosts === null) return null;
      const answers: HostAnswer[] = [];
      // The hosts are added one after another. Existing slots stay, so a failure in between can be repeated.
      for (const host of needsHost ? chosen : [null]) {
        const { body: answer } = await callApi("addSlotsByPattern", {
          path: account,
          body: {
            interaction: place.interaction,
            activity,
            ...(host !== null && { host }),
            from: form.from,
            to: form.to,
            days: form.days,
            ...times,
            capacity: Number(form.capacity),
            dry_run: dryRun,
          },
        });
        answers.push({ host, answer });
      }
      if (dryRun) return answers;
      await client.invalidateQueries();
      tell(t("{slots} added.", { slots: slotsWords(createdIn(answers)) }));
      onClose();
      return null;
    },
  });
  const preview = sending.data ?? null;
  const created = preview === null ? 0 : createdIn(preview);
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
        onEdit={() => sending.reset()}
        onSubmit={() => sending.mutate(preview === null)}
        actions={
          <div className="dialog-actions">
            <Button onClick={onClose}>{t("Cancel")}</Button>
            {preview === null ? (
              <Button
                type="submit"
                tone="primary"
                busy={sending.isPending}
                disabled={
                  "wrong" in times ||
                  form.days.length === 0 ||
                  hosts === null ||
                  (needsHost && chosen.length === 0)
                }
              >
                {t("Preview")}
              </Button>
            ) : (
              <Button
                type="submit"
                tone="primary"
                busy={sending.isPending}
                disabled={created === 0}
              >
                {t("Add {slots}", { slots: slotsWords(created) })}
              </Button>
            )}
          </div>
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

function createdIn(answers: readonly HostAnswer[]): number {
  return answers.reduce((sum, { answer }) => sum + answer.created.length, 0);
}

function newForm(zone: string): PatternForm {
  const today = dayOf(wallTimeAt(Date.now(), zone));
  return {
    days: ["mon", "tue", "wed", "thu", "fri"],
    from: today,
    to: addDays(today, 27),
    by: "every",
    first: "09:00",
    end: "17:00",
    everyMinutes: "60",
    list: "",
    capacity: "",
  };
}
