import { startProgram, type Program } from "./start-program.ts";

/** The service, which also tells operators about itself. */
export interface ServiceProgram extends Program {
  readonly operatorPort: number;
}

/**
 * The real `booking serve`, as an operator would run it: everything on, but for limits so high that
 * one address may send all the load. They are counted all the same.
 */
export async function startService(
  databaseUrl: string,
  options: { readonly log: string; readonly processes?: number },
): Promise<ServiceProgram> {
  let operatorPort = 0;
  const program = await startProgram({
    words: ["bin/booking.js", "serve"],
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
