import { styleText } from "node:util";
import type { FirstCalls } from "./prepare-first-calls.ts";

/** The three calls of the interface, ready to paste into a shell. */
export function curlLines(baseUrl: string, calls: FirstCalls): string[] {
  const { credential, accessToken, externalId, booking } = calls;
  const token = {
    client_id: credential.clientId,
    client_secret: credential.clientSecret,
    audience: credential.audience,
    grant_type: "client_credentials",
  };
  const bearer = `-H 'Authorization: Bearer ${accessToken}'`;
  const json = "-H 'Content-Type: application/json'";
  return [
    `curl -sw "\\n" ${baseUrl}/v1/oauth:token ${json} -d '${JSON.stringify(token)}'`,
    `curl -sw "\\n" '${baseUrl}/v1/interactions:fetchContactBookings?external_id=${externalId}' ${bearer}`,
    ...(booking === null
      ? []
      : [
          `curl -sw "\\n" ${baseUrl}/v1/interactions:cancelInteractionBooking ${bearer} ${json} -d '${JSON.stringify({ booking })}'`,
        ]),
  ];
}

/** The text for a newcomer: the calls, and external ids to try; in colour on a terminal. */
export function firstCallsText(
  baseUrl: string,
  calls: FirstCalls,
  contacts: readonly { readonly externalId: string; readonly shows: string }[],
  stream: NodeJS.WritableStream,
): string {
  const bold = (text: string) => styleText("bold", text, { stream });
  const cyan = (text: string) => styleText("cyan", text, { stream });
  const [token, list, cancel] = curlLines(baseUrl, calls);
  const width = Math.max(...contacts.map(({ externalId }) => externalId.length));
  return [
    "",
    bold(`Booking Service: ${baseUrl}`),
    "",
    bold("1. Get a token (the lines below hold one already)"),
    token,
    "",
    bold(`2. List the bookings of ${calls.externalId}`),
    list,
    "",
    bold("3. Cancel one of them (a second time, it says why not)"),
    cancel ??
      `${calls.externalId} has no booking left to cancel: take one of another contact's list.`,
    "",
    bold("External ids worth trying, and what each shows"),
    ...contacts.map(({ externalId, shows }) => `${cyan(externalId.padEnd(width))}  ${shows}`),
    "",
  ].join("\n");
}
