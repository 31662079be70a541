import { dayWords } from "../../kit/wall-time.ts";
import { changeSentences, slotsWords, startsByDay, type HostAnswer } from "./pattern-words.ts";
import type { Choice } from "./use-place.ts";

/** What a pattern would add, day by day, and what becomes of it when clocks are changed. */
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
  const sentences = changeSentences(first);
  return (
    <section className="stack-small preview" aria-label="Preview" role="status">
      <h3>What will be added</h3>
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
            {answer.created.length === 0 ? "Nothing new." : `${slotsWords(answer.created.length)} `}
            {answer.created.length > 0 && `with ${capacity} seats each. `}
            {answer.existing.length > 0 &&
              `${slotsWords(answer.existing.length)} of the pattern exist already and stay as they are.`}
          </p>
          <ul className="preview-days num">
            {startsByDay(answer.created, answer.timezone).map(([day, times]) => (
              <li key={day}>
                <strong>{dayWords(day)}</strong> {times.join(" · ")}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
