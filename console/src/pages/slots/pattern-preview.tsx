import { t } from "../../language/t.ts";
import { PreviewSection } from "../../kit/preview-section.tsx";
import { dayWords } from "../../kit/wall-time.ts";
import { OverlapNote } from "./overlap-note.tsx";
import {
  changeSentences,
  lengthSentences,
  slotsWords,
  startsByDay,
  type HostAnswer,
} from "./pattern-words.ts";
import type { Choice } from "./use-place.ts";

/** The slots that a pattern would add by day, and its times at clock changes. */
export function PatternPreview({
  answers,
  hosts,
  capacity,
}: {
  readonly answers: readonly HostAnswer[];
  readonly hosts: readonly Choice[];
  readonly capacity: string;
}) {
  const first = answers[0]?.answer;
  if (first === undefined) return null;
  const sentences = [
    ...new Set([
      ...changeSentences(first),
      ...answers.flatMap((each) => lengthSentences(each.answer)),
    ]),
  ];
  return (
    <PreviewSection className="stack-small preview" title={t("What will be added")} shows={answers}>
      {sentences.map((sentence) => (
        <p key={sentence} className="note" data-tone="amber">
          {sentence}
        </p>
      ))}
      {answers.map(({ host, answer }) => (
        <div key={host} className="stack-small">
          <p>
            {host !== null && (
              <strong>{hosts.find(({ id }) => id === host)?.name ?? host}: </strong>
            )}
            {answer.created.length === 0
              ? t("Nothing new.")
              : t("{slots} with {capacity, plural, one {# seat} other {# seats}} each.", {
                  slots: slotsWords(answer.created.length),
                  capacity,
                })}{" "}
            {answer.existing.length > 0 &&
              t(
                "{count, plural, one {# slot of the pattern exists already and stays as it is.} other {# slots of the pattern exist already and stay as they are.}}",
                {
                  count: answer.existing.length,
                },
              )}
          </p>
          <OverlapNote overlap={answer.overlap} zone={answer.timezone} />
          {/* It scrolls where there are many: the keyboard has to reach it. */}
          <ul className="preview-days num" tabIndex={0} aria-label={t("What will be added")}>
            {startsByDay(answer.created, answer.timezone).map(([day, times]) => (
              <li key={day}>
                <strong>{dayWords(day)}</strong> {times.join(" · ")}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </PreviewSection>
  );
}
