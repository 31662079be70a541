import { t } from "../language/t.ts";
import { ProblemError } from "../api/problem.ts";
import { Fault } from "./states.tsx";

interface BadField {
  readonly kind: string | null;
  readonly field: string | null;
  readonly expected: string;
}

/** Why a change of the catalogue was refused, field by field where the API says so. */
export function RefusedEdits({ error }: { readonly error: Error }) {
  const errors = error instanceof ProblemError ? error.more["errors"] : undefined;
  return (
    <>
      <Fault error={error} />
      {Array.isArray(errors) && (
        <ul className="stack-small">
          {(errors as BadField[]).map(({ kind, field, expected }) => (
            <li key={`${kind} ${field} ${expected}`}>
              {kind !== null && `${kind.replaceAll("_", " ")}, `}
              {field !== null && (
                <>
                  <code>{field}</code>:{" "}
                </>
              )}
              {t("{expected} is expected.", { expected })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
