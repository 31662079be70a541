import type { EndpointContract } from "../../contract/endpoint.ts";
import { exampleBody } from "./example-body.ts";

/** The call for a shell, with the caller's own values in angle brackets. */
export function curlOf({ method, path, authenticated, body }: EndpointContract): string {
  const parts = [
    `curl -s ${method === "GET" ? "-G " : ""}'https://{base_url}${path}'`,
    ...(authenticated ? ["-H 'Authorization: Bearer <ACCESS_TOKEN>'"] : []),
    ...(method === "GET"
      ? ["--data-urlencode 'external_id=<YOUR_ID_OF_THE_CUSTOMER>'"]
      : ["-H 'Content-Type: application/json'"]),
    ...(body === null ? [] : [`-d '${indented(exampleBody(body))}'`]),
  ];
  return parts.join(" \\\n  ");
}

/** One field per line, which fits a narrow screen. */
function indented(body: object): string {
  return JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");
}
