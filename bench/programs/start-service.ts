import { startProgram, type Program } from "./start-program.ts";

/** The service, with its operator's listener. */
export interface ServiceProgram extends Program {
  readonly operatorPort: number;
}

/**
 * Starts the real `booking serve` as an operator would. Everything is on, but the rate limits are so high
 * that one address may send all the load; requests are counted nevertheless.
 */
export async function startService(
  databaseUrl: string,
  options: {
    readonly log: string;
    readonly processes?: number;
    /** The path of the program; the sources where it is absent. */
    readonly program?: string;
    readonly counted?: boolean;
  },
): Promise<ServiceProgram> {
  let operatorPort = 0;
  const program = await startProgram({
    counted: options.counted === true,
    words: [options.program ?? "bin/booking.js", "serve"],
    log: options.log,
    environment: {
      DATABASE_URL: databaseUrl,
      PORT: "0",
      OPERATOR_PORT: "0",
      TOKEN_LIFETIME_SECONDS: "86400",
      RATE_LIMIT_REQUESTS_PER_MINUTE: "1000000000",
      RATE_LIMIT_TOKENS_PER_MINUTE: "1000000000",
      PROCESSES: String(options.processes ?? 1),
      NODE_ENV: "production",
    },
    readPort: (output) => {
      const line = /"api":"http:[^"]*:(\d+)","operator":"http:[^"]*:(\d+)".*"msg":"ready"/.exec(
        output,
      );
      if (line === null) return null;
      operatorPort = Number(line[2]);
      return Number(line[1]);
    },
  });
  return { ...program, operatorPort };
}
