import type { Installation } from "../world/installation.ts";
import { askOnce } from "./ask-once.ts";
import { tokenPattern } from "./requests.ts";

/** A real token from the service. */
export async function getToken(port: number, installation: Installation): Promise<string> {
  const { status, body } = await askOnce(port, tokenPattern(installation), "");
  if (status !== 200) throw new Error(`The token request was answered ${status}.`);
  return (body as { access_token: string }).access_token;
}
