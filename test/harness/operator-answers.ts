import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Answer } from "./call.ts";
import { quickToCompile } from "./documented-answers.ts";

const prefix = "/operator/v1";
const jsonTypes: ReadonlySet<string> = new Set(["application/json", "application/problem+json"]);

/** One status of one operation in an OpenAPI document. */
interface ResponseObject {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

interface Place {
  /** The path as a regular expression with a group for each parameter. */
  readonly form: RegExp;
  readonly parameters: number;
  readonly operations: Readonly<Record<string, Operation>>;
}

/**
 * Compares answers of the operator API with its document. A status or type that it does not name, a missing
 * field and an unknown one are faults. Only problems may have further members.
 */
export class OperatorAnswers {
  readonly #places: readonly Place[];
  readonly #ajv = addFormats.default(new Ajv2020(quickToCompile));
  /** By the text of its schema, which hundreds of answers share. */
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: object) {
    const { paths, components } = closed(document) as {
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Record<string, object> };
    };
    this.#ajv.addSchema({ $id: "document", components });
    this.#places = Object.entries(paths)
      .map(([path, operations]) => ({
        form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
        parameters: path.split("{").length,
        operations,
      }))
      .toSorted((one, other) => one.parameters - other.parameters);
  }

  /** The faults of an answer against the document; empty for a documented one. */
  breaches(method: string, target: string, answer: Answer): string[] {
    const [path = ""] = target.split("?");
    const places = this.#places.filter(({ form }) => form.test(`${prefix}${path}`));
    const name = (method === "HEAD" ? "get" : method).toLowerCase();
    const operation = places.find(({ operations }) => name in operations)?.operations[name];
    const found =
      operation === undefined
        ? refusesPath(path, places.length > 0, answer)
        : this.#answerBreaches(operation, method, answer);
    return found.map((breach) => `${method} ${path}: ${answer.status}: ${breach}`);
  }

  #answerBreaches({ responses }: Operation, method: string, answer: Answer): string[] {
    const response = responses[answer.status];
    if (response === undefined) return [`the status is not documented: ${answer.text}`];
    const [type = ""] = (answer.headers["content-type"] ?? "").split(";");
    if (response.content === undefined) return answer.text === "" ? [] : ["it has a body"];
    const schema = response.content[type]?.schema;
    if (schema === undefined) return [`the type ${type} is not documented`];
    if (method === "HEAD" || !jsonTypes.has(type)) return [];
    return this.#schemaBreaches(schema, answer.json);
  }

  #schemaBreaches(schema: object, value: unknown): string[] {
    const text = JSON.stringify(schema);
    const validate =
      this.#compiled.get(text) ??
      this.#ajv.compile(JSON.parse(text.replaceAll('"#/', '"document#/')));
    this.#compiled.set(text, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath || "body"} ${message} ${JSON.stringify(params)}`.trim(),
    );
  }
}

/**
 * Whether an answer correctly refuses a path without an operation. The document itself is the one path that
 * it does not describe.
 */
function refusesPath(path: string, isKnown: boolean, { status }: Answer): string[] {
  if (path === "/openapi.json") return [];
  return status === (isKnown ? 405 : 404) ? [] : ["it is no operation of the document"];
}

/** The same document, with every object closed to unknown fields. */
function closed(document: object): object {
  return JSON.parse(JSON.stringify(document), (key, value) => {
    const isOpen =
      value?.type !== "object" ||
      value.properties === undefined ||
      value.additionalProperties !== undefined ||
      value.patternProperties !== undefined;
    return isOpen || key === "Problem" ? value : { ...value, additionalProperties: false };
  }) as object;
}

const committed = new URL("../../contract/operator-openapi.json", import.meta.url);
let answers: OperatorAnswers | null = null;

/** Fails on an answer that `contract/operator-openapi.json` does not describe. */
export function assertOperatorAnswer(method: string, target: string, answer: Answer): void {
  answers ??= new OperatorAnswers(JSON.parse(readFileSync(committed, "utf8")) as object);
  const breaches = answers.breaches(method, target, answer);
  if (breaches.length > 0) throw new Error(`Not as documented: ${breaches.join("; ")}`);
}
