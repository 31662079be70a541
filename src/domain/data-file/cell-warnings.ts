/** A cell of a good row that a spreadsheet has probably changed. It is imported as it is; the message has no value of it. */
export interface CellWarning {
  readonly column: string;
  readonly kind: "shortened-number" | "invisible-character";
  readonly message: string;
}

/**
 * Characters that show nothing: spaces and ends of lines, controls, format characters, those that Unicode calls ignorable
 * (fillers, selectors of a variation), the blank of Braille, and halves of a character.
 */
const unseen = /[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What a spreadsheet has probably done to an id. */
export function warningsOf(column: string, text: string): CellWarning[] {
  if (/^\d(?:[.,]\d+)?E\+?\d{1,3}$/i.test(text)) {
    const message =
      "a spreadsheet has probably shortened a long number to this one: other rows may have the same one for other people";
    return [{ column, kind: "shortened-number", message }];
  }
  const hidden = unseen.exec(text.replaceAll(" ", "_"));
  if (hidden === null) return [];
  const code = hidden[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  const message = `it has a character that nobody sees, U+${code} at place ${hidden.index + 1}, and is another id with it than without`;
  return [{ column, kind: "invisible-character", message }];
}
