import type { AccountName } from "./account.ts";

/** The account that `booking demo` makes. Its bookings are invented, which `serve` says where it finds it. */
export const demoAccount: AccountName = { tenant: "demo", environment: "development" };
