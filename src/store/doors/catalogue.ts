import type { AccountLimitReached } from "../../domain/account-limits.ts";
import type { RemovalRefusal } from "../../domain/catalogue/decide-record.ts";
import type { BadFile } from "../../domain/import/import-report.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { CatalogueChange, CatalogueEdit } from "../import/edit-catalogue.ts";
import type { CatalogueKey } from "../catalogue/catalogue-kinds.ts";
import type { CatalogueFilter } from "../catalogue/catalogue-lines.ts";
import type { Campaign, InteractionScope } from "../catalogue/interactions.ts";
import type { CatalogueRefusal, RemovalOrder } from "../catalogue/removal.ts";

export type { CatalogueChange, CatalogueEdit } from "../import/edit-catalogue.ts";
export type { CatalogueKey } from "../catalogue/catalogue-kinds.ts";
export type { ListedKind } from "../catalogue/catalogue-lines.ts";
export type { InteractionScope } from "../catalogue/interactions.ts";
export type { ShownActivity, ShownInteraction } from "../catalogue/remembered-catalogues.ts";
export type { CatalogueRefusal } from "../catalogue/removal.ts";

/** An account's groups, campaigns, activities, hosts and ticket types: edited as lines of a data file, removed once unused. */
export interface CatalogueDoor {
  /** The number of a scope's campaign; null where the account has no such campaign. */
  readonly findInteraction: (scope: InteractionScope) => Promise<number | null>;
  /** By public key. */
  readonly findCampaigns: () => Promise<Campaign[]>;
  /** The records of a kind, as lines in the order of an export. */
  readonly listCatalogue: (filter: CatalogueFilter) => Promise<object[]>;
  /** The record as a line; null where there is none. */
  readonly findInCatalogue: (key: CatalogueKey) => Promise<object | null>;
  /** All edits or none; refused where a record has changed since its editor saw it, or campaigns would be too many. */
  readonly editCatalogue: (
    audit: AuditContext,
    edits: readonly CatalogueEdit[],
    allowOverbooked: boolean,
  ) => Promise<
    readonly CatalogueChange[] | BadFile | Refused<CatalogueRefusal | AccountLimitReached>
  >;
  /** Removes a record that was never booked, on request with its parts. Null: it is gone. */
  readonly removeFromCatalogue: (
    audit: AuditContext,
    order: RemovalOrder,
  ) => Promise<Refused<RemovalRefusal | CatalogueRefusal> | null>;
}
