import { fieldWord } from "./field-word.ts";
import { kindWord } from "./kind-word.ts";
import { quoted } from "./labelled-words.ts";
import type { RefusedField } from "./refused-fields.ts";
import { Fault } from "./states.tsx";

/** Why a form was refused, with the refused fields that it does not show. */
export function RefusedEdits({
  error,
  fields,
}: {
  readonly error: Error;
  readonly fields: readonly RefusedField[];
}) {
  const listed = fields.filter(({ isOnly }) => !isOnly);
  return (
    <>
      <Fault error={error} />
      {listed.length > 0 && (
        <ul className="stack-small">
          {listed.map(({ kind, name, words, isEnglish }) => (
            <li key={`${kind} ${name} ${words}`}>
              {placeWords(kind, name)}
              <span lang={isEnglish ? "en" : undefined}>{words}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Where a refused field is; empty where the refusal names neither a record nor a field. */
function placeWords(kind: string | null, name: string): string {
  const word = fieldWord(name);
  const parts = [
    kind === null ? [] : [kindWord(kind)],
    name === "" ? [] : [word === null ? name : quoted(word)],
  ].flat();
  return parts.length === 0 ? "" : `${parts.join(", ")}: `;
}
