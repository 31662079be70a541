import type { Client, ClientOptions } from "openapi-fetch";
import type { paths } from "./operations.d.ts";

export type * from "./operations.d.ts";

/** The client: `GET`, `PUT`, `POST` and `DELETE`, each with a path of the API and what it takes. */
export type OperatorClient = Client<paths>;

export interface OperatorClientOptions extends Pick<ClientOptions, "fetch" | "headers" | "signal"> {
  /** The address of the operator's listener, such as `https://operator.booking.example`. */
  readonly server: string;
  /** An operator's key, `bsk_…`. */
  readonly key: string;
}

/**
 * Makes a client of the operator API. Each call resolves with `data`, or with `error`, a problem of RFC 9457, and
 * with the `response`; it rejects where no answer came. Throws `TypeError` for a server that is neither `https://`
 * nor on this machine.
 */
export declare function operatorClient(options: OperatorClientOptions): OperatorClient;
