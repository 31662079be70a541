import type { ImportReport } from "../../api/operations.ts";

/** Bad lines as a data file: each after a comment that says what is wrong with it. */
export function linesToMend(errors: ImportReport["errors"], lines: readonly string[]): string {
  const numbers = [...new Set(errors.map(({ line }) => line))];
  return numbers
    .map((number) => {
      const reasons = errors
        .filter(({ line }) => line === number)
        .map(({ field, expected }) => `${field ?? "all of it"}: expected ${expected}`);
      // A comment is one line, whatever the file calls its fields.
      const comment = `line ${number}: ${reasons.join("; ")}`.replaceAll(/\p{Cc}/gu, "\uFFFD");
      return `# ${comment}\n${lines[number - 1] ?? ""}\n`;
    })
    .join("");
}
