import { t } from "../language/t.ts";
/** The reasons of refused callers, by their names in log, metrics and records. */
const words: Readonly<Record<string, string>> = {
  "client-credentials-missing": t("The client id or secret was missing"),
  "token-request-malformed": t("The token request was malformed"),
  "credentials-refused": t("The credentials were refused"),
  "token-missing": t("No token was sent"),
  "token-refused": t("The token was expired, malformed or of another host"),
  "endpoint-not-enabled": t("The endpoint is not enabled for the account"),
  "parameter-missing": t("A parameter was missing"),
  "parameter-misnamed": t("The name of a parameter was nearly right"),
  "parameter-repeated": t("A parameter was sent twice"),
  "parameter-malformed": t("A parameter was malformed"),
  "query-malformed": t("The query was not percent-encoded UTF-8"),
  "both-scopes": t("public_keys and interactions were combined"),
  "unknown-public-key": t("No campaign has this public key"),
  "unknown-interaction": t("No campaign has this name"),
  "booking-malformed": t("The booking id was missing or malformed"),
  "unknown-booking": t("The account has no such booking"),
  "ticket-already-cancelled": t("The ticket was cancelled already"),
  "attendee-checked-in": t("The attendee had checked in"),
  "cancellation-closed": t("The campaign's cut-off for cancelling had passed"),
  "idempotency-key-malformed": t("The Idempotency-Key was malformed"),
  "idempotency-key-reused": t("The Idempotency-Key was used for another booking"),
  "http-malformed": t("The HTTP request was malformed"),
  "request-too-slow": t("The request arrived too slowly"),
  "headers-too-large": t("The headers were too large"),
  "body-too-large": t("The body was too large"),
  "not-found": t("There is no such path"),
  "method-not-allowed": t("The path takes another method"),
  "rate-limited": t("Too many requests came from the address"),
  unavailable: t("The service was unavailable"),
};

/** The reason in words; an unknown name is shown as it is. */
export function refusalWords(reason: string): string {
  return words[reason] ?? reason;
}

export const knownRefusals: readonly string[] = Object.keys(words);
