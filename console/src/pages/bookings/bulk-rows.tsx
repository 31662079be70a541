import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { callApi } from "../../api/call-api.ts";
import { useCampaigns } from "../../api/campaigns.ts";
import { newRequestId } from "../../api/request-id.ts";
import type { Booking, Explanation } from "../../api/operations.ts";
import { ApiText } from "../../kit/api-text.tsx";
import { StatusBadge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { When } from "../../kit/when.tsx";
import { t } from "../../language/t.ts";
import { useAccount } from "../../shell/account.ts";
import { contactBeside, whoOf } from "../desk/who.ts";
import { runEach, type RowResult } from "./bulk-run.ts";
import { RuleWords } from "./explanation-panel.tsx";

/** What the rules of each booking say; those that are still read are absent. */
export function useExplained(bookings: readonly Booking[]) {
  const path = useAccount();
  const asked = useQueries({
    queries: bookings.map(({ booking }) => ({
      queryKey: ["explainBooking", { path: { ...path, booking } }],
      queryFn: () => callApi("explainBooking", { path: { ...path, booking } }),
    })),
  });
  const explained = new Map(
    asked.flatMap(({ data }) => (data === undefined ? [] : [[data.body.booking, data.body]])),
  );
  return { explained, isReading: asked.some(({ isPending }) => isPending) };
}

/** The rules that keep a booking from a change. */
export function broken(
  explained: Explanation | undefined,
  { evenLate }: { readonly evenLate: boolean },
): Explanation["rules"] {
  const rules = explained?.rules ?? [];
  return rules.filter(({ name, passed }) => !passed && !(evenLate && name === "cut-off"));
}

/** Runs the change of each row under a key of its own: what is sent again is done once. */
export function useBulk(change: (booking: Booking, idempotencyKey: string) => Promise<string>) {
  const client = useQueryClient();
  const [attempt] = useState(newRequestId);
  const [results, setResults] = useState<ReadonlyMap<string, RowResult>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const run = async (rows: readonly Booking[]) => {
    setIsRunning(true);
    await runEach(
      rows,
      (row) => change(row, `${attempt}-${row.booking}`),
      ({ booking }, result) => setResults((before) => new Map(before).set(booking, result)),
    );
    setIsRunning(false);
    await client.invalidateQueries({ queryKey: ["findBookings"] });
  };
  return { results, isRunning, run };
}

/** The selected bookings, each with what will become of it or what became of it. */
export function BulkRows({
  bookings,
  results,
  explained,
  isReading,
  against,
  willBe,
}: {
  readonly bookings: readonly Booking[];
  readonly results: ReadonlyMap<string, RowResult>;
  readonly explained: ReadonlyMap<string, Explanation>;
  readonly isReading: boolean;
  readonly against: (booking: Booking) => Explanation["rules"];
  readonly willBe: string;
}) {
  const { zoneOf } = useCampaigns();
  return (
    <div className="bulk-rows" role="region" aria-label={t("The selected bookings")} tabIndex={0}>
      <ul>
        {bookings.map((row) => {
          const zone = zoneOf(row.interaction);
          const result = results.get(row.booking);
          const rules = against(row);
          return (
            <li key={row.booking} data-result={result?.kind ?? (rules.length > 0 ? "refused" : "")}>
              <span>
                <When at={row.slot_starting_at} zone={zone} /> <strong>{whoOf(row)}</strong>{" "}
                <Contact of={row} />
                <StatusBadge status={row.booking_status} />
              </span>
              <span>
                {result !== undefined && <ResultWords result={result} />}
                {result === undefined && !explained.has(row.booking) && (
                  <>{isReading ? t("…") : t("Its state could not be read.")}</>
                )}
                {result === undefined && explained.has(row.booking) && (
                  <>
                    {rules.length === 0 && willBe}
                    {rules.map((verdict) => (
                      <RuleWords key={verdict.name} verdict={verdict} zone={zone} />
                    ))}
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Contact({ of }: { readonly of: Booking }) {
  const contact = contactBeside(of);
  return contact === null ? null : <span className="soft">{contact} </span>;
}

function ResultWords({ result }: { readonly result: RowResult }): ReactNode {
  if (result.kind === "done") return result.words;
  if (result.kind === "unknown") return t("No answer: it may have been done.");
  return <ApiText>{result.error.message}</ApiText>;
}

/** The buttons below: do it, or after that try again what had no answer, or close. */
export function BulkActions({
  submit,
  tone,
  doable,
  results,
  isRunning,
  disabled = false,
  onRun,
  onClose,
}: {
  readonly submit: string;
  readonly tone: "primary" | "danger";
  readonly doable: readonly Booking[];
  readonly results: ReadonlyMap<string, RowResult>;
  readonly isRunning: boolean;
  readonly disabled?: boolean;
  readonly onRun: (rows: readonly Booking[]) => void;
  readonly onClose: () => void;
}) {
  const unknown = doable.filter(({ booking }) => results.get(booking)?.kind === "unknown");
  const count = (kind: RowResult["kind"]) =>
    [...results.values()].filter((result) => result.kind === kind).length;
  const hasRun = results.size > 0;
  return (
    <>
      <p role="status">
        {hasRun &&
          t("{done} done, {refused} refused, {unknown} without an answer.", {
            done: count("done"),
            refused: count("refused"),
            unknown: count("unknown"),
          })}
      </p>
      <div className="dialog-actions">
        <Button onClick={onClose} disabled={isRunning}>
          {hasRun ? t("Close") : t("Leave them")}
        </Button>
        {!hasRun && (
          <Button
            tone={tone}
            busy={isRunning}
            disabled={disabled || doable.length === 0}
            onClick={() => onRun(doable)}
          >
            {submit}
          </Button>
        )}
        {hasRun && (unknown.length > 0 || isRunning) && (
          <Button tone={tone} busy={isRunning} onClick={() => onRun(unknown)}>
            {t("Try {count} again", { count: unknown.length })}
          </Button>
        )}
      </div>
    </>
  );
}
