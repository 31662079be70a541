/**
 * What a key can make in one account has a limit, so that one more costs nobody else: the setting, its default, and what
 * to do when it is reached. `docs/operating.md` lists the variables.
 */
export const accountLimits = {
  webhooks: { variable: "WEBHOOKS_PER_ACCOUNT", byDefault: 50, remedy: "remove one" },
} as const satisfies Readonly<
  Record<string, { variable: string; byDefault: number; remedy: string }>
>;

/** What is limited, in the plural. */
export type AccountLimit = keyof typeof accountLimits;

/** How many of each an account may have. */
export type AccountLimits = Readonly<Record<AccountLimit, number>>;

export const usualLimits: AccountLimits = { webhooks: accountLimits.webhooks.byDefault };

/** The account has as many as it may have. */
export interface AccountLimitReached {
  readonly why: "account-limit-reached";
  readonly of: AccountLimit;
  readonly most: number;
}
