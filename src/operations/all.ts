import { catalogueOperations } from "./catalogue.ts";
import { credentialOperations } from "./credentials.ts";
import type { Operation } from "./operation.ts";

/** Every operation that needs no more than the database. */
export const operations: readonly Operation[] = [...credentialOperations, ...catalogueOperations];
