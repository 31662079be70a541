import { WrongUsage } from "../../operations/machinery/arguments.ts";
import { readServerVariables } from "../../service/settings.ts";
import type { Variables } from "../../service/variables.ts";
import type { ServerAddress } from "../command-context.ts";

/**
 * Reads where commands run: the flag wins over the variables; null for the database. The key is never a flag,
 * because other users of the machine see those.
 */
export function readServerAddress(flag: string | null, given: Variables): ServerAddress | null {
  const variables = readServerVariables(given);
  const written = flag ?? variables.server();
  if (written === null) return null;
  if (flag === null && variables.databaseUrl() !== null) {
    throw new WrongUsage("BOOKING_SERVER and DATABASE_URL are both set: keep one of them.");
  }
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new WrongUsage(
      "--server must be the address of the operator's listener without a path, such as " +
        "https://operator.booking.example",
    );
  }
  if (url.protocol === "http:" && !isLoopback(url)) {
    throw new WrongUsage(
      "--server must be https://, except on this machine: the key would be seen.",
    );
  }
  const key = variables.key();
  if (key !== null) return { url, key };
  throw new WrongUsage(
    "BOOKING_KEY is not set: put the operator's key there, or the path of its file into BOOKING_KEY_FILE.",
  );
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
