import { readFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { responses: Record<string, unknown> }>>>
  >;
  readonly components: { responses?: object };
}

/**
 * The types of the operator API, made from its document. Every refusal is the same problem, so that one answer stands
 * for all statuses of an operation that are none of its own.
 */
export async function operationTypes(): Promise<string> {
  const document = JSON.parse(
    readFileSync(new URL("../../contract/operator-openapi.json", import.meta.url), "utf8"),
  ) as Document;
  document.components.responses = { Problem: problem };
  for (const operation of Object.values(document.paths).flatMap((each) => Object.values(each))) {
    const own = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
    operation.responses = {
      ...Object.fromEntries(own),
      default: { $ref: "#/components/responses/Problem" },
    };
  }
  const nodes = await openapiTS(JSON.stringify(document), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return `// Made from the operator API's document by \`npm run openapi\`; not written by hand.\n${astToString(nodes)}`;
}

const problem = {
  description: "A refusal: `type` names it.",
  content: {
    "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
  },
};
