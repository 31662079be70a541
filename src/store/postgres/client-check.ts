/** How long a statement goes on, at most, when its client is gone: killed, or without an answer in time. */
const interval = "2s";

/**
 * An expression that makes the server look at this interval whether the client of a running statement is still
 * there; otherwise, it looks when it sends rows. It changes nothing where the server or the role sets an interval,
 * nor where there is no such setting: PostgreSQL has it from 14 on, and every version has it on Linux.
 */
export function clientCheck(scope: "session" | "transaction"): string {
  return `case
         when current_setting('client_connection_check_interval', true) = '0'
           and version() like '%linux%'
         then set_config('client_connection_check_interval', '${interval}', ${scope === "transaction"})
       end`;
}
