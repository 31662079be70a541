/** The roles of operators: everything; look up and check in; only look up. */
export const operatorRoles = ["admin", "staff", "viewer"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Whether the text is 1 to 64 letters, digits or `. _ @ -`, which need no quoting anywhere. */
export function isOperatorName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(text);
}
