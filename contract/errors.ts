import { Type, type Static } from "typebox";

/** Numeric codes, after google.rpc.Code. Callers must not need them (decision A23). */
export const errorCodes = {
  badRequest: 3,
  notFound: 5,
  endpointNotEnabled: 7,
  rateLimited: 8,
  notCancellable: 9,
  methodNotAllowed: 12,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** Every error but one (interface, Errors). */
export const ErrorResponse = Type.Object(
  {
    code: Type.Integer(),
    message: Type.String({ minLength: 1 }),
  },
  { additionalProperties: false },
);
export type ErrorResponse = Static<typeof ErrorResponse>;

/** The 401 of a call with no token at all (interface, Errors). */
export const TokenMissingResponse = Type.Object(
  {
    error: Type.String({ minLength: 1 }),
    message: Type.String({ minLength: 1 }),
  },
  { additionalProperties: false },
);
export type TokenMissingResponse = Static<typeof TokenMissingResponse>;
