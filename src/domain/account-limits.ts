/**
 * What a key can make in one account has a limit here where many would cost other accounts: the variable of its setting,
 * the default, the most that it may be, and what to do when it is reached. `docs/operating.md` lists the variables, and
 * `docs/threat-model.md` says what each one costs others.
 */
export const accountLimits = {
  webhooks: {
    setting: "webhooksPerAccount",
    variable: "WEBHOOKS_PER_ACCOUNT",
    byDefault: 50,
    most: 10_000,
    remedy: "remove one",
  },
  clients: {
    setting: "clientsPerAccount",
    variable: "CLIENTS_PER_ACCOUNT",
    byDefault: 1_000,
    most: 100_000,
    remedy: "revoke one",
  },
  "API hosts": {
    setting: "apiHostsPerAccount",
    variable: "API_HOSTS_PER_ACCOUNT",
    byDefault: 100,
    most: 10_000,
    remedy: "remove one",
  },
  campaigns: {
    setting: "interactionsPerAccount",
    variable: "INTERACTIONS_PER_ACCOUNT",
    byDefault: 10_000,
    most: 1_000_000,
    remedy: "remove one that nobody booked",
  },
  operators: {
    setting: "operatorsPerAccount",
    variable: "OPERATORS_PER_ACCOUNT",
    byDefault: 1_000,
    most: 100_000,
    remedy: "revoke one",
  },
  holds: {
    setting: "holdsPerAccount",
    variable: "HOLDS_PER_ACCOUNT",
    byDefault: 10_000,
    most: 1_000_000,
    remedy: "release one",
  },
} as const satisfies Readonly<Record<string, LimitSetting>>;

interface LimitSetting {
  readonly setting: `${string}PerAccount`;
  readonly variable: `${string}_PER_ACCOUNT`;
  readonly byDefault: number;
  readonly most: number;
  readonly remedy: string;
}

/** What is limited, in the plural. */
export type AccountLimit = keyof typeof accountLimits;

/** How many of each an account may have. */
export type AccountLimits = Readonly<Record<AccountLimit, number>>;

/** The limits as settings. */
export type LimitSettings = Readonly<
  Record<(typeof accountLimits)[AccountLimit]["setting"], number>
>;

export const allLimits = Object.keys(accountLimits) as readonly AccountLimit[];

/** What is not set is as by default. */
export function limitsOf(settings: Partial<LimitSettings>): AccountLimits {
  const limits = allLimits.map((of) => {
    const { setting, byDefault } = accountLimits[of];
    return [of, settings[setting] ?? byDefault];
  });
  return Object.fromEntries(limits) as AccountLimits;
}

/** The account has as many as it may have. */
export interface AccountLimitReached {
  readonly why: "account-limit-reached";
  readonly of: AccountLimit;
  readonly most: number;
  /** True of what belongs to all accounts together. */
  readonly isOfAll?: true;
}

export function limitReached(
  of: AccountLimit,
  most: number,
): { readonly refused: AccountLimitReached } {
  return { refused: { why: "account-limit-reached", of, most } };
}

/** The sentence without its end: what is reached, and what to do. */
export function limitSentence({ of, most, isOfAll }: Omit<AccountLimitReached, "why">): string {
  const { variable, remedy } = accountLimits[of];
  const have = isOfAll === true ? "All accounts together have" : "The account has";
  return `${have} ${most} ${of}, and ${variable} allows no more: ${remedy}, or have it raised`;
}
