/** What an operator may do: everything, look up and check in, or only look. */
export const operatorRoles = ["admin", "staff", "viewer"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** 1 to 64 letters, digits or `. _ @ -`, so that it can be written anywhere without quoting. */
export function isOperatorName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(text);
}
