import { kindWord } from "./kind-word.ts";
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
  return (
    <>
      <Fault error={error} />
      {fields.length > 0 && (
        <ul className="stack-small">
          {fields.map(({ kind, name, words, isEnglish }) => (
            <li key={`${kind} ${name} ${words}`}>
              {kind !== null && `${kindWord(kind)}, `}
              {name !== "" && (
                <>
                  <code>{name}</code>:{" "}
                </>
              )}
              <span lang={isEnglish ? "en" : undefined}>{words}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
