import { ofApi, t } from "../language/t.ts";
import { ProblemError } from "../api/problem.ts";

/** A field that the service refused; `name` is that of the form's field. */
export interface RefusedField {
  readonly name: string;
  /** The kind of a catalogue's line; null where there is none. */
  readonly kind: string | null;
  readonly words: string;
  /** The API's own words, where the console speaks another language. */
  readonly isEnglish: boolean;
  /** The refusal has no other fault: its sentence is this one. */
  readonly isOnly: boolean;
}

/** The field that a refusal is about, where the refusal itself names none. */
const fieldOfProblem: Readonly<Record<string, string>> = {
  "account-exists": "tenant",
  "host-missing": "host",
  "host-not-offered": "host",
  "host-taken": "hosts",
  "not-in-catalogue": "slot_starting_at",
  "operator-exists": "name",
  "operator-name-malformed": "name",
};

interface BadField {
  readonly kind: string | null;
  readonly field: string | null;
  readonly expected: string;
}

/** What a refusal says about single fields; empty where it is about the whole. */
export function refusedFields(error: Error | null): readonly RefusedField[] {
  if (!(error instanceof ProblemError)) return [];
  const { errors, field } = error.more;
  if (Array.isArray(errors)) {
    return (errors as BadField[]).map(({ kind, field: name, expected }) => {
      const words = ofApi(expected);
      return {
        name: name ?? "",
        kind,
        words:
          words === null
            ? `Expected: ${expected}.`
            : t("Expected: {expected}.", { expected: words }),
        isEnglish: words === null,
        isOnly: false,
      };
    });
  }
  const name =
    typeof field === "string" ? field : (fieldOfProblem[error.problem ?? ""] ?? fieldIn(error));
  if (name === undefined) return [];
  const words = ofApi(error.message);
  return [
    {
      name,
      kind: null,
      words: words ?? error.message,
      isEnglish: words === null,
      isOnly: true,
    },
  ];
}

/** The sentence of a malformed value begins with its field: `url must be an https:// address`. */
function fieldIn({ problem, message }: ProblemError): string | undefined {
  const isOfField = problem === "malformed" || problem === "value-malformed";
  return isOfField ? /^(?:an item of )?(\w+)/.exec(message)?.[1] : undefined;
}
