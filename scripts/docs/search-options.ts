import type { Options } from "minisearch";

/** The fields of the index. The build and the browser must use the same options. */
export const searchOptions: Options = {
  fields: ["heading", "page", "text"],
  storeFields: ["heading", "page", "excerpt", "weight"],
  searchOptions: {
    prefix: true,
    fuzzy: 0.15,
    combineWith: "AND",
    boost: { heading: 4, page: 2 },
    boostDocument: (_id, _term, stored) => Number(stored?.["weight"] ?? 1),
  },
};
