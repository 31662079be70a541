/** The refusal of an edit or a removal whose author saw another state than the stored one. */
export type CatalogueRefusal = {
  readonly why: "changed-meanwhile";
  /** The position of the edit, from 0. */
  readonly edit: number;
  /** The stored state as a line of a data file; null when there is none. */
  readonly current: object | null;
};
