/** Why a caller was refused, by the name that log, metrics and records have for it. */
const words: Readonly<Record<string, string>> = {
  "client-credentials-missing": "The client id or secret was missing",
  "token-request-malformed": "The token request was malformed",
  "credentials-refused": "The credentials were refused",
  "token-missing": "No token was sent",
  "token-refused": "The token was expired, malformed or of another host",
  "endpoint-not-enabled": "The endpoint is not enabled for the account",
  "parameter-missing": "A parameter was missing",
  "parameter-misnamed": "The name of a parameter was nearly right",
  "parameter-repeated": "A parameter was sent twice",
  "parameter-malformed": "A parameter was malformed",
  "query-malformed": "The query was not percent-encoded UTF-8",
  "both-scopes": "public_keys and interactions were combined",
  "unknown-public-key": "No campaign has this public key",
  "unknown-interaction": "No campaign has this name",
  "booking-malformed": "The booking id was missing or malformed",
  "unknown-booking": "The account has no such booking",
  "ticket-already-cancelled": "The ticket was cancelled already",
  "attendee-checked-in": "The attendee had checked in",
  "cancellation-closed": "The campaign's cut-off for cancelling had passed",
  "idempotency-key-malformed": "The Idempotency-Key was malformed",
  "idempotency-key-reused": "The Idempotency-Key was used for another booking",
  "http-malformed": "The HTTP request was malformed",
  "request-too-slow": "The request arrived too slowly",
  "headers-too-large": "The headers were too large",
  "body-too-large": "The body was too large",
  "not-found": "There is no such path",
  "method-not-allowed": "The path takes another method",
  "rate-limited": "Too many requests came from the address",
  unavailable: "The service was unavailable",
};

/** In words; a name that is not known is shown as it is. */
export function refusalWords(reason: string): string {
  return words[reason] ?? reason;
}

export const knownRefusals: readonly string[] = Object.keys(words);
