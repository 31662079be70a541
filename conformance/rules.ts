import type { Rule } from "./rule.ts";
import { rules as authentication } from "./rules/authentication.ts";
import { rules as bookingRecord } from "./rules/booking-record.ts";
import { rules as cancelRequest } from "./rules/cancel-request.ts";
import { rules as cancelTransitions } from "./rules/cancel-transitions.ts";
import { rules as errors } from "./rules/errors.ts";
import { rules as hostsAndDurations } from "./rules/hosts-and-durations.ts";
import { rules as limits } from "./rules/limits.ts";
import { rules as list } from "./rules/list.ts";
import { rules as listAnswer } from "./rules/list-answer.ts";
import { rules as listFilters } from "./rules/list-filters.ts";
import { rules as listLanguage } from "./rules/list-language.ts";
import { rules as listPages } from "./rules/list-pages.ts";
import { rules as listScope } from "./rules/list-scope.ts";
import { rules as states } from "./rules/states.ts";
import { rules as tokenRequest } from "./rules/token-request.ts";
import { rules as tokenResponse } from "./rules/token-response.ts";
import { rules as versioning } from "./rules/versioning.ts";

/** The chapters of the interface. A long chapter has a file for each of its parts. */
const chapters: readonly (readonly Rule[])[] = [
  [...tokenRequest, ...tokenResponse],
  [...authentication, ...limits],
  [...list, ...listScope, ...listFilters, ...listLanguage, ...listPages],
  [...bookingRecord, ...hostsAndDurations, ...states],
  [...cancelRequest, ...cancelTransitions],
  [...errors, ...versioning, ...listAnswer],
];

/** Every rule, in the order of its chapter and name. */
export const rules: readonly Rule[] = chapters.flatMap((chapter) =>
  chapter.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
);
