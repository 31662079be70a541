import { t } from "../../language/t.ts";
import type { ImportReport } from "../../api/operations.ts";

/** Bad lines as a data file: each after a comment that says what is wrong with it. */
export function linesToMend(errors: ImportReport["errors"], lines: readonly string[]): string {
  const numbers = [...new Set(errors.map(({ line }) => line))];
  return numbers
    .map((number) => {
      const reasons = errors
        .filter(({ line }) => line === number)
        .map(({ field, expected }) =>
          t("{field}: expected {expected}", { field: field ?? t("all of it"), expected }),
        );
      // A comment is one line, whatever the file calls its fields.
      const comment = t("line {number}: {reasons}", {
        number,
        reasons: reasons.join("; "),
      }).replaceAll(/\p{Cc}/gu, "\uFFFD");
      return `# ${comment}\n${lines[number - 1] ?? ""}\n`;
    })
    .join("");
}
