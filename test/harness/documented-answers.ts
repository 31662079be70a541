import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** The parts of an answer that a document describes. */
export interface GivenAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body parsed as JSON; undefined when it is not JSON. */
  readonly json: unknown;
}

/** One status of one operation in an OpenAPI document. */
interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, object>>;
}

/** A schema judges a few answers in a process, so compiling it costs more than judging by it. */
export const quickToCompile = {
  strict: false,
  allErrors: true,
  validateSchema: false,
  code: { optimize: false },
} as const;

/** Headers of HTTP itself, which are not part of the interface. */
const transport = new Set(["connection", "content-length", "content-type", "date", "keep-alive"]);
const json = "application/json";

/**
 * Compares answers with an OpenAPI 3.1 document. Anything that it does not describe for the path, method and
 * status is a fault, also an unknown header or a missing one.
 */
export class DocumentedAnswers {
  readonly #document: any;
  readonly #ajv = addFormats.default(new Ajv2020(quickToCompile));
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: object) {
    this.#document = document;
    this.#ajv.addSchema(document, "openapi");
  }

  /** The faults of an answer against the document; empty for a documented one. */
  breaches(method: string, target: string, answer: GivenAnswer): string[] {
    const path = pathOf(target);
    const pointer = this.#responsePointer(method, path, answer.status);
    if (pointer === null) return [`${method} ${path}: ${answer.status} is not documented`];
    const found = [
      ...this.#headerBreaches(this.#at(pointer), answer.headers),
      // An answer to HEAD has no body.
      ...(method === "HEAD" ? [] : this.#bodyBreaches(pointer, answer)),
    ];
    return found.map((breach) => `${method} ${path}: ${answer.status}: ${breach}`);
  }

  /**
   * The place of the response in the document; for an unknown path, among the responses that all operations
   * share.
   */
  #responsePointer(method: string, path: string, status: number): string | null {
    const operations: any = this.#document.paths[path];
    if (operations === undefined) return this.#sharedPointer(status);
    const own = method.toLowerCase() in operations ? method.toLowerCase() : null;
    // A path answers a wrong method (405 and the like) as its own operation documents it.
    const operation = own ?? Object.keys(operations)[0] ?? "";
    const response = operations[operation].responses[status];
    if (response === undefined || (own === null && status < 400)) return null;
    return response.$ref ?? pointerTo("paths", path, operation, "responses", String(status));
  }

  /** A response of every operation with a body, or a shared one, may occur on any path. */
  #sharedPointer(status: number): string | null {
    const operations: any[] = Object.values(this.#document.paths).flatMap(Object.values as any);
    const inAll = operations.every(
      ({ requestBody, responses }) => requestBody === undefined || status in responses,
    );
    const found = operations.find(({ responses }) => responses[status]?.$ref !== undefined);
    return inAll ? (found?.responses[status].$ref ?? null) : null;
  }

  #headerBreaches(response: ResponseObject, headers: IncomingHttpHeaders): string[] {
    const documented = Object.entries(response.headers ?? {});
    const names = new Set(documented.map(([name]) => name.toLowerCase()));
    const unknown = Object.keys(headers).filter((name) => !names.has(name) && !transport.has(name));
    return [
      ...unknown.map((name) => `the header ${name} is not documented`),
      ...documented.flatMap(([name, { $ref }]) => {
        const value = headers[name.toLowerCase()];
        const { required, schema } = this.#at($ref);
        if (value === undefined) return required ? [`the header ${name} is missing`] : [];
        const parsed = schema.type === "integer" && /^\d+$/.test(String(value)) ? +value : value;
        return this.#schemaBreaches(`${$ref}/schema`, parsed).map((why) => `${name} ${why}`);
      }),
    ];
  }

  #bodyBreaches(pointer: string, { headers, text, json: body }: GivenAnswer): string[] {
    const [type] = (headers["content-type"] ?? "").split(";");
    if (this.#at(pointer).content?.[type ?? ""] === undefined) return [`the type ${type}`];
    if (body === undefined) return [`the body is no JSON: ${text}`];
    return this.#schemaBreaches(`${pointer}/content/${escape(json)}/schema`, body);
  }

  #schemaBreaches(pointer: string, value: unknown): string[] {
    const validate =
      this.#compiled.get(pointer) ?? this.#ajv.compile({ $ref: `openapi${encodeURI(pointer)}` });
    this.#compiled.set(pointer, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath || "body"} ${message} ${JSON.stringify(params)}`.trim(),
    );
  }

  #at(pointer: string): any {
    const steps = pointer.slice("#/".length).split("/");
    return steps.reduce(
      (inside, step) => inside[step.replaceAll("~1", "/").replaceAll("~0", "~")],
      this.#document,
    );
  }
}

function pointerTo(...steps: readonly string[]): string {
  return `#/${steps.map(escape).join("/")}`;
}

function escape(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The path in the document's form: no origin, no query, and `:` in any encoding. */
function pathOf(target: string): string {
  const [path = ""] = target.replace(/^https?:\/\/[^/?]*/i, "").split("?");
  return path.replaceAll(/%3a/gi, ":");
}

let committed: DocumentedAnswers | null = null;

/** Fails on an answer that `contract/openapi.json` does not describe. */
export function assertDocumented(method: string, target: string, answer: GivenAnswer): void {
  committed ??= new DocumentedAnswers(readCommittedDocument());
  const breaches = committed.breaches(method, target, answer);
  if (breaches.length > 0) throw new Error(`Not as documented: ${breaches.join("; ")}`);
}

export const committedDocument = new URL("../../contract/openapi.json", import.meta.url);

function readCommittedDocument(): object {
  return JSON.parse(readFileSync(committedDocument, "utf8")) as object;
}
