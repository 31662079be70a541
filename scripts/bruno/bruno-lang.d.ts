/** The part of Bruno's own library that the collection uses; it has no types. */
declare module "@usebruno/lang" {
  interface Pair {
    readonly name: string;
    readonly value: string;
    readonly enabled: boolean;
  }

  interface Request {
    readonly meta: { readonly name: string; readonly type: "http"; readonly seq: number };
    readonly http: {
      readonly method: string;
      readonly url: string;
      readonly body: "json" | "text" | "none";
      readonly auth: "bearer" | "none";
    };
    readonly params?: readonly (Pair & { readonly type: "query" | "path" })[];
    readonly auth?: { readonly bearer: { readonly token: string } };
    readonly body?: { readonly json?: string; readonly text?: string };
    readonly vars?: { readonly res: readonly (Pair & { readonly local: boolean })[] };
    readonly docs?: string;
  }

  export function jsonToBruV2(request: Request): string;
  export function bruToJsonV2(text: string): Request;
  export function envJsonToBruV2(environment: {
    readonly variables: readonly (Pair & { readonly secret: boolean })[];
  }): string;
}
