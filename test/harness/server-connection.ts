import { Socket } from "node:net";
import { Client } from "pg";

interface Kept {
  readonly connected: Promise<Client>;
  readonly socket: Socket;
  /** Queries whose answer is awaited. */
  open: number;
}

/** By the URL of a server's maintenance database. */
const connections = new Map<string, Kept>();

/**
 * Asks a server over a connection that this process keeps, because the server starts a process for each. It does not
 * keep this process alive. A connection that was lost meanwhile, as where a test ends them, is replaced.
 */
export async function askServer(
  url: string,
  statement: string,
  values: readonly string[] = [],
): Promise<any[]> {
  const known = connections.get(url);
  try {
    return await query(known ?? keep(url), statement, values);
  } catch (error) {
    if (known === undefined || !isLoss(error)) throw error;
    if (connections.get(url) === known) connections.delete(url);
    return askServer(url, statement, values);
  }
}

async function query(kept: Kept, statement: string, values: readonly string[]): Promise<any[]> {
  kept.open += 1;
  try {
    kept.socket.ref();
    const client = await kept.connected;
    return (await client.query(statement, [...values])).rows;
  } finally {
    kept.open -= 1;
    if (kept.open === 0) kept.socket.unref();
  }
}

function keep(url: string): Kept {
  const socket = new Socket();
  const client = new Client({ connectionString: url, stream: () => socket });
  const kept = { connected: client.connect().then(() => client), socket, open: 0 };
  const forget = () => {
    if (connections.get(url) === kept) connections.delete(url);
  };
  // A server may be stopped at any time. A query then rejects with its own error.
  client.on("error", forget).on("end", forget);
  kept.connected.catch(forget);
  connections.set(url, kept);
  return kept;
}

/** Whether the connection ended, as opposed to a refused statement. */
function isLoss(error: unknown): boolean {
  const { code } = error as { readonly code?: string };
  // Class 08 and 57P01 to 57P05 end connections (PostgreSQL, Appendix A). Other codes with a digit are refusals.
  return !/\d/.test(code ?? "") || /^(08|57P0)/.test(code ?? "");
}
